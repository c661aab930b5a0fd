/**
 * Files: their rows, who sees them, and the records that refer to them by `file_ids`. The
 * operations are in features/files. A file is visible to the callers that see a record that refers
 * to it. While none does, it is visible to its uploader and to who removed it from its last record.
 */
import type { Knex } from 'knex';
import type { components } from '../../generated/types';
import { purgeByAge, type Purge } from '../platform/db/purge';
import type { Reader } from '../platform/db/reader';
import { int, strings, type Dialect } from '../platform/db/statements/columns';
import { compiledStatement } from '../platform/db/statements/compiled';
import type { WriteContext, ReadContext } from '../platform/operation';
import { problem, type Problem } from '../platform/problems';
import {
  documentViewer,
  onVisibleDocuments,
  onVisibleProposals,
  visibleProposals,
  visibleTo,
} from './document-visibility';
import { historyStart, onShownActions, withinHistory } from './plans';
import { hashSecret, namedWorkspace } from './tokens';

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
  return stored(ctx, ids ?? [], place);
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
  return stored(ctx, ids, 'body/file_ids');
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
  ids: readonly string[],
  place: string,
): Promise<string | null> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return null;
  const { transaction } = ctx;
  const rows = await transaction.rows<{ id: string }>((db) =>
    visibleFiles(db, transaction.dialect, ctx).whereIn('files.id', distinct).select('files.id'),
  );
  const found = new Set(rows.map(({ id }) => id));
  const issues = distinct.flatMap((id) => {
    if (found.has(id)) return [];
    const index = ids.indexOf(id);
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

/** A complete file. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly created_by_actor_id: string;
  readonly created_at: string;
}

/** The file of an id if the caller sees it, or undefined. */
export function findVisibleFile(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<FileRow | undefined> {
  return reader.first<FileRow>((db) =>
    visibleFiles(db, reader.dialect, viewer)
      .where('files.id', id)
      .select(
        'files.id',
        'files.name',
        'files.media_type',
        'files.bytes',
        'files.sha256',
        'files.created_by_actor_id',
        'files.created_at',
      ),
  );
}

/** Who looks at files, and when. */
export type Viewer = Pick<ReadContext, 'actor' | 'workspaceId' | 'now' | 'historyDays'>;

/** The complete files that a caller sees, to filter. */
function visibleFiles(db: Knex, dialect: Dialect, viewer: Viewer): Knex.QueryBuilder {
  const { actor, workspaceId } = viewer;
  return db('files')
    .where('files.workspace_id', workspaceId)
    .whereNotNull('files.completed_at')
    .where((visible) => {
      void visible.where((own) => {
        void own
          .whereRaw('? in (files.created_by_actor_id, files.removed_by_actor_id)', [actor.id])
          .whereNotExists(references(db, workspaceId));
      });
      for (const records of visibleRecords(db, dialect, viewer)) {
        void visible.orWhereExists(records);
      }
    });
}

function references(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('file_references as reference')
    .where('reference.workspace_id', workspaceId)
    .whereRaw('reference.file_id = files.id')
    .select(db.raw('1'));
}

// The records that refer to the file and that the caller sees, by their tables.
function visibleRecords(db: Knex, dialect: Dialect, viewer: Viewer): Knex.QueryBuilder[] {
  const { actor, workspaceId } = viewer;
  const documents = documentViewer(actor);
  const start = historyStart(viewer);
  const referring = (table: 'actions' | 'agent_requests' | 'documents' | 'notes') =>
    references(db, workspaceId)
      // SQLite does not reorder a cross join, so it looks up the few records of the file.
      .crossJoin(db.raw(table))
      .whereRaw(`${table}.id = reference.record_id`)
      .where(`${table}.workspace_id`, workspaceId);
  return [
    referring('actions').where(withinHistory(start)),
    referring('agent_requests').where(visibleProposals(documents, dialect)),
    referring('documents').where(visibleTo(documents)),
    referring('notes')
      .where(onVisibleDocuments(documents, 'notes'))
      .where(onShownActions({ workspaceId, start }, 'notes'))
      .where(onVisibleProposals(documents, dialect)),
  ];
}

/** A URL of one upload: the token that asked for it, and the name of the file. */
interface UploadUrl {
  readonly workspace_id: string;
  readonly public_id: string;
  readonly name: string | null;
}

const keyOf = (secret: string) => ({
  secret_hash: hashSecret(secret),
  workspace_id: namedWorkspace(secret).workspace_id ?? '',
});

/** Stores the hash of the secret of a URL that acts with a token of an agent. */
export async function insertUploadUrl(
  { transaction, workspaceId }: WriteContext,
  url: {
    readonly secret: string;
    readonly tokenId: string;
    readonly name: string | null;
    readonly expiresAt: string;
  },
): Promise<void> {
  const token = await transaction.first<{ public_id: string }>((db) =>
    db('tokens').where({ workspace_id: workspaceId, id: url.tokenId }).select('public_id'),
  );
  const row = { ...keyOf(url.secret), public_id: token?.public_id ?? '', name: url.name };
  await transaction.write((db) => db('upload_urls').insert({ ...row, expires_at: url.expiresAt }));
}

/** The URL of a secret, or undefined if it is unknown, used or expired. */
export function findUploadUrl(
  reader: Reader,
  secret: string,
  now: string,
): Promise<UploadUrl | undefined> {
  return reader.first<UploadUrl>((db) =>
    db('upload_urls')
      .where(keyOf(secret))
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .select('workspace_id', 'public_id', 'name'),
  );
}

/** Uses a URL up. Throws 404 if another upload has: the database decides. */
export async function redeemUploadUrl(
  { transaction, now }: WriteContext,
  secret: string,
): Promise<void> {
  const used = await transaction.write((db) =>
    db('upload_urls').where(keyOf(secret)).whereNull('used_at').update({ used_at: now }),
  );
  if (used === 0) throw uploadUrlNotValid();
}

/** 404 for every URL that takes no upload, so the response does not tell why. */
export function uploadUrlNotValid(): Problem {
  return problem(
    'NOT_FOUND',
    'The upload URL is used or expired, or does not exist. Ask for a new one.',
  );
}

/** Deletes expired URLs, used or not. */
export const uploadUrlPurge = purgeByAge('upload_urls', 'expires_at', 0);

/** The most files of one transaction, which have at most 80 MiB. */
const PAGE = 8;

/**
 * Deletes files after their `purge_at`: an unfinished upload after an hour, a complete file when no
 * record has referred to it for a week. A file that a record refers to has none.
 */
export const filePurge: Purge = {
  name: 'files',
  retentionMs: 0,
  async findOldest(reader) {
    const row = await reader.first<{ oldest: string | null }>((db) =>
      db('files').whereNotNull('purge_at').min({ oldest: 'purge_at' }),
    );
    return row?.oldest ?? undefined;
  },
  async remove(transaction, cutoff) {
    // A record that refers to one of them meanwhile has locked it, and then it has no `purge_at`.
    const rows = await transaction.rows<{ workspace_id: string; id: string }>((db) => {
      const query = db('files')
        .where('purge_at', '<', cutoff)
        .orderBy('purge_at')
        .limit(PAGE)
        .select('workspace_id', 'id');
      return transaction.dialect === 'sqlite' ? query : query.forUpdate().skipLocked();
    });
    for (const { workspace_id: workspaceId, id } of rows) {
      await transaction.write((db) =>
        db('file_chunks').where({ workspace_id: workspaceId, file_id: id }).delete(),
      );
      await transaction.write((db) =>
        db('files').where({ workspace_id: workspaceId, id }).delete(),
      );
    }
    return rows.length;
  },
};
