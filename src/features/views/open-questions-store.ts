import { questionsOf, selectQuestionEntry, type QuestionEntryRow } from '../questions';
import { historyStart } from '../../shared/plans';
import { bytesOfTexts, isOneOf } from '../../platform/db/statements/columns';
import { compiledCappedList, type CappedList } from './capped-store';
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
  select: (query, db) => selectQuestionEntry(query, db, params.start),
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
