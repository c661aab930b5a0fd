import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

// Providers assign at least a /64 to a customer (RFC 6177), so one person has all its addresses.
const CUSTOMER_BITS = 64;

/**
 * The network by which attempts are counted: an IPv4 address, or the /64 of an IPv6 address. The
 * text may have a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`). IPv4-mapped IPv6 addresses become
 * IPv4. Undefined when the text is not an address.
 */
export function networkOf(text: string): string | undefined {
  const parsed = parse(text);
  if (parsed === undefined || parsed.kind() === 'ipv4') return parsed?.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`);
  return `${network.toString()}/${CUSTOMER_BITS}`;
}

// The address without its port; undefined when the text is not an address.
function addressOf(text: string): string | undefined {
  return isIP(text) === 4 ? text : parse(text)?.toString();
}

/** The client's address according to trusted proxies; undefined when the connection is closed. */
export function clientAddressOf(req: Request): string | undefined {
  // A proxy may send a text such as `unknown` (RFC 7239); then the proxy's own address counts.
  return addressOf(req.ip ?? '') ?? addressOf(req.socket.remoteAddress ?? '');
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text.trim());
  // The library also accepts incomplete, octal and hexadecimal addresses such as `1`.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? ipv4 ?? text;
}
