import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import type { PublicWriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { checkOpen } from '../../../shared/closed-workspaces';
import { hashSecret } from '../../../shared/tokens';
import { findUserForUpdate } from '../accounts/user-store';
import { startSession } from './session-start';
import { findSignInLink, redeemSignInLink } from './sign-in-link-store';
import type { AccountSettings } from './sign-in-operations';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
} from './throttle-store';

/**
 * Signs an owner in by a link of the command line, also without passwords and without the provider
 * of OpenID Connect. Of concurrent requests with one token only the first succeeds.
 */
export function useSignInLink(
  database: Database,
  { sessionDays }: Pick<AccountSettings, 'sessionDays'>,
): PublicWriteHandler<'useSignInLink'> {
  const reader = createReader(database);
  return async ({ body: { token } }, ctx) => {
    const { transaction, now, address } = ctx;
    const guess = guessAt(`sign-in link ${hashSecret(token)}`, address, unknownLimits, now);
    await checkAttempts(reader, guess);
    const found = await findSignInLink(reader, token, now);
    if (found === undefined) throw await failAttempt(database, guess, notValid());
    await confirmAttempt(transaction, guess);
    const { workspace_id: workspaceId, user_id: userId } = found;
    const user = await findUserForUpdate(transaction, { workspaceId, userId });
    if (user?.deactivated_at !== null || user.role !== 'owner') throw notValid();
    await checkOpen(transaction, workspaceId);
    if (!(await redeemSignInLink(transaction, token, now))) throw notValid();
    return startSession(ctx, user, { sessionDays, isByLink: true });
  };
}

/** The same 422 for a token that is wrong, used or expired. */
function notValid() {
  return problem(
    'SIGN_IN_LINK_NOT_VALID',
    'This link is not valid, or no longer valid. Ask the operator of the server for a new one.',
  );
}
