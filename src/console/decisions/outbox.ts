import { isCallboardError } from 'callboard-client';
import { useSyncExternalStore } from 'react';
import { queries } from '../api/client';
import { announceSignedOut } from '../api/signed-out';
import { announce } from '../ui/announcer';
import { forgetDraft } from '../ui/drafts';
import { sentenceOf } from '../ui/failure';
import { sentenceOfDecision, type Decision } from './decision';
import { sendDecision } from './send-decision';
import { whatHappened, type Subject } from './what-happened';

/** How long a decision waits before it is sent, because nothing undoes it afterwards. */
const undoMs = 4_000;

/** A decision and what became of it. `late`: another person was first. */
export interface Entry {
  readonly subject: Subject;
  readonly text: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'late';
}

/** A notice on a row that can be decided again. */
interface Failed {
  readonly state: 'failed';
  readonly text: string;
}

interface Waiting {
  readonly key: string;
  readonly abort: () => void;
  readonly release: () => void;
}

let entries: ReadonlyMap<string, Entry | Failed> = new Map();
let waiting: readonly Waiting[] = [];
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

/** Decides: shows the decision at once, and sends it unless it is undone within four seconds. */
export function decide(subject: Subject, decision: Decision): void {
  const key = keyOf(subject);
  if (isDecided(entries.get(key))) return;
  const text = sentenceOfDecision(decision);
  const controller = new AbortController();
  const { promise: until, resolve } = deferred();
  const timer = setTimeout(() => release(key), undoMs);
  const finish = (): void => {
    clearTimeout(timer);
    waiting = waiting.filter((one) => one.key !== key);
    resolve();
  };
  waiting = [
    ...waiting,
    {
      key,
      release: () => {
        set(key, { subject, text, state: 'sending' });
        finish();
      },
      abort: () => {
        controller.abort();
        finish();
      },
    },
  ];
  set(key, { subject, text, state: 'waiting' });
  announce(`${text}. Press U to undo.`);
  sendDecision(decision, { until, signal: controller.signal })
    .then(() => {
      forgetDraft(subject.id);
      set(key, { subject, text, state: 'sent' });
    })
    .catch((error: unknown) => (controller.signal.aborted ? undefined : fail(subject, error)))
    .finally(() => void queries.invalidateQueries());
}

/** Whether a row needs no decision any more. */
export function isDecided(entry: Entry | Failed | undefined): entry is Entry {
  return entry !== undefined && entry.state !== 'failed';
}

/** Takes back a decision that waits, or the last one. Returns the key of its row. */
export function undo(key: string | undefined = waiting.at(-1)?.key): string | undefined {
  const found = waiting.find((one) => one.key === key);
  if (found === undefined) return undefined;
  found.abort();
  remove(found.key);
  announce('Undone.');
  return found.key;
}

/** Forgets what was sent, when the screen that shows it is left. */
export function forgetSent(): void {
  entries = new Map(
    [...entries].filter(([, { state }]) => state === 'waiting' || state === 'sending'),
  );
  notify();
}

function release(key: string): void {
  waiting.find((one) => one.key === key)?.release();
}

async function fail(subject: Subject, error: unknown): Promise<void> {
  const key = keyOf(subject);
  if (isCallboardError(error, 'UNAUTHENTICATED')) announceSignedOut();
  const isConflict =
    isCallboardError(error) &&
    (error.status === 409 || error.status === 412 || error.status === 404);
  const outcome = isConflict ? await whatHappened(subject).catch(() => undefined) : undefined;
  if (outcome?.isOpen === false) {
    set(key, { subject, text: outcome.text, state: 'late' });
    announce(`Not sent. ${outcome.text}`);
    return;
  }
  const text = isCallboardError(error, 'STALE_VERSION')
    ? 'It has changed since you saw it, so your decision was not sent. Look again and decide.'
    : `Not sent. ${sentenceOf(error)}`;
  // The row has an alert with it.
  set(key, { state: 'failed', text });
}

function set(key: string, entry: Entry | Failed): void {
  entries = new Map(entries).set(key, entry);
  notify();
}

function remove(key: string): void {
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

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Sends everything that waits, because the page may be gone in a moment. */
function releaseAll(): void {
  for (const one of waiting) one.release();
}

addEventListener('pagehide', releaseAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') releaseAll();
});
