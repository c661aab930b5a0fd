import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { startApp, type TestApp } from '../app';
import type { TestDatabase } from '../dialects';
import { exchange } from '../exchange';
import { transact } from '../../../src/platform/db/transaction';
import { generator } from '../random';
import { damaged, damagesFor, type Damage } from './breaks';
import { propertiesOf } from './breaks-of-body';
import { resolve, shapes, type Shape } from './contract';
import { Counts } from './counts';
import { Credentials } from './credentials';
import { draftOf, plansFor, type Draft, type Plan } from './draft';
import { furnishOne, furnishStates } from './furnish-states';
import { judge } from './judge';
import { Pool } from './pool';
import { sendDraft, type Target } from './send';
import { trySlowReaders } from './slow-readers';
import { wireOf } from './wire';

/** How long, and with what, requests are made. */
export interface FuzzTrial {
  readonly seed: number;
  /** How many go on at the same time, each with workspaces and a sequence of its own. */
  readonly lanes: number;
  /** The number of rounds of a lane; each begins with a workspace of its own and asks every operation. */
  readonly rounds: number;
  /** How many requests of each operation a round makes that are meant to be valid, and how many that are broken. */
  readonly each: { readonly valid: number; readonly broken: number };
  /** Milliseconds after which no further operation is asked. */
  readonly within: number;
}

/** What came of it: `failure` shows the first request whose answer is wrong, as small as it could be made. */
export interface FuzzOutcome {
  readonly counts: Counts;
  readonly failure: string | undefined;
}

/** Milliseconds that may go into making a failing request smaller. */
const shrinking = 20_000;

/** What ends or changes sessions, tokens, people or agents. */
const changesCallers =
  /Session|Password|^changeEmail$|User$|Token$|^(pause|resume|revoke|update)Agent$|^acceptInvitation$/;

/**
 * Sends requests that are made from the contract, valid and broken ones, to every operation by
 * everybody, and in each round pipelined ones on connections that are read slowly or not at all.
 */
export async function runFuzz(database: TestDatabase, trial: FuzzTrial): Promise<FuzzOutcome> {
  const app = await startApp(database, { logLevel: 'error' });
  const run: Run = { app, counts: new Counts(), ends: Date.now() + trial.within, hasFailed: false };
  try {
    const lanes = Array.from({ length: trial.lanes }, (_, lane) => runLane(lane, run, trial));
    const failures = await Promise.all(lanes);
    return { counts: run.counts, failure: failures.find((failure) => failure !== undefined) };
  } finally {
    await app.close();
  }
}

interface Run {
  readonly app: TestApp;
  readonly counts: Counts;
  /** When no further operation is asked. */
  readonly ends: number;
  hasFailed: boolean;
}

async function runLane(lane: number, run: Run, trial: FuzzTrial): Promise<string | undefined> {
  const { app, counts } = run;
  const { database } = app;
  const pool = new Pool();
  const seed = `${trial.seed} ${lane}`;
  const random = generator(numberOf(seed));
  const isOver = (): boolean => run.hasFailed || Date.now() > run.ends;
  await Credentials.begin(app, database, pool, furnishOne);
  for (let round = 0; round < trial.rounds && !isOver(); round += 1) {
    pool.leave();
    const credentials = await Credentials.begin(app, database, pool, furnishStates);
    const target = { app, credentials, pool, counts };
    for (const shape of shapes.toSorted(() => random() - 0.5)) {
      if (isOver()) break;
      if (takesPassword(shape)) {
        if (round % 2 > 0) continue;
        // Or no further guess would be let in. In turn with the server's own writers, which another connection would hold up.
        await transact(database, (transaction) =>
          transaction.write((db) => db('sign_in_attempts').delete()),
        );
      }
      // Of its own, so that a new operation does not change what is asked of the others.
      const own = numberOf(`${seed} ${round} ${shape.id}`);
      const failure =
        (await tryOperation(shape, target, own, trial.each)) ?? (await lifeSign(target));
      if (failure === undefined) continue;
      run.hasFailed = true;
      return failure;
    }
    const failure = await trySlowReaders(app, numberOf(`${seed} ${round} slow readers`));
    if (failure !== undefined) {
      run.hasFailed = true;
      return failure;
    }
  }
  return undefined;
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE();
}

const workOf = new Map<
  Shape,
  { valid: ReturnType<typeof plansFor>; broken: ReturnType<typeof brokenFor> }
>();

/** Whether the body has a password: hashing one takes as long as twenty other requests, so that they are made every other time. */
function takesPassword(shape: Shape): boolean {
  return Object.values(propertiesOf(shape)).some(
    (schema) => resolve(schema)['format'] === 'password',
  );
}

function brokenFor(shape: Shape) {
  return fc.record({
    plan: plansFor(shape),
    damages: fc.array(damagesFor(shape), { minLength: 12, maxLength: 12 }),
    // Not every damage makes a request wrong; those that do not are sent as well.
    insists: fc.oneof(
      { weight: 3, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  });
}

async function tryOperation(
  shape: Shape,
  target: Target,
  seed: number,
  each: FuzzTrial['each'],
): Promise<string | undefined> {
  const work = workOf.get(shape) ?? { valid: plansFor(shape), broken: brokenFor(shape) };
  workOf.set(shape, work);
  const { pool, credentials } = target;
  let shrinkingEnds: number | undefined;
  const attempt = async (plan: Plan, finish: (draft: Draft) => Draft): Promise<void> => {
    if (shrinkingEnds !== undefined && Date.now() > shrinkingEnds) return;
    try {
      await credentials.ready(plan.by);
      const draft = draftOf(shape, plan, pool, credentials.actorOf(plan.by));
      const { status } = await sendDraft(finish(draft), target);
      if (status < 300 && changesCallers.test(shape.id)) credentials.doubt();
    } catch (error) {
      shrinkingEnds ??= Date.now() + shrinking;
      throw error;
    }
  };
  const valid = fc.asyncProperty(work.valid, (plan) => attempt(plan, (draft) => draft));
  const broken = fc.asyncProperty(work.broken, ({ plan, damages, insists }) =>
    attempt(plan, (whole) => {
      const draft = (damage: Damage): Draft => damaged(whole, damage, shape);
      const damage = damages.find((one) => !insists || isRefused(draft(one))) ?? damages[0];
      return damage === undefined ? whole : draft(damage);
    }),
  );
  return (
    failureOf(await fc.check(valid, { seed, numRuns: each.valid })) ??
    failureOf(await fc.check(broken, { seed, numRuns: each.broken }))
  );
}

function isRefused(draft: Draft): boolean {
  return judge(draft, wireOf(draft)).statuses.length > 0;
}

async function lifeSign({ app }: Target): Promise<string | undefined> {
  const { status } = await exchange(app, 'GET', '/healthz');
  return status === 200 ? undefined : `The service is not well: ${status}.`;
}

interface Details {
  readonly failed: boolean;
  readonly errorInstance: unknown;
  readonly numShrinks: number;
}

function failureOf({ failed, errorInstance: error, numShrinks }: Details): string | undefined {
  if (!failed) return undefined;
  return `${error instanceof Error ? error.message : String(error)}\n(shrunk ${numShrinks} times)`;
}
