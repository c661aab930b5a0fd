// Both probes write a quarter of a megabyte, because one row may fit into a page that exists
// already.

/** Writes to roll back. With a small page cache, SQLite writes them to the disk at once. */
export const sqliteProbe =
  'create table storage_probe (filler); insert into storage_probe values (zeroblob(262144));';

/** The same for Postgres, where a temporary table uses the disk but not the write-ahead log. */
export const postgresProbe =
  'create temporary table storage_probe on commit drop as select md5(n::text) as filler from generate_series(1, 4000) as n;';
