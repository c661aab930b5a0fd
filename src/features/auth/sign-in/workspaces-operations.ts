import type { ReadContext, ReadHandler } from '../../../platform/operation';
import { limitsOf } from '../../../shared/plans';
import { userActor } from '../accounts/user-store';
import { findLiveSessions } from './session-store';

/** Counts what waits for the person of a context, with what that person may see. */
export type CountWaiting = (
  ctx: Pick<ReadContext, 'reader' | 'workspaceId' | 'actor' | 'now' | 'settings' | 'historyDays'>,
) => Promise<number>;

/**
 * Lists the workspaces with a live session of the browser. Each is read for the person of its own
 * session, by one statement. Clears the cookies of the other sessions.
 */
export function getSignedInWorkspacesWith(
  countWaiting: CountWaiting,
): ReadHandler<'getSignedInWorkspaces'> {
  return async (_input, { reader, now, settings, sessionCookies }) => {
    const live = await findLiveSessions(reader, sessionCookies, now);
    const served = live
      .filter(({ session: { closed_state: state } }) => state !== 'arriving' && state !== 'moved')
      .toSorted(({ session: one }, { session: other }) =>
        one.session_created_at < other.session_created_at ? -1 : 1,
      );
    const workspaces = await Promise.all(
      served.map(async ({ session }) => ({
        id: session.workspace_id,
        name: session.workspace_name,
        user_name: session.name,
        waiting: await countWaiting({
          reader,
          workspaceId: session.workspace_id,
          actor: userActor(session, session.session_id),
          now,
          settings,
          historyDays: limitsOf(session.plan).history_days,
        }),
        expires_at: session.session_expires_at,
      })),
    );
    const cookies = new Set(live.map(({ cookie }) => cookie));
    const ends = sessionCookies.filter((cookie) => !cookies.has(cookie));
    return { status: 200, body: { workspaces }, ...(ends.length > 0 && { cookie: { ends } }) };
  };
}
