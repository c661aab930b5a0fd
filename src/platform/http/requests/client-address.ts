import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

// Providers give a customer a /64 at least (RFC 6177), so that one person has all the addresses of
// it.
const CUSTOMER_BITS = 64;

/**
 * The network that stands for the sender of a request where attempts are counted: an IPv4 address,
 * or the /64 of an IPv6 one. A proxy may name it with its port (`192.0.2.1:4711`,
 * `[2001:db8::1]:4711`); IPv4 mapped into IPv6 is IPv4. Undefined when the text is no address.
 */
export function networkOf(text: string): string | undefined {
  const parsed = parse(text);
  if (parsed === undefined || parsed.kind() === 'ipv4') return parsed?.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`);
  return `${network.toString()}/${CUSTOMER_BITS}`;
}

// The address without a port; undefined when the text is no address.
function addressOf(text: string): string | undefined {
  return isIP(text) === 4 ? text : parse(text)?.toString();
}

/**
 * The address that a request comes from, as trusted proxies and the connection tell it. Undefined
 * when the connection is gone.
 */
export function clientAddressOf(req: Request): string | undefined {
  // A proxy may name something else than an address, such as `unknown` (RFC 7239).
  return addressOf(req.ip ?? '') ?? addressOf(req.socket.remoteAddress ?? '');
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = withoutPort(text.trim());
  // The library also takes parts, octal and hexadecimal numbers, such as `1`.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? ipv4 ?? text;
}
