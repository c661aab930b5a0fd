/**
 * The client of the service, published as the package `callboard-client`: openapi-fetch with the
 * contract's types, retries, paging and typed errors. It runs in browsers and in Node.js, so it
 * imports only generated files, openapi-fetch and eventsource-parser.
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
  type ErrorDetails,
  type Issue,
  unwrap,
  type DataOf,
  type Result,
} from './errors';
export { type ErrorCode, type FailureCode } from './error-code';
export { type Changed, type ConditionalRead, type Unchanged } from './conditional';
export { uploadFile, type FileUpload } from './files';
export {
  type ActionClaimNextResult,
  type CommandView,
  type Me,
  type NewsItem,
  type Proposal,
  type ProposalCreate,
  type MinimalPaths,
  type Paths,
} from './paths';
export { pages, paginate, type PageOf, type PageQuery } from './paging';
export { type Retry, type RetryOptions } from './retry';
export { readStream, type ReadStreamOptions, type StreamedEvent } from './stream';
export {
  verifyWebhook,
  WebhookVerificationError,
  type ReceivedWebhook,
  type VerifiedWebhook,
} from './webhooks';
export { eventKinds } from '../../generated/event-kinds';
export type { components, operations } from '../../generated/types';
