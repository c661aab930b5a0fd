import { unwrap } from 'callboard-client';
import { lazy, useState } from 'react';
import { client } from '../../api/client';
import { Combobox } from '../../ui/combobox';
import { FormDialog } from '../../ui/form-dialog';
import { short } from '../../ui/short-text';
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
import { paramsOf, useActionWrite } from './write-action';
import { t } from '../../texts/texts';

const EditActionDialog = lazy(async () => ({
  default: (await import('./action-dialog')).EditActionDialog,
}));

/** The dialogs of the page. */
export type DialogName =
  'assign' | 'blocker' | 'complete' | 'defer' | 'drop' | 'edit' | 'release' | 'reopen' | 'reviewer';

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
    case 'reviewer':
      return <ReviewerDialog {...props} />;
    case 'reopen':
      break;
  }
  return <ReopenDialog {...props} />;
}

/** Chooses an action that must end first. */
function BlockerDialog({
  action,
  onClose,
}: {
  readonly action: Action;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<{ readonly id: string; readonly name: string }>();
  const { write, isSending, fault } = useActionWrite();
  const source = {
    kind: 'actions' as const,
    projectId: action.project_id,
    without: [action.id, ...action.blocked_by],
  };

  async function add(): Promise<void> {
    if (chosen === undefined) return;
    const { path, header } = paramsOf(action.id, action.version);
    const blockers = { path: { ...path, blocker_id: chosen.id } };
    const added = await write(
      () =>
        unwrap(
          client.PUT('/v1/actions/{id}/blockers/{blocker_id}', {
            params: { ...blockers, header },
          }),
        ),
      {
        done: t('“{name}” must end first.', { name: short(chosen.name) }),
        undo: () =>
          unwrap(client.DELETE('/v1/actions/{id}/blockers/{blocker_id}', { params: blockers })),
      },
    );
    if (added !== undefined) onClose();
  }

  return (
    <FormDialog
      title={t('Add a blocker')}
      action={t('Add the blocker')}
      isSending={isSending || chosen === undefined}
      fault={fault}
      onSend={() => void add()}
      onClose={onClose}
    >
      <Combobox
        label={t('What must end first')}
        value={chosen?.id ?? null}
        name={chosen?.name}
        none={t('No action')}
        hint={t('An open action of any project, by its key or by words.')}
        source={source}
        onChange={(id, name) => setChosen(id === null ? undefined : { id, name })}
      />
    </FormDialog>
  );
}
