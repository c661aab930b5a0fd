/**
 * Documents: what a workspace writes down, as any JSON, and the revisions of it. A private one is
 * there for its creator, for people and for sysadmin agents only; for others it does not exist.
 * Every content is a revision; of several changes of one version the first wins. Emits document.*,
 * and note.* for the notes on them. Everyone adds documents; who edits one or writes notes on it is
 * said by its access mode; people review.
 */
import type { DocumentsHandlers } from '../../../generated/handlers';
import { createDocument, getDocument, listDocuments } from './document-operations';
import { updateDocument } from './document-update-operations';
import {
  approveRevision,
  getRevision,
  listDocumentRevisions,
  revertRevision,
} from './revision-operations';

export { toDocument } from './document-mapping';
export { getVisibleDocument } from './document-access';
export { checkMayComment } from './document-policy';
export { findDocument, findDocuments } from './document-store';

/** The operations of this room. */
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
