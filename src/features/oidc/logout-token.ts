import { isRecord } from '../../platform/json';
import type { OidcConfig } from '../../platform/oidc-config';
import { addMilliseconds, DAY, SECOND } from '../../platform/time';
import { countCharacters } from '../../platform/text-length';
import { ProviderDown, ProviderFault } from './provider-faults';

// openid-client checks no logout tokens. This is the library that the same author signs with.
const loadLibrary = () => import('jose');

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type RemoteKeys = ReturnType<Library['createRemoteJWKSet']>;
type Payload = ReturnType<Library['decodeJwt']>;

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
export interface LogoutKeys {
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
export function createLogoutCheck(): (
  token: string,
  keys: LogoutKeys,
  now: string,
) => Promise<Logout> {
  let cached: { readonly uri: string; readonly keys: RemoteKeys } | undefined;
  const keysOf = ({ createRemoteJWKSet, customFetch }: Library, keys: LogoutKeys): RemoteKeys => {
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
    const library = await loadLibrary();
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
  const [subject, session, id] = [textOf('sub', sub), textOf('sid', sid), textOf('jti', jti)];
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

function textOf(name: string, value: unknown): string | undefined {
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
