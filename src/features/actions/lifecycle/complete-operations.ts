import { emit } from '../../../shared/events';
import { attachLinks } from '../../../shared/links';
import { checkMayReport, reportOnAction } from '../../../shared/usage-store';
import { bool } from '../../../platform/db/statements/columns';
import type { Actor, WriteHandler } from '../../../platform/operation';
import { lockActionFor, toPolicyAction } from '../action-guard';
import { actionEvent, actionNews, workersOf } from '../action-activity-store';
import { isTemplate, replyWithRow } from '../action-mapping';
import {
  checkMayComplete,
  checkNoTemplate,
  isBlocking,
  isPool,
  requiresReview,
} from '../action-rules';
import { changeAction, changeColumns } from '../action-store';
import { checkNotBlocked } from '../blockers/blocker-rules';
import { findBlockersOf } from '../blockers/blocker-store';
import { emitUnblocked } from '../blockers/unblocking-store';
import {
  checkGeneration,
  checkNotClaimedByAnother,
  checkNotOfAnotherWorker,
  isClaimedBy,
  noClaim,
} from '../claims/claim-rules';
import { addNextOccurrence } from './repetition';

/** Completes an open action. The row lock decides which of several callers is first. */
export const completeAction: WriteHandler<'completeAction'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now } = ctx;
  checkMayReport(actor, body.usage);
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => {
      if (!isClaimedBy(action, actor.id, now)) checkMayComplete(actor, toPolicyAction(action));
    },
    ifMatch: header['If-Match'],
    conflicts: async (action) => {
      checkGeneration(action, body);
      checkNotClaimedByAnother(actor, action, now);
      checkNotOfAnotherWorker(actor, action, body, now);
      checkNoTemplate(isTemplate(action));
      checkNotBlocked(await findBlockersOf(transaction, action));
    },
  });
  const takesOver =
    isPool(row) || (row.assigned_actor_id === null && isClaimedBy(row, actor.id, now));
  const owned = takesOver ? { ...row, ...assigneeColumns(actor) } : row;
  const completed = await changeAction(transaction, owned, {
    status: 'done',
    result_summary: body.result_summary,
    review_state: actor.kind === 'agent' && requiresReview(owned) ? 'pending' : 'none',
    reviewer_actor_id: null,
    reviewed_at: null,
    completed_by_actor_id: actor.id,
    completed_at: now,
    ...(takesOver ? { assigned_actor_id: actor.id, assigned_at: now } : {}),
    ...changeColumns(ctx, row),
    ...(await reportOnAction(ctx, row, body.usage)),
    ...noClaim,
  });
  // Create the next occurrence first, because it does not get the links of this result.
  const next = await addNextOccurrence(ctx, row);
  const links = body.links ?? [];
  await attachLinks(ctx, { action_id: row.id }, links, (index) => `body/links/${index}`);
  emit(
    ctx,
    actionNews(row, 'action.completed', `${actor.name} completed the action.`, {
      related: workersOf(row, now),
    }),
    ...(next === undefined
      ? []
      : [
          actionEvent(
            next.action,
            'action.created',
            `${actor.name} completed the previous occurrence.${next.reasons}`,
          ),
        ]),
  );
  if (bool(row.blocks_others) && !isBlocking(completed)) {
    await emitUnblocked(ctx, { ids: [row.id], actorId: actor.id });
  }
  return replyWithRow(ctx, completed);
};

// The columns of an ActionRow that describe the caller as its assignee.
function assigneeColumns(actor: Actor) {
  return {
    assignee_kind: actor.kind,
    assignee_name: actor.name,
    assignee_agent_id: actor.kind === 'agent' ? actor.agentId : null,
  };
}
