import fc from 'fast-check';
import { startApp } from '../app';
import type { TestDatabase } from '../dialects';
import { callCast } from './cast-call';
import { checkAll, sequences } from './commands';
import { Coverage } from './coverage';
import type { Real } from './real';
import { emptyModel } from './state';

/** How long, and with what, sequences are tried. */
export interface Trial {
  readonly seed: number;
  /** The number of sequences. */
  readonly runs: number;
  /** The most commands of a sequence. */
  readonly commands: number;
  /** Milliseconds after which no further sequence begins; those that shrink a failure get as many again. */
  readonly within: number;
}

/** What came of a trial: `failure` says what differs, after which shortest sequence. */
export interface Outcome {
  readonly coverage: Coverage;
  readonly failure: string | undefined;
}

/** Drives random sequences against the service on a database and against the model. */
export async function runTrial(database: TestDatabase, trial: Trial): Promise<Outcome> {
  const app = await startApp(database, { logLevel: 'error' });
  const coverage = new Coverage();
  const ends = Date.now() + trial.within;
  let shrinkingEnds: number | undefined;
  try {
    const property = fc.asyncProperty(sequences(trial.commands), async (commands) => {
      if (Date.now() > (shrinkingEnds ?? ends)) return;
      const { cast, workspaceId } = await callCast(app, database);
      const model = emptyModel(cast);
      const position = await lastPosition(database, workspaceId);
      const isCounted = shrinkingEnds === undefined;
      const counts = isCounted ? coverage : new Coverage();
      const versions: Real['versions'] = new Map();
      const said: string[] = [];
      const real = { app, database, workspaceId, versions, coverage: counts, said, position };
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await checkAll(model, real);
        counts.sequences += 1;
      } catch (error) {
        shrinkingEnds ??= Date.now() + Math.min(trial.within, 90_000);
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`${why}\n${listed(real.said)}`, { cause: error });
      }
    });
    const details = await fc.check(property, {
      seed: trial.seed,
      numRuns: trial.runs,
      // Once the time is over; what is known by then counts.
      interruptAfterTimeLimit: trial.within * 2,
    });
    return { coverage, failure: failureOf(details, trial) };
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

function listed(said: readonly string[]): string {
  return said.map((line, index) => `${index + 1}. ${line}`).join('\n');
}

interface Details {
  readonly failed: boolean;
  readonly errorInstance: unknown;
  readonly numRuns: number;
  readonly numShrinks: number;
}

function failureOf(details: Details, { seed }: Trial): string | undefined {
  if (!details.failed) return undefined;
  const { errorInstance: error, numRuns, numShrinks } = details;
  const why = error instanceof Error ? error.message : String(error);
  return `The service differs from the model (seed ${seed}, sequence ${numRuns}, shrunk ${numShrinks} times): ${why}`;
}
