import type BetterSqlite3 from 'better-sqlite3';

/**
 * A prepared statement of SQLite. It reads rows as arrays of values, because the driver creates the
 * strings of all column names for each object, which costs as much as reading the row.
 */
export class Prepared {
  readonly isQuery: boolean;
  private columns: readonly string[] = [];

  constructor(private readonly statement: BetterSqlite3.Statement<unknown[], unknown[]>) {
    this.isQuery = statement.reader;
    if (this.isQuery) statement.raw();
  }

  /** The rows as objects. */
  rows(bindings: readonly unknown[]): Record<string, unknown>[] {
    return this.statement.all(bindings).map((values) => this.toRow(values));
  }

  /** Runs a write and returns the number of affected rows. */
  write(bindings: readonly unknown[]): number {
    return this.statement.run(bindings).changes;
  }

  private toRow(values: readonly unknown[]): Record<string, unknown> {
    // The columns of `*` change when another process migrates the schema.
    if (values.length !== this.columns.length) {
      this.columns = this.statement.columns().map(({ name }) => name);
    }
    const row: Record<string, unknown> = {};
    this.columns.forEach((name, index) => (row[name] = values[index]));
    return row;
  }
}
