/** Notes: remarks on actions. Who may write one is decided where the action is: the operations are in the actions room. */
export { toNote } from './note-mapping';
export {
  findNote,
  insertNotes,
  notesOfAction,
  selectNote,
  type NewNote,
  type NoteKind,
  type NoteRow,
} from './note-store';
