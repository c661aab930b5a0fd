import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import type { Reader } from '../db/reader';
import type { Transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Actor, Settings, WorkspaceTime, WriteContext } from '../operation';
import type { Problem } from '../problems';
import { readDeviceTokens } from './cookies';
import type { Exchange } from './exchange';

/** The context that an operation receives. A class for the same reason as Exchange. */
export class RequestContext implements WriteContext {
  readonly historyDays: number | null;
  readonly now: string;
  readonly newId: WorkspaceTime['newId'];
  readonly settings: Settings;

  constructor(
    private readonly exchange: Exchange,
    server: Settings,
    readonly produces: string,
    readonly transaction: Transaction,
    readonly storageFault?: Problem,
  ) {
    const { credential, now } = exchange;
    this.historyDays = credential?.historyDays ?? null;
    this.now = now;
    this.newId = idsOf(now);
    this.settings = settingsFor(credential, server);
  }

  get reader(): Reader {
    return this.transaction;
  }

  get actor(): Actor {
    const { credential } = this.exchange;
    if (credential === undefined) throw new Error('An operation without credentials has no actor.');
    return credential.actor;
  }

  get workspaceId(): string {
    return this.actor.workspaceId;
  }

  get epoch(): string {
    const { credential } = this.exchange;
    if (credential === undefined) throw new Error('An operation without credentials has no epoch.');
    return credential.epoch;
  }

  get log(): Logger {
    return this.exchange.log;
  }

  get address(): string {
    const { req } = this.exchange;
    // A proxy may send a text such as `unknown` (RFC 7239); then the proxy's own address counts.
    return networkOf(req.ip ?? '') ?? networkOf(req.socket.remoteAddress ?? '') ?? 'unknown';
  }

  get loggedAddress(): string | undefined {
    return this.exchange.address;
  }

  get deviceTokens(): readonly string[] {
    return readDeviceTokens(this.exchange.req);
  }
}

/** Creates ids that carry the request's time. */
export function idsOf(now: string): WorkspaceTime['newId'] {
  return (prefix) => newId(prefix, now);
}

// The server's configuration applies where the workspace has no setting of its own.
function settingsFor(credential: Exchange['credential'], server: Settings): Settings {
  return {
    workingSeconds: credential?.windows.working_seconds ?? server.workingSeconds,
    stalledSeconds: credential?.windows.stalled_seconds ?? server.stalledSeconds,
    storedBytes: server.storedBytes,
    mcpUrl: server.mcpUrl,
    consoleUrl: server.consoleUrl,
  };
}

// Providers assign at least a /64 to a customer (RFC 6177), so one person has all its addresses.
const CUSTOMER_BITS = 64;

/**
 * The network by which attempts are counted: an IPv4 address, or the /64 of an IPv6 address. The
 * text may have a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`). IPv4-mapped IPv6 addresses become
 * IPv4. Undefined when the text is not an address.
 */
function networkOf(text: string): string | undefined {
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
