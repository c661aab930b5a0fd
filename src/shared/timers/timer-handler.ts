import type { EventSource, NewEvent } from '../events';

/** The transaction in which timers of a workspace are handled. `now` is the database's time. */
export interface TimerSource extends EventSource {
  /** The stalled window of workspaces without their own, in seconds. */
  readonly stalledSeconds: number;
}

/** An event that time has brought about, and its moment. */
export interface Occurrence {
  readonly at: string;
  readonly event: NewEvent;
}

/**
 * Handles due timers of one kind and workspace. Skips records that another transaction has locked;
 * their timers stay due. `isUnfinished` says that more is due than one transaction handles.
 */
export type TimerHandler = (
  source: TimerSource,
  subjectIds: readonly string[],
) => Promise<{ readonly occurrences: readonly Occurrence[]; readonly isUnfinished?: boolean }>;
