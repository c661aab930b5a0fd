import type { ActorRow } from '../actors';
import { emit } from '../events';
import { enforceCap } from '../plans';
import { bool } from '../platform/db/columns';
import { checkReferences } from '../platform/db/references';
import { matchVersion } from '../platform/http/preconditions';
import type { Input, WriteContext, WriteHandler } from '../platform/operation';
import { problem } from '../platform/problems';
import { toTimestamp } from '../platform/time';
import { getVisibleAction, laneOf, lockAction } from './action-access';
import { referencesOf } from './action-create';
import { answer, changed, eventOn } from './action-operations';
import { checkMayAssign, checkMayChange } from './action-policy';
import { checkOpen, repeatColumns } from './action-rules';
import {
  findProjectDomain,
  updateActionRow,
  type ActionRow,
  type StoredAction,
} from './action-store';
import { resolveAssignee } from './assignee';

type Body = Input<'updateAction'>['body'];
type Changes = Partial<StoredAction>;

/** Changes an open action: a merge, in which an absent field is not touched. */
export const updateAction: WriteHandler<'updateAction'> = async ({ path, header, body }, ctx) => {
  const { hand, workspaceId, actor } = ctx;
  const assignee = await resolveAssignee(hand, workspaceId, body);
  await checkCap(ctx, path.id, assignee);
  const row = await lockAction(ctx, path.id);
  checkMayChange(actor, laneOf(row));
  matchVersion(header['If-Match'], row.version);
  checkOpen(row.status);
  checkFields(ctx, body, row, assignee);
  await checkReferences(hand, workspaceId, referencesOf(body));
  const changes = different(row, {
    ...plainFields(body),
    ...(await domainOf(ctx, body, row)),
    ...statusFields(body, row),
    ...(isOtherWait(body, row) ? { waits_for_answer: false } : {}),
    ...assigneeFields(ctx, row, assignee),
  });
  if (Object.keys(changes).length > 0) {
    await updateActionRow(hand, row, { ...changed(ctx, row), ...changes });
    await emit(ctx, eventFor(ctx, row, changes, assignee));
  }
  return answer(ctx, path.id);
};

// The workspace is locked before the action, always in this order; so the look at the action comes without a lock.
async function checkCap(
  ctx: WriteContext,
  id: string,
  assignee: ActorRow | null | undefined,
): Promise<void> {
  if (assignee?.kind !== 'agent') return;
  const before = await getVisibleAction(ctx, id);
  if (before.assignee_kind !== 'agent') {
    await enforceCap(ctx.hand, ctx.workspaceId, 'open_agent_actions');
  }
}

function checkFields(
  { actor }: WriteContext,
  body: Body,
  row: ActionRow,
  assignee: ActorRow | null | undefined,
): void {
  if (assignee !== undefined && assignee?.id !== row.assigned_actor_id) {
    checkMayAssign(actor, assignee);
    if (actor.kind === 'agent' && actor.requiresProposals && assignee?.id !== actor.id) {
      throw problem('PROPOSAL_REQUIRED', 'You may not hand work to others without asking.', {
        details: { operation: 'updateAction' },
      });
    }
  }
  const review = body.requires_review;
  if (actor.kind === 'agent' && review !== undefined && review !== bool(row.requires_review)) {
    throw problem('FORBIDDEN', 'Only people decide whether an action requires review.');
  }
}

function plainFields(body: Body): Changes {
  const { title, details, order_id, position, is_template, requires_review, delegate_label } = body;
  const fields = {
    title,
    details,
    order_id,
    position,
    is_template,
    requires_review,
    delegate_label,
    project_id: body.project_id,
    requirements: body.requirements && JSON.stringify(body.requirements),
    defer_until: toTimestamp(body.defer_until),
    due_at: toTimestamp(body.due_at),
    ...(body.repeat_rule === undefined ? {} : repeatColumns(body.repeat_rule)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function domainOf(ctx: WriteContext, body: Body, row: ActionRow): Promise<Changes> {
  if (body.domain_id !== undefined) return { domain_id: body.domain_id };
  const projectId = body.project_id;
  if (typeof projectId !== 'string' || projectId === row.project_id) return {};
  const domainId = await findProjectDomain(ctx.hand, ctx.workspaceId, projectId);
  return { domain_id: domainId ?? row.domain_id };
}

// Whom one waited for is of no interest once the waiting is over.
function statusFields(body: Body, row: ActionRow): Changes {
  if (body.status === undefined) return {};
  const over = row.status === 'waiting' && body.status !== 'waiting';
  return {
    status: body.status,
    ...(over && body.delegate_label === undefined ? { delegate_label: null } : {}),
  };
}

// Who moves the action, or names somebody else to wait for, takes it out of its question's hands.
function isOtherWait(body: Body, row: ActionRow): boolean {
  const moved = body.status !== undefined && body.status !== row.status;
  return (
    moved || (typeof body.delegate_label === 'string' && body.delegate_label !== row.delegate_label)
  );
}

function assigneeFields(
  { actor, now }: WriteContext,
  row: ActionRow,
  assignee: ActorRow | null | undefined,
): Changes {
  if (assignee === undefined || (assignee?.id ?? null) === row.assigned_actor_id) return {};
  return {
    assigned_actor_id: assignee?.id ?? null,
    assigned_at: assignee === null ? null : now,
    assignee_active_at: assignee?.id === actor.id ? now : null,
  };
}

function different(row: ActionRow, wanted: Changes): Changes {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const old = before.get(name);
      return typeof value === 'boolean' ? bool(old) !== value : old !== value;
    }),
  );
}

function eventFor(
  { actor }: WriteContext,
  row: ActionRow,
  changes: Changes,
  assignee: ActorRow | null | undefined,
) {
  const after = { ...row, ...changes };
  if (changes.assigned_actor_id !== undefined) {
    const to = assignee?.name ?? 'the pool';
    return eventOn(after, 'action.assigned', `${actor.name} gave the action to ${to}.`);
  }
  if (changes.status !== undefined) {
    return eventOn(after, 'action.updated', `${actor.name} moved the action to ${changes.status}.`);
  }
  const fields = Object.keys(changes)
    .filter((name) => name !== 'waits_for_answer')
    .join(', ');
  return eventOn(after, 'action.updated', `${actor.name} changed ${fields}.`);
}
