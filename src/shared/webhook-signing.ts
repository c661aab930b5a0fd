/**
 * Signs webhooks according to Standard Webhooks 1.0 (symmetric, version `v1`), and encrypts the
 * secrets that it signs with.
 */
import { createHmac, randomBytes } from 'node:crypto';
import {
  type OpenedSecret,
  openSecret,
  type SecretKeys,
  type SecretPlace,
  sealSecret,
} from '../platform/secret-keys';

const PREFIX = 'whsec_';

/** A message to sign. */
interface SignedMessage {
  /** `msg_…`, the same in all attempts and replays. */
  readonly id: string;
  /** The time of this attempt: ISO 8601. */
  readonly at: string;
  /** The body exactly as it is sent. */
  readonly body: string;
  /** The secrets of the endpoint: during a rotation, the new one and the previous one. */
  readonly secrets: readonly string[];
}

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/**
 * The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of a message, with one
 * signature for each secret.
 */
export function signatureHeaders({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(at) / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, content)}`).join(' '),
  };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

/**
 * The columns of webhooks that have secrets: those that sign, and the whole URL of a chat. A deleted
 * webhook has an empty `secret`.
 */
export const secretColumns = ['secret', 'previous_secret', 'secret_url'] as const;

/** A column of webhooks that has a secret. */
export type SecretColumn = (typeof secretColumns)[number];

/** What identifies a webhook. */
export interface WebhookOwner {
  readonly workspace_id: string;
  readonly id: string;
}

/** The secret of a webhook as its column stores it: encrypted, if the server has a key. */
export function sealWebhookSecret(
  keys: SecretKeys,
  owner: WebhookOwner,
  column: SecretColumn,
  secret: string,
): string {
  return secret === '' ? '' : sealSecret(keys, secret, placeOf(owner, column));
}

/** The secret that a column of a webhook has, or why the server cannot read it. */
export function openWebhookSecret(
  keys: SecretKeys,
  owner: WebhookOwner,
  column: SecretColumn,
  stored: string,
): OpenedSecret {
  return openSecret(keys, stored, placeOf(owner, column));
}

/** The stored secrets of a webhook. The previous one signs too, until the overlap ends. */
interface StoredSecrets extends WebhookOwner {
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly overlap_ends_at: string | null;
}

/** The secrets that sign messages now, or why the server cannot read one of them. */
export function signingSecrets(
  keys: SecretKeys,
  webhook: StoredSecrets,
  now: string,
):
  | { readonly secrets: readonly string[]; readonly fault?: undefined }
  | { readonly secrets?: undefined; readonly fault: string } {
  const { secret, previous_secret: previous, overlap_ends_at: end } = webhook;
  const opened = [openWebhookSecret(keys, webhook, 'secret', secret)];
  if (previous !== null && end !== null && end > now) {
    opened.push(openWebhookSecret(keys, webhook, 'previous_secret', previous));
  }
  const secrets: string[] = [];
  for (const one of opened) {
    if (one.fault !== undefined) return { fault: one.fault };
    secrets.push(one.secret);
  }
  return { secrets };
}

/** What a webhook sends with: its URL, which agents may lack, and the secrets that sign. */
interface Sender extends StoredSecrets {
  readonly url: string | null;
  readonly secret_url: string | null;
}

/** The URL and the secrets of messages that are sent now, or why the server cannot read them. */
export function readableSender(
  keys: SecretKeys,
  webhook: Sender,
  now: string,
):
  | { readonly url: string | null; readonly secrets: readonly string[]; readonly fault?: undefined }
  | { readonly fault: string } {
  const signing = signingSecrets(keys, webhook, now);
  const { secret_url: secretUrl } = webhook;
  if (signing.fault !== undefined) return signing;
  if (secretUrl === null) return { url: webhook.url, secrets: signing.secrets };
  const opened = openWebhookSecret(keys, webhook, 'secret_url', secretUrl);
  if (opened.fault !== undefined) return opened;
  return { url: opened.secret, secrets: signing.secrets };
}

function placeOf(
  { workspace_id: workspaceId, id }: WebhookOwner,
  column: SecretColumn,
): SecretPlace {
  return { table: 'webhooks', column, workspaceId, id };
}
