import type { Knex } from 'knex';
import { int } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';

/** A person who may sign in. */
interface ActivePerson {
  readonly workspace_id: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'owner' | 'member';
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
export function findPeople(reader: Reader, limit: number): Promise<ActivePerson[]> {
  return reader.rows<ActivePerson>((db) =>
    people(db).orderBy(['users.workspace_id', 'users.id']).limit(limit),
  );
}

/** The people with sessions, at most `limit`. */
export async function findSignedIn(
  reader: Reader,
  now: string,
  limit: number,
): Promise<SignedInPerson[]> {
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
export function findValidTokens(reader: Reader, now: string, limit: number): Promise<ValidToken[]> {
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
export function findValidGrants(reader: Reader, now: string, limit: number): Promise<ValidGrant[]> {
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
