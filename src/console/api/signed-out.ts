import { useSyncExternalStore } from 'react';

// The page says so when the request for it had no session, so that nobody asks for one in vain.
let isSignedOut = document.documentElement.dataset['caller'] === 'none';
const listeners = new Set<() => void>();

/** Shows the sign-in, because the session has ended. */
export function announceSignedOut(): void {
  isSignedOut = true;
  for (const listener of listeners) listener();
}

/** Whether nobody is signed in. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => isSignedOut);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
