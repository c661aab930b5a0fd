import type { components } from 'callboard-client';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useRowCommands } from '../keys/list-keys';
import { Time } from '../ui/time';
import { Labels, Priority } from './priority';
import { KeptList, type ReadList } from './kept-list';
import { t, Trans } from '../texts/texts';

/** A row that leads to the page of a record. */
export function Item({
  rowKey,
  href,
  children,
}: {
  readonly rowKey: string;
  readonly href: string;
  readonly children: ReactNode;
}) {
  const [, navigate] = useLocation();
  useRowCommands(rowKey, { toggle: () => navigate(href) });
  return (
    <li data-row={rowKey} tabIndex={-1}>
      {children}
    </li>
  );
}

type Action = components['schemas']['Action'];

const holds = {
  blocked: t('blocked by other work'),
  deferred: t('deferred'),
  sequential: t('after earlier work of its project'),
  paused_project: t('its project is paused or ended'),
} as const;

/** Actions as rows that lead to their pages. */
export function ActionItems({
  list,
  actions,
  empty,
}: {
  readonly list: ReadList;
  readonly actions: readonly Action[];
  readonly empty: ReactNode;
}) {
  return (
    <KeptList
      list={list}
      items={actions}
      nameOf={(action) => action}
      renderRow={(action) => <ActionItem key={action.id} action={action} />}
      empty={empty}
    />
  );
}

function ActionItem({ action }: { readonly action: Action }) {
  const href = `/app/actions/${action.id}`;
  const held = action.held_by?.[0]?.reason;
  return (
    <Item rowKey={`action-${action.id}`} href={href}>
      <div className="item-text">
        <Link href={href} className="item-title" dir="auto">
          {action.title}
        </Link>
        <p className="row-meta">
          <span>{action.key}</span>
          <span>{action.is_working ? t('Working now') : statuses[action.status]}</span>
          <span dir="auto">{action.assigned_actor_name ?? t('in the pool')}</span>
          <Priority of={action.priority} />
          <Labels of={action.labels} />
          {held !== undefined && <span>{holds[held]}</span>}
          {action.due_at !== null && (
            <span>
              <Trans id="due {time}" values={{ time: <Time at={action.due_at} /> }} />
            </span>
          )}
          <span>
            <Trans
              id="last active {time}"
              values={{ time: <Time at={action.last_activity_at} /> }}
            />
          </span>
        </p>
      </div>
    </Item>
  );
}

const statuses = {
  inbox: t('In the inbox'),
  ready: t('Ready'),
  waiting: t('Waiting'),
  done: t('Done'),
  dropped: t('Dropped'),
} as const;
