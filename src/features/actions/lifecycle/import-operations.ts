import type { components } from '../../../../generated/types';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { truncate } from '../../../platform/text-length';
import { toTimestamp } from '../../../platform/time';
import { emit } from '../../../shared/events';
import { insertImportedLinks } from '../../../shared/links';
import { insertNotes, type NewNote } from '../../../shared/note-store';
import { checkReferences } from '../../../shared/reference-store';
import { actionEvent, actionNews } from '../action-activity-store';
import { insertActions } from '../action-store';
import { findProjectDomain, lockProjectShared } from '../bulk/project-actions-store';
import { type NamedLabel, namedLabels } from '../labels/label-rules';
import { ensureLabels } from '../labels/label-store';
import { findImported, insertImportKeys, setNewestNotes } from './import-store';
import { repeatColumns, type RepeatColumns } from './repetition';

type Item = components['schemas']['ActionImportItem'];

/** An item with the id that its action gets if its key is new. */
interface NewItem {
  readonly item: Item;
  readonly id: string;
  readonly labels: readonly NamedLabel[];
  /** Its comments, in the order of time. */
  readonly notes: readonly { readonly id: string; readonly body: string; readonly at: string }[];
}

/** The columns that all actions of a request share: their place, and that they do not repeat. */
interface SharedColumns extends RepeatColumns {
  readonly project_id: string | null;
  readonly domain_id: string | null;
}

/**
 * Imports work of another service. The number of statements does not depend on the number of items,
 * notes and links.
 */
export const importActions: WriteHandler<'importActions'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, now } = ctx;
  const { items, project_id: projectId = null, dry_run: isTrial = false } = body;
  const prepared = items.map((item, index) => prepare(ctx, item, `body/items/${index}`));
  checkDifferentKeys(items);
  await checkReferences(transaction, workspaceId, [
    { path: 'body/project_id', label: 'a project', table: 'projects', id: projectId },
  ]);
  const keys = items.map(({ import_key: key }) => key);
  if (isTrial) {
    const known = await findImported(transaction, workspaceId, keys);
    return reply(
      items,
      (key) => known.get(key) ?? null,
      (key) => !known.has(key),
    );
  }
  await lockProjectShared(transaction, workspaceId, projectId);
  await insertImportKeys(
    transaction,
    prepared.map(({ item, id }) => ({
      workspace_id: workspaceId,
      import_key: item.import_key,
      action_id: id,
      created_at: now,
    })),
  );
  const stored = await findImported(transaction, workspaceId, keys);
  const created = prepared.filter(({ item, id }) => stored.get(item.import_key) === id);
  await store(ctx, created, {
    project_id: projectId,
    domain_id:
      projectId === null ? null : await findProjectDomain(transaction, workspaceId, projectId),
    ...(await repeatColumns(ctx, null)),
  });
  const isNew = new Set(created.map(({ item }) => item.import_key));
  return reply(
    items,
    (key) => stored.get(key) ?? null,
    (key) => isNew.has(key),
  );
};

function reply(
  items: readonly Item[],
  actionOf: (key: string) => string | null,
  isNew: (key: string) => boolean,
) {
  const entries = items.map(({ import_key: key }) => ({
    import_key: key,
    action_id: actionOf(key),
    is_new: isNew(key),
  }));
  return { status: 200, body: { items: entries } } as const;
}

function checkDifferentKeys(items: readonly Item[]): void {
  const seen = new Set<string>();
  items.forEach(({ import_key: key }, index) => {
    if (seen.has(key)) {
      const message = `An earlier item has the import_key ${truncate(key)} too.`;
      throw invalidValue(`body/items/${index}/import_key`, message);
    }
    seen.add(key);
  });
}

function prepare(ctx: WriteContext, item: Item, path: string): NewItem {
  if (typeof item.completed_at === 'string' && item.status !== 'done') {
    const message = `${path}/completed_at is only for an item with the status done.`;
    throw invalidValue(`${path}/completed_at`, message);
  }
  pastTime(ctx, item.created_at, `${path}/created_at`);
  pastTime(ctx, item.completed_at, `${path}/completed_at`);
  const notes = (item.notes ?? []).map(({ body, created_at: at }, index) => ({
    id: ctx.newId('not'),
    body,
    at: pastTime(ctx, at, `${path}/notes/${index}/created_at`),
  }));
  return {
    item,
    id: ctx.newId('act'),
    labels: namedLabels(item.labels ?? [], `${path}/labels`),
    notes: notes.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at))),
  };
}

function pastTime({ now }: WriteContext, value: string | null | undefined, path: string): string {
  const at = toTimestamp(value) ?? now;
  if (at > now) throw invalidValue(path, `${path} must not be in the future.`);
  return at;
}

async function store(
  ctx: WriteContext,
  created: readonly NewItem[],
  shared: SharedColumns,
): Promise<void> {
  if (created.length === 0) return;
  const { transaction, workspaceId, actor } = ctx;
  const named = new Map(created.flatMap(({ labels }) => labels.map((each) => [each.key, each])));
  const labels = await ensureLabels(ctx, [...named.values()]);
  const idsOf = (own: readonly NamedLabel[]): string | null =>
    own.length === 0 ? null : JSON.stringify(own.flatMap(({ key }) => labels.get(key)?.id ?? []));
  const rows = created.map((each) => rowOf(ctx, each, shared, idsOf(each.labels)));
  await insertActions(transaction, rows);
  emit(
    ctx,
    ...rows.map((row) => ({
      ...actionEvent(row, 'action.created', `${actor.name} imported the action.`),
      isImported: true,
    })),
  );
  const notes = created.flatMap(({ id: actionId, notes: own }, index) =>
    own.map((note) => ({ ...note, actionId, row: rows[index] })),
  );
  await insertNotes(
    transaction,
    notes.map(({ id, body, at, actionId }): NewNote => ({
      id,
      workspaceId,
      kind: 'note',
      actionId,
      createdByActorId: actor.id,
      body,
      now: at,
    })),
  );
  await setNewestNotes(
    transaction,
    workspaceId,
    // Of several notes, the last one stays.
    new Map(notes.map(({ actionId, id }) => [actionId, id])),
  );
  emit(ctx, ...notes.map((note) => noteEvent(ctx, note)));
  await insertImportedLinks(
    ctx,
    created.flatMap(({ id, item }) =>
      (item.links ?? []).map((link) => ({ ...link, action_id: id })),
    ),
  );
}

function rowOf(
  { workspaceId, actor, now }: WriteContext,
  { item, id }: NewItem,
  shared: SharedColumns,
  labelIds: string | null,
) {
  const status = item.status ?? 'inbox';
  return {
    id,
    workspace_id: workspaceId,
    title: item.title,
    details: item.details ?? null,
    ...shared,
    order_id: null,
    assigned_actor_id: null,
    created_by_actor_id: actor.id,
    updated_by_actor_id: actor.id,
    is_template: false,
    status,
    requires_review: false,
    review_chosen: false,
    review_state: 'none',
    requirements: '[]',
    due_at: toTimestamp(item.due_at) ?? null,
    priority: item.priority ?? 0,
    label_ids: labelIds,
    // The other service may not say who completed it, so nobody is named.
    completed_at: status === 'done' ? (toTimestamp(item.completed_at) ?? now) : null,
    last_activity_at: now,
    created_at: toTimestamp(item.created_at) ?? now,
    updated_at: now,
  } as const;
}

function noteEvent(
  { actor }: WriteContext,
  { id, body, row }: { id: string; body: string; row: ReturnType<typeof rowOf> | undefined },
) {
  if (row === undefined) throw new Error(`The note ${id} has no action.`);
  const summary = `${actor.name}: ${truncate(body)}`;
  return {
    ...actionNews(row, 'note.created', summary, { related: {} }),
    subject: { type: 'note', id, title: row.title },
    isImported: true,
  } as const;
}
