import { isLoopback } from '../../../platform/config';

/** The largest number of redirect URIs of one client. */
export const MAX_REDIRECT_URIS = 10;

const MAX_LENGTH = 2000;

/** Schemes without a dot that belong to editors, which register them with the operating system. */
const editorSchemes: ReadonlySet<string> = new Set([
  'cursor',
  'vscode',
  'vscode-insiders',
  'windsurf',
  'zed',
]);

/** The characters of a URI (RFC 3986). A URL parser drops or replaces others without a word. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;

/** The scheme of a URI, and its authority without the slashes, if it has one. */
const uriStart = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?/;

/** A loopback URI: its beginning up to the port, the port, and the rest. */
const loopbackUri =
  /^(https?:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::(\d{1,5}))?((?:[/?].*)?)$/i;

/** A host name and a port. Others, such as `*` and `a;b`, are read in different ways. */
const hostAndPort = /^[a-z0-9_.-]+(?::\d{1,5})?$/i;

/**
 * Why a redirect URI may not be registered, as a sentence; undefined if it may. Allowed are https,
 * http on a loopback host (RFC 8252), and the schemes of native applications: those with a dot, and
 * those of known editors. All others are refused, such as `javascript:` and `data:`.
 */
export function checkRedirectUri(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return 'A redirect URI must be a string.';
  if (uri.length > MAX_LENGTH) return `A redirect URI must have at most ${MAX_LENGTH} characters.`;
  const [, scheme, authority = ''] = (uriCharacters.test(uri) && uriStart.exec(uri)) || [];
  if (scheme === undefined || !URL.canParse(uri)) return 'A redirect URI must be an absolute URI.';
  if (uri.includes('#')) return 'A redirect URI must not contain a fragment.';
  if (authority.includes('@')) return 'A redirect URI must not contain a user name or a password.';
  const name = scheme.toLowerCase();
  return isWeb(`${name}:`) ? webFault(uri, authority) : schemeFault(name);
}

/**
 * Whether a client with these registered URIs may be redirected to `requested`. They must be equal,
 * except for the port of `127.0.0.1`, `[::1]` and `localhost`: native applications listen on any
 * free port. The three hosts are never the same one, because a name may resolve to anything.
 */
export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  if (checkRedirectUri(requested) !== undefined) return false;
  const wanted = withoutLoopbackPort(requested);
  return registered.some((uri) => withoutLoopbackPort(uri) === wanted);
}

/** Whether all of a client's redirect URIs lead to the computer of its user. */
export function isLocalOnly(registered: readonly string[]): boolean {
  return registered.every(isLocal);
}

// A parser reads 127.0.0.2, 2130706433 and `localhost.` as hosts of this computer too.
function isLocal(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return isWeb(protocol) && (isLoopback(host) || host.endsWith('.localhost'));
}

/** The place where a redirect to a valid URI leads, in words for people. */
export function redirectPlace(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (!isWeb(protocol)) return `an application on this device (${protocol})`;
  return isLocal(uri) ? `this computer (${host})` : host;
}

function webFault(uri: string, authority: string): string | undefined {
  if (loopbackUri.test(uri)) return undefined;
  if (!/^https:/i.test(uri)) {
    return 'A redirect URI by http must be on 127.0.0.1, [::1] or localhost.';
  }
  return hostAndPort.test(authority) ? undefined : 'A redirect URI must have a host name.';
}

function schemeFault(scheme: string): string | undefined {
  if (scheme.includes('.') || editorSchemes.has(scheme)) return undefined;
  return `A redirect URI must not use the scheme ${scheme}. Use https, http on a loopback host, or a private scheme with a dot.`;
}

/** A loopback URI without its port; other URIs as they are. */
function withoutLoopbackPort(uri: string): string {
  const [, start, , rest] = loopbackUri.exec(uri) ?? [];
  // The scheme and the host are the same in any case.
  return start === undefined || rest === undefined ? uri : `${start.toLowerCase()}${rest}`;
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
