import { ulid } from 'ulid';
import { defaultPrefix } from '../../../platform/action-keys';
import type { Database } from '../../../platform/db/connect';
import type { Reader } from '../../../platform/db/reader';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { nameKey } from '../../../platform/name-key';
import type { UserActor } from '../../../platform/operation';
import { notClosed } from '../../../shared/closed-workspaces-store';
import { emit } from '../../../shared/events';
import { storedBytes } from '../../../shared/plans';
import { insertUser } from '../accounts/user-store';

/** A workspace to create, with its owner. */
export interface WorkspaceRequest {
  readonly workspaceName: string;
  readonly email: string;
  readonly userName: string;
  /** The result of `hashPassword`. */
  readonly passwordHash: string;
}

/**
 * Creates a workspace with its system actor and its owner, who is returned. Returns undefined when
 * the address already has an account in any workspace, so a script may run twice.
 */
export async function createWorkspace(
  database: Database,
  { workspaceName, email, userName, passwordHash }: WorkspaceRequest,
  now: string = new Date().toISOString(),
): Promise<UserActor | undefined> {
  const newId = (prefix: string): string => `${prefix}_${ulid(Date.parse(now))}`;
  const workspaceId = newId('wsp');
  const owner: UserActor = {
    kind: 'user',
    id: newId('atr'),
    workspaceId,
    name: userName,
    userId: newId('usr'),
    role: 'owner',
    sessionId: null,
  };
  return transact(database, async (transaction) => {
    const stored = await insertWorkspace(transaction, {
      workspaceId,
      workspaceName,
      systemActorId: newId('atr'),
      userId: owner.userId,
      userActorId: owner.id,
      userName,
      email: email.toLowerCase(),
      passwordHash,
      now,
    });
    if (!stored) return undefined;
    emit(
      { transaction, workspaceId, now, newId, actor: owner },
      {
        kind: 'workspace.created',
        subject: { type: 'workspace', id: workspaceId, title: workspaceName },
        summary: `${userName} created the workspace ${workspaceName}.`,
      },
    );
    return owner;
  });
}

/** A stored workspace; the server's setting applies for a window of null. */
export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  /** A JSON array that begins with the current one. */
  readonly key_prefixes: string;
  readonly plan: 'free' | 'unlimited';
  readonly time_zone: string;
  readonly working_seconds: number | null;
  readonly stalled_seconds: number | null;
  /** The bytes that it stores; null before its first event. */
  readonly stored_bytes: number | null;
  /** The days after which a permission ends. */
  readonly approval_days: number;
  /** The seconds for which no queue offers an action to the agent that released it. */
  readonly release_backoff: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** The workspace of an id, or undefined. */
export function findWorkspace(
  reader: Reader,
  workspaceId: string,
): Promise<WorkspaceRow | undefined> {
  return reader.first<WorkspaceRow>((db) =>
    db('workspaces')
      .where({ id: workspaceId })
      .select('workspaces.*', storedBytes(db, workspaceId)),
  );
}

/** Locks the workspace's row until the transaction ends. It is the first lock of the lock order. */
export async function lockWorkspace(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/** Changes columns of a workspace. */
export async function updateWorkspaceRow(
  transaction: Transaction,
  workspaceId: string,
  changes: Readonly<Partial<WorkspaceRow>>,
): Promise<void> {
  await transaction.write((db) => db('workspaces').where({ id: workspaceId }).update(changes));
}

/** The next `limit` ids of workspaces after an id, in ascending order, without closed ones. */
export async function findWorkspaceIds(
  reader: Reader,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>((db) =>
    db('workspaces')
      .where('id', '>', afterId)
      .where(notClosed(db, 'id'))
      .orderBy('id')
      .limit(limit)
      .select('id'),
  );
  return rows.map(({ id }) => id);
}

/** A workspace to store, with its system actor and its owner. */
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

const systemName = 'Callboard';

/**
 * Stores a workspace with its system actor and its owner. Returns false when the address already
 * has an account in any workspace. Only one of several concurrent calls succeeds: Postgres locks
 * the address, and SQLite has one writer.
 */
export async function insertWorkspace(
  transaction: Transaction,
  workspace: NewWorkspace,
): Promise<boolean> {
  const stamps = { created_at: workspace.now, updated_at: workspace.now, version: 1 };
  if (transaction.dialect === 'postgres') {
    await transaction.rows((db) =>
      db.raw('select pg_advisory_xact_lock(3, hashtext(?))', [workspace.email]),
    );
  }
  const { email, workspaceName } = workspace;
  const known = await transaction.first((db) =>
    db('users')
      .join('workspaces', 'workspaces.id', 'users.workspace_id')
      .where({ 'users.email': email, 'workspaces.name': workspaceName })
      .select('users.id'),
  );
  if (known !== undefined) return false;
  await transaction.write((db) =>
    db('workspaces').insert({
      id: workspace.workspaceId,
      name: workspace.workspaceName,
      plan: 'unlimited',
      key_prefixes: JSON.stringify([defaultPrefix(workspace.workspaceName)]),
      ...stamps,
    }),
  );
  await transaction.write((db) =>
    db('actors').insert({
      workspace_id: workspace.workspaceId,
      id: workspace.systemActorId,
      kind: 'system',
      name: systemName,
      name_key: nameKey(systemName),
      created_at: workspace.now,
    }),
  );
  return insertUser(transaction, {
    workspaceId: workspace.workspaceId,
    id: workspace.userId,
    actorId: workspace.userActorId,
    name: workspace.userName,
    email: workspace.email,
    role: 'owner',
    passwordHash: workspace.passwordHash,
    now: workspace.now,
  });
}
