import { useState, useSyncExternalStore } from 'react';
import type { components } from 'callboard-client';
import { onLeave } from '../api/person';
import { createListeners } from '../ui/listeners';
import { short } from '../ui/short-text';
import { t } from '../texts/texts';

/** A record on the screen. */
export interface Subject {
  readonly kind: 'question' | 'review' | 'proposal' | 'stalled' | 'checkin' | 'captured';
  readonly id: string;
}

/** What became of a record: a sentence, unless it still waits for a decision. */
export type Outcome = { readonly isOpen: true } | { readonly isOpen: false; readonly text: string };

/** A decision of a person about one record, with the version that the person saw. */
export type Decision =
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly version: number;
      readonly text: string;
    }
  | { readonly kind: 'dismiss'; readonly id: string; readonly version: number }
  | { readonly kind: 'approve'; readonly id: string; readonly version: number }
  | {
      readonly kind: 'reject';
      readonly id: string;
      readonly version: number;
      readonly text: string;
    }
  | {
      readonly kind: 'permit';
      readonly id: string;
      readonly version: number;
      /** The changed payload; undefined to permit the request as it is. */
      readonly payload: Readonly<Record<string, unknown>> | undefined;
      /** The digest of the target that the person saw. */
      readonly digest: string | undefined;
    }
  | { readonly kind: 'deny'; readonly id: string; readonly version: number; readonly text: string }
  | { readonly kind: 'unassign'; readonly id: string; readonly version: number }
  | { readonly kind: 'drop'; readonly id: string; readonly version: number }
  | { readonly kind: 'note-action'; readonly id: string; readonly text: string }
  | { readonly kind: 'note-order'; readonly id: string; readonly text: string };

/** What the row of a decided record says. */
export function sentenceOfDecision(decision: Decision): string {
  switch (decision.kind) {
    case 'answer':
      return t('Answered “{decision}”', { decision: short(decision.text) });
    case 'dismiss':
      return t('Dismissed');
    case 'approve':
      return t('Approved');
    case 'reject':
      return t('Rejected: “{decision}”', { decision: short(decision.text) });
    case 'permit':
      return decision.payload === undefined ? t('Permitted') : t('Permitted with changes');
    case 'deny':
      return t('Denied');
    case 'unassign':
      return t('Returned to the pool');
    case 'drop':
      return t('Dropped');
    case 'note-action':
    case 'note-order':
      break;
  }
  return t('Wrote “{decision}”', { decision: short(decision.text) });
}

/** A decision and what became of it. `late`: another person was first. */
export interface Entry {
  readonly subject: Subject;
  readonly text: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'late';
  /** Takes it back after it was sent, where that is possible. */
  readonly undo?: () => void;
}

/** A notice on a row whose decision was not saved. */
export interface Failed {
  readonly state: 'failed';
  readonly text: string;
  /** Sends the decision again; absent if the person has to look at the record first. */
  readonly again?: (() => void) | undefined;
}

let entries: ReadonlyMap<string, Entry | Failed> = new Map();
const { subscribe, notify } = createListeners();

/** The key of a record's row. */
export function keyOf({ kind, id }: Subject): string {
  return `${kind}-${id}`;
}

/** The decision about a row, or why the last one failed. */
export function useEntry(key: string): Entry | Failed | undefined {
  return useSyncExternalStore(subscribe, () => entries.get(key));
}

/** All decisions, by the keys of their rows. */
export function useEntries(): ReadonlyMap<string, Entry | Failed> {
  return useSyncExternalStore(subscribe, () => entries);
}

/** The decision about a row, at this moment. */
export function entryOf(key: string): Entry | Failed | undefined {
  return entries.get(key);
}

/** Whether a row needs no decision any more. */
export function isDecided(entry: Entry | Failed | undefined): entry is Entry {
  return entry !== undefined && entry.state !== 'failed';
}

/** Forgets what was saved, when the screen that shows it is left. */
export function forgetSent(): void {
  keep(({ state }) => state === 'waiting' || state === 'sending' || state === 'failed');
}

/** Forgets the decisions that were not saved, because the person gives them up. */
export function forgetFailed(): void {
  keep(isDecided);
}

/** The number of decisions that failed, and if `isCut` of those that are on their way. */
export function countUnsaved(isCut: boolean): number {
  return [...entries.values()].filter(
    ({ state }) => state === 'failed' || (isCut && (state === 'waiting' || state === 'sending')),
  ).length;
}

/** Sets the decision about a row. */
export function setEntry(key: string, entry: Entry | Failed): void {
  entries = new Map(entries).set(key, entry);
  notify();
}

/** Removes the decision about a row, because it was undone. */
export function removeEntry(key: string): void {
  keep((_, each) => each !== key);
}

onLeave(() => keep(() => false));

function keep(isKept: (entry: Entry | Failed, key: string) => boolean): void {
  entries = new Map([...entries].filter(([key, entry]) => isKept(entry, key)));
  notify();
}

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
const news = createListeners();

/** Keeps what an event says, for the rows of the records that it removes from a list. */
export function tell(
  { subject, action_id, order_id }: components['schemas']['Event'],
  text: string,
): void {
  const next = new Map([...told].filter(([, one]) => isRecent(one)));
  for (const id of [action_id, order_id, subject.id]) {
    const isOwn = id === subject.id;
    if (id !== null && (isOwn || next.get(id)?.isOwn !== true)) {
      next.set(id, { text, at: Date.now(), isOwn });
    }
  }
  told = next;
  news.notify();
}

onLeave(() => {
  told = new Map();
});

/**
 * Says why a record is no longer in a list, once an event has said so. `isMine`: the person has
 * decided about it here, so that what the events say is no news.
 */
export function useOutcome(id: string, isGone: boolean, isMine: boolean): string | undefined {
  const one = useSyncExternalStore(news.subscribe, () => (isGone ? told.get(id) : undefined));
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
