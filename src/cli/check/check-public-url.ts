import { createHash } from 'node:crypto';
import { contractDigests } from '../../../generated/handlers';
import { isLoopback, type Config } from '../../platform/config';
import { instanceOf, readEpoch } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { schemaState } from '../../platform/db/schema/schema';
import { isRecord, type JsonRecord } from '../../platform/json';
import { SECOND } from '../../platform/time';
import { type CheckResult, fault, ok, skipped } from './result';

const timeoutMs = 5 * SECOND;
/** Two seconds, and one because the header has whole seconds. */
const maxSkewMs = 3 * SECOND;

/** What the public URL should lead to, as far as it is known. */
export interface ExpectedDatabase {
  readonly dialect: string | undefined;
  /** As `GET /readyz` names it. */
  readonly instance: string | undefined;
}

/** How `GET /readyz` of a server on this database names it. */
export async function expectedOf(database: Database): Promise<ExpectedDatabase> {
  const { state } = await schemaState(database);
  const isReadable = state === 'current' || state === 'compatible';
  const instance = isReadable ? instanceOf(await readEpoch(createReader(database))) : undefined;
  return { dialect: database.dialect, instance };
}

/** A response of the public URL, or why there is none. */
type Fetched =
  | { readonly status: number; readonly text: string; readonly skewMs: number | undefined }
  | { readonly error: string };

/**
 * Requests `PUBLIC_URL` as a client does, and compares what responds with this installation: the
 * same contract, the same database and, by its OAuth metadata, the same `PUBLIC_URL`.
 */
export async function checkPublicUrl(
  { publicUrl, environment }: Config,
  expected: ExpectedDatabase,
): Promise<CheckResult[]> {
  if (publicUrl === undefined) {
    return [skipped('public_url', 'PUBLIC_URL is not set, so nothing was requested.')];
  }
  const results: CheckResult[] = [];
  const { protocol, hostname } = new URL(publicUrl);
  if (
    environment === 'production' &&
    protocol === 'http:' &&
    !isLoopback(hostname.replaceAll(/[[\]]/g, ''))
  ) {
    const advice = 'Use https: browsers store the session cookie only over it.';
    results.push(fault('public_url', 'PUBLIC_URL is http.', advice, 'PUBLIC_URL'));
  }
  const ready = await request(`${publicUrl}/readyz`);
  const reached = judgeReadiness(ready, expected);
  results.push(reached);
  if (reached.state === 'fault' || 'error' in ready) return results;
  results.push(await checkIdentity(publicUrl), clockResult(ready.skewMs));
  return results;
}

/**
 * Why an address does not lead to a Callboard of this version with this database, as a sentence;
 * undefined if it does.
 */
export async function whyNotHere(address: string, database: Database): Promise<string | undefined> {
  const expected = await expectedOf(database);
  const ready = judgeReadiness(await request(`${address}/readyz`), expected);
  const judged = ready.state === 'fault' ? ready : await checkVersion(address);
  return judged?.seen.replaceAll('PUBLIC_URL', address);
}

function judgeReadiness(ready: Fetched, { dialect, instance }: ExpectedDatabase): CheckResult {
  const wrong = (seen: string, advice: string): CheckResult =>
    fault('public_url', seen, advice, 'PUBLIC_URL');
  if ('error' in ready) {
    return wrong(
      `PUBLIC_URL/readyz does not respond (${ready.error}).`,
      'Start the server, and check the name, the certificate and the proxy of the address.',
    );
  }
  const { status } = ready;
  const body = objectIn(ready.text);
  if (status === 503 && body['code'] === 'UNAVAILABLE') {
    const why = JSON.stringify(body['details'] ?? {}).slice(0, 200);
    return wrong(`PUBLIC_URL/readyz is 503 ${why}.`, 'Mend what it names.');
  }
  const isReadiness = typeof body['database'] === 'string' && typeof body['status'] === 'string';
  if (status !== 200 || !isReadiness) {
    return wrong(
      `PUBLIC_URL/readyz is ${status}, and no response of Callboard.`,
      'Set it to the address that leads to this server, with the path of the proxy.',
    );
  }
  if (dialect !== undefined && body['database'] !== dialect) {
    return wrong(
      'PUBLIC_URL leads to a Callboard with another kind of database.',
      'Set it to the address of this installation, or correct DATABASE_URL.',
    );
  }
  // An earlier version does not name its database.
  const named = body['instance'] ?? instance;
  if (instance !== undefined && named !== instance) {
    return wrong(
      'PUBLIC_URL leads to a Callboard with another database.',
      'Set it to the address of this installation, or correct DATABASE_URL.',
    );
  }
  return ok(
    'public_url',
    `PUBLIC_URL/readyz is 200 (${body['status'] === 'ready' ? 'ready' : 'degraded'}).`,
  );
}

async function checkVersion(publicUrl: string): Promise<CheckResult | undefined> {
  const contract = await request(`${publicUrl}/openapi.json`);
  const digest =
    'error' in contract ? '' : createHash('sha256').update(contract.text).digest('base64url');
  if (digest === contractDigests.json) return undefined;
  return fault(
    'public_url',
    'PUBLIC_URL leads to a Callboard of another version.',
    'Set it to the address of this installation, or restart the server with this version.',
    'PUBLIC_URL',
  );
}

async function checkIdentity(publicUrl: string): Promise<CheckResult> {
  const another = await checkVersion(publicUrl);
  if (another !== undefined) return another;
  // OAuth is off by http, except in development, so no response names the address.
  if (!publicUrl.startsWith('https:')) return ok('public_url', 'PUBLIC_URL leads to this version.');
  const metadata = await request(`${publicUrl}/.well-known/oauth-authorization-server`);
  const issuer = 'error' in metadata ? undefined : objectIn(metadata.text)['issuer'];
  if (issuer !== publicUrl) {
    return fault(
      'public_url',
      'The server that PUBLIC_URL leads to has another PUBLIC_URL.',
      'Start the server with the same value, or correct the value here.',
      'PUBLIC_URL',
    );
  }
  return ok('public_url', 'PUBLIC_URL leads to this version with this PUBLIC_URL.');
}

function clockResult(skewMs: number | undefined): CheckResult {
  if (skewMs === undefined) return skipped('clock', 'PUBLIC_URL sends no Date header.');
  const seen = `The clocks of this machine and of PUBLIC_URL differ by about ${Math.round(skewMs / SECOND)} s.`;
  if (skewMs <= maxSkewMs) return ok('clock', seen);
  return fault('clock', seen, 'Synchronise both clocks, for example by NTP.');
}

async function request(url: string): Promise<Fetched> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    const skewMs = Number.isNaN(date) ? undefined : Math.abs(Date.now() - date);
    return { status: response.status, text: await response.text(), skewMs };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

// Only the code: the message of an error may repeat the URL.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
}

function objectIn(text: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
