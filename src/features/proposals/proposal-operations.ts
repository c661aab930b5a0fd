import { strings } from '../../platform/db/statements/columns';
import { pageOf } from '../../platform/db/statements/page';
import { checkReferences } from '../../shared/reference-store';
import { etagOf } from '../../platform/http/responses/response';
import type {
  Actor,
  AgentActor,
  Input,
  ReadHandler,
  WriteContext,
  WriteHandler,
} from '../../platform/operation';
import { invalidReference, invalidValue, problem, refuseTogether } from '../../platform/problems';
import {
  byResponse,
  endRequest,
  getOpenRequest,
  requestPages,
  type RequestResolution,
  type RequestType,
  subjectsOf,
} from '../../shared/agent-request-store';
import { documentViewer, visibleProposals } from '../../shared/document-visibility';
import { emit, type NewsKind } from '../../shared/events';
import { storeFileIds } from '../../shared/file-store';
import { isHiddenAction } from '../../shared/plans';
import { askerOf, checkExecutable, checkPermittedRequest, execute } from './execution/execution';
import { preparePermission } from './permission';
import { toPayload, toProposals, toProposalWithFiles } from './proposal-mapping';
import {
  checkOneSubject,
  checkSameRecord,
  type Payload,
  proposedPayload,
  stateOf,
} from './proposal-rules';
import {
  getProposalRow,
  getShownProposal,
  insertProposal,
  type ProposalRow,
  proposalsOf,
  storeResult,
} from './proposal-store';
import { insertPermittedTarget } from './targets/target-store';

/** Lists proposals, newest first by default. */
export const listProposals: ReadHandler<'listProposals'> = async ({ query }, ctx) => {
  const { reader, workspaceId, now, actor } = ctx;
  const shown = visibleProposals(documentViewer(actor), reader.dialect);
  const { limit, offset, after, sort, ...filters } = query;
  const range = { since: filters.decided_since, before: filters.decided_before };
  const decision = byResponse(reader.dialect, sort, range);
  const { rows, ...envelope } = await pageOf<ProposalRow>(
    reader,
    {
      ...requestPages,
      sorts: { ...requestPages.sorts, decided_at: decision.sort },
      matching: (db) =>
        proposalsOf(db, { workspaceId, now, shown }, filters).where(decision.begins),
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: await toProposals(ctx, rows),
      ...envelope,
      filters: { ...filters },
      hidden_count: 0,
    },
  };
};

/** Creates a proposal: an agent asks for approval of one request. */
export const createProposal: WriteHandler<'createProposal'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  if (actor.kind !== 'agent') {
    throw problem('WRONG_ACTOR', 'Only agents can create proposals, with a bearer token.');
  }
  const subjects = {
    action_id: body.action_id ?? null,
    project_id: body.project_id ?? null,
    order_id: body.order_id ?? null,
  };
  checkOneSubject(subjects);
  const storeFiles = () => storeFilesOf(ctx, body);
  await refuseTogether(async () => {
    await checkReferences(transaction, workspaceId, [
      { path: 'body/action_id', label: 'an action', table: 'actions', id: subjects.action_id },
      { path: 'body/project_id', label: 'a project', table: 'projects', id: subjects.project_id },
      { path: 'body/order_id', label: 'an order', table: 'orders', id: subjects.order_id },
    ]);
    if (subjects.action_id !== null && (await isHiddenAction(ctx, subjects.action_id))) {
      throw invalidReference('body/action_id', 'an action');
    }
  }, storeFiles);
  const id = newId('ppl');
  await insertProposal(transaction, {
    id,
    workspaceId,
    agentId: actor.agentId,
    actorId: actor.id,
    operation: body.operation,
    payload: proposedPayload(body.payload),
    title: body.title,
    description: body.description ?? null,
    execute: body.execute ?? 'by_agent',
    fileIds: await storeFiles(),
    about: subjectsOf(subjects),
    now,
  });
  const row = await getProposalRow(transaction, workspaceId, id);
  await checkExecutable(ctx, row);
  emit(ctx, {
    kind: 'proposal.created',
    subject: { type: 'proposal', id, title: row.question },
    summary: `${actor.name} asks for approval of ${body.operation}.`,
    about: subjectsOf(row),
  });
  return {
    status: 201,
    body: await toProposalWithFiles(ctx, row),
    headers: { Location: `/v1/proposals/${id}`, ETag: etagOf(row.version) },
  };
};

/** The most files of a record, as `FileIds` in the contract says. */
const mostFiles = 20;

// Whoever sees the proposal also sees the files that its request refers to.
async function storeFilesOf(
  ctx: WriteContext,
  { file_ids: files, payload }: Input<'createProposal'>['body'],
): Promise<string | null> {
  const { file_ids: requested } = payload;
  const ids = Array.isArray(requested) ? requested.map(String) : [];
  const ofPayload = await storeFileIds(ctx, ids, 'body/payload/file_ids');
  if (files === undefined) return ofPayload;
  const together = new Set([...files, ...ids]);
  if (together.size > mostFiles) {
    const message = `body/file_ids and those of the payload may be ${mostFiles} together.`;
    throw invalidValue('body/file_ids', message);
  }
  return storeFileIds(ctx, [...together]);
}

// The agent performs the permitted request, so it must see the files that the decider added. The
// proposal keeps its own, which the decision was about.
async function filesWith(
  ctx: WriteContext,
  row: ProposalRow,
  { file_ids: requested }: Payload,
): Promise<string | null> {
  const ids = Array.isArray(requested) ? requested.map(String) : [];
  const known = strings(row.file_ids);
  await storeFileIds(ctx, ids, 'body/payload/file_ids');
  const together = [...new Set([...known, ...ids])];
  if (together.length > mostFiles) {
    const message = `body/payload/file_ids and the files of the proposal may be ${mostFiles} together.`;
    throw invalidValue('body/payload/file_ids', message);
  }
  return together.length === 0 ? null : JSON.stringify(together);
}

/** Reads a proposal. */
export const getProposal: ReadHandler<'getProposal'> = async ({ path }, ctx) => {
  const row = await getShownProposal(ctx.reader, ctx, path.id);
  const body = await toProposalWithFiles(ctx, row);
  return { status: 200, body, headers: { ETag: etagOf(row.version) } };
};

/**
 * Permits a proposal, with its own payload or with another one. Executes the request if the agent
 * has asked for that.
 */
export const permitProposal: WriteHandler<'permitProposal'> = async (
  { path, header, body },
  ctx,
) => {
  const changed = body?.payload === undefined ? undefined : proposedPayload(body.payload);
  const seen = body?.target_digest;
  let asker: AgentActor | undefined;
  return endProposal(ctx, path.id, header['If-Match'], {
    resolve: async (row) => {
      if (changed !== undefined) checkSameRecord(toPayload(row.payload), changed);
      asker = await askerOf(ctx, row);
      const payload = changed ?? toPayload(row.payload);
      const { state, expiresAt } = await preparePermission(ctx, row, { payload, seen });
      const permitted = changed === undefined ? row.payload : JSON.stringify(changed);
      const decided = {
        ...decision(ctx, 'permit', body?.comment),
        ...(changed !== undefined && { file_ids: await filesWith(ctx, row, changed) }),
      };
      return { ...decided, permitted_payload: permitted, expires_at: expiresAt, state };
    },
    kind: 'proposal.permitted',
    summary: `${ctx.actor.name} permitted it${changed === undefined ? '.' : ' with changes.'}`,
    follow: async (row) => {
      if (asker === undefined) return row;
      const given = { asker, isChanged: changed !== undefined };
      if (row.execute === 'by_agent') {
        await checkPermittedRequest(ctx, row, given);
        return row;
      }
      await storeResult(ctx.transaction, row, await execute(ctx, row, given));
      return getProposalRow(ctx.transaction, row.workspace_id, row.id);
    },
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
  /** What follows the end; returns the row after it. */
  readonly follow?: (row: ProposalRow) => Promise<ProposalRow>;
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
  { checkMayEnd, resolve, kind, summary, follow }: ProposalEnd,
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
  const after = (await follow?.(ended)) ?? ended;
  return {
    status: 200,
    body: await toProposalWithFiles(ctx, after),
    headers: { ETag: etagOf(after.version) },
  } as const;
}

/** Throws 403 unless the actor is the agent that made the proposal. */
function checkMayWithdraw(actor: Actor, proposal: { readonly agent_id: string }): void {
  if (actor.kind === 'agent' && proposal.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent can withdraw only its own proposals.');
}
