import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { startApp } from '../app';
import type { TestDatabase } from '../dialects';
import { exchange } from '../exchange';
import { generator } from '../random';
import { damaged, damagesFor, type Damage } from './breaks';
import { shapes, type Shape } from './contract';
import { Counts } from './counts';
import { Credentials } from './credentials';
import { draftOf, plansFor, type Draft } from './draft';
import { judge } from './judge';
import { Pool } from './pool';
import { sendDraft, type Target } from './send';
import { wireOf } from './wire';

/** How long, and with what, requests are made. */
export interface FuzzTrial {
  readonly seed: number;
  /** The number of rounds; each begins with a workspace of its own and asks every operation. */
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
  /Session|Password|User$|Token$|^(pause|resume|revoke|update)Agent$|^acceptInvitation$/;

/** Sends requests that are made from the contract, valid and broken ones, to every operation by everybody. */
export async function runFuzz(database: TestDatabase, trial: FuzzTrial): Promise<FuzzOutcome> {
  const app = await startApp(database, { logLevel: 'error' });
  const counts = new Counts();
  const pool = new Pool();
  const ends = Date.now() + trial.within;
  const random = generator(trial.seed);
  try {
    await Credentials.begin(app, database, pool);
    for (let round = 0; round < trial.rounds && Date.now() < ends; round += 1) {
      pool.leave();
      await database.knex('sign_in_attempts').delete();
      const credentials = await Credentials.begin(app, database, pool);
      const target = { app, credentials, pool, counts };
      for (const shape of shapes.toSorted(() => random() - 0.5)) {
        if (Date.now() > ends) break;
        const failure =
          (await tryOperation(shape, target, seedOf(trial.seed, round, shape), trial.each)) ??
          (await lifeSign(target));
        if (failure !== undefined) return { counts, failure };
      }
    }
    return { counts, failure: undefined };
  } finally {
    await app.close();
  }
}

const workOf = new Map<
  Shape,
  { valid: ReturnType<typeof plansFor>; broken: ReturnType<typeof brokenFor> }
>();

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

// Of its own, so that a new operation does not change what is asked of the others.
function seedOf(seed: number, round: number, { id }: Shape): number {
  return createHash('sha256').update(`${seed} ${round} ${id}`).digest().readInt32BE();
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
  const attempt = async (make: () => Draft): Promise<void> => {
    if (shrinkingEnds !== undefined && Date.now() > shrinkingEnds) return;
    try {
      const { status } = await sendDraft(make(), target);
      if (status < 300 && changesCallers.test(shape.id)) await credentials.renew();
    } catch (error) {
      shrinkingEnds ??= Date.now() + shrinking;
      throw error;
    }
  };
  const valid = fc.asyncProperty(work.valid, (plan) => attempt(() => draftOf(shape, plan, pool)));
  const broken = fc.asyncProperty(work.broken, ({ plan, damages, insists }) =>
    attempt(() => {
      const whole = draftOf(shape, plan, pool);
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
