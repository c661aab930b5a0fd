import { asObject, isRecord, type JsonRecord, asList } from '../../../platform/json';
import type {
  Perform,
  PerformCall,
  Performed,
  PlainOperationId,
} from '../../../platform/operation';
import { invalidValue, Problem } from '../../../platform/problems';
import { usualResultBytes } from '../results/tool-result';
import { worker } from './reading-tools';
import { relatedIn } from './record-reading';
import {
  adds,
  body,
  bodyOf,
  confirmationOf,
  call,
  ends,
  id,
  on,
  own,
  pick,
  recordOf,
  sets,
  textOf,
  type Arguments,
  type Tool,
  named,
  usageLike,
} from './tool';

/** Makes a retry of a call safe. */
export const retryKey = (operationId: 'claimNextAction' | 'createAction' | 'createQuestion') =>
  body(operationId, 'client_request_id', 'For retries: it runs once.');

// The result also has the action and its claim.
const contextBytes = 6 * 1024;

const claimNext: Tool = {
  name: 'claim_next',
  title: 'Take the next action',
  description:
    'Claims the action to do next and returns it with its context: notes, answers, documents. Nothing to do: record is absent and reason says why. Continues your claim if you have one.',
  offered: 'usual',
  hints: adds,
  operationIds: ['claimNextAction', 'markAgentNewsRead'],
  parameters: {
    news_read_through: body(
      'markAgentNewsRead',
      'through',
      'page.next of the news that you handled.',
    ),
    project_id: named(body('claimNextAction', 'project_id', ''), 'project'),
    domain_id: named(body('claimNextAction', 'domain_id', ''), 'domain'),
    lease_seconds: body('claimNextAction', 'lease_seconds', ''),
    worker,
    client_request_id: retryKey('claimNextAction'),
  },
  required: [],
  maxBytes: usualResultBytes,
  more: 'Read the action with get_record, and its context with more max_bytes.',
  run: async (args, perform) => {
    const through = args['news_read_through'];
    const fields = ['project_id', 'domain_id', 'lease_seconds', 'worker'];
    const request = {
      ...pick(args, fields),
      include: ['context'],
      context_max_bytes: contextBytes,
    };
    const key = pick(args, ['client_request_id']);
    const claim = call('claimNextAction', { ...on('me'), body: { ...request, ...key } });
    const read = call('markAgentNewsRead', { ...on('me'), body: { through } });
    const calls = through === undefined ? [claim] : [read, claim];
    const performed = await perform(...calls);
    const claimed = performed.at(-1);
    // The response to a repeated call is not stored if it is long. Without the key, the claim continues.
    const again = () => bodyOf(perform, call('claimNextAction', { ...on('me'), body: request }));
    const result = withoutCopy(claimed?.status === 204 ? await again() : recordOf(claimed));
    return through === undefined ? result : { ...result, news_position: recordOf(performed.at(0)) };
  },
};

/** The operations that `release_all` may perform. */
const handoverOperations: readonly PlainOperationId[] = [
  'getMe',
  'listActions',
  'getAgentQueue',
  'createActionNote',
  'updateAction',
  'createProposal',
];

const open = ['inbox', 'ready', 'waiting'];

// Bounds the statements of one call. A further call goes on.
const most = 50;

/** The refusals of a hand-over that a permission lifts. */
const permittable: ReadonlySet<string> = new Set(['PROPOSAL_REQUIRED', 'FORBIDDEN']);

const claimAction: Tool = {
  name: 'claim_action',
  title: 'Claim, renew or release an action',
  description:
    'claim: take this action. renew: extend your claim before claim.expires_at, with a note on progress. release: give it back, with a note why. release_all: release all claims; with to, also hand over your open actions, or ask approval (asked).',
  offered: 'usual',
  // Each call of release_all may ask for approval again.
  hints: adds,
  operationIds: ['claimAction', 'heartbeatAction', 'releaseAction', ...handoverOperations],
  parameters: {
    do: own({ type: 'string', enum: ['claim', 'renew', 'release', 'release_all'] }, ''),
    id: id(''),
    note: body('heartbeatAction', 'progress_note', ''),
    to: named(id('An actor id or pool.'), 'actor'),
    claim_generation: body('heartbeatAction', 'claim_generation', 'claim.generation.'),
    lease_seconds: body('claimAction', 'lease_seconds', ''),
    worker: { ...worker, text: '' },
    usage: usageLike('Your use in this claim so far'),
  },
  required: ['do'],
  run: async (args, perform, now) => {
    checkUsed(args);
    if (args['do'] === 'release_all') return releaseAll(args, perform, now);
    const path = on(idOf(args));
    const held = pick(args, ['claim_generation']);
    const { note } = args;
    switch (args['do']) {
      case 'claim': {
        const wanted = pick(args, ['lease_seconds', 'worker']);
        const { action, ...others } = await bodyOf(
          perform,
          call('claimAction', { ...path, body: wanted }),
        );
        return { record: action, ...others };
      }
      case 'renew': {
        const heartbeat = {
          ...held,
          ...pick(args, ['lease_seconds', 'worker', 'usage']),
          ...(note !== undefined && { progress_note: note }),
        };
        const { record, claim, hint } = await confirmationOf(
          perform,
          call('heartbeatAction', { ...path, body: heartbeat }),
        );
        return { record: pick(asObject(record), ['id', 'version']), claim, hint };
      }
      case 'release': {
        const given = {
          ...held,
          ...pick(args, ['worker', 'usage']),
          ...(note !== undefined && { reason: note }),
        };
        return confirmationOf(perform, call('releaseAction', { ...path, body: given }));
      }
      default:
        throw invalidValue('do', 'do must be claim, renew, release or release_all.');
    }
  },
};

/** The arguments of `claim_action` beside `do`, by what it does. */
const usedBy: Readonly<Record<string, readonly string[]>> = {
  claim: ['id', 'lease_seconds', 'worker'],
  renew: ['id', 'note', 'claim_generation', 'lease_seconds', 'worker', 'usage'],
  release: ['id', 'note', 'claim_generation', 'worker', 'usage'],
  release_all: ['note', 'to', 'worker'],
};

// An argument without effect would seem to have one.
function checkUsed(args: Arguments): void {
  const wanted = textOf(args, 'do');
  const used = usedBy[wanted] ?? [];
  const known = Object.values(usedBy).flat();
  const unused = known.find((name) => args[name] !== undefined && !used.includes(name));
  if (unused === undefined || used.length === 0) return;
  throw invalidValue(
    unused,
    `${unused} has no effect with do ${wanted}, which takes ${used.join(', ')}.`,
  );
}

function idOf(args: Arguments): string {
  if (args['id'] === undefined) throw invalidValue('id', 'id is missing: the action.');
  return textOf(args, 'id');
}

const completeAction: Tool = {
  name: 'complete_action',
  title: 'Complete an action',
  description:
    'Ends the action with your result. Say what you did and what a reviewer must know. Then take the next one with claim_next.',
  offered: 'usual',
  hints: sets,
  operationIds: ['completeAction'],
  parameters: {
    id: id(''),
    note: body('completeAction', 'result_summary', ''),
    links: {
      ...body('completeAction', 'links', ''),
      fields: () => ({ document_id: named(id(''), 'document') }),
    },
    claim_generation: body('completeAction', 'claim_generation', 'claim.generation.'),
    worker: { ...worker, text: '' },
    usage: body('completeAction', 'usage', ''),
  },
  required: ['id', 'note'],
  run: (args, perform) => {
    const given = pick(args, ['links', 'claim_generation', 'worker', 'usage']);
    const result = { ...given, result_summary: args['note'] };
    return confirmationOf(
      perform,
      call('completeAction', { ...on(textOf(args, 'id')), body: result }),
    );
  },
};

const dropAction: Tool = {
  name: 'drop_action',
  title: 'Drop an action',
  description:
    'Ends an action that nobody needs any more, with a note why. To give work back, release it with claim_action.',
  offered: 'usual',
  hints: ends,
  operationIds: ['dropAction'],
  parameters: {
    id: id(''),
    note: body('dropAction', 'reason', ''),
    permitted_proposal_id: body('dropAction', 'permitted_proposal_id', ''),
  },
  required: ['id'],
  run: (args, perform) => {
    const { note: reason, permitted_proposal_id } = args;
    const input = { ...on(textOf(args, 'id')), body: { reason, permitted_proposal_id } };
    return confirmationOf(perform, call('dropAction', input));
  },
};

// The context has the action a second time.
function withoutCopy({ action: record, context, ...others }: JsonRecord): JsonRecord {
  if (!isRecord(context)) return { record, ...others };
  return { record, ...others, context: relatedIn(context) };
}

/** The tools that work on actions. */
export const workingTools = { claimNext, claimAction, completeAction, dropAction };

/**
 * Releases the claims of the agent, each with the note. With `to`, the open actions that are assigned
 * to it go to that actor or, with `pool`, to the pool. Claims of workers that the call does not name
 * are kept, because these processes are still at work, unless their action is handed over. Asks for
 * approval of each action that may be handed over only with one.
 */
async function releaseAll(args: Arguments, perform: Perform, now: string): Promise<JsonRecord> {
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
    call('releaseAction', {
      ...on(idOfRow(row)),
      body: { reason: note, ...pick(args, ['worker']) },
    });
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
