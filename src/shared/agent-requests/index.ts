/**
 * Agent requests: what questions and proposals share. Both are rows of the table agent_requests,
 * open until they end once. It has no operations: the features questions and proposals define the
 * columns and the states of their own kind.
 */
export { endRequest, getOpenRequest, type RequestType } from './request-end';
export {
  canExpire,
  filterRequests,
  findRequest,
  getRequest,
  insertRequest,
  nextTimeout,
  requestPages,
  requestsOf,
  selectRequest,
  subjectsOf,
  type RequestFilters,
  type RequestResolution,
  type RequestRow,
} from './request-store';
