import { findSystemActor } from '../../shared/actors';
import type { TokenChangeContext } from '../../features/agents';
import type { Transaction } from '../../platform/db/transaction';
import { newId } from '../../platform/ids';
import { CommandError } from '../failure';
import { checkNotClosed } from './choose-workspace';

/**
 * Returns the context for a change that an operator's command makes in a workspace. The system
 * actor emits its events; their summaries name the operator.
 */
export async function operatorContext(
  transaction: Transaction,
  workspaceId: string,
): Promise<TokenChangeContext> {
  await checkNotClosed(transaction, workspaceId);
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
