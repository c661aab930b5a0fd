import { unwrap } from 'callboard-client';
import { useLayoutEffect, useRef } from 'react';
import { client } from '../../api/client';
import type { Action } from '../../rows/review-row';
import { useWrite } from '../../ui/use-write';
import { moveUp, type Move } from './positions';

/** Moves actions of a project. The focus stays where it was, although the rows change places. */
export function useReorder(actions: readonly Action[], refetch: () => Promise<unknown>) {
  const { write, isSending, fault } = useWrite();
  const focused = useRef<Element>(null);

  // After each rendering, because a row that changes its place loses the focus.
  useLayoutEffect(() => {
    const element = focused.current;
    if (element === document.activeElement) return;
    if (element instanceof HTMLElement && element.isConnected) element.focus();
  });

  /** Moves the action with this id by one place. */
  async function move(id: string, step: 1 | -1): Promise<void> {
    const index = actions.findIndex((action) => action.id === id) + (step === 1 ? 1 : 0);
    const moves = moveUp(actions, index);
    if (moves.length === 0) return;
    const [versions, positions] = [new Map<string, number>(), new Map<string, number | null>()];
    for (const { id: each, version, position } of actions) {
      versions.set(each, version);
      positions.set(each, position);
    }
    focused.current = document.activeElement;
    const send = async (): Promise<void> => {
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
    await write(send, { done: step === 1 ? 'Moved down.' : 'Moved up.', undo });
    focused.current = null;
  }

  return { move, isSending, fault };
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
