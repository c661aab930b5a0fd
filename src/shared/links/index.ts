/**
 * Links from actions, projects and orders to URLs and documents: their rows, rules and events. The
 * operations are in features/notes-and-links. Emits link.*.
 */
export { toLink } from './link-mapping';
export { checkMayAttach, checkMayChangeLink } from './link-policy';
export { checkLinkSubject, checkTakesUrl } from './link-rules';
export {
  countHiddenLinks,
  deleteLinkRow,
  getLinkRow,
  lockLinkRow,
  lockSubjectOwner,
  matchingLinks,
  selectLink,
  updateLinkRow,
  type LinkRow,
  type LinkScope,
  type NamedLink,
} from './link-store';
export { attachLinks, copyLinks, linkEvent } from './link-write';
