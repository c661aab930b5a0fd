import cluster from 'node:cluster';
import type { Config } from '../platform/config';
import { connect } from '../platform/db/connect';
import { createLog } from '../platform/log';
import { CommandError, UsageError } from './failure';
import { startServer } from './server';
import { NO_ANSWER, NoAnswerError, stopRequest, stopWithin } from './stop';

/**
 * `callboard worker`: one of the processes that `callboard serve --workers` starts; it finds the schema up to date. Why it cannot start, it
 * tells that process, which says it once for all of them.
 */
export async function workerCommand(
  config: Config,
  { checkResponses = false }: { readonly checkResponses?: boolean },
): Promise<void> {
  const { worker } = cluster;
  if (worker === undefined) {
    throw new UsageError('callboard worker is started by callboard serve --workers.');
  }
  const stopped = stopRequest();
  const log = createLog(config, { worker: worker.id });
  const database = connect(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    takesTurns: true,
  });
  try {
    const serving = await startServer({ config, database, log, checkResponses });
    try {
      await serving.listening;
      await stopped;
    } finally {
      await stopWithin(config.shutdownSeconds, { database, log }, () => serving.stop());
    }
  } catch (error) {
    if (error instanceof NoAnswerError) process.exit(NO_ANSWER);
    if (!(error instanceof CommandError)) throw error;
    worker.send({ cannotStart: error.message });
  } finally {
    await database.close();
    // What keeps the process is the channel to the one that started it.
    process.channel?.unref();
  }
}
