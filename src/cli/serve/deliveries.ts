import type { Logger } from 'pino';
import { startDeliverer } from '../../features/webhooks';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createOutgoing } from '../../platform/outgoing';
import type { Tracing } from '../../platform/tracing/tracing';
import { serverSettings } from '../../shared/server-settings';

/** Delivers the messages of webhooks until the returned function is called. */
export function startDeliveries({
  database,
  config,
  log,
  tracing,
}: {
  readonly database: Database;
  readonly config: Config;
  readonly log: Logger;
  readonly tracing: Tracing | undefined;
}): () => Promise<void> {
  const { environment, webhookAllow: allow, secretKeys: keys } = config;
  return startDeliverer({
    database,
    log,
    outgoing: createOutgoing({ environment, allow, tracing }),
    settings: serverSettings(config),
    keys,
  });
}
