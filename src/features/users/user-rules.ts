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
