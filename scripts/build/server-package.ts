import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { optionalDependencies } from '../../package.json';
import { bundleLauncher, licencesFile, protocolFile } from './bundle';
import { writeManifest } from './manifest';

/**
 * The versions of Node.js for which better-sqlite3 has a binary, as in `install/node-version.cjs`.
 */
const node = '^22.14.0 || >=24.0.0';

const programFiles = [
  'program.js',
  'program.js.map',
  'program.js.LEGAL.txt',
  protocolFile,
  `${protocolFile}.LEGAL.txt`,
  'reference',
  'console',
];

/**
 * Writes the folder of the package `callboard` from a built program. Only the SQLite driver is a
 * dependency, so an installation has the versions that were tested. The compile cache that Node.js
 * may have written beside the program is left out.
 */
export async function makeServerPackage(program: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const root = packageRoot();
  const target = join(folder, 'program');
  mkdirSync(target, { recursive: true });
  for (const name of programFiles) {
    cpSync(join(program, name), join(target, name), { recursive: true });
  }
  await bundleLauncher('src/package-launcher.ts', target);
  copyFileSync(join(program, licencesFile), join(folder, licencesFile));
  for (const name of ['contract/openapi.yaml', 'generated/openapi.json']) {
    cpSync(join(root, name), join(folder, name));
  }
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) {
    copyFileSync(join(root, name), join(folder, name));
  }
  writeManifest(folder, 'callboard', {
    engines: { node },
    bin: { callboard: 'program/main.js' },
    exports: { './openapi.json': './generated/openapi.json', './package.json': './package.json' },
    dependencies: { 'better-sqlite3': optionalDependencies['better-sqlite3'] },
  });
}
