import type { Database } from '../../../platform/db/connect';
import { readDatabaseTime } from '../../../platform/db/clock-and-epoch';
import { createReader, type Reader } from '../../../platform/db/reader';
import { transact, type Transaction } from '../../../platform/db/transaction';
import type { SecretKeys } from '../../../platform/secret-keys';
import { addMilliseconds, DAY } from '../../../platform/time';
import type { FeedEvent } from '../../../shared/events';
import { ensureMailQueue, findWorkspacesWithoutQueue } from '../../../shared/mail-queue-store';
import { findDueBetween, findRecords } from '../records-store';
import { findMailPeople, type MailPerson, toAddressee } from '../settings/settings-store';
import { nextDigestAt, scheduleOf } from './digest-rules';
import { findSoleParts, type Gathered, gatherMails } from './gathering-store';
import {
  itemsOfEvents,
  itemsOfLeavers,
  itemsOfOverdue,
  leaversOf,
  type MailItem,
} from './mail-items';

const PAGE = 200;

/** The locked queue of mails of a workspace, and when it is read. */
export interface MailReading {
  readonly transaction: Transaction;
  readonly queue: {
    readonly workspace_id: string;
    readonly id: string;
    readonly overdue_checked_at: string;
  };
  readonly now: string;
  /** When a mail that begins to gather is due. */
  readonly dueAt: string;
  readonly newId: () => string;
}

/**
 * Stores the mails of events and of actions that have become overdue. Returns up to when it has
 * looked for the latter. Events of more than a day ago mail nobody: e-mail was off.
 */
export async function enqueueMails(
  reading: MailReading,
  events: readonly FeedEvent[],
): Promise<{ readonly overdueThrough: string; readonly hasMore: boolean }> {
  const { transaction, queue, now } = reading;
  const { workspace_id: workspaceId, overdue_checked_at: after } = queue;
  const overdue = await findDueBetween(transaction, workspaceId, {
    after,
    until: now,
    limit: PAGE,
  });
  const recent = events.filter(({ created_at: at }) => at > addMilliseconds(now, -DAY));
  const hasMore = overdue.length === PAGE;
  const overdueThrough = (hasMore ? overdue.at(-1)?.due_at : undefined) ?? now;
  if (recent.length === 0 && overdue.length === 0) return { overdueThrough, hasMore };
  const found = await findMailPeople(transaction, workspaceId);
  const people = found.map(toAddressee);
  const key = { workspace_id: workspaceId, id: queue.id };
  const left = await findSoleParts(transaction, key, leaversOf(recent, people));
  const ids = [
    ...new Set([...recent.map(({ subject_id: id }) => id), ...left.map(({ id }) => id)]),
  ];
  const records = await findRecords(transaction, workspaceId, ids);
  const items = new Map(itemsOfEvents(recent, records, people));
  for (const [userId, more] of [
    ...itemsOfOverdue(overdue, people),
    ...itemsOfLeavers(left, records, people),
  ]) {
    items.set(userId, [...(items.get(userId) ?? []), ...more]);
  }
  const mails = await Promise.all(
    found.map((person) => mailsOf(person, items.get(person.id) ?? [], reading)),
  );
  await gatherMails(transaction, key, mails.flat(), reading);
  return { overdueThrough, hasMore };
}

// What is mailed at once, and what waits for the digest.
async function mailsOf(
  person: MailPerson,
  items: readonly MailItem[],
  { now, dueAt }: Pick<MailReading, 'now' | 'dueAt'>,
): Promise<Gathered[]> {
  const { id: userId, digest, time_zone: zone } = person;
  const { choices } = toAddressee(person);
  const ofDigest = items.filter(({ kind }) => choices[kind] === 'digest');
  const atOnce = items.filter((item) => !ofDigest.includes(item));
  return [
    ...(atOnce.length === 0
      ? []
      : [{ userId, kind: 'mail.notification' as const, dueAt, items: atOnce }]),
    ...(ofDigest.length === 0
      ? []
      : [
          {
            userId,
            kind: 'mail.digest' as const,
            dueAt: await nextDigestAt(now, scheduleOf(digest), zone),
            items: ofDigest,
          },
        ]),
  ];
}

/** Creates the queues of workspaces that have none yet, at most 200 of them. */
export async function createMailQueues(database: Database, keys: SecretKeys): Promise<void> {
  const reader: Reader = createReader(database);
  for (const workspaceId of await findWorkspacesWithoutQueue(reader, PAGE)) {
    await transact(database, async (transaction) => {
      const now = await readDatabaseTime(transaction);
      await ensureMailQueue(transaction, keys, { workspaceId, now });
    });
  }
}
