import { useCallback } from 'react';
import { useSession } from '../../api/session';
import { useKeys } from '../../keys/keys';
import { Icon } from '../../ui/icon';
import type { Action, ActionUpdate } from './action-form';
import type { DialogName } from './dialogs';
import { patchAction, useActionWrite } from './write-action';
import { t } from '../../texts/texts';

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
  const commands = actionCommandsOf(action, { me, change, show: onShow });
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
            aria-disabled={isSending}
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

/** Something that a person can do with an action. */
export interface Command {
  readonly name: string;
  readonly key?: string;
  readonly look?: 'button-primary' | 'button-quiet';
  readonly run: () => void;
}

interface Means {
  /** The caller. */
  readonly me: string | undefined;
  /** Changes fields; `before` brings the values back. */
  readonly change: (done: string, after: ActionUpdate, before: ActionUpdate) => void;
  readonly show: (name: DialogName) => void;
}

/** Whether an action is neither done nor dropped. */
export function isOpen({ status }: Pick<Action, 'status'>): boolean {
  return status !== 'done' && status !== 'dropped';
}

/** The commands that apply to an action now. */
function actionCommandsOf(action: Action, means: Means): readonly Command[] {
  const { status } = action;
  if (status === 'done' || status === 'dropped') {
    const reviewer = { name: t('Reviewer …'), run: () => means.show('reviewer') };
    const reopen = { name: t('Reopen …'), run: () => means.show('reopen') };
    return action.review.state === 'pending' ? [reviewer, reopen] : [reopen];
  }
  return openCommandsOf({ ...action, status }, means)
    .filter(([isShown]) => isShown)
    .map(([, command]) => command);
}

type OpenAction = Action & { readonly status: 'inbox' | 'ready' | 'waiting' };

function openCommandsOf(
  action: OpenAction,
  { me, change, show }: Means,
): readonly (readonly [isShown: boolean, command: Command])[] {
  const { status, assigned_actor_id: assignee, defer_until: deferred } = action;
  const isCaptured = status === 'inbox';
  const isDeferred = deferred !== null && Date.parse(deferred) > Date.now();
  const makeReady: Command = {
    name: t('Make ready'),
    ...(isCaptured ? { look: 'button-primary' } : {}),
    run: () => change(t('It is ready.'), { status: 'ready' }, { status }),
  };
  const complete: Command = {
    name: t('Complete …'),
    ...(isCaptured ? {} : { look: 'button-primary' }),
    run: () => show('complete'),
  };
  const take: Command = {
    name: t('Assign to me'),
    key: 'm',
    run: () =>
      me !== undefined &&
      change(
        t('It is assigned to you.'),
        { assigned_actor_id: me },
        { assigned_actor_id: assignee },
      ),
  };
  const undefer: Command = {
    name: t('Stop deferring'),
    run: () =>
      change(t('It is not deferred any more.'), { defer_until: null }, { defer_until: deferred }),
  };
  const quiet = (name: string, run: () => void): Command => ({ name, look: 'button-quiet', run });
  return [
    [status !== 'ready', makeReady],
    [!action.is_template && !action.is_blocked, complete],
    [true, { name: t('Edit …'), key: 'e', run: () => show('edit') }],
    [true, { name: t('Assign …'), run: () => show('assign') }],
    [me !== undefined && assignee !== me, take],
    [true, { name: t('Defer …'), key: 'd', run: () => show('defer') }],
    [isDeferred, undefer],
    [
      !isCaptured,
      quiet(t('Back to the inbox'), () =>
        change(t('It is in the inbox.'), { status: 'inbox' }, { status }),
      ),
    ],
    [action.requires_review, quiet(t('Reviewer …'), () => show('reviewer'))],
    [action.claimed_by_actor_id !== null, quiet(t('End the claim …'), () => show('release'))],
    [true, quiet(t('Drop …'), () => show('drop'))],
  ];
}
