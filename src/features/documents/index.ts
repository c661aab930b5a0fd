/**
 * Documents: JSON contents with a history of revisions. Every content is a revision; people review
 * the revisions that agents make of an order's document. The access mode of a document decides
 * which agents see it, write notes on it and edit it. Emits document.*.
 */
import type { DocumentsHandlers } from '../../../generated/handlers';
import { createDocument, getDocument, listDocuments, updateDocument } from './document-operations';
import {
  approveRevision,
  getRevision,
  listDocumentRevisions,
  revertRevision,
} from './revision-operations';

export { toDocument } from './document-mapping';
export {
  findDocument,
  findDocuments,
  getVisibleDocument,
  type NamedDocument,
} from './document-store';
export { checkMayComment } from './document-rules';

/** The operations on documents and their revisions. */
export const documentsHandlers: DocumentsHandlers = {
  listDocuments,
  createDocument,
  getDocument,
  updateDocument,
  listDocumentRevisions,
  getRevision,
  approveRevision,
  revertRevision,
};
