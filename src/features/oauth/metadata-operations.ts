import type { ProtocolHandler } from '../../platform/protocol';
import { authMethods } from './clients/registration-rules';
import { jsonReply, getOauthServer, type OauthServerConfig, supportedScopes } from './oauth-server';

/** Makes the metadata of the MCP endpoint (RFC 9728). */
export const protectedResourceWith =
  (config: OauthServerConfig): ProtocolHandler =>
  async ({ message }) => {
    const { issuer, resource } = getOauthServer(message, config);
    return jsonReply(200, {
      resource,
      authorization_servers: [issuer],
      scopes_supported: supportedScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Callboard',
    });
  };

/** Makes the metadata of the authorization server (RFC 8414). */
export const authorizationServerWith =
  (config: OauthServerConfig): ProtocolHandler =>
  async ({ message }) => {
    const { issuer, base } = getOauthServer(message, config);
    return jsonReply(200, {
      issuer,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      revocation_endpoint: `${base}/oauth/revoke`,
      registration_endpoint: `${base}/oauth/register`,
      scopes_supported: supportedScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_methods_supported: authMethods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  };
