import { repeatablePosts } from '../../generated/client';
import { isRecord } from './errors';

/**
 * Returns a copy of the request with a `client_request_id` in its body, if the operation accepts
 * one and the body has none; otherwise undefined.
 */
export async function addClientRequestId({
  request,
  schemaPath,
}: {
  readonly request: Request;
  readonly schemaPath: string;
}): Promise<Request | undefined> {
  if (request.method !== 'POST' || !repeatablePosts.includes(schemaPath)) return undefined;
  const body = await readBody(request);
  if (body === undefined || 'client_request_id' in body) return undefined;
  const headers = new Headers(request.headers);
  headers.set('Content-Type', 'application/json');
  return new RequestWithText(request, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, client_request_id: randomId() }),
  });
}

/** Whether the body has a `client_request_id`, so that the server executes retries only once. */
export async function hasClientRequestId(request: Request): Promise<boolean> {
  const body = await readBody(request);
  return typeof body?.['client_request_id'] === 'string';
}

/**
 * The JSON object in the body of a request, without consuming the body: empty if there is no body,
 * undefined if the body is not a JSON object.
 */
async function readBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const text = textOf(request) ?? (await request.clone().text());
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

// crypto.randomUUID exists only in secure contexts, and a service in a private network may be used
// without TLS.
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const texts = new WeakMap<Request, string>();

/**
 * A request whose body can be read without waiting. The client reads bodies before it calls
 * `fetch`; a page that is about to close has no time to wait for `Request.text()`.
 */
export class RequestWithText extends Request {
  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init);
    const body = init?.body ?? null;
    if (typeof body === 'string') texts.set(this, body);
    else if (body === null && typeof input === 'string') texts.set(this, '');
  }

  // openapi-fetch accepts only instances of this class from middleware, which may return a Request.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request;
  }
}

/** The body of a request, empty if it has none; undefined for other requests and bodies. */
export function textOf(request: Request): string | undefined {
  return texts.get(request);
}
