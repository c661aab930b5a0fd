import { isSealed, type SecretKeys } from '../../platform/secret-keys';
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
  secretColumns,
} from '../../shared/webhook-signing';
import type { Row } from './record-rules';

/** What the secrets of a workspace's webhooks are encrypted with. */
export interface SecretTransfer {
  readonly keys: SecretKeys;
  readonly workspaceId: string;
}

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

/** The row of a webhook with its secrets encrypted, those that are not yet by the first key. */
export function withSealedSecrets(row: Row, { keys, workspaceId }: SecretTransfer): Row {
  const owner = { workspace_id: workspaceId, id: String(row['id']) };
  const sealed = secretColumns.map((column) => {
    const stored = row[column];
    return typeof stored === 'string' && !isSealed(stored)
      ? [column, sealWebhookSecret(keys, owner, column, stored)]
      : [column, stored];
  });
  return { ...row, ...Object.fromEntries(sealed) };
}

/**
 * The row of a webhook with its secrets in plain text. Throws what `refuse` makes of the sentence
 * about a secret that cannot be decrypted.
 */
export function withOpenedSecrets(
  row: Row,
  { keys, workspaceId }: SecretTransfer,
  refuse: (sentence: string) => Error,
): Row {
  const owner = { workspace_id: workspaceId, id: String(row['id']) };
  const opened = secretColumns.map((column) => {
    const stored = row[column];
    if (typeof stored !== 'string' || !isSealed(stored)) return [column, stored];
    const found = openWebhookSecret(keys, owner, column, stored);
    if (found.fault === undefined) return [column, found.secret];
    throw refuse(`webhooks.${column} cannot be read. ${found.fault}`);
  });
  return { ...row, ...Object.fromEntries(opened) };
}

/**
 * A webhook of a file without secrets gets a new one that nobody knows, and is disabled until a
 * person has replaced the secret, or has entered the URL of a chat again. So does any webhook if the
 * secrets of the file are not wanted. Undefined for a row that stays as it is.
 */
export function withNewSecret(
  row: object,
  now: string,
  withoutSecrets: boolean,
): object | undefined {
  const given = new Map<string, unknown>(Object.entries(row));
  const secret = given.get('secret');
  if (secret === '' || (secret !== null && !withoutSecrets)) return undefined;
  const isDisabled = given.get('state') === 'disabled';
  return {
    ...row,
    secret: newWebhookSecret(),
    previous_secret: null,
    secret_url: null,
    overlap_ends_at: null,
    ...(isDisabled ? {} : { state: 'disabled', disabled_reason: 'person', disabled_at: now }),
  };
}
