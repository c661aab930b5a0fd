import type { Knex } from 'knex';
import { containsWords, isOneOf, type Condition } from '../../../platform/db/statements/columns';
import {
  maxCounted,
  pageOf,
  type PageRequest,
  type PageSource,
} from '../../../platform/db/statements/page';
import type { Reader } from '../../../platform/db/reader';
import type { ReadContext } from '../../../platform/operation';
import { toTimestamp } from '../../../platform/time';
import { beyondHistory, historyStart, withinHistory } from '../../../shared/plans';
import { actionsOf, type ActionStatus, type ListedRow, selectListed } from '../action-store';
import { bytesOfAction } from './action-bytes-store';
import { actionable, notTemplate, template, workableBy } from './action-scopes-store';
import { toListedActions } from './listed-mapping';
import { listedRowCache } from './listed-row-cache';
import { queueSort } from './queue-order';

/** The filters of every list of actions, as the contract names them. */
export interface ActionFilters {
  readonly status?: readonly ActionStatus[] | undefined;
  readonly project_id?: string | undefined;
  readonly domain_id?: string | undefined;
  readonly order_id?: string | undefined;
  readonly assigned_actor_id?: string | undefined;
  readonly is_template?: boolean | undefined;
  readonly due_before?: string | undefined;
  readonly updated_since?: string | undefined;
  readonly source_key?: string | undefined;
  readonly q?: string | undefined;
  /** Only what the caller can work on or claim now; for people, what anybody can. */
  readonly actionable?: boolean | undefined;
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
  position: { column: 'actions.position', type: 'integer', nullable: true },
  title: { column: 'actions.title', type: 'text' },
  // Never null where they are used: in lists of only finished or only deferred actions.
  completed_at: { column: 'actions.completed_at', type: 'instant' },
  defer_until: { column: 'actions.defer_until', type: 'instant' },
  queue: queueSort,
} as const satisfies PageSource['sorts'];

/** A page of actions in the list envelope of the contract. */
export async function listActionsBy(
  ctx: ReadContext,
  { filters, paging, defaultSort, narrow = (query) => query }: ActionListRequest,
) {
  const { reader, workspaceId } = ctx;
  const applied = applicable(filters);
  const start = historyStart(ctx);
  const matching = (db: Knex): Knex.QueryBuilder =>
    narrow(filtered(actionsOf(db, workspaceId), applied, reader).where(withinReach(applied, ctx)));
  const { rows, ...envelope } = await pageOf<ListedRow>(
    reader,
    {
      matching: (db) => matching(db).where(withinHistory(start)),
      select: selectListed,
      id: 'actions.id',
      bytes: bytesOfAction,
      sorts,
      defaultSort,
      cache: listedRowCache,
    },
    paging,
  );
  const items = await toListedActions(ctx, rows);
  const hidden = start === null ? 0 : await countHidden(reader, matching, start);
  return { items, ...envelope, filters: { ...applied }, hidden_count: hidden };
}

// Times take the stored form, because the response contains the filters that were applied.
function applicable(filters: ActionFilters): ActionFilters {
  const given = {
    ...filters,
    due_before: toTimestamp(filters.due_before),
    updated_since: toTimestamp(filters.updated_since),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function filtered(
  query: Knex.QueryBuilder,
  filters: ActionFilters,
  { dialect }: Reader,
): Knex.QueryBuilder {
  for (const name of ['project_id', 'domain_id', 'order_id', 'source_key'] as const) {
    const value = filters[name];
    if (value !== undefined) void query.where(`actions.${name}`, value);
  }
  const assignee = filters.assigned_actor_id;
  if (assignee === 'none') void query.whereNull('actions.assigned_actor_id');
  else if (assignee !== undefined) void query.where('actions.assigned_actor_id', assignee);
  if (filters.status !== undefined) void query.where(isOneOf('actions.status', filters.status));
  if (filters.is_template !== undefined) {
    void query.where(filters.is_template ? template() : notTemplate());
  }
  if (filters.due_before !== undefined) void query.where('actions.due_at', '<', filters.due_before);
  if (filters.updated_since !== undefined) {
    void query.where('actions.updated_at', '>=', filters.updated_since);
  }
  if (filters.q !== undefined) {
    void query.where(containsWords(dialect, ['actions.title', 'actions.details'], filters.q));
  }
  return query;
}

function withinReach(
  { actionable: isWanted }: ActionFilters,
  { actor, now, reader }: ReadContext,
): Condition {
  if (isWanted !== true) return () => undefined;
  if (actor.kind === 'user') return actionable({ now });
  const capabilities = JSON.stringify(actor.capabilities);
  return workableBy(reader.dialect, { actorId: actor.id, capabilities, now });
}

async function countHidden(
  reader: Reader,
  matching: (db: Knex) => Knex.QueryBuilder,
  start: string,
): Promise<number> {
  const row = await reader.first<{ hidden: number }>((db) =>
    db
      .from(
        matching(db)
          .where(beyondHistory(start))
          .select(db.raw('1 as one'))
          .limit(maxCounted)
          .as('beyond'),
      )
      .count({ hidden: '*' }),
  );
  return Number(row?.hidden ?? 0);
}
