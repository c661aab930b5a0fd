import { createClient, toCallboardError } from 'callboard-client';
import type { Decision } from './decision';
import { heldFetch, holdHeaders } from './held-fetch';

// A browser limits the bodies of requests that outlive their page to 64 KiB.
const maxKeptText = 20_000;

// `keepalive`, because a decision that waits is sent when the page closes.
const client = createClient({ baseUrl: location.origin, session: true, fetch: heldFetch });

/**
 * Sends a decision once `until` has resolved. Throws a `CallboardError` for an error response, and
 * the signal's reason when that is aborted.
 */
export async function sendDecision(
  decision: Decision,
  { until, signal }: { readonly until: Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const keepalive = !('text' in decision) || decision.text.length <= maxKeptText;
  const { error, response } = await call(decision, {
    signal,
    keepalive,
    headers: holdHeaders(until),
  });
  if (!response.ok) throw toCallboardError({ error, response });
}

interface Options {
  readonly signal: AbortSignal;
  readonly keepalive: boolean;
  readonly headers: Record<string, string>;
}

function call(decision: Decision, options: Options) {
  const path = { id: decision.id };
  const header = 'version' in decision ? { 'If-Match': `"${decision.version}"` } : {};
  const request = { params: { path, header }, ...options };
  switch (decision.kind) {
    case 'answer':
      return client.minimal.POST('/v1/questions/{id}/respond', {
        ...request,
        body: { response: decision.text },
      });
    case 'dismiss':
      return client.minimal.POST('/v1/questions/{id}/dismiss', request);
    case 'approve':
      return client.minimal.POST('/v1/actions/{id}/approve', request);
    case 'reject':
      return client.minimal.POST('/v1/actions/{id}/reject', {
        ...request,
        body: { reason: decision.text },
      });
    case 'permit':
      return client.minimal.POST('/v1/proposals/{id}/permit', {
        ...request,
        body: decision.payload === undefined ? {} : { payload: decision.payload },
      });
    case 'deny':
      return client.minimal.POST('/v1/proposals/{id}/deny', {
        ...request,
        body: decision.text === '' ? {} : { comment: decision.text },
      });
    case 'unassign':
      return client.minimal.PATCH('/v1/actions/{id}', {
        ...request,
        body: { assigned_actor_id: null },
      });
    case 'drop':
      return client.minimal.POST('/v1/actions/{id}/drop', request);
    case 'note-action':
      return client.minimal.POST('/v1/actions/{id}/notes', {
        ...options,
        params: { path },
        body: { body: decision.text },
      });
    case 'note-order':
      break;
  }
  return client.minimal.POST('/v1/orders/{id}/notes', {
    ...options,
    params: { path },
    body: { body: decision.text },
  });
}
