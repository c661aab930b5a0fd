import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isForbidden, networkMatcher } from './address-ranges';

/** The receivers that an operator allows besides public ones. */
export interface AllowList {
  /** Whether a host name of a URL, in lower case and without a trailing dot, is listed. */
  readonly hasName: (name: string) => boolean;
  /** Whether an address is in a listed network. */
  readonly hasAddress: (address: string) => boolean;
  /** Whether there is a network, so that a host name may resolve to a listed address. */
  readonly hasNetworks: boolean;
}

/** An entry: a host name, or a network (CIDR notation, RFC 4632 and RFC 4291). */
type Entry =
  { readonly name: string } | { readonly network: readonly [address: string, bits: number] };

// Networks this large may contain forbidden addresses and others.
const MIXED_BITS = 8;

/** Creates an allow list from entries in which `allowEntryFault` finds no fault. */
export function createAllowList(entries: readonly string[]): AllowList {
  const parsed = entries.flatMap((text) => parseEntry(text) ?? []);
  const names = new Set(parsed.flatMap((entry) => ('name' in entry ? [entry.name] : [])));
  const networks = parsed.flatMap((entry) => ('network' in entry ? [entry.network] : []));
  return {
    hasName: (name) => names.has(name),
    hasAddress: networkMatcher(networks),
    hasNetworks: networks.length > 0,
  };
}

/**
 * Says what is wrong with an entry of the allow list, as the end of a sentence that begins with the
 * entry; undefined if nothing is.
 */
export function allowEntryFault(text: string): string | undefined {
  const entry = parseEntry(text);
  if (entry === undefined) {
    return 'is neither a host name (such as hooks.example.internal), nor an IP address, nor a network (such as 10.0.0.0/8)';
  }
  if ('name' in entry) return undefined;
  const [address, bits] = entry.network;
  return bits >= MIXED_BITS && isForbidden(address)
    ? 'stays refused, because it is a link-local, metadata, multicast or unspecified address'
    : undefined;
}

function parseEntry(text: string): Entry | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0) return slash === -1 ? parseName(text) : undefined;
  const most = family === 4 ? 32 : 128;
  if (slash === -1) return { network: [address, most] };
  const bits = text.slice(slash + 1);
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most
    ? { network: [address, Number(bits)] }
    : undefined;
}

function parseName(text: string): Entry | undefined {
  const name = withoutTrailingDot(domainToASCII(text));
  const labels = name.split('.');
  if (!labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label))) return undefined;
  // A URL parser reads a host whose last label is a number as an IPv4 address.
  return /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? undefined : { name };
}

/** A host name without the dot that ends a fully qualified name. */
export function withoutTrailingDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
