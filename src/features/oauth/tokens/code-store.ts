import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { DAY } from '../../../platform/time';

/** A stored authorization code; the code itself is not stored. */
export interface CodeRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly code_hash: string;
  readonly grant_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly expires_at: string;
  readonly redeemed_at: string | null;
}

/** Stores a code that nobody has redeemed. */
export async function insertCode(
  transaction: Transaction,
  code: Omit<CodeRow, 'redeemed_at'>,
): Promise<void> {
  await transaction.write((db) => db('oauth_codes').insert(code));
}

/** The code with this hash, or undefined. */
export function findCode(reader: Reader, codeHash: string): Promise<CodeRow | undefined> {
  return reader.first<CodeRow>((db) => db('oauth_codes').where({ code_hash: codeHash }));
}

/**
 * Redeems a code. Returns false if it was redeemed before, as one of several calls succeeds, or if
 * the person who consented is deactivated.
 */
export async function markRedeemed(
  transaction: Transaction,
  { workspace_id, id }: CodeRow,
  now: string,
): Promise<boolean> {
  const changed = await transaction.write((db) =>
    db('oauth_codes')
      .where({ workspace_id, id })
      .whereNull('redeemed_at')
      .whereExists(
        db('oauth_grants as given')
          .join('users as giver', (on) => {
            on.on('giver.workspace_id', 'given.workspace_id').on('giver.id', 'given.user_id');
          })
          .whereRaw('given.workspace_id = oauth_codes.workspace_id')
          .whereRaw('given.id = oauth_codes.grant_id')
          .whereNull('giver.deactivated_at')
          .select(db.raw('1')),
      )
      .update({ redeemed_at: now }),
  );
  return changed > 0;
}

/** Deletes codes a day after they have expired: until then, a second redemption is recognised. */
export const codePurge = purgeByAge('oauth_codes', 'expires_at', DAY);
