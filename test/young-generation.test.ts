import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { typescript } from './support/program';
import type { YoungGeneration } from './support/young-generation-process';

const run = promisify(execFile);
const script = join(__dirname, 'support', 'young-generation-process.ts');

it('grows to two halves of 8 MB under load, and again after a quiet time has made it smaller', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', ...typescript, script]);
  const { underLoad, quiet, again }: YoungGeneration = JSON.parse(stdout);
  expect({ underLoad, again }).toEqual({ underLoad: 8, again: 8 });
  expect(quiet).toBeLessThan(8);
});
