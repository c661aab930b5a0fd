import { truncate } from '../../platform/text';
import { emit } from '../../shared/events';
import type { WriteContext } from '../../platform/operation';
import { dismissQuestions, lockOpenQuestionsAbout } from './question-dismissal-store';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Dismisses every open question about actions that were dropped, as the actor. The caller has
 * locked the actions. It does not unblock them, because they have ended.
 */
export async function dismissQuestionsAbout(
  ctx: WriteContext,
  actionIds: readonly string[],
  actorId: string,
): Promise<void> {
  const { transaction, workspaceId, now } = ctx;
  for (;;) {
    const questions = await lockOpenQuestionsAbout(transaction, workspaceId, actionIds, BATCH);
    if (questions.length === 0) return;
    const ids = questions.map(({ id }) => id);
    await dismissQuestions(transaction, workspaceId, ids, { actorId, now });
    emit(
      ctx,
      ...questions.map((row) => ({
        kind: 'question.dismissed' as const,
        subject: { type: 'question' as const, id: row.id, title: truncate(row.question) },
        summary: 'The question was dismissed because its action was dropped.',
        about: { actionId: row.action_id },
        related: { author: [row.created_by_actor_id] },
        actorId,
      })),
    );
    if (questions.length < BATCH) return;
  }
}
