import type { Knex } from 'knex';
import type { Dialect } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { firstInSequence, firstInReview } from './sequence-scopes-store';
import { canBeHeld, type ProjectSequence } from './held-by-mapping';
import type { ListedRow } from '../action-store';

interface SequenceQuery {
  readonly workspaceId: string;
  readonly now: string;
}

const firstActions = compiledQuery<SequenceQuery>((db, { workspaceId, now }, { dialect, ids }) => {
  const query = db('projects as own_project')
    .where('own_project.workspace_id', workspaceId)
    .whereIn('own_project.id', [...ids]);
  const open = firstInSequence({ now }, 'own_project')(db.queryBuilder());
  const reviewed = firstInReview('own_project')(db.queryBuilder());
  joinFirst(db, query, { dialect, name: 'open', first: open });
  joinFirst(db, query, { dialect, name: 'reviewed', first: reviewed });
  return query.select({
    project_id: 'own_project.id',
    open_id: 'open.id',
    open_position: 'open.position',
    open_created_at: 'open.created_at',
    reviewed_id: 'reviewed.id',
    reviewed_position: 'reviewed.position',
    reviewed_created_at: 'reviewed.created_at',
    reviewed_status: 'reviewed.status',
    reviewed_completed_at: 'reviewed.completed_at',
    reviewed_updated_at: 'reviewed.updated_at',
  });
});

// For a plain join, Postgres might scan all actions; the limit of a lateral join prevents that.
// SQLite has no lateral joins, and finds the id by its key.
function joinFirst(
  db: Knex,
  query: Knex.QueryBuilder,
  { dialect, name, first }: { dialect: Dialect; name: string; first: Knex.QueryBuilder },
): void {
  if (dialect === 'postgres') {
    const rows = first.clearSelect().select('first.*');
    void query.leftJoin(db.raw('lateral ? as ??', [rows, name]), db.raw('true'));
    return;
  }
  const found = db.raw('??.workspace_id = own_project.workspace_id and ??.id = ?', [
    name,
    name,
    first,
  ]);
  void query.leftJoin(db.raw('actions as ??', [name]), found);
}

type InProject = Parameters<typeof canBeHeld>[0] &
  Pick<ListedRow, 'project_id' | 'project_work_mode'>;

interface SequenceRow {
  readonly project_id: string;
  readonly open_id: string | null;
  readonly open_position: number | null;
  readonly open_created_at: string;
  readonly reviewed_id: string | null;
  readonly reviewed_position: number | null;
  readonly reviewed_created_at: string;
  readonly reviewed_status: ListedRow['status'];
  readonly reviewed_completed_at: string | null;
  readonly reviewed_updated_at: string;
}

/**
 * The first actions of the sequential projects of these actions, by project id, with one statement.
 * Runs none when no action is open and in a sequential project.
 */
export async function findSequences(
  reader: Reader,
  { workspaceId, now }: SequenceQuery,
  rows: readonly InProject[],
): Promise<ReadonlyMap<string, ProjectSequence>> {
  const ids = new Set<string>();
  for (const row of rows) {
    const isInSequence = row.project_work_mode === 'sequential' && canBeHeld(row);
    if (isInSequence && row.project_id !== null) ids.add(row.project_id);
  }
  if (ids.size === 0) return new Map();
  const found = await reader.rows<SequenceRow>(
    firstActions(reader, { workspaceId, now }, [...ids]),
  );
  return new Map(found.map((row) => [row.project_id, toSequence(row)]));
}

function toSequence(row: SequenceRow): ProjectSequence {
  return {
    firstOpen:
      row.open_id === null
        ? undefined
        : { id: row.open_id, position: row.open_position, created_at: row.open_created_at },
    firstInReview:
      row.reviewed_id === null
        ? undefined
        : {
            id: row.reviewed_id,
            position: row.reviewed_position,
            created_at: row.reviewed_created_at,
            status: row.reviewed_status,
            completed_at: row.reviewed_completed_at,
            updated_at: row.reviewed_updated_at,
          },
  };
}
