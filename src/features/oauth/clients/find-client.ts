import type { IncomingMessage } from 'node:http';
import type { Reader } from '../../../platform/db/reader';
import type { UserActor } from '../../../platform/operation';
import { isSecretOf } from '../../../shared/tokens';
import { createLimit } from '../limit';
import { fault, type Form, type OauthFault } from '../oauth-reply';
import { findRegisteredClient, isDocumentId, nameOf, type OauthClient } from './client-store';
import {
  type DocumentFault,
  documentHost,
  documentUrlFault,
  isDocumentFault,
  isDocumentUrl,
  type MetadataDocuments,
} from './metadata-documents';

const fetchesPerMinute = 10;

/** Finds the client of an id for a signed-in person, or says why there is none. */
export type FindClient = (
  clientId: string,
  person: UserActor,
  request: { readonly now: string; readonly message: object },
) => Promise<OauthClient | DocumentFault>;

/**
 * Makes the search for clients: a registration, or the metadata document at the URL that the id is.
 * A person can make the server fetch ten documents a minute.
 */
export function findClientWith(reader: Reader, documents: MetadataDocuments): FindClient {
  const limit = createLimit(fetchesPerMinute, 60, 'Too many clients.');
  return async (clientId, person, { now, message }) => {
    if (!isDocumentUrl(clientId)) {
      const client = await findRegisteredClient(reader, clientId, now);
      return client ?? unknownClient;
    }
    const count = () => limit.consume(`${person.workspaceId} ${person.id}`);
    const metadata = await documents.fetchClientMetadata(clientId, count, message);
    if (isDocumentFault(metadata)) return metadata;
    return { id: clientId, host: documentHost(clientId), metadata };
  };
}

/**
 * What to call a client before anybody has signed in, when no document is fetched: the name that it
 * registered, or the host of its document.
 */
export async function nameBeforeSignIn(
  reader: Reader,
  clientId: string,
  now: string,
): Promise<string | DocumentFault> {
  if (!isDocumentUrl(clientId)) {
    const client = await findRegisteredClient(reader, clientId, now);
    return client === undefined ? unknownClient : nameOf(client);
  }
  const urlFault = documentUrlFault(clientId);
  return urlFault === undefined ? documentHost(clientId) : unknownClient;
}

/** The reason for an id that nobody has registered. */
export const unknownClient: DocumentFault = {
  fault:
    'This client is not registered here. Remove the connection in the client and add it again.',
};

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
