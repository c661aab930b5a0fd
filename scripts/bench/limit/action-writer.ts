import { findActionForUpdate, type SingleRow } from '../../../src/features/actions/action-store';
import { createActionReader } from './action';
import { compiled } from './compiled';
import type { Connection, Driver } from './driver';
import { Refusal, type Answer, type Call } from './request';
import { sample } from './sample';

/** Reads and locks the open action that a write is about, and answers it as it is afterwards. */
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
    if (row === undefined) throw new Error('The action has gone.');
    return row;
  };
  const answerWith = async (
    connection: Connection,
    { now }: Call,
    row: SingleRow,
  ): Promise<Answer> => ({
    status: 200,
    body: await reader.whole(connection, row, now),
    headers: { ETag: `"${row.version}"` },
  });
  return {
    ...reader,
    async lockOpen(connection: Connection, { actor, id, now }: Call): Promise<SingleRow> {
      const row = await lock(connection, { now, workspaceId: actor.workspaceId, id });
      if (row === undefined) throw new Refusal(404, 'There is no such action.');
      if (row.status === 'done' || row.status === 'dropped')
        throw new Refusal(409, 'It has ended.');
      return row;
    },
    find,
    answerWith,
    async answer(
      connection: Connection,
      call: Call,
      id: string,
    ): Promise<Answer & { row: SingleRow }> {
      const row = await find(connection, call, id);
      return { ...(await answerWith(connection, call, row)), row };
    },
  };
}
