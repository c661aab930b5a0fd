/**
 * The client of the service, published as the package `callboard-client`: openapi-fetch over the
 * contract's types, with retries, pages and errors. It runs in browsers as well as in Node, so it
 * imports nothing but the generated files and openapi-fetch.
 */
export {
  createClient,
  type CallboardClient,
  type CallboardClientOptions,
  type CallboardCredential,
} from './client';
export {
  CallboardError,
  isCallboardError,
  toCallboardError,
  type AnyCallboardError,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetails,
  type FailureCode,
  type Issue,
} from './errors';
export { pages, paginate, type PageOf, type PageQuery } from './paging';
export { type Paths } from './paths';
export { type RetryOptions } from './retry';
export { unwrap, type DataOf, type Result } from './unwrap';
export type { components, operations } from '../../generated/types';
