/**
 * Notes on actions, projects, orders, documents, questions and proposals, and links from actions,
 * projects and orders to URLs and documents. Imports the features that they attach to. The rows are
 * stored by shared/notes and shared/links, so that those features can write notes and links too.
 * Emits note.* and link.*.
 */
import type { LinksHandlers, NotesHandlers } from '../../../generated/handlers';
import {
  createActionNote,
  createDocumentNote,
  createOrderNote,
  createProjectNote,
  createProposalNote,
  createQuestionNote,
  getNote,
  listActionNotes,
  listDocumentNotes,
  listOrderNotes,
  listProjectNotes,
  listProposalNotes,
  listQuestionNotes,
  updateNote,
} from './note-operations';
import { createLink, deleteLink, getLink, listLinks, updateLink } from './link-operations';

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
