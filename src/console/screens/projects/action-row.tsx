import { Link, useLocation } from 'wouter';
import { useRowCommands } from '../../keys/list-keys';
import type { Action } from '../../rows/review-row';
import { Labels, Priority } from '../../rows/priority';
import { Time } from '../../ui/time';
import { Due } from '../work/work-row';
import { statuses } from './project';
import { t, Trans } from '../../texts/texts';

/** An open action of a project, with its place in the order and its blockers. */
export function ProjectActionRow({
  action,
  isNext,
  isFirst,
  isLast,
  titles,
  onMove,
  onBlockers,
}: {
  readonly action: Action;
  /** Whether it is the next one of a project in sequence. */
  readonly isNext: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly titles: ReadonlyMap<string, string>;
  readonly onMove: (step: 1 | -1) => void;
  readonly onBlockers: () => void;
}) {
  const { id, title } = action;
  const [, navigate] = useLocation();
  const href = `/app/actions/${id}`;
  useRowCommands(id, { toggle: () => navigate(href) });
  const blocking = action.held_by?.find(({ reason }) => reason === 'blocked')?.action_ids ?? [];
  return (
    <li className="project-action" data-row={id} tabIndex={-1}>
      <div className="item-text">
        <p className="project-action-title">
          <Link className="item-title" href={href} dir="auto">
            {title}
          </Link>
          {isNext && <span className="tag">{t('Next')}</span>}
        </p>
        <p className="row-meta">
          <strong>{statusOf(action)}</strong>
          <span dir="auto">{action.assigned_actor_name ?? t('nobody yet')}</span>
          {action.due_at !== null && <Due at={action.due_at} />}
          <Priority of={action.priority} />
          <Labels of={action.labels} />
          <Deferral action={action} />
          {isNext && isHeld(action, 'sequential') && <span>{t('after the review above')}</span>}
        </p>
        {blocking.length > 0 && (
          <p className="project-blocked" dir="auto">
            {t('Blocked by {blocking}', {
              blocking: blocking.map((each) => `“${titles.get(each) ?? each}”`).join(', '),
            })}
          </p>
        )}
      </div>
      <div className="actions">
        <button
          type="button"
          className="button button-small"
          aria-label={t('Move up: {title}', { title })}
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={t('Move down: {title}', { title })}
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        >
          ↓
        </button>
        <button
          type="button"
          className="button button-small button-quiet"
          aria-label={t('Blockers of: {title}', { title })}
          onClick={onBlockers}
        >
          {t('Blockers …')}
        </button>
      </div>
    </li>
  );
}

function isHeld(action: Action, by: 'deferred' | 'sequential'): boolean {
  return action.held_by?.some(({ reason }) => reason === by) ?? false;
}

function statusOf(action: Action): string {
  const { status, delegate_label: delegate, is_working: isWorking } = action;
  if (isWorking) return t('In progress');
  if (status === 'waiting' && delegate !== null) return t('Waiting for {delegate}', { delegate });
  return statuses[status];
}

function Deferral({ action }: { readonly action: Action }) {
  if (!isHeld(action, 'deferred') || action.defer_until === null) return null;
  return (
    <span>
      <Trans id="returns {time}" values={{ time: <Time at={action.defer_until} /> }} />
    </span>
  );
}
