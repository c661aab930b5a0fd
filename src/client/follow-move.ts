import { isRecord } from './errors';
import { textOf } from './request-with-text';

type Fetch = (request: Request) => Promise<Response>;

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Wraps `fetch` so that a request which is refused with 410 `MOVED` is sent once more, to the server
 * that the error names, with the same method, headers and body. `baseUrl` is the one of the client.
 */
export function followingMoves(fetch: Fetch, baseUrl: string): Fetch {
  return async (request) => {
    const { method, headers, signal, url } = request;
    const body = textOf(request) ?? (await request.clone().text());
    const response = await fetch(request);
    const address = await addressIn(response);
    if (address === undefined) return response;
    const base = baseUrl.replace(/\/$/, '');
    const { pathname, search } = new URL(url);
    const path = url.startsWith(`${base}/`) ? url.slice(base.length) : pathname + search;
    await response.body?.cancel();
    return fetch(
      new Request(`${address}${path}`, {
        method,
        headers,
        signal,
        body: body === '' ? null : body,
      }),
    );
  };
}

/** The address in a 410 `MOVED`, without a slash at its end, if a token may be sent there. */
async function addressIn(response: Response): Promise<string | undefined> {
  if (response.status !== 410) return undefined;
  const error: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!isRecord(error) || error['code'] !== 'MOVED' || !isRecord(error['details']))
    return undefined;
  const { address } = error['details'];
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));
  return isSafe ? address.replace(/\/$/, '') : undefined;
}
