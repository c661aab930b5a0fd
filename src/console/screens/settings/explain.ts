import { isCallboardError } from 'callboard-client';
import { sentenceOf } from '../../ui/loading';
import { tooCommon } from '../../ui/new-password';
import { t } from '../../texts/texts';

const caps = {
  active_domains: t('active domains'),
  active_orders: t('active orders'),
  open_agent_actions: t('open actions of agents'),
  stored_bytes: t('stored bytes'),
} as const;

const urlReasons = {
  invalid: t('it is not a valid URL'),
  scheme: t('it must begin with https'),
  user_info: t('it must not contain a user name or a password'),
  port: t('its port is not allowed'),
  address: t('its address is not public'),
} as const;

/** A sentence about a refused change of the settings. Undefined without an error. */
export function explain(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (isCallboardError(error, 'STALE_VERSION')) {
    return t('Somebody changed it after you opened it, so nothing was saved. Try again.');
  }
  if (isCallboardError(error, 'LAST_OWNER')) {
    return t('This is the last active owner. Make another person an owner first.');
  }
  if (isCallboardError(error, 'USER_NOT_ACTIVE')) {
    return t('This person is deactivated. Reactivate the account first.');
  }
  if (isCallboardError(error, 'EMAIL_TAKEN')) {
    return t('{email} already has an account in this workspace, active or not.', {
      email: error.details.email,
    });
  }
  if (isCallboardError(error, 'PASSWORD_TOO_COMMON')) return tooCommon;
  if (isCallboardError(error, 'WRONG_PASSWORD')) return t('The current password is wrong.');
  if (isCallboardError(error, 'DOMAIN_IN_USE')) {
    const { project_count, action_count, order_count } = error.details;
    const parts = [
      project_count > 0 &&
        t('{count, plural, one {# active or paused project} other {# active or paused projects}}', {
          count: project_count,
        }),
      action_count > 0 &&
        t('{count, plural, one {# open action} other {# open actions}}', { count: action_count }),
      order_count > 0 &&
        t('{count, plural, one {# order} other {# orders}}', { count: order_count }),
    ].filter((part) => part !== false);
    return t('It is in use: it has {parts}. Finish, drop or move them first.', {
      parts: parts.join(', '),
    });
  }
  if (isCallboardError(error, 'CAP_EXCEEDED')) {
    const { cap, plan, limit } = error.details;
    if (cap === 'stored_bytes') {
      return t(
        'The workspace stores as much as it may. Delete something, or ask the operator for more.',
      );
    }
    return t('The plan “{plan}” allows {limit} {what}. An owner can change the plan.', {
      plan,
      limit,
      what: caps[cap],
    });
  }
  if (isCallboardError(error, 'URL_NOT_ALLOWED')) {
    return t('The server sends nothing to this URL: {reason}.', {
      reason: urlReasons[error.details.reason],
    });
  }
  if (isCallboardError(error, 'TOO_MANY_WEBHOOKS')) {
    return t('The workspace has as many webhooks as it may have. Delete one first.');
  }
  if (isCallboardError(error, 'WEBHOOK_DISABLED')) {
    return t('The webhook is disabled. Enable it first.');
  }
  if (isCallboardError(error, 'CURSOR_EXPIRED')) {
    return t('The events since this message are no longer stored. Begin at a later one.');
  }
  return sentenceOf(error);
}
