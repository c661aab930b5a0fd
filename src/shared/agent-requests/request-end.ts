import { checkIfMatch } from '../../platform/http/responses/preconditions';
import type { WriteContext } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { namesOf } from '../actors';
import {
  getRequest,
  resolveOpenRequest,
  type RequestKind,
  type RequestResolution,
  type RequestRow,
} from './request-store';

/** A kind of requests, and how it derives the state of a row. */
export interface RequestType<Row extends RequestRow> {
  readonly kind: RequestKind;
  readonly stateOf: (row: Row) => string;
}

/**
 * The open request of an id that the caller may end. Throws 404; 409 `ALREADY_RESOLVED` with
 * `details.state`; the 403 of `checkMayEnd`; 412 `STALE_VERSION`.
 */
export async function getOpenRequest<Row extends RequestRow>(
  { transaction, workspaceId }: WriteContext,
  type: RequestType<Row>,
  request: {
    readonly id: string;
    readonly ifMatch: string | undefined;
    readonly checkMayEnd?: ((row: Row) => void) | undefined;
  },
): Promise<Row> {
  const row = await getRequest<Row>(transaction, workspaceId, type.kind, request.id);
  if (row.status !== 'open') throw alreadyResolved(type, row);
  request.checkMayEnd?.(row);
  checkIfMatch(request.ifMatch, row.version);
  return row;
}

/**
 * Ends a request that was open when it was read, and returns its new row. Throws 409
 * `ALREADY_RESOLVED` when a concurrent transaction has ended it. An open request never changes, so
 * its version needs no second check.
 */
export async function endRequest<Row extends RequestRow>(
  { transaction, workspaceId, actor, now }: WriteContext,
  type: RequestType<Row>,
  row: Row,
  resolution: RequestResolution,
): Promise<Row> {
  const columns = {
    ...resolution,
    status: 'resolved',
    updated_by_actor_id: actor.id,
    updated_at: now,
    version: row.version + 1,
  } as const;
  const names = resolution.responded_by_actor_id === undefined ? {} : namesOf(actor, ['responded']);
  if (await resolveOpenRequest(transaction, row, columns)) return { ...row, ...columns, ...names };
  throw alreadyResolved(type, await getRequest<Row>(transaction, workspaceId, type.kind, row.id));
}

function alreadyResolved<Row extends RequestRow>(type: RequestType<Row>, row: Row): Problem {
  const state = type.stateOf(row);
  const message = `The ${type.kind} is ${state} already.`;
  return problem('ALREADY_RESOLVED', message, { details: { state } });
}
