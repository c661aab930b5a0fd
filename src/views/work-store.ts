import type { Knex } from 'knex';
import {
  actionable,
  coveredBy,
  notTemplate,
  queueOrder,
  readyHeldBy,
  unclaimed,
  working,
} from '../actions';
import { joinActor } from '../actors';
import { readCapped, type Capped } from './capped-store';
import { actionsOf, type ViewSource } from './metrics-store';
import { beginning } from './preview-store';
import { shownIn } from './shown-store';

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

/** What the actor works on: its working action of the latest activity. */
export async function findWorking(
  source: ViewSource,
  actorId: string,
): Promise<WorkRow | undefined> {
  return source.hand.first<WorkRow>((db) =>
    workColumns(
      readyHeldBy(db, { ...source, actorId })
        .where(notTemplate())
        .where(working(source)),
      db,
    )
      .orderByRaw('actions.last_activity_at desc, actions.id desc')
      .limit(1),
  );
}

/** Assigned to the actor or under its live claim, and actionable, in the order to take it, without the action `except`. */
export async function readReady(
  source: ViewSource,
  actorId: string,
  except: string | undefined,
  limit: number,
): Promise<Capped<WorkRow>> {
  const matching = (db: Knex): Knex.QueryBuilder => {
    const query = readyHeldBy(db, { ...source, actorId }).where(actionable(source));
    return except === undefined ? query : query.whereNot('actions.id', except);
  };
  return readCapped(source.hand, { matching, select: workColumns, order: queueOrder }, limit);
}

/** Assigned to the actor and waiting, oldest activity first. */
export async function readWaiting(
  source: ViewSource,
  actorId: string,
  limit: number,
): Promise<Capped<WorkRow>> {
  const matching = (db: Knex): Knex.QueryBuilder =>
    actionsOf(db, source)
      .where('actions.assigned_actor_id', actorId)
      .where(shownIn.waiting(source));
  const order = 'actions.last_activity_at, actions.id';
  return readCapped(source.hand, { matching, select: workColumns, order }, limit);
}

/** Pool work under no live claim whose requirements the capabilities, a JSON array, cover, in the order to take it. */
export async function readClaimable(
  source: ViewSource,
  capabilities: string,
  limit: number,
): Promise<Capped<WorkRow>> {
  const matching = (db: Knex): Knex.QueryBuilder =>
    actionsOf(db, source)
      .whereNull('actions.assigned_actor_id')
      .where(actionable(source))
      .where(unclaimed(source))
      .where(coveredBy(source.hand.dialect, capabilities));
  return readCapped(source.hand, { matching, select: workColumns, order: queueOrder }, limit);
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
