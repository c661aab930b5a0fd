import type { Database } from './connect';
import type { DatabaseUse } from './database-use';
import { createReader } from './reader';
import type { Transaction } from './transaction';

/**
 * A transaction for contexts that have none by their type, whose statements are counted in `use`. It
 * throws if a handler writes anyway.
 */
export function readOnlyTransaction(database: Database, use?: DatabaseUse): Transaction {
  const { dialect, committed, rows, first } = createReader(database, use);
  // Named, because spreading an object costs V8 a twentieth of a small request.
  return {
    dialect,
    committed,
    rows,
    first,
    write: refuseWrite,
    lock: refuseWrite,
    savepoint: refuseWrite,
    beforeCommit: refuseCommit,
    writeLast: refuseCommit,
    afterCommit: refuseCommit,
    numbers: noNumbers,
  };
}

const noNumbers = new Map<string, number>();
const refuseWrite = () => Promise.reject(new Error('A GET cannot write or lock.'));
function refuseCommit(): never {
  throw new Error('A GET has nothing to commit.');
}
