import type { Database } from '../../../platform/db/connect';
import { int } from '../../../platform/db/statements/columns';
import { transact, type Transaction } from '../../../platform/db/transaction';
import type { PublicContext } from '../../../platform/operation';
import { Problem } from '../../../platform/problems';
import { addMilliseconds, HOUR } from '../../../platform/time';
import { findSystemActors } from '../../../shared/actor-store';
import { countFailedSignIns } from '../../../shared/audit-store';
import { findClosedAmong } from '../../../shared/closed-workspaces-store';
import { emit } from '../../../shared/events';
import type { UserRow } from '../accounts/user-store';

/** Milliseconds in which an account gets at most one event. */
const WINDOW = HOUR;

/**
 * Records a failed sign-in for each of the accounts. The first failure in a window emits
 * user.sign_in_failed in the account's workspace; further ones are only counted. The event has no
 * network address, because members see it. The audit, which only owners see, counts each failure by
 * address and hour. Closed workspaces take neither. Rows of one workspace that prevent its event
 * prevent neither those of the others nor the response.
 */
export async function recordFailures(
  database: Database,
  ctx: Pick<PublicContext, 'now' | 'newId' | 'log' | 'loggedAddress'>,
  accounts: readonly UserRow[],
): Promise<void> {
  const record = (some: readonly UserRow[]): Promise<void> =>
    transact(database, (transaction) => recordTogether(transaction, ctx, some));
  try {
    await record(accounts);
  } catch {
    for (const account of accounts) {
      await record([account]).catch((error: unknown) => {
        const { workspace_id } = account;
        ctx.log.error({ err: error, workspace_id }, 'A failed sign-in was not recorded');
      });
    }
  }
}

async function recordTogether(
  transaction: Transaction,
  { now, newId, loggedAddress: address }: Pick<PublicContext, 'now' | 'newId' | 'loggedAddress'>,
  attempted: readonly UserRow[],
): Promise<void> {
  const closed = await findClosedAmong(
    transaction,
    attempted.map(({ workspace_id: id }) => id),
  );
  const accounts = attempted.filter(({ workspace_id: id }) => !closed.has(id));
  const counts = await countFailure(transaction, accounts, {
    now,
    windowEnd: addMilliseconds(now, -WINDOW),
  });
  await countFailedSignIns(
    transaction,
    accounts.map((user) => {
      const workspaceId = user.workspace_id;
      return { id: newId('aud'), workspaceId, user, address, now };
    }),
  );
  const failuresOfFirst = new Map(
    counts
      .filter(({ inWindow }) => inWindow === 1)
      .map(({ workspaceId, failures }) => [workspaceId, failures]),
  );
  // Emitting locks the event positions of each workspace. A fixed order prevents deadlocks.
  const notified = accounts
    .filter(({ workspace_id: id }) => failuresOfFirst.has(id))
    .toSorted((one, other) => (one.workspace_id < other.workspace_id ? -1 : 1));
  if (notified.length === 0) return;
  const actors = await findSystemActors(
    transaction,
    notified.map(({ workspace_id: id }) => id),
  );
  for (const { id, name, workspace_id: workspaceId } of notified) {
    const actorId = actors.get(workspaceId);
    if (actorId === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
    emit(
      { transaction, now, newId, workspaceId, actor: { id: actorId } },
      {
        kind: 'user.sign_in_failed',
        subject: { type: 'user', id, title: name },
        summary: `An attempt to sign in as ${name} failed${failureCount(failuresOfFirst.get(workspaceId) ?? 1)}.`,
      },
    );
  }
}

/** The part of a summary with the number of failures; empty for a single one. */
function failureCount(failures: number): string {
  return failures === 1 ? '' : `; ${failures} have failed since the last success`;
}

/** The codes of a failed attempt. With others, the password was right or was not looked at. */
const refusals: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'RATE_LIMITED']);

/**
 * Logs why a sign-in failed. Never logs the address that was typed, not even hashed, because it may
 * be a password typed into the wrong field.
 */
export function logFailure(
  { log, loggedAddress }: Pick<PublicContext, 'log' | 'loggedAddress'>,
  accounts: readonly UserRow[],
  error: unknown,
): void {
  if (!(error instanceof Problem) || !refusals.has(error.code)) return;
  const reason =
    error.code === 'RATE_LIMITED'
      ? 'too_many_failures'
      : accounts.length === 0
        ? 'unknown_account'
        : 'wrong_password';
  const users = accounts.map(({ id, workspace_id }) => ({ user_id: id, workspace_id }));
  log.warn({ reason, address: loggedAddress, users }, 'A sign-in failed');
}

type Account = Pick<UserRow, 'id' | 'workspace_id'>;

/** The number of failed attempts at an account. */
export interface FailureCount {
  /** Identifies the account, because an address has at most one account per workspace. */
  readonly workspaceId: string;
  /** Since the window began; 1 for the failure that begins it. */
  readonly inWindow: number;
  /** Since the last successful sign-in. */
  readonly failures: number;
}

/**
 * Counts a failure for each account in one statement. A failure begins a new window when the
 * previous one began at `windowEnd` or earlier (both ISO 8601 UTC).
 */
async function countFailure(
  transaction: Transaction,
  accounts: readonly Account[],
  { now, windowEnd }: { readonly now: string; readonly windowEnd: string },
): Promise<FailureCount[]> {
  if (accounts.length === 0) return [];
  const rows = await transaction.rows<{
    workspace_id: string;
    in_window: number;
    failures: number;
  }>((db) => {
    const ifWindowEnded = (then: string, otherwise: string) =>
      db.raw(
        `case when failed_sign_ins.window_began_at <= ? then ${then} else failed_sign_ins.${otherwise} end`,
        [windowEnd],
      );
    return db('failed_sign_ins')
      .insert(
        accounts.map(({ id, workspace_id }) => ({
          workspace_id,
          user_id: id,
          window_began_at: now,
          in_window: 1,
          failures: 1,
        })),
      )
      .onConflict(['workspace_id', 'user_id'])
      .merge({
        window_began_at: ifWindowEnded('excluded.window_began_at', 'window_began_at'),
        in_window: ifWindowEnded('1', 'in_window + 1'),
        failures: db.raw('failed_sign_ins.failures + 1'),
      })
      .returning(['workspace_id', 'in_window', 'failures']);
  });
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    inWindow: int(row.in_window),
    failures: int(row.failures),
  }));
}

/**
 * Resets the count of an account and returns the number of failures. A concurrent failure prevents
 * the reset; the next sign-in then resets the count.
 */
export async function clearFailures(
  transaction: Transaction,
  { workspace_id, id }: Account,
): Promise<number> {
  const key = { workspace_id, user_id: id };
  const row = await transaction.first<{ failures: number }>((db) =>
    db('failed_sign_ins').where(key).select('failures'),
  );
  if (row === undefined) return 0;
  const { failures } = row;
  await transaction.write((db) =>
    db('failed_sign_ins')
      .where({ ...key, failures })
      .delete(),
  );
  return int(failures);
}
