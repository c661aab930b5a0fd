/** The templates that the set-up of a run made for its test files. */
export interface Templates {
  /** The folder for database files; deleted at the end of the run. */
  readonly folder: string;
  /** URL of the Postgres server's maintenance database. */
  readonly server: string;
  /** Name of the migrated database on that server. */
  readonly postgres: string;
  /** Path of the migrated SQLite file. */
  readonly sqlite: string;
}

const variable = 'TEST_DATABASE_TEMPLATES';

/** Passes the templates to the workers, which inherit the environment of the set-up. */
export function announce(templates: Templates): void {
  process.env[variable] = JSON.stringify(templates);
}

/** The templates of the set-up. Throws an Error when it did not run. */
export function templates(): Templates {
  const text = process.env[variable];
  if (text === undefined) {
    throw new Error('The test databases are not there: run the tests by npm test or npx jest.');
  }
  const parsed: Templates = JSON.parse(text);
  return parsed;
}
