import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { namedWorkspace, workspacePart } from '../../shared/tokens';

/** Creates the secret of a client, which belongs to no workspace. */
export function newClientSecret(): string {
  return `cbs_${randomBytes(32).toString('hex')}`;
}

/**
 * The code of a consent, derived from the ticket of its page, so a form that is sent again leads to
 * the same code. The database has only the hashes of both, and only the page has the ticket.
 */
export function codeOf(ticket: string): string {
  const code = createHmac('sha256', ticket).update('authorization code').digest('hex');
  return `cbc_${partOf(ticket)}${code}`;
}

/** Creates a key to derive the successor of a refresh token with. */
export function newKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * The successor of a refresh token: the same one whenever it is derived with the same key. Nobody
 * can derive it without the key, which is only in the database, or without the token, of which the
 * database has only the hash.
 */
export function successorOf(token: string, key: string): string {
  const successor = createHmac('sha256', Buffer.from(key, 'hex')).update(token).digest('hex');
  return `cbf_${partOf(token)}${successor}`;
}

// A secret that is derived from one from before names no workspace either.
function partOf(secret: string): string {
  const { workspace_id: id } = namedWorkspace(secret);
  return id === undefined ? '' : `${workspacePart(id)}_`;
}

/** Whether a verifier matches an S256 challenge (RFC 7636, 4.6). */
export function isVerifierOf(challenge: string, verifier: string | undefined): boolean {
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const given = createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(given), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
