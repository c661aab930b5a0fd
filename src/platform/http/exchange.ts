import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Transaction } from '../db/transaction';
import type { Actor, OperationFacts, OperationId, WorkspaceWindows } from '../operation';
import type { ErrorCode, Problem } from '../problems';

/** The security schemes of the contract. */
type SecurityScheme = 'bearerToken' | 'sessionCookie';

/** An authenticated caller. */
export interface Credential {
  readonly scheme: SecurityScheme;
  readonly actor: Actor;
  /** The windows of the caller's workspace. */
  readonly windows: WorkspaceWindows;
  /** Days for which the workspace's plan shows finished work; null for no limit. */
  readonly historyDays: number | null;
  /** When the next question of the workspace expires, ISO 8601 UTC; null when none does. */
  readonly nextTimeout: string | null;
  /** The epoch of the database: entity tags and cursors of another one are not valid. */
  readonly epoch: string;
  /** The plan of the workspace, and the bytes that it stores. */
  readonly storage: { readonly plan: string; readonly bytes: number };
  /** The cookie to send again because this request extended its session. */
  readonly renewed?: { readonly value: string; readonly maxAgeSeconds: number };
}

/** The log fields that identify the sender of a request, authenticated or not. */
export interface Sender {
  /** Only for a sender whose credential is genuine. */
  readonly actorId?: string;
  /** The id of the bearer token, also when its secret is wrong. */
  readonly tokenId?: string;
  /** The public id of a bearer token that does not exist. */
  readonly publicId?: string;
  /** Why the bearer token was refused. */
  readonly refused?: TokenRefusal;
}

/** Reasons to refuse a bearer token. */
export type TokenRefusal =
  | 'malformed'
  | 'unknown'
  | 'wrong_secret'
  | 'revoked'
  | 'agent_revoked'
  | 'expired'
  | 'wrong_audience';

/** Authenticates and authorizes callers. The auth feature implements it. */
export interface Gate {
  /**
   * The caller, or undefined without a credential that the operation accepts. Throws 401 for an
   * invalid credential.
   */
  authenticate(exchange: Exchange, facts: OperationFacts): Promise<Credential | undefined>;
  /** Throws 403 unless the caller may call the operation. */
  authorise(facts: OperationFacts, credential: Credential): void;
  /**
   * Returns the credential with the rights that the caller has now; throws if they may not write
   * any more. Runs in the transaction of the write and locks the rights until that ends.
   */
  confirm(transaction: Transaction, credential: Credential): Promise<Credential>;
  /** 403 `CAP_EXCEEDED` if the caller's workspace stores as many bytes as it may. */
  storageFault(credential: Credential): Problem | undefined;
  /** Throws 403 `CSRF_FAILED` for an unsafe request that may come from another site. */
  checkOrigin(exchange: Exchange): void;
}

/**
 * One request with its response. A class, because V8 gives every object literal with a getter its
 * own hidden class, which keeps the objects that it refers to alive until the next full GC.
 */
export class Exchange {
  /** The time of the request, ISO 8601 UTC. */
  readonly now = new Date().toISOString();
  operationId: OperationId | undefined;
  credential: Credential | undefined;
  sender: Sender | undefined;
  /** The body of a request of another protocol. */
  bodyText: string | undefined;
  /** The code of the error that was sent. */
  errorCode: ErrorCode | undefined;
  /** Returns the body of the response as text, once there is one. */
  sentText: (() => string) | undefined;
  /** Whether the response is a stream, whose sender handles clients that do not read it. */
  isStream = false;
  /** Whether the response is a page or an asset of the console, which no operation describes. */
  isPage = false;
  private requestLog: Logger | undefined;

  constructor(
    readonly req: Request,
    readonly res: Response,
    readonly requestId: string,
    private readonly serviceLog: Logger,
    /** The client's address for the log; undefined when the configuration disables it. */
    readonly address: string | undefined,
  ) {}

  /** The service's log with the request's id. Created on first use, because few requests log. */
  get log(): Logger {
    this.requestLog ??= this.serviceLog.child({ request_id: this.requestId });
    return this.requestLog;
  }
}
