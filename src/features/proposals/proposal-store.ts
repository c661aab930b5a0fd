import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { bool, int, isOneOf, type Condition } from '../../platform/db/statements/columns';
import type { Reader } from '../../platform/db/reader';
import type { Actor } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { documentViewer, visibleProposals } from '../../shared/document-visibility';
import type { Transaction } from '../../platform/db/transaction';
import {
  filterRequests,
  filterResponses,
  findRequest,
  getRequest,
  insertRequest,
  requestsOf,
  type RequestFilters,
  type RequestRow,
} from '../../shared/agent-request-store';
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
  /** When a use was refused because the target had changed. */
  readonly stale_at: string | null;
  /** When the permission ends; null unless it was given. */
  readonly expires_at: string | null;
  readonly execute: Execution;
  /** The outcome of executing it, as JSON. */
  readonly result: string | null;
}

/** Who executes a permitted request. */
export type Execution = components['schemas']['ProposalExecution'];

/** The filters of a list of proposals. */
export interface ProposalFilters extends RequestFilters<ProposalState> {
  readonly agent_id?: string | undefined;
  readonly operation?: GatedOperation | undefined;
  readonly decided_by_actor_id?: string | undefined;
  readonly decided_since?: string | undefined;
  readonly decided_before?: string | undefined;
}

const isUnused: Condition = (query) =>
  void query
    .where(isOneOf('agent_requests.status', ['resolved']))
    .where('agent_requests.response', 'permit')
    .whereNull('agent_requests.consumed_at');

const isOpen = isOneOf('agent_requests.status', ['open']);

// `stateOf` in SQL.
const statesAt = (now: string): Readonly<Record<ProposalState, Condition>> => ({
  open: isOpen,
  withdrawn: (query) => void query.whereNotNull('agent_requests.closed_at'),
  denied: (query) => void query.where('agent_requests.response', 'deny'),
  permitted: (query) =>
    void query
      .where(isUnused)
      .whereNull('agent_requests.stale_at')
      .where('agent_requests.expires_at', '>', now),
  consumed: (query) => void query.whereNotNull('agent_requests.consumed_at'),
  stale: (query) => void query.where(isUnused).whereNotNull('agent_requests.stale_at'),
  expired: (query) =>
    void query
      .where(isUnused)
      .whereNull('agent_requests.stale_at')
      .whereRaw('(agent_requests.expires_at > ?) is not true', [now]),
});

/** Where and when proposals are listed, and which of them the caller sees. */
interface ProposalScope {
  readonly workspaceId: string;
  readonly now: string;
  readonly shown: Condition;
}

/**
 * The proposals of a workspace that match the filters, to count and page: a query over
 * `agent_requests`.
 */
export function proposalsOf(
  db: Knex,
  { workspaceId, now, shown }: ProposalScope,
  filters: ProposalFilters,
): Knex.QueryBuilder {
  const all = requestsOf(db, workspaceId, 'proposal').where(shown);
  const query = filterRequests(all, filters, statesAt(now));
  for (const name of ['agent_id', 'operation'] as const) {
    const value = filters[name];
    if (value !== undefined) void query.where(`agent_requests.${name}`, value);
  }
  filterResponses(query, {
    by: filters.decided_by_actor_id,
    since: filters.decided_since,
    before: filters.decided_before,
  });
  return query;
}

/** The open proposals of a workspace, or of one agent, that the caller sees, to count and page. */
export function openProposalsOf(
  db: Knex,
  {
    workspaceId,
    shown,
    agentId,
  }: Omit<ProposalScope, 'now'> & { readonly agentId?: string | undefined },
): Knex.QueryBuilder {
  const open = requestsOf(db, workspaceId, 'proposal').where(isOpen).where(shown);
  return agentId === undefined ? open : open.where('agent_requests.agent_id', agentId);
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
  readonly execute: Execution;
  readonly fileIds: string | null;
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
      execute: proposal.execute,
      // Columns of questions that cannot be null.
      allow_free_text: false,
      on_answer: '',
      blocking: false,
    },
  });
}

/** The proposal of an id; 404 when the workspace has none, or the caller does not see it. */
export async function getShownProposal(
  reader: Reader,
  ctx: { readonly workspaceId: string; readonly actor: Actor },
  id: string,
): Promise<ProposalRow> {
  const row = await getProposalRow(reader, ctx.workspaceId, id);
  const isHidden = row.operation === 'updateDocument' && (await isHiddenProposal(reader, ctx, id));
  if (isHidden) throw notFound('proposal', id);
  return row;
}

/** Whether an id names a proposal of the workspace that the caller does not see. */
export async function isHiddenProposal(
  reader: Reader,
  { workspaceId, actor }: { readonly workspaceId: string; readonly actor: Actor },
  id: string,
): Promise<boolean> {
  const viewer = documentViewer(actor);
  if (viewer.everyone) return false;
  const hidden = await reader.first((db) =>
    requestsOf(db, workspaceId, 'proposal')
      .where('agent_requests.id', id)
      .whereNot(visibleProposals(viewer, reader.dialect))
      .select('agent_requests.id'),
  );
  return hidden !== undefined;
}

/** Marks a permitted proposal as consumed. False when a concurrent transaction has ended it. */
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
      .whereNull('stale_at')
      .update({
        consumed_at: now,
        updated_by_actor_id: actorId,
        updated_at: now,
        version: db.raw('version + 1'),
      }),
  );
  return consumed > 0;
}

/** Stores the outcome of a proposal whose row the transaction has changed or locked. */
export async function storeResult(
  transaction: Transaction,
  { workspace_id, id }: Pick<ProposalRow, 'workspace_id' | 'id'>,
  result: object,
): Promise<void> {
  await transaction.write((db) =>
    db('agent_requests')
      .where({ workspace_id, id })
      .update({ result: JSON.stringify(result) }),
  );
}

/** Marks a permission as stale. False when it has ended already. */
export async function endStalePermission(
  transaction: Transaction,
  { workspace_id, id }: Pick<ProposalRow, 'workspace_id' | 'id'>,
  { actorId, now }: { readonly actorId: string; readonly now: string },
): Promise<boolean> {
  const ended = await transaction.write((db) =>
    db('agent_requests')
      .where({ 'agent_requests.workspace_id': workspace_id, 'agent_requests.id': id })
      .where(isUnused)
      .whereNull('agent_requests.stale_at')
      .update({
        stale_at: now,
        updated_by_actor_id: actorId,
        updated_at: now,
        version: db.raw('version + 1'),
      }),
  );
  return ended > 0;
}

/** Locks proposals until the transaction ends. Skips those that other transactions have locked. */
export function lockPermitted(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<PermittedRow[]> {
  return transaction.rows<PermittedRow>((db) => {
    const rows = requestsOf(db, workspaceId, 'proposal')
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id', 'question', 'status', 'response', 'closed_at', 'consumed_at', 'stale_at')
      .select('expires_at', 'created_by_actor_id', 'action_id', 'project_id', 'order_id')
      .forNoKeyUpdate();
    return transaction.dialect === 'sqlite' ? rows : rows.skipLocked();
  });
}

/** The columns that the end of a permission needs. */
type PermittedRow = Pick<
  ProposalRow,
  | 'id'
  | 'question'
  | 'status'
  | 'response'
  | 'closed_at'
  | 'consumed_at'
  | 'stale_at'
  | 'expires_at'
  | 'created_by_actor_id'
  | 'action_id'
  | 'project_id'
  | 'order_id'
>;

/** The days after which permissions of the workspace end. */
export async function findApprovalDays(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.first<{ approval_days: number }>((db) =>
    db('workspaces').where({ id: workspaceId }).select('approval_days'),
  );
  return int(row?.approval_days);
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
