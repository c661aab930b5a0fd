import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A TCP proxy that can drop all traffic, like a network that loses packets or a server that hangs.
 */
export interface Proxy {
  /** The URL with the address of the proxy in place of the server's. */
  readonly url: string;
  /** The number of connections so far. */
  readonly accepted: () => number;
  /** Stops forwarding: neither bytes nor the end of a connection pass. */
  hang(): void;
  /** Stops forwarding once a client sends the text, including or excluding these bytes. */
  hangAt(text: string, those: 'through' | 'dropped'): void;
  /** Forwards new connections, and the bytes of open ones that were not dropped. */
  resume(): void;
  close(): Promise<void>;
}

interface Way {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts a proxy on a port of its own. */
export async function startProxy(target: string): Promise<Proxy> {
  const ways = new Set<Way>();
  let isHanging = false;
  let trap: { readonly text: string; readonly isDropped: boolean } | undefined;
  let accepted = 0;
  const proxy = createServer((client) => {
    accepted += 1;
    const server = connectTo(target);
    const way = { client, server };
    ways.add(way);
    client.on('data', (bytes) => {
      const isTrapped = trap !== undefined && bytes.includes(trap.text);
      if (!isHanging && !(isTrapped && trap?.isDropped === true)) server.write(bytes);
      if (isTrapped) isHanging = true;
    });
    server.on('data', (bytes) => {
      if (!isHanging) client.write(bytes);
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => {
        if (isHanging) return;
        to.destroy();
        ways.delete(way);
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(portOf(proxy.address()));
  return {
    url: url.href,
    accepted: () => accepted,
    hang() {
      isHanging = true;
    },
    hangAt(text, those) {
      trap = { text, isDropped: those === 'dropped' };
    },
    resume() {
      isHanging = false;
      trap = undefined;
      for (const way of ways) {
        if (!way.client.destroyed && !way.server.destroyed) continue;
        way.client.destroy();
        way.server.destroy();
        ways.delete(way);
      }
    },
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const { client, server } of ways) {
        client.destroy();
        server.destroy();
      }
      await closed;
    },
  };
}

// The tests' Postgres listens on a Unix socket where the system has them.
function connectTo(target: string): Socket {
  const { hostname, port } = new URL(target);
  const folder = decodeURIComponent(hostname);
  return folder.startsWith('/')
    ? connect(`${folder}/.s.PGSQL.${port}`)
    : connect(Number(port), hostname);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address.port;
}
