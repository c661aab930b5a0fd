import { emit, type EventKind } from '../../shared/events';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { endRequest, lockRequest, type RequestEnd } from '../../shared/agent-requests';
import { toProposal } from './proposal-mapping';
import { aboutOf, getProposalRow } from './proposal-operations';
import { checkMayWithdraw } from './proposal-policy';
import { checkUndecided, payloadOf, stateOf } from './proposal-rules';
import { type ProposalRow } from './proposal-store';

/** Permits a proposal, as it is or with another payload. */
export const permitProposal: WriteHandler<'permitProposal'> = async (
  { path, header, body },
  ctx,
) => {
  const changed = body?.payload === undefined ? undefined : payloadOf(body.payload);
  return end(ctx, path.id, header['If-Match'], {
    columns: (row) => ({
      ...decision(ctx, 'permit', body?.comment),
      permitted_payload: changed === undefined ? row.payload : JSON.stringify(changed),
    }),
    kind: 'proposal.permitted',
    summary: `${ctx.actor.name} permitted it${changed === undefined ? '.' : ' with changes.'}`,
  });
};

/** Denies a proposal. */
export const denyProposal: WriteHandler<'denyProposal'> = async ({ path, header, body }, ctx) =>
  end(ctx, path.id, header['If-Match'], {
    columns: () => decision(ctx, 'deny', body?.comment),
    kind: 'proposal.denied',
    summary: `${ctx.actor.name} denied it.`,
  });

/** Withdraws a proposal of the agent's own. */
export const withdrawProposal: WriteHandler<'withdrawProposal'> = async ({ path, header }, ctx) =>
  end(ctx, path.id, header['If-Match'], {
    admit: (row) => checkMayWithdraw(ctx.actor, row),
    columns: () => ({ closed_at: ctx.now }),
    kind: 'proposal.withdrawn',
    summary: `${ctx.actor.name} withdrew it.`,
  });

interface End {
  /** Throws when the caller may not end the proposal. */
  readonly admit?: (row: ProposalRow) => void;
  readonly columns: (row: ProposalRow) => RequestEnd;
  readonly kind: EventKind;
  readonly summary: string;
}

function decision(
  { actor, now }: WriteContext,
  response: 'permit' | 'deny',
  comment: string | undefined,
): RequestEnd {
  return {
    response,
    response_comment: comment ?? null,
    responded_at: now,
    responded_by_actor_id: actor.id,
  };
}

async function end(ctx: WriteContext, id: string, ifMatch: string | undefined, ending: End) {
  const { transaction, workspaceId, actor, now } = ctx;
  const found = await getProposalRow(transaction, workspaceId, id);
  ending.admit?.(found);
  await lockRequest(transaction, found);
  const row = await getProposalRow(transaction, workspaceId, id);
  matchVersion(ifMatch, row.version);
  checkUndecided(stateOf(row));
  await endRequest(transaction, row, { ...ending.columns(row), actorId: actor.id, now });
  emit(ctx, {
    kind: ending.kind,
    subject: { type: 'proposal', id, title: row.question },
    summary: ending.summary,
    about: aboutOf(row),
  });
  const ended = await getProposalRow(transaction, workspaceId, id);
  return {
    status: 200,
    body: toProposal(ended),
    headers: { ETag: etagOf(ended.version) },
  } as const;
}
