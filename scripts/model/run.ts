import fc from 'fast-check';
import { startApp } from '../servers/app';
import type { TestDatabase } from '../databases/test-database';
import { createParticipants } from './participants';
import { checkAll, sequences } from './commands';
import { Coverage } from './coverage';
import type { Check } from './plan';
import type { Real } from './real';
import { emptyModel } from './state';

/** The duration and size of a trial. */
export interface Trial {
  readonly seed: number;
  /** The number of sequences. */
  readonly runs: number;
  /** The most commands of a sequence. */
  readonly commands: number;
  /**
   * Milliseconds after which no further sequence starts. Shrinking a failure may take as long
   * again, at most 90 s.
   */
  readonly within: number;
  /** Reads that are compared with the model after each step, besides the response. */
  readonly afterEach?: Check;
}

/**
 * The result of a trial: `failure` describes the difference and the shortest sequence that leads to
 * it.
 */
export interface Outcome {
  readonly coverage: Coverage;
  readonly failure: string | undefined;
}

const maxShrinking = 90_000;

// fast-check stops at a failure only.
const timeLimitReached = new Error('The time is over.');

/** Runs random sequences against the service on a database and against the model. */
export async function runTrial(database: TestDatabase, trial: Trial): Promise<Outcome> {
  const app = await startApp(database, { logLevel: 'error' });
  const coverage = new Coverage();
  const ends = Date.now() + trial.within;
  let shrinkingEnds: number | undefined;
  try {
    const property = fc.asyncProperty(sequences(trial.commands), async (commands) => {
      if (shrinkingEnds === undefined && Date.now() > ends) throw timeLimitReached;
      if (shrinkingEnds !== undefined && Date.now() > shrinkingEnds) return;
      const { participants, workspaceId } = await createParticipants(app, database);
      const model = emptyModel(participants);
      const position = await lastPosition(database, workspaceId);
      const isCounted = shrinkingEnds === undefined;
      const counts = isCounted ? coverage : new Coverage();
      const versions: Real['versions'] = new Map();
      const history: string[] = [];
      const { afterEach = () => Promise.resolve() } = trial;
      const seen = { versions, coverage: counts, history, position };
      const real: Real = { app, database, workspaceId, ...seen, afterEach };
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await checkAll(model, real);
        counts.sequences += 1;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`${why}\n${listed(real.history)}`, { cause: error });
      }
    });
    const { seed, runs: numRuns } = trial;
    const first = await fc.check(property, { seed, numRuns, endOnFailure: true });
    if (!first.failed || first.errorInstance === timeLimitReached) {
      return { coverage, failure: undefined };
    }
    shrinkingEnds = Date.now() + Math.min(trial.within, maxShrinking);
    const path = first.counterexamplePath ?? '';
    const shrunk = await fc.check(property, { seed, path });
    // When the failure cannot be reproduced, report the first sequence that had it.
    const found = shrunk.failed ? shrunk : first;
    return { coverage, failure: failureOf(found, first.numRuns, trial) };
  } finally {
    await app.close();
  }
}

async function lastPosition(database: TestDatabase, workspaceId: string): Promise<number> {
  const row: { last: number } | undefined = await database
    .knex('event_positions')
    .where({ workspace_id: workspaceId })
    .first('last');
  return Number(row?.last ?? 0);
}

function listed(history: readonly string[]): string {
  return history.map((line, index) => `${index + 1}. ${line}`).join('\n');
}

interface Details {
  readonly errorInstance: unknown;
  readonly numShrinks: number;
}

function failureOf(
  { errorInstance: error, numShrinks }: Details,
  sequence: number,
  { seed }: Trial,
): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The service differs from the model (seed ${seed}, sequence ${sequence}, shrunk ${numShrinks} times): ${why}`;
}
