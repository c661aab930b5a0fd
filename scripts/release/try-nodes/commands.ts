import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Toolchain } from './toolchain';

const root = dirname(dirname(dirname(__dirname)));

/**
 * Clones the last commit of this repository into the folder, which must not exist, and returns it.
 */
export function cloneInto(folder: string): string {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', root, folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git cannot clone ${root}: ${stderr}`);
  return folder;
}

/**
 * Runs the README's first command in the clone until its server responds, then stops it like
 * Ctrl-C. Returns a description of the result; throws an Error when the command exits or the
 * response is wrong.
 */
export async function tryStart(folder: string, toolchain: Toolchain): Promise<string> {
  const command = start(folder, 'Run it', { ...toolchain.environment, PORT: '0' });
  try {
    const url = await command.find(/listens on (http:\S+?),/);
    const response = await fetch(`${url}/v1/views/command`);
    if (response.status !== 200) throw new Error(`The server responded with ${response.status}.`);
    const [packages = ''] = /^added .*$/m.exec(command.output()) ?? [];
    const compiled = compiledIn(folder).join(', ');
    if (compiled !== '' && !toolchain.mayCompile)
      throw new Error(`npm ran node-gyp for ${compiled}.`);
    return `${packages}; node-gyp ran for ${compiled || 'nothing'}; the server responded`;
  } finally {
    command.stop();
    await command.ended;
  }
}

/**
 * Runs the README's second command in the clone to its end. Returns its last line; throws an Error
 * when it fails.
 */
export async function tryTest(folder: string, { environment }: Toolchain): Promise<string> {
  const command = start(folder, 'Test it', environment);
  const code = await command.ended;
  if (code !== 0) throw new Error(`The tests ended with exit code ${code}.`);
  return command.output().trim().split('\n').at(-1) ?? '';
}

/**
 * The packages for which npm has run node-gyp, even without anything to compile: it needs Python,
 * make and Node's headers.
 */
function compiledIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(join('build', 'config.gypi')))
    .map((path) => dirname(dirname(path)));
}

interface Command {
  /** Its output so far. */
  readonly output: () => string;
  /** Resolves with its exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /**
   * Resolves with the first group of the pattern once the output matches; rejects when the command
   * exits before.
   */
  find(pattern: RegExp): Promise<string>;
  stop(): void;
}

/** Starts the command under a heading of the README; its output is also printed. */
function start(folder: string, heading: string, env: NodeJS.ProcessEnv): Command {
  // A process group of its own, so that a signal reaches the server behind npm.
  const child = spawn('sh', ['-c', commandOf(folder, heading)], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return {
    output: () => output,
    ended,
    find: (pattern) =>
      new Promise((resolve, reject) => {
        child.stdout.on('data', () => {
          const found = pattern.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        });
        void ended.then((code) => reject(new Error(`The command ended with exit code ${code}.`)));
      }),
    stop: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    },
  };
}

function commandOf(folder: string, heading: string): string {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const command = readme.split(`**${heading}**`)[1]?.split('```sh\n')[1]?.split('\n```')[0];
  if (command === undefined) throw new Error(`The README has no command below "${heading}".`);
  return command;
}
