import createFetchClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';
import { addClientRequestId, RequestWithText } from './client-request-id';
import { createRead, withHeader, type AnyRead, type ConditionalRead } from './conditional';
import type { MinimalPaths, Paths } from './paths';
import { withRetries, type RetryOptions } from './retry';

/** A client by path and method: `client.GET('/v1/actions', …)`. */
export interface CallboardClient extends Client<Paths> {
  /**
   * Writes that send `Prefer: return=minimal`. A success is 204: its `data` is undefined, and the
   * headers of its `response` have the `ETag`, the `Location` of a new record, and the claim
   * (`Claim-Generation`, `Claim-Expires-At`, `Claim-Renew-After`).
   */
  readonly minimal: Pick<Client<MinimalPaths>, 'POST' | 'PUT' | 'PATCH'>;
  /**
   * Reads a record unless it still has the entity tag:
   * `client.read('/v1/actions/{id}', { params: { path: { id } }, etag })`.
   */
  readonly read: ConditionalRead;
}

/** The secret of an agent's token, or a function that returns it for each request. */
type Token = string | (() => string | Promise<string>);

/** The credential of requests: exactly one of three. */
export type CallboardCredential =
  | { readonly token: Token; readonly session?: never; readonly anonymous?: never }
  /** The browser's session cookie, or one that the caller sets in `headers`. */
  | { readonly session: true; readonly token?: never; readonly anonymous?: never }
  /** No credential, for operations such as signing in or accepting an invitation. */
  | { readonly anonymous: true; readonly token?: never; readonly session?: never };

/** The other options, which include those of openapi-fetch and `fetch`. */
interface CallboardClientSettings extends Omit<ClientOptions, 'Request' | 'credentials'> {
  /** The origin of the service, such as `https://calls.example.com`. */
  readonly baseUrl: string;
  /** How requests are retried; false disables retries. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * Whether to send a request once more when its workspace has moved to another server (410
   * `MOVED`): the same request, with the token, to the https or loopback address that the server
   * names. False by default, because another host then gets the token.
   */
  readonly followMoved?: boolean | undefined;
}

/** The options of `createClient`. */
export type CallboardClientOptions = CallboardClientSettings & CallboardCredential;

/**
 * Creates a client of the service. It adds a `client_request_id` to every POST that accepts one,
 * and retries requests according to `RetryOptions`. Throws a TypeError unless there is exactly one
 * credential, because a service in development mode treats a request without one as the owner's.
 */
export function createClient(options: CallboardClientOptions): CallboardClient {
  const {
    token,
    session,
    anonymous,
    retry = {},
    fetch = globalThis.fetch,
    followMoved,
    ...rest
  } = options;
  checkCredential({ token, session, anonymous });
  const send = retry === false ? fetch : withRetries(fetch, retry);
  // Few clients follow, so a bundle for browsers loads it only for them.
  const follow = async (request: Request): Promise<Response> =>
    (await import('./follow-move.js')).sendAndFollow(send, rest.baseUrl, request);
  const common = {
    ...rest,
    ...credentialsOption(session === true ? 'same-origin' : 'omit'),
    Request: RequestWithText,
    fetch: followMoved === true ? follow : send,
  };
  const whole = createFetchClient<Paths>(common);
  const minimal = createFetchClient<MinimalPaths>(common);
  const reads = createFetchClient<AnyRead>(common);
  minimal.use(withHeader('Prefer', 'return=minimal'));
  const client: CallboardClient = {
    ...whole,
    minimal,
    read: createRead(reads),
    use(...middleware) {
      for (const each of [whole, minimal, reads]) each.use(...middleware);
    },
    eject(...middleware) {
      for (const each of [whole, minimal, reads]) each.eject(...middleware);
    },
  };
  client.use({ onRequest: addClientRequestId }, readAgain);
  if (token !== undefined) client.use(authorization(token));
  return client;
}

function authorization(token: Token): Middleware {
  return {
    async onRequest({ request }) {
      const secret = typeof token === 'function' ? await token() : token;
      // JavaScript callers may return nothing.
      if (!secret) throw new TypeError('The function `token` returned no token.');
      request.headers.set('Authorization', `Bearer ${secret}`);
    },
  };
}

/** Checks at run time, because an unset environment variable is `undefined` or empty. */
function checkCredential({ token, session, anonymous }: Record<string, unknown>): void {
  const given = [token ?? false, session ?? false, anonymous ?? false].filter(
    (value) => value !== false,
  );
  const isUsable = session === true || anonymous === true || Boolean(token);
  if (given.length === 1 && isUsable) return;
  throw new TypeError(
    'createClient needs exactly one of `token` (not empty), `session: true` and `anonymous: true`.',
  );
}

// The Request of Cloudflare Workers has no `credentials` and rejects the option.
function credentialsOption(credentials: 'omit' | 'same-origin') {
  return 'credentials' in Request.prototype ? { credentials } : {};
}

/**
 * Reads the record again when a retry is answered without the long body of the first response, so
 * that callers receive the same record in any case. Few retries need it, so a browser loads it then.
 */
const readAgain: Middleware = {
  async onResponse(exchange) {
    const { request, response, schemaPath } = exchange;
    const isWithoutBody =
      response.status === 204 && response.headers.get('Idempotent-Replayed') === 'true';
    if (!isWithoutBody || request.headers.has('Prefer')) return undefined;
    if (schemaPath.startsWith('/v1/session/')) return undefined;
    const { readRecord } = await import('./read-record.js');
    return readRecord(exchange);
  },
};
