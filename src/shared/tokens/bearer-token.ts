import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

/** The two parts of a bearer token: what finds it and what proves it. */
export interface TokenParts {
  readonly publicId: string;
  readonly secret: string;
}

/** A new token: 12 random bytes to find it, 32 to prove it, both in hexadecimal. */
export function newTokenParts(): TokenParts {
  return { publicId: randomBytes(12).toString('hex'), secret: randomBytes(32).toString('hex') };
}

/** The token as its bearer sends it: `cb_<public id>_<secret>` (product section 3). */
export function formatToken({ publicId, secret }: TokenParts): string {
  return `cb_${publicId}_${secret}`;
}

/** The parts of an `Authorization` header of the Bearer scheme (RFC 6750), or undefined when it is no token of ours. */
export function parseAuthorization(header: string): TokenParts | undefined {
  const match = /^Bearer +cb_([0-9a-f]{24})_([0-9a-f]{64}) *$/i.exec(header);
  const [, publicId, secret] = match ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return { publicId, secret };
}

/** SHA-256 of a secret, in hexadecimal: all that is stored of it. Secrets are random, so that no slow hash is needed. */
export function hashSecret(secret: string): string {
  return digest('sha256', secret);
}

/** Whether the secret is the one behind the hash, in constant time. */
export function isSecretOf(hash: string, secret: string): boolean {
  const expected = Buffer.from(hash);
  const given = Buffer.from(hashSecret(secret));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
