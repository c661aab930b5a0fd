import { bytesOfAction, actionsOf, selectAction, toActions, type ActionRow } from '../../actions';
import { openProposalsOf, toProposal, type ProposalRow } from '../../proposals';
import type { components } from '../../../../generated/types';
import { limits } from '../../../../generated/limits';
import { requestPages } from '../../../shared/agent-requests';
import { historyStart, withinHistory } from '../../../shared/plans';
import { compiledCappedList, type CappedList } from '../capped-store';
import { listViewConditions } from '../list-conditions-store';
import { viewParams, type ViewContext, type ViewParams } from '../view-params';

/** The lists of a command view that only a request that names them gets. */
export interface DecisionLists {
  readonly reviews?: CappedList<components['schemas']['Action']>;
  readonly proposals?: CappedList<components['schemas']['Proposal']>;
  readonly stalled?: CappedList<components['schemas']['Action']>;
}

interface ListedParams extends ViewParams {
  readonly start: string | null;
}

// The lists have the conditions and the orders of the views of these names.
const listedAs = (view: 'review' | 'stalled', order: string) =>
  compiledCappedList<ActionRow, ListedParams>((params) => ({
    matching: (db) =>
      actionsOf(db, params.workspaceId)
        .where(listViewConditions[view](params))
        .where(withinHistory(params.start)),
    select: selectAction,
    order,
    first: 'actions',
    bytes: bytesOfAction,
  }));

const pendingReviews = listedAs('review', 'actions.completed_at, actions.id');
const stalledActions = listedAs('stalled', 'actions.last_activity_at, actions.id');

const openProposals = compiledCappedList<ProposalRow, { readonly workspaceId: string }>(
  ({ workspaceId }) => ({
    matching: (db) => openProposalsOf(db, workspaceId),
    select: requestPages.select,
    order: 'agent_requests.created_at, agent_requests.id',
    first: 'agent_requests',
    bytes: requestPages.bytes,
  }),
);

/** The lists whose names are in `names`; six statements for all of them. */
export async function readDecisions(
  ctx: ViewContext,
  names: readonly string[],
): Promise<DecisionLists> {
  const { reader, workspaceId, now } = ctx;
  const params = { ...viewParams(ctx), start: historyStart(ctx) };
  const max = limits.command_decisions;
  const [reviews, proposals, stalled] = await Promise.all([
    names.includes('reviews') ? pendingReviews(reader, params, max) : undefined,
    names.includes('proposals') ? openProposals(reader, { workspaceId }, max) : undefined,
    names.includes('stalled') ? stalledActions(reader, params, max) : undefined,
  ]);
  const rows = [...(reviews?.rows ?? []), ...(stalled?.rows ?? [])];
  const actions = rows.length === 0 ? [] : await toActions(ctx, rows);
  return {
    ...(reviews && { reviews: { ...reviews, rows: actions.slice(0, reviews.rows.length) } }),
    ...(proposals && {
      proposals: { ...proposals, rows: proposals.rows.map((row) => toProposal(row, now)) },
    }),
    ...(stalled && { stalled: { ...stalled, rows: actions.slice(reviews?.rows.length ?? 0) } }),
  };
}
