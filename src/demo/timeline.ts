import { ulid } from 'ulid';
import type { Logger } from 'pino';
import type { Database } from '../platform/db/connect';
import { transact } from '../platform/db/transaction';
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

/** An operation of the service, as the sample calls it. */
type Operation<P, B, R> = (
  input: { path: P; query: Record<string, never>; header: Record<string, never>; body: B },
  ctx: WriteContext,
) => Promise<R>;

/** Things to happen, each so many days ago, and the way to do them. */
export interface Timeline {
  /** Plans something; what is planned runs from the oldest to the newest. */
  plan(daysAgo: number, work: () => Promise<void>): void;
  /** Runs one operation as an actor, so many days ago, in a transaction of its own. */
  act<P, B, R>(
    actor: Actor,
    daysAgo: number,
    operation: Operation<P, B, R>,
    path: P,
    body: B,
  ): Promise<R>;
  /** Does what is planned. */
  run(): Promise<void>;
}

/**
 * The service's own operations with a clock that is set back: the sample has a past, and comes into being by the code that
 * real work goes through.
 */
export function createTimeline(stage: Stage): Timeline {
  const steps: { readonly daysAgo: number; readonly work: () => Promise<void> }[] = [];
  return {
    plan: (daysAgo, work) => void steps.push({ daysAgo, work }),
    act: (actor, daysAgo, operation, path, body) =>
      transact(stage.database, (transaction) => {
        const now = shift(stage.now, -Math.round(daysAgo * DAY));
        return operation(
          { path, query: {}, header: {}, body },
          {
            actor,
            workspaceId: actor.workspaceId,
            historyDays: null,
            now,
            newId: (prefix) => `${prefix}_${ulid(Date.parse(now))}`,
            log: stage.log,
            settings: stage.settings,
            produces: 'application/json',
            address: '127.0.0.1',
            loggedAddress: undefined,
            deviceTokens: [],
            transaction,
            reader: transaction,
          },
        );
      }),
    run: async () => {
      for (const { work } of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) await work();
    },
  };
}
