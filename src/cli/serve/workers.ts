import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config';
import { deferred } from '../../platform/deferred';
import { SECOND } from '../../platform/time';
import { createDispatch, messages, reasonIn } from './dispatch';
import { CommandError } from '../failure';
import { listenOn, type Serving } from './server';
import { NO_ANSWER, NoAnswerError } from './stop';

/** What workers are started with. */
export interface WorkersParts {
  readonly config: Config;
  readonly log: Logger;
  readonly checkResponses: boolean;
  readonly count: number;
}

// What a worker gets beyond its time to stop before it is killed.
const GRACE_SECONDS = 1;

const noAnswer =
  'The database did not answer a worker within SHUTDOWN_SECONDS. What waited for it was given up.';

// A signal that reaches a worker may be on its way to this process too.
const SIGNAL_SECONDS = 1;

/**
 * Starts worker processes (`callboard worker`), hands the connections of one port to them in turn,
 * and replaces each that ends. It has failed when one ends before all have begun to serve, or when
 * none serves and the next cannot start either.
 */
export function startWorkers({ config, log, checkResponses, count }: WorkersParts): Serving {
  cluster.setupPrimary({ args: ['worker', ...(checkResponses ? ['--check-responses'] : [])] });
  const listening = deferred<string>();
  const failed = deferred<never>();
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  const leaving = new Set<Worker>();
  const starts = new Set<NodeJS.Timeout>();
  let ends: readonly number[] = [];
  const dispatch = createDispatch();
  let hasBegun = false;
  let isStopping = false;
  let stopped: Promise<void> | undefined;

  const start = (url: string): void => {
    const { worker, about, reason } = fork(log);
    running.add(worker);
    worker.on('message', (message) => {
      if (message === messages.signalled) setTimeout(stopOne, SIGNAL_SECONDS * SECOND, worker);
      if (message !== messages.ready || leaving.has(worker)) return;
      dispatch.add(worker);
      if (ready.has(worker)) return;
      ready.add(worker);
      if (isStopping) tell(worker, messages.announceStop);
      log.info({ ...about, on: url }, 'A worker listens');
      if (ready.size < count) return;
      hasBegun = true;
      listening.resolve(url);
    });
    worker.once('exit', (code, signal) => {
      dispatch.remove(worker);
      running.delete(worker);
      leaving.delete(worker);
      const hasListened = ready.delete(worker);
      if (stopped !== undefined) return;
      const why = reason() ?? `A worker has ended (${signal ?? `exit code ${code}`}).`;
      if (hasListened || (hasBegun && ready.size > 0)) replace(url, about, why);
      else giveUp(new CommandError(why));
    });
  };
  const replace = (url: string, about: object, reason: string): void => {
    const now = Date.now();
    ends = [...ends.filter((end) => end > now - 60 * SECOND), now];
    const pause = pauseBeforeNext(ends.length);
    log.error({ ...about, reason, next_in_ms: pause }, 'Another worker takes the place of one');
    const timer = setTimeout(() => {
      starts.delete(timer);
      start(url);
    }, pause);
    starts.add(timer);
  };
  const giveUp = (error: CommandError): void => {
    listening.reject(error);
    failed.reject(error);
  };
  const tell = (worker: Worker, message: string): void => {
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
  const stopOne = (worker: Worker): void => {
    if (isStopping || leaving.has(worker)) return;
    leaving.add(worker);
    dispatch.remove(worker);
    tell(worker, messages.stop);
  };
  const announceStop = (): void => {
    isStopping = true;
    for (const worker of running) tell(worker, messages.announceStop);
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const timer of starts) clearTimeout(timer);
    const gone = [...running].map(async (worker): Promise<unknown> => {
      const [code] = await once(worker, 'exit');
      return code;
    });
    await dispatch.end(AbortSignal.timeout(config.shutdownSeconds * SECOND));
    for (const worker of running) tell(worker, messages.stop);
    const kill = setTimeout(
      () => running.forEach((worker) => worker.process.kill('SIGKILL')),
      (config.shutdownSeconds + GRACE_SECONDS) * SECOND,
    );
    const codes = await Promise.all(gone);
    clearTimeout(kill);
    if (codes.includes(NO_ANSWER)) throw new NoAnswerError(noAnswer);
  };

  listenOn(dispatch.server, config).then((url) => {
    if (stopped !== undefined) return;
    for (let started = 0; started < count; started += 1) start(url);
  }, giveUp);
  return {
    listening: listening.promise,
    failed: failed.promise,
    announceStop,
    stop: () => (stopped ??= stop()),
  };
}

/**
 * Milliseconds until the next worker starts, when so many have ended within a minute: none after the first, then a
 * quarter of a second, twice as much each time, at most 30 seconds.
 */
function pauseBeforeNext(ended: number): number {
  return ended <= 1 ? 0 : Math.min(2 ** (ended - 4) * SECOND, 30 * SECOND);
}

/** Starts a worker. `reason` answers the sentence in which it said why it cannot start. */
function fork(log: Logger): {
  readonly worker: Worker;
  readonly about: { readonly worker: number; readonly pid: number | undefined };
  readonly reason: () => string | undefined;
} {
  const worker = cluster.fork();
  const about = { worker: worker.id, pid: worker.process.pid };
  let said: string | undefined;
  worker.on('message', (message: unknown) => {
    said = reasonIn(message) ?? said;
  });
  worker.on('error', (error) => log.error({ ...about, err: error }, 'A worker is out of reach'));
  return { worker, about, reason: () => said };
}
