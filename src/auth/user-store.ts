import type { Knex } from 'knex';
import type { ReadHand, WriteHand } from '../platform/db/hands';
import type { UserActor } from '../platform/operation';

/** A person with the workspace that they belong to. */
export interface UserRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly actor_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly password_hash: string;
  readonly workspace_name: string;
  readonly workspace_plan: 'free' | 'unlimited';
}

/** What finds a person. */
export type UserKey =
  { readonly email: string } | { readonly workspaceId: string; readonly userId: string };

/** The person of that address (lower-case) or id, or undefined. */
export function findUser(hand: ReadHand, key: UserKey): Promise<UserRow | undefined> {
  return hand.first<UserRow>((db) =>
    users(db('users'))
      .where(
        'email' in key
          ? { 'users.email': key.email }
          : { 'users.workspace_id': key.workspaceId, 'users.id': key.userId },
      )
      .select(...userColumns),
  );
}

/** The owner who has been longest in the oldest workspace of the server, or undefined on an empty one. */
export function findFirstOwner(hand: ReadHand): Promise<UserRow | undefined> {
  return hand.first<UserRow>((db) =>
    users(db('users'))
      .where('users.role', 'owner')
      .orderBy(['workspaces.created_at', 'workspaces.id', 'users.id'])
      .limit(1)
      .select(...userColumns),
  );
}

/** The columns of a UserRow, after `joinUser`. */
export const userColumns = [
  'users.id',
  'users.workspace_id',
  'users.actor_id',
  'users.email',
  'users.role',
  'users.password_hash',
  'actors.name',
  'workspaces.name as workspace_name',
  'workspaces.plan as workspace_plan',
] as const;

/** Adds a person's name and workspace to a query over `users`. */
export function users<Q extends Knex.QueryBuilder>(query: Q): Q {
  void query
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'users.workspace_id').on('actors.id', 'users.actor_id');
    })
    .join('workspaces', 'workspaces.id', 'users.workspace_id');
  return query;
}

/** A person as the actor of a request. */
export function userActor(row: UserRow, sessionId: string | null): UserActor {
  return {
    kind: 'user',
    id: row.actor_id,
    workspaceId: row.workspace_id,
    name: row.name,
    userId: row.id,
    role: row.role,
    sessionId,
  };
}

/** What a new workspace begins with. */
export interface NewWorkspace {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly systemActorId: string;
  readonly userId: string;
  readonly userActorId: string;
  readonly userName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly now: string;
}

/** Stores a workspace with its system actor and its owner; false when the address is taken. */
export async function insertWorkspace(hand: WriteHand, made: NewWorkspace): Promise<boolean> {
  const stamps = { created_at: made.now, updated_at: made.now, version: 1 };
  const taken = await hand.first((db) => db('users').where({ email: made.email }).select('id'));
  if (taken !== undefined) return false;
  await hand.write((db) =>
    db('workspaces').insert({
      id: made.workspaceId,
      name: made.workspaceName,
      plan: 'unlimited',
      ...stamps,
    }),
  );
  await hand.write((db) =>
    db('actors').insert([
      {
        workspace_id: made.workspaceId,
        id: made.systemActorId,
        kind: 'system',
        name: 'Callboard',
        created_at: made.now,
      },
      {
        workspace_id: made.workspaceId,
        id: made.userActorId,
        kind: 'user',
        name: made.userName,
        created_at: made.now,
      },
    ]),
  );
  await hand.write((db) =>
    db('users').insert({
      workspace_id: made.workspaceId,
      id: made.userId,
      actor_id: made.userActorId,
      email: made.email,
      role: 'owner',
      password_hash: made.passwordHash,
      ...stamps,
    }),
  );
  return true;
}
