import type { components } from '../../../../generated/types';
import { isOneOf } from '../../../platform/db/statements/columns';
import { requestsOf } from '../../../shared/agent-requests';
import { compiledCappedList, type CappedList } from '../capped-store';
import type { ViewContext } from '../view-params';

/** An open proposal of the overview. */
export type OpenProposalRow = components['schemas']['AgentOverview']['my_open_proposals'][number];

const openProposals = compiledCappedList<
  OpenProposalRow,
  { readonly workspaceId: string; readonly agentId: string }
>(({ workspaceId, agentId }) => ({
  matching: (db) =>
    requestsOf(db, workspaceId, 'proposal')
      .where(isOneOf('agent_requests.status', ['open']))
      .where('agent_requests.agent_id', agentId),
  select: (query) =>
    query.select({
      id: 'agent_requests.id',
      title: 'agent_requests.question',
      operation: 'agent_requests.operation',
      created_at: 'agent_requests.created_at',
      action_id: 'agent_requests.action_id',
      project_id: 'agent_requests.project_id',
      order_id: 'agent_requests.order_id',
    }),
  order: 'agent_requests.created_at desc, agent_requests.id desc',
}));

/** Open proposals of an agent, newest first. */
export function readOpenProposals(
  { reader, workspaceId }: ViewContext,
  agentId: string,
  limit: number,
): Promise<CappedList<OpenProposalRow>> {
  return openProposals(reader, { workspaceId, agentId }, limit);
}
