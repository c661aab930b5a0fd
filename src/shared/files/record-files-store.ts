import type { Reader } from '../../platform/db/reader';
import { int, strings } from '../../platform/db/statements/columns';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { WriteContext } from '../../platform/operation';
import { problem } from '../../platform/problems';
import type { components } from '../../../generated/types';
import { visibleFiles } from './file-visibility-store';

/** A file as the records that refer to it show it. */
export type FileSummary = components['schemas']['FileSummary'];

/** A row that refers to files: a JSON array of their ids, or null for none. */
interface Referring {
  readonly file_ids: string | null;
}

/**
 * The stored form of the files of a record: a JSON array of their ids, or null for none. Throws 422
 * `INVALID_REFERENCE` for a file that the caller does not see, at its `place`. Locks the files until
 * the transaction ends, so a concurrent purge waits. Call it after the lock of the record.
 */
export async function storeFileIds(
  ctx: WriteContext,
  ids: readonly string[] | undefined,
  place = 'body/file_ids',
): Promise<string | null> {
  const distinct = [...new Set(ids)];
  await lockFiles(ctx, distinct);
  return stored(ctx, distinct, place);
}

/**
 * The stored form of the files of a record that changes, as `storeFileIds` returns it. The caller
 * may attach again what this removes.
 */
export async function changeFileIds(
  ctx: WriteContext,
  record: Referring,
  ids: readonly string[],
): Promise<string | null> {
  const distinct = [...new Set(ids)];
  const removed = strings(record.file_ids).filter((id) => !distinct.includes(id));
  const { transaction, workspaceId, actor } = ctx;
  await lockFiles(ctx, [...distinct, ...removed]);
  if (removed.length > 0) {
    await transaction.write((db) =>
      db('files')
        .where({ workspace_id: workspaceId })
        .whereIn('id', removed)
        .update({ removed_by_actor_id: actor.id }),
    );
  }
  return stored(ctx, distinct, 'body/file_ids');
}

async function lockFiles(
  { transaction, workspaceId }: WriteContext,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.lock((db) =>
    db('files')
      .where({ workspace_id: workspaceId })
      .whereIn('id', ids)
      .orderBy('id')
      .select('id')
      .forUpdate(),
  );
}

async function stored(
  ctx: WriteContext,
  distinct: readonly string[],
  place: string,
): Promise<string | null> {
  if (distinct.length === 0) return null;
  const { transaction } = ctx;
  const rows = await transaction.rows<{ id: string }>((db) =>
    visibleFiles(db, transaction.dialect, ctx).whereIn('files.id', distinct).select('files.id'),
  );
  const found = new Set(rows.map(({ id }) => id));
  const issues = distinct.flatMap((id, index) => {
    if (found.has(id)) return [];
    const path = `${place}/${index}`;
    const message = `${path} does not name a file that you see.`;
    return [{ path, code: 'INVALID_REFERENCE', message }];
  });
  const [first] = issues;
  if (first !== undefined) throw problem('INVALID_REFERENCE', first.message, { issues });
  return JSON.stringify(distinct);
}

const summariesOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('files')
    .where('files.workspace_id', given('workspaceId'))
    .whereIn('files.id', [...ids])
    .select('files.id', 'files.name', 'files.media_type', 'files.bytes', 'files.sha256'),
);

/** The files of a record; undefined for a record without files. */
export type FilesOf = (row: Referring) => readonly FileSummary[] | undefined;

/**
 * A function that returns the files of a record; undefined for a record without files. Reads all
 * files with one statement, or none if no row has files.
 */
export async function findFilesOf(
  reader: Reader,
  workspaceId: string,
  rows: readonly Referring[],
): Promise<FilesOf> {
  const ids = new Set(rows.flatMap((row) => strings(row.file_ids)));
  if (ids.size === 0) return () => undefined;
  const found = await reader.rows<FileSummary>(summariesOfIds({ workspaceId }, [...ids]));
  const files = new Map(found.map((row) => [row.id, { ...row, bytes: int(row.bytes) }]));
  return (row) =>
    row.file_ids === null ? undefined : strings(row.file_ids).flatMap((id) => files.get(id) ?? []);
}

/** Records in the contract's shape with their files. `show` maps a row without its files. */
export async function showWithFiles<Row extends Referring, Shown extends object>(
  { reader, workspaceId }: { readonly reader: Reader; readonly workspaceId: string },
  rows: readonly Row[],
  show: (row: Row) => Shown,
): Promise<(Shown & { files?: FileSummary[] })[]> {
  const filesOf = await findFilesOf(reader, workspaceId, rows);
  return rows.map((row) => withFiles(row, show, filesOf));
}

/** A record in the contract's shape with its files. `show` maps the row without them. */
export function withFiles<Row extends Referring, Shown extends object>(
  row: Row,
  show: (row: Row) => Shown,
  filesOf: FilesOf,
): Shown & { files?: FileSummary[] } {
  const files = filesOf(row);
  return files === undefined ? show(row) : { ...show(row), files: [...files] };
}
