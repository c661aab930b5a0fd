import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

/** The parts of a bearer token: the public id identifies it, the secret authenticates it. */
export interface TokenParts {
  readonly publicId: string;
  readonly secret: string;
}

/** Generates a public id of 12 random bytes and a secret of 32, both in hexadecimal. */
export function newTokenParts(): TokenParts {
  return { publicId: randomBytes(12).toString('hex'), secret: randomBytes(32).toString('hex') };
}

/** The token as clients send it: `cb_<public id>_<secret>`. */
export function formatToken({ publicId, secret }: TokenParts): string {
  return `cb_${publicId}_${secret}`;
}

/**
 * Parses an `Authorization` header of the Bearer scheme (RFC 6750). Returns undefined if it does
 * not contain a Callboard token.
 */
export function parseAuthorization(header: string): TokenParts | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  return token === undefined ? undefined : parseToken(token);
}

/** Parses a token as clients send it. Returns undefined for other texts. */
export function parseToken(token: string): TokenParts | undefined {
  const match = /^cb_([0-9a-f]{24})_([0-9a-f]{64})$/i.exec(token);
  const [, publicId, secret] = match ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return { publicId, secret };
}

/**
 * SHA-256 of a secret in hexadecimal; only this hash is stored. Secrets are random, so a slow
 * password hash is not needed.
 */
export function hashSecret(secret: string): string {
  return digest('sha256', secret);
}

/** Whether a secret matches a hash; compares in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  const expected = Buffer.from(hash);
  const given = Buffer.from(hashSecret(secret));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
