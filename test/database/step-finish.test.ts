import type * as Listed from '../../src/platform/db/migrations';
import { migrations, migrationSource } from '../../src/platform/db/migrations';
import type * as TableKit from '../../src/platform/db/migrations/table-kit';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { migrate, rollbackOne, schemaState } from '../../src/platform/db/schema/schema';
import { transact } from '../../src/platform/db/transaction';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { describeOnEachDialect } from '../support/dialects';
import { actionRow, insertWorkspace } from '../support/rows';

const trial = '29990101000000-trial';

// The list, with a step whose `finish` changes every action.
jest.mock<typeof Listed>('../../src/platform/db/migrations', () => {
  const listed = jest.requireActual<typeof Listed>('../../src/platform/db/migrations');
  const { finishTable } = jest.requireActual<typeof TableKit>(
    '../../src/platform/db/migrations/table-kit',
  );
  const first = { table_name: 'actions', after_workspace: '', after_id: '' };
  const all: typeof listed.migrations = [
    ...listed.migrations,
    {
      name: '29990101000000-trial',
      up: async (db) => void (await db('step_progress').insert(first)),
      finish: (db) =>
        finishTable(db, 'actions', (rows) => rows.update({ version: db.raw('version + 1') })),
      down: async (db) => void (await db('step_progress').delete()),
      servesSince: null,
    },
  ];
  const getMigrations = () => Promise.resolve(all.map((step) => ({ ...step, file: step.name })));
  const migrationSource = { ...listed.migrationSource, getMigrations };
  return { ...listed, migrations: all, migrationSource };
});

describeOnEachDialect('a step that changes all rows of a table, on %s', (dialect) => {
  it('goes on after a stop in the middle, and changes each row once', async () => {
    const database = await openTestDatabase(dialect, 'empty');
    try {
      const { knex } = database;
      await migrate(database);
      expect(await rollbackOne(database)).toBe(trial);
      await transact(database, async (transaction) => {
        await insertWorkspace(transaction, 'wsp_1');
        const rows = Array.from({ length: 1200 }, (_, n) => actionRow('wsp_1', `act_${5000 + n}`));
        await insertRows(transaction, 'actions', rows);
      });
      const versions = async (): Promise<unknown> => {
        const rows: { version: number; count: number | string }[] = await knex('actions')
          .groupBy('version')
          .orderBy('version')
          .select('version')
          .count('* as count');
        return rows.map(({ version, count }) => [version, Number(count)]);
      };
      await knex.migrate.up({ migrationSource });
      const step = migrations.find(({ name }) => name === trial);
      expect(await knex.transaction(async (db) => step?.finish?.(db))).toBe(true);
      expect(await versions()).toEqual([
        [1, 700],
        [2, 500],
      ]);
      expect(await schemaState(database)).toMatchObject({
        state: 'outdated',
        missing: ['actions'],
      });
      expect(await migrate(database)).toEqual([trial]);
      expect(await versions()).toEqual([[2, 1200]]);
      expect((await schemaState(database)).state).toBe('current');
    } finally {
      await database.close();
    }
  });
});
