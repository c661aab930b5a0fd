import document from '../../generated/openapi.json';
import { operationFacts } from '../../generated/handlers';
import { createObserver, type HeadersSent } from '../../scripts/conformance/observe';
import {
  createResponseValidator,
  type SentResponse,
} from '../../src/platform/http/responses/response-validator';
import { indexRoutes } from '../../src/platform/http/routing/route-index';
import type { OperationId } from '../../src/platform/operation';
import { recordSeen } from './response-record';
import { factsOf, operationIds } from './operations';

const routes = indexRoutes(operationIds.map((id) => ({ id, ...factsOf(id) })));

/** What is wrong with an answer by the contract; undefined when nothing is. */
export const answerFault = createResponseValidator(document, operationFacts);

const observe = createObserver(document);

/**
 * Holds an answer against the contract, and records what the running test saw of it. Throws an
 * Error that says what is wrong. The names of the headers that were sent are in lower case.
 */
export function checkAnswer(id: OperationId, answer: SentResponse, sent: HeadersSent): void {
  const fault = answerFault(id, answer);
  if (fault !== undefined) throw broken(id, answer, fault);
  recordSeen(observe(id, answer, sent));
}

/** `checkAnswer` for a request of any method and path, with or without a query, if it is an operation's or not. */
export function checkRawAnswer(
  method: string,
  path: string,
  answer: SentResponse,
  sent: HeadersSent,
): void {
  const found = routes.find(method.toLowerCase(), path.replace(/\?.*$/s, ''));
  if (found !== undefined) {
    checkAnswer(found.id, answer, sent);
    return;
  }
  if (method === 'HEAD') return;
  const fault = answerFault(undefined, answer);
  if (fault !== undefined) throw broken(`${method} ${path}`, answer, fault);
  recordSeen(observe(undefined, answer, sent));
}

/** Headers with their names in lower case. */
export function lowerCased(headers: Readonly<Record<string, unknown>>): HeadersSent {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function broken(what: string, { status, text }: SentResponse, fault: string): Error {
  return new Error(`${what} answered ${status} and broke the contract: ${fault}\n${text}`);
}
