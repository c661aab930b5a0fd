import type { Logger } from 'pino';
import { startDeliverer } from '../../features/webhooks';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createOutgoing } from '../../platform/outgoing';
import { serverSettings } from '../../shared/server-settings';

/** Delivers the messages of webhooks until the returned function is called. */
export function startDeliveries({
  database,
  config,
  log,
}: {
  readonly database: Database;
  readonly config: Config;
  readonly log: Logger;
}): () => Promise<void> {
  const { environment, webhookAllow: allow, secretKeys: keys } = config;
  return startDeliverer({
    database,
    log,
    outgoing: createOutgoing({ environment, allow }),
    settings: serverSettings(config),
    keys,
  });
}
