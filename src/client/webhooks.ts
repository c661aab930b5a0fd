/** A webhook whose signature is valid. */
export interface VerifiedWebhook {
  /** `webhook-id`: the same in all attempts and replays of a message. */
  readonly id: string;
  /** The time of this attempt. */
  readonly sentAt: Date;
  /** The parsed body. */
  readonly message: unknown;
}

/** A received webhook. */
export interface ReceivedWebhook {
  /** The request's headers: a `Headers`, or an object with names in lower case, as in Node.js. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it was received. Parsing and serializing it again changes the bytes. */
  readonly body: string | Uint8Array;
  /** The secret of the webhook, `whsec_…`; several while it is rotated. */
  readonly secret: string | readonly string[];
  /** The largest difference between the clocks, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
}

/** The webhook is not from the holder of the secret, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies the signature and the age of a webhook according to Standard Webhooks 1.0, and parses
 * its body. Rejects with a WebhookVerificationError; the receiver should then respond with 400.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<VerifiedWebhook> {
  const { headers, body, secret, toleranceSeconds = 300 } = received;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The webhook is too old, or from the future.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(prefix.length + bytes.length);
  content.set(prefix);
  content.set(bytes, prefix.length);
  for (const one of [secret].flat()) {
    const key = await importKey(one);
    for (const signature of signatures) {
      const code = bytesOf(/^v1,(.+)$/.exec(signature)?.[1]);
      // The comparison takes the same time for all signatures.
      if (code !== undefined && (await crypto.subtle.verify('HMAC', key, code, content))) {
        const text = new TextDecoder().decode(bytes);
        return { id, sentAt: new Date(seconds * 1000), message: JSON.parse(text) };
      }
    }
  }
  throw new WebhookVerificationError('No signature of the webhook matches the secret.');
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

/**
 * Rejects with a TypeError for a text that is not a secret, because that is a mistake of the
 * receiver.
 */
async function importKey(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError('The secret of a webhook is `whsec_` and base64.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

/** Decodes base64; undefined if the text is not base64. */
function bytesOf(base64: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  try {
    return base64 === undefined
      ? undefined
      : Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
