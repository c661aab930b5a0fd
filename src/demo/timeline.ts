import { ulid } from 'ulid';
import type { Logger } from 'pino';
import type { Database } from '../platform/db/connect';
import { transact } from '../platform/db/transaction';
import type { Actor, Settings, WriteContext } from '../platform/operation';
import { DAY, addMilliseconds } from '../platform/time';

/** The context in which the sample's operations run. */
export interface TimelineContext {
  readonly database: Database;
  readonly settings: Settings;
  readonly log: Logger;
  /** The end of the timeline. */
  readonly now: string;
}

/** A handler of an operation. */
type Operation<P, B, R> = (
  input: { path: P; query: Record<string, never>; header: Record<string, never>; body: B },
  ctx: WriteContext,
) => Promise<R>;

/** Runs operations in the past. Times are in days before now. */
export interface Timeline {
  /** Adds a step. */
  plan(daysAgo: number, work: () => Promise<void>): void;
  /** Runs one operation as an actor in its own transaction, with a clock set to `daysAgo`. */
  act<P, B, R>(
    actor: Actor,
    daysAgo: number,
    operation: Operation<P, B, R>,
    path: P,
    body: B,
  ): Promise<R>;
  /** Runs all steps, the oldest first. */
  run(): Promise<void>;
}

function alone(): never {
  throw new Error('The operations of the sample act for nobody else.');
}

/** Creates a timeline that calls the service's own handlers with a clock in the past. */
export function createTimeline(context: TimelineContext): Timeline {
  const steps: { readonly daysAgo: number; readonly work: () => Promise<void> }[] = [];
  return {
    plan: (daysAgo, work) => void steps.push({ daysAgo, work }),
    act: (actor, daysAgo, operation, path, body) =>
      transact(context.database, (transaction) => {
        const now = addMilliseconds(context.now, -Math.round(daysAgo * DAY));
        return operation(
          { path, query: {}, header: {}, body },
          {
            actor,
            workspaceId: actor.workspaceId,
            historyDays: null,
            keyPrefixes: [],
            epoch: 'demo',
            now,
            newId: (prefix) => `${prefix}_${ulid(Date.parse(now))}`,
            log: context.log,
            settings: context.settings,
            produces: 'application/json',
            address: '127.0.0.1',
            loggedAddress: undefined,
            deviceTokens: [],
            sessionCookies: [],
            transaction,
            reader: transaction,
            as: alone,
            performWithin: alone,
          },
        );
      }),
    run: async () => {
      for (const { work } of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) await work();
    },
  };
}
