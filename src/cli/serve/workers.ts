import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '../../platform/config';
import { deferred } from '../../platform/turns';
import { SECOND } from '../../platform/time';
import { createDispatch, messages, reasonIn } from './dispatch';
import { CommandError } from '../failure';
import { listenOn, type Serving } from './server';
import type { WorkerMetrics } from './worker-metrics';
import { DATABASE_SILENT, DatabaseSilentError } from './stop';

/** The parts to start workers with. */
export interface WorkersParts {
  readonly config: Config;
  readonly log: Logger;
  readonly checkResponses: boolean;
  readonly count: number;
  /** Adds up the metrics of the workers; undefined if there are none. */
  readonly metrics: WorkerMetrics | undefined;
}

// The time from the end of SHUTDOWN_SECONDS until a worker that still runs is killed.
const GRACE_SECONDS = 1;

const databaseSilent =
  'The database did not respond to a worker within SHUTDOWN_SECONDS. Its pending statements were cut.';

// A signal to a worker may also be a signal to all processes, so wait for this process to get it.
const SIGNAL_SECONDS = 1;

/**
 * Starts worker processes (`callboard worker`), passes the connections of one port to them in turn,
 * and replaces each that exits. It fails if a worker exits before all have started, or if no worker
 * runs and the next cannot start.
 */
export function startWorkers(parts: WorkersParts): Serving {
  const { config, log, checkResponses, count, metrics } = parts;
  cluster.setupPrimary({ args: ['worker', ...(checkResponses ? ['--check-responses'] : [])] });
  // Counts the requests of workspaces for the workers.
  if (config.rateLimitWorkspacePerMinute > 0) new RateLimiterClusterMaster();
  const listening = deferred<string>();
  const failed = deferred<never>();
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  const stopping = new Set<Worker>();
  const startTimers = new Set<NodeJS.Timeout>();
  let exitTimes: readonly number[] = [];
  const dispatch = createDispatch();
  let hasStarted = false;
  let isStopping = false;
  let stopped: Promise<void> | undefined;

  const start = (url: string): void => {
    const { worker, fields, reason } = fork(log);
    running.add(worker);
    metrics?.add(worker);
    worker.on('message', (message) => {
      if (message === messages.signalled) setTimeout(stopOne, SIGNAL_SECONDS * SECOND, worker);
      if (message !== messages.ready || stopping.has(worker)) return;
      dispatch.add(worker);
      if (ready.has(worker)) return;
      ready.add(worker);
      if (isStopping) send(worker, messages.announceStop);
      log.info({ ...fields, on: url }, 'A worker listens');
      if (ready.size < count) return;
      hasStarted = true;
      listening.resolve(url);
    });
    worker.once('exit', (code, signal) => {
      dispatch.remove(worker);
      running.delete(worker);
      metrics?.remove(worker);
      stopping.delete(worker);
      const wasReady = ready.delete(worker);
      if (stopped !== undefined) return;
      const exitReason = reason() ?? `A worker has ended (${signal ?? `exit code ${code}`}).`;
      if (wasReady || (hasStarted && ready.size > 0)) replace(url, fields, exitReason);
      else fail(new CommandError(exitReason));
    });
  };
  const replace = (url: string, fields: object, reason: string): void => {
    const now = Date.now();
    exitTimes = [...exitTimes.filter((time) => time > now - 60 * SECOND), now];
    const pause = pauseBeforeNext(exitTimes.length);
    log.error({ ...fields, reason, next_in_ms: pause }, 'Replacing a worker that has exited');
    const timer = setTimeout(() => {
      startTimers.delete(timer);
      start(url);
    }, pause);
    startTimers.add(timer);
  };
  const fail = (error: CommandError): void => {
    listening.reject(error);
    failed.reject(error);
  };
  const send = (worker: Worker, message: string): void => {
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const stopOne = (worker: Worker): void => {
    if (isStopping || stopping.has(worker)) return;
    stopping.add(worker);
    dispatch.remove(worker);
    send(worker, messages.stop);
  };
  const announceStop = (): void => {
    isStopping = true;
    for (const worker of running) send(worker, messages.announceStop);
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const timer of startTimers) clearTimeout(timer);
    const exits = [...running].map(async (worker): Promise<unknown> => {
      const [code] = await once(worker, 'exit');
      return code;
    });
    await dispatch.end(AbortSignal.timeout(config.shutdownSeconds * SECOND));
    for (const worker of running) send(worker, messages.stop);
    const kill = setTimeout(
      () => running.forEach((worker) => worker.process.kill('SIGKILL')),
      (config.shutdownSeconds + GRACE_SECONDS) * SECOND,
    );
    const codes = await Promise.all(exits);
    clearTimeout(kill);
    if (codes.includes(DATABASE_SILENT)) throw new DatabaseSilentError(databaseSilent);
  };

  listenOn(dispatch.server, config).then((url) => {
    if (stopped !== undefined) return;
    for (let started = 0; started < count; started += 1) start(url);
  }, fail);
  return {
    listening: listening.promise,
    failed: failed.promise,
    announceStop,
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Milliseconds until the next worker starts, by the number of exits within a minute: 0 after the
 * first, then a quarter of a second, doubled each time, at most 30 seconds.
 */
function pauseBeforeNext(exits: number): number {
  return exits <= 1 ? 0 : Math.min(2 ** (exits - 4) * SECOND, 30 * SECOND);
}

/** Starts a worker. `reason` returns why it cannot start, once the worker has sent it. */
function fork(log: Logger): {
  readonly worker: Worker;
  readonly fields: { readonly worker: number; readonly pid: number | undefined };
  readonly reason: () => string | undefined;
} {
  const worker = cluster.fork();
  const fields = { worker: worker.id, pid: worker.process.pid };
  let startReason: string | undefined;
  worker.on('message', (message: unknown) => {
    startReason = reasonIn(message) ?? startReason;
  });
  worker.on('error', (error) =>
    log.error({ ...fields, err: error }, 'Cannot send a message to a worker'),
  );
  return { worker, fields, reason: () => startReason };
}
