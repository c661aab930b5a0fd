import type { TestApp } from '../servers/app';
import { exchange, type RawResponse } from '../requests/exchange';
import { wasBlocked } from './blocked';
import { watchBulk } from './bulk-oracle';
import type { Counts } from './counts';
import type { Credentials } from './credentials';
import type { Draft } from './draft';
import { judge } from './judge';
import type { Pool } from './pool';
import { faultOf } from './verdict';
import { wireOf, type Wire } from './wire';

/** The service and what the run knows about it. */
export interface Target {
  readonly app: TestApp;
  readonly credentials: Credentials;
  readonly pool: Pool;
  readonly counts: Counts;
}

/** Milliseconds after which a missing response is a failure. */
const timeoutMs = 30_000;

/**
 * Sends a request, judges the response and adds its values to the pool. Throws an Error that shows
 * both when the response is wrong.
 */
export async function sendDraft(draft: Draft, target: Target): Promise<RawResponse> {
  const { app, credentials, pool, counts } = target;
  const wire = wireOf(draft);
  const judgement = judge(draft, wire);
  // A header that a fault has set replaces the credential's.
  const headers = { ...credentials.headersOf(draft.by), ...wire.headers };
  const show = (what: string): Error => shown(what, draft, { ...wire, headers }, app);
  const findBulkFault = await watchBulk(draft, target);
  wasBlocked();
  const response = await withTimeout(
    exchange(app, wire.method, wire.target, { headers, ...(wire.body && { body: wire.body }) }),
  ).catch((error: unknown) => {
    throw show(error instanceof Error ? error.message : String(error));
  });
  const { status, text } = response;
  if (wasBlocked()) throw show(`${status}, and the process was blocked.`);
  const isValid = judgement.isRouted && judgement.statuses.length === 0;
  counts.count(draft.operation, isValid, status);
  const fault =
    faultOf(draft, judgement, response) ??
    foreignAccessOf(draft, response, pool) ??
    (await findBulkFault(status));
  if (fault !== undefined) throw show(`${status} ${text.slice(0, 2000)}\nis wrong: ${fault}`);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  // The response to HEAD has the headers of a body only.
  if (status < 300 && isJson && text !== '') {
    if (!draft.operation.startsWith('getOpenApi')) {
      pool.addResponse(draft.operation, JSON.parse(text), response.headers.etag);
    }
  }
  const ids = Object.values(draft.path);
  if (status === 204 && draft.method === 'DELETE' && ids.length === 1)
    ids.forEach((id) => pool.remove(id));
  return response;
}

function foreignAccessOf(
  { path, by }: Draft,
  { status }: RawResponse,
  pool: Pool,
): string | undefined {
  if (status >= 400 || by === 'none') return undefined;
  const foreign = Object.values(path).some((id) => pool.isForeign(id));
  return foreign ? 'the id is of another workspace.' : undefined;
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const maxShown = 5000;

function shown(what: string, draft: Draft, { method, target, headers, body }: Wire, app: TestApp) {
  const bytes = body?.toString('utf8') ?? '';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 300)}`);
  return new Error(
    [
      `${draft.operation} by ${draft.by}: ${what}`,
      `${method} ${target}`,
      ...lines,
      '',
      bytes.length > maxShown ? `${bytes.slice(0, maxShown)}… (${bytes.length} characters)` : bytes,
      ...app.logs.slice(-3).map((line) => line.slice(0, 1500)),
    ].join('\n'),
  );
}
