import type { IncomingMessage } from 'node:http';
import { isLoopback, type Config } from '../../platform/config';

/** The configuration that says by which names the server is reached. */
export type HostConfig = Pick<Config, 'host' | 'publicUrl' | 'corsOrigins'>;

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Why a request is refused, or undefined. Its Host must be the host of the `PUBLIC_URL` or, on a
 * loopback listener, a loopback name with the port; without both, any host may be the server's. An
 * Origin must be that of the same host, or one of `CORS_ORIGINS`. Otherwise a page of another site
 * could use a name that it controls to reach a server on the reader's own machine (DNS rebinding).
 */
export function hostFault(message: IncomingMessage, config: HostConfig): string | undefined {
  const { host = '', origin } = message.headers;
  const known = knownHosts(config, message.socket.localPort);
  const isKnown = known.length === 0 || known.includes(host.toLowerCase());
  if (!isKnown) return `This server is not ${host}. Send the request to ${known[0]}.`;
  if (origin === undefined || config.corsOrigins.includes(origin)) return undefined;
  if (isSameHost(origin, host, config)) return undefined;
  return `Pages of ${origin} cannot call the tools.`;
}

function knownHosts({ host, publicUrl }: HostConfig, port: number | undefined): string[] {
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  if (!isLoopback(host)) return named;
  const suffix = port === undefined || port === 80 ? '' : `:${port}`;
  return [...named, ...loopbackNames.map((name) => `${name}${suffix}`)];
}

// Behind a proxy the Host may be the name of this listener, while a page has the public origin.
function isSameHost(origin: string, host: string, { publicUrl }: HostConfig): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true;
  return from.host === host.toLowerCase();
}
