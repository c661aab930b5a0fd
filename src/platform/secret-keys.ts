import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** A key of AES-256-GCM. Its id stands beside what it has encrypted. */
export interface SecretKey {
  /** The first 16 hexadecimal digits of a hash of the key. */
  readonly id: string;
  readonly key: KeyObject;
}

/** The keys of `SECRETS_KEY_FILE`: the first encrypts, all decrypt. Empty without the file. */
export type SecretKeys = readonly SecretKey[];

/** The column of a record that has a secret. Its ciphertext is valid there alone. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly workspaceId: string;
  readonly id: string;
}

/** A decrypted secret, or a sentence that says why it cannot be decrypted. */
export type OpenedSecret =
  { readonly secret: string; readonly fault?: undefined } | { readonly fault: string };

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The beginning of an encrypted secret; the key's id and the ciphertext follow. */
export const SEALED = 'enc1:';
const sealedPattern = /^enc1:([0-9a-f]{16}):([A-Za-z0-9_-]{38,})$/;

/** The key that a line has, 32 bytes in Base64 or hexadecimal; undefined for any other text. */
export function parseSecretKey(line: string): SecretKey | undefined {
  const isHex = /^[0-9a-f]{64}$/i.test(line);
  if (!isHex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(line)) return undefined;
  const bytes = Buffer.from(line, isHex ? 'hex' : 'base64');
  if (bytes.length !== KEY_BYTES) return undefined;
  const id = createHash('sha256').update('callboard secrets key ').update(bytes).digest('hex');
  return { id: id.slice(0, 16), key: createSecretKey(bytes) };
}

/** Whether a stored secret is encrypted. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(SEALED);
}

/** The id of the key of a stored secret; undefined for one in plain text. */
export function keyIdOf(stored: string): string | undefined {
  return sealedPattern.exec(stored)?.[1];
}

/** Encrypts a secret for its place with the first key. Without keys it stays plain. */
export function sealSecret(keys: SecretKeys, secret: string, place: SecretPlace): string {
  const [first] = keys;
  if (first === undefined) return secret;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, first.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(contextOf(place));
  const parts = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `${SEALED}${first.id}:${Buffer.concat(parts).toString('base64url')}`;
}

/** Decrypts a stored secret of a place. One in plain text is returned as it is. */
export function openSecret(keys: SecretKeys, stored: string, place: SecretPlace): OpenedSecret {
  if (!isSealed(stored)) return { secret: stored };
  const [, id, text = ''] = sealedPattern.exec(stored) ?? [];
  if (id === undefined) return { fault: changed };
  const key = keys.find((one) => one.id === id);
  if (key === undefined) return { fault: missingKey(keys, id) };
  const bytes = Buffer.from(text, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key.key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(contextOf(place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return { secret: Buffer.concat([opened, decipher.final()]).toString('utf8') };
  } catch {
    return { fault: changed };
  }
}

const changed = 'The encrypted secret was changed, or it belongs to another record.';

/** A sentence for a key that the server lacks. */
function missingKey(keys: SecretKeys, id: string): string {
  return keys.length === 0
    ? `SECRETS_KEY_FILE is not set, and the secret is encrypted with the key ${id}.`
    : `The file of SECRETS_KEY_FILE lacks the key ${id}, with which the secret is encrypted.`;
}

// No part contains a line feed, so two places never have the same context.
function contextOf({ table, column, workspaceId, id }: SecretPlace): Buffer {
  return Buffer.from(['callboard', table, column, workspaceId, id].join('\n'));
}
