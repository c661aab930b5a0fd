import { AfterRollback } from '../after-rollback';
import type { Database } from '../db/connect';
import { openTransaction, createReader, type Transaction } from '../db/transaction';
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
import { idsOf, RequestContext } from './context';
import type { Exchange, Gate } from './exchange';
import { withIdempotencyKey, ReplayedResponse, type RepeatableRequest } from './idempotency';
import type { RoutedRequest } from './routing/router';
import { send, type ResponseParts } from './responses/send';

/** Every operation as the runner sees it: by its id, with the widest context. */
export type HandlerTable = {
  readonly [Id in OperationId]: (input: Input<Id>, ctx: WriteContext) => Promise<Reply<Id>>;
};

/** What the runner is made of. */
export interface RunParts {
  readonly handlers: HandlerTable;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Pick<Gate, 'confirm'>;
  readonly database: Database;
  readonly settings: Settings;
  /** Whether cookies are marked Secure. */
  readonly secureCookies: boolean;
  /** The cost of the hash by which repeated requests with a password are compared. */
  readonly passwordCost: PasswordCost;
  /** Stores what time alone has ended in the caller's workspace by now, before the operation looks at it. */
  readonly resolveExpired: (database: Database, moment: WorkspaceTime) => Promise<void>;
}

/**
 * Runs validated requests: negotiates the media type, hands a read hand to a GET and one transaction to anything else, replays what
 * was answered before, and sends the reply. Throws an Error of one sentence when handlers and operations are not the same.
 */
export function createRunner(parts: RunParts) {
  checkComplete(parts);
  const reader = guarded(parts);
  const read: Work = (id, input, exchange, produces) =>
    parts.handlers[id](input, new RequestContext(exchange, parts.settings, produces, reader));
  const write: Work = (id, input, exchange, produces) =>
    withRetries(exchange.log, () => change(parts, id, input, exchange, produces));
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
    const answer = await work(id, inputOf(request, exchange, facts), exchange, produces);
    send(exchange, answer, parts.secureCookies);
  };
}

function checkComplete({ handlers, facts }: RunParts): void {
  const missing = Object.keys(facts).find((id) => !Object.hasOwn(handlers, id));
  if (missing !== undefined) throw new Error(`The operation ${missing} has no handler.`);
  const surplus = Object.keys(handlers).find((id) => !Object.hasOwn(facts, id));
  if (surplus !== undefined) {
    throw new Error(`${surplus} handles no operation of the contract. Run npm run generate.`);
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

async function change<Id extends OperationId>(
  parts: RunParts,
  id: Id,
  input: Input<Id>,
  exchange: Exchange,
  produces: string,
): Promise<ResponseParts> {
  const { transaction, commit, rollback } = openTransaction(parts.database);
  const repeatable = repeatableOf(parts, id, input, exchange);
  const key = repeatable === undefined ? undefined : withIdempotencyKey(transaction, repeatable);
  try {
    if (exchange.credential !== undefined)
      await parts.gate.confirm(transaction, exchange.credential);
    const answer: ResponseParts = await parts.handlers[id](
      input,
      new RequestContext(exchange, parts.settings, produces, key?.transaction ?? transaction),
    );
    const { status, headers = {}, body } = answer;
    const text = await key?.keep(parts.facts[id], { status, headers, body });
    await commit();
    return text === undefined ? answer : { ...answer, text };
  } catch (error) {
    await rollback();
    if (error instanceof AfterRollback) throw await error.decide();
    if (!(error instanceof ReplayedResponse)) throw error;
    return { ...error.kept, headers: { ...error.kept.headers, 'Idempotent-Replayed': 'true' } };
  }
}

function repeatableOf<Id extends OperationId>(
  { facts, passwordCost }: RunParts,
  operationId: Id,
  { path, body }: Input<Id>,
  { credential, now }: Exchange,
): RepeatableRequest | undefined {
  const sent: unknown = body;
  const { acceptsClientRequestId, bodyHasPassword } = facts[operationId];
  if (!acceptsClientRequestId || credential === undefined) return undefined;
  if (typeof sent !== 'object' || sent === null || !('client_request_id' in sent)) return undefined;
  if (typeof sent.client_request_id !== 'string') return undefined;
  return {
    workspaceId: credential.actor.workspaceId,
    actorId: credential.actor.id,
    operationId,
    clientRequestId: sent.client_request_id,
    asked: { path, body },
    passwordCost: bodyHasPassword ? passwordCost : undefined,
    now,
  };
}

// A GET's hand has no `write` in its type; should one be reached all the same, it refuses.
function guarded({ database }: RunParts): Transaction {
  return {
    ...createReader(database),
    write: () => Promise.reject(new Error('A GET cannot write.')),
    lock: () => Promise.reject(new Error('A GET cannot lock.')),
    beforeCommit: nothingToCommit,
    writeLast: nothingToCommit,
  };
}

function nothingToCommit(): never {
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
