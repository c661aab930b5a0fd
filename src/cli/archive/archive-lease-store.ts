import { randomUUID } from 'node:crypto';
import { databaseTime, readDatabaseTime } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import { SECOND } from '../../platform/time';
import { CommandError } from '../failure';

const name = 'archive';
const LEASE_SECONDS = 120;

/** The right of one process to archive in a database. */
export interface ArchiveLease {
  /** Renews the lease in a transaction. Throws a CommandError if another process has it. */
  readonly renew: (transaction: Transaction) => Promise<void>;
  readonly release: () => Promise<void>;
}

/**
 * Takes the lease of the database, which ends two minutes after its last renewal. Throws a
 * CommandError if another process has it.
 */
export async function takeArchiveLease(database: Database): Promise<ArchiveLease> {
  const holder = randomUUID();
  const taken = await transact(database, (transaction) =>
    transaction.write((db) =>
      db('archive_leases')
        .insert({ name, holder, expires_at: leaseEnd(transaction)(db) })
        .onConflict('name')
        .merge()
        .where('archive_leases.expires_at', '<', databaseTime(db, transaction.dialect)),
    ),
  );
  if (taken === 0) {
    const seconds = await secondsLeft(database);
    throw new CommandError(
      `Another process archives in this database. Wait until it ends; if it was killed, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    );
  }
  return {
    async renew(transaction) {
      const renewed = await transaction.write((db) =>
        db('archive_leases')
          .where({ name, holder })
          .update({ expires_at: leaseEnd(transaction)(db) }),
      );
      if (renewed === 1) return;
      throw new CommandError('Another process has begun to archive in this database.');
    },
    async release() {
      await transact(database, (transaction) =>
        transaction.write((db) => db('archive_leases').where({ name, holder }).delete()),
      );
    },
  };
}

async function secondsLeft(database: Database): Promise<number> {
  const reader = createReader(database);
  const row = await reader.first<{ expires_at: string }>((db) =>
    db('archive_leases').where({ name }).select('expires_at'),
  );
  const now = await readDatabaseTime(reader);
  return Math.max(1, Math.ceil((Date.parse(row?.expires_at ?? now) - Date.parse(now)) / SECOND));
}

function leaseEnd({ dialect }: Transaction) {
  return (db: Parameters<typeof databaseTime>[0]) => databaseTime(db, dialect, LEASE_SECONDS);
}
