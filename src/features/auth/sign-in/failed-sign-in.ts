import { findSystemActors } from '../../../shared/actors';
import { emit } from '../../../shared/events';
import type { Database } from '../../../platform/db/connect';
import { transact, type Transaction } from '../../../platform/db/transaction';
import type { PublicContext } from '../../../platform/operation';
import { Problem } from '../../../platform/problems';
import { HOUR, addMilliseconds } from '../../../platform/time';
import { countFailure } from './failed-sign-in-store';
import type { UserRow } from '../accounts/user-store';

/** Milliseconds in which an account gets at most one event. */
const WINDOW = HOUR;

/**
 * Records a failed sign-in for each of the accounts. The first failure in a window emits
 * user.sign_in_failed in the account's workspace; further ones are only counted. The event has no
 * network address, because events are exported and stored for long. Rows of one workspace that
 * prevent its event prevent neither those of the others nor the response.
 */
export async function recordFailures(
  database: Database,
  ctx: Pick<PublicContext, 'now' | 'newId' | 'log'>,
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
  { now, newId }: Pick<PublicContext, 'now' | 'newId'>,
  accounts: readonly UserRow[],
): Promise<void> {
  const counts = await countFailure(transaction, accounts, {
    now,
    windowEnd: addMilliseconds(now, -WINDOW),
  });
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

/**
 * Logs why a sign-in failed. Never logs the address that was typed, not even hashed, because it may
 * be a password typed into the wrong field.
 */
export function logFailure(
  { log, loggedAddress }: Pick<PublicContext, 'log' | 'loggedAddress'>,
  accounts: readonly UserRow[],
  error: unknown,
): void {
  if (!(error instanceof Problem) || error.code === 'WORKSPACE_REQUIRED') return;
  const reason =
    error.code === 'RATE_LIMITED'
      ? 'too_many_failures'
      : accounts.length === 0
        ? 'unknown_account'
        : 'wrong_password';
  const users = accounts.map(({ id, workspace_id }) => ({ user_id: id, workspace_id }));
  log.warn({ reason, address: loggedAddress, users }, 'A sign-in failed');
}
