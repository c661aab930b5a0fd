import { lazy, Suspense } from 'react';
import type { Refused } from './use-command';

const Refusal = lazy(async () => ({ default: (await import('./refusal')).Refusal }));

/** Shows what somebody else changed before a command, and lets the person repeat the command. */
export function RefusedNotice({
  refused,
  nameOf,
}: {
  readonly refused: Refused | undefined;
  /** The name of a record with this id. */
  readonly nameOf?: (id: string) => string;
}) {
  if (refused === undefined) return null;
  return (
    <Suspense>
      <Refusal refused={refused} nameOf={nameOf} />
    </Suspense>
  );
}
