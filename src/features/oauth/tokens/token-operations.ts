import type { Config } from '../../../platform/config';
import { limits } from '../../../../generated/limits';
import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import { withRetries } from '../../../platform/db/faults';
import { transact } from '../../../platform/db/transaction';
import type { ProtocolHandler } from '../../../platform/protocol';
import { authenticateClient } from '../clients/find-client';
import {
  fault,
  faultReply,
  Form,
  isFault,
  jsonReply,
  type OauthFault,
  getOauthServer,
  type OauthServerConfig,
} from '../oauth-server';
import { createLimit } from '../limit';
import {
  redeemCode,
  rotateRefresh,
  type TokenRequest,
  revokePresented,
  type TokenContext,
  type Tokens,
} from './token-grant';

/** The dependencies of the endpoints that clients call. */
export interface EndpointParts {
  readonly database: Database;
  readonly config: OauthServerConfig & Pick<Config, 'oidc' | 'passwordSignIn'>;
}

const grantTypes: Readonly<
  Record<string, (context: TokenContext, request: TokenRequest) => Promise<Tokens | OauthFault>>
> = { authorization_code: redeemCode, refresh_token: rotateRefresh };

const single = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
];

/** Makes the token endpoint (RFC 6749, 3.2). Each exchange is one transaction, refusals too. */
export function createAccessTokenWith({ database, config }: EndpointParts): ProtocolHandler {
  const reader = createReader(database);
  return async ({ message, body }, { now, newId, log }) => {
    const server = getOauthServer(message, config);
    const form = new Form(body);
    const unusable = form.faultOf(single);
    if (unusable !== undefined) return faultReply(unusable);
    const client = await authenticateClient(reader, message, form, now);
    if (isFault(client)) return faultReply(client);
    const { clientId } = client;
    const grantType = form.get('grant_type');
    if (grantType === undefined) {
      return faultReply(fault('invalid_request', 'grant_type is missing.'));
    }
    const exchange = Object.hasOwn(grantTypes, grantType) ? grantTypes[grantType] : undefined;
    if (exchange === undefined) {
      return faultReply(
        fault('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.'),
      );
    }
    const result = await withRetries(log, () =>
      transact(database, (transaction) =>
        exchange({ transaction, now, newId }, { clientId, form, server }),
      ),
    );
    const refused = isFault(result);
    log.info(
      { client_id: clientId, grant_type: grantType, error: refused ? result.error : undefined },
      refused ? 'The token endpoint refused a request' : 'The token endpoint issued tokens',
    );
    return refused ? faultReply(result) : jsonReply(200, result);
  };
}

/** Makes the revocation endpoint (RFC 7009): 200, whether or not the token existed. */
export function revokeOauthTokenWith({ database, config }: EndpointParts): ProtocolHandler {
  const reader = createReader(database);
  return async ({ message, body }, { now, newId, log }) => {
    getOauthServer(message, config);
    const form = new Form(body);
    const unusable = form.faultOf(single);
    if (unusable !== undefined) return faultReply(unusable);
    const client = await authenticateClient(reader, message, form, now);
    if (isFault(client)) return faultReply(client);
    const token = form.get('token');
    if (token === undefined) return faultReply(fault('invalid_request', 'token is missing.'));
    await withRetries(log, () =>
      transact(database, (transaction) =>
        revokePresented({ transaction, now, newId }, client.clientId, token),
      ),
    );
    return { status: 200 };
  };
}

/**
 * Makes a decorator of the endpoints that clients call: an address whose requests they have refused
 * 100 times in a minute gets 429, so that nobody guesses secrets or keeps the database busy. The
 * endpoints count together. Hosted clients call for all their users from few addresses, but their
 * requests are rarely refused.
 */
export function createRefusalLimit(): (handler: ProtocolHandler) => ProtocolHandler {
  const perMinute = limits.oauth_refusals_per_minute;
  const limit = createLimit(
    perMinute,
    60,
    `${perMinute} requests of this address were refused in a minute.`,
  );
  return (handler) => async (request, ctx) => {
    await limit.check(ctx.address);
    const reply = await handler(request, ctx);
    if (reply.status >= 400) await limit.consume(ctx.address);
    return reply;
  };
}
