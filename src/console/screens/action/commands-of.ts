import type { Action, ActionUpdate } from '../../actions/action-form';
import type { DialogName } from './dialogs';

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
export function commandsOf(action: Action, means: Means): readonly Command[] {
  const { status } = action;
  if (status === 'done' || status === 'dropped') {
    return [{ name: 'Reopen …', run: () => means.show('reopen') }];
  }
  return commandsOfOpen({ ...action, status }, means)
    .filter(([isShown]) => isShown)
    .map(([, command]) => command);
}

type OpenAction = Action & { readonly status: 'inbox' | 'ready' | 'waiting' };

function commandsOfOpen(
  action: OpenAction,
  { me, change, show }: Means,
): readonly (readonly [isShown: boolean, command: Command])[] {
  const { status, assigned_actor_id: assignee, defer_until: deferred } = action;
  const isCaptured = status === 'inbox';
  const isDeferred = deferred !== null && Date.parse(deferred) > Date.now();
  const makeReady: Command = {
    name: 'Make ready',
    ...(isCaptured ? { look: 'button-primary' } : {}),
    run: () => change('It is ready.', { status: 'ready' }, { status }),
  };
  const complete: Command = {
    name: 'Complete …',
    ...(isCaptured ? {} : { look: 'button-primary' }),
    run: () => show('complete'),
  };
  const take: Command = {
    name: 'Assign to me',
    key: 'm',
    run: () =>
      me !== undefined &&
      change('It is assigned to you.', { assigned_actor_id: me }, { assigned_actor_id: assignee }),
  };
  const undefer: Command = {
    name: 'Stop deferring',
    run: () =>
      change('It is not deferred any more.', { defer_until: null }, { defer_until: deferred }),
  };
  const quiet = (name: string, run: () => void): Command => ({ name, look: 'button-quiet', run });
  return [
    [status !== 'ready', makeReady],
    [!action.is_template && !action.is_blocked, complete],
    [true, { name: 'Edit …', key: 'e', run: () => show('edit') }],
    [true, { name: 'Assign …', run: () => show('assign') }],
    [me !== undefined && assignee !== me, take],
    [true, { name: 'Defer …', key: 'd', run: () => show('defer') }],
    [isDeferred, undefer],
    [
      !isCaptured,
      quiet('Back to the inbox', () =>
        change('It is in the inbox.', { status: 'inbox' }, { status }),
      ),
    ],
    [action.claimed_by_actor_id !== null, quiet('End the claim …', () => show('release'))],
    [true, quiet('Drop …', () => show('drop'))],
  ];
}
