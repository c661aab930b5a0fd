import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { setTimeout as pause } from 'node:timers/promises';
import { countedTables } from '../../src/platform/db/migrations';
import { storedResponsePurge } from '../../src/platform/http/idempotency';
import { transact } from '../../src/platform/db/transaction';
import type { OperationId } from '../../src/platform/operation';
import { eventPurge, newsPurge } from '../../src/shared/events';
import { deliveryPurge } from '../../src/features/webhooks';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders, type CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exchange } from '../../scripts/requests/exchange';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { bodyOf, factsOf, forPeople, operationIds } from '../../scripts/requests/operations';
import { generator } from '../../scripts/trials/random';
import { openSession } from '../../scripts/servers/session';
import { findDrift } from '../../scripts/requests/stored-bytes';
import { exported, imported } from '../support/transfer';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { addStateMetrics } from '../../src/cli/serve/metrics-listener';
import { purgeByAge } from '../../src/platform/db/purge';
import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import { createDemo } from '../../src/demo';
import { runTimers } from '../../src/cli/serve/timers';
import { streamTimes } from '../../src/features/feed';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { openStream } from '../support/event-stream';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { deliver, startReceiver, type Receiver } from '../../scripts/servers/receiver';

const later = '2999-01-01T00:00:00.000Z';

/** The tables of a workspace that do not count, with the reason. */
const uncounted: Readonly<Record<string, string>> = {
  agent_news_reads: 'one number for each agent',
  closed_workspaces: 'one row for a workspace that is being deleted',
  insight_counts: 'a bounded number of small rows for each day, deleted after 400 days',
  insight_fills: 'one row for a workspace whose earlier events are being counted',
  erasures: 'one row for each person whose erasure goes on',
  event_positions: 'one row for each workspace: the counter itself',
  sign_in_links: 'lives for minutes and belongs to a sign-in',
  upload_urls: 'lives for minutes',
  failed_sign_ins: 'one row for each person',
  oidc_identities: 'at most one row for each person',
  notification_settings: 'at most one row for each person',
  oauth_codes: 'lives for a minute and belongs to a sign-in, which goes on at the limit',
  oauth_grants: 'belongs to a sign-in; a person makes each one by hand',
  oauth_refresh_tokens: 'belongs to a sign-in, and its token counts',
  oauth_tickets: 'lives for minutes and belongs to a sign-in',
  password_resets: 'lives for a day and belongs to a sign-in',
  search_entries: 'derived from texts that count',
  action_labels: 'derived from the labels of actions',
  file_references: 'derived from the files of records',
  sessions: 'belongs to a sign-in, which goes on at the limit',
  timers: 'derived: at most one of a kind for each record',
};

/** The texts of counted tables that do not count: short, or derived by the service. */
const shortTexts =
  /(^|_)(id|at|until|hash|kind|execute|type|status|state|mode|role|unit)$|^(operation|on_timeout|scopes|audience|previous_secret|secret|secret_url|disabled_reason|display|format|preset|claim_worker|day|field|name_key|label_ids|file_ids|sha256|usage|sort_key|repeat_(time_zone|due_local|defer_local))$/;

/** A field that stores more, for operations that run at the limit with other fields only. */
const growing: Readonly<Partial<Record<OperationId, object>>> = {
  heartbeatAction: { progress_note: 'Half' },
  updateNote: { body: 'Longer' },
  updateProject: { title: 'Longer' },
  updateDomain: { name: 'Longer' },
  updateOrder: { name: 'Longer' },
  updateAgent: { name: 'Longer' },
  updateDocument: { title: 'Longer' },
  updateWebhook: { description: 'Longer' },
  updateUser: { name: 'Longer' },
};

const writes = operationIds.filter(
  (id) => factsOf(id).permission.scope === 'write' && factsOf(id).protocol === null,
);

describeOnEachDatabase('The bytes that a workspace stores', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let full: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
    full = await startApp(database(), { storedBytes: 1 });
    given = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
    await full.close();
  });

  const expectExact = async (of: Pick<TestDatabase, 'knex'> = database()): Promise<void> => {
    expect(await findDrift(of)).toEqual([]);
  };

  const bytesOf = async (workspaceId: string): Promise<number> => {
    const row = await database()
      .knex('event_positions')
      .where({ workspace_id: workspaceId })
      .first('stored_bytes');
    return Number(row.stored_bytes);
  };

  test('every table with a workspace counts, or is listed with a reason', async () => {
    const tables: { name: string; column: string; type: string }[] =
      dialect === 'sqlite'
        ? await database().knex.raw(
            `select m.name as name, c.name as "column", lower(c.type) as type
               from sqlite_master as m, pragma_table_info(m.name) as c where m.type = 'table'`,
          )
        : (
            await database().knex.raw(
              `select table_name as name, column_name as "column", data_type as type
                 from information_schema.columns where table_schema = current_schema()`,
            )
          ).rows;
    const ofWorkspaces = new Set(
      tables.flatMap(({ name, column }) => (column === 'workspace_id' ? [name] : [])),
    );
    const listed = [...countedTables.map(({ table }) => table), ...Object.keys(uncounted)];
    expect([...ofWorkspaces].toSorted()).toEqual(listed.toSorted());
    const missing = tables.filter(({ name, column, type }) => {
      const counted = countedTables.find(({ table }) => table === name);
      return type === 'text' && counted?.columns.includes(column) === false;
    });
    expect(missing.filter(({ column }) => !shortTexts.test(column))).toEqual([]);
  });

  test('the counter equals a count over the tables after each kind of change', async () => {
    const ids = await createRecordOfEachKind(given, 'of each kind');
    await expectExact();
    const { person, worker } = given;
    const random = generator(7);
    const text = (): string => 'é'.repeat(Math.floor(random() * 5000));
    const key = (): { client_request_id: string } => ({ client_request_id: randomUUID() });
    const steps: readonly (() => Promise<unknown>)[] = [
      () => person.call('createAction', { body: { title: 'T', details: text(), ...key() } }),
      () => person.call('updateAction', { path: { id: ids.action }, body: { details: text() } }),
      () =>
        worker.call('createActionNote', {
          path: { id: ids.action },
          body: { body: 'N', ...key() },
        }),
      () => person.call('updateNote', { path: { id: ids.note }, body: { body: `x${text()}` } }),
      () => worker.call('claimAction', { path: { id: ids.action }, body: key() }),
      () => worker.call('heartbeatAction', { path: { id: ids.action }, body: key() }),
      async () => {
        const { version } = await person.ok('getDocument', { path: { id: ids.document } });
        return person.call('updateDocument', {
          path: { id: ids.document },
          header: { 'If-Match': `"${version}"` },
          body: { content: text() },
        });
      },
      () =>
        person.call('updateProject', { path: { id: ids.project }, body: { description: text() } }),
      // Refused, so it rolls back.
      () =>
        person.send('createDocument', { body: { title: text(), content: 1, access_mode: 'x' } }),
      () =>
        person.call('createLink', { body: { url: 'https://a.example', action_id: ids.action } }),
    ];
    for (let count = 0; count < 40; count += 1) {
      await steps[Math.floor(random() * steps.length)]?.();
    }
    await expectExact();
    await person.ok('deleteLink', { path: { id: ids.link } });
    await person.call('dismissQuestion', { path: { id: ids.question } });
    await person.call('permitProposal', { path: { id: ids.proposal } });
    await person.call('updateProject', {
      path: { id: ids.project },
      body: { state: 'dropped', close_actions: true },
    });
    await person.call('deleteWebhook', { path: { id: ids.webhook } });
    await expectExact();
    const before = await bytesOf(given.workspaceId);
    for (const purge of [storedResponsePurge, eventPurge(90), newsPurge(90), deliveryPurge]) {
      for (let removed = 1; removed > 0;) {
        removed = await transact(database(), (transaction) => purge.remove(transaction, later));
      }
      await expectExact();
    }
    expect(await bytesOf(given.workspaceId)).toBeLessThan(before);
  });

  test('a savepoint that is rolled back, and concurrent writers, leave it exact', async () => {
    const { person, workspaceId } = given;
    const { id, version } = await person
      .ok('createQuestion', {
        body: { question: 'Which?', on_answer: 'That.' },
      })
      .catch(() =>
        given.worker.ok('createQuestion', { body: { question: 'Which?', on_answer: 'That.' } }),
      );
    await person.call('batchRespondQuestions', {
      body: {
        items: [
          { id, version: version + 7, response: 'Stale' },
          { id: 'qst_none', version: 1, response: 'Absent' },
        ],
      },
    });
    await Promise.all(
      Array.from({ length: 12 }, () =>
        person.ok('createDocument', { body: { title: 'At once', content: 'c'.repeat(3000) } }),
      ),
    );
    await expectExact();
    expect(await bytesOf(workspaceId)).toBeGreaterThan(0);
  });

  test('an import fills it', async () => {
    const other = await openTestDatabase(dialect);
    try {
      await imported(other, await exported(database().url, given.workspaceId));
      await expectExact(other);
    } finally {
      await other.close();
    }
  });

  const send = (at: TestApp, id: OperationId, by: CredentialShown, body: unknown) => {
    const { method, path } = factsOf(id);
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return exchange(at, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'), {
      headers: {
        ...credentialHeaders(by),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
    });
  };

  const codeOf = (text: string): unknown => (text === '' ? undefined : JSON.parse(text).code);

  // Some of them end the session.
  const callerOf = async (id: OperationId): Promise<CredentialShown> =>
    forPeople(id)
      ? { cookie: await openSession(database(), given.owner.owner) }
      : { bearer: given.token };

  test.each(writes)('%s runs at the limit only if it stores nothing more', async (id) => {
    const { beyondStorageLimit: beyond, errorCodes } = factsOf(id);
    const isFree = beyond === true;
    expect(errorCodes.includes('CAP_EXCEEDED')).toBe(
      !isFree || ['completeAction', 'rejectAction', 'reopenAction'].includes(id),
    );
    const body = growing[id] ?? bodyOf(id);
    const { status, text } = await send(full, id, await callerOf(id), body);
    expect([id, codeOf(text) === 'CAP_EXCEEDED']).toEqual([id, !isFree]);
    expect(status).toBeLessThan(500);
    if (typeof beyond === 'boolean') return;
    const free = await send(full, id, await callerOf(id), {});
    expect(codeOf(free.text)).not.toBe('CAP_EXCEEDED');
  });

  test('shows the limit and the use, and names both in the refusal', async () => {
    const shown = await aWorkspace(app, database());
    const owner = client(full, { cookie: shown.owner.cookie });
    const { details } = await owner.fails(
      'createAction',
      { body: { title: 'More' } },
      403,
      'CAP_EXCEEDED',
    );
    const mebibyte = 1_048_576;
    const plan = 'unlimited';
    expect(details).toEqual({ cap: 'stored_bytes', plan, limit: 1, current: mebibyte });
    const { limits, headroom } = await owner.ok('getMe');
    expect([limits.stored_bytes, headroom.stored_bytes]).toEqual([1, 0]);
    expect((await owner.ok('getWorkspace')).stored_bytes).toBe(mebibyte);
    const wide = await shown.person.ok('getMe');
    expect(wide.headroom.stored_bytes).toBe((wide.limits.stored_bytes ?? 0) - mebibyte);
  });

  test('a server without a limit shows none', async () => {
    const unlimited = await startApp(database(), { storedBytes: 0 });
    try {
      const cookie = await openSession(database(), given.owner.owner);
      const { limits, headroom } = await client(unlimited, { cookie }).ok('getMe');
      expect([limits.stored_bytes, headroom.stored_bytes]).toEqual([null, null]);
    } finally {
      await unlimited.close();
    }
  });

  test('at the limit, completing makes no copy of a repeating action', async () => {
    const body = { assigned_agent_id: given.agent.id, status: 'ready' } as const;
    const rule = { type: 'from_completion', unit: 'day', interval: 1 } as const;
    const person = client(app, { cookie: await openSession(database(), given.owner.owner) });
    const once = await person.ok('createAction', { body: { ...body, title: 'Once' } });
    const daily = await person.ok('createAction', {
      body: { ...body, title: 'Daily', repeat_rule: rule },
    });
    const agent = client(full, { bearer: given.token });
    const result = { result_summary: 'Done.' };
    const long = { path: { id: once.id }, body: { result_summary: '一'.repeat(3000) } };
    await agent.fails('completeAction', long, 413, 'PAYLOAD_TOO_LARGE');
    const known = await person.ok('createAction', { body: { ...body, title: 'Known' } });
    const kept = { client_request_id: randomUUID(), result_summary: '一'.repeat(3000) };
    const retried = { path: { id: known.id }, body: kept };
    await given.worker.ok('completeAction', retried);
    expect((await agent.call('completeAction', retried)).status).toBeLessThan(300);
    await agent.ok('completeAction', { path: { id: once.id }, body: result });
    const refused = { path: { id: daily.id }, body: result };
    await agent.fails('completeAction', refused, 403, 'CAP_EXCEEDED');
    expect(await person.ok('getAction', { path: { id: daily.id } })).toMatchObject({
      status: 'ready',
    });
    await given.worker.ok('completeAction', refused);
  });

  test('at the limit, a retry still gets its response, and deleting makes room', async () => {
    const own = await aWorkspace(app, database());
    const content = 'c'.repeat(100_000);
    const link = await own.person.ok('createLink', {
      body: {
        url: 'https://a.example',
        title: 'A link',
        action_id: (await own.person.ok('createAction', { body: { title: 'Linked' } })).id,
      },
    });
    const body = { title: 'Known', client_request_id: randomUUID() };
    const first = await own.person.call('createAction', { body });
    const limited = await startApp(database(), {
      storedBytes: (await bytesOf(own.workspaceId)) + 150_000,
    });
    try {
      const person = client(limited, { cookie: own.owner.cookie });
      const results = await Promise.all(
        Array.from({ length: 6 }, () =>
          person.call('createDocument', { body: { title: 'Long', content } }),
        ),
      );
      expect(results.some(({ status }) => status === 201)).toBe(true);
      await person.fails('createDocument', { body: { title: 'L', content } }, 403, 'CAP_EXCEEDED');
      const again = await person.call('createAction', { body });
      expect(again).toMatchObject({ status: 201, body: first.body });
      await person.ok('deleteLink', { path: { id: link.id } });
      // A shorter text counts its difference.
      await database()
        .knex('documents')
        .where({ workspace_id: own.workspaceId })
        .update({ content: '""' });
      await person.ok('createAction', { body: { title: 'Room again' } });
      await expectExact();
    } finally {
      await limited.close();
    }
  });
});

const EVENT_DAYS = 90;

const CONFIG = { table: 'events', eventDays: EVENT_DAYS, auditDays: 365 };

interface AgedTable {
  readonly table: string;
  readonly column: string;
  /** Milliseconds for which rows are stored after the time in the column. */
  readonly retention: number;
  readonly row: (given: GivenWorkspace, index: number) => object;
  /** The row that those of the table refer to. */
  readonly parent?: (given: GivenWorkspace) => { readonly table: string; readonly row: object };
}

const identity = (given: GivenWorkspace, index: number) => ({
  workspace_id: given.workspaceId,
  id: `old_${index}`,
});

const created = '2026-01-01T00:00:00.000Z';

const grant = (given: GivenWorkspace) => ({
  agent_id: given.agent.id,
  user_id: given.owner.owner.userId,
  client_id: 'ocl_1',
  client_name: 'x',
  redirect_host: 'x',
  scopes: '[]',
  audience: 'x',
  refreshes: false,
  created_at: created,
});

const grantOf = (given: GivenWorkspace) => ({
  table: 'oauth_grants',
  row: { ...grant(given), workspace_id: given.workspaceId, id: 'ogr_live', expires_at: later },
});

const agedTables: readonly AgedTable[] = [
  {
    table: 'idempotency_records',
    column: 'expires_at',
    retention: 0,
    row: (given, index) => ({
      workspace_id: given.workspaceId,
      actor_id: given.owner.owner.id,
      operation_id: 'createAction',
      client_request_id: `old ${index}`,
      request_hash: 'x',
      created_at: created,
    }),
  },
  {
    table: 'sign_in_attempts',
    column: 'attempted_at',
    retention: HOUR,
    row: (_, index) => ({ id: `old_${index}`, account_hash: 'x', address: 'elsewhere' }),
  },
  {
    table: 'sessions',
    column: 'expires_at',
    retention: 0,
    row: (given, index) => ({
      ...identity(given, index),
      user_id: given.owner.owner.userId,
      id_hash: `old ${index}`,
      created_at: created,
      last_seen_at: created,
    }),
  },
  {
    table: 'invitations',
    column: 'expires_at',
    retention: 0,
    row: (given, index) => ({
      ...identity(given, index),
      email: `old${index}@example.com`,
      role: 'member',
      secret_hash: `old ${index}`,
      created_by_actor_id: given.owner.owner.id,
      created_at: created,
    }),
  },
  {
    table: 'password_resets',
    column: 'expires_at',
    retention: 0,
    row: (given, index) => ({
      ...identity(given, index),
      user_id: given.owner.owner.userId,
      secret_hash: `old ${index}`,
      created_by_actor_id: given.owner.owner.id,
      created_at: created,
      revoked_at: created,
    }),
  },
  {
    table: 'oauth_tickets',
    column: 'expires_at',
    retention: 0,
    row: (given, index) => ({
      ...identity(given, index),
      ticket_hash: `old ${index}`,
      user_id: given.owner.owner.userId,
      request: '{}',
    }),
  },
  {
    table: 'oauth_codes',
    column: 'expires_at',
    retention: DAY,
    parent: grantOf,
    row: (given, index) => ({
      ...identity(given, index),
      code_hash: `old ${index}`,
      grant_id: 'ogr_live',
      redirect_uri: 'x',
      code_challenge: 'x',
    }),
  },
  {
    table: 'oauth_refresh_tokens',
    column: 'expires_at',
    retention: 0,
    parent: grantOf,
    row: (given, index) => ({
      ...identity(given, index),
      token_hash: `old ${index}`,
      grant_id: 'ogr_live',
      created_at: created,
    }),
  },
  {
    table: 'oauth_grants',
    column: 'expires_at',
    retention: DAY,
    row: (given, index) => ({ ...identity(given, index), ...grant(given) }),
  },
  {
    table: 'oauth_clients',
    column: 'expires_at',
    retention: 0,
    row: (_, index) => ({
      id: `old_${index}`,
      name: 'x',
      redirect_uris: '[]',
      grant_types: '[]',
      auth_method: 'none',
      created_at: created,
    }),
  },
  {
    table: 'tokens',
    column: 'revoked_at',
    retention: EVENT_DAYS * DAY,
    row: (given, index) => ({
      ...identity(given, index),
      agent_id: given.agent.id,
      public_id: `old ${index}`,
      secret_hash: 'x',
      name: 'x',
      scopes: '[]',
      created_by_actor_id: given.owner.owner.id,
      created_at: created,
    }),
  },
];

describeOnEachDatabase('Housekeeping', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let lines: { msg: string; table?: string; removed?: number }[];

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    await database().knex('purge_cutoffs').delete();
    given = await aWorkspace(app, database());
    lines = [];
  });
  afterAll(async () => {
    await app.close();
  });

  const write = (line: string): void => void lines.push(JSON.parse(line));
  const log = pino({ base: null }, { write });
  const clean = (eventDays = EVENT_DAYS): Promise<void> =>
    runHousekeeping({ database: database(), config: { ...CONFIG, eventDays }, log });
  const anHourPasses = async (): Promise<void> => {
    const { knex } = database();
    const { moved_at } = await knex('purge_cutoffs').where({ name: 'events' }).first();
    await knex('purge_cutoffs').update({ moved_at: addMilliseconds(moved_at, -HOUR) });
  };
  const warnings = () => lines.filter(({ msg }) => msg.includes('more than two days behind'));
  const readiness = () => client(app).ok('getReadiness');

  test.each(agedTables)(
    'deletes expired rows of $table, and no others',
    async ({ table, column, retention, row, parent }) => {
      const { knex } = database();
      const above = parent?.(given);
      if (above !== undefined) await knex(above.table).insert(above.row);
      const rowsOf = () => knex(table).whereNotNull(column).orderBy(column).pluck(column);
      const before: string[] = await rowsOf();
      const now = new Date().toISOString();
      const aged = (age: number, index: number) => ({
        ...row(given, index),
        [column]: addMilliseconds(now, -retention - age),
      });
      const old = Array.from({ length: 1_050 }, (_, index) => aged(HOUR + index, index));
      const live = aged(-HOUR, old.length);
      await knex.batchInsert(table, [...old, live], 100);
      await clean();
      expect(new Set(await rowsOf())).toEqual(new Set([...before, live[column]]));
      expect(lines).toMatchObject([{ table, removed: old.length }]);
    },
  );

  test('deletes a row that is a millisecond older than the cutoff, but not one as old as it', async () => {
    const { knex } = database();
    const cutoff = '2020-01-01T00:00:00.000Z';
    const times = [cutoff, addMilliseconds(cutoff, -1)];
    const rows = times.map((attempted_at, index) => ({
      id: `instant_${index}`,
      account_hash: 'x',
      address: 'elsewhere',
      attempted_at,
    }));
    await knex('sign_in_attempts').insert(rows);
    const { remove } = purgeByAge('sign_in_attempts', 'attempted_at', 0);
    expect(await transact(database(), (transaction) => remove(transaction, cutoff))).toBe(1);
    expect(await knex('sign_in_attempts').min({ at: 'attempted_at' })).toEqual([{ at: cutoff }]);
  });

  describe('when the clock is far ahead, or the server was stopped for long', () => {
    // One event every 12 hours, beginning 200 days before the events that are due now.
    const begin = addMilliseconds(new Date().toISOString(), -(EVENT_DAYS + 200) * DAY);
    const halfDays = 12;
    const times = async (): Promise<string[]> =>
      database()
        .knex('events')
        .where({ workspace_id: given.workspaceId })
        .orderBy('position')
        .pluck('created_at');

    beforeEach(async () => {
      const { knex } = database();
      for (let made = 0; made < halfDays; made += 1) {
        await given.person.ok('createAction', { body: { title: `Action ${made}` } });
      }
      const rows = knex('events').where({ workspace_id: given.workspaceId }).orderBy('position');
      const positions: number[] = await rows.pluck('position');
      for (const [index, position] of positions.entries()) {
        await knex('events')
          .where({ workspace_id: given.workspaceId, position })
          .update({ created_at: addMilliseconds(begin, (index * DAY) / 2) });
      }
    });

    test('deletes only one day of events in an hour, even after restarts, and logs a warning', async () => {
      const all = await times();
      await clean();
      expect(await times()).toEqual(all.slice(2));
      await Promise.all([clean(), clean(), clean()]);
      expect(await times()).toEqual(all.slice(2));
      await anHourPasses();
      await Promise.all([clean(), clean(), clean()]);
      expect(await times()).toEqual(all.slice(4));
      expect(warnings()).not.toEqual([]);
      const { status, reasons } = await readiness();
      expect({ status, codes: reasons.map(({ code }) => code) }).toEqual({
        status: 'degraded',
        codes: ['purge_behind'],
      });
    });

    test('catches up automatically', async () => {
      await clean();
      await database()
        .knex('purge_cutoffs')
        .where({ name: 'events' })
        .update({
          cutoff: addMilliseconds(new Date().toISOString(), -(EVENT_DAYS + 3) * DAY + HOUR),
        });
      await anHourPasses();
      lines = [];
      await clean();
      expect(await times()).toEqual([]);
      expect(warnings()).toEqual([]);
      expect(await readiness()).toMatchObject({ status: 'ready', reasons: [] });
    });

    test('does not delete newer events after a wrong clock moved the cutoff too far', async () => {
      const all = await times();
      const ahead = addMilliseconds(new Date().toISOString(), 200 * DAY);
      await database().knex('purge_cutoffs').insert({
        name: 'events',
        cutoff: ahead,
        wanted_cutoff: ahead,
        moved_at: ahead,
      });
      await database()
        .knex('events')
        .where({ workspace_id: given.workspaceId })
        .update({ created_at: new Date().toISOString() });
      await clean();
      expect(await times()).toHaveLength(all.length);
      const row = await database().knex('purge_cutoffs').where({ name: 'events' }).first();
      expect(row.cutoff <= new Date().toISOString()).toBe(true);
      expect(row.moved_at <= new Date().toISOString()).toBe(true);
    });
  });

  describe('after EVENT_DAYS has become smaller', () => {
    const shorter = EVENT_DAYS - 60;
    const stored = () => database().knex('purge_cutoffs').where({ name: 'events' });
    const pause = async (days: number): Promise<void> => {
      const { cutoff, wanted_cutoff } = await stored().first();
      await stored().update({
        cutoff: addMilliseconds(cutoff, -days * DAY),
        wanted_cutoff: addMilliseconds(wanted_cutoff, -days * DAY),
      });
    };
    // The days of the metric, whether readiness and the log warn, and the days to catch up.
    const seen = async () => {
      const registry = new Registry();
      await addStateMetrics(registry, { database: database(), log })();
      const metric = registry.getSingleMetric('callboard_purge_lag_seconds');
      const { values } = (await metric?.get()) ?? { values: [] };
      const lag = values.find(({ labels }) => labels['table'] === 'events')?.value ?? 0;
      const { reasons } = await readiness();
      const behind = reasons.some(({ code }) => code === 'purge_behind');
      const { cutoff, wanted_cutoff } = await stored().first();
      const left = Date.parse(wanted_cutoff) - Date.parse(cutoff);
      const isLogged = warnings().some(({ table }) => table === 'events');
      expect(isLogged).toBe(behind);
      lines = [];
      return { lag: Math.round((lag * 1000) / DAY), behind, left: Math.round(left / DAY) };
    };

    beforeEach(async () => {
      await clean();
      await anHourPasses();
      lines = [];
    });

    test('the days that it leaves are no lag, until they are removed', async () => {
      await clean(shorter);
      expect(await seen()).toEqual({ lag: 0, behind: false, left: 59 });
      // A restart within the hour, and three processes at once.
      await Promise.all([clean(shorter), clean(shorter), clean(shorter)]);
      expect(await seen()).toEqual({ lag: 0, behind: false, left: 59 });
      for (let hour = 1; hour <= 59; hour += 1) {
        await anHourPasses();
        await clean(shorter);
      }
      expect(await seen()).toEqual({ lag: 0, behind: false, left: 0 });
      expect((await stored().first()).excused_seconds).toBeLessThan(60);
    });

    test('a pause or a wrong clock is still a lag', async () => {
      await clean(shorter);
      await pause(10);
      await clean(shorter);
      expect(await seen()).toEqual({ lag: 10, behind: true, left: 69 });
      for (let hour = 1; hour <= 9; hour += 1) {
        await anHourPasses();
        lines = [];
        await clean(shorter);
      }
      expect(await seen()).toEqual({ lag: 1, behind: false, left: 60 });
    });

    test('a larger one takes the days back', async () => {
      await clean(shorter);
      await anHourPasses();
      await clean(shorter + 20);
      expect(await seen()).toEqual({ lag: 0, behind: false, left: 38 });
      // Nothing that has been removed comes back.
      await clean();
      expect(await seen()).toEqual({ lag: 0, behind: false, left: -2 });
      await clean(shorter);
      expect(await seen()).toMatchObject({ lag: 0, behind: false });
    });

    test('two processes of a rolling restart may differ', async () => {
      for (let hour = 1; hour <= 5; hour += 1) {
        await Promise.all([clean(shorter), clean(), clean(shorter)]);
        await clean(hour % 2 === 0 ? shorter : EVENT_DAYS);
        expect(await seen()).toMatchObject({ lag: 0, behind: false });
        await anHourPasses();
      }
      await clean(shorter);
      expect(await seen()).toMatchObject({ lag: 0, behind: false });
      await stored().update({ excused_seconds: 0 });
      expect(await readiness()).toMatchObject({ status: 'degraded' });
    });
  });

  test('logs errors', async () => {
    const { knex } = database();
    await knex.schema.renameTable('idempotency_records', 'idempotency_gone');
    await clean();
    await knex.schema.renameTable('idempotency_gone', 'idempotency_records');
    expect(lines.map(({ msg }) => msg).join('')).toContain('The removal of old rows failed');
  });
});

const day = 24 * 60 * 60 * 1000;

interface EventRow {
  readonly created_at: string;
  readonly kind: string;
  readonly subject_title: string | null;
  readonly summary: string;
}

describeOnEachDatabase('The sample workspace', (database) => {
  test('has the same history whenever it is created', async () => {
    const settings = {
      workingSeconds: 900,
      stalledSeconds: 86_400,
      storedBytes: null,
      mcpUrl: null,
      consoleUrl: null,
    };
    await createDemo(database(), settings, pino({ level: 'silent' }));
    const { knex } = database();
    const workspace = await knex('workspaces').where({ name: 'City Theatre' }).first();
    const created = new Date(workspace.created_at).getTime();
    const rows: EventRow[] = await knex('events')
      .where({ workspace_id: workspace.id })
      .orderBy('created_at')
      .orderBy('position')
      .select('created_at', 'kind', 'subject_title', 'summary');
    const history = rows.map(({ created_at, kind, subject_title, summary }) => {
      const days = (new Date(created_at).getTime() - created) / day;
      return `${days.toFixed(2)} ${kind} ${subject_title ?? ''}: ${summary}`;
    });
    expect(history).toMatchSnapshot();
  });
});

const fromNow = (milliseconds: number) => addMilliseconds(new Date().toISOString(), milliseconds);

/** Rows that no request stores, put straight into the tables of one workspace. */
describeOnEachDatabase('Broken rows of one workspace', (database) => {
  let app: TestApp;
  let broken: GivenWorkspace;
  let other: GivenWorkspace;
  let receiver: Receiver;
  let lines: { msg: string; workspace_id?: string; table?: string; retry_in_ms?: number }[];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );

  beforeAll(async () => {
    const config = {
      webhookAllow: ['127.0.0.1'],
      // Events then have the addresses of pages.
      console: true,
      publicUrl: 'https://callboard.example.com',
    };
    app = await startApp(database(), config, { streamTimes });
  });
  beforeEach(async () => {
    lines = [];
    // The loops look at workspaces in the order of their ids, at the broken one first.
    broken = await aWorkspace(app, database(), 'Broken');
    other = await aWorkspace(app, database(), 'Other');
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(() => app.close());

  const change = (table: string, where: object, values: object) =>
    transact(database(), (transaction) =>
      transaction.write((db) => db(table).where(where).update(values)),
    );
  const inBroken = () => ({ workspace_id: broken.workspaceId });
  const webhookIn = (workspace: GivenWorkspace) =>
    workspace.person.ok('createWebhook', {
      body: { url: receiver.url, kinds: ['action.created'] },
    });
  const act = (workspace: GivenWorkspace) =>
    workspace.person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });
  const arrivals = (): string[] =>
    receiver.received.map(({ body }) => String(JSON.parse(body).data?.workspace_id));

  describe('stop no delivery of another one', () => {
    let stop: (() => Promise<void>) | undefined;
    afterEach(async () => {
      await stop?.();
      stop = undefined;
      await database().knex('webhook_deliveries').delete();
      await database().knex('webhooks').delete();
    });
    const bothAct = async (): Promise<void> => {
      await act(broken);
      await act(other);
      stop = deliver(database(), { log });
      await receiver.until(() => arrivals().includes(other.workspaceId));
    };

    test.each([
      ['kinds that are no JSON', { kinds: 'oops' }],
      ['kinds that are no array', { kinds: '{}' }],
    ])('with a webhook that has %s', async (_, values) => {
      const { id } = await webhookIn(broken);
      await webhookIn(other);
      await change('webhooks', { ...inBroken(), id }, values);
      await bothAct();
      expect(arrivals()).not.toContain(broken.workspaceId);
      expect(lines).toContainEqual(
        expect.objectContaining({
          msg: 'The events of a webhook could not be read',
          workspace_id: broken.workspaceId,
          retry_in_ms: 5000,
        }),
      );
      // It waits before the next attempt.
      await act(other);
      await receiver.until(() => arrivals().length > 1);
      expect(lines.filter(({ workspace_id: id }) => id === broken.workspaceId)).toHaveLength(1);
    });

    test('with a URL that is none, and a secret that is none', async () => {
      const { id } = await webhookIn(broken);
      await webhookIn(other);
      await change('webhooks', { ...inBroken(), id }, { url: 'oops', secret: '' });
      await bothAct();
      const { items } = await broken.person.ok('listWebhookDeliveries', { path: { id } });
      expect(items.map(({ error }) => error)).toEqual(['address_not_allowed']);
      expect(lines).toEqual([]);
    });

    test('with results that cannot be stored', async () => {
      const { id } = await webhookIn(broken);
      await webhookIn(other);
      receiver.respond = (response) => void response.writeHead(410).end();
      await change('actors', { ...inBroken(), kind: 'system' }, { kind: 'user' });
      await bothAct();
      await receiver.until(() => arrivals().includes(broken.workspaceId));
      while (!lines.some(({ msg }) => msg === 'The result of a delivery was not stored')) {
        await pause(10);
      }
      expect(lines).toContainEqual(
        expect.objectContaining({ workspace_id: broken.workspaceId, retry_in_ms: 5000 }),
      );
      expect((await broken.person.call('getWebhook', { path: { id } })).status).toBe(200);
    });

    test('with the id of a webhook of the other one, which is busy', async () => {
      const { id } = await webhookIn(other);
      const [row] = await database().knex('webhooks').where({ id });
      const { owner } = broken.owner;
      const copy = {
        ...row,
        ...inBroken(),
        created_by_actor_id: owner.id,
        updated_by_actor_id: owner.id,
      };
      await transact(database(), (transaction) => insertRows(transaction, 'webhooks', [copy]));
      receiver.respond = (response, { body }) => {
        // Receivers of the broken workspace never respond.
        if (JSON.parse(body).data.workspace_id === other.workspaceId) response.writeHead(204).end();
      };
      for (let count = 0; count < 3; count += 1) await act(broken);
      stop = deliver(database(), { log });
      await receiver.until(() => arrivals().length === 2);
      await act(other);
      await receiver.until(() => arrivals().includes(other.workspaceId));
    });
  });

  test('stop no timer of another one, and no other timer of their own', async () => {
    const orders = [];
    for (const each of [broken, broken, other]) {
      const body = { name: 'Sweep', agent_id: each.agent.id, checkin_every_seconds: 60 };
      orders.push({ of: each, id: (await each.person.ok('createOrder', { body })).id });
    }
    const [first, second, third] = orders;
    for (const each of [broken, other]) {
      await moveIntoPast(database(), each.workspaceId, 3600);
    }
    await change('orders', { ...inBroken(), id: first?.id }, { checkin_every_seconds: 0 });
    await runTimers({ database: database(), config: app.config, log });
    const overdue = async (order: typeof first): Promise<number> => {
      const query = { order_id: order?.id ?? '', kind: ['order.checkin_overdue' as const] };
      return (await order?.of.person.ok('readEvents', { query }))?.items.length ?? 0;
    };
    expect(await Promise.all([second, third, first].map(overdue))).toEqual([1, 1, 0]);
    const ofBroken = lines.filter(({ workspace_id: id }) => id === broken.workspaceId);
    expect(ofBroken.map(({ msg }) => msg)).toEqual([
      'Timers of a workspace failed',
      'A timer failed',
    ]);
    await change('orders', { ...inBroken(), id: first?.id }, { checkin_every_seconds: 60 });
  });

  test('stop no purge of events of another one', async () => {
    const old = fromNow(-200 * DAY);
    const eventsOf = (each: GivenWorkspace) => ({ workspace_id: each.workspaceId });
    // Its old events come after a thousand newer ones.
    const first = await database().knex('events').where(inBroken()).orderBy('position').first();
    const last = 2000;
    await transact(database(), async (transaction) => {
      const rows = Array.from({ length: 1100 }, (_, index) => ({
        ...first,
        id: `evt_${String(index).padStart(5, '0')}`,
        position: 500 + index,
        created_at: index < 1050 ? fromNow(0) : old,
      }));
      await insertRows(transaction, 'events', rows);
      await transaction.write((db) => db('event_positions').where(inBroken()).update({ last }));
    });
    await change('events', eventsOf(other), { created_at: old });
    await database().knex('purge_cutoffs').where({ name: 'events' }).delete();
    await database()
      .knex('purge_cutoffs')
      .insert({
        name: 'events',
        cutoff: fromNow(-100 * DAY),
        wanted_cutoff: fromNow(-100 * DAY),
        moved_at: null,
      });
    await runHousekeeping({ database: database(), config: app.config, log });
    expect(await database().knex('events').where(eventsOf(other))).toEqual([]);
    expect(lines.filter(({ table }) => table === undefined)).toEqual([]);
  });

  test('stop no purge of news of another one', async () => {
    const old = fromNow(-200 * DAY);
    for (const each of [broken, other]) {
      const action = await each.person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_agent_id: each.agent.id },
      });
      await each.person.ok('updateAction', {
        path: { id: action.id },
        body: { assigned_actor_id: null },
      });
      const { page } = await each.worker.ok('getAgentNews', { path: { id: each.agent.id } });
      await each.worker.ok('markAgentNewsRead', {
        path: { id: each.agent.id },
        body: { through: page.next },
      });
      const key = { workspace_id: each.workspaceId };
      await change('agent_news', key, { created_at: old });
    }
    const [{ position }] = await database()
      .knex('agent_news')
      .where(inBroken())
      .orderBy('position');
    await change('agent_news', { ...inBroken(), position }, { position: -5 });
    await database().knex('purge_cutoffs').where({ name: 'agent_news' }).delete();
    await database()
      .knex('purge_cutoffs')
      .insert({
        name: 'agent_news',
        cutoff: fromNow(-100 * DAY),
        wanted_cutoff: fromNow(-100 * DAY),
        moved_at: null,
      });
    await runHousekeeping({ database: database(), config: app.config, log });
    const left = database().knex('agent_news').where({ workspace_id: other.workspaceId });
    expect(await left).toEqual([]);
  });

  test('stop no stream of another one', async () => {
    const [stuck, stream] = [
      await openStream(app, { cookie: broken.owner.cookie }),
      await openStream(app, { cookie: other.owner.cookie }),
    ];
    await transact(database(), async (transaction) => {
      const [event, positions] = await Promise.all([
        transaction.first<Record<string, unknown>>((db) =>
          db('events').where(inBroken()).orderBy('position', 'desc'),
        ),
        transaction.first<{ last: number }>((db) => db('event_positions').where(inBroken())),
      ]);
      const position = Number(positions?.last) + 1;
      const oops = { ...event, id: 'evt_oops', position, subject_type: 'oops' };
      await insertRows(transaction, 'events', [oops]);
      await transaction.write((db) =>
        db('event_positions').where(inBroken()).update({ last: position }),
      );
    });
    await act(broken);
    await stuck.ended;
    await act(other);
    expect((await stream.received(1)).map(({ workspace_id: id }) => id)).toEqual([
      other.workspaceId,
    ]);
    stream.close();
  });

  test('make no sign-in of another one fail, nor their own with 500', async () => {
    const { email, password } = other.owner;
    const key = { workspace_id: broken.workspaceId, id: broken.owner.owner.userId };
    await change('users', key, { email, password_hash: 'scrypt$3$8$1$AAAA$AAAA' });
    const api = client(app);
    expect((await api.call('createSession', { body: { email, password } })).status).toBe(201);
    const body = { email, password, workspace_id: broken.workspaceId };
    const refused = await api.call('createSession', { body });
    expect([refused.status, refused.body]).toEqual([
      401,
      (await api.call('createSession', { body: { email, password: 'a wrong pass phrase' } })).body,
    ]);
  });
});
