import type { Knex } from 'knex';
import { problem } from '../../problems';
import type { Reader } from '../transaction';
import { boundedCache } from './bounded-cache';
import { compiledStatement } from './compiled-statement';

/** An id of a request body that must name a record of the same workspace. */
export interface Reference {
  /** Where it stands, such as `body/project_id`. */
  readonly path: string;
  /** What it names, with its article: `a project`. */
  readonly thing: string;
  readonly table: 'actions' | 'agent_requests' | 'documents' | 'domains' | 'orders' | 'projects';
  /** Absent and null are nothing to check. */
  readonly id: string | null | undefined;
}

/**
 * Refuses with 422 `INVALID_REFERENCE`, one issue for each id that names nothing in the workspace, or a domain that is archived. One
 * statement whatever the number of references. The rows stay locked against deletion by their foreign keys only, domains until the
 * transaction ends: whoever archives one waits, and then sees what was put into it.
 */
export async function checkReferences(
  reader: Reader,
  workspaceId: string,
  references: readonly Reference[],
): Promise<void> {
  const given = references.filter((reference) => typeof reference.id === 'string');
  if (given.length === 0) return;
  const found = await reader.rows<{ path: string }>(
    pathsOf(given)(
      { workspaceId },
      given.flatMap(({ id }) => id ?? []),
    ),
  );
  const paths = new Set(found.map((row) => row.path));
  const issues = given
    .filter(({ path }) => !paths.has(path))
    .map(({ path, thing }) => ({
      path,
      code: 'INVALID_REFERENCE',
      message: `${path} does not name ${thing} of this workspace.`,
    }));
  const [first] = issues;
  if (first !== undefined) throw problem('INVALID_REFERENCE', first.message, { issues });
}

type Kept = ReturnType<typeof compiledStatement<'workspaceId'>>;

const byShape = boundedCache<Kept>();

/** The statement that answers the paths of the references whose ids, in their order, name something. */
function pathsOf(references: readonly Reference[]): Kept {
  const shape = references.map(({ path, table }) => `${table} ${path}`).join();
  return byShape(shape, () =>
    compiledStatement<'workspaceId'>((db, given, ids) => {
      const parts = references.map(({ path, table }, index): Knex.QueryBuilder =>
        pathIfThere(db, table, path, { workspace_id: given('workspaceId'), id: ids[index] }),
      );
      const [head, ...rest] = parts;
      return head === undefined ? db.select(db.raw('1')).whereRaw('1 = 0') : head.unionAll(rest);
    }),
  );
}

function pathIfThere(
  db: Knex,
  table: Reference['table'],
  path: string,
  key: { readonly workspace_id: string; readonly id: string | undefined },
): Knex.QueryBuilder {
  const row = db(table)
    .where(key)
    .select(db.raw('cast(? as varchar(100)) as path', [path]));
  if (table !== 'domains') return row;
  // A lock cannot stand in a union, only within a part of it. The path is selected there: Knex puts the bindings of the first part's
  // subquery before those of its columns.
  return db.from(row.where('state', 'active').forKeyShare().as('standing')).select('path');
}
