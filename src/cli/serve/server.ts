import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type Server as NetServer } from 'node:net';
import { createApp, type AppParts } from '../../app';
import type { Config } from '../../platform/config';
import { createHttpServer } from '../../platform/http/connections/http-server';
import { transportHeaders } from '../../platform/http/responses/transport-security';
import { CommandError } from '../failure';
import { keepHeapSmall, keepYoungGenerationSmall } from './heap';
import { stopServer } from './stop';

/** What answers requests: this process, or workers of its own. */
export interface Serving {
  /** Resolves with the address when requests are answered there. Rejects with a CommandError when they cannot be. */
  readonly listening: Promise<string>;
  /** Rejects with a CommandError when it cannot go on. */
  readonly failed: Promise<never>;
  /**
   * Says to balancers and clients that it stops, by /readyz and `Connection: close`. It goes on
   * accepting connections.
   */
  announceStop(): void;
  /** Takes no new connections, lets running requests finish, and resolves when none is left. */
  stop(): Promise<void>;
}

/** The application in this process, without a port. */
export interface LocalServer extends Pick<Serving, 'announceStop' | 'stop'> {
  readonly server: Server;
}

/** Makes the server of the application in this process. It does not listen yet. */
export async function createLocalServer(parts: AppParts): Promise<LocalServer> {
  keepHeapSmall();
  keepYoungGenerationSmall();
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

/** Starts to serve the application in this process. */
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
    throw cannotListen(config, error);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return urlOf(address);
}

/** `http://127.0.0.1:3000` */
function urlOf({ address, port }: { address: string; port: number }): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

function cannotListen({ host, port }: Config, error: unknown): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new CommandError(
    `Cannot listen on ${host}:${port} (${code}). Set HOST and PORT to a free address.`,
  );
}
