import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import { eventColumns } from '../action-events';
import { actionsOf, type ActionRow } from '../action-store';
import {
  openBatch,
  type LockedAction,
  type OpenActionsBatch,
  type ProjectKey,
} from './project-actions-store';

/** An action that a request changes beside its own record, with the columns that guards read. */
export interface TouchedAction
  extends
    LockedAction,
    Pick<
      ActionRow,
      | 'domain_id'
      | 'created_by_actor_id'
      | 'requirements'
      | 'claim_lease_seconds'
      | 'assignee_kind'
      | 'assignee_name'
    > {
  /** Null without an order. */
  readonly order_requires_proposals: unknown;
}

/** The actions of these ids, with one statement, in the order of ids. Lock them before. */
export function findTouchedActions(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<TouchedAction[]> {
  return reader.rows<TouchedAction>((db) =>
    selectTouched(actionsOf(db, workspaceId).whereIn('actions.id', [...ids])).orderBy('actions.id'),
  );
}

/** A batch of the open actions of a project, not locked. */
export function findTouchedBatch(
  reader: Reader,
  project: ProjectKey,
  batch: OpenActionsBatch,
): Promise<TouchedAction[]> {
  return reader.rows<TouchedAction>((db) => selectTouched(openBatch(db, project, batch)));
}

function selectTouched(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .leftJoin('actors as assignee', (on) => {
      on.on('assignee.workspace_id', 'actions.workspace_id').on(
        'assignee.id',
        'actions.assigned_actor_id',
      );
    })
    .leftJoin('orders', (on) => {
      on.on('orders.workspace_id', 'actions.workspace_id').on('orders.id', 'actions.order_id');
    })
    .select([...eventColumns])
    .select('actions.domain_id', 'actions.created_by_actor_id')
    .select('actions.requirements', 'actions.claim_lease_seconds')
    .select('assignee.kind as assignee_kind', 'assignee.name as assignee_name')
    .select('orders.requires_proposals as order_requires_proposals');
}
