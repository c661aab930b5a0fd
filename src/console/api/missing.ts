import type { QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isCallboardError } from 'callboard-client';
import { createListeners } from '../ui/listeners';

let missing: { readonly page: string; readonly path: string } | undefined;
const { subscribe, notify } = createListeners();

/** Notes that the record of the page does not exist in this workspace. */
export function noteMissing(error: unknown, [, path, init]: QueryKey): void {
  if (!isCallboardError(error, 'NOT_FOUND') || typeof path !== 'string') return;
  const id = idIn(init);
  const page = location.pathname;
  // Other records that the page shows may be missing too.
  if (id === undefined || !page.endsWith(`/${id}`)) return;
  missing = { page, path: path.replace('{id}', encodeURIComponent(id)) };
  notify();
}

/** The path of the record that the page shows and this workspace does not have. */
export function useMissing(): string | undefined {
  const noted = useSyncExternalStore(subscribe, () => missing);
  return noted?.page === location.pathname ? noted.path : undefined;
}

function idIn(init: unknown): string | undefined {
  if (typeof init !== 'object' || init === null || !('params' in init)) return undefined;
  const { params } = init;
  if (typeof params !== 'object' || params === null || !('path' in params)) return undefined;
  const { path } = params;
  if (typeof path !== 'object' || path === null || !('id' in path)) return undefined;
  return typeof path.id === 'string' ? path.id : undefined;
}
