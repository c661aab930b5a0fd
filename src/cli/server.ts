import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { createApp, type AppParts } from '../app';
import type { Config } from '../platform/config';
import { createListener } from '../platform/http/listener';
import { transportHeaders } from '../platform/http/transport-security';
import { CommandError } from './failure';
import { keepHeapSmall, keepYoungGenerationSmall } from './heap';
import { stopServer } from './stop';

/** What answers requests: this process, or workers of its own. */
export interface Serving {
  /** Resolves with the address when requests are answered there. Rejects with a CommandError when they cannot be. */
  readonly listening: Promise<string>;
  /** Rejects with a CommandError when it cannot go on. */
  readonly failed: Promise<never>;
  /** Takes no new connections, lets running requests finish, and resolves when none is left. */
  stop(): Promise<void>;
}

/** Starts to serve the application in this process. */
export async function startServer(parts: AppParts): Promise<Serving> {
  keepHeapSmall();
  keepYoungGenerationSmall();
  const { config } = parts;
  const server = createListener(await createApp(parts), transportHeaders(config.publicUrl));
  const listen = async (): Promise<string> => {
    server.listen(config.port, config.host);
    try {
      await once(server, 'listening');
    } catch (error) {
      throw cannotListen(config, error);
    }
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return urlOf(address);
  };
  return {
    listening: listen(),
    failed: new Promise(() => undefined),
    stop: () => stopServer(server, config.shutdownSeconds),
  };
}

/** `http://127.0.0.1:3000` */
export function urlOf({ address, port }: { address: string; port: number }): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

function cannotListen({ host, port }: Config, error: unknown): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new CommandError(
    `Cannot listen on ${host}:${port} (${code}). Set HOST and PORT to a free address.`,
  );
}
