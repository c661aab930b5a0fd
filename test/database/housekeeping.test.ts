import { pino } from 'pino';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { transact } from '../../src/platform/db/transaction';
import { purgeByAge } from '../../src/platform/db/purge';
import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const EVENT_DAYS = 90;
const CONFIG = { table: 'events', eventDays: EVENT_DAYS };

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
const later = '2999-01-01T00:00:00.000Z';

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

  const clean = (): Promise<void> => {
    const write = (line: string): void => void lines.push(JSON.parse(line));
    const log = pino({ base: null }, { write });
    return runHousekeeping({ database: database(), config: CONFIG, log });
  };
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

  test('logs errors', async () => {
    const { knex } = database();
    await knex.schema.renameTable('idempotency_records', 'idempotency_gone');
    await clean();
    await knex.schema.renameTable('idempotency_gone', 'idempotency_records');
    expect(lines.map(({ msg }) => msg).join('')).toContain('The removal of old rows failed');
  });
});
