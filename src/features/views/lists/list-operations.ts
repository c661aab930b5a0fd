import type { ViewsHandlers } from '../../../../generated/handlers';
import { listActionsBy } from '../../actions';
import type { PageRequest } from '../../../platform/db/statements/page';
import type { ReadContext } from '../../../platform/operation';
import { viewParams } from '../view-params';
import { listViewConditions, type ListView } from '../list-conditions-store';

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

/** The operations `GET /v1/views/{view}` for views that are lists of actions. */
export const listViewHandlers = {
  getInboxView: listView('inbox'),
  getReviewView: listView('review'),
  getReadyView: listView('ready'),
  getWorkingView: listView('working'),
  getWaitingView: listView('waiting'),
  getStalledView: listView('stalled'),
  getDeferredView: listView('deferred'),
} satisfies Partial<ViewsHandlers>;

function listView(view: ListView) {
  return async ({ query }: ListViewInput, ctx: ReadContext) => {
    const { assigned_actor_id, ...paging } = query;
    const body = await listActionsBy(ctx, {
      filters: { assigned_actor_id },
      paging,
      defaultSort: defaultSorts[view],
      narrow: (actions) => actions.where(listViewConditions[view](viewParams(ctx))),
    });
    return { status: 200, body } as const;
  };
}
