import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { commitOfCheckout } from './commit';
import { buildConsole } from './console';
import { describeLicences, packageFolders } from './licences';
import { shareModuleKey } from './module-keys';
import { writeServedReference } from './reference';

// Not bundled: native programs, and Swagger UI, whose files are copied beside the program.
// esbuild builds the console in a checkout only: the built program reads the built console.
const external = [
  '@lingui/message-utils/compileMessage',
  'better-sqlite3',
  'esbuild',
  'swagger-ui-dist',
];
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

/** The file beside the program with the library of the Model Context Protocol. */
export const protocolFile = 'mcp-library.js';

const protocolPackages = ['@modelcontextprotocol/server', '@modelcontextprotocol/node'];

/**
 * Leaves the library of the Model Context Protocol to its own file. The program imports it at the
 * first request to it, and loading its code with the program would delay every start.
 */
const protocolApart: Plugin = {
  name: 'protocol-apart',
  setup(builder) {
    builder.onResolve({ filter: /^@modelcontextprotocol\// }, ({ kind, path }) =>
      kind === 'dynamic-import' && protocolPackages.includes(path)
        ? { path: `./${protocolFile}`, external: true }
        : undefined,
    );
  },
};

/** The file beside the program that sends traces. */
export const tracingFile = 'open-telemetry.js';

const tracingModule = 'src/platform/tracing/open-telemetry.ts';

/** Leaves traces to their own file, because most servers send none and need not load their libraries. */
const tracingApart: Plugin = {
  name: 'tracing-apart',
  setup(builder) {
    builder.onResolve({ filter: /\/open-telemetry\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${tracingFile}`, external: true } : undefined,
    );
  },
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
 * starts it, the console, the files of the API reference, and the licences of everything bundled.
 * The folder must be inside the package. Throws an Error when a bundled package has no licence.
 */
export async function bundleProgram(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const metafile = await bundleServer(join(folder, 'program.js'));
  const protocol = await bundleProtocol(join(folder, protocolFile));
  const reference = copyReference(join(folder, 'reference'));
  const shown = await buildConsole(join(folder, 'console'));
  const tracing = await bundleTracing(join(folder, tracingFile));
  const outputs = [metafile, protocol, tracing].flatMap((one) => Object.values(one.outputs));
  const bundled = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = [...packageFolders([...bundled, ...shown]), reference];
  writeFileSync(join(folder, licencesFile), describeLicences(folders));
  await bundleLauncher('src/cli/launch.ts', folder);
}

/** Bundles the code of the server into a file. `plugins` change modules, for tests of upgrades. */
export async function bundleServer(
  file: string,
  plugins: readonly Plugin[] = [],
): Promise<Metafile> {
  const commit = commitOfCheckout() ?? 'unknown (built without git)';
  const { metafile } = await build({
    ...common,
    entryPoints: ['src/main.ts'],
    outfile: file,
    external: [...external, ...absent],
    define: { BUILT_FROM: JSON.stringify(commit) },
    // V8 stores ASCII text in half the memory, and only comments have other characters. Short lines
    // keep the positions in stack traces useful.
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    metafile: true,
    plugins: [protocolApart, tracingApart, ...plugins],
  });
  shareModuleKey(file);
  return metafile;
}

async function bundleProtocol(outfile: string): Promise<Metafile> {
  const exported = protocolPackages.map((name) => `export * from '${name}';`).join('\n');
  const { metafile } = await build({
    ...common,
    stdin: { contents: exported, resolveDir: packageRoot() },
    outfile,
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'linked',
    metafile: true,
  });
  return metafile;
}

async function bundleTracing(outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    ...common,
    entryPoints: [tracingModule],
    outfile,
    // Without the parts for logs and metrics.
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'eof',
    metafile: true,
  });
  return metafile;
}

/** Writes the `main.js` of a program's folder, from the entry point `entry`. */
export async function bundleLauncher(entry: string, folder: string): Promise<void> {
  const outfile = join(folder, 'main.js');
  // Unsupported versions of Node.js must be able to parse it, because it prints why they fail.
  await build({ ...common, entryPoints: [entry], outfile, target: 'es2015' });
}

/** Writes the API reference, and copies the files of Swagger UI. Returns their package's folder. */
function copyReference(folder: string): string {
  const source = dirname(require.resolve('swagger-ui-dist/package.json'));
  mkdirSync(folder, { recursive: true });
  for (const name of referenceFiles) copyFileSync(join(source, name), join(folder, name));
  writeServedReference(folder);
  return source;
}
