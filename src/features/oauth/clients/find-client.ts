import type { Reader } from '../../../platform/db/reader';
import type { UserActor } from '../../../platform/operation';
import { createLimit } from '../limit';
import { nameOf, type OauthClient } from './client';
import { findRegisteredClient } from './client-store';
import {
  documentHost,
  documentUrlFault,
  isDocumentFault,
  isDocumentUrl,
  type DocumentFault,
} from './metadata-document-rules';
import type { MetadataDocuments } from './metadata-documents';

const fetchesPerMinute = 10;

/** Finds the client of an id for a signed-in person, or says why there is none. */
export type FindClient = (
  clientId: string,
  person: UserActor,
  now: string,
) => Promise<OauthClient | DocumentFault>;

/**
 * Makes the search for clients: a registration, or the metadata document at the URL that the id is.
 * A person can make the server fetch ten documents a minute.
 */
export function findClientWith(reader: Reader, documents: MetadataDocuments): FindClient {
  const limit = createLimit(fetchesPerMinute, 60, 'Too many clients.');
  return async (clientId, person, now) => {
    if (!isDocumentUrl(clientId)) {
      const client = await findRegisteredClient(reader, clientId, now);
      return client ?? unknownClient;
    }
    const metadata = await documents.fetchClientMetadata(clientId, () =>
      limit.consume(`${person.workspaceId} ${person.id}`),
    );
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
