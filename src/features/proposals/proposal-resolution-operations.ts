import {
  endRequest,
  getOpenRequest,
  subjectsOf,
  type RequestResolution,
  type RequestType,
} from '../../shared/agent-requests';
import { emit, type NewsKind } from '../../shared/events';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { preparePermission } from './permission';
import { toPayload, toProposal } from './proposal-mapping';
import { checkMayWithdraw } from './proposal-policy';
import { payloadOf, stateOf } from './proposal-rules';
import { type ProposalRow } from './proposal-store';
import { insertPermittedTarget } from './targets/permitted-target-store';

/** Permits a proposal, with its own payload or with another one. */
export const permitProposal: WriteHandler<'permitProposal'> = async (
  { path, header, body },
  ctx,
) => {
  const changed = body?.payload === undefined ? undefined : payloadOf(body.payload);
  const seen = body?.target_digest;
  return endProposal(ctx, path.id, header['If-Match'], {
    resolve: async (row) => {
      const payload = changed ?? toPayload(row.payload);
      const { state, expiresAt } = await preparePermission(ctx, row, { payload, seen });
      const permitted = changed === undefined ? row.payload : JSON.stringify(changed);
      const decided = decision(ctx, 'permit', body?.comment);
      return { ...decided, permitted_payload: permitted, expires_at: expiresAt, state };
    },
    kind: 'proposal.permitted',
    summary: `${ctx.actor.name} permitted it${changed === undefined ? '.' : ' with changes.'}`,
  });
};

/** Denies a proposal. */
export const denyProposal: WriteHandler<'denyProposal'> = async ({ path, header, body }, ctx) =>
  endProposal(ctx, path.id, header['If-Match'], {
    resolve: () => Promise.resolve(decision(ctx, 'deny', body?.comment)),
    kind: 'proposal.denied',
    summary: `${ctx.actor.name} denied it.`,
  });

/** Withdraws a proposal of the calling agent. */
export const withdrawProposal: WriteHandler<'withdrawProposal'> = async ({ path, header }, ctx) =>
  endProposal(ctx, path.id, header['If-Match'], {
    checkMayEnd: (row) => checkMayWithdraw(ctx.actor, row),
    resolve: () => Promise.resolve({ closed_at: ctx.now }),
    kind: 'proposal.withdrawn',
    summary: `${ctx.actor.name} withdrew it.`,
  });

interface ProposalEnd {
  /** Throws 403 when the caller may not end the proposal. */
  readonly checkMayEnd?: (row: ProposalRow) => void;
  /** The columns to set; `state` is that of the target of a permission. */
  readonly resolve: (row: ProposalRow) => Promise<RequestResolution & { readonly state?: string }>;
  readonly kind: NewsKind | 'proposal.withdrawn';
  readonly summary: string;
}

function decision(
  { actor, now }: WriteContext,
  response: 'permit' | 'deny',
  comment: string | undefined,
): RequestResolution {
  return {
    response,
    response_comment: comment ?? null,
    responded_at: now,
    responded_by_actor_id: actor.id,
  };
}

async function endProposal(
  ctx: WriteContext,
  id: string,
  ifMatch: string | undefined,
  { checkMayEnd, resolve, kind, summary }: ProposalEnd,
) {
  const type: RequestType<ProposalRow> = {
    kind: 'proposal',
    stateOf: (row) => stateOf(row, ctx.now),
  };
  const row = await getOpenRequest(ctx, type, { id, ifMatch, checkMayEnd });
  const { state, ...columns } = await resolve(row);
  const ended = await endRequest(ctx, type, row, columns);
  // After the update, which decides which of several permissions is first.
  if (state !== undefined) {
    await insertPermittedTarget(ctx.transaction, { workspaceId: ctx.workspaceId, id }, state);
  }
  const subject = { type: 'proposal', id, title: row.question } as const;
  const facts = { subject, summary, about: subjectsOf(row) };
  // Only the agent that made a proposal withdraws it, so the withdrawal is no news.
  const related = { author: [row.created_by_actor_id] };
  emit(ctx, kind === 'proposal.withdrawn' ? { ...facts, kind } : { ...facts, kind, related });
  return {
    status: 200,
    body: toProposal(ended, ctx.now),
    headers: { ETag: etagOf(ended.version) },
  } as const;
}
