import type { Knex } from 'knex';
import {
  actionable,
  coveredBy,
  notTemplate,
  queueOrder,
  readyAssignedOrClaimedBy,
  unclaimed,
  working,
} from '../../actions';
import { joinActor } from '../../../shared/actors';
import { compiledQuery } from '../../../platform/db/statements/compiled-query';
import { compiledCappedQuery, type Capped } from '../capped-store';
import { actionsOf, viewQuery, type ViewQuery, type ViewSource } from '../metrics-store';
import { beginning } from '../preview-store';
import { listViewConditions } from '../lists/list-scopes-store';

/** An action as the overview shows it; `details` is its beginning only. */
export interface WorkRow {
  readonly id: string;
  readonly title: string;
  readonly project_id: string | null;
  readonly project_title: string | null;
  readonly due_at: string | null;
  readonly defer_until: string | null;
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly assigned_actor_name: string | null;
  readonly assigned_agent_id: string | null;
  readonly assignee_active_at: string | null;
  readonly claim_expires_at: string | null;
  readonly last_activity_at: string;
  readonly details: string | null;
  readonly requirements: string;
}

type ActorViewQuery = ViewQuery & { readonly actorId: string };

const mostRecent = compiledQuery<ActorViewQuery>((db, asked) =>
  workColumns(readyAssignedOrClaimedBy(db, asked).where(notTemplate()).where(working(asked)), db)
    .orderByRaw('actions.last_activity_at desc, actions.id desc')
    .limit(1),
);

/** What the actor works on: its working action of the latest activity. */
export async function findWorking(
  source: ViewSource,
  actorId: string,
): Promise<WorkRow | undefined> {
  return source.reader.first<WorkRow>(mostRecent(source.reader, { ...viewQuery(source), actorId }));
}

const readyWork = compiledCappedQuery<
  WorkRow,
  ActorViewQuery & { readonly except: string | undefined }
>((asked) => ({
  matching: (db) => {
    const query = readyAssignedOrClaimedBy(db, asked).where(actionable(asked));
    return asked.except === undefined ? query : query.whereNot('actions.id', asked.except);
  },
  select: workColumns,
  order: queueOrder,
}));

/** Assigned to the actor or under its live claim, and actionable, in the order to take it, without the action `except`. */
export async function readReady(
  source: ViewSource,
  actorId: string,
  except: string | undefined,
  limit: number,
): Promise<Capped<WorkRow>> {
  return readyWork(source.reader, { ...viewQuery(source), actorId, except }, limit);
}

const waitingWork = compiledCappedQuery<WorkRow, ActorViewQuery>((asked) => ({
  matching: (db) =>
    actionsOf(db, asked)
      .where('actions.assigned_actor_id', asked.actorId)
      .where(listViewConditions.waiting(asked)),
  select: workColumns,
  order: 'actions.last_activity_at, actions.id',
}));

/** Assigned to the actor and waiting, oldest activity first. */
export async function readWaiting(
  source: ViewSource,
  actorId: string,
  limit: number,
): Promise<Capped<WorkRow>> {
  return waitingWork(source.reader, { ...viewQuery(source), actorId }, limit);
}

const poolWork = compiledCappedQuery<WorkRow, ViewQuery & { readonly capabilities: string }>(
  (asked, dialect) => ({
    matching: (db) =>
      actionsOf(db, asked)
        .whereNull('actions.assigned_actor_id')
        .where(actionable(asked))
        .where(unclaimed(asked))
        .where(coveredBy(dialect, asked.capabilities)),
    select: workColumns,
    order: queueOrder,
    first: 'actions',
  }),
);

/** Pool work under no live claim whose requirements the capabilities, a JSON array, cover, in the order to take it. */
export async function readClaimable(
  source: ViewSource,
  capabilities: string,
  limit: number,
): Promise<Capped<WorkRow>> {
  return poolWork(source.reader, { ...viewQuery(source), capabilities }, limit);
}

function workColumns(query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder {
  return joinActor(joinProject(query), 'actions', 'assigned_actor_id', 'assigned').select({
    id: 'actions.id',
    title: 'actions.title',
    project_id: 'actions.project_id',
    project_title: 'place.title',
    due_at: 'actions.due_at',
    defer_until: 'actions.defer_until',
    status: 'actions.status',
    assigned_actor_id: 'actions.assigned_actor_id',
    assigned_actor_name: 'assigned.name',
    assigned_agent_id: 'assigned_agent.id',
    assignee_active_at: 'actions.assignee_active_at',
    claim_expires_at: 'actions.claim_expires_at',
    last_activity_at: 'actions.last_activity_at',
    details: beginning(db, 'actions.details'),
    requirements: 'actions.requirements',
  });
}

/** Joins the action's project, as `place`. */
export function joinProject(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.leftJoin('projects as place', (on) => {
    on.on('place.workspace_id', 'actions.workspace_id').on('place.id', 'actions.project_id');
  });
}
