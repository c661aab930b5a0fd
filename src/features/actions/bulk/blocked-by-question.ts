import { emit, type EventSource } from '../../../shared/events';
import { bool } from '../../../platform/db/statements/columns';
import type { WriteContext } from '../../../platform/operation';
import { endRests, makeReady, type BlockedAction } from './blocked-by-question-store';
import { isTemplate } from '../action-mapping';
import { actionEvent } from '../action-events';
import { updateActionRow, type ActionRow } from '../action-store';
import { changeColumns } from '../caller-changes';
import { isAtRest, isClaimedBy } from '../claims/claim-rules';
import { renewClaim } from '../claims/claim-store';

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
  if (mustWait) emit(ctx, actionEvent(action, 'action.updated', 'The action waits for an answer.'));
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
  await (endsRest ? renewClaim : updateActionRow)(transaction, action, {
    ...(becomesReady ? { status: 'ready', waits_for_answer: false } : {}),
    last_activity_at: now,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  const summary = becomesReady
    ? 'The action has its answer and is ready.'
    : 'The claimant has its answer and a new lease.';
  emit(ctx, actionEvent(action, 'action.updated', summary));
}

/** `unblockAfterQuestion` for actions that `lockBlockedActions` has locked. */
export async function unblockActions(
  source: EventSource,
  actions: readonly BlockedAction[],
  askersOf: ReadonlyMap<string, Askers>,
): Promise<void> {
  const { transaction, workspaceId, actor, now } = source;
  const askers = ({ id }: BlockedAction): Askers => askersOf.get(id) ?? new Set();
  const ready = actions.filter((action) => canBecomeReady(action, askers(action)));
  const waiting = actions.filter(
    (action) => !canBecomeReady(action, askers(action)) && canEndRest(action, askers(action)),
  );
  const change = (of: readonly BlockedAction[]) => ({
    workspaceId,
    ids: of.map(({ id }) => id),
    now,
    actorId: actor.id,
  });
  await makeReady(transaction, change(ready));
  await endRests(transaction, change(waiting));
  const summary = 'The action no longer waits for an answer and is ready.';
  emit(source, ...ready.map((action) => actionEvent(action, 'action.updated', summary)));
  const lease = 'The claimant no longer waits for an answer and has a new lease.';
  emit(source, ...waiting.map((action) => actionEvent(action, 'action.updated', lease)));
}

function canBecomeReady({ status, waits_for_answer: waits }: BlockedAction, askers: Askers) {
  return status === 'waiting' && bool(waits) && askers.size === 0;
}

function canEndRest(action: BlockedAction, askers: Askers): boolean {
  return isAtRest(action) && !askers.has(action.claimed_by_actor_id ?? '');
}
