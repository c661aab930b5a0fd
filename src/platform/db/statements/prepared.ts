import type BetterSqlite3 from 'better-sqlite3';

/**
 * A statement that SQLite keeps prepared. Its rows come from the driver as lists of values: for objects, the driver makes the text of every
 * column's name anew for every row, which costs as much as reading them.
 */
export class Prepared {
  readonly isQuery: boolean;
  private columns: readonly string[] = [];

  constructor(private readonly statement: BetterSqlite3.Statement<unknown[], unknown[]>) {
    this.isQuery = statement.reader;
    if (this.isQuery) statement.raw();
  }

  /** The rows as objects by their columns' names. */
  rows(bindings: readonly unknown[]): Record<string, unknown>[] {
    return this.statement.all(bindings).map((values) => this.toRow(values));
  }

  /** How many rows it wrote. */
  write(bindings: readonly unknown[]): number {
    return this.statement.run(bindings).changes;
  }

  private toRow(values: readonly unknown[]): Record<string, unknown> {
    // `*` stands for more or fewer columns once another process has migrated the schema.
    if (values.length !== this.columns.length) {
      this.columns = this.statement.columns().map(({ name }) => name);
    }
    const row: Record<string, unknown> = {};
    this.columns.forEach((name, index) => (row[name] = values[index]));
    return row;
  }
}
