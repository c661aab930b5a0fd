import type { Knex } from 'knex';
import { actorColumns, joinActor, type ActorRow } from '../../shared/actors';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { visibleTo, type DocumentViewer } from '../../shared/document-visibility';
import { unpack } from '../../platform/db/packed-text';
import { updateVersioned } from '../../platform/db/statements/compiled';
import { type DocumentRow, type ReviewState } from './document-store';

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
