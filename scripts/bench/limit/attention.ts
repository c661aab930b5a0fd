import { attentionTag, attentionTo } from '../../../src/views/attention-rules';
import { readAttention } from '../../../src/views/attention-store';
import { findSubject } from '../../../src/views/overview-store';
import { settings } from './action';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { Refusal, type Answer, type Call } from './request';
import { sample } from './write-actions';

/** getAgentAttention of the calling agent. */
export function createAttention(driver: Driver) {
  const find = compiled(
    driver,
    { now: sample.now, workspaceId: '(workspace)', agent: '(agent)' },
    (hand, { now, workspaceId, agent }) => findSubject({ hand, now, workspaceId, settings }, agent),
  );
  const read = compiled(
    driver,
    {
      now: sample.now,
      workspaceId: '(workspace)',
      agent: '(agent)',
      actor: '(actor)',
      capabilities: '["(capability)"]',
    },
    (hand, { now, workspaceId, agent, actor, capabilities }) =>
      readAttention(
        { hand, now, workspaceId, settings },
        { id: agent, actor_id: actor, capabilities, state: 'active', name: '' },
      ),
  );
  return async ({ actor, id, now }: Call): Promise<Answer> => {
    const { workspaceId } = actor;
    if (id !== actor.agentId) throw new Refusal(403, 'It is somebody else’s.');
    const agent = await find(driver.reader, { now, workspaceId, agent: id });
    if (agent === undefined) throw new Refusal(404, 'There is no such agent.');
    const { capabilities } = agent;
    const items = await read(driver.reader, {
      now,
      workspaceId,
      agent: id,
      actor: agent.actor_id,
      capabilities,
    });
    const body = attentionTo(agent, items);
    return { status: 200, body, headers: { ETag: attentionTag(body, items) } };
  };
}
