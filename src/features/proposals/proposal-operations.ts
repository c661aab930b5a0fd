import { emit } from '../../shared/events';
import { isHiddenAction } from '../../shared/plans';
import { pageOf } from '../../platform/db/statements/page';
import { checkReferences } from '../../platform/db/statements/references';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { invalidReference, problem } from '../../platform/problems';
import { requestPages, subjectsOf } from '../../shared/agent-requests';
import { toProposal } from './proposal-mapping';
import { checkOneSubject, payloadOf } from './proposal-rules';
import { getProposalRow, insertProposal, proposalsOf, type ProposalRow } from './proposal-store';

/** Lists proposals, newest first by default. */
export const listProposals: ReadHandler<'listProposals'> = async ({ query }, ctx) => {
  const { reader, workspaceId, now } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const { rows, ...envelope } = await pageOf<ProposalRow>(
    reader,
    { ...requestPages, matching: (db) => proposalsOf(db, { workspaceId, now }, filters) },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: {
      items: rows.map((row) => toProposal(row, now)),
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
  await checkReferences(transaction, workspaceId, [
    { path: 'body/action_id', label: 'an action', table: 'actions', id: subjects.action_id },
    { path: 'body/project_id', label: 'a project', table: 'projects', id: subjects.project_id },
    { path: 'body/order_id', label: 'an order', table: 'orders', id: subjects.order_id },
  ]);
  if (subjects.action_id !== null && (await isHiddenAction(ctx, subjects.action_id))) {
    throw invalidReference('body/action_id', 'an action');
  }
  const id = newId('ppl');
  await insertProposal(transaction, {
    id,
    workspaceId,
    agentId: actor.agentId,
    actorId: actor.id,
    operation: body.operation,
    payload: payloadOf(body.payload),
    title: body.title,
    description: body.description ?? null,
    about: subjectsOf(subjects),
    now,
  });
  const row = await getProposalRow(transaction, workspaceId, id);
  emit(ctx, {
    kind: 'proposal.created',
    subject: { type: 'proposal', id, title: row.question },
    summary: `${actor.name} asks for approval of ${body.operation}.`,
    about: subjectsOf(row),
  });
  return {
    status: 201,
    body: toProposal(row, now),
    headers: { Location: `/v1/proposals/${id}`, ETag: etagOf(row.version) },
  };
};

/** Reads a proposal. */
export const getProposal: ReadHandler<'getProposal'> = async ({ path }, ctx) => {
  const row = await getProposalRow(ctx.reader, ctx.workspaceId, path.id);
  return { status: 200, body: toProposal(row, ctx.now), headers: { ETag: etagOf(row.version) } };
};
