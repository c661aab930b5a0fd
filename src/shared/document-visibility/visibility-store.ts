import type { Condition } from '../../platform/db/statements/columns';
import type { ReadHand } from '../../platform/db/hands';
import type { PrivateOf } from './visibility-policy';

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

/** Those of the ids that name documents which are seen with this view of private ones, in one statement. */
export async function findVisibleDocumentIds(
  hand: ReadHand,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  privateOf: PrivateOf,
): Promise<ReadonlySet<string>> {
  const rows = await hand.rows<{ id: string }>((db) =>
    db('documents')
      .where('documents.workspace_id', workspaceId)
      .whereIn('documents.id', [...ids])
      .where(seenWith(privateOf))
      .select('documents.id'),
  );
  return new Set(rows.map(({ id }) => id));
}
