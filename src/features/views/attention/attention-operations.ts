import type { ViewsHandlers } from '../../../../generated/handlers';
import { checkMayReadOf, findAgentActor } from '../../../shared/actors';
import type { Reply } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import { repeatedView } from '../repeated-views';
import { attentionETag, readAttention, toAttention } from './attention-store';

const repeated = repeatedView<Reply<'getAgentAttention'>>();

/** GET /v1/agents/{id}/attention: whether the agent has something to do. */
export const getAgentAttention: ViewsHandlers['getAgentAttention'] = ({ path }, ctx) => {
  const dependsOn = { hasPresence: false, agentId: undefined, dependsOnCaller: true };
  return repeated.read(ctx, { ...dependsOn, input: path.id }, async () => {
    const agent = await findAgentActor(ctx.reader, ctx.workspaceId, path.id);
    if (agent === undefined) throw notFound('agent', path.id);
    checkMayReadOf(ctx.actor, agent, 'the views');
    const items = await readAttention(ctx, agent);
    const attention = toAttention(agent, items);
    const etag = attentionETag(attention, items, ctx.epoch);
    return { status: 200, body: attention, headers: { ETag: etag } };
  });
};
