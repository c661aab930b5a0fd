import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { Actor, AgentActor, UserActor } from '../../../platform/operation';
import {
  servedHere,
  checkOpen,
  closedState,
  type ClosedState,
} from '../../../shared/closed-workspaces-store';
import { oldestSession } from '../sign-in/session-store';

/** A caller with the role or access mode that it had when it was authenticated. */
export interface CallerStanding {
  readonly actor: Actor;
  readonly standing: string;
}

/** The role or access mode that decides, with the permission of an operation, what a caller may do. */
export function standingOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.role : actor.accessMode;
}

/** Identifies the credential of a caller: a token, a session, or the person without either. */
export function standingKey(actor: Actor): string {
  return keyOf(actor.workspaceId, credentialId(actor));
}

function credentialId(actor: Actor): string {
  return actor.kind === 'agent' ? actor.tokenId : (actor.sessionId ?? actor.userId);
}

// An imported workspace may have the ids of another one.
function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId} ${id}`;
}

/** What a caller may do with a valid credential, and when that expires, in ISO 8601 UTC. */
interface Standing {
  readonly standing: string;
  readonly expires_at: string | null;
}

interface StandingRow extends Standing {
  readonly workspace_id: string;
  readonly id: string;
}

/**
 * The standings, by `standingKey`, of those callers who would still be authenticated at `now` (ISO
 * 8601 UTC). Runs one statement for each kind of credential.
 */
export async function findStandings(
  reader: Reader,
  callers: readonly CallerStanding[],
  now: string,
): Promise<ReadonlyMap<string, Standing>> {
  const tokens: [string, string][] = [];
  const sessions: [string, string][] = [];
  const people: [string, string][] = [];
  for (const { actor } of callers) {
    const key: [string, string] = [actor.workspaceId, credentialId(actor)];
    if (actor.kind === 'agent') tokens.push(key);
    else (actor.sessionId === null ? people : sessions).push(key);
  }
  const rows = await Promise.all([
    tokens.length === 0 ? [] : findTokens(reader, tokens, now),
    sessions.length === 0 ? [] : findSessions(reader, sessions, now),
    people.length === 0 ? [] : findPeople(reader, people),
  ]);
  return new Map(rows.flat().map((row) => [keyOf(row.workspace_id, row.id), row]));
}

type Keys = [workspaceId: string, id: string][];

function findTokens(reader: Reader, keys: Keys, now: string): Promise<StandingRow[]> {
  return reader.rows<StandingRow>((db) =>
    db('tokens')
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
      })
      .whereIn(['tokens.workspace_id', 'tokens.id'], keys)
      .whereNull('tokens.revoked_at')
      .where((query) => {
        void query.whereNull('tokens.expires_at').orWhere('tokens.expires_at', '>', now);
      })
      .whereNot('agents.state', 'revoked')
      .where(servedHere(db, 'tokens.workspace_id'))
      .select('tokens.workspace_id', 'tokens.id', 'tokens.expires_at', {
        standing: 'agents.access_mode',
      }),
  );
}

function findSessions(reader: Reader, keys: Keys, now: string): Promise<StandingRow[]> {
  return reader.rows<StandingRow>((db) =>
    db('sessions')
      .join('users', (on) => {
        on.on('users.workspace_id', 'sessions.workspace_id').on('users.id', 'sessions.user_id');
      })
      .whereIn(['sessions.workspace_id', 'sessions.id'], keys)
      .whereNull('sessions.revoked_at')
      .whereNull('users.deactivated_at')
      .where('sessions.expires_at', '>', now)
      .where('sessions.created_at', '>', oldestSession(now))
      .where(servedHere(db, 'sessions.workspace_id'))
      .select('sessions.workspace_id', 'sessions.id', 'sessions.expires_at', {
        standing: 'users.role',
      }),
  );
}

async function findPeople(reader: Reader, keys: Keys): Promise<StandingRow[]> {
  const rows = await reader.rows<Omit<StandingRow, 'expires_at'>>((db) =>
    db('users')
      .whereIn(['users.workspace_id', 'users.id'], keys)
      .whereNull('users.deactivated_at')
      .where(servedHere(db, 'users.workspace_id'))
      .select('users.workspace_id', 'users.id', { standing: 'users.role' }),
  );
  return rows.map((row) => ({ ...row, expires_at: null }));
}

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
