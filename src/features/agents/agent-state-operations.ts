import { endPoolClaims, returnToPool } from '../actions';
import { emit } from '../../shared/events';
import { endGrantsOf } from '../../shared/oauth-grants';
import { pauseOrdersOf } from '../orders';
import { checkIfMatch, etagOf } from '../../platform/http/responses/response';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { revokeTokensOf } from '../../shared/tokens';
import { getAgentById, lockAgent } from './agent-operations';
import { checkNotRevoked, resumedState } from './agent-rules';
import { updateAgentRow, type AgentRow } from './agent-store';

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
