import { toCallboardError } from 'callboard-client';
import type { Decision } from './decision';
import { keptAlive, sender } from './sender';

/** Sends a decision. Throws a `CallboardError` for an error response. */
export async function sendDecision(decision: Decision): Promise<void> {
  const { error, response } = await call(decision, keptAlive([decision]));
  if (!response.ok) throw toCallboardError({ error, response });
}

function call(decision: Decision, options: { readonly keepalive: boolean }) {
  const path = { id: decision.id };
  const header = 'version' in decision ? { 'If-Match': `"${decision.version}"` } : {};
  const request = { params: { path, header }, ...options };
  switch (decision.kind) {
    case 'answer':
      return sender.minimal.POST('/v1/questions/{id}/respond', {
        ...request,
        body: { response: decision.text },
      });
    case 'dismiss':
      return sender.minimal.POST('/v1/questions/{id}/dismiss', request);
    case 'approve':
      return sender.minimal.POST('/v1/actions/{id}/approve', request);
    case 'reject':
      return sender.minimal.POST('/v1/actions/{id}/reject', {
        ...request,
        body: { reason: decision.text },
      });
    case 'permit':
      return sender.minimal.POST('/v1/proposals/{id}/permit', {
        ...request,
        body: {
          ...(decision.payload !== undefined && { payload: decision.payload }),
          ...(decision.digest !== undefined && { target_digest: decision.digest }),
        },
      });
    case 'deny':
      return sender.minimal.POST('/v1/proposals/{id}/deny', {
        ...request,
        body: decision.text === '' ? {} : { comment: decision.text },
      });
    case 'unassign':
      return sender.minimal.PATCH('/v1/actions/{id}', {
        ...request,
        body: { assigned_actor_id: null },
      });
    case 'drop':
      return sender.minimal.POST('/v1/actions/{id}/drop', request);
    case 'note-action':
      return sender.minimal.POST('/v1/actions/{id}/notes', {
        ...options,
        params: { path },
        body: { body: decision.text },
      });
    case 'note-order':
      break;
  }
  return sender.minimal.POST('/v1/orders/{id}/notes', {
    ...options,
    params: { path },
    body: { body: decision.text },
  });
}
