import { SECOND } from '../../time';

/** A response that its client has not taken yet. */
export interface Unsent {
  /**
   * The group that it counts for first: the caller's workspace, or the address of a caller without
   * a credential.
   */
  readonly group: string;
  /** The caller within the group. */
  readonly caller: string;
  /** Bytes that it holds in this process. */
  readonly bytes: number;
  /** Closes its connection. */
  readonly cut: () => void;
}

/** What slow clients may hold. */
export interface UnsentLimits {
  /** Bytes of all unsent responses of the process. */
  readonly bytes: number;
  /** Time that every response has, in milliseconds. */
  readonly grace: number;
  /** The average rate at which a response must be taken after that, in bytes a second. */
  readonly rate: number;
}

/** Responses of 1 MiB get 94 seconds; 128 of them may be unsent at a time. */
export const unsentLimits: UnsentLimits = {
  bytes: 128 * 2 ** 20,
  grace: 30 * SECOND,
  rate: 16 * 2 ** 10,
};

/** Counts a response until the returned function is called. */
export type HoldUnsent = (unsent: Unsent) => () => void;

/**
 * Bounds the responses that clients do not read. One that is not taken in its time is cut. When all
 * of them together hold too much, the group that holds the most loses its oldest, and within the
 * group the caller that holds the most: slow readers cut themselves off, not others.
 */
export function createUnsent({ bytes: most, grace, rate }: UnsentLimits): HoldUnsent {
  // In the order of their beginning.
  const held = new Set<Unsent>();
  let bytes = 0;

  const release = (unsent: Unsent): void => {
    if (held.delete(unsent)) bytes -= unsent.bytes;
  };
  const cut = (unsent: Unsent): void => {
    release(unsent);
    unsent.cut();
  };
  const cutUntilBelow = (): void => {
    while (bytes > most) {
      const ofGroup = heaviest([...held], ({ group }) => group);
      const [oldest] = heaviest(ofGroup, ({ caller }) => caller);
      if (oldest === undefined) return;
      cut(oldest);
    }
  };

  return (unsent) => {
    held.add(unsent);
    bytes += unsent.bytes;
    const timer = setTimeout(cut, grace + (unsent.bytes / rate) * SECOND, unsent);
    timer.unref();
    cutUntilBelow();
    return () => {
      clearTimeout(timer);
      release(unsent);
    };
  };
}

/** Those with the key whose bytes are the most. */
function heaviest(unsent: readonly Unsent[], keyOf: (each: Unsent) => string): readonly Unsent[] {
  const weights = new Map<string, number>();
  for (const each of unsent) {
    const key = keyOf(each);
    weights.set(key, (weights.get(key) ?? 0) + each.bytes);
  }
  const [most] = [...weights].toSorted(([, one], [, other]) => other - one);
  return unsent.filter((each) => keyOf(each) === most?.[0]);
}
