import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import type { KeyPrefixes } from '../action-keys';
import type { DatabaseUse } from '../db/database-use';
import type { Reader } from '../db/reader';
import type { Transaction } from '../db/transaction';
import { newId } from '../ids';
import type {
  Actor,
  OperationFacts,
  OperationId,
  CallNow,
  Performed,
  Settings,
  WorkspaceTime,
  WorkspaceWindows,
  WriteContext,
} from '../operation';
import type { ToolOutcome } from '../protocol';
import type { ErrorCode, Problem } from '../problems';
import type { TraceContext } from '../tracing/tracing';
import { type PresentedCookie, readDeviceTokens } from './cookies';

/** The security schemes of the contract. */
type SecurityScheme = 'bearerToken' | 'sessionCookie';

/** An authenticated caller. */
export interface Credential extends KeyPrefixes {
  readonly scheme: SecurityScheme;
  readonly actor: Actor;
  /** The windows of the caller's workspace. */
  readonly windows: WorkspaceWindows;
  /** Days for which the workspace's plan shows finished work; null for no limit. */
  readonly historyDays: number | null;
  /** When time next ends a record of the workspace, ISO 8601 UTC; null when it ends none. */
  readonly nextTimeout: string | null;
  /** The epoch of the database: entity tags and cursors of another one are not valid. */
  readonly epoch: string;
  /** The plan of the workspace, and the bytes that it stores. */
  readonly storage: { readonly plan: string; readonly bytes: number };
  /** The cookie to send again because this request extended its session. */
  readonly renewed?: { readonly value: string; readonly maxAgeSeconds: number };
  /** The value of the session cookie that authenticates. */
  readonly cookie?: string;
}

/** The log fields that identify the sender of a request, authenticated or not. */
export interface Sender {
  /** Only for a sender whose credential is genuine. */
  readonly actorId?: string;
  /** The workspace of the credential, also when the secret of a token is wrong. */
  readonly workspaceId?: string;
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
  /** The caller that a URL of one upload acts for, by its secret; 404 if it takes no upload. */
  authenticateUpload(exchange: Exchange, secret: string): Promise<Credential>;
  /** Throws 403 unless the caller may call the operation. */
  authorise(facts: OperationFacts, credential: Credential): void;
  /**
   * Returns the credential with the rights that the caller has now; throws if they may not write
   * any more. Runs in the transaction of the write and locks the rights until that ends.
   */
  confirm(transaction: Transaction, credential: Credential): Promise<Credential>;
  /** 401 for a caller who has lost the credential since; undefined for others. Never rejects. */
  withdrawal(exchange: Exchange): Promise<Problem | undefined>;
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
  /** The session cookies, once the operation is known. */
  sessionCookies: readonly PresentedCookie[] = [];
  /** The body of a request of another protocol. */
  bodyText: string | undefined;
  /** The code of the error that was sent. */
  errorCode: ErrorCode | undefined;
  /** The tool that the request called, and the code of its refusal. */
  tool: ToolOutcome | undefined;
  /** Returns the body of the response as text, once there is one. */
  sentText: (() => string) | undefined;
  /** Whether the response is a stream, whose sender handles clients that do not read it. */
  isStream = false;
  /** Whether the response is a page or a file of one, which no operation describes. */
  isPage = false;
  /** Whether a line for many requests stands for it in the log. */
  isSummed = false;
  /** What the request has used of the database. */
  readonly databaseUse: DatabaseUse;
  private requestLog: Logger | undefined;

  constructor(
    readonly req: Request,
    readonly res: Response,
    readonly requestId: string,
    private readonly serviceLog: Logger,
    /** The client's address for the log; undefined when the configuration disables it. */
    readonly address: string | undefined,
    /** The trace that the request belongs to; undefined if it names none. */
    readonly trace: TraceContext | undefined,
  ) {
    this.databaseUse = { requestId, statements: 0, milliseconds: 0 };
  }

  /** The service's log with the request's id and trace. Created on first use, because few requests log. */
  get log(): Logger {
    this.requestLog ??= this.serviceLog.child({ request_id: this.requestId, ...this.trace });
    return this.requestLog;
  }
}

/** Performs an operation in the transaction of a context, for the actor of the context. */
export type PerformWithin = (
  call: CallNow,
  ctx: RequestContext,
  exchange: Exchange,
) => Promise<Performed>;

/** The context that an operation receives. A class for the same reason as Exchange. */
export class RequestContext implements WriteContext {
  readonly historyDays: number | null;
  readonly keyPrefixes: readonly string[];
  readonly now: string;
  readonly newId: WorkspaceTime['newId'];
  readonly settings: Settings;

  constructor(
    private readonly exchange: Exchange,
    server: Settings,
    readonly produces: string,
    readonly transaction: Transaction,
    private readonly perform: PerformWithin,
    readonly storageFault?: Problem,
    private readonly delegate?: Actor,
  ) {
    const { credential, now } = exchange;
    this.historyDays = credential?.historyDays ?? null;
    this.keyPrefixes = credential?.keyPrefixes ?? [];
    this.now = now;
    this.newId = idsOf(now);
    this.settings = settingsFor(credential, server);
  }

  get reader(): Reader {
    return this.transaction;
  }

  get actor(): Actor {
    if (this.delegate !== undefined) return this.delegate;
    const { credential } = this.exchange;
    if (credential === undefined) throw new Error('An operation without credentials has no actor.');
    return credential.actor;
  }

  as(actor: Actor): RequestContext {
    const { exchange, settings, produces, transaction, perform, storageFault } = this;
    return new RequestContext(
      exchange,
      settings,
      produces,
      transaction,
      perform,
      storageFault,
      actor,
    );
  }

  performWithin(call: CallNow, actor: Actor): Promise<Performed> {
    return this.perform(call, this.as(actor), this.exchange);
  }

  get workspaceId(): string {
    return this.actor.workspaceId;
  }

  get epoch(): string {
    const { credential } = this.exchange;
    if (credential === undefined) throw new Error('An operation without credentials has no epoch.');
    return credential.epoch;
  }

  get log(): Logger {
    return this.exchange.log;
  }

  get address(): string {
    const { req } = this.exchange;
    // A proxy may send a text such as `unknown` (RFC 7239); then the proxy's own address counts.
    return networkOf(req.ip ?? '') ?? networkOf(req.socket.remoteAddress ?? '') ?? 'unknown';
  }

  get loggedAddress(): string | undefined {
    return this.exchange.address;
  }

  get deviceTokens(): readonly string[] {
    return readDeviceTokens(this.exchange.req);
  }

  get sessionCookies(): readonly string[] {
    return this.exchange.sessionCookies.map(({ value }) => value);
  }
}

/** Creates ids that carry the request's time. */
export function idsOf(now: string): WorkspaceTime['newId'] {
  return (prefix) => newId(prefix, now);
}

// The server's configuration applies where the workspace has no setting of its own.
function settingsFor(credential: Exchange['credential'], server: Settings): Settings {
  return {
    workingSeconds: credential?.windows.working_seconds ?? server.workingSeconds,
    stalledSeconds: credential?.windows.stalled_seconds ?? server.stalledSeconds,
    storedBytes: server.storedBytes,
    mcpUrl: server.mcpUrl,
    consoleUrl: server.consoleUrl,
  };
}

// Providers assign at least a /64 to a customer (RFC 6177), so one person has all its addresses.
const CUSTOMER_BITS = 64;

/**
 * The network by which attempts are counted: an IPv4 address, or the /64 of an IPv6 address. The
 * text may have a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`). IPv4-mapped IPv6 addresses become
 * IPv4. Undefined when the text is not an address.
 */
function networkOf(text: string): string | undefined {
  const parsed = parse(text);
  if (parsed === undefined || parsed.kind() === 'ipv4') return parsed?.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`);
  return `${network.toString()}/${CUSTOMER_BITS}`;
}

// The address without its port; undefined when the text is not an address.
function addressOf(text: string): string | undefined {
  return isIP(text) === 4 ? text : parse(text)?.toString();
}

/** The client's address according to trusted proxies; undefined when the connection is closed. */
export function clientAddressOf(req: Request): string | undefined {
  // A proxy may send a text such as `unknown` (RFC 7239); then the proxy's own address counts.
  return addressOf(req.ip ?? '') ?? addressOf(req.socket.remoteAddress ?? '');
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text.trim());
  // The library also accepts incomplete, octal and hexadecimal addresses such as `1`.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? ipv4 ?? text;
}
