import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import { pageOf, type Page, type PageRequest } from '../../../platform/db/statements/page';
import { actionable, claimablePool, readyAssignedOrClaimedBy } from '../lists/action-scopes-store';
import { queueSort } from '../lists/queue-order';
import { selectAction, type ActionRow } from '../action-store';
import { bytesOfAction } from '../lists/action-bytes-store';

/** The queue of an agent at a point in time. */
export interface QueueOf {
  readonly workspaceId: string;
  readonly now: string;
  readonly actorId: string;
  /** The capabilities that must cover pool work. Undefined excludes the pool. */
  readonly capabilities: readonly string[] | undefined;
}

/** A page of an agent's queue, in the order in which `claim-next` offers it. */
export function readQueue(
  reader: Reader,
  queue: QueueOf,
  request: PageRequest,
): Promise<Page<ActionRow>> {
  return pageOf<ActionRow>(
    reader,
    {
      matching: (db) => queued(db, reader, queue),
      select: selectAction,
      id: 'actions.id',
      bytes: bytesOfAction,
      sorts: { queue: queueSort },
      defaultSort: 'queue',
    },
    request,
  );
}

function queued(db: Knex, { dialect }: Reader, queue: QueueOf): Knex.QueryBuilder {
  const { capabilities } = queue;
  const pool =
    capabilities === undefined
      ? undefined
      : claimablePool(dialect, { ...queue, capabilities: JSON.stringify(capabilities) });
  return readyAssignedOrClaimedBy(db, queue, pool).where(actionable(queue));
}
