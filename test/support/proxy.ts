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
  /** Closes the connection on which the next response arrives, and drops that response. */
  cutNext(): void;
  /** Forwards new connections, and the bytes of open ones that were not dropped. */
  resume(): void;
  close(): Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * Tells clients of Postgres another process id than that of their session, as a pooler does that
 * gives each transaction another connection. For `startProxy`.
 */
export function asPooler(bytes: Buffer): Buffer {
  // BackendKeyData: its letter, its length, the process id and a key.
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0) bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) + 1, at + 5);
  return bytes;
}

/** Starts a proxy on a port of its own. `change` gets what the server sends. */
export async function startProxy(
  target: string,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<Proxy> {
  const connections = new Set<Connection>();
  let isHanging = false;
  let stop: { readonly text: string; readonly isDropped: boolean } | undefined;
  let isCutting = false;
  let accepted = 0;
  const proxy = createServer((client) => {
    accepted += 1;
    const server = connectTo(target);
    const connection = { client, server };
    connections.add(connection);
    client.on('data', (bytes) => {
      const containsText = stop !== undefined && bytes.includes(stop.text);
      if (!isHanging && !(containsText && stop?.isDropped === true)) server.write(bytes);
      if (containsText) isHanging = true;
    });
    server.on('data', (bytes) => {
      if (isCutting) {
        isCutting = false;
        client.destroy();
      } else if (!isHanging) client.write(change(bytes));
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => {
        if (isHanging) return;
        to.destroy();
        connections.delete(connection);
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
      stop = { text, isDropped: those === 'dropped' };
    },
    cutNext() {
      isCutting = true;
    },
    resume() {
      isHanging = false;
      stop = undefined;
      for (const connection of connections) {
        if (!connection.client.destroyed && !connection.server.destroyed) continue;
        connection.client.destroy();
        connection.server.destroy();
        connections.delete(connection);
      }
    },
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      for (const { client, server } of connections) {
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
