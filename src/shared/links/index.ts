/**
 * Links from actions, projects and orders to URLs and documents: their rows, rules and events. The
 * operations are in features/notes-and-links. Emits link.*.
 */
export {
  countHiddenLinks,
  deleteLinkRow,
  getLinkRow,
  type LinkRow,
  type LinkScope,
  lockLinkRow,
  lockSubjectOwner,
  matchingLinks,
  type NamedLink,
  selectLink,
  toLink,
  updateLinkRow,
} from './link-store';
export { checkLinkSubject, checkMayAttach, checkMayChangeLink, checkTakesUrl } from './link-rules';
export { attachLinks, copyLinks, linkEvent } from './link-write';
