import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { connect } from '../../src/platform/db/connect';
import { migrate } from '../../src/platform/db/schema/schema';
import { makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { credentialHeaders } from '../../scripts/requests/client';
import { overTheWire, type Sent } from '../../scripts/requests/exchange';

/** The permitted growth of CPU time per request when the part becomes twice as large. */
export interface InputWork {
  readonly part: string;
  readonly ratio: number;
  /** Milliseconds of CPU time for the larger part, of server and client together. */
  readonly milliseconds: number;
}

interface SizedRequest extends Sent {
  readonly method?: string;
  readonly path: string;
}

/** A part of a request that a caller may make as large as this. */
interface Part {
  readonly largest: number;
  readonly requestOf: (size: number) => SizedRequest;
}

// Node.js limits a request line and its headers to 16 KiB.
const head = 14_000;
const body = 1_900_000;
// For bodies up to this size all validation errors are reported.
const small = 64_000;
// A batch takes about this long, so that the resolution of the clock does not matter.
const batchMs = 20;
const rounds = 4;
// A garbage collection may fall into the larger half of a round. Quadratic work shows in all
// rounds.
const attempts = 4;
const clear = 2.5;
const ideographs = Array.from({ length: 190 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');

const query = (unit: string, path = '/v1/actions'): Part => ({
  largest: head,
  requestOf: (size) => ({ path: `${path}?${repeated(unit, size)}` }),
});
const header = (name: string, unit: string, [start, end] = ['', '']): Part => ({
  largest: head,
  requestOf: (size) => ({
    path: '/v1/actions/act_x',
    headers: { [name]: start + repeated(unit, size) + end },
  }),
});
const post = (
  largest: number,
  text: (size: number) => string | Buffer,
  more: { readonly path?: string; readonly coding?: string } = {},
): Part => ({
  largest,
  requestOf: (size) => ({
    method: 'POST',
    path: more.path ?? '/v1/agents',
    headers: {
      'Content-Type': 'application/json',
      ...(more.coding !== undefined && { 'Content-Encoding': more.coding }),
    },
    body: text(size),
  }),
});
const field = (name: string, unit: string, end = ' '): Part =>
  post(small, (size) => JSON.stringify({ name: 'x', [name]: repeated(unit, size) + end }));
const list = (name: string, value: (index: number) => unknown, path?: string): Part =>
  post(
    small,
    (size) => JSON.stringify({ [name]: Array.from({ length: size / 8 }, (_, at) => value(at)) }),
    { ...(path !== undefined && { path }) },
  );

const parts: Readonly<Record<string, Part>> = {
  'one parameter, repeated': query('a&'),
  'one parameter with the maximum of repetitions': {
    largest: 498,
    requestOf: (size) => ({ path: `/v1/actions/batch-get?${'ids=a&'.repeat(size)}ids=a` }),
  },
  'different parameters': {
    largest: 498,
    requestOf: (size) => ({
      path: `/v1/actions?${Array.from({ length: size }, (_, at) => `p${at}=1`).join('&')}`,
    }),
  },
  ampersands: query('&'),
  'percent-encoded bytes': query('%41', '/v1/search'),
  'a path': { largest: head, requestOf: (size) => ({ path: repeated('/', size) }) },
  'a cursor': {
    largest: head / 2,
    requestOf: (size) => ({
      path: `/v1/actions?after=${Buffer.from('['.repeat(size)).toString('base64url')}`,
    }),
  },
  'Cookie pairs': header('Cookie', 'a=1;'),
  'Cookie objects': header('Cookie', 'a=j:[;'),
  'Authorization spaces': header('Authorization', ' ', ['Bearer', 'x']),
  'If-None-Match tags': header('If-None-Match', '"a",'),
  'X-Forwarded-For addresses': header('X-Forwarded-For', '1,'),
  'Accept ranges': header('Accept', 'a/b,'),
  'Accept quotes': header('Accept', ',', ['a/b;c="', '']),
  'Content-Type parameters': header('Content-Type', ';a="b"', ['application/json', '']),
  'many headers': {
    largest: 1200,
    requestOf: (size) => ({
      path: '/v1/actions/act_x',
      headers: Object.fromEntries(Array.from({ length: size }, (_, at) => [`x-${at}`, '1'])),
    }),
  },
  'brackets without a credential': post(body, (size) => '['.repeat(size), { path: '/v1/session' }),
  brackets: post(body, (size) => '['.repeat(size)),
  'closed brackets': post(body, (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'empty arrays': post(body, (size) => `[${'[],'.repeat(size / 3)}[]]`),
  'different keys': post(body, (size) => JSON.stringify(keys(size / 14))),
  'numbers in a document': post(
    body / 2,
    (size) => JSON.stringify({ title: 'x', type: 'x', content: Array(size / 2).fill(1) }),
    { path: '/v1/documents' },
  ),
  'compressed spaces': post(body, (size) => gzipSync(Buffer.alloc(size * 20, 32)), {
    coding: 'gzip',
  }),
  'unknown fields': post(small, (size) => JSON.stringify(keys(size / 14))),
  'the pattern of an address': field('webhook_url', 'a'),
  'an address of numbers': field('webhook_url', '1.'),
  'an address of names': field('webhook_url', 'a@'),
  'an address in brackets': field('webhook_url', '1:', ']'),
  'the pattern of an email': post(
    small,
    (size) => JSON.stringify({ email: '@'.repeat(size), role: 'member' }),
    { path: '/v1/invitations' },
  ),
  'the pattern of a time': post(
    small,
    (size) => JSON.stringify({ title: 'x', due_at: '2026-01-01t'.repeat(size / 11) }),
    { path: '/v1/actions' },
  ),
  'wrong items': list('capabilities', () => 1),
  'different items': list('capabilities', (at) => `c${at}`),
  'items that are objects': list('capabilities', (at) => ({ [at]: at })),
  'words that are searched': {
    largest: ideographs.length,
    requestOf: (size) => ({
      path: `/v1/search?q=${encodeURIComponent(ideographs.slice(0, size))}`,
    }),
  },
  'words of a list': {
    largest: 100,
    requestOf: (size) => ({
      path: `/v1/actions?q=${Array.from(ideographs.slice(0, size), encodeURIComponent).join('+')}`,
    }),
  },
};

function repeated(unit: string, size: number): string {
  return unit.repeat(Math.floor(size / unit.length));
}

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, 1]));
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function workOf(
  part: string,
  send: (requestOf: SizedRequest) => Promise<unknown>,
): Promise<InputWork> {
  const { largest, requestOf } = parts[part] ?? { largest: 0, requestOf: () => ({ path: '/' }) };
  const requests = [requestOf(Math.floor(largest / 2)), requestOf(largest)];
  const times = Math.ceil(batchMs / Math.max(1, await cpuOf(() => send(requestOf(largest)))));
  const least = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    for (const [which, each] of requests.entries()) {
      const milliseconds = await cpuOf(async () => {
        for (let done = 0; done < times; done += 1) await send(each);
      });
      least[which] = Math.min(least[which] ?? Infinity, milliseconds);
    }
  }
  const [half = 1, whole = 1] = least;
  return { part, ratio: whole / half, milliseconds: whole / times };
}

/**
 * Fills a workspace with actions that have all the words. Returns a function that sends requests as
 * its owner.
 */
async function sender(app: TestApp): Promise<(requestOf: SizedRequest) => Promise<unknown>> {
  const person = await makeWorkspace(app.database, randomBytes(6).toString('hex'));
  const credential = credentialHeaders({ cookie: person.cookie });
  const send = ({
    method = 'GET',
    path,
    headers = {},
    body: bytes,
  }: SizedRequest): Promise<unknown> =>
    overTheWire(app, method, path, {
      agent: false,
      headers: {
        ...credential,
        ...(bytes !== undefined && { 'Content-Length': String(Buffer.byteLength(bytes)) }),
        ...headers,
      },
      body: bytes,
    });
  for (let made = 0; made < 200; made += 1) {
    const action = JSON.stringify({ title: Array.from(ideographs).join(' ') });
    const headers = { 'Content-Type': 'application/json' };
    await send({ method: 'POST', path: '/v1/actions', headers, body: action });
  }
  return send;
}

async function main(): Promise<void> {
  const database = connect('sqlite::memory:');
  await migrate(database);
  const app = await startApp({ ...database, url: 'sqlite::memory:' }, { logLevel: 'silent' });
  const send = await sender(app);
  const measured: InputWork[] = [];
  for (const part of Object.keys(parts)) {
    let work = await workOf(part, send);
    for (let attempt = 1; attempt < attempts && work.ratio > clear; attempt += 1) {
      const again = await workOf(part, send);
      if (again.ratio < work.ratio) work = again;
    }
    measured.push(work);
  }
  await app.close();
  await database.close();
  console.log(JSON.stringify(measured));
}

void main();
