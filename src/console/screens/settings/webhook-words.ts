import type { components } from 'callboard-client';

type Webhook = components['schemas']['Webhook'];
type Delivery = components['schemas']['WebhookDelivery'];

const reasons = {
  person: 'A person disabled it.',
  gone: 'The receiver responded with 410 Gone, so the server disabled it.',
  failing: 'No message arrived for five days, so the server disabled it.',
} as const;

/** Why a webhook is disabled, as a sentence. */
export function disabledReason({ disabled_reason: reason }: Webhook): string | undefined {
  return reason === null ? undefined : reasons[reason];
}

/** What a webhook receives. */
export function receives({ agent_id: agentId, preset, kinds }: Webhook): string {
  if (agentId !== null) return 'the news of one agent';
  if (preset !== null) return 'what people must decide';
  if (kinds.length === 0) return 'all kinds of events';
  return kinds.length === 1 ? `only ${kinds.join()}` : `${kinds.length} kinds of events`;
}

/** The formats of messages, in words. */
export const formats = [
  { value: 'standard', name: 'Signed JSON, to a program' },
  { value: 'slack', name: 'Messages to Slack' },
  { value: 'discord', name: 'Messages to Discord' },
  { value: 'teams', name: 'Messages to Microsoft Teams' },
  { value: 'ntfy', name: 'Messages to ntfy' },
] as const;

/** The states of deliveries, in words. */
export const deliveryStates = {
  pending: 'Waits',
  delivered: 'Delivered',
  failed: 'Failed',
} as const;

const errors = {
  dns: 'The host name was not found.',
  address_not_allowed: 'The address is not public, so the server does not call it.',
  connection: 'The connection failed.',
  tls: 'The certificate or the encryption of the receiver was refused.',
  protocol: 'The response was not valid HTTP.',
  redirect: 'The receiver redirected the request. The server follows no redirects.',
  timeout: 'The receiver took too long.',
} as const;

/** The result of the last attempt, as a sentence. */
export function attemptResult(delivery: Delivery): string {
  if (delivery.error !== null) return errors[delivery.error];
  if (delivery.response_status === null) return 'Nothing was sent yet.';
  return `The receiver responded with status ${delivery.response_status}.`;
}
