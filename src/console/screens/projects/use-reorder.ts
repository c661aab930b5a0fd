import { unwrap } from 'callboard-client';
import { useLayoutEffect, useRef } from 'react';
import { client } from '../../api/client';
import type { Action } from '../../rows/review-row';
import { useCommand } from '../../ui/use-command';
import { moveUp, type Move } from './positions';

/** Moves actions of a project. The focus stays where it was, although the rows change places. */
export function useReorder(actions: readonly Action[], refetch: () => Promise<readonly Action[]>) {
  const { run, ...state } = useCommand();
  const focused = useRef<Element>(null);

  // After each rendering, because a row that changes its place loses the focus.
  useLayoutEffect(() => {
    const element = focused.current;
    if (element === document.activeElement) return;
    if (element instanceof HTMLElement && element.isConnected) element.focus();
  });

  /** Moves the action with this id by one place. */
  async function move(id: string, step: 1 | -1): Promise<void> {
    const movesIn = (current: readonly Action[]): readonly Move[] =>
      moveUp(current, current.findIndex((action) => action.id === id) + (step === 1 ? 1 : 0));
    if (movesIn(actions).length === 0) return;
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
      done: step === 1 ? 'Moved down.' : 'Moved up.',
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
  const header = version === undefined ? {} : { 'If-Match': `"${version}"` };
  const params = { path: { id }, header };
  return unwrap(client.PATCH('/v1/actions/{id}', { params, body: { position } }));
}
