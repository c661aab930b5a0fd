import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Transaction } from '../db/transaction';
import type { Actor, OperationFacts, OperationId, OwnWindows } from '../operation';
import type { ErrorCode } from '../problems';

/** The security schemes of the contract. */
type SecurityScheme = 'bearerToken' | 'sessionCookie';

/** Who sends a request, and how that is known. */
export interface Credential {
  readonly scheme: SecurityScheme;
  readonly actor: Actor;
  /** Those of the caller's workspace. */
  readonly windows: OwnWindows;
  /** Days for which the workspace's plan shows finished work; null is without end. */
  readonly historyDays: number | null;
  /** When time alone ends something in the caller's workspace next, ISO 8601 UTC; null is never. */
  readonly nextTimeout: string | null;
  /** A session that was extended just now: its cookie goes out again, for so many seconds. */
  readonly renewed?: { readonly value: string; readonly maxAgeSeconds: number };
}

/** What the log tells of the sender of a request, whether it is let in or refused. */
export interface Sender {
  /** Only of a sender whose credential is genuine. */
  readonly actorId?: string;
  /** The bearer token that the request names, also where its secret is wrong. */
  readonly tokenId?: string;
  /** The public id of a bearer token that the database does not have. */
  readonly publicId?: string;
  /** Why the bearer token is refused. */
  readonly refused?: TokenRefusal;
}

/** Why a bearer token is refused. */
export type TokenRefusal =
  'malformed' | 'unknown' | 'wrong_secret' | 'revoked' | 'agent_revoked' | 'expired';

/** What decides about callers; the authentication room provides it. */
export interface Gate {
  /** The caller, or undefined when the request carries no credential. Throws 401 for one that is not valid. */
  authenticate(exchange: Exchange): Promise<Credential | undefined>;
  /** Throws 403 unless the caller may use the operation. */
  authorise(operationId: OperationId, facts: OperationFacts, credential: Credential): void;
  /**
   * Throws unless the caller may still write, in the transaction of the write: what it relies on stays so until the transaction ends.
   */
  confirm(transaction: Transaction, credential: Credential): Promise<void>;
  /** Throws 403 `CSRF_FAILED` for an unsafe request that another site may have made. */
  checkOrigin(exchange: Exchange): void;
}

/**
 * One request on its way through the service. A class, so that the getter is its prototype's: each object literal with a getter is a shape of its
 * own to V8, and keeps all that it refers to until the next full collection.
 */
export class Exchange {
  /** ISO 8601 UTC: the request's one point in time. */
  readonly now = new Date().toISOString();
  operationId: OperationId | undefined;
  credential: Credential | undefined;
  sender: Sender | undefined;
  /** The code of the error that was sent. */
  errorCode: ErrorCode | undefined;
  /** The text of the answer's body, once there is one. */
  textSent: (() => string) | undefined;
  private ownLog: Logger | undefined;

  constructor(
    readonly req: Request,
    readonly res: Response,
    readonly requestId: string,
    private readonly serviceLog: Logger,
    /** The client's address for the log; undefined where the configuration leaves it out. */
    readonly address: string | undefined,
  ) {}

  /** The service's log, with the request's id. Few requests have more to tell than that they were there. */
  get log(): Logger {
    this.ownLog ??= this.serviceLog.child({ request_id: this.requestId });
    return this.ownLog;
  }
}
