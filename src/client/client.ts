import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import { addClientRequestId } from './client-request-id';
import type { Paths } from './paths';
import { retrying, type RetryOptions } from './retry';

/** A client by path and method: `client.GET('/v1/actions', …)`. */
export type CallboardClient = Client<Paths>;

/** A secret, or what tells it. */
type Token = string | (() => string | undefined | Promise<string | undefined>);

/** What a client is made of; whatever else openapi-fetch and `fetch` take may be given too. */
export interface CallboardClientOptions extends Omit<ClientOptions, 'Request'> {
  /** Where the service is: `https://calls.example.com`. */
  readonly baseUrl: string;
  /** The secret of an agent's token, or what tells it for each request. Without one, a browser's session is the credential. */
  readonly token?: Token | undefined;
  /** How requests are repeated; false for never. */
  readonly retry?: RetryOptions | false | undefined;
}

/**
 * A client of the service. It gives every POST that takes a `client_request_id` one, unless the body has it, and repeats requests as
 * `RetryOptions` says.
 */
export function createClient(options: CallboardClientOptions): CallboardClient {
  const { token, retry = {}, fetch = globalThis.fetch, ...rest } = options;
  const client = createFetchClient<Paths>({
    ...rest,
    fetch: retry === false ? fetch : retrying(fetch, retry),
  });
  client.use({ onRequest: addClientRequestId });
  if (token !== undefined) {
    client.use({
      async onRequest({ request }) {
        const secret = typeof token === 'function' ? await token() : token;
        if (secret !== undefined) request.headers.set('Authorization', `Bearer ${secret}`);
      },
    });
  }
  return client;
}
