import { build, type BuildOptions } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { programIn } from '../../src/cli/compiled-program';
import { packageRoot } from '../../src/platform/package-root';
import { describeLicences, packageFolders } from './licences';
import { shareModuleKey } from './module-keys';

// Not part of the file: a native addon, and Swagger UI, whose files are copied beside it.
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

/** The file in a program's folder that names the licences of what is bundled. */
export const licencesFile = 'THIRD-PARTY-LICENSES.txt';

const referenceFiles = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  // The script above refers to it.
  'swagger-ui-bundle.js.LICENSE.txt',
];

/**
 * Makes the program one file, `program.js` in the folder, with its source map: finding and
 * compiling a thousand modules one by one would take most of its start. Beside it are `main.js`,
 * which starts it, what V8 has compiled of it, the files of the reference, and the licences of
 * everything bundled. The folder must be inside the package. Throws an Error when a bundled package
 * has no licence.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const { file } = programIn(folder);
  const { metafile } = await build({
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
    metafile: true,
  });
  shareModuleKey(file);
  const reference = copyReference(join(folder, 'reference'));
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = [...packageFolders(bundled), reference];
  writeFileSync(join(folder, licencesFile), describeLicences(folders));
  await bundleLauncher('src/launcher.ts', folder);
  await compileAhead(folder);
}

/** Makes the `main.js` of a program's folder. */
export async function bundleLauncher(entry: string, folder: string): Promise<void> {
  const outfile = join(folder, 'main.js');
  // Older versions of Node.js must be able to parse it, because it tells their users what is wrong.
  await build({ ...common, entryPoints: [entry], outfile, target: 'es2015' });
}

/** Copies the files that the reference's page loads. Returns the folder of their package. */
function copyReference(folder: string): string {
  const source = dirname(require.resolve('swagger-ui-dist/package.json'));
  mkdirSync(folder, { recursive: true });
  for (const name of referenceFiles) copyFileSync(join(source, name), join(folder, name));
  return source;
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
