// Imports nothing: code that it shared with the client would be one more file in a browser.
type Fetch = (request: Request) => Promise<Response>;

interface Moved {
  readonly code?: unknown;
  readonly details?: { readonly address?: unknown } | null;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Sends a request. If it is refused with 410 `MOVED`, sends it once more, to the server that the
 * error names, with the same method, headers and body. `baseUrl` is the one of the client.
 */
export async function sendAndFollow(
  fetch: Fetch,
  baseUrl: string,
  request: Request,
): Promise<Response> {
  const { method, headers, signal, url } = request;
  const body = await request.clone().text();
  const response = await fetch(request);
  const address = await addressIn(response);
  if (address === undefined) return response;
  const base = baseUrl.replace(/\/$/, '');
  const { pathname, search } = new URL(url);
  const path = url.startsWith(`${base}/`) ? url.slice(base.length) : pathname + search;
  await response.body?.cancel();
  return fetch(
    new Request(`${address}${path}`, { method, headers, signal, body: body === '' ? null : body }),
  );
}

/** The address in a 410 `MOVED`, without a slash at its end, if a token may be sent there. */
async function addressIn(response: Response): Promise<string | undefined> {
  if (response.status !== 410) return undefined;
  let error: Moved | null;
  try {
    error = JSON.parse(await response.clone().text());
  } catch {
    return undefined;
  }
  const address = error?.code === 'MOVED' ? error.details?.address : undefined;
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname));
  return isSafe ? address.replace(/\/$/, '') : undefined;
}
