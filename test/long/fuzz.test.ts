import { describeOnEachDatabase } from '../support/dialects';
import { runFuzz } from '../../scripts/fuzz/run';
import { operationIds } from '../../scripts/requests/operations';

const minutes = 60_000;

// The same requests every time; `npm run fuzz` tries others.
const trial = {
  seed: 20_261_127,
  sequences: 1,
  rounds: 1,
  each: { valid: 2, broken: 4 },
  within: 5 * minutes,
};

describeOnEachDatabase('Requests generated from the contract', (database) => {
  test(
    'get responses that the contract allows, from every operation',
    async () => {
      const { counts, failure } = await runFuzz(database(), trial);
      expect(failure).toBeUndefined();
      expect(operationIds.filter((id) => counts.minimumOf(id) === 0)).toEqual([]);
    },
    6 * minutes,
  );
});
