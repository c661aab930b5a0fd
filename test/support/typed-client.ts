import { createClient, type CallboardClient, type CallboardClientOptions } from '../../src/client';
import { checkRawAnswer } from './answer-check';
import type { TestApp } from './app';
import { credentialHeaders, type CredentialShown } from './client';

/** The published client of the service, with this credential. Every answer of the server is held against the contract. */
export function typedClient(
  app: Pick<TestApp, 'url'>,
  credential: CredentialShown,
  options: Partial<CallboardClientOptions> = {},
): CallboardClient {
  const headers = credentialHeaders(credential);
  return createClient({ baseUrl: app.url, headers, fetch: checkedFetch, ...options });
}

/** `fetch`, with the answer held against the contract. */
export async function checkedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  checkRawAnswer(request.method, new URL(request.url).pathname, {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.clone().text(),
  });
  return response;
}
