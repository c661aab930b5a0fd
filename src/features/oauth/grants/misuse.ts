import { findSystemActor } from '../../../shared/actors';
import { endGrant } from '../../../shared/oauth-grants';
import type { TokenContext } from '../tokens/token-grant';
import type { GrantRow } from './grant-store';

/** Ends a locked grant because one of its secrets was misused, by the system actor. */
export async function endForMisuse(
  { transaction, now, newId }: TokenContext,
  grant: GrantRow,
  reason: string,
): Promise<void> {
  const { workspace_id: workspaceId } = grant;
  const actor = await findSystemActor(transaction, workspaceId);
  if (actor === undefined) throw new Error(`${workspaceId} has no system actor.`);
  await endGrant({ transaction, workspaceId, actor, now, newId }, grant, `Ended: ${reason}.`);
}
