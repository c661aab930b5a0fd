/**
 * References: ids in request bodies that must name a record of the same workspace, and names in
 * place of ids. It owns no table; it reads those of the records.
 */
import type { Knex } from 'knex';
import type { Reader } from '../platform/db/reader';
import { isOneOf, strings } from '../platform/db/statements/columns';
import { compiledQuery, compiledStatement } from '../platform/db/statements/compiled';
import { nameKey } from '../platform/name-key';
import { problem } from '../platform/problems';
import { type DocumentViewer, visibleTo } from './document-visibility';

/** An id of a request body that must name a record of the same workspace. */
interface Reference {
  /** Its position in the request, such as `body/project_id`. */
  readonly path: string;
  /** The kind of record for the message, with its article: `a project`. */
  readonly label: string;
  readonly table: 'actions' | 'agent_requests' | 'documents' | 'domains' | 'orders' | 'projects';
  /** Undefined and null are not checked. */
  readonly id: string | null | undefined;
}

/**
 * Throws 422 `INVALID_REFERENCE` with an issue for each id that names no record of the workspace,
 * or an archived domain. Runs one statement for all references. It locks domains until the
 * transaction ends, so a concurrent archiving waits; foreign keys protect the other records from
 * deletion.
 */
export async function checkReferences(
  reader: Reader,
  workspaceId: string,
  references: readonly Reference[],
): Promise<void> {
  const present = references.filter((reference) => typeof reference.id === 'string');
  if (present.length === 0) return;
  const found = await reader.rows<{ path: string }>(
    pathsOfExisting(
      reader,
      { workspaceId, references: present.map(({ table, path }) => `${table} ${path}`) },
      present.flatMap(({ id }) => id ?? []),
    ),
  );
  const paths = new Set(found.map((row) => row.path));
  const issues = present
    .filter(({ path }) => !paths.has(path))
    .map(({ path, label }) => ({
      path,
      code: 'INVALID_REFERENCE',
      message: `${path} does not name ${label} of this workspace.`,
    }));
  const [first] = issues;
  if (first !== undefined) throw problem('INVALID_REFERENCE', first.message, { issues });
}

// Each reference is its table and its path, which belong to the text of the statement.
const pathsOfExisting = compiledQuery<{ workspaceId: string; references: readonly string[] }>(
  (db, { workspaceId, references }, { ids }) => {
    const parts = references.map((reference, index): Knex.QueryBuilder => {
      const [table = '', path = ''] = reference.split(' ');
      return pathOfExisting(db, table, path, { workspace_id: workspaceId, id: ids[index] });
    });
    const [head, ...rest] = parts;
    return head === undefined ? db.select(db.raw('1')).whereRaw('1 = 0') : head.unionAll(rest);
  },
);

function pathOfExisting(
  db: Knex,
  table: string,
  path: string,
  key: { readonly workspace_id: string; readonly id: string | undefined },
): Knex.QueryBuilder {
  const row = db(table)
    .where(key)
    .select(db.raw('cast(? as varchar(100)) as path', [path]));
  if (table !== 'domains') return row;
  // A union allows a lock only within a subquery. The subquery selects the path, because Knex binds
  // the values of a subquery before those of the outer columns.
  return db.from(row.where('state', 'active').forKeyShare().as('active_domain')).select('path');
}

/**
 * The kinds of records that a text may name. A template is a project that can be duplicated; a
 * person or an agent is named as an actor, and an agent also as itself.
 */
export type NamedKind =
  'project' | 'template' | 'domain' | 'order' | 'document' | 'agent' | 'actor' | 'person';

/** A record with a name. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  /** The state for a person who has to choose; null for actors and documents. */
  readonly state: string | null;
}

/** The most records for each name that are compared. */
const maxShared = 50;

/**
 * The records of one kind with one of the names, or one that is like it, as far as the viewer sees
 * them; one statement.
 */
export function findNamed(
  reader: Reader,
  given: {
    readonly workspaceId: string;
    readonly kind: NamedKind;
    readonly names: readonly string[];
    readonly viewer: DocumentViewer;
  },
): Promise<NamedRecord[]> {
  const { workspaceId, kind, names, viewer } = given;
  if (kind === 'project' || kind === 'template') {
    return placesOf(reader, workspaceId, { table: 'projects', column: 'title', names, kind });
  }
  if (kind === 'domain') {
    return placesOf(reader, workspaceId, { table: 'domains', column: 'name', names, kind });
  }
  if (kind === 'order') {
    return placesOf(reader, workspaceId, { table: 'orders', column: 'name', names, kind });
  }
  if (kind === 'document') return documentsOf(reader, workspaceId, { names, viewer });
  if (kind === 'agent') return agentsOf(reader, workspaceId, names);
  return reader.rows((db) =>
    db('actors')
      .where({ workspace_id: workspaceId })
      .whereIn('name_key', names.map(nameKey))
      .where(isOneOf('kind', kind === 'person' ? ['user'] : ['user', 'agent']))
      .orderBy('id')
      .limit(maxShared * names.length)
      .select('id', 'name', db.raw('null as state')),
  );
}

/**
 * The records that have the name, compared by `nameKey` without the dot of a Turkish capital I.
 * Records whose name is written in the same way come alone, if there are any.
 */
export function recordsNamed(name: string, records: readonly NamedRecord[]): NamedRecord[] {
  const wanted = keyOf(name);
  const found = records.filter((record) => keyOf(record.name) === wanted);
  const same = found.filter((record) => spelling(record.name) === spelling(name));
  return same.length > 0 ? same : found;
}

// Lower case leaves the dot of İ behind as a mark of its own.
function keyOf(name: string): string {
  return nameKey(name.normalize('NFD').replaceAll(/(?<=[Ii])\u0307/g, ''));
}

function spelling(name: string): string {
  return name.normalize('NFC').trim();
}

function agentsOf(
  reader: Reader,
  workspaceId: string,
  names: readonly string[],
): Promise<NamedRecord[]> {
  return reader.rows((db) =>
    db('actors')
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'actors.workspace_id').on('agents.actor_id', 'actors.id');
      })
      .where({ 'actors.workspace_id': workspaceId })
      .whereIn('actors.name_key', names.map(nameKey))
      .orderBy('agents.id')
      .limit(maxShared * names.length)
      .select('agents.id', 'actors.name', 'agents.state'),
  );
}

/** A kind of record that is sorted by its name. */
interface Place {
  readonly table: 'projects' | 'domains' | 'orders';
  readonly column: 'title' | 'name';
  readonly names: readonly string[];
  readonly kind: NamedKind;
}

const sortKey = 'substr(search_fold(substr(cast(? as text), 1, 200)), 1, 200)';

const keysOf = (db: Knex, names: readonly string[]) =>
  names.map((name) => db.raw(sortKey, [name.trim()]));

function documentsOf(
  reader: Reader,
  workspaceId: string,
  { names, viewer }: { readonly names: readonly string[]; readonly viewer: DocumentViewer },
): Promise<NamedRecord[]> {
  return reader.rows((db) =>
    db('documents')
      .where({ workspace_id: workspaceId })
      .whereIn('sort_key', keysOf(db, names))
      .where(visibleTo(viewer))
      .orderBy('id')
      .limit(maxShared * names.length)
      .select('id', 'title as name', db.raw('null as state')),
  );
}

// Lists are sorted by this key, and equal names have the same key.
function placesOf(
  reader: Reader,
  workspaceId: string,
  { table, column, names, kind }: Place,
): Promise<NamedRecord[]> {
  return reader.rows((db) => {
    const rows = db(table)
      .where({ workspace_id: workspaceId })
      .whereIn('sort_key', keysOf(db, names))
      .orderBy('id')
      .limit(maxShared * names.length)
      .select('id', `${column} as name`);
    if (table !== 'projects') return rows.select('state');
    const state = db.raw("case when is_template then 'template' else state end as state");
    void rows.select(state);
    return kind === 'template' ? rows.where('is_template', true) : rows;
  });
}

/** An action as it is stored, with the ids of its labels as JSON. */
interface Labelled {
  readonly label_ids: string | null;
}

const namesOfIds = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('labels')
    .leftJoin('labels as kept', (on) => {
      on.on('kept.workspace_id', 'labels.workspace_id').on('kept.id', 'labels.merged_into_id');
    })
    .where('labels.workspace_id', given('workspaceId'))
    .whereIn('labels.id', [...ids])
    .select('labels.id', db.raw('coalesce(kept.name, labels.name) as name')),
);

/**
 * A function that returns the names of an action's labels, each once. Reads all names with one
 * statement, or none if no action has labels.
 */
export async function findLabelNames(
  reader: Reader,
  workspaceId: string,
  rows: readonly Labelled[],
): Promise<(row: Labelled) => string[]> {
  const ids = new Set(rows.flatMap(({ label_ids: own }) => strings(own)));
  if (ids.size === 0) return () => [];
  const found = await reader.rows<{ id: string; name: string }>(
    namesOfIds({ workspaceId }, [...ids]),
  );
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return ({ label_ids: own }) => [...new Set(strings(own).flatMap((id) => names.get(id) ?? []))];
}
