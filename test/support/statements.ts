import type { Database } from '../../src/platform/db/connect';

/** A statement as the database got it. */
export interface RanStatement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Runs the work and answers its result with every statement that the database ran meanwhile; `statements` is their SQL. */
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

/** How many statements the work took, BEGIN and COMMIT among them. */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<number> {
  return (await recordStatements(database, work)).ran.length;
}

/** Gives every action another version, so that a list runs what it runs when nobody has asked for it before. */
export async function renewActions({ knex }: Database): Promise<void> {
  await knex('actions').increment('version');
}
