import { describeOnEachDatabase } from '../support/dialects';
import { runFuzz } from '../../scripts/fuzz/run';
import { operationIds } from '../../scripts/requests/operations';
import { operations } from '../../scripts/model/commands';
import { runTrial } from '../../scripts/model/run';
import { checkWork } from '../../scripts/model/work-reads';
import { refuseUnstampedChanges } from '../support/stamps';

const minutes = 60_000;

describeOnEachDatabase('Requests generated from the contract', (database) => {
  // The same requests every time; `npm run fuzz` tries others.
  const trial = {
    seed: 20_261_127,
    sequences: 1,
    rounds: 1,
    each: { valid: 2, broken: 4 },
    within: 5 * minutes,
  };

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

// The seed is fixed; `npm run model` tries others.
const work = { seed: 20_261_125, runs: 4, commands: 70, within: 9 * minutes };

describeOnEachDatabase('The service', (database) => {
  const trial = { seed: 20_261_124, runs: 12, commands: 140, within: 9 * minutes };

  test(
    'agrees with the model after random sequences that reach every operation',
    async () => {
      await refuseUnstampedChanges(database());
      const { coverage, failure } = await runTrial(database(), trial);
      expect(failure).toBeUndefined();
      expect(coverage.failures(operations)).toEqual([]);
    },
    12 * minutes,
  );

  test(
    'tells an agent the same work everywhere, after each step',
    async () => {
      const { coverage, failure } = await runTrial(database(), { ...work, afterEach: checkWork });
      expect(failure).toBeUndefined();
      expect(coverage.sequences).toBe(work.runs);
    },
    12 * minutes,
  );
});
