/** An action in the order of its project: by position, those without one last, by age. */
interface Placed {
  readonly id: string;
  readonly position: number | null;
}

/** A new position of an action. */
export interface Move {
  readonly id: string;
  readonly position: number;
}

/**
 * The fewest new positions that put the action at `index` before the one above it. Several actions
 * may have the same position or none.
 */
export function moveUp(actions: readonly Placed[], index: number): readonly Move[] {
  const [lower, upper] = [actions[index], actions[index - 1]];
  if (lower === undefined || upper === undefined) return [];
  const above = actions[index - 2];
  const between = positionBetween(above, upper);
  if (between !== undefined) return [{ id: lower.id, position: between }];
  if (isPlaced(upper) && isPlaced(lower) && upper.position !== lower.position) {
    return [
      { id: lower.id, position: upper.position },
      { id: upper.id, position: lower.position },
    ];
  }
  const wanted = [...actions.slice(0, index - 1), lower, upper, ...actions.slice(index + 1)];
  return numbered(wanted, index - 1);
}

/** A free position after `above`, if there is one, and before `below`. */
function positionBetween(above: Placed | undefined, below: Placed): number | undefined {
  if (below.position === null) return undefined;
  if (above === undefined) return below.position - 1;
  const isFree = above.position !== null && below.position - above.position >= 2;
  return isFree ? Math.floor((above.position + below.position) / 2) : undefined;
}

/** Positions that increase. The actions after `last` without a position are in order already. */
function numbered(actions: readonly Placed[], last: number): readonly Move[] {
  const moves: Move[] = [];
  let before: number | undefined;
  for (const [index, { id, position }] of actions.entries()) {
    if (position === null && index > last) break;
    if (position !== null && (before === undefined || position > before)) {
      before = position;
    } else {
      before = before === undefined ? 1 : before + 1;
      moves.push({ id, position: before });
    }
  }
  return moves;
}

function isPlaced<T extends Placed>(action: T): action is T & { readonly position: number } {
  return action.position !== null;
}
