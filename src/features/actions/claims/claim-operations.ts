import type { components } from '../../../../generated/types';
import type {
  WriteContext,
  WriteHandler,
  AgentActor,
  Input,
  ReadContext,
} from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import { truncate } from '../../../platform/text-length';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { findAgentActor } from '../../../shared/actor-store';
import { emit } from '../../../shared/events';
import { insertNotes } from '../../../shared/note-store';
import { checkReferences } from '../../../shared/reference-store';
import { checkMayReport, reportOnAction } from '../../../shared/usage-store';
import { actionEvent, actionNews, insertVerbNote, workersOf } from '../action-activity-store';
import { lockActionFor, toPolicyAction } from '../action-guard';
import { replyWithAction, replyWithRow } from '../action-mapping';
import {
  checkMayClaim,
  checkMayRelease,
  checkMayReportProgress,
  isBlocking,
} from '../action-rules';
import {
  activityColumns,
  changeAction,
  changeColumns,
  type SingleRow,
  updateActionRow,
  findAction,
} from '../action-store';
import { findBlockersOf } from '../blockers/blocker-store';
import { referencesOf } from '../lifecycle/create-operations';
import {
  alreadyClaimed,
  checkClaimable,
  checkFreeFor,
  checkNamesClaim,
  claimedLast,
  claimLost,
  defaultLease,
  endedClaim,
  isAtRest,
  isClaimedBy,
  isSuperseded,
  toClaim,
  isClaimedByWorker,
} from './claim-rules';
import { findClaimObstacles, findReleaseBackoff, insertClaim, renewClaim } from './claim-store';
import {
  findOffer,
  lockFirstOfQueue,
  lockSearcher,
  type Offer,
  releaseLocksUnlessFound,
  type Search,
  countWithheld,
} from './queue-store';

/** Claims an action for the calling agent. */
export const claimAction: WriteHandler<'claimAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const request = claimRequest(body);
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => checkMayClaim(actor, toPolicyAction(action)),
    ifMatch: header['If-Match'],
    conflicts: async (action) => {
      checkFreeFor({ actorId: actor.id, worker: request.worker }, action, now);
      const blockers = await findBlockersOf(transaction, action);
      const blockedBy = blockers.filter(isBlocking).map(({ id }) => id);
      const obstacles = await findClaimObstacles(transaction, action, now);
      checkClaimable(action.status, obstacles, blockedBy);
    },
  });
  const claimed = await tryClaim(ctx, row, request);
  if (claimed === undefined) throw alreadyClaimed(row, now);
  return replyWithClaim(ctx, claimed);
};

/** The lease in seconds, and the worker of the calling agent, that a request asks for. */
interface ClaimRequest {
  readonly leaseSeconds: number;
  /** Null for the claims without a worker, which belong together. */
  readonly worker: string | null;
}

/** The claim that a body asks for. */
function claimRequest(
  body: { readonly lease_seconds?: number; readonly worker?: string } | undefined,
): ClaimRequest {
  return { leaseSeconds: body?.lease_seconds ?? defaultLease, worker: body?.worker ?? null };
}

/**
 * Claims a locked action and returns it. Returns undefined while another agent, or another worker
 * of the calling agent, has claimed it.
 */
async function tryClaim(
  ctx: WriteContext,
  row: SingleRow,
  request: ClaimRequest,
): Promise<SingleRow | undefined> {
  const { transaction, actor } = ctx;
  const claim = { actorId: actor.id, ...request };
  const claimed = await insertClaim(transaction, row, claim, changeColumns(ctx, row));
  if (claimed === undefined) return undefined;
  emit(ctx, actionEvent(row, 'action.claimed', `${actor.name} claimed the action.`));
  return claimed;
}

/** Replies with an action and the claim on it. */
async function replyWithClaim(ctx: WriteContext, row: SingleRow) {
  const { body: action, ...reply } = await replyWithRow(ctx, row);
  return { ...reply, body: { action, claim: toClaim(row, ctx.now) } };
}

/**
 * Ends a claim before it expires. Pool work is open to all agents again; assigned work stays
 * assigned.
 */
export const releaseAction: WriteHandler<'releaseAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  checkMayReport(actor, body?.usage);
  const generation = body?.claim_generation;
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => {
      // A former claimant must learn that it lost its claim, although another may have it now.
      if (!isSuperseded(action, generation)) checkMayRelease(actor, action.claimed_by_actor_id);
    },
    ifMatch: header['If-Match'],
    conflicts: (action) => {
      checkNamesClaim(actor, action, body ?? {}, now);
      if (action.claimed_by_actor_id === null) {
        throw claimLost('The action has no claim.', body ?? {});
      }
    },
  });
  const reason = body?.reason;
  const note = await insertVerbNote(ctx, row.id, reason);
  await updateActionRow(transaction, row, {
    ...changeColumns(ctx, row),
    ...(await reportOnAction(ctx, row, body?.usage)),
    ...endedClaim(row),
    ...(await backoffColumns(ctx, row)),
    assignee_active_at: null,
    ...note,
  });
  const why = reason === undefined ? '.' : `: ${truncate(reason)}`;
  const summary = `${actor.name} released the action${why}`;
  const related = workersOf(row, now, { ...row, ...endedClaim(row) });
  emit(ctx, actionNews(row, 'action.released', summary, { related, noteId: note.latest_note_id }));
  const { body: action, headers } = await replyWithAction(ctx, row.id);
  const hint =
    row.assigned_actor_id === null
      ? {}
      : {
          hint: `The action is still assigned to ${row.assignee_name ?? 'its assignee'}. To give it to the pool, update it with assigned_actor_id null.`,
        };
  return { status: 200, body: { action, ...hint }, headers };
};

// An agent that gives its work back could not do it just now, so others should get it first.
async function backoffColumns(
  { transaction, workspaceId, actor, now }: WriteContext,
  row: SingleRow,
) {
  if (row.claimed_by_actor_id !== actor.id) return {};
  const seconds = await findReleaseBackoff(transaction, workspaceId);
  if (seconds === 0) return {};
  return {
    last_claimed_by_actor_id: actor.id,
    released_until: addMilliseconds(now, seconds * SECOND),
  };
}

/**
 * Reports that the work continues, with an optional progress note, and renews the caller's claim. A
 * claim at rest stays at rest.
 */
export const heartbeatAction: WriteHandler<'heartbeatAction'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now } = ctx;
  checkMayReport(actor, body?.usage);
  const generation = body?.claim_generation;
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => {
      // A former claimant must learn that it lost its claim, although another may have it now.
      const hadClaim = claimedLast(action, actor.id) || isSuperseded(action, generation);
      if (!hadClaim) checkMayReportProgress(actor, toPolicyAction(action));
    },
    ifMatch: header['If-Match'],
    conflicts: (action) => {
      checkNamesClaim(actor, action, body ?? {}, now);
      const names = generation !== undefined || claimedLast(action, actor.id);
      if (names && !isClaimedBy(action, actor.id, now)) {
        throw claimLost('Your claim has ended.', body ?? {});
      }
    },
  });
  const isClaimant = isClaimedBy(row, actor.id, now);
  const text = body?.progress_note;
  const renews = isClaimant && !isAtRest(row);
  const lease = body?.lease_seconds ?? row.claim_lease_seconds;
  const renewed = { ...row, claim_lease_seconds: lease };
  const after = await (renews ? renewClaim : changeAction)(transaction, renewed, {
    ...activityColumns(ctx, row),
    ...(await reportOnAction(ctx, row, body?.usage)),
    ...(isClaimant ? { claim_lease_seconds: lease } : {}),
    ...(text === undefined ? {} : await insertProgressNote(ctx, row.id, text)),
  });
  const summary =
    text === undefined
      ? `${actor.name} is working on the action.`
      : `${actor.name}: ${truncate(text)}`;
  emit(ctx, actionEvent(row, 'action.heartbeat', summary));
  const { body: action, ...reply } = await replyWithRow(ctx, after);
  return { ...reply, body: { action, ...claimOrHint(ctx, after) } };
};

const withoutClaim =
  'You have no claim on this action: it is only assigned to you, and another worker can claim it. Claim it to keep it.';

function claimOrHint({ actor, now }: WriteContext, row: SingleRow) {
  if (isClaimedBy(row, actor.id, now)) return { claim: toClaim(row, now) };
  return actor.kind === 'agent' ? { hint: withoutClaim } : {};
}

async function insertProgressNote(
  { transaction, workspaceId, actor, newId, now }: WriteContext,
  actionId: string,
  body: string,
) {
  const id = newId('not');
  const note = { id, workspaceId, kind: 'heartbeat', actionId, body, now } as const;
  await insertNotes(transaction, [{ ...note, createdByActorId: actor.id }]);
  return { last_activity_note_id: id };
}

/** Reads the context of an action. The views feature provides it, because it imports this one. */
type ReadActionContext = (
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
