import { limits } from '../../../generated/limits';
import { AfterRollback, openTransaction, type Transaction } from '../db/transaction';
import { isRecord } from '../json';
import { problem, type Problem } from '../problems';
import type { Database } from '../db/connect';
import { createReader } from '../db/reader';
import { withRetries } from '../db/faults';
import type {
  Input,
  WorkspaceTime,
  OperationFacts,
  OperationId,
  PlainOperationId,
  Reply,
  Settings,
  WriteContext,
} from '../operation';
import type { PasswordCost } from '../slow-hash';
import { type Credential, type Exchange, type Gate, idsOf, RequestContext } from './exchange';
import { withIdempotencyKey, ReplayedResponse, type IdempotentRequest } from './idempotency';
import { prefersMinimal, type ResponseParts, withEntityTag } from './responses/send';

/** The handlers of the operations that speak the contract's own language, by operationId. */
export type HandlerTable = {
  readonly [Id in PlainOperationId]: (input: Input<Id>, ctx: WriteContext) => Promise<Reply<Id>>;
};

/** The dependencies of the execution of operations. */
export interface ExecutionParts {
  readonly handlers: HandlerTable;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly gate: Pick<Gate, 'authorise' | 'confirm' | 'storageFault'>;
  readonly database: Database;
  readonly settings: Settings;
  /** The cost of the hash that idempotent requests with a password are compared by. */
  readonly passwordCost: PasswordCost;
  /** Resolves the workspace's expired questions before the operation runs. */
  readonly resolveExpired: (database: Database, now: WorkspaceTime) => Promise<void>;
}

/** A validated call of an operation. */
export interface ValidCall {
  readonly id: PlainOperationId;
  readonly input: Input<PlainOperationId>;
  /** The negotiated media type of the response. */
  readonly produces: string;
}

/** Executes validated calls, in order. All of them succeed, or none. */
export type Execute = (
  calls: readonly ValidCall[],
  exchange: Exchange,
) => Promise<readonly ResponseParts[]>;

/**
 * Executes calls: passes a reader when all of them are GETs and otherwise one transaction, and
 * replays stored responses.
 */
export function createExecution(parts: ExecutionParts): Execute {
  const reader = readOnlyTransaction(parts.database);
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
    const replies: ResponseParts[] = [];
    for (const { id, input, produces } of calls) {
      const ctx = new RequestContext(exchange, parts.settings, produces, reader);
      replies.push(withEntityTag(await handle(parts, id, input, ctx), credential?.epoch));
    }
    return replies;
  };
}

/** Thrown by the first statement of a transaction whose caller has other rights by now. */
class RightsChanged extends Error {
  constructor(readonly credential: Credential) {
    super('The rights of the caller have changed since the request was authenticated.');
  }
}

// The caller may have lost rights while the request waited.
async function runConfirmed(
  parts: ExecutionParts,
  calls: readonly ValidCall[],
  exchange: Exchange,
): Promise<readonly ResponseParts[]> {
  for (;;) {
    try {
      return await runInTransaction(parts, calls, exchange);
    } catch (error) {
      if (!(error instanceof RightsChanged)) throw error;
      exchange.credential = error.credential;
      for (const { id } of calls) parts.gate.authorise(parts.facts[id], error.credential);
    }
  }
}

async function runInTransaction(
  parts: ExecutionParts,
  calls: readonly ValidCall[],
  exchange: Exchange,
): Promise<readonly ResponseParts[]> {
  const { transaction: opened, commit, rollback } = openTransaction(parts.database);
  const transaction = checkedBy(opened, () => confirm(parts, exchange, opened));
  try {
    const replies: ResponseParts[] = [];
    for (const call of calls) replies.push(await runOne(parts, call, exchange, transaction));
    await (replies.every(isReplay) ? rollback() : commit());
    return replies;
  } catch (error) {
    await rollback();
    if (error instanceof AfterRollback) throw await error.decide(parts.database);
    throw error;
  }
}

/**
 * The same transaction with a check that is sent before its first statement. The results of
 * statements come after the check, and reject with its error. The caller must roll back then,
 * because the first statement is sent together with the check, to save a round trip.
 */
function checkedBy(transaction: Transaction, check: () => Promise<void>): Transaction {
  let checking: Promise<void> | undefined;
  const checked = async <T>(send: () => Promise<T>): Promise<T> => {
    checking ??= check();
    const result = send();
    result.catch(() => undefined);
    await checking;
    return result;
  };
  return {
    dialect: transaction.dialect,
    rows: (statement) => checked(() => transaction.rows(statement)),
    first: (statement) => checked(() => transaction.first(statement)),
    write: (statement) => checked(() => transaction.write(statement)),
    lock: (statement) => checked(() => transaction.lock(statement)),
    savepoint: async (work) => {
      await (checking ??= check());
      return transaction.savepoint(work);
    },
    beforeCommit: (work) => transaction.beforeCommit(work),
    afterCommit: (work) => transaction.afterCommit(work),
    writeLast: (statement) => transaction.writeLast(statement),
  };
}

async function confirm(
  { gate }: ExecutionParts,
  { credential }: Exchange,
  transaction: Transaction,
): Promise<void> {
  if (credential === undefined) return;
  const confirmed = await gate.confirm(transaction, credential);
  if (confirmed !== credential) throw new RightsChanged(confirmed);
}

async function runOne(
  parts: ExecutionParts,
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
    const ctx = new RequestContext(exchange, parts.settings, produces, access, full);
    const handled = await handle(parts, id, input, ctx);
    const reply = withEntityTag(handled, exchange.credential?.epoch);
    const { status, headers = {}, body, text } = reply;
    const isMinimal = full !== undefined || prefersMinimal(exchange.req.get('prefer') ?? '');
    const response = { status, headers, body, text, isMinimal };
    const whole = await idempotent?.storeResponse(parts.facts[id], response);
    return whole === undefined ? reply : { ...reply, text: whole };
  } catch (error) {
    // Thrown by the first statement of the call, so the call itself has changed nothing.
    if (!(error instanceof ReplayedResponse)) throw error;
    return { ...error.stored, headers: { ...error.stored.headers, [replayed]: 'true' } };
  }
}

function handle<Id extends PlainOperationId>(
  { handlers }: ExecutionParts,
  id: Id,
  input: Input<Id>,
  ctx: WriteContext,
): Promise<ResponseParts> {
  return handlers[id](input, ctx);
}

function storageFault({ gate }: ExecutionParts, { credential }: Exchange): Problem | undefined {
  return credential === undefined ? undefined : gate.storageFault(credential);
}

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

const replayed = 'Idempotent-Replayed';

function isReplay({ headers = {} }: ResponseParts): boolean {
  return headers[replayed] === 'true';
}

function idempotentRequestOf<Id extends OperationId>(
  { facts, passwordCost }: ExecutionParts,
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

/** A transaction for contexts that have none by their type. It throws if a handler writes anyway. */
export function readOnlyTransaction(database: Database): Transaction {
  return {
    ...createReader(database),
    write: () => Promise.reject(new Error('A GET cannot write.')),
    lock: () => Promise.reject(new Error('A GET cannot lock.')),
    savepoint: () => Promise.reject(new Error('A GET cannot write.')),
    beforeCommit: refuseCommit,
    writeLast: refuseCommit,
    afterCommit: refuseCommit,
  };
}

function refuseCommit(): never {
  throw new Error('A GET has nothing to commit.');
}
