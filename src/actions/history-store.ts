import type { Condition } from '../platform/db/columns';

/** Open, or ended since the history's start. */
export function withinHistory(start: string | null): Condition {
  return (query) => {
    if (start === null) return;
    void query
      .whereNotIn('actions.status', ['done', 'dropped'])
      .orWhereRaw('coalesce(actions.completed_at, actions.updated_at) >= ?', [start]);
  };
}
