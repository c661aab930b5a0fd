import { lazy } from 'react';
import type { Action } from '../../actions/action-form';
import { AssignDialog, DeferDialog } from './choice-dialogs';
import { BlockerDialog } from './blocker-dialog';
import { CompleteDialog, DropDialog, ReleaseDialog, ReopenDialog } from './text-commands';

const EditActionDialog = lazy(async () => ({
  default: (await import('../../actions/action-dialog')).EditActionDialog,
}));

/** The dialogs of the page. */
export type DialogName =
  'assign' | 'blocker' | 'complete' | 'defer' | 'drop' | 'edit' | 'release' | 'reopen';

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
    case 'blocker':
      return <BlockerDialog {...props} />;
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
    case 'reopen':
      break;
  }
  return <ReopenDialog {...props} />;
}
