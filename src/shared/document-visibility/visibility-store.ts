import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import type { Condition, Dialect } from '../../platform/db/statements/columns';
import type { Actor } from '../../platform/operation';

/** True for the documents that the viewer sees. */
export function visibleTo(viewer: DocumentViewer): Condition {
  return (query) => {
    if (viewer.everyone) return;
    void query
      .whereNot('documents.access_mode', 'private')
      .orWhere('documents.created_by_actor_id', viewer.actorId);
  };
}

/** The documents of a workspace that the viewer sees, to filter, count and page. */
export function visibleDocuments(
  db: Knex,
  workspaceId: string,
  viewer: DocumentViewer,
): Knex.QueryBuilder {
  return db('documents').where('documents.workspace_id', workspaceId).where(visibleTo(viewer));
}

/**
 * True for events about no document, and for events about a document that the viewer sees, or about
 * a note or link on it. An order shows the id of its document to everyone, so its events do too. A
 * proposal that changes a document, and a note on that proposal, are about the document as well.
 */
export function aboutVisibleDocuments(
  viewer: DocumentViewer,
  dialect: Dialect,
  table: 'events' | 'agent_news' = 'events',
): Condition {
  return (query) => {
    if (viewer.everyone) return;
    const { workspaceId, actorId } = viewer;
    const { sql, parameters } = privateTo(table, dialect, '?');
    void query.whereRaw(`coalesce(${sql}, ?) like '%' || ? || '%'`, [
      ...Array.from({ length: parameters }, () => workspaceId),
      actorId,
      actorId,
    ]);
  };
}

/**
 * SQL for the actors, besides people and sysadmin agents, that see what an event is about, if that
 * is a private document, or a note, a link or a proposal about one; null for any other event. With
 * the number of its parameters, which are the workspace if that is `?`.
 */
export function privateTo(
  table: 'events' | 'agent_news',
  dialect: Dialect,
  workspace: '?' | 'events.workspace_id',
): { readonly sql: string; readonly parameters: number } {
  const request = `case ${table}.subject_type when 'proposal' then ${table}.subject_id
    when 'note' then (select notes.agent_request_id from notes
      where notes.workspace_id = ${workspace} and notes.id = ${table}.subject_id) end`;
  const sql = `(case when ${table}.subject_type in ('document', 'note', 'link')
      and ${table}.document_id is not null then
    (select documents.created_by_actor_id from documents
      where documents.workspace_id = ${workspace} and documents.id = ${table}.document_id
        and documents.access_mode = 'private')
    when ${table}.subject_type in ('proposal', 'note') then
    (select documents.created_by_actor_id || ' ' || agent_requests.created_by_actor_id
      from agent_requests join documents on documents.workspace_id = agent_requests.workspace_id
        and documents.id = ${payloadId[dialect]} and documents.access_mode = 'private'
      where agent_requests.workspace_id = ${workspace}
        and agent_requests.operation = 'updateDocument' and agent_requests.id = ${request}) end)`;
  return { sql, parameters: workspace === '?' ? 3 : 0 };
}

const payloadId: Readonly<Record<Dialect, string>> = {
  postgres: "(agent_requests.payload::json ->> 'id')",
  sqlite: "json_extract(agent_requests.payload, '$.id')",
};

/** True for rows that refer to no document, or to one that the viewer sees. */
export function onVisibleDocuments(
  viewer: DocumentViewer,
  table: 'events' | 'agent_news' | 'links' | 'notes',
): Condition {
  return (query) => {
    if (viewer.everyone) return;
    // A scalar subquery: with "exists", Postgres may read all documents of the workspace first.
    void query.whereNull(`${table}.document_id`).orWhereRaw(
      `(select documents.access_mode <> 'private' or documents.created_by_actor_id = ? from documents
         where documents.workspace_id = ? and documents.id = ${table}.document_id)`,
      [viewer.actorId, viewer.workspaceId],
    );
  };
}

/**
 * True for proposals that the viewer sees: all but those that change a private document of another
 * actor, because the payload has its text. Who made a proposal always sees it.
 */
export function visibleProposals(viewer: DocumentViewer, dialect: Dialect): Condition {
  const id = payloadId[dialect];
  return (query) => {
    if (viewer.everyone) return;
    const { workspaceId, actorId } = viewer;
    void query.whereRaw(
      `coalesce((case when agent_requests.operation = 'updateDocument'
           and agent_requests.created_by_actor_id <> ? then
         (select documents.created_by_actor_id from documents
           where documents.workspace_id = ? and documents.id = ${id}
             and documents.access_mode = 'private') end), ?) = ?`,
      [actorId, workspaceId, actorId, actorId],
    );
  };
}

/** True for notes on no proposal, and for notes on a proposal that the viewer sees. */
export function onVisibleProposals(viewer: DocumentViewer, dialect: Dialect): Condition {
  return (query) => {
    if (viewer.everyone) return;
    void query.whereNull('notes.agent_request_id').orWhereExists((requests) => {
      void requests
        .from('agent_requests')
        .where('agent_requests.workspace_id', viewer.workspaceId)
        .whereRaw('agent_requests.id = notes.agent_request_id')
        .where(visibleProposals(viewer, dialect));
    });
  };
}

/** Returns those ids that name documents visible to the viewer. */
export async function findVisibleDocumentIds(
  reader: Reader,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
  viewer: DocumentViewer,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ id: string }>((db) =>
    visibleDocuments(db, workspaceId, viewer)
      .whereIn('documents.id', [...ids])
      .select('documents.id'),
  );
  return new Set(rows.map(({ id }) => id));
}

/** A viewer of documents, who sees the private documents of everyone or only those of one actor. */
export type DocumentViewer =
  | { readonly everyone: true }
  | { readonly everyone: false; readonly workspaceId: string; readonly actorId: string };

/**
 * The viewer that an actor is: people and sysadmin agents see every private document, workers their
 * own.
 */
export function documentViewer(actor: Actor): DocumentViewer {
  return actor.kind === 'user' || (actor.accessMode === 'sysadmin' && !actor.seesAsWorker)
    ? { everyone: true }
    : { everyone: false, workspaceId: actor.workspaceId, actorId: actor.id };
}

/** The viewer that an agent is, whoever asks. */
export function agentViewer(
  workspaceId: string,
  agent: { readonly actor_id: string; readonly access_mode: 'worker' | 'sysadmin' },
): DocumentViewer {
  return agent.access_mode === 'sysadmin'
    ? { everyone: true }
    : { everyone: false, workspaceId, actorId: agent.actor_id };
}
