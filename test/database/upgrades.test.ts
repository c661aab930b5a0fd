import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, schemaState } from '../../src/platform/db/schema/schema';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { describeOnEachDialect } from '../support/dialects';
import { allRows, comparableSchema, openKept } from '../support/kept-databases';

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
        expect(await allRows(database, before)).toEqual(before);
        expect(await comparableSchema(database)).toEqual(await comparableSchema(fresh));
      } finally {
        await database.close();
        await fresh.close();
      }
    },
  );
});

test('upgrades are tested from each release on', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const titles = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) — (.+)$/gm)];
  const released = titles.flatMap(([, version, date]) => (date === 'unreleased' ? [] : [version]));
  expect(titles.length).toBeGreaterThan(0);
  expect(versions).toEqual(expect.arrayContaining(released));
});
