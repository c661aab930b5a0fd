import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unsupportedByPackage } from '../../install/node-version.cjs';
import { installNode, installToolchain, majorVersions } from './try-nodes/toolchain';
import { runInBrowser } from './try-package/browser';

const root = dirname(dirname(__dirname));
const modules = join(root, 'node_modules');

/** The ways in which other programs import the client, in addition to the README's sample. */
const consumers = {
  'module.mts': `import { createClient, unwrap, type components } from 'callboard-client';
const client = createClient({ baseUrl: process.env.URL ?? '', token: process.env.TOKEN ?? '' });
const me: components['schemas']['Me'] = await unwrap(client.GET('/v1/me'));
console.log(me.name);
`,
  'required.cts': `import { createClient, paginate, unwrap } from 'callboard-client';
async function main(): Promise<void> {
  const client = createClient({ baseUrl: process.env.URL ?? '', token: process.env.TOKEN ?? '' });
  const { id } = await unwrap(client.POST('/v1/actions', { body: { title: 'Unpack' } }));
  for await (const action of paginate((page) => client.GET('/v1/actions', { params: { query: page } }))) {
    const title: string = action.title;
    if (action.id === id) console.log(title);
  }
}
void main();
`,
  'browser.mts': `import { createClient, unwrap } from 'callboard-client';
async function main(): Promise<void> {
  const client = createClient({ baseUrl: process.env.URL ?? '', token: process.env.TOKEN ?? '' });
  const { actor_id: id } = await unwrap(client.GET('/v1/me'));
  const { response } = await client.minimal.POST('/v1/actions', { body: { title: 'Bundle' } });
  const action = await client.read('/v1/actions/{id}', {
    params: { path: { id: response.headers.get('Location')?.split('/').at(-1) ?? '' } },
  });
  console.log(action.data.created_by_actor_id === id ? action.data.title : '?');
}
main().catch((error: unknown) => console.error(error));
`,
} as const;

const strict = '--strict --target es2023 --lib es2023,dom,dom.iterable --types node';
const compilations = [
  `${strict} --module nodenext --noEmit`,
  `${strict} --module node16 --exactOptionalPropertyTypes --outDir out`,
  `${strict} --module esnext --moduleResolution bundler --noEmit`,
];

/**
 * Builds both packages, installs each archive into an empty folder as from a registry, starts the
 * server, and compiles programs that import the client. Runs them on the newest Node.js of each
 * major version, and one as a bundle for browsers.
 */
async function main(folder: string): Promise<void> {
  run(root, 'npm', ['run', '--silent', 'build']);
  const [server, consumer] = [join(folder, 'server'), join(folder, 'consumer')];
  const environment = environmentOfPackage(folder);
  install('callboard', server, environment);
  install('callboard-client', consumer, process.env);
  symlinkSync(join(modules, '@types'), join(consumer, 'node_modules', '@types'));

  const sample =
    /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  const files = { ...consumers, 'sample.mts': sample };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(consumer, name), text);
  for (const options of compilations) {
    const names = Object.keys(files).filter(
      (name) => !options.includes('bundler') || name.endsWith('.mts'),
    );
    run(consumer, join(modules, '.bin', 'tsc'), [...options.split(' '), ...names]);
    console.log(`Compiles: ${options}`);
  }
  const database = { DATABASE_URL: `sqlite:${join(folder, 'try.db')}` };
  const nodes = majorVersions.map((major) =>
    join(installNode(major, join(folder, `node${major}`)), 'bin', 'node'),
  );
  const env = { ...environment, ...database };
  await tryOut({ folder: server, programs: join(consumer, 'out'), nodes, env });
}

/**
 * The environment of this process, or one with Node.js 22 where the package does not run on this
 * version.
 */
function environmentOfPackage(folder: string): NodeJS.ProcessEnv {
  const { node } = process.versions;
  if (unsupportedByPackage(node) === undefined) return process.env;
  const toolchain = installToolchain(22, join(folder, 'node'));
  console.log(`Node.js ${node} does not run the package; tried with ${toolchain.node}.`);
  return toolchain.environment;
}

/** Installs the archive of a package into an empty folder, and prints the duration and the size. */
function install(name: string, folder: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(folder);
  const archives = join(root, 'dist', 'packages');
  const archive = readdirSync(archives).find((file) => new RegExp(`^${name}-\\d`).test(file));
  if (archive === undefined) throw new Error(`${archives} has no archive of ${name}.`);
  const begin = performance.now();
  const args = ['install', '--engine-strict', '--no-audit', '--no-fund', join(archives, archive)];
  run(folder, 'npm', args, env);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const installed: { readonly packages: object } = JSON.parse(
    readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
  );
  const packages = Object.keys(installed.packages).length;
  console.log(
    `Installs: ${archive}: ${packages} packages, ${Math.round(bytes / 1e6)} MB, ${seconds} s`,
  );
}

interface Trial {
  /** The folder of the installed server, and the environment that it runs in. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The folder of the compiled programs. */
  readonly programs: string;
  /** The Node.js executables that run the programs, in addition to the one of this process. */
  readonly nodes: readonly string[];
}

/** Runs the compiled programs against the installed server and its sample workspace. */
async function tryOut({ folder, env, programs, nodes }: Trial): Promise<void> {
  const callboard = join(folder, 'node_modules', '.bin', 'callboard');
  run(folder, callboard, ['demo'], env);
  const token = run(folder, callboard, ['token', 'create', '--agent', 'Scribe'], env).trim();
  const server = spawn(callboard, ['serve'], {
    env: { ...env, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let log = '';
    for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
      log += String(chunk);
      if (log.includes('"url":"')) break;
    }
    server.stdout.resume();
    const url = /"url":"([^"]+)"/.exec(log)?.[1];
    if (url === undefined) throw new Error(`The server did not start: ${log}`);
    for (const path of ['/readyz', '/openapi.json', '/docs', '/docs/try', '/docs/swagger-ui.js']) {
      const { status } = await fetch(`${url}${path}`);
      if (status !== 200) throw new Error(`${path} is ${status}.`);
    }
    console.log(`Serves: ${run(folder, callboard, ['--version'], env).trim()}`);
    const given = { URL: url, TOKEN: token };
    for (const node of [process.execPath, ...nodes]) {
      const version = run(programs, node, ['--version']).trim();
      for (const program of ['module.mjs', 'required.cjs', 'sample.mjs']) {
        const args = [join(programs, program)];
        const output = run(programs, node, args, { ...process.env, ...given }).trim();
        console.log(`Runs on ${version}: ${program}: ${output}`);
      }
    }
    const output = await runInBrowser(join(programs, 'browser.mjs'), given);
    if (output !== 'Bundle') throw new Error(`The bundle for browsers printed ${output}.`);
    console.log(`Runs as a bundle for browsers: browser.mjs: ${output}`);
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
}

/** Runs a command to its end and returns its output. Throws an Error when it fails. */
function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string {
  return execFileSync(command, args, { cwd, env, encoding: 'utf8' });
}

const folder = mkdtempSync(join(tmpdir(), 'callboard-package-'));
main(folder)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true }));
