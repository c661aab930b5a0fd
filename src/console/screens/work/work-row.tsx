import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../../api/client';
import { useRowCommands } from '../../keys/list-keys';
import { slow } from '../../api/read-options';
import { Labels, Priority } from '../../rows/priority';
import { Day, useCoarseNow } from './list/day';
import { t, Trans } from '../../texts/texts';

/** A row that leads to the page of its record. */
export function WorkRow({
  rowKey,
  href,
  title,
  actionKey,
  children,
}: {
  readonly rowKey: string;
  readonly href: string;
  readonly title: string;
  readonly actionKey?: string;
  readonly children: ReactNode;
}) {
  const [, navigate] = useLocation();
  useRowCommands(rowKey, { toggle: () => navigate(href) });
  return (
    <li className="work-row" data-row={rowKey} tabIndex={-1}>
      <Link className="work-title" href={href} dir="auto">
        {actionKey !== undefined && <span className="muted">{actionKey} </span>}
        {title}
      </Link>
      {children}
    </li>
  );
}

/** The assignee, the last activity, the due date and the priority of an action, as cells of its row. */
export function WorkCells({
  priority,
  labels = [],
  assignee,
  activeAt,
  dueAt,
}: {
  readonly priority: number;
  readonly labels?: readonly string[];
  readonly assignee: string | null;
  readonly activeAt: string;
  readonly dueAt: string | null;
}) {
  return (
    <>
      <span className="work-cell" dir="auto">
        {assignee ?? t('Nobody')}
      </span>
      <span className="work-cell">
        <Trans id="active {day}" values={{ day: <Day at={activeAt} /> }} />
      </span>
      <Due at={dueAt} />
      {(priority > 0 || labels.length > 0) && (
        <span className="work-note row-marks">
          <Priority of={priority} />
          <Labels of={labels} />
        </span>
      )}
    </>
  );
}

/** The due date, marked once it is over. */
export function Due({
  at,
  word = t('due'),
}: {
  readonly at: string | null;
  readonly word?: string;
}) {
  const now = useCoarseNow();
  if (at === null) return <span className="work-cell work-none" />;
  const isOver = Date.parse(at) < now;
  return (
    <span className={isOver ? 'work-cell work-late' : 'work-cell'}>
      {word} <Day at={at} />
    </span>
  );
}

/** The title of a project: from the list of active ones, or read by itself. */
export function ProjectName({ id }: { readonly id: string | null }) {
  const list = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { limit: 200, state: ['active'], sort: 'title' } } },
    slow,
  );
  const listed = list.data?.items.find((project) => project.id === id);
  const isMissing = id !== null && list.data !== undefined && listed === undefined;
  const one = api.useQuery(
    'get',
    '/v1/projects/{id}',
    { params: { path: { id: id ?? '' } } },
    { ...slow, enabled: isMissing },
  );
  return <ProjectCell id={id} title={listed?.title ?? one.data?.title} />;
}

/** The title of a project in a row, as the link to its page. */
export function ProjectCell({
  id,
  title,
}: {
  readonly id: string | null;
  readonly title: string | null | undefined;
}) {
  if (id === null || !title) return <span className="work-cell work-none" />;
  return (
    <Link className="work-cell work-link" href={`/app/projects/${id}`} dir="auto">
      {title}
    </Link>
  );
}
