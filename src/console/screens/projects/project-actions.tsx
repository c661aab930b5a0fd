import { lazy, Suspense, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { useListKeys } from '../../keys/use-list-keys';
import { KeptList } from '../../rows/kept-list';
import type { Action } from '../../rows/review-row';
import { Failure } from '../../ui/failure';
import { Icon } from '../../ui/icon';
import { MoreButton, Panel } from '../../ui/page';
import { RefusedNotice } from '../../ui/refused-notice';
import { Time } from '../../ui/time';
import { ProjectActionRow } from './action-row';
import type { Project } from './project-form';
import { useBlockerTitles } from './use-action-titles';
import { useProjectActions } from './use-project-actions';
import { useReorder } from './use-reorder';
import { statuses } from './words';

const AddAction = lazy(async () => ({ default: (await import('./add-action')).AddAction }));
const BlockersDialog = lazy(async () => ({
  default: (await import('./blockers-dialog')).BlockersDialog,
}));

/** The actions of a project: those in review, the open ones in their order, the ended ones folded. */
export function ProjectActions({
  project,
  onEdit,
}: {
  readonly project: Project;
  readonly onEdit: () => void;
}) {
  const { open, ended } = useProjectActions(project.id);
  const [isAdding, setAdding] = useState(false);
  const [blockersOf, setBlockersOf] = useState<string>();
  const titles = useBlockerTitles(open.items, ended.items);
  const { move, fault, refused } = useReorder(open.items, open.refetch);

  const handle = useCallback(
    (key: string, row: string | undefined): boolean => {
      if (key === 'e') onEdit();
      else if (key === 'a') setAdding(true);
      else if (row === undefined) return false;
      else if (key === 'b') setBlockersOf(row);
      else if (key === 'K') void move(row, -1);
      else if (key === 'J') void move(row, 1);
      else return false;
      return true;
    },
    [move, onEdit],
  );
  useListKeys(handle);

  const inReview = ended.items.filter(isInReview);
  const closed = ended.items.filter((action) => !isInReview(action));
  const blocked = open.items.find(({ id }) => id === blockersOf);
  return (
    <Panel
      title="Actions"
      count={open.total}
      actions={
        <button
          type="button"
          className="button button-small"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          <Icon name="plus" /> Add an action <kbd>A</kbd>
        </button>
      }
    >
      {open.error !== null && <Failure error={open.error} onRetry={() => void open.refetch()} />}
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <RefusedNotice refused={refused} />
      {isAdding && (
        <Suspense>
          <AddAction project={project} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {inReview.length > 0 && <EndedList actions={inReview} label="Work that waits for a review" />}
      {!open.isRead && open.error === null && (
        <div className="skeleton skeleton-row" aria-busy="true" />
      )}
      {open.isRead && (
        <KeptList
          list={open.list}
          items={open.items}
          nameOf={(action) => action}
          isOrdered
          className="items project-actions"
          renderRow={(action) => (
            <ProjectActionRow
              key={action.id}
              action={action}
              isNext={project.work_mode === 'sequential' && action === open.items[0]}
              titles={titles}
              isFirst={action === open.items[0]}
              isLast={action === open.items.at(-1) && !open.more.hasMore}
              onMove={(step) => void move(action.id, step)}
              onBlockers={() => setBlockersOf(action.id)}
            />
          )}
          empty={
            !isAdding && (
              <p className="muted">No action is open. Add the steps that lead to the result.</p>
            )
          }
        />
      )}
      <MoreButton {...open.more} />
      {closed.length > 0 && (
        <details className="project-ended">
          <summary>{countOf(ended.total, inReview.length, closed.length)} done or dropped</summary>
          <EndedList actions={closed} label="Done and dropped actions" />
          <MoreButton {...ended.more} />
        </details>
      )}
      {blocked !== undefined && (
        <Suspense>
          <BlockersDialog
            action={blocked}
            titles={titles}
            candidates={open.items}
            refetch={open.refetch}
            onClose={() => setBlockersOf(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function isInReview(action: Action): boolean {
  return action.review.state === 'pending';
}

/** The number of all ended actions without those in review. */
function countOf(total: number | undefined, inReview: number, shown: number): number {
  return total === undefined ? shown : total - inReview;
}

function EndedList({
  actions,
  label,
}: {
  readonly actions: readonly Action[];
  readonly label: string;
}) {
  return (
    <ul className="items project-actions" aria-label={label}>
      {actions.map((action) => (
        <li key={action.id}>
          <div className="item-text">
            <Link className="item-title" href={`/app/actions/${action.id}`} dir="auto">
              {action.title}
            </Link>
            <p className="row-meta">
              <strong>{isInReview(action) ? 'Waits for a review' : statuses[action.status]}</strong>
              <span dir="auto">{action.assigned_actor_name ?? 'nobody'}</span>
              <span>
                <Time at={action.completed_at ?? action.updated_at} />
              </span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
