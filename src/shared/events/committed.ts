type Listener = (workspaceId: string) => void;

const listeners = new Set<Listener>();

/**
 * Calls `listener` with the workspace of each transaction of this process that has committed
 * events. Other processes are not observed. Returns a function that ends this.
 */
export function onCommittedEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the listeners that a workspace has new events. */
export function announceCommit(workspaceId: string): void {
  for (const listener of listeners) listener(workspaceId);
}
