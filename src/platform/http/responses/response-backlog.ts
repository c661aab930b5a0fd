import { SECOND } from '../../time';

/** A response that the client has not received completely. */
export interface PendingResponse {
  /** The caller's workspace, or the address of a caller without a credential. */
  readonly group: string;
  /** The caller within the group. */
  readonly caller: string;
  /** The memory that it uses in this process. */
  readonly bytes: number;
  /** Closes its connection. */
  readonly abort: () => void;
}

/** The limits for responses to slow clients. */
export interface BacklogLimits {
  /** Bytes of all pending responses of the process. */
  readonly bytes: number;
  /** Milliseconds that every response has, whatever its size. */
  readonly grace: number;
  /** The minimum average rate after that, in bytes per second. */
  readonly rate: number;
}

/** A response of 1 MiB has 94 seconds; 128 of them may be pending at a time. */
export const backlogLimits: BacklogLimits = {
  bytes: 128 * 2 ** 20,
  grace: 30 * SECOND,
  rate: 16 * 2 ** 10,
};

/** Counts a response as pending until the returned function is called. */
export type AddPendingResponse = (response: PendingResponse) => () => void;

/**
 * Limits the memory of responses that slow clients have not read. Aborts a response that exceeds
 * its time. When all together exceed the limit, aborts the oldest response of the caller that uses
 * the most, in the group that uses the most, so slow clients do not affect others.
 */
export function createResponseBacklog({
  bytes: maxBytes,
  grace,
  rate,
}: BacklogLimits): AddPendingResponse {
  // In insertion order: the oldest first.
  const pending = new Set<PendingResponse>();
  let bytes = 0;

  const remove = (response: PendingResponse): void => {
    if (pending.delete(response)) bytes -= response.bytes;
  };
  const abort = (response: PendingResponse): void => {
    remove(response);
    response.abort();
  };
  const abortWhileAboveLimit = (): void => {
    while (bytes > maxBytes) {
      const ofGroup = largest([...pending], ({ group }) => group);
      const [oldest] = largest(ofGroup, ({ caller }) => caller);
      if (oldest === undefined) return;
      abort(oldest);
    }
  };

  return (response) => {
    pending.add(response);
    bytes += response.bytes;
    const timer = setTimeout(abort, grace + (response.bytes / rate) * SECOND, response);
    timer.unref();
    abortWhileAboveLimit();
    return () => {
      clearTimeout(timer);
      remove(response);
    };
  };
}

/** The responses of the key with the most bytes. */
function largest(
  responses: readonly PendingResponse[],
  keyOf: (response: PendingResponse) => string,
): readonly PendingResponse[] {
  const bytesByKey = new Map<string, number>();
  for (const response of responses) {
    const key = keyOf(response);
    bytesByKey.set(key, (bytesByKey.get(key) ?? 0) + response.bytes);
  }
  const [most] = [...bytesByKey].toSorted(([, one], [, other]) => other - one);
  return responses.filter((response) => keyOf(response) === most?.[0]);
}
