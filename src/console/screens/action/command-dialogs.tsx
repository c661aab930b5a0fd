import { isCallboardError, unwrap } from 'callboard-client';
import { useState, type ReactNode } from 'react';
import { client, paramsOf } from '../../api/client';
import { ActorPicker, PersonPicker } from '../../pickers/pickers';
import { FormDialog } from '../../ui/dialog';
import { forgetDraft, keepDraft, readDraft } from '../../api/person';
import { DateField } from '../../ui/date-field';
import { AreaField } from '../../ui/fields';
import { useTimeZone, fromLocal, toLocal } from '../../ui/time';
import type { Told } from '../../ui/use-write';
import type { Action } from './action-form';
import { States } from './states';
import { patchAction, useActionWrite } from './write-action';
import { t } from '../../texts/texts';

interface Props {
  readonly action: Action;
  readonly onClose: () => void;
}

/** Opens an action again as it was, which is the undo of what ended it. */
async function reopen(ended: Action, before: Action): Promise<Action> {
  const { status } = before;
  const params = paramsOf(ended);
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
      title={t('Complete the action')}
      button={t('Complete')}
      label={t('Result')}
      hint={t('What was done, so that others can build on it.')}
      isRequired
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/complete', {
            params: paramsOf({ id: action.id, version }),
            body: { result_summary: text },
          }),
        )
      }
      told={{
        done: t('Completed.'),
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
      title={t('Drop the action')}
      button={t('Drop')}
      isDanger
      label={t('Reason')}
      hint={
        openQuestions === 0
          ? t('You may leave it empty.')
          : t('You may leave it empty. The open questions about the action are dismissed.')
      }
      isRequired={false}
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/drop', {
            params: paramsOf({ id: action.id, version }),
            body: text === '' ? {} : { reason: text },
          }),
        )
      }
      told={{
        done: t('Dropped.'),
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
      title={t('Reopen the action')}
      button={t('Reopen')}
      label={t('Reason')}
      hint={t('The assignee reads it. You may leave it empty.')}
      isRequired={false}
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/reopen', {
            params: paramsOf({ id: action.id, version }),
            body: text === '' ? {} : { reason: text },
          }),
        )
      }
      told={{ done: t('Opened again.') }}
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
      title={t('End the claim')}
      button={t('End the claim')}
      label={t('Reason')}
      hint={t('The agent reads it. You may leave it empty. An assigned action stays assigned.')}
      isRequired={false}
      send={(version, text) =>
        unwrap(
          client.POST('/v1/actions/{id}/release', {
            params: paramsOf({ id: action.id, version }),
            body: text === '' ? {} : { reason: text },
          }),
        )
      }
      told={{ done: t('The claim has ended.') }}
      onClose={onClose}
    />
  );
}

interface ChoiceProps {
  readonly action: Action;
  readonly onClose: () => void;
}

/** Assigns the action to a person or an agent, or to nobody. */
export function AssignDialog({ action, onClose }: ChoiceProps) {
  const { id, assigned_actor_id: before } = action;
  const [assignee, setAssignee] = useState(before);
  return (
    <CommandDialog
      action={action}
      title={t('Assign the action')}
      button={t('Assign')}
      send={(version) => patchAction(id, version, { assigned_actor_id: assignee })}
      told={{
        done: ({ assigned_actor_name: name }) =>
          name === null || name === undefined
            ? t('Assigned to nobody.')
            : t('Assigned to {name}.', { name }),
        undo: ({ version }) => patchAction(id, version, { assigned_actor_id: before }),
      }}
      onClose={onClose}
    >
      <ActorPicker value={assignee} onChange={setAssignee} />
      {action.claimed_by_actor_id !== null && (
        <p className="muted">{t('Somebody works on it. Another assignee ends this claim.')}</p>
      )}
    </CommandDialog>
  );
}

/** Chooses the person for whom the review waits. */
export function ReviewerDialog({ action, onClose }: ChoiceProps) {
  const { id, reviewer_actor_id: before } = action;
  const [reviewer, setReviewer] = useState(before);
  return (
    <CommandDialog
      action={action}
      title={t('Choose the reviewer')}
      button={t('Choose')}
      send={(version) => patchAction(id, version, { reviewer_actor_id: reviewer })}
      told={{
        done: ({ reviewer_actor_name: name }) =>
          name === null
            ? t('The review waits for everybody.')
            : t('The review waits for {name}.', { name }),
        undo: ({ version }) => patchAction(id, version, { reviewer_actor_id: before }),
      }}
      onClose={onClose}
    >
      <PersonPicker
        label={t('Reviewer')}
        none={t('The person who created it')}
        hint={t('Any other person may review it, too.')}
        value={reviewer}
        onChange={setReviewer}
      />
    </CommandDialog>
  );
}

/** Takes the action out of the lists of work until a time. */
export function DeferDialog({ action, onClose }: ChoiceProps) {
  const { id, defer_until: before } = action;
  const timeZone = useTimeZone();
  const [today] = useState(() => toLocal(new Date().toISOString(), timeZone).slice(0, 10));
  const [until, setUntil] = useState(() => morningAfter(today, 1));
  return (
    <CommandDialog
      action={action}
      title={t('Defer the action')}
      button={t('Defer')}
      send={(version) => patchAction(id, version, { defer_until: fromLocal(until, timeZone) })}
      told={{
        done: t('Deferred.'),
        undo: ({ version }) => patchAction(id, version, { defer_until: before }),
      }}
      onClose={onClose}
    >
      <DateField
        label={t('Until')}
        value={until}
        usual="09:00"
        isRequired
        hint={t('Until then it is in no list of work.')}
        onChange={setUntil}
      />
      <div className="actions">
        {presets(today).map(([name, days]) => (
          <button
            key={name}
            type="button"
            className="button button-small"
            onClick={() => setUntil(morningAfter(today, days))}
          >
            {name}
          </button>
        ))}
      </div>
    </CommandDialog>
  );
}

const dayMs = 86_400_000;

function presets(today: string): readonly (readonly [name: string, days: number])[] {
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  return [
    [t('Tomorrow'), 1],
    [t('Next Monday'), (8 - weekday) % 7 || 7],
    [t('In two weeks'), 14],
    [t('In a month'), 30],
  ];
}

/** Nine in the morning, some days after a date. */
function morningAfter(date: string, days: number): string {
  const time = Date.parse(`${date}T00:00Z`) + days * dayMs;
  return `${new Date(time).toISOString().slice(0, 10)}T09:00`;
}

/** Sends one command with a text, which is kept in this tab until it is sent. */
function TextCommandDialog<Result>({
  name,
  label,
  hint,
  isRequired,
  send,
  ...rest
}: {
  /** The name of the command, for the draft. */
  readonly name: string;
  readonly action: Action;
  readonly title: string;
  readonly button: string;
  readonly isDanger?: boolean;
  readonly label: string;
  readonly hint: string;
  readonly isRequired: boolean;
  readonly send: (version: number, text: string) => Promise<Result>;
  readonly told: Told<Result>;
  readonly onClose: () => void;
}) {
  const key = `${rest.action.id}-${name}`;
  const [text, setText] = useState(() => readDraft(key));
  return (
    <CommandDialog
      {...rest}
      send={(version) => send(version, text.trim())}
      onSent={() => forgetDraft(key)}
    >
      <AreaField
        label={label}
        hint={t('{hint} Ctrl or Cmd and Enter send it.', { hint })}
        value={text}
        isRequired={isRequired}
        isMarkdown={name === 'complete'}
        onChange={(next) => {
          setText(next);
          keepDraft(key, next);
        }}
      />
    </CommandDialog>
  );
}

/**
 * Sends one command with what the person chose in the dialog. When the action has changed since the
 * dialog was opened, it shows the current status, and the person may send the command again.
 */
function CommandDialog<Result>({
  action,
  title,
  button,
  isDanger,
  send,
  told,
  onSent,
  onClose,
  children,
}: {
  readonly action: Action;
  readonly title: string;
  /** The name of the button that sends the command. */
  readonly button: string;
  readonly isDanger?: boolean;
  readonly send: (version: number) => Promise<Result>;
  readonly told: Told<Result>;
  readonly onSent?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { write, isSending, fault, error } = useActionWrite();
  const [seen, setSeen] = useState(action.version);
  const isStale = isCallboardError(error, 'STALE_VERSION');

  async function run(): Promise<void> {
    const version = isStale ? action.version : seen;
    setSeen(version);
    if ((await write(() => send(version), told)) === undefined) return;
    onSent?.();
    onClose();
  }

  return (
    <FormDialog
      title={title}
      action={button}
      isDanger={isDanger}
      isSending={isSending}
      fault={isStale ? undefined : fault}
      onSend={() => void run()}
      onClose={onClose}
    >
      {children}
      {isStale && (
        <div className="notice notice-warn stale" role="alert">
          <p>{t('It has changed since you opened it, so nothing was sent. Now it is:')}</p>
          <States action={action} />
          <p>{t('What you typed is kept. Send it again to go on.')}</p>
        </div>
      )}
    </FormDialog>
  );
}
