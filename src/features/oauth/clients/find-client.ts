import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Reader } from '../../../platform/db/reader';
import { isRecord, type JsonRecord } from '../../../platform/json';
import type { UserActor } from '../../../platform/operation';
import { createOutgoing, type Outgoing, type OutgoingResponse } from '../../../platform/outgoing';
import { HOUR, SECOND } from '../../../platform/time';
import { isSecretOf } from '../../../shared/tokens';
import { createLimit } from '../limit';
import { fault, type Form, type OauthFault } from '../oauth-server';
import { findRegisteredClient, isDocumentId, nameOf, type OauthClient } from './client-store';
import { type ClientMetadata, isRegistrationFault, parseRegistration } from './registration-rules';

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
interface AuthenticatedClient {
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

const MAX_BYTES = 5 * 1024;
const MAX_TIME = 3 * SECOND;
const MAX_ENTRIES = 200;

/** The metadata of clients whose id is the URL of a document. */
export interface MetadataDocuments {
  /**
   * Returns the metadata of the client with this URL as its id, or why there is none. Sends a
   * request unless the response is cached, so call it outside of a transaction, for a signed-in
   * person only. `countFetch` runs before a request is sent; what it throws, such as 429, is thrown.
   * `cause` is the request that needs it.
   */
  readonly fetchClientMetadata: (
    clientId: string,
    countFetch: () => Promise<void>,
    cause?: object,
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
  const fetchNow = async (
    clientId: string,
    cause: object | undefined,
  ): Promise<ClientMetadata | DocumentFault> => {
    const response = await outgoing.get(clientId, {
      headers: { Accept: 'application/json' },
      connectMs: MAX_TIME,
      responseMs: MAX_TIME,
      maxResponseBytes: MAX_BYTES,
      cause,
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
    async fetchClientMetadata(clientId, countFetch, cause) {
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
      const fetching = fetchNow(clientId, cause).finally(() => running.delete(clientId));
      running.set(clientId, fetching);
      return fetching;
    },
  };
}

const MAX_URL_LENGTH = 2000;
const SHORTEST_CACHE = 300 * SECOND;
const LONGEST_CACHE = 24 * HOUR;

/** Why there is no metadata for a client id, as a sentence for the person who connects. */
interface DocumentFault {
  readonly fault: string;
}

/** Whether a client id has the form of a URL, so it does not belong to a registration. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/**
 * Why a client id is not the URL of a metadata document that the service would fetch; undefined if
 * it is. Judges the text only: the addresses of its host are judged at the connection.
 */
function documentUrlFault(clientId: string): string | undefined {
  if (clientId.length > MAX_URL_LENGTH || !URL.canParse(clientId)) return 'It is not a URL.';
  const url = new URL(clientId);
  if (url.protocol !== 'https:') return 'It must use https.';
  if (url.username !== '' || url.password !== '') return 'It must not contain a user name.';
  if (clientId.includes('#')) return 'It must not contain a fragment.';
  // Also finds dot segments, the default port, and all that a parser repairs.
  if (url.href !== clientId) return `It must be written as ${url.href}.`;
  if (url.port !== '') return 'It must use the default port.';
  if (url.pathname === '/') return 'It must have a path.';
  const host = url.hostname.replace(/\.$/, '');
  if (isIP(host) !== 0 || host.startsWith('[')) return 'Its host must be a name, not an address.';
  return undefined;
}

/** The host of a valid client id of this kind, for people. */
export function documentHost(clientId: string): string {
  return new URL(clientId).hostname;
}

/**
 * Reads the response to a request for a metadata document. Without an authentication method the
 * client is public: the service shares no secret with it.
 */
function readDocument(
  clientId: string,
  response: OutgoingResponse,
): ClientMetadata | DocumentFault {
  const { status, headers, text, truncated } = response;
  if (status !== 200) return unusable(`its host responded with status ${status}`);
  if (!/^application\/(?:[\w.-]{1,64}\+)?json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    return unusable('its content type is not JSON');
  }
  if (truncated) return unusable('it is too long');
  const document = parseJson(text);
  if (!isRecord(document)) return unusable('it is not a JSON object');
  if (document['client_id'] !== clientId) return unusable('its client_id is another one');
  if ('client_secret' in document || 'client_secret_expires_at' in document) {
    return unusable('it contains a secret');
  }
  const metadata = parseRegistration(withChosenMethod(document), 'none');
  if (isRegistrationFault(metadata)) return unusable(metadata.error_description);
  if (metadata.clientName === null) return unusable('it has no client_name');
  if (metadata.authMethod !== 'none') return unusable('its token_endpoint_auth_method is not none');
  return metadata;
}

/** Whether the result of a fetch is a fault. */
function isDocumentFault(value: ClientMetadata | DocumentFault): value is DocumentFault {
  return 'fault' in value;
}

/**
 * The milliseconds for which a document is cached: as `Cache-Control` says, but at least five
 * minutes, because each fetch is a request to a stranger, and at most a day.
 */
function cacheTime(cacheControl: string | undefined): number {
  const [, shared] = /(?:^|[\s,])s-maxage="?(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  const [, own] = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl ?? '') ?? [];
  const isStored = !/(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl ?? '');
  const wanted = isStored ? Number(shared ?? own ?? 0) * SECOND : 0;
  return Math.min(Math.max(wanted, SHORTEST_CACHE), LONGEST_CACHE);
}

/**
 * A document with the method `none`, if it is one of those that the client offers. ChatGPT prefers
 * another one, which the service does not have, and uses `none` when the server asks for it.
 */
function withChosenMethod(document: JsonRecord): JsonRecord {
  const offered = document['token_endpoint_auth_methods_supported'];
  const isOffered = Array.isArray(offered) && offered.includes('none');
  return isOffered ? { ...document, token_endpoint_auth_method: 'none' } : document;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unusable(reason: string): DocumentFault {
  return { fault: `The client’s metadata document cannot be used: ${reason}.` };
}
