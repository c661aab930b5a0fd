import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import { compiledQuery } from '../../platform/db/statements/compiled';
import { problem } from '../../platform/problems';

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
