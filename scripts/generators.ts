import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installApart } from './install-apart';

const usage = `npm run generators -- [--keep]

Generates a client from generated/openapi.json with each of the common generators for TypeScript and compiles it under strict. The exit code
is 1 when one of them refuses the contract or warns of it, or when its client does not compile. The generators are a package of
their own, scripts/generators, which is installed on demand. With --keep the clients are not deleted.`;

const root = dirname(__dirname);
const home = join(__dirname, 'generators');
const contract = join(root, 'generated', 'openapi.json');

interface Generator {
  readonly name: string;
  /** The arguments with which it writes a client into that folder. */
  readonly args: (folder: string) => readonly string[];
}

// For each generator, the client that uses fetch and no other package at run time.
const generators: readonly Generator[] = [
  { name: 'openapi-typescript', args: (folder) => [contract, '-o', join(folder, 'types.ts')] },
  {
    name: 'openapi-ts',
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
    args: (folder) => ['-i', contract, '-o', join(folder, 'client.ts'), '--client', 'fetch'],
  },
];

const compilerOptions =
  '--noEmit --strict --skipLibCheck --target es2022 --lib es2023,dom,dom.iterable --module esnext --moduleResolution bundler';

function main(): number {
  const { values } = parseArgs({
    options: {
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  installApart(home);
  const out = mkdtempSync(join(tmpdir(), 'callboard-clients-'));
  const faults = generators.map((generator) => attempt(generator, join(out, generator.name)));
  if (values.keep) console.log(`The clients are in ${out}.`);
  else rmSync(out, { recursive: true });
  return faults.includes(true) ? 1 : 0;
}

/** Generates and compiles one client, and prints the result. Returns whether something is wrong. */
function attempt({ name, args }: Generator, folder: string): boolean {
  const generated = run(name, args(folder));
  if (generated.failed || /\bwarn|⚠/i.test(generated.said)) {
    console.error(`${name}: cannot process the contract:\n${generated.said}`);
    return true;
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path));
  const compiled = run('tsc', [...compilerOptions.split(' '), ...files]);
  if (compiled.failed || files.length === 0) {
    console.error(`${name}: its client does not compile:\n${compiled.said}`);
    return true;
  }
  console.log(`${name}: its client compiles, ${files.length} files.`);
  return false;
}

function run(
  name: string,
  args: readonly string[],
): { readonly failed: boolean; readonly said: string } {
  const program = join(home, 'node_modules', '.bin', name);
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: home,
    encoding: 'utf8',
  });
  return { failed: status !== 0, said: `${stdout}${stderr}${error?.message ?? ''}` };
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
