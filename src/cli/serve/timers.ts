import type { Logger } from 'pino';
import {
  adjustStalledSearches,
  expireClaims,
  searchStalled,
  undeferActions,
} from '../../features/actions';
import { announceExpiry } from '../../features/agents';
import { reportMissedCheckins } from '../../features/orders';
import { expirePermissions } from '../../features/proposals';
import { remindOfQuestions } from '../../features/questions';
import { findSystemActor } from '../../shared/actors';
import { emit } from '../../shared/events';
import {
  findDueTimers,
  type DueTimer,
  type TimerHandler,
  type TimerKind,
} from '../../shared/timers';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { SECOND } from '../../platform/time';

/** The time between two looks at the timers. */
const INTERVAL_MS = 5 * SECOND;

/** The number of timers that one statement finds and one transaction handles at most. */
const PAGE = 200;

const handlers: Readonly<Record<TimerKind, TimerHandler>> = {
  'action.undeferred': undeferActions,
  'claim.expired': expireClaims,
  'action.stalled': searchStalled,
  'order.checkin_overdue': reportMissedCheckins,
  'proposal.expired': expirePermissions,
  'question.reminder_due': remindOfQuestions,
  'token.expiring': announceExpiry,
};

const kinds: readonly TimerKind[] = [
  'action.undeferred',
  'claim.expired',
  'action.stalled',
  'order.checkin_overdue',
  'proposal.expired',
  'question.reminder_due',
  'token.expiring',
];

/** The dependencies of the timers. */
export interface TimerParts {
  readonly database: Database;
  readonly config: Pick<Config, 'stalledSeconds'>;
  readonly log: Logger;
}

/**
 * Looks at the timers now and every five seconds. Returns a function that stops it and resolves
 * when nothing runs any more.
 */
export function startTimers(parts: TimerParts): () => Promise<void> {
  const { database, config, log } = parts;
  let isStopped = false;
  let isAdjusted = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      if (!isAdjusted) await adjustStalledSearches(database, config.stalledSeconds);
      isAdjusted = true;
      await runTimers(parts, () => isStopped);
    } catch (error) {
      log.warn({ err: error }, 'The timers failed; the next attempt is in five seconds');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = turn();
    }, INTERVAL_MS);
    timer.unref();
  };
  let running = turn();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/**
 * Emits the events of all timers that are due, each in a transaction of its workspace. A failure in
 * one workspace is logged and does not prevent the events of others.
 */
export async function runTimers(
  parts: TimerParts,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const reader = createReader(parts.database);
  const failed = new Set<string>();
  for (let isUnfinished = true; isUnfinished && !isStopped();) {
    isUnfinished = false;
    let last: DueTimer | undefined;
    do {
      const page = await findDueTimers(reader, kinds, { after: last, limit: PAGE });
      for (const [workspaceId, timers] of byWorkspace(page)) {
        if (isStopped()) return;
        if (failed.has(workspaceId)) continue;
        try {
          if (await handle(parts, workspaceId, timers)) isUnfinished = true;
        } catch (error) {
          failed.add(workspaceId);
          parts.log.warn({ err: error, workspace_id: workspaceId }, 'Timers of a workspace failed');
        }
      }
      last = page.length < PAGE ? undefined : page.at(-1);
    } while (last !== undefined);
  }
}

function byWorkspace(timers: readonly DueTimer[]): Map<string, DueTimer[]> {
  const groups = new Map<string, DueTimer[]>();
  for (const timer of timers) {
    const group = groups.get(timer.workspace_id) ?? [];
    group.push(timer);
    groups.set(timer.workspace_id, group);
  }
  return groups;
}

/** Handles due timers of one workspace. Returns whether more is due already. */
function handle(
  { database, config }: TimerParts,
  workspaceId: string,
  timers: readonly DueTimer[],
): Promise<boolean> {
  const now = timers[0]?.now ?? '';
  return transact(database, async (transaction) => {
    const system = await findSystemActor(transaction, workspaceId);
    if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
    const source = {
      transaction,
      workspaceId,
      now,
      newId: (prefix: string) => newId(prefix, now),
      actor: system,
      stalledSeconds: config.stalledSeconds,
    };
    const results = [];
    for (const kind of kinds) {
      const ids = timers.flatMap((timer) => (timer.kind === kind ? [timer.subject_id] : []));
      if (ids.length > 0) results.push(await handlers[kind](source, ids));
    }
    const inOrder = results
      .flatMap(({ occurrences }) => occurrences)
      .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
    emit(source, ...inOrder.map(({ event }) => event));
    return results.some(({ isUnfinished }) => isUnfinished === true);
  });
}
