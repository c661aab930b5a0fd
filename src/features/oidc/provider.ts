import type { OidcConfig } from '../../platform/oidc-config';
import { isRecord } from '../../platform/json';
import type { Outgoing } from '../../platform/outgoing';
import { HOUR, SECOND } from '../../platform/time';
import { type Claims, type Identity, identityOf, lacksClaims } from './identity-claims';
import { createLogoutCheck, type Logout } from './logout-token';
import { ProviderDown, ProviderFault } from './provider-faults';

const loadLibrary = () => import('openid-client');

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** What a browser takes along to the provider, and what its return is compared with. */
export interface FlowChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The configured provider. */
export interface Provider {
  /** The address to send a browser to, and what its return must match. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: FlowChecks }>;
  /** The identity of the person who returned to `callbackUrl`. Throws unless all checks hold. */
  finish(callbackUrl: string, checks: FlowChecks): Promise<Identity>;
  /** What a logout token says. Throws unless all checks hold; a replay is not checked. */
  readLogout(token: string, now: string): Promise<Logout>;
}

type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

interface FetchOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The error of a call of the library: the fault, unless the provider could not be reached. */
function faultOf(error: unknown): Error {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ProviderDown) return each;
  }
  // The causes of the library's errors may contain tokens, so only messages are kept.
  if (!(error instanceof Error)) return new ProviderFault('unknown');
  const code: unknown = 'code' in error ? error.code : undefined;
  const sent: unknown = 'error' in error ? error.error : undefined;
  const oauth = typeof sent === 'string' ? sent : undefined;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const codes = [code, oauth].flatMap((each) => (typeof each === 'string' ? `${each}: ` : []));
  return new ProviderFault(`${codes.join('')}${error.message}${cause}`.slice(0, 500), oauth);
}

async function orFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error);
  }
}

/** The dependencies of the provider. */
export interface ProviderParts {
  readonly oidc: OidcConfig;
  readonly isProduction: boolean;
  /** Sends requests to a host that the operator trusts, which may be private. */
  readonly outgoingTo: (host: string) => Outgoing;
}

/** How long the provider's metadata is used. */
const metadataMs = HOUR;
const limits = {
  connectMs: 5 * SECOND,
  responseMs: 10 * SECOND,
  maxResponseBytes: 1024 * 1024,
} as const;
const clockSkewSeconds = 60;

/**
 * Creates the provider. Its metadata is read at the first use and cached for an hour. Its keys are
 * read anew for each sign-in, so a key may be replaced at any time.
 */
export function createProvider(parts: ProviderParts): Provider {
  const { oidc, isProduction } = parts;
  const fetchDocument = fetchWith(parts);
  const checkLogout = createLogoutCheck();
  let cached: { readonly metadata: Promise<Metadata>; readonly until: number } | undefined;

  const discover = (): Promise<Metadata> => {
    if (cached !== undefined && cached.until > Date.now()) return cached.metadata;
    const metadata = loadLibrary().then(async (library) => {
      const found = await library.discovery(
        new URL(oidc.issuer),
        oidc.clientId,
        undefined,
        undefined,
        {
          [library.customFetch]: fetchDocument,
          ...(!isProduction && { execute: [library.allowInsecureRequests] }),
        },
      );
      return { ...found.serverMetadata() };
    });
    const entry = { metadata, until: Date.now() + metadataMs };
    cached = entry;
    metadata.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return metadata;
  };

  const configure = (library: Library, metadata: Metadata, method: string) => {
    const authenticate =
      method === 'client_secret_post'
        ? library.ClientSecretPost(oidc.clientSecret)
        : library.ClientSecretBasic(oidc.clientSecret);
    const configuration = new library.Configuration(
      metadata,
      oidc.clientId,
      { [library.clockTolerance]: clockSkewSeconds },
      authenticate,
    );
    configuration[library.customFetch] = fetchDocument;
    if (!isProduction) library.allowInsecureRequests(configuration);
    // The signature of the id token is checked too, though it comes by TLS from the provider.
    library.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  const provider: Provider = {
    async begin(redirectUri) {
      const library = await loadLibrary();
      const metadata = await discover();
      const checks = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(configure(library, metadata, ''), {
        redirect_uri: redirectUri,
        scope: scopeOf(oidc, metadata),
        response_type: 'code',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    async finish(callbackUrl, { state, nonce, verifier }) {
      const library = await loadLibrary();
      const metadata = await discover();
      const redeem = async (method: string) => {
        const configuration = configure(library, metadata, method);
        const tokens = await library.authorizationCodeGrant(configuration, new URL(callbackUrl), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return { configuration, tokens };
      };
      const [first = basic, second] = methodsOf(metadata);
      // The metadata does not say which method this client is registered with. A refused client
      // leaves the code as it is.
      const { configuration, tokens } = await redeem(first).catch((error: unknown) => {
        if (second === undefined || !isInvalidClient(error)) throw error;
        return redeem(second);
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider sent no id token.');
      const given: Claims = { ...claims };
      const isIncomplete = lacksClaims(oidc, given) && metadata.userinfo_endpoint !== undefined;
      const more: Claims = isIncomplete
        ? { ...(await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
        : {};
      return identityOf(oidc, given, more);
    },

    async readLogout(token, now) {
      const metadata = await discover();
      const keys = {
        oidc,
        jwksUri: metadata.jwks_uri,
        algorithms: metadata.id_token_signing_alg_values_supported,
        fetchDocument: (url: string) => fetchDocument(url, {}),
        clockSkewSeconds,
      };
      return checkLogout(token, keys, now);
    },
  };
  return {
    begin: (redirectUri) => orFault(() => provider.begin(redirectUri)),
    finish: (callbackUrl, checks) => orFault(() => provider.finish(callbackUrl, checks)),
    readLogout: (token, now) => orFault(() => provider.readLogout(token, now)),
  };
}

type Metadata = ConstructorParameters<Library['Configuration']>[0];

const basic = 'client_secret_basic';
const post = 'client_secret_post';

function methodsOf({ token_endpoint_auth_methods_supported: supported }: Metadata): string[] {
  return supported === undefined
    ? [basic]
    : [post, basic].filter((method) => supported.includes(method));
}

function isInvalidClient(error: unknown): boolean {
  const code: unknown = isRecord(error) ? error['error'] : undefined;
  if (code === 'invalid_client') return true;
  return error instanceof Error && error.name === 'WWWAuthenticateChallengeError';
}

function scopeOf({ groups }: OidcConfig, { scopes_supported: supported }: Metadata): string {
  const wanted = ['openid', 'email', 'profile'];
  // Some providers send groups only with a scope of this name, and others refuse unknown scopes.
  if (groups.size > 0 && supported?.includes('groups') === true) wanted.push('groups');
  return wanted.join(' ');
}

/** Fetches by the rules of outgoing requests: limits, no redirects, and never a metadata address. */
function fetchWith({ outgoingTo }: ProviderParts): Fetch {
  return async (address, { method = 'GET', body, headers = {} }) => {
    const outgoing = outgoingTo(new URL(address).hostname.replace(/^\[|\]$/g, ''));
    const result =
      method === 'POST'
        ? await outgoing.post(address, { ...limits, headers, body: textOf(body) })
        : await outgoing.get(address, { ...limits, headers });
    if (result.error !== undefined) throw new ProviderDown(`No response: ${result.error}.`);
    const { status, text } = result;
    if (status >= 500) throw new ProviderDown(`The response has the status ${status}.`);
    const contentType = result.headers['content-type'];
    const challenge = result.headers['www-authenticate'];
    return new Response(text, {
      status,
      headers: {
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(challenge !== undefined && { 'www-authenticate': challenge }),
      },
    });
  };
}

function textOf(body: unknown): string {
  if (body instanceof URLSearchParams) return body.toString();
  return typeof body === 'string' ? body : '';
}
