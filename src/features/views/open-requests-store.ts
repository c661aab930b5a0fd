import type { components } from '../../../generated/types';
import { bytesOfTexts, isOneOf } from '../../platform/db/statements/columns';
import { requestsOf } from '../../shared/agent-requests';
import { historyStart } from '../../shared/plans';
import { type QuestionEntryRow, questionsOf, selectQuestionEntry } from '../questions';
import { type CappedList, compiledCappedList } from './capped-store';
import type { ViewContext } from './view-params';
import { questionsFor } from './waiting-store';

interface OpenQuestionsParams {
  readonly workspaceId: string;
  readonly agentId: string | undefined;
  readonly start: string | null;
  readonly now: string;
  /** Only what waits for this actor; undefined for all questions. */
  readonly actorId: string | undefined;
}

const openQuestions = compiledCappedList<QuestionEntryRow, OpenQuestionsParams>((params) => ({
  matching: (db) => {
    const open = questionsOf(db, params.workspaceId).where(
      isOneOf('agent_requests.status', ['open']),
    );
    const { workspaceId, agentId, actorId } = params;
    if (agentId !== undefined) void open.where('agent_requests.agent_id', agentId);
    if (actorId === undefined) return open;
    return open.where(questionsFor({ workspaceId, actorId, now: params.now }));
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

/** Open questions, newest first: of one agent, or those that wait for one actor. */
export async function readOpenQuestions(
  ctx: ViewContext,
  { agentId, actorId }: { readonly agentId?: string; readonly actorId?: string | undefined },
  limit: number,
): Promise<CappedList<QuestionEntryRow>> {
  const { reader, workspaceId, now } = ctx;
  const params = { workspaceId, agentId, actorId, now, start: historyStart(ctx) };
  return openQuestions(reader, params, limit);
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
