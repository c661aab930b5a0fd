/**
 * Which documents a caller sees. Private documents are visible to their creator, to people and to
 * sysadmin agents. Links, notes, events and search results that refer to a document follow the same
 * rule.
 */
export {
  aboutVisibleDocuments,
  agentViewer,
  documentViewer,
  type DocumentViewer,
  findVisibleDocumentIds,
  onVisibleDocuments,
  onVisibleProposals,
  privateTo,
  visibleDocuments,
  visibleProposals,
  visibleTo,
} from './visibility-store';
