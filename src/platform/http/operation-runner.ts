import { AfterRollback } from '../after-rollback';
import type { Database } from '../db/connect';
import { createReader } from '../db/reader';
import { openTransaction, type Transaction } from '../db/transaction';
import { withRetries } from '../db/faults/retry';
import type {
  Input,
  WorkspaceTime,
  OperationFacts,
  OperationId,
  Reply,
  Settings,
  WriteContext,
} from '../operation';
import { problem } from '../problems';
import type { PasswordCost } from '../slow-hash';
import { idsOf, RequestContext } from './request-context';
import type { Exchange, Gate } from './exchange';
import { withIdempotencyKey, ReplayedResponse, type IdempotentRequest } from './idempotency';
import type { RoutedRequest } from './routing/router';
import { applyPreference } from './responses/preference';
import { send, type ResponseParts } from './responses/send';

/** The handlers of all operations by operationId. */
export type HandlerTable = {
  readonly [Id in OperationId]: (input: Input<Id>, ctx: WriteContext) => Promise<Reply<Id>>;
};

/** The dependencies of the runner. */
export interface RunParts {
  readonly handlers: HandlerTable;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Pick<Gate, 'confirm'>;
  readonly database: Database;
  readonly settings: Settings;
  /** Whether cookies are marked Secure. */
  readonly secureCookies: boolean;
  /** The cost of the hash that idempotent requests with a password are compared by. */
  readonly passwordCost: PasswordCost;
  /** Resolves the workspace's expired questions before the operation runs. */
  readonly resolveExpired: (database: Database, now: WorkspaceTime) => Promise<void>;
}

/**
 * Runs validated requests: negotiates the media type, passes a reader to a GET and one transaction
 * to every other method, replays stored responses, and sends the reply. Throws an Error when
 * handlers and operations do not match.
 */
export function createRunner(parts: RunParts) {
  checkComplete(parts);
  const reader = readOnlyTransaction(parts);
  const read: Work = (id, input, exchange, produces) =>
    parts.handlers[id](input, new RequestContext(exchange, parts.settings, produces, reader));
  const write: Work = (id, input, exchange, produces) =>
    withRetries(exchange.log, () => runInTransaction(parts, id, input, exchange, produces));
  return async (id: OperationId, request: RoutedRequest, exchange: Exchange): Promise<void> => {
    const facts = parts.facts[id];
    const produces = negotiate(exchange, facts);
    const { credential, now } = exchange;
    const nextTimeout = credential?.nextTimeout ?? null;
    if (credential !== undefined && nextTimeout !== null && nextTimeout <= now) {
      const { workspaceId } = credential.actor;
      await withRetries(exchange.log, () =>
        parts.resolveExpired(parts.database, { workspaceId, now, newId: idsOf(now) }),
      );
    }
    const work = facts.method === 'get' ? read : write;
    const reply = await work(id, inputOf(request, exchange, facts), exchange, produces);
    const preferred = applyPreference(exchange.req.get('prefer'), facts.minimal, reply);
    send(exchange, preferred, parts.secureCookies);
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

function inputOf<Id extends OperationId>(
  request: RoutedRequest,
  exchange: Exchange,
  facts: OperationFacts,
): Input<Id> {
  const header: RoutedRequest['headers'] = headersOf(exchange, facts);
  return { path: request.params, query: request.query, header, body: request.requestBody };
}

type Work = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  exchange: Exchange,
  produces: string,
) => Promise<ResponseParts>;

async function runInTransaction<Id extends OperationId>(
  parts: RunParts,
  id: Id,
  input: Input<Id>,
  exchange: Exchange,
  produces: string,
): Promise<ResponseParts> {
  const { transaction, commit, rollback } = openTransaction(parts.database);
  const request = idempotentRequestOf(parts, id, input, exchange);
  const idempotent = request === undefined ? undefined : withIdempotencyKey(transaction, request);
  try {
    if (exchange.credential !== undefined)
      await parts.gate.confirm(transaction, exchange.credential);
    const reply: ResponseParts = await parts.handlers[id](
      input,
      new RequestContext(
        exchange,
        parts.settings,
        produces,
        idempotent?.transaction ?? transaction,
      ),
    );
    const { status, headers = {}, body } = reply;
    const text = await idempotent?.storeResponse(parts.facts[id], { status, headers, body });
    await commit();
    return text === undefined ? reply : { ...reply, text };
  } catch (error) {
    await rollback();
    if (error instanceof AfterRollback) throw await error.decide();
    if (!(error instanceof ReplayedResponse)) throw error;
    return { ...error.stored, headers: { ...error.stored.headers, 'Idempotent-Replayed': 'true' } };
  }
}

function idempotentRequestOf<Id extends OperationId>(
  { facts, passwordCost }: RunParts,
  operationId: Id,
  { path, body }: Input<Id>,
  { credential, now }: Exchange,
): IdempotentRequest | undefined {
  const fields: unknown = body;
  const { acceptsClientRequestId, bodyHasPassword } = facts[operationId];
  if (!acceptsClientRequestId || credential === undefined) return undefined;
  if (typeof fields !== 'object' || fields === null) return undefined;
  if (!('client_request_id' in fields)) return undefined;
  if (typeof fields.client_request_id !== 'string') return undefined;
  return {
    workspaceId: credential.actor.workspaceId,
    actorId: credential.actor.id,
    operationId,
    clientRequestId: fields.client_request_id,
    content: { path, body },
    passwordCost: bodyHasPassword ? passwordCost : undefined,
    now,
  };
}

// The type of a GET's context has no transaction. This one throws if a handler reaches it anyway.
function readOnlyTransaction({ database }: RunParts): Transaction {
  return {
    ...createReader(database),
    write: () => Promise.reject(new Error('A GET cannot write.')),
    lock: () => Promise.reject(new Error('A GET cannot lock.')),
    beforeCommit: refuseCommit,
    writeLast: refuseCommit,
    afterCommit: refuseCommit,
  };
}

function refuseCommit(): never {
  throw new Error('A GET has nothing to commit.');
}

function headersOf({ req }: Exchange, facts: OperationFacts): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of facts.headerNames) {
    const value = req.get(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

function negotiate({ req }: Exchange, facts: OperationFacts): string {
  const offered = facts.produces.length > 0 ? [...facts.produces] : ['application/json'];
  const chosen = req.accepts(offered);
  if (typeof chosen === 'string') return chosen;
  throw problem('NOT_ACCEPTABLE', `This operation answers ${offered.join(' or ')}.`, {
    details: { produces: offered },
  });
}
