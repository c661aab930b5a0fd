import { withRetries } from '../../platform/db/faults';
import { transact, type Transaction } from '../../platform/db/transaction';
import type { ProtocolContext, ProtocolHandler } from '../../platform/protocol';
import { findSystemActors } from '../../shared/actor-store';
import { emit } from '../../shared/events';
import { findUsersByIds, revokeProviderSessions } from '../auth';
import { fault, faultReply, Form } from '../oauth';
import type { FlowParts } from './flow-operations';
import { useLogoutToken } from './oidc-store';
import { type Logout, ProviderDown, ProviderFault } from './provider';

/**
 * Makes the back-channel logout (OpenID Connect Back-Channel Logout 1.0). Also a failure of the
 * provider is 400, because 2.8 wants that of every logout that failed. Requests that are malformed
 * as HTTP and a busy database have the error envelope, as at the endpoints of OAuth.
 */
export function receiveOidcLogoutWith({
  database,
  oidc,
  provider,
}: Pick<FlowParts, 'database' | 'oidc' | 'provider'>): ProtocolHandler {
  return async ({ body }, ctx) => {
    const { log, loggedAddress: address } = ctx;
    const form = new Form(body);
    const token = form.get('logout_token');
    if (token === undefined || form.repeated(['logout_token']) !== undefined) {
      return refuse('logout_token must be sent once.');
    }
    try {
      const logout = await provider.readLogout(token, ctx.now);
      const ended = await withRetries(log, () =>
        transact(database, (transaction) => endSessions(transaction, ctx, logout, oidc.name)),
      );
      log.info({ address, sessions: ended }, 'The OpenID Connect provider signed a person out');
      return { status: 200 };
    } catch (error) {
      if (error instanceof ProviderDown) {
        log.error({ reason: error.message }, 'The OpenID Connect provider does not respond');
        return refuse('The keys of the provider could not be read.');
      }
      if (!(error instanceof ProviderFault)) throw error;
      log.warn({ reason: error.message, address }, 'A logout token was refused');
      return refuse('The logout token is not valid.');
    }
  };
}

function refuse(description: string) {
  return faultReply(fault('invalid_request', description));
}

/** Ends the sessions of a sign-out, with an event for each account. Resolves with their number. */
async function endSessions(
  transaction: Transaction,
  { now, newId, loggedAddress }: ProtocolContext,
  logout: Logout,
  providerName: string,
): Promise<number> {
  if (!(await useLogoutToken(transaction, logout))) {
    throw new ProviderFault('The token was used before.');
  }
  const ended = await revokeProviderSessions(transaction, logout, now);
  if (ended.length === 0) return 0;
  const users = await findUsersByIds(transaction, ended);
  const actors = await findSystemActors(
    transaction,
    users.map(({ workspace_id: id }) => id),
  );
  // Emitting locks the event positions of each workspace. A fixed order prevents deadlocks.
  const inOrder = users.toSorted((one, other) => (one.workspace_id < other.workspace_id ? -1 : 1));
  for (const { id, name, workspace_id: workspaceId } of inOrder) {
    const actorId = actors.get(workspaceId);
    if (actorId === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
    emit(
      { transaction, now, newId, workspaceId, actor: { id: actorId }, loggedAddress },
      {
        kind: 'session.deleted',
        subject: { type: 'user', id, title: name },
        summary: `${name} signed out at ${providerName}.`,
      },
    );
  }
  return ended.length;
}
