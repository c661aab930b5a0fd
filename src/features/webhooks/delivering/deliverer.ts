import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import type { Database } from '../../../platform/db/connect';
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
  const inFlight = new Map<string, Promise<void>>();
  const perWebhook = new Map<string, number>();
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

  const look = async (now: string): Promise<void> => {
    if (!isAwaited && performance.now() - lookedAt < times.poll) return;
    isAwaited = false;
    lookedAt = performance.now();
    let last: MovedWebhook | undefined;
    do {
      const page: MovedWebhook[] = await findMovedWebhooks(reader, {
        now,
        after: last,
        limit: PAGE,
      });
      for (const webhook of page) {
        if (stopping.signal.aborted) return;
        if (await enqueueDeliveries(database, webhook, { now, settings })) isAwaited = true;
      }
      last = page.length < PAGE ? undefined : page.at(-1);
    } while (last !== undefined);
  };

  const free = (due: readonly DueDelivery[]): DueDelivery[] => {
    const counts = new Map(perWebhook);
    return due
      .filter(({ webhook_id: id }) => {
        const count = counts.get(id) ?? 0;
        counts.set(id, count + 1);
        return count < IN_FLIGHT_OF_WEBHOOK;
      })
      .slice(0, IN_FLIGHT - inFlight.size);
  };

  const attempt = async (delivery: LeasedDelivery, now: string): Promise<void> => {
    const { id, webhook_id: webhookId } = delivery;
    perWebhook.set(webhookId, (perWebhook.get(webhookId) ?? 0) + 1);
    try {
      const result = await sendDelivery(parts.outgoing, delivery, {
        now,
        responseMs: times.response,
        signal: stopping.signal,
      });
      await settleAttempt(database, delivery, result);
    } catch (error) {
      // The lease ends by itself, and another attempt follows.
      log.warn({ err: error, delivery_id: id }, 'The result of a delivery was not stored');
    } finally {
      const count = (perWebhook.get(webhookId) ?? 1) - 1;
      if (count > 0) perWebhook.set(webhookId, count);
      else perWebhook.delete(webhookId);
      inFlight.delete(id);
      rest.abort();
    }
  };

  // Returns whether it has started any attempt, so more may be due.
  const send = async (now: string): Promise<boolean> => {
    if (inFlight.size >= IN_FLIGHT) return false;
    const busy = [...perWebhook].flatMap(([id, count]) =>
      count >= IN_FLIGHT_OF_WEBHOOK ? [id] : [],
    );
    const due = await findDueDeliveries(reader, { now, busy, limit: PAGE });
    const wanted = free(due);
    if (wanted.length === 0 || stopping.signal.aborted) return false;
    const until = addMilliseconds(now, times.lease);
    const leased = await transact(database, (transaction) =>
      leaseDeliveries(transaction, wanted, { now, until }),
    );
    for (const delivery of leased) inFlight.set(delivery.id, attempt(delivery, now));
    return leased.length > 0;
  };

  const turn = async (): Promise<void> => {
    try {
      const now = await readDatabaseTime(reader);
      await look(now);
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
