import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with package.json, whether the program runs from sources, a build or a package. */
export function packageRoot(from: string = __dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The package is incomplete: package.json is missing.');
    folder = parent;
  }
  return folder;
}

/** The version of the program, from package.json. */
export function packageVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(join(packageRoot(), 'package.json'), 'utf8'),
  );
  return manifest.version;
}

// scripts/build/bundle.ts replaces it in a built program.
declare const BUILT_FROM: string | undefined;

/** The commit that the program was built from, or why it is not known. */
export const commit: string =
  typeof BUILT_FROM === 'undefined' ? 'unknown (run from sources)' : BUILT_FROM;
