import { createHash } from 'node:crypto';
import { limits } from '../../../generated/limits';
import { isLockTimeout } from '../db/faults/violations';
import type { Transaction } from '../db/transaction';
import { compiledInsert } from '../db/statements/compiled-write';
import { compiledStatement } from '../db/statements/compiled-statement';
import { purgeByAge } from '../db/purge/purge';
import type { OperationFacts, OperationId } from '../operation';
import { problem } from '../problems';
import { slowHash, type PasswordCost } from '../slow-hash';
import { SECOND, shift } from '../time';

const KEPT = limits.replay_seconds * SECOND;

/** A request that may be repeated: whose, for what, under which key, and what it asked. */
export interface RepeatableRequest {
  readonly workspaceId: string;
  readonly actorId: string;
  readonly operationId: OperationId;
  readonly clientRequestId: string;
  /** Path parameters and body; another request under the same key is refused. */
  readonly asked: unknown;
  /**
   * The cost of the hash by which requests are compared, where one of their fields is a password;
   * undefined for a fast hash.
   */
  readonly passwordCost: PasswordCost | undefined;
  readonly now: string;
}

/** An answer as it is kept for a repetition. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly text: string | undefined;
}

type Answered = Omit<StoredResponse, 'text'> & { readonly body: unknown };

interface Row {
  readonly request_hash: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
}

/** Thrown by the first statement of a request that was answered before. */
export class ReplayedResponse extends Error {
  constructor(readonly kept: StoredResponse) {
    super('This request was answered before.');
  }
}

/**
 * The hand of a request that may be repeated: it takes the key with its first statement, so that slow work can come before the
 * transaction all the same, and throws `Repeated` when there is an answer. `keep` keeps the answer, and answers its body as JSON unless
 * something of it is not kept.
 */
export function withIdempotencyKey(
  transaction: Transaction,
  request: RepeatableRequest,
): {
  readonly transaction: Transaction;
  readonly keep: (facts: OperationFacts, answer: Answered) => Promise<string | undefined>;
} {
  let taken: Promise<void> | undefined;
  const take = async (): Promise<void> => {
    const kept = await takeKey(transaction, request);
    if (kept !== undefined) throw new ReplayedResponse(kept);
  };
  const first = (): Promise<void> => (taken ??= take());
  return {
    transaction: {
      dialect: transaction.dialect,
      rows: async (statement) => {
        await first();
        return transaction.rows(statement);
      },
      first: async (statement) => {
        await first();
        return transaction.first(statement);
      },
      write: async (statement) => {
        await first();
        return transaction.write(statement);
      },
      lock: async (statement) => {
        await first();
        return transaction.lock(statement);
      },
      beforeCommit: (work) => transaction.beforeCommit(work),
      writeLast: (statement) => transaction.writeLast(statement),
    },
    keep: async (facts, answer) => {
      await first();
      return keepAnswer(transaction, request, facts, answer);
    },
  };
}

const keyColumns = ['workspace_id', 'actor_id', 'operation_id', 'client_request_id'] as const;

// What has expired is taken like what was never there.
const takenKey = compiledInsert('idempotency_records', {
  finish: (insert) =>
    insert
      .onConflict([...keyColumns])
      .merge()
      .whereRaw('idempotency_records.expires_at <= excluded.created_at'),
});

const keptAnswer = compiledStatement<(typeof keyColumns)[number] | 'status' | 'headers' | 'body'>(
  (db, given) =>
    db('idempotency_records')
      .where(Object.fromEntries(keyColumns.map((name) => [name, given(name)])))
      .update({ status: given('status'), headers: given('headers'), body: given('body') }),
);

/**
 * Takes the key for this transaction (product section 2, "Retries"). Answers what was answered before, or undefined
 * when this is the first request. The unique key decides races: a second request waits for the first transaction.
 * Throws 409 `IDEMPOTENCY_KEY_REUSED` for another request and `REQUEST_IN_PROGRESS` when the first takes too long.
 */
async function takeKey(
  transaction: Transaction,
  request: RepeatableRequest,
): Promise<StoredResponse | undefined> {
  const key = keyOf(request);
  const hash = await hashOf(request);
  const taken = await transaction
    .write(
      takenKey({
        ...key,
        request_hash: hash,
        created_at: request.now,
        expires_at: shift(request.now, KEPT),
        status: null,
        headers: null,
        body: null,
      }),
    )
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? inProgress() : error;
    });
  if (taken > 0) return undefined;
  const row = await transaction.first<Row>((db) => db('idempotency_records').where(key));
  if (row === undefined) throw inProgress();
  if (row.request_hash !== hash) {
    throw problem(
      'IDEMPOTENCY_KEY_REUSED',
      'This client_request_id was sent with another request. Use a new one for a new request.',
    );
  }
  if (row.status === null) throw inProgress();
  return {
    status: row.status,
    headers: JSON.parse(row.headers ?? '{}'),
    text: row.body ?? undefined,
  };
}

/** Keeps the answer under the key when the transaction commits, without the fields that `x-replay-omits` names. */
function keepAnswer(
  transaction: Transaction,
  request: RepeatableRequest,
  { replayOmits }: OperationFacts,
  answer: Answered,
): string | undefined {
  const isWhole = replayOmits.length === 0;
  const omitted = (field: string, value: unknown): unknown =>
    replayOmits.includes(field) ? undefined : value;
  const body = JSON.stringify(answer.body, isWhole ? undefined : omitted);
  const { status } = answer;
  const headers = JSON.stringify(answer.headers);
  transaction.writeLast(keptAnswer({ ...keyOf(request), status, headers, body: body ?? null }));
  return isWhole ? body : undefined;
}

/**
 * The purge of answers that are past their time. An expired one is never replayed: this only keeps
 * the table small.
 */
export const storedResponsePurge = purgeByAge('idempotency_records', 'expires_at', 0);

/**
 * What two requests under one key must have alike. A fast hash of a password would be easier to
 * guess than its stored form, so a request with one is hashed as slowly, salted with its key. It is
 * computed before the statement that begins the transaction.
 */
async function hashOf(request: RepeatableRequest): Promise<string> {
  const asked = canonical(request.asked);
  if (request.passwordCost === undefined) return sha256(asked).toString('base64url');
  const salt = sha256(JSON.stringify(keyOf(request)));
  return (await slowHash(asked, salt, request.passwordCost)).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// The same request may come with its fields in another order.
function canonical(asked: unknown): string {
  return JSON.stringify(asked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function keyOf(request: RepeatableRequest): Record<(typeof keyColumns)[number], string> {
  return {
    workspace_id: request.workspaceId,
    actor_id: request.actorId,
    operation_id: request.operationId,
    client_request_id: request.clientRequestId,
  };
}

function inProgress() {
  return problem(
    'REQUEST_IN_PROGRESS',
    'The first request with this client_request_id is still running. Try again.',
    { headers: { 'Retry-After': '1' } },
  );
}
