import { isRecord, type JsonRecord } from '../../src/platform/json';
import type { Database } from '../../src/platform/db/connect';
import type { RanStatement } from './statements';

/** What a plan may do is judged by: which tables grow with what is stored, and what their indexes are. */
export interface Surroundings {
  readonly database: Database;
  /** Tables of more rows than a team has things of one kind: what a scan of is never right. */
  readonly grown: ReadonlySet<string>;
  /** SQLite's indexes. */
  readonly indexes: ReadonlyMap<string, IndexFacts>;
}

interface IndexFacts {
  readonly table: string;
  /** The condition of a partial index, or nothing. */
  readonly only: string;
}

/** More rows than this are not sorted for one answer: about what a team has open. */
const mostSorted = 5000;

/** Nor are more read of a table: a total counts up to 10,001, beside the rows of a page. */
const mostRead = 10_500;

/** What happened in a workspace since a point in time is as much as its agents are busy; only to forget what is old does one go by time alone. */
const byTimeAlone = 'events_created';

/** What is known of a database that is filled and analysed. */
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

/** What is wrong with the plan of a statement; nothing for those that have none, as BEGIN. */
export async function faultsOf(
  surroundings: Surroundings,
  { sql, bindings }: RanStatement,
): Promise<string[]> {
  // An insert of values reads nothing; SQLite shows what it would look for if references were checked late.
  if (!/^\s*(select|with|update|delete)\b|^\s*insert\b.*\bselect\b/is.test(sql)) return [];
  const { connections, knex, dialect } = surroundings.database;
  // On Postgres, what is only read is read, so that its rows are counted and not estimated.
  const reads = /^\s*(select|with(?!.*\binsert into\b))\b/is.test(sql) ? 'analyze, ' : '';
  const explain = dialect === 'postgres' ? `explain (${reads}format json)` : 'explain query plan';
  const found = await connections.read(async (connection) => {
    const run = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
      knex.client.query(connection, { method: 'raw', sql: text, bindings: values });
    if (dialect === 'sqlite') return run(`${explain} ${sql}`, bindings);
    // To read the whole of a table of this size may be cheaper than to look into it; of a million rows it never is.
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
  const told = isRecord(row) ? row['QUERY PLAN'] : undefined;
  const plans: unknown = typeof told === 'string' ? JSON.parse(told) : told;
  const [top]: unknown[] = Array.isArray(plans) ? plans : [];
  if (!isRecord(top) || !isRecord(top['Plan'])) throw new Error('Postgres shows no plan.');
  const faults: string[] = [];
  const look = (node: unknown): number => {
    if (!isRecord(node)) return 0;
    const kind = String(node['Node Type']);
    const named = node['Relation Name'];
    const table = typeof named === 'string' ? named : '';
    const parts = (Array.isArray(node['Plans']) ? node['Plans'] : []).map(look);
    if (kind === 'Seq Scan' && grown.has(table)) faults.push(`reads all of ${table}`);
    const sorted = kind === 'Sort' ? Math.max(...parts) : 0;
    if (sorted > mostSorted) faults.push(`sorts ${sorted} rows`);
    if (node['Index Name'] === byTimeAlone) faults.push(`reads all of ${table} since a time`);
    const read = rowsReadBy(node);
    if (grown.has(table) && read > mostRead) {
      faults.push(`reads ${read} rows of ${table} by ${String(node['Index Name'])}`);
    }
    return Number(node['Actual Rows'] ?? node['Plan Rows']);
  };
  look(top['Plan']);
  return faults;
}

// Those that it threw away too; estimated where the statement only was planned.
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

// The words in which indexes say that they have what is open, and nothing of what has ended.
const ofOpen = /'(inbox|ready|open|pending)'/;

// SQLite plans a statement anew at each run when such a value is a parameter, and misses the index (`isOneOf`).
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
  const read = steps.flatMap(({ parent, detail }) => {
    const beside = steps.filter((step) => step.parent === parent).map((step) => step.detail);
    const sorts = beside.some((step) => step.startsWith('USE TEMP B-TREE'));
    if (detail.includes('AUTOMATIC')) return [`makes an index: ${detail}`];
    const scanned = /^SCAN (\S+)/.exec(detail)?.[1];
    if (scanned !== undefined && !detail.includes('VIRTUAL TABLE')) {
      // These tables have a row for each step of the schema, and for each purge.
      const isMade =
        /^(CONSTANT|\d+|sqlite_master|knex_migrations\w*|purge_cutoffs)$|^\(/.test(scanned) ||
        sql.includes(`with recursive ${scanned} `);
      const isPart = beside.some((step) =>
        new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${scanned}$`).test(step),
      );
      return isMade || isPart ? [] : [`reads all of ${scanned}`];
    }
    const [, , name = '', given = ''] = /^SEARCH (\S+).* INDEX (\S+) \((.*?)\)/.exec(detail) ?? [];
    const index = indexes.get(name);
    if (name === byTimeAlone) return [`reads all of ${index?.table} since a time: ${detail}`];
    if (index === undefined || !grown.has(index.table) || ofOpen.test(index.only)) return [];
    if (given !== 'workspace_id=?') return [];
    if (sorts) return [`sorts all of ${index.table}: ${detail}`];
    return limits > 0 ? [] : [`reads all of ${index.table}: ${detail}`];
  });
  return [...parameters, ...read];
}
