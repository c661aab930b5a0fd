import { createReader, type Reader } from '../../../platform/db/reader';
import type { Database } from '../../../platform/db/connect';
import { isRecord } from '../../../platform/json';
import type { MailMessage, MailSender } from '../../../platform/mail/sender';
import type { OutgoingResult } from '../../../platform/outgoing';
import type { SecretKeys } from '../../../platform/secret-keys';
import { openLetter } from '../../../shared/mail-queue-store';
import { pageUrl } from '../../../shared/server-settings';
import { findResetUser } from '../../auth';
import { findAcceptable } from '../../users';
import { itemsIn, maxItems } from '../queue/gathering-store';
import type { MailKind } from '../queue/mail-items';
import { findMailPerson, findWorkspaceName } from '../settings/settings-store';
import { letterBody, line, partsBody } from './mail-text';
import { unsubscribeToken } from '../settings/settings-operations';
import { findWaiting, type WaitingPart } from './waiting-parts';

/** What mails are sent with. */
export interface MailParts {
  readonly sender: MailSender;
  readonly keys: SecretKeys;
  /** The address of the server, without a slash at its end. */
  readonly address: string;
  /** The address of the console; null without one. */
  readonly consoleUrl: string | null;
}

/** A leased delivery of the queue of mails. */
export interface MailDelivery {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: string;
  readonly recipient_user_id: string | null;
  readonly body: string;
  /** The secrets of the queue, the newest first. */
  readonly secrets: readonly string[];
}

/** When a mail is sent. */
export interface Sending {
  readonly now: string;
  readonly signal: AbortSignal;
}

// There is nothing left to say, or nobody to say it to.
const notNeeded: OutgoingResult = {
  status: 204,
  headers: {},
  text: 'No longer needed',
  truncated: false,
  durationMs: 0,
};

/**
 * Makes the function that sends a mail. The message is written now, so that nothing is mailed that
 * has been decided meanwhile, and nothing to a person who has left or wants no mails.
 */
export function createMailDelivery(
  database: Database,
  parts: MailParts,
): (delivery: MailDelivery, sending: Sending) => Promise<OutgoingResult> {
  const reader = createReader(database);
  return async (delivery, { now, signal }) => {
    const message =
      delivery.recipient_user_id === null
        ? await letterOf(reader, parts, delivery, now)
        : await notificationOf(reader, parts, delivery, now);
    return message === undefined ? notNeeded : parts.sender.send(message, signal);
  };
}

async function notificationOf(
  reader: Reader,
  { address, consoleUrl }: MailParts,
  delivery: MailDelivery,
  now: string,
): Promise<MailMessage | undefined> {
  const { workspace_id: workspaceId, recipient_user_id: userId } = delivery;
  const person = await findMailPerson(reader, { workspaceId, userId });
  if (person === undefined) return undefined;
  const items = itemsIn(delivery.body);
  const found = await findWaiting(reader, workspaceId, person, { items, now, consoleUrl });
  const [secret] = delivery.secrets;
  if (found.length === 0 || secret === undefined) return undefined;
  const workspace = person.workspace_name;
  const token = unsubscribeToken(secret, { workspaceId, userId: person.id });
  const unsubscribeUrl = `${address}/v1/unsubscribe?token=${token}`;
  const settingsUrl = pageUrl(consoleUrl, 'settings/account', workspaceId);
  const isDigest = delivery.kind === 'mail.digest';
  const thread = isDigest ? undefined : threadOf(found);
  return {
    id: delivery.id,
    to: person.email,
    subject: subjectOf(found, { workspace, isDigest, isThread: thread !== undefined }),
    ...partsBody(found, {
      workspace,
      settingsUrl,
      unsubscribeUrl,
      isCut: isDigest && items.length >= maxItems,
    }),
    thread,
    unsubscribeUrl,
  };
}

// The record that all parts are about; undefined if they are about several.
function threadOf([first, ...others]: readonly WaitingPart[]): string | undefined {
  return others.every(({ id }) => id === first?.id) ? first?.id : undefined;
}

function subjectOf(
  found: readonly WaitingPart[],
  {
    workspace,
    isDigest,
    isThread,
  }: { readonly workspace: string; readonly isDigest: boolean; readonly isThread: boolean },
): string {
  const [first] = found;
  if (isThread && first !== undefined) {
    const { kind, key, title } = first;
    return `${subjects[kind]}: ${line(key === null ? title : `${key} ${title}`, 150)}`;
  }
  const things = found.length === 1 ? '1 thing waits' : `${found.length} things wait`;
  return `${isDigest ? 'Digest: ' : ''}${things} for you in ${line(workspace, 100)}`;
}

const subjects: Readonly<Record<MailKind, string>> = {
  question: 'Question',
  proposal: 'Proposal',
  review: 'To review',
  assigned: 'Assigned to you',
  overdue: 'Overdue',
  stalled: 'Stalled',
};

async function letterOf(
  reader: Reader,
  { keys, consoleUrl }: MailParts,
  delivery: MailDelivery,
  now: string,
): Promise<MailMessage | undefined> {
  const stored: unknown = JSON.parse(delivery.body);
  if (!isRecord(stored) || consoleUrl === null) return undefined;
  const { to, by, token: sealed, expiresAt } = stored;
  if (typeof to !== 'string' || typeof by !== 'string' || typeof sealed !== 'string')
    return undefined;
  if (typeof expiresAt !== 'string' || expiresAt <= now) return undefined;
  const token = openLetter(keys, delivery, sealed);
  if (token === undefined) return undefined;
  const isInvitation = delivery.kind === 'mail.invitation';
  // Revoked, used or replaced by another one, perhaps while the mail server was down.
  const isValid = isInvitation
    ? await findAcceptable(reader, token, now)
    : await findResetUser(reader, token, now);
  if (isValid === undefined) return undefined;
  const url = `${consoleUrl}/${isInvitation ? 'invitation' : 'reset'}#${token}`;
  const valid = `The link works once, until ${expiresAt}.`;
  const name = line(by, 200);
  const workspace = line((await findWorkspaceName(reader, delivery.workspace_id)) ?? '', 100);
  return {
    id: delivery.id,
    to,
    subject: isInvitation
      ? `An invitation to ${workspace} on Callboard`
      : 'A new password for Callboard',
    ...(isInvitation
      ? letterBody(
          [`${name} invites you to work together in ${workspace} on Callboard.`],
          { label: 'Accept the invitation', url },
          [valid, 'If you do not know the sender, ignore this mail.'],
        )
      : letterBody(
          [`${name} has made a link for you to set a new password.`],
          { label: 'Set a new password', url },
          [
            valid,
            'Until then your password stays valid. If you did not ask for it, tell an owner.',
          ],
        )),
    thread: undefined,
    unsubscribeUrl: undefined,
  };
}
