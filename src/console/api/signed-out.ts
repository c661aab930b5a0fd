import { useSyncExternalStore } from 'react';
import { isCallboardError } from 'callboard-client';
import { countUnsaved } from '../decisions/decisions';
import { forgetAll, forgetRead, forgetTab, onLeftElsewhere } from './person';
import { forgetWorkspace } from './workspace';
import { createListeners } from '../ui/listeners';

// The page says so when the request for it had no session, so that nobody asks for one in vain.
let isSignedOut = document.documentElement.dataset['caller'] === 'none';
let lost = 0;
let address: string | undefined;
const { subscribe, notify } = createListeners();

if (isSignedOut) forgetAll();

/**
 * Forgets what was read and shows the sign-in if the error says that the session has ended, or where
 * the workspace is if it has moved. Returns whether it did.
 */
export function leaveIfRefused(error: unknown): boolean {
  if (isCallboardError(error, 'MOVED')) ({ address } = error.details);
  else if (!isCallboardError(error, 'UNAUTHENTICATED')) return false;
  leave(forgetRead);
  return true;
}

/** The address of the server that the workspace has moved to, if it has. */
export function movedTo(): string | undefined {
  return address;
}

onLeftElsewhere(() => leave(forgetTab));

function leave(forget: () => void): void {
  if (!isSignedOut) lost = countUnsaved(true);
  forget();
  if (isSignedOut) return;
  isSignedOut = true;
  forgetWorkspace();
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
