import type { ViewsHandlers } from '../../../../generated/handlers';
import { checkMayReadOf, findAgentActor } from '../../../shared/actors';
import { notFound } from '../../../platform/problems';
import { attentionETag, readAttention, toAttention } from './attention-store';

/** GET /v1/agents/{id}/attention: whether the agent has something to do, in two statements. */
export const getAgentAttention: ViewsHandlers['getAgentAttention'] = async ({ path }, ctx) => {
  const agent = await findAgentActor(ctx.reader, ctx.workspaceId, path.id);
  if (agent === undefined) throw notFound('agent', path.id);
  checkMayReadOf(ctx.actor, agent, 'the views');
  const items = await readAttention(ctx, agent);
  const attention = toAttention(agent, items);
  const etag = attentionETag(attention, items, ctx.epoch);
  return { status: 200, body: attention, headers: { ETag: etag } };
};
