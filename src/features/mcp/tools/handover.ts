import { asList, isRecord, type JsonRecord } from '../../../platform/json';
import { Problem } from '../../../platform/problems';
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
 * Releases the claims of the agent, each with the note. With `to`, the open actions that are assigned
 * to it go to that actor or, with `pool`, to the pool. Claims of workers that the call does not name
 * are kept, because these processes are still at work, unless their action is handed over.
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
  const release = (row: JsonRecord): PerformCall =>
    call('releaseAction', { ...on(idOf(row)), body: { reason: note, ...pick(args, ['worker']) } });
  const released = await releaseOwn(claimed, release, perform);
  const calls: PerformCall[] = [];
  if (to !== undefined) {
    for (const row of mine) {
      const path = on(idOf(row));
      const isNoted = note === undefined || released.includes(row);
      if (!isNoted) calls.push(call('createActionNote', { ...path, body: { body: note } }));
      calls.push(call('updateAction', { ...path, body: { assigned_actor_id: actor } }));
    }
  }
  if (calls.length > 0) await perform(...calls);
  const shown = (rows: readonly JsonRecord[]) => rows.map((row) => pick(row, ['id', 'title']));
  const isHandedOver = (row: JsonRecord) => to !== undefined && mine.includes(row);
  const kept = claimed.filter((row) => !released.includes(row) && !isHandedOver(row));
  return {
    released: shown(released),
    ...(kept.length > 0 && { claimed_by_other_workers: shown(kept) }),
    ...(to !== undefined && { handed_over: shown(mine) }),
    ...(mine.length === most && { more: 'Call again: there may be more.' }),
  };
}

/** Releases claims, all at once if possible. Returns those that no other worker has. */
async function releaseOwn(
  claimed: readonly JsonRecord[],
  release: (row: JsonRecord) => PerformCall,
  perform: Perform,
): Promise<readonly JsonRecord[]> {
  if (claimed.length === 0) return [];
  try {
    await perform(...claimed.map(release));
    return claimed;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'CLAIM_LOST') throw error;
    if (claimed.length === 1) return [];
  }
  const released: JsonRecord[] = [];
  for (const row of claimed) released.push(...(await releaseOwn([row], release, perform)));
  return released;
}

function rowsOf(performed: Performed | undefined): JsonRecord[] {
  return asList(recordOf(performed)['items']).filter(isRecord);
}

function idOf({ id }: JsonRecord): string {
  return String(id);
}
