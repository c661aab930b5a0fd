import type { components } from 'callboard-client';
import { t } from '../../texts/texts';

type Webhook = components['schemas']['Webhook'];
type Delivery = components['schemas']['WebhookDelivery'];

const reasons = {
  person: t('A person disabled it.'),
  gone: t('The receiver responded with 410 Gone, so the server disabled it.'),
  failing: t('No message arrived for five days, so the server disabled it.'),
} as const;

/** Why a webhook is disabled, as a sentence. */
export function disabledReason({ disabled_reason: reason }: Webhook): string | undefined {
  return reason === null ? undefined : reasons[reason];
}

/** What a webhook receives. */
export function receives({
  agent_id: agentId,
  preset,
  kinds,
}: Pick<Webhook, 'agent_id' | 'preset'> & { readonly kinds: readonly string[] }): string {
  if (agentId !== null) return t('the news of one agent');
  if (preset !== null) return t('what people must decide');
  if (kinds.length === 0) return t('all kinds of events');
  return kinds.length === 1
    ? t('only {kind}', { kind: kinds.join() })
    : t('{count, plural, one {# kind of events} other {# kinds of events}}', {
        count: kinds.length,
      });
}

/** The formats of messages, in words. */
export const formats = [
  { value: 'standard', name: t('Signed JSON, to a program') },
  { value: 'slack', name: t('Messages to Slack') },
  { value: 'discord', name: t('Messages to Discord') },
  { value: 'teams', name: t('Messages to Microsoft Teams') },
  { value: 'ntfy', name: t('Messages to ntfy') },
] as const;

/** The states of deliveries, in words. */
export const deliveryStates = {
  pending: t('Waits'),
  delivered: t('Delivered'),
  failed: t('Failed'),
} as const;

const errors = {
  dns: t('The host name was not found.'),
  address_not_allowed: t('The address is not public, so the server does not call it.'),
  connection: t('The connection failed.'),
  tls: t('The certificate or the encryption of the receiver was refused.'),
  protocol: t('The response was not valid HTTP.'),
  redirect: t('The receiver redirected the request. The server follows no redirects.'),
  timeout: t('The receiver took too long.'),
} as const;

/** The result of the last attempt, as a sentence. */
export function attemptResult(delivery: Delivery): string {
  if (delivery.error !== null) return errors[delivery.error];
  if (delivery.response_status === null) return t('Nothing was sent yet.');
  return t('The receiver responded with status {responseStatus}.', {
    responseStatus: delivery.response_status,
  });
}
