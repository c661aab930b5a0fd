import { bool, strings } from '../../../platform/db/statements/columns';
import type { Transaction } from '../../../platform/db/transaction';
import type { AgentActor } from '../../../platform/operation';

interface AskerRow {
  readonly id: string;
  readonly name: string;
  readonly access_mode: AgentActor['accessMode'];
  readonly state: AgentActor['state'] | 'revoked';
  readonly capabilities: string;
  readonly requires_proposals: unknown;
  readonly can_review: unknown;
}

/** An agent that asked for approval, perhaps a paused one, or the state in which it never acts again. */
type Asker = AgentActor | 'revoked';

/**
 * Locks the row of the agent that made a proposal until the transaction ends, so that a concurrent
 * pause or revocation waits. Call it before locking rows of other tables.
 */
export async function lockAsker(
  transaction: Transaction,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<Asker> {
  const row = await transaction.first<AskerRow>((db) =>
    db('agents')
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .where({ 'agents.workspace_id': workspaceId, 'agents.id': agentId })
      .select('actors.id', 'actors.name', 'agents.access_mode', 'agents.state')
      .select('agents.capabilities', 'agents.requires_proposals', 'agents.can_review')
      .forKeyShare('agents'),
  );
  if (row === undefined || row.state === 'revoked') return 'revoked';
  return {
    kind: 'agent',
    id: row.id,
    workspaceId,
    name: row.name,
    agentId,
    accessMode: row.access_mode,
    state: row.state,
    capabilities: strings(row.capabilities),
    requiresProposals: bool(row.requires_proposals),
    canReview: bool(row.can_review),
    // It acts by the permission of a person, not by a token.
    tokenId: '',
    scopes: ['read', 'write'],
  };
}
