import type { Knex } from 'knex';

/**
 * Runs a compiled statement on a connection and answers what Knex would. Knex's own runner makes events, a promise and a connection
 * of the pool for each statement, and its client writes each text out for a debugger, which together costs more than most statements do.
 */
export async function execute(
  client: Knex.Client,
  connection: unknown,
  compiled: Knex.Sql,
): Promise<unknown> {
  const statement = compiled;
  statement.sql = client.positionBindings(compiled.sql);
  client.emit('query', statement);
  try {
    return client.processResponse(await client._query(connection, statement), undefined);
  } catch (error) {
    if (error instanceof Error) error.message = `${statement.sql} - ${error.message}`;
    client.emit('query-error', error);
    throw error;
  }
}
