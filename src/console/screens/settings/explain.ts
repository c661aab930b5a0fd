import { isCallboardError } from 'callboard-client';
import { sentenceOf } from '../../ui/loading';
import { tooCommon } from '../../ui/new-password';

const caps = {
  active_domains: 'active domains',
  active_orders: 'active orders',
  open_agent_actions: 'open actions of agents',
  stored_bytes: 'stored bytes',
} as const;

const urlReasons = {
  invalid: 'it is not a valid URL',
  scheme: 'it must begin with https',
  user_info: 'it must not contain a user name or a password',
  port: 'its port is not allowed',
  address: 'its address is not public',
} as const;

/** A sentence about a refused change of the settings. Undefined without an error. */
export function explain(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (isCallboardError(error, 'STALE_VERSION')) {
    return 'Somebody changed it after you opened it, so nothing was saved. Try again.';
  }
  if (isCallboardError(error, 'LAST_OWNER')) {
    return 'This is the last active owner. Make another person an owner first.';
  }
  if (isCallboardError(error, 'USER_NOT_ACTIVE')) {
    return 'This person is deactivated. Reactivate the account first.';
  }
  if (isCallboardError(error, 'EMAIL_TAKEN')) {
    return `${error.details.email} already has an account in this workspace, active or not.`;
  }
  if (isCallboardError(error, 'PASSWORD_TOO_COMMON')) return tooCommon;
  if (isCallboardError(error, 'WRONG_PASSWORD')) return 'The current password is wrong.';
  if (isCallboardError(error, 'DOMAIN_IN_USE')) {
    const { project_count, action_count, order_count } = error.details;
    const parts = [
      counted(project_count, 'active or paused project'),
      counted(action_count, 'open action'),
      counted(order_count, 'order'),
    ].filter((part) => part !== undefined);
    return `It is in use: it has ${parts.join(', ')}. Finish, drop or move them first.`;
  }
  if (isCallboardError(error, 'CAP_EXCEEDED')) {
    const { cap, plan, limit } = error.details;
    if (cap === 'stored_bytes') {
      return 'The workspace stores as much as it may. Delete something, or ask the operator for more.';
    }
    return `The plan “${plan}” allows ${limit} ${caps[cap]}. An owner can change the plan.`;
  }
  if (isCallboardError(error, 'URL_NOT_ALLOWED')) {
    return `The server sends nothing to this URL, because ${urlReasons[error.details.reason]}.`;
  }
  if (isCallboardError(error, 'TOO_MANY_WEBHOOKS')) {
    return 'The workspace has as many webhooks as it may have. Delete one first.';
  }
  if (isCallboardError(error, 'WEBHOOK_DISABLED')) {
    return 'The webhook is disabled. Enable it first.';
  }
  if (isCallboardError(error, 'CURSOR_EXPIRED')) {
    return 'The events since this message are no longer stored. Begin at a later one.';
  }
  return sentenceOf(error);
}

/** A number with its noun, such as `2 orders`. Undefined for none. */
function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
