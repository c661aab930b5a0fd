import { asLine } from '../../platform/control-characters';
import { isInvisible } from '../../platform/name-key';
import type { OidcConfig } from '../../platform/oidc-config';
import { countCharacters } from '../../platform/text-length';

/** A person according to the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's session; empty if it names none. */
  readonly sid: string;
  /** The address in lower case, if the provider has verified it. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
  /** Undefined if the provider sends none. */
  readonly groups: readonly string[] | undefined;
}

/** The claims of an id token or of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** Whether the userinfo endpoint may have claims that the id token lacks. */
export function lacksClaims({ groups, groupsClaim }: OidcConfig, claims: Claims): boolean {
  return claims['email'] === undefined || (groups.size > 0 && claims[groupsClaim] === undefined);
}

/** The identity in the claims of the id token and, where that lacks them, of the userinfo. */
export function identityOf(
  { groupsClaim }: OidcConfig,
  idToken: Claims,
  userinfo: Claims,
): Identity {
  const subject = stringOf(idToken['sub']) ?? '';
  if (subject === '' || countCharacters(subject) > 255) throw new Error('The subject is too long.');
  // The address and its verification must be of one source.
  const source = idToken['email'] === undefined ? userinfo : idToken;
  const all = { ...userinfo, ...idToken };
  const sid = stringOf(idToken['sid']) ?? '';
  return {
    issuer: stringOf(idToken['iss']) ?? '',
    subject,
    sid: countCharacters(sid) > 255 ? '' : sid,
    verifiedEmail: verifiedEmailOf(source),
    name: nameIn(all['name']) ?? nameIn(all['preferred_username']),
    groups: groupsOf(all[groupsClaim]),
  };
}

function verifiedEmailOf(claims: Claims): string | undefined {
  if (claims['email_verified'] !== true && claims['email_verified'] !== 'true') return undefined;
  const email = stringOf(claims['email'])?.toLowerCase() ?? '';
  const isOne = /^[^@\s]+@[^@\s]+$/.test(email) && asLine(email) === email;
  return email.length <= 254 && isOne ? email : undefined;
}

// Cleaned by the rule of the contract's `VisibleName`: the person cannot change the claim.
function nameIn(claim: unknown): string | undefined {
  const name = asLine(stringOf(claim) ?? '').trim();
  return isInvisible(name) || countCharacters(name) > 200 ? undefined : name;
}

function groupsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((each: unknown): each is string => typeof each === 'string');
}

// Postgres stores no NUL, and no text here has one.
function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && !value.includes('\0') ? value.toWellFormed() : undefined;
}
