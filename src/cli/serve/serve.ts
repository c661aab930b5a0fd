import { realpathSync } from 'node:fs';
import type { Logger } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import { commit } from '../../platform/package-root';
import { isLoopback, type Config } from '../../platform/config';
import { findConnectionLimits, keepsPrepared } from '../../platform/db/postgres-server';
import { traceStatements } from '../../platform/db/database-use';
import { createReader } from '../../platform/db/reader';
import { isOpenToOthers } from '../../platform/db/sqlite/sqlite-client';
import { createLog } from '../../platform/log';
import { SECOND } from '../../platform/time';
import type { Tracing } from '../../platform/tracing/tracing';
import { checkExists, databaseProblem, openDatabase, ensureSchema } from '../database';
import { warnOfSecrets } from '../secrets/key-use';
import { UsageError, CommandError } from '../failure';
import { createSample, greeting, type GreetingParts } from './greeting';
import { startHousekeeping } from './housekeeping';
import { migrateCommand } from '../migrate';
import type { Monitoring, MonitoringParts } from './metrics-listener';
import { print } from '../printer';
import { startServer, type Serving } from './server';
import { stopSignal, stopWithin } from './stop';
import { loadProcessTracing } from './process-tracing';
import { startTimers } from './timers';
import { startWorkers } from './workers';
import { findUnfinished } from '../workspaces/deletion';
import type { MailParts } from '../../features/mail';
import { startDeliverer } from '../../features/webhooks';
import type { Database } from '../../platform/db/connect';
import { createMailSender } from '../../platform/mail/sender';
import { createOutgoing } from '../../platform/outgoing';
import { serverSettings } from '../../shared/server-settings';
import { copySqlite } from '../../platform/db/sqlite/sqlite-driver';
import { beginEpochOfCopy } from '../../platform/db/clock-and-epoch';
import { transact } from '../../platform/db/transaction';
import { migrate, schemaState } from '../../platform/db/schema/schema';
import { describeAllCycles } from '../dependency-cycles';
import { writeWhole } from '../files/whole-file';

/** The options of `callboard serve`. */
export interface ServeOptions {
  /** Migrate a Postgres database first. */
  readonly migrate?: boolean;
  /** In production, create the SQLite file if there is none. */
  readonly create?: boolean;
  /** In development, fill an empty database with the sample workspace. */
  readonly demo?: boolean;
  /** Log each response that violates the contract. */
  readonly checkResponses?: boolean;
  /** Send the messages of webhooks; a process that does not leaves them to others. */
  readonly deliveries: boolean;
  /** The number of processes that serve requests; with 1, this process serves them. */
  readonly workers: number;
}

/**
 * `callboard serve`: runs until SIGTERM or SIGINT, then stops cleanly. With several workers, this
 * process only migrates, prints the greeting, and runs housekeeping, the timers and the deliveries.
 */
export async function serveCommand(config: Config, options: ServeOptions): Promise<void> {
  const { workers, deliveries, checkResponses = false, demo = false, migrate = false } = options;
  const mayCreate = options.create === true || config.environment === 'development';
  const isShared = workers > 1;
  if (isShared && config.databaseUrl === 'sqlite::memory:') {
    throw new UsageError('A database in memory has one process. Set DATABASE_URL, or --workers 1.');
  }
  if (!mayCreate) checkExists(config.databaseUrl);
  // ensureServeSchema always migrates an SQLite file.
  if (migrate && !config.databaseUrl.startsWith('sqlite:')) await migrateCommand(config);
  const log = createLog(config);
  // The first line, so that the log of a failed start names its build too.
  log.info({ commit }, 'Callboard starts');
  const database = openDatabase(config, { takesTurns: isShared });
  traceStatements(database.knex.client, log);
  try {
    await ensureServeSchema(database, log);
    const stopped = stopSignal();
    // Before the server listens, so that a first request finds the workspace.
    const wantsSample = demo && config.environment === 'development';
    const sample = wantsSample ? await createSample({ config, database, log }) : undefined;
    const monitoring = await loadMonitoring({ config, database, log, isShared });
    const tracing = await loadProcessTracing({ config, database, log });
    const metrics = monitoring?.metrics;
    const serving = isShared
      ? startWorkers({ config, log, checkResponses, count: workers, metrics: monitoring?.workers })
      : await startServer({ config, database, log, checkResponses, metrics, tracing });
    await untilStopped(serving, stopped, {
      config,
      database,
      log,
      sample,
      deliveries,
      workers,
      monitoring,
      tracing,
    });
  } catch (error) {
    database.cut();
    throw databaseProblem(database, error);
  } finally {
    await database.close();
  }
  log.info('Callboard has stopped');
}

// Their library is loaded only if the metrics are served.
async function loadMonitoring(parts: MonitoringParts): Promise<Monitoring | undefined> {
  if (parts.config.metricsPort === undefined) return undefined;
  const { createMonitoring } = await import('./metrics-listener.js');
  return createMonitoring(parts);
}

async function untilStopped(
  serving: Serving,
  stopped: Promise<NodeJS.Signals>,
  parts: Omit<GreetingParts, 'url'> &
    Pick<ServeOptions, 'deliveries' | 'workers'> & {
      readonly monitoring: Monitoring | undefined;
      readonly tracing: Tracing | undefined;
    },
): Promise<void> {
  const { config, database, log, tracing } = parts;
  const background: (() => Promise<void>)[] = [];
  try {
    const url = await Promise.race([serving.listening, stopped.then(() => undefined)]);
    if (url === undefined) return;
    background.push(startHousekeeping({ database, config, log }));
    background.push(startTimers({ database, config, log }));
    if (parts.deliveries) background.push(startDeliveries({ database, config, log, tracing }));
    if (parts.monitoring !== undefined) background.push(await parts.monitoring.listen());
    await announce({ ...parts, url });
    await warnOfConnections(parts);
    await warnOfSecrets(parts);
    await warnOfUnfinished(parts);
    const signal = await Promise.race([stopped, serving.failed]);
    const seconds = config.shutdownDelaySeconds;
    log.info({ signal, delay_seconds: seconds }, 'Callboard stops');
    serving.announceStop();
    await Promise.race([pause(seconds * SECOND), serving.failed]);
  } finally {
    await stopWithin(config.shutdownSeconds, { database, log }, async () => {
      await Promise.all([serving.stop(), ...background.map((stop) => stop())]);
      await tracing?.stop();
    });
  }
}

async function announce(parts: GreetingParts): Promise<void> {
  const { config, database, log, url } = parts;
  log.info(
    { url, database: database.description, contract: `${url}/openapi.json` },
    'Callboard listens',
  );
  if (database.file !== undefined && isOpenToOthers(database.file)) {
    log.warn({ file: database.file }, 'Other users can read the database. Run chmod 600 on it.');
  }
  if (isInsecureInProduction(config)) {
    log.warn('PUBLIC_URL is http: browsers store the session cookie only over https. Use https.');
  }
  const { unusedVariables: variables } = config;
  if (variables.length > 0) log.warn({ variables }, 'These OpenTelemetry variables have no effect');
  if (config.environment === 'development') print(...(await greeting(parts)));
}

// A server cannot know whether the command still runs elsewhere.
async function warnOfUnfinished({
  database,
  log,
}: Pick<GreetingParts, 'database' | 'log'>): Promise<void> {
  try {
    for (const { seen, advice } of await findUnfinished(createReader(database)))
      log.warn(`${seen} ${advice}`);
  } catch (error) {
    log.warn({ err: error }, 'Unfinished deletions and moves cannot be read');
  }
}

// The service works without these warnings, so a fault of their query is only logged.
async function warnOfConnections({
  config,
  database,
  log,
  workers,
}: Omit<GreetingParts, 'url' | 'sample'> & Pick<ServeOptions, 'workers'>): Promise<void> {
  try {
    const limits = await findConnectionLimits(database);
    if (limits === undefined || config.databasePooler === 'transaction') return;
    if (config.databasePooler === 'transaction-prepared') {
      if (await keepsPrepared(database, config.databasePoolSize)) return;
      log.error(
        'The pooler does not keep prepared statements, so requests fail. Set DATABASE_POOLER=transaction, or max_prepared_statements of PgBouncer 1.21 or later above 0.',
      );
      return;
    }
    if (limits.isPooled) {
      log.warn(
        'A pooler is between Callboard and Postgres. Unless it keeps one connection for each client, set DATABASE_POOLER=transaction.',
      );
      return;
    }
    // One more for the health check of each process; with several, the first one has a pool too.
    const needed = (workers > 1 ? workers + 1 : 1) * (config.databasePoolSize + 1);
    if (needed <= limits.available) return;
    log.warn(
      { needed, available: limits.available },
      'DATABASE_POOL_SIZE allows more connections than Postgres does. Lower it, or raise max_connections.',
    );
  } catch (error) {
    log.warn({ err: error }, 'The limit of connections cannot be read');
  }
}

// Browsers accept a Secure cookie from a loopback address over http too.
function isInsecureInProduction({ environment, publicUrl }: Config): boolean {
  if (environment !== 'production' || publicUrl?.startsWith('http://') !== true) return false;
  return !isLoopback(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, ''));
}

/** Delivers the messages of webhooks, and mails, until the returned function is called. */
function startDeliveries({
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
    mail: mailPartsOf(config, settings.consoleUrl, log),
  });
}

function mailPartsOf(
  config: Config,
  consoleUrl: string | null,
  log: Logger,
): Promise<MailParts> | undefined {
  const { mail, secretKeys: keys, publicUrl: address } = config;
  if (mail === undefined || address === undefined) return undefined;
  const onFault = (reason: string): void =>
    log.warn({ reason }, 'The mail server took no message; it is tried again');
  return createMailSender(mail, { onFault }).then((sender) => ({
    sender,
    keys,
    address,
    consoleUrl,
  }));
}

/**
 * Prepares the schema for `callboard serve`. Copies an outdated SQLite file to
 * `FILE.before-migration`, replacing an earlier copy, and then migrates the file. Without the copy
 * it does not migrate. Throws an error whose sentence says what to do. Begins a new epoch if the
 * file is a backup.
 */
export async function ensureServeSchema(database: Database, log: Logger): Promise<void> {
  await migrateWithCopy(database, log);
  if (database.file === undefined || !(await transact(database, beginEpochOfCopy))) return;
  log.warn('The database is a copy that was put in its place: cursors and ETags begin anew');
}

async function migrateWithCopy(database: Database, log: Logger): Promise<void> {
  const { file } = database;
  const { state } = await schemaState(database);
  if (state !== 'outdated' || file === undefined) return ensureSchema(database);
  const applied = await migrate(database, async () => {
    const copy = await copyBeforeMigration(realpathSync(file));
    log.info({ copy }, 'The database was copied before its migration');
  });
  if (applied.length === 0) return;
  log.info({ migrations: applied }, 'The database was migrated');
  for (const cycle of await describeAllCycles(database)) log.warn(cycle);
}

async function copyBeforeMigration(file: string): Promise<string> {
  const copy = `${file}.before-migration`;
  await writeWhole(copy, { force: true }, async (temporary) => {
    const fault = await copySqlite(file, temporary, () => undefined);
    if (fault === undefined) return;
    throw new CommandError(
      `${file} was not migrated, because its copy does not pass SQLite's integrity check. ${fault}`,
    );
  });
  return copy;
}
