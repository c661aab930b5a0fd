import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { onLeave } from '../api/person';
import { isTemporary, sentenceOf } from './loading';
import { createListeners } from './listeners';

/** How long what was done can be undone by a key or a button. */
const undoMs = 8_000;

/** The page of the record that was written. */
export interface DoneLink {
  readonly href: string;
  readonly name: string;
}

interface Done {
  readonly text: string;
  readonly link?: DoneLink | undefined;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

let last: Done | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const changes = createListeners();

/** Says what was done. `undo` takes it back, for eight seconds. */
export function showDone(text: string, undo?: () => Promise<unknown>, link?: DoneLink): void {
  clearTimeout(timer);
  set({ text, undo, link });
  announce(undo === undefined ? text : `${text} Press U to undo.`);
  timer = setTimeout(() => set(undefined), undoMs);
}

/** Takes back what was done last. Returns false when nothing can be. */
export function undoDone(): boolean {
  const undo = last?.undo;
  if (undo === undefined) return false;
  clearTimeout(timer);
  set(undefined);
  undo().then(
    () => showDone('Undone.'),
    (error: unknown) => showDone(sentenceOfUndo(error), isTemporary(error) ? undo : undefined),
  );
  return true;
}

/** Why something could not be taken back. */
export function sentenceOfUndo(error: unknown): string {
  return isTemporary(error)
    ? `Not undone. ${sentenceOf(error)}`
    : 'It could not be undone, because it has changed since.';
}

onLeave(() => {
  clearTimeout(timer);
  set(undefined);
});

/** Shows what was done last, with the button that takes it back. */
export function DoneBar() {
  const done = useSyncExternalStore(changes.subscribe, () => last);
  if (done === undefined) return null;
  return (
    <section className="done" aria-label="What was done">
      <p dir="auto">{done.text}</p>
      {done.link !== undefined && (
        <Link href={done.link.href} className="button button-small">
          {done.link.name}
        </Link>
      )}
      {done.undo !== undefined && (
        <button type="button" className="button button-small" onClick={undoDone}>
          Undo <kbd>U</kbd>
        </button>
      )}
    </section>
  );
}

function set(next: Done | undefined): void {
  last = next;
  changes.notify();
}

let message = '';
const messages = createListeners();

/** Tells a screen reader a sentence, politely. */
export function announce(sentence: string): void {
  // A repeated sentence is announced again only if the text differs.
  message = sentence === message ? `${sentence}\u00a0` : sentence;
  messages.notify();
}

onLeave(() => announce(''));

/** The live region in which `announce` writes. */
export function Announcer() {
  const text = useSyncExternalStore(messages.subscribe, () => message);
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  );
}
