/**
 * Webhooks: receivers of events over HTTP, of the workspace and of its agents. A request only
 * changes what a webhook is; the deliverer reads the feed from the position of each webhook, stores
 * the deliveries and sends them, in any process. Only owners manage webhooks, and people turn on
 * those of agents. Emits webhook.*.
 */
import type { WebhooksHandlers } from '../../../generated/handlers';
import type { Outgoing } from '../../platform/outgoing';
import type { SecretKeys } from '../../platform/secret-keys';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
} from './deliveries/delivery-operations';
import {
  createWebhookWith,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  replayWebhook,
  updateWebhookWith,
} from './endpoints/webhook-operations';
import {
  createAgentWebhookSecretWith,
  rotateWebhookSecretWith,
} from './endpoints/secret-operations';

export { deliveryPurge, findDeliveryBacklog, webhookPurge } from './deliveries/delivery-store';
export { startDeliverer, type DelivererParts } from './delivering/deliverer';

/**
 * The operations of this feature. `checkUrl` judges the URLs of receivers; `keys` encrypt the
 * stored secrets.
 */
export function webhooksHandlers(
  { checkUrl }: Pick<Outgoing, 'checkUrl'>,
  keys: SecretKeys,
): WebhooksHandlers {
  return {
    listWebhooks,
    createWebhook: createWebhookWith(checkUrl, keys),
    getWebhook,
    updateWebhook: updateWebhookWith(checkUrl, keys),
    deleteWebhook,
    rotateWebhookSecret: rotateWebhookSecretWith(keys),
    testWebhook,
    replayWebhook,
    listWebhookDeliveries,
    getWebhookDelivery,
    replayWebhookDelivery,
    createAgentWebhookSecret: createAgentWebhookSecretWith(keys),
  };
}
