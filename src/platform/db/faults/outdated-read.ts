/**
 * A row that was read without a lock is another one now. The transaction is rolled back and run
 * again, like one that Postgres could not serialize.
 */
export class OutdatedRead extends Error {}
