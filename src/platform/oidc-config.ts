import type { VariableName } from './config-variables';

/** The roles that groups of the provider may lead to; the first of several counts. */
export const groupRoles = ['owner', 'member', 'viewer'] as const;

/** Sign-in by OpenID Connect. */
export interface OidcConfig {
  /** The issuer exactly as the provider's metadata and tokens spell it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the pages call the provider. */
  readonly name: string;
  /** The workspace where a first sign-in may create an account; undefined if none. */
  readonly workspaceId: string | undefined;
  /** The domains of addresses, in lower case, whose owners may join that workspace. */
  readonly allowedDomains: readonly string[];
  /** The claim with the groups of a person. */
  readonly groupsClaim: string;
  /** The groups that may join that workspace, with their roles. Empty if groups decide nothing. */
  readonly groups: ReadonlyMap<string, (typeof groupRoles)[number]>;
}

/** The values that the settings come from. */
export interface OidcSource {
  readonly text: (name: VariableName) => string;
  readonly isProduction: boolean;
  readonly publicUrl: string | undefined;
  readonly passwordSignIn: boolean;
}

const dependent = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_WORKSPACE',
  'OIDC_ALLOWED_DOMAINS',
  'OIDC_GROUPS',
] as const satisfies readonly VariableName[];

/**
 * The settings of OpenID Connect; undefined if it is off. Appends a sentence to `faults` for each
 * wrong value.
 */
export function oidcConfigOf(source: OidcSource, faults: string[]): OidcConfig | undefined {
  const { text, isProduction, publicUrl, passwordSignIn } = source;
  const issuer = text('OIDC_ISSUER');
  if (issuer === '') {
    const useless = dependent.filter((name) => text(name) !== '');
    faults.push(...useless.map((name) => `${name} has no effect without OIDC_ISSUER.`));
    if (!passwordSignIn) {
      faults.push('PASSWORD_SIGN_IN=off needs OIDC_ISSUER, or nobody could sign in.');
    }
    return undefined;
  }
  const issuerFault = faultOfIssuer(issuer, isProduction);
  if (issuerFault !== undefined) faults.push(`OIDC_ISSUER ${issuerFault}`);
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
    const orFile = name === 'OIDC_CLIENT_SECRET' ? ` or ${name}_FILE` : '';
    if (text(name) === '') faults.push(`OIDC_ISSUER needs ${name}${orFile}.`);
  }
  if (isProduction && publicUrl?.startsWith('https:') !== true) {
    faults.push('OIDC_ISSUER needs an https PUBLIC_URL: the provider sends people back there.');
  }
  const workspaceId = text('OIDC_WORKSPACE') || undefined;
  if (workspaceId !== undefined && !/^wsp_[0-9A-Za-z_-]{1,100}$/.test(workspaceId)) {
    faults.push('OIDC_WORKSPACE must be the id of a workspace, such as wsp_01K….');
  }
  const allowedDomains = domainsIn(text('OIDC_ALLOWED_DOMAINS'), faults);
  const groups = groupsIn(text('OIDC_GROUPS'), faults);
  if (workspaceId === undefined && (allowedDomains.length > 0 || groups.size > 0)) {
    const name = groups.size > 0 ? 'OIDC_GROUPS' : 'OIDC_ALLOWED_DOMAINS';
    faults.push(`${name} needs OIDC_WORKSPACE, the workspace that it is about.`);
  }
  if (workspaceId !== undefined && allowedDomains.length === 0 && groups.size === 0) {
    faults.push('OIDC_WORKSPACE needs OIDC_ALLOWED_DOMAINS or OIDC_GROUPS: who may join it.');
  }
  return {
    issuer,
    clientId: text('OIDC_CLIENT_ID'),
    clientSecret: text('OIDC_CLIENT_SECRET'),
    name: text('OIDC_NAME') || (URL.canParse(issuer) ? new URL(issuer).host : issuer),
    workspaceId,
    allowedDomains,
    groupsClaim: text('OIDC_GROUPS_CLAIM'),
    groups,
  };
}

function faultOfIssuer(issuer: string, isProduction: boolean): string | undefined {
  const plain = 'must be the https URL of the provider, without a query.';
  if (!URL.canParse(issuer) || /[?#\s]/.test(issuer)) return plain;
  const { protocol, hostname, username } = new URL(issuer);
  if (username !== '') return plain;
  if (protocol === 'https:') return undefined;
  const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (protocol === 'http:' && isLocal && !isProduction) return undefined;
  return isProduction ? plain : `${plain} In development, http is for this machine alone.`;
}

function entriesOf(value: string): readonly string[] {
  return value.split(',').flatMap((entry) => entry.trim() || []);
}

function domainsIn(value: string, faults: string[]): readonly string[] {
  const domains = entriesOf(value).map((domain) => domain.toLowerCase());
  const wrong = domains.find((domain) => !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(domain));
  if (wrong !== undefined) {
    faults.push(`OIDC_ALLOWED_DOMAINS: ${wrong} must be a domain such as example.com.`);
  }
  return domains;
}

function groupsIn(value: string, faults: string[]): OidcConfig['groups'] {
  const groups = new Map<string, (typeof groupRoles)[number]>();
  for (const entry of entriesOf(value)) {
    const end = entry.lastIndexOf('=');
    const group = entry.slice(0, Math.max(0, end)).trim();
    const role = groupRoles.find((each) => each === entry.slice(end + 1).trim());
    if (group !== '' && role !== undefined && !groups.has(group)) groups.set(group, role);
    else {
      faults.push(
        `OIDC_GROUPS: ${entry} must be GROUP=ROLE with one of the roles ${groupRoles.join(', ')}, and each group once.`,
      );
    }
  }
  return groups;
}
