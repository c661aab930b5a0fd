import type { ActionsHandlers } from '../../../../generated/handlers';
import { findAgentActor } from '../../../shared/actors';
import { strings } from '../../../platform/db/statements/columns';
import { notFound } from '../../../platform/problems';
import { toActions } from '../action-mapping';
import { checkMayReadQueue } from '../action-policy';
import { readQueue } from './queue-page-store';

/** Lists the actions that `claim-next` offers an agent, in its order; pool work on request. */
export const getAgentQueue: ActionsHandlers['getAgentQueue'] = async ({ path, query }, ctx) => {
  const { reader, workspaceId, actor, now } = ctx;
  const agent = await findAgentActor(reader, workspaceId, path.id);
  if (agent === undefined) throw notFound('agent', path.id);
  checkMayReadQueue(actor, agent);
  const { include_claimable: pool = false, ...paging } = query;
  const capabilities = pool ? strings(agent.capabilities) : undefined;
  const queue = { workspaceId, now, actorId: agent.actor_id, capabilities };
  const { rows, ...envelope } = await readQueue(reader, queue, paging);
  const items = await toActions(ctx, rows);
  const filters = { include_claimable: pool };
  return { status: 200, body: { items, ...envelope, filters, hidden_count: 0 } };
};
