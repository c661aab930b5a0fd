import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ActionForm } from './action-form';
import { createListeners } from '../ui/listeners';

const NewActionDialog = lazy(async () => ({
  default: (await import('./action-dialog')).NewActionDialog,
}));

let shown: Partial<ActionForm> | undefined;
const { subscribe, notify } = createListeners();

/** Opens the dialog for a new action, with values that the screen knows, such as the project. */
export function showNewAction(given: Partial<ActionForm> = {}): void {
  set(given);
}

/** The dialog for a new action, while it is open. */
export function NewAction() {
  const given = useSyncExternalStore(subscribe, () => shown);
  if (given === undefined) return null;
  return (
    <Suspense>
      <NewActionDialog given={given} onClose={() => set(undefined)} />
    </Suspense>
  );
}

function set(next: Partial<ActionForm> | undefined): void {
  shown = next;
  notify();
}
