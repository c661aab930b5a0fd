/** What the set-up of a run made for its test files. */
export interface Templates {
  /** Where files may be put; removed at the end of the run. */
  readonly folder: string;
  /** URL of the Postgres server's maintenance database. */
  readonly server: string;
  /** Name of the migrated database on that server. */
  readonly postgres: string;
  /** Path of the migrated SQLite file. */
  readonly sqlite: string;
}

const variable = 'TEST_DATABASE_TEMPLATES';

/** Tells the workers, which inherit the environment of the set-up. */
export function announce(templates: Templates): void {
  process.env[variable] = JSON.stringify(templates);
}

/** What the set-up made. Throws a sentence when it did not run. */
export function templates(): Templates {
  const text = process.env[variable];
  if (text === undefined) {
    throw new Error('The test databases are not there: run the tests by npm test or npx jest.');
  }
  const parsed: Templates = JSON.parse(text);
  return parsed;
}
