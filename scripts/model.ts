import { runLong } from './trials/long-run';
import { operations } from './model/commands';
import { runTrial } from './model/run';

const maxCommands = 160;
const maxRuns = 1_000_000;

void runLong({
  name: 'model',
  description: `Sends random sequences of requests by several actors to the service and to a model of its states, on both databases unless one
is named, and exits with 1 at the first difference. The same seed makes the same sequences.`,
  run: async (database, { seconds, seed }) => {
    const within = seconds * 1000;
    const trial = { seed, runs: maxRuns, commands: maxCommands, within };
    const { coverage, failure } = await runTrial(database, trial);
    const { sequences, requests } = coverage;
    console.log(`${database.dialect}: ${sequences} sequences, ${requests} requests, seed ${seed}`);
    console.log(coverage.table());
    const holes = coverage.missingOutcomes(operations);
    if (holes.length > 0) console.log(`Never reached: ${holes.join(', ')}`);
    return failure;
  },
}).then((code) => (process.exitCode = code));
