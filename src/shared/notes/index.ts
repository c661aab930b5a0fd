/**
 * Notes on actions, projects, orders, documents, questions and proposals: their rows, rules and
 * events. The operations are in features/notes-and-links. Emits note.*.
 */
export {
  checkMayChangeNote,
  listNotesOn,
  toNote,
  toNoteBy,
  toNoteWithFiles,
  writeNote,
} from './note-scope';
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
