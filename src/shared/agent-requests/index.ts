/**
 * Agent requests: what questions and proposals share. Both are rows of the table agent_requests,
 * open until they end once. It has no operations: the features questions and proposals define the
 * columns and the states of their own kind.
 */
export {
  byResponse,
  canExpire,
  changeOpenRequest,
  endRequest,
  filterRequests,
  filterResponses,
  findRequest,
  getOpenRequest,
  getRequest,
  insertRequest,
  nextTimeout,
  type RequestFilters,
  requestPages,
  type RequestResolution,
  type RequestRow,
  requestsOf,
  type RequestType,
  selectRequest,
  subjectsOf,
} from './request-store';
