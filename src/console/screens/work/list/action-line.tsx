import { memo, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useRowCommands } from '../../../keys/list-keys';
import { priorities } from '../../../rows/priority';
import type { Action } from '../../../rows/review-row';
import { isOpen } from '../../action/commands';
import { statusNames } from '../action-query';
import { ProjectName } from '../work-row';
import type { Column } from './columns';
import { Day, useCoarseNow } from './day';
import { useIsSelected, useSelection } from './selection';
import { t } from '../../../texts/texts';

/** An action as a line of the table. */
export const ActionLine = memo(function ActionLine({
  action,
  columns,
  index,
}: {
  readonly action: Action;
  readonly columns: readonly Column[];
  /** The number of the line in the table. */
  readonly index: number;
}) {
  const [, navigate] = useLocation();
  const { toggle } = useSelection();
  const isSelected = useIsSelected(action.id);
  const href = `/app/actions/${action.id}`;
  const rowKey = `action-${action.id}`;
  useRowCommands(rowKey, {
    toggle: () => navigate(href),
    select: () => toggle(action, false),
  });
  return (
    <tr
      className={isSelected ? 'line line-selected' : 'line'}
      data-row={rowKey}
      tabIndex={-1}
      aria-label={action.title}
      aria-rowindex={index}
    >
      <td className="line-select">
        <label className="row-select">
          <input
            type="checkbox"
            aria-label={t('Select {action}', { action: action.title })}
            checked={isSelected}
            onClick={(event) => toggle(action, event.shiftKey)}
            onChange={() => undefined}
          />
        </label>
      </td>
      {columns.map(({ name }) => (
        <td key={name} className={`cell cell-${name}`}>
          {cellOf(name, action, href)}
        </td>
      ))}
    </tr>
  );
});

function cellOf(name: Column['name'], action: Action, href: string): ReactNode {
  switch (name) {
    case 'key':
      return action.key;
    case 'title':
      return (
        <Link className="line-title" href={href} dir="auto">
          {action.title}
        </Link>
      );
    case 'status':
      return <StatusName action={action} />;
    case 'priority':
      return action.priority === 0 ? null : (
        <span className={action.priority > 2 ? 'line-high' : undefined}>
          {priorities[action.priority]}
        </span>
      );
    case 'assignee':
      return (action.assigned_actor_name ?? null) === null ? (
        <span className="visually-hidden">{t('Nobody')}</span>
      ) : (
        <span dir="auto">{action.assigned_actor_name}</span>
      );
    case 'project':
      return action.project_id === null ? null : <ProjectName id={action.project_id} />;
    case 'due':
      return <DueDay action={action} />;
    case 'labels':
      return (
        <span dir="auto" title={action.labels.join(', ')}>
          {action.labels.join(', ')}
        </span>
      );
    case 'updated':
      return <Day at={action.updated_at} />;
    case 'created':
      return <Day at={action.created_at} />;
    case 'active':
      return <Day at={action.last_activity_at} />;
    case 'completed':
      break;
  }
  return action.completed_at === null ? null : <Day at={action.completed_at} />;
}

/** The status of an action in a word. */
export function StatusName({ action }: { readonly action: Action }) {
  if (action.is_working) return t('Working');
  if (action.review.state === 'pending') return t('In review');
  const hold = isOpen(action) ? action.held_by?.[0]?.reason : undefined;
  return hold === undefined ? statusNames[action.status] : holds[hold];
}

const holds = {
  blocked: t('Blocked'),
  deferred: t('Deferred'),
  sequential: t('Later'),
  paused_project: t('Paused'),
} as const;

/** The due day of an action; marked once it is over and the action is open. */
export function DueDay({ action }: { readonly action: Action }) {
  const now = useCoarseNow();
  if (action.due_at === null) return null;
  const isLate = isOpen(action) && Date.parse(action.due_at) < now;
  return (
    <span className={isLate ? 'work-late' : undefined}>
      <span className="line-word">{t('due')} </span>
      <Day at={action.due_at} />
    </span>
  );
}
