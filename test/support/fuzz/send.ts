import type { TestApp } from '../app';
import { exchange, type Answered } from '../exchange';
import { wasBlocked } from './blocked';
import type { Counts } from './counts';
import type { Credentials } from './credentials';
import type { Draft } from './draft';
import { judge } from './judge';
import type { Pool } from './pool';
import { faultOf } from './verdict';
import { wireOf, type Wire } from './wire';

/** What requests are sent to, and what is known of it. */
export interface Target {
  readonly app: TestApp;
  readonly credentials: Credentials;
  readonly pool: Pool;
  readonly counts: Counts;
}

/** Milliseconds after which an answer is taken to never come. */
const patience = 30_000;

/** Sends a request, judges the answer and learns from it. Throws an Error that shows both when something is wrong. */
export async function sendDraft(draft: Draft, target: Target): Promise<Answered> {
  const { app, credentials, pool, counts } = target;
  const wire = wireOf(draft);
  const judgement = judge(draft, wire);
  // A header that a damage has put there wins over the credential's: it is hostile on purpose.
  const headers = { ...credentials.headersOf(draft.by), ...wire.headers };
  const show = (what: string): Error => shown(what, draft, { ...wire, headers }, app);
  wasBlocked();
  const answer = await withinPatience(
    exchange(app, wire.method, wire.target, { headers, ...(wire.body && { body: wire.body }) }),
  ).catch((error: unknown) => {
    throw show(error instanceof Error ? error.message : String(error));
  });
  const { status, text } = answer;
  if (wasBlocked()) throw show(`${status}, and the process was blocked.`);
  const isValid = judgement.isRouted && judgement.statuses.length === 0;
  counts.count(draft.operation, isValid, status);
  const fault = faultOf(draft, judgement, answer) ?? leakOf(draft, answer, pool);
  if (fault !== undefined) throw show(`${status} ${text.slice(0, 2000)}\nis wrong: ${fault}`);
  if (status < 300 && String(answer.headers['content-type']).startsWith('application/json')) {
    if (!draft.operation.startsWith('getOpenApi')) {
      pool.learn(draft.operation, JSON.parse(text), answer.headers.etag);
    }
  }
  const ids = Object.values(draft.path);
  if (status === 204 && draft.method === 'DELETE' && ids.length === 1)
    ids.forEach((id) => pool.forget(id));
  return answer;
}

function leakOf({ path, by }: Draft, { status }: Answered, pool: Pool): string | undefined {
  if (status >= 400 || by === 'none') return undefined;
  const foreign = Object.values(path).some((id) => pool.isElsewhere(id));
  return foreign ? 'the id is of another workspace.' : undefined;
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patience} ms.`)), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const mostShown = 5000;

function shown(what: string, draft: Draft, { method, target, headers, body }: Wire, app: TestApp) {
  const bytes = body?.toString('utf8') ?? '';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 300)}`);
  return new Error(
    [
      `${draft.operation} by ${draft.by}: ${what}`,
      `${method} ${target}`,
      ...lines,
      '',
      bytes.length > mostShown
        ? `${bytes.slice(0, mostShown)}… (${bytes.length} characters)`
        : bytes,
      ...app.logs.slice(-3).map((line) => line.slice(0, 1500)),
    ].join('\n'),
  );
}
