import type { Knex } from 'knex';
import { actorColumns, joinActor } from '../../shared/actors';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { compiledInsert, compiledUpdate } from '../../platform/db/statements/compiled-write';
import { compiledStatement } from '../../platform/db/statements/compiled-statement';
import { insertRows } from '../../platform/db/statements/insert';
import { open } from './lists/action-scopes-store';
import type { ClaimColumns } from './claims/claim-rules';

/** The statuses of product section 4. */
export type ActionStatus = 'inbox' | 'ready' | 'waiting' | 'done' | 'dropped';

/** The columns of the table `actions`. Times are ISO 8601 UTC; `requirements` and `input_payload` are JSON texts. */
export interface StoredAction extends ClaimColumns {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string;
  readonly details: string | null;
  readonly project_id: string | null;
  readonly domain_id: string | null;
  readonly order_id: string | null;
  readonly assigned_actor_id: string | null;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly is_template: unknown;
  readonly status: ActionStatus;
  /** What was chosen; where nobody chose, what the default was at creation. Read it by `requiresReview`. */
  readonly requires_review: unknown;
  readonly review_chosen: unknown;
  readonly delegate_label: string | null;
  readonly requirements: string;
  readonly repeat_type: 'none' | 'from_completion' | 'from_due';
  readonly repeat_unit: 'day' | 'week' | 'month' | 'year' | null;
  readonly repeat_interval: number;
  /** The day of the month that `due_at` stands for, where its month is too short for it. */
  readonly repeat_day: number | null;
  readonly defer_until: string | null;
  readonly due_at: string | null;
  readonly position: number | null;
  readonly result_summary: string | null;
  readonly spawned_from_action_id: string | null;
  readonly source_key: string | null;
  readonly source_agent_request_id: string | null;
  readonly input_payload: string | null;
  readonly review_state: 'none' | 'pending' | 'approved' | 'rejected';
  readonly reviewer_actor_id: string | null;
  readonly reviewed_at: string | null;
  readonly completed_by_actor_id: string | null;
  readonly completed_at: string | null;
  readonly last_activity_at: string;
  readonly assignee_active_at: string | null;
  /** Whether it is waiting because of a question, and for nothing else. */
  readonly waits_for_answer: unknown;
  readonly assigned_at: string | null;
  readonly latest_note_id: string | null;
  readonly last_activity_note_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

type Kind = 'user' | 'agent' | 'system' | null;

/** A stored action with what other tables say of it. */
export interface ActionRow extends StoredAction {
  /** What the project says of its actions; null without one. */
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

/** An action that was read for itself. */
export interface SingleRow extends ActionRow {
  /** Whether it has blockers, which few actions have; exact while its row is locked. */
  readonly has_blockers: unknown;
}

/** A stored action of a list: those who are named in it are read once for the whole list. */
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
  void query.select(...actorColumns('assignee'), ...actorColumns('creator'));
  return query;
}

/** Adds the columns of a SingleRow: of each row of a list, that would cost more than asking for the blockers of all. */
function selectSingle<Q extends Knex.QueryBuilder>(query: Q, db: Knex): Q {
  const blockers = db('action_blockers as held_by')
    .whereRaw('held_by.workspace_id = actions.workspace_id')
    .whereRaw('held_by.action_id = actions.id')
    .select(db.raw('1'));
  void selectAction(query).select(db.raw('exists ? as has_blockers', [blockers]));
  return query;
}

const actionOfId = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  selectSingle(actionsOf(db, given('workspaceId')).where('actions.id', given('id')), db),
);

/** The action of an id, or undefined. */
export function findAction(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<SingleRow | undefined> {
  return reader.first<SingleRow>(actionOfId({ workspaceId, id }));
}

/** An action and the one that it was spawned from, in one statement and no particular order. */
export function findActionAndParent(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ActionRow[]> {
  return reader.rows<ActionRow>((db) => {
    // As one value: of a list of them either database makes a look at every action.
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

/** The actions of those ids, in one statement and no particular order. */
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

/** `findAction` with its row locked until the transaction ends: whoever comes second sees what the first did. */
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
  ),
);

/** The open action that has the key, or undefined. */
export function findOpenBySourceKey(
  reader: Reader,
  workspaceId: string,
  sourceKey: string,
): Promise<SingleRow | undefined> {
  return reader.first<SingleRow>(openOfSourceKey({ workspaceId, sourceKey }));
}

const followerOf = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  actionsOf(db, given('workspaceId'))
    .where('actions.spawned_from_action_id', given('id'))
    .limit(1)
    .select('actions.id'),
);

/** Whether an occurrence after the action exists. Exact while the action's row is locked. */
export async function hasFollower(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  return (await reader.first(followerOf({ workspaceId, id }))) !== undefined;
}

/** A row as it goes into the table. */
export type NewAction = Readonly<Partial<StoredAction>> &
  Pick<StoredAction, 'id' | 'workspace_id' | 'title'>;

const newAction = compiledInsert('actions', { finish: (insert) => insert.onConflict().ignore() });

/** Stores an action. False when an open one has its source key: the unique index decides. */
export async function insertAction(transaction: Transaction, action: NewAction): Promise<boolean> {
  return (await transaction.write(newAction(action))) > 0;
}

/** Stores many actions without source keys. */
export async function insertActions(
  transaction: Transaction,
  actions: readonly NewAction[],
): Promise<void> {
  await insertRows(
    transaction,
    'actions',
    actions.map((action) => ({ ...action })),
  );
}

const changedAction = compiledUpdate('actions');

/** Changes columns of an action. */
export async function updateActionRow(
  transaction: Transaction,
  { workspace_id, id }: Pick<StoredAction, 'workspace_id' | 'id'>,
  changes: Readonly<Partial<StoredAction>>,
): Promise<void> {
  await transaction.write(changedAction({ workspace_id, id }, changes));
}

const returnedAction = compiledUpdate('actions', { finish: (update) => update.returning('*') });

/**
 * `updateActionRow` of an action whose row is locked. Answers it as it is then, with what else `row` says of it: for changes of neither
 * its project nor its assignee, unless `row` says already who that is.
 */
export async function changeAction<Row extends Pick<StoredAction, 'workspace_id' | 'id'>>(
  transaction: Transaction,
  row: Row,
  changes: Readonly<Partial<StoredAction>>,
): Promise<Row & StoredAction> {
  const stored = await transaction.first<StoredAction>(returnedAction(row, changes));
  if (stored === undefined) throw new Error(`The locked action ${row.id} is gone.`);
  return { ...row, ...stored };
}

const lockOfProject = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('projects')
    .where({ workspace_id: given('workspaceId'), id: given('id') })
    .select('id')
    .forShare(),
);

/**
 * Keeps a project as it is until the transaction ends: whoever closes it comes before or after, so that what is added is either
 * among the actions that it closes with, or added to a closed project. Call it before the row of an action is locked.
 */
export async function lockProjectShared(
  transaction: Transaction,
  workspaceId: string,
  projectId: string | null | undefined,
): Promise<void> {
  if (typeof projectId !== 'string') return;
  await transaction.lock(lockOfProject({ workspaceId, id: projectId }));
}
