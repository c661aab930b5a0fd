import type { Knex } from 'knex';
import { unpack } from '../../platform/db/packed-text';
import type { Reader } from '../../platform/db/reader';
import { bool } from '../../platform/db/statements/columns';
import { type RowChanges, updateVersioned } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import type { Actor, WriteContext } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import {
  type NamesOf,
  selectNames,
  actorColumns,
  joinActor,
  type ActorRow,
} from '../../shared/actor-store';
import {
  type DocumentViewer,
  documentViewer,
  visibleDocuments,
  visibleTo,
} from '../../shared/document-visibility';
import type { AuthorColumns } from '../../shared/text-store';

/** Whether a revision needs no review, waits for one, was approved, or was reverted. */
type ReviewState = 'none' | 'pending' | 'approved' | 'reverted';

/** The texts of a document that an actor other than its creator may rewrite. */
export const documentTexts = ['title', 'content'] as const;

type Text = (typeof documentTexts)[number];

export const documentNames = ['created', ...documentTexts] as const;

/** A document with the names of its creator and of the authors of its texts. */
export type NamedDocument = DocumentRow & NamesOf<'created' | Text>;

/** The columns of the table `documents`. Times are ISO 8601 UTC; `content` is a JSON text. */
export interface DocumentRow extends AuthorColumns<Text> {
  readonly workspace_id: string;
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly access_mode: 'private' | 'shared_read' | 'shared_comment' | 'shared_edit';
  /** Number of the newest revision. */
  readonly revision_number: number;
  /** The review state of the newest revision, which is never reverted. */
  readonly review_state: Exclude<ReviewState, 'reverted'>;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  /** A JSON array of the ids of its files, null for none. */
  readonly file_ids: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** The filters of a list of documents, as the contract names them. */
interface DocumentFilters {
  readonly created_by_actor_id?: string;
  readonly review_state?: ReviewState;
}

/** Narrows `visibleDocuments` to the documents that match. */
export function filterDocuments(
  query: Knex.QueryBuilder,
  { created_by_actor_id: creator, review_state: review }: DocumentFilters,
): Knex.QueryBuilder {
  if (creator !== undefined) void query.where('documents.created_by_actor_id', creator);
  if (review !== undefined) void query.where('documents.review_state', review);
  return query;
}

/** Adds the columns of a NamedDocument. */
export function selectDocuments(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return selectNames(query.select('documents.*'), 'documents', documentNames);
}

/** Selects all columns, with the content null. Contents are long, so they are not read. */
export function selectWithoutContent(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  void query.select(
    'documents.workspace_id',
    'documents.id',
    'documents.title',
    'documents.title_by_actor_id',
    'documents.content_by_actor_id',
    db.raw("'null' as content"),
    'documents.access_mode',
    'documents.revision_number',
    'documents.review_state',
    'documents.created_by_actor_id',
    'documents.updated_by_actor_id',
    'documents.file_ids',
    'documents.created_at',
    'documents.updated_at',
    'documents.version',
  );
  return selectNames(query, 'documents', documentNames);
}

interface Key {
  readonly workspaceId: string;
  readonly id: string;
}

/** The document of an id if the viewer sees it, or undefined. */
export function findDocument(
  reader: Reader,
  key: Key,
  viewer: DocumentViewer,
): Promise<NamedDocument | undefined> {
  return reader.first<NamedDocument>((db) => documentOf(db, key, viewer));
}

/** `findDocument` with its row locked until the transaction ends. */
function findAndLockDocument(
  transaction: Transaction,
  key: Key,
  viewer: DocumentViewer,
): Promise<NamedDocument | undefined> {
  return transaction.first<NamedDocument>((db) =>
    documentOf(db, key, viewer).forNoKeyUpdate('documents'),
  );
}

function documentOf(db: Knex, { workspaceId, id }: Key, viewer: DocumentViewer): Knex.QueryBuilder {
  return selectDocuments(visibleDocuments(db, workspaceId, viewer).where('documents.id', id));
}

/** The documents of some ids that the viewer sees, in no particular order. */
export function findDocuments(
  reader: Reader,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  viewer: DocumentViewer,
): Promise<NamedDocument[]> {
  return reader.rows<NamedDocument>((db) =>
    selectDocuments(visibleDocuments(db, workspaceId, viewer).whereIn('documents.id', [...ids])),
  );
}

/** The orders that use a document, without dropped ones. */
interface OrderUse {
  readonly any: boolean;
  readonly requiresProposals: boolean;
  /** The actors of their agents. */
  readonly agentActorIds: readonly string[];
}

/** The orders that use a document. */
export async function findOrderUse(
  reader: Reader,
  { workspace_id, id }: Pick<DocumentRow, 'workspace_id' | 'id'>,
): Promise<OrderUse> {
  const rows = await reader.rows<{ requires_proposals: unknown; assigned_actor_id: string }>((db) =>
    db('orders')
      .where({ workspace_id, document_id: id })
      .whereNot('state', 'dropped')
      .distinct('requires_proposals', 'assigned_actor_id'),
  );
  return {
    any: rows.length > 0,
    requiresProposals: rows.some((row) => bool(row.requires_proposals)),
    agentActorIds: rows.map((row) => row.assigned_actor_id),
  };
}

/** Changes columns of a locked document and increments its version. Returns the changed row. */
export function updateDocumentRow(
  transaction: Transaction,
  document: NamedDocument,
  changes: RowChanges<DocumentRow>,
): Promise<NamedDocument> {
  return updateVersioned<NamedDocument>(transaction, 'documents', document, changes);
}

/** Stores a document. */
export async function insertDocument(
  transaction: Transaction,
  document: DocumentRow,
): Promise<void> {
  await transaction.write((db) => db('documents').insert(document));
}

/** The caller who reads a document. */
interface DocumentReader {
  readonly reader: Reader;
  readonly workspaceId: string;
  readonly actor: Actor;
}

/** The document of an id; 404 when the caller cannot see it. */
export async function getVisibleDocument(
  { reader, workspaceId, actor }: DocumentReader,
  id: string,
): Promise<NamedDocument> {
  const row = await findDocument(reader, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}

/** `getVisibleDocument` with its row locked until the transaction ends. */
export async function lockDocument(
  { transaction, workspaceId, actor }: WriteContext,
  id: string,
): Promise<NamedDocument> {
  const row = await findAndLockDocument(transaction, { workspaceId, id }, documentViewer(actor));
  if (row === undefined) throw notFound('document', id);
  return row;
}

/** A revision as it is stored, with its author but without its content. Times are ISO 8601 UTC. */
export interface RevisionSummaryRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly document_id: string;
  readonly number: number;
  readonly reason: string | null;
  readonly review_state: ReviewState;
  readonly reviewed_by_actor_id: string | null;
  readonly reviewed_at: string | null;
  readonly reverts_revision_id: string | null;
  readonly created_by_actor_id: string;
  readonly created_at: string;
  readonly version: number;
  readonly author_kind: ActorRow['kind'] | null;
  readonly author_name: string | null;
  readonly author_agent_id: string | null;
  readonly author_user_id: string | null;
}

/** A revision with its content, a JSON text; as it is stored, it may be packed. */
export interface RevisionRow extends RevisionSummaryRow {
  readonly content: string;
}

const summaryColumns = [
  'id',
  'workspace_id',
  'document_id',
  'number',
  'reason',
  'review_state',
  'reviewed_by_actor_id',
  'reviewed_at',
  'reverts_revision_id',
  'created_by_actor_id',
  'created_at',
  'version',
].map((column) => `document_revisions.${column}`);

/** The revisions of a document, to filter, count and page. */
export function revisionsOf(db: Knex, workspaceId: string, documentId: string): Knex.QueryBuilder {
  return db('document_revisions').where({
    'document_revisions.workspace_id': workspaceId,
    'document_revisions.document_id': documentId,
  });
}

/** Adds the columns of a RevisionSummaryRow. */
export function selectRevisionSummary<Q extends Knex.QueryBuilder>(query: Q): Q {
  void joinActor(query, 'document_revisions', 'created_by_actor_id', 'author').select(
    ...summaryColumns,
    ...actorColumns('author'),
  );
  return query;
}

/** The revision of an id if the viewer sees its document, or undefined. */
export async function findRevision(
  reader: Reader,
  key: { readonly workspaceId: string; readonly id: string },
  viewer: DocumentViewer,
): Promise<RevisionRow | undefined> {
  const row = await reader.first<RevisionRow>((db) =>
    selectRevisionSummary(
      db('document_revisions')
        .join('documents', (on) => {
          on.on('documents.workspace_id', 'document_revisions.workspace_id').on(
            'documents.id',
            'document_revisions.document_id',
          );
        })
        .where({
          'document_revisions.workspace_id': key.workspaceId,
          'document_revisions.id': key.id,
        })
        .where(visibleTo(viewer)),
    ).select('document_revisions.content'),
  );
  return row && { ...row, content: await unpack(row.content) };
}

/**
 * The revision of a number, with its content as it is stored. Every number up to the document's
 * `revision_number` has one.
 */
export async function getRevisionOfNumber(
  reader: Reader,
  document: Pick<DocumentRow, 'workspace_id' | 'id'>,
  number: number,
): Promise<{ readonly id: string; readonly number: number; readonly content: string }> {
  const row = await reader.first<{ id: string; number: number; content: string }>((db) =>
    revisionsOf(db, document.workspace_id, document.id)
      .where('document_revisions.number', number)
      .select('id', 'number', 'content'),
  );
  if (row === undefined) throw new Error(`The document ${document.id} has no revision ${number}.`);
  return row;
}

/**
 * Stores the document's content, number, review state and author as its newest revision. `packed`
 * is its content as `pack` returns it.
 */
export async function insertRevision(
  transaction: Transaction,
  document: DocumentRow,
  revision: {
    readonly id: string;
    readonly packed: string;
    readonly reason?: string;
    readonly revertsId?: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('document_revisions').insert({
      workspace_id: document.workspace_id,
      id: revision.id,
      document_id: document.id,
      number: document.revision_number,
      content: revision.packed,
      reason: revision.reason ?? null,
      review_state: document.review_state,
      reverts_revision_id: revision.revertsId ?? null,
      created_by_actor_id: document.updated_by_actor_id,
      created_at: document.updated_at,
      version: 1,
    }),
  );
}

/** Stores the decision of a person about a revision, and increments its version. */
export async function reviewRevision(
  transaction: Transaction,
  revision: RevisionRow,
  review: {
    readonly state: 'approved' | 'reverted';
    readonly actorId: string;
    readonly now: string;
  },
): Promise<void> {
  await updateVersioned(transaction, 'document_revisions', revision, {
    review_state: review.state,
    reviewed_by_actor_id: review.actorId,
    reviewed_at: review.now,
  });
}
