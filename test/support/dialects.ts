import type { Dialect } from '../../src/platform/db/statements/columns';
import { allDialects, chosenDialects } from '../../scripts/databases/chosen-dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

/**
 * Runs a `describe` on each database, whose name replaces `%s`. A database that DATABASES leaves
 * out is skipped, so its snapshots stay.
 */
export function describeOnEachDialect(name: string, define: (dialect: Dialect) => void): void {
  for (const dialect of allDialects) {
    describeOnDialect(dialect, name.replace('%s', dialect), () => define(dialect));
  }
}

/** Runs a `describe` that needs one of the databases. */
export function describeOnDialect(dialect: Dialect, name: string, define: () => void): void {
  const describeOrSkip = chosenDialects().includes(dialect) ? describe : describe.skip;
  describeOrSkip(name, define);
}

/**
 * Runs a `describe` once per database. Inside hooks and tests, `database()` returns the block's own
 * migrated database.
 */
export function describeOnEachDatabase(
  name: string,
  define: (database: () => TestDatabase, dialect: Dialect) => void,
): void {
  for (const dialect of allDialects) {
    describeOnDatabase(dialect, name, (database) => define(database, dialect));
  }
}

/** Runs a `describe` on one database: requests that end before a handler show no more on both. */
export function describeOnDatabase(
  dialect: Dialect,
  name: string,
  define: (database: () => TestDatabase) => void,
): void {
  describeOnDialect(dialect, `${name} on ${dialect}`, () => {
    let database: TestDatabase | undefined;
    beforeAll(async () => {
      database = await openTestDatabase(dialect);
    });
    afterAll(async () => {
      await database?.close();
    });
    define(() => {
      if (database === undefined) throw new Error('database() is for hooks and tests.');
      return database;
    });
  });
}

/** The `test` for one that needs Postgres, which DATABASES may leave out. */
export const testOnPostgres: jest.It = chosenDialects().includes('postgres') ? test : test.skip;

/** The other database, or the same one when DATABASES leaves the other out. */
export function otherDialect(dialect: Dialect): Dialect {
  return chosenDialects().find((chosen) => chosen !== dialect) ?? dialect;
}
