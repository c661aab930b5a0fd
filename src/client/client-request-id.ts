import { repeatablePosts } from '../../generated/client';
import { isRecord } from './errors';

/** The same request with a `client_request_id` in its body, if the operation takes one and the body has none; else undefined. */
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
  return new Request(request, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, client_request_id: randomId() }),
  });
}

/** Whether the body names the request, so that the server does it once however often it comes. */
export async function hasClientRequestId(request: Request): Promise<boolean> {
  const body = await readBody(request);
  return typeof body?.['client_request_id'] === 'string';
}

/** The body of a request, no body as an empty one; undefined when it is no JSON object. The request can still be sent. */
async function readBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const text = await request.clone().text();
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

// crypto.randomUUID is only there in secure contexts; a service in the house's own network may be reached without TLS.
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
