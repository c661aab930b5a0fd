import type { Logger } from 'pino';
import {
  adjustStalledSearches,
  expireClaims,
  offerAgain,
  rankOverdue,
  searchStalled,
  undeferActions,
} from '../../features/actions';
import { announceExpiry } from '../../features/agents';
import { reportMissedCheckins } from '../../features/orders';
import { expirePermissions } from '../../features/proposals';
import { remindOfQuestions } from '../../features/questions';
import { runErasures } from '../../features/users';
import { findSystemActor } from '../../shared/actor-store';
import { emit } from '../../shared/events';
import { runFills } from '../../shared/insights';
import {
  findDueTimers,
  findDueWorkspaces,
  type DueTimer,
  type TimerHandler,
  type TimerKind,
} from '../../shared/timer-store';
import { type BackOff, createBackOff } from '../../platform/turns';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { isBusy } from '../../platform/db/faults';
import { createReader, type Reader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { SECOND } from '../../platform/time';

/** The time between two looks at the timers. */
const INTERVAL_MS = 5 * SECOND;

/** The number of timers that one statement finds and one transaction handles at most. */
const PAGE = 200;

const handlers: Readonly<Record<TimerKind, TimerHandler>> = {
  'action.undeferred': undeferActions,
  'action.offered_again': offerAgain,
  'claim.expired': expireClaims,
  'action.stalled': searchStalled,
  'order.checkin_overdue': reportMissedCheckins,
  'proposal.expired': expirePermissions,
  'question.reminder_due': remindOfQuestions,
  'token.expiring': announceExpiry,
};

const kinds: readonly TimerKind[] = [
  'action.undeferred',
  'action.offered_again',
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
  /** The timers that have failed. */
  readonly backOff?: BackOff;
}

/**
 * Looks at the timers now and every five seconds. Returns a function that stops it and resolves
 * when nothing runs any more.
 */
export function startTimers(parts: TimerParts): () => Promise<void> {
  const { database, config, log, backOff = createBackOff() } = parts;
  let isStopped = false;
  let isAdjusted = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      if (!isAdjusted) await adjustStalledSearches(database, config.stalledSeconds);
      isAdjusted = true;
    } catch (error) {
      log.warn({ err: error }, 'The timers of stalled actions were not adjusted');
    }
    try {
      await rankOverdue(database, () => isStopped);
    } catch (error) {
      log.warn(
        { err: error },
        'Overdue actions were not ranked; the next attempt is in five seconds',
      );
    }
    try {
      await runTimers({ ...parts, backOff }, () => isStopped);
    } catch (error) {
      log.warn({ err: error }, 'The timers failed; the next attempt is in five seconds');
    }
    try {
      await runErasures(database, () => isStopped);
    } catch (error) {
      log.warn({ err: error }, 'An erasure failed; the next attempt is in five seconds');
    }
    try {
      await runFills(database, () => isStopped);
    } catch (error) {
      log.warn({ err: error }, 'Insights were not counted; the next attempt is in five seconds');
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
 * Emits the events of all timers that are due, those of a workspace in one transaction. When that
 * fails, each timer gets a transaction of its own, and a timer that fails alone is tried again
 * later and later. So a broken timer delays no other one. Workspaces take turns of one page each,
 * so none delays another by the number of its timers.
 */
export async function runTimers(
  { backOff = createBackOff(), ...parts }: TimerParts,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const reader = createReader(parts.database);
  const shares = createShares(reader);
  for (let isUnfinished = true; isUnfinished && !isStopped();) {
    isUnfinished = false;
    for await (const { workspaceId, timers, hasMore } of shares.nextTurn()) {
      if (isStopped()) return;
      if (hasMore) isUnfinished = true;
      const ready = timers.filter((timer) => !backOff.isWaiting(nameOf(timer)));
      if (ready.length === 0) continue;
      if (await handleApart({ ...parts, backOff }, workspaceId, ready)) isUnfinished = true;
    }
  }
}

interface Share {
  readonly workspaceId: string;
  readonly timers: readonly DueTimer[];
  /** Whether the workspace has more for the next turn. */
  readonly hasMore: boolean;
}

/** Divides the due timers into turns, in which each workspace has one page. */
function createShares(reader: Reader): { readonly nextTurn: () => AsyncGenerator<Share> } {
  const reached = new Map<string, DueTimer>();
  // A workspace whose timers were all handled comes again as late as without the others.
  const notBefore = new Map<string, number>();
  return {
    async *nextTurn() {
      const oldest = await findDueTimers(reader, { kinds, limit: PAGE });
      if (oldest.length < PAGE) {
        for (const [workspaceId, timers] of byWorkspace(oldest)) {
          yield { workspaceId, timers, hasMore: false };
        }
        return;
      }
      for await (const workspaceId of dueWorkspaces(reader)) {
        if ((notBefore.get(workspaceId) ?? 0) > performance.now()) continue;
        const after = reached.get(workspaceId);
        const timers = await findDueTimers(reader, { kinds, workspaceId, after, limit: PAGE });
        const last = timers.length < PAGE ? undefined : timers.at(-1);
        if (last === undefined) {
          reached.delete(workspaceId);
          notBefore.set(workspaceId, performance.now() + INTERVAL_MS);
        } else {
          reached.set(workspaceId, last);
        }
        yield { workspaceId, timers, hasMore: last !== undefined };
      }
    },
  };
}

async function* dueWorkspaces(reader: Reader): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await findDueWorkspaces(reader, { after, limit: PAGE });
    yield* ids;
    after = ids.length < PAGE ? undefined : ids.at(-1);
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

/** `handle`, together and then one by one. Never rejects. */
async function handleApart(
  parts: TimerParts & { readonly backOff: BackOff },
  workspaceId: string,
  timers: readonly DueTimer[],
): Promise<boolean> {
  const { backOff, log } = parts;
  try {
    return await handle(parts, workspaceId, timers);
  } catch (error) {
    const [only, another] = timers;
    if (only === undefined) return false;
    if (another === undefined) {
      const retry = backOff.failed(nameOf(only));
      const fields = { err: error, workspace_id: workspaceId, kind: only.kind, retry_in_ms: retry };
      log.warn({ ...fields, subject_id: only.subject_id }, 'A timer failed');
      return false;
    }
    log.warn({ err: error, workspace_id: workspaceId }, 'Timers of a workspace failed');
    // The database refuses every write at present, so to try each timer takes long and is in vain.
    if (isBusy(error)) {
      for (const timer of timers) backOff.failed(nameOf(timer));
      return false;
    }
  }
  let isUnfinished = false;
  for (const timer of timers) {
    if (await handleApart(parts, workspaceId, [timer])) isUnfinished = true;
  }
  return isUnfinished;
}

function nameOf({ workspace_id, kind, subject_id }: DueTimer): string {
  return [workspace_id, kind, subject_id].join(' ');
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
