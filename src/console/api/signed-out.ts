import { useSyncExternalStore } from 'react';
import { countUnsaved } from '../decisions/decisions';
import { forgetPerson, forgetTab, onLeftElsewhere } from './person';
import { createListeners } from '../ui/listeners';

// The page says so when the request for it had no session, so that nobody asks for one in vain.
let isSignedOut = document.documentElement.dataset['caller'] === 'none';
let lost = 0;
const { subscribe, notify } = createListeners();

if (isSignedOut) forgetPerson();

/** Forgets the person and shows the sign-in, because the session has ended. */
export function announceSignedOut(): void {
  leave(forgetPerson);
}

onLeftElsewhere(() => leave(forgetTab));

function leave(forget: () => void): void {
  if (isSignedOut) return;
  isSignedOut = true;
  lost = countUnsaved(true);
  forget();
  notify();
}

/** The number of decisions that the end of the session has lost. */
export function lostDecisions(): number {
  return lost;
}

/** Whether nobody is signed in. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => isSignedOut);
}
