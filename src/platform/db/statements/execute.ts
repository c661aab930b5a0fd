import type { Knex } from 'knex';

/**
 * Runs a compiled statement on a connection and resolves with the result that Knex would return.
 * Knex's own runner would acquire a connection from its pool for each statement.
 */
export async function execute(
  client: Knex.Client,
  connection: unknown,
  compiled: Knex.Sql,
): Promise<unknown> {
  return client.processResponse(await client.query(connection, compiled), undefined);
}
