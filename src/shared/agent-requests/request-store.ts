import type { Knex } from 'knex';
import type { components } from '../../../generated/types';
import { actorColumns, joinActor } from '../actors';
import { isOneOf } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';

/** Whether a request is open or has ended, however it did. */
export type RequestStatus = components['schemas']['RequestStatus'];

interface Key {
  readonly workspace_id: string;
  readonly id: string;
}

/** Adds every column of requests and those of their author, as `creator_…`, to a query over `agent_requests`. */
export function selectRequest<Q extends Knex.QueryBuilder>(query: Q): Q {
  void joinActor(query, 'agent_requests', 'created_by_actor_id', 'creator').select(
    'agent_requests.*',
    ...actorColumns('creator'),
  );
  return query;
}

/** Which of the requests time alone ends, in the words of the partial index that finds them. */
export const expires =
  "kind = 'question' and status = 'open' and on_timeout <> 'keep_open' and expires_at is not null";

/** When time alone ends the next question, as `next_timeout`: a column of a query; `workspace` names its column. */
export function nextTimeout(db: Knex, workspace: string): Knex.QueryBuilder {
  return db('agent_requests')
    .whereRaw('agent_requests.workspace_id = ??', [workspace])
    .whereRaw(expires)
    .min('expires_at')
    .as('next_timeout');
}

/** Locks a request until the transaction ends: read it again to see what the one before did. */
export async function lockRequest(
  transaction: Transaction,
  { workspace_id, id }: Key,
): Promise<void> {
  await transaction.lock((db) =>
    db('agent_requests').where({ workspace_id, id }).select('id').forNoKeyUpdate(),
  );
}

/** The columns that an end sets; some belong to one kind only. Times are ISO 8601 UTC. */
export interface RequestEnd {
  readonly response?: string;
  readonly response_comment?: string | null;
  readonly responded_at?: string;
  readonly responded_by_actor_id?: string;
  readonly permitted_payload?: string;
  readonly dismissed_at?: string;
  readonly closed_at?: string;
}

/** Ends a request whose row is locked and open. */
export async function endRequest(
  transaction: Transaction,
  { workspace_id, id }: Key,
  { actorId, now, ...columns }: RequestEnd & { readonly actorId: string; readonly now: string },
): Promise<void> {
  await transaction.write((db) =>
    db('agent_requests')
      .where({ workspace_id, id })
      .where(isOneOf('status', ['open']))
      .update({
        ...columns,
        status: 'resolved',
        updated_by_actor_id: actorId,
        updated_at: now,
        version: db.raw('version + 1'),
      }),
  );
}
