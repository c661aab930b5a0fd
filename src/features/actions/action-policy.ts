import type { Actor } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';

/** The fields of an action that permissions depend on. */
export interface PolicyAction {
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly assignee_kind: 'user' | 'agent' | 'system' | null;
  readonly assignee_name: string | null;
  readonly created_by_actor_id: string;
  readonly requirements: readonly string[];
}

/** Whether the action is pool work: ready and unassigned. */
export function isPool(action: Pick<PolicyAction, 'status' | 'assigned_actor_id'>): boolean {
  return action.status === 'ready' && action.assigned_actor_id === null;
}

/** Whether an agent's capabilities cover pool work. */
function matchesPool(actor: Actor, action: PolicyAction): boolean {
  return isPool(action) && covers(actor, action);
}

function covers(actor: Actor, { requirements }: Pick<PolicyAction, 'requirements'>): boolean {
  return (
    actor.kind === 'agent' &&
    requirements.every((requirement) => actor.capabilities.includes(requirement))
  );
}

/**
 * Throws 403 unless the actor may change the action. People and sysadmin agents may change any
 * action. A worker may change its own actions, pool work that it can do, and actions that it
 * created unless an agent is their assignee.
 */
export function checkMayChange(actor: Actor, action: PolicyAction): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (action.assigned_actor_id === actor.id || matchesPool(actor, action)) return;
  if (action.created_by_actor_id === actor.id && action.assignee_kind !== 'agent') return;
  throw cannotChange(action);
}

/**
 * Throws 403 unless the actor may complete the action. People and sysadmin agents may complete any
 * action. A worker may complete its own actions, pool work that it can do, and unassigned actions
 * that it created and that are not ready.
 */
export function checkMayComplete(actor: Actor, action: PolicyAction): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (action.assigned_actor_id === actor.id || matchesPool(actor, action)) return;
  const isCaptured = action.assigned_actor_id === null && action.status !== 'ready';
  if (isCaptured && action.created_by_actor_id === actor.id) return;
  throw cannotChange(action);
}

/**
 * Throws 403 unless the actor is the assignee: only the assignee can report progress without a
 * claim.
 */
export function checkMayReportProgress(actor: Actor, action: PolicyAction): void {
  if (action.assigned_actor_id !== actor.id) throw cannotChange(action);
}

/**
 * Throws 403 unless the action is the agent's own, or unassigned and covered by its capabilities.
 */
export function checkMayClaim(actor: Actor, action: PolicyAction): void {
  if (action.assigned_actor_id === actor.id) return;
  if (action.assigned_actor_id === null && covers(actor, action)) return;
  throw cannotChange(action);
}

/** Throws 403 when a worker ends the claim of another agent. */
export function checkMayRelease(actor: Actor, claimantId: string | null): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (claimantId === null || claimantId === actor.id) return;
  throw problem('FORBIDDEN', 'Another agent has claimed this action.');
}

/**
 * Throws 403 unless the queue is the caller's own or the caller is a person or a sysadmin agent.
 */
export function checkMayReadQueue(
  actor: Actor,
  agent: { readonly id: string; readonly name: string },
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin' || actor.agentId === agent.id)
    return;
  throw problem(
    'FORBIDDEN',
    `Only people, sysadmin agents and ${agent.name} can read the queue of ${agent.name}.`,
  );
}

/** Throws 403 when a worker assigns an action to another agent. */
export function checkMayAssign(
  actor: Actor,
  assignee: { readonly id: string; readonly kind: string; readonly name: string } | null,
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (assignee === null || assignee.kind !== 'agent' || assignee.id === actor.id) return;
  throw problem(
    'FORBIDDEN',
    `You cannot assign work to ${assignee.name}, another agent. Assign it to yourself (\`me\`), ` +
      'to a person (GET /v1/people), or to nobody (null), which is the pool if it is ready.',
  );
}

/**
 * Throws 403 `SELF_REVIEW_FORBIDDEN` for the actor who completed the action, and for an agent that
 * created it.
 */
export function checkMayReview(
  actor: Actor,
  action: { readonly completed_by_actor_id: string | null; readonly created_by_actor_id: string },
): void {
  if (action.completed_by_actor_id === actor.id) {
    throw problem(
      'SELF_REVIEW_FORBIDDEN',
      'You completed this action yourself. Somebody else must review it.',
    );
  }
  if (actor.kind === 'agent' && action.created_by_actor_id === actor.id) {
    throw problem(
      'SELF_REVIEW_FORBIDDEN',
      'You created this action yourself. Somebody else must review it.',
    );
  }
}

function cannotChange(action: PolicyAction): Problem {
  const owner =
    action.assigned_actor_id === null
      ? 'It is unassigned, and it is not pool work that your capabilities cover.'
      : `It is assigned to ${action.assignee_name ?? 'another actor'}.`;
  return problem('FORBIDDEN', `You cannot change this action. ${owner}`);
}
