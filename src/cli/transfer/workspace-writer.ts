import { countInsertedEvents, numberImported } from '../../shared/events';
import { beginFill } from '../../shared/insights';
import type { Transaction } from '../../platform/db/transaction';
import { violation } from '../../platform/db/faults';
import { isPacked, maxUnpackedBytes, unpack } from '../../platform/db/packed-text';
import type { SecretKeys } from '../../platform/secret-keys';
import { readColumns, type TransferTable } from './table-store';
import { findConflicts, insertBatch, prepareLate, setLate } from './import-store';
import { createRowChecks, type RowChecks } from './rules/table-rules';
import type { RuleSource } from './rules/column-rules';
import { checkRow, LineFault, TransferError, type Column, type Row } from './record-rules';
import { withNewSecret, withOpenedSecrets, withSealedSecrets } from './webhook-secrets';

const unreadable = (sentence: string): LineFault =>
  new LineFault(
    `${sentence} Set the SECRETS_KEY_FILE of the server that exported it, or import with --without-secrets.`,
  );

const maxBatchRows = 500;
const maxBatchBytes = 4 * 1024 * 1024;

/** Rows of one table that are not inserted yet. */
interface Batch {
  readonly table: TransferTable;
  readonly columns: readonly Column[];
  readonly rows: { readonly line: number; readonly row: Row }[];
  bytes: number;
}

/** The rules of an import, and what it does with the secrets of webhooks. */
export interface WriterOptions extends RuleSource {
  /** They encrypt the stored secrets, and read those of the file. */
  readonly keys: SecretKeys;
  /** Replaces the secrets of the file by new ones. */
  readonly withoutSecrets: boolean;
  /** The MCP endpoint of this server, which the tokens of OAuth are valid at from now on. */
  readonly resource?: string | undefined;
}

/** Inserts the rows of a file in file order, in batches. */
export class WorkspaceWriter {
  /** The number of inserted rows per table. */
  readonly counts: Map<string, number>;
  /** The number of webhooks that got a new secret, because the file has none. */
  newSecrets = 0;
  private readonly startedAt = new Date().toISOString();
  private batch: Batch | undefined;
  private readonly checks: RowChecks;

  constructor(
    private readonly transaction: Transaction,
    private readonly workspaceId: string,
    private readonly onRows: (count: number) => void,
    private readonly options: WriterOptions,
    private readonly tables: readonly TransferTable[],
  ) {
    this.counts = new Map(tables.map(({ name }) => [name, 0]));
    this.checks = createRowChecks(options);
  }

  /** Adds a row. Throws a LineFault if it does not match its table or is out of order. */
  async add(record: { table: string; row: object }, line: number, bytes: number): Promise<void> {
    if (this.batch?.table.name !== record.table) await this.startTable(record.table);
    const batch = this.batch;
    if (batch === undefined) return;
    const isWebhook = record.table === 'webhooks';
    const renewed = isWebhook
      ? withNewSecret(record.row, this.startedAt, this.options.withoutSecrets)
      : undefined;
    if (renewed !== undefined) this.newSecrets += 1;
    const given = checkRow(record.table, batch.columns, renewed ?? record.row);
    const secrets = { keys: this.options.keys, workspaceId: this.workspaceId };
    const readable = isWebhook ? withOpenedSecrets(given, secrets, unreadable) : given;
    this.checks.check(record.table, batch.columns, await unpacked(batch.table, readable));
    const row = isWebhook ? withSealedSecrets(given, secrets) : this.withResource(given);
    if (record.table === 'workspaces' && row['id'] !== this.workspaceId) {
      throw new LineFault('its workspace is not the one of the header.');
    }
    batch.rows.push({ line, row });
    batch.bytes += bytes;
    if (batch.rows.length >= maxBatchRows || batch.bytes >= maxBatchBytes) await this.flush();
  }

  /** Inserts the remaining rows and sets the late columns. */
  async finish(): Promise<void> {
    this.checks.finish();
    await this.flush();
    for (const table of this.tables) {
      if (table.late.length === 0 || this.counts.get(table.name) === 0) continue;
      await explainViolations(`The rows of ${table.name}`, () =>
        setLate(this.transaction, table, this.workspaceId),
      );
    }
    await numberImported(this.transaction, this.workspaceId);
    await countInsertedEvents(this.transaction, this.workspaceId);
    const { workspaceId, startedAt: now } = this;
    await beginFill(this.transaction, { workspaceId, now });
  }

  private withResource(row: Row): Row {
    const { resource: audience } = this.options;
    return audience === undefined || typeof row['audience'] !== 'string'
      ? row
      : { ...row, audience };
  }

  private async startTable(name: string): Promise<void> {
    await this.flush();
    const names = this.tables.map((table) => table.name);
    const table = this.tables[names.indexOf(name)];
    if (table === undefined) {
      throw new LineFault(`there is no table ${JSON.stringify(name.slice(0, 100))}.`);
    }
    const before = this.batch?.table.name;
    if (before !== undefined && names.indexOf(before) > names.indexOf(name)) {
      throw new LineFault(`rows of ${name} must come before those of ${before}.`);
    }
    if (table.late.length > 0) await prepareLate(this.transaction, table);
    this.batch = { table, columns: await readColumns(this.transaction, table), rows: [], bytes: 0 };
  }

  private async flush(): Promise<void> {
    const { batch } = this;
    const [first, last] = [batch?.rows[0], batch?.rows.at(-1)];
    if (batch === undefined || first === undefined || last === undefined) return;
    const { table, rows } = batch;
    await this.checkUnique(batch);
    await explainViolations(`Lines ${first.line} to ${last.line}, of ${table.name},`, () =>
      insertBatch(
        this.transaction,
        table,
        this.workspaceId,
        rows.map(({ row }) => table.derive?.(row) ?? row),
      ),
    );
    this.counts.set(table.name, (this.counts.get(table.name) ?? 0) + rows.length);
    this.onRows(rows.length);
    this.batch = { ...batch, rows: [], bytes: 0 };
  }

  private async checkUnique({ table: { name, unique }, rows }: Batch): Promise<void> {
    if (unique === undefined) return;
    const target = { table: name, column: unique, workspaceId: this.workspaceId };
    const conflicts = await findConflicts(
      this.transaction,
      target,
      rows.map(({ row }) => String(row[unique])),
    );
    const clash = rows.find(({ row }) => conflicts.has(String(row[unique])));
    if (clash === undefined) return;
    // A hash does not help the reader.
    const value = unique.endsWith('_hash') ? '' : ` ${String(clash.row[unique])}`;
    throw new TransferError(
      `Line ${clash.line}: another workspace of this database already has the ${unique}${value} of ${String(clash.row['id'])} (${name}).`,
    );
  }
}

/** The row with its text unpacked, for the rules. Throws for a text that no request could read. */
async function unpacked({ packed }: TransferTable, row: Row): Promise<Row> {
  if (packed === undefined) return row;
  const text = row[packed];
  if (typeof text !== 'string' || !isPacked(text)) return row;
  const json = await unpack(text).catch(() => {
    throw new LineFault(`${packed} is not a packed text of at most ${maxUnpackedBytes} bytes.`);
  });
  return { ...row, [packed]: json };
}

/** Converts constraint violations of `work` into TransferErrors. */
export async function explainViolations(
  where: string,
  work: () => Promise<void>,
  dangling = 'refer to a row that the file does not contain',
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const violated = violation(error);
    if (violated === undefined) throw error;
    const fault = {
      unique: 'have a duplicate key',
      foreign_key: dangling,
      check: 'have a value that is not allowed',
      not_null: 'lack a value',
    }[violated.kind];
    const name = violated.constraint ?? violated.columns.join(', ');
    throw new TransferError(`${where} ${fault}${name === '' ? '' : ` (${name})`}.`);
  }
}
