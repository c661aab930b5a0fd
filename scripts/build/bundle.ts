import { build, type BuildOptions } from 'esbuild';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { describeLicences, packageFolders } from './licences';
import { shareModuleKey } from './module-keys';

// Not bundled: a native addon, and Swagger UI, whose files are copied beside the program.
const external = ['better-sqlite3', 'swagger-ui-dist'];
// Optional modules that libraries import only where they are installed. Callboard needs none.
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
 * Bundles the program into `program.js` in the folder, with its source map, because loading a
 * thousand modules one by one would take most of the start. Writes beside it `main.js`, which
 * starts it, the files of the API reference, and the licences of everything bundled. The folder
 * must be inside the package. Throws an Error when a bundled package has no licence.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'program.js');
  const { metafile } = await build({
    ...common,
    entryPoints: ['src/main.ts'],
    outfile: file,
    external: [...external, ...absent],
    // V8 stores ASCII text in half the memory, and only comments have other characters. Short lines
    // keep the positions in stack traces useful.
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
  await bundleLauncher('src/cli/launch.ts', folder);
}

/** Writes the `main.js` of a program's folder, from the entry point `entry`. */
export async function bundleLauncher(entry: string, folder: string): Promise<void> {
  const outfile = join(folder, 'main.js');
  // Unsupported versions of Node.js must be able to parse it, because it prints why they fail.
  await build({ ...common, entryPoints: [entry], outfile, target: 'es2015' });
}

/** Copies the files that the API reference loads. Returns the folder of their package. */
function copyReference(folder: string): string {
  const source = dirname(require.resolve('swagger-ui-dist/package.json'));
  mkdirSync(folder, { recursive: true });
  for (const name of referenceFiles) copyFileSync(join(source, name), join(folder, name));
  return source;
}
