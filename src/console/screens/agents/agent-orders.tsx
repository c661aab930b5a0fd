import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/client';
import { Item } from '../../rows/items';
import { KeptList, type ReadList } from '../../rows/kept-list';
import { Failure, lazyForm, RowsSkeleton } from '../../ui/loading';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/page';
import { RefusedNotice, useCommand } from '../../ui/use-command';
import { Time } from '../../ui/time';
import { changeOrder, CheckinDue, orderStates, type Order } from '../orders/order';
import type { Agent } from './agent';
import { t, Trans } from '../../texts/texts';

const NewOrder = lazyForm(async () => ({
  default: (await import('../orders/order-dialogs')).NewOrder,
}));

/** The standing orders of an agent, with their newest check-ins. */
export function AgentOrders({ agent: { id, state } }: { readonly agent: Agent }) {
  const [isCreating, setCreating] = useState(false);
  const orders = api.useQuery('get', '/v1/orders', {
    params: { query: { agent_id: id, limit: 200 } },
  });
  const items = orders.data?.items ?? [];
  const kept = items.filter(isKept);
  const ended = items.filter((order) => order.state === 'dropped');
  const isWhole = orders.data?.page.has_more === false;
  return (
    <Panel
      title={t('Orders')}
      count={kept.length}
      actions={
        state !== 'revoked' && (
          <button type="button" className="button" onClick={() => setCreating(true)}>
            <Icon name="plus" /> {t('New order')}
          </button>
        )
      }
    >
      {orders.error !== null && (
        <Failure error={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {orders.isPending && <RowsSkeleton />}
      {orders.isSuccess && (
        <KeptOrders
          list={orders}
          orders={kept}
          canMove={isWhole}
          refetch={async () => (await orders.refetch()).data?.items.filter(isKept) ?? []}
        />
      )}
      {!isWhole && orders.data !== undefined && (
        <p className="muted">{t('The first 200 are shown.')}</p>
      )}
      {ended.length > 0 && (
        <details>
          <summary>{t('Ended orders ({ended})', { ended: ended.length })}</summary>
          <ul className="items">
            {ended.map((order) => (
              <OrderItem key={order.id} order={order} />
            ))}
          </ul>
        </details>
      )}
      <Suspense fallback={null}>
        {isCreating && <NewOrder agentId={id} onClose={() => setCreating(false)} />}
      </Suspense>
    </Panel>
  );
}

function isKept({ state }: Order): boolean {
  return state !== 'dropped';
}

function KeptOrders({
  list,
  refetch,
  orders,
  canMove,
}: {
  readonly list: ReadList;
  readonly refetch: () => Promise<readonly Order[]>;
  readonly orders: readonly Order[];
  readonly canMove: boolean;
}) {
  const { run, refused, isSending, fault } = useCommand();
  const moved = useRef<{ readonly id: string; readonly to: number; readonly button: HTMLElement }>(
    undefined,
  );
  // The browser takes the focus away from a row that changes its place.
  useEffect(() => {
    const { id, to, button } = moved.current ?? {};
    if (to === undefined || orders[to]?.id !== id) return;
    button?.focus({ preventScroll: true });
    moved.current = undefined;
  }, [orders]);
  async function move(from: number, step: 1 | -1, button: HTMLElement): Promise<void> {
    const id = orders[from]?.id ?? '';
    moved.current = { id, to: from + step, button };
    await run(orders, {
      send: async (current) => {
        const index = current.findIndex((order) => order.id === id);
        const changes = index === -1 ? [] : reorder(current, index, step);
        for (const { order, position } of changes) await changeOrder(order, { position });
        return changes;
      },
      read: refetch,
      done: t('Moved.'),
    });
  }
  return (
    <>
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      <RefusedNotice refused={refused} />
      <KeptList
        list={list}
        items={orders}
        nameOf={({ id, name }) => ({ id, title: name })}
        isOrdered
        renderRow={(order) => (
          <OrderItem key={order.id} order={order}>
            {canMove && orders.length > 1 && (
              <MoveButtons
                name={order.name}
                canMove={(step) => !isSending && orders[orders.indexOf(order) + step] !== undefined}
                onMove={(step, button) => void move(orders.indexOf(order), step, button)}
              />
            )}
          </OrderItem>
        )}
        empty={
          <p className="muted">
            {t(
              'None. An order is work that the agent takes care of all the time, such as the support mails of each day. Here you will see its check-ins, and whether one is overdue.',
            )}
          </p>
        }
      />
    </>
  );
}

function MoveButtons({
  name,
  canMove,
  onMove,
}: {
  readonly name: string;
  readonly canMove: (step: 1 | -1) => boolean;
  readonly onMove: (step: 1 | -1, button: HTMLElement) => void;
}) {
  return (
    <div className="actions">
      {([-1, 1] as const).map((step) => (
        <button
          key={step}
          type="button"
          className="button button-small"
          aria-disabled={!canMove(step)}
          onClick={({ currentTarget }) => {
            if (canMove(step)) onMove(step, currentTarget);
          }}
        >
          {step === -1 ? t('Up') : t('Down')}{' '}
          <span className="visually-hidden" dir="auto">
            {name}
          </span>
        </button>
      ))}
    </div>
  );
}

function OrderItem({ order, children }: { readonly order: Order; readonly children?: ReactNode }) {
  const { latest_checkin: latest } = order;
  const href = `/app/orders/${order.id}`;
  return (
    <Item rowKey={`order-${order.id}`} href={href}>
      <div className="item-text">
        <Link href={href} className="item-title" dir="auto">
          {order.name}
        </Link>
        <p className="row-meta">
          {orderStates[order.state]}
          <CheckinDue order={order} />
          <span>
            {t('{count, plural, one {# open action} other {# open actions}}', {
              count: order.open_action_count,
            })}
          </span>
          <span>
            {t('{count, plural, one {# open question} other {# open questions}}', {
              count: order.open_question_count,
            })}
          </span>
        </p>
        {latest !== null && (
          <p className="clamped">
            <span className="muted">
              <Trans id="Checked in {time}:" values={{ time: <Time at={latest.created_at} /> }} />
            </span>{' '}
            <span dir="auto">{latest.summary}</span>
          </p>
        )}
      </div>
      {children}
    </Item>
  );
}

/** The new positions that put an order one place earlier or later; of those that change only. */
function reorder(orders: readonly Order[], from: number, step: 1 | -1) {
  const next = [...orders];
  next.splice(from + step, 0, ...next.splice(from, 1));
  return next
    .map((order, index) => ({ order, position: index + 1 }))
    .filter(({ order, position }) => order.position !== position);
}
