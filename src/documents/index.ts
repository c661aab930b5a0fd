/**
 * Documents: what a workspace writes down, as any JSON, and the revisions of it. A private one is
 * there for its creator, for people and for sysadmin agents only; for others it does not exist.
 * Every content is a revision; of several changes of one version the first wins. Emits document.*,
 * and note.* for the notes on them. Everyone adds documents; who edits one or writes notes on it is
 * said by its access mode; people review.
 */
import type { DocumentsHandlers } from '../../generated/handlers';
import type { ReadHand } from '../platform/db/hands';
import type { Actor } from '../platform/operation';
import { createDocument, getDocument, listDocuments } from './document-operations';
import { privateDocumentsOf } from './document-policy';
import { findSeen } from './document-store';
import { updateDocument } from './document-update';
import {
  approveRevision,
  getRevision,
  listDocumentRevisions,
  revertRevision,
} from './revision-operations';

export { toDocument } from './document-mapping';
export { checkMayComment, privateDocumentsOf, type PrivateOf } from './document-policy';
export {
  aboutSeenDocuments,
  findDocument,
  findDocuments,
  onSeenDocuments,
  seenWith,
} from './document-store';
export { documentNotesHandlers } from './note-operations';

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

/** Those of the ids that name documents which the actor sees. */
export function findVisibleDocuments(
  hand: ReadHand,
  { workspaceId, actor }: { readonly workspaceId: string; readonly actor: Actor },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return findSeen(hand, { workspaceId, ids }, privateDocumentsOf(actor));
}
