import { heldByOf, isBlocked, isTemplate, isWorking, requiresReview } from './action-facts';
import { About, presence } from './difference';
import type { JsonRecord } from '../../src/platform/json';
import type { Action, Model, Project, Proposal, Question, ModelRecord } from './state';
import { idOf } from './wire';

/** The expected fields of a record in a response. */
export function expectedOf(model: Model, record: ModelRecord): JsonRecord {
  if (record.kind === 'worker') return { id: record.id, state: record.actor.state };
  const common = { id: record.id, created_by_actor_id: record.creator.id };
  if (record.kind === 'action') return { ...common, ...actionFields(model, record) };
  if (record.kind === 'project') return { ...common, ...projectFields(record) };
  return record.kind === 'question'
    ? { ...common, ...questionFields(model, record) }
    : { ...common, ...proposalFields(record) };
}

function actionFields(model: Model, action: Action): JsonRecord {
  const { assignee, claim, finisher } = action;
  const until = claim?.until ?? null;
  return {
    title: action.title,
    status: action.status,
    assigned_actor_id: idOf(assignee),
    assigned_agent_id: assignee?.agentId ?? null,
    project_id: action.project?.id ?? null,
    is_template: isTemplate(action),
    requirements: action.requirements,
    requires_review: requiresReview(action),
    review: { state: action.review },
    completed_by_actor_id: idOf(finisher),
    completed_at: action.status === 'done' ? presence : null,
    claimed_by_actor_id: idOf(claim?.claimant ?? null),
    claim_expires_at: until === null ? null : new About(until),
    is_blocked: isBlocked(action),
    held_by: heldByOf(model, action),
    blocked_by: action.blockers.toSorted((one, other) => one.age - other.age).map(({ id }) => id),
    position: action.position,
    due_at: action.due === null ? null : new About(action.due),
    defer_until: action.deferred === null ? null : new About(action.deferred),
    repeat_rule: { type: action.repeats ? 'from_completion' : 'none' },
    spawned_from_action_id: action.spawnedFrom?.id ?? null,
    source_key: action.sourceKey,
    is_working: isWorking(model, action),
    last_activity_at: new About(action.lastActivity),
  };
}

function projectFields({ title, state, isTemplate, workMode }: Project): JsonRecord {
  return { title, state, is_template: isTemplate, work_mode: workMode };
}

function questionFields({ participants }: Model, question: Question): JsonRecord {
  const { scope, state, response, responder, timedOut } = question;
  const isOf = (kind: ModelRecord['kind']): string | null =>
    scope !== null && typeof scope === 'object' && scope.kind === kind ? scope.id : null;
  return {
    kind: 'question',
    status: state === 'open' ? 'open' : 'resolved',
    state,
    blocking: question.blocking,
    agent_id: question.creator.agentId,
    assigned_actor_id: question.addressee.id,
    action_id: isOf('action'),
    project_id: isOf('project'),
    order_id: scope === 'order' ? participants.order.id : null,
    allow_free_text: !question.choicesOnly,
    on_timeout: question.onTimeout,
    expires_at: question.expires === null ? null : new About(question.expires),
    timed_out: timedOut,
    response,
    ...(timedOut ? {} : { responded_by_actor_id: idOf(responder) }),
    dismissed_at: state === 'dismissed' ? presence : null,
    closed_at: state === 'closed' ? presence : null,
  };
}

function proposalFields(proposal: Proposal): JsonRecord {
  const { state, operation, payload, permitted, decider } = proposal;
  return {
    kind: 'proposal',
    status: state === 'open' ? 'open' : 'resolved',
    state,
    operation,
    payload,
    permitted_payload: permitted,
    agent_id: proposal.creator.agentId,
    decided_by_actor_id: idOf(decider),
    consumed_at: state === 'consumed' ? presence : null,
    withdrawn_at: state === 'withdrawn' ? presence : null,
  };
}
