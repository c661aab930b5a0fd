import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { limits } from '../../../generated/limits';
import { isLockTimeout } from '../db/faults';
import { pack, unpack } from '../db/packed-text';
import { purgeByAge } from '../db/purge';
import { compiledInsert, compiledStatement } from '../db/statements/compiled';
import type { Transaction } from '../db/transaction';
import { isRecord, withoutPointer } from '../json';
import type { OperationFacts, OperationId } from '../operation';
import { invalidValue, problem } from '../problems';
import { type PasswordCost, slowHash } from '../slow-hash';
import { addMilliseconds, SECOND } from '../time';
import { unquoted } from './requests/request-head';
import { headersFromBody } from './responses/response';

const RETENTION = limits.replay_seconds * SECOND;

/** A request with an idempotency key, its `client_request_id`. */
export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly actorId: string;
  readonly operationId: OperationId;
  readonly clientRequestId: string;
  /** Path parameters and body. A different request with the same key is refused. */
  readonly content: unknown;
  /**
   * The cost of the hash that requests are compared by, when the body has a password; undefined for
   * a fast hash.
   */
  readonly passwordCost: PasswordCost | undefined;
  readonly now: string;
}

/** A response as it is stored to be replayed. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly text: string | undefined;
}

type NewResponse = StoredResponse & {
  readonly body: unknown;
  /** Whether a retry needs no body. */
  readonly isMinimal: boolean;
};

interface Row {
  readonly request_hash: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
}

/** Thrown by the first statement of a request that already has a stored response. */
export class ReplayedResponse extends Error {
  constructor(readonly stored: StoredResponse) {
    super('This request already has a stored response.');
  }
}

/**
 * Wraps the transaction of a request with an idempotency key. The first statement claims the key,
 * so slow work can still run before the transaction begins; it throws `ReplayedResponse` when a
 * response is stored, and so does `claim`. `storeResponse` returns the body as JSON, unless parts
 * of it are omitted.
 */
export function withIdempotencyKey(
  transaction: Transaction,
  request: IdempotentRequest,
): {
  readonly transaction: Transaction;
  readonly claim: () => Promise<void>;
  readonly storeResponse: (
    facts: OperationFacts,
    response: NewResponse,
  ) => Promise<string | undefined>;
} {
  let claimed: Promise<void> | undefined;
  const claim = async (): Promise<void> => {
    const stored = await claimKey(transaction, request);
    if (stored !== undefined) throw new ReplayedResponse(stored);
  };
  const claimOnce = (): Promise<void> => (claimed ??= claim());
  return {
    transaction: startingWith(transaction, claimOnce),
    claim: claimOnce,
    storeResponse: async (facts, response) => {
      await claimOnce();
      return storeResponse(transaction, request, facts, response);
    },
  };
}

/** The same transaction, which runs `first` before its first statement. */
function startingWith(transaction: Transaction, first: () => Promise<void>): Transaction {
  let started: Promise<void> | undefined;
  const start = (): Promise<void> => (started ??= first());
  return {
    dialect: transaction.dialect,
    rows: async (statement) => {
      await start();
      return transaction.rows(statement);
    },
    first: async (statement) => {
      await start();
      return transaction.first(statement);
    },
    write: async (statement) => {
      await start();
      return transaction.write(statement);
    },
    lock: async (statement) => {
      await start();
      return transaction.lock(statement);
    },
    savepoint: async (work) => {
      await start();
      return transaction.savepoint(work);
    },
    beforeCommit: (work) => transaction.beforeCommit(work),
    afterCommit: (work) => transaction.afterCommit(work),
    writeLast: (statement, done) => transaction.writeLast(statement, done),
    numbers: transaction.numbers,
  };
}

const keyColumns = ['workspace_id', 'actor_id', 'operation_id', 'client_request_id'] as const;

// An expired key can be claimed again.
const insertKey = compiledInsert('idempotency_records', {
  finish: (insert) =>
    insert
      .onConflict([...keyColumns])
      .merge()
      .whereRaw('idempotency_records.expires_at <= excluded.created_at'),
});

const updateResponse = compiledStatement<
  (typeof keyColumns)[number] | 'status' | 'headers' | 'body'
>((db, given) =>
  db('idempotency_records')
    .where(Object.fromEntries(keyColumns.map((name) => [name, given(name)])))
    .update({ status: given('status'), headers: given('headers'), body: given('body') }),
);

/**
 * Claims the key for this transaction. Returns the stored response, or undefined for the first
 * request. The unique key decides races: a second request waits for the first transaction. Throws
 * 409 `IDEMPOTENCY_KEY_REUSED` for a different request and `REQUEST_IN_PROGRESS` when the first
 * one takes too long.
 */
async function claimKey(
  transaction: Transaction,
  request: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const key = keyOf(request);
  const hash = await hashOf(request);
  const inserted = await transaction
    .write(
      insertKey({
        ...key,
        request_hash: hash,
        created_at: request.now,
        expires_at: addMilliseconds(request.now, RETENTION),
        status: null,
        headers: null,
        body: null,
      }),
    )
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? inProgress() : error;
    });
  if (inserted > 0) return undefined;
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
    text: row.body === null ? undefined : await unpack(row.body),
  };
}

/**
 * Stores the response with the transaction, without the parts that `x-replay-omits` names. A long
 * body is not stored, so that retries store little whatever the record is.
 */
async function storeResponse(
  transaction: Transaction,
  request: IdempotentRequest,
  facts: OperationFacts,
  response: NewResponse,
): Promise<string | undefined> {
  const stored = facts.replayOmits.reduce(withoutPointer, response.body);
  const isWhole = stored === response.body;
  const text = isWhole && response.text !== undefined ? response.text : JSON.stringify(stored);
  const { status, headers, body } = await storedParts(facts, response, text);
  transaction.writeLast(
    updateResponse({ ...keyOf(request), status, headers: JSON.stringify(headers), body }),
  );
  return isWhole ? text : undefined;
}

async function storedParts(
  { minimal, longReplayOmits, replaysWithoutBody }: OperationFacts,
  { status, headers, body, isMinimal }: NewResponse,
  text: string | undefined,
) {
  if (text === undefined) return { status, headers, body: null };
  const isLong = isMinimal || Buffer.byteLength(text) > limits.replay_body_bytes;
  if (isLong && replaysWithoutBody) {
    return { status: 204, headers: { ...headers, ...headersFromBody(minimal, body) }, body: null };
  }
  const stored =
    isLong && longReplayOmits.length > 0
      ? JSON.stringify(longReplayOmits.reduce(withoutPointer, body))
      : text;
  return { status, headers, body: await pack(stored) };
}

/** Deletes expired responses. They are never replayed, so the purge only keeps the table small. */
export const storedResponsePurge = purgeByAge('idempotency_records', 'expires_at', 0);

/**
 * The hash that two requests with one key must share. A fast hash of a password would be easier to
 * guess than the stored password, so a request with a password gets an equally slow hash, salted
 * with its key. It is computed before the statement that begins the transaction.
 */
async function hashOf(request: IdempotentRequest): Promise<string> {
  const content = canonicalJson(request.content);
  if (request.passwordCost === undefined) return sha256(content).toString('base64url');
  const salt = sha256(JSON.stringify(keyOf(request)));
  return (await slowHash(content, salt, request.passwordCost)).toString('base64url');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// A retry may send its fields in another order.
function canonicalJson(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function keyOf(request: IdempotentRequest): Record<(typeof keyColumns)[number], string> {
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

/** The header that names a request for its retries, as the contract spells it. */
export const keyHeader = 'Idempotency-Key';

const keyInBody = '/requestBody/client_request_id';

/**
 * The body with the `Idempotency-Key` header as its `client_request_id`, if the operation takes one.
 * The key may be a quoted string (draft-ietf-httpapi-idempotency-key-header). Throws 400 if both are
 * sent and differ.
 */
export function withKeyOf(
  { headers }: IncomingMessage,
  body: unknown,
  { acceptsClientRequestId, protocol }: OperationFacts,
): unknown {
  const sent = headers['idempotency-key'];
  if (typeof sent !== 'string' || !acceptsClientRequestId || protocol !== null) return body;
  const key = unquoted(decoded(sent));
  if (body === undefined) return { client_request_id: key };
  if (!isRecord(body)) return body;
  if (!Object.hasOwn(body, 'client_request_id')) return { ...body, client_request_id: key };
  if (body['client_request_id'] === key) return body;
  throw invalidValue(
    `header/${keyHeader}`,
    'Idempotency-Key and client_request_id differ. Send one of them, or the same value in both.',
  );
}

/** The errors of a request, at the header where its `client_request_id` came from there. */
export function withKeyErrors<E extends Pick<ErrorObject, 'instancePath'>>(
  { headers }: IncomingMessage,
  errors: readonly E[],
): E[] {
  if (headers['idempotency-key'] === undefined) return [...errors];
  return errors.map((error) =>
    error.instancePath === keyInBody
      ? { ...error, instancePath: `/header/${keyHeader.toLowerCase()}` }
      : error,
  );
}

// Node reads the bytes of a header as Latin-1; clients send UTF-8.
function decoded(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}
