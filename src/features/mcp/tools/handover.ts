import { asList, isRecord, type JsonRecord } from '../../../platform/json';
import type {
  Perform,
  PerformCall,
  Performed,
  PlainOperationId,
} from '../../../platform/operation';
import { type Arguments, call, on, pick, recordOf } from './tool';

// Bounds the statements of one call. A further call goes on.
const most = 50;

const open = ['inbox', 'ready', 'waiting'];

/** The operations that `release_all` may perform. */
export const handoverOperations: readonly PlainOperationId[] = [
  'getMe',
  'listActions',
  'getAgentQueue',
  'createActionNote',
  'updateAction',
];

/**
 * Releases all claims of the agent in one transaction, each with the note. With `to`, the open
 * actions that are assigned to it go to that actor or, with `pool`, to the pool. A claim of a worker
 * that the call does not name refuses all of it, because that process is still at work.
 */
export async function releaseAll(
  args: Arguments,
  perform: Perform,
  now: string,
): Promise<JsonRecord> {
  const { note, to } = args;
  const [self, assigned, waiting, queue] = await perform(
    call('getMe'),
    call('listActions', { query: { assigned_actor_id: 'me', status: open, limit: most } }),
    call('listActions', { query: { assigned_actor_id: 'none', status: ['waiting'], limit: most } }),
    call('getAgentQueue', { ...on('me'), query: { limit: most } }),
  );
  const { actor_id: me } = recordOf(self);
  const mine = rowsOf(assigned);
  const others = [...rowsOf(waiting), ...rowsOf(queue)].filter(
    ({ assigned_actor_id: assignee }) => assignee !== me,
  );
  const claimed = [...mine, ...others].filter(
    ({ claimed_by_actor_id: claimant, claim_expires_at: end }) =>
      claimant === me && (typeof end !== 'string' || end > now),
  );
  const actor = to === 'pool' ? null : to;
  const calls: PerformCall[] = claimed.map((row) =>
    call('releaseAction', { ...on(idOf(row)), body: { reason: note, ...pick(args, ['worker']) } }),
  );
  if (to !== undefined) {
    for (const row of mine) {
      const path = on(idOf(row));
      const isNoted = note === undefined || claimed.includes(row);
      if (!isNoted) calls.push(call('createActionNote', { ...path, body: { body: note } }));
      calls.push(call('updateAction', { ...path, body: { assigned_actor_id: actor } }));
    }
  }
  if (calls.length > 0) await perform(...calls);
  const shown = (rows: readonly JsonRecord[]) => rows.map((row) => pick(row, ['id', 'title']));
  return {
    released: shown(claimed),
    ...(to !== undefined && { handed_over: shown(mine) }),
    ...(mine.length === most && { more: 'Call again: there may be more.' }),
  };
}

function rowsOf(performed: Performed | undefined): JsonRecord[] {
  return asList(recordOf(performed)['items']).filter(isRecord);
}

function idOf({ id }: JsonRecord): string {
  return String(id);
}
