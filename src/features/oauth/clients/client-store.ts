import { limits } from '../../../../generated/limits';
import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import { jsonText, strings } from '../../../platform/db/statements/columns';
import type { Transaction } from '../../../platform/db/transaction';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { type ClientMetadata, isRegistrationFault, parseRegistration } from './registration-rules';

/** A client that asks for access. */
export interface OauthClient {
  /** The id of a registration, or the URL of a metadata document. */
  readonly id: string;
  /** The host of its metadata document; null for a client that registered itself. */
  readonly host: string | null;
  readonly metadata: ClientMetadata;
}

/** Whether a client id is the URL of a metadata document. */
export function isDocumentId(clientId: string): boolean {
  return clientId.startsWith('https://');
}

/** The name of a client for people. Anybody may claim any name. */
export function nameOf({ host, metadata: { clientName } }: OauthClient): string {
  return clientName ?? host ?? 'An unnamed client';
}

/** Whether a client has registered the grant of refresh tokens. */
export function refreshes({ metadata }: OauthClient): boolean {
  return metadata.grantTypes.includes('refresh_token');
}

/** A registered client with the hash of its secret. */
export interface RegisteredClient extends OauthClient {
  readonly secretHash: string | null;
}

interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: string;
  readonly grant_types: string;
  readonly auth_method: ClientMetadata['authMethod'];
  readonly secret_hash: string | null;
}

/** The registered client of an id that has not expired at `now`, or undefined. */
export async function findRegisteredClient(
  reader: Reader,
  id: string,
  now: string,
): Promise<RegisteredClient | undefined> {
  const row = await reader.first<ClientRow>((db) =>
    db('oauth_clients')
      .where({ id })
      .where('expires_at', '>', now)
      .select('id', 'name', 'redirect_uris', 'grant_types', 'auth_method', 'secret_hash'),
  );
  if (row === undefined) return undefined;
  const metadata = parseRegistration({
    client_name: row.name,
    redirect_uris: strings(row.redirect_uris),
    grant_types: strings(row.grant_types),
    token_endpoint_auth_method: row.auth_method,
  });
  // The rules may have become stricter since the registration.
  if (isRegistrationFault(metadata)) return undefined;
  return { id: row.id, host: null, metadata, secretHash: row.secret_hash };
}

/** Stores a registration, which expires unless somebody uses it. */
export async function insertClient(
  transaction: Transaction,
  client: {
    readonly id: string;
    readonly metadata: ClientMetadata;
    readonly secretHash: string | null;
    readonly now: string;
  },
): Promise<void> {
  const { id, metadata, secretHash, now } = client;
  await transaction.write((db) =>
    db('oauth_clients').insert({
      id,
      name: metadata.clientName ?? '',
      redirect_uris: jsonText(metadata.redirectUris),
      grant_types: jsonText(metadata.grantTypes),
      auth_method: metadata.authMethod,
      secret_hash: secretHash,
      created_at: now,
      expires_at: addMilliseconds(now, limits.oauth_unused_client_seconds * SECOND),
    }),
  );
}

/** Keeps a registration that is used at `now`. Metadata documents have none. */
export async function extendClient(
  transaction: Transaction,
  id: string,
  now: string,
): Promise<void> {
  const expiresAt = addMilliseconds(now, limits.oauth_idle_client_seconds * SECOND);
  await transaction.write((db) =>
    db('oauth_clients')
      .where({ id })
      .where('expires_at', '<', expiresAt)
      .update({ expires_at: expiresAt }),
  );
}

/** Deletes registrations that nobody has used in time. */
export const clientPurge = purgeByAge('oauth_clients', 'expires_at', 0);
