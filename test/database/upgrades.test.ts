import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, schemaState } from '../../src/platform/db/schema/schema';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { describeOnEachDialect } from '../support/dialects';
import { allRows, comparableSchema, openKept, tableNames } from '../support/kept-databases';
import { faultsOf, surroundingsOf } from '../support/plans';
import { recordStatements } from '../support/statements';

/** The versions of which there are databases (docs/migrations.md says how to make them). */
const versions = readdirSync(join(__dirname, 'kept'));

describeOnEachDialect('an upgrade on %s', (dialect) => {
  test.each(versions)(
    'of a database of %s keeps its rows, and leads to the schema of a new one',
    async (version) => {
      const database = await openKept(dialect, version);
      const fresh = await openTestDatabase(dialect);
      try {
        const before = await allRows(database);
        await migrate(database);
        expect((await schemaState(database)).state).toBe('current');
        const after = await allRows(database, before);
        // The step `search-parts` makes the index again, with further records.
        expect(searchedIn(after)).toEqual(expect.arrayContaining(searchedIn(before)));
        expect(searchedIn(after).some((entry) => entry.includes('"note"'))).toBe(true);
        for (const rows of [before, after]) removeIndex(rows);
        expect(after).toEqual(before);
        expect(await comparableSchema(database)).toEqual(await comparableSchema(fresh));
      } finally {
        await database.close();
        await fresh.close();
      }
    },
  );

  // Otherwise the time of an upgrade grows with the square of the rows.
  test('no batch of rows reads the whole table', async () => {
    const database = await openKept(dialect, 'before-1.0.0');
    try {
      const { ran } = await recordStatements(database, () => migrate(database));
      const small = ['workspaces', 'closed_workspaces', 'step_progress'];
      const grown = (await tableNames(database)).filter((name) => !small.includes(name));
      const surroundings = { ...(await surroundingsOf(database)), grown: new Set(grown) };
      // The batches follow the last step.
      const first = ran.findLastIndex(({ sql }) => /^insert into .knex_migrations\b/.test(sql));
      expect(first).toBeGreaterThan(0);
      const statements = new Map(ran.slice(first).map((one) => [one.sql, one]));
      const faults: string[] = [];
      for (const statement of statements.values()) {
        const found = await faultsOf(surroundings, statement);
        faults.push(...found.map((fault) => `${statement.sql}: ${fault}`));
      }
      // What few rows have is looked for at the first and the last batch only.
      expect(faults.filter((fault) => !fault.endsWith(': reads all of workspaces'))).toEqual([]);
    } finally {
      await database.close();
    }
  });
});

/** The entries of the search index without their numbers and what is derived from the rest. */
function searchedIn(rows: Awaited<ReturnType<typeof allRows>>): string[] {
  const { columns = [], rows: texts = [] } = rows.get('search_entries') ?? {};
  return texts.map((text) => {
    const values: unknown[] = JSON.parse(text);
    const shown = ['workspace_id', 'id', 'type', 'title', 'title_words', 'body'];
    return JSON.stringify(shown.map((column) => values[columns.indexOf(column)]));
  });
}

/** Removes the tables of the search index. */
function removeIndex(rows: Awaited<ReturnType<typeof allRows>>): void {
  for (const table of rows.keys()) if (table.startsWith('search_')) rows.delete(table);
}

test('the changelog says for each release whether its migrations roll, and how long they take', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const releases = changelog.split(/^## (?=\d)/m).slice(1);
  expect(releases.length).toBeGreaterThan(0);
  for (const release of releases) {
    expect(release).toMatch(/^Upgrade: (rolls|interrupts)\b[^]*? per 100,000 actions\b/m);
  }
});

test('upgrades are tested from each release on', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const titles = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) — (.+)$/gm)];
  const released = titles.flatMap(([, version, date]) => (date === 'unreleased' ? [] : [version]));
  expect(titles.length).toBeGreaterThan(0);
  expect(versions).toEqual(expect.arrayContaining(released));
});
