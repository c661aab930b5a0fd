import { parseArgs } from 'node:util';
import setUpDatabases from '../test/support/databases-setup';
import tearDownDatabases from '../test/support/databases-teardown';
import { dialects, openTestDatabase } from '../test/support/dialects';
import { operations } from '../test/support/model/commands';
import { runTrial, type Outcome } from '../test/support/model/run';
import type { Dialect } from '../src/platform/db/hands';

const usage = `npm run model -- [--seconds N] [--seed S] [--database sqlite|postgres]

Drives random sequences of requests by several actors against the service and a model of its states, on both databases unless one
is named, and ends with 1 at the first difference. The same seed makes the same sequences.`;

async function main(): Promise<number> {
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
  const wanted = dialects.filter((one) => (values.database ?? one) === one);
  if (values.help || !(seconds > 0) || !Number.isInteger(seed) || wanted.length === 0) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  await setUpDatabases();
  try {
    for (const dialect of wanted) {
      const { coverage, failure } = await tryFor(dialect, seconds, seed);
      const holes = coverage.holes(operations);
      console.log(
        `${dialect}: ${coverage.sequences} sequences, ${coverage.requests} requests, seed ${seed}`,
      );
      console.log(coverage.table());
      if (holes.length > 0) console.log(`Never reached: ${holes.join(', ')}`);
      if (failure === undefined) continue;
      console.error(failure);
      console.error(
        `Repeat: npm run model -- --seconds ${seconds} --seed ${seed} --database ${dialect}`,
      );
      return 1;
    }
    return 0;
  } finally {
    await tearDownDatabases();
  }
}

const longest = 160;
const mostRuns = 1_000_000;

async function tryFor(dialect: Dialect, seconds: number, seed: number): Promise<Outcome> {
  const database = await openTestDatabase(dialect);
  try {
    const within = seconds * 1000;
    return await runTrial(database, { seed, runs: mostRuns, commands: longest, within });
  } finally {
    await database.close();
  }
}

void main().then((code) => (process.exitCode = code));
