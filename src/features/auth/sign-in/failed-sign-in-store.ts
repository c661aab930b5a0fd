import { int } from '../../../platform/db/statements/columns';
import type { Transaction } from '../../../platform/db/transaction';
import type { UserRow } from '../accounts/user-store';

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
export async function countFailure(
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
