import type { Logger } from 'pino';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader, type Reader } from '../../platform/db/reader';
import { isOpenToOthers } from '../../platform/db/sqlite/sqlite-client';
import type { SecretKeys } from '../../platform/secret-keys';
import { findKeyUse } from './secret-store';

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
