import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import {
  type Condition,
  type Dialect,
  int,
  isOneOf,
} from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import {
  aboutVisibleDocuments,
  type DocumentViewer,
  onVisibleDocuments,
} from '../../../shared/document-visibility';
import { onShownActions } from '../../../shared/plans';
import {
  type CappedList,
  type CappedListDefinition,
  cappedListQuery,
  previewLength,
} from '../capped-store';
import { fromViewerParam, toViewerParam } from '../view-params';

/** The lists of `recent_activity`. */
export type ActivityList =
  'my_actions' | 'my_questions' | 'my_notes' | 'human_on_my_items' | 'order_doc_changes';

/** The parameters of the statement that reads recent activity. */
interface ActivityParams {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly actorId: string;
  /** The start of recent activity, ISO 8601 UTC. */
  readonly since: string;
  /** The start of the plan's history window; null if the plan has none. */
  readonly historyStart: string | null;
  /** An actor that sees only its own private documents; undefined if all are visible. */
  readonly viewerId: string | undefined;
}

const ofActor = 'users.workspace_id = events.workspace_id and users.actor_id = events.actor_id';
const newestByIndex = 'events.created_at desc, events.id desc';
// The expression matches no index. In index order, a database would scan all events of the
// workspace for the few that match.
const newestOfFew = 'coalesce(events.created_at, events.created_at) desc, events.id desc';

/** The definition of each list. */
const activitySources: Record<
  ActivityList,
  (params: ActivityParams, dialect: Dialect) => CappedListDefinition
> = {
  my_actions: (params) =>
    eventSource(params, newestByIndex, (query) =>
      query
        .where({ 'events.actor_id': params.actorId, 'events.subject_type': 'action' })
        // Their texts are among the notes, and their times in the work itself.
        .whereNot('events.kind', 'action.heartbeat'),
    ),
  // Open questions and people's events have lists of their own.
  my_questions: (params) =>
    eventSource(params, newestOfFew, (query) =>
      query
        .where('events.subject_type', 'question')
        .whereIn('events.subject_id', (requests) => void changedRequests(requests, params))
        .whereNotExists((users) => void users.from('users').whereRaw(ofActor)),
    ),
  my_notes: noteSource,
  human_on_my_items: (params, dialect) =>
    eventSource(params, newestOfFew, (query) =>
      query
        .where(byUsers(params, dialect))
        .where((either) => either.where(ofOwnAction(params)).orWhere(ofOwnRequest(params)))
        .where(aboutVisibleDocuments(fromViewerParam(params), dialect)),
    ),
  order_doc_changes: (params, dialect) =>
    eventSource(params, newestOfFew, (query) =>
      query
        .where('events.subject_type', 'document')
        .whereIn('events.subject_id', (documents) =>
          documents
            .from('orders')
            .where({ 'orders.workspace_id': params.workspaceId, 'orders.agent_id': params.agentId })
            .whereNot('orders.state', 'dropped')
            .whereNotNull('orders.document_id')
            .select('orders.document_id'),
        )
        .where(aboutVisibleDocuments(fromViewerParam(params), dialect)),
    ),
};

function historyOf({ workspaceId, historyStart }: ActivityParams) {
  return { workspaceId, start: historyStart };
}

function eventSource(
  params: ActivityParams,
  order: string,
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): CappedListDefinition {
  return {
    matching: (db) =>
      narrow(
        db('events')
          .where('events.workspace_id', params.workspaceId)
          .where('events.created_at', '>=', params.since)
          .where(onShownActions(historyOf(params), 'events')),
      ),
    select: (query, db) =>
      joinAuthor(query, 'events.workspace_id', 'events.actor_id')
        .leftJoin('notes as note', (on) => {
          on.on('note.workspace_id', 'events.workspace_id').on('note.id', 'events.subject_id');
        })
        .select({
          id: 'events.id',
          // The target of a note's event is the record with the note; the event has its title.
          target_id: db.raw(
            'coalesce(note.action_id, note.project_id, note.order_id, note.document_id, note.agent_request_id, events.subject_id)',
          ),
          target_title: 'events.subject_title',
          actor_id: 'author.id',
          actor_name: 'author.name',
          at: 'events.created_at',
          summary: 'events.summary',
        }),
    order,
  };
}

function noteSource(params: ActivityParams): CappedListDefinition {
  return {
    matching: (db) =>
      db('notes')
        .where({
          'notes.workspace_id': params.workspaceId,
          'notes.created_by_actor_id': params.actorId,
        })
        .where(onVisibleDocuments(fromViewerParam(params), 'notes'))
        .where(onShownActions(historyOf(params), 'notes'))
        .whereNull('notes.archived_at')
        .where('notes.created_at', '>=', params.since),
    select: (query, db) => {
      for (const table of ['actions', 'projects', 'orders', 'documents'] as const) {
        void query.leftJoin(table, (on) => {
          on.on(`${table}.workspace_id`, 'notes.workspace_id').on(
            `${table}.id`,
            `notes.${table.slice(0, -1)}_id`,
          );
        });
      }
      void query.leftJoin('agent_requests', (on) => {
        on.on('agent_requests.workspace_id', 'notes.workspace_id').on(
          'agent_requests.id',
          'notes.agent_request_id',
        );
      });
      return joinAuthor(query, 'notes.workspace_id', 'notes.created_by_actor_id').select({
        id: 'notes.id',
        target_id: db.raw(
          'coalesce(notes.action_id, notes.project_id, notes.order_id, notes.document_id, notes.agent_request_id, notes.id)',
        ),
        target_title: db.raw(
          'coalesce(actions.title, projects.title, orders.name, documents.title, substr(agent_requests.question, 1, ?))',
          [previewLength],
        ),
        actor_id: 'author.id',
        actor_name: 'author.name',
        at: 'notes.created_at',
        summary: db.raw('substr(notes.body, 1, ?)', [previewLength]),
      });
    },
    order: 'notes.created_at desc, notes.id desc',
  };
}

function joinAuthor(query: Knex.QueryBuilder, workspace: string, actor: string): Knex.QueryBuilder {
  return query.join('actors as author', (on) => {
    on.on('author.workspace_id', workspace).on('author.id', actor);
  });
}

// A subquery, because for a join Postgres reads the events of all actors one by one.
function byUsers({ workspaceId }: ActivityParams, dialect: Dialect): Condition {
  const users = 'select users.actor_id from users where users.workspace_id = ?';
  const test = dialect === 'postgres' ? `= any (array(${users}))` : `in (${users})`;
  return (query) => void query.whereRaw(`events.actor_id ${test}`, [workspaceId]);
}

// Every event of a request changes the request, so unchanged requests have no recent events.
function changedRequests(
  query: Knex.QueryBuilder,
  { workspaceId, agentId, since }: ActivityParams,
): Knex.QueryBuilder {
  return query
    .from('agent_requests')
    .where({ 'agent_requests.workspace_id': workspaceId, 'agent_requests.agent_id': agentId })
    .where(isOneOf('agent_requests.status', ['resolved']))
    .where('agent_requests.updated_at', '>=', since)
    .select('agent_requests.id');
}

// A scalar subquery per event, because a week has fewer events than an agent has requests. For an
// "exists", Postgres may build the list of all requests.
function ofOwnRequest({ workspaceId, agentId }: ActivityParams): Condition {
  return (query) =>
    void query.whereRaw(
      `(select agent_requests.agent_id from agent_requests
         where agent_requests.workspace_id = ? and agent_requests.id = events.subject_id) = ?`,
      [workspaceId, agentId],
    );
}

function ofOwnAction({ workspaceId, actorId }: ActivityParams): Condition {
  return (query) =>
    void query.whereRaw(
      `(select coalesce(actions.assigned_actor_id = ?, false) or actions.created_by_actor_id = ? from actions
         where actions.workspace_id = ? and actions.id = events.action_id)`,
      [actorId, actorId, workspaceId],
    );
}

/** An entry of recent activity: an event or a note, with the name of its author. */
export interface ActivityRow {
  readonly list: ActivityList;
  readonly id: string;
  readonly target_id: string;
  readonly target_title: string | null;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly at: string;
  readonly summary: string;
}

/** The agent whose activity is read, and whose private documents the caller may see. */
export interface ActivityScope extends Omit<ActivityParams, 'viewerId'> {
  readonly viewer: DocumentViewer;
}

const lists = compiledQuery<ActivityParams & { readonly limit: number }>(
  (db, params, { dialect }) =>
    db.unionAll(
      Object.entries(activitySources).map(([list, source]) =>
        db
          .select(db.raw('cast(? as varchar(40)) as list', [list]), 'part.*')
          .from(cappedListQuery(db, source(params, dialect), params.limit).as('part')),
      ),
    ),
);

/**
 * Recent events and notes by an agent and on its items: each list newest first, at most `limit`
 * entries per list, in one statement.
 */
export async function readActivity(
  reader: Reader,
  { viewer, ...scope }: ActivityScope,
  limit: number,
): Promise<Record<ActivityList, CappedList<ActivityRow>>> {
  const viewerId = toViewerParam(viewer);
  const rows = await reader.rows<ActivityRow & { capped_total: number }>(
    lists(reader, { ...scope, viewerId, limit }),
  );
  const toList = (list: ActivityList): CappedList<ActivityRow> => {
    const listed = rows.filter((row) => row.list === list).toSorted(newestFirst);
    const [first] = listed;
    const omitted = first === undefined ? 0 : int(first.capped_total) - listed.length;
    return { rows: listed, omitted };
  };
  return {
    my_actions: toList('my_actions'),
    my_questions: toList('my_questions'),
    my_notes: toList('my_notes'),
    human_on_my_items: toList('human_on_my_items'),
    order_doc_changes: toList('order_doc_changes'),
  };
}

function newestFirst(one: ActivityRow, other: ActivityRow): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
