import { isRecord } from '../../../platform/json';
import type {
  ReadContext,
  ReadHandler,
  Reply,
  WriteContext,
  WriteHandler,
} from '../../../platform/operation';
import { toPayload, toResult, type ProposalResult } from '../proposal-mapping';
import {
  checkPermitted,
  type GatedOperation,
  type Payload,
  payloadOf,
  stateOf,
} from '../proposal-rules';
import { findProposal, storeResult, type ProposalRow } from '../proposal-store';
import { consumeUnlessUsed } from './execution';
import { lifted, successOf } from './execution-rules';

/** The handlers of the gated operations. */
type GatedHandlers = { readonly [Id in GatedOperation]: WriteHandler<Id> };

/** The operations that read the records of gated operations. */
interface Readers {
  readonly getAction: ReadHandler<'getAction'>;
  readonly getProject: ReadHandler<'getProject'>;
  readonly getDocument: ReadHandler<'getDocument'>;
}

/** Reads the record of a request that was executed. */
type Read<Id extends GatedOperation> = (
  id: string,
  ctx: ReadContext,
  status: number,
) => Promise<Reply<Id>>;

/**
 * The gated operations with their repetitions. When a proposal was executed as it was permitted, a
 * request that names it returns the record as it is now. When the execution was refused, the agent
 * may repeat the request, still without the limits of a worker.
 */
export function withRepetitions(run: GatedHandlers, readers: Readers): GatedHandlers {
  const of = (id: string) => ({ path: { id }, query: {}, header: {}, body: undefined });
  const action = async (id: string, ctx: ReadContext) => {
    const { body, headers } = await readers.getAction(of(id), ctx);
    return { body, headers };
  };
  const project = async (id: string, ctx: ReadContext) => {
    const { body, headers } = await readers.getProject(of(id), ctx);
    return { body, headers };
  };
  const newAction: Read<'createAction'> = async (id, ctx, status) => {
    const { body, headers } = await action(id, ctx);
    const located = { ...headers, Location: `/v1/actions/${id}` };
    return status === 200
      ? { status, body, headers: located }
      : { status: 201, body, headers: located };
  };
  const changedAction = async (id: string, ctx: ReadContext) =>
    ({ status: 200, ...(await action(id, ctx)) }) as const;
  const newProject = async (id: string, ctx: ReadContext) => {
    const { body, headers } = await project(id, ctx);
    return {
      status: 201,
      body,
      headers: { ...headers, Location: `/v1/projects/${id}` },
    } as const;
  };
  return {
    createAction: repeatable('createAction', run.createAction, newAction),
    createProject: repeatable('createProject', run.createProject, newProject),
    dropAction: repeatable('dropAction', run.dropAction, changedAction),
    duplicateProject: repeatable('duplicateProject', run.duplicateProject, newProject),
    updateAction: repeatable('updateAction', run.updateAction, changedAction),
    updateDocument: repeatable('updateDocument', run.updateDocument, async (id, ctx) => {
      const { body, headers } = await readers.getDocument(of(id), ctx);
      return { status: 200, body, headers };
    }),
    updateProject: repeatable('updateProject', run.updateProject, async (id, ctx) => ({
      status: 200,
      ...(await project(id, ctx)),
    })),
  };
}

function repeatable<Id extends GatedOperation>(
  operation: Id,
  run: WriteHandler<Id>,
  read: Read<Id>,
): WriteHandler<Id> {
  return async (input, ctx) => {
    const proposal = await findExecuted(ctx, operation, input.body);
    if (proposal === undefined || ctx.actor.kind !== 'agent') return run(input, ctx);
    const { row, result } = proposal;
    checkPermitted(toPayload(row.permitted_payload ?? '{}'), requestOf(input));
    if (result.record_id !== null) return read(result.record_id, ctx, result.status);
    const reply = await run(input, ctx.as(lifted(ctx.actor)));
    await consumeUnlessUsed(ctx, row);
    const { status, body } = reply;
    await storeResult(ctx.transaction, row, successOf(operation, { status, body }));
    return reply;
  };
}

function requestOf({ path, body }: { readonly path: object; readonly body: unknown }): Payload {
  return payloadOf({ ...(isRecord(body) ? body : {}), ...path });
}

interface Executed {
  readonly row: ProposalRow;
  readonly result: ProposalResult;
}

/** The caller's proposal that a request names, if permitting it has executed the request. */
async function findExecuted(
  { transaction, workspaceId, actor, now }: WriteContext,
  operation: GatedOperation,
  body: unknown,
): Promise<Executed | undefined> {
  const id = isRecord(body) ? body['permitted_proposal_id'] : undefined;
  if (typeof id !== 'string' || actor.kind !== 'agent') return undefined;
  const row = await findProposal(transaction, workspaceId, id);
  if (row?.agent_id !== actor.agentId || row.operation !== operation) return undefined;
  const result = toResult(row.result);
  if (result === null) return undefined;
  const wanted = result.record_id === null ? 'permitted' : 'consumed';
  return stateOf(row, now) === wanted ? { row, result } : undefined;
}
