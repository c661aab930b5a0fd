import { useSyncExternalStore } from 'react';
import { storedName } from '../api/workspace';
import { createListeners } from './listeners';

/** What a person chooses for this browser. */
export type ChoiceName = 'theme' | 'density' | 'first-screen';

const { subscribe, notify } = createListeners();

/** A stored choice of this browser; empty for none. */
export function useStoredChoice(name: ChoiceName): string {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(storedName(name)) ?? '');
}

/**
 * Stores a choice, and shows the page accordingly. The script in the head of the page listens: it
 * also applies the choices before the first paint.
 */
export function storeChoice(name: ChoiceName, value: string): void {
  localStorage.setItem(storedName(name), value);
  dispatchEvent(new Event('appearance'));
  notify();
}
