import type { Database } from '../../src/platform/db/connect';

/** A statement as the database received it. */
export interface RanStatement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  /** The connection that ran it. */
  readonly connection?: string | undefined;
}

interface Query {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  readonly __knexUid?: string;
}

/** Runs the work and returns its result with the statements that the database ran meanwhile. */
export async function recordStatements<T>(
  database: Database,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[]; ran: RanStatement[] }> {
  const ran: RanStatement[] = [];
  const record = ({ sql, bindings, __knexUid: connection }: Query): void =>
    void ran.push({ sql, bindings: [...(bindings ?? [])], connection });
  database.knex.on('query', record);
  try {
    const result = await work();
    return { result, statements: ran.map(({ sql }) => sql), ran };
  } finally {
    database.knex.off('query', record);
  }
}

/**
 * The number of statements of the work, including BEGIN and COMMIT of its transactions. Behind a
 * pooler, each read is a transaction of its own, and counts as one statement.
 */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<number> {
  const { ran } = await recordStatements(database, work);
  const counts = [...new Set(ran.map(({ connection }) => connection))].map((connection) => {
    const own = ran.filter((statement) => statement.connection === connection);
    return own.length - 2 * readsAlone(own);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The number of reads that are alone between BEGIN and COMMIT. */
function readsAlone(ran: readonly RanStatement[]): number {
  return ran.filter(
    ({ sql }, index) =>
      /^(select|with) /i.test(sql) &&
      /^begin\b/i.test(ran[index - 1]?.sql ?? '') &&
      /^commit\b/i.test(ran[index + 1]?.sql ?? ''),
  ).length;
}

/**
 * Gives every action a new version, so that a list runs all its statements instead of using the row
 * cache.
 */
export async function renewActions({ knex }: Database): Promise<void> {
  await knex('actions').increment('version');
}
