import { groupRoles, type OidcConfig } from '../../platform/oidc-config';
import type { Identity } from './identity-claims';

type Role = (typeof groupRoles)[number];

/** The role that the groups of an identity give; undefined if none of them has one. */
function roleOfGroups(
  { groups }: Pick<OidcConfig, 'groups'>,
  identity: Pick<Identity, 'groups'>,
): Role | undefined {
  const roles = new Set((identity.groups ?? []).map((group) => groups.get(group)));
  return groupRoles.find((role) => roles.has(role));
}

/**
 * The role at a sign-in to the workspace of the configuration: that of the groups. Without any of
 * them, an owner becomes a member. The current role stays if the provider sends no groups. A viewer
 * stays one unless the groups decide who is a viewer, because an owner has decided that.
 */
export function roleAtSignIn<Current extends string>(
  oidc: OidcConfig,
  identity: Identity,
  current: Current,
): Current | Role {
  const decidesViewers = Array.from(oidc.groups.values()).includes('viewer');
  if (identity.groups === undefined) return current;
  if (current === 'viewer' && !decidesViewers) return current;
  return roleOfGroups(oidc, identity) ?? (current === 'owner' ? 'member' : current);
}

/** The account that a first sign-in may create, or why it may not, as a sentence. */
export type FirstSignIn =
  | { readonly workspaceId: string; readonly email: string; readonly role: Role }
  | { readonly refusal: string };

/** Judges a first sign-in. */
export function judgeFirstSignIn(oidc: OidcConfig, identity: Identity): FirstSignIn {
  const { workspaceId, allowedDomains, name } = oidc;
  const { verifiedEmail: email } = identity;
  const invitation = 'Ask an owner of your workspace for an invitation, and open its link.';
  if (workspaceId === undefined) {
    return { refusal: `No account is linked to your identity at ${name}. ${invitation}` };
  }
  if (email === undefined) {
    return { refusal: `${name} has not verified your email address. ${invitation}` };
  }
  const role = roleOfGroups(oidc, identity);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (role === undefined && !allowedDomains.includes(domain)) {
    return { refusal: `Neither your address nor your groups may join. ${invitation}` };
  }
  return { workspaceId, email, role: role ?? 'member' };
}
