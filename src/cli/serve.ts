import type { RequestListener, Server } from 'node:http';
import { once } from 'node:events';
import { createApp } from '../app';
import type { Config } from '../platform/config';
import { connect } from '../platform/db/connect';
import { createListener } from '../platform/http/listener';
import { createLog } from '../platform/log';
import { ensureSchema } from './database';
import { CommandError } from './failure';
import { greeting, type GreetingParts } from './greeting';
import { keepHouse } from './housekeeping';
import { stopServer, stopSignal } from './stop';

/** What `callboard serve` may be told. */
export interface ServeOptions {
  /** Bring a Postgres schema up to date first. */
  readonly migrate?: boolean;
  /** In development, fill an empty database with the sample workspace. */
  readonly demo?: boolean;
  /** Log each answer that breaks the contract. */
  readonly checkResponses?: boolean;
}

/** `callboard serve`: runs until SIGTERM or SIGINT, then stops cleanly. */
export async function serveCommand(config: Config, options: ServeOptions): Promise<void> {
  const log = createLog(config);
  const database = connect(config.databaseUrl, { poolSize: config.databasePoolSize });
  try {
    await ensureSchema(database, options.migrate ?? false);
    const stopped = stopSignal();
    const app = await createApp({
      config,
      database,
      log,
      checkResponses: options.checkResponses ?? false,
    });
    const server = await listen(config, app);
    const stopHousekeeping = keepHouse(database, config, log);
    try {
      await announce({
        config,
        database,
        log,
        url: addressOf(server),
        demo: options.demo ?? false,
      });
      log.info({ signal: await stopped }, 'Callboard stops');
    } finally {
      await stopServer(server, config.shutdownSeconds);
      await stopHousekeeping();
    }
  } finally {
    await database.close();
  }
  log.info('Callboard has stopped');
}

async function announce(parts: GreetingParts): Promise<void> {
  const { config, database, log, url } = parts;
  log.info(
    { url, database: database.description, contract: `${url}/openapi.json` },
    'Callboard listens',
  );
  if (config.environment === 'development') process.stdout.write(await greeting(parts));
}

async function listen(config: Config, app: RequestListener): Promise<Server> {
  const server = createListener(app);
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new CommandError(
      `Cannot listen on ${config.host}:${config.port} (${code}). Set HOST and PORT to a free address.`,
    );
  }
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
