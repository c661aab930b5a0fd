// A quarter of a megabyte needs new pages and blocks, where one row may fit into what the database
// has already.

/**
 * Writes that SQLite undoes with their transaction, and has to put on the disk before where its
 * cache has few pages.
 */
export const sqliteProbe =
  'create table storage_probe (filler); insert into storage_probe values (zeroblob(262144));';

/** The same for Postgres, where a temporary table takes room on the disk and not in the log. */
export const postgresProbe =
  'create temporary table storage_probe on commit drop as select md5(n::text) as filler from generate_series(1, 4000) as n;';
