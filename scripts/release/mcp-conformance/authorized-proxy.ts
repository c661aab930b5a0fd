import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** A proxy on this machine; `close` ends its connections. */
export interface AuthorizedProxy {
  readonly port: number;
  close(): void;
}

/**
 * Starts a proxy that adds a bearer token to each request, because the suite sends none. The Host
 * header names the server instead of the proxy; another name passes unchanged, so that the suite
 * can try foreign hosts.
 */
export async function startAuthorizedProxy(
  serverPort: number,
  token: string,
): Promise<AuthorizedProxy> {
  const proxy = createServer((incoming, response) => {
    const ownHost = `:${proxyPort()}`;
    const toServer = (value: string | undefined) => value?.replace(ownHost, `:${serverPort}`);
    const { host, origin, ...headers } = incoming.headers;
    const forwarded = request(
      {
        host: '127.0.0.1',
        port: serverPort,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...headers,
          host: toServer(host),
          ...(origin !== undefined && { origin: toServer(origin) }),
          authorization: `Bearer ${token}`,
        },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  const proxyPort = () => {
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
    return address.port;
  };
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: proxyPort(),
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
