import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import {
  actionable,
  actionsOf,
  notOfActor,
  notTemplate,
  open,
  worker,
  working,
} from '../../actions';
import { type CappedList, compiledCappedList } from '../capped-store';
import { listViewConditions } from '../list-conditions-store';
import { previewColumn } from '../preview-store';
import { activeProjects, projectOrder } from '../project-queries-store';
import { type ViewContext, viewParams, type ViewParams } from '../view-params';

type Overview = components['schemas']['AgentOverview'];

const countsElsewhere = compiledQuery<ViewParams & { readonly actorId: string }>((db, params) => {
  const actions = (): Knex.QueryBuilder =>
    actionsOf(db, params.workspaceId).where(notTemplate(params.workspaceId));
  const others = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query
      .whereNotNull('actions.assigned_actor_id')
      .whereNot('actions.assigned_actor_id', params.actorId);
  const notMine = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.where((either) =>
      either
        .whereNull('actions.assigned_actor_id')
        .orWhereNot('actions.assigned_actor_id', params.actorId),
    );
  const agents = (): Knex.QueryBuilder =>
    db('agents')
      .where('agents.workspace_id', params.workspaceId)
      .whereNot('agents.actor_id', params.actorId)
      .whereNot('agents.state', 'revoked');
  return db.select([
    others(actionsOf(db, params.workspaceId).where(actionable(params)))
      .count('*')
      .as('ready'),
    actions()
      .where(working(params))
      .whereRaw(`${worker} <> ?`, [params.actorId])
      .count('*')
      .as('active'),
    actionsOf(db, params.workspaceId)
      .where(listViewConditions.waiting(params))
      .where(notOfActor(params))
      .count('*')
      .as('waiting'),
    notMine(actionsOf(db, params.workspaceId).where(listViewConditions.inbox(params)))
      .count('*')
      .as('inbox'),
    agents().count('*').as('agents'),
    agents()
      .whereIn('agents.actor_id', actions().where(working(params)).select(db.raw(worker)))
      .count('*')
      .as('working_agents'),
  ]);
});

/**
 * Counts the open work of others and the other agents that are not revoked, in one statement. Each
 * count uses the condition of the list of the same name.
 */
export async function countElsewhere(
  ctx: ViewContext,
  actorId: string,
): Promise<{ elsewhere: Overview['elsewhere']; otherAgents: Overview['other_agents'] }> {
  const row = await ctx.reader.first<Record<string, number>>(
    countsElsewhere(ctx.reader, { ...viewParams(ctx), actorId }),
  );
  const count = (name: string): number => int(row?.[name] ?? 0);
  return {
    elsewhere: {
      other_ready_actions: count('ready'),
      other_active_actions: count('active'),
      other_waiting_actions: count('waiting'),
      other_inbox_items: count('inbox'),
    },
    otherAgents: { count: count('agents'), working_count: count('working_agents') },
  };
}

/** An active project in which the agent has open work; `description` is cut for a preview. */
export interface OwnProjectRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly open_action_count: number;
  readonly my_action_count: number;
}

interface ActorParams {
  readonly workspaceId: string;
  readonly actorId: string;
}

const ownProjects = compiledCappedList<OwnProjectRow, ActorParams>((params) => ({
  matching: (db) =>
    activeProjects(db, params.workspaceId).whereIn('projects.id', projectsWithWorkOf(db, params)),
  select: (query, db) => {
    const inProject = (): Knex.QueryBuilder =>
      actionsOf(db, params.workspaceId)
        .where('actions.project_id', db.ref('projects.id'))
        .where(open())
        .where('actions.is_template', false)
        .count('*');
    return query
      .select({ id: 'projects.id', title: 'projects.title' })
      .select({ description: previewColumn(db, 'projects.description') })
      .select(inProject().as('open_action_count'))
      .select(inProject().where('actions.assigned_actor_id', params.actorId).as('my_action_count'));
  },
  order: projectOrder,
  // Otherwise SQLite counts the actions of all matching projects before it sorts them.
  first: 'projects',
}));

/** Active projects with open work of the actor, the nearest due date first. */
export async function readOwnProjects(
  { reader, workspaceId }: ViewContext,
  actorId: string,
  limit: number,
): Promise<CappedList<OwnProjectRow>> {
  return ownProjects(reader, { workspaceId, actorId }, limit);
}

const otherProjects = compiledCappedList<{ readonly title: string }, ActorParams>((params) => ({
  matching: (db) =>
    activeProjects(db, params.workspaceId).whereNotIn(
      'projects.id',
      projectsWithWorkOf(db, params),
    ),
  select: (query) => query.select('projects.title'),
  order: 'projects.created_at desc, projects.id desc',
}));

/** Titles of the active projects without open work of the actor, newest first. */
export async function readOtherProjects(
  { reader, workspaceId }: ViewContext,
  actorId: string,
  limit: number,
): Promise<CappedList<{ readonly title: string }>> {
  return otherProjects(reader, { workspaceId, actorId }, limit);
}

// `not in` fails on null. With `is not null`, the planner uses the index on projects instead of
// the one on assignees, so null becomes an empty string.
function projectsWithWorkOf(db: Knex, params: ActorParams): Knex.QueryBuilder {
  return actionsOf(db, params.workspaceId)
    .where('actions.assigned_actor_id', params.actorId)
    .where(open())
    .where(notTemplate(params.workspaceId))
    .select(db.raw("coalesce(actions.project_id, '')"));
}
