import type { ProtocolOperationId } from '../../../generated/protocols';
import type {
  Input,
  OperationFacts,
  OperationId,
  Perform,
  PerformCall,
  Performed,
  PerformInput,
  PlainOperationId,
  ProtocolHandler,
} from '../operation';
import { problem } from '../problems';
import type { CookieScope } from './cookies';
import { type Exchange, type Gate, RequestContext } from './exchange';
import {
  createExecution,
  type Execute,
  type ExecutionParts,
  type HandlerTable,
  readOnlyTransaction,
  type ValidCall,
} from './operation-execution';
import { checkStorableValues } from './requests/json-checks';
import { validationProblem } from './requests/validation-problem';
import {
  applyPreference,
  getCoding,
  negotiateType,
  type ResponseParts,
  send,
  toJson,
  versionsOf,
} from './responses/send';
import type { RoutedRequest, Routes } from './routing/router';

/** The handlers of the operations that speak another protocol, by operationId. */
type ProtocolHandlerTable = Readonly<Record<ProtocolOperationId, ProtocolHandler>>;

/** The dependencies of the runner. */
export interface RunParts extends ExecutionParts {
  readonly handlers: HandlerTable & ProtocolHandlerTable;
  readonly gate: Pick<Gate, 'confirm' | 'authorise' | 'storageFault'>;
  readonly routes: Pick<Routes, 'index' | 'allErrorsValidator'>;
  readonly cookieScope: CookieScope;
}

/**
 * Runs routed requests: negotiates the media type, executes the operation, and sends the reply.
 * Throws an Error when handlers and operations do not match.
 */
export function createRunner(parts: RunParts) {
  checkComplete(parts);
  const { facts, handlers, cookieScope } = parts;
  const execute = createExecution(parts);
  const perform = performAs({ ...parts, execute });
  const noTransaction = readOnlyTransaction(parts.database);
  const isProtocol = (id: OperationId): id is ProtocolOperationId => facts[id].protocol !== null;

  const runProtocol = async (id: ProtocolOperationId, exchange: Exchange): Promise<void> => {
    const { req, credential, bodyText: body } = exchange;
    const context = new RequestContext(exchange, parts.settings, '*/*', noTransaction);
    const ctx = {
      ...publicPartsOf(context),
      requestId: exchange.requestId,
      caller: credential?.actor,
      perform: perform(exchange),
    };
    send(exchange, await handlers[id]({ message: req, body }, ctx), cookieScope);
  };

  return async (id: OperationId, request: RoutedRequest, exchange: Exchange): Promise<void> => {
    if (isProtocol(id)) return runProtocol(id, exchange);
    const plain: PlainOperationId = id;
    const produces = negotiate(exchange, facts[plain]);
    const input = inputOf<PlainOperationId>(request, exchange, facts[plain]);
    const [reply] = await execute([{ id: plain, input, produces }], exchange);
    if (reply === undefined) throw new Error(`${id} has no reply.`);
    const preferred = applyPreference(exchange.req.get('prefer'), facts[plain].minimal, reply);
    send(exchange, await inCoding(exchange, preferred), cookieScope);
  };
}

function checkComplete({ handlers, facts }: RunParts): void {
  const missing = Object.keys(facts).find((id) => !Object.hasOwn(handlers, id));
  if (missing !== undefined) throw new Error(`The operation ${missing} has no handler.`);
  const surplus = Object.keys(handlers).find((id) => !Object.hasOwn(facts, id));
  if (surplus !== undefined) {
    throw new Error(`The contract has no operation ${surplus}. Run npm run generate.`);
  }
}

// Copied, because the context of a request reads most of them from its exchange.
function publicPartsOf(context: RequestContext) {
  const { now, newId, log, settings, produces, address, loggedAddress, deviceTokens } = context;
  return { now, newId, log, settings, produces, address, loggedAddress, deviceTokens };
}

function inputOf<Id extends OperationId>(
  request: RoutedRequest,
  exchange: Exchange,
  facts: OperationFacts,
): Input<Id> {
  const header: RoutedRequest['headers'] = headersOf(exchange, facts);
  return { path: request.params, query: request.query, header, body: request.requestBody };
}

function headersOf({ req, credential }: Exchange, facts: OperationFacts): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of facts.headerNames) {
    const value = req.get(name);
    if (value === undefined) continue;
    headers[name] = name === 'If-Match' ? versionsOf(value, credential?.epoch) : value;
  }
  return headers;
}

function negotiate({ req }: Exchange, facts: OperationFacts): string {
  const offered = facts.produces.length > 0 ? [...facts.produces] : ['application/json'];
  const chosen = negotiateType(req, offered);
  if (chosen !== undefined) return chosen;
  throw problem('NOT_ACCEPTABLE', `This operation answers ${offered.join(' or ')}.`, {
    details: { produces: offered },
  });
}

/** A reply with its document in the content coding that the request prefers; 406 if there is none. */
async function inCoding({ req }: Exchange, reply: ResponseParts): Promise<ResponseParts> {
  if (reply.copies === undefined) return reply;
  const coding = getCoding(req);
  const { bytes, etag } = await reply.copies.in(coding);
  return { ...reply, bytes, coding, headers: { ...reply.headers, ETag: etag } };
}

interface PerformParts {
  readonly routes: Pick<Routes, 'index' | 'allErrorsValidator'>;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Pick<Gate, 'authorise'>;
  readonly execute: Execute;
}

/**
 * Performs operations in this process for the caller of an exchange: authorized, validated and
 * executed like requests. They count as one request with the exchange for the rate limit.
 */
function performAs(parts: PerformParts): (exchange: Exchange) => Perform {
  return (exchange) =>
    async (...calls) => {
      const valid = calls.map((call) => validCall(parts, call, exchange));
      const replies = await parts.execute(valid, exchange);
      return replies.map(toPerformed);
    };
}

function validCall(
  { routes, facts, gate }: PerformParts,
  { operationId, input }: PerformCall,
  { credential }: Exchange,
): ValidCall {
  const { path, method, headerNames } = facts[operationId];
  if (credential === undefined) throw new Error(`${operationId} is performed without a caller.`);
  gate.authorise(facts[operationId], credential);
  const { query, header = {}, body } = withoutUndefined(input);
  checkStorableValues('body', body);
  checkStorableValues('query', query);
  checkStorableValues('path', input.path);
  const operation = routes.index.getOperation(operationId);
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  const request = {
    method,
    path: fill(path, input.path ?? {}),
    query: textsOf(query ?? {}),
    headers: lowerCased(header),
    ...(body !== undefined && { body }),
  };
  const parsed = routes.index.parseRequest(request, operation);
  const ofCaller = { ...parsed, caller: credential.actor };
  const { errors } = routes.allErrorsValidator.validateRequest(ofCaller, operation);
  if (errors !== null && errors !== undefined) throw validationProblem(errors, headerNames);
  // Validation has converted the parameters, and replaced `me`, in these objects.
  const { params, query: parsedQuery, requestBody } = parsed;
  return {
    id: operationId,
    input: { path: params, query: parsedQuery, header: { ...header }, body: requestBody },
    produces: 'application/json',
  };
}

// A body is a copy: validation replaces `me` in it. JSON has no undefined.
function withoutUndefined({ query, header, body }: PerformInput): PerformInput {
  const copied: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return { ...(query && { query }), ...(header && { header }), body: copied };
}

function fill(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

// In the form in which a request has them, so that they are parsed and refused in the same way.
function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const texts: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    texts[name] = Array.isArray(value) ? value.map(textOf) : textOf(value);
  }
  return texts;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function toPerformed({ status, headers = {}, body, text }: ResponseParts): Performed {
  const json = text ?? (body === undefined ? undefined : toJson(body));
  const whole = typeof json === 'object' ? Buffer.concat(json).toString('utf8') : json;
  return { status, headers, body: whole === undefined ? undefined : JSON.parse(whole) };
}
