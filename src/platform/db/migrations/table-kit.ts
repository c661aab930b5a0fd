import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
type Column = Knex.ColumnBuilder;

/** Builders of columns and constraints, with the types of each database. */
export interface TableKit {
  /** Not null, compared by code point on both databases. */
  text(column: string): Column;
  textOrNull(column: string): Column;
  /** A point in time to the millisecond. Not null. */
  instant(column: string): Column;
  instantOrNull(column: string): Column;
  flag(column: string): Column;
  /** A column as SQL defines it. */
  defined(column: string, definition: string): void;
  /** Text that is one of the values. Not null. `initial` is its default. */
  oneOf(column: string, values: readonly string[], initial?: string): void;
  /** `workspace_id` and `id`, which are the primary key. */
  identity(): void;
  /** A foreign key inside the workspace. Null refers to nothing. */
  refers(column: string, table: string): void;
  /** `created_by_actor_id`, `updated_by_actor_id`, `created_at`, `updated_at`, `version`. */
  authored(): void;
  /** `created_at`, `updated_at`, `version`. */
  versioned(): void;
}

/** Whether the migration runs on Postgres; on SQLite otherwise. */
export function isPostgres(db: Knex): boolean {
  const client: Knex.Client = db.client;
  return client.dialect === 'postgresql';
}

/** Creates a table. `build` adds its columns with the kit. */
export async function createTable(
  db: Knex,
  name: string,
  build: (kit: TableKit, table: Table) => void,
): Promise<void> {
  await db.schema.createTable(name, (table) => build(makeKit(db, name, table), table));
}

function makeKit(db: Knex, name: string, table: Table): TableKit {
  const textType = isPostgres(db) ? 'text collate "C"' : 'text';
  const instantType = isPostgres(db) ? 'timestamptz(3)' : 'text';
  const column = (of: string, type: string): Column => table.specificType(of, type);
  const kit: TableKit = {
    text: (of) => column(of, textType).notNullable(),
    textOrNull: (of) => column(of, textType),
    instant: (of) => column(of, instantType).notNullable(),
    instantOrNull: (of) => column(of, instantType),
    flag: (of) => table.boolean(of).notNullable(),
    defined: (of, definition) => void column(of, definition),
    oneOf(of, values, initial) {
      const [rule, condition] = [`${name}_${of}_check`, oneOfCheck(of, values)];
      if (initial === undefined) {
        kit.text(of);
        table.check(condition, {}, rule);
        return;
      }
      const check = `constraint ${rule} check (${condition})`;
      kit.defined(of, `${textType} not null default '${initial}' ${check}`);
    },
    identity() {
      kit.text('workspace_id');
      kit.text('id');
      table.primary(['workspace_id', 'id'], `${name}_pk`);
      table.foreign('workspace_id', `${name}_workspace_fk`).references('id').inTable('workspaces');
    },
    refers(of, target) {
      table
        .foreign(['workspace_id', of], `${name}_${of}_fk`)
        .references(['workspace_id', 'id'])
        .inTable(target);
    },
    versioned() {
      kit.instant('created_at');
      kit.instant('updated_at');
      table.integer('version').notNullable().defaultTo(1);
    },
    authored() {
      kit.text('created_by_actor_id');
      kit.text('updated_by_actor_id');
      kit.refers('created_by_actor_id', 'actors');
      kit.refers('updated_by_actor_id', 'actors');
      kit.versioned();
    },
  };
  return kit;
}

/** Drops tables in the reverse order of their creation. */
export async function dropTables(db: Knex, created: readonly string[]): Promise<void> {
  for (const table of created.toReversed()) await db.schema.dropTable(table);
}

/** Creates indexes: the name of each one, and the columns that it is on. */
export function createIndexes(db: Knex, indexes: Readonly<Record<string, string>>): Promise<void> {
  return runAll(
    db,
    Object.entries(indexes).map(([name, columns]) => `create index ${name} on ${columns}`),
  );
}

/** The SQL condition that a column is one of the values. Its check constraint also accepts null. */
export function oneOfCheck(column: string, values: readonly string[]): string {
  return `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
}

/** The values of a column before and after a step. */
interface ReplacedValues {
  readonly table: string;
  readonly column: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Replaces the values that `oneOf` permits. SQLite cannot change a constraint, so it creates the
 * table again, with its rows, indexes and triggers.
 */
export async function replaceValues(
  db: Knex,
  { table, column, before, after }: ReplacedValues,
): Promise<void> {
  const condition = oneOfCheck(column, after);
  if (isPostgres(db)) {
    const rule = `${table}_${column}_check`;
    await db.raw(
      `alter table ${table} drop constraint ${rule}, add constraint ${rule} check (${condition})`,
    );
    return;
  }
  const parts: { type: string; sql: string | null }[] = await db('sqlite_schema')
    .where({ tbl_name: table })
    .whereNotNull('sql')
    .select('type', 'sql');
  const created = parts.map(({ type, sql }) => ({ type, sql: sql ?? '' }));
  const ofTable = created.find(({ type }) => type === 'table')?.sql ?? '';
  const others = created.filter(({ type }) => type !== 'table').map(({ sql }) => sql);
  const old = oneOfCheck(column, before);
  if (!ofTable.includes(old)) throw new Error(`The table ${table} has no check of ${column}.`);
  await runAll(db, [
    // Rows of other tables refer to the new rows as to the old ones.
    'pragma defer_foreign_keys = on',
    `create temporary table replaced_rows as select * from ${table}`,
    `drop table ${table}`,
    ofTable.replace(old, condition),
    `insert into ${table} select * from replaced_rows`,
    'drop table temp.replaced_rows',
    ...others,
  ]);
}

/** Runs statements one after the other. */
export async function runAll(db: Knex, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.raw(statement);
}

/** The rows that `finishTable` changes in one transaction. */
const batch = 500;

/**
 * Changes the next rows of a table that a step has entered in `step_progress`, ordered by their
 * key. Returns whether there may be more.
 */
export async function finishTable(
  db: Knex,
  table: string,
  change: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<boolean> {
  const progress = db('step_progress').where({ table_name: table });
  const done: { after_workspace: string; after_id: string } | undefined = await progress
    .clone()
    .first();
  if (done === undefined) return false;
  const later = () =>
    db(table).whereRaw('(workspace_id, id) > (?, ?)', [done.after_workspace, done.after_id]);
  const last: { workspace_id: string; id: string } | undefined = await later()
    .orderBy(['workspace_id', 'id'])
    .offset(batch - 1)
    .first('workspace_id', 'id');
  const rows = later();
  if (last === undefined) {
    await change(rows);
    await progress.delete();
    return true;
  }
  await change(rows.whereRaw('(workspace_id, id) <= (?, ?)', [last.workspace_id, last.id]));
  await progress.update({ after_workspace: last.workspace_id, after_id: last.id });
  return true;
}
