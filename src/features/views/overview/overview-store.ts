import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import { actionable, notTemplate, worker, working } from '../../actions';
import { int } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled-query';
import { actionsOf, viewQuery, type ViewQuery, type ViewSource } from '../metrics-store';
import { listViewConditions } from '../lists/list-scopes-store';

type Overview = components['schemas']['AgentOverview'];

const elsewhere = compiledQuery<ViewQuery & { readonly actorId: string }>((db, asked) => {
  const actions = (): Knex.QueryBuilder => actionsOf(db, asked).where(notTemplate());
  const others = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query
      .whereNotNull('actions.assigned_actor_id')
      .whereNot('actions.assigned_actor_id', asked.actorId);
  const notMine = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.where((either) =>
      either
        .whereNull('actions.assigned_actor_id')
        .orWhereNot('actions.assigned_actor_id', asked.actorId),
    );
  const agents = (): Knex.QueryBuilder =>
    db('agents')
      .where('agents.workspace_id', asked.workspaceId)
      .whereNot('agents.actor_id', asked.actorId)
      .whereNot('agents.state', 'revoked');
  return db.select([
    others(actionsOf(db, asked).where(actionable(asked)))
      .count('*')
      .as('ready'),
    actions()
      .where(working(asked))
      .whereRaw(`${worker} <> ?`, [asked.actorId])
      .count('*')
      .as('active'),
    notMine(actionsOf(db, asked).where(listViewConditions.waiting(asked)))
      .count('*')
      .as('waiting'),
    notMine(actionsOf(db, asked).where(listViewConditions.inbox(asked)))
      .count('*')
      .as('inbox'),
    agents().count('*').as('agents'),
    agents()
      .whereIn('agents.actor_id', actions().where(working(asked)).select(db.raw(worker)))
      .count('*')
      .as('working_agents'),
  ]);
});

/**
 * Open work that is not the actor's, and the other agents that are not revoked, in one statement, each by
 * the definition of the list of that name.
 */
export async function countElsewhere(
  source: ViewSource,
  actorId: string,
): Promise<{ elsewhere: Overview['elsewhere']; otherAgents: Overview['other_agents'] }> {
  const row = await source.reader.first<Record<string, number>>(
    elsewhere(source.reader, { ...viewQuery(source), actorId }),
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
