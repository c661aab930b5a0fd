import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { AgentActor, UserActor } from '../../../platform/operation';
import { checkOpen, closedState, type ClosedState } from '../../../shared/closed-workspaces';

const userForKeyShare = compiledStatement<'workspaceId' | 'userId'>((db, given) =>
  db('users')
    .where({ workspace_id: given('workspaceId'), id: given('userId') })
    .whereNull('deactivated_at')
    .select('role', closedState(db, 'users.workspace_id'))
    .forKeyShare('users'),
);

const userOfSessionForKeyShare = compiledStatement<'workspaceId' | 'userId' | 'sessionId'>(
  (db, given) =>
    db('users')
      .join('sessions', (on) => {
        on.on('sessions.workspace_id', 'users.workspace_id').on('sessions.user_id', 'users.id');
      })
      .where({
        'users.workspace_id': given('workspaceId'),
        'users.id': given('userId'),
        'sessions.id': given('sessionId'),
      })
      .whereNull('users.deactivated_at')
      .whereNull('sessions.revoked_at')
      .select('users.role', closedState(db, 'users.workspace_id'))
      .forKeyShare('users'),
);

/**
 * Locks the row of a person until the transaction ends, so that a concurrent deactivation or
 * demotion waits. Returns the role, or undefined if the account is no longer active or the session
 * has been revoked. Throws if the workspace takes no writes. Call it before locking rows of other
 * tables.
 */
export async function lockRole(
  transaction: Transaction,
  { workspaceId, userId, sessionId }: Pick<UserActor, 'workspaceId' | 'userId' | 'sessionId'>,
): Promise<UserActor['role'] | undefined> {
  const row = await transaction.first<Pick<UserActor, 'role'> & Closed>(
    sessionId === null
      ? userForKeyShare({ workspaceId, userId })
      : userOfSessionForKeyShare({ workspaceId, userId, sessionId }),
  );
  if (row !== undefined) await refuseClosed(transaction, workspaceId, row);
  return row?.role;
}

interface Closed {
  readonly closed_state: ClosedState | null;
}

async function refuseClosed(
  transaction: Transaction,
  workspaceId: string,
  { closed_state: state }: Closed,
): Promise<void> {
  // A deletion takes the credentials away by itself.
  if (state !== null && state !== 'deleting') await checkOpen(transaction, workspaceId);
}

type Rights = Pick<AgentActor, 'accessMode' | 'requiresProposals' | 'canReview' | 'state'>;

const agentOfTokenForKeyShare = compiledStatement<'workspaceId' | 'agentId' | 'tokenId'>(
  (db, given) =>
    db('agents')
      .join('tokens', (on) => {
        on.on('tokens.workspace_id', 'agents.workspace_id').on('tokens.agent_id', 'agents.id');
      })
      .where({
        'agents.workspace_id': given('workspaceId'),
        'agents.id': given('agentId'),
        'tokens.id': given('tokenId'),
      })
      .whereNot('agents.state', 'revoked')
      .whereNull('tokens.revoked_at')
      .select(
        'agents.state',
        'agents.access_mode',
        'agents.requires_proposals',
        'agents.can_review',
        closedState(db, 'agents.workspace_id'),
      )
      .forKeyShare('agents'),
);

/**
 * Locks the row of an agent until the transaction ends, so that a concurrent pause, revocation or
 * change of its rights waits. Returns its rights, or undefined if the agent or the token has been
 * revoked. Throws if the workspace takes no writes. Call it before locking rows of other tables.
 */
export async function lockRights(
  transaction: Transaction,
  { workspaceId, agentId, tokenId }: Pick<AgentActor, 'workspaceId' | 'agentId' | 'tokenId'>,
): Promise<Rights | undefined> {
  const row = await transaction.first<
    Closed & {
      state: Rights['state'];
      access_mode: Rights['accessMode'];
      requires_proposals: unknown;
      can_review: unknown;
    }
  >(agentOfTokenForKeyShare({ workspaceId, agentId, tokenId }));
  if (row === undefined) return undefined;
  await refuseClosed(transaction, workspaceId, row);
  return {
    state: row.state,
    accessMode: row.access_mode,
    requiresProposals: bool(row.requires_proposals),
    canReview: bool(row.can_review),
  };
}
