import type { TestApp } from './app';
import { credentialHeaders, type CredentialShown } from './client';
import { credentials, resetExampleWorld } from './example-world';
import type { ExampleRequest } from './examples';
import { exchange, type RawResponse } from './exchange';

/**
 * Puts the example world into the database for requests that only read, and lets the agent send
 * one: after it, no other one changes when its token was last used. Answers as `resetExampleWorld`
 * does.
 */
export async function resetForReading(app: TestApp): Promise<number> {
  const moved = await resetExampleWorld(app.database);
  await exchange(app, 'GET', '/v1/me', {
    headers: credentialHeaders({ bearer: credentials.bearer }),
  });
  return moved;
}

/**
 * Sends a request as the contract shows it, with the `ETag` of what it changes where the contract
 * asks for one. Where its first sender is refused, which changes nothing, the other one sends it.
 */
export async function sendExample(app: TestApp, request: ExampleRequest): Promise<RawResponse> {
  const answer = await sendAs(app, request, request.credential);
  return answer.status < 400 || request.otherCredential === undefined
    ? answer
    : sendAs(app, request, request.otherCredential);
}

async function sendAs(app: TestApp, request: ExampleRequest, sender: CredentialShown) {
  const { method, path, accept, body, conditional } = request;
  const shown = credentialHeaders(sender);
  const asked = accept === undefined ? shown : { ...shown, Accept: accept };
  if (body === undefined) return exchange(app, method.toUpperCase(), path, { headers: asked });
  const typed = { ...asked, 'Content-Type': 'application/json' };
  const headers = conditional ? { ...typed, 'If-Match': await etagOf(app, path, shown) } : typed;
  return exchange(app, method.toUpperCase(), path, { headers, body: JSON.stringify(body) });
}

async function etagOf(app: TestApp, path: string, headers: Record<string, string>) {
  const read = await exchange(app, 'GET', path, { headers });
  return String(read.headers.etag);
}
