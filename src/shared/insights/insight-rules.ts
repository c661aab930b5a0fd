import type { components } from '../../../generated/types';

type EventKind = components['schemas']['EventKind'];

/** What is counted by day. */
export type Measure = 'done' | 'reopened' | 'approved' | 'rejected' | 'answered' | 'claimed';

/** How an event of a kind counts. */
interface CountedKind {
  readonly measure: Measure;
  /** The kinds one of whose events began what ended: the latest one before it. */
  readonly since: readonly EventKind[];
  /** The column by which the earlier event is about the same record. */
  readonly by: 'action_id' | 'subject_id';
  /** Whose work it is: the actor of the event, or of the earlier one. */
  readonly of: 'ended' | 'began';
  /** Counts only after an earlier event of this kind. */
  readonly only?: EventKind;
}

const review = { since: ['action.completed'], by: 'action_id', of: 'began' } as const;
const answer = {
  measure: 'answered',
  since: ['question.asked'],
  by: 'subject_id',
  of: 'began',
} as const;

/** The kinds of events that count. */
export const countedKinds: Readonly<Partial<Record<EventKind, CountedKind>>> = {
  'action.completed': { measure: 'done', since: [], by: 'action_id', of: 'ended' },
  'action.approved': { measure: 'approved', ...review },
  'action.rejected': { measure: 'rejected', ...review },
  'action.reopened': {
    measure: 'reopened',
    since: ['action.completed', 'action.dropped', 'action.rejected', 'action.reopened'],
    by: 'action_id',
    of: 'began',
    // A dropped action was not done.
    only: 'action.completed',
  },
  'action.claimed': {
    measure: 'claimed',
    since: [
      'action.created',
      'action.offered_again',
      'action.rejected',
      'action.released',
      'action.reopened',
      'action.unblocked',
      'action.undeferred',
      'claim.expired',
    ],
    by: 'action_id',
    of: 'ended',
  },
  'question.answered': answer,
  'question.dismissed': answer,
};

/** The measures that have a time since the event that began them. */
export const timed = ['approved', 'rejected', 'answered', 'claimed'] as const;

/** Whether events of a kind count. */
export function isCounted(kind: EventKind): boolean {
  return countedKinds[kind] !== undefined;
}

/** The longest time of each bucket but the last, in seconds: 2 s, 4 s, and so on to 97 days. */
export const bucketEnds: readonly number[] = Array.from({ length: 23 }, (_, at) => 2 ** (at + 1));

/** The number of times in each bucket. */
export type Histogram = ReadonlyMap<number, number>;

/**
 * The time within which the share `rank` of those in the histogram ended, in seconds: the place in
 * its bucket as if the times there were spread evenly on a logarithmic scale. Null if there are none.
 */
export function percentile(histogram: Histogram, rank: number): number | null {
  const buckets = [...histogram].filter(([bucket]) => bucket >= 0);
  const count = buckets.reduce((sum, [, amount]) => sum + amount, 0);
  let left = rank * count;
  for (const [bucket, amount] of buckets.toSorted(([one], [other]) => one - other)) {
    if (amount > 0 && left <= amount) {
      const start = 2 ** bucket;
      const isLast = bucket >= bucketEnds.length;
      return Math.round(start * (isLast ? 1 : 2 ** (left / amount)));
    }
    left -= amount;
  }
  return null;
}
