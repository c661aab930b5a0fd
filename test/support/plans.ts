import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { Database } from '../../src/platform/db/connect';
import type { RanStatement } from './statements';

/**
 * The facts by which a plan is judged: the tables that grow with stored data, and their indexes.
 */
export interface Surroundings {
  readonly database: Database;
  /**
   * A scan of a table with more rows than this is always a fault: a team has fewer records of one
   * kind.
   */
  readonly grown: ReadonlySet<string>;
  /** SQLite's indexes. */
  readonly indexes: ReadonlyMap<string, IndexFacts>;
}

interface IndexFacts {
  readonly table: string;
  /** The condition of a partial index, or undefined. */
  readonly only: string;
}

/** No request may sort more rows than this: about the number of open records of a team. */
const maxSorted = 5000;

/**
 * No request may read more rows of a table: a total counts up to 10,001, in addition to the page.
 */
const maxRead = 10_500;

/**
 * The events of a workspace since a point in time grow with the work of its agents. Only the purge
 * and a search for the first of them search by time alone.
 */
const byTimeAlone = 'events_created';

/** The facts of a database that is filled and analysed. */
export async function surroundingsOf(database: Database): Promise<Surroundings> {
  const { knex, dialect } = database;
  if (dialect === 'postgres') {
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(
      "select relname as name from pg_class where relkind = 'r' and reltuples > 1000",
    );
    return { database, grown: new Set(rows.map(({ name }) => name)), indexes: new Map() };
  }
  const made: { type: string; name: string; tbl_name: string; sql: string | null }[] = await knex(
    'sqlite_master',
  )
    .whereIn('type', ['table', 'index'])
    .select('*');
  const grown = new Set<string>();
  for (const { type, name } of made) {
    if (type !== 'table' || name.startsWith('sqlite_') || name.startsWith('search_terms')) continue;
    const [row] = await knex(name).count<{ rows: number }[]>({ rows: '*' });
    if (Number(row?.rows) > 100) grown.add(name);
  }
  const indexes = made.flatMap(({ type, name, tbl_name: table, sql }): [string, IndexFacts][] =>
    type === 'index'
      ? [[name, { table, only: /\bwhere\b(.*)$/is.exec(sql ?? '')?.[1] ?? '' }]]
      : [],
  );
  return { database, grown, indexes: new Map(indexes) };
}

/** The faults of a statement's plan; none for statements without one, such as BEGIN. */
export async function faultsOf(
  surroundings: Surroundings,
  { sql, bindings }: RanStatement,
): Promise<string[]> {
  // An insert of values reads nothing; SQLite shows the lookups of deferred reference checks.
  if (!/^\s*(select|with|update|delete)\b|^\s*insert\b.*\bselect\b/is.test(sql)) return [];
  const { connections, knex, dialect } = surroundings.database;
  // On Postgres, reads are executed, so that their rows are counted and not estimated.
  const reads = /^\s*(select|with(?!.*\binsert into\b))\b/is.test(sql) ? 'analyze, ' : '';
  const explain = dialect === 'postgres' ? `explain (${reads}format json)` : 'explain query plan';
  const found = await connections.read(async (connection) => {
    const run = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
      knex.client.query(connection, { method: 'raw', sql: text, bindings: values });
    if (dialect === 'sqlite') return run(`${explain} ${sql}`, bindings);
    // Scanning a table of this size may be cheaper than an index; at a million rows it never is.
    await run('set enable_seqscan = off');
    try {
      return await run(`${explain} ${sql}`, bindings);
    } finally {
      await run('reset enable_seqscan');
    }
  });
  const rows =
    isRecord(found) && isRecord(found['response']) ? found['response']['rows'] : rowsIn(found);
  if (!Array.isArray(rows)) throw new Error(`There is no plan of ${sql}`);
  return dialect === 'postgres'
    ? inPostgres(surroundings, rows)
    : inSqlite(surroundings, rows, sql);
}

function rowsIn(found: unknown): unknown {
  return isRecord(found) ? found['response'] : undefined;
}

function inPostgres({ grown }: Surroundings, rows: readonly unknown[]): string[] {
  const [row] = rows;
  const explained = isRecord(row) ? row['QUERY PLAN'] : undefined;
  const plans: unknown = typeof explained === 'string' ? JSON.parse(explained) : explained;
  const [top]: unknown[] = Array.isArray(plans) ? plans : [];
  if (!isRecord(top) || !isRecord(top['Plan'])) throw new Error('Postgres shows no plan.');
  const faults: string[] = [];
  const visit = (node: unknown): number => {
    if (!isRecord(node)) return 0;
    const kind = String(node['Node Type']);
    const named = node['Relation Name'];
    const table = typeof named === 'string' ? named : '';
    const parts = (Array.isArray(node['Plans']) ? node['Plans'] : []).map(visit);
    if (kind === 'Seq Scan' && grown.has(table)) faults.push(`reads all of ${table}`);
    const sorted = kind === 'Sort' ? Math.max(...parts) : 0;
    if (sorted > maxSorted) faults.push(`sorts ${sorted} rows`);
    if (node['Index Name'] === byTimeAlone && rowsReadBy(node) > 1)
      faults.push(`reads all of ${table} since a time`);
    const read = rowsReadBy(node);
    if (grown.has(table) && read > maxRead) {
      faults.push(`reads ${read} rows of ${table} by ${String(node['Index Name'])}`);
    }
    return Number(node['Actual Rows'] ?? node['Plan Rows']);
  };
  visit(top['Plan']);
  return faults;
}

// Includes the rows that a filter removed; estimated where the statement was only planned.
function rowsReadBy(node: JsonRecord): number {
  if (node['Actual Rows'] === undefined) return Number(node['Plan Rows']);
  const names = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  const once = names.reduce((sum, name) => sum + Number(node[name] ?? 0), 0);
  return Math.round(once * Number(node['Actual Loops']));
}

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

function isStep(row: unknown): row is Step {
  return isRecord(row) && typeof row['detail'] === 'string';
}

// Columns whose values many records of a workspace share.
const common = /^(workspace_id|status|state|kind|is_template|review_state)[=<>]/;

/** Whether SQLite repeats the step for each row of an outer query, or of an earlier table. */
function isRepeated(steps: readonly Step[], { id, parent }: Step): boolean {
  const reads = steps.filter(
    (step) => step.parent === parent && /^(SEARCH|SCAN) /.test(step.detail),
  );
  return isCorrelated(steps, parent) || reads[0]?.id !== id;
}

function isCorrelated(steps: readonly Step[], id: number): boolean {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) return false;
  return step.detail.startsWith('CORRELATED') || isCorrelated(steps, step.parent);
}

// The conditions of partial indexes that contain open records only.
const ofOpen = /'(inbox|ready|open|pending)'/;

// While such a value is a parameter, SQLite plans the statement at each run and misses the index.
// `isOneOf` writes literals instead.
function parametersOfConditions(indexes: Surroundings['indexes'], sql: string): string[] {
  const words = new Map<string, Set<string>>();
  for (const { table, only } of indexes.values()) {
    for (const [, column = ''] of only.matchAll(/(\w+) (?:=|<>|in) (?:\(?'|true|false)/g)) {
      words.set(table, (words.get(table) ?? new Set()).add(column));
    }
  }
  const [, tail = ''] = /\bwhere\b(.*)$/s.exec(sql) ?? [];
  const first = /(?:from|update) `(\w+)`/.exec(sql)?.[1] ?? '';
  return [...tail.matchAll(/(?:`(\w+)`\.)?`(\w+)` (?:=|in) \(?\?/g)].flatMap(
    ([found, of, column = '']) =>
      words.get(of ?? first)?.has(column) === true ? [`has a parameter for a word: ${found}`] : [],
  );
}

function inSqlite(
  { grown, indexes }: Surroundings,
  rows: readonly unknown[],
  sql: string,
): string[] {
  const steps = rows.filter(isStep);
  const limits = (sql.match(/ limit \d+/g) ?? []).length;
  const parameters = [
    ...parametersOfConditions(indexes, sql),
    ...(/ limit \?/.test(sql) ? ['has a parameter for the number of a limit'] : []),
  ];
  const read = steps.flatMap((step) => {
    const { parent, detail } = step;
    const beside = steps.filter((other) => other.parent === parent).map((other) => other.detail);
    const sorts = beside.some((other) => other.startsWith('USE TEMP B-TREE'));
    if (detail.includes('AUTOMATIC')) return [`makes an index: ${detail}`];
    const scanned = /^SCAN (\S+)/.exec(detail)?.[1];
    if (scanned !== undefined && !detail.includes('VIRTUAL TABLE')) {
      // These tables have one row per migration, one per purge, and one.
      const isGenerated =
        /^(CONSTANT|\d+|sqlite_master|knex_migrations\w*|purge_cutoffs|database_epoch|step_progress)$|^\(/.test(
          scanned,
        ) || sql.includes(`with recursive ${scanned} `);
      const isPart = steps.some((other) =>
        new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${scanned}$`).test(other.detail),
      );
      return isGenerated || isPart ? [] : [`reads all of ${scanned}`];
    }
    const [, , name = '', given = ''] = /^SEARCH (\S+).* INDEX (\S+) \((.*?)\)/.exec(detail) ?? [];
    const index = indexes.get(name);
    if (name === byTimeAlone && /min\(`events`\.`created_at`\)/.test(sql)) return [];
    if (name === byTimeAlone) return [`reads all of ${index?.table} since a time: ${detail}`];
    if (index === undefined || !grown.has(index.table) || ofOpen.test(index.only)) return [];
    if (given.split(' AND ').every((term) => common.test(term)) && isRepeated(steps, step)) {
      return [`reads many of ${index.table} for each row: ${detail}`];
    }
    if (given !== 'workspace_id=?') return [];
    if (sorts) return [`sorts all of ${index.table}: ${detail}`];
    return limits > 0 ? [] : [`reads all of ${index.table}: ${detail}`];
  });
  return [...parameters, ...read];
}
