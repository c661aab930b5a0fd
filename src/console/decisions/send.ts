import { createClient, toCallboardError, unwrap, type components } from 'callboard-client';
import { server } from '../api/address';
import { ifMatch, inWorkspace } from '../api/transport';
import { watchedFetch } from '../api/trouble';
import type { Decision } from './decisions';

/** What became of a decision. Its `error` is undefined after success. */
export interface Sent<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/** Something with a decision in it. */
interface Decided {
  readonly decision: Decision;
}

/**
 * Sends decisions that were made together: the reviews in one request and the answers in another,
 * each other decision in its own. `onSent` is called once for each of them.
 */
export async function sendDecisions<Item extends Decided>(
  items: readonly Item[],
  onSent: (sent: Sent<Item>) => Promise<void>,
): Promise<void> {
  const reviews = items.filter(({ decision: { kind } }) => kind === 'approve' || kind === 'reject');
  const answers = items.filter(({ decision: { kind } }) => kind === 'answer');
  const batches = [
    { items: reviews, send: sendReviews },
    { items: answers, send: sendAnswers },
  ].filter((batch) => batch.items.length > 1);
  const inBatches = new Set(batches.flatMap((batch) => batch.items));
  await Promise.all([
    ...batches.map(async (batch) => {
      const errors = await errorsOf(batch.items, batch.send);
      await Promise.all(batch.items.map((item, index) => onSent({ item, error: errors[index] })));
    }),
    ...items
      .filter((item) => !inBatches.has(item))
      .map(async (item) => {
        const error = await sendDecision(item.decision).then(nothing, (reason: unknown) => reason);
        await onSent({ item, error });
      }),
  ]);
}

/** The error of each item. When the whole request fails, it is the error of all of them. */
async function errorsOf(
  items: readonly Decided[],
  send: (decisions: readonly Decision[]) => Promise<readonly Entry[]>,
): Promise<readonly unknown[]> {
  try {
    const entries = await send(items.map(({ decision }) => decision));
    return entries.map(({ status, error }) =>
      error === undefined
        ? undefined
        : toCallboardError({ error, response: new Response(null, { status }) }),
    );
  } catch (error) {
    return items.map(() => error);
  }
}

type ReviewItem = components['schemas']['ActionBatchReviewItem'];

interface Entry {
  readonly status: number;
  readonly error?: unknown;
}

async function sendReviews(decisions: readonly Decision[]): Promise<readonly Entry[]> {
  const items = decisions.flatMap((decision): ReviewItem[] => {
    const { kind, id } = decision;
    if (kind === 'approve') return [{ id, version: decision.version, decision: kind }];
    if (kind !== 'reject') return [];
    return [{ id, version: decision.version, decision: kind, reason: decision.text }];
  });
  const options = { body: { items }, ...keptAlive(decisions) };
  return (await unwrap(sender.POST('/v1/actions/batch-review', options))).items;
}

async function sendAnswers(decisions: readonly Decision[]): Promise<readonly Entry[]> {
  const items = decisions.flatMap((decision) =>
    decision.kind === 'answer'
      ? [{ id: decision.id, version: decision.version, response: decision.text }]
      : [],
  );
  const options = { body: { items }, ...keptAlive(decisions) };
  return (await unwrap(sender.POST('/v1/questions/batch-respond', options))).items;
}

function nothing(): undefined {
  return undefined;
}

/** Sends a decision. Throws a `CallboardError` for an error response. */
async function sendDecision(decision: Decision): Promise<void> {
  const { error, response } = await call(decision, keptAlive([decision]));
  if (!response.ok) throw toCallboardError({ error, response });
}

function call(decision: Decision, options: { readonly keepalive: boolean }) {
  const path = { id: decision.id };
  const header = 'version' in decision ? ifMatch(decision) : {};
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

/** The client for decisions. It retries for longer than a person waits for a screen. */
const sender = createClient({
  baseUrl: server,
  session: true,
  fetch: watchedFetch,
  retry: { attempts: 3 },
});
sender.use(inWorkspace);

// A browser limits the bodies of requests that outlive their page to 64 KiB.
const maxText = 20_000;

/** Options of a request that is sent even if the page closes, unless its texts are too long. */
function keptAlive(decisions: readonly Decision[]): { readonly keepalive: boolean } {
  const length = decisions.reduce((sum, decision) => sum + lengthOf(decision), 0);
  return { keepalive: length <= maxText };
}

function lengthOf(decision: Decision): number {
  if ('text' in decision) return decision.text.length;
  return decision.kind === 'permit' ? JSON.stringify(decision.payload ?? {}).length : 0;
}
