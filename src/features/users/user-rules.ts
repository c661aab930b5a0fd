import type { Actor, Input } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** Whether a person is an active owner. */
export function isActiveOwner({
  role,
  deactivated_at: deactivatedAt,
}: {
  readonly role: string;
  readonly deactivated_at: string | null;
}): boolean {
  return role === 'owner' && deactivatedAt === null;
}

/** Throws 409 `LAST_OWNER` when the workspace would have no active owner left. */
export function checkOwnersLeft(owners: number): void {
  if (owners > 1) return;
  throw problem('LAST_OWNER', 'This is the last active owner. Make somebody else an owner first.');
}

/**
 * Throws 403 unless permitted: owners change roles and revoke tokens, and people change their own
 * names.
 */
export function checkMayUpdate(
  actor: Actor,
  userId: string,
  { name, role, revoke_created_tokens: isRevoking = false }: Input<'updateUser'>['body'],
): void {
  if (actor.kind !== 'user') throw problem('WRONG_ACTOR', 'Only people can call this operation.');
  if (role !== undefined && actor.role !== 'owner') {
    throw problem('FORBIDDEN', 'Only owners can change roles.');
  }
  if (isRevoking && actor.role !== 'owner') {
    throw problem('FORBIDDEN', 'Only owners can revoke the tokens that a person created.');
  }
  if (name !== undefined && actor.userId !== userId) {
    throw problem('FORBIDDEN', 'You can change only your own name.');
  }
}
