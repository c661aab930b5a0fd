import { unwrap } from 'callboard-client';
import { Link } from 'wouter';
import type { Action } from './action-form';
import { api, client } from '../../api/client';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { short } from '../../ui/short-text';
import { isOpen } from './commands';
import { paramsOf, useActionWrite } from './write-action';
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
  onAdd,
}: {
  readonly action: Action;
  readonly onAdd: () => void;
}) {
  const ids = action.blocked_by;
  const { write, isSending, fault } = useActionWrite();
  const { data } = api.useQuery(
    'get',
    '/v1/actions/batch-get',
    { params: { query: { ids } } },
    { enabled: ids.length > 0 },
  );
  const blockers = ids.length === 0 ? [] : (data?.visible ?? []);
  const canChange = isOpen(action);

  const remove = (blocker: Action): void => {
    const { path, header } = paramsOf(action.id, action.version);
    const blockerPath = { ...path, blocker_id: blocker.id };
    void write(
      () =>
        unwrap(
          client.DELETE('/v1/actions/{id}/blockers/{blocker_id}', {
            params: { path: blockerPath, header },
          }),
        ),
      {
        done: t('“{blocker}” no longer blocks it.', { blocker: short(blocker.title) }),
        undo: () =>
          unwrap(
            client.PUT('/v1/actions/{id}/blockers/{blocker_id}', { params: { path: blockerPath } }),
          ),
      },
    );
  };

  if (ids.length === 0 && !canChange) return null;
  return (
    <Panel
      title={t('Blocked by')}
      count={ids.length}
      actions={
        canChange && (
          <button type="button" className="button button-small" onClick={onAdd}>
            <Icon name="plus" />{' '}
            <Trans
              id="Add <span>a blocker</span>"
              components={{ span: <span className="visually-hidden" /> }}
            />
          </button>
        )
      }
    >
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
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
            {canChange && (
              <button
                type="button"
                className="button button-small button-quiet"
                aria-disabled={isSending}
                onClick={() => remove(blocker)}
              >
                <Trans
                  id="Remove {span}"
                  values={{
                    span: <span className="visually-hidden">“{short(blocker.title)}”</span>,
                  }}
                />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
