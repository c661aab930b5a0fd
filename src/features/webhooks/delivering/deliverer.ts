import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import { type BackOff, createBackOff, createTurns, type OwnedKey } from '../../../platform/turns';
import { readDatabaseTime } from '../../../platform/db/clock-and-epoch';
import type { Database } from '../../../platform/db/connect';
import { isBusy } from '../../../platform/db/faults';
import { createReader } from '../../../platform/db/reader';
import { transact } from '../../../platform/db/transaction';
import type { Settings } from '../../../platform/operation';
import type { Outgoing } from '../../../platform/outgoing';
import type { SecretKeys } from '../../../platform/secret-keys';
import { addMilliseconds, MINUTE, SECOND } from '../../../platform/time';
import { onCommittedEvents } from '../../../shared/events';
import {
  createMailDelivery,
  createMailQueues,
  findQueuesWithOverdue,
  type MailParts,
} from '../../mail';
import { type Senders, sendDelivery, settleAttempt } from './attempt';
import { enqueueDeliveries } from './enqueue';
import {
  type DueWebhook,
  findDueWebhooks,
  type Leased,
  type LeasedDelivery,
  leaseDeliveries,
  type Share,
  type WorkspaceShares,
} from './delivering-store';
import { findMovedWebhooks } from './unread-store';

/** The webhooks whose deliveries are leased together at most. */
const LEASED_AT_ONCE = 16;

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
  /** The time in which what comes for a person is gathered in one mail. */
  readonly mailGather: number;
  /** The time between two searches for overdue actions, and for new workspaces, to mail. */
  readonly mailPoll: number;
}

/** The times of the deliverer in production. */
const delivererTimes: DelivererTimes = {
  poll: SECOND,
  gather: 250,
  lease: 60 * SECOND,
  response: limits.webhook_response_seconds * SECOND,
  mailGather: 5 * MINUTE,
  mailPoll: MINUTE,
};

function nameOf(key: OwnedKey): string {
  return key.join(' ');
}

function webhookOf({ workspace_id, webhook_id }: LeasedDelivery): OwnedKey {
  return [workspace_id, webhook_id];
}

/** The dependencies of the deliverer. */
export interface DelivererParts {
  readonly database: Database;
  readonly log: Logger;
  readonly outgoing: Pick<Outgoing, 'post'>;
  /** What mails are sent with; undefined if none are. */
  readonly mail?: Promise<MailParts> | undefined;
  readonly settings: Settings;
  /** The keys of the stored secrets. */
  readonly keys: SecretKeys;
  readonly times?: DelivererTimes;
}

/**
 * Delivers the messages of webhooks until the returned function is called, which interrupts what is
 * in flight and resolves when nothing runs any more. Several processes share the work. Workspaces
 * take turns when feeds are read and when deliveries are sent, and none may take all slots.
 */
export function startDeliverer(parts: DelivererParts): () => Promise<void> {
  const { database, log, settings, times = delivererTimes } = parts;
  const reader = createReader(database);
  const stopping = new AbortController();
  // Each request in flight listens to it.
  setMaxListeners(0, stopping.signal);
  const inFlight = new Set<Promise<void>>();
  const slots = createSlots();
  // Webhooks with unread events, and those with deliveries that may be due.
  const unread = createTurns();
  const unsent = createTurns();
  const reads = createBackOff();
  const attempts = createBackOff();
  const mails = parts.mail !== undefined;
  let senders: Senders = { outgoing: parts.outgoing };
  let lookedAt = -Infinity;
  let mailLookedAt = -Infinity;
  let now = '';
  let busyInARow = 0;
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
  const delay = (backOff: BackOff, key: OwnedKey, error: unknown, message: string): void => {
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

  const untilLook = (): number =>
    isAwaited ? 0 : Math.max(0, times.poll - (performance.now() - lookedAt));

  const addUnsent = ({ key, inFlight: most }: DueWebhook): void => {
    slots.allow(key, most);
    unsent.add(key);
  };

  const look = async (): Promise<void> => {
    if (untilLook() > 0) return;
    isAwaited = false;
    lookedAt = performance.now();
    now = await readDatabaseTime(reader);
    if (mails && performance.now() - mailLookedAt >= times.mailPoll) {
      mailLookedAt = performance.now();
      await createMailQueues(database, parts.keys);
      const overdue = await findQueuesWithOverdue(reader, { now, limit: PAGE });
      for (const { workspace_id, id } of overdue) unread.add([workspace_id, id]);
    }
    await eachPage(
      (after) => findMovedWebhooks(reader, { now, after, limit: PAGE, mails }),
      (key) => key,
      (key) => unread.add(key),
    );
    await eachPage(
      (after) => findDueWebhooks(reader, { now, after, limit: PAGE, mails }),
      ({ key }) => key,
      addUnsent,
    );
  };

  // Returns whether it has read for any webhook, so more may be unread.
  const readNext = async (): Promise<boolean> => {
    const key = unread.take((one) => !reads.isWaiting(nameOf(one)));
    if (key === undefined) return false;
    try {
      const gatherMs = times.mailGather;
      const enqueued = await enqueueDeliveries(database, key, { now, settings, gatherMs });
      if (enqueued?.isDue === true) addUnsent({ key, inFlight: enqueued.inFlight });
      if (enqueued?.hasMore === true) unread.add(key);
      busyInARow = 0;
      reads.succeeded(nameOf(key));
    } catch (error) {
      busyInARow = isBusy(error) ? busyInARow + 1 : 0;
      if (busyInARow >= MAX_BUSY) throw error;
      delay(reads, key, error, 'The events of a webhook could not be read');
    }
    return true;
  };

  const attempt = async (delivery: LeasedDelivery, key: OwnedKey): Promise<void> => {
    const name = nameOf(key);
    try {
      const result = await sendDelivery(senders, delivery, {
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
      slots.release(key, 1);
      rest.abort();
    }
  };

  const choose = (): Share[] => {
    const shares: Share[] = [];
    while (shares.length < LEASED_AT_ONCE) {
      const webhook = unsent.take((key) => slots.isFree(key) && !attempts.isWaiting(nameOf(key)));
      if (webhook === undefined) break;
      shares.push({ webhook, count: slots.take(webhook) });
    }
    return shares;
  };

  const lease = async (of: WorkspaceShares): Promise<Leased> => {
    try {
      return await transact(database, async (transaction) => {
        now = await readDatabaseTime(transaction);
        const until = addMilliseconds(now, times.lease);
        return leaseDeliveries(transaction, of, { now, until, keys: parts.keys });
      });
    } catch (error) {
      for (const { webhook, count } of of.shares) slots.release(webhook, count);
      throw error;
    }
  };

  const sendOf = async (of: WorkspaceShares): Promise<void> => {
    const { deliveries: leased, unreadable } = await lease(of);
    for (const { webhook, fault } of unreadable) {
      delay(attempts, webhook, undefined, `The messages of a webhook wait. ${fault}`);
    }
    for (const { webhook, count } of of.shares) {
      const name = nameOf(webhook);
      const ofWebhook = leased.filter((delivery) => nameOf(webhookOf(delivery)) === name);
      slots.release(webhook, count - ofWebhook.length);
      if (ofWebhook.length === count) unsent.add(webhook);
      for (const delivery of ofWebhook) {
        const running = attempt(delivery, webhook).finally(() => inFlight.delete(running));
        inFlight.add(running);
      }
    }
  };

  // Returns whether it has looked for deliveries of any webhook, so more may be due.
  const send = async (): Promise<boolean> => {
    const groups = byWorkspace(choose());
    for (const outcome of await Promise.allSettled(groups.map(sendOf))) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
    return groups.length > 0;
  };

  // Reads for one webhook at a time, so that what others have to send does not wait for all reads.
  const turn = async (): Promise<void> => {
    for (let isUnfinished = true; isUnfinished && !stopping.signal.aborted;) {
      isUnfinished = false;
      try {
        await look();
        isUnfinished = await readNext();
      } catch (error) {
        log.warn({ err: error }, 'The events for webhooks could not be read');
      }
      if (stopping.signal.aborted) return;
      try {
        if (await send()) isUnfinished = true;
      } catch (error) {
        log.warn({ err: error }, 'The deliverer of webhooks failed; it tries again in a second');
        return;
      }
    }
  };

  const run = async (): Promise<void> => {
    const mail = await parts.mail;
    senders = { ...senders, mail: mail && createMailDelivery(database, mail) };
    while (!stopping.signal.aborted) {
      rest = new AbortController();
      await turn();
      const options = { signal: AbortSignal.any([rest.signal, stopping.signal]), ref: false };
      // Rejects when the rest is interrupted.
      await pause(untilLook(), undefined, options).catch(() => undefined);
    }
    await Promise.all(inFlight);
  };

  const running = run();
  return async () => {
    unsubscribe();
    clearTimeout(gathering);
    stopping.abort();
    await running;
  };
}

function byWorkspace(shares: readonly Share[]): WorkspaceShares[] {
  const ids = new Set(shares.map(({ webhook: [workspaceId] }) => workspaceId));
  return [...ids].map((workspaceId) => ({
    workspaceId,
    shares: shares.filter(({ webhook }) => webhook[0] === workspaceId),
  }));
}

/** Calls `found` with each item of all pages. */
async function eachPage<Item>(
  read: (after: OwnedKey) => Promise<Item[]>,
  keyOf: (item: Item) => OwnedKey,
  found: (item: Item) => void,
): Promise<void> {
  for (let after: OwnedKey | undefined = ['', '']; after !== undefined;) {
    const page: Item[] = await read(after);
    for (const item of page) found(item);
    const last = page.length < PAGE ? undefined : page.at(-1);
    after = last === undefined ? undefined : keyOf(last);
  }
}

/** The requests that a process has in flight at most. */
const IN_FLIGHT = 128;

/** A workspace may take another slot while it has fewer than a third of the free ones. */
const FREE_FOR_EACH = 3;

/** The slots for requests of a process. Receivers that never answer hold theirs for 15 seconds. */
export interface Slots {
  /** Lets the webhook take at most this many slots. */
  allow(webhook: OwnedKey, count: number): void;
  /** Whether the webhook may take a slot. */
  isFree(webhook: OwnedKey): boolean;
  /** Takes slots for a webhook, as many as it may have. Returns their number. */
  take(webhook: OwnedKey): number;
  /** Returns slots of a webhook. */
  release(webhook: OwnedKey, count: number): void;
}

/**
 * Creates free slots. A workspace alone gets a quarter of them (32), and each of n workspaces gets
 * 1 / (n + 3). So the next workspace finds a free slot, unless receivers of more than a hundred
 * others never answer.
 */
function createSlots(): Slots {
  const ofWorkspaces = new Map<string, number>();
  const ofWebhooks = new Map<string, number>();
  const allowed = new Map<string, number>();
  let taken = 0;
  const isFree = (webhook: OwnedKey): boolean => {
    const free = IN_FLIGHT - taken;
    return (
      (ofWorkspaces.get(webhook[0]) ?? 0) * FREE_FOR_EACH < free &&
      (ofWebhooks.get(nameOf(webhook)) ?? 0) <
        (allowed.get(nameOf(webhook)) ?? limits.webhook_in_flight_default)
    );
  };
  const change = (webhook: OwnedKey, by: number): void => {
    taken += by;
    add(ofWorkspaces, webhook[0], by);
    add(ofWebhooks, nameOf(webhook), by);
  };
  return {
    allow: (webhook, count) => void allowed.set(nameOf(webhook), count),
    isFree,
    take(webhook) {
      let count = 0;
      for (; isFree(webhook); count += 1) change(webhook, 1);
      return count;
    },
    release: (webhook, count) => change(webhook, -count),
  };
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
