import { asList, asObject, isRecord, type JsonRecord } from '../../../platform/json';
import type {
  Perform,
  PerformCall,
  Performed,
  PlainOperationId,
} from '../../../platform/operation';
import { invalidValue } from '../../../platform/problems';
import { addMilliseconds, DAY, localTimeOf } from '../../../platform/time';
import { usualResultBytes } from '../results/tool-result';
import {
  body,
  bodyOf,
  call,
  on,
  own,
  pick,
  query,
  reads,
  recordOf,
  textOf,
  type Arguments,
  type Tool,
  named,
  filter,
} from './tool';
import {
  contentBytes,
  maxContextBytes,
  readRecord,
  recordOperations,
  recordParts,
} from './record-reading';

const me = on('me');
const listed = 10;

/** The size of a list: small, because a model reads every row. */
export const limit = own({ type: 'integer', minimum: 1, maximum: 50 }, `Default ${listed}.`);

const getOverview: Tool = {
  name: 'get_overview',
  title: 'Overview of my work',
  description:
    'Who you are, the time, and what needs you now. brief: counts and the unread news, each with what it needs; enough to begin. Without brief: your work, the pool, your questions, proposals, projects and orders.',
  offered: 'read',
  hints: reads,
  operationIds: ['getMe', 'getAgentOverview', 'getAgentAttention', 'getAgentNews'],
  parameters: {
    brief: own({ type: 'boolean' }, ''),
    news_after: query('getAgentNews', 'after', 'Read the news after this cursor (brief).'),
  },
  required: [],
  maxBytes: usualResultBytes,
  more: 'Read one record with get_record, or more news with brief and news_after.',
  run: async (args, perform, now) => {
    const self = call('getMe');
    if (args['brief'] !== true) {
      const [caller, overview] = await perform(self, call('getAgentOverview', me));
      const { me: _, ...shown } = recordOf(overview);
      return { ...(await frameOf(recordOf(caller), now)), overview: shown };
    }
    const after = args['news_after'];
    const [caller, attention, news] = await perform(
      self,
      call('getAgentAttention', me),
      call('getAgentNews', {
        ...me,
        query: { limit: limitOf(args), ...(after !== undefined && { after }) },
      }),
    );
    const frame = await frameOf(recordOf(caller), now);
    return { ...frame, attention: recordOf(attention), news: recordOf(news) };
  },
};

/** Who the caller is, and the time where it works. */
async function frameOf({ actor_id, name, workspace, agent }: JsonRecord, now: string) {
  const time_zone = String(asObject(workspace)['time_zone']);
  const { capabilities } = asObject(agent);
  return {
    now: await localTimeOf(now, time_zone),
    time_zone,
    me: { actor_id, name, capabilities },
  };
}

const getRecord: Tool = {
  name: 'get_record',
  title: 'Read a record',
  description:
    'Reads any record by its id. "with" adds related records; context of an action has all that the work needs.',
  offered: 'read',
  hints: reads,
  operationIds: recordOperations,
  parameters: {
    id: named(own({ type: 'string' }, ''), 'project', 'domain', 'agent', 'order', 'document'),
    with: own({ type: 'array', items: { type: 'string', enum: recordParts } }, 'What to add.'),
    after: own({ type: 'string' }, 'The page.next of an added list.'),
    offset: query('getDocument', 'offset', 'Of a long document: where the piece begins.'),
    length: own(
      { type: 'integer', minimum: 1, maximum: contentBytes },
      'Its characters; see content_range.',
    ),
    version: own({ type: 'integer' }, 'Refuse a piece of another version.'),
    max_bytes: own(
      { type: 'integer', minimum: 4096, maximum: maxContextBytes },
      'Of the context; default 8192.',
    ),
  },
  required: ['id'],
  more: 'Read a document with offset and length, a context with more max_bytes, an added list alone, with after, and another long text over HTTP, such as GET /v1/actions/{id} with your token.',
  run: readRecord,
};

const listFilters = [
  'q',
  'status',
  'project_id',
  'order_id',
  'assigned_actor_id',
  'actionable',
  'priority',
  'label',
  'has_label',
  'has_due_date',
  'due_before',
  'updated_since',
  'sort',
  'after',
];

/** What `show` selects: a view, or filters of the list at a time. */
const shows: Readonly<Record<string, PlainOperationId | ((now: string) => JsonRecord)>> = {
  overdue: (now) => dueBefore(now),
  due_soon: (now) => dueBefore(addMilliseconds(now, 7 * DAY)),
  working: 'getWorkingView',
  in_review: 'getReviewView',
  stalled: 'getStalledView',
};

function dueBefore(due_before: string): JsonRecord {
  return { status: ['inbox', 'ready', 'waiting'], due_before, sort: 'due_at' };
}

// The views have no other filters.
const viewFilters = ['assigned_actor_id', 'sort', 'after', 'limit', 'show'];

const listActions: Tool = {
  name: 'list_actions',
  title: 'List actions',
  description:
    'Lists actions with their main fields. get_record has details; use claim_next instead of choosing work yourself.',
  offered: 'read',
  hints: reads,
  operationIds: ['listActions', 'getWorkingView', 'getReviewView', 'getStalledView'],
  parameters: {
    show: own({ type: 'string', enum: Object.keys(shows) }, 'due_soon: within a week.'),
    q: query('listActions', 'q', 'All these words.'),
    status: query('listActions', 'status', ''),
    project_id: filter(named(query('listActions', 'project_id', ''), 'project'), 'project'),
    order_id: filter(named(query('listActions', 'order_id', ''), 'order'), 'order'),
    assigned_actor_id: filter(
      named(query('listActions', 'assigned_actor_id', 'me, none, or an actor id.'), 'actor'),
      'actor',
    ),
    actionable: query('listActions', 'actionable', 'What can be done now.'),
    priority: own({ type: 'array', items: { type: 'integer' } }, ''),
    label: own({ type: 'array', items: { type: 'string' } }, ''),
    has_label: query('listActions', 'has_label', ''),
    has_due_date: query('listActions', 'has_due_date', ''),
    due_before: query('listActions', 'due_before', ''),
    updated_since: query('listActions', 'updated_since', ''),
    sort: query('listActions', 'sort', 'A field; - reverses.'),
    limit,
    after: query('listActions', 'after', 'page.next of the page before.'),
  },
  required: [],
  more: 'Read a record with get_record, or the next page with after.',
  run: async (args, perform, now) => {
    const isTimed = typeof shownBy(args) === 'function';
    const [at, after] = isTimed ? timedCursor(textOf(args, 'after'), now) : [now, undefined];
    const continued = after === undefined ? args : { ...args, after };
    const list = await bodyOf(perform, listCall(continued, at));
    const { items, page } = list;
    const shown = Array.isArray(items) ? items.map(mainFields) : items;
    return { ...list, items: shown, page: isTimed ? pageAt(asObject(page), at) : page };
  },
};

/** The time and the cursor of a list at a time, whose next page is of the same time. */
function timedCursor(text: string, now: string): readonly [at: string, after?: string] {
  const [at, after] = text.split('~');
  return after === undefined || Number.isNaN(Date.parse(at ?? '')) ? [now] : [at ?? now, after];
}

function pageAt(page: JsonRecord, at: string): JsonRecord {
  const { next } = page;
  return typeof next === 'string' ? { ...page, next: `${at}~${next}` } : page;
}

function shownBy({ show }: Arguments): (typeof shows)[string] | undefined {
  return Object.hasOwn(shows, String(show)) ? shows[String(show)] : undefined;
}

function listCall(args: Arguments, now: string): PerformCall {
  const { show } = args;
  const shown = shownBy(args);
  if (show !== undefined && shown === undefined) {
    throw invalidValue('show', `show must be one of ${Object.keys(shows).join(', ')}.`);
  }
  const filters = { limit: limitOf(args), ...pick(args, listFilters) };
  if (typeof shown !== 'string') {
    return call('listActions', { query: { ...shown?.(now), ...filters } });
  }
  const other = Object.keys(args).find((name) => !viewFilters.includes(name));
  if (other === undefined) return call(shown, { query: filters });
  throw invalidValue(other, `${other} cannot be combined with show: ${String(show)}.`);
}

const people: ReadonlySet<unknown> = new Set(['person', 'agent']);

const search: Tool = {
  name: 'search',
  title: 'Search the workspace',
  description:
    'Finds records with all the words, the best match first, and labels. With type person or agent only: finds them by name, with their actor ids; without q all of them.',
  offered: 'read',
  hints: reads,
  operationIds: ['searchWorkspace', 'listUsers', 'listAgents'],
  parameters: {
    q: query('searchWorkspace', 'q', ''),
    type: own(
      {
        type: 'array',
        items: {
          type: 'string',
          enum: [
            'action',
            'project',
            'document',
            'order',
            'question',
            'proposal',
            'note',
            'agent',
            'person',
          ],
        },
      },
      '',
    ),
    limit,
    after: query('searchWorkspace', 'after', 'page.next of the page before.'),
  },
  required: [],
  more: 'Read a record with get_record, or the next page with after.',
  run: (args, perform) => {
    const types: readonly unknown[] = [args['type'] ?? []].flat();
    if (types.length > 0 && types.every((each) => people.has(each))) {
      return findActors(types, args, perform);
    }
    if (types.includes('person')) {
      throw invalidValue(
        'type',
        'type person is searched alone or with agent. Search the others in a second call.',
      );
    }
    const query = { limit: limitOf(args), ...pick(args, ['q', 'type', 'after']) };
    return bodyOf(perform, call('searchWorkspace', { query }));
  },
};

// The most that one page of these lists has.
const mostActors = 200;

/** The people and agents whose names contain all the words, with the ids that parameters take. */
async function findActors(
  types: readonly unknown[],
  args: Arguments,
  perform: Perform,
): Promise<JsonRecord> {
  if (args['after'] !== undefined) {
    throw invalidValue('after', 'after does not continue people and agents. Send more words in q.');
  }
  const states = ['pending', 'active', 'paused'];
  const [users, agents] = await perform(
    call('listUsers', { query: { state: 'active', limit: mostActors } }),
    call('listAgents', { query: { state: states, limit: mostActors } }),
  );
  const persons = types.includes('person') ? rowsOf(users).map(toPerson) : [];
  const machines = types.includes('agent') ? rowsOf(agents).map(toAgent) : [];
  const words = plain(textOf(args, 'q')).split(/\s+/);
  const found = [...persons, ...machines].filter(({ name }) =>
    words.every((word) => plain(String(name)).includes(word)),
  );
  const wanted = Number(limitOf(args));
  if (!Number.isInteger(wanted)) throw invalidValue('limit', 'limit must be integer.');
  const items = found.slice(0, wanted);
  return { items, page: { total: found.length, has_more: items.length < found.length } };
}

function rowsOf(performed: Performed | undefined): JsonRecord[] {
  return asList(recordOf(performed)['items']).filter(isRecord);
}

function toPerson({ actor_id, name, role }: JsonRecord): JsonRecord {
  return { type: 'person', actor_id, name, role };
}

function toAgent({ id, actor_id, name, state, presence, capabilities }: JsonRecord): JsonRecord {
  return { type: 'agent', actor_id, id, name, state, presence, capabilities };
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The tools that only read. */
export const readingTools = { getOverview, getRecord, listActions, search };

/** The limit of a list, with its default. */
export function limitOf(args: JsonRecord): unknown {
  return args['limit'] ?? listed;
}

/** A parameter of the body for a process that shares its token. */
export const worker = body('claimNextAction', 'worker', 'Your name, if others share your token.');

const main = [
  'id',
  'key',
  'title',
  'status',
  'held_by',
  'project_id',
  'order_id',
  'assigned_actor_id',
  'claimed_by_actor_id',
  'due_at',
  'priority',
  'labels',
  'updated_at',
  'version',
];

function mainFields(row: unknown): unknown {
  return typeof row === 'object' && row !== null ? pick({ ...row }, main) : row;
}
