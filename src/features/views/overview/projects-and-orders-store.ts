import type { Knex } from 'knex';
import { notTemplate, open } from '../../actions';
import { isFalse, isOneOf } from '../../../platform/db/statements/columns';
import { compiledCappedQuery, type Capped } from '../capped-store';
import { actionsOf, type ViewSource } from '../metrics-store';
import { beginning } from '../preview-store';

/** An active project in which the agent has open work; `description` is its beginning only. */
export interface OwnProjectRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly open_action_count: number;
  readonly my_action_count: number;
}

/** An order as views show it. */
export interface OrderRow {
  readonly id: string;
  readonly assigned_actor_id: string;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly name: string;
  readonly summary: string | null;
  readonly domain_id: string | null;
}

/**
 * The nearest due date first, then the newest. Not in the words of an index: SQLite would follow the order through all projects that ever
 * were, instead of sorting the active ones.
 */
export const projectOrder =
  'case when projects.due_at is null then 1 else 0 end, projects.due_at, projects.created_at desc, projects.id desc';

/** The projects that views show: active, no templates. */
export function activeProjects(
  db: Knex,
  { workspaceId }: { readonly workspaceId: string },
): Knex.QueryBuilder {
  return db('projects')
    .where('projects.workspace_id', workspaceId)
    .where(isOneOf('projects.state', ['active']))
    .where(isFalse('projects.is_template'));
}

interface AskedOfActor {
  readonly workspaceId: string;
  readonly actorId: string;
}

const ownProjects = compiledCappedQuery<OwnProjectRow, AskedOfActor>((asked) => ({
  matching: (db) => activeProjects(db, asked).whereIn('projects.id', projectsWithWorkOf(db, asked)),
  select: (query, db) => {
    const inProject = (): Knex.QueryBuilder =>
      actionsOf(db, asked)
        .where('actions.project_id', db.ref('projects.id'))
        .where(open())
        .where('actions.is_template', false)
        .count('*');
    return query
      .select({ id: 'projects.id', title: 'projects.title' })
      .select({ description: beginning(db, 'projects.description') })
      .select(inProject().as('open_action_count'))
      .select(inProject().where('actions.assigned_actor_id', asked.actorId).as('my_action_count'));
  },
  order: projectOrder,
}));

/** Active projects with open work of the actor, the nearest due date first. */
export async function readOwnProjects(
  { reader, workspaceId }: ViewSource,
  actorId: string,
  limit: number,
): Promise<Capped<OwnProjectRow>> {
  return ownProjects(reader, { workspaceId, actorId }, limit);
}

const otherProjects = compiledCappedQuery<{ readonly title: string }, AskedOfActor>((asked) => ({
  matching: (db) =>
    activeProjects(db, asked).whereNotIn('projects.id', projectsWithWorkOf(db, asked)),
  select: (query) => query.select('projects.title'),
  order: 'projects.created_at desc, projects.id desc',
}));

/** Titles of the active projects without open work of the actor, newest first. */
export async function readOtherProjects(
  { reader, workspaceId }: ViewSource,
  actorId: string,
  limit: number,
): Promise<Capped<{ readonly title: string }>> {
  return otherProjects(reader, { workspaceId, actorId }, limit);
}

const activeOrders = compiledCappedQuery<
  OrderRow,
  { readonly workspaceId: string; readonly agentId: string | undefined }
>((asked) => ({
  matching: (db) => {
    const query = db('orders').where({
      'orders.workspace_id': asked.workspaceId,
      'orders.state': 'active',
    });
    return asked.agentId === undefined ? query : query.where('orders.agent_id', asked.agentId);
  },
  select: (query) =>
    query
      .join('actors as keeper', (on) => {
        on.on('keeper.workspace_id', 'orders.workspace_id').on(
          'keeper.id',
          'orders.assigned_actor_id',
        );
      })
      .select('orders.id', 'orders.assigned_actor_id', 'orders.agent_id', 'orders.name')
      .select('orders.summary', 'orders.domain_id', 'keeper.name as agent_name'),
  order: 'orders.position is null, orders.position, orders.created_at, orders.id',
}));

/** Active orders, of one agent or of all, in their order. */
export async function readOrders(
  { reader, workspaceId }: ViewSource,
  agentId: string | undefined,
  limit: number,
): Promise<Capped<OrderRow>> {
  return activeOrders(reader, { workspaceId, agentId }, limit);
}

// `not in` knows nothing of null, and `is not null` would be looked for by the index of projects instead of the assignee's.
function projectsWithWorkOf(db: Knex, asked: AskedOfActor): Knex.QueryBuilder {
  return actionsOf(db, asked)
    .where('actions.assigned_actor_id', asked.actorId)
    .where(open())
    .where(notTemplate())
    .select(db.raw("coalesce(actions.project_id, '')"));
}
