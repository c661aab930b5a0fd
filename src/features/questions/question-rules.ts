import type { components } from '../../../generated/types';
import type { Actor, AgentActor } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { addMilliseconds, SECOND, toTimestamp } from '../../platform/time';

/** The state of a question, derived from how it ended. */
export type QuestionState = components['schemas']['QuestionState'];

/** How a question ends when it expires. */
export type QuestionTimeout = components['schemas']['QuestionTimeout'];

/** The state of a question. The agent that asked closes it; a person answers or dismisses it. */
export function stateOf(question: {
  readonly status: 'open' | 'resolved';
  readonly dismissed_at: string | null;
  readonly closed_at: string | null;
}): QuestionState {
  if (question.status === 'open') return 'open';
  if (question.dismissed_at !== null) return 'dismissed';
  return question.closed_at === null ? 'answered' : 'closed';
}

/** The fields that an answer is checked against. */
export interface AnswerRules {
  readonly choices: readonly string[];
  readonly allowFreeText: boolean;
}

/** The fields of a new question that the rules check. */
export interface QuestionFields extends AnswerRules {
  readonly recommendedChoice: string | null;
  readonly actionId: string | null;
  readonly projectId: string | null;
  readonly orderId: string | null;
  readonly blocking: boolean;
  readonly expiresAt: string | null;
  readonly onTimeout: QuestionTimeout;
  readonly defaultResponse: string | null;
  /** When the first reminder is due. */
  readonly remindAt: string | null;
}

/**
 * Throws 422 for a question with contradictory fields. `INVALID_REFERENCE`: more than one subject,
 * with an issue for each extra one, or blocking without an action. `INVALID_CHOICE`: a
 * recommendation that is not a choice, or no choices where only choices are accepted.
 */
export function checkQuestion(question: QuestionFields): void {
  reject('INVALID_REFERENCE', [
    ...extraSubjects(question).map((path) => ({
      path,
      message:
        'It is one too many: a question is about one action, project or order, or about none.',
    })),
    ...(question.blocking && question.actionId === null
      ? [{ path: 'body/blocking', message: 'Only a question about an action can be blocking.' }]
      : []),
  ]);
  const { choices, recommendedChoice, allowFreeText } = question;
  reject('INVALID_CHOICE', [
    ...(recommendedChoice !== null && !choices.includes(recommendedChoice)
      ? [{ path: 'body/recommended_choice', message: 'It is none of the choices.' }]
      : []),
    ...(!allowFreeText && choices.length === 0
      ? [{ path: 'body/allow_free_text', message: 'Without free text there must be choices.' }]
      : []),
  ]);
}

/**
 * Throws 400 `VALIDATION_FAILED` for a time in the past, and 422 `INVALID_CHOICE` for a default
 * answer that is not a choice.
 */
export function checkTimeout(question: QuestionFields, now: string): void {
  const { expiresAt, defaultResponse, allowFreeText, choices, remindAt } = question;
  reject('VALIDATION_FAILED', [
    ...(remindAt !== null && remindAt <= now
      ? [{ path: 'body/remind_at', message: 'It has passed.' }]
      : []),
    ...(expiresAt !== null && expiresAt <= now
      ? [{ path: 'body/expires_at', message: 'It has passed.' }]
      : []),
  ]);
  if (defaultResponse === null || allowFreeText || choices.includes(defaultResponse)) return;
  reject('INVALID_CHOICE', [
    { path: 'body/default_response', message: 'It is none of the choices.' },
  ]);
}

/** The reminders of a new question. Without a time, the first one comes after one period. */
export function remindersOf(
  body: Pick<components['schemas']['QuestionCreate'], 'remind_at' | 'remind_every_seconds'>,
  now: string,
): { readonly remindAt: string | null; readonly remindEverySeconds: number | null } {
  const every = body.remind_every_seconds ?? null;
  const first = every === null ? null : addMilliseconds(now, every * SECOND);
  return { remindAt: toTimestamp(body.remind_at) ?? first, remindEverySeconds: every };
}

/** Throws 422 `INVALID_CHOICE` for an answer that is not a choice, unless free text is allowed. */
export function checkResponse({ choices, allowFreeText }: AnswerRules, response: string): void {
  if (allowFreeText || choices.includes(response)) return;
  reject('INVALID_CHOICE', [{ path: 'body/response', message: 'It is none of the choices.' }]);
}

function extraSubjects({ actionId, projectId, orderId }: QuestionFields): string[] {
  const given = [
    ['body/action_id', actionId],
    ['body/project_id', projectId],
    ['body/order_id', orderId],
  ].flatMap(([path, id]) => (typeof path === 'string' && id !== null ? [path] : []));
  return given.slice(1);
}

function reject(
  code: 'INVALID_REFERENCE' | 'INVALID_CHOICE' | 'VALIDATION_FAILED',
  faults: readonly { readonly path: string; readonly message: string }[],
): void {
  const [first] = faults;
  if (first === undefined) return;
  throw problem(code, `${first.path}: ${first.message}`, {
    issues: faults.map(({ path, message }) => ({ path, code, message: `${path}: ${message}` })),
  });
}

/** The fields of an action that decide who may ask about it. */
export interface SubjectAction {
  readonly assigned_actor_id: string | null;
  readonly assignee_kind: 'user' | 'agent' | 'system' | null;
  readonly assignee_name: string | null;
  readonly created_by_actor_id: string;
  readonly requirements: readonly string[];
}

/** Returns the actor as an agent. Throws 403 `WRONG_ACTOR` for a person. */
export function checkIsAgent(actor: Actor): AgentActor {
  if (actor.kind === 'agent') return actor;
  throw problem('WRONG_ACTOR', 'Only agents can create questions, with a bearer token.');
}

/**
 * Throws 403 unless the agent may ask about the action: a sysadmin about any; a worker about
 * actions assigned to it, unassigned actions that its capabilities cover, and actions that it
 * created unless they are assigned to another agent.
 */
export function checkMayAskAboutAction(agent: AgentActor, action: SubjectAction): void {
  if (agent.accessMode === 'sysadmin' || action.assigned_actor_id === agent.id) return;
  if (action.created_by_actor_id === agent.id && action.assignee_kind !== 'agent') return;
  const covered = action.requirements.every((needed) => agent.capabilities.includes(needed));
  if (action.assigned_actor_id === null && covered) return;
  const reason =
    action.assigned_actor_id === null
      ? 'It requires capabilities that you lack.'
      : `It is assigned to ${action.assignee_name ?? 'somebody else'}.`;
  throw problem('FORBIDDEN', `You cannot ask about this action. ${reason}`);
}

/** Throws 403 unless the order is assigned to the agent, or the agent is a sysadmin. */
export function checkMayAskAboutOrder(
  agent: AgentActor,
  order: { readonly agent_id: string | null },
): void {
  if (agent.accessMode === 'sysadmin' || order.agent_id === agent.agentId) return;
  throw problem('FORBIDDEN', 'You cannot ask about this order. It is assigned to another agent.');
}

/** Throws 403 unless the actor is a person or the agent that asked. */
export function checkMayRespond(
  actor: Actor,
  question: { readonly agent_id: string | null },
): void {
  if (actor.kind === 'user' || question.agent_id === actor.agentId) return;
  throw problem(
    'FORBIDDEN',
    'An agent can answer only its own questions. People can answer this one.',
  );
}

/** Throws 403 unless the actor is the agent that asked. */
export function checkMayWithdraw(
  actor: Actor,
  question: { readonly agent_id: string | null },
): void {
  if (actor.kind === 'agent' && question.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent can withdraw only its own questions.');
}
