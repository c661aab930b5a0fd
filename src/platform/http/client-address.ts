import { isIP } from 'node:net';
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
  const address = withoutPort(text.trim());
  // The library also takes parts, octal and hexadecimal numbers, such as `1`.
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${CUSTOMER_BITS}`);
  return `${network.toString()}/${CUSTOMER_BITS}`;
}

function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return inBrackets ?? ipv4 ?? text;
}
