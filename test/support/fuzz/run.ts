import fc from 'fast-check';
import { startApp } from '../app';
import type { TestDatabase } from '../dialects';
import { exchange } from '../exchange';
import { generator } from '../random';
import { damaged, damagesFor } from './breaks';
import { shapes, type Shape } from './contract';
import { Counts } from './counts';
import { Credentials } from './credentials';
import { draftOf, plansFor } from './draft';
import { Pool } from './pool';
import { sendDraft, type Target } from './send';

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
  const drawn = (): number => Math.floor(random() * 2 ** 31);
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
          (await tryOperation(shape, target, drawn(), trial.each)) ?? (await lifeSign(target));
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
  return fc.record({ plan: plansFor(shape), damage: damagesFor(shape) });
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
  const attempt = async (make: () => ReturnType<typeof draftOf>): Promise<void> => {
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
  const broken = fc.asyncProperty(work.broken, ({ plan, damage }) =>
    attempt(() => damaged(draftOf(shape, plan, pool), damage, shape)),
  );
  return (
    failureOf(await fc.check(valid, { seed, numRuns: each.valid })) ??
    failureOf(await fc.check(broken, { seed, numRuns: each.broken }))
  );
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
