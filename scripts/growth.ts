import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { isRecord } from '../src/platform/json';
import { generator } from './trials/random';
import { bundleProgram } from './build/bundle';
import { freePort } from './servers/free-port';
import { describeProcess, type Process } from './release/restarts/processes';

/** The requests of a case, and the rate limit that multiplies them. */
const requests = 60;
const perMinute = 600;
const longText = 65_536;
const megabyte = 1_048_576;

interface Case {
  readonly name: string;
  readonly run: (worker: Caller, index: number) => Promise<void>;
}

type Caller = (method: string, path: string, body?: object, etag?: string) => Promise<Answer>;

interface Answer {
  readonly record: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

/**
 * Prints how fast the worst worker makes the database grow within the rate limit, in MB a minute for
 * each kind of request: a built server on a SQLite file, whose size is read while it is stopped.
 */
async function main(): Promise<void> {
  const built = join(packageRoot(), '.cache', `growth-${process.pid}`);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'callboard-growth-'));
  try {
    await bundleProgram(built);
    const file = join(folder, 'growth.db');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const program = join(built, 'main.js');
    const env = {
      CALLBOARD_ENV: 'development',
      DATABASE_URL: `sqlite:${file}`,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    spawnSync(process.execPath, [program, 'demo'], { env: { ...process.env, ...env } });
    const server = describeProcess({
      command: process.execPath,
      args: [program, 'serve'],
      env,
      probe: `${url}/readyz`,
      log: join(folder, 'server.log'),
    });
    try {
      await measure(server, url, () => statSync(file).size);
    } finally {
      await server.stop();
    }
  } finally {
    for (const made of [folder, built]) rmSync(made, { recursive: true, force: true });
  }
}

async function measure(server: Process, url: string, sizeOf: () => number): Promise<void> {
  await server.start();
  const worker = await makeWorker(url);
  const cases = await prepare(worker);
  await server.stop();
  for (const { name, run } of cases) {
    const before = sizeOf();
    await server.start();
    for (let index = 0; index < requests; index += 1) await run(worker, index);
    await server.stop();
    const grown = ((sizeOf() - before) * perMinute) / requests / 1e6;
    console.log(`${name.padEnd(60)} ${grown.toFixed(1).padStart(8)} MB a minute`);
  }
}

function callerOf(url: string, token?: string): Caller {
  return async (method, path, body, etag) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(etag !== undefined && { 'If-Match': etag }),
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return { record: isRecord(value) ? value : {}, etag: response.headers.get('etag') ?? '' };
  };
}

// In development, a local request without a credential acts as the owner.
async function makeWorker(url: string): Promise<Caller> {
  const owner = callerOf(url);
  const agent = await owner('POST', '/v1/agents', { name: 'Fills the disk' });
  const created = await owner('POST', `/v1/agents/${idOf(agent)}/tokens`, { name: 'growth' });
  return callerOf(url, String(created.record['token']));
}

async function prepare(worker: Caller): Promise<Case[]> {
  const action = await worker('POST', '/v1/actions', {
    title: 'Long',
    details: emoji(longText, 1),
    status: 'ready',
    assigned_agent_id: 'me',
  });
  const claimed = `/v1/actions/${idOf(action)}`;
  await worker('POST', `${claimed}/claim`, {});
  const document = await worker('POST', '/v1/documents', {
    title: 'Long',
    content: `${prose(megabyte - 100, 2)} 0.`,
  });
  const random = await worker('POST', '/v1/documents', {
    title: 'Random',
    content: `${letters(megabyte - 100, 3)} 0.`,
  });
  const key = (name: string, index: number) => ({ client_request_id: `${name} ${index}` });
  const edits = (name: string, { record, etag }: Answer): Case => {
    let version = etag;
    return {
      name,
      run: async (caller, index) => {
        const edit = { find: ` ${index}.`, replace: ` ${index + 1}.` };
        const path = `/v1/documents/${String(record['id'])}`;
        version = (await caller('PATCH', path, { edit }, version)).etag;
      },
    };
  };
  const posts = (name: string, path: string, bodyOf: (index: number) => object): Case => ({
    name,
    run: async (caller, index) => {
      await caller('POST', path, { ...bodyOf(index), ...key(name, index) });
    },
  });
  return [
    posts('heartbeats on an action with long details', `${claimed}/heartbeat`, () => ({})),
    edits('one-word edits of a document of 1 MiB of prose', document),
    edits('one-word edits of a document of 1 MiB of random letters', random),
    posts('new actions with long details', '/v1/actions', (index) => ({
      title: 'Long',
      details: emoji(longText, index),
    })),
    posts('long notes', `${claimed}/notes`, (index) => ({ body: emoji(longText, index) })),
    posts('new documents of 1 MiB of random letters', '/v1/documents', (index) => ({
      title: 'Long',
      content: letters(megabyte - 100, index),
    })),
    posts('notes of one word', `${claimed}/notes`, () => ({ body: 'Word' })),
  ];
}

function idOf({ record }: Answer): string {
  return String(record['id']);
}

function emoji(count: number, seed: number): string {
  const random = generator(seed);
  return Array.from({ length: count }, () =>
    String.fromCodePoint(0x1f300 + Math.floor(random() * 512)),
  ).join('');
}

function letters(count: number, seed: number): string {
  const random = generator(seed);
  return Array.from({ length: count }, () =>
    String.fromCharCode(97 + Math.floor(random() * 26)),
  ).join('');
}

const words = 'the work of a person and an agent needs review before it is done today'.split(' ');

function prose(count: number, seed: number): string {
  const random = generator(seed);
  let text = '';
  while (text.length < count) {
    text += `${words[Math.floor(random() * words.length)] ?? ''}${Math.floor(random() * 40)} `;
  }
  return text.slice(0, count);
}

void main();
