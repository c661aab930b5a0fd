import type { Knex } from 'knex';

/**
 * Runs a compiled statement on a connection and answers what Knex would. Knex's own runner makes events, a promise and a connection
 * of the pool for each statement, which costs more than most statements do.
 */
export async function execute(
  client: Knex.Client,
  connection: unknown,
  compiled: Knex.Sql,
): Promise<unknown> {
  const ran: unknown = await client.query(connection, compiled);
  return client.processResponse(ran, undefined);
}
