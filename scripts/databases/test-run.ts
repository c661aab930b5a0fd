import { once } from 'node:events';
import { mkdtempSync, realpathSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Makes something for a run in its folder, when a test file first asks for it. Returns its value
 * for the test files, and what deletes it.
 */
export type Maker = (folder: string) => Promise<{
  readonly value: string;
  readonly end?: () => Promise<void>;
}>;

interface Run {
  /** The folder for the files of the run; deleted at its end. */
  readonly folder: string;
  /** The port at which the process of the run answers its workers. */
  readonly port: number;
}

const variable = 'TEST_RUN';

/**
 * Begins a run: its workers ask this process for what they need (`made`), and it is made once.
 * Returns the function that ends the run and deletes everything that was made.
 */
export async function beginRun(
  makers: Readonly<Record<string, Maker>>,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(await fastFolder(), 'callboard-test-'));
  const begun = new Map<string, ReturnType<Maker>>();
  const make = async (name: string) => {
    const maker = makers[name];
    if (maker === undefined) throw new Error(`Nothing makes ${name} for this run.`);
    const making = begun.get(name) ?? maker(folder);
    begun.set(name, making);
    return (await making).value;
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // A name is so short that it arrives as one piece.
    socket.once('data', (name: Buffer) => {
      void make(name.toString())
        .then(
          (value) => ({ value }),
          (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
        )
        .then((answer) => socket.end(JSON.stringify(answer)));
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The run has no port.');
  // The workers inherit the environment.
  process.env[variable] = JSON.stringify({ folder, port: address.port } satisfies Run);
  return async () => {
    server.close();
    const made = await Promise.allSettled(begun.values());
    for (const one of made) if (one.status === 'fulfilled') await one.value.end?.();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The folder for the files of the run; deleted at its end. */
export function runFolder(): string {
  return run().folder;
}

/** Asks the process of the run for something that it makes. Throws an Error when it cannot. */
export async function made(name: string): Promise<string> {
  const socket = createConnection(run().port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(name);
  const answer: { value?: string; error?: string } = JSON.parse(await text(socket));
  if (answer.value === undefined) throw new Error(answer.error);
  return answer.value;
}

let known: Run | undefined;

// Kept, because a test may replace the environment while another part of it sends requests.
function run(): Run {
  known ??= begunRun();
  return known;
}

function begunRun(): Run {
  const begun = process.env[variable];
  if (begun === undefined) {
    throw new Error('No run has begun: run the tests by npm test or npx jest.');
  }
  const parsed: Run = JSON.parse(begun);
  return parsed;
}

const memory = '/dev/shm';
const memoryNeeded = 2 * 1024 ** 3;

/**
 * The folder for database files: in memory where the system has such a folder with enough space,
 * else the system's folder for temporary files.
 */
async function fastFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return realpathSync(bavail * bsize >= memoryNeeded ? memory : tmpdir());
}
