import { withRetries } from '../../../platform/db/faults';
import { transact } from '../../../platform/db/transaction';
import type { ProtocolHandler } from '../../../platform/protocol';
import { SECOND } from '../../../platform/time';
import { hashSecret } from '../../../shared/tokens';
import { createLimit } from '../limit';
import { jsonReply, getOauthServer } from '../oauth-server';
import { newClientSecret } from '../secrets';
import type { EndpointParts } from '../tokens/token-operations';
import { insertClient } from './client-store';
import { isRegistrationFault, parseRegistration } from './registration-rules';

// Hosted clients register anew for each connection, from few addresses.
const perHour = 120;

/** Makes the registration endpoint (RFC 7591), limited per address. */
export function registerOauthClientWith({ database, config }: EndpointParts): ProtocolHandler {
  const limit = createLimit(
    perHour,
    3600,
    `This address has registered ${perHour} clients in an hour.`,
  );
  return async ({ message, body }, { now, newId, log, address }) => {
    getOauthServer(message, config);
    await limit.consume(address);
    const metadata = parseRegistration(parsed(body));
    if (isRegistrationFault(metadata)) return jsonReply(400, metadata);
    const id = newId('ocl');
    const secret = metadata.authMethod === 'none' ? undefined : newClientSecret();
    const secretHash = secret === undefined ? null : hashSecret(secret);
    await withRetries(log, () =>
      transact(database, (transaction) =>
        insertClient(transaction, { id, metadata, secretHash, now }),
      ),
    );
    log.info({ client_id: id, client_name: metadata.clientName }, 'A client registered');
    return jsonReply(201, {
      client_id: id,
      client_id_issued_at: Math.floor(Date.parse(now) / SECOND),
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: metadata.clientName ?? '',
      redirect_uris: metadata.redirectUris,
      grant_types: metadata.grantTypes,
      response_types: metadata.responseTypes,
      token_endpoint_auth_method: metadata.authMethod,
    });
  };
}

// A body that is not JSON has no metadata, and is refused as such.
function parsed(body: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return value;
  } catch {
    return undefined;
  }
}
