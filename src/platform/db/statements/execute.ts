import type { Knex } from 'knex';

/**
 * Runs a compiled statement on a connection and resolves with the result that Knex would return.
 * Knex's own runner costs more than most statements, because it emits events, acquires a connection
 * and formats debug output for each.
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
