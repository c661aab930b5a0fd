import type { Knex } from 'knex';
import { bool, containsWords, type Condition } from '../platform/db/columns';
import type { ReadHand, WriteHand } from '../platform/db/hands';
import type { PrivateOf } from './document-policy';

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
  { dialect }: ReadHand,
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

/** True for the documents that somebody with this view of private ones sees. */
export function seenWith(privateOf: PrivateOf): Condition {
  return (query) => {
    if (privateOf.everyone) return;
    void query
      .whereNot('documents.access_mode', 'private')
      .orWhere('documents.created_by_actor_id', privateOf.actorId);
  };
}

/**
 * True for the events about no document, and for those about a document, a note on one or a link to
 * one that somebody with this view of private ones sees. An order names the id of its document to
 * everybody, and so do its events.
 */
export function aboutSeenDocuments(privateOf: PrivateOf): Condition {
  return (query) => {
    if (privateOf.everyone) return;
    void query
      .whereNotIn('events.subject_type', ['document', 'note', 'link'])
      .orWhere(onSeenDocuments(privateOf, 'events'));
  };
}

/** True for the rows that name no document, or one that somebody with this view of private ones sees. */
export function onSeenDocuments(
  privateOf: PrivateOf,
  table: 'events' | 'links' | 'notes',
): Condition {
  return (query) => {
    if (privateOf.everyone) return;
    // A scalar subquery: of "exists", Postgres may read all documents of the workspace first.
    void query.whereNull(`${table}.document_id`).orWhereRaw(
      `(select documents.access_mode <> 'private' or documents.created_by_actor_id = ? from documents
         where documents.workspace_id = ${table}.workspace_id and documents.id = ${table}.document_id)`,
      [privateOf.actorId],
    );
  };
}

/** The document of an id if it is seen with this view of private ones, or undefined. */
export function findDocument(
  hand: ReadHand,
  key: { readonly workspaceId: string; readonly id: string },
  privateOf: PrivateOf,
): Promise<DocumentRow | undefined> {
  return hand.first<DocumentRow>((db) =>
    matchingDocuments(
      hand,
      key.workspaceId,
    )(db)
      .where('documents.id', key.id)
      .where(seenWith(privateOf))
      .select('documents.*'),
  );
}

/** The documents of some ids that are seen with this view of private ones, in one statement and in no order. */
export function findDocuments(
  hand: ReadHand,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  privateOf: PrivateOf,
): Promise<DocumentRow[]> {
  return hand.rows<DocumentRow>((db) =>
    matchingDocuments(
      hand,
      workspaceId,
    )(db)
      .whereIn('documents.id', [...ids])
      .where(seenWith(privateOf))
      .select('documents.*'),
  );
}

/** Those of the ids that name documents which are seen with this view of private ones, in one statement. */
export async function findSeen(
  hand: ReadHand,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  privateOf: PrivateOf,
): Promise<ReadonlySet<string>> {
  const rows = await hand.rows<{ id: string }>((db) =>
    matchingDocuments(
      hand,
      workspaceId,
    )(db)
      .whereIn('documents.id', [...ids])
      .where(seenWith(privateOf))
      .select('documents.id'),
  );
  return new Set(rows.map(({ id }) => id));
}

/** `findDocument` with its row locked until the transaction ends: of several changes one comes after the other. */
export function findDocumentForUpdate(
  hand: WriteHand,
  key: { readonly workspaceId: string; readonly id: string },
  privateOf: PrivateOf,
): Promise<DocumentRow | undefined> {
  return hand.first<DocumentRow>((db) =>
    matchingDocuments(
      hand,
      key.workspaceId,
    )(db)
      .where('documents.id', key.id)
      .where(seenWith(privateOf))
      .select('documents.*')
      .forNoKeyUpdate(),
  );
}

/** Whether an order that is not dropped stands on the document, and whether one of them asks for leave. */
export async function findOrdersOn(
  hand: ReadHand,
  { workspace_id, id }: Pick<DocumentRow, 'workspace_id' | 'id'>,
): Promise<{ readonly any: boolean; readonly asking: boolean }> {
  const rows = await hand.rows<{ requires_proposals: unknown }>((db) =>
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
  hand: WriteHand,
  { workspace_id, id }: Pick<DocumentRow, 'workspace_id' | 'id'>,
  changes: Partial<DocumentRow>,
): Promise<void> {
  await hand.write((db) => db('documents').where({ workspace_id, id }).update(changes));
}

/** Stores a document. */
export async function insertDocument(hand: WriteHand, document: DocumentRow): Promise<void> {
  await hand.write((db) => db('documents').insert(document));
}
