import { activityWindows } from '../actions';
import { nameTakenProblem } from '../../shared/actors';
import { emit, type EventSource } from '../../shared/events';
import { pageOf } from '../../platform/db/statements/page';
import type { Reader } from '../../platform/db/reader';
import { etagOf } from '../../platform/http/responses/preconditions';
import type {
  Context,
  Input,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import type { Outgoing } from '../../platform/outgoing';
import { notFound, problem } from '../../platform/problems';
import { toAgent } from './agent-mapping';
import { checkMayChangeReview, checkMayChangeWebhook } from './agent-policy';
import {
  agentsOf,
  findAgent,
  findAgentForUpdate,
  insertAgent,
  selectAgent,
  type AgentRow,
} from './agent-store';

/** Lists agents, sorted by name by default. */
export const listAgents: ReadHandler<'listAgents'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const page = await pageOf<AgentRow>(
    reader,
    {
      matching: (db) => {
        const agents = agentsOf(db, workspaceId);
        return query.state === undefined
          ? agents
          : agents.whereIn('agents.state', [...query.state]);
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
    query,
  );
  const { rows, ...envelope } = page;
  const filters = query.state === undefined ? {} : { state: query.state };
  return {
    status: 200,
    body: { items: rows.map((row) => toAgent(row, ctx)), ...envelope, filters, hidden_count: 0 },
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
  });
  return id;
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
export async function lockAgent(ctx: WriteContext, id: string): Promise<AgentRow> {
  const row = await findAgentForUpdate(ctx.transaction, ctx.workspaceId, id, ctx);
  if (row === undefined) throw notFound('agent', id);
  return row;
}
