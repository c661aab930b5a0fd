import type { Knex } from 'knex';
import {
  aboutVisibleDocuments,
  onVisibleDocuments,
  type DocumentViewer,
} from '../../shared/document-visibility';
import { onShownActions } from '../../shared/plans';
import { int, type Condition } from '../../platform/db/statements/columns';
import type { Dialect, Reader } from '../../platform/db/transaction';
import { compiledQuery } from '../../platform/db/statements/compiled-query';
import { cappedQuery, type Capped, type CappedSource } from './capped-store';
import { previewLength } from './preview-rules';
import { viewerOf, viewerIdOf } from './viewer-policy';

/** The lists of `recent_activity`. */
export type ActivityList =
  'my_actions' | 'my_questions' | 'my_notes' | 'human_on_my_items' | 'order_doc_changes';

/** Something that happened, with the name of who did it. */
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

/**
 * Whose activity, from which point in time, the start of the plan's history window, and whose
 * private documents the reader sees.
 */
export interface ActivityScope {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly actorId: string;
  readonly since: string;
  readonly historyStart: string | null;
  readonly privateOf: DocumentViewer;
}

// What a statement is given of it; `viewerId` sees private documents of its own only.
interface ActivityQuery extends Omit<ActivityScope, 'privateOf'> {
  readonly viewerId: string | undefined;
}

const lists = compiledQuery<ActivityQuery & { readonly limit: number }>((db, asked, { dialect }) =>
  db.unionAll(
    Object.entries(sources).map(([list, source]) =>
      db
        .select(db.raw('cast(? as varchar(40)) as list', [list]), 'part.*')
        .from(cappedQuery(db, source(asked, dialect), asked.limit).as('part')),
    ),
  ),
);

/** What happened to and by an agent since then: each list newest first, at most `limit` entries; one statement. */
export async function readActivity(
  reader: Reader,
  { privateOf, ...of }: ActivityScope,
  limit: number,
): Promise<Record<ActivityList, Capped<ActivityRow>>> {
  const viewerId = viewerIdOf(privateOf);
  const rows = await reader.rows<ActivityRow & { capped_total: number }>(
    lists(reader, { ...of, viewerId, limit }),
  );
  const take = (list: ActivityList): Capped<ActivityRow> => {
    const own = rows.filter((row) => row.list === list).toSorted(newestFirst);
    const [first] = own;
    return { rows: own, beyond: first === undefined ? 0 : int(first.capped_total) - own.length };
  };
  return {
    my_actions: take('my_actions'),
    my_questions: take('my_questions'),
    my_notes: take('my_notes'),
    human_on_my_items: take('human_on_my_items'),
    order_doc_changes: take('order_doc_changes'),
  };
}

const newestByIndex = 'events.created_at desc, events.id desc';
// Not in the words of an index: in its order, a database would look at all that has happened in the workspace for the few that match.
const newestOfFew = 'coalesce(events.created_at, events.created_at) desc, events.id desc';

const sources: Record<ActivityList, (of: ActivityQuery, dialect: Dialect) => CappedSource> = {
  my_actions: (of) =>
    eventSource(of, newestByIndex, (query) =>
      query.where({ 'events.actor_id': of.actorId, 'events.subject_type': 'action' }),
    ),
  my_questions: (of) =>
    eventSource(of, newestOfFew, (query) =>
      query
        .where('events.subject_type', 'question')
        .whereIn('events.subject_id', (requests) => void changedRequests(requests, of)),
    ),
  my_notes: noteSource,
  human_on_my_items: (of, dialect) =>
    eventSource(of, newestOfFew, (query) =>
      query
        .where(byPeople(of, dialect))
        .where((either) => either.where(ofOwnAction(of)).orWhere(ofOwnRequest(of)))
        .where(aboutVisibleDocuments(viewerOf(of.viewerId))),
    ),
  order_doc_changes: (of) =>
    eventSource(of, newestOfFew, (query) =>
      query
        .where('events.subject_type', 'document')
        .whereIn('events.subject_id', (documents) =>
          documents
            .from('orders')
            .where({ 'orders.workspace_id': of.workspaceId, 'orders.agent_id': of.agentId })
            .whereNot('orders.state', 'dropped')
            .whereNotNull('orders.document_id')
            .select('orders.document_id'),
        )
        .where(aboutVisibleDocuments(viewerOf(of.viewerId))),
    ),
};

function eventSource(
  of: ActivityQuery,
  order: string,
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): CappedSource {
  return {
    matching: (db) =>
      narrow(
        db('events')
          .where('events.workspace_id', of.workspaceId)
          .where('events.created_at', '>=', of.since)
          .where(onShownActions(of.historyStart, 'events')),
      ),
    select: (query, db) =>
      joinAuthor(query, 'events.workspace_id', 'events.actor_id')
        .leftJoin('notes as told', (on) => {
          on.on('told.workspace_id', 'events.workspace_id').on('told.id', 'events.subject_id');
        })
        .select({
          id: 'events.id',
          // A note happens to what it is on, whose title the event carries.
          target_id: db.raw(
            'coalesce(told.action_id, told.project_id, told.order_id, told.document_id, told.agent_request_id, events.subject_id)',
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

function noteSource(of: ActivityQuery): CappedSource {
  return {
    matching: (db) =>
      db('notes')
        .where({ 'notes.workspace_id': of.workspaceId, 'notes.created_by_actor_id': of.actorId })
        .where(onVisibleDocuments(viewerOf(of.viewerId), 'notes'))
        .where(onShownActions(of.historyStart, 'notes'))
        .whereNull('notes.archived_at')
        .where('notes.created_at', '>=', of.since),
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

// As a list of its own: of a join, Postgres would take the events of all actors one by one, and ask of each what it is about.
function byPeople({ workspaceId }: ActivityQuery, dialect: Dialect): Condition {
  const people = 'select users.actor_id from users where users.workspace_id = ?';
  const test = dialect === 'postgres' ? `= any (array(${people}))` : `in (${people})`;
  return (query) => void query.whereRaw(`events.actor_id ${test}`, [workspaceId]);
}

// An event of a request is one of its changes: what has not changed since then has none.
function changedRequests(
  query: Knex.QueryBuilder,
  { workspaceId, agentId, since }: ActivityQuery,
): Knex.QueryBuilder {
  return query
    .from('agent_requests')
    .where({ 'agent_requests.workspace_id': workspaceId, 'agent_requests.agent_id': agentId })
    .where('agent_requests.updated_at', '>=', since)
    .select('agent_requests.id');
}

// Of each event for itself, and as one value: what an agent has ever had to do with is more than what happens in a week, and of an
// "exists" Postgres may make a list of it all.
function ofOwnRequest({ agentId }: ActivityQuery): Condition {
  return (query) =>
    void query.whereRaw(
      `(select agent_requests.agent_id from agent_requests
         where agent_requests.workspace_id = events.workspace_id and agent_requests.id = events.subject_id) = ?`,
      [agentId],
    );
}

function ofOwnAction({ actorId }: ActivityQuery): Condition {
  return (query) =>
    void query.whereRaw(
      `(select coalesce(actions.assigned_actor_id = ?, false) or actions.created_by_actor_id = ? from actions
         where actions.workspace_id = events.workspace_id and actions.id = events.action_id)`,
      [actorId, actorId],
    );
}

function newestFirst(one: ActivityRow, other: ActivityRow): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
