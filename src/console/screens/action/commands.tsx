import { useCallback } from 'react';
import type { Action, ActionUpdate } from '../../actions/action-form';
import { useSession } from '../../api/session';
import { useKeys } from '../../keys/keys';
import { Icon } from '../../ui/icon';
import { commandsOf } from './commands-of';
import type { DialogName } from './dialogs';
import { patchAction, useActionWrite } from './write-action';

/** What a person can do with the action now, as buttons and as keys. */
export function ActionCommands({
  action,
  onShow,
}: {
  readonly action: Action;
  readonly onShow: (name: DialogName) => void;
}) {
  const { write, isSending, fault } = useActionWrite();
  const me = useSession().data?.user.actor_id;
  const { id, version } = action;
  const change = (done: string, after: ActionUpdate, before: ActionUpdate): void =>
    void write(() => patchAction(id, version, after), {
      done,
      undo: (changed) => patchAction(id, changed.version, before),
    });
  const commands = commandsOf(action, { me, change, show: onShow });
  const keys = Object.fromEntries(commands.map(({ key, run }) => [key ?? '', run]));
  useCommandKeys(keys);
  return (
    <div className="stack">
      <div className="actions">
        {commands.map(({ name, key, look = '', run }) => (
          <button
            key={name}
            type="button"
            className={`button ${look}`}
            disabled={isSending}
            onClick={run}
          >
            {key === 'e' && <Icon name="edit" />}
            {name} {key !== undefined && <kbd>{key.toUpperCase()}</kbd>}
          </button>
        ))}
      </div>
      <div role="alert">{fault !== undefined && <p className="notice notice-bad">{fault}</p>}</div>
    </div>
  );
}

function useCommandKeys(keys: Readonly<Record<string, () => void>>): void {
  const handle = useCallback(
    (key: string): boolean => {
      const run = keys[key];
      run?.();
      return run !== undefined;
    },
    [keys],
  );
  useKeys(handle);
}
