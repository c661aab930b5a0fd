import type { components } from '../../../generated/types';
import { bytesOfTexts, isOneOf } from '../../platform/db/statements/columns';
import { requestsOf } from '../../shared/agent-requests';
import { historyStart } from '../../shared/plans';
import { type QuestionEntryRow, questionsOf, selectQuestionEntry } from '../questions';
import { type CappedList, compiledCappedList } from './capped-store';
import type { ViewContext } from './view-params';

interface OpenQuestionsParams {
  readonly workspaceId: string;
  readonly agentId: string | undefined;
  readonly start: string | null;
}

const openQuestions = compiledCappedList<QuestionEntryRow, OpenQuestionsParams>((params) => ({
  matching: (db) => {
    const open = questionsOf(db, params.workspaceId).where(
      isOneOf('agent_requests.status', ['open']),
    );
    return params.agentId === undefined
      ? open
      : open.where('agent_requests.agent_id', params.agentId);
  },
  select: (query, db) => selectQuestionEntry(query, db, params),
  order: 'agent_requests.created_at desc, agent_requests.id desc',
  first: 'agent_requests',
  bytes: bytesOfTexts(
    'agent_requests.question',
    'agent_requests.on_answer',
    'agent_requests.default_response',
  ),
}));

/** Open questions of one agent, or of all agents if `agentId` is undefined; newest first. */
export async function readOpenQuestions(
  ctx: ViewContext,
  agentId: string | undefined,
  limit: number,
): Promise<CappedList<QuestionEntryRow>> {
  const { reader, workspaceId } = ctx;
  return openQuestions(reader, { workspaceId, agentId, start: historyStart(ctx) }, limit);
}

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
