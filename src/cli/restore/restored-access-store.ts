import type { Knex } from 'knex';
import { revokeAgentToken } from '../../features/agents';
import { findUserForUpdate, revokeReset, revokeSessions } from '../../features/auth';
import type { Database } from '../../platform/db/connect';
import { createReader, type Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { transact } from '../../platform/db/transaction';
import type { Role } from '../../platform/operation';
import { emit } from '../../shared/events';
import { endGrantsOf } from '../../shared/oauth-grant-store';
import { operatorContext } from '../workspaces/choose-workspace';

const maxShown = 100;

/** What a restore ends, because it may have been ended after the copy was made. */
export interface EndOptions {
  readonly endSessions?: boolean;
  readonly revokeTokens?: boolean;
}

/** Ends all sessions, or revokes all tokens and connections by OAuth, in every workspace. */
export async function endAccess(
  database: Database,
  { endSessions = false, revokeTokens = false }: EndOptions,
): Promise<string[]> {
  const ended: string[] = [];
  if (endSessions) ended.push(`Ended the sessions of ${await endAllSessions(database)} people.`);
  if (revokeTokens) {
    ended.push(`Revoked ${await revokeAllTokens(database)} tokens.`);
    ended.push(`Ended the OAuth connections of ${await endAllGrants(database)} people.`);
  }
  return ended;
}

/** The lines that say who can enter, and how to end that. */
export async function describeAccess(database: Database): Promise<string[]> {
  const reader = createReader(database);
  const now = new Date().toISOString();
  const most = maxShown + 1;
  const sessions = await findSignedIn(reader, now, most);
  const tokens = await findValidTokens(reader, now, most);
  const grants = await findValidGrants(reader, now, most);
  const people = await findPeople(reader, most);
  return [
    'A restore brings back what was ended after the copy was made. These can enter now:',
    ...listed('Sessions', sessions, (each) => `${each.name} <${each.email}>: ${each.sessions}`),
    ...listed('Tokens', tokens, (each) => `${each.id} of ${each.agent_name}: ${each.name}`),
    ...listed('OAuth connections', grants, (each) => `${each.client_name} as ${each.agent_name}`),
    ...listed('People', people, (each) => `${each.name} <${each.email}>, ${each.role}`),
    ...(sessions.length > 0 ? ['To end all sessions: callboard restore --end-sessions'] : []),
    ...(tokens.length + grants.length > 0
      ? [
          'To revoke all tokens and OAuth connections: callboard restore --revoke-tokens',
          'To revoke one token: callboard token revoke ID',
        ]
      : []),
    'An owner deactivates people, and revokes invitations, in the settings of the console.',
  ];
}

function listed<T>(title: string, entries: readonly T[], text: (entry: T) => string): string[] {
  const rest = entries.length > maxShown ? ['  and more'] : [];
  const shown = entries.slice(0, maxShown).map((entry) => `  ${text(entry)}`);
  return [`${title}:${entries.length === 0 ? ' none' : ''}`, ...shown, ...rest];
}

// What has ended leaves the list, so the next read finds the rest.
async function endAllSessions(database: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const now = new Date().toISOString();
    const people = await findSignedIn(createReader(database), now, maxShown);
    if (people.length === 0) return count;
    for (const { workspace_id: workspaceId, id: userId } of people) {
      await transact(database, async (transaction) => {
        const ctx = await operatorContext(transaction, workspaceId);
        const user = await findUserForUpdate(transaction, { workspaceId, userId });
        if (user === undefined) return;
        await revokeSessions(transaction, user, ctx.now);
        await revokeReset(transaction, user, ctx.now);
        emit(ctx, {
          kind: 'session.deleted',
          subject: { type: 'user', id: user.id, title: user.name },
          summary: `${ctx.actor.name} ended all sessions of ${user.name} after a restore.`,
        });
      });
      count += 1;
    }
  }
}

async function revokeAllTokens(database: Database): Promise<number> {
  let count = 0;
  for (;;) {
    const now = new Date().toISOString();
    const tokens = await findValidTokens(createReader(database), now, maxShown);
    if (tokens.length === 0) return count;
    for (const token of tokens) {
      await transact(database, async (transaction) =>
        revokeAgentToken(await operatorContext(transaction, token.workspace_id), token),
      );
      count += 1;
    }
  }
}

async function endAllGrants(database: Database): Promise<number> {
  const ended = new Set<string>();
  for (;;) {
    const now = new Date().toISOString();
    const [grant] = await findValidGrants(createReader(database), now, 1);
    if (grant === undefined) return ended.size;
    const { workspace_id: workspaceId, user_id: userId } = grant;
    await transact(database, async (transaction) => {
      const ctx = await operatorContext(transaction, workspaceId);
      await findUserForUpdate(transaction, { workspaceId, userId });
      await endGrantsOf(ctx, { user_id: userId }, `Ended: ${ctx.actor.name} restored a copy.`);
    });
    ended.add(userId);
  }
}

/** A person who may sign in. */
interface ActivePerson {
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** A person with sessions that have not ended. */
interface SignedInPerson extends ActivePerson {
  readonly sessions: number;
}

/** A token that a person made and that is valid. */
interface ValidToken {
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly agent_name: string;
}

/** A connection by OAuth, which the person of `user_id` permitted. */
interface ValidGrant {
  readonly workspace_id: string;
  readonly id: string;
  readonly user_id: string;
  readonly client_name: string;
  readonly agent_name: string;
}

/** The people who may sign in, at most `limit`. */
function findPeople(reader: Reader, limit: number): Promise<ActivePerson[]> {
  return reader.rows<ActivePerson>((db) =>
    people(db).orderBy(['users.workspace_id', 'users.id']).limit(limit),
  );
}

/** The people with sessions, at most `limit`. */
async function findSignedIn(reader: Reader, now: string, limit: number): Promise<SignedInPerson[]> {
  const rows = await reader.rows<SignedInPerson>((db) =>
    people(db)
      .join('sessions', (on) => {
        on.on('sessions.workspace_id', 'users.workspace_id').on('sessions.user_id', 'users.id');
      })
      .whereNull('sessions.revoked_at')
      .where('sessions.expires_at', '>', now)
      .groupBy(['users.workspace_id', 'users.id', 'actors.name', 'users.email', 'users.role'])
      .orderBy(['users.workspace_id', 'users.id'])
      .limit(limit)
      .count({ sessions: '*' }),
  );
  return rows.map((row) => ({ ...row, sessions: int(row.sessions) }));
}

/** The valid tokens that people made, at most `limit`. */
function findValidTokens(reader: Reader, now: string, limit: number): Promise<ValidToken[]> {
  return reader.rows<ValidToken>((db) =>
    ofAgents(db('tokens'), 'tokens')
      .whereNull('tokens.revoked_at')
      .whereNull('tokens.grant_id')
      .where((valid) => {
        void valid.whereNull('tokens.expires_at').orWhere('tokens.expires_at', '>', now);
      })
      .orderBy(['tokens.workspace_id', 'tokens.id'])
      .limit(limit)
      .select('tokens.workspace_id', 'tokens.id', 'tokens.name', 'actors.name as agent_name'),
  );
}

/** The connections by OAuth that have not ended, at most `limit`. */
function findValidGrants(reader: Reader, now: string, limit: number): Promise<ValidGrant[]> {
  return reader.rows<ValidGrant>((db) =>
    ofAgents(db('oauth_grants'), 'oauth_grants')
      .whereNull('oauth_grants.ended_at')
      .where('oauth_grants.expires_at', '>', now)
      .orderBy(['oauth_grants.workspace_id', 'oauth_grants.id'])
      .limit(limit)
      .select('oauth_grants.workspace_id', 'oauth_grants.id', 'oauth_grants.user_id')
      .select('oauth_grants.client_name', 'actors.name as agent_name'),
  );
}

function people(db: Knex): Knex.QueryBuilder {
  return db('users')
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'users.workspace_id').on('actors.id', 'users.actor_id');
    })
    .whereNull('users.deactivated_at')
    .select('users.workspace_id', 'users.id', 'actors.name', 'users.email', 'users.role');
}

function ofAgents(query: Knex.QueryBuilder, table: string): Knex.QueryBuilder {
  return query
    .join('agents', (on) => {
      on.on('agents.workspace_id', `${table}.workspace_id`).on('agents.id', `${table}.agent_id`);
    })
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
    })
    .whereNot('agents.state', 'revoked');
}
