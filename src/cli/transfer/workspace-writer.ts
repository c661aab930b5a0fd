import type { Transaction } from '../../platform/db/transaction';
import { violation } from '../../platform/db/faults/violations';
import { readColumns } from './column-store';
import { findTaken, insertBatch, prepareLate, setLate } from './import-store';
import { checkRow, LineFault, TransferError, type Column, type Row } from './record-rules';
import { transferTables, type TransferTable } from './transfer-tables';

const rowsAtOnce = 500;
const bytesAtOnce = 4 * 1024 * 1024;

/** The rows of one table that wait for being inserted. */
interface Batch {
  readonly table: TransferTable;
  readonly columns: readonly Column[];
  readonly rows: { readonly line: number; readonly row: Row }[];
  bytes: number;
}

/** Inserts the rows of a file in its order, many at a time. */
export class WorkspaceWriter {
  /** How many rows each table got. */
  readonly counts = new Map(transferTables.map(({ name }) => [name, 0]));
  private batch: Batch | undefined;

  constructor(
    private readonly transaction: Transaction,
    private readonly workspaceId: string,
    private readonly onRows: (count: number) => void,
  ) {}

  /** Takes a row. Throws a LineFault when it is not one of its table, or comes too late. */
  async add(record: { table: string; row: object }, line: number, bytes: number): Promise<void> {
    if (this.batch?.table.name !== record.table) await this.begin(record.table);
    const batch = this.batch;
    if (batch === undefined) return;
    const row = checkRow(record.table, batch.columns, record.row);
    if (record.table === 'workspaces' && row['id'] !== this.workspaceId) {
      throw new LineFault('it is another workspace than the one of the header.');
    }
    batch.rows.push({ line, row });
    batch.bytes += bytes;
    if (batch.rows.length >= rowsAtOnce || batch.bytes >= bytesAtOnce) await this.flush();
  }

  /** Inserts what is left, and sets what had to wait for it. */
  async finish(): Promise<void> {
    await this.flush();
    for (const table of transferTables) {
      if (table.late.length === 0 || this.counts.get(table.name) === 0) continue;
      await explained(`The rows of ${table.name}`, () =>
        setLate(this.transaction, table, this.workspaceId),
      );
    }
  }

  private async begin(name: string): Promise<void> {
    await this.flush();
    const names = transferTables.map((table) => table.name);
    const table = transferTables[names.indexOf(name)];
    if (table === undefined) {
      throw new LineFault(`there is no table ${JSON.stringify(name.slice(0, 100))}.`);
    }
    const before = this.batch?.table.name;
    if (before !== undefined && names.indexOf(before) > names.indexOf(name)) {
      throw new LineFault(`rows of ${name} must come before those of ${before}.`);
    }
    if (table.late.length > 0) await prepareLate(this.transaction, table);
    this.batch = { table, columns: await readColumns(this.transaction, name), rows: [], bytes: 0 };
  }

  private async flush(): Promise<void> {
    const { batch } = this;
    const [first, last] = [batch?.rows[0], batch?.rows.at(-1)];
    if (batch === undefined || first === undefined || last === undefined) return;
    const { table, rows } = batch;
    await this.refuseTaken(batch);
    await explained(`Lines ${first.line} to ${last.line}, of ${table.name},`, () =>
      insertBatch(
        this.transaction,
        table,
        this.workspaceId,
        rows.map(({ row }) => row),
      ),
    );
    this.counts.set(table.name, (this.counts.get(table.name) ?? 0) + rows.length);
    this.onRows(rows.length);
    this.batch = { ...batch, rows: [], bytes: 0 };
  }

  private async refuseTaken({ table: { name, unique }, rows }: Batch): Promise<void> {
    if (unique === undefined) return;
    const of = { table: name, column: unique, workspaceId: this.workspaceId };
    const taken = await findTaken(
      this.transaction,
      of,
      rows.map(({ row }) => String(row[unique])),
    );
    const clash = rows.find(({ row }) => taken.has(String(row[unique])));
    if (clash === undefined) return;
    // A hash says nothing to anybody.
    const value = unique.endsWith('_hash') ? '' : ` ${String(clash.row[unique])}`;
    throw new TransferError(
      `Line ${clash.line}: another workspace of this database has the ${unique}${value} of ${String(clash.row['id'])} (${name}) already.`,
    );
  }
}

/** Puts into words what the database refuses. */
async function explained(where: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const broken = violation(error);
    if (broken === undefined) throw error;
    const what = {
      unique: 'have a key twice',
      foreign_key: 'refer to something that the file does not have',
      check: 'have a value outside what is allowed',
      not_null: 'lack a value',
    }[broken.kind];
    const name = broken.constraint ?? broken.columns.join(', ');
    throw new TransferError(`${where} ${what}${name === '' ? '' : ` (${name})`}.`);
  }
}
