import { Link } from 'wouter';
import type { Action } from './action-form';
import { api } from '../../api/client';
import { Panel } from '../../ui/page';
import { isOpen } from './commands';
import { t, Trans } from '../../texts/texts';

const words = {
  inbox: t('captured'),
  ready: t('ready'),
  waiting: t('waiting'),
  done: t('done'),
  dropped: t('dropped'),
} as const;

/** The actions that must end first. */
export function Blockers({
  action,
  onChange,
}: {
  readonly action: Action;
  readonly onChange: () => void;
}) {
  const ids = action.blocked_by;
  const { data } = api.useQuery(
    'get',
    '/v1/actions/batch-get',
    { params: { query: { ids } } },
    { enabled: ids.length > 0 },
  );
  const blockers = ids.length === 0 ? [] : (data?.visible ?? []);
  const canChange = isOpen(action);

  if (ids.length === 0 && !canChange) return null;
  return (
    <Panel
      title={t('Blocked by')}
      count={ids.length}
      actions={
        canChange && (
          <button type="button" className="button button-small" onClick={onChange}>
            <Trans
              id="Change <span>the blockers</span>"
              components={{ span: <span className="visually-hidden" /> }}
            />
          </button>
        )
      }
    >
      {ids.length === 0 && <p className="muted">{t('No other action must end first.')}</p>}
      <ul className="items">
        {data === undefined &&
          ids.map((id) => <li key={id} className="skeleton skeleton-item" aria-busy="true" />)}
        {blockers.map((blocker) => (
          <li key={blocker.id}>
            <span className="item-text">
              <Link href={`/app/actions/${blocker.id}`} dir="auto">
                <span className="muted">{blocker.key} </span>
                {blocker.title}
              </Link>
              <span className="muted">
                {blocker.review.state === 'pending'
                  ? t('done, waits for a review')
                  : words[blocker.status]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
