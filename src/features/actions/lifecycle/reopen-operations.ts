import { shorten } from '../../../platform/text';
import { lockAgent, type ActorRow } from '../../../shared/actors';
import { emit, type EventKind } from '../../../shared/events';
import { enforceCap } from '../../../shared/plans';
import { violation } from '../../../platform/db/faults/violations';
import type { Transaction } from '../../../platform/db/transaction';
import { matchVersion } from '../../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { getVisibleAction, lockAction } from '../action-access';
import { noteWords } from './note-text';
import { reply, changed, eventOn } from '../action-operations';
import { checkTerminal } from '../action-rules';
import { updateActionRow, type ActionRow, type StoredAction } from '../action-store';
import { resolveAssignee, type AssigneeFields } from './assignee';

/** Takes back the end of an action: done becomes ready, dropped becomes inbox (product section 4). */
export const reopenAction: WriteHandler<'reopenAction'> = async ({ path, header, body }, ctx) =>
  returnToWork(ctx, path.id, {
    admit: (row) => {
      matchVersion(header['If-Match'], row.version);
      checkTerminal(row.status);
    },
    wanted: body ?? {},
    reason: body?.reason,
    review: { review_state: 'none', reviewer_actor_id: null, reviewed_at: null },
    kind: 'action.reopened',
    summary: `${ctx.actor.name} reopened the action`,
  });

/** How an action that is over comes to be open again. */
export interface Return {
  /** Throws when the action cannot be opened so. */
  readonly admit: (row: ActionRow) => void;
  /** Who goes on with it, if the body says so. */
  readonly wanted: AssigneeFields;
  readonly reason: string | undefined;
  readonly review: Pick<StoredAction, 'review_state' | 'reviewer_actor_id' | 'reviewed_at'>;
  readonly kind: EventKind;
  /** What the event says, without the reason and the full stop. */
  readonly summary: string;
}

/**
 * Opens an action that is over; it keeps its assignee unless another is wanted or it is revoked, and its result until the next. Throws 403
 * `CAP_EXCEEDED` when an agent would have more open actions than the plan admits, and 409 `SOURCE_KEY_TAKEN`.
 */
export async function returnToWork(ctx: WriteContext, id: string, back: Return) {
  const { transaction, workspaceId } = ctx;
  // The workspace is locked before the action, always in this order; so the first look is without a lock.
  const before = await getVisibleAction(ctx, id);
  back.admit(before);
  const wanted = await resolveAssignee(transaction, workspaceId, back.wanted);
  const assignee = wanted === undefined && (await hadRevoked(ctx, before)) ? null : wanted;
  const counted = await checkCap(ctx, before, assignee);
  const row = await lockAction(ctx, id);
  back.admit(row);
  if (!counted) await checkCap(ctx, row, assignee);
  await open(transaction, row, {
    status: row.status === 'done' ? 'ready' : 'inbox',
    completed_at: null,
    completed_by_actor_id: null,
    waits_for_answer: false,
    ...back.review,
    ...changed(ctx, row),
    ...assigneeFields(ctx, row, assignee),
    ...(await noteWords(ctx, row.id, back.reason)),
  });
  const why = back.reason === undefined ? '.' : `: ${shorten(back.reason)}`;
  emit(ctx, eventOn(row, back.kind, `${back.summary}${why}`));
  return reply(ctx, id);
}

// A revoked agent has no open work: what it finished comes back to the pool.
async function hadRevoked(
  { transaction, workspaceId }: WriteContext,
  { assignee_agent_id: agentId }: ActionRow,
): Promise<boolean> {
  return agentId !== null && (await lockAgent(transaction, workspaceId, agentId)) === 'revoked';
}

/** Whether it had to count: an agent has one open action more. */
async function checkCap(
  { transaction, workspaceId }: WriteContext,
  row: ActionRow,
  assignee: ActorRow | null | undefined,
): Promise<boolean> {
  const kind = assignee === undefined ? row.assignee_kind : assignee?.kind;
  if (kind !== 'agent') return false;
  await enforceCap(transaction, workspaceId, 'open_agent_actions');
  return true;
}

// Nobody is at work on it yet, whatever the assignee did just before the end; but for who opens its own.
function assigneeFields(
  { actor, now }: WriteContext,
  row: ActionRow,
  assignee: ActorRow | null | undefined,
): Partial<StoredAction> {
  const id = assignee === undefined ? row.assigned_actor_id : (assignee?.id ?? null);
  return {
    assignee_active_at: id === actor.id ? now : null,
    ...(id === row.assigned_actor_id
      ? {}
      : { assigned_actor_id: id, assigned_at: id === null ? null : now }),
  };
}

// The unique index decides whether another open action has the source key.
async function open(
  transaction: Transaction,
  row: ActionRow,
  changes: Partial<StoredAction>,
): Promise<void> {
  try {
    await updateActionRow(transaction, row, changes);
  } catch (error) {
    if (violation(error)?.columns.includes('source_key') !== true) throw error;
    throw problem('SOURCE_KEY_TAKEN', 'Another open action has its source_key by now.', {
      details: { source_key: row.source_key },
    });
  }
}
