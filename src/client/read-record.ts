import type { MiddlewareCallbackParams } from 'openapi-fetch';
import { textOf } from './client-request-id';

/** Reads the record of a write whose replayed response has no body, as the write returns it. */
export async function readRecord({
  request,
  response: { headers },
  options,
  schemaPath,
}: MiddlewareCallbackParams & { readonly response: Response }): Promise<Response> {
  if (schemaPath.endsWith('/claim-next')) return options.fetch(withoutKey(request));
  const path = headers.get('Location') ?? pathOfRecord(request.url);
  const read = new Request(new URL(path, request.url), {
    headers: withoutBody(request.headers),
    credentials: request.credentials,
    signal: request.signal,
  });
  const found = await options.fetch(read);
  if (!found.ok) return found;
  const record: unknown = await found.json();
  const body = JSON.stringify(wrapped(schemaPath, record, headers));
  const all = new Headers(headers);
  all.set('Content-Type', 'application/json');
  return new Response(body, { status: headers.has('Location') ? 201 : 200, headers: all });
}

// The agent has a claim, so another request continues it.
function withoutKey(request: Request): Request {
  const { client_request_id: _, ...body }: Record<string, unknown> = JSON.parse(
    textOf(request) ?? '{}',
  );
  return new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    credentials: request.credentials,
    signal: request.signal,
    body: JSON.stringify(body),
  });
}

// The path of a verb is the path of its record and a word.
function pathOfRecord(url: string): string {
  return new URL(url).pathname.replace(/\/[^/]*$/, '');
}

function withoutBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['Content-Type', 'If-Match']) kept.delete(name);
  return kept;
}

function wrapped(schemaPath: string, record: unknown, headers: Headers): unknown {
  if (/^\/v1\/questions\/\{id\}\/(respond|dismiss|withdraw)$/.test(schemaPath)) {
    return { question: record };
  }
  if (!/^\/v1\/actions\/\{id\}\/(heartbeat|claim|release)$/.test(schemaPath)) return record;
  const generation = headers.get('Claim-Generation');
  if (generation === null) return { action: record };
  const claim = {
    generation: Number(generation),
    expires_at: headers.get('Claim-Expires-At'),
    renew_after: headers.get('Claim-Renew-After'),
  };
  return { action: record, claim };
}
