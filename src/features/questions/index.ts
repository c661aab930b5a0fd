/**
 * Questions that agents put to people, about an action, a project, an order or no record. A
 * question ends once: a person answers or dismisses it, the agent that asked answers or withdraws
 * it, or it expires. A blocking question moves a ready action to waiting until its last blocking
 * question ends. Emits question.*.
 */
import type { QuestionsHandlers } from '../../../generated/handlers';
import {
  dismissQuestion,
  respondQuestion,
  batchRespondQuestions,
  withdrawQuestion,
  releaseQuestion,
  takeQuestion,
} from './question-resolution-operations';
import { createQuestion, getQuestion, listQuestions } from './question-operations';

export { releaseQuestionsOf, unassignQuestionsOf } from './question-store';
export { dismissQuestionsAbout } from './question-dismissal-store';
export { toQuestion, toQuestionEntry, toRequestRecord } from './question-mapping';
export { stateOf as questionState } from './question-rules';
export { remindOfQuestions } from './question-timers-store';
export { resolveExpiredQuestions } from './question-timers-store';
export {
  getQuestionRow,
  questionsOf,
  selectQuestionEntry,
  type QuestionEntryRow,
  type QuestionRow,
} from './question-store';

/** The operations on questions. */
export const questionsHandlers: QuestionsHandlers = {
  listQuestions,
  createQuestion,
  getQuestion,
  respondQuestion,
  batchRespondQuestions,
  dismissQuestion,
  withdrawQuestion,
  takeQuestion,
  releaseQuestion,
};
