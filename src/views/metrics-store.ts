import type { Knex } from 'knex';
import type { components } from '../../generated/types';
import { notTemplate, stalled, working } from '../actions';
import { int } from '../platform/db/columns';
import type { ReadContext } from '../platform/operation';

/** What a view needs of its request. */
export type ViewSource = Pick<ReadContext, 'hand' | 'workspaceId' | 'now' | 'settings'>;

type Metrics = components['schemas']['Metrics'];

/** The actions of the workspace, to narrow down. */
export function actionsOf(db: Knex, { workspaceId }: ViewSource): Knex.QueryBuilder {
  return db('actions').where('actions.workspace_id', workspaceId);
}

/** The workspace in six numbers (product section 5), in one statement of which each part has its index. */
export async function readMetrics(source: ViewSource): Promise<Metrics> {
  const row = await source.hand.first<Metrics>((db) => {
    const count = (name: keyof Metrics, query: Knex.QueryBuilder): Knex.QueryBuilder =>
      query.count('*').as(name);
    const actions = (): Knex.QueryBuilder => actionsOf(db, source).where(notTemplate());
    const { workspaceId } = source;
    return db.select([
      count('inbox_count', actions().where('actions.status', 'inbox')),
      count(
        'review_count',
        actions().where({ 'actions.status': 'done', 'actions.review_state': 'pending' }),
      ),
      count('active_count', actions().where(working(source))),
      count('stalled_count', actions().where(stalled(source))),
      count('agent_count', db('agents').where({ workspace_id: workspaceId, state: 'active' })),
      count(
        'question_count',
        db('agent_requests').where({ workspace_id: workspaceId, kind: 'question', status: 'open' }),
      ),
    ]);
  });
  return {
    inbox_count: int(row?.inbox_count ?? 0),
    review_count: int(row?.review_count ?? 0),
    active_count: int(row?.active_count ?? 0),
    stalled_count: int(row?.stalled_count ?? 0),
    agent_count: int(row?.agent_count ?? 0),
    question_count: int(row?.question_count ?? 0),
  };
}
