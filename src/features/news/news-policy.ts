import type { Actor } from '../../platform/operation';
import { problem } from '../../platform/problems';

interface Agent {
  readonly id: string;
  readonly name: string;
}

/** Throws 403 `FORBIDDEN` unless the caller is the agent, a sysadmin agent or a person. */
export function checkMayReadNews(actor: Actor, agent: Agent): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === agent.id)
    return;
  throw problem(
    'FORBIDDEN',
    `Only people, sysadmin agents and ${agent.name} can read the news of ${agent.name}.`,
  );
}

/** Throws 403 `FORBIDDEN` unless the caller is the agent. */
export function checkMayMarkRead(actor: Actor, agent: Agent): void {
  if (actor.kind === 'agent' && actor.agentId === agent.id) return;
  throw problem('FORBIDDEN', `Only ${agent.name} can mark its news as read.`);
}
