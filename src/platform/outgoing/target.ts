import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** The configuration of outgoing requests. */
interface Rules {
  readonly environment: 'development' | 'production';
  readonly allow: AllowList;
}

/** Why a URL is refused, for programs. */
type UrlReason = 'invalid' | 'scheme' | 'user_info' | 'port' | 'address';

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

/** The receivers that an operator allows besides public ones. */
interface AllowList {
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
function withoutTrailingDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

type Prefix = readonly [address: string, bits: number];

// Node.js applies IPv6 rules such as ::ffff:0:0/96 to IPv4 addresses too, so each family has a list
// of its own.
interface Ranges {
  readonly ipv4: BlockList;
  readonly ipv6: BlockList;
}

/**
 * Never the address of a receiver, whatever the configuration allows: this host, link-local
 * addresses, the metadata services of clouds at other addresses (Alibaba, Azure, Oracle),
 * multicast, broadcast.
 */
const forbiddenIpv4: readonly Prefix[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
];

const forbiddenIpv6: readonly Prefix[] = [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // Metadata services: Amazon, Google, Oracle, Scaleway.
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fd00:c1::a9fe:a9fe', 128],
  ['fd00:42::42', 128],
  // Teredo (RFC 4380) and local NAT64 (RFC 8215) contain an IPv4 address in several forms.
  ['2001::', 32],
  ['64:ff9b:1::', 48],
];

/** Not globally reachable, by the registries of RFC 6890 and its successors. */
const privateIpv4: readonly Prefix[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['240.0.0.0', 4],
];

/** The part of 2000::/3 that is not globally reachable. Nothing outside of 2000::/3 is. */
const privateIpv6: readonly Prefix[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const forbidden = ranges(forbiddenIpv4, [
  ...forbiddenIpv6,
  ...forbiddenIpv4.flatMap(([address, bits]) => ipv6FormsOf(address, bits)),
]);
const special = ranges(privateIpv4, privateIpv6);
const globalUnicast = ranges([], [['2000::', 3]]);
const loopback = ranges([['127.0.0.0', 8]], [['::1', 128]]);

/**
 * Whether an address is refused even if the configuration allows it. True for a text that is not
 * an address, and for an IPv6 address with a zone.
 */
function isForbidden(address: string): boolean {
  return !isPlainAddress(address) || contains(forbidden, address);
}

/** Whether an address is globally reachable unicast. */
export function isPublic(address: string): boolean {
  if (isForbidden(address) || contains(special, address)) return false;
  return isIP(address) === 4 || contains(globalUnicast, address);
}

/** Whether an address is one of this host's loopback addresses. */
function isLoopbackAddress(address: string): boolean {
  return isPlainAddress(address) && contains(loopback, address);
}

/** A function that tells whether an address is in one of these networks. */
function networkMatcher(networks: readonly Prefix[]): (address: string) => boolean {
  const listed = ranges(
    networks.filter(([address]) => isIP(address) === 4),
    networks.filter(([address]) => isIP(address) === 6),
  );
  return (address) => isPlainAddress(address) && contains(listed, address);
}

// A zone (`fe80::1%eth0`) names an interface of this host, so no receiver has one.
function isPlainAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%');
}

function contains({ ipv4, ipv6 }: Ranges, address: string): boolean {
  return isIP(address) === 4 ? ipv4.check(address, 'ipv4') : ipv6.check(address, 'ipv6');
}

function ranges(ipv4: readonly Prefix[], ipv6: readonly Prefix[]): Ranges {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [address, bits] of ipv4) lists.ipv4.addSubnet(address, bits, 'ipv4');
  for (const [address, bits] of ipv6) lists.ipv6.addSubnet(address, bits, 'ipv6');
  return lists;
}

/**
 * The IPv6 forms of an IPv4 network: mapped (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052),
 * compatible (RFC 4291) and 6to4 (RFC 3056).
 */
function ipv6FormsOf(address: string, bits: number): Prefix[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  const before = ['::ffff:', '::ffff:0:', '64:ff9b::'];
  // The compatible form of 0.0.0.0/8 would contain ::1.
  if (a !== 0) before.push('::');
  return [
    ...before.map((start): Prefix => [`${start}${high}:${low}`, 96 + bits]),
    [`2002:${high}:${low}::`, 16 + bits],
  ];
}
