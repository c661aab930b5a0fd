/**
 * Requests: what questions and proposals have in common, which share the table agent_requests: their author's columns, their
 * lock, and their one end. It has no operations; each of the two rooms stores and reads its own kind of rows.
 */
export {
  endRequest,
  expires,
  lockRequest,
  nextTimeout,
  selectRequest,
  type RequestEnd,
  type RequestStatus,
} from './request-store';
