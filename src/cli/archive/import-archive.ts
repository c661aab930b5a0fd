import { createHash, type Hash } from 'node:crypto';
import type { Database } from '../../platform/db/connect';
import { migrations } from '../../platform/db/migrations';
import { transact, type Transaction } from '../../platform/db/transaction';
import { numberImported } from '../../shared/events';
import {
  hasWorkspace,
  insertBatch,
  liftTimeouts,
  prepareLate,
  setLate,
} from '../transfer/import-store';
import { type Line, parseLine } from '../transfer/import-workspace';
import {
  checkRow,
  isArchiveHeader,
  LineFault,
  readArchiveHeader,
  readRecord,
  readTrailer,
  type Row,
  type Trailer,
  TransferError,
} from '../transfer/record-rules';
import { readContractSchemas } from '../transfer/rules/column-rules';
import { createRowChecks } from '../transfer/rules/table-rules';
import { explainViolations } from '../transfer/workspace-writer';
import { whyClosed } from '../workspaces/choose-workspace';
import { readArchivedColumns, type ArchivedColumns } from './archive-files';
import {
  archivedTables,
  type ArchivedTable,
  findActionIds,
  isArchivedTable,
} from './archive-store';

/** What an import of an archive has done. */
export interface ImportedArchive {
  readonly workspaceId: string;
  /** The number of actions that are back. */
  readonly actions: number;
  /** The number of actions that the workspace had. Nothing of theirs was imported. */
  readonly repeated: number;
  /** The parts without an end line. The workspace has all actions that can be read in them. */
  readonly incomplete: readonly IncompletePart[];
}

/**
 * A part without an end line. If the process was killed while it wrote the part, the workspace has
 * the actions, or another file does; otherwise somebody has cut the file.
 */
export interface IncompletePart {
  /** The number of its first line. */
  readonly line: number;
  readonly month: string;
  readonly actions: number;
}

/**
 * Imports the parts of an archive in one transaction, into their workspace. An action that the
 * workspace has is left as it is. Throws a TransferError with the line if the file is invalid, or if
 * it was cut and the workspace lacks what is missing.
 */
export function importArchive(
  database: Database,
  lines: AsyncIterable<Line>,
  options: {
    readonly onRows: (count: number) => void;
    readonly afterwards: (transaction: Transaction, done: ImportedArchive) => Promise<void>;
  },
): Promise<ImportedArchive> {
  return transact(database, async (transaction) => {
    await liftTimeouts(transaction);
    const tables = await readArchivedColumns(transaction);
    const importer = new ArchiveImporter(transaction, tables, options.onRows);
    await importer.start();
    for await (const line of lines) {
      try {
        await importer.add(line);
      } catch (error) {
        if (!(error instanceof LineFault)) throw error;
        throw new TransferError(`Line ${line.number}: ${error.message}`);
      }
    }
    const done = await importer.finish();
    await options.afterwards(transaction, done);
    return done;
  });
}

/** The lines of a part before its trailer. */
interface OpenPart {
  readonly line: number;
  readonly month: string;
  readonly workspaceId: string;
  /** Whether a schema before this one has written it. */
  readonly isOlder: boolean;
  readonly hash: Hash;
  readonly records: { readonly table: ArchivedTable; readonly row: object }[];
}

const LINE_FEED = 10;
const ID_CHUNK = 500;

class ArchiveImporter {
  private readonly checks = createRowChecks({ schemas: readContractSchemas() });
  private readonly done = { actions: 0, repeated: 0 };
  private readonly cut: (Omit<IncompletePart, 'actions'> & { ids: string[] })[] = [];
  // A blocker may come in a later part of the file.
  private readonly blockers: Row[] = [];
  private workspaceId: string | undefined;
  private part: OpenPart | undefined;

  constructor(
    private readonly transaction: Transaction,
    private readonly tables: readonly ArchivedColumns[],
    private readonly onRows: (count: number) => void,
  ) {}

  async start(): Promise<void> {
    await prepareLate(this.transaction, this.tableOf('actions').table);
  }

  async add({ number, bytes }: Line): Promise<void> {
    // The process was stopped while it wrote, or somebody has cut the file.
    if (bytes.at(-1) !== LINE_FEED) {
      if (this.part === undefined) this.cut.push({ line: number, month: 'no month', ids: [] });
      return;
    }
    const value = parseLine(bytes);
    if (isArchiveHeader(value)) {
      this.cutPart();
      this.part = await this.begin(value, number);
      this.part.hash.update(bytes);
      return;
    }
    const { part } = this;
    if (part === undefined) throw new LineFault('it is not the header of a Callboard archive.');
    const trailer = readTrailer(value);
    if (trailer !== undefined) {
      checkTrailer(part, trailer);
      this.part = undefined;
      await this.importPart(part);
      return;
    }
    const { table, row } = readRecord(value);
    if (!isArchivedTable(table)) {
      throw new LineFault(`an archive has no table ${JSON.stringify(table.slice(0, 100))}.`);
    }
    part.records.push({ table, row });
    part.hash.update(bytes);
  }

  /** Sets the references between actions, which may be in any order. */
  async finish(): Promise<ImportedArchive> {
    const { workspaceId, transaction } = this;
    this.cutPart();
    if (workspaceId === undefined) throw new TransferError('The file has no part of an archive.');
    await explained('The actions', async () => {
      await setLate(transaction, this.tableOf('actions').table, workspaceId);
      const { table } = this.tableOf('action_blockers');
      for (let start = 0; start < this.blockers.length; start += ID_CHUNK) {
        const rows = this.blockers.slice(start, start + ID_CHUNK);
        await insertBatch(transaction, table, workspaceId, rows);
      }
    });
    const incomplete: IncompletePart[] = [];
    for (const { ids, ...part } of this.cut) {
      const lacking = ids.length - (await this.findPresent(workspaceId, ids)).size;
      if (lacking > 0) {
        throw new TransferError(
          `Line ${part.line}: the part that begins here (${part.month}, ${ids.length} actions) has no end line, and the workspace lacks ${lacking} of its actions. If the archive was stopped there, a later file has them: import that first. Otherwise this file was cut: import an undamaged copy.`,
        );
      }
      incomplete.push({ ...part, actions: ids.length });
    }
    await numberImported(transaction, workspaceId);
    return { workspaceId, ...this.done, incomplete };
  }

  private cutPart(): void {
    if (this.part === undefined) return;
    const { line, month, records } = this.part;
    const ids = records
      .filter(({ table }) => table === 'actions')
      .map(({ row }) => ('id' in row ? String(row.id) : ''));
    this.cut.push({ line, month, ids: [...new Set(ids)] });
    this.part = undefined;
  }

  private tableOf(name: ArchivedTable): ArchivedColumns {
    const found = this.tables.find((table) => table.name === name);
    if (found === undefined) throw new Error(`Archives have no table ${name}.`);
    return found;
  }

  private async begin(value: unknown, line: number): Promise<OpenPart> {
    const { schema, workspaceId, month } = readArchiveHeader(value);
    const names = migrations.map(({ name }) => name);
    if (!names.includes(schema)) {
      throw new LineFault(
        `this version of Callboard does not know the file's schema ${schema}. Import it with the version that wrote it, or a later one.`,
      );
    }
    if (workspaceId !== (this.workspaceId ?? workspaceId)) {
      throw new LineFault('it begins another workspace. Import one workspace at a time.');
    }
    if (!(await hasWorkspace(this.transaction, workspaceId))) {
      throw new LineFault(
        `this database has no workspace ${workspaceId}. Import an export of it first.`,
      );
    }
    const reason = await whyClosed(this.transaction, workspaceId);
    if (reason !== undefined) throw new LineFault(`${reason}.`);
    this.workspaceId = workspaceId;
    const isOlder = schema !== names.at(-1);
    return { line, month, workspaceId, isOlder, hash: createHash('sha256'), records: [] };
  }

  private async importPart({ workspaceId, isOlder, records }: OpenPart): Promise<void> {
    const ofTable = (name: ArchivedTable): Row[] => {
      const { columns } = this.tableOf(name);
      return records
        .filter(({ table }) => table === name)
        .map(({ row }) => {
          // Columns that are newer than the file get their defaults.
          const known = isOlder ? columns.filter((each) => Object.hasOwn(row, each.name)) : columns;
          const checked = checkRow(name, known, row);
          this.checks.check(name, known, checked);
          return checked;
        });
    };
    const actions = new Set(ofTable('actions').map((row) => String(row['id'])));
    const present = await this.findPresent(workspaceId, [...actions]);
    this.done.actions += actions.size - present.size;
    this.done.repeated += present.size;
    const actionOfRequest = new Map(
      ofTable('agent_requests').map((row) => [String(row['id']), String(row['action_id'])]),
    );
    for (const { name, table } of this.tables) {
      const rows = ofTable(name).filter((row) => {
        const owner = ownerOf(name, row, actionOfRequest);
        if (owner === undefined || !actions.has(owner)) {
          throw new LineFault(`a row of ${name} belongs to no action of this part.`);
        }
        return !present.has(owner);
      });
      if (name === 'action_blockers') this.blockers.push(...rows);
      else {
        await explained(`The rows of ${name} before it`, () =>
          insertBatch(this.transaction, table, workspaceId, rows),
        );
      }
      this.onRows(rows.length);
    }
  }

  private async findPresent(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const present = new Set<string>();
    for (let start = 0; start < ids.length; start += ID_CHUNK) {
      const chunk = ids.slice(start, start + ID_CHUNK);
      for (const id of await findActionIds(this.transaction, workspaceId, chunk)) present.add(id);
    }
    return present;
  }
}

function checkTrailer({ hash, records }: OpenPart, trailer: Trailer): void {
  const expected = Object.values(trailer.rows).reduce((sum, number) => sum + number, 0);
  if (expected !== records.length) {
    throw new LineFault(`expected ${expected} rows in this part, found ${records.length}.`);
  }
  if (trailer.sha256 !== hash.digest('hex')) {
    throw new LineFault('the checksum does not match: the file was changed.');
  }
}

/** The action that a row belongs to, also through a question or a proposal about it. */
function ownerOf(
  table: ArchivedTable,
  row: Row,
  actionOfRequest: ReadonlyMap<string, string>,
): string | undefined {
  for (const { column, of } of archivedTables[table]) {
    const id = row[column];
    if (typeof id !== 'string') continue;
    return of === 'action' ? id : actionOfRequest.get(id);
  }
  return undefined;
}

function explained(where: string, work: () => Promise<void>): Promise<void> {
  return explainViolations(
    where,
    work,
    'refer to a row that neither the file nor the workspace has. Import the files of all months together: cat FILES | callboard import -',
  );
}
