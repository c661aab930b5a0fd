import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { selectNames, type NamesOf } from '../../shared/actor-store';

/** A check-in as it is stored. */
export interface CheckinRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly order_id: string;
  readonly created_by_actor_id: string;
  readonly agent_id: string;
  readonly kind: 'report' | 'heartbeat';
  readonly summary: string;
  /** What the agent reported with it, as JSON. */
  readonly usage: string | null;
  readonly created_at: string;
}

/** A check-in with the name of its author. */
export type NamedCheckin = CheckinRow & NamesOf<'created'>;

/** Adds the columns of a NamedCheckin. */
export function selectCheckin(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return selectNames(query.select('checkins.*'), 'checkins', ['created']);
}

/** The check-ins of an order, to filter, count and page. */
export function checkinsOf(db: Knex, workspaceId: string, orderId: string): Knex.QueryBuilder {
  return db('checkins').where({
    'checkins.workspace_id': workspaceId,
    'checkins.order_id': orderId,
  });
}

/** The check-in of an id, or undefined. */
export function findCheckin(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<NamedCheckin | undefined> {
  return reader.first<NamedCheckin>((db) =>
    selectCheckin(
      db('checkins').where({ 'checkins.workspace_id': workspaceId, 'checkins.id': id }),
    ),
  );
}

/**
 * Stores a check-in of a locked order. Unless the order has a newer check-in, it becomes the latest
 * one, and the next is due at `nextDueAt`. The order's version does not change, because a check-in
 * is a record of its own.
 */
export async function insertCheckin(
  transaction: Transaction,
  checkin: CheckinRow,
  nextDueAt: string | null,
): Promise<void> {
  await transaction.write((db) => db('checkins').insert(checkin));
  await transaction.write((db) =>
    db('orders')
      .where({ workspace_id: checkin.workspace_id, id: checkin.order_id })
      .whereNotExists((newer) => {
        void newer
          .from('checkins')
          .where('checkins.workspace_id', checkin.workspace_id)
          .whereRaw('checkins.id = orders.latest_checkin_id')
          .whereRaw('(checkins.created_at, checkins.id) > (?, ?)', [
            checkin.created_at,
            checkin.id,
          ]);
      })
      .update({ latest_checkin_id: checkin.id, next_checkin_due_at: nextDueAt }),
  );
}
