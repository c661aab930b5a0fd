import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../../api/client';
import { slow } from '../../../api/read-options';
import { focusRow } from '../../../keys/list-keys';
import type { ActionQuery } from '../action-query';
import { bulkNames, bulkOrder, type BulkName } from './bulk';
import { useSelection } from './selection';
import { lazyForm } from '../../../ui/loading';
import { language, t, Trans } from '../../../texts/texts';

const BulkDialog = lazyForm(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }));

/** What can be done with the selected actions. It is on the screen while some are selected. */
export function BulkBar({ query }: { readonly query: ActionQuery }) {
  const selection = useSelection();
  const actions = useSyncExternalStore(selection.subscribe, selection.actions);
  const isAll = useSyncExternalStore(selection.subscribe, selection.isAll);
  const [open, setOpen] = useState<BulkName>();
  const isShown = isAll || actions.length > 0;
  const { data } = api.useQuery(
    'get',
    '/v1/actions',
    { params: { query: { ...query, limit: 1 } } },
    { ...slow, enabled: isShown },
  );
  const first = useRef<string>(undefined);
  useEffect(() => {
    if (isShown) {
      first.current = actions[0]?.id;
      return;
    }
    // The button that had the focus is gone with the bar.
    const isLost = document.activeElement === document.body;
    if (isLost && first.current !== undefined) focusRow(`action-${first.current}`);
    first.current = undefined;
  }, [isShown, actions]);
  if (!isShown) return null;
  const total = data === undefined ? undefined : (data.total ?? t('more than 10,000'));
  const count = isAll ? (total ?? '…') : actions.length;
  return (
    <section className="selection bulk" aria-label={t('Selected actions')}>
      <p>
        <Trans
          id="<strong>{count}</strong> selected"
          values={{ count: typeof count === 'number' ? count.toLocaleString(language) : count }}
          components={{ strong: <strong /> }}
        />
        {!isAll && total !== undefined && total !== actions.length && (
          <>
            {' '}
            <button type="button" className="button button-small" onClick={selection.selectAll}>
              {t('Select all {total} of the filter', { total: total.toLocaleString(language) })}
            </button>
          </>
        )}
      </p>
      <div className="actions">
        {bulkOrder.map((name) => (
          <button
            key={name}
            type="button"
            className="button button-small"
            onClick={() => setOpen(name)}
          >
            {bulkNames[name]} …
          </button>
        ))}
        <button
          type="button"
          className="button button-quiet button-small"
          onClick={() => selection.set([])}
        >
          {t('Select none')}
        </button>
      </div>
      {open !== undefined && (
        <Suspense>
          <BulkDialog
            name={open}
            actions={isAll ? undefined : actions}
            query={query}
            count={count}
            onDone={selection.set}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
