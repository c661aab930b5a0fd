import type { ProtocolOperationId } from '../../../generated/protocols';
import type { Database } from '../db/connect';
import { isBusy, withRetries } from '../db/faults';
import { readOnlyTransaction, transactFor } from './request-transactions';
import type { Reader } from '../db/reader';
import type { Transaction } from '../db/transaction';
import { asObject, isRecord } from '../json';
import type {
  Input,
  OperationFacts,
  OperationId,
  PlainOperationId,
  Reply,
  Settings,
  WorkspaceTime,
  WriteContext,
} from '../operation';
import type { ProtocolHandler } from '../protocol';
import { Problem, problem } from '../problems';
import type { PasswordCost } from '../slow-hash';
import { type CookieScope, readSessionCookies } from './cookies';
import { type Exchange, type Gate, idsOf, type PerformWithin, RequestContext } from './exchange';
import { type IdempotentRequest, ReplayedResponse, withIdempotencyKey } from './idempotency';
import { readBoundPage } from './list-cursors';
import { type LaterCall, performAs, performWithin, type RunCalls, type ValidCall } from './perform';
import {
  type ActionKeys,
  withActionIds,
  lacksKeys,
  withKeys,
  withStoredKeys,
} from './action-key-fields';
import {
  applyPreference,
  getCoding,
  negotiateType,
  prefersMinimal,
  type ResponseParts,
  send,
  versionsOf,
  withEntityTag,
} from './responses/response';
import type { RoutedRequest, Routes } from './routing/router';
import { limits } from '../../../generated/limits';

/** The handlers of the operations that speak another protocol, by operationId. */
type ProtocolHandlerTable = Readonly<Record<ProtocolOperationId, ProtocolHandler>>;

/** The dependencies of the runner. */
interface RunParts {
  readonly handlers: HandlerTable & ProtocolHandlerTable;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Pick<Gate, 'confirm' | 'authorise' | 'storageFault' | 'withdrawal'>;
  readonly database: Database;
  readonly settings: Settings;
  /** The cost of the hash that idempotent requests with a password are compared by. */
  readonly passwordCost: PasswordCost;
  readonly actionKeys: ActionKeys;
  /** Ends the workspace's expired records before the operation runs. */
  readonly resolveExpired: (database: Database, now: WorkspaceTime) => Promise<void>;
  readonly routes: Pick<Routes, 'index' | 'allErrorsValidator'>;
  readonly cookieScope: CookieScope;
}

/**
 * Runs routed requests: negotiates the media type, runs the operation, and sends the reply.
 * Throws an Error when handlers and operations do not match.
 */
export function createRunner(parts: RunParts) {
  checkComplete(parts);
  const { facts, handlers, cookieScope } = parts;
  const within = performWithin({
    ...parts,
    runCall: ({ id, input }, ctx) => {
      const { storageFault: full } = ctx;
      const refusal = full && refusalBeyondLimit(facts[id], input.body, full);
      if (refusal !== undefined) throw refusal;
      return handle(parts, id, input, ctx);
    },
  });
  const runCalls = explainedBy(parts.gate, callRunner({ ...parts, within }));
  const perform = performAs({ ...parts, runCalls });
  const noTransaction = readOnlyTransaction(parts.database);
  const isProtocol = (id: OperationId): id is ProtocolOperationId => facts[id].protocol !== null;

  const runProtocol = async (
    id: ProtocolOperationId,
    request: RoutedRequest,
    exchange: Exchange,
  ): Promise<void> => {
    const { req, credential, bodyText: body } = exchange;
    const contextOf = (transaction: Transaction) =>
      new RequestContext(exchange, parts.settings, '*/*', transaction, refuse);
    const context = contextOf(noTransaction);
    const ctx = {
      ...publicPartsOf(context),
      requestId: exchange.requestId,
      caller: credential?.actor,
      perform: perform(exchange),
      reading: context,
      storageFault: storageFault(parts, exchange),
      write: <T>(work: (given: WriteContext) => Promise<T>): Promise<T> =>
        withRetries(exchange.log, () =>
          transactFor({ ...parts, ids: [id] }, exchange, async (transaction) => ({
            result: await work(contextOf(transaction)),
            commits: true,
          })),
        ),
      reportTool: (tool: Exchange['tool']) => void (exchange.tool = tool),
    };
    const reply = await handlers[id]({ message: req, path: request.params, body }, ctx);
    send(exchange, reply, cookieScope);
  };

  return async (id: OperationId, request: RoutedRequest, exchange: Exchange): Promise<void> => {
    exchange.sessionCookies = readSessionCookies(exchange, cookieScope);
    if (isProtocol(id)) return runProtocol(id, request, exchange);
    const plain: PlainOperationId = id;
    const produces = negotiate(exchange, facts[plain]);
    const input = inputOf<PlainOperationId>(request, exchange, facts[plain]);
    const [reply] = await runCalls([{ id: plain, input, produces }], exchange);
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
  const { now, newId, log, settings, produces, address, loggedAddress } = context;
  const { deviceTokens, sessionCookies } = context;
  return {
    now,
    newId,
    log,
    settings,
    produces,
    address,
    loggedAddress,
    deviceTokens,
    sessionCookies,
  };
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

/** The handlers of the operations that speak the contract's own language, by operationId. */
type HandlerTable = {
  readonly [Id in PlainOperationId]: (input: Input<Id>, ctx: WriteContext) => Promise<Reply<Id>>;
};

interface TransactionParts extends RunParts {
  readonly within: PerformWithin;
}

/**
 * Runs calls: passes a reader when all of them are GETs and otherwise one transaction, and replays
 * stored responses.
 */
function callRunner(parts: TransactionParts): RunCalls {
  return async (calls, exchange) => {
    const { credential, now } = exchange;
    const nextTimeout = credential?.nextTimeout ?? null;
    if (credential !== undefined && nextTimeout !== null && nextTimeout <= now) {
      const { workspaceId } = credential.actor;
      await withRetries(exchange.log, () =>
        parts.resolveExpired(parts.database, { workspaceId, now, newId: idsOf(now) }),
      );
    }
    if (calls.some(({ id }) => parts.facts[id].method !== 'get')) {
      return withRetries(exchange.log, () => runConfirmed(parts, calls, exchange));
    }
    const reader = readOnlyTransaction(parts.database, exchange.databaseUse);
    const replies: ResponseParts[] = [];
    for (const call of calls) {
      const { id, input, produces } = validated(call, replies);
      const ctx = new RequestContext(exchange, parts.settings, produces, reader, refuse);
      replies.push(withEntityTag(await handle(parts, id, input, ctx), credential?.epoch));
    }
    return replies;
  };
}

// Rows that such a request needs may be gone, because the workspace of the caller is being deleted.
function explainedBy(gate: Pick<Gate, 'withdrawal'>, run: RunCalls): RunCalls {
  return async (calls, exchange) => {
    try {
      return await run(calls, exchange);
    } catch (error) {
      if (error instanceof Problem || isBusy(error)) throw error;
      throw (await gate.withdrawal(exchange)) ?? error;
    }
  };
}

function validated(call: ValidCall | LaterCall, earlier: readonly ResponseParts[]): ValidCall {
  return 'validate' in call ? call.validate(earlier) : call;
}

// The caller may have lost rights while the request waited.
async function runConfirmed(
  parts: TransactionParts,
  calls: readonly (ValidCall | LaterCall)[],
  exchange: Exchange,
): Promise<readonly ResponseParts[]> {
  const ids = calls.map(({ id }) => id);
  const done = await transactFor({ ...parts, ids }, exchange, async (transaction) => {
    const replies: ResponseParts[] = [];
    for (const call of calls) {
      replies.push(await runCall(parts, validated(call, replies), exchange, transaction));
    }
    const result = { replies, numbers: transaction.numbers };
    return { result, commits: !replies.every(isReplay) };
  });
  return withKeys(done.replies, done.numbers);
}

async function runCall(
  parts: TransactionParts,
  { id, input, produces }: ValidCall,
  exchange: Exchange,
  transaction: Transaction,
): Promise<ResponseParts> {
  const request = idempotentRequestOf(parts, id, input, exchange);
  const idempotent = request === undefined ? undefined : withIdempotencyKey(transaction, request);
  const access = idempotent?.transaction ?? transaction;
  try {
    const full = storageFault(parts, exchange);
    const refusal = full && refusalBeyondLimit(parts.facts[id], input.body, full);
    if (refusal !== undefined) {
      // A request with a stored response is not refused.
      await idempotent?.claim();
      throw refusal;
    }
    const ctx = new RequestContext(exchange, parts.settings, produces, access, parts.within, full);
    const handled = await handle(parts, id, input, ctx);
    const isMinimal = full !== undefined || prefersMinimal(exchange.req.get('prefer') ?? '');
    // Without a stored text, a replay could not digest the keys that follow with the commit.
    const isUntagged = isMinimal && parts.facts[id].minimal !== null && lacksKeys(handled);
    const reply = isUntagged ? handled : withEntityTag(handled, exchange.credential?.epoch);
    const { status, headers = {}, body, text } = reply;
    const response = { status, headers, body, text, isMinimal };
    const whole = await idempotent?.storeResponse(parts.facts[id], response);
    return whole === undefined ? reply : { ...reply, text: whole };
  } catch (error) {
    // Thrown by the first statement of the call, so the call itself has changed nothing.
    if (!(error instanceof ReplayedResponse)) throw error;
    const { stored } = error;
    const reply = { ...stored, headers: { ...stored.headers, [replayed]: 'true' } };
    return withStoredKeys(reply, numbersOf(parts, exchange, transaction));
  }
}

type HandleParts = Pick<RunParts, 'facts' | 'actionKeys'> & { readonly handlers: HandlerTable };

function numbersOf({ actionKeys }: RunParts, { credential }: Exchange, reader: Reader) {
  const workspaceId = credential?.actor.workspaceId ?? '';
  return (ids: readonly string[]) => actionKeys.findNumbers(reader, workspaceId, ids);
}

function handle<Id extends PlainOperationId>(
  { handlers, facts, actionKeys }: HandleParts,
  id: Id,
  input: Input<Id>,
  ctx: RequestContext,
): Promise<ResponseParts> {
  const { listDefaults: defaults } = facts[id];
  const run = async (given: Input<Id>): Promise<ResponseParts> =>
    handlers[id](await withActionIds(facts[id], given, actionKeys, ctx), ctx);
  return defaults === null ? run(input) : readBoundPage({ id, input, defaults }, run);
}

function storageFault({ gate }: RunParts, { credential }: Exchange): Problem | undefined {
  return credential === undefined ? undefined : gate.storageFault(credential);
}

const replayed = 'Idempotent-Replayed';

function isReplay({ headers = {} }: ResponseParts): boolean {
  return headers[replayed] === 'true';
}

function idempotentRequestOf<Id extends OperationId>(
  { facts, passwordCost }: RunParts,
  operationId: Id,
  { path, body }: Input<Id>,
  { credential, now }: Exchange,
): IdempotentRequest | undefined {
  const { client_request_id: clientRequestId } = asObject(body);
  const { acceptsClientRequestId, bodyHasPassword } = facts[operationId];
  if (!acceptsClientRequestId || credential === undefined) return undefined;
  if (typeof clientRequestId !== 'string') return undefined;
  return {
    workspaceId: credential.actor.workspaceId,
    actorId: credential.actor.id,
    operationId,
    clientRequestId,
    content: { path, body },
    passwordCost: bodyHasPassword ? passwordCost : undefined,
    now,
  };
}

const refuse: PerformWithin = () => Promise.reject(new Error('A GET performs nothing.'));

/** Why a workspace that stores all it may refuses a request; undefined if the request may run. */
function refusalBeyondLimit(
  facts: OperationFacts,
  body: unknown,
  full: Problem,
): Problem | undefined {
  if (storesMore(facts, body)) return full;
  const max = limits.replay_body_bytes;
  // The texts of a request that runs beyond the limit must not store as much as others would.
  if (body === undefined || Buffer.byteLength(JSON.stringify(body)) <= max) return undefined;
  return problem(
    'PAYLOAD_TOO_LARGE',
    `The workspace stores as many bytes as it may, so the body must have at most ${max} bytes.`,
    { details: { limit_bytes: max } },
  );
}

function storesMore({ beyondStorageLimit: beyond }: OperationFacts, body: unknown): boolean {
  if (typeof beyond === 'boolean') return !beyond;
  const fields = Object.keys(isRecord(body) ? body : {});
  return fields.some((name) => name !== 'client_request_id' && !beyond.includes(name));
}
