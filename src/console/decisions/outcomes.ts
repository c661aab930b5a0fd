import { useState, useSyncExternalStore } from 'react';
import type { FeedEvent } from '../api/events';
import { onLeave } from '../api/person';
import { createListeners } from '../ui/listeners';

/** What an event says about a record, and when this tab heard it. */
interface Told {
  readonly text: string;
  readonly at: number;
  /** Whether the event is about the record itself, and not about a note on it. */
  readonly isOwn: boolean;
}

// An older event is not the reason that a record has just left a list: time may be.
const recentMs = 120_000;

let told: ReadonlyMap<string, Told> = new Map();
const { subscribe, notify } = createListeners();

/** Keeps what an event says, for the rows of the records that it removes from a list. */
export function tell({ subject, action_id, order_id }: FeedEvent, text: string): void {
  const next = new Map([...told].filter(([, one]) => isRecent(one)));
  for (const id of [action_id, order_id, subject.id]) {
    const isOwn = id === subject.id;
    if (id !== null && (isOwn || next.get(id)?.isOwn !== true)) {
      next.set(id, { text, at: Date.now(), isOwn });
    }
  }
  told = next;
  notify();
}

onLeave(() => {
  told = new Map();
});

/**
 * Says why a record is no longer in a list, once an event has said so. `isMine`: the person has
 * decided about it here, so that what the events say is no news.
 */
export function useOutcome(id: string, isGone: boolean, isMine: boolean): string | undefined {
  const one = useSyncExternalStore(subscribe, () => (isGone ? told.get(id) : undefined));
  const text = one !== undefined && isRecent(one) ? one.text : undefined;
  // What happens to the record later is not the reason. Null: it is the person's decision.
  const [reason, setReason] = useState<string | null>();
  const next = reason === undefined ? (isMine ? null : text) : reason;
  if ((isGone ? next : undefined) !== reason) setReason(isGone ? next : undefined);
  return isGone && !isMine ? (next ?? undefined) : undefined;
}

function isRecent({ at }: Told): boolean {
  return Date.now() - at < recentMs;
}
