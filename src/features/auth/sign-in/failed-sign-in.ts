import { findSystemActors } from '../../../shared/actors';
import { emit } from '../../../shared/events';
import type { Transaction } from '../../../platform/db/transaction';
import type { PublicContext } from '../../../platform/operation';
import { Problem } from '../../../platform/problems';
import { HOUR, shift } from '../../../platform/time';
import { countFailure } from './failed-sign-in-store';
import type { UserRow } from '../user-store';

/** At most one event for each account in a window of so many milliseconds. */
const WINDOW = HOUR;

/**
 * Records a failed attempt to sign in for each account that it was made at: the first in a window
 * emits user.sign_in_failed in the workspace of the account, further ones are only counted.
 * The event names no address, because events are exported and kept for long.
 */
export async function recordFailure(
  transaction: Transaction,
  { now, newId }: Pick<PublicContext, 'now' | 'newId'>,
  accounts: readonly UserRow[],
): Promise<void> {
  const counts = await countFailure(transaction, accounts, { now, windowEnd: shift(now, -WINDOW) });
  const first = new Map(
    counts
      .filter(({ inWindow }) => inWindow === 1)
      .map(({ workspaceId, failures }) => [workspaceId, failures]),
  );
  // Positions are locked workspace by workspace: the same order everywhere prevents deadlocks.
  const told = accounts
    .filter(({ workspace_id: id }) => first.has(id))
    .toSorted((one, other) => (one.workspace_id < other.workspace_id ? -1 : 1));
  if (told.length === 0) return;
  const actors = await findSystemActors(
    transaction,
    told.map(({ workspace_id: id }) => id),
  );
  for (const { id, name, workspace_id: workspaceId } of told) {
    const actorId = actors.get(workspaceId);
    if (actorId === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
    emit(
      { transaction, now, newId, workspaceId, actor: { id: actorId } },
      {
        kind: 'user.sign_in_failed',
        subject: { type: 'user', id, title: name },
        summary: `An attempt to sign in as ${name} failed${sinceLast(first.get(workspaceId) ?? 1)}.`,
      },
    );
  }
}

/** The part of a summary that says how many attempts have failed; nothing for a single one. */
function sinceLast(failures: number): string {
  return failures === 1 ? '' : `; ${failures} have failed since the last success`;
}

/**
 * Logs why somebody is not signed in. The typed address is left out: it may be a password that was
 * typed into the wrong field, and a hash of one could be guessed.
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
