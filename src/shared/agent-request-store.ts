/**
 * Agent requests: what questions and proposals share. Both are rows of the table agent_requests,
 * open until they end once. It has no operations: the features questions and proposals define the
 * columns and the states of their own kind.
 */
import type { Knex } from 'knex';
import type { components } from '../../generated/types';
import type { Reader } from '../platform/db/reader';
import {
  bytesOfTexts,
  type Condition,
  type Dialect,
  isOneOf,
} from '../platform/db/statements/columns';
import type { SortColumn } from '../platform/db/statements/page-order';
import type { Transaction } from '../platform/db/transaction';
import { checkIfMatch } from '../platform/http/responses/response';
import type { WriteContext } from '../platform/operation';
import { notFound, problem, type Problem } from '../platform/problems';
import { toTimestamp } from '../platform/time';
import { actorColumns, type ActorRow, joinActor, namesOf, selectNames } from './actor-store';

/** A kind of requests, and how it derives the state of a row. */
export interface RequestType<Row extends RequestRow> {
  readonly kind: RequestKind;
  readonly stateOf: (row: Row) => string;
}

/**
 * The open request of an id that the caller may end. Throws 404; 409 `ALREADY_RESOLVED` with
 * `details.state`; the 403 of `checkMayEnd`; 412 `STALE_VERSION`.
 */
export async function getOpenRequest<Row extends RequestRow>(
  { transaction, workspaceId }: WriteContext,
  type: RequestType<Row>,
  request: {
    readonly id: string;
    readonly ifMatch: string | undefined;
    readonly checkMayEnd?: ((row: Row) => void) | undefined;
  },
): Promise<Row> {
  const row = await getRequest<Row>(transaction, workspaceId, type.kind, request.id);
  if (row.status !== 'open') throw alreadyResolved(type, row);
  request.checkMayEnd?.(row);
  checkIfMatch(request.ifMatch, row.version);
  return row;
}

/**
 * Ends a request that was open when it was read, and returns its new row. Throws 409
 * `ALREADY_RESOLVED` when a concurrent transaction has ended it.
 */
export async function endRequest<Row extends RequestRow>(
  ctx: WriteContext,
  type: RequestType<Row>,
  row: Row,
  resolution: RequestResolution,
  ifMatch?: string,
): Promise<Row> {
  const { actor } = ctx;
  const columns = { ...resolution, status: 'resolved' } as const;
  const names = resolution.responded_by_actor_id === undefined ? {} : namesOf(actor, ['responded']);
  return { ...(await changeOpenRequest(ctx, type, { row, columns, ifMatch })), ...names };
}

/**
 * Changes a request that was open when it was read, and returns its new row. When a concurrent
 * transaction has changed it, reads it again. Throws 409 `ALREADY_RESOLVED` when it has ended, what
 * `check` throws, and 412 `STALE_VERSION`.
 */
export async function changeOpenRequest<Row extends RequestRow>(
  { transaction, workspaceId, actor, now }: WriteContext,
  type: RequestType<Row>,
  request: {
    readonly row: Row;
    readonly columns: RequestResolution & Partial<Pick<RequestRow, 'status'>>;
    readonly ifMatch: string | undefined;
    readonly check?: (row: Row) => void;
  },
): Promise<Row> {
  let { row } = request;
  for (;;) {
    request.check?.(row);
    const columns = {
      ...request.columns,
      updated_by_actor_id: actor.id,
      updated_at: now,
      version: row.version + 1,
    };
    if (await storeOpenRequest(transaction, row, columns)) return { ...row, ...columns };
    row = await getRequest<Row>(transaction, workspaceId, type.kind, row.id);
    if (row.status !== 'open') throw alreadyResolved(type, row);
    checkIfMatch(request.ifMatch, row.version);
  }
}

function alreadyResolved<Row extends RequestRow>(type: RequestType<Row>, row: Row): Problem {
  const state = type.stateOf(row);
  const message = `The ${type.kind} is ${state} already.`;
  return problem('ALREADY_RESOLVED', message, { details: { state } });
}

type RequestStatus = components['schemas']['RequestStatus'];

/**
 * The kinds of requests. Each has columns of its own, which are null or a default in the rows of
 * the other.
 */
type RequestKind = 'question' | 'proposal';

/** The columns that every request has, and its author's. Times are ISO 8601 UTC. */
export interface RequestRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: RequestStatus;
  readonly agent_id: string | null;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  /** A JSON array of the ids of its files, null for none. */
  readonly file_ids: string | null;
  /** The question, or the title of a proposal. */
  readonly question: string;
  readonly response: string | null;
  readonly response_comment: string | null;
  readonly responded_at: string | null;
  readonly responded_by_actor_id: string | null;
  readonly closed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly creator_kind: ActorRow['kind'] | null;
  readonly creator_name: string | null;
  readonly creator_agent_id: string | null;
  readonly creator_user_id: string | null;
  readonly responded_by_kind: ActorRow['kind'] | null;
  readonly responded_by_name: string | null;
  readonly taken_by_name: string | null;
  readonly assigned_name: string | null;
}

/** The requests of one kind in a workspace, to filter, count and page. */
export function requestsOf(db: Knex, workspaceId: string, kind: RequestKind): Knex.QueryBuilder {
  return db('agent_requests')
    .where('agent_requests.workspace_id', workspaceId)
    .where(isOneOf('agent_requests.kind', [kind]));
}

/** The filters that both kinds have. */
export interface RequestFilters<State extends string> {
  readonly status?: RequestStatus | undefined;
  readonly state?: readonly State[] | undefined;
}

/** Who ended a request by a response, and when: from `since` until before `before`. */
interface ResponseFilters {
  readonly by?: string | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/** Narrows a list of requests to those that were answered or decided so. */
export function filterResponses(
  query: Knex.QueryBuilder,
  { by, since, before }: ResponseFilters,
): void {
  if (by !== undefined) void query.where('agent_requests.responded_by_actor_id', by);
  if (since !== undefined) {
    void query.where('agent_requests.responded_at', '>=', toTimestamp(since));
  }
  if (before !== undefined) {
    void query.where('agent_requests.responded_at', '<', toTimestamp(before));
  }
}

/**
 * Narrows `requestsOf` to a status and to some states; `inState` defines each state as a condition.
 */
export function filterRequests<State extends string>(
  query: Knex.QueryBuilder,
  { status, state }: RequestFilters<State>,
  inState: Readonly<Record<State, Condition>>,
): Knex.QueryBuilder {
  if (status !== undefined) void query.where(isOneOf('agent_requests.status', [status]));
  if (state !== undefined) {
    void query.where((either) => {
      for (const one of state) void either.orWhere(inState[one]);
    });
  }
  return query;
}

/**
 * Adds every column of requests, those of their author as `creator_…`, and the name of the actor that
 * responded, to a query over `agent_requests`.
 */
export function selectRequest<Q extends Knex.QueryBuilder>(query: Q): Q {
  void joinActor(query, 'agent_requests', 'created_by_actor_id', 'creator').select(
    'agent_requests.*',
    ...actorColumns('creator'),
  );
  return selectPeople(selectNames(query, 'agent_requests', ['responded']));
}

// The names of the people for whom a question waits. A text, as in `selectNames`.
function selectPeople<Q extends Knex.QueryBuilder>(query: Q): Q {
  for (const [alias, column] of people) {
    void query
      .joinRaw(
        `left join actors as ${alias} on ${alias}.workspace_id = agent_requests.workspace_id
          and ${alias}.id = agent_requests.${column}`,
      )
      .select(`${alias}.name as ${alias}_name`);
  }
  return query;
}

const people = [
  ['taken_by', 'taken_by_actor_id'],
  ['assigned', 'assigned_actor_id'],
] as const;

/** How lists of requests are paged; each list adds its `matching`. */
export const requestPages = {
  select: selectRequest,
  id: 'agent_requests.id',
  bytes: bytesOfTexts(
    'agent_requests.question',
    'agent_requests.description',
    'agent_requests.on_answer',
    'agent_requests.default_response',
    'agent_requests.payload',
    'agent_requests.permitted_payload',
    'agent_requests.result',
    'agent_requests.response',
    'agent_requests.response_comment',
  ),
  sorts: {
    created_at: { column: 'agent_requests.created_at', type: 'instant' },
    updated_at: { column: 'agent_requests.updated_at', type: 'instant' },
  },
  defaultSort: '-created_at',
} as const;

/**
 * How a list sorts by the time of the response, with nulls last, and a condition for it. The rows
 * of a range have no null in the column; SQLite finds the beginning of the range in the index only
 * if sort and statement say so.
 */
export function byResponse(
  dialect: Dialect,
  sort: string | undefined,
  { since, before }: Omit<ResponseFilters, 'by'>,
): { readonly sort: SortColumn; readonly begins: Condition } {
  const byTime = { column: 'agent_requests.responded_at', type: 'instant' } as const;
  const isDown = sort?.startsWith('-') === true;
  const isSorted = /^-?(?:responded|decided)_at$/.test(sort ?? '');
  const begin = isDown ? (since ?? before) : since;
  if (dialect !== 'sqlite' || !isSorted || begin === undefined) {
    return { sort: { ...byTime, nullable: true }, begins: () => undefined };
  }
  const form = isDown
    ? '(agent_requests.responded_at is not null) = 1'
    : '(agent_requests.responded_at is null) = 0';
  return { sort: byTime, begins: (query) => void query.whereRaw(form) };
}

/** The request of a kind and id, or undefined. */
export function findRequest<Row extends RequestRow>(
  reader: Reader,
  workspaceId: string,
  kind: RequestKind,
  id: string,
): Promise<Row | undefined> {
  return reader.first<Row>((db) =>
    selectRequest(requestsOf(db, workspaceId, kind).where('agent_requests.id', id)),
  );
}

/** The request of a kind and id; 404 when the workspace has none. */
export async function getRequest<Row extends RequestRow>(
  reader: Reader,
  workspaceId: string,
  kind: RequestKind,
  id: string,
): Promise<Row> {
  const row = await findRequest<Row>(reader, workspaceId, kind, id);
  if (row === undefined) throw notFound(kind, id);
  return row;
}

/** The records that a request concerns, as its events name them. */
export function subjectsOf(row: Pick<RequestRow, 'action_id' | 'project_id' | 'order_id'>) {
  return { actionId: row.action_id, projectId: row.project_id, orderId: row.order_id };
}

/**
 * Condition of the questions that end when their time runs out, as the partial index that finds
 * them has it.
 */
export const canExpire =
  "kind = 'question' and status = 'open' and on_timeout <> 'keep_open' and expires_at is not null";

/**
 * A column `next_timeout` for a query: when the next question of the workspace expires. `workspace`
 * names the column with the id of the workspace.
 */
export function nextTimeout(db: Knex, workspace: string): Knex.QueryBuilder {
  return db('agent_requests')
    .whereRaw('agent_requests.workspace_id = ??', [workspace])
    .whereRaw(canExpire)
    .min('expires_at')
    .as('next_timeout');
}

/** A request to store; `columns` are those of its kind. */
interface NewRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: RequestKind;
  readonly agentId: string;
  readonly actorId: string;
  readonly about: ReturnType<typeof subjectsOf>;
  readonly question: string;
  readonly fileIds: string | null;
  readonly columns: object;
  readonly now: string;
}

/** Stores an open request. */
export async function insertRequest(transaction: Transaction, request: NewRequest): Promise<void> {
  await transaction.write((db) =>
    db('agent_requests').insert({
      workspace_id: request.workspaceId,
      id: request.id,
      kind: request.kind,
      status: 'open',
      agent_id: request.agentId,
      created_by_actor_id: request.actorId,
      updated_by_actor_id: request.actorId,
      action_id: request.about.actionId,
      project_id: request.about.projectId,
      order_id: request.about.orderId,
      question: request.question,
      file_ids: request.fileIds,
      ...request.columns,
      created_at: request.now,
      updated_at: request.now,
      version: 1,
    }),
  );
}

/**
 * The columns that the end of a request sets; some belong to one kind only. Times are ISO 8601 UTC.
 */
export interface RequestResolution {
  readonly response?: string;
  readonly response_comment?: string | null;
  readonly responded_at?: string;
  readonly responded_by_actor_id?: string;
  readonly permitted_payload?: string;
  readonly file_ids?: string | null;
  readonly expires_at?: string;
  readonly dismissed_at?: string;
  readonly closed_at?: string;
  readonly taken_by_actor_id?: string | null;
}

/** Sets columns of an open request. False when a concurrent transaction has changed it. */
async function storeOpenRequest(
  transaction: Transaction,
  { workspace_id, id, version }: Pick<RequestRow, 'workspace_id' | 'id' | 'version'>,
  columns: RequestResolution & Partial<RequestRow>,
): Promise<boolean> {
  const stored = await transaction.write((db) =>
    db('agent_requests')
      .where({ workspace_id, id, version })
      .where(isOneOf('status', ['open']))
      .update(columns),
  );
  return stored > 0;
}
