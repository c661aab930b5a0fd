/**
 * Documents: what a workspace writes down, as any JSON. A private one is there for its creator, for people and for sysadmin agents
 * only; for others it does not exist, and lists only count it. Emits document.created. Everyone adds documents.
 */
import type { DocumentsHandlers } from '../../generated/handlers';
import { createDocument, getDocument, listDocuments } from './document-operations';

export { toDocument } from './document-operations';
export { privateDocumentsOf } from './document-policy';
export { aboutSeenDocuments, findDocument } from './document-store';

/** The operations of this room. */
export const documentsHandlers: DocumentsHandlers = { listDocuments, createDocument, getDocument };
