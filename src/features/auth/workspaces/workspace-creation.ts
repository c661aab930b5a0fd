import { ulid } from 'ulid';
import { emit } from '../../../shared/events';
import type { Database } from '../../../platform/db/connect';
import { transact } from '../../../platform/db/transaction';
import type { UserActor } from '../../../platform/operation';
import { insertWorkspace } from './workspace-store';

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
