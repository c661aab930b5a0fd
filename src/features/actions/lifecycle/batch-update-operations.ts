import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { checkDifferentIds, performBatch } from '../../../platform/batch';
import { etagOf } from '../../../platform/http/responses/response';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { lockPlan } from '../../../shared/plans';
import { findVisibleActions } from '../action-guard';
import { lockDependencies } from '../blockers/blocker-store';
import { lockBlockersBeside } from '../blockers/unblocking-store';
import { lockProjectShared } from '../bulk/project-actions-store';
import { namedLabels } from '../labels/label-rules';
import { findLabelNames } from '../labels/label-store';
import { lockAssignee, lockReviewer } from './assignee';
import { dropActionWith, type EndQuestions } from './drop-operations';
import { lockActions } from './review-lock-store';
import { changesPlace, updateAction } from './update-operations';

type Item = components['schemas']['ActionBatchUpdateItem'];

/**
 * Makes `batchUpdateActions`, which changes and drops several actions in one transaction, each as
 * the single verb does. The statements are a bounded number for each item, because each item checks
 * and changes its own rows.
 */
export function batchUpdateActionsWith(
  endQuestions: EndQuestions,
): WriteHandler<'batchUpdateActions'> {
  const dropAction = dropActionWith(endQuestions);
  return async ({ body: { items } }, ctx) => {
    checkDifferentIds(items);
    items.forEach(checkItem);
    await lockForUpdates(ctx, items);
    const labelsOf = await findLabelsOf(ctx, items);
    const entries = await performBatch(ctx.transaction, items, async (item) => {
      const { id, version, drop } = item;
      const target = { path: { id }, query: {}, header: { 'If-Match': etagOf(version) } };
      const { body } =
        drop === undefined
          ? await updateAction({ ...target, body: changesOf(item, labelsOf) }, ctx)
          : await dropAction({ ...target, body: drop }, ctx);
      return body;
    });
    return { status: 200, body: { items: entries } };
  };
}

function checkItem({ changes = {}, drop, ...item }: Item, index: number): void {
  const path = `body/items/${index}`;
  const changesLabels = item.add_labels !== undefined || item.remove_labels !== undefined;
  if (changesLabels && changes.labels !== undefined) {
    throw invalidValue(
      `${path}/changes/labels`,
      `${path}/changes/labels replaces all labels. Leave out add_labels and remove_labels.`,
    );
  }
  if (drop !== undefined && (changesLabels || Object.keys(changes).length > 0)) {
    throw invalidValue(`${path}/drop`, `${path} drops the action, so it cannot change it too.`);
  }
  const added = namedLabels(item.add_labels ?? [], `${path}/add_labels`);
  const removed = namedLabels(item.remove_labels ?? [], `${path}/remove_labels`);
  for (const [at, { key }] of removed.entries()) {
    if (added.every((each) => each.key !== key)) continue;
    const place = `${path}/remove_labels/${at}`;
    throw invalidValue(place, `${place} is also in add_labels. Add the label or remove it.`);
  }
}

// Locks for all items what the single verbs lock, in their order: assignees, workspace, projects,
// actions by id, blockers. The loops go over distinct values, which are few in practice.
async function lockForUpdates(ctx: WriteContext, items: readonly Item[]): Promise<void> {
  const { transaction, workspaceId } = ctx;
  const changes = items.flatMap((item) => item.changes ?? []);
  let agents = 0;
  for (const id of distinct(changes.map(({ assigned_actor_id: each }) => each))) {
    const { assignee } = await lockAssignee(transaction, workspaceId, { assigned_actor_id: id });
    if (assignee?.kind === 'agent') agents += 1;
  }
  for (const id of distinct(changes.map(({ assigned_agent_id: each }) => each))) {
    await lockAssignee(transaction, workspaceId, { assigned_agent_id: id });
    agents += 1;
  }
  for (const id of distinct(changes.map(({ reviewer_actor_id: each }) => each))) {
    await lockReviewer(transaction, workspaceId, id);
  }
  if (agents > 0) await lockPlan(transaction, workspaceId);
  if (changes.some(changesPlace)) await lockDependencies(transaction, workspaceId);
  for (const id of distinct(changes.map(({ project_id: each }) => each))) {
    await lockProjectShared(transaction, workspaceId, id);
  }
  await lockActions(
    transaction,
    workspaceId,
    items.map(({ id }) => id),
  );
  const dropped = items.flatMap(({ id, drop }) => (drop === undefined ? [] : [id]));
  if (dropped.length > 0) await lockBlockersBeside(transaction, { workspaceId, ids: dropped });
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))].toSorted();
}

type LabelsOf = (id: string) => readonly string[];

/** The labels of the locked actions to whose labels an item adds, or of whose it removes some. */
async function findLabelsOf(ctx: WriteContext, items: readonly Item[]): Promise<LabelsOf> {
  const ids = items.flatMap(({ id, add_labels: added, remove_labels: removed }) =>
    added === undefined && removed === undefined ? [] : [id],
  );
  if (ids.length === 0) return () => [];
  const rows = await findVisibleActions(ctx, ids);
  const namesOf = await findLabelNames(ctx.reader, ctx.workspaceId, rows);
  const labels = new Map(rows.map((row) => [row.id, namesOf(row)]));
  return (id) => labels.get(id) ?? [];
}

function changesOf(item: Item, labelsOf: LabelsOf): NonNullable<Item['changes']> {
  const { id, changes = {}, add_labels: added = [], remove_labels: removed = [] } = item;
  if (added.length === 0 && removed.length === 0) return changes;
  const labels = new Map(namedLabels(labelsOf(id), 'body/labels').map((each) => [each.key, each]));
  for (const { key } of namedLabels(removed, 'body/remove_labels')) labels.delete(key);
  for (const each of namedLabels(added, 'body/add_labels')) {
    if (!labels.has(each.key)) labels.set(each.key, each);
  }
  const mostLabels = limits.action_labels;
  if (labels.size > mostLabels) {
    const message = `body/add_labels would give the action more than ${mostLabels} labels.`;
    throw invalidValue('body/add_labels', message);
  }
  return { ...changes, labels: [...labels.values()].map(({ name }) => name) };
}
