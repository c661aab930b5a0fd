import { isIP } from 'node:net';
import type { Environment } from '../config';
import {
  type AllowList,
  isForbidden,
  isLoopbackAddress,
  isPublic,
  withoutTrailingDot,
} from './addresses';

/** The configuration of outgoing requests. */
export interface Rules {
  readonly environment: Environment;
  readonly allow: AllowList;
}

/** Why a URL is refused, for programs. */
export type UrlReason = 'invalid' | 'scheme' | 'user_info' | 'port' | 'address';

/** Why a URL is refused. */
export interface UrlFault {
  readonly reason: UrlReason;
  /** A sentence for the caller. */
  readonly message: string;
}

/** The destination of a request. */
export interface Target {
  readonly url: URL;
  /** The host name or the address, without brackets. */
  readonly host: string;
  /** Whether a connection to this address of the host is permitted. */
  readonly accepts: (address: string) => boolean;
}

const messages: Record<UrlReason, string> = {
  invalid: 'The URL is not valid.',
  scheme: 'The URL must use https, unless the server’s WEBHOOK_ALLOW lists its host.',
  user_info: 'The URL must not contain a user name or a password.',
  port: 'The port must be 443 or 8443, unless the server’s WEBHOOK_ALLOW lists the host.',
  address:
    'The host is not a public address. The operator of the server can allow private hosts, but no link-local or metadata addresses, with WEBHOOK_ALLOW.',
};

/**
 * Judges the text of a URL and returns its target or its fault. Asks no name server: the addresses
 * of a host name are judged by `accepts` at each connection.
 */
export function judgeUrl(rules: Rules, text: string): Target | UrlFault {
  const url = parseUrl(text);
  if (url === null) return fault('invalid');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fault('scheme');
  if (url.username !== '' || url.password !== '') return fault('user_info');
  const host = withoutTrailingDot(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const target = { url, host, accepts: acceptance(rules, url, host) };
  const reason = isIP(host) === 0 ? nameFault(rules, target) : addressFault(rules, target);
  return reason === undefined ? target : fault(reason);
}

/** Whether the result of `judgeUrl` is a fault. */
export function isUrlFault(judged: Target | UrlFault): judged is UrlFault {
  return 'reason' in judged;
}

function acceptance(rules: Rules, url: URL, host: string): Target['accepts'] {
  const { allow, environment } = rules;
  const isLocal = isLocalName(host) || isLoopbackAddress(host);
  const reachesPublic = !isLocal && publicFault(rules, url) === undefined;
  return (address) => {
    if (isForbidden(address)) return false;
    if (allow.hasName(host) || allow.hasAddress(address)) return true;
    if (isLocal && environment === 'development' && isLoopbackAddress(address)) return true;
    return reachesPublic && isPublic(address);
  };
}

function addressFault(rules: Rules, { url, host, accepts }: Target): UrlReason | undefined {
  if (accepts(host)) return undefined;
  return isPublic(host) ? publicFault(rules, url) : 'address';
}

function nameFault(rules: Rules, { url, host, accepts }: Target): UrlReason | undefined {
  const { allow } = rules;
  if (allow.hasName(host)) return undefined;
  if (isLocalName(host)) return accepts('127.0.0.1') || accepts('::1') ? undefined : 'address';
  // The name may resolve to an address of a listed network.
  return allow.hasNetworks ? undefined : publicFault(rules, url);
}

/** The reason why this URL must not lead to a public address. */
function publicFault({ environment }: Rules, url: URL): 'scheme' | 'port' | undefined {
  if (url.protocol === 'https:') return ['', '8443'].includes(url.port) ? undefined : 'port';
  if (environment === 'production') return 'scheme';
  return url.port === '' ? undefined : 'port';
}

/** Whether a name always means this host (RFC 6761). */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

// Not URL.canParse: once it is optimized, Node.js 20 refuses Latin-1 letters such as in
// `bücher.example`.
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function fault(reason: UrlReason): UrlFault {
  return { reason, message: messages[reason] };
}
