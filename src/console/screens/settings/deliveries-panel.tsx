import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/read-options';
import { Dialog, ConfirmDialog } from '../../ui/dialog';
import { Failure, RowsSkeleton } from '../../ui/loading';
import { Facts, Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { FilterTabs, ItemButton, ItemList } from './item-list';
import { useChoice } from '../../ui/url-params';
import { attemptResult, deliveryStates } from './webhook-words';
import { t, Trans } from '../../texts/texts';

const filters = [
  { value: 'all', name: t('All') },
  { value: 'pending', name: t('Waiting') },
  { value: 'delivered', name: t('Delivered') },
  { value: 'failed', name: t('Failed') },
] as const;

/** The deliveries of a webhook. The filter and the open one are in the address. */
export function DeliveriesPanel({ webhookId }: { readonly webhookId: string }) {
  const [status, setStatus] = useChoice('status', ['all', 'pending', 'delivered', 'failed']);
  const [search, setSearch] = useSearchParams();
  const opened = search.get('delivery');
  const query = { limit: 50, ...(status === 'all' ? {} : { state: [status] }) };
  const params = { path: { id: webhookId }, query };
  const list = api.useInfiniteQuery(
    'get',
    '/v1/webhooks/{id}/deliveries',
    { params },
    // The result of a delivery is no event, so no event says that it is there.
    { ...byOffset, refetchInterval: 3_000 },
  );
  const open = (id: string | null): void =>
    setSearch((before) => {
      if (id === null) before.delete('delivery');
      else before.set('delivery', id);
      return before;
    });
  return (
    <Panel
      title={t('Deliveries')}
      actions={
        <FilterTabs
          label={t('Which deliveries')}
          options={filters}
          value={status}
          onChange={setStatus}
        />
      }
    >
      <ItemList
        list={list}
        empty={t(
          'Messages to the webhook appear here for 30 days, with the results of sending them.',
        )}
      >
        {(delivery) => (
          <>
            <div className="item-text">
              <span className="item-title">{delivery.kind}</span>
              <span className="row-meta">
                <strong>{deliveryStates[delivery.state]}</strong>
                <span>
                  <Trans id="created {time}" values={{ time: <Time at={delivery.created_at} /> }} />
                </span>
                <span>{attemptResult(delivery)}</span>
              </span>
            </div>
            <ItemButton
              name={t('Open')}
              of={`${delivery.kind}, ${deliveryStates[delivery.state]}`}
              onClick={() => open(delivery.id)}
            />
          </>
        )}
      </ItemList>
      {opened !== null && (
        <DeliveryDialog webhookId={webhookId} id={opened} onClose={() => open(null)} />
      )}
    </Panel>
  );
}

type Delivery = components['schemas']['WebhookDelivery'];

/** One message to a webhook, with the result of its last attempt. */
function DeliveryDialog({
  webhookId,
  id,
  onClose,
}: {
  readonly webhookId: string;
  readonly id: string;
  readonly onClose: () => void;
}) {
  const params = { path: { id: webhookId, delivery_id: id } };
  const path = '/v1/webhooks/{id}/deliveries/{delivery_id}';
  const { data, error, refetch } = api.useQuery(
    'get',
    path,
    { params },
    { refetchInterval: 3_000 },
  );
  const writing = useWrite();
  const [isReplaying, setReplaying] = useState(false);
  const fault = explain(writing.error);
  const replay = () =>
    writing.write(() => unwrap(client.POST(`${path}/replay`, { params, body: {} })), {
      done: t('The message is sent again.'),
    });
  const after = data?.replay_after ?? null;
  if (isReplaying && data !== undefined && after !== null) {
    return <ReplayDialog delivery={data} after={after} onClose={onClose} />;
  }
  return (
    <Dialog title={t('Delivery')} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <RowsSkeleton />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className="form">
          <DeliveryFacts delivery={data} />
          <div role="alert">
            {fault !== undefined && <p className="notice notice-bad">{fault}</p>}
          </div>
          <div className="actions">
            <button
              type="button"
              className="button button-primary"
              aria-disabled={writing.isSending}
              onClick={() => void replay()}
            >
              {t('Send it again')}
            </button>
            {after !== null && (
              <button type="button" className="button" onClick={() => setReplaying(true)}>
                {t('Send it and all later ones again')}
              </button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { attempts, last_attempt_at: last, next_attempt_at: next, finished_at: end } = delivery;
  return (
    <>
      <p>
        <strong>{deliveryStates[delivery.state]}.</strong> {attemptResult(delivery)}
      </p>
      <Facts
        facts={[
          [t('Kind'), delivery.kind],
          [t('Attempts'), attempts],
          [t('Last attempt'), last === null ? null : <Time key="last" at={last} />],
          [t('Next attempt'), next === null ? null : <Time key="next" at={next} />],
          [t('Ended'), end === null ? null : <Time key="end" at={end} />],
          [
            t('It took'),
            delivery.duration_ms === null
              ? null
              : t('{durationMs} ms', { durationMs: delivery.duration_ms }),
          ],
          [t('Message id'), <code key="id">{delivery.id}</code>],
        ]}
      />
      {delivery.response_text !== null && (
        <Block title={t('The response')} text={delivery.response_text} />
      )}
      <Block title={t('The message')} text={JSON.stringify(delivery.body, null, 2)} />
    </>
  );
}

function Block({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section className="delivery-body" tabIndex={0} aria-label={title}>
      <h3>{title}</h3>
      <pre dir="auto">
        <code>{text}</code>
      </pre>
    </section>
  );
}

/** Sends a message of a webhook and all later ones again. */
function ReplayDialog({
  delivery: { webhook_id: id, kind, created_at: at },
  after,
  onClose,
}: {
  readonly delivery: components['schemas']['WebhookDelivery'];
  /** The cursor before the message. */
  readonly after: string;
  readonly onClose: () => void;
}) {
  const { write, isSending, error } = useWrite();

  async function replay(): Promise<void> {
    const replayed = await write(
      () =>
        unwrap(
          client.POST('/v1/webhooks/{id}/replay', { params: { path: { id } }, body: { after } }),
        ),
      { done: t('The webhook sends the messages again.') },
    );
    if (replayed !== undefined) onClose();
  }

  return (
    <ConfirmDialog
      title={t('Send all since this message again?')}
      action={t('Send again')}
      fault={explain(error)}
      isSending={isSending}
      onConfirm={() => void replay()}
      onClose={onClose}
    >
      <p>
        <Trans
          id="The webhook sends {kind}, created {time}, and every later message again. Messages that are still stored have the same ids, so a receiver can skip those that it knows."
          values={{ kind, time: <Time at={at} /> }}
        />
      </p>
    </ConfirmDialog>
  );
}
