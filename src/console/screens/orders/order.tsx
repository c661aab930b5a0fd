import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { Time } from '../../ui/time';

/** A standing order of an agent. */
export type Order = components['schemas']['Order'];

type OrderUpdate = components['schemas']['OrderUpdate'];

/** The states in words. */
export const orderStates = { active: 'Active', paused: 'Paused', dropped: 'Ended' } as const;

/** Reads an order as it is now. */
export function readOrder(id: string): Promise<Order> {
  return unwrap(client.GET('/v1/orders/{id}', { params: { path: { id } } }));
}

/** Changes this version of an order. */
export function changeOrder(
  { id, version }: Pick<Order, 'id' | 'version'>,
  body: OrderUpdate,
): Promise<Order> {
  const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
  return unwrap(client.PATCH('/v1/orders/{id}', { params, body }));
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A unit of durations. */
export type Unit = (typeof units)[number][0];

/** The units to choose from. */
export const unitNames = units.map(([unit]) => ({ value: unit, name: `${unit}s` }));

/** The largest unit in which a duration is a whole number, with the number. */
export function split(seconds: number): { readonly count: number; readonly unit: Unit } {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return { count: seconds / size, unit };
}

/** The seconds of a number of units. */
export function secondsOf(count: number, unit: Unit): number {
  const [, size] = units.find(([name]) => name === unit) ?? ['second', 1];
  return count * size;
}

/** How often something happens, such as `every 2 hours`. */
function everyText(seconds: number): string {
  const { count, unit } = split(seconds);
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

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
