import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type Server as NetServer } from 'node:net';
import { createApp, type AppParts } from '../../app';
import type { Config } from '../../platform/config';
import { createHttpServer, transportHeaders } from '../../platform/http/connections/http-server';
import { CommandError } from '../failure';
import { stopServer } from './stop';

/** A running service: in this process, or in worker processes. */
export interface Serving {
  /** Resolves with the address when the service accepts requests. Rejects with a CommandError. */
  readonly listening: Promise<string>;
  /** Rejects with a CommandError if the service cannot continue. Never resolves. */
  readonly failed: Promise<never>;
  /**
   * Announces the stop to load balancers and clients by /readyz and `Connection: close`. The
   * service still accepts connections.
   */
  announceStop(): void;
  /** Refuses new connections and resolves when the running requests have finished. */
  stop(): Promise<void>;
}

/** The server of the application in this process. */
export interface LocalServer extends Pick<Serving, 'announceStop' | 'stop'> {
  readonly server: Server;
}

/** Creates the server of the application in this process. It does not listen yet. */
export async function createLocalServer(parts: AppParts): Promise<LocalServer> {
  const { config, log } = parts;
  const stopping = new AbortController();
  const app = await createApp({ ...parts, stopping: stopping.signal });
  const { server, connections } = createHttpServer(app, transportHeaders(config.publicUrl));
  const announceStop = (): void => {
    stopping.abort();
    connections.announceClose();
  };
  return {
    server,
    announceStop,
    stop() {
      announceStop();
      return stopServer(connections, config.shutdownSeconds, log);
    },
  };
}

/** Starts the application in this process. */
export async function startServer(parts: AppParts): Promise<Serving> {
  const { server, ...rest } = await createLocalServer(parts);
  return {
    listening: listenOn(server, parts.config),
    failed: new Promise(() => undefined),
    ...rest,
  };
}

/** Listens on the configured port. Resolves with the address; rejects with a CommandError. */
export async function listenOn(server: NetServer, config: Config): Promise<string> {
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen('PORT', config.host, config.port, error);
  }
  return urlOf(server);
}

/** The address on which a server listens, such as `http://127.0.0.1:3000`. */
export function urlOf(server: NetServer): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  const { address, port } = bound;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** The error for a port that is taken or that this process may not use. */
export function cannotListen(
  variable: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number,
  error: unknown,
): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new CommandError(
    `Cannot listen on ${host}:${port} (${code}). Set HOST and ${variable} to a free address.`,
  );
}
