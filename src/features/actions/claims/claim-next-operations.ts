import type { components } from '../../../../generated/types';
import { findAgentActor } from '../../../shared/actors';
import { checkReferences } from '../../../shared/references';
import type {
  AgentActor,
  Input,
  ReadContext,
  WriteContext,
  WriteHandler,
} from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import { referencesOf } from '../lifecycle/create-operations';
import { findAction, type SingleRow } from '../action-store';
import { claimRequest, replyWithClaim, tryClaim, type ClaimRequest } from './claim-operations';
import { isClaimedByWorker } from './claim-rules';
import {
  findOffer,
  lockFirstOfQueue,
  lockSearcher,
  type Offer,
  releaseLocksUnlessFound,
  type Search,
} from './queue-store';
import { countWithheld } from './withheld-store';

/** Reads the context of an action. The views feature provides it, because it imports this one. */
export type ReadActionContext = (
  ctx: ReadContext,
  actionId: string,
  maxBytes: number | undefined,
) => Promise<components['schemas']['ActionContext']>;

/**
 * Makes `claimNextAction`, which claims the first action that the calling agent can do, one action
 * at a time, and returns its context on request.
 */
export function claimNextActionWith(
  readContext: ReadActionContext,
): WriteHandler<'claimNextAction'> {
  return async ({ path, body }, ctx) => {
    const { transaction, workspaceId } = ctx;
    const agent = await callerOf(ctx, path.id);
    await checkReferences(transaction, workspaceId, referencesOf(body ?? {}));
    const request = claimRequest(body);
    const search = searchOf(ctx, agent, { ...body, worker: request.worker });
    const [, offer] = await Promise.all([
      lockSearcher(transaction, search),
      findOffer(transaction, search),
    ]);
    const found = await findNext(ctx, search, offer, request);
    const withheld = await countWithheld(transaction, search);
    if (!('row' in found)) {
      return { status: 200, body: { action: null, claim: null, ...found, withheld } };
    }
    const { body: claimed } = await replyWithClaim(ctx, found.row);
    const included =
      body?.include?.includes('context') === true
        ? { context: await readContext(ctx, found.row.id, body.context_max_bytes) }
        : {};
    return { status: 200, body: { ...claimed, ...included, reason: found.reason, withheld } };
  };
}

type Found =
  | { readonly reason: 'claimed' | 'continue_current'; readonly row: SingleRow }
  | { readonly reason: 'at_capacity' | 'none_ready' };

// The number of searches when other requests change what a search has found.
const ATTEMPTS = 5;

async function findNext(
  ctx: WriteContext,
  search: Search,
  first: Offer,
  request: ClaimRequest,
): Promise<Found> {
  let offer = first;
  for (let attempt = 1; ; attempt += 1) {
    const found = await take(ctx, search, offer, request);
    if (found !== undefined) return found;
    if (attempt === ATTEMPTS) return { reason: 'none_ready' };
    offer = await findOffer(ctx.transaction, search);
  }
}

// Undefined when other requests have changed what the search found.
async function take(
  ctx: WriteContext,
  search: Search,
  { current, isElsewhere, queues }: Offer,
  request: ClaimRequest,
): Promise<Found | undefined> {
  const { transaction } = ctx;
  if (current !== undefined) {
    const row = await findAction(transaction, search.workspaceId, current);
    const isCurrent = row !== undefined && isClaimedByWorker(row, search);
    return isCurrent ? { reason: 'continue_current', row } : undefined;
  }
  if (isElsewhere) return { reason: 'at_capacity' };
  if (queues.length === 0) return { reason: 'none_ready' };
  const claimIn = async (wait: boolean): Promise<SingleRow | undefined> => {
    for (const queue of queues) {
      const first = await lockFirstOfQueue(transaction, search, queue, wait);
      const row = first && (await findAction(transaction, search.workspaceId, first.id));
      const claimed = row && (await tryClaim(ctx, row, request));
      if (claimed !== undefined) return claimed;
    }
    return undefined;
  };
  const row =
    (await releaseLocksUnlessFound(transaction, () => claimIn(false))) ??
    (await releaseLocksUnlessFound(transaction, () => claimIn(true)));
  return row && { reason: 'claimed', row };
}

function searchOf(
  { workspaceId, now }: WriteContext,
  { id, capabilities }: AgentActor,
  {
    project_id,
    domain_id,
    worker,
  }: Pick<NonNullable<Input<'claimNextAction'>['body']>, 'project_id' | 'domain_id'> &
    Pick<ClaimRequest, 'worker'>,
): Search {
  return {
    workspaceId,
    now,
    actorId: id,
    capabilities: JSON.stringify(capabilities),
    worker,
    project_id,
    domain_id,
  };
}

// The gate has already found and locked the calling agent.
async function callerOf({ transaction, workspaceId, actor }: WriteContext, id: string) {
  if (actor.kind === 'agent' && actor.agentId === id) return actor;
  const agent = await findAgentActor(transaction, workspaceId, id);
  if (agent === undefined) throw notFound('agent', id);
  throw problem('FORBIDDEN', `Only ${agent.name} can claim its next action.`);
}
