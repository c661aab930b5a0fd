import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import { actionable, actionsOf, notOfActor, notTemplate, worker, working } from '../../actions';
import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { viewParams, type ViewContext, type ViewParams } from '../view-params';
import { listViewConditions } from '../list-conditions-store';

type Overview = components['schemas']['AgentOverview'];

const countsElsewhere = compiledQuery<ViewParams & { readonly actorId: string }>((db, params) => {
  const actions = (): Knex.QueryBuilder => actionsOf(db, params.workspaceId).where(notTemplate());
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
