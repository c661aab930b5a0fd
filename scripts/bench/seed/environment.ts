import { ulid } from 'ulid';
import type { UserActor } from '../../../src/platform/operation';
import { generator } from '../../trials/random';
import { createTextGenerator } from './words';

/** The owner who creates the records. */
export type Owner = Pick<UserActor, 'id' | 'workspaceId'>;

/** The owner, the clock and the random generators that all seeded rows share. */
export interface Environment {
  readonly owner: Owner;
  /** The time at which the workspace is seeded, ISO 8601 UTC. */
  readonly now: string;
  /** The timestamp that is `days` before `now`. */
  readonly daysAgo: (days: number) => string;
  /** A new id that sorts by the time. */
  readonly id: (prefix: string, at: string) => string;
  /** A number from 0 to 1, exclusive. */
  readonly random: () => number;

  readonly words: ReturnType<typeof createTextGenerator>;
}

const dayMs = 86_400_000;

/** An environment whose random choices are the same in every run. Times are relative to now. */
export function createEnvironment(owner: Owner): Environment {
  const random = generator(1);
  const now = new Date();
  return {
    owner,
    now: now.toISOString(),
    daysAgo: (days) => new Date(now.getTime() - days * dayMs).toISOString(),
    id: (prefix, at) => `${prefix}_${ulid(Date.parse(at), random)}`,
    random,

    words: createTextGenerator(random),
  };
}

/** The columns of a record's author, times and version. */
export function authored(actorId: string, at: string) {
  return {
    created_by_actor_id: actorId,
    updated_by_actor_id: actorId,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}
