import { build, type Format } from 'esbuild';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { dependencies } from '../../package.json';
import { licencesFile } from './bundle';
import { describeLicences, packageFolders } from './licences';
import { writeManifest } from './manifest';

// Not dependencies, so that a program never gets another version than the one that is tested.
const contained = ['openapi-fetch', 'openapi-typescript-helpers'] as const;

/**
 * Writes the folder of the package `callboard-client`: an ES module and a CommonJS module, each in
 * one file with its own declarations. It contains openapi-fetch with its licence, and depends on
 * eventsource-parser only, by a range, so that a program has one copy of it.
 */
export async function makeClientPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const root = packageRoot();
  const [esm, cjs] = [join(folder, 'esm'), join(folder, 'cjs')];
  await Promise.all([bundleClient('esm', esm), bundleClient('cjs', cjs)]);
  const declarations = join(cjs, 'types');
  // The compiler writes the declarations for CommonJS.
  const tsc = require.resolve('typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.client.json', '--outDir', declarations];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
  containTypes(declarations);
  cpSync(declarations, join(esm, 'types'), { recursive: true });
  nameExtensions(join(esm, 'types'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const licences = describeLicences(contained.map((name) => join(root, 'node_modules', name)));
  writeFileSync(join(folder, licencesFile), licences);
  copyFileSync(join(root, 'src', 'client', 'README.md'), join(folder, 'README.md'));
  const types = 'types/src/client/index.d.ts';
  writeManifest(folder, 'callboard-client', {
    description: 'The typed client of Callboard for Node.js and browsers.',
    engines: { node: '>=20.19.0' },
    type: 'module',
    sideEffects: false,
    main: './cjs/index.js',
    types: `./cjs/${types}`,
    exports: {
      '.': {
        import: { types: `./esm/${types}`, default: './esm/index.js' },
        require: { types: `./cjs/${types}`, default: './cjs/index.js' },
      },
      './package.json': './package.json',
    },
    dependencies: { 'eventsource-parser': `^${dependencies['eventsource-parser']}` },
  });
}

/** Throws an Error if the bundle contains code of a package whose licence is not beside it. */
async function bundleClient(format: Format, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: packageRoot(),
    entryPoints: ['src/client/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
    external: ['eventsource-parser'],
    logLevel: 'warning',
    metafile: true,
  });
  const known: string[] = contained.map((name) => `node_modules/${name}`);
  const other = packageFolders(Object.keys(metafile.inputs)).find((one) => !known.includes(one));
  if (other !== undefined) throw new Error(`The client must not contain ${other}.`);
}

/** Copies the declarations of the contained packages, and makes those of the client refer to them. */
function containTypes(folder: string): void {
  const [fetch, helpers] = contained;
  mkdirSync(join(folder, 'contained'));
  for (const name of contained) {
    const declarations = join(packageRoot(), 'node_modules', name, 'dist', 'index.d.mts');
    copyFileSync(declarations, join(folder, 'contained', `${name}.d.ts`));
  }
  replaceInTypes(folder, `'${fetch}'`, `'../../contained/${fetch}'`);
  replaceInTypes(folder, `'${helpers}'`, `'./${helpers}'`);
}

/** Adds the file extension to relative imports, because ES modules require it. */
function nameExtensions(folder: string): void {
  replaceInTypes(folder, /(\b(?:from|import\() ?['"]\.[^'"]*)(?=['"])/g, '$1.js');
}

function replaceInTypes(folder: string, from: string | RegExp, to: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  }
}
