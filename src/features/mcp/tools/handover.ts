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
  'createProposal',
];

/**
 * Releases the claims of the agent, each with the note. With `to`, the open actions that are assigned
 * to it go to that actor or, with `pool`, to the pool. Claims of workers that the call does not name
 * are kept, because these processes are still at work, unless their action is handed over. Asks for
 * approval of each action that may be handed over only with one.
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
    call('releaseAction', { ...on(idOfRow(row)), body: { reason: note, ...pick(args, ['worker']) } });
  const released = await releaseOwn(claimed, release, perform);
  const hand = (row: JsonRecord): PerformCall[] => {
    const path = on(idOfRow(row));
    const isNoted = note === undefined || released.includes(row);
    return [
      ...(isNoted ? [] : [call('createActionNote', { ...path, body: { body: note } })]),
      call('updateAction', { ...path, body: { assigned_actor_id: actor } }),
    ];
  };
  const ask = (row: JsonRecord): PerformCall => {
    const title = `Hand over ${idOfRow(row)}`;
    const payload = { id: idOfRow(row), assigned_actor_id: actor };
    const reason = { action_id: idOfRow(row), ...(note !== undefined && { description: note }) };
    const request = { operation: 'updateAction', execute: 'on_permit', payload, title };
    return call('createProposal', { body: { ...request, ...reason } });
  };
  const { handed, asked } =
    to === undefined ? { handed: [], asked: [] } : await handOver(mine, { hand, ask, perform });
  const shown = (rows: readonly JsonRecord[]) =>
    rows.map((row) => pick(row, ['id', 'key', 'title']));
  const isHandedOver = (row: JsonRecord) => handed.includes(row);
  const kept = claimed.filter((row) => !released.includes(row) && !isHandedOver(row));
  return {
    released: shown(released),
    ...(kept.length > 0 && { claimed_by_other_workers: shown(kept) }),
    ...(to !== undefined && asked.length === 0 && { handed_over: shown(handed) }),
    ...(asked.length > 0 && handed.length > 0 && { handed_over: shown(handed) }),
    ...(asked.length > 0 && { asked }),
    ...(mine.length === most && { more: 'Call again: there may be more.' }),
  };
}

/** The refusals of a hand-over that a permission lifts. */
const permittable: ReadonlySet<string> = new Set(['PROPOSAL_REQUIRED', 'FORBIDDEN']);

interface Handover {
  readonly hand: (row: JsonRecord) => PerformCall[];
  readonly ask: (row: JsonRecord) => PerformCall;
  readonly perform: Perform;
}

/** Hands actions over, all at once if possible; otherwise asks for those that need approval. */
async function handOver(
  rows: readonly JsonRecord[],
  handover: Handover,
): Promise<{ readonly handed: readonly JsonRecord[]; readonly asked: readonly JsonRecord[] }> {
  if (rows.length === 0) return { handed: [], asked: [] };
  const { hand, ask, perform } = handover;
  try {
    await perform(...rows.flatMap(hand));
    return { handed: rows, asked: [] };
  } catch (error) {
    if (!(error instanceof Problem) || !permittable.has(error.code)) throw error;
  }
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) {
    const { id: proposal_id } = recordOf((await perform(ask(only)))[0]);
    return { handed: [], asked: [{ ...pick(only, ['id', 'title']), proposal_id }] };
  }
  const parts = [];
  for (const row of rows) parts.push(await handOver([row], handover));
  return {
    handed: parts.flatMap(({ handed }) => handed),
    asked: parts.flatMap(({ asked }) => asked),
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

function idOfRow({ id }: JsonRecord): string {
  return String(id);
}
