import { ulid } from 'ulid';
import type { UserActor } from '../../../src/platform/operation';
import { generator } from '../../../test/support/random';
import { writer } from './words';

/** What everything that is made up has in common. */
export interface Scene {
  readonly owner: UserActor;
  /** ISO 8601 UTC: when the workspace is seeded. */
  readonly now: string;
  /** The timestamp so many days before `now`. */
  readonly daysAgo: (days: number) => string;
  /** A new id that sorts by the time. */
  readonly id: (prefix: string, at: string) => string;
  /** A number from 0 to 1. */
  readonly random: () => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
  readonly words: ReturnType<typeof writer>;
}

const dayMs = 86_400_000;

/** A scene whose choices are the same every time; times are relative to now. */
export function sceneOf(owner: UserActor): Scene {
  const random = generator(1);
  const now = new Date();
  return {
    owner,
    now: now.toISOString(),
    daysAgo: (days) => new Date(now.getTime() - days * dayMs).toISOString(),
    id: (prefix, at) => `${prefix}_${ulid(Date.parse(at), random)}`,
    random,
    pick: (list) => list[Math.floor(random() * list.length)] ?? list[0],
    words: writer(random),
  };
}

/** Who made a record, and when. */
export function authored(actorId: string, at: string) {
  return {
    created_by_actor_id: actorId,
    updated_by_actor_id: actorId,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
