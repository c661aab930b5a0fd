import { useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { onLeave } from '../api/person';
import { isTemporary, sentenceOf } from './loading';
import { createListeners } from './listeners';
import { t } from '../texts/texts';

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

/** What an undo has replaced, which can come back in turn. */
export interface Replaced {
  readonly undoAgain: () => Promise<unknown>;
}

/**
 * Says what was done. `undo` takes it back, for eight seconds, and may return a sentence about what
 * it could not take back, or what it has replaced (`Replaced`).
 */
export function showDone(text: string, undo?: () => Promise<unknown>, link?: DoneLink): void {
  clearTimeout(timer);
  set({ text, undo, link });
  announce(undo === undefined ? text : t('{text} Press U to undo.', { text }));
  timer = setTimeout(() => set(undefined), undoMs);
}

interface Doing {
  isUndone: boolean;
}

// What was begun last, and has not ended.
let doing: Doing | undefined;

/**
 * Notes that the person has begun something that can be undone. The returned function is called
 * when it has ended. If `undoNewest` is called before that, it is undone as soon as it is done.
 */
export function beginDoing(): (isDone: boolean) => void {
  const own: Doing = { isUndone: false };
  doing = own;
  return (isDone) => {
    if (doing === own) doing = undefined;
    if (isDone && own.isUndone) undoDone();
  };
}

/** Takes back what was begun last, or else what was done last. Returns false when nothing can be. */
export function undoNewest(): boolean {
  if (doing === undefined) return undoDone();
  doing.isUndone = true;
  return true;
}

/** Takes back what was done last, as the bar says. Returns false when nothing can be. */
function undoDone(): boolean {
  const undo = last?.undo;
  if (undo === undefined) return false;
  clearTimeout(timer);
  set(undefined);
  undo().then(
    (result) => {
      if (hasReplaced(result)) {
        showDone(t('Undone. It replaced what you typed since.'), result.undoAgain);
      } else showDone(typeof result === 'string' ? result : t('Undone.'));
    },
    (error: unknown) => showDone(sentenceOfUndo(error), isTemporary(error) ? undo : undefined),
  );
  return true;
}

function hasReplaced(result: unknown): result is Replaced {
  return typeof result === 'object' && result !== null && 'undoAgain' in result;
}

/** Why something could not be taken back. */
export function sentenceOfUndo(error: unknown): string {
  return isTemporary(error)
    ? t('Not undone. {error}', { error: sentenceOf(error) })
    : t('It could not be undone, because it has changed since.');
}

onLeave(() => {
  clearTimeout(timer);
  doing = undefined;
  set(undefined);
});

let dialogs: readonly HTMLElement[] = [];

/**
 * Shows what was done in this dialog, above it, while it is open. All else is inert then, so that
 * its button would not work elsewhere. Returns a function that ends this.
 */
export function enterDialog(dialog: HTMLElement): () => void {
  dialogs = [...dialogs, dialog];
  changes.notify();
  return () => {
    dialogs = dialogs.filter((each) => each !== dialog);
    changes.notify();
  };
}

/** Shows what was done last, with the button that takes it back, above everything else. */
export function DoneBar() {
  const done = useSyncExternalStore(changes.subscribe, () => last);
  const dialog = useSyncExternalStore(changes.subscribe, () => dialogs.at(-1));
  const before = useRef<EventTarget>(null);
  if (done === undefined) return null;
  const bar = (
    <section className="done" aria-label={t('What was done')}>
      <p dir="auto">{done.text}</p>
      {done.link !== undefined && (
        <Link href={done.link.href} className="button button-small">
          {done.link.name}
        </Link>
      )}
      {done.undo !== undefined && (
        <button
          type="button"
          className="button button-small"
          onFocus={(event) => {
            before.current = event.relatedTarget;
          }}
          onClick={() => {
            undoDone();
            // The button is gone then.
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
        >
          {t('Undo')} <kbd>U</kbd>
        </button>
      )}
    </section>
  );
  return dialog === undefined ? bar : createPortal(bar, dialog);
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

/**
 * The live region in which `announce` writes: one in the page, and one in each dialog, outside of
 * which nothing is announced.
 */
export function Announcer() {
  const text = useSyncExternalStore(messages.subscribe, () => message);
  const [before] = useState(text);
  return (
    <output className="visually-hidden" aria-live="polite">
      {text !== before && text}
    </output>
  );
}
