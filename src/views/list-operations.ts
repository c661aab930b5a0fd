import { listActionsBy, momentOf } from '../actions';
import type { PageRequest } from '../platform/db/page';
import type { ReadContext } from '../platform/operation';
import { shownIn, type ListView } from './shown-store';

const defaultSorts: Readonly<Record<ListView, string>> = {
  inbox: '-created_at',
  review: 'completed_at',
  ready: 'queue',
  working: '-last_activity_at',
  waiting: 'last_activity_at',
  stalled: 'last_activity_at',
  deferred: 'defer_until',
};

interface ListViewInput {
  readonly query: PageRequest & { readonly assigned_actor_id?: string };
}

/** GET /v1/views/{view} for the views that are lists of actions: which they show and in what order, unless asked otherwise. */
export function listView(view: ListView) {
  return async ({ query }: ListViewInput, ctx: ReadContext) => {
    const { assigned_actor_id, ...paging } = query;
    const body = await listActionsBy(ctx, {
      filters: { assigned_actor_id },
      paging,
      defaultSort: defaultSorts[view],
      narrow: (actions) => actions.where(shownIn[view](momentOf(ctx))),
    });
    return { status: 200, body } as const;
  };
}
