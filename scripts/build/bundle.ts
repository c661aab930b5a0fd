import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/service/package-root';

// What cannot be part of a file: a native addon, and a folder whose files are sent as they are.
const beside = ['better-sqlite3', 'swagger-ui-dist'];
// What libraries reach for only where it is installed; Callboard needs none of it.
const absent = [
  'cloudflare:sockets',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/**
 * Makes the program one file, `main.js` in the folder, with its source map and the licences of what is in it: finding and compiling a thousand
 * modules one by one would take most of its start. The folder must be inside the package.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: packageRoot(),
    entryPoints: ['src/main.ts'],
    outfile: join(folder, 'main.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: [...beside, ...absent],
    // Without comments the text has ASCII only, which V8 keeps in half the memory; by short lines a stack trace still tells a place.
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'warning',
  });
}
