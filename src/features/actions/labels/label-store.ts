import type { Knex } from 'knex';
import { limits } from '../../../../generated/limits';
import { int, isTrue } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import { maxCounted, type TextFilter } from '../../../platform/db/statements/text-filter';
import type { Transaction } from '../../../platform/db/transaction';
import { isRecord } from '../../../platform/json';
import { nameKey } from '../../../platform/name-key';
import { findTermPosition, type SearchGroups } from '../../../platform/search-words';
import type { WriteContext } from '../../../platform/operation';
import type { NamedLabel } from './label-rules';

/** A label that was not merged into another one. */
export interface LabelRow {
  readonly id: string;
  readonly name: string;
  readonly name_key: string;
  readonly created_at: string;
  readonly open_action_count: unknown;
}

/** The labels of a workspace, without those that were merged into others. */
export function labelsOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('labels').where('labels.workspace_id', workspaceId).whereNull('labels.merged_into_id');
}

/** Adds the columns of a LabelRow. An action with a label and a merged one counts once. */
export function selectLabel(
  query: Knex.QueryBuilder,
  db: Knex,
  workspaceId: string,
): Knex.QueryBuilder {
  const open = usesOf(db, workspaceId, idsOfLabel(db, workspaceId))
    .where(isTrue('labelled.is_open'))
    .limit(maxCounted);
  return query.select(
    'labels.id',
    'labels.name',
    'labels.name_key',
    'labels.created_at',
    db.from(open.as('counted')).count('*').as('open_action_count'),
  );
}

/** Finds labels whose names have a word or phrase of each group, as the search index would. */
export async function findLabelsByWords(
  reader: Reader,
  workspaceId: string,
  groups: SearchGroups,
): Promise<LabelRow[]> {
  // Sort keys have no order of words and no parts, so each name is compared in JavaScript.
  const labels = await reader.rows<{ id: string; name: string }>((db) =>
    inOrder(labelsOf(db, workspaceId).select('labels.id', 'labels.name')).limit(
      limits.searched_labels,
    ),
  );
  const ids = labels
    .filter(({ name }) => groups.every((terms) => findTermPosition(terms, name) !== undefined))
    .slice(0, limits.found_labels)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return reader.rows((db) =>
    inOrder(selectLabel(labelsOf(db, workspaceId).whereIn('labels.id', ids), db, workspaceId)),
  );
}

function inOrder(labels: Knex.QueryBuilder): Knex.QueryBuilder {
  return labels.orderBy([{ column: 'labels.sort_key' }, { column: 'labels.id' }]);
}

function idsOfLabel(db: Knex, workspaceId: string): Knex.QueryBuilder {
  const of = (name: string, column: string): Knex.QueryBuilder =>
    db(`labels as ${name}`)
      .where(`${name}.workspace_id`, workspaceId)
      .whereRaw(`${name}.${column} = labels.id`)
      .select(`${name}.id`);
  return of('own', 'id').unionAll([of('merged', 'merged_into_id')]);
}

/**
 * The actions that have one of the labels, each once. The cross join makes SQLite read the labels
 * first: it would otherwise read the labels of all actions, in the order of the actions.
 */
function usesOf(db: Knex, workspaceId: string, labelIds: Knex.QueryBuilder): Knex.QueryBuilder {
  return db
    .from(db.raw('? as one cross join action_labels as labelled', [labelIds]))
    .where('labelled.workspace_id', workspaceId)
    .whereRaw('labelled.label_id = one.id')
    .distinct('labelled.action_id');
}

const labelsOfKeys = compiledStatement<'workspaceId'>((db, given, keys) =>
  labelsOf(db, given('workspaceId'))
    .whereIn('labels.name_key', [...keys])
    .select('labels.id', 'labels.name', 'labels.name_key'),
);

type KnownLabel = Pick<LabelRow, 'id' | 'name' | 'name_key'>;

async function findLabels(
  reader: Reader,
  workspaceId: string,
  labels: readonly NamedLabel[],
): Promise<ReadonlyMap<string, KnownLabel>> {
  const keys = labels.map(({ key }) => key);
  const rows = await reader.rows<KnownLabel>(labelsOfKeys({ workspaceId }, keys));
  return new Map(rows.map((row) => [row.name_key, row]));
}

/** The stored form of an action's labels: a JSON array of their ids, or null for none. */
export async function storeLabels(
  ctx: WriteContext,
  labels: readonly NamedLabel[],
): Promise<string | null> {
  if (labels.length === 0) return null;
  const known = await ensureLabels(ctx, labels);
  return JSON.stringify(labels.flatMap(({ key }) => known.get(key)?.id ?? []));
}

/**
 * The labels by their keys. Creates those that do not exist; a unique index decides which of
 * several requests creates one.
 */
export async function ensureLabels(
  { transaction, workspaceId, newId, now }: WriteContext,
  labels: readonly NamedLabel[],
): Promise<ReadonlyMap<string, KnownLabel>> {
  if (labels.length === 0) return new Map();
  let known = await findLabels(transaction, workspaceId, labels);
  // In one order, so that concurrent requests do not wait for each other.
  const missing = labels
    .filter(({ key }) => !known.has(key))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  if (missing.length > 0) {
    const rows = missing.map(({ name, key }) => ({
      workspace_id: workspaceId,
      id: newId('lbl'),
      name,
      name_key: key,
      created_at: now,
    }));
    await transaction.write((db) =>
      db('labels').insert(rows).onConflict(['workspace_id', 'name_key']).ignore(),
    );
    known = await findLabels(transaction, workspaceId, labels);
  }
  return known;
}

/**
 * The filter of a list of actions by labels, all of which they must have. The rarest label finds
 * the actions if it has few; otherwise they are read in the order of the list, some at a time.
 */
export async function findLabelFilter(
  reader: Reader,
  workspaceId: string,
  labels: readonly NamedLabel[],
): Promise<TextFilter> {
  const keys = labels.map(({ key }) => key);
  const rows = await reader.rows<{ id: string; name_key: string; uses: unknown }>((db) => {
    const uses = db('action_labels as labelled')
      .where('labelled.workspace_id', workspaceId)
      .whereRaw('labelled.label_id = found.id')
      .limit(maxCounted + 1)
      .select(db.raw('1 as one'));
    const named = () => labelsOf(db, workspaceId).whereIn('labels.name_key', keys);
    const merged = named()
      .join('labels as merged', (on) => {
        on.on('merged.workspace_id', 'labels.workspace_id').on(
          'merged.merged_into_id',
          'labels.id',
        );
      })
      .select('merged.id', 'labels.name_key');
    return db
      .from(named().select('labels.id', 'labels.name_key').unionAll([merged]).as('found'))
      .select('found.id', 'found.name_key', db.from(uses.as('some')).count('*').as('uses'));
  });
  const groups = keys.map((key) => {
    const own = rows.filter((row) => row.name_key === key);
    return { ids: own.map(({ id }) => id), uses: own.reduce((sum, row) => sum + int(row.uses), 0) };
  });
  const [rarest] = groups.toSorted((one, other) => one.uses - other.uses);
  return {
    workspaceId,
    columns: ['actions.id'],
    contains: (query) => {
      for (const { ids } of groups) {
        void query.whereExists((labelled) => {
          void labelled
            .from('action_labels as labelled')
            .where('labelled.workspace_id', workspaceId)
            .whereIn('labelled.label_id', ids)
            .whereRaw('labelled.action_id = actions.id');
        });
      }
    },
    candidates:
      rarest === undefined || rarest.uses > maxCounted
        ? undefined
        : (db, limit) => {
            const ids = db('labels')
              .where('labels.workspace_id', workspaceId)
              .whereIn('labels.id', rarest.ids)
              .select('labels.id');
            return db
              .from(usesOf(db, workspaceId, ids).limit(limit).as('used'))
              .select('used.action_id as found_id');
          },
  };
}

/** The label that a request names, locked until the transaction ends, or undefined. */
export async function lockLabels(
  transaction: Transaction,
  workspaceId: string,
  labels: readonly NamedLabel[],
): Promise<ReadonlyMap<string, KnownLabel>> {
  await transaction.lock((db) =>
    labelsOf(db, workspaceId)
      .whereIn(
        'labels.name_key',
        labels.map(({ key }) => key),
      )
      .orderBy('labels.id')
      .select('labels.id')
      .forUpdate(),
  );
  return findLabels(transaction, workspaceId, labels);
}

/** Gives a locked label another name. False if another label has it. */
export async function renameLabelRow(
  transaction: Transaction,
  key: { readonly workspace_id: string; readonly id: string },
  { name, key: nameKey }: NamedLabel,
): Promise<boolean> {
  const taken = (db: Knex): Knex.QueryBuilder =>
    db('labels as other')
      .where('other.workspace_id', key.workspace_id)
      .where('other.name_key', nameKey)
      .whereNot('other.id', key.id)
      .select(db.raw('1'));
  const changed = await transaction.write((db) =>
    db('labels').where(key).whereNotExists(taken(db)).update({ name, name_key: nameKey }),
  );
  return changed > 0;
}

/** Merges a locked label, and those that were merged into it, into another locked one. */
export async function mergeLabel(
  transaction: Transaction,
  { workspaceId, id, into }: Readonly<Record<'workspaceId' | 'id' | 'into', string>>,
): Promise<void> {
  await transaction.write((db) =>
    db('labels')
      .where({ workspace_id: workspaceId })
      .where((either) => void either.where({ id }).orWhere({ merged_into_id: id }))
      // The key frees the name.
      .update({ merged_into_id: into, name_key: db.ref('id') }),
  );
}

/** The most saved views in which a rename changes a label. */
const maxRenamedViews = 1_000;

/** Puts the new name of a label into the saved views that filter by the old one, once in each. */
export async function renameInSavedViews(
  { transaction, workspaceId, actor, now }: WriteContext,
  from: NamedLabel,
  to: string,
): Promise<void> {
  // As it is within the JSON of a query. Folded texts match labels that differ in case, and also
  // others, which `withRenamedLabel` leaves as they are.
  const text = JSON.stringify(from.name).slice(1, -1);
  const position = transaction.dialect === 'postgres' ? 'strpos' : 'instr';
  const views = (db: Knex): Knex.QueryBuilder =>
    db('saved_views')
      .where('workspace_id', workspaceId)
      .whereRaw(`${position}(search_fold(query), search_fold(cast(? as text))) > 0`, [text])
      .orderBy('id')
      .limit(maxRenamedViews)
      .select('id', 'query');
  await transaction.lock((db) => views(db).forUpdate());
  const rows = await transaction.rows<{ id: string; query: string }>(views);
  const changed = rows.flatMap(({ id, query }) => {
    const after = withRenamedLabel(query, from, to);
    return after === undefined ? [] : [{ id, query: after }];
  });
  if (changed.length === 0) return;
  const cases = changed.map(() => 'when ? then ?').join(' ');
  await transaction.write((db) =>
    db('saved_views')
      .where('workspace_id', workspaceId)
      .whereIn(
        'id',
        changed.map(({ id }) => id),
      )
      .update({
        query: db.raw(
          `case id ${cases} end`,
          changed.flatMap(({ id, query }) => [id, query]),
        ),
        updated_at: now,
        updated_by_actor_id: actor.id,
        version: db.raw('version + 1'),
      }),
  );
}

/** The stored query with the label's new name, or undefined if it does not change. */
function withRenamedLabel(query: string, from: NamedLabel, to: string): string | undefined {
  const stored: unknown = JSON.parse(query);
  if (!isRecord(stored)) return undefined;
  const { label } = stored;
  if (!Array.isArray(label)) return undefined;
  const isSame = (name: unknown): boolean => typeof name === 'string' && nameKey(name) === from.key;
  if (!label.some(isSame)) return undefined;
  const renamed = label.map((name: unknown) => (isSame(name) ? to : name));
  return JSON.stringify({ ...stored, label: uniqueLabels(renamed) });
}

// A merge can leave the same label twice, also in another case.
function uniqueLabels(names: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    if (typeof name !== 'string') return true;
    const key = nameKey(name);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The label of an id. */
export async function getLabel(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<LabelRow> {
  const row = await transaction.first<LabelRow>((db) =>
    selectLabel(labelsOf(db, workspaceId).where('labels.id', id), db, workspaceId),
  );
  if (row === undefined) throw new Error(`The locked label ${id} is gone.`);
  return row;
}
