/**
 * Which documents a caller may see. Private documents are visible to their creator, to people and to sysadmin agents. Everything
 * that refers to a document (links, notes, events, search results) follows the same rule.
 */
export { documentViewer, type DocumentViewer } from './visibility-policy';
export {
  aboutVisibleDocuments,
  findVisibleDocumentIds,
  onVisibleDocuments,
  visibleTo,
} from './visibility-store';
