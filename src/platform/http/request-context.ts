import type { Logger } from 'pino';
import type { Reader } from '../db/reader';
import type { Transaction } from '../db/transaction';
import { newId } from '../ids';
import type { Problem } from '../problems';
import type { Actor, WorkspaceTime, Settings, WriteContext } from '../operation';
import { networkOf } from './requests/client-address';
import { readDeviceTokens } from './cookies/device-cookie';
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
