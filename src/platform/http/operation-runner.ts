import type { Input, OperationFacts, OperationId, PlainOperationId } from '../operation';
import type { ProtocolHandler } from '../protocol-operation';
import type { ProtocolOperationId } from '../../../generated/protocols';
import { problem } from '../problems';
import {
  createExecution,
  readOnlyTransaction,
  type ExecutionParts,
  type HandlerTable,
} from './operation-execution';
import { performAs } from './perform';
import type { CookieScope } from './cookies/session-cookie';
import { RequestContext } from './request-context';
import type { Exchange, Gate } from './exchange';
import type { RoutedRequest, Routes } from './routing/router';
import { getCoding, negotiateType } from './responses/negotiation';
import { versionsOf } from './responses/entity-tag';
import { applyPreference } from './responses/preference';
import { send, type ResponseParts } from './responses/send';

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
