import { createReader, type Reader } from '../../../platform/db/reader';
import type { Database } from '../../../platform/db/connect';
import { isRecord } from '../../../platform/json';
import type { MailMessage, MailSender } from '../../../platform/mail/sender';
import type { OutgoingResult } from '../../../platform/outgoing';
import type { SecretKeys } from '../../../platform/secret-keys';
import { openLetter } from '../../../shared/mail-queue';
import { itemsIn } from '../queue/gathering-store';
import {
  isInReview,
  isOpenAction,
  isOpenRequest,
  isTakenFrom,
  type MailItem,
  type MailKind,
} from '../queue/mail-items';
import { type ActionRecord, findRecords, type RecordsById } from '../records-store';
import { choicesOf, findMailPeople } from '../settings/settings-store';
import { letterBody, line, type MailPart, partsBody } from './mail-text';
import { unsubscribeToken } from './unsubscribe-token';

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
        ? letterOf(parts, delivery, now)
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
  const [person] = await findMailPeople(reader, workspaceId, [userId ?? '']);
  if (person === undefined) return undefined;
  const choices = choicesOf(person.choices);
  const items = itemsIn(delivery.body).filter(({ kind }) => choices[kind] !== 'never');
  const records = await findRecords(reader, workspaceId, [...new Set(items.map(({ id }) => id))]);
  const found = items.flatMap((item) => {
    const part = partOf(item, records, { actorId: person.actor_id, now, consoleUrl });
    return part === undefined ? [] : [{ ...part, ...item }];
  });
  const [first, ...others] = found;
  const [secret] = delivery.secrets;
  if (first === undefined || secret === undefined) return undefined;
  const workspace = person.workspace_name;
  const token = unsubscribeToken(secret, { workspaceId, userId: person.id });
  const unsubscribeUrl = `${address}/v1/unsubscribe?token=${token}`;
  const settingsUrl = consoleUrl === null ? null : `${consoleUrl}/settings/account`;
  const isThread = others.every(({ id }) => id === first.id);
  return {
    id: delivery.id,
    to: person.email,
    subject: isThread
      ? `${subjects[first.kind]}: ${line(first.title, 150)}`
      : `${found.length} things wait for you in ${line(workspace, 100)}`,
    ...partsBody(found, { workspace, settingsUrl, unsubscribeUrl }),
    thread: isThread ? first.id : undefined,
    unsubscribeUrl,
  };
}

const subjects: Readonly<Record<MailKind, string>> = {
  question: 'Question',
  proposal: 'Proposal',
  review: 'To review',
  assigned: 'Assigned to you',
  overdue: 'Overdue',
  stalled: 'Stalled',
};

interface View {
  readonly actorId: string;
  readonly now: string;
  readonly consoleUrl: string | null;
}

// Undefined for what has been decided or has changed since.
function partOf(
  item: MailItem,
  { requests, actions }: RecordsById,
  view: View,
): MailPart | undefined {
  const { kind, id } = item;
  if (kind === 'question' || kind === 'proposal') {
    const request = requests.get(id);
    if (request === undefined || !isOpenRequest(request)) return undefined;
    if (isTakenFrom(request, view.actorId)) return undefined;
    const verb = kind === 'question' ? 'asks' : 'proposes';
    const { title, text, choices } = request;
    const headline = `${request.created_by_name} ${verb}:`;
    return { headline, title, text, choices, url: pageOf(view, `${kind}s`, id) };
  }
  const action = actions.get(id);
  const headline = action && headlineOf(item, action, view);
  if (action === undefined || headline === undefined) return undefined;
  const text = kind === 'review' ? action.result_summary : null;
  return { headline, title: action.title, text, choices: [], url: pageOf(view, 'actions', id) };
}

function headlineOf(
  { kind, at }: MailItem,
  action: ActionRecord,
  { actorId, now }: View,
): string | undefined {
  if (kind === 'review')
    return isInReview(action) ? 'This is done and waits for a review:' : undefined;
  if (!isOpenAction(action)) return undefined;
  if (kind === 'assigned') {
    return action.assigned_actor_id === actorId ? 'This is assigned to you:' : undefined;
  }
  if (kind === 'overdue') {
    const isOverdue = action.due_at !== null && action.due_at <= now;
    return isOverdue ? 'This is overdue:' : undefined;
  }
  const rests = action.last_activity_at <= at && action.assignee_name !== null;
  return rests ? `${action.assignee_name} has stopped working on this:` : undefined;
}

function pageOf({ consoleUrl }: View, folder: string, id: string): string | null {
  return consoleUrl === null ? null : `${consoleUrl}/${folder}/${encodeURIComponent(id)}`;
}

function letterOf(
  { keys, consoleUrl }: MailParts,
  delivery: MailDelivery,
  now: string,
): MailMessage | undefined {
  const stored: unknown = JSON.parse(delivery.body);
  if (!isRecord(stored) || consoleUrl === null) return undefined;
  const { to, by, token: sealed, expiresAt } = stored;
  if (typeof to !== 'string' || typeof by !== 'string' || typeof sealed !== 'string')
    return undefined;
  if (typeof expiresAt !== 'string' || expiresAt <= now) return undefined;
  const token = openLetter(keys, delivery, sealed);
  if (token === undefined) return undefined;
  const isInvitation = delivery.kind === 'mail.invitation';
  const url = `${consoleUrl}/${isInvitation ? 'invitation' : 'reset'}#${token}`;
  const valid = `The link works once, until ${expiresAt}.`;
  const name = line(by, 200);
  return {
    id: delivery.id,
    to,
    subject: isInvitation ? 'An invitation to Callboard' : 'A new password for Callboard',
    ...(isInvitation
      ? letterBody(
          [`${name} invites you to work together on Callboard.`],
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
