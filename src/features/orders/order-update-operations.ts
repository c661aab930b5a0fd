import { emit, type NewEvent } from '../../shared/events';
import { enforceCap, lockPlan } from '../../shared/plans';
import { differing, type Changed } from '../../platform/changed-fields';
import { checkReferences } from '../../platform/db/statements/references';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { invalidReference, notFound, problem } from '../../platform/problems';
import { toOrder } from './order-mapping';
import { checkMayChange } from './order-policy';
import { checkNotDropped, nextCheckinDue } from './order-rules';
import {
  findOrderAgent,
  findOrder,
  findOrderForUpdate,
  updateOrderRow,
  type OrderAgent,
  type OrderRow,
} from './order-store';

type Body = Input<'updateOrder'>['body'];
type Changes = Changed<Omit<Body, 'reason'>>;

/** Changes an order: a merge, in which an absent field is not touched. Dropping it is final. */
export const updateOrder: WriteHandler<'updateOrder'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const { reason, ...wanted } = body;
  const admit = (row: OrderRow | undefined): OrderRow => {
    if (row === undefined) throw notFound('order', path.id);
    checkMayChange(actor, row, Object.keys(differing(row, wanted)));
    matchVersion(header['If-Match'], row.version);
    checkNotDropped(row);
    return row;
  };
  // The agent and the workspace are locked before the order, always in this order; so the order is looked at without a lock first.
  const before = admit(await findOrder(transaction, workspaceId, path.id));
  const keeper = await keeperFor(ctx, before, wanted);
  if (wanted.state === 'active') await lockPlan(transaction, workspaceId);
  const row = admit(await findOrderForUpdate(transaction, workspaceId, path.id));
  const changes = differing(row, wanted);
  if (changes.state === 'active') {
    const isKnown = changes.agent_id !== undefined || row.agent_id === before.agent_id;
    await checkMayStand(ctx, isKnown ? keeper : await keeperFor(ctx, row, wanted));
  }
  await checkReferences(transaction, workspaceId, [
    { path: 'body/document_id', thing: 'a document', table: 'documents', id: changes.document_id },
    { path: 'body/domain_id', thing: 'a domain', table: 'domains', id: changes.domain_id },
  ]);
  if (Object.keys(changes).length > 0) {
    await updateOrderRow(transaction, row, {
      ...changes,
      ...(changes.agent_id === undefined || keeper === undefined
        ? {}
        : { assigned_actor_id: keeper.actor_id }),
      next_checkin_due_at: dueAfter(row, changes, now),
      updated_at: now,
      updated_by_actor_id: actor.id,
    });
    emit(ctx, ...eventsFor(ctx, row, changes, { reason, keeper }));
  }
  return reply(ctx, path.id);
};

/** The agent that is to keep the order, where that matters. An agent that was revoked keeps none. */
async function keeperFor(
  { transaction, workspaceId }: WriteContext,
  before: OrderRow,
  wanted: Pick<Body, 'agent_id' | 'state'>,
): Promise<OrderAgent | undefined> {
  if (wanted.agent_id === undefined && wanted.state !== 'active') return undefined;
  const keeper = await findOrderAgent(transaction, workspaceId, wanted.agent_id ?? before.agent_id);
  if (keeper !== undefined || wanted.agent_id === undefined) return keeper;
  throw invalidReference('body/agent_id', 'an agent that is not revoked');
}

/** Throws unless the order may become active: its agent is there, and the plan has room for one more. */
async function checkMayStand(
  { transaction, workspaceId }: WriteContext,
  keeper: OrderAgent | undefined,
): Promise<void> {
  if (keeper === undefined) {
    throw problem('AGENT_REVOKED', 'The agent of this order has been revoked. Name another one.');
  }
  await enforceCap(transaction, workspaceId, 'active_orders');
}

function dueAfter(row: OrderRow, changes: Changes, now: string): string | null {
  const { state, checkin_every_seconds: cadence, agent_id: agent } = changes;
  const isAnew = state !== undefined || cadence !== undefined || agent !== undefined;
  return isAnew ? nextCheckinDue({ ...row, ...changes }, now) : row.next_checkin_due_at;
}

const moved = { active: 'resumed', paused: 'paused', dropped: 'dropped' } as const;

function eventsFor(
  { actor }: WriteContext,
  row: OrderRow,
  { state, agent_id: agentId, ...fields }: Changes,
  {
    reason,
    keeper,
  }: { readonly reason: string | undefined; readonly keeper: OrderAgent | undefined },
): NewEvent[] {
  const about = { orderId: row.id };
  const subject = { type: 'order', id: row.id, title: fields.name ?? row.name };
  const events: NewEvent[] = [];
  if (state !== undefined) {
    const why = reason === undefined ? '.' : `: ${reason}`;
    const summary = `${actor.name} ${moved[state]} the order${why}`;
    events.push({ kind: 'order.state_changed', subject, summary, about });
  }
  if (agentId !== undefined) {
    const summary = `${actor.name} gave the order to ${keeper?.name ?? 'another agent'}.`;
    events.push({ kind: 'order.assigned', subject, summary, about });
  }
  const names = Object.keys(fields);
  if (names.length > 0) {
    const summary = `${actor.name} changed ${names.join(', ')}.`;
    events.push({ kind: 'order.updated', subject, summary, about });
  }
  return events;
}

async function reply({ transaction, workspaceId, now }: WriteContext, id: string) {
  const row = await findOrder(transaction, workspaceId, id);
  if (row === undefined) throw notFound('order', id);
  return {
    status: 200,
    body: toOrder(row, now),
    headers: { ETag: etagOf(row.version) },
  } as const;
}
