import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { components } from '../../../../generated/types';
import type { Database } from '../../../platform/db/connect';
import { type Reader, createReader } from '../../../platform/db/reader';
import { transact } from '../../../platform/db/transaction';
import { negotiateType } from '../../../platform/http/responses/response';
import type { Actor, ReadHandler, WriteHandler } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import type { ProtocolHandler, ProtocolReply } from '../../../platform/protocol';
import type { SecretKeys } from '../../../platform/secret-keys';
import { checkTimeZone, spelledTimeZone } from '../../../platform/time';
import { checkOpen } from '../../../shared/closed-workspaces-store';
import { lockMailQueue, findMailQueue } from '../../../shared/mail-queue-store';
import { hiddenFields, html, page, pageHeaders, t } from '../../../shared/pages';
import { signingSecrets } from '../../../shared/webhook-signing';
import { findTimeZone } from '../../../shared/workspace-time';
import { type DigestSchedule, nextDigestAt, scheduleOf } from '../queue/digest-rules';
import { moveDigest } from '../queue/gathering-store';
import type { MailChoices } from '../queue/mail-items';
import {
  choicesOf,
  findSettings,
  findUserAddress,
  type PersonKey,
  storeSettings,
  noMails,
} from './settings-store';

/** Whether the server sends mails. */
interface Availability {
  readonly available: boolean;
}

/** Says what is mailed to the caller. */
export function getNotificationSettingsWith(
  availability: Availability,
): ReadHandler<'getNotificationSettings'> {
  return async (_input, { reader, actor, workspaceId }) => {
    const key = { workspaceId, userId: userIdOf(actor) };
    const chosen = await findChosen(reader, key);
    return { status: 200, body: await settingsOf(reader, key, availability, chosen) };
  };
}

/** Changes what is mailed to the caller, and when the digest is sent. */
export function updateNotificationSettingsWith(
  availability: Availability,
): WriteHandler<'updateNotificationSettings'> {
  return async ({ body }, { transaction, actor, workspaceId, now }) => {
    const { time_zone: zone } = body.digest ?? {};
    if (typeof zone === 'string') checkTimeZone(zone, 'body/digest/time_zone');
    const key = { workspaceId, userId: userIdOf(actor) };
    const before = await findChosen(transaction, key);
    const choices = { ...before.choices, ...body.choices };
    const named = typeof zone === 'string' ? { time_zone: await spelledTimeZone(zone) } : {};
    const digest = { ...before.digest, ...body.digest, ...named };
    await storeSettings(transaction, { ...key, now }, { choices, digest });
    if (body.digest !== undefined) {
      // After the settings, so a digest that begins to gather meanwhile is moved too.
      const queue = await lockMailQueue(transaction, workspaceId);
      const at = await nextDigestAt(now, digest, await findTimeZone(transaction, workspaceId));
      if (queue !== undefined) await moveDigest(transaction, queue, key.userId, at);
    }
    const after = await settingsOf(transaction, key, availability, { choices, digest });
    return { status: 200, body: after };
  };
}

interface Chosen {
  readonly choices: MailChoices;
  readonly digest: DigestSchedule;
}

async function findChosen(reader: Reader, key: PersonKey): Promise<Chosen> {
  const stored = await findSettings(reader, key);
  return { choices: choicesOf(stored?.choices), digest: scheduleOf(stored?.digest) };
}

async function settingsOf(
  reader: Reader,
  key: PersonKey,
  { available }: Availability,
  { choices, digest }: Chosen,
): Promise<components['schemas']['NotificationSettings']> {
  const email = (await findUserAddress(reader, key)) ?? '';
  return { available, email, choices, digest };
}

function userIdOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : '';
}

/** The dependencies of the operations. */
export interface UnsubscribeParts {
  readonly database: Database;
  readonly keys: SecretKeys;
}

/** Shows the page with the button. Link scanners open it, so it changes nothing. */
export function showUnsubscribeWith({ database, keys }: UnsubscribeParts): ProtocolHandler {
  const reader = createReader(database);
  return async ({ message }, { now }) => {
    const owner = await findOwner(reader, keys, message, now);
    if (owner === undefined) return unknownReply(message);
    return pageReply(
      t('No more mails'),
      html`<p>${t('Callboard then sends you no more mails about questions, reviews and work.')}</p>
        <form method="post">
          ${hiddenFields({ 'List-Unsubscribe': 'One-Click' })}
          <div class="buttons"><button class="main">${t('Send no more mails')}</button></div>
        </form>`,
    );
  };
}

/** Ends the mails of the person of the token. */
export function endMailsWith({ database, keys }: UnsubscribeParts): ProtocolHandler {
  return ({ message }, { now }) =>
    transact(database, async (transaction) => {
      const owner = await findOwner(transaction, keys, message, now);
      if (owner === undefined) return unknownReply(message);
      await checkOpen(transaction, owner.workspaceId);
      await storeSettings(transaction, { ...owner, now }, { choices: noMails });
      return pageReply(
        t('You get no more mails'),
        html`<p>${t('You can choose again under Settings, Account.')}</p>`,
      );
    });
}

async function findOwner(
  reader: Reader,
  keys: SecretKeys,
  { url = '' }: IncomingMessage,
  now: string,
): Promise<TokenOwner | undefined> {
  const token = new URLSearchParams(url.replace(/^[^?]*/, '')).get('token') ?? '';
  const owner = ownerOfToken(token);
  const queue = await findMailQueue(reader, owner?.workspaceId ?? '');
  const secrets = queue && signingSecrets(keys, queue, now).secrets;
  if (owner === undefined || secrets === undefined || !isSigned(token, secrets)) return undefined;
  return (await findUserAddress(reader, owner)) === undefined ? undefined : owner;
}

// Browsers prefer a page; a mail program gets the error that other operations send.
function unknownReply(message: IncomingMessage): ProtocolReply {
  if (negotiateType(message, ['application/json', 'text/html']) !== 'text/html') {
    throw notFound('link', 'of a mail');
  }
  const reply = pageReply(
    t('This link is not valid'),
    html`<p>
      ${t(
        'Open the link of the mail again, and copy all of it. If it stays so, choose under Settings, Account what is mailed to you.',
      )}
    </p>`,
  );
  return { ...reply, status: 404 };
}

function pageReply(title: string, content: ReturnType<typeof html>): ProtocolReply {
  const { 'Content-Type': contentType = '', ...headers } = pageHeaders(true);
  return { status: 200, bytes: Buffer.from(page(title, content)), contentType, headers };
}

/** Whose mails a token ends. */
interface TokenOwner {
  readonly workspaceId: string;
  readonly userId: string;
}

// The log shows no such secret: see `withoutSecrets`.
const pattern = /^cbu_(wsp_[\w-]{1,100})\.(usr_[\w-]{1,100})\.([0-9a-f]{64})$/;

/** The token that ends the mails of a person. It needs no row, and stays valid. */
export function unsubscribeToken(secret: string, owner: TokenOwner): string {
  return `cbu_${owner.workspaceId}.${owner.userId}.${signatureOf(secret, owner).toString('hex')}`;
}

/** Whose mails a token claims to end; undefined if it is none. */
function ownerOfToken(token: string): TokenOwner | undefined {
  const [, workspaceId, userId] = pattern.exec(token) ?? [];
  return workspaceId === undefined || userId === undefined ? undefined : { workspaceId, userId };
}

/** Whether one of the secrets of the queue has signed a token. */
function isSigned(token: string, secrets: readonly string[]): boolean {
  const owner = ownerOfToken(token);
  const [, , , given = ''] = pattern.exec(token) ?? [];
  if (owner === undefined) return false;
  const signature = Buffer.from(given, 'hex');
  return secrets.some((secret) => timingSafeEqual(signatureOf(secret, owner), signature));
}

function signatureOf(secret: string, { workspaceId, userId }: TokenOwner): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe ${workspaceId} ${userId}`).digest();
}
