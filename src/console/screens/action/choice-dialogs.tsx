import { useState } from 'react';
import type { Action } from '../../actions/action-form';
import { ActorPicker } from '../../pickers/pickers';
import { TextField } from '../../ui/fields';
import { fromLocal, toLocal } from '../../ui/local-time';
import { useTimeZone } from '../../ui/time-zone';
import { CommandDialog } from './command-dialog';
import { patchAction } from './write-action';

interface Props {
  readonly action: Action;
  readonly onClose: () => void;
}

/** Assigns the action to a person or an agent, or to nobody. */
export function AssignDialog({ action, onClose }: Props) {
  const { id, assigned_actor_id: before } = action;
  const [assignee, setAssignee] = useState(before);
  return (
    <CommandDialog
      action={action}
      title="Assign the action"
      button="Assign"
      send={(version) => patchAction(id, version, { assigned_actor_id: assignee })}
      told={{
        done: ({ assigned_actor_name: name }) =>
          name === null ? 'Assigned to nobody.' : `Assigned to ${name}.`,
        undo: ({ version }) => patchAction(id, version, { assigned_actor_id: before }),
      }}
      onClose={onClose}
    >
      <ActorPicker value={assignee} onChange={setAssignee} />
      {action.claimed_by_actor_id !== null && (
        <p className="muted">Somebody works on it. Another assignee ends this claim.</p>
      )}
    </CommandDialog>
  );
}

/** Takes the action out of the lists of work until a time. */
export function DeferDialog({ action, onClose }: Props) {
  const { id, defer_until: before } = action;
  const timeZone = useTimeZone();
  const [today] = useState(() => toLocal(new Date().toISOString(), timeZone).slice(0, 10));
  const [until, setUntil] = useState(() => morningAfter(today, 1));
  return (
    <CommandDialog
      action={action}
      title="Defer the action"
      button="Defer"
      send={(version) => patchAction(id, version, { defer_until: fromLocal(until, timeZone) })}
      told={{
        done: 'Deferred.',
        undo: ({ version }) => patchAction(id, version, { defer_until: before }),
      }}
      onClose={onClose}
    >
      <TextField
        label="Until"
        type="datetime-local"
        value={until}
        isRequired
        hint={`Until then it is in no list of work. In the time zone ${timeZone}.`}
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
    ['Tomorrow', 1],
    ['Next Monday', (8 - weekday) % 7 || 7],
    ['In two weeks', 14],
    ['In a month', 30],
  ];
}

/** Nine in the morning, some days after a date. */
function morningAfter(date: string, days: number): string {
  const time = Date.parse(`${date}T00:00Z`) + days * dayMs;
  return `${new Date(time).toISOString().slice(0, 10)}T09:00`;
}
