import { DAY, addMilliseconds } from '../../platform/time';

/** The current time and the plan's history window. */
export interface History {
  readonly now: string;
  /** `history_days` of the plan; null is no limit. */
  readonly historyDays: number | null;
}

/** The start of the plan's history window, ISO 8601 UTC; null when the plan has none. */
export function historyStart({ now, historyDays }: History): string | null {
  return historyDays === null ? null : addMilliseconds(now, -historyDays * DAY);
}

/** Whether an action ended before `start`. A dropped action ended at its last change. */
export function isBeyondHistory(
  action: {
    readonly status: string;
    readonly completed_at: string | null;
    readonly updated_at: string;
  },
  start: string | null,
): boolean {
  return (
    start !== null &&
    (action.status === 'done' || action.status === 'dropped') &&
    (action.completed_at ?? action.updated_at) < start
  );
}
