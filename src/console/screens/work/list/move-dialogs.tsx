import { api } from '../../../api/client';
import type { Action } from '../../../rows/review-row';
import { CompleteDialog, DropDialog, ReopenDialog } from '../../action/command-dialogs';

/** Asks for what a move of a card needs: a result or a reason. */
export function MoveDialogs({
  kind,
  action,
  onClose,
}: {
  readonly kind: 'complete' | 'drop' | 'reopen';
  readonly action: Action;
  readonly onClose: () => void;
}) {
  const params = { params: { path: { id: action.id } } };
  // What the dialog compares with after somebody else has changed the action.
  const { data } = api.useQuery('get', '/v1/actions/{id}', params);
  // What was read earlier may be older than the card.
  const current = data === undefined || data.version < action.version ? action : data;
  const { data: context } = api.useQuery('get', '/v1/actions/{id}/context', params, {
    enabled: kind === 'drop',
  });
  if (kind === 'complete') return <CompleteDialog action={current} onClose={onClose} />;
  if (kind === 'reopen') return <ReopenDialog action={current} onClose={onClose} />;
  if (context === undefined) return null;
  const openQuestions = context.open_questions.length;
  return <DropDialog action={current} openQuestions={openQuestions} onClose={onClose} />;
}
