/**
 * Links: URLs and documents attached to actions, projects and orders. Who may attach one is decided where the thing is: the operations
 * are in the actions room. Emits link.*.
 */
export { toLink } from './link-mapping';
export { checkMayAttach, checkMayChangeLink } from './link-policy';
export { checkLinkSubject, checkTakesUrl } from './link-rules';
export {
  countHiddenLinks,
  deleteLinkRow,
  findSubjectOwner,
  getLinkRow,
  lockLinkRow,
  matchingLinks,
  updateLinkRow,
  type LinkRow,
  type LinkScope,
} from './link-store';
export { attachLinks, copyLinks, linkEvent } from './link-write';
