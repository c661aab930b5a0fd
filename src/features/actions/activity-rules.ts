import type { Settings } from '../../platform/operation';
import { SECOND, addMilliseconds } from '../../platform/time';

/** The time of a request, and the windows of the derived states. */
export interface Clock {
  readonly now: string;
  readonly settings: Settings;
}

/** The time of a request, and the start of each window of the derived states. */
export interface ActivityWindows {
  readonly now: string;
  readonly workingSince: string;
  readonly stalledSince: string;
}

/** The start of each window at the time of a request. */
export function activityWindows({ now, settings }: Clock): ActivityWindows {
  return {
    now,
    workingSince: workingSince(now, settings),
    stalledSince: addMilliseconds(now, -settings.stalledSeconds * SECOND),
  };
}

/** The condition `working` for a row that has been read. */
export function isWorking(
  row: {
    readonly status: string;
    readonly assigned_actor_id: string | null;
    readonly assignee_active_at: string | null;
    readonly claim_expires_at: string | null;
  },
  { now, settings }: Clock,
): boolean {
  if (row.status !== 'ready') return false;
  if (row.claim_expires_at !== null) return row.claim_expires_at > now;
  return (
    row.assigned_actor_id !== null &&
    row.assignee_active_at !== null &&
    row.assignee_active_at > workingSince(now, settings)
  );
}

function workingSince(now: string, settings: Settings): string {
  return addMilliseconds(now, -settings.workingSeconds * SECOND);
}
