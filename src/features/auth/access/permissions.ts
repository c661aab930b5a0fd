import type { Actor, AgentActor, Permission } from '../../../platform/operation';
import { problem } from '../../../platform/problems';

/** Throws 403 unless the actor is permitted to call the operation. */
export function checkPermission({ people, agents, scope }: Permission, actor: Actor): void {
  if (actor.kind === 'user') {
    if (people === 'none') {
      throw problem('WRONG_ACTOR', 'Only agents can call this operation, with a bearer token.');
    }
    if (people === 'owner' && actor.role !== 'owner') {
      throw problem('FORBIDDEN', 'Only owners of the workspace can call this operation.');
    }
    return;
  }
  if (agents === 'none') {
    throw problem('WRONG_ACTOR', 'Only people can call this operation, with a session cookie.');
  }
  if (scope !== 'none' && !actor.scopes.includes(scope)) {
    throw problem('INSUFFICIENT_SCOPE', `This token lacks the scope ${scope}.`, {
      details: { required_scope: scope },
    });
  }
  if (agents === 'sysadmin' && actor.accessMode !== 'sysadmin') {
    throw problem('FORBIDDEN', 'Only people and sysadmin agents can call this operation.');
  }
  if (agents === 'reviewer' && !actor.canReview) {
    throw problem('FORBIDDEN', 'Only people and agents with can_review can call this operation.');
  }
  if (scope === 'write') checkNotPaused(actor.state);
}

/** Throws 403 `AGENT_NOT_ACTIVE` with `details.state` for a paused agent, which may only read. */
export function checkNotPaused(state: AgentActor['state']): void {
  if (state !== 'paused') return;
  throw problem(
    'AGENT_NOT_ACTIVE',
    'You are paused. You can read, but you cannot write until a person resumes you.',
    { details: { state } },
  );
}
