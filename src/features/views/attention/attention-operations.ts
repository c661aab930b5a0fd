import type { ViewsHandlers } from '../../../../generated/handlers';
import { findAgentActor } from '../../../shared/actors';
import { notFound } from '../../../platform/problems';
import { attentionTag, attentionTo } from './attention-rules';
import { readAttention } from './attention-store';
import { requireOverviewReader } from '../overview/overview-policy';

/** GET /v1/agents/{id}/attention: whether there is something for the agent to do, in two statements. */
export const getAgentAttention: ViewsHandlers['getAgentAttention'] = async ({ path }, ctx) => {
  const agent = await findAgentActor(ctx.reader, ctx.workspaceId, path.id);
  if (agent === undefined) throw notFound('agent', path.id);
  requireOverviewReader(ctx.actor, agent);
  const items = await readAttention(ctx, agent);
  const attention = attentionTo(agent, items);
  return { status: 200, body: attention, headers: { ETag: attentionTag(attention, items) } };
};
