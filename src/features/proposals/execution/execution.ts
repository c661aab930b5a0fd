import { AfterRollback } from '../../../platform/db/transaction';
import type { AgentActor, Performed, WriteContext } from '../../../platform/operation';
import { Problem } from '../../../platform/problems';
import { addMilliseconds, DAY } from '../../../platform/time';
import { endRequest } from '../../../shared/agent-request-store';
import { consumeApproval, changedTarget, EndedPermission } from '../permission';
import { toPayload, type ProposalResult } from '../proposal-mapping';
import { stateOf } from '../proposal-rules';
import { findProposal, type ProposalRow } from '../proposal-store';
import { readTarget } from '../targets/target-operations';
import { stateText } from '../targets/target-rules';
import { insertPermittedTarget } from '../targets/target-store';
import { lockAsker } from './asker-store';
import {
  asRefusalOfPayload,
  callOf,
  executable,
  lifted,
  pausedAgent,
  refusalOf,
  revokedAgent,
  senderOf,
  successOf,
  toPerson,
} from './execution-rules';

/** An agent that asked, and whether a person has changed the payload that it asked for. */
interface Permitted {
  readonly asker: AgentActor;
  readonly isChanged: boolean;
}

/**
 * Locks the agent of a proposal that a person permits. Throws 409 `AGENT_REVOKED` for a revoked one,
 * because it would never use the permission.
 */
export async function askerOf(
  { transaction }: WriteContext,
  { workspace_id: workspaceId, agent_id: agentId }: ProposalRow,
): Promise<AgentActor> {
  const asker = await lockAsker(transaction, { workspaceId, agentId });
  if (asker === 'revoked') throw revokedAgent();
  return asker;
}

/**
 * Executes the request of a permitted proposal as its agent, in a savepoint. A refusal that may pass
 * rolls back to it and is the result. Throws a refusal that lasts, and 409 `PROPOSAL_STALE` if the
 * target changes at this moment: then nothing is permitted.
 */
export async function execute(
  ctx: WriteContext,
  proposal: ProposalRow,
  { asker, isChanged }: Permitted,
): Promise<ProposalResult> {
  if (asker.state === 'paused') {
    await checkPermittedRequest(ctx, proposal, { asker, isChanged });
    return refusalOf(pausedAgent());
  }
  try {
    const performed = await ctx.transaction.savepoint(() => performOnce(ctx, proposal, asker));
    return successOf(proposal.operation, performed);
  } catch (error) {
    if (error instanceof EndedPermission) throw changedTarget(error.changes);
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const refusal = asRefusalOfPayload(error);
    if (refusal !== undefined) throw toPerson(refusal, isChanged);
    return refusalOf(error);
  }
}

/** Performs the permitted request, which uses the permission even if there was nothing to change. */
async function performOnce(
  ctx: WriteContext,
  proposal: ProposalRow,
  agent: AgentActor,
): Promise<Performed> {
  const { id, operation, permitted_payload: permitted } = proposal;
  const call = callOf(operation, toPayload(permitted ?? '{}'), id);
  const performed = await ctx.performWithin(call, senderOf(proposal, agent));
  await consumeUnlessUsed(ctx.as(agent), proposal);
  return performed;
}

/** Consumes a permission that a request has not used, because there was nothing to change. */
export async function consumeUnlessUsed(
  ctx: WriteContext,
  { workspace_id: workspaceId, id }: Pick<ProposalRow, 'workspace_id' | 'id'>,
): Promise<void> {
  const used = await findProposal(ctx.transaction, workspaceId, id);
  if (used?.consumed_at === null) await consumeApproval(ctx, used);
}

class TrialEnded extends Error {}

/**
 * Tries the request of a new proposal as if it were permitted, and rolls back to a savepoint.
 * Throws a refusal that lasts, with paths in `body/payload`.
 */
export async function checkExecutable(ctx: WriteContext, proposal: ProposalRow): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'agent') return;
  const { operation, payload, id } = proposal;
  const call = callOf(operation, toPayload(payload), id);
  const triedAs = (sender: AgentActor) =>
    tryOut(ctx, async () => {
      await permitForTrial(ctx, proposal);
      await ctx.performWithin(call, sender);
    });
  const refusal = await triedAs(senderOf(proposal, actor));
  if (refusal === undefined) return;
  const isOfAgent = refusal.code === 'FORBIDDEN' && proposal.execute === 'by_agent';
  throw isOfAgent && (await triedAs(lifted(actor))) === undefined ? executable(refusal) : refusal;
}

/**
 * Tries the request of a permitted proposal whose agent sends it later, and rolls back. Throws a
 * refusal that lasts. A paused agent may be resumed, so its request is tried as if it were.
 */
export async function checkPermittedRequest(
  ctx: WriteContext,
  proposal: ProposalRow,
  { asker, isChanged }: Permitted,
): Promise<void> {
  const sender: AgentActor = { ...asker, state: 'active' };
  const refusal = await tryOut(ctx, () => performOnce(ctx, proposal, sender));
  if (refusal !== undefined) throw toPerson(refusal, isChanged);
}

/** Runs a request and rolls it back. Returns its refusal if that lasts. */
async function tryOut(
  { transaction }: WriteContext,
  run: () => Promise<unknown>,
): Promise<Problem | undefined> {
  try {
    await transaction.savepoint(async () => {
      await run();
      throw new TrialEnded();
    });
  } catch (error) {
    if (error instanceof TrialEnded || error instanceof AfterRollback) return undefined;
    if (error instanceof Problem) return asRefusalOfPayload(error);
    throw error;
  }
  return undefined;
}

async function permitForTrial(ctx: WriteContext, proposal: ProposalRow): Promise<void> {
  const { transaction, workspaceId, actor, now } = ctx;
  const { id, payload, operation } = proposal;
  const { state } = await readTarget(ctx, operation, toPayload(payload));
  await endRequest(
    ctx,
    { kind: 'proposal', stateOf: (row: ProposalRow) => stateOf(row, now) },
    proposal,
    {
      response: 'permit',
      responded_at: now,
      responded_by_actor_id: actor.id,
      permitted_payload: payload,
      expires_at: addMilliseconds(now, DAY),
    },
  );
  await insertPermittedTarget(transaction, { workspaceId, id }, stateText(state));
}
