import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { createReader } from '../../src/platform/db/reader';
import { transact, type Transaction } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { migrations, migrationSource } from '../../src/platform/db/migrations';
import { mayServe, recordStep } from '../../src/platform/db/schema/compatibility';
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
  it('go up, down and up again to the same schema, step by step, with rows in every table', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      expect(await migrate(database)).toEqual(names);
      const schema = await describeSchema(database);
      // A dropped constraint or index would otherwise be missing on every way up alike.
      expect(schema.map(({ name, sql }) => `${name}: ${sql}`)).toMatchSnapshot();
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      for (const table of await tableNames(database)) {
        // Empty when all steps are finished, and while no workspace is deleted.
        if (['step_progress', 'closed_workspaces', 'erasures', 'insight_fills'].includes(table))
          continue;
        const found = await createReader(database).rows((db) => db(table).select('*'));
        const rows = `${found.length > 0 ? 'one' : 'none'} by insertOneOfEach in test/support/rows.ts`;
        expect([table, rows]).toEqual([table, 'one by insertOneOfEach in test/support/rows.ts']);
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

  it('preserve the rows of earlier steps on the way down', async () => {
    await onEmptyDatabase(dialect, async (database) => {
      await migrate(database);
      await transact(database, (transaction) => insertOneOfEach(transaction, 'wsp_1'));
      const [places, ...later] = names.filter((name) => name >= '20261127000300');
      for (const name of later.toReversed()) expect(await rollbackOne(database)).toBe(name);
      expect(places).toBe('20261127000300-places');
      expect(await createReader(database).rows((db) => db('projects').select('id'))).toEqual([
        { id: 'prj_1' },
      ]);
      expect(await migrate(database)).toEqual(later);
      await transact(database, (transaction) =>
        transaction.write((db) => db('actions').insert(actionRow('wsp_1', 'act_9'))),
      );
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
      expect(await compatibility.clone().orderBy('step')).toEqual(
        migrations.map(({ name, servesSince: since }) => ({ step: name, serves_since: since })),
      );
    });
  });

  it('let a program serve over the steps that it may, and stop it at the contracting one', async () => {
    await onEmptyDatabase(dialect, async ({ knex }) => {
      await knex.schema.createTable('schema_compatibility', (table) => {
        table.text('step');
        table.text('serves_since');
      });
      const steps = [
        { name: '1-first', servesSince: null },
        { name: '2-expands', servesSince: '1-first' },
        { name: '3-expands', servesSince: '1-first' },
        // Programs use the new form since the second step.
        { name: '4-contracts', servesSince: '2-expands' },
        { name: '5-expands', servesSince: '1-first' },
      ];
      for (const step of steps) await recordStep(knex, step);
      const names = steps.map(({ name }) => name);
      const serves = (known: number, applied: number) =>
        mayServe(knex, names.slice(known, applied), names.slice(0, known));
      // Over two compatible steps at once, and no longer after the fourth, or over it and the fifth.
      expect(await Promise.all([2, 3, 4, 5].map((applied) => serves(1, applied)))).toEqual([
        true,
        true,
        false,
        false,
      ]);
      expect(await serves(2, 5)).toBe(true);
      expect(await serves(0, 1)).toBe(false);
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
    const change = (table: string, given: Record<string, unknown>) =>
      broken((transaction) => transaction.write((db) => db(table).update(given)));
    expect(await change('orders', { latest_checkin_id: 'chk_none' })).toBe('foreign_key');
    expect(await change('notes', { document_id: 'doc_none' })).toBe('foreign_key');
    for (const table of ['documents', 'notes']) {
      expect(await broken((transaction) => transaction.write((db) => db(table).delete()))).toBe(
        'foreign_key',
      );
    }
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
