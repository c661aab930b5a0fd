import type { Transaction } from '../../../src/platform/db/transaction';
import { compiled } from './compiled';
import type { Driver } from './driver';
import { sample } from './sample';

/** Compiles one statement for `limit` ids, and runs it for any number of ids up to that. */
export function many<T>(
  driver: Driver,
  limit: number,
  find: (transaction: Transaction, workspaceId: string, ids: readonly string[]) => Promise<T[]>,
) {
  const names = Array.from({ length: limit }, (_, index) => `id${index}`);
  const ids = Object.fromEntries(names.map((name) => [name, `(${name})`]));
  const run = compiled(
    driver,
    { ...ids, now: sample.now, workspaceId: sample.workspaceId },
    (transaction, { workspaceId }) => find(transaction, workspaceId, Object.values(ids)),
  );
  return async (
    connection: Parameters<typeof run>[0],
    now: string,
    workspaceId: string,
    wanted: readonly string[],
  ): Promise<T[]> => {
    if (wanted.length === 0) return [];
    const given = Object.fromEntries(names.map((name, index) => [name, wanted[index] ?? '']));
    return run(connection, { ...given, now, workspaceId });
  };
}
