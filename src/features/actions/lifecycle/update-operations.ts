import type { ActorRow } from '../../../shared/actors';
import { emit } from '../../../shared/events';
import { enforceCap } from '../../../shared/plans';
import { differing } from '../../../platform/changed-fields';
import { checkReferences } from '../../../platform/db/statements/references';
import { matchVersion } from '../../../platform/http/responses/preconditions';
import type { Actor, Input, WriteContext, WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { toTimestamp } from '../../../platform/time';
import {
  findApproval,
  requiresApproval,
  orderRequiresApproval,
  consumeApproval,
} from '../../proposals';
import { getVisibleAction, toPolicyAction, lockAction } from '../action-access';
import { referencesOf } from './create-operations';
import { reply, changed, eventOn } from '../action-operations';
import { checkMayAssign, checkMayChange } from '../action-policy';
import { checkOpen, repeatColumns, requiresReview } from '../action-rules';
import {
  lockProjectShared,
  updateActionRow,
  type ActionRow,
  type StoredAction,
} from '../action-store';
import { checkNotClaimedByAnother, endedClaim, isClaimedBy } from '../claims/claim-rules';
import { namesSomebody, resolveAssignee } from './assignee';
import { findProjectDomain } from '../bulk/project-actions-store';

type Body = Input<'updateAction'>['body'];
type Changes = Partial<StoredAction>;
/** Undefined when the body says nothing of it, null for nobody. */
type Assignee = ActorRow | null | undefined;

/** Changes an open action: a merge, in which an absent field is not touched. */
export const updateAction: WriteHandler<'updateAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const admit = (action: ActionRow): void => {
    if (!isClaimedBy(action, actor.id, now)) checkMayChange(actor, toPolicyAction(action));
    matchVersion(header['If-Match'], action.version);
    checkOpen(action.status);
    checkNotClaimedByAnother(actor, action, now);
    checkReview(actor, body, action);
  };
  const { assignee, counted } = await prepareAssignee(ctx, path.id, body, admit);
  await lockProjectShared(transaction, workspaceId, body.project_id);
  const row = await lockAction(ctx, path.id);
  admit(row);
  checkHandover(actor, row, assignee);
  const leave = await findApproval(ctx, {
    operation: 'updateAction',
    request: { ...body, id: path.id },
    proposalId: body.permitted_proposal_id,
    required: await needsLeave(ctx, row, body, assignee),
  });
  if (!counted) await checkCap(ctx, row, assignee);
  await checkReferences(transaction, workspaceId, referencesOf(body));
  const changes: Changes = {
    ...differing(row, {
      ...plainFields(body),
      ...reviewFields(actor, body),
      ...(await domainOf(ctx, body, row)),
      ...(isOtherWait(body, row) ? { waits_for_answer: false } : {}),
    }),
    ...assigneeFields(ctx, row, assignee),
  };
  if (Object.keys(changes).length > 0) {
    await updateActionRow(transaction, row, {
      ...changed(ctx, row),
      ...changes,
      ...dayOf(changes),
    });
    await consumeApproval(ctx, leave);
    emit(ctx, eventFor(ctx, row, changes, assignee));
  }
  return reply(ctx, path.id);
};

// The workspace is locked before the action, always in this order; so whoever hands an action over looks at it without a
// lock first. `counted` says that the plan has room for one more action of an agent.
async function prepareAssignee(
  ctx: WriteContext,
  id: string,
  body: Body,
  admit: (action: ActionRow) => void,
): Promise<{ assignee: Assignee; counted: boolean }> {
  const { transaction, workspaceId, actor } = ctx;
  if (!namesSomebody(body)) {
    return { assignee: await resolveAssignee(transaction, workspaceId, body), counted: false };
  }
  const before = await getVisibleAction(ctx, id);
  admit(before);
  const assignee = await resolveAssignee(transaction, workspaceId, body);
  checkHandover(actor, before, assignee);
  return { assignee, counted: await checkCap(ctx, before, assignee) };
}

/** Whether it had to count: the change raises the number of open actions that agents have. */
async function checkCap(
  { transaction, workspaceId }: WriteContext,
  row: ActionRow,
  assignee: Assignee,
): Promise<boolean> {
  if (assignee?.kind !== 'agent' || row.assignee_kind === 'agent') return false;
  await enforceCap(transaction, workspaceId, 'open_agent_actions');
  return true;
}

function checkHandover(actor: Actor, row: ActionRow, assignee: Assignee): void {
  if (assignee === undefined || assignee === null || assignee.id === row.assigned_actor_id) return;
  checkMayAssign(actor, assignee);
}

// What an agent may not create without leave it does not make of what is there: work for others, and work for others of an order that
// asks for leave (product section 4, "Proposals"). Taking work needs none.
async function needsLeave(
  ctx: WriteContext,
  row: ActionRow,
  body: Body,
  assignee: Assignee,
): Promise<boolean> {
  const owner = assignee === undefined ? row.assigned_actor_id : (assignee?.id ?? null);
  if (owner === ctx.actor.id) return false;
  const order = body.order_id === undefined ? row.order_id : body.order_id;
  if (owner !== row.assigned_actor_id) return requiresApproval(ctx, order);
  return order !== row.order_id && orderRequiresApproval(ctx, order);
}

function checkReview(actor: Actor, body: Body, row: ActionRow): void {
  const review = body.requires_review;
  if (actor.kind === 'agent' && review !== undefined && review !== requiresReview(row)) {
    throw problem('FORBIDDEN', 'Only people decide whether an action requires review.');
  }
}

function plainFields(body: Body) {
  const { title, details, order_id, position, is_template, delegate_label } = body;
  return {
    title,
    details,
    order_id,
    position,
    is_template,
    delegate_label,
    status: body.status,
    project_id: body.project_id,
    requirements: body.requirements && JSON.stringify(body.requirements),
    defer_until: toTimestamp(body.defer_until),
    due_at: toTimestamp(body.due_at),
    ...(body.repeat_rule === undefined ? {} : repeatColumns(body.repeat_rule)),
  };
}

// What an agent says agrees with what is so (checkReview), and is no choice: it would outlast the next handover.
function reviewFields(actor: Actor, { requires_review }: Body): Changes {
  if (actor.kind === 'agent' || requires_review === undefined) return {};
  return { requires_review, review_chosen: true };
}

async function domainOf(ctx: WriteContext, body: Body, row: ActionRow): Promise<Changes> {
  if (body.domain_id !== undefined) return { domain_id: body.domain_id };
  const projectId = body.project_id;
  if (typeof projectId !== 'string' || projectId === row.project_id) return {};
  const domainId = await findProjectDomain(ctx.transaction, ctx.workspaceId, projectId);
  return { domain_id: domainId ?? null };
}

// A due date or a rule that somebody sets means the day that it says.
function dayOf(changes: Changes): Changes {
  const { due_at, repeat_type, repeat_unit, repeat_interval } = changes;
  const given = [due_at, repeat_type, repeat_unit, repeat_interval];
  return given.every((value) => value === undefined) ? {} : { repeat_day: null };
}

// Who moves the action, or names somebody else to wait for, takes it out of its question's hands.
function isOtherWait(body: Body, row: ActionRow): boolean {
  const moved = body.status !== undefined && body.status !== row.status;
  return (
    moved || (typeof body.delegate_label === 'string' && body.delegate_label !== row.delegate_label)
  );
}

// All of them when it is handed over, even what is so already: the act that gives work away is no activity of who gets it.
function assigneeFields({ actor, now }: WriteContext, row: ActionRow, assignee: Assignee): Changes {
  if (assignee === undefined || (assignee?.id ?? null) === row.assigned_actor_id) return {};
  return {
    assigned_actor_id: assignee?.id ?? null,
    assigned_at: assignee === null ? null : now,
    assignee_active_at: assignee?.id === actor.id ? now : null,
    ...(row.claimed_by_actor_id === null || row.claimed_by_actor_id === assignee?.id
      ? {}
      : endedClaim(row)),
  };
}

function eventFor({ actor }: WriteContext, row: ActionRow, changes: Changes, assignee: Assignee) {
  const after = { ...row, ...changes };
  if (changes.assigned_actor_id !== undefined) {
    const to = assignee?.name ?? 'the pool';
    return eventOn(after, 'action.assigned', `${actor.name} gave the action to ${to}.`);
  }
  if (changes.status !== undefined) {
    return eventOn(after, 'action.updated', `${actor.name} moved the action to ${changes.status}.`);
  }
  const fields = Object.keys(changes)
    .filter((name) => name !== 'waits_for_answer' && name !== 'review_chosen')
    .join(', ');
  return eventOn(after, 'action.updated', `${actor.name} changed ${fields}.`);
}
