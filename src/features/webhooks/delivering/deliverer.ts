import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import { createBackOff, type BackOff } from '../../../platform/back-off';
import type { Database } from '../../../platform/db/connect';
import { isBusy } from '../../../platform/db/faults/availability';
import { readDatabaseTime } from '../../../platform/db/purge/purge-cutoff';
import { createReader } from '../../../platform/db/reader';
import { transact } from '../../../platform/db/transaction';
import type { Settings } from '../../../platform/operation';
import type { Outgoing } from '../../../platform/outgoing';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { onCommittedEvents } from '../../../shared/events';
import { sendDelivery, settleAttempt } from './attempt';
import { enqueueDeliveries } from './enqueue';
import {
  findDueDeliveries,
  leaseDeliveries,
  type DueDelivery,
  type LeasedDelivery,
} from './lease-store';
import { findMovedWebhooks, type MovedWebhook } from './moved-store';

/** The requests that a process has in flight at most, in all and to one webhook. */
const IN_FLIGHT = 32;
const IN_FLIGHT_OF_WEBHOOK = 2;

const PAGE = 200;

/** After so many webhooks in a row that found the database busy, the turn ends. */
const MAX_BUSY = 3;

/** The times of the deliverer in milliseconds. */
export interface DelivererTimes {
  /** The time between two looks at the database, for what other processes have committed. */
  readonly poll: number;
  /** The least time between two looks at the feeds, so that a burst of events shares them. */
  readonly gather: number;
  /** How long a process has a delivery for itself. Longer than a request may take. */
  readonly lease: number;
  /** The time that a receiver has for its response. */
  readonly response: number;
}

/** The times of the deliverer in production. */
const delivererTimes: DelivererTimes = {
  poll: SECOND,
  gather: 250,
  lease: 60 * SECOND,
  response: limits.webhook_response_seconds * SECOND,
};

/** The key of a webhook. An imported workspace may have the ids of another one. */
type WebhookKey = readonly [workspaceId: string, webhookId: string];

function nameOf(key: WebhookKey): string {
  return key.join(' ');
}

function keyOf(name: string): WebhookKey {
  const end = name.indexOf(' ');
  return [name.slice(0, end), name.slice(end + 1)];
}

function webhookOf({ workspace_id, webhook_id }: DueDelivery): WebhookKey {
  return [workspace_id, webhook_id];
}

/** The dependencies of the deliverer. */
export interface DelivererParts {
  readonly database: Database;
  readonly log: Logger;
  readonly outgoing: Pick<Outgoing, 'post'>;
  readonly settings: Settings;
  readonly times?: DelivererTimes;
}

/**
 * Delivers the messages of webhooks until the returned function is called, which interrupts what is
 * in flight and resolves when nothing runs any more. Several processes share the work.
 */
export function startDeliverer(parts: DelivererParts): () => Promise<void> {
  const { database, log, settings, times = delivererTimes } = parts;
  const reader = createReader(database);
  const stopping = new AbortController();
  const inFlight = new Map<LeasedDelivery, Promise<void>>();
  const perWebhook = new Map<string, number>();
  const reads = createBackOff();
  const attempts = createBackOff();
  let lookedAt = -Infinity;
  let isAwaited = true;
  let rest = new AbortController();
  let gathering: NodeJS.Timeout | undefined;

  const unsubscribe = onCommittedEvents(() => {
    const wait = Math.max(0, times.gather - (performance.now() - lookedAt));
    gathering ??= setTimeout(() => {
      gathering = undefined;
      isAwaited = true;
      rest.abort();
    }, wait).unref();
  });

  // One webhook must not stop the others, whatever its rows contain.
  const delay = (backOff: BackOff, key: WebhookKey, error: unknown, message: string): void => {
    const [workspaceId, webhookId] = key;
    log.warn(
      {
        err: error,
        workspace_id: workspaceId,
        webhook_id: webhookId,
        retry_in_ms: backOff.failed(nameOf(key)),
      },
      message,
    );
  };

  const look = async (now: string): Promise<void> => {
    if (!isAwaited && performance.now() - lookedAt < times.poll) return;
    isAwaited = false;
    lookedAt = performance.now();
    let last: MovedWebhook | undefined;
    let busyInARow = 0;
    do {
      const page: MovedWebhook[] = await findMovedWebhooks(reader, {
        now,
        after: last,
        limit: PAGE,
      });
      for (const webhook of page) {
        const key: WebhookKey = [webhook.workspace_id, webhook.id];
        if (stopping.signal.aborted) return;
        if (reads.isWaiting(nameOf(key))) continue;
        try {
          if (await enqueueDeliveries(database, webhook, { now, settings })) isAwaited = true;
          busyInARow = 0;
          reads.succeeded(nameOf(key));
        } catch (error) {
          busyInARow = isBusy(error) ? busyInARow + 1 : 0;
          if (busyInARow === MAX_BUSY) throw error;
          delay(reads, key, error, 'The events of a webhook could not be read');
        }
      }
      last = page.length < PAGE ? undefined : page.at(-1);
    } while (last !== undefined);
  };

  const free = (due: readonly DueDelivery[]): DueDelivery[] => {
    const counts = new Map(perWebhook);
    return due
      .filter((delivery) => {
        const name = nameOf(webhookOf(delivery));
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        return count < IN_FLIGHT_OF_WEBHOOK;
      })
      .slice(0, IN_FLIGHT - inFlight.size);
  };

  const attempt = async (delivery: LeasedDelivery, now: string): Promise<void> => {
    const key = webhookOf(delivery);
    const name = nameOf(key);
    perWebhook.set(name, (perWebhook.get(name) ?? 0) + 1);
    try {
      const result = await sendDelivery(parts.outgoing, delivery, {
        now,
        responseMs: times.response,
        signal: stopping.signal,
      });
      await settleAttempt(database, delivery, result);
      attempts.succeeded(name);
    } catch (error) {
      // The lease ends by itself, and another attempt follows.
      delay(attempts, key, error, 'The result of a delivery was not stored');
    } finally {
      const count = (perWebhook.get(name) ?? 1) - 1;
      if (count > 0) perWebhook.set(name, count);
      else perWebhook.delete(name);
      inFlight.delete(delivery);
      rest.abort();
    }
  };

  // Returns whether it has started any attempt, so more may be due.
  const send = async (now: string): Promise<boolean> => {
    if (inFlight.size >= IN_FLIGHT) return false;
    const full = [...perWebhook].flatMap(([name, count]) =>
      count >= IN_FLIGHT_OF_WEBHOOK ? [name] : [],
    );
    const busy = [...new Set([...full, ...attempts.waiting()])].map(keyOf);
    const due = await findDueDeliveries(reader, { now, busy, limit: PAGE });
    const wanted = free(due);
    if (wanted.length === 0 || stopping.signal.aborted) return false;
    const until = addMilliseconds(now, times.lease);
    const leased = await transact(database, (transaction) =>
      leaseDeliveries(transaction, wanted, { now, until }),
    );
    for (const delivery of leased) inFlight.set(delivery, attempt(delivery, now));
    return leased.length > 0;
  };

  const turn = async (): Promise<void> => {
    try {
      const now = await readDatabaseTime(reader);
      try {
        await look(now);
      } catch (error) {
        log.warn({ err: error }, 'The events for webhooks could not be read');
      }
      while (!stopping.signal.aborted && (await send(now)));
    } catch (error) {
      log.warn({ err: error }, 'The deliverer of webhooks failed; it tries again in a second');
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      rest = new AbortController();
      await turn();
      const options = { signal: AbortSignal.any([rest.signal, stopping.signal]), ref: false };
      // Rejects when the rest is interrupted.
      await pause(isAwaited ? 0 : times.poll, undefined, options).catch(() => undefined);
    }
    await Promise.all(inFlight.values());
  };

  const running = run();
  return async () => {
    unsubscribe();
    clearTimeout(gathering);
    stopping.abort();
    await running;
  };
}
