import type { IncomingMessage } from 'node:http';
import { Problem } from '../../problems';

/**
 * Parameters to add to `WWW-Authenticate` (RFC 9110, 11.6.1) at operations of JSON-RPC; none where
 * the server has no metadata to name (RFC 9728, 5.1).
 */
export type ChallengeParameters = (message: IncomingMessage) => Readonly<Record<string, string>>;

/**
 * The 401 or 403 of an operation of JSON-RPC, with a challenge that tells a client how to get a
 * token: a missing scope is `insufficient_scope` (RFC 6750, 3.1). Other errors stay as they are.
 */
export function withChallenge(
  failure: Problem,
  parameters: Readonly<Record<string, string>>,
): Problem {
  const { code, message, issues, details, headers } = failure;
  const given = headers['WWW-Authenticate'];
  const isScope = code === 'INSUFFICIENT_SCOPE';
  if (given === undefined && !isScope) return failure;
  const scope = { error: 'insufficient_scope', scope: String(details['required_scope']) };
  const all = { ...parameters, ...(isScope && scope) };
  const added = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  const challenge = [given ?? 'Bearer realm="callboard"', ...added].join(', ');
  return new Problem(code, message, {
    issues,
    details,
    headers: { ...headers, 'WWW-Authenticate': challenge },
  });
}
