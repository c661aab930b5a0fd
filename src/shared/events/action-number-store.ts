import type { Knex } from 'knex';
import type { Statement } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import { isRecord } from '../../platform/json';

// Most requests create one action.
const numberedAction = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('actions')
    .where({ workspace_id: given('workspaceId'), id: given('id') })
    .update({ number: lastNumber(db, given('workspaceId')) }),
);

function lastNumber(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('event_positions').where({ workspace_id: workspaceId }).select('last_number');
}

// The distance of an action is the number of actions that follow it.
const numberedActions = {
  postgres: compiledStatement<'workspaceId' | 'rows'>((db, given) =>
    db('actions')
      .updateFrom(
        db.raw('jsonb_to_recordset(?) as given (id text, distance integer)', [given('rows')]),
      )
      .where('actions.workspace_id', given('workspaceId'))
      .whereRaw('actions.id = given.id')
      .update({ number: db.raw('? - given.distance', [lastNumber(db, given('workspaceId'))]) }),
  ),
  // By the row id, because SQLite would rather read all actions of the workspace than start with a
  // list whose length it does not know. The plus keeps it from an index of the workspace.
  sqlite:
    ({ workspaceId, rows }: { readonly workspaceId: string; readonly rows: string }): Statement =>
    (db) =>
      db.raw(
        `update actions set number = ? - (given.value ->> 'distance') from json_each(?) as given
          where +actions.workspace_id = ? and actions.rowid = (select found.rowid
            from actions as found
            where found.workspace_id = ? and found.id = given.value ->> 'id')`,
        [lastNumber(db, workspaceId), rows, workspaceId, workspaceId],
      ),
};

/** Gives actions the last numbers that the workspace's counter has, in the order of their ids. */
export function numberActions(
  { dialect }: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Statement {
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return numberedAction({ workspaceId, id });
  const rows = ids.map((each, at) => ({ id: each, distance: ids.length - 1 - at }));
  return numberedActions[dialect]({ workspaceId, rows: JSON.stringify(rows) });
}

/** Records the numbers in the transaction. `taken` has the row of the counter. */
export function recordNumbers(
  { numbers }: Transaction,
  ids: readonly string[],
  taken: unknown,
): void {
  const row: unknown = Array.isArray(taken) ? taken[0] : undefined;
  const last = int(isRecord(row) ? row['last_number'] : undefined);
  for (const [at, id] of ids.entries()) numbers.set(id, last - ids.length + 1 + at);
}

/**
 * Raises the counter of a workspace to the numbers of imported actions, and gives numbers to those
 * without one, in the order of their creation. Call it right before the commit.
 */
export async function numberImported(transaction: Transaction, workspaceId: string): Promise<void> {
  const raise = (): Promise<number> =>
    transaction.write((db) => {
      const largest = db('actions').where({ workspace_id: workspaceId }).max('number');
      return db('event_positions')
        .where({ workspace_id: workspaceId })
        .where('last_number', '<', largest.clone())
        .update({ last_number: largest });
    });
  await raise();
  await transaction.write((db) => {
    const unnumbered = db('actions')
      .where({ workspace_id: workspaceId })
      .whereNull('number')
      .select('id', db.raw('row_number() over (order by created_at, id) as nth'));
    return db.raw(
      `update actions set number = ? + given.nth from (?) as given
        where actions.workspace_id = ? and actions.id = given.id`,
      [lastNumber(db, workspaceId), unnumbered, workspaceId],
    );
  });
  await raise();
}
