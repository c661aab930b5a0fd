import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import {
  compiledInsert,
  compiledStatement,
  compiledUpdate,
  insertRows,
} from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import type { WriteContext } from '../../platform/operation';
import { actorColumns, joinActor } from '../../shared/actor-store';
import { numberAtCommit } from '../../shared/events';
import { open } from './action-scopes-store';
import { queueRank } from './action-rules';
import { assigneeActivity, type ClaimColumns, endedBackoff } from './claims/claim-rules';

/** The statuses of an action. */
export type ActionStatus = 'inbox' | 'ready' | 'waiting' | 'done' | 'dropped';

/**
 * The columns of the table `actions`. Times are ISO 8601 UTC; `requirements` and `input_payload`
 * are JSON texts.
 */
export interface StoredAction extends ClaimColumns {
  readonly id: string;
  /** Null until the commit of its creation. */
  readonly number: number | null;
  readonly workspace_id: string;
  readonly title: string;
  readonly details: string | null;
  /** The last author of the title if it is not the creator. */
  readonly title_by_actor_id: string | null;
  readonly details_by_actor_id: string | null;
  readonly project_id: string | null;
  readonly domain_id: string | null;
  readonly order_id: string | null;
  readonly assigned_actor_id: string | null;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly is_template: unknown;
  readonly status: ActionStatus;
  /** The choice, or the default at creation if nobody chose. Read it with `requiresReview`. */
  readonly requires_review: unknown;
  readonly review_chosen: unknown;
  readonly delegate_label: string | null;
  readonly requirements: string;
  readonly repeat_type: 'none' | 'from_completion' | 'from_due';
  readonly repeat_unit: 'day' | 'week' | 'month' | 'year' | null;
  readonly repeat_interval: number;
  /** The intended day of the month if the month of `due_at` is too short for it, else null. */
  readonly repeat_day: number | null;
  /** The time zone in which the action repeats, null for UTC. */
  readonly repeat_time_zone: string | null;
  /** The intended local time of `due_at` if a change of clocks skips it, else null. */
  readonly repeat_due_local: string | null;
  /** The intended local time of `defer_until` if a change of clocks skips it, else null. */
  readonly repeat_defer_local: string | null;
  readonly defer_until: string | null;
  readonly due_at: string | null;
  /** From 0, none, to 4, urgent. */
  readonly priority: number;
  /** A JSON array of the ids of its labels, null for none. */
  readonly label_ids: string | null;
  /** A JSON array of the ids of its files, null for none. */
  readonly file_ids: string | null;
  /** See `queueRank`. */
  readonly queue_rank: number;
  readonly position: number | null;
  readonly result_summary: string | null;
  readonly spawned_from_action_id: string | null;
  readonly source_key: string | null;
  readonly source_agent_request_id: string | null;
  readonly input_payload: string | null;
  readonly review_state: 'none' | 'pending' | 'approved' | 'rejected';
  /** The person chosen to review it; null for the default. See `reviewerOf`. */
  readonly requested_reviewer_actor_id: string | null;
  readonly reviewer_actor_id: string | null;
  readonly reviewed_at: string | null;
  readonly completed_by_actor_id: string | null;
  readonly completed_at: string | null;
  readonly last_activity_at: string;
  readonly assignee_active_at: string | null;
  /** Whether the action is waiting only because of a blocking question. */
  readonly waits_for_answer: unknown;
  readonly assigned_at: string | null;
  /** The sum of what agents reported about their work, as JSON; null if nobody did. */
  readonly usage: string | null;
  /** The agent that claimed it last, also after its claim has ended. */
  readonly last_claimed_by_actor_id: string | null;
  /** Until then, no queue offers it to that agent, which released it. */
  readonly released_until: string | null;
  readonly latest_note_id: string | null;
  readonly last_activity_note_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

type Kind = 'user' | 'agent' | 'system' | null;

/** A stored action with columns of its project, its assignee and its creator. */
export interface ActionRow extends StoredAction {
  /** Null without a project, like the next two columns. */
  readonly project_is_template: unknown;
  readonly project_state: string | null;
  readonly project_work_mode: string | null;
  readonly assignee_kind: Kind;
  readonly assignee_name: string | null;
  readonly assignee_agent_id: string | null;
  readonly creator_kind: Kind;
  readonly creator_name: string | null;
  readonly creator_agent_id: string | null;
  readonly creator_user_id: string | null;
}

/** An action that was read alone. */
export interface SingleRow extends ActionRow {
  /**
   * Whether it has blockers, which saves a statement for most actions. Exact while it is locked.
   */
  readonly has_blockers: unknown;
  /** Whether other actions have it as a blocker. Exact while it is locked. */
  readonly blocks_others: unknown;
}

/** A stored action of a list. The actors of a list are read with one statement. */
export type ListedRow = StoredAction &
  Pick<ActionRow, 'project_is_template' | 'project_state' | 'project_work_mode'>;

/** The actions of a workspace, to filter, count and page. */
export function actionsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('actions').where('actions.workspace_id', workspaceId);
}

/** Adds the columns of a ListedRow. */
export function selectListed<Q extends Knex.QueryBuilder>(query: Q): Q {
  void query
    .leftJoin('projects as project', (on) => {
      on.on('project.workspace_id', 'actions.workspace_id').on('project.id', 'actions.project_id');
    })
    .select(
      'actions.*',
      'project.is_template as project_is_template',
      'project.state as project_state',
      'project.work_mode as project_work_mode',
    );
  return query;
}

/** Adds the columns of an ActionRow. */
export function selectAction<Q extends Knex.QueryBuilder>(query: Q): Q {
  void joinActor(selectListed(query), 'actions', 'assigned_actor_id', 'assignee');
  void joinActor(query, 'actions', 'created_by_actor_id', 'creator');
  // No response has the assignee's user_id, and without it the databases leave that join out.
  void query.select('assignee.kind as assignee_kind', 'assignee.name as assignee_name');
  void query.select('assignee_agent.id as assignee_agent_id', ...actorColumns('creator'));
  return query;
}

/** Adds the columns of a SingleRow. For a list, one statement for all blockers costs less. */
function selectSingle<Q extends Knex.QueryBuilder>(query: Q, db: Knex, workspaceId: string): Q {
  const blockers = db('action_blockers as edge')
    .where('edge.workspace_id', workspaceId)
    .whereRaw('edge.action_id = actions.id')
    .select(db.raw('1'));
  const blocked = db('action_blockers as edge')
    .where('edge.workspace_id', workspaceId)
    .whereRaw('edge.blocker_id = actions.id')
    .select(db.raw('1'));
  void selectAction(query).select(
    db.raw('exists ? as has_blockers', [blockers]),
    db.raw('exists ? as blocks_others', [blocked]),
  );
  return query;
}

const actionOfId = compiledStatement<'workspaceId' | 'id'>((db, given) => {
  const workspaceId = given('workspaceId');
  return selectSingle(actionsOf(db, workspaceId).where('actions.id', given('id')), db, workspaceId);
});

/** The action of an id, or undefined. */
export function findAction(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<SingleRow | undefined> {
  return reader.first<SingleRow>(actionOfId({ workspaceId, id }));
}

/** An action and its previous occurrence, with one statement, in no particular order. */
export function findActionAndParent(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ActionRow[]> {
  return reader.rows<ActionRow>((db) => {
    // Compare with one value: for an `in (select …)`, both databases would scan all actions.
    const parent = db('actions as child')
      .where({ 'child.workspace_id': workspaceId, 'child.id': id })
      .select('child.spawned_from_action_id');
    return selectAction(
      actionsOf(db, workspaceId).where((either) => {
        void either.where('actions.id', id).orWhere('actions.id', '=', parent);
      }),
    );
  });
}

const actionsOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  selectAction(actionsOf(db, given('workspaceId')).whereIn('actions.id', [...ids])),
);

/** The actions of these ids, with one statement, in no particular order. */
export function findActions(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<ActionRow[]> {
  return reader.rows<ActionRow>(actionsOfIds({ workspaceId }, ids));
}

const lockOfAction = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('actions')
    .where({ workspace_id: given('workspaceId'), id: given('id') })
    .select('id')
    .forNoKeyUpdate(),
);

/** `findAction` with its row locked until the transaction ends. */
export async function findActionForUpdate(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<SingleRow | undefined> {
  await transaction.lock(lockOfAction({ workspaceId, id }));
  return findAction(transaction, workspaceId, id);
}

const openOfSourceKey = compiledStatement<'workspaceId' | 'sourceKey'>((db, given) =>
  selectSingle(
    actionsOf(db, given('workspaceId'))
      .where('actions.source_key', given('sourceKey'))
      .where(open()),
    db,
    given('workspaceId'),
  ),
);

/** The open action with the source key, or undefined. */
export function findOpenBySourceKey(
  reader: Reader,
  workspaceId: string,
  sourceKey: string,
): Promise<SingleRow | undefined> {
  return reader.first<SingleRow>(openOfSourceKey({ workspaceId, sourceKey }));
}

const nextOccurrenceOf = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  actionsOf(db, given('workspaceId'))
    .where('actions.spawned_from_action_id', given('id'))
    .limit(1)
    .select('actions.id'),
);

/** Whether the action has a next occurrence. Exact while the action's row is locked. */
export async function hasNextOccurrence(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  return (await reader.first(nextOccurrenceOf({ workspaceId, id }))) !== undefined;
}

/** Columns to set. The store sets the version. */
export type ActionChanges = Readonly<
  Partial<Omit<StoredAction, 'workspace_id' | 'id' | 'version'>>
> & { readonly version?: never };

/** A row to insert. Its version is 1. */
export type NewAction = ActionChanges &
  Pick<StoredAction, 'id' | 'workspace_id' | 'title' | 'due_at' | 'priority' | 'created_at'>;

const newAction = compiledInsert('actions', { finish: (insert) => insert.onConflict().ignore() });

/** Inserts an action. Returns false when an open action already has the source key. */
export async function insertAction(transaction: Transaction, action: NewAction): Promise<boolean> {
  if ((await transaction.write(newAction(firstVersion(action)))) === 0) return false;
  numberAtCommit(transaction, [action]);
  return true;
}

/** Inserts actions without source keys. */
export async function insertActions(
  transaction: Transaction,
  actions: readonly NewAction[],
): Promise<void> {
  await insertRows(transaction, 'actions', actions.map(firstVersion));
  numberAtCommit(transaction, actions);
}

function firstVersion(action: NewAction) {
  // Imported work was created long before.
  const since = action.updated_at ?? action.created_at;
  return { ...action, queue_rank: queueRank(action, since), version: 1 };
}

/** Increments the version. Every update of one action must set this column. */
export const nextVersion = (db: Knex) => ({ version: db.raw('version + 1') });

const changedAction = compiledUpdate('actions', { computed: nextVersion });

/** Changes columns of an action and increments its version. */
export async function updateActionRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<StoredAction, 'workspace_id' | 'id'>,
  changes: ActionChanges,
): Promise<void> {
  await transaction.write(changedAction({ workspace_id, id }, changes));
}

const returnedAction = compiledUpdate('actions', {
  computed: nextVersion,
  finish: (update) => update.returning('*'),
});

/**
 * `updateActionRow` for a locked action. Returns the changed row; the columns of other tables are
 * those of `row`, which must already describe a new project or assignee.
 */
export async function changeAction<Row extends Pick<StoredAction, 'workspace_id' | 'id'>>(
  transaction: Transaction,
  row: Row,
  changes: ActionChanges,
): Promise<Row & StoredAction> {
  const stored = await transaction.first<StoredAction>(returnedAction(row, changes));
  if (stored === undefined) throw new Error(`The locked action ${row.id} is gone.`);
  return { ...row, ...stored };
}

/** The columns that record the caller's activity on an action. */
export function activityColumns({ actor, now }: WriteContext, row: ActionRow) {
  return {
    last_activity_at: now,
    ...assigneeActivity(row, actor.id, now),
    ...endedBackoff(row, actor.id, now),
  };
}

/** The columns that every change by the caller sets. */
export function changeColumns(ctx: WriteContext, row: ActionRow) {
  return {
    ...activityColumns(ctx, row),
    updated_at: ctx.now,
    updated_by_actor_id: ctx.actor.id,
  };
}
