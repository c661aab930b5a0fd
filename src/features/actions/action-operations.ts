import { emit, type EventKind, type NewEvent } from '../../shared/events';
import { attachLinks } from '../../shared/links';
import { insertNotes } from '../../shared/notes';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type {
  Actor,
  ReadContext,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { shorten } from '../../platform/text';
import { getVisibleAction, toPolicyAction, lockAction } from './action-access';
import { listActionsBy } from './lists/action-list-store';
import { isTemplate, toActionWithNotes } from './action-mapping';
import { checkIsAssignee, checkMayComplete, isPool } from './action-policy';
import { checkNoTemplate, checkOpen, isTerminal, requiresReview } from './action-rules';
import { addNextOccurrence } from './lifecycle/next-occurrence';
import { changeAction, type ActionRow, type SingleRow } from './action-store';
import { checkNotBlocked } from './blockers/blocker-rules';
import { findBlockersOf } from './blockers/blocker-store';
import {
  assigneeActivity,
  checkGeneration,
  checkNotClaimedByAnother,
  claimLost,
  isClaimedBy,
  noClaim,
  toClaim,
} from './claims/claim-rules';
import { renewClaim } from './claims/claim-store';

/** Lists actions, newest first unless asked otherwise; templates only on request. */
export const listActions: ReadHandler<'listActions'> = async ({ query }, ctx) => {
  const { limit, offset, after, sort, ...filters } = query;
  const body = await listActionsBy(ctx, {
    filters: { is_template: false, ...filters },
    paging: { limit, offset, after, sort },
    defaultSort: '-created_at',
  });
  return { status: 200, body };
};

/** Reads an action. */
export const getAction: ReadHandler<'getAction'> = async ({ path }, ctx) => {
  return replyWith(ctx, await getVisibleAction(ctx, path.id));
};

/** Completes an open action: the first caller wins, the row's lock decides (product section 4). */
export const completeAction: WriteHandler<'completeAction'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now } = ctx;
  const row = await lockAction(ctx, path.id);
  // Whoever comes too late for pool work is told so, although the winner has made it its own.
  if (!isTerminal(row.status) && !isClaimedBy(row, actor.id, now)) {
    checkMayComplete(actor, toPolicyAction(row));
  }
  matchVersion(header['If-Match'], row.version);
  checkOpen(row.status);
  checkGeneration(row, body.claim_generation);
  checkNotClaimedByAnother(actor, row, now);
  checkNoTemplate(isTemplate(row));
  checkNotBlocked(await findBlockersOf(transaction, row));
  const takesOver =
    isPool(row) || (row.assigned_actor_id === null && isClaimedBy(row, actor.id, now));
  const owned = takesOver ? { ...row, ...assigneeOf(actor) } : row;
  const after = await changeAction(transaction, owned, {
    status: 'done',
    result_summary: body.result_summary,
    review_state: actor.kind === 'agent' && requiresReview(owned) ? 'pending' : 'none',
    reviewer_actor_id: null,
    reviewed_at: null,
    completed_by_actor_id: actor.id,
    completed_at: now,
    ...(takesOver ? { assigned_actor_id: actor.id, assigned_at: now } : {}),
    ...changed(ctx, row),
    ...noClaim,
  });
  // Before the links of the result, which are this occurrence's alone.
  const next = await addNextOccurrence(ctx, row);
  const links = body.links ?? [];
  await attachLinks(ctx, { action_id: row.id }, links, (index) => `body/links/${index}`);
  emit(
    ctx,
    eventOn(row, 'action.completed', `${actor.name} completed the action.`),
    ...(next === undefined
      ? []
      : [eventOn(next, 'action.created', `${actor.name} completed the occurrence before.`)]),
  );
  return replyWith(ctx, after);
};

// What a row says of its assignee, where it is the caller.
function assigneeOf(actor: Actor) {
  return {
    assignee_kind: actor.kind,
    assignee_name: actor.name,
    assignee_agent_id: actor.kind === 'agent' ? actor.agentId : null,
  };
}

/** Tells that the work goes on, with a word on how if there is one. */
export const heartbeatAction: WriteHandler<'heartbeatAction'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const row = await lockAction(ctx, path.id);
  const isHolder = isClaimedBy(row, actor.id, now);
  checkGeneration(row, body?.claim_generation);
  if (!isHolder && row.assigned_actor_id === null && row.claimed_by_actor_id === actor.id) {
    throw claimLost('Your claim has run out.');
  }
  if (!isHolder) checkIsAssignee(actor, toPolicyAction(row));
  matchVersion(header['If-Match'], row.version);
  checkOpen(row.status);
  const noteId = newId('not');
  const text = body?.progress_note;
  if (text !== undefined) {
    await insertNotes(transaction, [
      {
        id: noteId,
        workspaceId,
        kind: 'heartbeat',
        actionId: row.id,
        createdByActorId: actor.id,
        body: text,
        now,
      },
    ]);
  }
  const changes = {
    last_activity_at: now,
    ...assigneeActivity(row, actor.id, now),
    version: row.version + 1,
    ...(text === undefined ? {} : { last_activity_note_id: noteId }),
  };
  const after = await (isHolder ? renewClaim : changeAction)(transaction, row, changes);
  const summary =
    text === undefined ? `${actor.name} is on it.` : `${actor.name}: ${shorten(text)}`;
  emit(ctx, eventOn(row, 'action.heartbeat', summary));
  const { body: action, ...answered } = await replyWith(ctx, after);
  return { ...answered, body: { action, ...(isHolder ? { claim: toClaim(after) } : {}) } };
};

/** The columns that every change by the caller sets. */
export function changed({ actor, now }: WriteContext, row: ActionRow) {
  return {
    last_activity_at: now,
    ...assigneeActivity(row, actor.id, now),
    updated_at: now,
    updated_by_actor_id: actor.id,
    version: row.version + 1,
  };
}

/** An event about an action. */
export function eventOn(
  row: Pick<ActionRow, 'id' | 'title' | 'project_id' | 'order_id'>,
  kind: EventKind,
  summary: string,
): NewEvent {
  return {
    kind,
    subject: { type: 'action', id: row.id, title: row.title },
    summary,
    about: { actionId: row.id, projectId: row.project_id, orderId: row.order_id },
  };
}

/** The action as it is now, with its entity tag. */
export async function reply(ctx: WriteContext, id: string) {
  return replyWith(ctx, await getVisibleAction(ctx, id));
}

async function replyWith(ctx: ReadContext, row: SingleRow) {
  return {
    status: 200,
    body: await toActionWithNotes(ctx, row),
    headers: { ETag: etagOf(row.version) },
  } as const;
}
