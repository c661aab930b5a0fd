import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../src/platform/json';
import { runFolder } from '../../scripts/databases/test-run';
import listed from './crossing-statements.json';
import { workspacesNotNamed, type UnnamedWorkspace } from './workspace-of-statement';

/** The statements of a group, with the reason why they name no workspace by value. */
export interface CrossingGroup {
  readonly statements: string;
  readonly reason: string;
  /** Regular expressions that match a query without its subqueries, which are `()`. */
  readonly queries: readonly string[];
}

/** The statements that may name no workspace. docs/scale.md has the same list. */
export const crossingGroups: readonly CrossingGroup[] = listed;

const patterns = crossingGroups.map(({ queries }) => queries.map((text) => new RegExp(text)));

/** The entry that allows a query, as `group/query`; undefined if none does. */
function entryOf({ query }: UnnamedWorkspace): string | undefined {
  for (const [group, queries] of patterns.entries()) {
    const found = queries.findIndex((pattern) => pattern.test(query));
    if (found >= 0) return `${group}/${found}`;
  }
  return undefined;
}

/** A line of the file that test/support/crossing-reporter.cjs reads at the end of a run. */
type Line =
  | { readonly used: string }
  | { readonly table: string; readonly query: string; readonly test: string };

/** What a statement tells about the list: the entries that it needs, and its faults. */
export function crossingsOf(sql: string, test: string): Line[] {
  return workspacesNotNamed(sql).map((unnamed) => {
    const used = entryOf(unnamed);
    return used === undefined ? { table: unnamed.table, query: unnamed.query, test } : { used };
  });
}

/** Tests with many statements of their own. */
const ownStatements =
  /\/test\/(database\/(database|migrations|statements|upgrades)|program\/webhook-delivering)\.test\.ts$/;

// Read while the module loads, because tests replace the environment.
const file = join(runFolder(), 'crossing.jsonl');
const checked = new Set<string>();
const written = new Set<string>();

/**
 * Checks a statement that Knex sends, once for each text. Those that Knex's builders run by
 * themselves are migrations and the statements of tests: the program runs its own by `execute`.
 */
export function checkStatement(statement: unknown, test: string): void {
  if (!isRecord(statement) || 'queryContext' in statement || ownStatements.test(test)) return;
  const { sql } = statement;
  if (typeof sql !== 'string' || checked.has(sql)) return;
  checked.add(sql);
  for (const line of crossingsOf(sql, test)) {
    const key = 'used' in line ? line.used : `${line.table} ${line.query}`;
    if (written.has(key)) continue;
    written.add(key);
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }
}
