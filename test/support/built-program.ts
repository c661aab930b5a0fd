import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../../scripts/build/bundle';

const variable = 'TEST_PROGRAM';
const cache = join(__dirname, '..', '..', '.cache');

/**
 * Builds the program for the test files of this process's workers, which inherit its environment.
 * It is deleted when the process ends.
 */
export async function buildProgram(): Promise<void> {
  const folder = join(cache, `program-${randomBytes(6).toString('hex')}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundleProgram(folder);
  process.env[variable] = join(folder, 'main.js');
}

/** The file of the built program. Throws an Error when it was not built. */
export function builtProgram(): string {
  const file = process.env[variable];
  if (file === undefined) {
    throw new Error('The program is not built: run the tests by npm test or npx jest.');
  }
  return file;
}
