import type { TestApp } from '../servers/app';
import { credentialHeaders, type CredentialShown } from './client';
import { credentials } from './example-records';
import { resetExampleWorkspace } from './example-workspace';
import type { ExampleRequest } from './examples';
import { exchange, type RawResponse } from './exchange';

/**
 * Resets the example workspace for requests that only read. The agent sends one request, so later
 * ones do not change when its token was last used. Returns the shift of `resetExampleWorkspace`.
 */
export async function resetForReading(app: TestApp): Promise<number> {
  const moved = await resetExampleWorkspace(app.database);
  await exchange(app, 'GET', '/v1/me', {
    headers: credentialHeaders({ bearer: credentials.bearer }),
  });
  return moved;
}

/**
 * Sends an example request, with the current `ETag` if the operation requires one. If its first
 * sender is refused, the other one sends it. `more` are further headers.
 */
export async function sendExample(
  app: TestApp,
  request: ExampleRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<RawResponse> {
  const response = await sendAs(app, request, request.credential, more);
  return response.status < 400 || request.otherCredential === undefined
    ? response
    : sendAs(app, request, request.otherCredential, more);
}

async function sendAs(
  app: TestApp,
  request: ExampleRequest,
  sender: CredentialShown,
  more: Readonly<Record<string, string>>,
) {
  const { method, path, accept, body, conditional } = request;
  const shown = { ...credentialHeaders(sender), ...more };
  const accepting = accept === undefined ? shown : { ...shown, Accept: accept };
  if (body === undefined) return exchange(app, method.toUpperCase(), path, { headers: accepting });
  const typed = { ...accepting, 'Content-Type': 'application/json' };
  const headers = conditional ? { ...typed, 'If-Match': await etagOf(app, path, shown) } : typed;
  return exchange(app, method.toUpperCase(), path, { headers, body: JSON.stringify(body) });
}

async function etagOf(app: TestApp, path: string, headers: Record<string, string>) {
  const read = await exchange(app, 'GET', path, { headers });
  return String(read.headers.etag);
}
