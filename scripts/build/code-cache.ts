import { writeFileSync } from 'node:fs';
import { compileProgram, programIn, runProgram } from '../../src/cli/compiled-program';
import { resetGrowth } from '../../src/cli/serve/heap';

// Usage: code-cache.ts FOLDER ARGUMENTS...: runs the built program of the folder with the arguments until it is told to stop, and keeps what V8
// has compiled by then: with the functions that have run, which it would compile when they are called.
const [node = '', , folder = '', ...args] = process.argv;
const { file, cache } = programIn(folder);
const script = compileProgram(file);
process.once('message', () => {
  resetGrowth();
  writeFileSync(cache, script.createCachedData());
  process.exit(0);
});
// A server would outlive a build that was broken off.
process.once('disconnect', () => process.exit(1));
process.argv = [node, file, ...args];
runProgram(script, file);
