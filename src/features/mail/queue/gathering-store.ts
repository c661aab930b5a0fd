import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { isRecord } from '../../../platform/json';
import { type MailItem, mailKinds } from './mail-items';

/** The kind of a mail that gathers what came for a person. */
const notification = 'mail.notification';

/** The parts of one mail at most. Further ones are left out: the console has them. */
const maxItems = 50;

/** The key of the queue of mails. */
interface QueueKey {
  readonly workspace_id: string;
  readonly id: string;
}

/**
 * Adds parts to the mails that gather for people, and begins a mail for each other person, which is
 * due at `dueAt`. The queue is locked. A mail that a process sends, or has tried to send, gathers
 * nothing more, so that all attempts are the same mail.
 */
export async function gatherMails(
  transaction: Transaction,
  queue: QueueKey,
  items: ReadonlyMap<string, readonly MailItem[]>,
  {
    now,
    dueAt,
    newId,
  }: { readonly now: string; readonly dueAt: string; readonly newId: () => string },
): Promise<void> {
  if (items.size === 0) return;
  const gathering = await findGathering(transaction, queue, [...items.keys()]);
  const rows = [...items].map(([userId, added]) => {
    const found = gathering.get(userId);
    const all = [...(found === undefined ? [] : itemsIn(found.body)), ...added];
    const latest = new Map(all.map((item) => [`${item.kind} ${item.id}`, item]));
    return {
      workspace_id: queue.workspace_id,
      id: found?.id ?? newId(),
      webhook_id: queue.id,
      kind: notification,
      recipient_user_id: userId,
      body: JSON.stringify({ items: [...latest.values()].slice(0, maxItems) }),
      status: 'pending',
      attempts: 0,
      due_at: dueAt,
      created_at: now,
    };
  });
  await transaction.write((db) =>
    db('webhook_deliveries').insert(rows).onConflict(['workspace_id', 'id']).merge(['body']),
  );
}

async function findGathering(
  transaction: Transaction,
  queue: QueueKey,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly body: string }>> {
  const rows = await transaction.rows<{ id: string; recipient_user_id: string; body: string }>(
    (db: Knex) => {
      const found = db('webhook_deliveries')
        .where({ workspace_id: queue.workspace_id, webhook_id: queue.id, kind: notification })
        .whereRaw("status = 'pending' and recipient_user_id is not null")
        .whereIn('recipient_user_id', [...userIds])
        .where('attempts', 0)
        .whereNull('leased_until')
        .select('id', 'recipient_user_id', 'body');
      // A process that leases one of them waits, and then sends what was added.
      return transaction.dialect === 'sqlite' ? found : found.forUpdate();
    },
  );
  return new Map(rows.map(({ recipient_user_id: userId, ...row }) => [userId, row]));
}

/** The parts of a stored mail. */
export function itemsIn(body: string): MailItem[] {
  const stored: unknown = JSON.parse(body);
  const items: unknown = isRecord(stored) ? stored['items'] : [];
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown): MailItem[] => {
    if (!isRecord(item)) return [];
    const kind = mailKinds.find((each) => each === item['kind']);
    const { id, at } = item;
    return kind === undefined || typeof id !== 'string' || typeof at !== 'string'
      ? []
      : [{ kind, id, at }];
  });
}

/** Queues of mails that have not looked for overdue actions since `before`, with some to find. */
export async function findQueuesWithOverdue(
  reader: Reader,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<{ readonly workspace_id: string; readonly id: string }[]> {
  return reader.rows((db) =>
    db('webhooks')
      .whereNotNull('webhooks.overdue_checked_at')
      .whereNull('webhooks.deleted_at')
      .whereExists((due) => {
        void due
          .from('actions')
          .whereRaw('actions.workspace_id = webhooks.workspace_id')
          .whereRaw('(actions.due_at is null) = false')
          .whereRaw('actions.due_at > webhooks.overdue_checked_at')
          .where('actions.due_at', '<=', now)
          .whereRaw("actions.status in ('inbox', 'ready', 'waiting')")
          .select(db.raw('1'));
      })
      .orderBy(['webhooks.workspace_id', 'webhooks.id'])
      .limit(limit)
      .select('webhooks.workspace_id', 'webhooks.id'),
  );
}
