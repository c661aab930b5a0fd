import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { isRecord } from '../../../platform/json';
import { type MailItem, mailKinds } from './mail-items';

/** The kinds of mails that gather what came for a person: within minutes, or until the digest. */
export type GatheringKind = 'mail.notification' | 'mail.digest';

/** The parts of one mail at most. Further ones are left out: the console has them. */
export const maxItems = 50;

/** The key of the queue of mails. */
export interface QueueKey {
  readonly workspace_id: string;
  readonly id: string;
}

/** What to add to a mail of a person. */
export interface Gathered {
  readonly userId: string;
  readonly kind: GatheringKind;
  /** When a mail that begins to gather is due. */
  readonly dueAt: string;
  readonly items: readonly MailItem[];
}

/**
 * Adds parts to the mails that gather for people, and begins a mail for each other person, which is
 * due at `dueAt`. The queue is locked. A mail that a process sends, or has tried to send, gathers
 * nothing more, so that all attempts are the same mail.
 */
export async function gatherMails(
  transaction: Transaction,
  queue: QueueKey,
  mails: readonly Gathered[],
  { now, newId }: { readonly now: string; readonly newId: () => string },
): Promise<void> {
  if (mails.length === 0) return;
  const gathering = await findGathering(
    transaction,
    queue,
    mails.map(({ userId }) => userId),
  );
  const rows = mails.map(({ userId, kind, dueAt, items }) => {
    const found = gathering.get(`${kind} ${userId}`);
    return {
      workspace_id: queue.workspace_id,
      id: found?.id ?? newId(),
      webhook_id: queue.id,
      kind,
      recipient_user_id: userId,
      body: bodyOf([...(found === undefined ? [] : itemsIn(found.body)), ...items]),
      status: 'pending',
      attempts: 0,
      // The earlier one: a clock that was ahead must not delay a mail for long.
      due_at: found === undefined || dueAt < found.due_at ? dueAt : found.due_at,
      created_at: now,
    };
  });
  await transaction.write((db) =>
    db('webhook_deliveries')
      .insert(rows)
      .onConflict(['workspace_id', 'id'])
      .merge(['body', 'due_at']),
  );
}

/** The digest that gathers for a person, in a locked queue. */
export async function findGatheringDigest(
  transaction: Transaction,
  queue: QueueKey,
  userId: string,
): Promise<GatheringRow | undefined> {
  return (await findGathering(transaction, queue, [userId])).get(`mail.digest ${userId}`);
}

/** Changes when the digest that gathers for a person is due. The queue is locked. */
export async function moveDigest(
  transaction: Transaction,
  queue: QueueKey,
  userId: string,
  dueAt: string,
): Promise<void> {
  const found = await findGatheringDigest(transaction, queue, userId);
  if (found === undefined) return;
  await transaction.write((db) =>
    db('webhook_deliveries')
      .where({ workspace_id: queue.workspace_id, id: found.id })
      .update({ due_at: dueAt }),
  );
}

// The screen Now shows the rest.
const maxLeft = 200;

/** The parts that wait in mails of people and concerned nobody else, at most 200. */
export async function findSoleParts(
  transaction: Transaction,
  queue: QueueKey,
  userIds: readonly string[],
): Promise<readonly MailItem[]> {
  if (userIds.length === 0) return [];
  const rows = await transaction.rows<Pick<GatheringRow, 'body'>>((db) =>
    pendingOf(db, queue, userIds).orderBy(['created_at', 'id']).limit(maxLeft).select('body'),
  );
  const parts = rows.flatMap(({ body }) => itemsIn(body));
  return parts.filter(({ isSole }) => isSole === true).slice(0, maxLeft);
}

function pendingOf(db: Knex, queue: QueueKey, userIds: readonly string[]): Knex.QueryBuilder {
  return db('webhook_deliveries')
    .where({ workspace_id: queue.workspace_id, webhook_id: queue.id })
    .whereIn('kind', ['mail.notification', 'mail.digest'])
    .whereRaw("status = 'pending' and recipient_user_id is not null")
    .whereIn('recipient_user_id', [...new Set(userIds)]);
}

/** A mail that gathers. */
export interface GatheringRow {
  readonly id: string;
  readonly kind: string;
  readonly recipient_user_id: string;
  readonly body: string;
  readonly due_at: string;
}

async function findGathering(
  transaction: Transaction,
  queue: QueueKey,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, GatheringRow>> {
  const rows = await transaction.rows<GatheringRow>((db: Knex) => {
    const found = pendingOf(db, queue, userIds)
      .where('attempts', 0)
      .whereNull('leased_until')
      .select('id', 'kind', 'recipient_user_id', 'body', 'due_at');
    // A process that leases one of them waits, and then sends what was added.
    return transaction.dialect === 'sqlite' ? found : found.forUpdate();
  });
  return new Map(rows.map((row) => [`${row.kind} ${row.recipient_user_id}`, row]));
}

// Of two parts about the same, the new one or the later one counts. New parts come first.
function bodyOf(all: readonly MailItem[]): string {
  const chosen = new Map<string, MailItem>();
  for (const item of all.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    const key = `${item.kind} ${item.id}`;
    if (item.isRepeated !== true || !chosen.has(key)) chosen.set(key, item);
  }
  const items = [...chosen.values()];
  const fresh = items.filter(({ isRepeated }) => isRepeated !== true);
  const repeated = items.filter((item) => !fresh.includes(item));
  return JSON.stringify({ items: [...fresh, ...repeated].slice(0, maxItems) });
}

/** The parts of a stored mail. */
export function itemsIn(body: string): MailItem[] {
  const stored: unknown = JSON.parse(body);
  const items: unknown = isRecord(stored) ? stored['items'] : [];
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown): MailItem[] => {
    if (!isRecord(item)) return [];
    const kind = mailKinds.find((each) => each === item['kind']);
    const { id, at, isRepeated, isSole } = item;
    return kind === undefined || typeof id !== 'string' || typeof at !== 'string'
      ? []
      : [
          {
            kind,
            id,
            at,
            ...(isRepeated === true && { isRepeated }),
            ...(isSole === true && { isSole }),
          },
        ];
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
