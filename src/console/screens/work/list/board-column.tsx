import { useEffect, useId, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../../api/client';
import { byOffset, moreOf } from '../../../api/read-options';
import { useRowCommands } from '../../../keys/list-keys';
import { Labels, Priority } from '../../../rows/priority';
import type { Action } from '../../../rows/review-row';
import { Failure, RowsSkeleton } from '../../../ui/loading';
import { MoreButton } from '../../../ui/page';
import type { ActionQuery } from '../action-query';
import { DueDay, StatusName } from './action-line';
import type { Group } from './groups';
import { language, t } from '../../../texts/texts';

/** A card that is already where it is to be, before the service has said so. */
export interface Moved {
  readonly action: Action;
  /** The name of its column. */
  readonly to: string;
}

interface ColumnProps {
  readonly group: Group;
  readonly query: ActionQuery;
  readonly moved: Moved | undefined;
  readonly onShown: (actions: readonly Action[]) => void;
  readonly onMenu: (action: Action) => void;
  readonly onDrag: (action: Action | undefined) => void;
  readonly onDrop: () => void;
}

const pageSize = 50;

/** A column of the board with its cards, onto which cards are dropped. */
export function BoardColumn({ group, query, moved, onShown, onDrop, ...card }: ColumnProps) {
  const headingId = useId();
  const { target, isOver } = useDropTarget<HTMLElement>(onDrop);
  const { filters } = group;
  const isEnded = filters.status?.some((status) => status === 'done' || status === 'dropped');
  const sort = query.sort ?? (isEnded === true ? '-completed_at' : '-priority');
  const list = api.useInfiniteQuery(
    'get',
    '/v1/actions',
    { params: { query: { ...query, ...filters, sort, limit: pageSize } } },
    byOffset,
  );
  const { data, error } = list;
  const read = data?.pages.flatMap(({ items }) => items) ?? [];
  useEffect(() => onShown(data?.pages.flatMap(({ items }) => items) ?? []));
  const others = read.filter(({ id }) => id !== moved?.action.id);
  const own = read.filter(({ id }) => id === moved?.action.id);
  // The service has the card in this column already, or it is to be here.
  const isHere = moved !== undefined && moved.to === group.name;
  const shown = isHere ? [...(own.length > 0 ? own : [moved.action]), ...others] : others;
  const total = data?.pages[0]?.total;
  return (
    <section
      className={isOver ? 'board-column board-over' : 'board-column'}
      ref={target}
      aria-labelledby={headingId}
    >
      <div className="panel-head">
        <h2 id={headingId}>{group.name}</h2>
        {data !== undefined && (
          <span className="count">{total?.toLocaleString(language) ?? t('more than 10,000')}</span>
        )}
      </div>
      {error !== null && <Failure error={error} onRetry={() => void list.refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      <ul className="board-cards">
        {shown.map((action) => (
          <Card key={action.id} action={action} {...card} />
        ))}
      </ul>
      <MoreButton {...moreOf(list)} />
    </section>
  );
}

function Card({
  action,
  onMenu,
  onDrag,
}: {
  readonly action: Action;
  readonly onMenu: (action: Action) => void;
  readonly onDrag: (action: Action | undefined) => void;
}) {
  const [, navigate] = useLocation();
  const href = `/app/actions/${action.id}`;
  const rowKey = `action-${action.id}`;
  useRowCommands(rowKey, { toggle: () => navigate(href) });
  const source = useDragSource<HTMLLIElement>(action.key, (isDragged) =>
    onDrag(isDragged ? action : undefined),
  );
  const { assigned_actor_name: assignee = null } = action;
  return (
    <li ref={source} className="board-card" data-row={rowKey} tabIndex={-1} draggable>
      <Link className="line-title board-card-title" href={href} dir="auto" draggable={false}>
        {action.title}
      </Link>
      <p className="board-card-facts">
        <span>{action.key}</span>
        {(action.is_working || (action.held_by?.length ?? 0) > 0) && (
          <span>
            <StatusName action={action} />
          </span>
        )}
        {assignee !== null && <span dir="auto">{assignee}</span>}
        <DueDay action={action} />
        <Priority of={action.priority} />
        <Labels of={action.labels} />
      </p>
      <button
        type="button"
        className="button button-small board-card-move"
        aria-label={t('Move {key} to …', { key: action.key })}
        onClick={() => onMenu(action)}
      >
        {t('Move …')}
      </button>
    </li>
  );
}

/** Lets an element be dragged. The text is what other programs get. */
function useDragSource<E extends HTMLElement>(text: string, onDrag: (isDragged: boolean) => void) {
  const source = useRef<E>(null);
  const start = useEffectEvent((event: DragEvent) => {
    event.dataTransfer?.setData('text/plain', text);
    onDrag(true);
  });
  const end = useEffectEvent(() => onDrag(false));
  useEffect(() => {
    const { current } = source;
    const onStart = (event: DragEvent): void => start(event);
    const onEnd = (): void => end();
    current?.addEventListener('dragstart', onStart);
    current?.addEventListener('dragend', onEnd);
    return () => {
      current?.removeEventListener('dragstart', onStart);
      current?.removeEventListener('dragend', onEnd);
    };
  }, []);
  return source;
}

/** Lets something be dropped on an element. `isOver`: something is dragged above it. */
function useDropTarget<E extends HTMLElement>(onDrop: () => void) {
  const target = useRef<E>(null);
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const { current } = target;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget: next }: DragEvent): void => {
      if (!(next instanceof Node && current?.contains(next) === true)) setOver(false);
    };
    const dropped = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      drop();
    };
    current?.addEventListener('dragover', over);
    current?.addEventListener('dragleave', leave);
    current?.addEventListener('drop', dropped);
    return () => {
      current?.removeEventListener('dragover', over);
      current?.removeEventListener('dragleave', leave);
      current?.removeEventListener('drop', dropped);
    };
  }, []);
  return { target, isOver };
}
