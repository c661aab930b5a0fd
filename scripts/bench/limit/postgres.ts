import { knex } from 'knex';
import pg from 'pg';
import { postgresConfig } from '../../../src/platform/db/postgres/postgres-config';
import { valuesOf, type Connection, type Driver, type Statement } from './driver';

/** Opens a Postgres database with a pool of `size` connections and named statements. */
export function openPostgres(url: string, size: number): Driver {
  const { connection } = postgresConfig(url, size);
  if (typeof connection !== 'object') throw new Error('The URL has no connection settings.');
  // Knex's type has the settings of all drivers.
  const settings: object = connection;
  const pool = new pg.Pool({ ...settings, max: size });
  const names = new Map<Statement, string>();
  const nameOf = (statement: Statement): string => {
    const known = names.get(statement);
    if (known !== undefined) return known;
    const name = `s${names.size}`;
    names.set(statement, name);
    return name;
  };
  const on = (client: Pick<pg.ClientBase, 'query'>): Connection => {
    const run = (statement: Statement, values: Parameters<Connection['rows']>[1]) =>
      client.query<Record<string, unknown>>({
        name: nameOf(statement),
        text: statement.text,
        values: valuesOf(statement, values),
      });
    return {
      rows: async (statement, values) => (await run(statement, values)).rows,
      write: async (statement, values) => (await run(statement, values)).rowCount ?? 0,
    };
  };
  return {
    dialect: 'postgres',
    knex: knex({ client: 'pg' }),
    reader: on(pool),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(on(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
