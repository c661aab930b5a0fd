import { runFuzz } from '../test/support/fuzz/run';
import { runLong } from '../test/support/long-run';
import { operationIds } from '../test/support/operations';

const each = { valid: 4, broken: 4 };
const mostRounds = 1_000_000;

void runLong({
  name: 'fuzz',
  description: `Sends requests that are made from the contract, valid and broken ones, to every operation with every kind of credential, on both
databases unless one is named, and ends with 1 at the first wrong answer. The same seed makes the same requests.`,
  run: async (database, { seconds, seed }) => {
    const began = Date.now();
    const within = seconds * 1000;
    const { counts, failure } = await runFuzz(database, { seed, rounds: mostRounds, each, within });
    const rate = Math.round((counts.requests * 1000) / (Date.now() - began));
    console.log(counts.table());
    console.log(`${database.dialect}: ${counts.requests} requests, ${rate} a second, seed ${seed}`);
    const unsuccessful = operationIds.filter((id) => counts.successesOf(id) === 0);
    if (unsuccessful.length > 0) console.log(`Never successful: ${unsuccessful.join(', ')}`);
    return failure;
  },
}).then((code) => (process.exitCode = code));
