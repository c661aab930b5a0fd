import { useState } from 'react';
import type { Action } from '../../actions/action-form';
import { forgetDraft, keepDraft, readDraft } from '../../ui/drafts';
import { AreaField } from '../../ui/fields';
import type { Told } from '../../ui/use-write';
import { CommandDialog } from './command-dialog';

/** Sends one command with a text, which is kept in this tab until it is sent. */
export function TextCommandDialog<Result>({
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
        hint={`${hint} Ctrl or Cmd and Enter send it.`}
        value={text}
        isRequired={isRequired}
        onChange={(next) => {
          setText(next);
          keepDraft(key, next);
        }}
      />
    </CommandDialog>
  );
}
