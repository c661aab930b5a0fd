import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Reader } from './reader';
import type { Transaction } from './transaction';

/**
 * A column `epoch` for a query: the epoch of the database, an opaque word of letters, digits and
 * dots. A restore and a failover of Postgres change it (decision 56).
 */
export function epochColumn(db: Knex): Knex.QueryBuilder {
  return db('current_epoch').select('current_epoch.epoch').as('epoch');
}

/** Reads the epoch of the database. */
export async function readEpoch(reader: Reader): Promise<string> {
  const row = await reader.first<{ epoch: string }>((db) => db('current_epoch').select('epoch'));
  if (row === undefined) throw new Error('The database has no epoch.');
  return row.epoch;
}

/**
 * Whether the database has had no other epoch since epochs exist. Then a cursor without an epoch is
 * older than epochs and still valid.
 */
export function isFirstEpoch(epoch: string): boolean {
  return /^1\.[0-9a-f]+$/.test(epoch);
}

/** Begins a new epoch. Returns it. */
export async function beginEpoch(transaction: Transaction): Promise<string> {
  const before = await transaction.first<{ epoch: string }>((db) =>
    db('database_epoch').select('epoch'),
  );
  const count = Number.parseInt(before?.epoch ?? '0', 10) + 1;
  const epoch = `${count}.${randomBytes(5).toString('hex')}`;
  await transaction.write((db) =>
    db('database_epoch').update({
      epoch,
      timeline: transaction.dialect === 'postgres' ? db.raw('callboard_timeline()') : null,
      is_copy: false,
    }),
  );
  return epoch;
}

/**
 * Begins a new epoch if the database is a copy that `callboard backup` made: somebody has put the
 * copy in the place of the database. Returns whether it did.
 */
export async function beginEpochOfCopy(transaction: Transaction): Promise<boolean> {
  const copy = await transaction.first((db) => db('database_epoch').where({ is_copy: true }));
  if (copy === undefined) return false;
  await beginEpoch(transaction);
  return true;
}
