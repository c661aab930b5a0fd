import { operationFacts } from '../../generated/handlers';
import document from '../../generated/openapi.json';
import { asList, asObject } from '../generate/json';
import { createObserver, type HeadersSent } from '../conformance/observe';
import {
  bodyOf,
  createResponseValidator,
  isEnvelope,
  type SentResponse,
} from '../../src/platform/http/responses/response-validator';
import { indexRoutes } from '../../src/platform/http/routing/indexed-router';
import type { OperationId } from '../../src/platform/operation';
import { factsOf, operationIds, protocolOperationIds } from './operations';
import { orderFault } from './order-check';
import { recordSeen } from './response-record';

const routes = indexRoutes(
  [...operationIds, ...protocolOperationIds].map((id) => ({ id, ...factsOf(id) })),
);

/** The fault of a response by the contract; undefined when it has none. */
export const responseFault = createResponseValidator(document, operationFacts);

const observe = createObserver(document);

/**
 * Checks a response against the contract and records what the running test saw in it. Throws an
 * Error that describes the fault. Names of the sent headers are in lower case.
 */
export function checkResponse(id: OperationId, response: SentResponse, sent: HeadersSent): void {
  const fault = responseFault(id, response) ?? issueFault(response) ?? listFault(id, response);
  if (fault !== undefined) throw broken(id, response, fault);
  recordSeen(observe(id, response, sent));
}

/**
 * Runs `checkAnswer` for a request of any method and path, with or without a query, even when no
 * operation matches.
 */
export function checkRawResponse(
  method: string,
  path: string,
  response: SentResponse,
  sent: HeadersSent,
): void {
  // It has the headers of a body that is not sent.
  if (method === 'HEAD') return;
  const found = routes.find(method.toLowerCase(), path.replace(/\?.*$/s, ''));
  if (found !== undefined) {
    checkResponse(found.id, response, sent);
    return;
  }
  // JSON-RPC documents the responses to other methods with its POST.
  const posted = routes.find('post', path.replace(/\?.*$/s, ''));
  if (posted?.protocol === 'json-rpc') {
    checkResponse(posted.id, response, sent);
    return;
  }
  const fault = responseFault(undefined, response) ?? issueFault(response);
  if (fault !== undefined) throw broken(`${method} ${path}`, response, fault);
  recordSeen(observe(undefined, response, sent));
}

// What the description of `Issue.path` says.
function issueFault(response: SentResponse): string | undefined {
  if (response.status !== 400 || !isEnvelope(response)) return undefined;
  const paths = asList(asObject(bodyOf(response))['issues']).map((issue) =>
    String(asObject(issue)['path']),
  );
  const wrong = paths.find((path) => !/^(?:body|query|path|header)(?:\/|$)/.test(path));
  return wrong && `the path of an issue is ${wrong}.`;
}

function listFault(id: OperationId, response: SentResponse): string | undefined {
  const body = response.status === 200 ? bodyOf(response) : undefined;
  return body === undefined ? undefined : orderFault(id, response.status, body);
}

/** Headers with their names in lower case. */
export function lowerCased(headers: Readonly<Record<string, unknown>>): HeadersSent {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function broken(what: string, { status, text }: SentResponse, fault: string): Error {
  return new Error(`${what} returned ${status} and broke the contract: ${fault}\n${text}`);
}
