import type { components } from 'callboard-client';
import { unwrap } from 'callboard-client';
import { client } from '../../api/client';

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
