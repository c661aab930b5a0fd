import { useSyncExternalStore } from 'react';
import { onLeave } from '../api/person';

let message = '';
const listeners = new Set<() => void>();

/** Tells a screen reader a sentence, politely. */
export function announce(sentence: string): void {
  // A repeated sentence is announced again only if the text differs.
  message = sentence === message ? `${sentence}\u00a0` : sentence;
  for (const listener of listeners) listener();
}

onLeave(() => announce(''));

/** The live region in which `announce` writes. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => message);
  return (
    <output className="visually-hidden" aria-live="polite">
      {text}
    </output>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
