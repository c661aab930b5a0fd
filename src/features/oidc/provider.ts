import type { OidcConfig } from '../../platform/oidc-config';
import { isRecord } from '../../platform/json';
import type { Outgoing } from '../../platform/outgoing';
import { HOUR, SECOND, addMilliseconds, DAY } from '../../platform/time';
import { type Claims, type Identity, identityOf, lacksClaims } from './identity-claims';
import { countCharacters } from '../../platform/text-length';

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

// openid-client checks no logout tokens. This is the library that the same author signs with.
const loadJose = () => import('jose');

type Jose = Awaited<ReturnType<typeof loadJose>>;
type RemoteKeys = ReturnType<Jose['createRemoteJWKSet']>;
type Payload = ReturnType<Jose['decodeJwt']>;

/** A sign-out at the provider: of one of its sessions, of a person, or both. */
export interface Logout {
  readonly issuer: string;
  /** Undefined if the token names only a session. */
  readonly subject: string | undefined;
  /** Undefined if all sessions of the person end. */
  readonly sid: string | undefined;
  readonly jti: string;
  /** When the token can be used no more (ISO 8601 UTC). */
  readonly expiresAt: string;
}

/** What the check of a logout token needs to know of the provider. */
interface LogoutKeys {
  readonly oidc: Pick<OidcConfig, 'issuer' | 'clientId'>;
  readonly jwksUri: string | undefined;
  /** The algorithms of id tokens, which logout tokens have too. */
  readonly algorithms: readonly string[] | undefined;
  readonly fetchDocument: (url: string) => Promise<Response>;
  readonly clockSkewSeconds: number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';

// A token with a later end is used up a day after it was issued, so no `jti` is kept longer.
const maxAge = DAY;

// Only the provider has the key of these. An HMAC by the client's secret is none of them.
const asymmetric = /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/;

/**
 * Makes the check of logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.6), except that of a
 * replay. The keys are read at the first use, and again for an unknown key.
 */
function createLogoutCheck(): (token: string, keys: LogoutKeys, now: string) => Promise<Logout> {
  let cached: { readonly uri: string; readonly keys: RemoteKeys } | undefined;
  const keysOf = ({ createRemoteJWKSet, customFetch }: Jose, keys: LogoutKeys): RemoteKeys => {
    const { jwksUri: uri, fetchDocument } = keys;
    if (uri === undefined) throw new ProviderFault('The metadata has no jwks_uri.');
    if (cached?.uri === uri) return cached.keys;
    const created = createRemoteJWKSet(new URL(uri), {
      [customFetch]: (url: string) => fetchDocument(url),
      cooldownDuration: SECOND,
    });
    cached = { uri, keys: created };
    return created;
  };
  return async (token, keys, now) => {
    const library = await loadJose();
    const { issuer, clientId: audience } = keys.oidc;
    const { payload, protectedHeader } = await library
      .jwtVerify(token, keysOf(library, keys), {
        issuer,
        audience,
        algorithms: (keys.algorithms ?? ['RS256']).filter((each) => asymmetric.test(each)),
        requiredClaims: ['iat', 'exp', 'jti'],
        clockTolerance: keys.clockSkewSeconds,
        maxTokenAge: maxAge / SECOND,
        currentDate: new Date(now),
      })
      .catch((error: unknown) => {
        throw causeOf(error);
      });
    // A token of another type with the same signature, such as an id token, ends nothing.
    const { typ = 'JWT' } = protectedHeader;
    if (!/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ)) {
      throw new ProviderFault(`The type of the token is ${typ.slice(0, 100)}.`);
    }
    return { issuer, ...logoutOf(payload, keys.clockSkewSeconds) };
  };
}

function logoutOf(payload: Payload, skewSeconds: number): Omit<Logout, 'issuer'> {
  const { events, sub, sid, jti, iat = 0, exp = 0 } = payload;
  if (!isRecord(events) || !isRecord(events[event])) {
    throw new ProviderFault(`The claim events has no object ${event}.`);
  }
  if ('nonce' in payload) throw new ProviderFault('A logout token has no nonce.');
  const [subject, session, id] = [claimOf('sub', sub), claimOf('sid', sid), claimOf('jti', jti)];
  if (subject === undefined && session === undefined) {
    throw new ProviderFault('The token has neither sub nor sid.');
  }
  if (id === undefined) throw new ProviderFault('The token has no jti.');
  const end = Math.min(exp, iat + maxAge / SECOND) + skewSeconds;
  return {
    subject,
    sid: session,
    jti: id,
    expiresAt: addMilliseconds(new Date(0).toISOString(), Math.ceil(end) * SECOND),
  };
}

function claimOf(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isText = typeof value === 'string' && value !== '' && countCharacters(value) <= 255;
  if (!isText || /\0|\p{Cs}/u.test(value)) {
    throw new ProviderFault(`The claim ${name} must be a text of 1 to 255 characters.`);
  }
  return value;
}

// The causes of the library's errors contain the claims, so only messages are kept.
function causeOf(error: unknown): Error {
  if (error instanceof ProviderDown || error instanceof ProviderFault) return error;
  return new ProviderFault(error instanceof Error ? error.message.slice(0, 500) : 'unknown');
}

/** The provider could not be reached, or failed. */
export class ProviderDown extends Error {}

/** The provider refused, or its response fails a check. */
export class ProviderFault extends Error {
  constructor(
    message: string,
    /** The error code of OAuth that the provider sent, such as `access_denied`. */
    readonly code?: string,
  ) {
    super(message);
  }
}
