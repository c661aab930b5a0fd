import { build, type BuildOptions } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { programIn } from '../../src/cli/compiled-program';
import { packageRoot } from '../../src/platform/package-root';
import { shareModuleKey } from './module-keys';

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

const common: BuildOptions = {
  absWorkingDir: packageRoot(),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
};

/**
 * Makes the program one file, `program.js` in the folder, with its source map and the licences of what is in it: finding and compiling a thousand
 * modules one by one would take most of its start. Beside it, what V8 has compiled of it, and `main.js`, which starts it with
 * that. The folder must be inside the package.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const { file } = programIn(folder);
  await build({
    ...common,
    entryPoints: ['src/main.ts'],
    outfile: file,
    external: [...beside, ...absent],
    // By a Response, pg would find out whether it runs at Cloudflare; to have one, Node 20 loads all of its fetch.
    define: { Response: 'undefined' },
    // Without comments the text has ASCII only, which V8 keeps in half the memory; by short lines a stack trace still tells a place.
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
  });
  shareModuleKey(file);
  await build({ ...common, entryPoints: ['src/launcher.ts'], outfile: join(folder, 'main.js') });
  await compileAhead(folder);
}

/** Serves an empty database in memory once, and keeps what V8 has compiled until the first answer. */
async function compileAhead(folder: string): Promise<void> {
  const script = join(__dirname, 'code-cache.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, 'serve'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: 'sqlite::memory:', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const [, url] = /"url":"([^"]+)"/.exec((said += text)) ?? [];
    if (url === undefined) return;
    child.stdout?.removeAllListeners('data').resume();
    get(`${url}/readyz`, (answer) => {
      answer.resume().once('end', () => child.send('enough'));
    });
  });
  const [code] = await ended;
  if (code !== 0)
    throw new Error(`The program cannot be compiled ahead (exit code ${code}). ${said}`);
}
