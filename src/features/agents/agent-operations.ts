import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import { bool, jsonText } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { containsWords } from '../../platform/db/statements/text-filter';
import { changedFields } from '../../platform/db/statements/compiled';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type {
  Context,
  Input,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import type { Outgoing } from '../../platform/outgoing';
import { notFound, problem } from '../../platform/problems';
import { addMilliseconds, SECOND } from '../../platform/time';
import { checkMayReadOf, nameTakenProblem } from '../../shared/actor-store';
import { changeOf, valuesOf } from '../../shared/audit-store';
import { emit, type EventSource, inWords } from '../../shared/events';
import { summarizeUsage } from '../../shared/usage-store';
import { activityWindows, endPoolClaims, returnToPool } from '../actions';
import {
  checkMayChange,
  checkMayChangeReview,
  checkMayChangeWebhook,
  checkNotRevoked,
  resumedState,
} from './agent-rules';
import {
  type AgentRow,
  agentsOf,
  capabilitiesOf,
  type Clock,
  findAgent,
  findAgentForUpdate,
  insertAgent,
  renameAgent,
  selectAgent,
  updateAgentRow,
} from './agent-store';
import { clientsFor } from './connection-rules';
import { endGrantsOf } from '../../shared/oauth-grant-store';
import { pauseOrdersOf } from '../orders';
import { revokeTokensOf } from '../../shared/tokens';

/** Lists agents, sorted by name by default. */
export const listAgents: ReadHandler<'listAgents'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const page = await pageOf<AgentRow>(
    reader,
    {
      matching: (db) => {
        const agents = agentsOf(db, workspaceId);
        if (filters.q !== undefined) {
          void agents.where(containsWords(reader.dialect, ['actors.name'], filters.q));
        }
        if (filters.state !== undefined) void agents.whereIn('agents.state', [...filters.state]);
        return agents;
      },
      select: (agents, db) => selectAgent(agents, db, { ...activityWindows(ctx), workspaceId }),
      id: 'agents.id',
      sorts: {
        name: { column: 'actors.sort_key', type: 'text' },
        created_at: { column: 'agents.created_at', type: 'instant' },
        last_seen_at: { column: 'agents.last_seen_at', type: 'instant', nullable: true },
      },
      defaultSort: 'name',
    },
    { limit, offset, after, sort },
  );
  const { rows, ...envelope } = page;
  return {
    status: 200,
    body: {
      items: rows.map((row) => toAgent(row, ctx)),
      ...envelope,
      filters: { ...filters },
      hidden_count: 0,
    },
  };
};

/** The fields of the contract's `AgentCreate`. */
type AgentFields = Input<'createAgent'>['body'];

/**
 * Adds an agent and emits agent.created. Returns its id. Throws 409 `NAME_TAKEN` if another actor of
 * the workspace has the name.
 */
export async function addAgent(
  source: EventSource & { readonly actor: { readonly id: string; readonly name: string } },
  fields: AgentFields,
): Promise<string> {
  const { transaction, workspaceId, actor, newId, now } = source;
  const id = newId('agt');
  const inserted = await insertAgent(transaction, {
    id,
    workspaceId,
    actorId: newId('atr'),
    name: fields.name,
    icon: fields.icon ?? null,
    capabilities: fields.capabilities ?? [],
    webhookUrl: fields.webhook_url ?? null,
    requiresProposals: fields.requires_proposals ?? false,
    canReview: fields.can_review ?? false,
    accessMode: fields.access_mode ?? 'worker',
    createdByActorId: actor.id,
    now,
  });
  if (!inserted) throw nameTakenProblem({ kind: 'agent', name: fields.name });
  emit(source, {
    kind: 'agent.created',
    subject: { type: 'agent', id, title: fields.name },
    summary: `${actor.name} added the agent ${fields.name}.`,
    audit: { new: initialRights(fields) },
  });
  return id;
}

function initialRights(fields: AgentFields) {
  const names = ['access_mode', 'requires_proposals', 'can_review', 'capabilities', 'webhook_url'];
  const defaults = { access_mode: 'worker', requires_proposals: false, can_review: false };
  return valuesOf({ ...defaults, capabilities: [], ...fields }, names);
}

/**
 * Makes the operation that creates an agent, which stays pending until its first authenticated
 * request. `checkUrl` judges its `webhook_url`.
 */
export const createAgentWith =
  (checkUrl: Outgoing['checkUrl']): WriteHandler<'createAgent'> =>
  async ({ body }, ctx) => {
    const { actor } = ctx;
    if (body.access_mode === 'sysadmin' && actor.kind === 'agent') {
      throw problem('FORBIDDEN', 'Only people can create a sysadmin agent.');
    }
    if (body.can_review === true) checkMayChangeReview(actor, true);
    const webhookUrl = body.webhook_url ?? null;
    checkMayChangeWebhook(actor, webhookUrl ?? undefined);
    if (webhookUrl !== null) checkUrl(webhookUrl, 'body/webhook_url');
    const id = await addAgent(ctx, body);
    const agent = await getAgentById(ctx, id);
    return {
      status: 201,
      body: agent,
      headers: { Location: `/v1/agents/${id}`, ETag: etagOf(agent.version) },
    };
  };

/** Reads an agent. */
export const getAgent: ReadHandler<'getAgent'> = async ({ path }, ctx) => {
  const agent = await getAgentById(ctx, path.id);
  return { status: 200, body: agent, headers: { ETag: etagOf(agent.version) } };
};

/** Returns an agent as the contract defines it. Throws 404 if the workspace has no such agent. */
export async function getAgentById(ctx: Context & { readonly reader: Reader }, id: string) {
  const row = await findAgent(ctx.reader, ctx.workspaceId, id, ctx);
  if (row === undefined) throw notFound('agent', id);
  return toAgent(row, ctx);
}

/**
 * Locks an agent's row until the transaction ends and returns it. Throws 404 if the workspace has
 * no such agent.
 */
async function lockAgent(ctx: WriteContext, id: string): Promise<AgentRow> {
  const row = await findAgentForUpdate(ctx.transaction, ctx.workspaceId, id, ctx);
  if (row === undefined) throw notFound('agent', id);
  return row;
}

/**
 * Makes the operation that updates an agent. Absent fields do not change. `checkUrl` judges a
 * changed `webhook_url`.
 */
export const updateAgentWith =
  (checkUrl: Outgoing['checkUrl']): WriteHandler<'updateAgent'> =>
  async ({ path, header, body }, ctx) => {
    const { transaction, actor, now } = ctx;
    const row = await lockAgent(ctx, path.id);
    const { name, ...columns } = changedFields(row, {
      ...body,
      capabilities: body.capabilities && (jsonText(body.capabilities) ?? undefined),
    });
    checkMayChange(actor, row, columns);
    checkIfMatch(header['If-Match'], row.version);
    if (typeof columns.webhook_url === 'string') checkUrl(columns.webhook_url, 'body/webhook_url');
    const fields = Object.keys(name === undefined ? columns : { name, ...columns });
    if (fields.length > 0) {
      if (name !== undefined && !(await renameAgent(transaction, row, name)))
        throw nameTakenProblem({ kind: 'agent', name });
      await updateAgentRow(transaction, row, { ...columns, updated_at: now });
    }
    const agent = await getAgentById(ctx, row.id);
    if (fields.length > 0) {
      emit(ctx, {
        kind: 'agent.updated',
        subject: { type: 'agent', id: row.id, title: name ?? row.name },
        summary: `${actor.name} changed ${inWords(fields)}.`,
        related: { self: [row.actor_id] },
        audit: changeOf(toAgent(row, ctx), agent, fields),
      });
    }
    return { status: 200, body: agent, headers: { ETag: etagOf(agent.version) } };
  };

/** Sums what an agent reported about its work, by day. */
export const getAgentUsage: ReadHandler<'getAgentUsage'> = async ({ path, query }, ctx) => {
  const agent = await getAgentById(ctx, path.id);
  checkMayReadOf(ctx.actor, agent, 'the usage');
  return { status: 200, body: await summarizeUsage(ctx, { agentId: agent.id }, query.days) };
};

/** Returns what to paste into each client of the agent-tool protocol to work as the agent. */
export const getAgentConnection: ReadHandler<'getAgentConnection'> = async ({ path }, ctx) => {
  const { id, mcp_url: mcpUrl } = await getAgentById(ctx, path.id);
  const clients = mcpUrl === null ? [] : clientsFor(mcpUrl);
  return { status: 200, body: { agent_id: id, mcp_url: mcpUrl, clients } };
};

/** An agent row as an Agent of the contract. Its presence is derived from its recent activity. */
export function toAgent(row: AgentRow, clock: Clock): components['schemas']['Agent'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    actor_id: row.actor_id,
    name: row.name,
    icon: row.icon,
    capabilities: capabilitiesOf(row),
    webhook_url: row.webhook_url,
    requires_proposals: bool(row.requires_proposals),
    can_review: bool(row.can_review),
    access_mode: row.access_mode,
    state: row.state,
    presence: presenceOf(row, clock),
    last_seen_at: row.last_seen_at,
    mcp_url: clock.settings.mcpUrl,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

function presenceOf(row: AgentRow, { now, settings }: Clock): 'working' | 'idle' | 'offline' {
  if (row.state === 'revoked') return 'offline';
  if (bool(row.is_working)) return 'working';
  const since = addMilliseconds(now, -settings.workingSeconds * SECOND);
  return row.last_seen_at !== null && row.last_seen_at > since ? 'idle' : 'offline';
}

/**
 * Pauses an agent: it may read but not write. Its claims of pool actions end, so that others can
 * claim them at once. Pausing a paused agent changes nothing.
 */
export const pauseAgent: WriteHandler<'pauseAgent'> = async (input, ctx) => {
  const row = await lockForChange(input, ctx);
  if (row.state !== 'paused') {
    await changeState(ctx, row, 'paused', { kind: 'agent.paused', verb: 'paused', ...input.body });
    await endPoolClaims(ctx, row, 'paused');
  }
  return reply(ctx, row.id);
};

/** Resumes a paused agent. Resuming an agent that is not paused changes nothing. */
export const resumeAgent: WriteHandler<'resumeAgent'> = async (input, ctx) => {
  const row = await lockForChange(input, ctx);
  if (row.state === 'paused') {
    const state = resumedState(row);
    await changeState(ctx, row, state, { kind: 'agent.resumed', verb: 'resumed', ...input.body });
  }
  return reply(ctx, row.id);
};

/**
 * Revokes an agent, which is final: revokes its tokens, ends its grants, pauses its active orders,
 * unassigns its open actions and ends its claims. The agent's own writes lock its row, so each of
 * them commits before this transaction or is refused.
 */
export const revokeAgent: WriteHandler<'revokeAgent'> = async (input, ctx) => {
  const { transaction, workspaceId, now } = ctx;
  const row = await lockForChange(input, ctx);
  await changeState(ctx, row, 'revoked', { kind: 'agent.revoked', verb: 'revoked', ...input.body });
  await pauseOrdersOf(ctx, row);
  await returnToPool(ctx, row);
  await endPoolClaims(ctx, row, 'revoked');
  await endGrantsOf(ctx, { agent_id: row.id }, `Ended: ${row.name} was revoked.`);
  const tokens = await revokeTokensOf(transaction, workspaceId, { agent_id: row.id }, now);
  emit(
    ctx,
    ...tokens.map(({ id, name }) => ({
      kind: 'token.revoked' as const,
      subject: { type: 'token' as const, id, title: name },
      summary: `Ended: ${row.name} was revoked.`,
    })),
  );
  return reply(ctx, row.id);
};

type Verb = 'pauseAgent' | 'resumeAgent' | 'revokeAgent';

async function lockForChange(
  { path, header }: Pick<Input<Verb>, 'path' | 'header'>,
  ctx: WriteContext,
): Promise<AgentRow> {
  const row = await lockAgent(ctx, path.id);
  checkIfMatch(header['If-Match'], row.version);
  checkNotRevoked(row);
  return row;
}

async function changeState(
  ctx: WriteContext,
  row: AgentRow,
  state: AgentRow['state'],
  change: {
    readonly kind: 'agent.paused' | 'agent.resumed' | 'agent.revoked';
    readonly verb: string;
    readonly reason?: string;
  },
): Promise<void> {
  const { transaction, actor, now } = ctx;
  await updateAgentRow(transaction, row, { state, updated_at: now });
  const reason = change.reason === undefined ? '.' : `: ${change.reason}`;
  emit(ctx, {
    kind: change.kind,
    subject: { type: 'agent', id: row.id, title: row.name },
    summary: `${actor.name} ${change.verb} ${row.name}${reason}`,
    related: { self: [row.actor_id] },
  });
}

async function reply(ctx: WriteContext, id: string) {
  const agent = await getAgentById(ctx, id);
  return { status: 200, body: agent, headers: { ETag: etagOf(agent.version) } } as const;
}
