import document from '../../generated/openapi.json';
import { operationFacts } from '../../generated/handlers';
import {
  createAnswerCheck,
  errorCodeOf,
  type AnswerShown,
} from '../../src/platform/http/answer-check';
import { indexRoutes } from '../../src/platform/http/route-index';
import type { OperationId } from '../../src/platform/operation';
import { recordAnswer } from './answer-record';
import { factsOf, operationIds } from './operations';

const routes = indexRoutes(operationIds.map((id) => ({ id, ...factsOf(id) })));

/** What is wrong with an answer by the contract; undefined when nothing is. */
export const answerFault = createAnswerCheck(document, operationFacts);

/** Holds an answer against the contract and keeps that the running test saw it. Throws an Error that says what is wrong. */
export function checkAnswer(id: OperationId, answer: AnswerShown): void {
  const fault = answerFault(id, answer);
  if (fault !== undefined) throw broken(id, answer, fault);
  recordAnswer({ operation: id, status: answer.status, code: errorCodeOf(answer) });
}

/** `checkAnswer` for a request of any method and path, with or without a query, if it is an operation's or not. */
export function checkRawAnswer(method: string, path: string, answer: AnswerShown): void {
  const found = routes.find(method.toLowerCase(), path.replace(/\?.*$/s, ''));
  if (found !== undefined) {
    checkAnswer(found.id, answer);
    return;
  }
  const fault = method === 'HEAD' ? undefined : answerFault(undefined, answer);
  if (fault !== undefined) throw broken(`${method} ${path}`, answer, fault);
}

function broken(what: string, { status, text }: AnswerShown, fault: string): Error {
  return new Error(`${what} answered ${status} and broke the contract: ${fault}\n${text}`);
}
