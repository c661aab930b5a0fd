import type { IncomingMessage } from 'node:http';
import type { Reader } from '../../../platform/db/reader';
import { isSecretOf } from '../../../shared/tokens';
import type { Form } from '../form';
import { fault, type OauthFault } from '../oauth-reply';
import { isDocumentId } from './client';
import { findRegisteredClient } from './client-store';

/** The id of a client that has proved what it can prove. */
export interface AuthenticatedClient {
  readonly clientId: string;
}

/**
 * Authenticates the client of a request to the token or the revocation endpoint (RFC 6749, 2.3). A
 * client without a secret only says who it is; its codes and refresh tokens are bound to its id. A
 * client with a secret may send it in either way. Metadata documents have no secrets.
 */
export async function authenticateClient(
  reader: Reader,
  { headers: { authorization } }: IncomingMessage,
  form: Form,
  now: string,
): Promise<AuthenticatedClient | OauthFault> {
  const basic = authorization === undefined ? undefined : parseBasic(authorization);
  if (authorization !== undefined && basic === undefined) return refused;
  const named = form.get('client_id');
  const clientId = basic?.id ?? named;
  if (clientId === undefined) return refused;
  if (named !== undefined && named !== clientId) return refused;
  if (isDocumentId(clientId)) return { clientId };
  const client = await findRegisteredClient(reader, clientId, now);
  if (client === undefined) return refused;
  if (client.secretHash === null) return { clientId };
  const secret = basic?.secret ?? form.get('client_secret') ?? '';
  return isSecretOf(client.secretHash, secret) ? { clientId } : refused;
}

const refused = fault('invalid_client', 'The client is unknown, or its secret is wrong.');

function parseBasic(header: string): { readonly id: string; readonly secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
}

// Both are form-encoded in the header (RFC 6749, 2.3.1).
function decoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';
}
