import { runFuzz } from '../test/support/fuzz/run';
import { runLong } from '../test/support/long-run';
import { operationIds } from '../test/support/operations';

const each = { valid: 6, broken: 6 };
// While one hashes a password or waits for the database, another goes on.
const lanes = 3;
const mostRounds = 1_000_000;
/** An operation of which none of so many valid requests succeeds in a run of so many seconds is one that the run does not reach. */
const enough = 20;
const longEnough = 60;

void runLong({
  name: 'fuzz',
  description: `Sends requests that are made from the contract, valid and broken ones, to every operation with every kind of credential, on both
databases unless one is named, and ends with 1 at the first wrong answer, and when in a minute or more an operation never succeeds. The same seed makes the same requests.`,
  run: async (database, { seconds, seed }) => {
    const began = Date.now();
    const within = seconds * 1000;
    const { counts, failure } = await runFuzz(database, {
      seed,
      lanes,
      rounds: mostRounds,
      each,
      within,
    });
    const rate = Math.round((counts.requests * 1000) / (Date.now() - began));
    console.log(counts.table());
    console.log(`${database.dialect}: ${counts.requests} requests, ${rate} a second, seed ${seed}`);
    if (failure !== undefined) return failure;
    const unsuccessful = operationIds.filter((id) => counts.successesOf(id) === 0);
    if (unsuccessful.length > 0) console.log(`Never successful: ${unsuccessful.join(', ')}`);
    const hopeless = unsuccessful.filter((id) => counts.validOf(id) >= enough);
    return seconds >= longEnough && hopeless.length > 0
      ? `No valid request was successful of: ${hopeless.join(', ')}`
      : undefined;
  },
}).then((code) => (process.exitCode = code));
