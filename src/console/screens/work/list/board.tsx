import { Suspense, useCallback, useRef, useState } from 'react';
import { queries } from '../../../api/client';
import { areWritesHidden, useKeys } from '../../../keys/keys';
import { currentRow, focusRow } from '../../../keys/list-keys';
import type { Action } from '../../../rows/review-row';
import { Dialog } from '../../../ui/dialog';
import { patchAction, useActionWrite } from '../../action/write-action';
import type { ActionQuery } from '../action-query';
import { BoardColumn, type Moved } from './board-column';
import type { Group } from './groups';
import { isIn, moveInto } from './moves';
import { lazy } from '../../../ui/loading';
import { t } from '../../../texts/texts';

const MoveDialogs = lazy(async () => ({ default: (await import('./move-dialogs')).MoveDialogs }));

/** What is asked before an action moves, or in which column it is to be. */
type Asked =
  | { readonly kind: 'complete' | 'drop' | 'reopen'; readonly action: Action }
  | { readonly kind: 'choose'; readonly action: Action };

/** Actions as cards in columns, between which one moves them by mouse, by keys and by a menu. */
export function Board({
  query,
  groups,
}: {
  readonly query: ActionQuery;
  readonly groups: readonly Group[];
}) {
  const { asked, setAsked, moved, refusal, move } = useMove();
  const shown = useRef(new Map<string, Action>());
  const dragged = useRef<Action>(undefined);
  const note = useCallback((actions: readonly Action[]) => {
    for (const action of actions) shown.current.set(action.id, action);
  }, []);
  const handle = useCallback(
    (key: string, event: KeyboardEvent): boolean => {
      const action = shown.current.get(currentRow()?.replace('action-', '') ?? '');
      if (action === undefined) return false;
      const isMove = event.shiftKey || key === 'm';
      if (isMove && areWritesHidden()) return false;
      if (key === 'm') {
        setAsked({ kind: 'choose', action });
        return true;
      }
      const step = stepOf(key);
      if (step === 0) return false;
      if (!event.shiftKey) return focusColumn(step);
      const group = groups[groups.findIndex((each) => isIn(action, each)) + step];
      if (group !== undefined) move(action, group);
      return group !== undefined;
    },
    [groups, move, setAsked],
  );
  useKeys(handle);
  return (
    <>
      <div role="alert">
        {refusal !== undefined && <p className="notice notice-bad">{refusal}</p>}
      </div>
      <div className="board">
        {groups.map((group) => (
          <BoardColumn
            key={group.name}
            group={group}
            query={query}
            moved={moved}
            onShown={note}
            onMenu={(action) => setAsked({ kind: 'choose', action })}
            onDrag={(action) => {
              dragged.current = action;
            }}
            onDrop={() => {
              if (dragged.current !== undefined) move(dragged.current, group);
            }}
          />
        ))}
      </div>
      {asked?.kind === 'choose' && (
        <Dialog title={t('Move to …')} onClose={() => setAsked(undefined)}>
          <p className="clamped" dir="auto">
            {asked.action.title}
          </p>
          <div>
            {groups.map((group) => (
              <button
                key={group.name}
                type="button"
                className="menu-item"
                disabled={isIn(asked.action, group)}
                onClick={() => {
                  setAsked(undefined);
                  move(asked.action, group);
                }}
              >
                {group.name}
              </button>
            ))}
          </div>
        </Dialog>
      )}
      {asked !== undefined && asked.kind !== 'choose' && (
        <Suspense>
          <MoveDialogs
            kind={asked.kind}
            action={asked.action}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Moves an action at once where nothing is to be asked, and back when the service refuses it. */
function useMove() {
  const { write, fault, forgetFault } = useActionWrite();
  const [asked, setAsked] = useState<Asked>();
  const [moved, setMoved] = useState<Moved>();
  const [refused, setRefused] = useState<string>();
  const move = (action: Action, group: Group): void => {
    setRefused(undefined);
    forgetFault();
    const how = moveInto(action, group);
    if (how.kind === 'none') return;
    if (how.kind === 'refused') {
      setRefused(how.why);
      return;
    }
    if (how.kind !== 'change') {
      setAsked({ kind: how.kind, action });
      return;
    }
    setMoved({ action, to: group.name });
    requestAnimationFrame(() => focusRow(`action-${action.id}`));
    const { after, before } = how;
    void write(() => patchAction(action.id, action.version, after), {
      done: t('Moved to {name}.', { name: group.name }),
      undo: (changed) => patchAction(action.id, changed.version, before),
    })
      .then(whenRead)
      .finally(() => setMoved(undefined));
  };
  return { asked, setAsked, moved, refusal: refused ?? fault, move };
}

/** Waits until the lists of actions are read again, so that the card stays in its new column. */
function whenRead(): Promise<void> {
  const isRead = (): boolean => queries.isFetching({ queryKey: ['get', '/v1/actions'] }) === 0;
  return new Promise((resolve) => {
    if (isRead()) resolve();
    const stop = queries.getQueryCache().subscribe(() => {
      if (!isRead()) return;
      stop();
      resolve();
    });
  });
}

function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight' || key === 'L') return 1;
  return key === 'ArrowLeft' || key === 'H' ? -1 : 0;
}

/** Focuses the first card of the next column that has one. */
function focusColumn(step: -1 | 1): boolean {
  const lists = [...document.querySelectorAll('.board-column')];
  const from = lists.findIndex((list) => list.contains(document.activeElement));
  const others = step === 1 ? lists.slice(from + 1) : lists.slice(0, from).toReversed();
  const card = others
    .map((list) => list.querySelector<HTMLElement>('[data-row]'))
    .find((first) => first !== null);
  card?.focus();
  return card !== undefined;
}
