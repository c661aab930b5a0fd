import type { Scope } from '../../platform/operation';
import { fault, type OauthFault } from './oauth-reply';

/** The scopes of this server. */
export const supportedScopes: readonly Scope[] = ['read', 'write'];

/**
 * The scopes of a request, of those that are possible; all of them when it has none. Unknown ones
 * are ignored, such as `offline_access`, which clients send to every server. Refuses a request whose
 * known scopes are all impossible.
 */
export function readScopes(
  text: string | undefined,
  possible: readonly Scope[],
): { readonly scopes: readonly Scope[] } | OauthFault {
  const words = (text ?? '').split(' ');
  const asked = supportedScopes.filter((scope) => words.includes(scope));
  if (asked.length === 0) return { scopes: possible };
  const scopes = asked.filter((scope) => possible.includes(scope));
  return scopes.length > 0 ? { scopes } : fault('invalid_scope', 'The scope is not possible here.');
}
