import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { runTimers } from '../../src/cli/serve/timers';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { TransferError } from '../../src/cli/transfer';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
  type RecordIds,
} from '../../scripts/requests/given';
import { insertMix } from '../support/mixed-workspace';
import { testKeys } from '../support/rows';
import {
  factsOf,
  forAgents,
  forPeople,
  operationIds,
  queryOf,
  recordKindOf,
} from '../../scripts/requests/operations';
import { exported, imported } from '../support/transfer';

const sizes = {
  agents: 2,
  domains: 2,
  projects: 2,
  orders: 2,
  documents: 2,
  actions: 12,
  questions: 4,
  events: 6,
};

const RUNS: Readonly<Record<Dialect, number>> = {
  sqlite: Number(process.env['HOSTILE_RUNS'] ?? 60),
  postgres: Number(process.env['HOSTILE_RUNS'] ?? 25),
};

const reads = operationIds.filter((id) => {
  const { method, security } = factsOf(id);
  return method === 'get' && security.length > 0 && id !== 'streamEvents';
});

interface Mutation {
  readonly line: number;
  readonly column: number;
  /** A value, or the number of another row whose value of this column is taken. */
  readonly value: { readonly of: unknown } | { readonly from: number };
}

const texts = [
  '',
  ' ',
  'oops',
  'null',
  '{}',
  '[]',
  '[1]',
  '["oops"]',
  '{"a":',
  '"\\u0000"',
  '["\\u0000"]',
  '["\\ud800"]',
  '['.repeat(5000) + ']'.repeat(5000),
  'x'.repeat(100_000),
  '\u0000',
  '\u001b[2J\u0007\u202e',
  'a\r\nSet-Cookie: x=y',
  '__proto__',
  '../../etc',
  'http://user:pass@example.com/',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  'scrypt$3$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'scrypt$1073741824$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  'whsec_',
  'enc1:',
  'system',
  'agent',
  'question',
  'proposal',
  'done',
  'resolved',
  'dropped',
  'active',
  'pending',
  'updateAction',
  'Europe/Atlantis',
];
const times = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-13-01T00:00:00.000Z',
  '2026-11-26T12:00:00Z',
  '2030-01-01T00:00:00.000Z',
];
const numbers = [0, -1, 1, 1.5, 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308];

const given = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, ...numbers, ...texts, ...times, {}, [], [1]),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  line: fc.nat(),
  column: fc.nat(),
  value: fc.oneof(fc.record({ of: given }), fc.record({ from: fc.nat() })),
});

/** The file with changed rows and a valid end. */
function mutated(lines: readonly string[], mutations: readonly Mutation[]): string {
  const rows = lines.slice(1, -1).map((line): { table: string; row: Record<string, unknown> } => {
    return JSON.parse(line);
  });
  const tables = [...new Set(rows.map(({ table }) => table))];
  for (const { line, column, value } of mutations) {
    // Each table as often as any other, however many rows it has.
    const table = tables[line % tables.length];
    const ofTable = rows.filter((each) => each.table === table);
    const row = ofTable[line % ofTable.length]?.row;
    if (row === undefined) continue;
    const names = Object.keys(row);
    const name = names[column % names.length] ?? '';
    row[name] = 'of' in value ? value.of : ofTable[value.from % ofTable.length]?.row[name];
  }
  const body = [lines[0] ?? '', ...rows.map((row) => JSON.stringify(row))]
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${(lines.at(-1) ?? '').replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`)}\n`;
}

describeOnEachDialect('A hostile export, imported on %s', (dialect) => {
  let source: TestDatabase;
  let sourceApp: TestApp;
  let hostile: GivenWorkspace;
  let records: RecordIds;
  let lines: readonly string[];

  interface Target {
    readonly database: TestDatabase;
    readonly app: TestApp;
    readonly other: GivenWorkspace;
    readonly before: string;
  }
  let target: Target | undefined;

  beforeAll(async () => {
    source = await openTestDatabase(dialect);
    sourceApp = await startApp(source);
    hostile = await aWorkspace(sourceApp, source, 'Hostile');
    await insertMix(source, hostile.owner.owner, sizes);
    records = await createRecordOfEachKind(hostile, 'hostile');
    await hostile.worker.ok('createAction', { body: { title: 'Once', client_request_id: 'once' } });
    lines = (await exported(source.url, hostile.workspaceId)).trimEnd().split('\n');
  });
  afterAll(async () => {
    await sourceApp.close();
    await source.close();
    await closeTarget();
  });

  const closeTarget = async (): Promise<void> => {
    await target?.app.close();
    await target?.database.close();
    target = undefined;
  };
  const openTarget = async (): Promise<Target> => {
    const database = await openTestDatabase(dialect);
    const app = await startApp(database, {
      publicUrl: 'https://callboard.example.com',
      secretKeys: testKeys,
    });
    const other = await aWorkspace(app, database, 'Other');
    await createRecordOfEachKind(other, 'other');
    await other.worker.ok('getMe');
    const before = await exported(database.url, other.workspaceId);
    return { database, app, other, before };
  };

  const readAll = async (app: TestApp): Promise<string[]> => {
    const failed: string[] = [];
    const read = async (api: ApiClient, id: (typeof reads)[number]): Promise<void> => {
      const path = factsOf(id).path.includes('{id}') ? { id: records[recordKindOf(id)] } : {};
      const { status } = await api.send(id, { path, query: queryOf(id) });
      if (status >= 500) failed.push(`${id} ${status}`);
    };
    const person = client(app, { cookie: hostile.owner.cookie });
    const worker = client(app, { bearer: hostile.token });
    for (const id of reads) {
      if (forPeople(id)) await read(person, id);
      if (forAgents(id)) await read(worker, id);
    }
    const { email, password } = hostile.owner;
    const sent = await client(app).send('createSession', { body: { email, password } });
    if (sent.status >= 500) failed.push(`createSession ${sent.status}`);
    return failed;
  };

  test('is refused, or harms neither its own reads nor another workspace', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 2 }), async (mutations) => {
        target ??= await openTarget();
        const { database, app, other, before } = target;
        try {
          await imported(database, mutated(lines, mutations));
        } catch (error) {
          if (!(error instanceof TransferError)) throw error;
          expect(error.message).toMatch(/^(Lines? \d+|The rows of \w+)/);
          return;
        }
        accepted += 1;
        expect(await readAll(app)).toEqual([]);
        const log: string[] = [];
        const parts = {
          database,
          config: app.config,
          log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
        };
        await runTimers(parts);
        await runHousekeeping(parts);
        expect(log.filter((line) => !line.includes('more than two days behind'))).toEqual([]);
        expect(await exported(database.url, other.workspaceId)).toBe(before);
        await closeTarget();
      }),
      { numRuns: RUNS[dialect], endOnFailure: true },
    );
    expect(accepted).toBeGreaterThan(0);
  }, 600_000);
});
