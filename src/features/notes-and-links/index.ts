/**
 * Notes on actions, projects, orders, documents, questions and proposals, and links from actions,
 * projects and orders to URLs and documents. Imports the features that they attach to. The rows are
 * stored by shared/notes and shared/links, so that those features can write notes and links too.
 * Emits note.* and link.*.
 */
import type { LinksHandlers, NotesHandlers } from '../../../generated/handlers';
import { createActionNote, listActionNotes } from './action-note-operations';
import { createDocumentNote, listDocumentNotes } from './document-note-operations';
import { createLink, deleteLink, getLink, listLinks, updateLink } from './link-operations';
import { getNote, updateNote } from './note-operations';
import { createOrderNote, listOrderNotes } from './order-note-operations';
import { createProjectNote, listProjectNotes } from './project-note-operations';
import { createProposalNote, listProposalNotes } from './proposal-note-operations';
import { createQuestionNote, listQuestionNotes } from './question-note-operations';

/** The operations on notes. */
export const notesHandlers: NotesHandlers = {
  listActionNotes,
  createActionNote,
  listProjectNotes,
  createProjectNote,
  listOrderNotes,
  createOrderNote,
  listQuestionNotes,
  createQuestionNote,
  listProposalNotes,
  createProposalNote,
  listDocumentNotes,
  createDocumentNote,
  getNote,
  updateNote,
};

/** The operations on links. */
export const linksHandlers: LinksHandlers = {
  listLinks,
  createLink,
  getLink,
  updateLink,
  deleteLink,
};
