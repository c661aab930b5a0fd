/**
 * Notes: remarks on actions, projects, orders, documents, questions and proposals. Who may write one is decided where the thing is: the operations are in the
 * rooms of the things, and those on a note alone in the actions room. Emits note.*.
 */
export { toNote, toNoteBy } from './note-mapping';
export { checkMayChangeNote } from './note-policy';
export { listNotesOn, writeNote } from './note-scope';
export {
  notesOn,
  findNewestNotes,
  findTitleOfSubject,
  getNoteRow,
  insertNotes,
  lockNote,
  selectNote,
  updateNoteRow,
  type NewNote,
  type NoteKind,
  type NoteRow,
  type StoredNote,
} from './note-store';
