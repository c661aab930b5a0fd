import type { Logger } from 'pino';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader, type Reader } from '../../platform/db/reader';
import { isOpenToOthers } from '../../platform/db/sqlite/sqlite-client';
import type { SecretKeys } from '../../platform/secret-keys';
import type { OwnedKey } from '../../platform/turns';
import { openWebhookSecret, type SecretColumn, secretColumns } from '../../shared/webhook-signing';
import { CommandError } from '../failure';
import { findKeyUse, readSecretsOf, type SecretRow } from './secret-store';

/** The webhooks that are read at a time. */
const PAGE = 100;

/** How the stored secrets of webhooks are encrypted. */
interface StoredKeys {
  readonly counted: number;
  /** The secrets that the first key has not encrypted. */
  readonly others: number;
  /** The secrets that none of the keys decrypts. */
  readonly unreadable: number;
  /** The ids of the keys of those. */
  readonly missing: readonly string[];
}

/** Counts the stored secrets by their keys. */
export async function describeKeyUse(reader: Reader, keys: SecretKeys): Promise<StoredKeys> {
  const use = await findKeyUse(reader);
  const sum = (of: typeof use): number => of.reduce((total, { secrets }) => total + secrets, 0);
  const lacking = use.filter(({ keyId }) => keyId !== '' && !keys.some(({ id }) => id === keyId));
  return {
    counted: sum(use),
    others: sum(use.filter(({ keyId }) => keyId !== keys[0]?.id)),
    unreadable: sum(lacking),
    missing: lacking.map(({ keyId }) => keyId),
  };
}

/** A sentence for the operator about secrets that the keys do not decrypt; undefined without. */
export async function unreadableSecrets(
  reader: Reader,
  keys: SecretKeys,
): Promise<string | undefined> {
  const { unreadable, missing } = await describeKeyUse(reader, keys);
  if (unreadable === 0) return undefined;
  const what = `${unreadable} secrets of webhooks are encrypted with keys that this server does not have (${missing.join(', ')})`;
  return keys.length === 0
    ? `SECRETS_KEY_FILE is not set, and ${what}. Their messages wait. Set it to the file with these keys.`
    : `${what}. Their messages wait. Add these keys to the file of SECRETS_KEY_FILE.`;
}

/**
 * Throws a CommandError if the keys do not decrypt all secrets of the webhooks of a workspace, which
 * a move writes in plain text.
 */
export async function checkSecretsOf(
  reader: Reader,
  workspaceId: string,
  keys: SecretKeys,
): Promise<void> {
  let after: OwnedKey | undefined = [workspaceId, ''];
  while (after !== undefined) {
    const page: readonly SecretRow[] = await readSecretsOf(reader, after, PAGE);
    for (const row of page) {
      const { fault } = openSecrets(keys, row);
      if (fault === undefined) continue;
      throw new CommandError(
        `The webhook ${row.id} has a secret that cannot be read. ${fault} Set SECRETS_KEY_FILE to the file with this key, or rotate the secret of the webhook. Nothing was changed.`,
      );
    }
    const last = page.at(-1);
    after = last === undefined ? undefined : [workspaceId, last.id];
  }
}

/** Decrypts the secrets of a webhook, by column, or says why one of them cannot be decrypted. */
export function openSecrets(
  keys: SecretKeys,
  row: SecretRow,
):
  | { readonly secrets: ReadonlyMap<SecretColumn, string>; readonly fault?: undefined }
  | { readonly fault: string } {
  const secrets = new Map<SecretColumn, string>();
  for (const column of secretColumns) {
    const stored = row[column];
    if (stored === null) continue;
    const opened = openWebhookSecret(keys, row, column, stored);
    if (opened.fault !== undefined) return opened;
    secrets.set(column, opened.secret);
  }
  return { secrets };
}

/**
 * Logs what the operator should do about the secrets of webhooks: a missing key, a file of keys
 * that others can read, and secrets that are not encrypted with the first key. The service works
 * without these warnings, so a fault of their query is only logged.
 */
export async function warnOfSecrets({
  config: { secretKeys: keys, secretsKeyFile: file },
  database,
  log,
}: {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}): Promise<void> {
  if (keys.length > 0 && isOpenToOthers(file)) {
    log.warn({ file }, 'Other users can read the file of SECRETS_KEY_FILE. Run chmod 600 on it.');
  }
  try {
    const reader = createReader(database);
    const sentence = await unreadableSecrets(reader, keys);
    if (sentence !== undefined) log.error(sentence);
    if (keys.length === 0) return;
    const { others, unreadable } = await describeKeyUse(reader, keys);
    const old = others - unreadable;
    if (old === 0) return;
    log.warn(
      { secrets: old },
      'Some secrets of webhooks are not encrypted with the first key of SECRETS_KEY_FILE. Run callboard secrets rotate.',
    );
  } catch (error) {
    log.warn({ err: error }, 'The keys of the stored secrets cannot be read');
  }
}
