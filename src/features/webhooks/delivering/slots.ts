import { limits } from '../../../../generated/limits';
import type { OwnedKey } from '../../../platform/turns';

/** The requests that a process has in flight at most. */
const IN_FLIGHT = 128;

/** A workspace may take another slot while it has fewer than a third of the free ones. */
const FREE_FOR_EACH = 3;

/** The slots for requests of a process. Receivers that never answer hold theirs for 15 seconds. */
export interface Slots {
  /** Whether the webhook may take a slot. */
  isFree(webhook: OwnedKey): boolean;
  /** Takes slots for a webhook, as many as it may have. Returns their number. */
  take(webhook: OwnedKey): number;
  /** Returns slots of a webhook. */
  release(webhook: OwnedKey, count: number): void;
}

/**
 * Creates free slots. A workspace alone gets a quarter of them (32), and each of n workspaces gets
 * 1 / (n + 3). So the next workspace finds a free slot, unless receivers of more than a hundred others
 * never answer.
 */
export function createSlots(): Slots {
  const ofWorkspaces = new Map<string, number>();
  const ofWebhooks = new Map<string, number>();
  let taken = 0;
  const isFree = (webhook: OwnedKey): boolean => {
    const free = IN_FLIGHT - taken;
    return (
      (ofWorkspaces.get(webhook[0]) ?? 0) * FREE_FOR_EACH < free &&
      (ofWebhooks.get(webhook.join(' ')) ?? 0) < limits.webhook_in_flight
    );
  };
  const change = (webhook: OwnedKey, by: number): void => {
    taken += by;
    add(ofWorkspaces, webhook[0], by);
    add(ofWebhooks, webhook.join(' '), by);
  };
  return {
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
