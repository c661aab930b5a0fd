import { limits } from '../../../../generated/limits';
import { jsonText, strings } from '../../../platform/db/statements/columns';
import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { parseRegistration, isRegistrationFault, type ClientMetadata } from './registration-rules';
import type { OauthClient } from './client';

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
