import type { Query } from '@tanstack/react-query';

/** Options of a query for counts or names, which events read again at most once a minute. */
export const slow = { staleTime: 60_000, meta: { isSlow: true } } as const;

/** Whether a query has the options `slow`. */
export function isSlow({ meta }: Query): boolean {
  return meta?.['isSlow'] === true;
}
