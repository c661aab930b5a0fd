import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { checkDifferentIds, performBatch } from '../../../platform/batch';
import { int, bool, strings } from '../../../platform/db/statements/columns';
import { pageOf } from '../../../platform/db/statements/page';
import { fitting, maxPageBytes } from '../../../platform/early-end';
import { etagOf } from '../../../platform/http/responses/response';
import type { WriteContext, WriteHandler, ReadContext } from '../../../platform/operation';
import { invalidValue, problem } from '../../../platform/problems';
import { lockPlan } from '../../../shared/plans';
import { findVisibleActions } from '../action-guard';
import { repeatRuleOf } from '../action-mapping';
import { requiresReview } from '../action-rules';
import type { ActionRow } from '../action-store';
import { lockDependencies } from '../blockers/blocker-store';
import { lockBlockersBeside } from '../blockers/unblocking-store';
import { lockProjectShared } from '../bulk/project-actions-store';
import { namedLabels } from '../labels/label-rules';
import { findLabelNames } from '../../../shared/reference-store';
import { sourceOfList } from '../lists/action-list-store';
import type { ActionFilters } from '../lists/list-filters';
import { lockAssignee, lockReviewer, lockActions } from './assignee-store';
import { findStanding } from './copy-standing-store';
import { dropActionWith, type EndQuestions } from './drop-operations';
import { reopenAction } from './reopen-operations';
import { changesPlace, updateAction } from './update-operations';

type Schemas = components['schemas'];

type Item = Schemas['ActionBatchUpdateItem'];

type Change = Schemas['ActionBatchChange'];

type Entry = Schemas['ActionBatchUpdateEntry'];

type Query = Schemas['SavedViewQuery'];

/** What other features do for a batch. */
interface BatchParts {
  readonly endQuestions: EndQuestions;
  /** The query of a saved view, or of a request, with the caller's id instead of `me`. */
  readonly readQuery: (
    ctx: WriteContext,
    matching: Pick<Schemas['ActionBatchMatching'], 'query' | 'saved_view_id'>,
  ) => Promise<Query>;
}

/**
 * Makes `batchUpdateActions`, which changes, drops and reopens several actions in one transaction,
 * each as the single verb does. The statements are a bounded number for each item, because each item
 * checks and changes its own rows.
 */
export function batchUpdateActionsWith({
  endQuestions,
  readQuery,
}: BatchParts): WriteHandler<'batchUpdateActions'> {
  const dropAction = dropActionWith(endQuestions);

  const perform = async (ctx: WriteContext, items: readonly Item[]): Promise<Entry[]> => {
    await lockForUpdates(ctx, items);
    const beforeOf = await findBefore(ctx, items);
    const undoItems = new Map<string, Item>();
    const entries = await performBatch(ctx.transaction, items, async (item) => {
      const { id, drop } = item;
      const target = { path: { id }, query: {}, header: { 'If-Match': etagOf(item.version) } };
      const before = beforeOf.get(id);
      const action =
        drop === undefined
          ? await change(ctx, item, before?.labels ?? [])
          : (await dropAction({ ...target, body: drop }, ctx)).body;
      const undo = before && undoOf(item, before, action.version);
      if (undo !== undefined) undoItems.set(id, undo);
      return action;
    });
    return withFitting(entries, undoItems);
  };

  return async ({ body: { items, matching, change: same = {} } }, ctx) => {
    if (matching === undefined) {
      const all = items ?? [];
      checkDifferentIds(all);
      all.forEach((item, index) => checkChange(item, `body/items/${index}`));
      return { status: 200, body: { items: await perform(ctx, all) } };
    }
    checkChange(same, 'body/change');
    const rows = await findConfirmed(ctx, await readQuery(ctx, matching), matching.count);
    const first = rows.slice(0, mostItems).map((row) => ({ ...same, ...row }));
    const remaining = rows.slice(mostItems);
    return { status: 200, body: { items: await perform(ctx, first), remaining } };
  };
}

const mostItems = 100;

/** The actions of a query, if they are as many as the caller has confirmed. */
async function findConfirmed(ctx: WriteContext, query: Query, confirmed: number) {
  const most = limits.batch_matches;
  const { rows, total } = await findMatching(ctx, { is_template: false, ...query }, most);
  const count = total === undefined || total > most ? null : rows.length;
  if (count === confirmed) return rows.map(({ id, version }) => ({ id, version: int(version) }));
  const message =
    count === null
      ? `More than ${most} actions match, or too many to count them. Send more filters.`
      : `You confirmed ${confirmed}, but the number of matching actions is ${count} now. Show the list again.`;
  throw problem('COUNT_CHANGED', message, { details: { count } });
}

async function change(
  ctx: WriteContext,
  item: Item,
  labels: readonly string[],
): Promise<Schemas['Action']> {
  const { id, reopen, version } = item;
  const targetOf = (ifMatch: number) => ({
    path: { id },
    query: {},
    header: { 'If-Match': etagOf(ifMatch) },
  });
  if (reopen === undefined) {
    return (await updateAction({ ...targetOf(version), body: changesOf(item, labels) }, ctx)).body;
  }
  const { body } = await reopenAction({ ...targetOf(version), body: reopen }, ctx);
  const changes = changesOf(item, labels);
  if (Object.keys(changes).length === 0) return body;
  return (await updateAction({ ...targetOf(body.version), body: changes }, ctx)).body;
}

// A text that an item changed is in its undo, too.
function withFitting(entries: readonly Entry[], undoItems: ReadonlyMap<string, Item>): Entry[] {
  const sizes = [...undoItems.values()].map((undo) => Buffer.byteLength(JSON.stringify(undo)));
  const fits = new Set([...undoItems.keys()].slice(0, fitting(sizes, maxPageBytes)));
  return entries.map((entry) => {
    const undo = entry.status === 200 && fits.has(entry.id) ? undoItems.get(entry.id) : undefined;
    return undo === undefined ? entry : { ...entry, undo };
  });
}

function checkChange({ changes = {}, drop, ...item }: Change, path: string): void {
  const changesLabels = item.add_labels !== undefined || item.remove_labels !== undefined;
  if (changesLabels && changes.labels !== undefined) {
    throw invalidValue(
      `${path}/changes/labels`,
      `${path}/changes/labels replaces all labels. Leave out add_labels and remove_labels.`,
    );
  }
  const changesMore = changesLabels || item.reopen !== undefined || Object.keys(changes).length > 0;
  if (drop !== undefined && changesMore) {
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
  const reopened = await findVisibleActions(
    ctx,
    items.flatMap(({ id, reopen }) => (reopen === undefined ? [] : [id])),
  );
  if (reopened.length > 0) await findStanding(transaction, workspaceId, reopened);
  if (agents > 0 || reopened.length > 0) await lockPlan(transaction, workspaceId);
  const joins = reopened.some(({ project_id: id }) => id !== null);
  if (joins || changes.some(changesPlace)) await lockDependencies(transaction, workspaceId);
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

/** The actions as they are when they are locked, by their ids. */
async function findBefore(
  ctx: WriteContext,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Before>> {
  const rows = await findVisibleActions(
    ctx,
    items.map(({ id }) => id),
  );
  if (rows.length === 0) return new Map();
  const namesOf = await findLabelNames(ctx.reader, ctx.workspaceId, rows);
  return new Map(rows.map((row) => [row.id, { row, labels: namesOf(row) }]));
}

function changesOf(item: Item, before: readonly string[]): NonNullable<Item['changes']> {
  const { changes = {}, add_labels: added = [], remove_labels: removed = [] } = item;
  if (added.length === 0 && removed.length === 0) return changes;
  const labels = new Map(namedLabels(before, 'body/labels').map((each) => [each.key, each]));
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

type Changes = NonNullable<Item['changes']>;

/** A locked action before its item. */
interface Before {
  readonly row: ActionRow;
  readonly labels: readonly string[];
}

// The two fields of the assignee are one, and an approval cannot be taken back.
type Field = Exclude<keyof Changes, 'assigned_agent_id' | 'permitted_proposal_id' | 'status'>;

const earlier: Readonly<Record<Field, (before: Before) => Changes>> = {
  title: ({ row }) => ({ title: row.title }),
  details: ({ row }) => ({ details: row.details }),
  project_id: ({ row }) => ({ project_id: row.project_id }),
  domain_id: ({ row }) => ({ domain_id: row.domain_id }),
  order_id: ({ row }) => ({ order_id: row.order_id }),
  assigned_actor_id: ({ row }) => ({ assigned_actor_id: row.assigned_actor_id }),
  is_template: ({ row }) => ({ is_template: bool(row.is_template) }),
  requires_review: ({ row }) => ({ requires_review: requiresReview(row) }),
  reviewer_actor_id: ({ row }) => ({ reviewer_actor_id: row.requested_reviewer_actor_id }),
  delegate_label: ({ row }) => ({ delegate_label: row.delegate_label }),
  requirements: ({ row }) => ({ requirements: strings(row.requirements) }),
  repeat_rule: ({ row }) => ({ repeat_rule: repeatRuleOf(row) }),
  defer_until: ({ row }) => ({ defer_until: row.defer_until }),
  due_at: ({ row }) => ({ due_at: row.due_at }),
  // The column has no other numbers.
  priority: ({ row }) => ({ priority: priorities.find((each) => each === row.priority) ?? 0 }),
  labels: ({ labels }) => ({ labels: [...labels] }),
  file_ids: ({ row }) => ({ file_ids: strings(row.file_ids) }),
  position: ({ row }) => ({ position: row.position === null ? null : Number(row.position) }),
};

const priorities = [0, 1, 2, 3, 4] as const;

/**
 * The item that restores what an item changed; undefined if it changed nothing or ended the state
 * "done", which only a completion restores.
 */
function undoOf(item: Item, before: Before, version: number): Item | undefined {
  const { id, changes = {}, drop, reopen } = item;
  const { row } = before;
  if (version === row.version) return undefined;
  if (drop !== undefined) {
    const status = openStatus(row);
    return {
      id,
      version,
      reopen: {},
      ...(status === undefined || status === 'inbox' ? {} : { changes: { status } }),
    };
  }
  if (reopen !== undefined) return row.status === 'dropped' ? { id, version, drop: {} } : undefined;
  const names = fieldsOf(item);
  const restored = Object.entries(earlier)
    .filter(([name]) => names.has(name))
    .reduce<Changes>((all, [, restore]) => ({ ...all, ...restore(before) }), {});
  const status = changes.status === undefined ? undefined : openStatus(row);
  return { id, version, changes: { ...restored, ...(status === undefined ? {} : { status }) } };
}

// Nothing can wait for the answer to a question again, because the questions have ended.
function openStatus(row: ActionRow): Changes['status'] {
  if (row.status === 'done' || row.status === 'dropped') return undefined;
  return bool(row.waits_for_answer) ? 'ready' : row.status;
}

function fieldsOf({
  changes = {},
  add_labels: added,
  remove_labels: removed,
}: Item): ReadonlySet<string> {
  const names = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  if (added !== undefined || removed !== undefined) names.add('labels');
  if (names.has('assigned_agent_id')) names.add('assigned_actor_id');
  // An action takes the domain of its new project.
  if (names.has('project_id')) names.add('domain_id');
  return names;
}

/** An action of a list, as a batch changes it. */
interface MatchingRow {
  readonly id: string;
  readonly version: number;
}

/**
 * The first actions of the list with these filters, and the number of all of them; undefined where
 * the list has no total.
 */
async function findMatching(
  ctx: ReadContext,
  { sort, ...filters }: ActionFilters & { readonly sort?: string | undefined },
  most: number,
): Promise<{ readonly rows: readonly MatchingRow[]; readonly total: number | undefined }> {
  const request = { sort: sort ?? '-created_at', limit: most };
  const source = await sourceOfList(ctx, {
    filters,
    sort: request.sort,
    path: 'body/matching/query',
  });
  const { rows, total } = await pageOf<MatchingRow>(
    ctx.reader,
    {
      matching: source.matching,
      text: source.text,
      id: source.id,
      sorts: source.sorts,
      defaultSort: source.defaultSort,
      select: (query) => query.select('actions.id', 'actions.version'),
    },
    request,
  );
  return { rows, total };
}
