import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { createReader } from '../../src/platform/db/reader';
import { transact, type Transaction } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { migrations, migrationSource } from '../../src/platform/db/migrations';
import {
  migrate,
  rollbackAll,
  rollbackOne,
  schemaState,
} from '../../src/platform/db/schema/schema';
import { violation } from '../../src/platform/db/faults';
import { describeOnEachDatabase, describeOnEachDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { typescript } from '../support/program';
import { actionRow, at, insertOneOfEach, insertWorkspace } from '../support/rows';
import { describeSchema } from '../support/schema-description';

const run = promisify(execFile);
const names = migrations.map(({ name }) => name);

async function onEmptyDatabase(
  dialect: Dialect,
  work: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await openTestDatabase(dialect, 'empty');
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Migrates like a starting server; returns the number of steps. */
async function migrateInProcess(url: string): Promise<string> {
  const script = join(__dirname, '..', 'support', 'migrate-process.ts');
  const { stdout } = await run(process.execPath, [...typescript, script, url]);
  return stdout.trim();
}

async function tableNames(database: TestDatabase): Promise<string[]> {
  const rows = await createReader(database).rows<{ name: string }>((db) =>
    database.dialect === 'sqlite'
      ? db('sqlite_master').where({ type: 'table' }).select('name')
      : db('information_schema.tables')
          .where({ table_schema: 'public' })
          .select({ name: 'table_name' }),
  );
  return rows.map(({ name }) => name).filter((name) => !/^(knex|sqlite)_/.test(name));
}

describeOnEachDialect('migrations on %s', (dialect) => {
  it('compute the next due check-in of existing orders', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      const stepOf = (name: string) => migrations.find((one) => one.name.endsWith(name));
      const step = stepOf('checkin-due');
      // Its triggers read the column.
      await stepOf('checkin-timers')?.down(database.knex);
      await step?.down(database.knex);
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      const order = await database.knex('orders').first();
      const more = [
        { id: 'ord_2', state: 'active', checkin_every_seconds: 90, latest_checkin_id: 'chk_1' },
        { id: 'ord_3', state: 'active', checkin_every_seconds: 90, latest_checkin_id: null },
        { id: 'ord_4', state: 'paused', checkin_every_seconds: 90 },
      ];
      const later = '2026-11-21T07:00:00.500Z';
      await database.knex('checkins').update({ created_at: later });
      await database.knex('orders').insert(more.map((given) => ({ ...order, ...given })));
      await step?.up(database.knex);
      const rows = await database.knex('orders').orderBy('id').select('id', 'next_checkin_due_at');
      expect(rows.map(Object.values)).toEqual([
        ['ord_1', null],
        ['ord_2', '2026-11-21T07:01:30.500Z'],
        ['ord_3', '2026-11-21T06:18:30.120Z'],
        ['ord_4', null],
      ]);
    });
  });

  it('make the answers that no agent has seen its news', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      const { knex } = database;
      await migrate(database);
      const step = migrations.find(({ name }) => name.endsWith('agent-news'));
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      await step?.down(knex);
      const [question, event] = [
        await knex('agent_requests').where({ id: 'qst_1' }).first(),
        await knex('events').first(),
      ];
      const noon = '2026-11-21T12:00:00.000Z';
      const answers = [
        { id: 'qst_before', responded_at: '2026-11-21T11:59:59.999Z' },
        { id: 'qst_same', responded_at: noon },
        { id: 'qst_after', responded_at: '2026-11-21T12:00:00.001Z' },
        { id: 'qst_own', responded_at: '2026-11-21T12:00:00.001Z', closed_at: noon },
      ];
      const ended = { ...question, status: 'resolved', response: 'Red' };
      await knex('agent_requests').insert(answers.map((given) => ({ ...ended, ...given })));
      const eventRow = (position: number, given: object) => ({
        ...event,
        position,
        id: `evt_${position}`,
        ...given,
      });
      await knex('events').insert([
        eventRow(10, { actor_id: 'atr_2', created_at: noon }),
        ...answers.map(({ id, responded_at: at }, index) =>
          eventRow(20 + index, { kind: 'question.answered', subject_id: id, created_at: at }),
        ),
      ]);
      await step?.up(knex);
      const rows = await knex('agent_news').select('agent_actor_id', 'role', 'subject_id');
      expect(rows.map(Object.values)).toEqual([['atr_2', 'author', 'qst_after']]);
    });
  });

  it('end sessions 90 days after the sign-in, and keep registrations as long as they are used', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      const { knex } = database;
      await migrate(database);
      const step = migrations.find(({ name }) => name.endsWith('ends-of-access'));
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      await step?.down(knex);
      const [session, grant, registration] = await Promise.all([
        knex('sessions').first(),
        knex('oauth_grants').first(),
        knex('oauth_clients').first(),
      ]);
      const [soon, far, used] = [
        '2026-11-30T00:00:00.000Z',
        '2030-01-01T00:00:00.000Z',
        '2026-11-22T06:00:00.500Z',
      ];
      await knex('sessions').insert([
        { ...session, id: 'ses_soon', id_hash: 'soon', expires_at: soon },
        { ...session, id: 'ses_far', id_hash: 'far', expires_at: far },
      ]);
      await knex('oauth_clients').insert([
        { ...registration, id: 'ocl_used', expires_at: soon },
        { ...registration, id: 'ocl_far', expires_at: far },
        { ...registration, id: 'ocl_unused', expires_at: soon },
      ]);
      await knex('oauth_grants').insert([
        { ...grant, id: 'ogr_2', client_id: 'ocl_used', last_token_at: used },
        { ...grant, id: 'ogr_3', client_id: 'ocl_used', last_token_at: at },
        { ...grant, id: 'ogr_4', client_id: 'ocl_far', last_token_at: used },
        { ...grant, id: 'ogr_5', client_id: 'ocl_unused', last_token_at: null },
      ]);
      await step?.up(knex);
      const ends = async (table: string, ids: readonly string[]) => {
        const rows = await knex(table).whereIn('id', ids).orderBy('id');
        return rows.map((row) => [row.id, row.expires_at]);
      };
      expect(await ends('sessions', ['ses_far', 'ses_soon'])).toEqual([
        ['ses_far', '2027-02-19T06:17:00.120Z'],
        ['ses_soon', soon],
      ]);
      expect(await ends('oauth_clients', ['ocl_far', 'ocl_unused', 'ocl_used'])).toEqual([
        ['ocl_far', far],
        ['ocl_unused', soon],
        ['ocl_used', '2027-02-20T06:00:00.500Z'],
      ]);
    });
  });

  it('go up, down and up again to the same schema, step by step, with rows in every table', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      expect(await migrate(database)).toEqual(names);
      const schema = await describeSchema(database);
      // A dropped constraint or index would otherwise be missing on every way up alike.
      expect(schema.map(({ name, sql }) => `${name}: ${sql}`)).toMatchSnapshot();
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      for (const table of await tableNames(database)) {
        // Empty when all steps are finished.
        if (table === 'step_progress') continue;
        const found = await createReader(database).rows((db) => db(table).select('*'));
        expect([table, found.length > 0]).toEqual([table, true]);
      }
      for (const name of names.toReversed()) expect(await rollbackOne(database)).toBe(name);
      expect(await tableNames(database)).toEqual([]);
      expect(await migrate(database)).toEqual(names);
      expect(await describeSchema(database)).toEqual(schema);
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      await rollbackAll(database);
      expect(await tableNames(database)).toEqual([]);
    });
  });

  it('each restore the schema on the way down, however many runs applied them', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      const schemas = [await describeSchema(database)];
      for (const name of names) {
        const [, [file]] = await database.knex.migrate.up({ migrationSource });
        expect(file).toBe(name);
        schemas.push(await describeSchema(database));
      }
      for (const [step, name] of [...names.entries()].toReversed()) {
        expect(await rollbackOne(database)).toBe(name);
        expect([name, await describeSchema(database)]).toEqual([name, schemas[step]]);
      }
      for (const _ of names) await database.knex.migrate.up({ migrationSource });
      await rollbackAll(database);
      expect(await tableNames(database)).toEqual([]);
    });
  });

  it('refuse to go down while accounts share an address', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      await transact(database, async (transaction) => {
        await insertOneOfEach(transaction, 'wsp_1');
        await insertOneOfEach(transaction, 'wsp_2');
      });
      await database.knex('users').update({ email: 'ada@example.com' });
      const back = names.slice(names.indexOf('20261123120000-accounts'));
      for (const name of back.slice(1).toReversed()) expect(await rollbackOne(database)).toBe(name);
      await expect(rollbackOne(database)).rejects.toThrow(/addresses have accounts in several/);
      const first = { workspace_id: 'wsp_1' };
      await database.knex('users').where(first).update({ email: 'bo@example.com' });
      expect(await rollbackOne(database)).toBe(back[0]);
    });
  });

  it('preserve the rows of earlier steps on the way down', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      const [places, ...later] = names.filter((name) => name >= '20261121000100');
      for (const name of later.toReversed()) expect(await rollbackOne(database)).toBe(name);
      expect(places).toBe('20261121000100-places');
      expect(await createReader(database).rows((db) => db('projects').select('id'))).toEqual([
        { id: 'prj_1' },
      ]);
      expect(await migrate(database)).toEqual(later);
      await transact(database, (transaction) =>
        transaction.write((db) => db('actions').insert(actionRow('wsp_1', 'act_9'))),
      );
    });
  });

  it('turn the content of documents into their first revision, and preserve it on the way down', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      const back = names.slice(names.indexOf('20261121050000-revisions'));
      for (const name of back.toReversed()) expect(await rollbackOne(database)).toBe(name);
      const content = '{"said": "before"}';
      await database.knex('documents').where({ id: 'doc_1' }).update({ content });
      await migrate(database);
      const { knex } = database;
      expect(await knex('document_revisions').where({ document_id: 'doc_1' })).toMatchObject([
        {
          workspace_id: 'wsp_1',
          id: 'rev_1',
          number: 1,
          content,
          review_state: 'none',
          created_by_actor_id: 'atr_1',
          version: 1,
        },
      ]);
      expect(await knex('documents').first()).toMatchObject({
        revision_number: 1,
        review_state: 'none',
        content,
      });
      expect(await knex('domains').first()).toMatchObject({ state: 'active' });
      expect(await knex('notes').first()).toMatchObject({ archived_at: null, version: 1 });
      await knex('documents').where({ id: 'doc_1' }).update({ content: '"newest"' });
      for (const name of back.toReversed()) expect(await rollbackOne(database)).toBe(name);
      expect(await knex('documents').first()).toMatchObject({ content: '"newest"' });
    });
  });

  it('index existing rows for search like new ones', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      const { knex } = database;
      const steps = migrations.filter(({ name }) => /-(search|words|sort-keys)/.test(name));
      const index = async (): Promise<unknown> => {
        const entries: { sequence: number; id: string }[] =
          await knex('search_entries').orderBy('sequence');
        const found = async (word: string): Promise<string[]> => {
          const rows: { sequence: number }[] =
            dialect === 'postgres'
              ? await knex('search_entries').whereRaw('terms @@ ?::tsquery', [`'wsp_1_${word}'`])
              : await knex('search_terms')
                  .whereRaw('search_terms match ?', [`"wsp_1_${word}"`])
                  .select({ sequence: 'rowid' });
          const sequences = new Set(rows.map(({ sequence }) => sequence));
          return entries.filter(({ sequence }) => sequences.has(sequence)).map(({ id }) => id);
        };
        return {
          entries: await knex('search_entries')
            .orderBy('id')
            .select('workspace_id', 'type', 'id', 'title', 'title_words', 'body'),
          winter: await found('winter'),
          text: await found('text'),
          orders: await found('_order'),
        };
      };
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      const indexed = await index();
      expect(indexed).toMatchObject({
        entries: ['act_1', 'act_2', 'agt_1', 'doc_1', 'ord_1', 'prj_1', 'qst_1'].map((id) => ({
          id,
        })),
        winter: ['prj_1'],
        text: ['doc_1'],
        orders: ['ord_1'],
      });
      for (const step of steps.toReversed()) await step.down(knex);
      await knex('projects').update({ title: 'Summer show' });
      const names = (await describeSchema(database)).map((part) => JSON.stringify(part));
      expect(names.filter((part) => part.includes('search'))).toEqual([]);
      if (dialect === 'postgres') {
        expect(await knex('pg_proc').where('proname', 'like', 'search%')).toEqual([]);
      }
      await knex('projects').update({ title: 'Winter show' });
      const later = '2026-11-21T06:17:01.000Z';
      await knex('actions').where({ id: 'act_1' }).update({ created_at: later });
      for (const step of steps) await step.up(knex);
      for (const { finish } of steps) while (await finish?.(knex));
      expect(await index()).toEqual(indexed);
      const [newest] = await knex('search_entries').orderBy('sequence', 'desc');
      expect(newest).toMatchObject({ id: 'act_1' });
    });
  });

  it('go on after a stop in the middle of indexing', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      const { knex } = database;
      await transact(database, async (transaction) => {
        await insertOneOfEach(transaction, 'wsp_1');
        const rows = Array.from({ length: 1200 }, (_, n) =>
          actionRow('wsp_1', `act_${5000 + n}`, { title: 'Große Straße' }),
        );
        await insertRows(transaction, 'actions', rows);
      });
      while ((await rollbackOne(database)) !== '20261126140000-words');
      const matches = async (): Promise<number> => {
        const rows: unknown[] =
          dialect === 'postgres'
            ? await knex('search_entries').whereRaw('terms @@ ?::tsquery', [
                "'wsp_1_grosse' <-> 'wsp_1_strasse'",
              ])
            : await knex('search_terms').whereRaw('search_terms match ?', [
                '"wsp_1_grosse wsp_1_strasse"',
              ]);
        return rows.length;
      };
      const words = migrations.find(({ name }) => name.endsWith('-words'));
      await knex.transaction(async (db) => {
        await words?.up(db);
        await db('knex_migrations').insert({ name: words?.name, batch: 9 });
      });
      await knex.transaction(async (db) => words?.finish?.(db));
      expect(await matches()).toBeGreaterThan(0);
      expect(await matches()).toBeLessThan(600);
      expect(await schemaState(database)).toMatchObject({ state: 'outdated' });
      await migrate(database);
      expect(await schemaState(database)).toMatchObject({ state: 'current' });
      expect(await matches()).toBe(1200);
      for (const table of ['actions', 'projects', 'documents', 'domains', 'orders', 'actors']) {
        expect(await knex(table).where({ sort_key: '' })).toEqual([]);
      }
      expect(await knex('actions').where({ id: 'act_5000' }).first('sort_key')).toEqual({
        sort_key: 'grosse strasse',
      });
    });
  });

  it('compare a schema with the code', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      expect(await schemaState(database)).toEqual({ state: 'empty', missing: names, unknown: [] });
      await migrate(database);
      expect(await schemaState(database)).toEqual({ state: 'current', missing: [], unknown: [] });
      const last = await rollbackOne(database);
      expect(await schemaState(database)).toEqual({
        state: 'outdated',
        missing: [last],
        unknown: [],
      });
      await migrate(database);
      await database.knex('knex_migrations').insert({ name: '29990101000000-later', batch: 9 });
      expect(await schemaState(database)).toEqual({
        state: 'newer',
        missing: [],
        unknown: ['29990101000000-later'],
      });
      await expect(migrate(database)).rejects.toThrow(/newer/);
      const compatibility = database.knex('schema_compatibility');
      const servesSince = async (since: string | null) => {
        await compatibility.clone().insert({ step: '29990101000000-later', serves_since: since });
        const { state } = await schemaState(database);
        await compatibility.clone().where({ step: '29990101000000-later' }).delete();
        return state;
      };
      expect(await servesSince(null)).toBe('newer');
      expect(await servesSince('29990101000000-later')).toBe('newer');
      expect(await servesSince(last ?? '')).toBe('compatible');
      expect(await servesSince(names[0] ?? '')).toBe('compatible');
      const stored = migrations.filter(({ name }) => name >= '20261123130000');
      expect(await compatibility.clone().orderBy('step')).toEqual(
        stored.map(({ name, servesSince: since }) => ({ step: name, serves_since: since })),
      );
    });
  });

  it('declare for each step whether earlier programs may continue to serve', () => {
    for (const [step, { name, servesSince }] of migrations.entries()) {
      const earlier = names.slice(0, step);
      expect([name, servesSince === null || earlier.includes(servesSince)]).toEqual([name, true]);
    }
  });

  it('run from the knex command line', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      const knex = (...words: string[]): Promise<unknown> =>
        run(process.execPath, [join('node_modules', 'knex', 'bin', 'cli.js'), ...words], {
          env: { ...process.env, DATABASE_URL: database.url },
        });
      await knex('migrate:latest');
      expect((await schemaState(database)).state).toBe('current');
      await knex('migrate:rollback', '--all');
      expect((await schemaState(database)).state).toBe('empty');
    });
  });

  it('run once when several processes start them at the same time', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      const taken = await Promise.all([1, 2, 3, 4].map(() => migrateInProcess(database.url)));
      expect(taken.toSorted()).toEqual(['0', '0', '0', String(names.length)]);
      expect((await schemaState(database)).state).toBe('current');
    });
  });
});

describeOnEachDatabase('the schema', (database) => {
  const write = (work: (transaction: Transaction) => Promise<unknown>): Promise<unknown> =>
    transact(database(), work);
  const broken = async (work: (transaction: Transaction) => Promise<unknown>): Promise<string> => {
    const error: unknown = await write(work).catch((thrown: unknown) => thrown);
    return violation(error)?.kind ?? `no violation: ${String(error)}`;
  };
  const action =
    (id: string, given: Record<string, unknown> = {}) =>
    (transaction: Transaction) =>
      insertRows(transaction, 'actions', [actionRow('wsp_1', id, given)]);

  beforeAll(async () => {
    await write((transaction) => insertOneOfEach(transaction, 'wsp_1'));
    await write((transaction) => insertOneOfEach(transaction, 'wsp_2'));
    await write((transaction) =>
      insertRows(transaction, 'projects', [
        {
          workspace_id: 'wsp_2',
          id: 'prj_only_2',
          title: 'Elsewhere',
          is_template: false,
          state: 'active',
          work_mode: 'parallel',
          created_by_actor_id: 'atr_1',
          updated_by_actor_id: 'atr_1',
          created_at: at,
          updated_at: at,
        },
      ]),
    );
  });

  it('has at most one open action per source key, and any number of terminal ones', async () => {
    await write(action('act_key', { source_key: 'key' }));
    expect(await broken(action('act_key_2', { source_key: 'key', status: 'waiting' }))).toBe(
      'unique',
    );
    await write((transaction) =>
      transaction.write((db) => db('actions').where({ id: 'act_key' }).update({ status: 'done' })),
    );
    await write(action('act_key_3', { source_key: 'key' }));
    await write(action('act_key_4', { source_key: 'key', status: 'dropped' }));
  });

  it('ignores a second open source key on conflict if the insert says so', async () => {
    await write(action('act_once', { source_key: 'once' }));
    const inserted = await write((transaction) =>
      transaction.write((db) =>
        db('actions')
          .insert(actionRow('wsp_1', 'act_twice', { source_key: 'once' }))
          .onConflict(
            db.raw(
              "(workspace_id, source_key) where status in ('inbox', 'ready', 'waiting') and source_key is not null",
            ),
          )
          .ignore(),
      ),
    );
    expect(inserted).toBe(0);
  });

  it('refuses references to another workspace and to missing rows', async () => {
    expect(await broken(action('act_fk_1', { project_id: 'prj_only_2' }))).toBe('foreign_key');
    expect(await broken(action('act_fk_2', { latest_note_id: 'not_none' }))).toBe('foreign_key');
    expect(await broken(action('act_fk_3', { source_agent_request_id: 'qst_none' }))).toBe(
      'foreign_key',
    );
    expect(
      await broken((transaction) =>
        transaction.write((db) => db('orders').update({ latest_checkin_id: 'chk_none' })),
      ),
    ).toBe('foreign_key');
  });

  it('refuses values outside the enums, and missing ones', async () => {
    expect(await broken(action('act_check', { status: 'finished' }))).toBe('check');
    expect(await broken(action('act_check', { repeat_unit: 'hour' }))).toBe('check');
    expect(await broken(action('act_null', { title: null }))).toBe('not_null');
  });

  it('has one agent or user per actor, one system actor, and unique names of agents', async () => {
    const copy =
      (table: string, given: Record<string, unknown>) => async (transaction: Transaction) => {
        const row = await transaction.first<Record<string, unknown>>((db) =>
          db(table).where({ workspace_id: 'wsp_1' }).whereNotIn('id', ['atr_1', 'atr_system']),
        );
        await insertRows(transaction, table, [{ ...row, ...given }]);
      };
    expect(await broken(copy('agents', { id: 'agt_9' }))).toBe('unique');
    expect(await broken(copy('users', { id: 'usr_9', email: 'bo@wsp.example' }))).toBe('unique');
    expect(await broken(copy('users', { id: 'usr_9', email: 'Bo@wsp.example' }))).toBe('check');
    expect(await broken(copy('actors', { id: 'atr_9', kind: 'agent' }))).toBe('unique');
    expect(await broken(copy('actors', { id: 'atr_9', kind: 'system' }))).toBe('unique');
    await write((transaction) => insertWorkspace(transaction, 'wsp_3'));
  });

  it('sorts text by code point, as ids and cursors require', async () => {
    const titles = ['b', 'B', 'a', 'Ä', 'A'];
    await write((transaction) =>
      insertRows(
        transaction,
        'actions',
        titles.map((title, n) => actionRow('wsp_3', `act_${n}`, { title })),
      ),
    );
    const found = await createReader(database()).rows<{ title: string }>((db) =>
      db('actions').where({ workspace_id: 'wsp_3' }).orderBy('title').select('title'),
    );
    expect(found.map(({ title }) => title)).toEqual(['A', 'B', 'a', 'b', 'Ä']);
  });
});
