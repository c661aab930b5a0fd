import type { Knex } from 'knex';
import { epochColumn } from '../../../platform/db/clock-and-epoch';
import type { Reader } from '../../../platform/db/reader';
import type { Condition } from '../../../platform/db/statements/columns';
import type { Transaction } from '../../../platform/db/transaction';
import { nameKey } from '../../../platform/name-key';
import type { UserActor, Role } from '../../../platform/operation';
import { nextTimeout } from '../../../shared/agent-request-store';
import { closedState, type ClosedState } from '../../../shared/closed-workspaces-store';
import { type Plan, storedBytes } from '../../../shared/plans';

/** A person with the workspace that they belong to. */
export interface UserRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly actor_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly deactivated_at: string | null;
  /** Until when the person is away; it may have passed. */
  readonly away_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly workspace_name: string;
  /** The plan of their workspace. */
  readonly plan: Plan;
  /** The prefixes of the keys of their workspace's actions, as a JSON array. */
  readonly key_prefixes: string;
  /** The windows of their workspace; null where the server's apply. */
  readonly working_seconds: number | null;
  readonly stalled_seconds: number | null;
}

/** A person who authenticates with a session. */
export interface CallerRow extends UserRow {
  /** When the next question of their workspace expires; null when none does. */
  readonly next_timeout: string | null;
  /** The bytes that their workspace stores; null before its first event. */
  readonly stored_bytes: number | null;
  /** The epoch of the database. */
  readonly epoch: string;
  /** Why their workspace is closed; null if it is not. */
  readonly closed_state: ClosedState | null;
}

// Sign-in compares the password with each account.
const MAX_ACCOUNTS = 100;

/** Identifies a person of a workspace. */
export type UserKey =
  | { readonly workspaceId: string; readonly email: string }
  | { readonly workspaceId: string; readonly userId: string };

/** The person with the address (lower-case) or id, or undefined. */
export function findUser(reader: Reader, key: UserKey): Promise<UserRow | undefined> {
  return reader.first<UserRow>((db) =>
    users(db('users'))
      .where({ 'users.workspace_id': key.workspaceId })
      .where('email' in key ? { 'users.email': key.email } : { 'users.id': key.userId })
      .select(...userColumns),
  );
}

/**
 * The active accounts of an address (lower-case) in one workspace or in all of them, oldest first,
 * at most 100.
 */
export function findAccounts(
  reader: Reader,
  email: string,
  workspaceId?: string,
): Promise<UserRow[]> {
  return reader.rows<UserRow>((db) =>
    accountsOf(db, email, workspaceId).whereNull('users.deactivated_at'),
  );
}

/** `findAccounts` including deactivated ones. */
export function findEveryAccount(
  reader: Reader,
  email: string,
  workspaceId?: string,
): Promise<UserRow[]> {
  return reader.rows<UserRow>((db) => accountsOf(db, email, workspaceId));
}

function accountsOf(db: Knex, email: string, workspaceId?: string): Knex.QueryBuilder {
  const workspace = workspaceId === undefined ? {} : { 'users.workspace_id': workspaceId };
  return users(db('users'))
    .where({ ...workspace, 'users.email': email })
    .orderBy(['users.created_at', 'users.id'])
    .limit(MAX_ACCOUNTS)
    .select(...userColumns);
}

/** The password hash of the oldest account of an address (lower-case), or undefined. */
export async function findOldestPassword(
  reader: Reader,
  email: string,
): Promise<string | undefined> {
  const row = await reader.first<{ password_hash: string }>((db) =>
    db('users').where({ email }).orderBy(['created_at', 'id']).limit(1).select('password_hash'),
  );
  return row?.password_hash;
}

/**
 * `findUser` with the row locked until the transaction ends. With `withdraws`, waits for the writes
 * of the person, which have locked the row.
 */
export async function findUserForUpdate(
  transaction: Transaction,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  withdraws = false,
): Promise<UserRow | undefined> {
  await transaction.lock((db) => {
    const user = db('users').where({ workspace_id: workspaceId, id: userId }).select('id');
    return withdraws ? user.forUpdate() : user.forNoKeyUpdate();
  });
  return findUser(transaction, { workspaceId, userId });
}

/** A query for the people of a workspace. */
export function usersOf(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return users(db('users')).where('users.workspace_id', workspaceId);
}

/** The people of some workspaces with these ids. */
export function findUsersByIds(
  reader: Reader,
  ids: readonly { readonly workspace_id: string; readonly user_id: string }[],
): Promise<UserRow[]> {
  const keys = ids.map(({ workspace_id, user_id }) => [workspace_id, user_id]);
  return reader.rows<UserRow>((db) =>
    users(db('users'))
      .whereIn(['users.workspace_id', 'users.id'], keys)
      .select(...userColumns),
  );
}

/** The number of active owners of the workspace. */
export async function countActiveOwners(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.first<{ owners: number }>((db) =>
    db('users')
      .where({ workspace_id: workspaceId, role: 'owner', deactivated_at: null })
      .count({ owners: '*' }),
  );
  return Number(row?.owners ?? 0);
}

/** The changes of a person. */
export type UserChanges = Partial<
  Pick<UserRow, 'name' | 'email' | 'role' | 'password_hash' | 'deactivated_at' | 'away_until'>
>;

/**
 * Changes a person and increments their version. Returns the changed row. Violates the unique index
 * when the workspace already has an account with the new `email`.
 */
export async function changeUser(
  transaction: Transaction,
  user: UserRow,
  { name, ...columns }: UserChanges,
  now: string,
): Promise<UserRow> {
  const { workspace_id, id, actor_id } = user;
  const versionColumns = { updated_at: now, version: user.version + 1 };
  await transaction.write((db) =>
    db('users')
      .where({ workspace_id, id })
      .update({ ...columns, ...versionColumns }),
  );
  if (name !== undefined) {
    await transaction.write((db) =>
      db('actors')
        .where({ workspace_id, id: actor_id })
        .update({ name, name_key: nameKey(name) }),
    );
  }
  return { ...user, ...columns, ...versionColumns, name: name ?? user.name };
}

/** A person to store. */
export interface NewUser {
  readonly workspaceId: string;
  readonly id: string;
  readonly actorId: string;
  readonly name: string;
  /** Lower-case. */
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly now: string;
}

/**
 * Stores a person with their actor. Returns false when the workspace already has an account with
 * the address; the unique index decides.
 */
export async function insertUser(transaction: Transaction, user: NewUser): Promise<boolean> {
  const { workspaceId, now } = user;
  await transaction.write((db) =>
    db('actors').insert({
      workspace_id: workspaceId,
      id: user.actorId,
      kind: 'user',
      name: user.name,
      name_key: nameKey(user.name),
      created_at: now,
    }),
  );
  const inserted = await transaction.write((db) =>
    db('users')
      .insert({
        workspace_id: workspaceId,
        id: user.id,
        actor_id: user.actorId,
        email: user.email,
        role: user.role,
        password_hash: user.passwordHash,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .onConflict(['workspace_id', 'email'])
      .ignore(),
  );
  return inserted > 0;
}

/** The oldest active owner of the oldest workspace; undefined when there is no workspace. */
export function findFirstOwner(reader: Reader): Promise<CallerRow | undefined> {
  return reader.first<CallerRow>((db) =>
    users(db('users'))
      .where('users.role', 'owner')
      .whereNull('users.deactivated_at')
      .orderBy(['workspaces.created_at', 'workspaces.id', 'users.id'])
      .limit(1)
      .select(
        ...userColumns,
        nextTimeout(db, 'users.workspace_id'),
        storedBytes(db, db.raw('users.workspace_id')),
        epochColumn(db),
        closedState(db, 'users.workspace_id'),
      ),
  );
}

/** The columns of a UserRow in a query from `users`. */
export const userColumns = [
  'users.id',
  'users.workspace_id',
  'users.actor_id',
  'users.email',
  'users.role',
  'users.password_hash',
  'users.deactivated_at',
  'users.away_until',
  'users.created_at',
  'users.updated_at',
  'users.version',
  'actors.name',
  'workspaces.name as workspace_name',
  'workspaces.plan',
  'workspaces.key_prefixes',
  'workspaces.working_seconds',
  'workspaces.stalled_seconds',
] as const;

/** Joins the actor and the workspace to a query of the `users` table. */
export function users<Q extends Knex.QueryBuilder>(query: Q): Q {
  void query
    .join('actors', (on) => {
      on.on('actors.workspace_id', 'users.workspace_id').on('actors.id', 'users.actor_id');
    })
    .join('workspaces', 'workspaces.id', 'users.workspace_id');
  return query;
}

/** A query for the people with an identity of OpenID Connect, from `oidc_identities`. */
export function usersOfIdentities(db: Knex): Knex.QueryBuilder {
  return users(
    db('oidc_identities').join('users', (on) => {
      on.on('users.workspace_id', 'oidc_identities.workspace_id').on(
        'users.id',
        'oidc_identities.user_id',
      );
    }),
  );
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

/**
 * Limits invitations or password resets to those whose creator is an active owner, or the system
 * actor, as which the command line creates them. Belongs into the statement that redeems them,
 * because a person may have created one while losing the role.
 */
export function hasAuthorizedCreator(
  db: Knex,
  table: 'invitations' | 'password_resets',
): Condition {
  const owner = db('users as creators')
    .whereRaw(`creators.workspace_id = ${table}.workspace_id`)
    .whereRaw(`creators.actor_id = ${table}.created_by_actor_id`)
    .where('creators.role', 'owner')
    .whereNull('creators.deactivated_at')
    .select(db.raw('1'));
  const system = db('actors as creators')
    .whereRaw(`creators.workspace_id = ${table}.workspace_id`)
    .whereRaw(`creators.id = ${table}.created_by_actor_id`)
    .where('creators.kind', 'system')
    .select(db.raw('1'));
  return (rows) =>
    void rows.where((either) => void either.whereExists(owner).orWhereExists(system));
}
