import { BlockersDialog } from '../../links/blockers-dialog';
import type { Action } from './action-form';
import {
  AssignDialog,
  CompleteDialog,
  DeferDialog,
  DropDialog,
  ReleaseDialog,
  ReopenDialog,
  ReviewerDialog,
} from './command-dialogs';
import { lazyForm } from '../../ui/loading';

const EditActionDialog = lazyForm(async () => ({
  default: (await import('./action-dialog')).EditActionDialog,
}));

/** The dialogs of the page. */
export type DialogName =
  | 'assign'
  | 'blockers'
  | 'complete'
  | 'defer'
  | 'drop'
  | 'edit'
  | 'release'
  | 'reopen'
  | 'reviewer';

/** The dialog that is open. */
export function ActionDialogs({
  name,
  action,
  openQuestions,
  onClose,
}: {
  readonly name: DialogName;
  readonly action: Action;
  readonly openQuestions: number;
  readonly onClose: () => void;
}) {
  const props = { action, onClose };
  switch (name) {
    case 'assign':
      return <AssignDialog {...props} />;
    case 'blockers':
      return <BlockersDialog {...props} />;
    case 'complete':
      return <CompleteDialog {...props} />;
    case 'defer':
      return <DeferDialog {...props} />;
    case 'drop':
      return <DropDialog {...props} openQuestions={openQuestions} />;
    case 'edit':
      return <EditActionDialog {...props} />;
    case 'release':
      return <ReleaseDialog {...props} />;
    case 'reviewer':
      return <ReviewerDialog {...props} />;
    case 'reopen':
      break;
  }
  return <ReopenDialog {...props} />;
}
