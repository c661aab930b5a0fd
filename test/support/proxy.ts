import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A way to a server which can be told to let nothing through, as a network that drops packets or a
 * server that is stopped.
 */
export interface Proxy {
  /** The URL with the address of the proxy in place of the server's. */
  readonly url: string;
  /** Connections that were made so far. */
  readonly accepted: () => number;
  /** Lets nothing through any more: neither bytes nor the end of a connection. */
  hang(): void;
  /** The same from the first bytes of a client on that contain the text: with them or without. */
  hangAt(text: string, those: 'through' | 'dropped'): void;
  /** Lets new connections through, and what was not dropped of the others. */
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

// The server of the tests listens on a socket of the file system, where there are such.
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
