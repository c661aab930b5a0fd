import type { Knex } from 'knex';
import { questionsOf, selectQuestionEntry, type QuestionEntryRow } from '../questions';
import { isOneOf } from '../platform/db/columns';
import { readCapped, type Capped } from './capped-store';
import type { ViewSource } from './metrics-store';

/** Open questions of one agent or of all, newest first. */
export async function readOpenQuestions(
  source: ViewSource,
  agentId: string | undefined,
  limit: number,
): Promise<Capped<QuestionEntryRow>> {
  const matching = (db: Knex): Knex.QueryBuilder => {
    const open = questionsOf(db, source.workspaceId).where(
      isOneOf('agent_requests.status', ['open']),
    );
    return agentId === undefined ? open : open.where('agent_requests.agent_id', agentId);
  };
  const order = 'agent_requests.created_at desc, agent_requests.id desc';
  return readCapped(source.hand, { matching, select: selectQuestionEntry, order }, limit);
}
