import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryPython } from './generators/python';
import { run } from './generators/run';
import { installApart } from './install-apart';

const usage = `npm run generators -- [--keep] [NAME ...]

Generates a client from generated/openapi.json with each of the common generators for TypeScript and compiles it under strict, and with
openapi-python-client where pip has it. The exit code is 1 when one of them refuses the contract or warns of it, when its client does not
compile, or when the client for Python has no typed error. The generators are a package of their own, scripts/generators, which is installed
on demand. With --keep the clients are not deleted. NAME limits the run to some generators.`;

const root = dirname(__dirname);
const home = join(__dirname, 'generators');
const contract = join(root, 'generated', 'openapi.json');

interface Generator {
  readonly name: string;
  /** The program in `node_modules/.bin`. */
  readonly program: string;
  /** The arguments with which it writes a client into that folder. */
  readonly args: (folder: string) => readonly string[];
  /** The major and minor version of Node.js that it needs, if it is newer than ours. */
  readonly node?: readonly [number, number];
  /** Further options of the compiler. */
  readonly options?: readonly string[];
}

// For each generator, the client that uses fetch and no other package at run time, if it has one.
const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    program: 'openapi-typescript',
    args: (folder) => [contract, '-o', join(folder, 'types.ts')],
  },
  {
    name: 'hey-api',
    program: 'openapi-ts',
    args: (folder) => [
      '-i',
      contract,
      '-o',
      folder,
      '-c',
      '@hey-api/client-fetch',
      '--no-log-file',
    ],
  },
  {
    name: 'orval',
    program: 'orval',
    args: (folder) => ['-i', contract, '-o', join(folder, 'client.ts'), '--client', 'fetch'],
    node: [22, 18],
  },
  {
    name: 'kubb',
    program: 'kubb',
    args: () => ['generate', '--config', join(home, 'kubb.config.mjs')],
    // Its imports name files with their ending.
    options: ['--allowImportingTsExtensions'],
  },
  {
    name: 'oazapfts',
    program: 'oazapfts',
    args: (folder) => [contract, join(folder, 'client.ts')],
  },
  {
    name: 'ng-openapi-gen',
    program: 'ng-openapi-gen',
    args: (folder) => ['--input', contract, '--output', folder],
  },
];

const compilerOptions =
  '--noEmit --strict --skipLibCheck --target es2022 --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler';

function main(): number {
  const { values, positionals } = parseArgs({
    options: {
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const names = [...generators.map(({ name }) => name), 'openapi-python-client'];
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. ${usage}`);
  const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
  installApart(home);
  // Some clients import packages that are installed there.
  const out = mkdtempSync(join(home, 'clients-'));
  try {
    const faults = generators
      .filter(({ name }) => isWanted(name))
      .map((generator) => attempt(generator, join(out, generator.name)));
    if (isWanted('openapi-python-client')) faults.push(tryPython(contract, join(out, 'python')));
    return faults.includes(true) ? 1 : 0;
  } finally {
    if (values.keep) console.log(`The clients are in ${out}.`);
    else rmSync(out, { recursive: true });
  }
}

/** Generates and compiles one client, and prints the result. Returns whether something is wrong. */
function attempt({ name, program, args, node, options }: Generator, folder: string): boolean {
  if (node !== undefined && isOlderThan(node)) {
    console.log(`${name}: skipped, because it needs Node.js ${node.join('.')}.`);
    return false;
  }
  mkdirSync(folder);
  const bin = join(home, 'node_modules', '.bin');
  const variables = { CONTRACT: contract, OUT: folder };
  const generated = run(join(bin, program), args(folder), { cwd: home, variables });
  if (generated.failed || /\bwarn|⚠/i.test(generated.said)) {
    console.error(`${name}: cannot process the contract:\n${generated.said}`);
    return true;
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path));
  const compiled = run(
    join(bin, 'tsc'),
    [...compilerOptions.split(' '), ...(options ?? []), ...files],
    { cwd: home },
  );
  if (compiled.failed || files.length === 0) {
    console.error(`${name}: its client does not compile:\n${compiled.said}`);
    return true;
  }
  console.log(`${name}: its client compiles, ${files.length} files.`);
  return false;
}

function isOlderThan([major, minor]: readonly [number, number]): boolean {
  const [ours = 0, ourMinor = 0] = process.versions.node.split('.').map(Number);
  return ours < major || (ours === major && ourMinor < minor);
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
