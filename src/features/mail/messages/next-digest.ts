import type { Transaction } from '../../../platform/db/transaction';
import { newId } from '../../../platform/ids';
import { nextDigestAt, scheduleOf } from '../queue/digest-rules';
import { findGatheringDigest, gatherMails, itemsIn } from '../queue/gathering-store';
import type { MailItem } from '../queue/mail-items';
import { choicesOf, findMailPerson, type MailPerson } from '../settings/settings-store';
import { findWaiting } from './waiting-parts';

/** A digest whose attempt has ended. Its queue is locked. */
export interface EndedDigest {
  readonly workspace_id: string;
  readonly webhook_id: string;
  readonly kind: string;
  readonly recipient_user_id: string | null;
  readonly body: string;
}

/** Whether a delivery is a digest. */
export function isDigest({ kind }: Pick<EndedDigest, 'kind'>): boolean {
  return kind === 'mail.digest';
}

/**
 * Adds what a sent digest had to the next one, if it still waits. Assigned work is left out: a
 * person needs to read that once.
 */
export async function repeatInNextDigest(
  transaction: Transaction,
  digest: EndedDigest,
  now: string,
): Promise<void> {
  const person = await findRecipient(transaction, digest);
  if (person === undefined) return;
  const choices = choicesOf(person.choices);
  const items = itemsIn(digest.body).filter(
    ({ kind }) => kind !== 'assigned' && choices[kind] === 'digest',
  );
  const waiting = await findWaiting(transaction, digest.workspace_id, person, {
    items,
    now,
    consoleUrl: null,
  });
  const repeated = waiting.map(({ kind, id, at, isSole }) => ({
    kind,
    id,
    at,
    isRepeated: true,
    ...(isSole === true && { isSole }),
  }));
  await addToNext(transaction, digest, person, { items: repeated, now });
}

/**
 * Whether the next digest of the person is due before another attempt at `retry`, or there is no
 * other attempt. Such a digest joins the next one, so a mail server that was down for days gets one.
 */
export async function isNextDigestSooner(
  transaction: Transaction,
  { workspace_id, webhook_id: id, recipient_user_id: userId }: EndedDigest,
  retry: string | undefined,
): Promise<boolean> {
  if (retry === undefined) return true;
  const next = await findGatheringDigest(transaction, { workspace_id, id }, userId ?? '');
  return next !== undefined && next.due_at <= retry;
}

/** Adds all of a digest that could not be sent to the next one. */
export async function joinNextDigest(
  transaction: Transaction,
  digest: EndedDigest,
  now: string,
): Promise<void> {
  const person = await findRecipient(transaction, digest);
  if (person === undefined) return;
  await addToNext(transaction, digest, person, { items: itemsIn(digest.body), now });
}

function findRecipient(
  transaction: Transaction,
  { workspace_id: workspaceId, recipient_user_id: userId }: EndedDigest,
): Promise<MailPerson | undefined> {
  return findMailPerson(transaction, { workspaceId, userId });
}

async function addToNext(
  transaction: Transaction,
  { workspace_id, webhook_id: id }: EndedDigest,
  person: MailPerson,
  { items, now }: { readonly items: readonly MailItem[]; readonly now: string },
): Promise<void> {
  if (items.length === 0) return;
  const dueAt = await nextDigestAt(now, scheduleOf(person.digest), person.time_zone);
  await gatherMails(
    transaction,
    { workspace_id, id },
    [{ userId: person.id, kind: 'mail.digest', dueAt, items }],
    { now, newId: () => newId('msg', now) },
  );
}
