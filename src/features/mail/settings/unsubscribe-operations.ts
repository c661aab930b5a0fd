import type { IncomingMessage } from 'node:http';
import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import { transact } from '../../../platform/db/transaction';
import type { ProtocolHandler, ProtocolReply } from '../../../platform/protocol';
import { negotiateType } from '../../../platform/http/responses/response';
import { notFound } from '../../../platform/problems';
import type { SecretKeys } from '../../../platform/secret-keys';
import { checkOpen } from '../../../shared/closed-workspaces';
import { findMailQueue } from '../../../shared/mail-queue';
import { hiddenFields, html, page, pageHeaders, t } from '../../../shared/pages';
import { signingSecrets } from '../../../shared/webhook-signing';
import { isSigned, ownerOfToken, type TokenOwner } from '../messages/unsubscribe-token';
import { findUserAddress, noMails, storeSettings } from './settings-store';

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
