/**
 * OAuth: the authorization server of the MCP endpoint (OAuth 2.1). A person lets a client act as
 * one agent, and the client gets tokens of that agent that are valid at `/mcp` only. Emits
 * oauth_grant.created; `shared/oauth-grants` ends grants. Clients are in the folder `clients`, the
 * pages in `pages`, what a person decides in `consent`, codes and tokens in `tokens`.
 */
import type { OauthHandlers } from '../../../generated/handlers';
import { createReader } from '../../platform/db/reader';
import { inPreferredLanguage } from '../../shared/pages';
import type { AccountSettings } from '../auth';
import { findClientWith, type MetadataDocuments } from './clients/find-client';
import { registerOauthClientWith } from './clients/registration-operations';
import { decideAuthorizationWith, signInWith } from './consent/decide-operations';
import { showAuthorizationWith } from './consent/show-operations';
import { listOauthGrants, revokeOauthGrant } from './grants/grant-operations';
import { authorizationServerWith, protectedResourceWith } from './metadata-operations';
import {
  createAccessTokenWith,
  createRefusalLimit,
  revokeOauthTokenWith,
  type EndpointParts,
} from './tokens/token-operations';
import type { Purge } from '../../platform/db/purge';
import { clientPurge } from './clients/client-store';
import { ticketPurge } from './consent/ticket-store';
import { grantPurge } from './grants/grant-store';
import { codePurge, keyPurge, refreshPurge } from './tokens/token-store';
export { fault, faultReply, Form } from './oauth-server';
export { createRefusalLimit } from './tokens/token-operations';
export { createMetadataDocuments, type MetadataDocuments } from './clients/find-client';
export { challengeParameters, resourceOf } from './oauth-server';

/** The operations of OAuth. `documents` fetches the metadata documents of clients. */
export function oauthHandlers(
  parts: EndpointParts,
  accounts: AccountSettings,
  documents: MetadataDocuments,
): OauthHandlers {
  const reader = createReader(parts.database);
  const consent = { ...parts, reader, findClient: findClientWith(reader, documents) };
  const limited = createRefusalLimit();
  return {
    getProtectedResource: protectedResourceWith(parts.config),
    getMcpProtectedResource: protectedResourceWith(parts.config),
    getAuthorizationServer: authorizationServerWith(parts.config),
    showAuthorization: inPreferredLanguage(showAuthorizationWith(consent)),
    decideAuthorization: inPreferredLanguage(
      decideAuthorizationWith(consent, signInWith(parts, accounts)),
    ),
    createAccessToken: limited(createAccessTokenWith(parts)),
    revokeOauthToken: limited(revokeOauthTokenWith(parts)),
    registerOauthClient: registerOauthClientWith(parts),
    listOauthGrants,
    revokeOauthGrant,
  };
}

/** The purges of the tables of OAuth. */
export const oauthPurges: readonly Purge[] = [
  ticketPurge,
  codePurge,
  keyPurge,
  refreshPurge,
  grantPurge,
  clientPurge,
];
