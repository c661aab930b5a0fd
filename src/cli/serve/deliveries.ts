import type { Logger } from 'pino';
import type { MailParts } from '../../features/mail';
import { startDeliverer } from '../../features/webhooks';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createMailSender } from '../../platform/mail/sender';
import { createOutgoing } from '../../platform/outgoing';
import type { Tracing } from '../../platform/tracing/tracing';
import { serverSettings } from '../../shared/server-settings';

/** Delivers the messages of webhooks, and mails, until the returned function is called. */
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
  const settings = serverSettings(config);
  return startDeliverer({
    database,
    log,
    outgoing: createOutgoing({ environment, allow, tracing }),
    settings,
    keys,
    mail: mailPartsOf(config, settings.consoleUrl),
  });
}

function mailPartsOf(config: Config, consoleUrl: string | null): Promise<MailParts> | undefined {
  const { mail, secretKeys: keys, publicUrl: address } = config;
  if (mail === undefined || address === undefined) return undefined;
  return createMailSender(mail).then((sender) => ({ sender, keys, address, consoleUrl }));
}
