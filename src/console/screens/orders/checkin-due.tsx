import { everyText } from '../../ui/durations';
import { Time } from '../../ui/time';
import type { Order } from './order';

/** How often an order's agent checks in, and when it should do so next. */
export function CheckinDue({ order }: { readonly order: Order }) {
  const { checkin_every_seconds: every, next_checkin_due_at: due } = order;
  if (every === null) return <span>no check-ins expected</span>;
  return (
    <>
      <span>checks in {everyText(every)}</span>
      {due !== null && (
        <span className={order.checkin_overdue ? 'late' : undefined}>
          {order.checkin_overdue ? 'overdue, was due' : 'next'} <Time at={due} />
        </span>
      )}
    </>
  );
}
