import { findSystemActor } from '../../../shared/actors';
import { endGrant } from '../../../shared/oauth-grants';
import type { Moment } from '../tokens/token-grant';
import type { GrantRow } from './grant-store';

/** Ends a locked grant because one of its secrets is in the wrong hands, by the system actor. */
export async function endForMisuse(
  { transaction, now, newId }: Moment,
  grant: GrantRow,
  reason: string,
): Promise<void> {
  const { workspace_id: workspaceId } = grant;
  const actor = await findSystemActor(transaction, workspaceId);
  if (actor === undefined) throw new Error(`${workspaceId} has no system actor.`);
  await endGrant({ transaction, workspaceId, actor, now, newId }, grant, `Ended: ${reason}.`);
}
