import { runFuzz } from './fuzz/run';
import { runLong } from './trials/long-run';
import type { OperationId } from '../src/platform/operation';
import { operationIds } from './requests/operations';

const each = { valid: 6, broken: 6 };
// One sequence continues while another hashes a password or waits for the database.
const sequences = 3;
const maxRounds = 1_000_000;
/**
 * A run of at least `longEnough` seconds fails when an operation never succeeds in at least
 * `enough` valid requests.
 */
const enough = 20;
const longEnough = 60;

/** What no request can prepare: the command line makes the links of `useSignInLink`. */
const beyondRequests: ReadonlySet<OperationId> = new Set(['useSignInLink']);

void runLong({
  name: 'fuzz',
  description: `Sends valid and broken requests, made from the contract, to every operation with every kind of credential, on both databases
unless one is named. Exits with 1 at the first wrong response, and when an operation never succeeds in a minute or more. The same
seed makes the same requests.`,
  run: async (database, { seconds, seed }) => {
    const began = Date.now();
    const within = seconds * 1000;
    const { counts, failure } = await runFuzz(database, {
      seed,
      sequences,
      rounds: maxRounds,
      each,
      within,
    });
    const rate = Math.round((counts.requests * 1000) / (Date.now() - began));
    console.log(counts.table());
    console.log(`${database.dialect}: ${counts.requests} requests, ${rate} a second, seed ${seed}`);
    if (failure !== undefined) return failure;
    const unsuccessful = operationIds.filter(
      (id) => !beyondRequests.has(id) && counts.successesOf(id) === 0,
    );
    if (unsuccessful.length > 0) console.log(`Never successful: ${unsuccessful.join(', ')}`);
    const neverSuccessful = unsuccessful.filter((id) => counts.validOf(id) >= enough);
    return seconds >= longEnough && neverSuccessful.length > 0
      ? `No valid request succeeded of: ${neverSuccessful.join(', ')}. Add the state that the operation needs to ` +
          `wanted in scripts/fuzz/wanted.ts (${neverSuccessful[0]}: isOpen, for example), and create a record in ` +
          `that state in someStates of scripts/fuzz/create-states.ts.`
      : undefined;
  },
}).then((code) => (process.exitCode = code));
