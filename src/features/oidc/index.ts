/**
 * OIDC: sign-in by the OpenID Connect provider of the configuration. An account is linked to an
 * identity (`iss`, `sub`) by its first sign-in, an invitation or the person who is signed in to it,
 * never by an address. Owns the links and emits user.joined, user.linked and user.unlinked.
 */
import type { OidcHandlers } from '../../../generated/handlers';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import type { ProtocolHandler } from '../../platform/protocol';
import { notFound } from '../../platform/problems';
import { inPreferredLanguage } from '../../shared/pages';
import { basePathOf } from '../../shared/server-settings';
import type { AccountSettings } from '../auth';
import { createRefusalLimit } from '../oauth';
import { finishOidcWith, type FlowParts, startOidcWith } from './flow-operations';
import { createFlowCookie } from './flow-cookie';
import { getOidcLinkWith, getSignInWith, removeOidcLinkWith } from './link-operations';
import { receiveOidcLogoutWith } from './logout-operations';
import { createProvider, type ProviderParts } from './provider';

export { logoutTokenPurge } from './oidc-store';

/** The dependencies of the operations. */
export interface OidcParts extends Pick<ProviderParts, 'outgoingTo'> {
  readonly database: Database;
  readonly config: Config;
  readonly accounts: AccountSettings;
}

/** The operations of sign-in by OpenID Connect. Without a provider, all but one are 404. */
export function oidcHandlers(parts: OidcParts): OidcHandlers {
  const { config } = parts;
  const flow = flowParts(parts);
  return {
    getSignIn: getSignInWith(config),
    startOidc: flow === undefined ? off : inPreferredLanguage(startOidcWith(flow)),
    finishOidc: flow === undefined ? off : inPreferredLanguage(finishOidcWith(flow)),
    receiveOidcLogout: flow === undefined ? off : createRefusalLimit()(receiveOidcLogoutWith(flow)),
    getOidcLink: getOidcLinkWith(config),
    removeOidcLink: removeOidcLinkWith(config),
  };
}

function flowParts({ database, config, accounts, outgoingTo }: OidcParts): FlowParts | undefined {
  const { oidc } = config;
  if (oidc === undefined) return undefined;
  const isProduction = config.environment === 'production';
  return {
    database,
    reader: createReader(database),
    config,
    oidc,
    accounts,
    provider: createProvider({ oidc, isProduction, outgoingTo }),
    cookie: createFlowCookie(oidc, { isSecure: isProduction, basePath: basePathOf(config) }),
  };
}

const off: ProtocolHandler = () => {
  throw notFound('sign-in by', 'OpenID Connect');
};
