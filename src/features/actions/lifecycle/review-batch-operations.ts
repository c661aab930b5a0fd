import type { components } from '../../../../generated/types';
import { checkDifferentIds, performBatch } from '../../../platform/batch';
import { etagOf } from '../../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { lockPlan } from '../../../shared/plans';
import type { Action } from '../action-mapping';
import { lockBlockersBeside } from '../blockers/unblocking-store';
import { lockActions, lockAssignedAgents } from './review-lock-store';
import { approve, reject } from './review-operations';

type Item = components['schemas']['ReviewBatchItem'];

/**
 * Approves and rejects several actions in one transaction, each as the single verb does. The
 * statements are a bounded number for each item, because each item checks and changes its own rows.
 */
export const reviewBatch: WriteHandler<'reviewBatch'> = async ({ body: { items } }, ctx) => {
  checkDifferentIds(items);
  await lockForReviews(ctx, items);
  const entries = await performBatch(ctx.transaction, items, (item) => decide(ctx, item));
  return { status: 200, body: { items: entries } };
};

async function decide(ctx: WriteContext, item: Item): Promise<Action> {
  const { id, version, decision, comment, reason = '' } = item;
  const ifMatch = etagOf(version);
  const { body } =
    decision === 'approve'
      ? await approve(ctx, id, { ifMatch, comment })
      : await reject(ctx, id, { ifMatch, assignee: {}, reason });
  return body;
}

// Locks for all items what the single verbs lock, in their order: agents, workspace, actions by id,
// blockers. A rejection locks agent and workspace, and an approval locks blockers.
async function lockForReviews(
  { transaction, workspaceId }: WriteContext,
  items: readonly Item[],
): Promise<void> {
  const idsWith = (wanted: Item['decision']) =>
    items.flatMap(({ id, decision }) => (decision === wanted ? [id] : []));
  const agents = await lockAssignedAgents(transaction, workspaceId, idsWith('reject'));
  if (agents > 0) await lockPlan(transaction, workspaceId);
  const ids = items.map(({ id }) => id);
  await lockActions(transaction, workspaceId, ids);
  const approved = idsWith('approve');
  if (approved.length > 0) await lockBlockersBeside(transaction, { workspaceId, ids: approved });
}
