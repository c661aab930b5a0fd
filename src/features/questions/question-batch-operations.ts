import { checkDifferentIds, performBatch } from '../../platform/batch';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../platform/operation';
import { lockForAnswers } from './question-lock-store';
import { respond } from './question-resolution-operations';

/**
 * Answers several questions in one transaction, each as the single verb does. The statements are a
 * bounded number for each item, because each item checks and changes its own rows.
 */
export const respondQuestionBatch: WriteHandler<'respondQuestionBatch'> = async (
  { body: { items } },
  ctx,
) => {
  const { transaction, workspaceId } = ctx;
  checkDifferentIds(items);
  await lockForAnswers(
    transaction,
    workspaceId,
    items.map(({ id }) => id),
  );
  const entries = await performBatch(transaction, items, async ({ id, version, ...answer }) => {
    const { body } = await respond(ctx, id, etagOf(version), answer);
    return body.question;
  });
  return { status: 200, body: { items: entries } };
};
