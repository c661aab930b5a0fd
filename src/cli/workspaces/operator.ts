import { findSystemActor } from '../../shared/actors';
import type { TokenSource } from '../../features/agents';
import type { Transaction } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { CommandError } from '../failure';

/**
 * The operator who runs a command, as the source of a change in a workspace: its events are by the
 * system actor, and their summaries name the operator.
 */
export async function operatorOf(
  transaction: Transaction,
  workspaceId: string,
): Promise<TokenSource> {
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) {
    throw new CommandError(`The workspace ${workspaceId} has no system actor.`);
  }
  const now = new Date().toISOString();
  return {
    transaction,
    workspaceId,
    now,
    newId: (prefix) => newId(prefix, now),
    actor: { id: system.id, name: 'The operator' },
  };
}
