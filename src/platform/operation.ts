import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ProtocolOperationId } from '../../generated/protocols';
import type { operations, components } from '../../generated/types';
import type { KeyPrefixes } from './action-keys';
import type { CodedCopies } from './coded-copies';
import type { Reader } from './db/reader';
import type { Transaction } from './db/transaction';
import type { Problem } from './problems';

/** The operationIds of the contract, without those of its `webhooks`, such as `onActionCreated`. */
export type OperationId = Exclude<keyof operations, `on${Capitalize<string>}`>;

/** The operations that speak the contract's own language: `x-protocol` names no other. */
export type PlainOperationId = Exclude<OperationId, ProtocolOperationId>;

/** Another protocol that an operation speaks (`x-protocol`). */
export type Protocol = 'json-rpc' | 'oauth' | 'page' | 'file';

type Present<T> = [T] extends [never] ? Record<string, never> : T;

type Parameters<Id extends OperationId, In extends 'path' | 'query' | 'header'> = Present<
  NonNullable<operations[Id]['parameters'][In]>
>;

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : operations[Id] extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined;

/** The validated parameters and body of a request, in the types of the contract. */
export interface Input<Id extends OperationId> {
  readonly path: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
  readonly header: Parameters<Id, 'header'>;
  readonly body: BodyOf<Id>;
}

type SuccessStatus = 200 | 201 | 202 | 204 | 302;

/** Headers that the platform sends; handlers cannot set them. */
type PlatformHeader =
  'X-Request-Id' | 'Idempotent-Replayed' | 'RateLimit' | 'RateLimit-Policy' | 'Set-Cookie';

type HandlerHeaders<H> = {
  [K in keyof H as string extends K ? never : K extends PlatformHeader ? never : K]: H[K];
};

type HeadersPart<H> =
  Record<never, never> extends HandlerHeaders<H>
    ? { readonly headers?: HandlerHeaders<H> }
    : { readonly headers: HandlerHeaders<H> };

/** Sends the body of a response whose status and headers have been sent, and ends it. */
export type SendStream = (response: ServerResponse) => void;

type ContentPart<R> = R extends { content: infer C }
  ? | (C extends { 'application/json': infer B }
        ? { readonly body: B; readonly bytes?: never; readonly contentType?: never }
        : never)
    | (C extends { 'text/event-stream': string }
        ? { readonly stream: SendStream; readonly body?: never; readonly bytes?: never }
        : never)
    | (Exclude<keyof C, 'application/json' | 'text/event-stream'> extends never
        ? never
        : { readonly bytes: Buffer; readonly contentType: keyof C & string; readonly body?: never })
  : { readonly body?: never; readonly bytes?: never; readonly contentType?: never };

type ReplyFor<Status, R> = R extends { headers: infer H }
  ? {
      readonly status: Status;
      readonly cookie?: SessionCookie;
      /** The device tokens to set in the device cookie. */
      readonly deviceTokens?: readonly string[];
      /** The id of the actor who signed in, for the log. */
      readonly signedIn?: string;
      /** The bytes in other content codings. */
      readonly copies?: CodedCopies;
    } & ContentPart<R> &
      HeadersPart<H>
  : never;

/**
 * The session cookie to set (`value`, Max-Age in seconds) or, with null, to clear. `ends` has the
 * values of other cookies of the request to clear.
 */
export type SessionCookie = NewSessionCookie | { readonly ends: readonly string[] } | null;

/** A session cookie to set. */
interface NewSessionCookie {
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly ends?: readonly string[];
}

type RepliedStatus<Responses> = keyof Responses &
  // The platform makes the 204 for `Prefer: return=minimal` from the whole response.
  (keyof Responses & (200 | 201) extends never ? SuccessStatus : Exclude<SuccessStatus, 204>);

/**
 * The documented successful responses of an operation, one member per 2xx status or redirect.
 * Required headers must be present. Errors are thrown as problems, never returned.
 */
export type Reply<Id extends OperationId> = {
  [S in RepliedStatus<operations[Id]['responses']>]: ReplyFor<S, operations[Id]['responses'][S]>;
}[RepliedStatus<operations[Id]['responses']>];

/** A person of the workspace. `sessionId` is null for the local owner in development. */
export interface UserActor {
  readonly kind: 'user';
  /** `atr_...` */
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string | null;
}

/** An agent of the workspace, authenticated by one of its tokens. */
export interface AgentActor {
  readonly kind: 'agent';
  /** `atr_...` */
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly agentId: string;
  readonly accessMode: 'worker' | 'sysadmin';
  /** The state at authentication; a revoked agent cannot authenticate. */
  readonly state: 'pending' | 'active' | 'paused';
  readonly capabilities: readonly string[];
  readonly requiresProposals: boolean;
  readonly canReview: boolean;
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  /** The grant of OAuth that the token belongs to; absent for a token that a person made. */
  readonly grantId?: string;
  /** The actor of the person who gave the grant; absent for a token that a person made. */
  readonly onBehalfOf?: string;
  /** Set while a permission lifts the limits of a worker, which still sees only its own records. */
  readonly seesAsWorker?: boolean;
}

/** The scopes of tokens. People have both. */
export type Scope = 'read' | 'write';

/** Who makes the request. */
export type Actor = UserActor | AgentActor;

/** What applies to a workspace. */
export interface Settings {
  /** The windows that derive an action's working and stalled states, in seconds. */
  readonly workingSeconds: number;
  readonly stalledSeconds: number;
  /** The bytes that each workspace may store; null for no limit. */
  readonly storedBytes: number | null;
  /** The URL of the agent-tool endpoint, if the server knows its own address. */
  readonly mcpUrl: string | null;
  /** The URL of the pages for people, if they are served and the server has a public URL. */
  readonly consoleUrl: string | null;
}

/** A workspace at one point in time. */
export interface WorkspaceTime {
  readonly workspaceId: string;
  /** ISO 8601 UTC with milliseconds and `Z`. */
  readonly now: string;
  /** Creates an id: the prefix, an underscore and a ULID. */
  readonly newId: (prefix: string) => string;
}

/** The windows of a workspace in seconds; null where the server's apply. */
export interface WorkspaceWindows {
  readonly working_seconds: number | null;
  readonly stalled_seconds: number | null;
}

/** The context of an operation without credentials. */
export interface PublicContext {
  /** The time of the request: ISO 8601 UTC with milliseconds and `Z`. */
  readonly now: string;
  /** Creates an id: the prefix, an underscore and a ULID. */
  readonly newId: (prefix: string) => string;
  readonly log: Logger;
  readonly settings: Settings;
  /** The negotiated media type of the response. */
  readonly produces: string;
  /** The caller's network according to trusted proxies: an IPv4 address or an IPv6 /64. */
  readonly address: string;
  /** The client's address for the log; undefined when the configuration disables it. */
  readonly loggedAddress: string | undefined;
  /** The tokens of the request's device cookie. */
  readonly deviceTokens: readonly string[];
  /** The values of the request's session cookies, of several workspaces, valid or not. */
  readonly sessionCookies: readonly string[];
}

/** The context of an operation with credentials. */
export interface Context extends PublicContext, KeyPrefixes {
  readonly actor: Actor;
  readonly workspaceId: string;
  /** Days for which the workspace's plan shows finished work; null for no limit. */
  readonly historyDays: number | null;
  /** The epoch of the database, which is a part of entity tags and cursors. */
  readonly epoch: string;
}

/** The database access of a GET, which cannot write. */
interface Reads {
  readonly reader: Reader;
}

/**
 * The database access of every other method: one transaction, which begins with its first
 * statement. `reader` is the same transaction, for functions that only read.
 */
interface Writes extends Reads {
  readonly transaction: Transaction;
  /**
   * 403 `CAP_EXCEEDED` if the workspace stores as many bytes as it may, for parts of an operation
   * that otherwise runs beyond the limit.
   */
  readonly storageFault?: Problem | undefined;
}

/** Context of a GET. */
export type ReadContext = Context & Reads;

/** Context of every other method. */
export type WriteContext = Context & Writes & Delegation;

/** What an operation does for another actor of its workspace, in its own transaction. */
interface Delegation {
  /** The same context for another actor. */
  as(actor: Actor): WriteContext;
  /**
   * Performs another operation for the actor: it is authorized for the caller and the actor, and
   * validated like a request, except that `me` is not replaced. Throws what it refuses; the caller
   * then rolls back to a savepoint.
   */
  performWithin(call: CallNow, actor: Actor): Promise<Performed>;
}

/** A GET operation. */
export type ReadHandler<Id extends OperationId> = (
  input: Input<Id>,
  ctx: ReadContext,
) => Promise<Reply<Id>>;

/** An operation of any other method. */
export type WriteHandler<Id extends OperationId> = (
  input: Input<Id>,
  ctx: WriteContext,
) => Promise<Reply<Id>>;

/** A GET operation that needs no credentials. */
export type PublicReadHandler<Id extends OperationId> = (
  input: Input<Id>,
  ctx: PublicContext & Reads,
) => Promise<Reply<Id>>;

/** An operation of any other method that needs no credentials. */
export type PublicWriteHandler<Id extends OperationId> = (
  input: Input<Id>,
  ctx: PublicContext & Writes,
) => Promise<Reply<Id>>;

/** The headers of a response without content, in addition to those of every response. */
export interface MinimalResponse {
  /** Headers that the whole response has too. */
  readonly required: readonly string[];
  /** Headers with values of the whole response's body: each with the JSON pointer of its value. */
  readonly fromBody: Readonly<Record<string, string>>;
}

/**
 * The callers that an operation permits: those of its `security`, fewer with `x-restricted-to`, and
 * no viewers if it writes without `x-viewers`. The policy of its feature decides what they may do.
 */
export interface Permission {
  /** The lowest role of the people; each role may do what those before it may. */
  readonly people: Role | 'none';
  /** `sysadmin` excludes workers; `reviewer` excludes agents without `can_review`. */
  readonly agents: 'worker' | 'sysadmin' | 'reviewer' | 'none';
  /** The scope that a token needs; `none` for operations without credentials. */
  readonly scope: Scope | 'none';
}

/** The facts about an operation that the platform uses; generated from the contract. */
export interface OperationFacts {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly string[];
  /** Whether a request without a credential is accepted too (`{}` in `security`). */
  readonly securityOptional: boolean;
  /** Whether any live session of a browser will do (`x-any-session`). */
  readonly anySession: boolean;
  readonly permission: Permission;
  /** The protocol that the operation speaks; null for the contract's own. */
  readonly protocol: Protocol | null;
  readonly successStatuses: readonly number[];
  readonly errorCodes: readonly string[];
  readonly hasBody: boolean;
  /** The media types of the body. */
  readonly consumes: readonly string[];
  readonly bodyRequired: boolean;
  readonly acceptsClientRequestId: boolean;
  readonly produces: readonly string[];
  /** Header parameters, as the contract spells them. */
  readonly headerNames: readonly string[];
  /** The defaults of the query of a list that `after` and `offset` page; null for any other. */
  readonly listDefaults: Readonly<Record<string, unknown>> | null;
  readonly bodyHasPassword: boolean;
  /** JSON pointers of the parts of the response body that are not stored for replay. */
  readonly replayOmits: readonly string[];
  /** Pointers into the input where ids of actions may be keys; `*` stands for every item. */
  readonly actionRefs: readonly string[];
  /** JSON pointers, with `*` for every item, of the parts that are not stored if the body is long. */
  readonly longReplayOmits: readonly string[];
  /** Whether a 204 may replace the replay of a response whose body is not stored. */
  readonly replaysWithoutBody: boolean;
  /** Whether it runs in a workspace that stores all it may; the fields of a body with which it does. */
  readonly beyondStorageLimit: boolean | readonly string[];
  /** The response to `Prefer: return=minimal`; null if the operation ignores it. */
  readonly minimal: MinimalResponse | null;
}

/** The input of an operation that another one performs. It is validated like a request. */
export interface PerformInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Header parameters, as the contract spells them. */
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The success of a performed operation. */
export interface Performed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a client would receive it; undefined when there is none. */
  readonly body: unknown;
}

/** An operation to perform. Its input may depend on the successes of the calls before it. */
export interface PerformCall {
  readonly operationId: PlainOperationId;
  readonly input: PerformInput | ((earlier: readonly Performed[]) => PerformInput);
}

export interface CallNow {
  readonly operationId: PlainOperationId;
  readonly input: PerformInput;
}

/**
 * Performs an operation in this process as the caller: its permission row, validation, transaction,
 * idempotency and event are the same as for a request. Throws what the operation refuses. Several
 * calls are performed in order, in one transaction: all of them succeed, or none.
 */
export type Perform = (...calls: readonly PerformCall[]) => Promise<readonly Performed[]>;

/** The role of a person. */
export type Role = components['schemas']['Role'];

// Each role may do what those before it may.
const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, owner: 2 };

/** Whether people with the role may call an operation whose lowest role is `lowest`. */
export function permitsRole(lowest: Role | 'none', role: Role): boolean {
  return lowest !== 'none' && ranks[role] >= ranks[lowest];
}

/** Why people with a lower role than `lowest` may not call an operation. */
export function refusalOfRole(lowest: Role): string {
  return lowest === 'owner'
    ? 'Only owners of the workspace can call this operation.'
    : 'You are a viewer: you can read, but not change anything.';
}
