import { newWebhookSecret } from '../../shared/webhook-signing';
import type { Row } from './record-rules';

/** The columns of webhooks with secrets in plain text, which sign their messages. */
const secretColumns = ['secret', 'previous_secret'] as const;

/** Whether the webhook has a secret. A deleted one has none. */
export function hasWebhookSecret(row: Row): boolean {
  return row['secret'] !== '';
}

/** The row of a webhook without its secrets. */
export function withoutWebhookSecrets(row: Row): Row {
  if (!hasWebhookSecret(row)) return row;
  const empty = Object.fromEntries(secretColumns.map((column) => [column, null]));
  return { ...row, ...empty, overlap_ends_at: null };
}

/**
 * A webhook of a file without secrets gets a new one that nobody knows, and is disabled until a
 * person has given it another one. Undefined for a row with its secret.
 */
export function withNewSecret(row: object, now: string): object | undefined {
  const given = new Map<string, unknown>(Object.entries(row));
  if (given.get('secret') !== null) return undefined;
  const isDisabled = given.get('state') === 'disabled';
  return {
    ...row,
    secret: newWebhookSecret(),
    previous_secret: null,
    overlap_ends_at: null,
    ...(isDisabled ? {} : { state: 'disabled', disabled_reason: 'person', disabled_at: now }),
  };
}
