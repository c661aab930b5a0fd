import type { Database } from '../../src/platform/db/connect';

/** Runs the work and answers its result with the SQL of every statement that the database ran meanwhile. */
export async function recordStatements<T>(
  database: Database,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const record = ({ sql }: { sql: string }): void => void statements.push(sql);
  database.knex.on('query', record);
  try {
    return { result: await work(), statements };
  } finally {
    database.knex.off('query', record);
  }
}

/** How many statements the work took, BEGIN and COMMIT among them. */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<number> {
  return (await recordStatements(database, work)).statements.length;
}
