import { ulid } from 'ulid';
import type { Logger } from 'pino';
import { transact } from '../platform/db/hands';
import type { Database } from '../platform/db/connect';
import type { Actor, Settings, WriteContext } from '../platform/operation';
import { DAY, shift } from '../platform/time';

/** What the sample's operations run on. */
export interface Stage {
  readonly database: Database;
  readonly settings: Settings;
  readonly log: Logger;
  /** The present: the timeline ends here. */
  readonly now: string;
}

/** Runs one operation as an actor, so many days ago, in a transaction of its own. */
export type At = <I, R>(
  actor: Actor,
  daysAgo: number,
  operation: (input: I, ctx: WriteContext) => Promise<R>,
  input: I,
) => Promise<R>;

/**
 * The service's own operations with a clock that can be set back: the sample has a past, and comes into being
 * by the code that real work goes through.
 */
export function timeline(stage: Stage): At {
  return (actor, daysAgo, operation, input) =>
    transact(stage.database, (hand) => {
      const now = shift(stage.now, -Math.round(daysAgo * DAY));
      return operation(input, {
        actor,
        workspaceId: actor.workspaceId,
        now,
        newId: (prefix) => `${prefix}_${ulid(Date.parse(now))}`,
        log: stage.log,
        settings: stage.settings,
        produces: 'application/json',
        address: '127.0.0.1',
        hand,
      });
    });
}
