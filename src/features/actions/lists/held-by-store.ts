import type { Knex } from 'knex';
import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import { bool, type Dialect } from '../../../platform/db/statements/columns';
import { compiledQuery } from '../../../platform/db/statements/compiled';
import { isBeyondHistory } from '../../../shared/plans';
import { isBlocking, isTerminal } from '../action-rules';
import type { ListedRow } from '../action-store';
import { comparePositions, type SequencePosition } from '../blockers/blocker-rules';
import type { BlockerRow } from '../blockers/blocker-store';
import { firstInReview, firstInSequence } from '../blockers/sequence-scopes-store';

/** Why an open action cannot be done now, in the contract's shape. */
export type HeldBy = NonNullable<components['schemas']['Action']['held_by']>;

/** The first action in review of its project, with the columns that say when it ended. */
type ReviewedPosition = SequencePosition &
  Pick<ListedRow, 'status' | 'completed_at' | 'updated_at'>;

/** The first actions of a sequential project. */
export interface ProjectSequence {
  /** Its first action that is open and undeferred. */
  readonly firstOpen: SequencePosition | undefined;
  /** Its first action whose review is pending. */
  readonly firstInReview: ReviewedPosition | undefined;
}

/** The data besides its row that decide why an action is held. */
interface HoldContext {
  readonly blockers: readonly BlockerRow[];
  /** Undefined unless the action is in a sequential project. */
  readonly sequence: ProjectSequence | undefined;
  readonly now: string;
  /** The start of the history window. The ids of earlier actions are omitted. */
  readonly start: string | null;
}

/**
 * Whether something can hold the action: it is open, and neither it nor its project is a template.
 */
function canBeHeld(
  row: Pick<ListedRow, 'status' | 'is_template' | 'project_is_template'>,
): boolean {
  return !isTerminal(row.status) && !bool(row.is_template) && !bool(row.project_is_template);
}

/**
 * Why no queue offers an open action, by the causes that `claim-next` counts as withheld; undefined
 * when nothing holds it. `queue-store.ts` has the same definitions in SQL.
 */
export function heldBy(
  row: ListedRow,
  { blockers, sequence, now, start }: HoldContext,
): HeldBy | undefined {
  if (!canBeHeld(row)) return undefined;
  const isIdle = row.project_state !== null && row.project_state !== 'active';
  if (blockers.length === 0 && sequence === undefined && row.defer_until === null && !isIdle)
    return undefined;
  const blocking = blockers.filter(isBlocking);
  const ahead = sequence && firstAhead(row, sequence);
  const reasons: HeldBy = [
    ...(blocking.length === 0 ? [] : [blockedBy(blocking)]),
    ...(row.defer_until !== null && row.defer_until > now ? [{ reason: 'deferred' as const }] : []),
    ...(ahead === undefined ? [] : [sequential(ahead, start)]),
    ...(isIdle ? [{ reason: 'paused_project' as const }] : []),
  ];
  return reasons.length === 0 ? undefined : reasons;
}

/** Whether two actions are held for the same reasons. */
export function isSameHeldBy(one: HeldBy | undefined, other: HeldBy | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

// The first action of the sequence, if it must end before this one can be done.
function firstAhead(
  row: SequencePosition,
  { firstOpen, firstInReview }: ProjectSequence,
): SequencePosition | ReviewedPosition | undefined {
  const [first] = [firstOpen, firstInReview]
    .filter((candidate) => candidate !== undefined)
    .toSorted(comparePositions);
  return first !== undefined && comparePositions(first, row) < 0 ? first : undefined;
}

function blockedBy(blocking: readonly BlockerRow[]): HeldBy[number] {
  const inReview = blocking.filter(({ status }) => isTerminal(status));
  return { reason: 'blocked', action_ids: idsOf(blocking), ...inReviewIds(inReview) };
}

function idsOf(actions: readonly { readonly id: string }[]): string[] {
  return actions.map(({ id }) => id);
}

// An action that is done and still holds others is in review.
function inReviewIds(actions: readonly { readonly id: string }[]) {
  return actions.length === 0 ? {} : { in_review_ids: idsOf(actions) };
}

function sequential(
  ahead: SequencePosition | ReviewedPosition,
  start: string | null,
): HeldBy[number] {
  const isHidden = 'status' in ahead && isBeyondHistory(ahead, start);
  if (isHidden) return { reason: 'sequential' };
  const inReview = 'status' in ahead ? [ahead] : [];
  return { reason: 'sequential', action_ids: [ahead.id], ...inReviewIds(inReview) };
}

interface SequenceQuery {
  readonly workspaceId: string;
  readonly now: string;
}

const firstActions = compiledQuery<SequenceQuery>((db, { workspaceId, now }, { dialect, ids }) => {
  const query = db('projects as own_project')
    .where('own_project.workspace_id', workspaceId)
    .whereIn('own_project.id', [...ids]);
  const open = firstInSequence({ workspaceId, now }, 'own_project')(db.queryBuilder());
  const reviewed = firstInReview(workspaceId, 'own_project')(db.queryBuilder());
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
