import { useSyncExternalStore } from 'react';
import { onLeave } from '../api/person';
import { createListeners } from './listeners';

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
