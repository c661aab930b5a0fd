import type { Knex } from 'knex';
import { actionsOf, notTemplate, open } from '../../actions';
import { activeProjects, projectOrder } from '../active-projects-store';
import { compiledCappedList, type CappedList } from '../capped-store';
import { previewColumn } from '../preview-store';
import type { ViewContext } from '../view-params';

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
    .where(notTemplate())
    .select(db.raw("coalesce(actions.project_id, '')"));
}
