import { endPoolClaims, returnToPool } from '../actions';
import { emit } from '../../shared/events';
import { pauseOrdersOf } from '../orders';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type { Input, WriteContext, WriteHandler } from '../../platform/operation';
import { revokeTokensOf } from '../../shared/tokens';
import { getAgentOf, lockAgent } from './agent-operations';
import { checkNotRevoked, resumedState } from './agent-rules';
import { updateAgentRow, type AgentRow } from './agent-store';

/**
 * Pauses an agent: it may read, and not write. What it has claimed of the pool is open to others at once: a claim says who is on it now.
 * Pausing a paused one changes nothing.
 */
export const pauseAgent: WriteHandler<'pauseAgent'> = async (input, ctx) => {
  const row = await lockForVerb(input, ctx);
  if (row.state !== 'paused') {
    await move(ctx, row, 'paused', { kind: 'agent.paused', verb: 'paused', ...input.body });
    await endPoolClaims(ctx, row, 'paused');
  }
  return reply(ctx, row.id);
};

/** Resumes a paused agent. Resuming any other changes nothing. */
export const resumeAgent: WriteHandler<'resumeAgent'> = async (input, ctx) => {
  const row = await lockForVerb(input, ctx);
  if (row.state === 'paused') {
    const state = resumedState(row);
    await move(ctx, row, state, { kind: 'agent.resumed', verb: 'resumed', ...input.body });
  }
  return reply(ctx, row.id);
};

/**
 * Revokes an agent for good: ends its tokens, pauses its active orders and returns its open actions to the pool, those too that it only claimed there (product section 3).
 * The agent's own writes hold its row, so each of them comes before all this or not at all.
 */
export const revokeAgent: WriteHandler<'revokeAgent'> = async (input, ctx) => {
  const { transaction, workspaceId, now } = ctx;
  const row = await lockForVerb(input, ctx);
  await move(ctx, row, 'revoked', { kind: 'agent.revoked', verb: 'revoked', ...input.body });
  await pauseOrdersOf(ctx, row);
  await returnToPool(ctx, row);
  await endPoolClaims(ctx, row, 'revoked');
  const tokens = await revokeTokensOf(transaction, workspaceId, row.id, now);
  emit(
    ctx,
    ...tokens.map(({ id, name }) => ({
      kind: 'token.revoked' as const,
      subject: { type: 'token', id, title: name },
      summary: `Ended: ${row.name} was revoked.`,
    })),
  );
  return reply(ctx, row.id);
};

type Verb = 'pauseAgent' | 'resumeAgent' | 'revokeAgent';

async function lockForVerb(
  { path, header }: Pick<Input<Verb>, 'path' | 'header'>,
  ctx: WriteContext,
): Promise<AgentRow> {
  const row = await lockAgent(ctx, path.id);
  matchVersion(header['If-Match'], row.version);
  checkNotRevoked(row);
  return row;
}

async function move(
  ctx: WriteContext,
  row: AgentRow,
  state: AgentRow['state'],
  told: {
    readonly kind: 'agent.paused' | 'agent.resumed' | 'agent.revoked';
    readonly verb: string;
    readonly reason?: string;
  },
): Promise<void> {
  const { transaction, actor, now } = ctx;
  await updateAgentRow(transaction, row, { state, updated_at: now });
  const reason = told.reason === undefined ? '.' : `: ${told.reason}`;
  emit(ctx, {
    kind: told.kind,
    subject: { type: 'agent', id: row.id, title: row.name },
    summary: `${actor.name} ${told.verb} ${row.name}${reason}`,
  });
}

async function reply(ctx: WriteContext, id: string) {
  const agent = await getAgentOf(ctx, id);
  return { status: 200, body: agent, headers: { ETag: etagOf(agent.version) } } as const;
}
