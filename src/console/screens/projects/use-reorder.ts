import { unwrap } from 'callboard-client';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { client, ifMatch } from '../../api/client';
import { isTyping } from '../../keys/keys';
import type { Action } from '../../rows/review-row';
import { useCommand } from '../../ui/use-command';
import { t } from '../../texts/texts';

/** Moves actions of a project. The focus stays where it was, although the rows change places. */
export function useReorder(actions: readonly Action[], refetch: () => Promise<readonly Action[]>) {
  const { run, ...state } = useCommand();
  const focused = useRef<Element>(null);
  // A person presses the key several times, faster than the server responds.
  const waiting = useRef<Parameters<typeof move>[]>([]);

  useEffect(() => {
    if (state.error !== undefined) waiting.current = [];
    const next = state.isSending ? undefined : waiting.current.shift();
    if (next !== undefined) void move(...next);
  });

  // After each rendering, because a row that changes its place loses the focus.
  useLayoutEffect(() => {
    const element = focused.current;
    if (element === document.activeElement || isTyping()) return;
    if (element instanceof HTMLElement && element.isConnected) element.focus();
  });

  /** Moves the action with this id by one place. */
  async function move(id: string, step: 1 | -1): Promise<void> {
    if (state.isSending) {
      waiting.current.push([id, step]);
      return;
    }
    const movesIn = (current: readonly Action[]): readonly Move[] =>
      moveUp(current, current.findIndex((action) => action.id === id) + (step === 1 ? 1 : 0));
    if (movesIn(actions).length === 0) {
      waiting.current = [];
      return;
    }
    const [versions, positions] = [new Map<string, number>(), new Map<string, number | null>()];
    let moves: readonly Move[] = [];
    focused.current = document.activeElement;
    const send = async (current: readonly Action[]): Promise<void> => {
      for (const { id: each, version, position } of current) {
        versions.set(each, version);
        positions.set(each, position);
      }
      moves = movesIn(current);
      for (const { id: each, position } of moves) {
        const { version } = await place(each, position, versions.get(each));
        versions.set(each, version);
      }
      await refetch();
    };
    const undo = async (): Promise<void> => {
      for (const { id: each } of moves.toReversed()) {
        await place(each, positions.get(each) ?? null, versions.get(each));
      }
    };
    await run(actions, {
      send,
      read: refetch,
      done: step === 1 ? t('Moved down.') : t('Moved up.'),
      undo,
    });
    focused.current = null;
  }

  return { move, ...state };
}

function place(
  id: string,
  position: Move['position'] | null,
  version: number | undefined,
): Promise<Action> {
  const params = { path: { id }, header: ifMatch({ version }) };
  return unwrap(client.PATCH('/v1/actions/{id}', { params, body: { position } }));
}

/** An action in the order of its project: by position, those without one last, by age. */
interface Placed {
  readonly id: string;
  readonly position: number | null;
}

/** A new position of an action. */
interface Move {
  readonly id: string;
  readonly position: number;
}

/**
 * The fewest new positions that put the action at `index` before the one above it. Several actions
 * may have the same position or none.
 */
function moveUp(actions: readonly Placed[], index: number): readonly Move[] {
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
