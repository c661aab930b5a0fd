import { Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { SelectField } from '../../ui/menu';
import { useChoice } from '../../ui/url-params';
import { openStatuses, type ActionQuery } from './action-query';
import { useActionQuery, WordsOfList, FilterBar } from './list/filters';
import { fixedGroups, type Group } from './list/groups';
import { t } from '../../texts/texts';
import { queries } from '../../api/client';
import { areWritesHidden, useKeys } from '../../keys/keys';
import { currentRow, focusRow } from '../../keys/list-keys';
import type { Action } from '../../rows/review-row';
import { Dialog } from '../../ui/dialog';
import { patchAction, useActionWrite } from '../action/write-action';
import { BoardColumn, type Moved } from './list/board-column';
import { lazyForm } from '../../ui/loading';
import { isOpen } from '../action/commands';
import type { ActionUpdate } from '../action/action-form';

const columnsBy = [
  { value: 'status', name: t('Status') },
  { value: 'priority', name: t('Priority') },
] as const;

/** The actions that match the filters as cards, in columns by status or by priority. */
export function BoardTab() {
  const { query, setFilters } = useActionQuery();
  const [by, setBy] = useChoice('by', ['status', 'priority']);
  // What has ended has no urgency.
  const shown = by === 'priority' ? { status: [...openStatuses], ...query } : query;
  return (
    <>
      <div className="work-bar">
        <WordsOfList query={query} onChange={setFilters} />
        <SelectField label={t('Columns')} value={by} options={columnsBy} onChange={setBy} />
        <FilterBar query={query} onChange={setFilters} />
      </div>
      <Board key={by} query={shown} groups={fixedGroups(by, query)} />
      <p className="muted board-help">
        {t('Drag a card, or move the one with the focus by Shift and an arrow key or by M.')}
      </p>
    </>
  );
}

const MoveDialogs = lazyForm(async () => ({
  default: (await import('./list/move-dialogs')).MoveDialogs,
}));

/** What is asked before an action moves, or in which column it is to be. */
type Asked =
  | { readonly kind: 'complete' | 'drop' | 'reopen'; readonly action: Action }
  | { readonly kind: 'choose'; readonly action: Action };

/** Actions as cards in columns, between which one moves them by mouse, by keys and by a menu. */
function Board({
  query,
  groups,
}: {
  readonly query: ActionQuery;
  readonly groups: readonly Group[];
}) {
  const shown = useRef(new Map<string, Action>());
  const { asked, setAsked, moved, refusal, move, columnOf } = useMove(shown);
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
      const at = columnOf(action, groups);
      const group = groups[at + step];
      if (group !== undefined) move(action, group);
      return group !== undefined;
    },
    [groups, move, setAsked, columnOf],
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

/**
 * Moves an action at once where nothing is to be asked, and back when the service refuses it. A move
 * waits for the one before. `shown` has the actions by id, as the columns show them.
 */
function useMove(shown: RefObject<ReadonlyMap<string, Action>>) {
  const { write, fault, forgetFault } = useActionWrite();
  const waiting = useRef<{ readonly id: string; readonly group: Group }[]>([]);
  const [asked, setAsked] = useState<Asked>();
  const [moved, setMoved] = useState<Moved>();
  const [refused, setRefused] = useState<string>();
  const move = (action: Action, group: Group): void => {
    if (moved !== undefined) {
      waiting.current.push({ id: action.id, group });
      return;
    }
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
    const { after, before } = how;
    void write(() => patchAction(action.id, action.version, after), {
      done: t('Moved to {name}.', { name: group.name }),
      undo: (changed) => patchAction(action.id, changed.version, before),
    })
      .then(whenRead)
      .finally(() => setMoved(undefined));
  };
  // The card has another element in its new column.
  useEffect(() => {
    if (moved !== undefined) focusRow(`action-${moved.action.id}`);
  }, [moved]);
  useEffect(() => {
    const next = moved === undefined ? waiting.current.shift() : undefined;
    const action = next && shown.current.get(next.id);
    if (next !== undefined && action !== undefined) move(action, next.group);
  });
  /** The column in which the action is once the moves that wait are made. */
  const columnOf = (action: Action, groups: readonly Group[]): number => {
    const last = waiting.current.findLast(({ id }) => id === action.id)?.group.name;
    const to = moved?.action.id === action.id ? moved.to : undefined;
    const name = last ?? to;
    return groups.findIndex((each) =>
      name === undefined ? isIn(action, each) : each.name === name,
    );
  };
  return { asked, setAsked, moved, refusal: refused ?? fault, move, columnOf };
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

/** How an action comes into a column of the board. */
type Move =
  | { readonly kind: 'none' }
  | { readonly kind: 'change'; readonly after: ActionUpdate; readonly before: ActionUpdate }
  | { readonly kind: 'complete' | 'drop' | 'reopen' }
  | { readonly kind: 'refused'; readonly why: string };

/** Whether an action is in a column. */
function isIn(action: Action, { filters }: Group): boolean {
  return (
    (filters.status?.includes(action.status) ?? true) &&
    (filters.priority?.some((priority) => priority === action.priority) ?? true)
  );
}

/** How the action comes into the column. */
function moveInto(action: Action, group: Group): Move {
  const [status] = group.filters.status ?? [];
  const [priority] = group.filters.priority ?? [];
  if (isIn(action, group)) return { kind: 'none' };
  if (priority !== undefined) {
    return { kind: 'change', after: { priority }, before: { priority: action.priority } };
  }
  if (isOpen(action)) {
    if (status === 'done') return { kind: 'complete' };
    if (status === 'dropped') return { kind: 'drop' };
    if (status === undefined || action.status === 'done' || action.status === 'dropped') {
      return { kind: 'none' };
    }
    return { kind: 'change', after: { status }, before: { status: action.status } };
  }
  const opened = action.status === 'done' ? 'ready' : 'inbox';
  if (status === opened) return { kind: 'reopen' };
  return {
    kind: 'refused',
    why:
      opened === 'ready'
        ? t('Work that is done opens again as ready. Move it to Ready first.')
        : t('Dropped work opens again in the inbox. Move it to Inbox first.'),
  };
}
