import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose mails a token ends. */
export interface TokenOwner {
  readonly workspaceId: string;
  readonly userId: string;
}

// The log shows no such secret: see `withoutSecrets`.
const pattern = /^cbu_(wsp_[\w-]{1,100})\.(usr_[\w-]{1,100})\.([0-9a-f]{64})$/;

/** The token that ends the mails of a person. It needs no row, and stays valid. */
export function unsubscribeToken(secret: string, owner: TokenOwner): string {
  return `cbu_${owner.workspaceId}.${owner.userId}.${signatureOf(secret, owner).toString('hex')}`;
}

/** Whose mails a token claims to end; undefined if it is none. */
export function ownerOfToken(token: string): TokenOwner | undefined {
  const [, workspaceId, userId] = pattern.exec(token) ?? [];
  return workspaceId === undefined || userId === undefined ? undefined : { workspaceId, userId };
}

/** Whether one of the secrets of the queue has signed a token. */
export function isSigned(token: string, secrets: readonly string[]): boolean {
  const owner = ownerOfToken(token);
  const [, , , given = ''] = pattern.exec(token) ?? [];
  if (owner === undefined) return false;
  const signature = Buffer.from(given, 'hex');
  return secrets.some((secret) => timingSafeEqual(signatureOf(secret, owner), signature));
}

function signatureOf(secret: string, { workspaceId, userId }: TokenOwner): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe ${workspaceId} ${userId}`).digest();
}
