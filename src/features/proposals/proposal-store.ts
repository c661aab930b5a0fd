import type { Knex } from 'knex';
import { bool, isOneOf, type Condition } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import {
  filterRequests,
  findRequest,
  getRequest,
  insertRequest,
  requestsOf,
  type RequestFilters,
  type RequestRow,
} from '../../shared/agent-requests';
import type { GatedOperation, ProposalState } from './proposal-rules';

/**
 * A proposal as it is stored, with its author. Its title is in `question`; payloads are JSON texts.
 */
export interface ProposalRow extends RequestRow {
  readonly agent_id: string;
  readonly description: string | null;
  readonly operation: GatedOperation;
  readonly payload: string;
  readonly permitted_payload: string | null;
  readonly consumed_at: string | null;
}

/** The filters of a list of proposals. */
export interface ProposalFilters extends RequestFilters<ProposalState> {
  readonly agent_id?: string | undefined;
  readonly operation?: GatedOperation | undefined;
}

// `stateOf` in SQL.
const inState: Readonly<Record<ProposalState, Condition>> = {
  open: isOneOf('agent_requests.status', ['open']),
  withdrawn: (query) => void query.whereNotNull('agent_requests.closed_at'),
  denied: (query) => void query.where('agent_requests.response', 'deny'),
  permitted: (query) =>
    void query
      .where(isOneOf('agent_requests.status', ['resolved']))
      .where('agent_requests.response', 'permit')
      .whereNull('agent_requests.consumed_at'),
  consumed: (query) => void query.whereNotNull('agent_requests.consumed_at'),
};

/**
 * The proposals of a workspace that match the filters, to count and page: a query over
 * `agent_requests`.
 */
export function proposalsOf(
  db: Knex,
  workspaceId: string,
  filters: ProposalFilters,
): Knex.QueryBuilder {
  const query = filterRequests(requestsOf(db, workspaceId, 'proposal'), filters, inState);
  for (const name of ['agent_id', 'operation'] as const) {
    const value = filters[name];
    if (value !== undefined) void query.where(`agent_requests.${name}`, value);
  }
  return query;
}

/** The proposal of an id, or undefined. */
export function findProposal(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ProposalRow | undefined> {
  return findRequest<ProposalRow>(reader, workspaceId, 'proposal', id);
}

/** The proposal of an id; 404 when the workspace has none. */
export function getProposalRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<ProposalRow> {
  return getRequest<ProposalRow>(reader, workspaceId, 'proposal', id);
}

/** A proposal to store. */
export interface NewProposal {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly actorId: string;
  readonly operation: GatedOperation;
  readonly payload: object;
  readonly title: string;
  readonly description: string | null;
  readonly about: {
    readonly actionId: string | null;
    readonly projectId: string | null;
    readonly orderId: string | null;
  };
  readonly now: string;
}

/** Stores an open proposal. */
export async function insertProposal(
  transaction: Transaction,
  proposal: NewProposal,
): Promise<void> {
  await insertRequest(transaction, {
    ...proposal,
    kind: 'proposal',
    question: proposal.title,
    columns: {
      description: proposal.description,
      operation: proposal.operation,
      payload: JSON.stringify(proposal.payload),
      // Columns of questions that cannot be null.
      allow_free_text: false,
      on_answer: '',
      blocking: false,
    },
  });
}

/** Marks a permitted proposal as consumed. False when a concurrent transaction has consumed it. */
export async function consumeProposal(
  transaction: Transaction,
  { workspace_id, id }: Pick<ProposalRow, 'workspace_id' | 'id'>,
  { actorId, now }: { readonly actorId: string; readonly now: string },
): Promise<boolean> {
  const consumed = await transaction.write((db) =>
    db('agent_requests')
      .where({ workspace_id, id, response: 'permit' })
      .where(isOneOf('status', ['resolved']))
      .whereNull('consumed_at')
      .update({
        consumed_at: now,
        updated_by_actor_id: actorId,
        updated_at: now,
        version: db.raw('version + 1'),
      }),
  );
  return consumed > 0;
}

/** Whether an order requires proposals. False when the workspace has no order of that id. */
export async function orderRequiresProposals(
  reader: Reader,
  workspaceId: string,
  orderId: string,
): Promise<boolean> {
  const row = await reader.first<{ requires_proposals: unknown }>((db) =>
    db('orders').where({ workspace_id: workspaceId, id: orderId }).select('requires_proposals'),
  );
  return bool(row?.requires_proposals);
}
