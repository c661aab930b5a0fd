import { useSyncExternalStore } from 'react';
import { onLeave } from '../api/person';
import type { Subject } from './subject';
import { createListeners } from '../ui/listeners';

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
