import { emit } from '../../../shared/events';
import { storeFileIds } from '../../../shared/file-store';
import { enforceCap } from '../../../shared/plans';
import { jsonText } from '../../../platform/db/statements/columns';
import { checkReferences } from '../../../shared/reference-store';
import type { Input, WriteContext, WriteHandler } from '../../../platform/operation';
import { problem, type Problem, refuseTogether } from '../../../platform/problems';
import { toTimestamp } from '../../../platform/time';
import { findApproval, requiresApproval, consumeApproval } from '../../proposals';
import type { ActorRow } from '../../../shared/actor-store';
import { actionEvent } from '../action-activity-store';
import { checkMayAssign, checkMayChooseReviewer, checkPayload } from '../action-rules';
import { replyWithAction, replyWithRow } from '../action-mapping';
import {
  findOpenBySourceKey,
  insertAction,
  type NewAction,
  type StoredAction,
} from '../action-store';
import { findProjectDomain, lockProjectShared } from '../bulk/project-actions-store';
import { namedLabels } from '../labels/label-rules';
import { storeLabels } from '../labels/label-store';
import { checkAssignee, lockAssignee, lockReviewer } from './assignee-store';
import { checkRepeatRule, repeatColumns, type RepeatColumns } from './repetition';

type Body = Input<'createAction'>['body'];

/** Creates an action, or returns the open one that already has the source key. */
export const createAction: WriteHandler<'createAction'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  checkPayload(body.input_payload);
  checkRepeatRule(body.repeat_rule);
  const labels = namedLabels(body.labels ?? [], 'body/labels');
  const { fault: reviewerFault } = await lockReviewer(
    transaction,
    workspaceId,
    body.reviewer_actor_id,
  );
  const check = () => checkReferences(transaction, workspaceId, referencesOf(body));
  const checkFiles = () => storeFileIds(ctx, body.file_ids);
  const assignee = await refuseTogether(
    () => assigneeOf(ctx, body, reviewerFault),
    check,
    checkFiles,
  );
  checkMayAssign(actor, assignee);
  const approval = await approvalFor(ctx, body, assignee);
  const review = reviewOf(ctx, body, assignee);
  await refuseTogether(check, checkFiles);
  if (typeof body.source_key === 'string') {
    const existing = await replyWithExisting(ctx, body.source_key);
    if (existing !== undefined) return existing;
  }
  if (assignee?.kind === 'agent') await enforceCap(transaction, workspaceId, 'open_agent_actions');
  await lockProjectShared(transaction, workspaceId, body.project_id);

  const row = rowOf(ctx, body, assignee, {
    domain_id: await domainOf(ctx, body),
    ...(await repeatColumns(ctx, body.repeat_rule ?? null)),
    ...review,
    label_ids: await storeLabels(ctx, labels),
    file_ids: await storeFileIds(ctx, body.file_ids),
  });
  const existing = await insertUnlessExisting(ctx, row);
  if (existing !== undefined) return existing;
  await consumeApproval(ctx, approval);
  emit(ctx, actionEvent(row, 'action.created', `${actor.name} added the action.`));
  return { ...withLocation(await replyWithAction(ctx, row.id), row.id), status: 201 };
};

function rowOf(
  { workspaceId, actor, newId, now }: WriteContext,
  body: Body,
  assignee: ActorRow | null,
  derived: { readonly domain_id: string | null } & RepeatColumns &
    Pick<
      StoredAction,
      'requires_review' | 'review_chosen' | 'requested_reviewer_actor_id' | 'label_ids' | 'file_ids'
    >,
) {
  return {
    id: newId('act'),
    workspace_id: workspaceId,
    title: body.title,
    details: body.details ?? null,
    project_id: body.project_id ?? null,
    order_id: body.order_id ?? null,
    assigned_actor_id: assignee?.id ?? null,
    assigned_at: assignee === null ? null : now,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    is_template: body.is_template ?? false,
    status: body.status ?? 'inbox',
    delegate_label: body.delegate_label ?? null,
    requirements: JSON.stringify(body.requirements ?? []),
    defer_until: toTimestamp(body.defer_until) ?? null,
    due_at: toTimestamp(body.due_at) ?? null,
    priority: body.priority ?? 0,
    position: body.position ?? null,
    source_key: body.source_key ?? null,
    source_agent_request_id: body.source_agent_request_id ?? null,
    input_payload: jsonText(body.input_payload),
    review_state: 'none',
    last_activity_at: now,
    created_at: now,
    updated_at: now,
    ...derived,
  } as const;
}

const ATTEMPTS = 3;

// A unique index decides which of several requests with a source key is first. The action of the
// first one may end before it can be read here. Then the key is free again, so try again.
async function insertUnlessExisting(ctx: WriteContext, row: NewAction) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (await insertAction(ctx.transaction, row)) return undefined;
    const existing = await replyWithExisting(ctx, row.source_key ?? '');
    if (existing !== undefined) return existing;
  }
  throw problem('UNAVAILABLE', 'The source_key was in use a moment ago. Try again.', {
    headers: { 'Retry-After': '1' },
  });
}

async function domainOf(ctx: WriteContext, body: Body): Promise<string | null> {
  if (body.domain_id !== undefined) return body.domain_id;
  if (typeof body.project_id !== 'string') return null;
  return findProjectDomain(ctx.transaction, ctx.workspaceId, body.project_id);
}

async function replyWithExisting(ctx: WriteContext, sourceKey: string) {
  const existing = await findOpenBySourceKey(ctx.transaction, ctx.workspaceId, sourceKey);
  if (existing === undefined) return undefined;
  return withLocation(await replyWithRow(ctx, existing), existing.id);
}

function withLocation<Replied extends { readonly headers: object }>(reply: Replied, id: string) {
  return { ...reply, headers: { ...reply.headers, Location: `/v1/actions/${id}` } };
}

// An agent's ready action is assigned to the agent itself unless the body names an assignee or
// null.
async function assigneeOf(
  ctx: WriteContext,
  body: Body,
  reviewerFault: Problem | undefined,
): Promise<ActorRow | null> {
  const { transaction, workspaceId, actor } = ctx;
  const named = checkAssignee(await lockAssignee(transaction, workspaceId, body), reviewerFault);
  if (named !== undefined) return named;
  if (actor.kind !== 'agent' || body.status !== 'ready') return null;
  return { id: actor.id, kind: 'agent', name: actor.name, agent_id: actor.agentId, user_id: null };
}

// An agent needs no approval to create work for itself. If it names one, the approval must fit.
async function approvalFor(ctx: WriteContext, body: Body, assignee: ActorRow | null) {
  return findApproval(ctx, {
    operation: 'createAction',
    request: body,
    proposalId: body.permitted_proposal_id,
    required: assignee?.id !== ctx.actor.id && (await requiresApproval(ctx, body.order_id)),
  });
}

function reviewOf({ actor }: WriteContext, body: Body, assignee: ActorRow | null) {
  if (actor.kind === 'agent' && body.requires_review === false) {
    throw problem('FORBIDDEN', 'Only people decide that work of agents needs no review.');
  }
  const reviewer = body.reviewer_actor_id ?? null;
  checkMayChooseReviewer(actor, reviewer, null);
  const isAgentWork = actor.kind === 'agent' || assignee?.kind === 'agent';
  return {
    requires_review: body.requires_review ?? isAgentWork,
    review_chosen: body.requires_review !== undefined,
    requested_reviewer_actor_id: reviewer,
  };
}

/** The ids of a body that must name records of the workspace. */
export function referencesOf(body: {
  readonly project_id?: string | null;
  readonly domain_id?: string | null;
  readonly order_id?: string | null;
  readonly source_agent_request_id?: string | null;
}) {
  return [
    { path: 'body/project_id', label: 'a project', table: 'projects', id: body.project_id },
    { path: 'body/domain_id', label: 'an active domain', table: 'domains', id: body.domain_id },
    { path: 'body/order_id', label: 'an order', table: 'orders', id: body.order_id },
    {
      path: 'body/source_agent_request_id',
      label: 'a question',
      table: 'agent_requests',
      id: body.source_agent_request_id,
    },
  ] as const;
}
