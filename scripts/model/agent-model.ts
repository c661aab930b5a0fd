import { endClaim } from './action-changes';
import { isLive, isOpen } from './action-facts';
import { demand } from './outcome';
import { note, type Action, type Actor, type Model, type Worker } from './state';

/** Pauses an agent, which can only read from then on; its claims on pool work end. */
export function pauseAgent(model: Model, by: Actor, worker: Worker, isStale: boolean): void {
  checkState(by, worker, isStale);
  if (worker.actor.state === 'paused') return;
  worker.actor.state = 'paused';
  note(model, worker, 'agent.paused');
  endPoolClaims(model, worker.actor);
}

/** Resumes a paused agent. */
export function resumeAgent(model: Model, by: Actor, worker: Worker, isStale: boolean): void {
  checkState(by, worker, isStale);
  if (worker.actor.state !== 'paused') return;
  worker.actor.state = 'active';
  note(model, worker, 'agent.resumed');
}

/** Revokes an agent: its token ends, its order is paused, and its open work returns to the pool. */
export function revokeAgent(model: Model, by: Actor, worker: Worker, isStale: boolean): void {
  checkState(by, worker, isStale);
  const { actor } = worker;
  actor.state = 'revoked';
  note(model, worker, 'agent.revoked', 'token.revoked');
  if (model.participants.order.agent === actor) model.events.push('order.state_changed');
  for (const action of model.actions) {
    if (!isOpen(action) || action.assignee !== actor) continue;
    free(model, action);
    note(model, action, 'action.assigned');
  }
  endPoolClaims(model, actor);
}

function checkState(by: Actor, { actor }: Worker, isStale: boolean): void {
  demand(by.kind === 'user', 'WRONG_ACTOR');
  demand(!isStale, 'STALE_VERSION');
  demand(actor.state !== 'revoked', 'AGENT_REVOKED');
}

function endPoolClaims(model: Model, actor: Actor): void {
  for (const action of model.actions) {
    const { assignee, claim } = action;
    if (!isOpen(action) || assignee !== null) continue;
    if (!isLive(model, claim) || claim.claimant !== actor) continue;
    free(model, action);
    note(model, action, 'action.released');
  }
}

function free(model: Model, action: Action): void {
  endClaim(action);
  action.assignee = null;
  action.activeAt = null;
  action.released = null;
  action.lastActivity = model.now;
}
