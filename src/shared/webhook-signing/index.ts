/**
 * Signs webhooks according to Standard Webhooks 1.0 (symmetric, version `v1`), and encrypts the
 * secrets that it signs with.
 */
import { createHmac, randomBytes } from 'node:crypto';

export {
  openWebhookSecret,
  sealWebhookSecret,
  secretColumns,
  signingSecrets,
  type SecretColumn,
  type WebhookOwner,
} from './stored-secrets';

const PREFIX = 'whsec_';

/** A message to sign. */
export interface SignedMessage {
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
