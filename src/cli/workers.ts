import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../platform/config';
import { deferred } from '../platform/deferred';
import { isRecord } from '../platform/json';
import { SECOND } from '../platform/time';
import { CommandError } from './failure';
import { urlOf, type Serving } from './server';
import { NO_ANSWER, NoAnswerError, STOP } from './stop';

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

/**
 * Starts worker processes (`callboard worker`) that share one port, to which this process hands the connections in turn, and replaces each
 * that ends. It has failed when one ends before all have begun to listen, or when none listens and the next cannot start either.
 */
export function startWorkers({ config, log, checkResponses, count }: WorkersParts): Serving {
  cluster.setupPrimary({ args: ['worker', ...(checkResponses ? ['--check-responses'] : [])] });
  const listening = deferred<string>();
  const failed = deferred<never>();
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  const starts = new Set<NodeJS.Timeout>();
  let ends: readonly number[] = [];
  let hasBegun = false;
  let stopped: Promise<void> | undefined;

  const start = (): void => {
    const { worker, about, reason } = fork(log);
    running.add(worker);
    worker.once('listening', (address) => {
      ready.add(worker);
      const on = urlOf(address);
      log.info({ ...about, on }, 'A worker listens');
      if (ready.size < count) return;
      hasBegun = true;
      listening.resolve(on);
    });
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      const hasListened = ready.delete(worker);
      if (stopped !== undefined) return;
      const why = reason() ?? `A worker has ended (${signal ?? `exit code ${code}`}).`;
      if (hasListened || (hasBegun && ready.size > 0)) replace(about, why);
      else giveUp(new CommandError(why));
    });
  };
  const replace = (about: object, reason: string): void => {
    const now = Date.now();
    ends = [...ends.filter((end) => end > now - 60 * SECOND), now];
    const pause = pauseBeforeNext(ends.length);
    log.error({ ...about, reason, next_in_ms: pause }, 'Another worker takes the place of one');
    const timer = setTimeout(() => {
      starts.delete(timer);
      start();
    }, pause);
    starts.add(timer);
  };
  const giveUp = (error: CommandError): void => {
    listening.reject(error);
    failed.reject(error);
  };
  const stop = async (): Promise<void> => {
    for (const timer of starts) clearTimeout(timer);
    const gone = [...running].map(async (worker): Promise<unknown> => {
      const [code] = await once(worker, 'exit');
      return code;
    });
    for (const worker of running) {
      if (worker.isConnected()) worker.send(STOP, () => undefined);
    }
    const kill = setTimeout(
      () => running.forEach((worker) => worker.process.kill('SIGKILL')),
      (config.shutdownSeconds + GRACE_SECONDS) * SECOND,
    );
    const codes = await Promise.all(gone);
    clearTimeout(kill);
    if (codes.includes(NO_ANSWER)) throw new NoAnswerError(noAnswer);
  };

  for (let started = 0; started < count; started += 1) start();
  return {
    listening: listening.promise,
    failed: failed.promise,
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
    if (isRecord(message)) said = String(message['cannotStart']);
  });
  worker.on('error', (error) => log.error({ ...about, err: error }, 'A worker is out of reach'));
  return { worker, about, reason: () => said };
}
