import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import { addClientRequestId } from './client-request-id';
import type { Paths } from './paths';
import { retrying, type RetryOptions } from './retry';

/** A client by path and method: `client.GET('/v1/actions', …)`. */
export type CallboardClient = Client<Paths>;

/** The secret of an agent's token, or a function that returns it for each request. */
type Token = string | (() => string | Promise<string>);

/** How requests are authenticated: exactly one of the three. */
export type CallboardCredential =
  | { readonly token: Token; readonly session?: never; readonly anonymous?: never }
  /** The session cookie of the browser, or one that the caller puts into `headers`. */
  | { readonly session: true; readonly token?: never; readonly anonymous?: never }
  /** No credential, for operations such as signing in or accepting an invitation. */
  | { readonly anonymous: true; readonly token?: never; readonly session?: never };

/**
 * Options besides the credential. openapi-fetch's options and those of `fetch` are accepted too.
 */
interface CallboardClientSettings extends Omit<ClientOptions, 'Request' | 'credentials'> {
  /** The address of the service: `https://calls.example.com`. */
  readonly baseUrl: string;
  /** How requests are repeated; false for never. */
  readonly retry?: RetryOptions | false | undefined;
}

/** The options of `createClient`. */
export type CallboardClientOptions = CallboardClientSettings & CallboardCredential;

/**
 * A client of the service. It gives every POST that takes a `client_request_id` one, unless the
 * body has it, and repeats requests as `RetryOptions` says. Throws a TypeError unless there is
 * exactly one credential: in development, the service lets a request without one act as the owner.
 */
export function createClient(options: CallboardClientOptions): CallboardClient {
  const { token, session, anonymous, retry = {}, fetch = globalThis.fetch, ...rest } = options;
  checkCredential({ token, session, anonymous });
  const client = createFetchClient<Paths>({
    ...rest,
    ...cookies(session === true ? 'same-origin' : 'omit'),
    fetch: retry === false ? fetch : retrying(fetch, retry),
  });
  client.use({ onRequest: addClientRequestId });
  if (token !== undefined) {
    client.use({
      async onRequest({ request }) {
        const secret = typeof token === 'function' ? await token() : token;
        // Callers without types may return nothing.
        if (!secret) throw new TypeError('The function `token` returned no token.');
        request.headers.set('Authorization', `Bearer ${secret}`);
      },
    });
  }
  return client;
}

/** Checks at run time too: an environment variable that is not set is `undefined` or empty. */
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

// Cloudflare's Request has no `credentials` and refuses the option.
function cookies(credentials: 'omit' | 'same-origin') {
  return 'credentials' in Request.prototype ? { credentials } : {};
}
