import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: the same from the sources, from the build and from an installed package. */
export function packageRoot(from: string = __dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The package is incomplete: package.json is missing.');
    folder = parent;
  }
  return folder;
}
