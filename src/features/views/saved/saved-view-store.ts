import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import { isTrue } from '../../../platform/db/statements/columns';
import { type RowChanges, updateVersioned } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { Actor } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';

/** A saved view as it is stored, with the name of its creator. */
export interface SavedViewRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  /** A JSON object: parameters of `listActions`. */
  readonly query: string;
  /** A JSON object: how the console shows the list. Null for no choice, as in older views. */
  readonly display: string | null;
  readonly shared: boolean | number;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly created_by_name: string | null;
}

/** Whose saved views: the workspace and the caller. */
interface Viewer {
  readonly workspaceId: string;
  readonly actor: Pick<Actor, 'id'>;
}

/** The saved views that an actor sees, to count and page: its own and the shared ones. */
export function savedViewsOf(db: Knex, { workspaceId, actor }: Viewer): Knex.QueryBuilder {
  return db('saved_views')
    .where('saved_views.workspace_id', workspaceId)
    .where((seen) => {
      void seen
        .where('saved_views.created_by_actor_id', actor.id)
        .orWhere(isTrue('saved_views.shared'));
    });
}

/** Adds the columns of a SavedViewRow. */
export function selectSavedView(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .leftJoin('actors as creator', (on) => {
      on.on('creator.workspace_id', 'saved_views.workspace_id').on(
        'creator.id',
        'saved_views.created_by_actor_id',
      );
    })
    .select('saved_views.*', 'creator.name as created_by_name');
}

/** The saved view of an id, if the caller sees it. */
export function findSavedViewRow(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<SavedViewRow | undefined> {
  return reader.first<SavedViewRow>((db) =>
    selectSavedView(savedViewsOf(db, viewer).where('saved_views.id', id)),
  );
}

/** The saved view of an id; 404 if the caller sees none. */
export async function getSavedViewRow(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<SavedViewRow> {
  const row = await findSavedViewRow(reader, viewer, id);
  if (row === undefined) throw notFound('saved view', id);
  return row;
}

/** `getSavedViewRow` with its row locked until the transaction ends. */
export async function lockSavedView(
  transaction: Transaction,
  viewer: Viewer,
  id: string,
): Promise<SavedViewRow> {
  await transaction.lock((db) =>
    db('saved_views').where({ workspace_id: viewer.workspaceId, id }).select('id').forUpdate(),
  );
  return getSavedViewRow(transaction, viewer, id);
}

/** Counts the saved views that an actor has created, up to `most`. */
export async function countOwnSavedViews(
  reader: Reader,
  { workspaceId, actor }: Viewer,
  most: number,
): Promise<number> {
  const rows = await reader.rows((db) =>
    db('saved_views')
      .where({ workspace_id: workspaceId, created_by_actor_id: actor.id })
      .limit(most)
      .select('id'),
  );
  return rows.length;
}

/** Stores a saved view. */
export async function insertSavedView(
  transaction: Transaction,
  view: Pick<SavedViewRow, 'workspace_id' | 'id' | 'name' | 'query' | 'display' | 'shared'> & {
    readonly actorId: string;
    readonly now: string;
  },
): Promise<void> {
  const { actorId, now, ...columns } = view;
  await transaction.write((db) =>
    db('saved_views').insert({
      ...columns,
      created_by_actor_id: actorId,
      updated_by_actor_id: actorId,
      created_at: now,
      updated_at: now,
      version: 1,
    }),
  );
}

/** Changes columns of a locked saved view and increments its version. Returns the changed row. */
export function updateSavedViewRow(
  transaction: Transaction,
  view: SavedViewRow,
  changes: RowChanges<SavedViewRow>,
): Promise<SavedViewRow> {
  return updateVersioned(transaction, 'saved_views', view, changes);
}

/** Deletes a locked saved view. */
export async function deleteSavedViewRow(
  transaction: Transaction,
  { workspace_id: workspaceId, id }: Pick<SavedViewRow, 'workspace_id' | 'id'>,
): Promise<void> {
  await transaction.write((db) =>
    db('saved_views').where({ workspace_id: workspaceId, id }).delete(),
  );
}
