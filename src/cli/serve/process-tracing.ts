import type { Logger } from 'pino';
import { operationFacts } from '../../../generated/handlers';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { packageVersion } from '../../platform/package-root';
import type { Tracing } from '../../platform/tracing/tracing';

/**
 * Creates the traces of this process, or returns undefined. Their libraries are loaded only if
 * traces are sent.
 */
export async function loadProcessTracing({
  config,
  database,
  log,
}: {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}): Promise<Tracing | undefined> {
  if (config.tracing === undefined) return undefined;
  const { createTracing } = await import('../../platform/tracing/open-telemetry.js');
  const version = packageVersion();
  return createTracing({ config: config.tracing, database, log, facts: operationFacts, version });
}
