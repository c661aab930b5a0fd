import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { startApp, type TestApp } from '../servers/app';
import type { TestDatabase } from '../databases/test-database';
import { exchange } from '../requests/exchange';
import { transact } from '../../src/platform/db/transaction';
import { generator } from '../trials/random';
import { applyFault, faultsFor, type Fault } from './breaks';
import { propertiesOf } from './breaks-of-body';
import { resolve, shapes, type Shape } from './contract';
import { Counts } from './counts';
import { Credentials } from './credentials';
import { draftOf, plansFor, type Draft, type Plan } from './draft';
import { createOneOfEach, createStates } from './create-states';
import { tryFullWorkspace } from './full-workspace';
import { judge } from './judge';
import { Pool } from './pool';
import { sendDraft, type Target } from './send';
import { trySlowReaders } from './slow-readers';
import { wireOf } from './wire';

/** The duration and the number of requests of a run. */
export interface FuzzTrial {
  readonly seed: number;
  /** The number of concurrent sequences, each with its own workspaces. */
  readonly sequences: number;
  /** The number of rounds of a sequence; each round makes a workspace and calls every operation. */
  readonly rounds: number;
  /** The number of valid and of broken requests of each operation in a round. */
  readonly each: { readonly valid: number; readonly broken: number };
  /** Milliseconds after which no further operation starts. */
  readonly within: number;
}

/**
 * The result: `failure` shows the first wrong response with the smallest request that causes it.
 */
export interface FuzzOutcome {
  readonly counts: Counts;
  readonly failure: string | undefined;
}

/** The most milliseconds for shrinking a failing request. */
const shrinking = 20_000;

/** The paths of operations that may end or change sessions, tokens, people or agents. */
const changesCallers = /^\/v1\/(?:agents|invitations|sessions?|tokens|users)\b/;

/**
 * Sends valid and broken requests, made from the contract, to every operation with every
 * credential. Each round also sends pipelined requests on connections that read slowly or not at
 * all.
 */
export async function runFuzz(database: TestDatabase, trial: FuzzTrial): Promise<FuzzOutcome> {
  const app = await startApp(database, { logLevel: 'error' });
  const full = await startApp(database, { logLevel: 'error', storedBytes: 1 });
  const ends = Date.now() + trial.within;
  const run: Run = { app, full, counts: new Counts(), ends, hasFailed: false };
  try {
    const sequences = Array.from({ length: trial.sequences }, (_, sequence) =>
      runSequence(sequence, run, trial),
    );
    const failures = await Promise.all(sequences);
    return { counts: run.counts, failure: failures.find((failure) => failure !== undefined) };
  } finally {
    await app.close();
    await full.close();
  }
}

interface Run {
  readonly app: TestApp;
  /** A server of the same database, in which every workspace stores as much as it may. */
  readonly full: TestApp;
  readonly counts: Counts;
  /** When no further operation starts. */
  readonly ends: number;
  hasFailed: boolean;
}

async function runSequence(
  sequence: number,
  run: Run,
  trial: FuzzTrial,
): Promise<string | undefined> {
  const { app, full, counts } = run;
  const { database } = app;
  const pool = new Pool();
  const seed = `${trial.seed} ${sequence}`;
  const random = generator(numberOf(seed));
  const isOver = (): boolean => run.hasFailed || Date.now() > run.ends;
  await Credentials.begin(app, database, pool, createOneOfEach);
  for (let round = 0; round < trial.rounds && !isOver(); round += 1) {
    pool.startWorkspace();
    const credentials = await Credentials.begin(app, database, pool, createStates);
    const target = { app, credentials, pool, counts };
    for (const shape of shapes.toSorted(() => random() - 0.5)) {
      if (isOver()) break;
      if (takesPassword(shape)) {
        if (round % 2 > 0) continue;
        // Otherwise further guesses would be refused. Use the server's own queue of writers,
        // because another connection would block them.
        await transact(database, (transaction) =>
          transaction.write((db) => db('sign_in_attempts').delete()),
        );
      }
      // Each operation has its own seed, so a new operation does not change the requests of others.
      const own = numberOf(`${seed} ${round} ${shape.id}`);
      const failure =
        (await tryOperation(shape, target, own, trial.each)) ?? (await healthFault(target));
      if (failure === undefined) continue;
      run.hasFailed = true;
      return failure;
    }
    const failure =
      (await trySlowReaders(app, numberOf(`${seed} ${round} slow readers`))) ??
      (await tryFullWorkspace({ app, full, database }));
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

/**
 * Whether the body has a password. Hashing one takes as long as twenty requests, so these
 * operations run in every other round.
 */
function takesPassword(shape: Shape): boolean {
  return Object.values(propertiesOf(shape)).some(
    (schema) => resolve(schema)['format'] === 'password',
  );
}

function brokenFor(shape: Shape) {
  return fc.record({
    plan: plansFor(shape),
    faults: fc.array(faultsFor(shape), { minLength: 12, maxLength: 12 }),
    // Not every fault makes a request invalid; some of the harmless ones are sent as well.
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
      const isWrite = shape.method !== 'get';
      if (isWrite && status < 300 && changesCallers.test(shape.path)) credentials.doubt();
    } catch (error) {
      shrinkingEnds ??= Date.now() + shrinking;
      throw error;
    }
  };
  const valid = fc.asyncProperty(work.valid, (plan) => attempt(plan, (draft) => draft));
  const broken = fc.asyncProperty(work.broken, ({ plan, faults, insists }) =>
    attempt(plan, (whole) => {
      const draft = (fault: Fault): Draft => applyFault(whole, fault, shape);
      const fault = faults.find((one) => !insists || isRefused(draft(one))) ?? faults[0];
      return fault === undefined ? whole : draft(fault);
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

async function healthFault({ app }: Target): Promise<string | undefined> {
  const { status } = await exchange(app, 'GET', '/healthz');
  return status === 200 ? undefined : `The service is not healthy: ${status}.`;
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
