import { findAgentActor } from '../../../src/shared/actors';
import { attentionETag, toAttention } from '../../../src/features/views/attention/attention-rules';
import { readAttention } from '../../../src/features/views/attention/attention-store';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { Refusal, type Reply, type Call } from './request';
import { sample, sourceOf } from './sample';

/** getAgentAttention of the calling agent. */
export function createAttention(driver: Driver) {
  const { now, workspaceId, agent, actor, capabilities } = sample;
  const find = compiled(driver, { now, workspaceId, agent }, (transaction, given) =>
    findAgentActor(transaction, given.workspaceId, given.agent),
  );
  const read = compiled(
    driver,
    { now, workspaceId, agent, actor, capabilities },
    (transaction, given) =>
      readAttention(sourceOf(transaction, given), {
        id: given.agent,
        actor_id: given.actor,
        access_mode: 'worker',
        capabilities: given.capabilities,
      }),
  );
  return async ({ actor, id, now }: Call): Promise<Reply> => {
    const { workspaceId } = actor;
    if (id !== actor.agentId) throw new Refusal(403, 'The caller is another agent.');
    const agent = await find(driver.reader, { now, workspaceId, agent: id });
    if (agent === undefined) throw new Refusal(404, 'The agent does not exist.');
    const items = await read(driver.reader, {
      now,
      workspaceId,
      agent: id,
      actor: agent.actor_id,
      capabilities: agent.capabilities,
    });
    const body = toAttention(agent, items);
    return { status: 200, body, headers: { ETag: attentionETag(body, items, '1.0') } };
  };
}
