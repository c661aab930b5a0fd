import type { Condition } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/transaction';
import type { DocumentViewer } from './visibility-policy';

/** True for the documents that somebody with this view of private ones sees. */
export function visibleTo(privateOf: DocumentViewer): Condition {
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
export function aboutVisibleDocuments(privateOf: DocumentViewer): Condition {
  return (query) => {
    if (privateOf.everyone) return;
    void query
      .whereNotIn('events.subject_type', ['document', 'note', 'link'])
      .orWhere(onVisibleDocuments(privateOf, 'events'));
  };
}

/** True for the rows that name no document, or one that somebody with this view of private ones sees. */
export function onVisibleDocuments(
  privateOf: DocumentViewer,
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
  reader: Reader,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  privateOf: DocumentViewer,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ id: string }>((db) =>
    db('documents')
      .where('documents.workspace_id', workspaceId)
      .whereIn('documents.id', [...ids])
      .where(visibleTo(privateOf))
      .select('documents.id'),
  );
  return new Set(rows.map(({ id }) => id));
}
