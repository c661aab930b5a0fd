import { isCallboardError, unwrap } from 'callboard-client';
import { api, client, paramsOf, queries } from '../../api/client';
import type { Action, ActionUpdate } from './action-form';
import { useWrite } from '../../ui/use-write';
import { t } from '../../texts/texts';

/**
 * Shows an action as the service has returned it, so that the next command has its version before
 * the page is read again.
 */
function showAction(action: Action): Action {
  const params = { params: { path: { id: action.id } } };
  const { queryKey } = api.queryOptions('get', '/v1/actions/{id}', params);
  queries.setQueryData<Action>(queryKey, action);
  return action;
}

/** Changes fields of an action. */
export function patchAction(id: string, version: number, body: ActionUpdate): Promise<Action> {
  return inTurn({ id, version }, async (now) => {
    const params = paramsOf(now);
    return showAction(await unwrap(client.PATCH('/v1/actions/{id}', { params, body })));
  });
}

const turns = new Map<string, Promise<Action>>();

/**
 * Sends a change of an action once the changes before it have ended. `send` gets the result of the
 * last one if it is newer than what the person saw.
 */
export function inTurn<Seen extends { readonly id: string; readonly version: number }>(
  seen: Seen,
  send: (now: Seen | Action) => Promise<Action>,
): Promise<Action> {
  const last = turns.get(seen.id);
  const turn = (async () => {
    const known = await last?.catch(() => undefined);
    return send(known !== undefined && known.version > seen.version ? known : seen);
  })();
  turns.set(seen.id, turn);
  return turn;
}

const sentences: Readonly<Record<string, string>> = {
  ALREADY_TERMINAL: t('It is done or dropped meanwhile, so nothing was changed.'),
  NOT_TERMINAL: t('It is open again already.'),
  BLOCKED: t('Other actions block it. They must end first.'),
  CLAIM_LOST: t('The claim has ended already.'),
  DEPENDENCY_CYCLE: t('That action waits for this one, so it cannot block it.'),
  CAP_EXCEEDED: t('The workspace has reached a limit of its plan, so nothing more can be stored.'),
};

/** `useWrite` with sentences about the failures of actions. */
export function useActionWrite() {
  const { fault, error, ...rest } = useWrite();
  const known = isCallboardError(error) ? sentences[error.code] : undefined;
  return { ...rest, error, fault: known ?? fault };
}
