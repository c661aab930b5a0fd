import { parseArgs } from 'node:util';
import setUpDatabases from '../test/support/databases-setup';
import tearDownDatabases from '../test/support/databases-teardown';
import { dialects, openTestDatabase } from '../test/support/dialects';
import { runFuzz, type FuzzOutcome } from '../test/support/fuzz/run';
import { operationIds } from '../test/support/operations';
import type { Dialect } from '../src/platform/db/hands';

const usage = `npm run fuzz -- [--seconds N] [--seed S] [--database sqlite|postgres]

Sends requests that are made from the contract, valid and broken ones, to every operation with every kind of credential, on both
databases unless one is named, and ends with 1 at the first wrong answer. The same seed makes the same requests.`;

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
      const began = Date.now();
      const { counts, failure } = await tryFor(dialect, seconds, seed);
      const rate = Math.round((counts.requests * 1000) / (Date.now() - began));
      console.log(counts.table());
      console.log(`${dialect}: ${counts.requests} requests, ${rate} a second, seed ${seed}`);
      const unsuccessful = operationIds.filter((id) => counts.successesOf(id) === 0);
      if (unsuccessful.length > 0) console.log(`Never successful: ${unsuccessful.join(', ')}`);
      if (failure === undefined) continue;
      console.error(failure);
      console.error(
        `Repeat: npm run fuzz -- --seconds ${seconds} --seed ${seed} --database ${dialect}`,
      );
      return 1;
    }
    return 0;
  } finally {
    await tearDownDatabases();
  }
}

async function tryFor(dialect: Dialect, seconds: number, seed: number): Promise<FuzzOutcome> {
  const database = await openTestDatabase(dialect);
  try {
    const each = { valid: 4, broken: 4 };
    return await runFuzz(database, { seed, rounds: 1_000_000, each, within: seconds * 1000 });
  } finally {
    await database.close();
  }
}

void main().then((code) => (process.exitCode = code));
