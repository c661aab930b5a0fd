import { lookup } from 'node:dns/promises';

/** An address of a host name. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects if there are none. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Resolves a host name, unless the signal is aborted before its turn. */
export type BoundedResolve = (
  name: string,
  signal: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

/**
 * The operating system's resolver, which reads `/etc/hosts` and search domains too. Each lookup
 * occupies one of the four threads of libuv until the name server responds, so at most two run at
 * the same time, and slow name servers leave threads for hashing passwords. A lookup that is no
 * longer wanted when its turn comes is not started.
 */
export function createSystemResolver(
  resolve: Resolve = (name) => lookup(name, { all: true }),
  limit = 2,
): BoundedResolve {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (name, signal) => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await resolve(name);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
