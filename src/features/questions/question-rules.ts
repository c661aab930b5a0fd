import type { components } from '../../../generated/types';
import { problem } from '../../platform/problems';

/** The states of product section 4, derived from when and how a question ended. */
export type QuestionState = components['schemas']['QuestionState'];

/** What becomes of a question when its time runs out. */
export type QuestionTimeout = components['schemas']['QuestionTimeout'];

/** The state of a question: closed by the agent that asked, dismissed, answered, or open still. */
export function stateOf(question: {
  readonly status: 'open' | 'resolved';
  readonly dismissed_at: string | null;
  readonly closed_at: string | null;
}): QuestionState {
  if (question.status === 'open') return 'open';
  if (question.dismissed_at !== null) return 'dismissed';
  return question.closed_at === null ? 'answered' : 'closed';
}

/** Throws 409 `ALREADY_RESOLVED` with `details.state`: the first end of a question is its only one. */
export function checkUnresolved(state: QuestionState): void {
  if (state === 'open') return;
  throw problem('ALREADY_RESOLVED', `The question is ${state} already.`, { details: { state } });
}

/** What an answer is held against. */
export interface AnswerRules {
  readonly choices: readonly string[];
  readonly allowFreeText: boolean;
}

/** What a new question says of its choices and of the action that it may put on hold. */
export interface AskedQuestion extends AnswerRules {
  readonly recommendedChoice: string | null;
  readonly actionId: string | null;
  readonly projectId: string | null;
  readonly orderId: string | null;
  readonly blocking: boolean;
  readonly expiresAt: string | null;
  readonly onTimeout: QuestionTimeout;
  readonly defaultResponse: string | null;
}

/**
 * Throws 422 for a question that contradicts itself (product section 4): `INVALID_REFERENCE` for more than one scope, with an issue for each
 * that is too many, and for a blocking question without an action; `INVALID_CHOICE` for a recommendation that is no
 * choice, and for one that admits choices only and has none.
 */
export function checkQuestion(question: AskedQuestion): void {
  refuse('INVALID_REFERENCE', [
    ...extraScopes(question).map((path) => ({
      path,
      message: `${path} is one too many: a question is about one action, project or order, or about none.`,
    })),
    ...(question.blocking && question.actionId === null
      ? [{ path: 'body/blocking', message: 'Only a question about an action can be blocking.' }]
      : []),
  ]);
  const { choices, recommendedChoice, allowFreeText } = question;
  refuse('INVALID_CHOICE', [
    ...(recommendedChoice !== null && !choices.includes(recommendedChoice)
      ? [{ path: 'body/recommended_choice', message: 'It is none of the choices.' }]
      : []),
    ...(!allowFreeText && choices.length === 0
      ? [{ path: 'body/allow_free_text', message: 'Without free text there must be choices.' }]
      : []),
  ]);
}

/**
 * Throws for a question whose end by time contradicts itself (product section 4): 400 `VALIDATION_FAILED` for a time that has passed,
 * for an end without its time, and for a default answer that is missing or that nothing would use; 422 `INVALID_CHOICE` for a
 * default answer that nobody may give.
 */
export function checkTimeout(question: AskedQuestion, now: string): void {
  const { expiresAt, onTimeout, defaultResponse, allowFreeText, choices } = question;
  refuse('VALIDATION_FAILED', [
    ...(expiresAt !== null && expiresAt <= now
      ? [{ path: 'body/expires_at', message: 'It has passed.' }]
      : []),
    ...(expiresAt === null && onTimeout !== 'keep_open'
      ? [{ path: 'body/expires_at', message: `on_timeout ${onTimeout} needs a time.` }]
      : []),
    ...((defaultResponse !== null) === (onTimeout === 'use_default')
      ? []
      : [{ path: 'body/default_response', message: 'It goes with on_timeout use_default.' }]),
  ]);
  if (defaultResponse === null || allowFreeText || choices.includes(defaultResponse)) return;
  refuse('INVALID_CHOICE', [
    { path: 'body/default_response', message: 'It is none of the choices.' },
  ]);
}

/** Throws 422 `INVALID_CHOICE` for an answer that is no choice, where free text is not admitted. */
export function checkResponse({ choices, allowFreeText }: AnswerRules, response: string): void {
  if (allowFreeText || choices.includes(response)) return;
  refuse('INVALID_CHOICE', [{ path: 'body/response', message: 'It is none of the choices.' }]);
}

function extraScopes({ actionId, projectId, orderId }: AskedQuestion): string[] {
  const given = [
    ['body/action_id', actionId],
    ['body/project_id', projectId],
    ['body/order_id', orderId],
  ].flatMap(([path, id]) => (typeof path === 'string' && id !== null ? [path] : []));
  return given.slice(1);
}

function refuse(
  code: 'INVALID_REFERENCE' | 'INVALID_CHOICE' | 'VALIDATION_FAILED',
  faults: readonly { readonly path: string; readonly message: string }[],
): void {
  const [first] = faults;
  if (first === undefined) return;
  throw problem(code, `${first.path}: ${first.message}`, {
    issues: faults.map(({ path, message }) => ({ path, code, message })),
  });
}
