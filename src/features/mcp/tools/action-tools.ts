import { createHash } from 'node:crypto';
import { isKey, withPlainKeys } from '../../../platform/action-keys';
import { asList, isRecord, type JsonRecord } from '../../../platform/json';
import type { Perform, PerformCall, Performed } from '../../../platform/operation';
import { invalidValue, Problem, problem } from '../../../platform/problems';
import {
  adds,
  body,
  bodyOf,
  call,
  condenseRecords,
  confirmationOf,
  confirmed,
  id,
  ifVersion,
  include,
  on,
  own,
  pick,
  recordOf,
  sets,
  textOf,
  wholeOf,
  type Arguments,
  type Parameter,
  type Tool,
  named,
} from './tool';
import { retryKey } from './working-tools';

const fields = [
  'title',
  'details',
  'status',
  'project_id',
  'order_id',
  'assigned_actor_id',
  'requirements',
  'requires_review',
  'due_at',
  'priority',
  'labels',
  'file_ids',
  'defer_until',
  'repeat_rule',
  'position',
  'is_template',
  'permitted_proposal_id',
];

const rule = (text: string): Parameter =>
  own({ type: ['object', 'null'], additionalProperties: true }, text);

const ids = (text: string): Parameter => own({ type: 'array', items: { type: 'string' } }, text);

const timeZone = own({ type: 'string' }, 'Of times without an offset.');

/** The most actions of one call, and blockers of all of them: each one is some statements. */
const mostActions = 50;
const mostBlockers = 200;

const createActions: Tool = {
  name: 'create_actions',
  title: 'Create actions',
  description:
    'Adds up to fifty actions, all or none: ready work without an assignee is yours; null assigns it to the pool. A source_key of open work returns that work.',
  offered: 'usual',
  hints: adds,
  operationIds: ['createAction', 'getAction', 'addBlocker'],
  parameters: {
    actions: {
      items: {
        ref: own({ type: 'string' }, 'Your name for it in blocked_by.'),
        title: body('createAction', 'title', ''),
        details: body('createAction', 'details', 'All that the assignee must know.'),
        status: body(
          'createAction',
          'status',
          'inbox, the default: a person sorts it. ready: to be done.',
        ),
        assigned_actor_id: named(
          body('createAction', 'assigned_actor_id', 'me, an actor id or null.'),
          'actor',
        ),
        requirements: body('createAction', 'requirements', 'Capabilities it needs.'),
        requires_review: body('createAction', 'requires_review', 'A person must approve it.'),
        blocked_by: ids('Refs, ids or keys.'),
        due_at: body('createAction', 'due_at', 'Such as 2026-12-04T17:00.'),
        priority: own({ type: 'integer' }, '4 is urgent.'),
        labels: own({ type: 'array', items: { type: 'string' } }, ''),
        file_ids: body('createAction', 'file_ids', ''),
        defer_until: body('createAction', 'defer_until', ''),
        repeat_rule: rule('{type: from_due or from_completion, unit: month, interval: 1}'),
        position: body('createAction', 'position', ''),
        is_template: body('createAction', 'is_template', ''),
        source_key: body('createAction', 'source_key', ''),
        input_payload: own({ type: 'object', additionalProperties: true }, ''),
      },
      requiredItems: ['title'],
      text: '',
    },
    project_id: named(body('createAction', 'project_id', ''), 'project'),
    order_id: named(body('createAction', 'order_id', ''), 'order'),
    time_zone: timeZone,
    permitted_proposal_id: body('createAction', 'permitted_proposal_id', ''),
    client_request_id: retryKey('createAction'),
    include,
  },
  required: ['actions'],
  more: 'Read each record with get_record.',
  condense: condenseRecords,
  // No permission lifts this limit.
  isPermittable: ({ actions }) => !asList(actions).some(skipsReview),
  run: create,
};

/** Creates the actions and then their blockers, in one transaction. */
async function create(args: Arguments, perform: Perform): Promise<JsonRecord> {
  const items = itemsOf(args);
  if (items.length > 1 && args['permitted_proposal_id'] !== undefined) {
    const path = 'permitted_proposal_id';
    throw invalidValue(path, `${path} permits one action. Send it with that action alone.`);
  }
  const shared = pick(args, ['project_id', 'order_id', 'permitted_proposal_id']);
  let at = 0;
  // Creations that a refusal rolls back, so that their ids name nothing.
  const made = new Map<string, string>();
  const note = (earlier: readonly Performed[]): void => {
    for (const [index, item] of items.entries()) {
      const { status } = earlier[index] ?? {};
      if (status === 201) made.set(idOf(earlier[index]), nameOf(item, index));
    }
  };
  const creations = items.map((item, index) =>
    call('createAction', (earlier) => {
      at = index;
      note(earlier);
      const { ref: _, blocked_by: __, ...own } = item;
      return { body: { ...shared, ...repeatedIn(own, args), ...keyOf(args, index, items.length) } };
    }),
  );
  const waits = blockersOf(items);
  const blockers = waits.map(({ index, blocker }) =>
    call('addBlocker', (earlier) => {
      at = index;
      note(earlier);
      const known = typeof blocker === 'number' ? idOf(earlier[blocker]) : blocker;
      return { path: { id: idOf(earlier[index]), blocker_id: known } };
    }),
  );
  const check = call('getMe', (earlier) => {
    checkRepeated(earlier.slice(0, items.length));
    return {};
  });
  const checks = args['client_request_id'] === undefined ? [] : [check];
  try {
    const performed = await perform(...creations, ...checks, ...blockers);
    const records = await Promise.all(
      items.map(async (item, index) => {
        const last = waits.findLastIndex((wait) => wait.index === index);
        const written = performed[last < 0 ? index : items.length + checks.length + last];
        const whole = await wholeOf(perform, written === undefined ? [] : [written]);
        const { record } = confirmed(whole, { ...pick(args, ['include']), ...item });
        return { ...pick(item, ['ref']), ...(isRecord(record) ? record : {}) };
      }),
    );
    return { records };
  } catch (error) {
    throw error instanceof Problem ? withPlace(error, items, { at, made }) : error;
  }
}

function itemsOf({ actions }: Arguments): JsonRecord[] {
  const items = asList(actions).filter(isRecord);
  if (items.length === asList(actions).length && items.length > 0 && items.length <= mostActions) {
    return items.map(withoutNulls);
  }
  throw invalidValue('actions', `actions must be a list of 1 to ${mostActions} objects.`);
}

/** A new record: as in other arguments, a null is an absent field, but it assigns work to the pool. */
export function withoutNulls(item: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(item).filter(([name, each]) => each !== null || name === 'assigned_actor_id'),
  );
}

/** What waits for what: an index of the call, or an id. */
function blockersOf(items: readonly JsonRecord[]) {
  checkRefs(items);
  const refs = new Map(items.map(({ ref }, index) => [ref, index]));
  const waits = items.flatMap(({ blocked_by: blockers }, index) =>
    blockerList(blockers, `actions/${index}/blocked_by`).map((blocker) => {
      const found = refs.get(blocker);
      if (found !== undefined) return { index, blocker: found };
      const known = String(blocker);
      if (known.startsWith('act_') || isKey(known)) return { index, blocker: known };
      const text = `${known} is neither the ref of an action of this call nor the id or key of one.`;
      throw invalidValue(`actions/${index}/blocked_by`, text);
    }),
  );
  if (waits.length <= mostBlockers) return waits;
  throw invalidValue('actions', `The actions may have at most ${mostBlockers} blockers together.`);
}

// Anything else would count as none, and so remove the blockers of an action.
function blockerList(blockers: unknown, path: string): readonly unknown[] {
  const given = blockers ?? [];
  if (Array.isArray(given) && given.every((each) => typeof each === 'string')) return given;
  throw invalidValue(path, `${path} must be a list, such as ["act_..."].`);
}

/** Throws 400 for a ref that is empty, the id of an action, or the ref of another action. */
function checkRefs(items: readonly JsonRecord[]): void {
  const known = new Set<unknown>();
  for (const [index, { ref }] of items.entries()) {
    if (ref === undefined) continue;
    const path = `actions/${index}/ref`;
    if (known.has(ref)) throw invalidValue(path, `${path}: another action of this call has it.`);
    if (typeof ref !== 'string' || ref === '' || ref.startsWith('act_')) {
      throw invalidValue(path, `${path} must be a text of your own that does not begin with act_.`);
    }
    known.add(ref);
  }
}

function keyOf({ client_request_id: key }: Arguments, index: number, count: number): JsonRecord {
  if (key === undefined) return {};
  // Only the last action has the key unchanged, so a retry with another number of them is refused.
  const isLast = index === count - 1;
  if (typeof key !== 'string' || key === '' || isLast) return { client_request_id: key };
  // A hash has one length, however long the key is, and no other call has the same one.
  const own = createHash('sha256').update(`${index} ${key}`).digest('hex');
  return { client_request_id: `create_actions ${own}` };
}

/** Throws 409 if an earlier call with the key has created some of the actions, but not all. */
function checkRepeated(creations: readonly Performed[]): void {
  const repeated = creations.filter(({ headers }) => headers['Idempotent-Replayed'] === 'true');
  if (repeated.length === 0 || repeated.length === creations.length) return;
  const message =
    'This client_request_id was sent with other actions. Use a new one for new actions.';
  throw problem('IDEMPOTENCY_KEY_REUSED', message);
}

function skipsReview(item: unknown): boolean {
  return isRecord(item) && item['requires_review'] === false;
}

/** An action repeats in the time zone of its times. */
export function repeatedIn(item: JsonRecord, { time_zone: zone }: Arguments): JsonRecord {
  const { repeat_rule: given } = item;
  if (!isRecord(given) || given['type'] === 'none' || zone === undefined) return item;
  return { ...item, repeat_rule: { time_zone: zone, ...given } };
}

function idOf(performed: Performed | undefined): string {
  const { id: known } = recordOf(performed);
  if (typeof known === 'string') return known;
  // The body of a repeated creation may not be stored.
  return performed?.headers['Location']?.split('/').at(-1) ?? '';
}

/** The name of an action in the call that creates it. */
function nameOf({ ref }: JsonRecord, index: number): string {
  return typeof ref === 'string' ? ref : `actions/${index}`;
}

function withPlace(
  error: Problem,
  items: readonly JsonRecord[],
  { at, made }: { readonly at: number; readonly made: ReadonlyMap<string, string> },
): Problem {
  const place = `actions/${at}`;
  const named = (text: string): string =>
    text.replaceAll(/\bact_[0-9A-Z]{26}\b/g, (known) => made.get(known) ?? known);
  const placed = (text: string): string =>
    named(text)
      .replaceAll(
        /(?<![\w/])body\/(?=(?:project_id|order_id|permitted_proposal_id|client_request_id)\b)/g,
        '',
      )
      .replaceAll(/(?<![\w/])body\b(?=\/|$)/g, place)
      .replaceAll(/(?<![\w/])path\/blocker_id\b/g, `${place}/blocked_by`);
  const issues = error.issues.map((issue) => ({
    ...issue,
    path: placed(issue.path),
    message: placed(issue.message),
  }));
  const { code, headers } = error;
  const details: JsonRecord = JSON.parse(JSON.stringify(error.details), (_key, value: unknown) =>
    typeof value === 'string' ? named(value) : value,
  );
  const name = String(items[at]?.['ref'] ?? items[at]?.['title']);
  const where = items.length > 1 ? `${place} (${name}): ` : '';
  return problem(code, where + placed(error.message), { issues, details, headers });
}

const updateAction: Tool = {
  name: 'update_action',
  title: 'Change an action',
  description:
    'Changes the fields that you send; null clears one, [] a list, and blocked_by replaces all blockers. Send the version that you read, to overwrite no change that you have not seen.',
  offered: 'usual',
  hints: sets,
  operationIds: ['updateAction', 'getAction', 'addBlocker', 'removeBlocker'],
  parameters: {
    id: id(''),
    version: own({ type: 'integer' }, ''),
    title: body('updateAction', 'title', ''),
    details: body('updateAction', 'details', ''),
    status: body('updateAction', 'status', ''),
    project_id: named(body('updateAction', 'project_id', ''), 'project'),
    order_id: named(body('updateAction', 'order_id', ''), 'order'),
    assigned_actor_id: named(body('updateAction', 'assigned_actor_id', ''), 'actor'),
    requirements: body('updateAction', 'requirements', ''),
    blocked_by: ids(''),
    due_at: body('updateAction', 'due_at', ''),
    priority: own({ type: 'integer' }, ''),
    labels: own({ type: 'array', items: { type: 'string' } }, ''),
    file_ids: body('updateAction', 'file_ids', ''),
    defer_until: body('updateAction', 'defer_until', ''),
    repeat_rule: rule(''),
    position: body('updateAction', 'position', ''),
    is_template: body('updateAction', 'is_template', ''),
    time_zone: own({ type: 'string' }, ''),
    permitted_proposal_id: body('updateAction', 'permitted_proposal_id', ''),
    include,
  },
  required: ['id'],
  isPermittable: (args) => !skipsReview(args),
  run: async (args, perform) => {
    const path = on(textOf(args, 'id'));
    const changes = repeatedIn(pick(args, fields), args);
    const update = call('updateAction', { ...path, ...ifVersion(args), body: changes });
    if (args['blocked_by'] === undefined) return confirmationOf(perform, update, args);
    const isUpdated = Object.keys(changes).length > 0;
    const calls = await blockerCalls(args, perform, isUpdated ? {} : ifVersion(args));
    const read = call('getAction', path);
    const performed = await perform(...(isUpdated ? [update] : []), ...calls, read);
    return confirmed(recordOf(performed.at(-1)), args);
  },
};

/** The calls that make an action wait for exactly these. */
async function blockerCalls(
  args: Arguments,
  perform: Perform,
  condition: ReturnType<typeof ifVersion>,
): Promise<PerformCall[]> {
  const actionId = textOf(args, 'id');
  const { blocked_by: before } = await bodyOf(perform, call('getAction', on(actionId)));
  const given = blockerList(args['blocked_by'], 'blocked_by');
  const [had, wanted] = [asList(before).map(String), await withoutKeys(given.map(String), perform)];
  const path = (blocker: string) => ({ path: { id: actionId, blocker_id: blocker } });
  return [
    ...had
      .filter((blocker) => !wanted.includes(blocker))
      .map((blocker) => ({ operationId: 'removeBlocker' as const, input: path(blocker) })),
    ...wanted
      .filter((blocker) => !had.includes(blocker))
      .map((blocker) => ({ operationId: 'addBlocker' as const, input: path(blocker) })),
  ].map(({ operationId, input }, index) =>
    call(operationId, { ...input, ...(index === 0 && condition) }),
  );
}

// The blockers that an action has are ids. An unknown key stays, so the operation refuses it.
async function withoutKeys(refs: readonly string[], perform: Perform): Promise<readonly string[]> {
  const keys = [...new Set(refs.filter(isKey))].slice(0, mostBlockers);
  if (keys.length === 0) return refs;
  const found = await bodyOf(perform, call('batchGetActions', { query: { ids: keys } }));
  const hidden = new Set(asList(found['hidden_ids']));
  const numbers = new Map(
    asList(found['visible'])
      .filter(isRecord)
      .map(({ id, key }) => [numberIn(String(key)), String(id)]),
  );
  const idOf = (ref: string): string | undefined =>
    isKey(ref) && !hidden.has(ref) ? numbers.get(numberIn(ref)) : undefined;
  return [...new Set(refs.map((ref) => idOf(ref) ?? ref))];
}

// The prefix may be an earlier one.
function numberIn(key: string): string | undefined {
  return withPlainKeys(key).split('-')[1];
}

/** The tools that write actions. */
export const actionTools = { createActions, updateAction };
