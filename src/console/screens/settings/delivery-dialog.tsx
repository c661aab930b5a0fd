import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { api, client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { Failure } from '../../ui/failure';
import { Facts } from '../../ui/page';
import { RowsSkeleton } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import { useWrite } from '../../ui/use-write';
import { explain } from './explain';
import { ReplayDialog } from './replay-dialog';
import { attemptResult, deliveryStates } from './webhook-words';

type Delivery = components['schemas']['WebhookDelivery'];

/** One message to a webhook, with the result of its last attempt. */
export function DeliveryDialog({
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
      done: 'The message is sent again.',
    });
  const after = data?.replay_after ?? null;
  if (isReplaying && data !== undefined && after !== null) {
    return <ReplayDialog delivery={data} after={after} onClose={onClose} />;
  }
  return (
    <Dialog title="Delivery" onClose={onClose}>
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
              disabled={writing.isSending}
              onClick={() => void replay()}
            >
              Send it again
            </button>
            {after !== null && (
              <button type="button" className="button" onClick={() => setReplaying(true)}>
                Send it and all later ones again
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
        <strong>{deliveryStates[delivery.status]}.</strong> {attemptResult(delivery)}
      </p>
      <Facts
        facts={[
          ['Kind', delivery.kind],
          ['Attempts', attempts],
          ['Last attempt', last === null ? null : <Time key="last" at={last} />],
          ['Next attempt', next === null ? null : <Time key="next" at={next} />],
          ['Ended', end === null ? null : <Time key="end" at={end} />],
          ['It took', delivery.duration_ms === null ? null : `${delivery.duration_ms} ms`],
          ['Message id', <code key="id">{delivery.id}</code>],
        ]}
      />
      {delivery.response_text !== null && (
        <Block title="The response" text={delivery.response_text} />
      )}
      <Block title="The message" text={JSON.stringify(delivery.body, null, 2)} />
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
