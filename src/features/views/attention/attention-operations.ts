import type { ViewsHandlers } from '../../../../generated/handlers';
import { findAgentActor } from '../../../shared/actors';
import { notFound } from '../../../platform/problems';
import { attentionETag, readAttention, toAttention } from './attention-store';
import { checkMayReadAgentViews } from '../view-params';

/** GET /v1/agents/{id}/attention: whether the agent has something to do, in two statements. */
export const getAgentAttention: ViewsHandlers['getAgentAttention'] = async ({ path }, ctx) => {
  const agent = await findAgentActor(ctx.reader, ctx.workspaceId, path.id);
  if (agent === undefined) throw notFound('agent', path.id);
  checkMayReadAgentViews(ctx.actor, agent);
  const items = await readAttention(ctx, agent);
  const attention = toAttention(agent, items);
  const etag = attentionETag(attention, items, ctx.epoch);
  return { status: 200, body: attention, headers: { ETag: etag } };
};
