import type { components } from '../../../generated/types';
import { json } from '../../platform/db/statements/columns';
import type { ReadContext } from '../../platform/operation';
import { showWithFiles } from '../../shared/file-store';
import { stateOf, type Payload } from './proposal-rules';
import type { ProposalRow } from './proposal-store';

/** Proposals in the contract's shape, with their files. */
export function toProposals(
  ctx: Pick<ReadContext, 'reader' | 'workspaceId' | 'now'>,
  rows: readonly ProposalRow[],
): Promise<components['schemas']['Proposal'][]> {
  return showWithFiles(ctx, rows, (row) => toProposal(row, ctx.now));
}

/** A proposal in the contract's shape, with its files. */
export async function toProposalWithFiles(
  ctx: Pick<ReadContext, 'reader' | 'workspaceId' | 'now'>,
  row: ProposalRow,
): Promise<components['schemas']['Proposal']> {
  const [proposal = toProposal(row, ctx.now)] = await toProposals(ctx, [row]);
  return proposal;
}

/** A proposal in the contract's shape, without its files. */
function toProposal(row: ProposalRow, now: string): components['schemas']['Proposal'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    agent_id: row.agent_id,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    kind: 'proposal',
    status: row.status,
    state: stateOf(row, now),
    operation: row.operation,
    payload: toPayload(row.payload),
    permitted_payload: row.permitted_payload === null ? null : toPayload(row.permitted_payload),
    execute: row.execute,
    result: toResult(row.result),
    title: row.question,
    description: row.description,
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
    decided_at: row.responded_at,
    decided_by_actor_id: row.responded_by_actor_id,
    decided_by_actor_kind: row.responded_by_kind,
    decided_by_actor_name: row.responded_by_name,
    decision_comment: row.response_comment,
    expires_at: row.expires_at,
    consumed_at: row.consumed_at,
    stale_at: row.stale_at,
    withdrawn_at: row.closed_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by_actor_kind: row.creator_kind,
    created_by_actor_name: row.creator_name,
    created_by_agent_id: row.creator_agent_id,
    created_by_user_id: row.creator_user_id,
    version: row.version,
  };
}

/** The outcome of a proposal. */
export type ProposalResult = NonNullable<components['schemas']['ProposalResult']>;

/** Parses the outcome of a proposal from its JSON text. */
export function toResult(text: string | null): ProposalResult | null {
  if (text === null) return null;
  const result: ProposalResult = JSON.parse(text);
  return result;
}

/** Parses a payload from its JSON text. */
export function toPayload(text: string): Payload {
  const value = json(text);
  if (typeof value !== 'object' || value === null) {
    throw new Error('The stored payload of a proposal is not a JSON object.');
  }
  return Object.fromEntries(Object.entries(value));
}
