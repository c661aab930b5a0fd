import { limits } from '../../../../generated/limits';
import { problem, type Problem } from '../../../platform/problems';
import { isBlocking } from '../action-rules';

/** Maximum number of blockers of one action. */
const maxBlockers = limits.blockers;

/** Throws 409 `BLOCKED` with `details.blocked_by`, the blockers that have not been resolved. */
export function checkNotBlocked(
  blockers: readonly {
    readonly id: string;
    readonly status: string;
    readonly review_state: string;
  }[],
): void {
  const blocking = blockers.filter(isBlocking).map(({ id }) => id);
  if (blocking.length === 0) return;
  throw problem('BLOCKED', `The action waits for ${blocking.join(', ')}.`, {
    details: { blocked_by: blocking },
  });
}

/** Throws 422 `TOO_MANY_IDS` with `details.limit` unless the action may have one more blocker. */
export function checkBlockerCount(count: number): void {
  if (count < maxBlockers) return;
  throw problem('TOO_MANY_IDS', `An action has at most ${maxBlockers} blockers.`, {
    details: { limit: maxBlockers },
  });
}

/** Maximum number of dependencies that the search for a cycle follows. */
export const maxDependencies = 10_000;

/** An action that waits for others, with one of its blockers. */
export interface Dependency extends SequencePosition {
  /** The sequential project in which it waits for all earlier actions, or null. */
  readonly sequence_id: string | null;
  readonly blocker_id: string | null;
}

/** The dependencies behind some actions: on their blockers, and on earlier ones in sequences. */
export class Dependencies {
  readonly #blockersOf = new Map<string, Set<string>>();
  readonly #actions = new Map<string, Dependency>();
  readonly #sequences = new Map<string, Dependency[]>();

  constructor(rows: readonly Dependency[]) {
    if (rows.length > maxDependencies) throw tooMany();
    for (const row of rows) {
      if (!this.#actions.has(row.id)) this.#add(row);
      if (row.blocker_id !== null) this.#blockersOf.get(row.id)?.add(row.blocker_id);
    }
  }

  /** A shortest way from an action back to itself. */
  cycleThrough(id: string): string[] | undefined {
    const rest = this.#path(this.#waitedForBy(id), id);
    return rest && [id, ...rest];
  }

  /** The cycle that a new blocker of an action would close. */
  cycleWith(id: string, blockerId: string): string[] | undefined {
    const rest = this.#path([blockerId], id);
    return rest && [id, ...rest];
  }

  /** A cycle to which the order of a project contributes. */
  cycleInSequence(sequenceId: string): string[] | undefined {
    for (const { id } of this.#sequences.get(sequenceId) ?? []) {
      const path = this.cycleThrough(id);
      const usesOrder = path?.some((from, index) => {
        const to = path[index + 1];
        const isOrdered = this.#actions.get(from)?.sequence_id === sequenceId;
        return to !== undefined && isOrdered && this.#blockersOf.get(from)?.has(to) !== true;
      });
      if (usesOrder === true) return path;
    }
    return undefined;
  }

  /** Cycles that have no action in common. */
  cycles(): string[][] {
    const found: string[][] = [];
    const known = new Set<string>();
    for (const id of this.#actions.keys()) {
      const path = known.has(id) ? undefined : this.cycleThrough(id);
      if (path === undefined || path.some((one) => known.has(one))) continue;
      found.push(path);
      for (const one of path) known.add(one);
    }
    return found;
  }

  #add(row: Dependency): void {
    this.#actions.set(row.id, row);
    this.#blockersOf.set(row.id, new Set());
    if (row.sequence_id === null) return;
    const sequence = this.#sequences.get(row.sequence_id);
    if (sequence === undefined) this.#sequences.set(row.sequence_id, [row]);
    else sequence.push(row);
  }

  #waitedForBy(id: string): readonly string[] {
    const own = this.#actions.get(id);
    const sequence = this.#sequences.get(own?.sequence_id ?? '') ?? [];
    const earlier = sequence.filter((row) => own !== undefined && comparePositions(row, own) < 0);
    return [...(this.#blockersOf.get(id) ?? []), ...earlier.map((row) => row.id)];
  }

  // Breadth-first search, so the path is a shortest one.
  #path(starts: readonly string[], goal: string): string[] | undefined {
    const reachedFrom = new Map<string, string | undefined>(starts.map((id) => [id, undefined]));
    for (const id of reachedFrom.keys()) {
      if (id === goal) break;
      for (const next of this.#waitedForBy(id)) {
        if (!reachedFrom.has(next)) reachedFrom.set(next, id);
      }
    }
    if (!reachedFrom.has(goal)) return undefined;
    const path: string[] = [];
    for (let id: string | undefined = goal; id !== undefined; id = reachedFrom.get(id))
      path.unshift(id);
    return path;
  }
}

/** 422 `DEPENDENCY_CYCLE` with `details.path`. */
export function dependencyCycle(path: readonly string[]): Problem {
  return problem('DEPENDENCY_CYCLE', `An action would wait for itself: ${path.join(' → ')}.`, {
    details: { path },
  });
}

function tooMany(): Problem {
  return problem('TOO_MANY_IDS', `More than ${maxDependencies} blockers are behind this one.`, {
    details: { limit: maxDependencies },
  });
}

/** A position in the order of a project's actions. */
export interface SequencePosition {
  readonly id: string;
  readonly position: number | null;
  readonly created_at: string;
}

/** The same order as `sequenceKey` in SQL: by position, null last, then by age. */
export function comparePositions(one: SequencePosition, other: SequencePosition): number {
  const [before, after] = [positionOf(one), positionOf(other)];
  if (before !== after) return before < after ? -1 : 1;
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

function positionOf({ position }: SequencePosition): number {
  return position === null ? Number.POSITIVE_INFINITY : Number(position);
}
