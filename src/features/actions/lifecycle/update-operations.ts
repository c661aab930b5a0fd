import { changedFields } from '../../../platform/db/statements/compiled';
import { bool } from '../../../platform/db/statements/columns';
import { changeFileIds } from '../../../shared/file-store';
import { checkReferences } from '../../../shared/reference-store';
import type { Actor, Input, WriteContext, WriteHandler } from '../../../platform/operation';
import { problem, refuseTogether } from '../../../platform/problems';
import { toTimestamp } from '../../../platform/time';
import { emit, inWords, type NewEvent } from '../../../shared/events';
import { enforceCap, lockPlan } from '../../../shared/plans';
import { authorship, storeEarlierTexts } from '../../../shared/text-store';
import {
  consumeApproval,
  orderRequiresApproval,
  requiresApproval,
  checkNamesApproval,
  findNamedApproval,
} from '../../proposals';
import { actionNews, workersOf } from '../action-activity-store';
import { changeGuard, checkMayChangeAction, lockActionFor } from '../action-guard';
import { checkMayAssign, checkMayChooseReviewer, queueRank, requiresReview } from '../action-rules';
import { replyWithAction } from '../action-mapping';
import {
  type ActionChanges,
  type ActionRow,
  changeColumns,
  updateActionRow,
} from '../action-store';
import {
  findProjectDomain,
  isProjectAtRest,
  lockProjectShared,
} from '../bulk/project-actions-store';
import { lockDependencies, checkPlace } from '../blockers/blocker-store';
import { claimantOf, endedClaim, isAtRest } from '../claims/claim-rules';
import { renewClaim } from '../claims/claim-store';
import { namedLabels } from '../labels/label-rules';
import { storeLabels } from '../labels/label-store';
import {
  type Assignee,
  checkAssignee,
  earlierReviewer,
  lockAssignee,
  lockReviewer,
  type ReviewerNames,
} from './assignee-store';
import { referencesOf } from './create-operations';
import { checkRepeatRule, intendedTimes, repeatColumns } from './repetition';

type Body = Input<'updateAction'>['body'];

const texts = ['title', 'details'] as const;

/** Changes an open action. Absent fields stay as they are. */
export const updateAction: WriteHandler<'updateAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  checkRepeatRule(body.repeat_rule);
  const labels = body.labels && namedLabels(body.labels, 'body/labels');
  const reviewer = await lockReviewer(transaction, workspaceId, body.reviewer_actor_id);
  const named = await lockAssignee(transaction, workspaceId, body);
  const { assignee } = named;
  if (assignee?.kind === 'agent') await lockPlan(transaction, workspaceId);
  if (changesPlace(body)) await lockDependencies(transaction, workspaceId);
  await lockProjectShared(transaction, workspaceId, body.project_id);
  const gated = {
    operation: 'updateAction',
    request: { ...body, id: path.id },
    proposalId: body.permitted_proposal_id,
  } as const;
  const row = await lockActionFor(ctx, path.id, {
    ...changeGuard(ctx, header['If-Match']),
    ...(namesReviewerOnly(body) && { state: 'openOrInReview' }),
    permission: async (action) => {
      checkMayChangeAction(ctx, action);
      checkReview(actor, body, action);
      checkHandover(actor, action, assignee);
      await checkNamesApproval(ctx, gated, () => changeNeedsApproval(ctx, action, body, assignee));
    },
  });
  const check = () => checkReferences(transaction, workspaceId, referencesOf(body));
  const storeFiles = async () => body.file_ids && changeFileIds(ctx, row, body.file_ids);
  await refuseTogether(() => checkAssignee(named, reviewer.fault), check, storeFiles);
  const approval = await findNamedApproval(ctx, gated);
  if (assignee?.kind === 'agent' && row.assignee_kind !== 'agent') {
    await enforceCap(transaction, workspaceId, 'open_agent_actions');
  }
  await refuseTogether(check, storeFiles);
  const changes: ActionChanges = {
    ...changedFields(row, {
      ...plainColumns(body),
      ...(body.repeat_rule === undefined ? {} : await repeatColumns(ctx, body.repeat_rule, row)),
      ...reviewColumns(actor, body),
      ...(labels === undefined ? {} : { label_ids: await storeLabels(ctx, labels) }),
      ...(body.file_ids && { file_ids: await storeFiles() }),
      ...(await domainColumns(ctx, body, row)),
      ...(endsWaitForAnswer(body, row) ? { waits_for_answer: false } : {}),
    }),
    ...assigneeColumns(ctx, row, assignee),
  };
  if (Object.keys(changes).length > 0) {
    await storeEarlierTexts(ctx, row, changes, texts);
    await (endsRest(row, changes) ? renewClaim : updateActionRow)(transaction, row, {
      ...changeColumns(ctx, row),
      ...changes,
      ...authorship(actor, row, changes, texts).columns,
      ...intendedTimes(changes),
      queue_rank: queueRank({ ...row, ...changes }, ctx.now),
    });
    if (changesPlace(changes)) await checkPlace(ctx, row);
    await consumeApproval(ctx, approval);
    const names = { before: await earlierReviewer(ctx, row, changes), after: reviewer.name };
    emit(ctx, ...eventsFor(ctx, row, changes, { assignee, reviewer: names }));
  }
  return replyWithAction(ctx, path.id);
};

/**
 * Whether an action may wait for others than before, or others for it, in a sequential project.
 */
export function changesPlace(
  of: Partial<Readonly<Record<'project_id' | 'position' | 'is_template', unknown>>>,
): boolean {
  const { project_id: project, position, is_template: isTemplate } = of;
  return typeof project === 'string' || position !== undefined || isTemplate === false;
}

// Somebody else can review work whose reviewer does not, although it is done.
function namesReviewerOnly(body: Body): boolean {
  const names = Object.entries(body).filter(([, value]) => value !== undefined);
  return names.length === 1 && body.reviewer_actor_id !== undefined;
}

function checkHandover(actor: Actor, row: ActionRow, assignee: Assignee): void {
  if (assignee === undefined || assignee === null || assignee.id === row.assigned_actor_id) return;
  checkMayAssign(actor, assignee);
}

/**
 * Whether an agent needs an approval for a change of an action: to give it to somebody else or to
 * the pool, to take it out of an order or out of all work (`hidesWork`), or to put work of others
 * into an order. The orders before and after the change count, because an action that left its order
 * could be dropped freely. Taking work needs none.
 */
export async function changeNeedsApproval(
  ctx: WriteContext,
  row: ActionRow,
  body: Pick<Body, 'order_id' | 'is_template' | 'project_id'>,
  assignee: Assignee,
): Promise<boolean> {
  const { order_id: before } = row;
  const after = body.order_id === undefined ? before : body.order_id;
  const owner = assignee === undefined ? row.assigned_actor_id : (assignee?.id ?? null);
  const isOwn = owner === ctx.actor.id;
  if (!isOwn && owner !== row.assigned_actor_id) return requiresApproval(ctx, before, after);
  if (await hidesWork(ctx, row, body)) return requiresApproval(ctx, before, after);
  if (after === before) return false;
  if (before !== null && (await requiresApproval(ctx, before))) return true;
  return !isOwn && orderRequiresApproval(ctx, after);
}

/**
 * Whether nobody can work on an action after the change, as if it had been dropped: it becomes a
 * template, or moves into a template or a project that is not active.
 */
async function hidesWork(
  { transaction, workspaceId, actor }: WriteContext,
  row: ActionRow,
  { is_template, project_id }: Pick<Body, 'is_template' | 'project_id'>,
): Promise<boolean> {
  if (actor.kind !== 'agent') return false;
  if (is_template === true && !bool(row.is_template)) return true;
  if (typeof project_id !== 'string' || project_id === row.project_id) return false;
  return isProjectAtRest(transaction, workspaceId, project_id);
}

function checkReview(actor: Actor, body: Body, row: ActionRow): void {
  const review = body.requires_review;
  if (actor.kind === 'agent' && review !== undefined && review !== requiresReview(row)) {
    throw problem('FORBIDDEN', 'Only people decide whether an action requires review.');
  }
  const { requested_reviewer_actor_id: before } = row;
  const { reviewer_actor_id: reviewer = before } = body;
  checkMayChooseReviewer(actor, reviewer, before);
}

function plainColumns(body: Body) {
  const { title, details, order_id, position, priority, is_template, delegate_label } = body;
  return {
    title,
    details,
    order_id,
    position,
    priority,
    is_template,
    delegate_label,
    status: body.status,
    requested_reviewer_actor_id: body.reviewer_actor_id,
    project_id: body.project_id,
    requirements: body.requirements && JSON.stringify(body.requirements),
    defer_until: toTimestamp(body.defer_until),
    due_at: toTimestamp(body.due_at),
  };
}

// An agent can only repeat the present value (checkReview). Storing that as a choice would make it
// outlast the next handover.
function reviewColumns(actor: Actor, { requires_review }: Body): ActionChanges {
  if (actor.kind === 'agent' || requires_review === undefined) return {};
  return { requires_review, review_chosen: true };
}

async function domainColumns(
  ctx: WriteContext,
  body: Body,
  row: ActionRow,
): Promise<ActionChanges> {
  if (body.domain_id !== undefined) return { domain_id: body.domain_id };
  const projectId = body.project_id;
  if (typeof projectId !== 'string' || projectId === row.project_id) return {};
  return { domain_id: await findProjectDomain(ctx.transaction, ctx.workspaceId, projectId) };
}

// A new status, or another person to wait for, means that the action no longer waits for an answer.
function endsWaitForAnswer(body: Body, row: ActionRow): boolean {
  const moved = body.status !== undefined && body.status !== row.status;
  return (
    moved || (typeof body.delegate_label === 'string' && body.delegate_label !== row.delegate_label)
  );
}

// Only a waiting action has a claim at rest.
function endsRest(row: ActionRow, changes: ActionChanges): boolean {
  const endsClaim = changes.claim_generation !== undefined;
  return isAtRest(row) && changes.status !== undefined && !endsClaim;
}

// A handover sets all of these columns, because the handover is no activity of the new assignee.
function assigneeColumns(
  { actor, now }: WriteContext,
  row: ActionRow,
  assignee: Assignee,
): ActionChanges {
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

// A change of the reviewer has an event of its own kind, also beside a handover or a new status.
function eventsFor(
  { actor, now }: WriteContext,
  row: ActionRow,
  changes: ActionChanges,
  { assignee, reviewer }: { readonly assignee: Assignee; readonly reviewer: ReviewerNames },
): NewEvent[] {
  const after = { ...row, ...changes };
  const isHandover = changes.assigned_actor_id !== undefined;
  const review =
    changes.requested_reviewer_actor_id === undefined ? undefined : reviewChange(reviewer);
  const fields = inWords(changedNames(changes, isHandover));
  const also = fields === '' ? '' : ` and changed ${fields}`;
  // Whoever claims the action later reads it then.
  const related = { worker: [claimantOf(after, now)] };
  const reviewEvent = (end: string) =>
    actionNews(after, 'action.reviewer_changed', `${actor.name} ${review}${end}.`, { related });
  if (!isHandover && changes.status === undefined) {
    if (review !== undefined) return [reviewEvent(also)];
    return [actionNews(after, 'action.updated', `${actor.name} changed ${fields}.`, { related })];
  }
  const others = review === undefined ? [] : [reviewEvent('')];
  const moved = changes.status === undefined ? undefined : `to ${changes.status}`;
  if (!isHandover) {
    const summary = `${actor.name} moved the action ${moved}${also}.`;
    return [actionNews(after, 'action.updated', summary, { related }), ...others];
  }
  const name = assignee?.name;
  const change = name === undefined ? 'unassigned the action' : `assigned the action to ${name}`;
  const move = moved === undefined ? '' : `, moved it ${moved}`;
  const workers = workersOf(row, now, after);
  const summary = `${actor.name} ${change}${move}${also}.`;
  return [actionNews(after, 'action.assigned', summary, { related: workers }), ...others];
}

function reviewChange({ before, after }: ReviewerNames): string {
  const instead = before === undefined ? '' : ` instead of ${before}`;
  return after === undefined
    ? `removed the reviewer${before === undefined ? '' : ` ${before}`}`
    : `asked ${after} for the review${instead}`;
}

// What the rest of a summary says, and what the server keeps for itself.
const unnamed = new Set([
  'status',
  'requested_reviewer_actor_id',
  'waits_for_answer',
  'review_chosen',
]);

function changedNames(changes: ActionChanges, isHandover: boolean): string[] {
  return Object.keys(changes).filter(
    (name) => !unnamed.has(name) && !(isHandover && /^(?:assign|claim|lease)/.test(name)),
  );
}
