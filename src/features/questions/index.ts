/**
 * Questions: what agents put to people, about an action, a project, an order or nothing in particular. A question ends once: a
 * person answers or dismisses it, the agent that asked settles or withdraws it, or its time runs out. Asking a blocking question
 * about a ready action puts the action on hold; the end of its last one resumes it. Emits question.asked, question.answered,
 * question.closed, question.dismissed and question.expired. Agents ask, everybody reads, people answer any question and agents their own, people dismiss.
 */
import type { QuestionsHandlers } from '../../../generated/handlers';
import {
  dismissQuestion,
  respondQuestion,
  withdrawQuestion,
} from './question-resolution-operations';
import { createQuestion, getQuestion, listQuestions } from './question-operations';

export { getQuestionRow } from './question-operations';
export { dismissQuestionsAbout } from './question-dismissal';
export { toQuestion, toQuestionEntry, toRequestRecord } from './question-mapping';
export { resolveExpiredQuestions } from './question-timeout';
export {
  questionsOf,
  selectQuestionEntry,
  type QuestionEntryRow,
  type QuestionRow,
} from './question-store';

/** The operations of this room. */
export const questionsHandlers: QuestionsHandlers = {
  listQuestions,
  createQuestion,
  getQuestion,
  respondQuestion,
  dismissQuestion,
  withdrawQuestion,
};
