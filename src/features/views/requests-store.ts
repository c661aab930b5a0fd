import { questionsOf, selectQuestionEntry, type QuestionEntryRow } from '../questions';
import { historyStart } from '../../shared/plans';
import { isOneOf } from '../../platform/db/statements/columns';
import { compiledCappedQuery, type Capped } from './capped-store';
import type { ViewSource } from './metrics-store';

interface AskedOfAgent {
  readonly workspaceId: string;
  readonly agentId: string | undefined;
  readonly start: string | null;
}

const openQuestions = compiledCappedQuery<QuestionEntryRow, AskedOfAgent>((asked) => ({
  matching: (db) => {
    const open = questionsOf(db, asked.workspaceId).where(
      isOneOf('agent_requests.status', ['open']),
    );
    return asked.agentId === undefined
      ? open
      : open.where('agent_requests.agent_id', asked.agentId);
  },
  select: (query, db) => selectQuestionEntry(query, db, asked.start),
  order: 'agent_requests.created_at desc, agent_requests.id desc',
}));

/** Open questions of one agent or of all, newest first. */
export async function readOpenQuestions(
  source: ViewSource,
  agentId: string | undefined,
  limit: number,
): Promise<Capped<QuestionEntryRow>> {
  const { reader, workspaceId } = source;
  return openQuestions(reader, { workspaceId, agentId, start: historyStart(source) }, limit);
}
