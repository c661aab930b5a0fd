import { parseArgs } from 'node:util';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { allDialects } from '../databases/chosen-dialects';
import { databaseMakers } from '../databases/database-templates';
import { openTestDatabase, type TestDatabase } from '../databases/test-database';
import { beginRun } from '../databases/test-run';

/** The options of a run. */
export interface RunOptions {
  /** The duration of the run. */
  readonly seconds: number;
  readonly seed: number;
}

/** A script that runs random trials against each database for some time. */
export interface LongRun {
  /** The npm script. */
  readonly name: string;
  /** The description for `--help`. */
  readonly description: string;
  /**
   * Runs the trials on one database and prints a summary. Returns a description of the failure, or
   * undefined.
   */
  readonly run: (database: TestDatabase, options: RunOptions) => Promise<string | undefined>;
}

/**
 * Runs the script with its command line, on both databases unless one is named. Returns the exit
 * code: 0, 1 after a failure, with the command that repeats it, or 2 for a wrong option.
 */
export async function runLong({ name, description, run }: LongRun): Promise<number> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      database: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const seed = Number(values.seed);
  const wanted = allDialects.filter((one) => (values.database ?? one) === one);
  if (values.help || !(seconds > 0) || !Number.isInteger(seed) || wanted.length === 0) {
    console.log(`npm run ${name} -- [--seconds N] [--seed S] [--database sqlite|postgres]`);
    console.log(`\n${description}`);
    return values.help ? 0 : 2;
  }
  const end = await beginRun(databaseMakers);
  try {
    for (const dialect of wanted) {
      const failure = await runOn(dialect, run, { seconds, seed });
      if (failure === undefined) continue;
      console.error(failure);
      console.error(
        `Repeat: npm run ${name} -- --seconds ${seconds} --seed ${seed} --database ${dialect}`,
      );
      return 1;
    }
    return 0;
  } finally {
    await end();
  }
}

async function runOn(dialect: Dialect, run: LongRun['run'], options: RunOptions) {
  const database = await openTestDatabase(dialect);
  try {
    return await run(database, options);
  } finally {
    await database.close();
  }
}
