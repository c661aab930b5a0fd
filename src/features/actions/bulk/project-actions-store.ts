import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { Actor, WriteContext } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import { type EventAction, eventColumns, type WorkedOn } from '../action-activity-store';
import { checkMayChangeAction } from '../action-guard';
import { checkMayAssign } from '../action-rules';
import { open } from '../action-scopes-store';
import { type StoredAction, type ActionRow, actionsOf } from '../action-store';
import { noClaim, checkNotClaimedByAnother } from '../claims/claim-rules';
import { endedBackoffs } from '../claims/claim-scopes-store';

/** A project of a workspace. */
interface ProjectKey {
  readonly workspaceId: string;
  readonly projectId: string;
}

function openOf(db: Knex, { workspaceId, projectId }: ProjectKey): Knex.QueryBuilder {
  return db('actions')
    .where({ 'actions.workspace_id': workspaceId, 'actions.project_id': projectId })
    .where(open());
}

/** How many open actions the project has. */
export async function countOpenActions(reader: Reader, project: ProjectKey): Promise<number> {
  const row = await reader.first<{ count: number }>((db) =>
    openOf(db, project).count({ count: '*' }),
  );
  return Number(row?.count ?? 0);
}

/** The earliest due date of the project's open actions, or null. */
export async function findFirstDueDate(
  reader: Reader,
  project: ProjectKey,
): Promise<string | null> {
  const row = await reader.first<{ first: string | null }>((db) =>
    openOf(db, project).min({ first: 'actions.due_at' }),
  );
  return row?.first ?? null;
}

/** A batch of a project's open actions: at most `limit` after `afterId`, in the order of ids. */
export interface OpenActionsBatch {
  readonly afterId: string;
  readonly limit: number;
}

/** A query for a batch of the open actions of the project. */
function openBatch(
  db: Knex,
  project: ProjectKey,
  { afterId, limit }: OpenActionsBatch,
): Knex.QueryBuilder {
  return openOf(db, project).where('actions.id', '>', afterId).orderBy('actions.id').limit(limit);
}

/** An open action, and the agent that it is assigned to. */
export type OpenAction = StoredAction & { readonly assigned_agent_id: string | null };

/** A batch of the open actions of the project. */
export function findOpenActions(
  reader: Reader,
  project: ProjectKey,
  batch: OpenActionsBatch,
): Promise<OpenAction[]> {
  return reader.rows<OpenAction>((db) =>
    openBatch(db, project, batch)
      .leftJoin('agents', (on) => {
        on.on('agents.workspace_id', 'actions.workspace_id').on(
          'agents.actor_id',
          'actions.assigned_actor_id',
        );
      })
      .select('actions.*', 'agents.id as assigned_agent_id'),
  );
}

/** The columns of an action that an event and its news need. */
export type LockedAction = EventAction & WorkedOn;

/**
 * Locks a batch of the project's open actions until the transaction ends. Actions that end while
 * this waits for their locks are not returned.
 */
export function lockOpenActions(
  transaction: Transaction,
  project: ProjectKey,
  batch: OpenActionsBatch,
): Promise<LockedAction[]> {
  return transaction.rows<LockedAction>((db) =>
    openBatch(db, project, batch)
      .select([...eventColumns])
      .forNoKeyUpdate(),
  );
}

/**
 * Drops locked open actions. `noteOf` has the id of the note with the reason by the id of the
 * action, for all of them or for none.
 */
export async function dropActions(
  transaction: Transaction,
  drop: {
    readonly workspaceId: string;
    readonly ids: readonly string[];
    readonly noteOf: ReadonlyMap<string, string>;
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  const notes = JSON.stringify(Object.fromEntries(drop.noteOf));
  const json = transaction.dialect === 'postgres' ? '?::jsonb' : '?';
  await transaction.write((db) => {
    const note = db.raw(`${json} ->> id`, [notes]);
    return db('actions')
      .where({ workspace_id: drop.workspaceId })
      .whereIn('id', [...drop.ids])
      .update({
        status: 'dropped',
        ...noClaim,
        waits_for_answer: false,
        ...(drop.noteOf.size > 0 ? { latest_note_id: note, last_activity_note_id: note } : {}),
        last_activity_at: drop.now,
        updated_at: drop.now,
        updated_by_actor_id: drop.actorId,
        version: db.raw('version + 1'),
      });
  });
}

/** Moves those of the project's actions that are in the domain `from` to the domain `to`. */
export async function moveActionsToDomain(
  transaction: Transaction,
  { workspaceId, projectId }: ProjectKey,
  move: {
    readonly from: string | null;
    readonly to: string | null;
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: workspaceId, project_id: projectId, domain_id: move.from })
      .update({
        domain_id: move.to,
        ...endedBackoffs(db, move),
        updated_at: move.now,
        updated_by_actor_id: move.actorId,
        version: db.raw('version + 1'),
      }),
  );
}

// Locks the domain, so a concurrent archiving waits.
const domainOfProject = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('domains')
    .where('domains.workspace_id', given('workspaceId'))
    .where(
      'domains.id',
      db('projects')
        .where({ workspace_id: given('workspaceId'), id: given('id') })
        .select('domain_id'),
    )
    .where('domains.state', 'active')
    .select('domains.id')
    .forKeyShare(),
);

/** The domain that actions take from their project; null if it has none, or an archived one. */
export async function findProjectDomain(
  reader: Reader,
  workspaceId: string,
  projectId: string,
): Promise<string | null> {
  const row = await reader.first<{ id: string }>(domainOfProject({ workspaceId, id: projectId }));
  return row?.id ?? null;
}

/** Whether a project is a template or not active, so nobody can work on it. False if unknown. */
export async function isProjectAtRest(
  reader: Reader,
  workspaceId: string,
  projectId: string,
): Promise<boolean> {
  const row = await reader.first<{ state: string; is_template: unknown }>((db) =>
    db('projects')
      .where({ workspace_id: workspaceId, id: projectId })
      .select('state', 'is_template'),
  );
  return row !== undefined && (row.state !== 'active' || bool(row.is_template));
}

const lockOfProject = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('projects')
    .where({ workspace_id: given('workspaceId'), id: given('id') })
    .select('id')
    .forShare(),
);

/**
 * Locks the project row in share mode until the transaction ends, so a concurrent closing of the
 * project waits and drops the added action too. Call it before the row of an action is locked.
 */
export async function lockProjectShared(
  transaction: Transaction,
  workspaceId: string,
  projectId: string | null | undefined,
): Promise<void> {
  if (typeof projectId !== 'string') return;
  await transaction.lock(lockOfProject({ workspaceId, id: projectId }));
}

/** The ids of refused actions that an error names. */
export function namedIds(actions: readonly { readonly id: string }[]): string[] {
  return actions.slice(0, limits.refused_actions).map(({ id }) => id);
}

/**
 * Checks each action as the single verb would. Throws the first refusal, with the ids of all
 * actions that are refused with its code in `details.action_ids`.
 */
function checkEach<Touched extends { readonly id: string }>(
  actions: readonly Touched[],
  check: (action: Touched) => void,
): void {
  const refusals = actions.flatMap((action) => {
    const refusal = refusalOf(() => check(action));
    return refusal === undefined ? [] : [{ id: action.id, refusal }];
  });
  const [first] = refusals;
  if (first === undefined) return;
  const { code, message, details, headers } = first.refusal;
  const same = refusals.filter(({ refusal }) => refusal.code === code);
  throw problem(code, `Action ${first.id}: ${message} The request changes nothing.`, {
    details: { ...details, action_ids: namedIds(same) },
    headers,
  });
}

/** Throws 403 unless the caller may change each of the actions. */
export function checkMayChangeEach(ctx: WriteContext, actions: readonly TouchedAction[]): void {
  checkEach(actions, (action) => checkMayChangeAction(ctx, action));
}

/** Throws 409 `ALREADY_CLAIMED` for an agent while another one has a live claim on an action. */
export function checkNoneClaimedByAnother(
  { actor, now }: WriteContext,
  actions: readonly TouchedAction[],
): void {
  checkEach(actions, (action) => checkNotClaimedByAnother(actor, action, now));
}

/** The actions that the caller needs an approval to drop. */
export function gatedForDrop(actor: Actor, actions: readonly TouchedAction[]): TouchedAction[] {
  if (actor.kind !== 'agent') return [];
  return actions.filter(
    (action) => actor.requiresProposals || bool(action.order_requires_proposals),
  );
}

/**
 * Throws 403 for actions that the caller can hide in a template only with an approval. A project
 * with such actions becomes a template by a person, not by an approval.
 */
export function checkMayHideEach(actor: Actor, actions: readonly TouchedAction[]): void {
  const gated = new Set(gatedForDrop(actor, actions));
  checkEach(actions, (action) => {
    if (!gated.has(action)) return;
    throw problem('FORBIDDEN', 'Only people can make it part of a template.');
  });
}

/** Throws 403 unless the caller could create a copy of each of the actions with its assignee. */
export function checkMayCopyEach(actor: Actor, actions: readonly TouchedAction[]): void {
  checkEach(actions, (action) => checkMayAssign(actor, assigneeOf(action)));
}

/** The actions whose copies the caller could create only with an approval, for their orders. */
export function gatedForCopy(actor: Actor, actions: readonly TouchedAction[]): TouchedAction[] {
  if (actor.kind !== 'agent') return [];
  return actions.filter(
    (action) => action.assigned_actor_id !== actor.id && bool(action.order_requires_proposals),
  );
}

function assigneeOf(action: TouchedAction) {
  const { assigned_actor_id: id, assignee_kind: kind, assignee_name: name } = action;
  return id === null || kind === null ? null : { id, kind, name: name ?? 'another actor' };
}

function refusalOf(check: () => void): Problem | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** An action that a request changes beside its own record, with the columns that guards read. */
export interface TouchedAction
  extends
    LockedAction,
    Pick<
      ActionRow,
      | 'domain_id'
      | 'created_by_actor_id'
      | 'requirements'
      | 'claim_lease_seconds'
      | 'assignee_kind'
      | 'assignee_name'
    > {
  /** Null without an order. */
  readonly order_requires_proposals: unknown;
}

/** The actions of these ids, with one statement, in the order of ids. Lock them before. */
export function findTouchedActions(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<TouchedAction[]> {
  return reader.rows<TouchedAction>((db) =>
    selectTouched(actionsOf(db, workspaceId).whereIn('actions.id', [...ids])).orderBy('actions.id'),
  );
}

/** A batch of the open actions of a project, not locked. */
export function findTouchedBatch(
  reader: Reader,
  project: ProjectKey,
  batch: OpenActionsBatch,
): Promise<TouchedAction[]> {
  return reader.rows<TouchedAction>((db) => selectTouched(openBatch(db, project, batch)));
}

function selectTouched(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .leftJoin('actors as assignee', (on) => {
      on.on('assignee.workspace_id', 'actions.workspace_id').on(
        'assignee.id',
        'actions.assigned_actor_id',
      );
    })
    .leftJoin('orders', (on) => {
      on.on('orders.workspace_id', 'actions.workspace_id').on('orders.id', 'actions.order_id');
    })
    .select([...eventColumns])
    .select('actions.domain_id', 'actions.created_by_actor_id')
    .select('actions.requirements', 'actions.claim_lease_seconds')
    .select('assignee.kind as assignee_kind', 'assignee.name as assignee_name')
    .select('orders.requires_proposals as order_requires_proposals');
}
