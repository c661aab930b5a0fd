import { lookup } from 'node:dns/promises';

/** An address of a host name. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects if there are none. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/**
 * Resolves a host name, unless the signal is aborted before its turn. `owner` is the workspace that
 * wants it, or undefined.
 */
export type BoundedResolve = (
  name: string,
  signal: AbortSignal,
  owner: string | undefined,
) => Promise<readonly ResolvedAddress[]>;

/** A lookup that takes longer, in milliseconds, makes its owner a slow one. */
const SLOW_MS = 500;

/** The slow owners that a process remembers at most. The oldest is forgotten first. */
const MAX_SLOW = 1000;

/**
 * The operating system's resolver, which reads `/etc/hosts` and search domains too. Each lookup
 * occupies one of the four threads of libuv until the name server responds, so at most two run at
 * the same time, and slow name servers leave threads for hashing passwords. A lookup that is no
 * longer wanted when its turn comes is not started. An owner has one lookup at a time, and the
 * owners whose last lookup was slow have one together, so they leave the other to all others.
 */
export function createSystemResolver(
  resolve: Resolve = (name) => lookup(name, { all: true }),
  limit = 2,
): BoundedResolve {
  const waiting: { readonly owner: string | undefined; readonly start: () => void }[] = [];
  const running = new Set<string>();
  const slow = new Set<string>();
  let count = 0;
  const mayStart = (owner: string | undefined): boolean => {
    if (count >= limit) return false;
    if (owner === undefined) return true;
    return !running.has(owner) && !(slow.has(owner) && [...running].some((one) => slow.has(one)));
  };
  const startNext = (): void => {
    const index = waiting.findIndex(({ owner }) => mayStart(owner));
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (next === undefined) return;
    begin(next.owner);
    next.start();
  };
  const begin = (owner: string | undefined): void => {
    count += 1;
    if (owner !== undefined) running.add(owner);
  };
  const end = (owner: string | undefined, isSlow: boolean): void => {
    count -= 1;
    if (owner !== undefined) {
      running.delete(owner);
      slow.delete(owner);
      if (isSlow) slow.add(owner);
      const [oldest] = slow.size > MAX_SLOW ? slow : [];
      if (oldest !== undefined) slow.delete(oldest);
    }
    for (let left = limit; left > 0; left -= 1) startNext();
  };
  return async (name, signal, owner) => {
    if (mayStart(owner)) begin(owner);
    else await new Promise<void>((start) => waiting.push({ owner, start }));
    const started = performance.now();
    let isAsked = false;
    try {
      signal.throwIfAborted();
      isAsked = true;
      return await resolve(name);
    } finally {
      const isSlow = isAsked
        ? performance.now() - started > SLOW_MS
        : owner !== undefined && slow.has(owner);
      end(owner, isSlow);
    }
  };
}
