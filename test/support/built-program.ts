import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from '../../scripts/build/bundle';
import { bundleLaterProgram } from '../../scripts/build/later-program';
import { made, type Maker } from '../../scripts/databases/test-run';

const cache = join(__dirname, '..', '..', '.cache');

/** The maker of the built program, for `beginRun`. It is deleted when the process ends. */
export const programMaker: Maker = async () => {
  const folder = join(cache, `program-${randomBytes(6).toString('hex')}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundleProgram(folder);
  return { value: join(folder, 'main.js') };
};

let program: Promise<string> | undefined;

/** The file of the built program, which is built when the first test asks for it. */
export function builtProgram(): Promise<string> {
  program ??= made('program');
  return program;
}

/** Builds the program of a later release. Returns its file, which is deleted with this process. */
export function laterProgram(): Promise<string> {
  const folder = join(cache, `later-${randomBytes(6).toString('hex')}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return bundleLaterProgram(folder);
}
