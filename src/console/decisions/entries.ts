import { useSyncExternalStore } from 'react';
import type { Subject } from './subject';

/** A decision and what became of it. `late`: another person was first. */
export interface Entry {
  readonly subject: Subject;
  readonly text: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'late';
}

/** A notice on a row that can be decided again. */
export interface Failed {
  readonly state: 'failed';
  readonly text: string;
}

let entries: ReadonlyMap<string, Entry | Failed> = new Map();
const listeners = new Set<() => void>();

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

/** Forgets what was sent, when the screen that shows it is left. */
export function forgetSent(): void {
  entries = new Map(
    [...entries].filter(([, { state }]) => state === 'waiting' || state === 'sending'),
  );
  notify();
}

/** Sets the decision about a row. */
export function setEntry(key: string, entry: Entry | Failed): void {
  entries = new Map(entries).set(key, entry);
  notify();
}

/** Removes the decision about a row, because it was undone. */
export function removeEntry(key: string): void {
  entries = new Map([...entries].filter(([each]) => each !== key));
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
