import type { Database } from '../../src/platform/db/connect';

/** A statement as the database received it. */
export interface RanStatement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Runs the work and returns its result with the statements that the database ran meanwhile. */
export async function recordStatements<T>(
  database: Database,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[]; ran: RanStatement[] }> {
  const ran: RanStatement[] = [];
  const record = ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }): void =>
    void ran.push({ sql, bindings: [...(bindings ?? [])] });
  database.knex.on('query', record);
  try {
    const result = await work();
    return { result, statements: ran.map(({ sql }) => sql), ran };
  } finally {
    database.knex.off('query', record);
  }
}

/** The number of statements of the work, including BEGIN and COMMIT. */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<number> {
  return (await recordStatements(database, work)).ran.length;
}

/**
 * Gives every action a new version, so that a list runs all its statements instead of using the row
 * cache.
 */
export async function renewActions({ knex }: Database): Promise<void> {
  await knex('actions').increment('version');
}
