import { unwrap } from 'callboard-client';
import { client } from '../../api/client';
import type { Action } from '../../actions/action-form';
import { TextCommandDialog } from './text-command-dialog';
import { paramsOf, patchAction } from './write-action';

interface Props {
  readonly action: Action;
  readonly onClose: () => void;
}

/** Opens an action again as it was, which is the undo of what ended it. */
async function reopen(ended: Action, before: Action): Promise<Action> {
  const { status } = before;
  const params = paramsOf(ended.id, ended.version);
  // Who completes unassigned work becomes its assignee.
  const body = { assigned_actor_id: before.assigned_actor_id };
  const opened = await unwrap(client.POST('/v1/actions/{id}/reopen', { params, body }));
  const isSame = opened.status === status || status === 'done' || status === 'dropped';
  return isSame ? opened : patchAction(opened.id, opened.version, { status });
}

/** Completes an action with its result. */
export function CompleteDialog({ action, onClose }: Props) {
  // The next occurrence of a repeating action would stay.
  const canUndo = action.repeat_rule.type === 'none';
  return (
    <TextCommandDialog
      name="complete"
      action={action}
      title="Complete the action"
      button="Complete"
      label="Result"
      hint="What was done, so that others can build on it."
      isRequired
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/complete', {
            params: paramsOf(action.id, version),
            body: { result_summary: text },
          }),
        )
      }
      told={{
        done: 'Completed.',
        undo: canUndo ? (ended) => reopen(ended, action) : undefined,
      }}
      onClose={onClose}
    />
  );
}

/** Drops an action, with a reason or without. */
export function DropDialog({
  action,
  openQuestions,
  onClose,
}: Props & { readonly openQuestions: number }) {
  return (
    <TextCommandDialog
      name="drop"
      action={action}
      title="Drop the action"
      button="Drop"
      label="Reason"
      hint={
        openQuestions === 0
          ? 'You may leave it empty.'
          : 'You may leave it empty. The open questions about the action are dismissed.'
      }
      isRequired={false}
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/drop', {
            params: paramsOf(action.id, version),
            body: text === '' ? {} : { reason: text },
          }),
        )
      }
      told={{
        done: 'Dropped.',
        undo: openQuestions === 0 ? (ended) => reopen(ended, action) : undefined,
      }}
      onClose={onClose}
    />
  );
}

/** Opens a finished action again. */
export function ReopenDialog({ action, onClose }: Props) {
  return (
    <TextCommandDialog
      name="reopen"
      action={action}
      title="Reopen the action"
      button="Reopen"
      label="Reason"
      hint="The assignee reads it. You may leave it empty."
      isRequired={false}
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/reopen', {
            params: paramsOf(action.id, version),
            body: text === '' ? {} : { reason: text },
          }),
        )
      }
      told={{ done: 'Opened again.' }}
      onClose={onClose}
    />
  );
}

/** Ends the claim of the agent that works on the action. */
export function ReleaseDialog({ action, onClose }: Props) {
  return (
    <TextCommandDialog
      name="release"
      action={action}
      title="End the claim"
      button="End the claim"
      label="Reason"
      hint="The agent reads it. You may leave it empty. An assigned action stays assigned."
      isRequired={false}
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/release', {
            params: paramsOf(action.id, version),
            body: text === '' ? {} : { reason: text },
          }),
        )
      }
      told={{ done: 'The claim has ended.' }}
      onClose={onClose}
    />
  );
}
