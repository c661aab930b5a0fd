import type { JsonRecord } from '../../../platform/json';
import { usualResultBytes } from '../results/tool-result';
import { body, bodyOf, call, own, pick, query, reads, recordOf, on, type Tool } from './tool';
import { readRecord, recordOperations, recordParts } from './record-reading';

const me = on('me');
const page = { type: 'integer' };
const listed = 10;

const getOverview: Tool = {
  name: 'get_overview',
  title: 'Overview of my work',
  description:
    'What needs you now. brief: counts and the unread news, each with what it needs; enough to begin. Without brief: your work, the pool, your questions, proposals, projects and orders.',
  offered: 'read',
  hints: reads,
  operationIds: ['getAgentOverview', 'getAgentAttention', 'getAgentNews'],
  parameters: {
    brief: own({ type: 'boolean' }, 'Only counts and unread news.'),
    news_after: query('getAgentNews', 'after', 'Read the news after this cursor (brief).'),
  },
  required: [],
  maxBytes: usualResultBytes,
  more: 'Read one record with get_record, or more news with brief and news_after.',
  run: async (args, perform) => {
    if (args['brief'] !== true) {
      return { overview: await bodyOf(perform, call('getAgentOverview', me)) };
    }
    const after = args['news_after'];
    const [attention, news] = await perform(
      call('getAgentAttention', me),
      call('getAgentNews', {
        ...me,
        query: { limit: listed, ...(after !== undefined && { after }) },
      }),
    );
    return { attention: recordOf(attention), news: recordOf(news) };
  },
};

const getRecord: Tool = {
  name: 'get_record',
  title: 'Read a record',
  description:
    'Reads any record by its id: action, project, order, document, question, proposal, note, link, check-in, revision, domain or agent. "with" adds related records; context of an action has all that the work needs.',
  offered: 'read',
  hints: reads,
  operationIds: recordOperations,
  parameters: {
    id: own({ type: 'string' }, 'The id; its prefix says the kind.'),
    with: own({ type: 'array', items: { type: 'string', enum: recordParts } }, 'What to add.'),
    after: own({ type: 'string' }, 'The page.next of an added list.'),
    offset: query('getDocument', 'offset', 'Of a long document: where the piece begins.'),
    length: query('getDocument', 'length', 'Its characters; see content_range.'),
    version: own({ type: 'integer' }, 'Refuse a piece of another version.'),
    max_bytes: query('getActionContext', 'max_bytes', 'Of the context; default 8192.'),
  },
  required: ['id'],
  more: 'Read a document with offset and length, a context with more max_bytes, and an added list alone, with after.',
  run: readRecord,
};

const listFilters = [
  'q',
  'status',
  'project_id',
  'order_id',
  'assigned_actor_id',
  'actionable',
  'due_before',
  'updated_since',
  'sort',
  'after',
];

const listActions: Tool = {
  name: 'list_actions',
  title: 'List actions',
  description:
    'Lists actions, with the main fields of each. Use get_record for the details of one, and claim_next instead of choosing work yourself.',
  offered: 'read',
  hints: reads,
  operationIds: ['listActions'],
  parameters: {
    q: query('listActions', 'q', 'All these words.'),
    status: query('listActions', 'status'),
    project_id: query('listActions', 'project_id'),
    order_id: query('listActions', 'order_id'),
    assigned_actor_id: query('listActions', 'assigned_actor_id', 'me, none, or an actor id.'),
    actionable: query('listActions', 'actionable', 'Only what you can work on or claim now.'),
    due_before: query('listActions', 'due_before'),
    updated_since: query('listActions', 'updated_since'),
    sort: query('listActions', 'sort', 'A field; - reverses.'),
    limit: own(page, 'Default 10, at most 50.'),
    after: query('listActions', 'after', 'page.next of the page before.'),
  },
  required: [],
  more: 'Continue with after, or ask for a smaller limit.',
  run: async (args, perform) => {
    const filters = { limit: limitOf(args), ...pick(args, listFilters) };
    const list = await bodyOf(perform, call('listActions', { query: filters }));
    const { items } = list;
    return { ...list, items: Array.isArray(items) ? items.map(mainFields) : items };
  },
};

const search: Tool = {
  name: 'search',
  title: 'Search the workspace',
  description:
    'Finds actions, projects, documents, orders, questions and agents that contain all the words, the best match first, each with a snippet.',
  offered: 'read',
  hints: reads,
  operationIds: ['searchWorkspace'],
  parameters: {
    q: query('searchWorkspace', 'q'),
    type: query('searchWorkspace', 'type', 'Only these kinds.'),
    limit: own(page, 'Default 10, at most 50.'),
    after: query('searchWorkspace', 'after', 'page.next of the page before.'),
  },
  required: ['q'],
  more: 'Continue with after.',
  run: (args, perform) =>
    bodyOf(
      perform,
      call('searchWorkspace', {
        query: { limit: limitOf(args), ...pick(args, ['q', 'type', 'after']) },
      }),
    ),
};

/** The tools that only read. */
export const readingTools = { getOverview, getRecord, listActions, search };

/** The limit of a list: small by default, because a model reads every row. */
export function limitOf({ limit }: JsonRecord): unknown {
  return typeof limit === 'number' ? Math.min(limit, 50) : (limit ?? listed);
}

/** A parameter of the body for a process that shares its token. */
export const worker = body('claimNextAction', 'worker', 'Your name, if others share your token.');

const main = [
  'id',
  'title',
  'status',
  'held_by',
  'project_id',
  'order_id',
  'assigned_actor_id',
  'claimed_by_actor_id',
  'due_at',
  'updated_at',
  'version',
];

function mainFields(row: unknown): unknown {
  return typeof row === 'object' && row !== null ? pick({ ...row }, main) : row;
}
