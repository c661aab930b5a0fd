import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { checkMayComment, getVisibleDocument } from '../documents';

/** Lists the notes on a document, newest first. */
export const listDocumentNotes: NotesHandlers['listDocumentNotes'] = async (
  { path, query },
  ctx,
) => {
  const document = await getVisibleDocument(ctx, path.id);
  return listNotesOn(ctx, { documentId: document.id }, query);
};

/** Writes a note on a document. The document and its version do not change. */
export const createDocumentNote: NotesHandlers['createDocumentNote'] = async (
  { path, body },
  ctx,
) => {
  const document = await getVisibleDocument(ctx, path.id);
  checkMayComment(ctx.actor, document);
  const on = { documentId: document.id };
  return writeNote(ctx, { on, title: document.title, about: on, related: {} }, body.body);
};
