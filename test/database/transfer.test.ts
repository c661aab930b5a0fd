import { open, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { uploadFile } from '../../scripts/requests/upload';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveCommand, type ArchiveOptions } from '../../src/cli/archive/archive-command';
import { loadConfig } from '../../src/platform/config';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { connect } from '../../src/platform/db/connect';
import { createReader, withSnapshot } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { migrations } from '../../src/platform/db/migrations';
import type { OperationId } from '../../src/platform/operation';
import { exportLines } from '../../src/cli/transfer';
import { exportCommand, importCommand } from '../../src/cli/transfer/transfer-commands';
import {
  moveTables,
  otherTables,
  readColumns,
  transferTables,
} from '../../src/cli/transfer/table-store';
import { closeWorkspace, deletionSteps } from '../../src/cli/workspaces/deletion-store';
import { deleteWorkspace, findUnfinished } from '../../src/cli/workspaces/deletion';
import { runFills } from '../../src/shared/insights';
import { runTimers } from '../../src/cli/serve/timers';
import { findDueWebhooks } from '../../src/features/webhooks/delivering/delivering-store';
import { findMovedWebhooks } from '../../src/features/webhooks/delivering/unread-store';
import { chooseWorkspace, operatorContext } from '../../src/cli/workspaces/choose-workspace';
import {
  deleteWorkspaceCommand,
  activateCommand,
  freezeCommand,
  movedCommand,
  unfreezeCommand,
} from '../../src/cli/workspaces/workspaces';
import {
  freezeWorkspace,
  unfreezeWorkspace,
  moveWorkspace,
  takeBack,
} from '../../src/cli/workspaces/move';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { readContractSchemas } from '../../src/cli/transfer/rules/column-rules';
import { columnRules } from '../../src/cli/transfer/rules/table-rules';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { exchange } from '../../scripts/requests/exchange';
import { describeOnEachDialect, otherDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import {
  aWorkspace,
  createRecordOfEachKind,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { insertMix } from '../support/mixed-workspace';
import {
  factsOf,
  forAgents,
  forPeople,
  operationIds,
  queryOf,
  recordKindOf,
} from '../../scripts/requests/operations';
import {
  actionRow,
  at,
  insertOneOfEach,
  insertWorkspace,
  publicIdIn,
  keyOf,
  testKeys,
  unknownPassword,
  unknownSecret,
  nextNumber,
} from '../support/rows';
import { run, startProgram } from '../support/program';
import { openStream } from '../support/event-stream';
import { typedClient } from '../support/typed-client';
import { readStream, unwrap } from '../../src/client';
import { hashSecret } from '../../src/shared/tokens';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { findDrift } from '../../scripts/requests/stored-bytes';
import { DAY, SECOND } from '../../src/platform/time';
import { testCost } from '../../scripts/servers/password-cost';
import { exported, imported, resealed, sentence, withPlainSecret } from '../support/transfer';
import type { SecretKeys } from '../../src/platform/secret-keys';
import { openWebhookSecret, type WebhookOwner } from '../../src/shared/webhook-signing';

const hostile =
  '\u2028\u2029\u0085 "quoted" \\back\\ \' ; drop table actions; -- ?? :name $1 %s \t\r\n \u0001\u007f\uFEFF\uFFFD e\u0301 \u202E 🎭 </script>';

/** Records with hostile texts, and with hostile names as earlier versions stored them. */
async function createHostileRecords(
  given: GivenWorkspace,
  { knex }: TestDatabase,
): Promise<RecordIds> {
  const records = await createRecordOfEachKind(given, hostile);
  const { domain, order, saved_view: view } = records;
  for (const [table, id] of Object.entries({ domains: domain, orders: order, saved_views: view })) {
    await knex(table)
      .where({ workspace_id: given.workspaceId, id })
      .update({ name: `Old ${hostile}` });
  }
  return records;
}

const sizes = {
  agents: 4,
  domains: 4,
  projects: 6,
  orders: 5,
  documents: 4,
  actions: 210,
  questions: 20,
  events: 210,
};

const reads = operationIds.filter((id) => {
  const { method, security } = factsOf(id);
  return method === 'get' && security.length > 0;
});

const few = {
  agents: 2,
  domains: 1,
  projects: 1,
  orders: 1,
  documents: 1,
  actions: 60,
  questions: 3,
  events: 20,
};

/** The number of rows per table. */
async function rowCounts(database: TestDatabase): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const { name } of transferTables) {
    const [row] = await database.knex(name).count({ count: '*' });
    counts[name] = Number(row?.['count']);
  }
  return counts;
}

describeOnEachDialect('what an export carries, on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(dialect);
  });
  afterAll(async () => {
    await database.close();
  });
  const query = <Row>(sqlite: string, postgres: string): Promise<Row[]> =>
    createReader(database).rows<Row>((db) => db.raw(dialect === 'sqlite' ? sqlite : postgres));

  it('contains every table except otherTables', async () => {
    const found = await query<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const names = found.map(({ name }) => name);
    const carried = names.filter((name) => !otherTables.some((other) => other.test(name)));
    expect(carried.toSorted()).toEqual(transferTables.map(({ name }) => name).toSorted());
    for (const other of otherTables)
      expect(names.filter((name) => other.test(name))).not.toEqual([]);
  });

  it('has a rule for every column', async () => {
    const source = { schemas: readContractSchemas() };
    for (const table of moveTables) {
      const columns = await readColumns(createReader(database), table);
      expect(columnRules(table.name, columns, source)).toHaveLength(columns.length);
    }
    const unknown = { name: 'shoe_size', kind: 'integer', nullable: true } as const;
    expect(() => columnRules('actors', [unknown], source)).toThrow(/has no rule for imports/);
  });

  it('lists tables after those that they refer to, except for late columns', async () => {
    const references = await query<{ table: string; column: string; target: string }>(
      `select m.name as "table", f."from" as "column", f."table" as target
         from sqlite_master as m join pragma_foreign_key_list(m.name) as f where m.type = 'table'`,
      `select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as target
         from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f'`,
    );
    expect(references.length).toBeGreaterThan(50);
    const order = transferTables.map(({ name }) => name);
    for (const { name, late } of transferTables) {
      const forward = references.filter(
        ({ table, column, target }) =>
          table === name &&
          column !== 'workspace_id' &&
          order.indexOf(target) >= order.indexOf(name),
      );
      const columns = forward.map(({ column }) => column);
      expect([name, columns.toSorted()]).toEqual([name, late.toSorted()]);
    }
  });

  it('has the primary keys and the globally unique columns', async () => {
    const keys = await query<{
      table: string;
      name: string;
      columns: string;
      is_key: boolean | number;
    }>(
      `select m.name as "table", i.name as name, i.origin = 'pk' as is_key,
              (select group_concat(x.name) from pragma_index_info(i.name) as x) as columns
         from sqlite_master as m join pragma_index_list(m.name) as i
        where m.type = 'table' and i."unique" = 1`,
      `select x.indrelid::regclass::text as "table", x.indexrelid::regclass::text as name, x.indisprimary as is_key,
              (select string_agg(a.attname, ',' order by array_position(x.indkey::int2[], a.attnum))
                 from pg_attribute as a where a.attrelid = x.indrelid and a.attnum = any (x.indkey::int2[])) as columns
         from pg_index as x join pg_class as c on c.oid = x.indexrelid join pg_namespace as n on n.oid = c.relnamespace
        where x.indisunique and n.nspname = 'public'`,
    );
    for (const { name, key, unique } of transferTables) {
      const own = keys.filter(({ table }) => table === name);
      const primary = own.find(({ is_key }) => Boolean(is_key))?.columns;
      const among = own
        .filter(({ columns, is_key }) => !is_key && !columns.startsWith('workspace_id'))
        .map(({ columns }) => columns);
      const expected = name === 'workspaces' ? key : ['workspace_id', ...key];
      expect([name, primary]).toEqual([name, expected.join(',')]);
      expect([name, among]).toEqual([name, unique === undefined ? [] : [unique]]);
    }
  });

  it('recognises times by name on SQLite and by type on Postgres', async () => {
    const other = await openTestDatabase(otherDialect(dialect));
    try {
      for (const table of transferTables) {
        const { name } = table;
        const columns = await readColumns(createReader(database), table);
        expect(columns.length).toBeGreaterThan(0);
        expect([name, columns]).toEqual([name, await readColumns(createReader(other), table)]);
        if (dialect === 'sqlite') continue;
        const types = await database.knex(name).columnInfo();
        const times = columns.filter(({ kind }) => kind === 'instant').map((column) => column.name);
        const stored = Object.entries(types).filter(([, { type }]) => type.startsWith('timestamp'));
        expect([name, times]).toEqual([name, stored.map(([column]) => column).toSorted()]);
      }
    } finally {
      await other.close();
    }
  });
});

describeOnEachDialect(
  'a workspace that moves from %s to the other database and back',
  (dialect) => {
    let from: TestDatabase;
    let to: TestDatabase;
    let source: TestApp;
    let target: TestApp;
    let given: GivenWorkspace;
    let records: RecordIds;
    const other = 'wsp_other';
    let text: string;

    beforeAll(async () => {
      from = await openTestDatabase(dialect);
      to = await openTestDatabase(otherDialect(dialect));
      source = await startApp(from, { secretKeys: testKeys });
      target = await startApp(to);
      given = await aWorkspace(source, from, `Theatre ${hostile}`);
      await insertMix(from, given.owner.owner, sizes);
      records = await createHostileRecords(given, from);
      await given.worker.ok('createAction', {
        body: { title: 'Once', details: hostile, client_request_id: 'once' },
      });
      // Another workspace in each database, which the transfer must not touch.
      await transact(from, (transaction) => insertOneOfEach(transaction, 'wsp_elsewhere'));
      await transact(to, (transaction) => insertOneOfEach(transaction, other));
      // Reads store the use of tokens and sessions, at most once a minute.
      const used = new Date(Date.now() + 3_600_000).toISOString();
      await from.knex('tokens').update({ last_used_at: used });
      await from.knex('agents').update({ last_seen_at: used });
      await from.knex('sessions').update({ last_seen_at: used });
      text = await exported(from.url, given.workspaceId);
    });
    afterAll(async () => {
      for (const part of [source, target, from, to]) await part.close();
    });

    async function readAll(app: TestApp): Promise<Map<string, unknown>> {
      const responses = new Map<string, unknown>();
      const read = async (api: ApiClient, id: OperationId, caller: string): Promise<void> => {
        // Deliveries and grants are not exported.
        if (id === 'getWebhookDelivery' || id === 'listWebhookDeliveries') return;
        if (id === 'listOauthGrants') return;
        const path = factsOf(id).path.includes('{id}') ? { id: records[recordKindOf(id)] } : {};
        const { status, body } = await api.send(id, { path, query: queryOf(id) });
        responses.set(`${id} ${caller}`, { status, body });
      };
      const person = client(app, { cookie: given.owner.cookie });
      const worker = client(app, { bearer: given.token });
      for (const id of reads) {
        if (forPeople(id)) await read(person, id, 'person');
        if (forAgents(id)) await read(worker, id, 'worker');
      }
      return responses;
    }

    it('has the same bytes in every export and nothing of other workspaces', async () => {
      const theirs = await exported(to.url, other);
      expect(await imported(to, text)).toBe(given.workspaceId);
      expect(await exported(to.url, given.workspaceId)).toBe(text);
      expect(await exported(to.url, other)).toBe(theirs);

      const back = await openTestDatabase(dialect);
      try {
        await imported(back, await exported(to.url, given.workspaceId));
        expect(await exported(back.url, given.workspaceId)).toBe(text);
        const counts = await rowCounts(back);
        expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ rows: counts });
        expect(counts).toMatchObject({ workspaces: 1, idempotency_records: 1 });
      } finally {
        await back.close();
      }
    });

    it('returns the same to the same token, cookie and password', async () => {
      await from.knex('webhook_deliveries').delete();
      // Cursors name the epoch of the database, so another database has others.
      await to.knex('database_epoch').update(await from.knex('database_epoch').first('epoch'));
      await runFills(to, () => false);
      const [before, after] = [await readAll(source), await readAll(target)];
      expect(after.size).toBeGreaterThan(50);
      for (const [name, response] of before)
        expect([name, after.get(name)]).toEqual([name, response]);
      expect(after.get('getMe worker')).toMatchObject({ status: 200 });
      const { email, password } = given.owner;
      expect(
        (await client(target).call('createSession', { body: { email, password } })).status,
      ).toBe(201);
    });

    it('replays the response to a retried request', async () => {
      const body = { title: 'Once', details: hostile, client_request_id: 'once' };
      const again = await client(target, { bearer: given.token }).call('createAction', { body });
      expect(again.headers['idempotent-replayed']).toBe('true');
    });

    it('continues the feed: the next event follows the imported ones', async () => {
      const { knex } = to;
      const key = { workspace_id: given.workspaceId };
      const { last } = await knex('event_positions').where(key).first('last');
      const { id } = await given.worker.ok('getAction', { path: { id: records.action } });
      await client(target, { bearer: given.token }).ok('createActionNote', {
        path: { id },
        body: { body: 'There' },
      });
      const next = await knex('events')
        .where({ ...key, position: Number(last) + 1 })
        .first();
      expect([Number(last) > 0, next.action_id]).toEqual([true, id]);
    });
  },
);

describeOnEachDialect('an export on %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(dialect);
    await transact(database, async (transaction) => {
      await insertWorkspace(transaction, 'wsp_1');
      for (let n = 0; n < 500; n += 1) {
        await transaction.write((db) =>
          db('actions').insert(actionRow('wsp_1', `act_${1000 + n}`)),
        );
      }
    });
  });
  afterAll(async () => {
    await database.close();
  });

  it('is a snapshot and blocks no writes', async () => {
    const before = await exported(database.url, 'wsp_1');
    const second = connect(database.url);
    try {
      const parts: string[] = [];
      await withSnapshot(second, async (reader) => {
        for await (const part of exportLines(reader, 'wsp_1', () => undefined, {
          keys: testKeys,
        })) {
          parts.push(part);
          if (!part.includes('"table":"actions"')) continue;
          const title = `Changed after ${parts.length}`;
          await database.knex('actions').where('id', '>', 'act_1300').update({ title });
          await database.knex('actions').insert(actionRow('wsp_1', `act_1${parts.length}99x`));
        }
      });
      expect(parts.join('')).toBe(before);
      expect(await exported(database.url, 'wsp_1')).not.toBe(before);
    } finally {
      await second.close();
    }
  });

  it('cannot write, and restores the connection after an error', async () => {
    const write = withSnapshot(database, (reader) =>
      reader.rows((db) => db('actions').delete().returning('id')),
    );
    expect(await sentence(write)).toMatch(/runs queries only/);
    await transact(database, (transaction) =>
      transaction.write((db) =>
        db('actions').where({ workspace_id: 'wsp_1', id: 'act_1000' }).update({ title: 'Free' }),
      ),
    );
  });
});

describeOnEachDialect('an import on %s', (dialect) => {
  let source: TestDatabase;
  let database: TestDatabase;
  let lines: readonly string[];

  beforeAll(async () => {
    source = await openTestDatabase(dialect);
    database = await openTestDatabase(dialect);
    await transact(source, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
    await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_2'));
    const text = await exported(source.url, 'wsp_1');
    lines = withPlainSecret(text.trimEnd().split('\n'));
  });
  afterAll(async () => {
    await source.close();
    await database.close();
  });

  /** The line number of the first row of the table. */
  const numberOf = (table: string): number =>
    lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1;

  /** The file with a changed first row of the table and a valid checksum. */
  const changed = (table: string, change: (line: string) => string): string =>
    resealed(lines.map((line, index) => (index + 1 === numberOf(table) ? change(line) : line)));

  const set = (table: string, column: string, value: unknown): string =>
    changed(table, (line) => {
      const { row } = JSON.parse(line);
      return JSON.stringify({ table, row: { ...row, [column]: value } });
    });

  /** The file of another workspace, with other hashes of its secrets. */
  const renamed = (workspace: string): string => {
    const secrets = ['session', 'invitation', 'reset'].map(
      (kind) => (id: string) => hashSecret(`${kind} ${id}`),
    );
    return [...secrets, publicIdIn].reduce(
      (text, secret) => text.replaceAll(secret('wsp_1'), secret(workspace)),
      lines.join('\n').replaceAll('wsp_1', workspace),
    );
  };

  it('contains a row of every table', async () => {
    const text = `${lines.join('\n')}\n`;
    expect(resealed(lines)).toBe(text);
    const target = await openTestDatabase(dialect);
    try {
      await imported(target, text);
      expect(await rowCounts(target)).toEqual(await rowCounts(source));
      const again = await exported(target.url, 'wsp_1');
      expect(withPlainSecret(again.trimEnd().split('\n'))).toEqual(lines);
    } finally {
      await target.close();
    }
  });

  const refusals: [string, () => string, RegExp][] = [
    ['an empty file', () => '', /^The file is empty\./],
    [
      'another JSON file',
      () => '{"some":"json"}\n',
      /^Line 1: it is not the header of a Callboard export/,
    ],
    [
      'another format',
      () => resealed([lines[0]?.replace(':1,', ':2,') ?? '', ...lines.slice(1)]),
      /^Line 1: this version reads format 1, not 2\./,
    ],
    [
      'an older schema',
      () =>
        resealed([
          lines[0]?.replace(migrations.at(-1)?.name ?? '', migrations[0]?.name ?? '') ?? '',
          ...lines.slice(1),
        ]),
      /^Line 1: the file has the older schema 20261127000000-installation, .*Run callboard migrate/,
    ],
    [
      'an unknown schema',
      () =>
        resealed([
          lines[0]?.replace(migrations.at(-1)?.name ?? '', '29990101000000-later') ?? '',
          ...lines.slice(1),
        ]),
      /^Line 1: this version .* does not know the file's schema 29990101000000-later/,
    ],
    [
      'a file cut between lines',
      () => `${lines.slice(0, 9).join('\n')}\n`,
      /^The file is incomplete: it ends after line 9\./,
    ],
    [
      'a file cut in a line',
      () => lines.slice(0, 9).join('\n').slice(0, -5),
      /^Line 9: it is not JSON/,
    ],
    [
      'a file without its trailer',
      () => `${lines.slice(0, -1).join('\n')}\n`,
      /^The file is incomplete: it ends after line \d+\./,
    ],
    [
      'a line that is not JSON',
      () => changed('actors', () => '{"table":'),
      /^Line 3: it is not JSON in UTF-8/,
    ],
    [
      'a line of another shape',
      () => changed('actors', () => '[1]'),
      /^Line 3: it is neither a row/,
    ],
    [
      'an unknown table',
      () => changed('actors', (line) => line.replace('actors', 'sqlite_master')),
      /^Line 3: there is no table "sqlite_master"/,
    ],
    [
      'a table with a long name',
      () => changed('actors', (line) => line.replace('actors', 'a'.repeat(101))),
      /^Line 3: there is no table "a{100}"/,
    ],
    [
      'an unknown column',
      () => set('actors', 'shoe_size', 1),
      /^Line 3: actors has no column "shoe_size"/,
    ],
    [
      '__proto__ as a column',
      () => changed('actors', (line) => line.replace('"row":{', '"row":{"__proto__":{},')),
      /^Line 3: actors has no column "__proto__"/,
    ],
    [
      'the column workspace_id',
      () => set('actors', 'workspace_id', 'wsp_2'),
      /^Line 3: actors has no column "workspace_id"/,
    ],
    [
      'a missing column',
      () => set('actors', 'name', undefined),
      /^Line 3: actors\.name is missing/,
    ],
    [
      'null in a required column',
      () => set('actors', 'name', null),
      /^Line 3: actors\.name must be text/,
    ],
    ['a number for text', () => set('actors', 'name', 7), /^Line 3: actors\.name must be text/],
    [
      'an object for text',
      () => set('actors', 'name', { a: 1 }),
      /^Line 3: actors\.name must be text/,
    ],
    [
      'a NUL character',
      () => set('actors', 'name', 'a\0b'),
      /^Line 3: actors\.name must be text, without NUL/,
    ],
    [
      'a lone surrogate',
      () => set('actors', 'name', 'a\ud800b'),
      /^Line 3: actors\.name must be text, without NUL/,
    ],
    [
      'text for a time',
      () => set('actors', 'created_at', 'yesterday'),
      /^Line 3: actors\.created_at must be a time/,
    ],
    [
      'a day that does not exist',
      () => set('actors', 'created_at', '2026-02-30T00:00:00.000Z'),
      /^Line 3: actors\.created_at must be a time/,
    ],
    [
      'text for a boolean',
      () => set('projects', 'is_template', 'false'),
      /: projects\.is_template must be true or false/,
    ],
    [
      'a fraction',
      () => set('actions', 'position', 1.5),
      /: actions\.position must be a whole number/,
    ],
    [
      'a number too large',
      () => set('actions', 'version', 2 ** 31),
      /: actions\.version must be a whole number of 32 bits/,
    ],
    [
      'a value that violates a check',
      () => set('action_blockers', 'blocker_id', 'act_2'),
      /^Lines \d+ to \d+, of action_blockers, have a value that is not allowed \(action_blockers_self_check\)/,
    ],
    [
      'an unknown word',
      () => set('actions', 'status', 'x'),
      /: actions\.status must be one of inbox,/,
    ],
    [
      'the webhook of an agent in the format of a chat',
      () => set('webhooks', 'format', 'slack'),
      /: webhooks must have the standard format and no preset if it has an agent/,
    ],
    [
      'a webhook of an unknown format',
      () => set('webhooks', 'format', 'matrix'),
      /^Line \d+: webhooks\.format must be/,
    ],
    [
      'a webhook without a secret that is not deleted',
      () => set('webhooks', 'secret', ''),
      /: webhooks must have a secret if it is not deleted, and only then/,
    ],
    [
      'kinds that are no JSON',
      () => set('webhooks', 'kinds', 'oops'),
      /^Line \d+: webhooks\.kinds must be JSON text/,
    ],
    [
      'kinds of something else',
      () => set('webhooks', 'kinds', '["oops"]'),
      /: webhooks\.kinds must contain other JSON: it at \/0 must be one of action\.approved,/,
    ],
    [
      'JSON with NUL characters',
      () => set('actions', 'requirements', '["\\u0000"]'),
      /: actions\.requirements must be JSON text of at most 100 levels, without NUL/,
    ],
    [
      'JSON of many levels',
      () => set('documents', 'content', '['.repeat(5000) + ']'.repeat(5000)),
      /: documents\.content must be JSON text of at most 100 levels/,
    ],
    [
      'a password hash of another cost',
      () => set('users', 'password_hash', `scrypt$3$8$1$${'A'.repeat(22)}==$${'A'.repeat(43)}=`),
      /: users\.password_hash must be a hash of a known cost/,
    ],
    [
      'a URL with a password',
      () => set('agents', 'webhook_url', 'https://a:b@example.com/'),
      /: agents\.webhook_url must be a URL to send to: The URL must not contain a user name/,
    ],
    [
      'an id of another kind',
      () => set('actors', 'id', 'usr_1'),
      /^Line 3: actors\.id must be an id such as atr_…/,
    ],
    [
      'an agent without an actor of its kind',
      () => set('agents', 'actor_id', 'atr_1'),
      /: agents\.actor_id must be an actor of the kind agent/,
    ],
    [
      'an event after the last position',
      () => set('events', 'position', 2),
      /: events\.position must not be after event_positions\.last/,
    ],
    [
      'a period of no seconds',
      () => set('orders', 'checkin_every_seconds', 0),
      /: orders\.checkin_every_seconds must be >= 60/,
    ],
    [
      'a repetition without a unit',
      () => set('actions', 'repeat_type', 'from_due'),
      /: actions must have repeat_unit and repeat_interval if it repeats/,
    ],
    [
      'a header that splits a response',
      () => set('idempotency_records', 'headers', '{"ETag":"a\\r\\nX: y"}'),
      /: idempotency_records\.headers must contain headers of a response/,
    ],
    [
      'an unknown time zone',
      () => set('workspaces', 'time_zone', 'Mars/Base'),
      /^Line 2: workspaces\.time_zone must be a time zone/,
    ],
    [
      'the year 0',
      () => set('actions', 'due_at', '0000-01-01T00:00:00.000Z'),
      /: actions\.due_at must be a time such as/,
    ],
    [
      'a duplicate row',
      () => resealed(lines.flatMap((line, index) => (index === 2 ? [line, line] : [line]))),
      /^Lines 3 to \d+, of actors, have a duplicate key/,
    ],
    [
      'a reference to a missing row',
      () => set('projects', 'domain_id', 'dom_9'),
      /^Lines \d+ to \d+, of projects, refer to a row that the file does not contain/,
    ],
    [
      'a late reference to a missing row',
      () => set('actions', 'latest_note_id', 'not_9'),
      /^The rows of actions refer to a row that the file does not contain/,
    ],
    [
      'another workspace than in the header',
      () => set('workspaces', 'id', 'wsp_3'),
      /^Line 2: its workspace is not the one of the header/,
    ],
    [
      'rows in another order',
      () => resealed([lines[0] ?? '', lines[2] ?? '', lines[1] ?? '', ...lines.slice(3)]),
      /^Lines 2 to 2, of actors, refer to a row/,
    ],
    [
      'tables in another order',
      () => resealed([...lines.slice(0, -1), lines[3] ?? '', lines.at(-1) ?? '']),
      /: rows of actors must come before those of agent_news_reads/,
    ],
    [
      'a missing row',
      () => resealed(lines.filter((_, index) => index + 1 !== numberOf('links'))),
      /^Line \d+: expected 1 rows of links, found 0/,
    ],
    [
      'a changed value',
      () => `${lines.join('\n').replace('"Winter show"', '"Summer show"')}\n`,
      /^Line \d+: the checksum does not match/,
    ],
    [
      'data after the end',
      () => `${lines.join('\n')}\n\n`,
      /^Line \d+: no line may follow the end/,
    ],
    [
      'no workspace',
      () => resealed([lines[0] ?? '', `{"rows":{},"sha256":""}`]),
      /^Line 2: the file contains no workspace/,
    ],
    [
      'a token of another workspace',
      () => set('tokens', 'public_id', publicIdIn('wsp_2')),
      /^Line \d+: another workspace of this database already has the public_id [0-9a-f]{24} of tok_1 \(tokens\)/,
    ],
    [
      'a session of another workspace',
      () => set('sessions', 'id_hash', hashSecret('session wsp_2')),
      /^Line \d+: another workspace of this database already has the id_hash of ses_1 \(sessions\)/,
    ],
    [
      'an invitation of another workspace',
      () => set('invitations', 'secret_hash', hashSecret('invitation wsp_2')),
      /^Line \d+: .* already has the secret_hash of inv_1 \(invitations\)/,
    ],
    [
      'a password reset of another workspace',
      () => set('password_resets', 'secret_hash', hashSecret('reset wsp_2')),
      /^Line \d+: .* already has the secret_hash of pwr_1 \(password_resets\)/,
    ],
    [
      'a workspace that already exists',
      () => `${lines.join('\n')}\n`.replaceAll('wsp_1', 'wsp_2'),
      /^Line 1: this database already has the workspace wsp_2/,
    ],
  ];

  it.each(refusals)('refuses %s, and writes nothing', async (_, text, words) => {
    const before = await rowCounts(database);
    expect(await sentence(imported(database, text()))).toMatch(words);
    expect(await rowCounts(database)).toEqual(before);
  });

  it.each([false, true])(
    'moves a deleted webhook as it is, without secrets: %s',
    async (without) => {
      const [from, target] = [await openTestDatabase(dialect), await openTestDatabase(dialect)];
      try {
        await transact(from, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
        const deleted = { deleted_at: at, secret: '', previous_secret: null };
        await from.knex('webhooks').update(deleted);
        const counts: number[] = [];
        const count = (one: number) => counts.push(one);
        const parts: string[] = [];
        const options = { keys: without ? [] : testKeys, onWebhooks: count };
        for await (const part of exportLines(
          createReader(from),
          'wsp_1',
          () => undefined,
          options,
        )) {
          parts.push(part);
        }
        await imported(target, parts.join(''), { onNewSecrets: count });
        const [before] = await from.knex('webhooks').select();
        const [after] = await target.knex('webhooks').select();
        expect(after).toEqual(before);
        expect(after).toMatchObject(deleted);
        expect(counts.filter((one) => one > 0)).toEqual([]);
      } finally {
        await from.close();
        await target.close();
      }
    },
  );

  it('exports no secret without a key, and disables the webhooks of such a file', async () => {
    const counts: number[] = [];
    const parts: string[] = [];
    const options = { onWebhooks: (count: number) => counts.push(count) };
    for await (const part of exportLines(createReader(source), 'wsp_1', () => undefined, options)) {
      parts.push(part);
    }
    const text = parts.join('');
    expect([/whsec_|enc1:/.test(text), counts]).toEqual([false, [1]]);
    expect(await importedWebhook(text)).toMatchObject({ replaced: [1] });
  });

  it('exports secrets encrypted, which only a server with the key imports', async () => {
    const text = await exported(source.url, 'wsp_1');
    expect([text.includes('whsec_'), text.includes(`enc1:${testKeys[0]?.id}:`)]).toEqual([
      false,
      true,
    ]);
    const [row] = await source.knex('webhooks').select('secret');
    expect(text).toContain(row.secret);
    // A secret from before the key is encrypted too.
    await source.knex('webhooks').update({ secret: unknownSecret });
    const later = await exported(source.url, 'wsp_1');
    await source.knex('webhooks').update(row);
    expect(later).not.toContain('whsec_');
    for (const one of [text, later]) {
      const { webhook, replaced } = await importedWebhook(one);
      expect([replaced, webhook.state]).toEqual([[0], 'enabled']);
      expect(openWebhookSecret(testKeys, webhook, 'secret', webhook.secret)).toEqual({
        secret: unknownSecret,
      });
    }
    const other = keyOf('d'.repeat(64));
    const wrong: [SecretKeys, RegExp][] = [
      [[], /^Line \d+: webhooks\.secret cannot be read\. SECRETS_KEY_FILE is not set/],
      [[other], /^Line \d+: webhooks\.secret cannot be read\. The file of SECRETS_KEY_FILE lacks/],
    ];
    for (const [keys, words] of wrong) {
      expect(await sentence(importedWebhook(text, { keys }))).toMatch(words);
      const { webhook, replaced } = await importedWebhook(text, { keys, withoutSecrets: true });
      expect([replaced, webhook.state, webhook.secret === row.secret]).toEqual([
        [1],
        'disabled',
        false,
      ]);
    }
    const swapped = resealed(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.replace('whk_1', 'whk_2')),
    );
    expect(await sentence(importedWebhook(swapped))).toMatch(/it belongs to another record/);
  });

  it('encrypts the secrets of a file that has them in plain text', async () => {
    const { webhook } = await importedWebhook(resealed(lines));
    expect(lines.join('\n')).toContain(unknownSecret);
    expect(webhook.secret).toMatch(/^enc1:/);
    const plain = await importedWebhook(resealed(lines), { keys: [] });
    expect(plain.webhook.secret).toBe(unknownSecret);
  });

  it('imports the URL of a chat, which a file without secrets lacks', async () => {
    const url = 'https://chat.example.com/moon';
    const chat = (changes: object) => {
      const shown = { agent_id: null, url: 'https://chat.example.com/***', format: 'slack' };
      return resealed(
        lines.map((line) => {
          const { table, row, ...rest } = JSON.parse(line);
          if (table !== 'webhooks') return line;
          return JSON.stringify({ table, row: { ...row, ...shown, ...changes }, ...rest });
        }),
      );
    };
    const { webhook } = await importedWebhook(chat({ secret_url: url }));
    expect(webhook.secret_url).toMatch(/^enc1:/);
    const opened = openWebhookSecret(testKeys, webhook, 'secret_url', webhook.secret_url ?? '');
    expect(opened).toEqual({ secret: url });
    const without = await importedWebhook(chat({ secret_url: url }), { withoutSecrets: true });
    expect(without.webhook).toMatchObject({ state: 'disabled', secret_url: null });
    const faults = [{ secret_url: null }, { secret_url: url, format: 'standard' }];
    for (const fault of faults) {
      expect(await sentence(importedWebhook(chat(fault)))).toMatch(
        /: webhooks must have a secret URL if it is an enabled chat, and only if it is a chat/,
      );
    }
  });

  /** The webhook that an import makes in an empty database, and how many got new secrets. */
  async function importedWebhook(
    text: string,
    options: Parameters<typeof imported>[2] = {},
  ): Promise<{
    webhook: WebhookOwner & { secret: string; secret_url: string | null; state: string };
    replaced: readonly number[];
  }> {
    const target = await openTestDatabase(dialect);
    const replaced: number[] = [];
    try {
      const onNewSecrets = (count: number) => replaced.push(count);
      await imported(target, text, { ...options, onNewSecrets });
      const [webhook] = await target.knex('webhooks').select();
      if (replaced[0] === 1) {
        const { secret, ...owner } = webhook;
        expect(owner).toMatchObject({ state: 'disabled', disabled_reason: 'person' });
        const { keys = testKeys } = options;
        expect(openWebhookSecret(keys, webhook, 'secret', secret)).toEqual({
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        });
      }
      return { webhook, replaced };
    } finally {
      await target.close();
    }
  }

  it('accepts an address that has an account in another workspace', async () => {
    const text = renamed('wsp_5').trimEnd().split('\n');
    const email = 'ada@wsp_2.example';
    const shared = resealed(text.map((line) => line.replace('ada@wsp_5.example', email)));
    await imported(database, shared);
    const accounts = await database.knex('users').where({ email }).orderBy('workspace_id');
    expect(accounts.map(({ workspace_id: id }) => id)).toEqual(['wsp_2', 'wsp_5']);
  });

  it('succeeds once for concurrent imports of the same file', async () => {
    const sealed = resealed(renamed('wsp_7').trimEnd().split('\n'));
    const second = connect(database.url);
    try {
      const outcomes = await Promise.allSettled([
        imported(database, sealed),
        imported(second, sealed),
      ]);
      const lost = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [String(one.reason)] : [],
      );
      expect(lost).toEqual([
        expect.stringMatching(/this database already has|have a duplicate key|is busy/),
      ]);
      expect(
        await database.knex('actions').where({ workspace_id: 'wsp_7', created_at: at }),
      ).toHaveLength(2);
    } finally {
      await second.close();
    }
  });
});

describeOnEachDialect('an archive on %s', (dialect) => {
  let database: TestDatabase;
  let app: TestApp;
  let given: GivenWorkspace;
  let folder: string;
  beforeAll(async () => {
    database = await openTestDatabase(dialect);
    app = await startApp(database);
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database);
    folder = await mkdtemp(join(tmpdir(), 'callboard-archive-test-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.knex('archive_leases').delete();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const config = () => loadConfig({ DATABASE_URL: database.url });
  const archive = async (options: Partial<ArchiveOptions> = {}): Promise<string> => {
    const own = { to: folder, days: 100, workspace: given.workspaceId, ...options };
    return (await archiveCommand(config(), own)).join('\n');
  };

  const byCode = (a: string, b: string): number => (a < b ? -1 : 1);

  /** The files of the folder, one after the other. */
  const allFiles = async (): Promise<string> => {
    const names = (await readdir(folder)).toSorted();
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  };
  const importText = async (text: string): Promise<string> => {
    const path = join(folder, 'all');
    await writeFile(path, text);
    const lines = await importCommand(config(), path).finally(() => rm(path));
    return lines.join('\n');
  };
  const start = async (title: string, more: object = {}): Promise<string> =>
    (await given.person.ok('createAction', { body: { title, ...more } })).id;
  const end = async (title: string, more: object = {}): Promise<string> => {
    const id = await start(title, more);
    await given.person.ok('completeAction', {
      path: { id },
      body: { result_summary: 'It went well' },
    });
    return id;
  };
  /** Half a year passes, in which the purge removes the events. */
  const age = async (): Promise<void> => {
    const { knex } = database;
    const key = { workspace_id: given.workspaceId };
    const then = new Date(Date.now() - 180 * DAY).toISOString();
    await moveIntoPast(database, given.workspaceId, (180 * DAY) / SECOND);
    await knex('agent_requests').where(key).update({ updated_at: then });
    await knex('actions').where(key).whereNotNull('completed_at').update({ completed_at: then });
    await knex('events').where(key).delete();
    await knex('event_positions')
      .where(key)
      .update({ forgotten: knex.ref('last') });
  };
  const rowsOf = async (workspaceId: string): Promise<string[]> => {
    const lines = (await exported(database.url, workspaceId)).split('\n');
    return lines.filter(
      (line) =>
        !/"table":"(audit_entries|event_positions|events|sessions|tokens|agents)"|"sha256"/.test(
          line,
        ),
    );
  };
  const idsLeft = async (): Promise<string[]> =>
    database.knex('actions').where({ workspace_id: given.workspaceId }).pluck('id');
  /** The methods of all open files, to replace one. */
  const fileMethods = async () => {
    const handle = await open(__filename, 'r');
    const methods: Pick<typeof handle, 'write' | 'sync'> = Object.getPrototypeOf(handle);
    await handle.close();
    return methods;
  };

  it('leaves work with files, also those of its notes and questions', async () => {
    const credential = { cookie: given.owner.cookie };
    const file = () => uploadFile(app, credential, { content: Buffer.from('bytes') });
    const file_ids = [(await file()).id];
    const own = await end('With a file', { file_ids });
    const noted = await end('With a note');
    const noteBody = { body: 'See the file.', file_ids };
    await given.person.ok('createActionNote', { path: { id: noted }, body: noteBody });
    const asked = await start('With a question');
    const { id } = await given.worker.ok('createQuestion', {
      body: { question: 'Blue?', on_answer: 'I sew.', action_id: asked },
    });
    await given.person.ok('createQuestionNote', { path: { id }, body: noteBody });
    await given.person.ok('respondQuestion', { path: { id }, body: { response: 'Yes' } });
    await given.person.ok('completeAction', {
      path: { id: asked },
      body: { result_summary: 'Sewn' },
    });
    const shown = await start('With a file of a question');
    const withFile = await given.worker.ok('createQuestion', {
      body: { question: 'This blue?', on_answer: 'I sew.', action_id: shown, file_ids },
    });
    const path = { id: withFile.id };
    await given.person.ok('respondQuestion', { path, body: { response: 'Yes' } });
    await given.person.ok('completeAction', {
      path: { id: shown },
      body: { result_summary: 'Sewn' },
    });
    await end('Without a file');
    await age();
    await archive();
    expect((await idsLeft()).toSorted()).toEqual([own, noted, asked, shown].toSorted());
    const { status } = await given.person.send('getFile', { path: { id: file_ids[0] ?? '' } });
    expect(status).toBe(200);
  });

  it('moves ended work into a file of its month, and an import restores equal rows', async () => {
    const { person, worker } = given;
    const other = await aWorkspace(app, database);
    const theirs = await other.person.ok('createAction', { body: { title: 'Theirs' } });
    await other.person.ok('completeAction', {
      path: { id: theirs.id },
      body: { result_summary: 'Done' },
    });
    await moveIntoPast(database, other.workspaceId, (180 * DAY) / SECOND);

    const blocker = await end(`Rehearsal ${hostile}`);
    const blocked = await start('Premiere', {
      status: 'ready',
      assigned_agent_id: given.agent.id,
      requires_review: false,
    });
    await person.ok('addBlocker', { path: { id: blocked, blocker_id: blocker } });
    await person.ok('updateAction', { path: { id: blocked }, body: { title: 'The premiere' } });
    await person.ok('createLink', { body: { url: 'https://example.com/', action_id: blocked } });
    const question = await worker.ok('createQuestion', {
      body: { question: 'Which hall?', on_answer: 'Book it', action_id: blocked, blocking: false },
    });
    const path = { id: question.id };
    await worker.ok('createQuestionNote', { path, body: { body: 'It is urgent' } });
    await person.ok('respondQuestion', { path, body: { response: 'The large one' } });
    await worker.ok('heartbeatAction', {
      path: { id: blocked },
      body: { progress_note: 'On the way', usage: { model: 'm', input_tokens: 5 } },
    });
    await worker.ok('completeAction', {
      path: { id: blocked },
      body: { result_summary: 'Sold out' },
    });
    const dropped = await start('Matinee');
    await person.ok('dropAction', { path: { id: dropped }, body: { reason: 'No time' } });
    const left = await start('The next season');

    // The feed has their events, and agents have news that show their notes.
    await moveIntoPast(database, given.workspaceId, (180 * DAY) / SECOND);
    expect(await archive()).toMatch(/^Archived 0 actions of 0 workspaces, 0 rows, in [\d.]+ s\.$/);
    await age();
    await database.knex('agent_news').where({ workspace_id: given.workspaceId }).delete();
    const cursor = (await person.ok('readEvents', { query: { after: 'now' } })).page.next;
    const before = [await rowsOf(given.workspaceId), await rowsOf(other.workspaceId)];
    expect(await archive({ dryRun: true })).toMatch(/^At least \d actions? of 1 workspace/);
    expect([await rowsOf(given.workspaceId), await rowsOf(other.workspaceId)]).toEqual(before);

    expect(await archive()).toMatch(/^Archived 3 actions of 1 workspace, \d+ rows, in/);
    expect(await idsLeft()).toEqual([left]);
    for (const id of [blocker, blocked, dropped]) {
      await person.fails('getAction', { path: { id } }, 404, 'NOT_FOUND');
    }
    await person.fails('getQuestion', { path }, 404, 'NOT_FOUND');
    const listed = await person.ok('listActions', {});
    expect([listed.items.map(({ id }) => id), listed.total]).toEqual([[left], 1]);
    const found = await person.ok('searchWorkspace', { query: { q: 'premiere' } });
    expect(found.items).toEqual([]);
    expect(await findDrift(database)).toEqual([]);
    expect(await rowsOf(other.workspaceId)).toEqual(before[1]);
    const names = await readdir(folder);
    expect(names.filter((name) => !/^wsp_\w+-\d{4}-\d\d\.jsonl$/.test(name))).toEqual([]);
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);

    // A cursor from before neither skips an event nor ends.
    await person.ok('updateAction', { path: { id: left }, body: { title: 'Next year' } });
    const events = await person.ok('readEvents', { query: { after: cursor } });
    expect(events.items.map(({ action_id: id }) => id)).toEqual([left]);
    await person.ok('updateAction', { path: { id: left }, body: { title: 'The next season' } });

    expect(await importText(await allFiles())).toMatch(
      /^Imported 3 archived actions into the workspace/,
    );
    const isOfLeft = (line: string): boolean => line.includes(left);
    const [present, earlier] = [await rowsOf(given.workspaceId), before[0] ?? []];
    expect(present.filter((line) => !isOfLeft(line))).toEqual(
      earlier.filter((line) => !isOfLeft(line)),
    );
    expect(await findDrift(database)).toEqual([]);
    expect((await person.ok('searchWorkspace', { query: { q: 'premiere' } })).items).not.toEqual(
      [],
    );
    expect(await importText(await allFiles())).toMatch(
      /^Imported 0 .*\nThe workspace has 3 more of its actions already\.$/,
    );
    expect(await rowsOf(given.workspaceId)).toEqual(present);
  });

  it('leaves what other work needs', async () => {
    const { person, worker, agent } = given;
    const order = await person.ok('createOrder', { body: { name: 'Tidy up', agent_id: agent.id } });
    const plain = await end('Plain');
    const blocker = await end('Blocker');
    const waiting = await start('Waiting');
    await person.ok('addBlocker', { path: { id: waiting, blocker_id: blocker } });
    const repeat = { type: 'from_completion', unit: 'day', interval: 1 };
    const earliest = await end('Water the plants', { status: 'ready', repeat_rule: repeat });
    const rows = () => database.knex('actions').where({ workspace_id: given.workspaceId });
    const earlier = await rows().where({ spawned_from_action_id: earliest }).first('id');
    await person.ok('completeAction', {
      path: { id: earlier.id },
      body: { result_summary: 'Watered' },
    });
    const firstOfOrder = await end('First of the order', { order_id: order.id });
    const lastOfOrder = await end('Last of the order', { order_id: order.id });
    const template = await end('Template');
    await rows().where({ id: template }).update({ is_template: true });
    const asked = await start('Asked');
    const { id: open } = await worker.ok('createQuestion', {
      body: { question: 'What now?', on_answer: 'Do it', action_id: asked, blocking: false },
    });
    await person.ok('completeAction', { path: { id: asked }, body: { result_summary: 'Done' } });
    await database.knex('agent_requests').where({ id: open }).update({ status: 'open' });
    const named = await end('Named');
    await worker.ok('createProposal', {
      body: {
        operation: 'createProject',
        title: 'A project',
        payload: { title: `After ${named}` },
        order_id: order.id,
      },
    });
    const reviewed = await start('Reviewed', { status: 'ready', assigned_agent_id: agent.id });
    await person.ok('updateAction', { path: { id: reviewed }, body: { requires_review: true } });
    await worker.ok('completeAction', { path: { id: reviewed }, body: { result_summary: 'Look' } });
    const told = await start('Told', { status: 'ready', assigned_agent_id: agent.id });
    await person.ok('dropAction', { path: { id: told }, body: { reason: 'Too late' } });
    const result = { result_summary: 'Started' };
    const source = await start('Source');
    const path = {
      id: (
        await worker.ok('createQuestion', {
          body: { question: 'Go?', on_answer: 'Go', action_id: source, blocking: false },
        })
      ).id,
    };
    await person.ok('respondQuestion', { path, body: { response: 'Yes' } });
    await person.ok('completeAction', { path: { id: source }, body: result });
    const follow = await start('Follow', { source_agent_request_id: path.id });
    await age();
    const recent = await end('Recent');
    await database.knex('events').where({ workspace_id: given.workspaceId }).delete();
    await database.knex('agent_news').where({ workspace_id: given.workspaceId, note_id: null });

    await archive();
    const left = new Set(await idsLeft());
    const gone = [plain, firstOfOrder].filter((id) => !left.has(id));
    expect(gone).toEqual([plain, firstOfOrder]);
    const kept = { blocker, waiting, earliest, earlier: earlier.id, lastOfOrder, template, asked };
    const others = { named, reviewed, told, source, follow, recent };
    const lost = Object.entries({ ...kept, ...others }).filter(([, id]) => !left.has(id));
    expect(lost).toEqual([]);
  });

  it('deletes nothing that is not in a file, however it ends', async () => {
    const { knex } = database;
    const ended = [await end('One'), await end('Two'), await end('Three')].toSorted();
    await age();
    const before = await rowsOf(given.workspaceId);
    const methods = await fileMethods();

    const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
    jest.spyOn(methods, 'write').mockRejectedValueOnce(full);
    expect(await sentence(archive())).toMatch(/^There is not enough disk space for .*Nothing was/);
    expect(await readdir(folder)).toEqual([]);
    const notAFolder = join(folder, 'file');
    await writeFile(notAFolder, '');
    for (const [to, reason] of [
      [notAFolder, /file is a file\. Name a folder\. Nothing was deleted/],
      [join(notAFolder, 'below'), /below is below a file, which is no folder\. Nothing was/],
      [
        '/proc/callboard/archive',
        /^\/proc\/callboard cannot be created: \/proc takes no folders\./,
      ],
    ] as const) {
      if (to.startsWith('/proc') && process.platform !== 'linux') continue;
      expect(await sentence(archive({ to }))).toMatch(reason);
    }
    expect(await readdir(folder)).toEqual(['file']);
    await rm(notAFolder);
    expect(await rowsOf(given.workspaceId)).toEqual(before);

    // The deletion fails after the file was synced, like a process that is killed then.
    await knex.raw(
      'create table holding (workspace_id text, id text, foreign key (workspace_id, id) references actions (workspace_id, id))',
    );
    await knex('holding').insert({ workspace_id: given.workspaceId, id: ended[0] });
    await expect(archive()).rejects.toMatchObject({
      message: expect.stringMatching(/foreign key/i),
    });
    await knex.schema.dropTable('holding');
    expect(await rowsOf(given.workspaceId)).toEqual(before);

    // A note changes between the file and the deletion, so the part is written again.
    await knex('actions').where({ id: ended[1] }).update({ details: 'Before' });
    jest.spyOn(methods, 'sync').mockImplementationOnce(async () => {
      await knex('actions').where({ id: ended[1] }).update({ details: 'After' });
    });
    expect(await archive()).toMatch(/^Archived 3 actions/);
    expect(await idsLeft()).toEqual([]);
    expect(await readdir(folder)).toHaveLength(2);
    const [first = '', second = ''] = await Promise.all(
      (await readdir(folder))
        .toSorted((a, b) => a.length - b.length)
        .map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(second.match(/"details":"\w+"/g)).toEqual(['"details":"After"']);

    // A process was killed while it wrote. The second file repeats the first one.
    const cut = second.slice(0, second.length / 2);
    expect(await importText(`${second}${first}${cut}`)).toMatch(
      /^Imported 3 .*\nThe workspace has 3 more .*\nThe part from line \d+ \(\d{4}-\d\d, [1-3] actions\) has no end line and was not imported\. The workspace has all its actions\.$/,
    );
    // Without its end line, nobody knows whether the rows are in another file.
    expect(await archive()).toMatch(/^Archived 3 actions/);
    const lines = second.split('\n');
    const withoutEnd = lines.filter((line) => !line.includes('"sha256"')).join('\n');
    for (const text of [withoutEnd, cut]) {
      expect(await sentence(importText(text))).toMatch(
        /^Line 1: the part that begins here \(.*, [1-3] actions\) has no end line, and the workspace lacks [1-3] of its actions\. If .* an undamaged copy\. Nothing was imported\.$/,
      );
      expect(await idsLeft()).toEqual([]);
    }
    expect(await importText(`${first}${second.slice(0, 40)}`)).toMatch(
      /^Imported 3 .*\nThe part from line \d+ \(no month, 0 actions\) .* an undamaged copy\.$/,
    );
    expect(await importText(`${withoutEnd}${first}`)).toMatch(/line 1 .* has all its actions\.$/);
    expect((await idsLeft()).toSorted()).toEqual(ended);
    const changed = second.replace('"After"', '"Other"');
    expect(await sentence(importText(changed))).toMatch(/the checksum does not match/);
    const elsewhere = second.replaceAll(given.workspaceId, 'wsp_nowhere');
    expect(await sentence(importText(elsewhere))).toMatch(/Line 1: this database has no workspace/);
  });

  it('runs in one process at a time', async () => {
    const { knex } = database;
    const ended = [await end('One'), await end('Two')].toSorted();
    await age();
    const outcomes = await Promise.allSettled([archive(), archive(), archive()]);
    const refused = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    );
    expect(refused.length).toBeLessThan(3);
    for (const reason of refused) expect(reason).toMatch(/Another process archives/);
    const ids = [...(await allFiles()).matchAll(/"table":"actions","row":\{.*?"id":"(\w+)"/g)];
    expect(ids.map(([, id = '']) => id).toSorted(byCode)).toEqual(ended);
    expect(await knex('archive_leases')).toEqual([]);

    const row = (expires_at: string) => ({ name: 'archive', holder: 'killed', expires_at });
    const soon = new Date(Date.now() + 50 * SECOND).toISOString();
    await knex('archive_leases').insert(row(soon));
    expect(await sentence(archive())).toMatch(/if it was killed, try again in [345]\d seconds\.$/);
    await knex('archive_leases').update(row('2001-01-01T00:00:00.000Z'));
    expect(await archive()).toMatch(/^Archived 0 actions/);
  });

  it('loses and doubles nothing when its process is killed at any moment', async () => {
    const { knex } = database;
    const one = await end('One');
    await age();
    const row = await knex('actions').where({ id: one }).first();
    const noNotes = Object.keys(row).filter((column) => column.endsWith('note_id'));
    const copies = Array.from({ length: 500 }, (_, n) => ({
      ...row,
      number: nextNumber(),
      ...Object.fromEntries(noNotes.map((column) => [column, null])),
      id: `${one.slice(0, -6)}${String(n).padStart(6, '0')}`,
    }));
    await knex.batchInsert('actions', copies, 50);
    const before = await rowsOf(given.workspaceId);
    const args = ['archive', '--to', folder, '--days', '100', '--workspace', given.workspaceId];
    const env = { DATABASE_URL: database.url };
    const sizes = async (): Promise<string> => {
      const names = await readdir(folder);
      const all = names.map(async (name) => `${name}:${(await stat(join(folder, name))).size}`);
      return (await Promise.all(all)).join();
    };
    for (const delay of [0, 5, 40]) {
      const seen = await sizes();
      const child = await startProgram(args, env);
      const exited = once(child, 'exit');
      // It is killed between the write of a part and its deletion, or shortly after.
      while (child.exitCode === null && (await sizes()) === seen) await pause(1);
      await pause(delay);
      child.kill('SIGKILL');
      expect(await exited).toEqual([null, 'SIGKILL']);
      const kept = new Set(await idsLeft());
      const text = await allFiles();
      for (const { id } of copies) expect(kept.has(id) || text.includes(`"id":"${id}"`)).toBe(true);
      await knex('archive_leases').delete();
    }
    const last = await run(args, env);
    expect(last).toMatchObject({ code: 0, err: '' });
    expect(await idsLeft()).toEqual([]);
    expect(await importText(await allFiles())).toMatch(/^Imported 501 archived actions/);
    expect(await rowsOf(given.workspaceId)).toEqual(before);
    expect(await findDrift(database)).toEqual([]);
  });

  it('archives nothing that the feed may still have', async () => {
    expect(await sentence(archive({ days: 89 }))).toMatch(
      /^--days must be at least EVENT_DAYS \(90\)/,
    );
    const env = { DATABASE_URL: database.url };
    expect(() => loadConfig({ ...env, ARCHIVE_DAYS: '89' })).toThrow(
      /^ARCHIVE_DAYS must be at least EVENT_DAYS \(90\): the feed/,
    );
    expect(() => loadConfig({ ...env, ARCHIVE_DAYS: '0' })).toThrow(
      /^ARCHIVE_DAYS must be a whole number from 1 to 36500\.$/,
    );
    expect(loadConfig({ ...env, ARCHIVE_DAYS: '90' }).archiveDays).toBe(90);
    const unset = archiveCommand(config(), { to: folder });
    expect(await sentence(unset)).toMatch(/^Set --days or ARCHIVE_DAYS/);
    // A wrong folder is noticed although nothing is due.
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const to of [file, join(file, 'below')]) {
      expect(await sentence(archive({ to }))).toMatch(/ is (a file\. Name a folder|below a file)/);
    }
    expect(await archive({ to: join(folder, 'new', 'one') })).toMatch(/^Archived 0 actions/);
    expect(await readdir(join(folder, 'new', 'one'))).toEqual([]);
    expect(await archive({ to: file, dryRun: true })).toMatch(/Nothing was changed\.$/);
    const { name } = await given.person.ok('getWorkspace');
    expect(await archive({ workspace: name })).toMatch(/^Archived 0 actions/);
    expect(await sentence(archive({ workspace: 'None' }))).toMatch(/^There is no workspace None/);
  });
});

describeOnEachDialect('a deletion on %s', (dialect) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase(dialect);
  });
  afterEach(async () => {
    await database.close();
  });

  const columns = (): Promise<{ name: string; column: string }[]> =>
    createReader(database).rows((db) =>
      db.raw(
        dialect === 'sqlite'
          ? `select m.name as name, c.name as "column" from sqlite_master as m, pragma_table_info(m.name) as c
              where m.type = 'table' and m.name not like 'search\\_terms%' escape '\\'`
          : `select table_name as name, column_name as "column" from information_schema.columns
              where table_schema = current_schema() and table_name <> 'current_epoch'`,
      ),
    );
  /** The rows of each table: those that name the workspace in any column, and all others. */
  const divided = async (workspaceId: string) => {
    const named: string[] = [];
    const others: Record<string, string[]> = {};
    for (const name of new Set((await columns()).map((one) => one.name))) {
      // Its one row is of the database, with a name that only the rows of these tests have.
      if (name === 'archive_leases') continue;
      const rows = await database.knex(name);
      const texts = rows.map((row: object) => JSON.stringify(row)).toSorted();
      const isNamed = (text: string): boolean => text.includes(`"${workspaceId}"`);
      named.push(...texts.filter(isNamed).map((text) => `${name} ${text}`));
      others[name] = texts.filter((text) => !isNamed(text));
    }
    if (dialect === 'sqlite') {
      // The terms of the index, which have no columns.
      const [terms] = await database.knex('search_terms').count({ count: '*' });
      expect(terms?.['count']).toBe(
        (await database.knex('search_entries').count({ count: '*' }))[0]?.['count'],
      );
    }
    return { named, others };
  };
  const remove = (id: string, more: Parameters<typeof deleteWorkspace>[2] = {}): Promise<void> =>
    deleteWorkspace(database, id, { graceMs: 0, ...more });

  it('covers every table, each when no row refers to its rows any more', async () => {
    const steps = deletionSteps.filter(({ unlink }) => unlink === undefined);
    const order = steps.map(({ table }) => table);
    const found = (await columns()).filter(({ column }) => column === 'workspace_id');
    const last = ['closed_workspaces', 'event_positions'];
    expect([...order, ...last].toSorted()).toEqual(found.map(({ name }) => name).toSorted());
    const references = await createReader(database).rows<{
      table: string;
      column: string;
      target: string;
    }>((db) =>
      db.raw(
        dialect === 'sqlite'
          ? `select m.name as "table", f."from" as "column", f."table" as target
               from sqlite_master as m join pragma_foreign_key_list(m.name) as f where m.type = 'table'`
          : `select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as target
               from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
              where c.contype = 'f'`,
      ),
    );
    const later = references.filter(
      ({ table, column, target }) =>
        column !== 'workspace_id' && order.indexOf(target) <= order.indexOf(table),
    );
    const unlinked = deletionSteps.flatMap(({ table, unlink = [] }) =>
      unlink.map((column) => `${table}.${column}`),
    );
    expect(later.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      unlinked.toSorted(),
    );
  });

  it('leaves nothing of the workspace and all of others, and an import brings it back', async () => {
    const app = await startApp(database);
    try {
      const given = await aWorkspace(app, database, 'Leaving');
      await insertMix(database, given.owner.owner, sizes);
      await createHostileRecords(given, database);
      for (const id of ['wsp_1', 'wsp_2'])
        await transact(database, (transaction) => insertOneOfEach(transaction, id));
      // As the numbers of the mix, which no request has created.
      await database.knex('event_positions').update({ last_number: 2_000_000 });
      for (const workspaceId of [given.workspaceId, 'wsp_1']) {
        const text = await exported(database.url, workspaceId);
        const before = await divided(workspaceId);
        expect(before.named.length).toBeGreaterThan(30);
        let rows = 0;
        await remove(workspaceId, { onRows: (count) => void (rows += count) });
        expect(rows).toBeGreaterThan(20);
        expect(await divided(workspaceId)).toEqual({ named: [], others: before.others });
        await remove(workspaceId);
        expect(await imported(database, text)).toBe(workspaceId);
        expect(await exported(database.url, workspaceId)).toBe(text);
      }
      expect((await given.worker.call('getMe')).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('goes on after an interruption at any transaction, also by several at once', async () => {
    await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
    await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_2'));
    const { others } = await divided('wsp_1');
    for (let stops = 0; ; stops += 1) {
      let calls = 0;
      const stopped = remove('wsp_1', {
        onRows(count) {
          calls += Number(count > 0);
          if (calls > 0) throw new Error('Killed');
        },
      });
      if ((await sentence(stopped.then(() => Promise.reject(new Error('Ended'))))) === 'Ended') {
        expect(stops).toBeGreaterThan(20);
        break;
      }
      const closed = await database.knex('closed_workspaces');
      expect(closed.map(({ workspace_id: id }) => id)).toEqual(['wsp_1']);
    }
    expect(await divided('wsp_1')).toEqual({ named: [], others });

    const app = await startApp(database);
    const second = connect(database.url);
    try {
      const { owner, workspaceId } = await aWorkspace(app, database);
      await insertMix(database, owner.owner, sizes);
      const all = [remove(workspaceId), deleteWorkspace(second, workspaceId, { graceMs: 0 })];
      await Promise.all([...all, remove(workspaceId)]);
      expect((await divided(workspaceId)).named).toEqual([]);
    } finally {
      await second.close();
      await app.close();
    }
  });

  it('ends all access at once, and no request under way fails with 500', async () => {
    const app = await startApp(database);
    try {
      const given = await aWorkspace(app, database);
      const other = await aWorkspace(app, database);
      await insertMix(database, given.owner.owner, few);
      const { action } = await createRecordOfEachKind(given, 'Leaving');
      const { token } = await given.person.ok('createInvitation', {
        body: { email: 'cy@example.com', role: 'member' },
      });
      const stream = await openStream(app, { bearer: given.token });
      const statuses = new Set<number>();
      const served = new Set<number>();
      let isOver = false;
      const load = async ({ worker, person }: GivenWorkspace, into: Set<number>): Promise<void> => {
        for (let count = 0; !isOver; count += 1) {
          const body = { title: 'More', client_request_id: `more ${count}` };
          const calls = [
            worker.send('createAction', { body }),
            worker.send('claimNextAction', { path: { id: given.agent.id }, body: {} }),
            worker.send('listActions'),
            person.send('getCommandView'),
            person.send('updateAction', { path: { id: action }, body: { title: `T${count}` } }),
            person.send('createActionNote', { path: { id: action }, body: { body: 'More' } }),
            person.send('createToken', { path: { id: given.agent.id }, body: { name: 'More' } }),
            person.send('searchWorkspace', { query: { q: 'more' } }),
          ];
          for (const { status } of await Promise.all(calls)) into.add(status);
          await pause(into.has(401) ? 50 : 0);
        }
      };
      const loads = [load(given, statuses), load(other, served)];
      await pause(300);
      await remove(given.workspaceId);
      await pause(100);
      isOver = true;
      await Promise.all(loads);
      expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
      expect(statuses).toContain(401);
      expect(served).not.toContain(401);
      expect([...served].filter((status) => status >= 500)).toEqual([]);
      expect((await divided(given.workspaceId)).named).toEqual([]);

      const { email, password } = given.owner;
      const unknown = await client(app, { bearer: given.token.slice(0, -1) }).send('getMe');
      expect(unknown.status).toBe(401);
      expect((await given.worker.send('getMe')).body).toEqual(unknown.body);
      for (const [id, body, status] of [
        ['createSession', { email, password }, 401],
        ['acceptInvitation', { token, password: 'four unrelated words' }, 422],
      ] as const) {
        expect([id, (await client(app).send(id, { body })).status]).toEqual([id, status]);
      }
      await stream.ended;
    } finally {
      await app.close();
    }
  });

  it('has neither timers nor messages from its beginning, and commands refuse the rest', async () => {
    const app = await startApp(database);
    try {
      const given = await aWorkspace(app, database);
      const other = await aWorkspace(app, database);
      const key = { workspace_id: given.workspaceId };
      await createRecordOfEachKind(given, 'Leaving');
      const past = new Date(Date.now() - 3_600_000).toISOString();
      await database.knex('timers').where(key).update({ due_at: past });
      await transact(database, (transaction) => closeWorkspace(transaction, key.workspace_id, at));
      const events = await database.knex('events').where(key);
      await runTimers({ database, config: app.config, log: pino({ enabled: false }) });
      expect(await database.knex('events').where(key)).toEqual(events);
      expect(await database.knex('timers').where(key).where('due_at', '<=', past)).not.toEqual([]);
      const now = new Date().toISOString();
      const due = { now, after: ['', ''], limit: 100, mails: true } as const;
      const webhooks = await findDueWebhooks(createReader(database), due);
      const moved = await findMovedWebhooks(createReader(database), due);
      const found = [...webhooks.map((one) => one.key), ...moved].flat();
      expect(found).not.toContain(given.workspaceId);
      for (const command of [
        chooseWorkspace(createReader(database), given.workspaceId),
        transact(database, (transaction) => operatorContext(transaction, given.workspaceId)),
      ]) {
        expect(await sentence(command)).toBe(
          `The workspace ${given.workspaceId} is being deleted. To go on: callboard workspace delete ${given.workspaceId}`,
        );
      }
      expect(await chooseWorkspace(createReader(database), undefined)).toBe(other.workspaceId);
      const config = loadConfig({ DATABASE_URL: database.url });
      const named = async (name: string, answer = name): Promise<string> => {
        const questions = { tell: () => undefined, askName: () => Promise.resolve(answer) };
        return sentence(deleteWorkspaceCommand(config, name, questions));
      };
      const count = await database.knex('actions').where(key);
      expect(await named('None')).toBe('There is no workspace with the id or the name None.');
      expect(await named(given.workspaceId, 'Another')).toMatch(/Nothing was deleted\.$/);
      await database.knex('workspaces').update({ name: 'Stage' });
      expect(await named('Stage')).toBe(
        `Several workspaces are called Stage. Name one by its id: ${given.workspaceId}, ${other.workspaceId}.`,
      );
      expect(await database.knex('actions').where(key)).toEqual(count);
      await remove(given.workspaceId);
      expect((await divided(given.workspaceId)).named).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

describeOnEachDialect('a freeze on %s', (dialect) => {
  let database: TestDatabase;
  let app: TestApp;
  beforeEach(async () => {
    database = await openTestDatabase(dialect);
    app = await startApp(database);
  });
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  /** All rows of the workspace, in every table that has rows of workspaces. */
  const rowsOf = async (workspaceId: string): Promise<Record<string, unknown[]>> => {
    const found: Record<string, unknown[]> = {};
    for (const table of new Set(deletionSteps.map((step) => step.table))) {
      const rows: object[] = await database.knex(table).where({ workspace_id: workspaceId });
      found[table] = rows.map((row) => JSON.stringify(row)).toSorted();
    }
    return found;
  };

  it('ends all writes of the workspace and no read, and no writes of others', async () => {
    const given = await aWorkspace(app, database);
    const other = await aWorkspace(app, database);
    const { action } = await createRecordOfEachKind(given, 'Leaving');
    const { token: invited } = await given.person.ok('createInvitation', {
      body: { email: 'cy@example.com', role: 'member' },
    });
    const acknowledged = new Set<string>();
    const after = new Set<string>();
    const statuses = new Set<number>();
    const served = new Set<number>();
    let isFrozen = false;
    let isOver = false;
    const writer = async (name: string): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        const title = `${name} ${count}`;
        const wasFrozen = isFrozen;
        const { status, headers } = await given.worker.send('createAction', { body: { title } });
        statuses.add(status);
        if (status === 503) expect(headers['retry-after']).toBe('5');
        if (status === 201) (wasFrozen ? after : acknowledged).add(title);
        served.add((await given.worker.send('getAction', { path: { id: action } })).status);
        const free = await other.worker.send('createAction', { body: { title } });
        served.add(free.status);
      }
    };
    const writers = ['a', 'b', 'c', 'd'].map(writer);
    await pause(300);
    await freezeWorkspace(database, given.workspaceId);
    isFrozen = true;
    const before = await rowsOf(given.workspaceId);
    await pause(300);
    isOver = true;
    await Promise.all(writers);
    expect(statuses).toEqual(new Set([201, 503]));
    expect([...after]).toEqual([]);
    expect(served).toEqual(new Set([200, 201]));
    const stored: { title: string }[] = await database
      .knex('actions')
      .where({ workspace_id: given.workspaceId })
      .select('title');
    const titles = stored.map(({ title }) => title);
    expect(titles.filter((title) => acknowledged.has(title)).toSorted()).toEqual(
      [...acknowledged].toSorted(),
    );

    // Whoever comes without a credential, and what time does, change nothing either.
    const { email, password } = given.owner;
    const strangers = [
      client(app).send('createSession', { body: { email, password } }),
      client(app).send('acceptInvitation', {
        body: { token: invited, password: 'four unrelated words' },
      }),
    ];
    for (const { status, body } of await Promise.all(strangers)) {
      expect([status, body]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })]);
    }
    // A wrong password is refused as ever, and a right one is no failure.
    const body = { email, password: 'a wrong password' };
    expect((await client(app).send('createSession', { body })).status).toBe(401);
    expect(app.logs.join('').match(/A (failed )?sign-in (failed|was not recorded)/g)).toEqual([
      'A sign-in failed',
    ]);
    expect(await findUnfinished(createReader(database))).toMatchObject([
      {
        seen: expect.stringContaining('has not ended, so it takes no writes.'),
        advice: expect.stringMatching(
          new RegExp(`--back, .* callboard workspace unfreeze ${given.workspaceId}`),
        ),
      },
    ]);
    const past = new Date(Date.now() - 3_600_000).toISOString();
    await database
      .knex('timers')
      .where({ workspace_id: given.workspaceId })
      .update({ due_at: past });
    await database
      .knex('tokens')
      .where({ workspace_id: given.workspaceId })
      .update({ last_used_at: past });
    const aged = await rowsOf(given.workspaceId);
    const log = pino({ enabled: false });
    await runTimers({ database, config: app.config, log });
    await runHousekeeping({ database, config: app.config, log });
    expect((await given.worker.send('getMe')).status).toBe(200);
    expect((await given.person.send('getMe')).status).toBe(200);
    expect(await rowsOf(given.workspaceId)).toEqual(aged);
    const derived = { timers: [], tokens: [] };
    expect({ ...aged, ...derived }).toEqual({ ...before, ...derived });

    await freezeWorkspace(database, given.workspaceId);
    expect(await sentence(chooseWorkspace(createReader(database), given.workspaceId))).toBe(
      `The workspace ${given.workspaceId} is frozen. To take it back: callboard workspace unfreeze ${given.workspaceId}`,
    );
    await unfreezeWorkspace(database, given.workspaceId);
    expect(await sentence(unfreezeWorkspace(database, given.workspaceId))).toMatch(/is not frozen/);
    expect((await given.worker.send('createAction', { body: { title: 'Back' } })).status).toBe(201);
    expect((await client(app).send('createSession', { body: { email, password } })).status).toBe(
      201,
    );
  });
});

describeOnEachDialect('a move from %s', (dialect) => {
  const address = 'https://cell2.example';
  let source: TestDatabase;
  let target: TestDatabase;
  let here: TestApp;
  let there: TestApp;
  beforeEach(async () => {
    source = await openTestDatabase(dialect);
    target = await openTestDatabase(otherDialect(dialect));
    here = await startApp(source, { secretKeys: testKeys });
    there = await startApp(target);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
    await source.close();
    await target.close();
  });

  const partsOf = (tell: (line: string) => void = () => undefined) => ({
    source,
    target,
    keys: { source: testKeys, target: [] },
    tell,
    passwordCost: testCost,
  });
  const move = (workspaceId: string, tell?: (line: string) => void): Promise<void> =>
    moveWorkspace(partsOf(tell), { workspaceId, address });
  const titlesIn = async (database: TestDatabase, workspaceId: string): Promise<string[]> => {
    const rows: { title: string }[] = await database
      .knex('actions')
      .where({ workspace_id: workspaceId })
      .select('title');
    return rows.map(({ title }) => title).toSorted();
  };

  /** Expects the same refusal for all ways to the workspace. */
  const expectMoved = async ({ worker, person, token }: GivenWorkspace): Promise<void> => {
    const accept = 'application/json, text/event-stream';
    const headers = {
      authorization: `Bearer ${token}`,
      accept,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const mcp = await exchange(here, 'POST', '/mcp', { headers, body });
    const responses = [
      await worker.send('getMe'),
      await worker.send('createAction', { body: { title: 'Late' } }),
      await worker.send('streamEvents'),
      await person.send('getSession'),
      { ...mcp, body: JSON.parse(mcp.text) },
    ];
    for (const { status, headers: sent, body: error } of responses) {
      expect([status, sent['retry-after'], error]).toEqual([
        410,
        undefined,
        expect.objectContaining({ code: 'MOVED', details: { address } }),
      ]);
    }
  };

  it('has each acknowledged write once, with all credentials, and may be stopped at any step', async () => {
    const given = await aWorkspace(here, source);
    const other = await aWorkspace(here, source);
    const { workspaceId } = given;
    await createRecordOfEachKind(given, 'Moving');
    const key = { workspace_id: workspaceId };
    // Rows of OAuth, which need a browser otherwise.
    const { id: userId } = await source.knex('users').where(key).first('id');
    const secret = hashSecret(`refresh ${workspaceId}`);
    const at = new Date().toISOString();
    const later = new Date(Date.now() + DAY).toISOString();
    const client_id = `ocl_${workspaceId}`;
    await source.knex('oauth_clients').insert({
      id: client_id,
      name: 'Client',
      redirect_uris: '[]',
      grant_types: '[]',
      auth_method: 'none',
      created_at: at,
      expires_at: later,
    });
    await source.knex('oauth_grants').insert({
      ...key,
      id: 'ogr_1',
      agent_id: given.agent.id,
      user_id: userId,
      client_id,
      client_name: 'Client',
      redirect_host: 'localhost',
      scopes: '["read"]',
      audience: 'https://cell1.example/mcp',
      refreshes: true,
      created_at: at,
      expires_at: later,
    });
    await source.knex('oauth_refresh_tokens').insert({
      ...key,
      id: 'ort_1',
      grant_id: 'ogr_1',
      token_hash: secret,
      created_at: at,
      expires_at: later,
    });

    const invitation = { email: 'cy@example.com', role: 'member' } as const;
    const { token: invited = '' } = await given.person.ok('createInvitation', { body: invitation });
    const { token: reset = '' } = await given.person.ok('createPasswordReset', {
      path: { id: userId },
      body: { current_password: given.owner.password },
    });
    const stream = await openStream(here, { bearer: given.token });
    const { email, password } = given.owner;
    const { headers } = await client(here).call('createSession', { body: { email, password } });
    const [, cookie = ''] = /_session\w*=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
    const callers = { ...given, person: client(here, { cookie }) };

    const created = new Map<string, string>();
    const served = new Set<number>();
    let isOver = false;
    const writer = async (name: string): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        const body = { title: `${name} ${count}`, client_request_id: `${name} ${count}` };
        const { status } = await given.worker.send('createAction', { body });
        if (status === 201) created.set(body.title, body.client_request_id);
        else expect([410, 503]).toContain(status);
        served.add((await other.worker.send('createAction', { body })).status);
      }
    };
    const writers = ['a', 'b'].map(writer);
    await pause(200);
    // Killed after each step, and repeated.
    const steps: string[] = [];
    for (let stops = 1; stops < 10; stops += 1) {
      let count = 0;
      const stopped = move(workspaceId, (line) => {
        count += 1;
        steps.push(line.replace(/\d+(\.\d)?/g, 'N'));
        if (count === stops) throw new Error('Killed');
      });
      if ((await sentence(stopped.then(() => Promise.reject(new Error('Ended'))))) === 'Ended')
        break;
    }
    await pause(100);
    isOver = true;
    await Promise.all(writers);
    expect(new Set(steps)).toEqual(
      new Set([
        'Frozen: N s.',
        'Copied N rows: N s.',
        'Copied: already done.',
        'Closed here, with the new address: N s.',
        'Opened there: N s.',
        'Statistics of the target: N s.',
      ]),
    );
    expect(served).toEqual(new Set([201]));
    const titles = await titlesIn(target, workspaceId);
    expect(titles.filter((title) => /^[ab] /.test(title))).toEqual([...created.keys()].toSorted());
    expect(await titlesIn(source, workspaceId)).toEqual(titles);

    await expectMoved(callers);
    for (const [operation, body] of [
      ['createSession', { email, password }],
      ['acceptInvitation', { token: invited, password: 'four unrelated words' }],
      ['resetPassword', { token: reset, password: 'four unrelated words' }],
    ] as const) {
      const { status, body: error } = await client(here).send(operation, { body });
      expect([operation, status, error]).toEqual([
        operation,
        410,
        expect.objectContaining({ code: 'MOVED', details: { address } }),
      ]);
    }
    await stream.ended;
    const worker = client(there, { bearer: given.token });
    const person = client(there, { cookie: given.owner.cookie });
    expect((await worker.send('getMe')).status).toBe(200);
    expect((await person.send('listWebhooks')).status).toBe(200);
    const [[title, id] = []] = [...created];
    const repeated = await worker.send('createAction', {
      body: { title: title ?? '', client_request_id: id ?? '' },
    });
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(
      await target
        .knex('oauth_refresh_tokens')
        .where({ ...key, id: 'ort_1' })
        .select('token_hash'),
    ).toEqual([{ token_hash: secret }]);
    expect(
      await target
        .knex('oauth_grants')
        .where({ ...key, id: 'ogr_1' })
        .select('audience'),
    ).toEqual([{ audience: `${address}/mcp` }]);
    expect(await target.knex('oauth_clients').select('id')).toContainEqual({ id: client_id });
    const queue = (database: TestDatabase): Promise<unknown[]> =>
      database.knex('webhook_deliveries').where(key).orderBy('id').select('id', 'status', 'body');
    expect(await queue(target)).toEqual(await queue(source));
    // The other server has no keys, so it must be able to read the secrets.
    const [webhook] = await target.knex('webhooks').where(key).select('secret', 'state');
    expect(webhook).toEqual({ secret: expect.stringMatching(/^whsec_/), state: 'enabled' });

    // Back again, once the rows of before are gone.
    await worker.ok('createAction', { body: { title: 'There' } });
    const back = {
      ...partsOf(),
      source: target,
      target: source,
      keys: { source: [], target: testKeys },
    };
    const home = { workspaceId, address: 'https://cell1.example' };
    expect(await sentence(moveWorkspace(back, home))).toMatch(/^The target still has the rows/);
    expect(await target.knex('closed_workspaces')).toEqual([]);
    await deleteWorkspace(source, workspaceId, { graceMs: 0 });
    expect(await source.knex('closed_workspaces').where(key).select('state', 'address')).toEqual([
      { state: 'moved', address },
    ]);
    await expectMoved(callers);
    await moveWorkspace(back, home);
    expect(await titlesIn(source, workspaceId)).toContain('There');
    expect((await given.worker.send('createAction', { body: { title: 'Home' } })).status).toBe(201);
    expect((await worker.send('getMe')).status).toBe(410);
  });

  it('by a file compares the freeze at each step, so no stale copy is served', async () => {
    const { workspaceId, worker, token } = await aWorkspace(here, source);
    await source
      .knex('users')
      .where({ workspace_id: workspaceId })
      .update({ password_hash: unknownPassword });
    const folder = await mkdtemp(join(tmpdir(), 'callboard-move-'));
    const [stale, fresh] = [join(folder, 'stale'), join(folder, 'fresh')];
    const move = { move: true, workspace: workspaceId };
    const write = async (title: string): Promise<number> =>
      (await worker.send('createAction', { body: { title } })).status;
    try {
      await freezeCommand(here.config, workspaceId);
      await exportCommand(here.config, stale, move);
      await unfreezeCommand(here.config, workspaceId);
      expect(await write('Between')).toBe(201);
      await pause(5);
      await freezeCommand(here.config, workspaceId);
      await exportCommand(here.config, fresh, move);

      const freezeIn = (lines: readonly string[]): string =>
        /workspace moved \S+ --to ADDRESS --freeze (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? '';
      const first = freezeIn(await importCommand(there.config, stale));
      const to = address;
      for (const [freeze, refusal] of [
        [first, /^The copy is of the freeze of .* was frozen anew at .* Delete it there/],
        [undefined, /^Name the copy by --freeze/],
      ] as const) {
        const moved = movedCommand(here.config, workspaceId, { to, ...(freeze && { freeze }) });
        expect(await sentence(moved)).toMatch(refusal);
      }
      const [{ closed_at: second } = { closed_at: '' }] = await createReader(source).rows<{
        closed_at: string;
      }>((db) => db('closed_workspaces').where({ workspace_id: workspaceId }).select('closed_at'));
      expect(
        await sentence(activateCommand(there.config, workspaceId, { freeze: second })),
      ).toMatch(`The copy here is of the freeze of ${first}, not of ${second}`);
      for (const mistyped of [
        () => activateCommand(there.config, workspaceId, { freeze: 'bogus' }),
        () => movedCommand(here.config, workspaceId, { to, freeze: first.slice(0, -1) }),
      ]) {
        expect(mistyped).toThrow(/^--freeze must be the time/);
      }
      expect(await write('Refused')).toBe(503);
      await deleteWorkspace(target, workspaceId, { graceMs: 0 });

      const freeze = freezeIn(await importCommand(there.config, fresh));
      expect(freeze).toBe(second);
      for (const _ of ['once', 'repeated']) {
        expect(await movedCommand(here.config, workspaceId, { to, freeze })).toContain(
          `Activate it there: callboard workspace activate ${workspaceId} --freeze ${freeze}`,
        );
      }
      const elsewhere = 'https://cell3.example';
      expect(
        await sentence(movedCommand(here.config, workspaceId, { to: elsewhere, freeze })),
      ).toMatch(/has moved to .* already\. To correct the address, .* without --freeze/);
      await movedCommand(here.config, workspaceId, { to: elsewhere });
      expect(await write('Refused')).toBe(410);
      await activateCommand(there.config, workspaceId, { freeze });
      expect(await titlesIn(target, workspaceId)).toContain('Between');
      const ordinary = join(folder, 'ordinary');
      await exportCommand(there.config, ordinary, { workspace: workspaceId });
      await deleteWorkspace(source, workspaceId, { graceMs: 0 });
      expect(await sentence(importCommand(here.config, ordinary))).toMatch(
        /its rows here are deleted\. Only a file of callboard export --move/,
      );
      expect((await client(there, { bearer: token }).send('getMe')).status).toBe(200);
      expect(await sentence(activateCommand(there.config, workspaceId, { freeze }))).toMatch(
        /is served here already/,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is followed by our client, which has each acknowledged write once', async () => {
    const given = await aWorkspace(here, source);
    const { workspaceId } = given;
    const followed = { followMoved: true, retry: { attempts: 10 } };
    const follower = typedClient(here, { bearer: given.token }, followed);
    const acknowledged: string[] = [];
    let last = Infinity;
    const loop = async (): Promise<void> => {
      for (let count = 0; acknowledged.length < last; count += 1) {
        const title = `f ${count}`;
        await unwrap(follower.POST('/v1/actions', { body: { title, client_request_id: title } }));
        acknowledged.push(title);
      }
    };
    const writer = loop();
    await pause(200);
    await moveWorkspace(partsOf(), { workspaceId, address: there.url });
    last = acknowledged.length + 3;
    await writer;
    await deleteWorkspace(source, workspaceId, { graceMs: 0 });
    expect(await titlesIn(target, workspaceId)).toEqual(acknowledged.toSorted());

    const streaming = typedClient(
      here,
      { bearer: given.token },
      { ...followed, fetch: (request) => fetch(request) },
    );
    const after = (await unwrap(follower.GET('/v1/events'))).page.next ?? '';
    await unwrap(follower.POST('/v1/actions', { body: { title: 'Heard' } }));
    for await (const { event } of readStream(streaming, { after })) {
      expect(event.subject.title).toBe('Heard');
      break;
    }
    const plain = typedClient(here, { bearer: given.token });
    await expect(unwrap(plain.GET('/v1/me'))).rejects.toMatchObject({
      code: 'MOVED',
      details: { address: there.url },
    });
  });

  it('freezes nothing without the keys of the secrets', async () => {
    const given = await aWorkspace(here, source);
    const { workspaceId } = given;
    await given.person.ok('createWebhook', { body: { url: 'https://example.com/hook' } });
    const told: string[] = [];
    const reasons: [SecretKeys, RegExp][] = [
      [[], /^The webhook whk_\w+ has a secret that cannot be read\. SECRETS_KEY_FILE is not set/],
      [
        [keyOf('d'.repeat(64))],
        /The file of SECRETS_KEY_FILE lacks the key .*Nothing was changed\.$/,
      ],
    ];
    for (const [sourceKeys, words] of reasons) {
      const parts = partsOf((line) => told.push(line));
      const keys = { ...parts.keys, source: sourceKeys };
      const failed = moveWorkspace({ ...parts, keys }, { workspaceId, address });
      expect(await sentence(failed)).toMatch(words);
      expect((await given.worker.send('createAction', { body: { title: 'Open' } })).status).toBe(
        201,
      );
    }
    expect(told).toEqual([]);
    await move(workspaceId);
  });

  it('is taken back as long as the target does not serve the workspace', async () => {
    const given = await aWorkspace(here, source);
    const { workspaceId } = given;
    const write = async (title: string): Promise<number> =>
      (await given.worker.send('createAction', { body: { title } })).status;
    for (const last of ['Frozen', 'Copied', 'Closed here']) {
      const stopped = move(workspaceId, (line) => {
        if (line.startsWith(last)) throw new Error('Killed');
      });
      expect(await sentence(stopped)).toBe('Killed');
      expect(await write('Refused')).toBe(last === 'Closed here' ? 410 : 503);
      const arrived = client(there, { bearer: given.token });
      expect((await arrived.send('getMe')).status).toBe(last === 'Frozen' ? 401 : 503);
      if (last === 'Closed here') {
        const elsewhere = await openTestDatabase(dialect);
        const wrong = { ...partsOf(), target: elsewhere };
        expect(await sentence(takeBack(wrong, workspaceId))).toMatch(/has no copy of this move/);
        expect(await write('Refused')).toBe(410);
        await elsewhere.close();
      }
      await takeBack(partsOf(), workspaceId);
      expect(await write(`After ${last}`)).toBe(201);
      expect((await arrived.send('getMe')).status).toBe(401);
      expect(await target.knex('workspaces').where({ id: workspaceId })).toEqual([]);
    }
    // Cheap hashes of passwords are allowed in tests only, so the target refuses the person's.
    const { passwordCost: _cost, ...production } = partsOf();
    expect(await sentence(moveWorkspace(production, { workspaceId, address }))).toMatch(
      /^The target refused a row\. Line \d+: users\.password_hash .* the workspace stays frozen;/,
    );
    expect(await target.knex('workspaces').where({ id: workspaceId })).toEqual([]);
    expect(await write('Refused')).toBe(503);
    // A copy of an earlier freeze is replaced.
    const tell = (line: string): void => {
      if (line.startsWith('Copied')) throw new Error('Killed');
    };
    expect(await sentence(move(workspaceId, tell))).toBe('Killed');
    await unfreezeWorkspace(source, workspaceId);
    expect(await write('Later')).toBe(201);
    await move(workspaceId);
    expect(await titlesIn(target, workspaceId)).toContain('Later');
    expect(await sentence(takeBack(partsOf(), workspaceId))).toMatch(/^The target serves/);
  });
});
