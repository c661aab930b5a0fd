import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram, bundleServer } from '../../scripts/build/bundle';
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

/**
 * Builds a later program, which has further steps of the schema, in TypeScript, at the end of the
 * list. Returns its file.
 */
export async function buildWithSteps(steps: string): Promise<string> {
  const folder = join(cache, `later-${randomBytes(6).toString('hex')}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'program.js');
  await bundleServer(file, [
    {
      name: 'further-steps',
      setup(builder) {
        builder.onLoad({ filter: /[\\/]db[\\/]migrations[\\/]index\.ts$/ }, ({ path }) => {
          const [list, ...others] = readFileSync(path, 'utf8').split(/^\];$/m);
          if (others.length !== 1) throw new Error('The list of steps has another form.');
          return { contents: `${list}${steps}];${others.join('')}`, loader: 'ts' };
        });
      },
    },
  ]);
  return file;
}
