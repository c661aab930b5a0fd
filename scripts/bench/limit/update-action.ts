import { updateActionRow } from '../../../src/features/actions/action-store';
import { createActionWriter } from './action-writer';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { Refusal, textOf } from './request';
import { sample } from './sample';
import type { Write } from './write';

/**
 * updateAction as the benchmark requests it: a new title for an action that the calling agent has
 * claimed.
 */
export function createUpdateAction(driver: Driver): Write {
  const actions = createActionWriter(driver);
  const { now, workspaceId, id, actor } = sample;
  const update = compiled(
    driver,
    { now, workspaceId, id, actor, title: '(title)' },
    (transaction, given) =>
      updateActionRow(
        transaction,
        { workspace_id: given.workspaceId, id: given.id },
        {
          last_activity_at: given.now,
          assignee_active_at: given.now,
          updated_at: given.now,
          updated_by_actor_id: given.actor,
          title: given.title,
          title_by_actor_id: given.actor,
        },
      ),
  );
  return async (call, connection) => {
    const { actor, now, id, body } = call;
    const title = textOf(body, 'title');
    const row = await actions.lockOpen(connection, call);
    if (title === null || title === row.title) throw new Refusal(400, 'Send a new title.');
    const isClaimed = row.claimed_by_actor_id === actor.id && (row.claim_expires_at ?? '') > now;
    if (!isClaimed || row.assigned_actor_id !== actor.id) {
      throw new Refusal(403, 'The caller has not claimed the action.');
    }
    const { workspaceId } = actor;
    await update(connection, {
      now,
      workspaceId,
      id,
      actor: actor.id,
      title,
    });
    const { row: after, ...reply } = await actions.replyWithAction(connection, call, id);
    const summary = `${actor.name} changed title.`;
    return { reply, event: { kind: 'action.updated', summary, action: after } };
  };
}
