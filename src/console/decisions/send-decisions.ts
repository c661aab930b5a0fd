import { toCallboardError, unwrap, type components } from 'callboard-client';
import type { Decision } from './decision';
import { keptAlive, sender } from './sender';
import { sendDecision } from './send-decision';

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

type ReviewItem = components['schemas']['ReviewBatchItem'];

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
  return (await unwrap(sender.POST('/v1/reviews/batch', options))).items;
}

async function sendAnswers(decisions: readonly Decision[]): Promise<readonly Entry[]> {
  const items = decisions.flatMap((decision) =>
    decision.kind === 'answer'
      ? [{ id: decision.id, version: decision.version, response: decision.text }]
      : [],
  );
  const options = { body: { items }, ...keptAlive(decisions) };
  return (await unwrap(sender.POST('/v1/questions/respond-batch', options))).items;
}

function nothing(): undefined {
  return undefined;
}
