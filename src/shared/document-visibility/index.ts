/**
 * Which documents a caller sees. Private documents are visible to their creator, to people and to
 * sysadmin agents. Links, notes, events and search results that refer to a document follow the same
 * rule.
 */
export { agentViewer, documentViewer, type DocumentViewer } from './visibility-policy';
export {
  aboutVisibleDocuments,
  findVisibleDocumentIds,
  onVisibleDocuments,
  privateOwner,
  visibleDocuments,
  visibleTo,
} from './visibility-store';
