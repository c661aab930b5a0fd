import type { Knex } from 'knex';
import { databaseTime } from '../../../platform/db/clock-and-epoch';
import type { Reader } from '../../../platform/db/reader';
import { bool, isOneOf } from '../../../platform/db/statements/columns';
import type { Transaction } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import { emit, type EventSource, type NewEvent } from '../../../shared/events';
import { actionNews, type EventAction } from '../action-activity-store';
import { isTemplate } from '../action-mapping';
import { type ActionRow, changeColumns, type StoredAction, updateActionRow } from '../action-store';
import { endedBackoff, isAtRest, isClaimedBy, noClaim } from '../claims/claim-rules';
import { claimAtRest, endedBackoffs } from '../claims/claim-scopes-store';
import { renewClaim } from '../claims/claim-store';
import { findStanding, type Standing } from '../lifecycle/copy-standing-store';

/**
 * Records that the caller asked a question about a locked action. A blocking question makes a ready
 * action wait until `unblockAfterQuestion`. The status of other actions and templates stays. The
 * caller's live claim on the waiting action is at rest until then.
 */
export async function blockForQuestion(
  ctx: WriteContext,
  action: ActionRow,
  isBlocking: boolean,
): Promise<void> {
  const mustWait = isBlocking && action.status === 'ready' && !isTemplate(action);
  const waits = mustWait || (isBlocking && action.status === 'waiting');
  const rests = waits && isClaimedBy(action, ctx.actor.id, ctx.now);
  await updateActionRow(ctx.transaction, action, {
    ...(mustWait ? { status: 'waiting', waits_for_answer: true } : {}),
    ...(rests ? { claim_expires_at: null } : {}),
    ...changeColumns(ctx, action),
  });
  if (mustWait) emit(ctx, changeOf(action, 'The action waits for an answer.'));
}

/** The actors with an open blocking question about an action, after another question ended. */
type Askers = ReadonlySet<string>;

/**
 * Makes a locked action ready again if it only waited for the question that ended. Begins a new
 * lease for a claim at rest when its claimant no longer has an open blocking question.
 */
export async function unblockAfterQuestion(
  ctx: WriteContext,
  action: ActionRow,
  askers: Askers,
): Promise<void> {
  const { transaction, actor, now } = ctx;
  const becomesReady = canBecomeReady(action, askers);
  const endsRest = canEndRest(action, askers);
  if (!becomesReady && !endsRest) return;
  const standing = await standingOf(ctx, becomesReady ? [action] : []);
  const returns = standing.losesAssignee(action);
  await (endsRest && !returns ? renewClaim : updateActionRow)(transaction, action, {
    ...(becomesReady ? { status: 'ready', waits_for_answer: false } : {}),
    ...(returns ? backInInbox : {}),
    last_activity_at: now,
    updated_at: now,
    updated_by_actor_id: actor.id,
    ...endedBackoff(action, actor.id, now),
  });
  const answered = becomesReady
    ? 'The action has its answer and is ready.'
    : 'The claimant has its answer and a new lease.';
  const summary = returns ? `The action has its answer.${reasonOf(standing, action)}` : answered;
  emit(ctx, changeOf(action, summary));
}

// An action that waits has no revoked assignee, because a revocation unassigns open actions.
function standingOf(
  { transaction, workspaceId }: EventSource,
  actions: readonly Pick<BlockedAction, 'assigned_actor_id'>[],
): Promise<Standing> {
  return findStanding(transaction, workspaceId, actions.map(withoutDomain));
}

function reasonOf(standing: Standing, action: Pick<BlockedAction, 'assigned_actor_id'>): string {
  return standing.reasonsOf(withoutDomain(action));
}

// An action keeps the domain that it has while it is open.
function withoutDomain({ assigned_actor_id }: Pick<BlockedAction, 'assigned_actor_id'>) {
  return { assigned_actor_id, domain_id: null };
}

/** `unblockAfterQuestion` for actions that `lockBlockedActions` has locked. */
export async function unblockActions(
  source: EventSource,
  actions: readonly BlockedAction[],
  askersOf: ReadonlyMap<string, Askers>,
): Promise<void> {
  const { transaction, workspaceId, actor, now } = source;
  const askers = ({ id }: BlockedAction): Askers => askersOf.get(id) ?? new Set();
  const ending = actions.filter((action) => canBecomeReady(action, askers(action)));
  const standing = await standingOf(source, ending);
  const ready = ending.filter((action) => !standing.losesAssignee(action));
  const returned = ending.filter((action) => standing.losesAssignee(action));
  const waiting = actions.filter(
    (action) => !canBecomeReady(action, askers(action)) && canEndRest(action, askers(action)),
  );
  const change = (of: readonly BlockedAction[]) => ({
    workspaceId,
    ids: of.map(({ id }) => id),
    now,
    actorId: actor.id,
  });
  await makeReady(transaction, change(ready.filter((action) => !isAtRest(action))));
  await makeReadyAndEndRests(transaction, change(ready.filter(isAtRest)));
  await returnToInbox(transaction, change(returned));
  await endRests(transaction, change(waiting));
  const summary = 'The action no longer waits for an answer and is ready.';
  emit(source, ...ready.map((action) => changeOf(action, summary)));
  emit(
    source,
    ...returned.map((action) =>
      changeOf(action, `The action no longer waits for an answer.${reasonOf(standing, action)}`),
    ),
  );
  const lease = 'The claimant no longer waits for an answer and has a new lease.';
  emit(source, ...waiting.map((action) => changeOf(action, lease)));
}

// The asker has the answer itself as news.
function changeOf(action: EventAction, summary: string): NewEvent {
  return actionNews(action, 'action.updated', summary, { related: {} });
}

function canBecomeReady({ status, waits_for_answer: waits }: BlockedAction, askers: Askers) {
  return status === 'waiting' && bool(waits) && askers.size === 0;
}

function canEndRest(action: BlockedAction, askers: Askers): boolean {
  return isAtRest(action) && !askers.has(action.claimed_by_actor_id ?? '');
}

/** A waiting action whose wait, or the rest of its claim, ends with a question. */
type BlockedAction = Pick<
  StoredAction,
  | 'workspace_id'
  | 'id'
  | 'title'
  | 'project_id'
  | 'order_id'
  | 'status'
  | 'assigned_actor_id'
  | 'waits_for_answer'
  | 'claimed_by_actor_id'
  | 'claim_expires_at'
>;

interface ActionIds {
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

type Change = ActionIds & { readonly now: string; readonly actorId: string };

/** Locks those of the actions that wait only for an answer, or whose claim is at rest. */
export function lockBlockedActions(
  reader: Reader,
  { workspaceId, ids }: ActionIds,
): Promise<BlockedAction[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.rows<BlockedAction>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .where(isOneOf('status', ['waiting']))
      .where((either) => void either.where('waits_for_answer', true).orWhere(claimAtRest()))
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('workspace_id', 'id', 'title', 'project_id', 'order_id')
      .select('status', 'assigned_actor_id', 'waits_for_answer')
      .select('claimed_by_actor_id', 'claim_expires_at')
      .forNoKeyUpdate(),
  );
}

const nowReady = { status: 'ready', waits_for_answer: false } as const;

/** Makes locked actions that waited for an answer ready. */
async function makeReady(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, () => nowReady);
}

/** The same for actions with a claim at rest, which gets a new lease. */
async function makeReadyAndEndRests(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, (db) => ({
    ...nowReady,
    claim_expires_at: newExpiry(db, transaction),
  }));
}

/** The columns of an action that leaves its wait and its assignee. */
const backInInbox = {
  status: 'inbox',
  waits_for_answer: false,
  assigned_actor_id: null,
  assigned_at: null,
  assignee_active_at: null,
  ...noClaim,
} as const;

/** Moves locked actions that waited for an answer to the inbox, unassigned. */
async function returnToInbox(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, () => backInInbox);
}

/** Begins a new lease for the claims at rest on locked actions, which continue to wait. */
async function endRests(transaction: Transaction, change: Change): Promise<void> {
  await updateWaiting(transaction, change, (db) => ({
    claim_expires_at: newExpiry(db, transaction),
  }));
}

async function updateWaiting(
  transaction: Transaction,
  { workspaceId, ids, now, actorId }: Change,
  columns: (db: Knex) => object,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .update({
        ...columns(db),
        ...endedBackoffs(db, { actorId, now }),
        last_activity_at: now,
        updated_at: now,
        updated_by_actor_id: actorId,
        version: db.raw('version + 1'),
      }),
  );
}

function newExpiry(db: Knex, { dialect }: Transaction): Knex.Raw {
  return databaseTime(db, dialect, db.ref('claim_lease_seconds'));
}
