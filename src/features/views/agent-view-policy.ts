import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/**
 * Checks that the caller may read the overview and the attention of an agent: the agent itself,
 * sysadmin agents and people may. Throws 403 `FORBIDDEN` otherwise.
 */
export function checkMayReadAgentViews(
  actor: Actor,
  agent: { readonly id: string; readonly name: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === agent.id)
    return;
  throw problem(
    'FORBIDDEN',
    `You cannot read the views of ${agent.name}: only that agent, sysadmin agents and people can.`,
  );
}
