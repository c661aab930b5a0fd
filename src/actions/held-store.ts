import type { Knex } from 'knex';
import type { Dialect, ReadHand } from '../platform/db/hands';
import { keepQuery } from '../platform/db/kept-query';
import { mayHold } from './action-scopes-store';
import { firstInLine, firstInReview } from './line-scopes-store';
import { canBeHeld, type ProjectHold } from './held-mapping';
import type { ListedRow } from './action-store';

interface Asked {
  readonly workspaceId: string;
  readonly now: string;
}

// Active parallel projects hold nothing.
const holdingProjects = keepQuery<Asked>((db, { workspaceId, now }, { dialect, ids }) => {
  const query = db('projects as own_project')
    .where('own_project.workspace_id', workspaceId)
    .whereIn('own_project.id', [...ids])
    .where(mayHold());
  const open = firstInLine({ now }, 'own_project')(db.queryBuilder());
  const reviewed = firstInReview('own_project')(db.queryBuilder());
  joinFirst(db, query, { dialect, name: 'open', first: open });
  joinFirst(db, query, { dialect, name: 'reviewed', first: reviewed });
  return query.select({
    id: 'own_project.id',
    state: 'own_project.state',
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

// Postgres might join the ids with all actions; what has a limit it looks for. SQLite has no
// lateral joins, and looks for a key.
function joinFirst(
  db: Knex,
  query: Knex.QueryBuilder,
  { dialect, name, first }: { dialect: Dialect; name: string; first: Knex.QueryBuilder },
): void {
  const sequential = "own_project.work_mode = 'sequential'";
  if (dialect === 'postgres') {
    const whole = first.clearSelect().select('first.*').whereRaw(sequential);
    void query.leftJoin(db.raw('lateral ? as ??', [whole, name]), db.raw('true'));
    return;
  }
  const found = db.raw(
    `${sequential} and ??.workspace_id = own_project.workspace_id and ??.id = ?`,
    [name, name, first],
  );
  void query.leftJoin(db.raw('actions as ??', [name]), found);
}

type InProject = Parameters<typeof canBeHeld>[0] & Pick<ListedRow, 'project_id'>;

interface HoldingRow {
  readonly id: string;
  readonly state: string;
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
 * The projects that may hold some of the actions, by their ids: in one statement, or none when no
 * action is open and in a project.
 */
export async function findHoldingProjects(
  hand: ReadHand,
  asked: Asked,
  rows: readonly InProject[],
): Promise<ReadonlyMap<string, ProjectHold>> {
  const ids = new Set<string>();
  for (const row of rows) {
    if (row.project_id !== null && canBeHeld(row)) ids.add(row.project_id);
  }
  if (ids.size === 0) return new Map();
  const { workspaceId, now } = asked;
  const found = await hand.rows<HoldingRow>(holdingProjects(hand, { workspaceId, now }, [...ids]));
  return new Map(found.map((row) => [row.id, toHold(row)]));
}

function toHold(row: HoldingRow): ProjectHold {
  return {
    isActive: row.state === 'active',
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
