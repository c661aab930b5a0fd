import type { components } from '../../generated/types';
import { problem } from '../platform/problems';

/** The states of product section 4, derived from when and how a question ended. */
export type QuestionState = components['schemas']['QuestionState'];

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
