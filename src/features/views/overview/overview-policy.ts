import type { Actor } from '../../../platform/operation';
import { problem } from '../../../platform/problems';

/** What there is for an agent is for the agent itself, sysadmin agents and people; anyone else is refused with 403 `FORBIDDEN`. */
export function requireOverviewReader(
  actor: Actor,
  agent: { readonly id: string; readonly name: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === agent.id)
    return;
  throw problem(
    'FORBIDDEN',
    `What there is for ${agent.name} is for itself, sysadmins and people.`,
  );
}
