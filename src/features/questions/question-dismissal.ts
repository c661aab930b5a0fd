import { shorten } from '../../platform/text';
import { emit } from '../../shared/events';
import type { WriteContext } from '../../platform/operation';
import { dismissQuestions, lockOpenQuestionsAbout } from './question-dismissal-store';

// As many questions at once as one statement takes on both databases.
const BATCH = 500;

/**
 * Dismisses every open question about actions that end, in the name of the actor (product section 4: dropping one). The
 * actions' rows are locked by the caller and stay as they are: nothing is left to resume.
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
        subject: { type: 'question', id: row.id, title: shorten(row.question) },
        summary: 'The question was dismissed because its action was dropped.',
        about: { actionId: row.action_id },
        actorId,
      })),
    );
    if (questions.length < BATCH) return;
  }
}
