import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import { cacheRows } from '../../../platform/db/statements/cached-rows';
import {
  bytesOfTexts,
  type Condition,
  type Dialect,
  int,
  isOneOf,
} from '../../../platform/db/statements/columns';
import {
  compiledPages,
  pageOf,
  type PageRequest,
  type PageSource,
} from '../../../platform/db/statements/page';
import {
  bothFilters,
  type TextFilter,
  countMatches,
} from '../../../platform/db/statements/text-filter';
import type { ReadContext } from '../../../platform/operation';
import { numbersIn } from '../../../platform/action-keys';
import { beyondHistory, historyStart, withinHistory } from '../../../shared/plans';
import {
  textFilterOf,
  type ActionFilters,
  applicable,
  type RangedColumn,
  rangeIn,
  splitFilters,
  timeFilters,
} from './list-filters';
import type { ActionScope } from '../action-guard';
import { actionable, notTemplate, queueSort, template, workableBy } from '../action-scopes-store';
import { actionsOf, type ListedRow, selectListed } from '../action-store';
import { namedLabels } from '../labels/label-rules';
import { findLabelFilter } from '../labels/label-store';
import { toListedActions } from './listed-mapping';

/**
 * Caches the rows of lists of actions. Every change of an action changes its version, and most
 * changes set `updated_at`. The columns of its project change with the project.
 */
const listedRowCache = cacheRows<ListedRow>(
  {
    id: 'versioned',
    number: 'versioned',
    claimed_by_actor_id: 'versioned',
    claim_generation: 'versioned',
    claim_expires_at: 'versioned',
    claim_lease_seconds: 'versioned',
    claim_worker: 'versioned',
    usage: 'versioned',
    last_claimed_by_actor_id: 'versioned',
    released_until: 'versioned',
    workspace_id: 'actions.workspace_id',
    title: 'versioned',
    details: 'versioned',
    title_by_actor_id: 'versioned',
    details_by_actor_id: 'versioned',
    project_id: 'versioned',
    domain_id: 'versioned',
    order_id: 'versioned',
    assigned_actor_id: 'versioned',
    created_by_actor_id: 'versioned',
    updated_by_actor_id: 'versioned',
    is_template: 'versioned',
    status: 'versioned',
    requires_review: 'versioned',
    review_chosen: 'versioned',
    delegate_label: 'versioned',
    requirements: 'versioned',
    repeat_type: 'versioned',
    repeat_unit: 'versioned',
    repeat_interval: 'versioned',
    repeat_day: 'versioned',
    repeat_time_zone: 'versioned',
    repeat_due_local: 'versioned',
    repeat_defer_local: 'versioned',
    defer_until: 'versioned',
    due_at: 'versioned',
    priority: 'versioned',
    label_ids: 'versioned',
    file_ids: 'versioned',
    // In no response. It also changes with the time.
    queue_rank: 'versioned',
    position: 'versioned',
    result_summary: 'versioned',
    spawned_from_action_id: 'versioned',
    source_key: 'versioned',
    source_agent_request_id: 'versioned',
    input_payload: 'versioned',
    review_state: 'versioned',
    requested_reviewer_actor_id: 'versioned',
    reviewer_actor_id: 'versioned',
    reviewed_at: 'versioned',
    completed_by_actor_id: 'versioned',
    completed_at: 'versioned',
    last_activity_at: 'versioned',
    assignee_active_at: 'versioned',
    waits_for_answer: 'versioned',
    assigned_at: 'versioned',
    latest_note_id: 'versioned',
    last_activity_note_id: 'versioned',
    created_at: 'versioned',
    updated_at: 'actions.updated_at',
    version: 'actions.version',
    project_is_template: 'project.is_template',
    project_state: 'project.state',
    project_work_mode: 'project.work_mode',
  },
  500,
);

const noteBytes = (column: string): string =>
  `coalesce((select octet_length(note.body) from notes as note
     where note.workspace_id = actions.workspace_id and note.id = actions.${column}), 0)`;

/** The bytes of an action's long texts and of the notes that it shows, as SQL over `actions`. */
export const bytesOfAction = [
  bytesOfTexts('actions.details', 'actions.result_summary', 'actions.input_payload'),
  noteBytes('latest_note_id'),
  noteBytes('last_activity_note_id'),
].join(' + ');

/** The ids of those of the actions that the caller can see, with the bytes of their long texts. */
export async function findVisibleSizes(
  { reader, workspaceId, ...history }: ActionScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.rows<{ readonly id: string; readonly bytes: unknown }>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .where(withinHistory(historyStart(history)))
      .select('id', db.raw(`${bytesOfAction} as bytes`)),
  );
  return new Map(rows.map(({ id, bytes }) => [id, int(bytes)]));
}

/** A requested list. `narrow` adds the conditions of a view to the filters. */
export interface ActionListRequest {
  readonly filters: ActionFilters;
  readonly paging: PageRequest;
  readonly defaultSort: string;
  readonly narrow?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
}

const sorts = {
  created_at: { column: 'actions.created_at', type: 'instant' },
  updated_at: { column: 'actions.updated_at', type: 'instant' },
  last_activity_at: { column: 'actions.last_activity_at', type: 'instant' },
  due_at: { column: 'actions.due_at', type: 'instant', nullable: true },
  priority: [
    { column: 'actions.priority', type: 'int32' },
    { column: 'actions.created_at', type: 'instant' },
  ],
  position: { column: 'actions.position', type: 'integer', nullable: true },
  title: { column: 'actions.sort_key', type: 'text' },
  // Never null where they are used: in views of only finished or only deferred actions.
  completed_at: { column: 'actions.completed_at', type: 'instant' },
  defer_until: { column: 'actions.defer_until', type: 'instant' },
  queue: queueSort,
} as const satisfies PageSource['sorts'];

const sortsOfList = {
  ...sorts,
  completed_at: { ...sorts.completed_at, nullable: true },
} as const satisfies PageSource['sorts'];

/** A page of actions in the list envelope of the contract. */
export async function listActionsBy(
  ctx: ReadContext,
  { filters, paging, defaultSort, narrow }: ActionListRequest,
) {
  const { reader } = ctx;
  const request = { ...paging, sort: paging.sort ?? defaultSort };
  const { applied, params } = await paramsOfList(ctx, { filters, sort: request.sort });
  // The text of a statement depends on the words of `q`, and a view's conditions have parameters.
  const { rows, ...envelope } =
    narrow === undefined &&
    params.q === undefined &&
    params.unindexed === undefined &&
    params.ranged === undefined
      ? await readPage(reader, params, request)
      : await pageOf<ListedRow>(reader, sourceOf(params, reader.dialect, narrow), request);
  const items = await toListedActions(ctx, rows);
  const hidden = await countHidden(reader, params, narrow);
  return { items, ...envelope, filters: { ...applied }, hidden_count: hidden };
}

interface FilteredList {
  readonly filters: ActionFilters;
  readonly sort: string;
  /** Where the request has the filters. */
  readonly path?: string;
}

/** The rows of a list of actions, in the order of its sort. */
export async function sourceOfList(
  ctx: ReadContext,
  list: FilteredList,
): Promise<PageSource<ListedRow>> {
  const { params } = await paramsOfList(ctx, list);
  return sourceOf(params, ctx.reader.dialect);
}

async function paramsOfList(
  ctx: ReadContext,
  { filters, sort, path = 'query' }: FilteredList,
): Promise<{ readonly applied: ActionFilters; readonly params: ListParams }> {
  const { reader, workspaceId } = ctx;
  const applied = applicable(filters);
  const { indexed, scanned } = splitFilters(workspaceId, applied, sort);
  const labels =
    applied.label === undefined
      ? undefined
      : await findLabelFilter(reader, workspaceId, namedLabels(applied.label, `${path}/label`));
  const params = paramsOf(ctx, indexed, bothFilters(labels, scanned));
  return {
    applied,
    params: {
      ...params,
      ranged: rangeIn(reader.dialect, applied, sort),
      ...(params.has_due_date !== undefined && { latestFirst: sort.startsWith('-') }),
    },
  };
}

/** The parameters of the statements of a list. */
interface ListParams extends ActionFilters {
  readonly workspaceId: string;
  /** The start of the history window. */
  readonly start: string | null;
  /** The columns that are null: set instead of the filters with `none`. */
  readonly without?: readonly string[];
  /** What the filter `actionable` needs; without an agent, what anybody can do. */
  readonly now?: string;
  readonly actorId?: string;
  readonly capabilities?: string;
  readonly unindexed?: TextFilter | undefined;
  /** Whether the list is sorted by `-due_at`, of a list with `has_due_date` sorted by due dates. */
  readonly latestFirst?: boolean;
  /** See `rangeIn`. */
  readonly ranged?: RangedColumn | undefined;
  /** The numbers of the keys in `q`. */
  readonly named?: readonly number[];
}

// The filters that take `none`.
const nullable = ['assigned_actor_id', 'project_id', 'domain_id'] as const;
type Narrow = ActionListRequest['narrow'];

function paramsOf(
  ctx: ReadContext,
  applied: ActionFilters,
  unindexed: TextFilter | undefined,
): ListParams {
  const { actor, now, workspaceId } = ctx;
  const without = nullable.filter((column) => applied[column] === 'none');
  const { label: _, ...others } = applied;
  return {
    ...others,
    ...Object.fromEntries(without.map((column) => [column, undefined])),
    ...(without.length > 0 && { without }),
    ...(applied.actionable === true && { now, ...seekerOf(actor) }),
    workspaceId,
    start: historyStart(ctx),
    ...(applied.q !== undefined && { named: numbersIn(applied.q, ctx.keyPrefixes) }),
    ...(unindexed !== undefined && { unindexed }),
  };
}

function seekerOf(actor: ReadContext['actor']): Pick<ListParams, 'actorId' | 'capabilities'> {
  if (actor.kind !== 'agent') return {};
  return { actorId: actor.id, capabilities: JSON.stringify(actor.capabilities) };
}

function matching(db: Knex, params: ListParams, dialect: Dialect, narrow: Narrow) {
  const query = filtered(actionsOf(db, params.workspaceId), params, dialect);
  return narrow === undefined ? query : narrow(query);
}

function sourceOf(params: ListParams, dialect: Dialect, narrow?: Narrow): PageSource<ListedRow> {
  return {
    matching: (db) => matching(db, params, dialect, narrow).where(withinHistory(params.start)),
    text: bothFilters(params.unindexed, textFilterOf(dialect, params)),
    select: selectListed,
    id: 'actions.id',
    bytes: bytesOfAction,
    sorts: narrow === undefined ? { ...sortsOfList, ...sortIn(params) } : sorts,
    // Each request names its sort.
    defaultSort: '-created_at',
    cache: listedRowCache,
  };
}

function sortIn({ ranged }: ListParams): PageSource['sorts'] {
  if (ranged === undefined) return {};
  return { [ranged]: { column: `actions.${ranged}`, type: 'instant' } };
}

const readPage = compiledPages<ListedRow, ListParams>(sourceOf);

function filtered(
  query: Knex.QueryBuilder,
  params: ListParams,
  dialect: Dialect,
): Knex.QueryBuilder {
  for (const name of ['domain_id', 'order_id', 'source_key', 'assigned_actor_id'] as const) {
    const value = params[name];
    if (value !== undefined) void query.where(`actions.${name}`, value);
  }
  if (params.project_id !== undefined) {
    // Otherwise SQLite reads all actions in the order of the list until it has enough of few.
    const likely = dialect === 'sqlite' ? 'unlikely' : '';
    void query.whereRaw(`${likely}(actions.project_id = ?)`, [params.project_id]);
  }
  for (const column of params.without ?? []) void query.whereNull(`actions.${column}`);
  if (params.status !== undefined) void query.where(isOneOf('actions.status', params.status));
  if (params.is_template !== undefined) {
    const { workspaceId, is_template: isTemplate } = params;
    void query.where(isTemplate ? template(workspaceId) : notTemplate(workspaceId));
  }
  if (params.priority !== undefined) void query.whereIn('actions.priority', [...params.priority]);
  for (const [name, column, operator] of timeFilters) {
    const value = params[name];
    if (value !== undefined) void query.where(column, operator, value);
  }
  if (params.has_due_date !== undefined) void query.whereRaw(presence(params));
  // The form that the index of the column has.
  if (params.ranged === 'due_at') void query.whereRaw('(actions.due_at is null) = 0');
  if (params.ranged === 'completed_at') {
    void query.whereRaw('(actions.completed_at is not null) = 1');
  }
  return query.where(withinReach(params, dialect));
}

// Postgres makes `is null` of a comparison for equality, which only one of the two indexes has.
function presence({ has_due_date: isPresent = false, latestFirst = false }: ListParams): string {
  const column = `(actions.due_at is ${latestFirst ? 'not ' : ''}null)`;
  return isPresent === latestFirst ? `${column} > false` : `${column} < true`;
}

function withinReach(params: ListParams, dialect: Dialect): Condition {
  if (params.now === undefined) return () => undefined;
  const { workspaceId, now, actorId, capabilities } = params;
  return actorId === undefined || capabilities === undefined
    ? actionable({ workspaceId, now })
    : workableBy(dialect, { workspaceId, actorId, capabilities, now });
}

function countHidden(reader: Reader, params: ListParams, narrow: Narrow): Promise<number> {
  const { start } = params;
  if (start === null) return Promise.resolve(0);
  return countMatches(reader, {
    ...sourceOf(params, reader.dialect),
    matching: (db) => matching(db, params, reader.dialect, narrow).where(beyondHistory(start)),
  });
}
