import type { Knex } from 'knex';
import { bool, containsWords } from '../../platform/db/statements/columns';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { visibleTo, type DocumentViewer } from '../../shared/document-visibility';

/** Whether a content needs, waits for or had a look by a person (product section 4, "Documents"). */
export type ReviewState = 'none' | 'pending' | 'approved' | 'reverted';

/** The columns of the table `documents`. Times are ISO 8601 UTC; `content` is a JSON text. */
export interface DocumentRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly access_mode: 'private' | 'shared_read' | 'shared_comment' | 'shared_edit';
  /** Number of the newest revision. */
  readonly revision_number: number;
  /** That of the newest revision, which nobody has taken back. */
  readonly review_state: Exclude<ReviewState, 'reverted'>;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** Which documents a list is about, as the contract names the filters. */
export interface DocumentFilters {
  readonly created_by_actor_id?: string;
  readonly q?: string;
  readonly review_state?: ReviewState;
}

/** A query for the documents that match, private ones too, to narrow, count and page. */
export function matchingDocuments(
  { dialect }: Reader,
  workspaceId: string,
  { created_by_actor_id: creator, q, review_state: review }: DocumentFilters = {},
): (db: Knex) => Knex.QueryBuilder {
  return (db) => {
    const query = db('documents').where('documents.workspace_id', workspaceId);
    if (creator !== undefined) void query.where('documents.created_by_actor_id', creator);
    if (review !== undefined) void query.where('documents.review_state', review);
    if (q !== undefined) void query.where(containsWords(dialect, ['documents.title'], q));
    return query;
  };
}

/** The document of an id if it is seen with this view of private ones, or undefined. */
export function findDocument(
  reader: Reader,
  key: { readonly workspaceId: string; readonly id: string },
  privateOf: DocumentViewer,
): Promise<DocumentRow | undefined> {
  return reader.first<DocumentRow>((db) =>
    matchingDocuments(
      reader,
      key.workspaceId,
    )(db)
      .where('documents.id', key.id)
      .where(visibleTo(privateOf))
      .select('documents.*'),
  );
}

/** The documents of some ids that are seen with this view of private ones, in one statement and in no order. */
export function findDocuments(
  reader: Reader,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  privateOf: DocumentViewer,
): Promise<DocumentRow[]> {
  return reader.rows<DocumentRow>((db) =>
    matchingDocuments(
      reader,
      workspaceId,
    )(db)
      .whereIn('documents.id', [...ids])
      .where(visibleTo(privateOf))
      .select('documents.*'),
  );
}

/** `findDocument` with its row locked until the transaction ends: of several changes one comes after the other. */
export function findDocumentForUpdate(
  transaction: Transaction,
  key: { readonly workspaceId: string; readonly id: string },
  privateOf: DocumentViewer,
): Promise<DocumentRow | undefined> {
  return transaction.first<DocumentRow>((db) =>
    matchingDocuments(
      transaction,
      key.workspaceId,
    )(db)
      .where('documents.id', key.id)
      .where(visibleTo(privateOf))
      .select('documents.*')
      .forNoKeyUpdate(),
  );
}

/** Whether an order that is not dropped stands on the document, and whether one of them asks for leave. */
export async function findOrdersOn(
  reader: Reader,
  { workspace_id, id }: Pick<DocumentRow, 'workspace_id' | 'id'>,
): Promise<{ readonly any: boolean; readonly asking: boolean }> {
  const rows = await reader.rows<{ requires_proposals: unknown }>((db) =>
    db('orders')
      .where({ workspace_id, document_id: id })
      .whereNot('state', 'dropped')
      .distinct('requires_proposals'),
  );
  return {
    any: rows.length > 0,
    asking: rows.some(({ requires_proposals: asks }) => bool(asks)),
  };
}

/** Changes columns of a document. */
export async function updateDocumentRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<DocumentRow, 'workspace_id' | 'id'>,
  changes: Partial<DocumentRow>,
): Promise<void> {
  await transaction.write((db) => db('documents').where({ workspace_id, id }).update(changes));
}

/** Stores a document. */
export async function insertDocument(
  transaction: Transaction,
  document: DocumentRow,
): Promise<void> {
  await transaction.write((db) => db('documents').insert(document));
}
