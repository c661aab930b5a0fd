import { useSearchParams } from 'wouter';
import { api } from '../../api/client';
import { byOffset } from '../../api/pages';
import { Panel } from '../../ui/page';
import { Time } from '../../ui/time';
import { DeliveryDialog } from './delivery-dialog';
import { FilterTabs, ItemButton, ItemList } from './item-list';
import { useChoice } from './use-choice';
import { attemptResult, deliveryStates } from './webhook-words';

const filters = [
  { value: 'all', name: 'All' },
  { value: 'pending', name: 'Waiting' },
  { value: 'delivered', name: 'Delivered' },
  { value: 'failed', name: 'Failed' },
] as const;

/** The deliveries of a webhook. The filter and the open one are in the address. */
export function DeliveriesPanel({ webhookId }: { readonly webhookId: string }) {
  const [status, setStatus] = useChoice('status', ['all', 'pending', 'delivered', 'failed']);
  const [search, setSearch] = useSearchParams();
  const opened = search.get('delivery');
  const query = { limit: 50, ...(status === 'all' ? {} : { status: [status] }) };
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
      title="Deliveries"
      actions={
        <FilterTabs
          label="Which deliveries"
          options={filters}
          value={status}
          onChange={setStatus}
        />
      }
    >
      <ItemList
        list={list}
        empty="Messages to the webhook appear here for 30 days, with the results of sending them."
      >
        {(delivery) => (
          <>
            <div className="item-text">
              <span className="item-title">{delivery.kind}</span>
              <span className="row-meta">
                <strong>{deliveryStates[delivery.status]}</strong>
                <span>
                  created <Time at={delivery.created_at} />
                </span>
                <span>{attemptResult(delivery)}</span>
              </span>
            </div>
            <ItemButton
              name="Open"
              of={`${delivery.kind}, ${deliveryStates[delivery.status]}`}
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
