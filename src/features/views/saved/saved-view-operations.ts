import { limits } from '../../../../generated/limits';
import type { components } from '../../../../generated/types';
import { pageOf } from '../../../platform/db/statements/page';
import { bool } from '../../../platform/db/statements/columns';
import { changedFields } from '../../../platform/db/statements/compiled';
import { checkIfMatch, etagOf } from '../../../platform/http/responses/response';
import { asObject } from '../../../platform/json';
import { kindOfId } from '../../../platform/ids';
import {
  type Actor,
  type ReadContext,
  type ReadHandler,
  type WriteHandler,
  permitsRole,
  refusalOfRole,
} from '../../../platform/operation';
import { invalidValue, problem } from '../../../platform/problems';
import { namedLabels } from '../../actions';
import { lockPlan } from '../../../shared/plans';
import {
  countOwnSavedViews,
  deleteSavedViewRow,
  findSavedViewRow,
  getSavedViewRow,
  insertSavedView,
  lockSavedView,
  type SavedViewRow,
  savedViewsOf,
  selectSavedView,
  updateSavedViewRow,
} from './saved-view-store';

type SavedView = components['schemas']['SavedView'];
type Query = components['schemas']['SavedViewQuery'];

/** Lists the saved views of the caller and the shared ones, sorted by name. */
export const listSavedViews: ReadHandler<'listSavedViews'> = async ({ query }, ctx) => {
  const { rows, ...envelope } = await pageOf<SavedViewRow>(
    ctx.reader,
    {
      matching: (db) => savedViewsOf(db, ctx),
      select: selectSavedView,
      id: 'saved_views.id',
      sorts: {
        name: { column: 'saved_views.sort_key', type: 'text' },
        created_at: { column: 'saved_views.created_at', type: 'instant' },
      },
      defaultSort: 'name',
    },
    query,
  );
  const items = rows.map((row) => toSavedView(row, ctx.actor));
  return { status: 200, body: { items, ...envelope, filters: {}, hidden_count: 0 } };
};

/** Reads a saved view. */
export const getSavedView: ReadHandler<'getSavedView'> = async ({ path }, ctx) =>
  reply(await getSavedViewRow(ctx.reader, ctx, path.id), ctx.actor);

/** Saves a view, unless the caller has as many as are allowed. */
export const createSavedView: WriteHandler<'createSavedView'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  checkMayShare(actor, body.shared);
  checkQuery(body.query);
  // Two requests of one actor must not both count before either inserts.
  await lockPlan(transaction, workspaceId);
  const most = limits.saved_views;
  if ((await countOwnSavedViews(transaction, ctx, most)) >= most) {
    throw problem('TOO_MANY_SAVED_VIEWS', `You have ${most} saved views. Delete one first.`);
  }
  const id = newId('svw');
  await insertSavedView(transaction, {
    workspace_id: workspaceId,
    id,
    name: body.name,
    query: JSON.stringify(body.query),
    display: textOf(body.display ?? {}),
    shared: body.shared ?? false,
    actorId: actor.id,
    now,
  });
  const row = await getSavedViewRow(transaction, ctx, id);
  return {
    status: 201,
    body: toSavedView(row, actor),
    headers: { Location: `/v1/saved-views/${id}`, ETag: etagOf(row.version) },
  };
};

/** Changes a saved view: a merge that leaves absent fields unchanged. */
export const updateSavedView: WriteHandler<'updateSavedView'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now } = ctx;
  const row = await lockSavedView(transaction, ctx, path.id);
  checkMayChange(row, actor);
  checkIfMatch(header['If-Match'], row.version);
  if (!bool(row.shared)) checkMayShare(actor, body.shared);
  if (body.query !== undefined) checkQuery(body.query);
  const changes = changedFields(row, {
    name: body.name,
    query: body.query && JSON.stringify(body.query),
    display: body.display && textOf(body.display),
    shared: body.shared,
  });
  if (Object.keys(changes).length === 0) return reply(row, actor);
  const after = await updateSavedViewRow(transaction, row, {
    ...changes,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  return reply(after, actor);
};

/** Deletes a saved view. */
export const deleteSavedView: WriteHandler<'deleteSavedView'> = async ({ path }, ctx) => {
  const row = await lockSavedView(ctx.transaction, ctx, path.id);
  checkMayChange(row, ctx.actor);
  await deleteSavedViewRow(ctx.transaction, row);
  return { status: 204 };
};

/**
 * The query of a saved view that the caller sees, or of a request, with the caller's id instead of
 * `me`. Throws 422 for a view that does
 * not exist, and 400 for one with parameters that are gone, because it would match other actions.
 */
export async function readQuery(
  ctx: ReadContext,
  of: { readonly query?: Query | undefined; readonly saved_view_id?: string | undefined },
): Promise<Query> {
  const query =
    of.saved_view_id === undefined ? of.query : await storedQuery(ctx, of.saved_view_id);
  checkQuery(query ?? {}, 'body/matching/query');
  const { actor } = ctx;
  const own = actorParameters.filter((name) => query?.[name] === 'me');
  return { ...query, ...Object.fromEntries(own.map((name) => [name, actor.id])) };
}

const actorParameters = [
  'assigned_actor_id',
  'created_by_actor_id',
  'completed_by_actor_id',
] as const;

async function storedQuery(ctx: ReadContext, id: string): Promise<Query> {
  const path = 'body/matching/saved_view_id';
  const row = await findSavedViewRow(ctx.reader, ctx, id);
  if (row === undefined) {
    const message = `There is no saved view ${id} that you can see.`;
    const issues = [{ path, code: 'INVALID_REFERENCE', message }];
    throw problem('INVALID_REFERENCE', message, { issues });
  }
  const view = toSavedView(row, ctx.actor);
  const [unsupported] = view.unsupported;
  if (unsupported === undefined) return view.query;
  throw invalidValue(path, `The saved view has ${unsupported}, which lists no longer take.`);
}

function mayChange(row: SavedViewRow, actor: Actor): boolean {
  if (row.created_by_actor_id === actor.id) return true;
  return actor.kind === 'user' && permitsRole('owner', actor.role);
}

function checkMayChange(row: SavedViewRow, actor: Actor): void {
  if (mayChange(row, actor)) return;
  throw problem('FORBIDDEN', 'Only its creator and owners can change a shared view.');
}

// A viewer writes nothing that others read.
function checkMayShare(actor: Actor, shared: boolean | undefined): void {
  if (shared !== true || actor.kind !== 'user' || permitsRole('member', actor.role)) return;
  throw problem('FORBIDDEN', refusalOfRole('member'));
}

// `x-id-of` would replace `me` by the id of whoever saves the view.
function checkQuery({ assigned_actor_id: assignee, label = [] }: Query, at = 'body/query'): void {
  namedLabels(label, `${at}/label`);
  if (assignee === undefined) return;
  const kind = kindOfId(assignee);
  if (kind === undefined || kind === 'actor') return;
  const path = `${at}/assigned_actor_id`;
  throw invalidValue(path, `${path} must be the id of an actor (atr_…), \`me\` or \`none\`.`);
}

function reply(row: SavedViewRow, actor: Actor) {
  return {
    status: 200,
    body: toSavedView(row, actor),
    headers: { ETag: etagOf(row.version) },
  } as const;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isNamed =
  (words: object): Check =>
  (value) =>
    isText(value) && Object.hasOwn(words, String(value));
const isListOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const priorities: readonly unknown[] = [0, 1, 2, 3, 4] satisfies Query['priority'];

const sorts: Readonly<Record<NonNullable<Query['sort']>, true>> = {
  created_at: true,
  '-created_at': true,
  updated_at: true,
  '-updated_at': true,
  due_at: true,
  '-due_at': true,
  '-completed_at': true,
  priority: true,
  '-priority': true,
  position: true,
  '-position': true,
  title: true,
  '-title': true,
  last_activity_at: true,
  '-last_activity_at': true,
};
const statuses: Readonly<Record<NonNullable<Query['status']>[number], true>> = {
  inbox: true,
  ready: true,
  waiting: true,
  done: true,
  dropped: true,
};

// An earlier version may also have stored values that lists no longer take.
const parameters: Readonly<Record<keyof Query, Check>> = {
  sort: isNamed(sorts),
  status: isListOf(isNamed(statuses)),
  project_id: isText,
  domain_id: isText,
  order_id: isText,
  assigned_actor_id: isText,
  created_by_actor_id: isText,
  completed_by_actor_id: isText,
  actionable: isFlag,
  is_template: isFlag,
  priority: isListOf((value) => priorities.includes(value)),
  label: isListOf(isText),
  has_label: isFlag,
  has_due_date: isFlag,
  created_since: isTime,
  created_before: isTime,
  due_since: isTime,
  due_before: isTime,
  completed_since: isTime,
  completed_before: isTime,
  updated_since: isTime,
  source_key: isText,
  q: isText,
};

// One text for the same parts, whatever their order in the request; null for none.
function textOf({ group, columns }: SavedView['display']): string | null {
  const text = JSON.stringify({ group, columns });
  return text === '{}' ? null : text;
}

/** A saved view in the contract's shape. */
function toSavedView(row: SavedViewRow, actor: Actor): SavedView {
  const stored: unknown = JSON.parse(row.query);
  const checks = new Map<string, Check>(Object.entries(parameters));
  const isKnown = ([name, value]: readonly [string, unknown]): boolean =>
    checks.get(name)?.(value) === true;
  const entries = Object.entries(asObject(stored));
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    query: Object.fromEntries(entries.filter(isKnown)),
    display: JSON.parse(row.display ?? '{}'),
    unsupported: entries.filter((entry) => !isKnown(entry)).map(([name]) => name),
    shared: bool(row.shared),
    created_by_actor_id: row.created_by_actor_id,
    created_by_actor_name: row.created_by_name,
    may_change: mayChange(row, actor),
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}
