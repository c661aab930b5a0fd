import { findActionForUpdate, type SingleRow } from '../../../src/features/actions/action-store';
import { createActionReader } from './action';
import { compiled } from './compiled';
import type { Connection, Driver } from './driver';
import { Refusal, type Reply, type Call } from './request';
import { sample } from './sample';

/** Locks the open action that a write changes, and replies with it after the change. */
export function createActionWriter(driver: Driver) {
  const reader = createActionReader(driver);
  const { now, workspaceId, id } = sample;
  const lock = compiled(driver, { now, workspaceId, id }, (transaction, given) =>
    findActionForUpdate(transaction, given.workspaceId, given.id),
  );
  const find = async (
    connection: Connection,
    { actor, now }: Call,
    id: string,
  ): Promise<SingleRow> => {
    const row = await reader.row(connection, { now, workspaceId: actor.workspaceId, id });
    if (row === undefined) throw new Error('The locked action is gone.');
    return row;
  };
  const replyWithRow = async (
    connection: Connection,
    { now }: Call,
    row: SingleRow,
  ): Promise<Reply> => ({
    status: 200,
    body: await reader.toBody(connection, row, now),
    headers: { ETag: `"${row.version}"` },
  });
  return {
    ...reader,
    async lockOpen(connection: Connection, { actor, id, now }: Call): Promise<SingleRow> {
      const row = await lock(connection, { now, workspaceId: actor.workspaceId, id });
      if (row === undefined) throw new Refusal(404, 'The action does not exist.');
      if (row.status === 'done' || row.status === 'dropped')
        throw new Refusal(409, 'The action has ended.');
      return row;
    },
    find,
    replyWithRow,
    async replyWithAction(
      connection: Connection,
      call: Call,
      id: string,
    ): Promise<Reply & { row: SingleRow }> {
      const row = await find(connection, call, id);
      return { ...(await replyWithRow(connection, call, row)), row };
    },
  };
}
