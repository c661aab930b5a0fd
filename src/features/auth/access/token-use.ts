import type { Database } from '../../../platform/db/connect';
import { transact } from '../../../platform/db/transaction';
import { newId } from '../../../platform/ids';
import type { AgentActor } from '../../../platform/operation';
import { emit } from '../../../shared/events';
import { activateAgent, markUsed } from '../../../shared/tokens';

/** Stores that an agent has used its token, which activates a pending agent. */
export async function recordUse(
  database: Database,
  actor: AgentActor,
  now: string,
  minuteAgo: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    await markUsed(transaction, actor, now, minuteAgo);
    if (!(await activateAgent(transaction, actor, now))) return;
    emit(
      {
        transaction,
        workspaceId: actor.workspaceId,
        now,
        newId: (prefix) => newId(prefix, now),
        actor,
      },
      {
        kind: 'agent.activated',
        subject: { type: 'agent', id: actor.agentId, title: actor.name },
        summary: `${actor.name} reported for the first time.`,
      },
    );
  });
}
