import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = dirname(__dirname);
const modules = join(root, 'node_modules');

/** What somebody else's program imports the client with, beside the README's sample. */
const consumers = {
  'module.mts': `import { createClient, unwrap, type components } from 'callboard/client';
const client = createClient({ baseUrl: process.env.URL ?? '', token: process.env.TOKEN ?? '' });
const me: components['schemas']['Me'] = await unwrap(client.GET('/v1/me'));
console.log(me.name);
`,
  'required.cts': `import { createClient, paginate, unwrap } from 'callboard/client';
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
} as const;

const strict = '--strict --target es2023 --lib es2023,dom,dom.iterable --types node';
const compilations = [
  `${strict} --module nodenext --noEmit`,
  `${strict} --module node16 --exactOptionalPropertyTypes --outDir out`,
  `${strict} --module esnext --moduleResolution bundler --noEmit`,
];

/**
 * Packs the package as npm would publish it, unpacks it in folders of its own, starts its server, and compiles and runs
 * programs that import its client. The client's folder has openapi-fetch and nothing else.
 */
async function main(folder: string): Promise<void> {
  run(root, 'npm', ['run', '--silent', 'build']);
  run(root, 'npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [consumer, server] = [join(folder, 'consumer'), join(folder, 'server')];
  const unpacked = join(server, 'callboard');
  mkdirSync(unpacked, { recursive: true });
  const archive = join(folder, `callboard-${version}.tgz`);
  run(unpacked, 'tar', ['-xzf', archive, '--strip-components=1']);
  symlinkSync(modules, join(server, 'node_modules'));
  const node20 = join('install', 'node20', 'node_modules');
  if (existsSync(join(root, node20))) symlinkSync(join(root, node20), join(unpacked, node20));
  // npm runs it wherever the package is installed.
  run(unpacked, 'npm', ['run', '--silent', 'postinstall']);
  cpSync(unpacked, join(consumer, 'node_modules', 'callboard'), { recursive: true });
  symlinkSync(join(modules, 'openapi-fetch'), join(consumer, 'node_modules', 'openapi-fetch'));
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
  await tryOut(unpacked, join(consumer, 'out'), {
    DATABASE_URL: `sqlite:${join(folder, 'try.db')}`,
  });
}

/** Runs the compiled programs against the unpacked server and its sample workspace. */
async function tryOut(unpacked: string, programs: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { bin } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  const callboard = join(unpacked, bin.callboard);
  run(unpacked, process.execPath, [callboard, 'demo'], env);
  const create = ['token', 'create', '--agent', 'Scribe'];
  const token = run(unpacked, process.execPath, [callboard, ...create], env).trim();
  const server = spawn(process.execPath, [callboard, 'serve'], {
    env: { ...process.env, ...env, PORT: '0', LOG_LEVEL: 'info' },
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
    for (const program of ['module.mjs', 'required.cjs', 'sample.mjs']) {
      const file = join(programs, program);
      const said = run(programs, process.execPath, [file], { URL: url, TOKEN: token });
      console.log(`Runs: ${program}: ${said.trim()}`);
    }
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
}

/** Runs a command to its end and answers what it said. Throws an Error with that when it fails. */
function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

const folder = mkdtempSync(join(tmpdir(), 'callboard-package-'));
main(folder)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true }));
