import { createOutgoing, type Outgoing } from '../../../platform/outgoing';
import { SECOND } from '../../../platform/time';
import {
  cacheTime,
  documentUrlFault,
  isDocumentFault,
  readDocument,
  type DocumentFault,
} from './metadata-document-rules';
import type { ClientMetadata } from './registration-rules';

const MAX_BYTES = 5 * 1024;
const MAX_TIME = 3 * SECOND;
const MAX_ENTRIES = 200;

/** The metadata of clients whose id is the URL of a document. */
export interface MetadataDocuments {
  /**
   * Returns the metadata of the client with this URL as its id, or why there is none. Sends a
   * request unless the response is cached, so call it outside of a transaction, for a signed-in
   * person only. `countFetch` runs before a request is sent; what it throws, such as 429, is thrown.
   */
  readonly fetchClientMetadata: (
    clientId: string,
    countFetch: () => Promise<void>,
  ) => Promise<ClientMetadata | DocumentFault>;
}

/** The parts that tests replace. */
export interface DocumentParts {
  readonly outgoing: Pick<Outgoing, 'get'>;
  readonly now: () => number;
  readonly maxEntries: number;
}

interface Entry {
  readonly metadata: ClientMetadata;
  readonly until: number;
}

/**
 * Creates a cache of metadata documents for this process. Faulty ones are not cached, so a client
 * that has mended its document can connect at once. Whatever `WEBHOOK_ALLOW` lists, documents
 * come from public addresses only, because any web page may make a person open a client id.
 */
export function createMetadataDocuments({
  outgoing = createOutgoing({ environment: 'production', allow: [] }),
  now = Date.now,
  maxEntries = MAX_ENTRIES,
}: Partial<DocumentParts> = {}): MetadataDocuments {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<ClientMetadata | DocumentFault>>();

  const find = (clientId: string): ClientMetadata | undefined => {
    const entry = entries.get(clientId);
    return entry !== undefined && entry.until > now() ? entry.metadata : undefined;
  };
  const store = (clientId: string, entry: Entry): void => {
    // The oldest entry is the first one of the map.
    entries.delete(clientId);
    entries.set(clientId, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  };
  const fetchNow = async (clientId: string): Promise<ClientMetadata | DocumentFault> => {
    const response = await outgoing.get(clientId, {
      headers: { Accept: 'application/json' },
      connectMs: MAX_TIME,
      responseMs: MAX_TIME,
      maxResponseBytes: MAX_BYTES,
    });
    if (response.error !== undefined) {
      return { fault: `The client’s metadata document cannot be fetched (${response.error}).` };
    }
    const metadata = readDocument(clientId, response);
    if (isDocumentFault(metadata)) return metadata;
    const until = now() + cacheTime(response.headers['cache-control']);
    store(clientId, { metadata, until });
    return metadata;
  };

  return {
    async fetchClientMetadata(clientId, countFetch) {
      const urlFault = documentUrlFault(clientId);
      if (urlFault !== undefined) {
        return { fault: `The client’s id is not the URL of a metadata document. ${urlFault}` };
      }
      const known = find(clientId) ?? running.get(clientId);
      if (known !== undefined) return known;
      await countFetch();
      // Another request may have begun to fetch it meanwhile.
      const joined = find(clientId) ?? running.get(clientId);
      if (joined !== undefined) return joined;
      const fetching = fetchNow(clientId).finally(() => running.delete(clientId));
      running.set(clientId, fetching);
      return fetching;
    },
  };
}
