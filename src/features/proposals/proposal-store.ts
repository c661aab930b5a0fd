import type { Knex } from 'knex';
import { bool, isOneOf, type Condition } from '../../platform/db/statements/columns';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { selectRequest, type RequestStatus } from '../../shared/agent-requests';
import type { GatedOperation, ProposalState } from './proposal-rules';

/** A proposal as it is stored, with its author. Its title is in `question`; payloads are JSON texts; times are ISO 8601 UTC. */
export interface ProposalRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: 'open' | 'resolved';
  readonly agent_id: string;
  readonly created_by_actor_id: string;
  readonly updated_by_actor_id: string;
  readonly action_id: string | null;
  readonly project_id: string | null;
  readonly order_id: string | null;
  readonly question: string;
  readonly description: string | null;
  readonly operation: GatedOperation;
  readonly payload: string;
  readonly permitted_payload: string | null;
  readonly response: 'permit' | 'deny' | null;
  readonly response_comment: string | null;
  readonly responded_at: string | null;
  readonly responded_by_actor_id: string | null;
  readonly closed_at: string | null;
  readonly consumed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly creator_name: string | null;
  readonly creator_agent_id: string | null;
  readonly creator_user_id: string | null;
}

/** What a list of proposals may be narrowed to. */
export interface ProposalFilters {
  readonly status?: RequestStatus | undefined;
  readonly state?: readonly ProposalState[] | undefined;
  readonly agent_id?: string | undefined;
  readonly operation?: GatedOperation | undefined;
}

// `stateOf` as conditions.
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

/** The proposals of a workspace that match the filters. Their table's name is `agent_requests`. */
export function proposalsOf(
  db: Knex,
  workspaceId: string,
  { state, status, ...filters }: ProposalFilters = {},
): Knex.QueryBuilder {
  const query = db('agent_requests')
    .where('agent_requests.workspace_id', workspaceId)
    .where(isOneOf('agent_requests.kind', ['proposal']));
  if (status !== undefined) void query.where(isOneOf('agent_requests.status', [status]));
  if (state !== undefined) {
    void query.where((either) => {
      for (const one of state) void either.orWhere(inState[one]);
    });
  }
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
  return reader.first<ProposalRow>((db) =>
    selectRequest(proposalsOf(db, workspaceId).where('agent_requests.id', id)),
  );
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
  readonly scope: {
    readonly action_id: string | null;
    readonly project_id: string | null;
    readonly order_id: string | null;
  };
  readonly now: string;
}

/** Stores an open proposal. */
export async function insertProposal(
  transaction: Transaction,
  proposal: NewProposal,
): Promise<void> {
  await transaction.write((db) =>
    db('agent_requests').insert({
      workspace_id: proposal.workspaceId,
      id: proposal.id,
      kind: 'proposal',
      status: 'open',
      agent_id: proposal.agentId,
      created_by_actor_id: proposal.actorId,
      updated_by_actor_id: proposal.actorId,
      ...proposal.scope,
      question: proposal.title,
      description: proposal.description,
      operation: proposal.operation,
      payload: JSON.stringify(proposal.payload),
      // What only questions have.
      allow_free_text: false,
      on_answer: '',
      blocking: false,
      created_at: proposal.now,
      updated_at: proposal.now,
      version: 1,
    }),
  );
}

/** Marks a permitted proposal as used. False when somebody was faster: the database decides. */
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

/** Whether an order asks for leave. False when there is no such order. */
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
