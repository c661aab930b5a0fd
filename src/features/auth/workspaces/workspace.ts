import { ulid } from 'ulid';
import { emit } from '../../../shared/events';
import type { Database } from '../../../platform/db/connect';
import { transact } from '../../../platform/db/transaction';
import type { UserActor } from '../../../platform/operation';
import { insertWorkspace } from '../user-store';

/** A workspace to make, and its owner. */
export interface WorkspaceRequest {
  readonly workspaceName: string;
  readonly email: string;
  readonly userName: string;
  /** As `hashPassword` made it. */
  readonly passwordHash: string;
}

/**
 * Makes a workspace with its system actor and its owner. Undefined when the address has an account
 * in any workspace, so that a script which runs twice makes one.
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
        summary: `${userName} made the workspace ${workspaceName}.`,
      },
    );
    return owner;
  });
}
