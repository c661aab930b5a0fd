import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { demoCommand } from '../../src/cli/demo';
import { migrateCommand } from '../../src/cli/migrate';
import { restoreCommand } from '../../src/cli/restore/restore';
import { ensureServeSchema } from '../../src/cli/serve/serve';
import { exportCommand } from '../../src/cli/transfer/transfer-commands';
import { loadConfig } from '../../src/platform/config';
import type { Database } from '../../src/platform/db/connect';
import { connect } from '../../src/platform/db/connect';
import { countedTables, migrations } from '../../src/platform/db/migrations';
import {
  migrate,
  rollbackAll,
  rollbackOne,
  schemaState,
} from '../../src/platform/db/schema/schema';
import { earlierSteps } from '../../src/platform/db/schema/takeover';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { runFolder } from '../../scripts/databases/test-run';
import { findDrift } from '../../scripts/requests/stored-bytes';
import { describeOnEachDialect, otherDialect } from '../support/dialects';
import { allRows, appliedSteps, keptSqlite, openKept, tableNames } from '../support/kept-databases';
import { typescript } from '../support/program';
import { describeSchema } from '../support/schema-description';
import { exported, imported, resealed, sentence } from '../support/transfer';

const run = promisify(execFile);
const version = 'before-1.0.0';
const names = migrations.map(({ name }) => name);
/** The steps that follow those that replace the earlier ones. */
const laterSteps = names.filter((name) => name > '20261127001200-sort-keys');
const at = (url: string) => loadConfig({ DATABASE_URL: url });
const silent = pino({ level: 'silent' });

function withoutIndex<Rows>(rows: ReadonlyMap<string, Rows>): [string, Rows][] {
  return [...rows].filter(([table]) => !table.startsWith('search_'));
}

async function onEarlierDatabase(
  dialect: Dialect,
  work: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await openKept(dialect, version);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** `findDrift` of another earlier database, to which it adds what later steps count. */
async function findEarlierDrift(dialect: Dialect) {
  let drift: Awaited<ReturnType<typeof findDrift>> = [];
  await onEarlierDatabase(dialect, async (database) => {
    const { knex } = database;
    for (const { table, columns } of countedTables) {
      if (!(await knex.schema.hasTable(table))) {
        await knex.schema.createTable(table, (made) => void made.text('workspace_id'));
      }
      for (const column of columns) {
        if (await knex.schema.hasColumn(table, column)) continue;
        await knex.schema.alterTable(table, (changed) => void changed.text(column));
      }
    }
    drift = await findDrift(database);
  });
  return drift;
}

describeOnEachDialect('a database with the steps from before 1.0.0, on %s', (dialect) => {
  it('is taken over: only the lists of its steps change', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      const [rows, schema] = [await allRows(database), await describeSchema(database)];
      const drift = await findEarlierDrift(dialect);
      const empty = [...rows].filter(([, found]) => found.rows.length === 0);
      expect(empty.map(([table]) => table)).toEqual(['step_progress']);
      expect(await appliedSteps(database)).toEqual(earlierSteps);
      const { state, missing, unknown } = await schemaState(database);
      expect([state, missing, unknown]).toEqual(['outdated', names, []]);
      expect(await migrateCommand(at(database.url))).toMatch(/ is up to date now: /);
      expect(await findDrift(database)).toEqual(drift);
      expect(await schemaState(database)).toEqual({ state: 'current', missing: [], unknown: [] });
      expect(await migrate(database)).toEqual([]);
      const fresh = await openTestDatabase(dialect);
      try {
        expect(await appliedSteps(database)).toEqual(await appliedSteps(fresh));
        const steps = ({ knex }: Database) => knex('schema_compatibility').orderBy('step');
        expect(await steps(database)).toEqual(await steps(fresh));
      } finally {
        await fresh.close();
      }
      // Without the steps that follow the takeover. They make the search index again.
      for (const _ of laterSteps) await rollbackOne(database);
      expect(withoutIndex(await allRows(database))).toEqual(withoutIndex(rows));
      expect(await describeSchema(database)).toEqual(schema);
    });
  });

  it('goes down and up again', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      await migrate(database);
      await rollbackAll(database);
      expect(await tableNames(database)).toEqual([]);
      expect(await migrate(database)).toEqual(names);
    });
  });

  it('is taken over once by several processes that start at the same time', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      const script = join(__dirname, '..', 'support', 'migrate-process.ts');
      const taken = await Promise.all(
        [1, 2, 3].map(async () => {
          const words = [...typescript, script, database.url];
          return (await run(process.execPath, words)).stdout.trim();
        }),
      );
      // All of them may take part in the work that follows a step.
      const one: unknown = expect.stringMatching(/^[0-2]$/);
      expect(taken.toSorted()).toEqual([one, one, String(names.length)]);
      expect(await appliedSteps(database)).toEqual(names);
    });
  });

  it('is refused with only some of the steps, or with an unfinished one', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      const { knex } = database;
      const config = at(database.url);
      const first = { after_workspace: '', after_id: '' };
      await knex('step_progress').insert({ table_name: 'actions', ...first });
      expect(await sentence(migrateCommand(config))).toMatch(
        /^The database has not finished .* Check out commit \w+, run callboard migrate there, /,
      );
      await knex('step_progress').delete();
      const last = { name: earlierSteps.at(-1) };
      const row = await knex('knex_migrations').where(last).first();
      await knex('knex_migrations').where(last).delete();
      expect((await schemaState(database)).state).toBe('outdated');
      expect(await sentence(migrateCommand(config))).toMatch(
        /^The database has only 52 of the 53 migrations from before 1\.0\.0\. Check out commit \w+, /,
      );
      expect(await appliedSteps(database)).toEqual(earlierSteps.slice(0, -1));
      const later = '20991231000000-later';
      await knex('knex_migrations').insert([row, { ...row, id: 99, name: later }]);
      expect((await schemaState(database)).state).toBe('newer');
      await knex('knex_migrations').where({ name: later }).delete();
      expect(await migrate(database)).toEqual(names);
    });
  });

  it('is refused while its schema differs from that of its steps', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      const { knex } = database;
      const refused = /^The database has other tables, columns, indexes, triggers or functions /;
      const refuses = async (change: string, undo: string): Promise<void> => {
        await knex.raw(change);
        expect(await sentence(migrateCommand(at(database.url)))).toMatch(refused);
        expect(await appliedSteps(database)).toEqual(earlierSteps);
        await knex.raw(undo);
      };
      await refuses('create index mine on actions (title)', 'drop index mine');
      await refuses(
        'alter table domains add column colour text',
        'alter table domains drop column colour',
      );
      await refuses('create table songs (title text)', 'drop table songs');
      await refuses('drop index timers_due', 'select 1');
    });
  });

  it('stays as it was when the takeover stops in the middle', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      const { knex } = database;
      const when = "when (new.name = '20261127000600-events')";
      const broken =
        dialect === 'sqlite'
          ? [
              `create trigger knex_stop before insert on knex_migrations ${when} begin select raise(abort, 'stop'); end`,
            ]
          : [
              "create function knex_stop() returns trigger language plpgsql as $$ begin raise 'stop'; end $$",
              `create trigger knex_stop before insert on knex_migrations for each row ${when} execute function knex_stop()`,
            ];
      for (const statement of broken) await knex.raw(statement);
      const message: unknown = expect.stringContaining('stop');
      const known = await knex('schema_compatibility').orderBy('step');
      await expect(migrate(database)).rejects.toMatchObject({ message });
      expect(await appliedSteps(database)).toEqual(earlierSteps);
      expect(await knex('schema_compatibility').orderBy('step')).toEqual(known);
      await knex.raw(
        dialect === 'sqlite' ? 'drop trigger knex_stop' : 'drop function knex_stop() cascade',
      );
      expect(await migrate(database)).toEqual(names);
    });
  });

  it('is not taken over by other commands', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      const refused = /^The database schema lacks \d+ migration\(s\)\. Run callboard migrate, or /;
      expect(await sentence(demoCommand(at(database.url)))).toMatch(refused);
      const file = join(runFolder(), 'earlier-export');
      expect(await sentence(exportCommand(at(database.url), file, {}))).toMatch(
        /Run callboard migrate/,
      );
      if (dialect === 'postgres') {
        expect(await sentence(ensureServeSchema(database, silent))).toMatch(refused);
      }
      expect(await appliedSteps(database)).toEqual(earlierSteps);
    });
  });

  it('has exports that are as old as the steps that replace its own', async () => {
    await onEarlierDatabase(dialect, async (database) => {
      await migrate(database);
      const { id } = await database.knex('workspaces').where('id', 'like', 'wsp_0%').first('id');
      const earlier = (await exported(database.url, id)).trimEnd().split('\n');
      const [header = ''] = earlier;
      earlier[0] = header.replace(names.at(-1) ?? '', earlierSteps.at(-1) ?? '');
      expect(earlier[0]).not.toBe(header);
      const target = await openTestDatabase(otherDialect(dialect));
      try {
        expect(await sentence(imported(target, resealed(earlier)))).toMatch(
          /the file has the older schema 20261127001200-sort-keys, /,
        );
      } finally {
        await target.close();
      }
    });
  });
});

describe('an SQLite file with the steps from before 1.0.0', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(runFolder(), 'takeover-'));
    path = join(folder, 'callboard.db');
    writeFileSync(path, keptSqlite(version));
  });

  const stepsIn = async (file: string): Promise<unknown[]> => {
    const database = connect(`sqlite:${file}`);
    try {
      return await appliedSteps(database);
    } finally {
      await database.close();
    }
  };

  it('is copied and taken over by serve', async () => {
    const database = connect(`sqlite:${path}`);
    try {
      await ensureServeSchema(database, silent);
    } finally {
      await database.close();
    }
    expect(await stepsIn(path)).toEqual(names);
    expect(await stepsIn(`${path}.before-migration`)).toEqual(earlierSteps);
  });

  it('is restored from a backup, unless it has only some of the steps', async () => {
    const target = join(folder, 'target.db');
    await restoreCommand(at(`sqlite:${target}`), path, {});
    expect(await stepsIn(target)).toEqual(names);
    expect(await stepsIn(path)).toEqual(earlierSteps);
    const database = connect(`sqlite:${path}`);
    await database
      .knex('knex_migrations')
      .where({ name: earlierSteps.at(-1) })
      .delete();
    await database.close();
    expect(await sentence(restoreCommand(at(`sqlite:${target}`), path, {}))).toMatch(
      /^The database has only 52 of the 53 migrations/,
    );
    expect(await stepsIn(target)).toEqual(names);
  });
});
