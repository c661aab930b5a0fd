import type { NotesHandlers } from '../../generated/handlers';
import { listNotesOn, writeNote } from '../notes';
import { getVisibleDocument } from './document-access';
import { checkMayComment } from './document-policy';

/** Lists the notes on a document, newest first. */
const listDocumentNotes: NotesHandlers['listDocumentNotes'] = async ({ path, query }, ctx) => {
  const document = await getVisibleDocument(ctx, path.id);
  return listNotesOn(ctx, { documentId: document.id }, query);
};

/** Writes a note on a document, which stays as it is. */
const createDocumentNote: NotesHandlers['createDocumentNote'] = async ({ path, body }, ctx) => {
  const document = await getVisibleDocument(ctx, path.id);
  checkMayComment(ctx.actor, document);
  const on = { documentId: document.id };
  return writeNote(ctx, { on, title: document.title, about: on }, body.body);
};

/** The operations on notes of documents. */
export const documentNotesHandlers: Pick<
  NotesHandlers,
  'listDocumentNotes' | 'createDocumentNote'
> = { listDocumentNotes, createDocumentNote };
