import { createClient, type CallboardClient, type CallboardClientOptions } from '../../src/client';
import { checkRawResponse } from '../../scripts/requests/response-check';
import type { TestApp } from '../../scripts/servers/app';
import { credentialHeaders, type CredentialShown } from '../../scripts/requests/client';

/** The client options that may be combined with each credential. */
export type ClientSettings = Omit<CallboardClientOptions, 'token' | 'session' | 'anonymous'>;

/** The published client with this credential. Every response is checked against the contract. */
export function typedClient(
  app: Pick<TestApp, 'url'>,
  credential: CredentialShown,
  settings: Partial<ClientSettings> = {},
): CallboardClient {
  const common = { baseUrl: app.url, fetch: checkedFetch, ...settings };
  if (credential === undefined) return createClient({ ...common, anonymous: true });
  if ('bearer' in credential) return createClient({ ...common, token: credential.bearer });
  return createClient({ ...common, session: true, headers: credentialHeaders(credential) });
}

/** `fetch` that checks the response against the contract. */
export async function checkedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const received = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.clone().text(),
  };
  const sent = Object.fromEntries(request.headers);
  checkRawResponse(request.method, new URL(request.url).pathname, received, sent);
  return response;
}
