const header = 'X-Held';
const holds = new Map<string, Promise<void>>();
let last = 0;

/** Returns headers with which a request waits in `heldFetch` until the promise resolves. */
export function holdHeaders(until: Promise<void>): Record<string, string> {
  last += 1;
  const id = String(last);
  holds.set(id, until);
  void until.finally(() => holds.delete(id));
  return { [header]: id };
}

/**
 * `fetch` for requests that wait before they are sent. It is the last step of the client, so that a
 * request which the closing page releases starts at once: no time is left for anything else.
 */
export async function heldFetch(request: Request): Promise<Response> {
  const id = request.headers.get(header);
  request.headers.delete(header);
  if (id !== null) await holds.get(id);
  return fetch(request);
}
