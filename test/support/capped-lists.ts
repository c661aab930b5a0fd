import type { Knex } from 'knex';
import type { Input } from '../../src/platform/operation';
import type { GivenWorkspace } from '../../scripts/requests/given';
import { nth } from './mixed-workspace';
import {
  newestFirst,
  nullsLast,
  oldestFirst,
  placed,
  type Order,
  type OrderedRow,
} from './ordered-rows';
import { nextNumber } from './rows';

/** The ids in a list of a view, and the number of omitted rows that the view reports. */
export interface Seen {
  readonly ids: readonly string[];
  readonly beyond: number | undefined;
}

/** A list of a view that has a cap. */
export interface List {
  readonly cap: number;
  readonly table: string;
  readonly prefix: string;
  readonly order: Order;
  /** Creates the first record of the list and returns its id. */
  readonly make: (given: GivenWorkspace) => Promise<string>;
  /** Further columns that differ from row to row, except for the first. */
  readonly own?: (row: OrderedRow) => object;
  /** Inserts the rows if they need rows of other tables. */
  readonly insert?: (
    knex: Knex,
    given: GivenWorkspace,
    rows: readonly OrderedRow[],
  ) => Promise<void>;
  /** The value that the list shows for a row; its id by default. */
  readonly shown?: (row: OrderedRow) => unknown;
  /** Whether the view reports the number of omitted rows. */
  readonly isCounted?: boolean;
  readonly see: (given: GivenWorkspace, first: string) => Promise<Seen>;
  /** The list of the same view without its usual cap. */
  readonly seeFull?: (given: GivenWorkspace) => Promise<Seen>;
}

const newest: Order = { terms: [newestFirst('created_at')], tie: 'id', descending: true };
const queue: Order = {
  terms: [nullsLast(oldestFirst('due_at')), placed, oldestFirst('created_at')],
  tie: 'id',
};
const projects: Order = {
  terms: [nullsLast(oldestFirst('due_at')), newestFirst('created_at')],
  tie: 'id',
  descending: true,
};
const inLine: Order = { terms: [placed, oldestFirst('created_at')], tie: 'id' };
const urgency: Order = {
  terms: [nullsLast(oldestFirst('due_at')), oldestFirst('last_activity_at')],
  tie: 'id',
};

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
const idOf = async (made: Promise<{ readonly id: string }>): Promise<string> => (await made).id;
const actionOf = (given: GivenWorkspace, body: object = {}) =>
  idOf(given.person.ok('createAction', { body: { title: 'Sew', ...body } }));
const projectOf = (given: GivenWorkspace) =>
  idOf(given.person.ok('createProject', { body: { title: 'Season' } }));
const orderOf = (given: GivenWorkspace, body: object = {}) =>
  idOf(
    given.person.ok('createOrder', { body: { agent_id: given.agent.id, name: 'Keep', ...body } }),
  );
const questionOf = (given: GivenWorkspace, body: object = {}) =>
  idOf(given.worker.ok('createQuestion', { body: { question: 'Why?', on_answer: 'So', ...body } }));
const mine = ({ agent }: GivenWorkspace) => ({ assigned_agent_id: agent.id });

type Command = Awaited<ReturnType<typeof commandOf>>;
const commandOf = (given: GivenWorkspace, query: Input<'getCommandView'>['query'] = {}) =>
  given.person.ok('getCommandView', { query });
const inCommand = (
  list: keyof Command['truncated'],
  shown: (view: Command) => readonly { readonly id: string }[],
) => ({
  cap: 100,
  see: async (given: GivenWorkspace) => {
    const view = await commandOf(given);
    return { ids: idsOf(shown(view)), beyond: view.truncated[list] };
  },
});

const decisions = {
  reviews: ({ reviews }: Command) => reviews,
  proposals: ({ proposals }: Command) => proposals,
  stalled: ({ stalled }: Command) => stalled,
};
const decided = (list: keyof typeof decisions) => ({
  cap: 50,
  see: async (given: GivenWorkspace) => {
    const view = await commandOf(given, { include: [list] });
    return { ids: idsOf(decisions[list](view) ?? []), beyond: view.truncated[list] };
  },
});

const ofCommandView: Record<string, List> = {
  requests: {
    table: 'agent_requests',
    prefix: 'qst',
    order: newest,
    make: questionOf,
    ...inCommand('requests', (view) => view.requests.map(({ question }) => question)),
  },
  projects: {
    table: 'projects',
    prefix: 'prj',
    order: projects,
    make: projectOf,
    ...inCommand('projects', (view) => view.projects),
  },
  'actions of a project': {
    table: 'actions',
    prefix: 'act',
    order: inLine,
    make: async (given) => actionOf(given, { project_id: await projectOf(given) }),
    ...inCommand('project_actions', (view) => view.projects.flatMap(({ actions }) => actions)),
  },
  'standalone actions': {
    table: 'actions',
    prefix: 'act',
    order: urgency,
    make: actionOf,
    ...inCommand('standalone_actions', (view) => view.standalone_actions),
  },
  agents: {
    table: 'agents',
    prefix: 'agt',
    order: { terms: [nullsLast(newestFirst('last_seen_at'))], tie: 'name' },
    make: async ({ agent }) => agent.id,
    own: ({ id }) => ({ actor_id: `atr${id}` }),
    insert: async (knex, { workspaceId, agent }, rows) => {
      const key = { workspace_id: workspaceId, id: agent.actor_id };
      const actor = await knex('actors').where(key).first();
      const actors = rows.map(({ actor_id: id, name }) => ({ ...actor, id, name }));
      await knex.batchInsert('actors', actors, 50);
      await knex.batchInsert(
        'agents',
        rows.map((row) => {
          const { name: _, ...columns } = row;
          return columns;
        }),
        50,
      );
    },
    ...inCommand('agents', (view) => view.agents),
  },
  orders: {
    table: 'orders',
    prefix: 'ord',
    order: inLine,
    make: orderOf,
    ...inCommand('orders', (view) => view.orders),
  },
  reviews: {
    table: 'actions',
    prefix: 'act',
    order: { terms: [oldestFirst('completed_at')], tie: 'id' },
    make: async (given) => {
      const id = await actionOf(given, { status: 'ready', ...mine(given) });
      await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Sewn.' } });
      return id;
    },
    ...decided('reviews'),
  },
  proposals: {
    table: 'agent_requests',
    prefix: 'ppl',
    order: { terms: [oldestFirst('created_at')], tie: 'id' },
    make: (given) =>
      idOf(
        given.worker.ok('createProposal', {
          body: { operation: 'createProject', payload: { title: 'Season' }, title: 'May I?' },
        }),
      ),
    ...decided('proposals'),
  },
  'stalled actions': {
    table: 'actions',
    prefix: 'act',
    order: { terms: [oldestFirst('last_activity_at')], tie: 'id' },
    make: (given) => actionOf(given, { status: 'ready', ...mine(given) }),
    ...decided('stalled'),
  },
};

const tasksOf = async ({ person }: GivenWorkspace, slice: 'active' | 'all', id: string) => {
  const { domains } = await person.ok('getTasksView', { query: { slice } });
  const domain = domains.find((one) => one.id === id);
  const ids = domain?.rows.map((row) => row.action_id) ?? [];
  return { ids, beyond: Number(domain?.action_count) - ids.length };
};

const ofTasksView: Record<string, List> = {
  'actions of a domain': {
    cap: 100,
    table: 'actions',
    prefix: 'act',
    order: urgency,
    make: async (given) => {
      const domain = await idOf(given.person.ok('createDomain', { body: { name: 'Stage' } }));
      return actionOf(given, { domain_id: domain });
    },
    see: async (given, first) => {
      const { domain_id: id } = await given.person.ok('getAction', { path: { id: first } });
      return tasksOf(given, 'active', String(id));
    },
  },
  'actions of no domain': {
    cap: 100,
    table: 'actions',
    prefix: 'act',
    order: urgency,
    make: actionOf,
    see: (given) => tasksOf(given, 'all', 'none'),
  },
  domains: {
    cap: 200,
    table: 'domains',
    prefix: 'dom',
    order: { terms: [{ column: 'name', at: (rank) => nth('Domain', rank) }], tie: 'id' },
    make: ({ person }) => idOf(person.ok('createDomain', { body: { name: 'Stage' } })),
    isCounted: false,
    see: async ({ person }) => ({
      ids: idsOf((await person.ok('getTasksView')).domains),
      beyond: undefined,
    }),
  },
};

type Overview = Awaited<ReturnType<typeof overviewOf>>;
const overviewOf = ({ person, agent }: GivenWorkspace, full: boolean) =>
  person.ok('getAgentOverview', { path: { id: agent.id }, query: { full } });
const inOverview = (
  cap: number,
  shown: (view: Overview) => readonly { readonly id: string }[],
  beyond: (view: Overview) => number = ({ truncated: { hint } }) => Number(!hint.startsWith('Not')),
) => {
  const see = async (given: GivenWorkspace, full: boolean) => {
    const view = await overviewOf(given, full);
    return { ids: idsOf(shown(view)), beyond: beyond(view) };
  };
  return {
    cap,
    see: (given: GivenWorkspace) => see(given, false),
    seeFull: (given: GivenWorkspace) => see(given, true),
  };
};
const inActivity = (list: keyof Overview['recent_activity']) => ({
  order: newest,
  ...inOverview(
    4,
    (view) => view.recent_activity[list],
    (view) => view.truncated.recent_activity[list],
  ),
});
let position = 1000;
const inEvents = {
  table: 'events',
  prefix: 'evt',
  own: () => ({ position: (position += 1) }),
};

const ofOverview: Record<string, List> = {
  'ready work': {
    table: 'actions',
    prefix: 'act',
    order: queue,
    make: (given) => actionOf(given, { status: 'ready', ...mine(given) }),
    ...inOverview(
      10,
      (view) => view.my_work.ready,
      (view) => view.truncated.my_work,
    ),
  },
  'waiting work': {
    table: 'actions',
    prefix: 'act',
    order: { terms: [oldestFirst('last_activity_at')], tie: 'id' },
    make: (given) => actionOf(given, { status: 'waiting', ...mine(given) }),
    ...inOverview(
      10,
      (view) => view.my_work.waiting,
      (view) => view.truncated.my_work,
    ),
  },
  'claimable work': {
    table: 'actions',
    prefix: 'act',
    order: queue,
    make: (given) => actionOf(given, { status: 'ready' }),
    ...inOverview(
      10,
      (view) => view.claimable,
      (view) => view.truncated.claimable,
    ),
  },
  'own projects': {
    table: 'projects',
    prefix: 'prj',
    order: projects,
    make: async (given) => {
      const id = await projectOf(given);
      // Deferred, so that the overview has room for the projects.
      const defer_until = '2999-01-01T00:00:00Z';
      await actionOf(given, { project_id: id, defer_until, ...mine(given) });
      return id;
    },
    insert: async (knex, { workspaceId }, rows) => {
      await knex.batchInsert('projects', [...rows], 50);
      const action = await knex('actions').where({ workspace_id: workspaceId }).first();
      const actions = rows.map(({ id }) => ({
        ...action,
        id: `act${id}`,
        number: nextNumber(),
        project_id: id,
      }));
      await knex.batchInsert('actions', actions, 50);
    },
    ...inOverview(10, (view) => view.my_projects),
  },
  'titles of other projects': {
    table: 'projects',
    prefix: 'prj',
    order: newest,
    make: projectOf,
    own: ({ id }) => ({ title: id }),
    shown: ({ title }) => title,
    ...inOverview(
      10,
      (view) => view.other_active_projects.titles.map((id) => ({ id })),
      (view) => view.truncated.other_project_titles,
    ),
  },
  'open questions': {
    table: 'agent_requests',
    prefix: 'qst',
    order: newest,
    make: questionOf,
    ...inOverview(10, (view) => view.my_open_questions),
  },
  orders: {
    table: 'orders',
    prefix: 'ord',
    order: inLine,
    make: orderOf,
    ...inOverview(10, (view) => view.orders),
  },
  'changes of actions by the agent': {
    ...inEvents,
    make: ({ worker }) => idOf(worker.ok('createAction', { body: { title: 'Sew' } })),
    ...inActivity('my_actions'),
  },
  'changes of its questions': {
    ...inEvents,
    make: async (given) => {
      const id = await questionOf(given);
      await given.person.ok('respondQuestion', { path: { id }, body: { response: 'So' } });
      return id;
    },
    ...inActivity('my_questions'),
  },
  'its notes': {
    table: 'notes',
    prefix: 'not',
    make: async (given) => {
      const path = { id: await actionOf(given) };
      return idOf(given.worker.ok('createActionNote', { path, body: { body: 'Begun' } }));
    },
    ...inActivity('my_notes'),
  },
  'changes of its actions by people': {
    ...inEvents,
    make: (given) => actionOf(given, mine(given)),
    ...inActivity('human_on_my_items'),
  },
  'changes of the documents of its orders': {
    ...inEvents,
    make: async (given) => {
      const body = { title: 'Guide', content: 'How to.' };
      const id = await idOf(given.person.ok('createDocument', { body }));
      await orderOf(given, { document_id: id });
      return id;
    },
    ...inActivity('order_doc_changes'),
  },
};

type Context = Awaited<ReturnType<typeof contextOf>>;
const contextOf = ({ person }: GivenWorkspace, id: string) =>
  person.ok('getActionContext', { path: { id } });
const aboutAction = (list: 'links' | 'notes' | 'open_questions' | 'ended_questions') => ({
  cap: 20,
  order: newest,
  see: async (given: GivenWorkspace) => {
    const [action] = (await given.person.ok('listActions')).items;
    const view: Context = await contextOf(given, String(action?.id));
    return { ids: idsOf(view[list]), beyond: view.truncated[list] };
  },
});

const ofContext: Record<string, List> = {
  links: {
    table: 'links',
    prefix: 'lnk',
    make: async (given) => {
      const body = { url: 'https://example.com', action_id: await actionOf(given) };
      return idOf(given.person.ok('createLink', { body }));
    },
    ...aboutAction('links'),
  },
  notes: {
    table: 'notes',
    prefix: 'not',
    make: async (given) => {
      const path = { id: await actionOf(given) };
      return idOf(given.person.ok('createActionNote', { path, body: { body: 'Begun' } }));
    },
    ...aboutAction('notes'),
  },
  'open questions': {
    table: 'agent_requests',
    prefix: 'qst',
    make: async (given) => questionOf(given, { action_id: await actionOf(given) }),
    ...aboutAction('open_questions'),
  },
  'ended questions': {
    table: 'agent_requests',
    prefix: 'qst',
    make: async (given) => {
      const id = await questionOf(given, { action_id: await actionOf(given) });
      await given.person.ok('respondQuestion', { path: { id }, body: { response: 'Yes' } });
      return id;
    },
    ...aboutAction('ended_questions'),
    cap: 5,
    order: { terms: [newestFirst('updated_at')], tie: 'id', descending: true },
  },
};

/** The capped lists of each view. */
export const cappedLists: Readonly<Record<string, Readonly<Record<string, List>>>> = {
  'the command view': ofCommandView,
  'the tasks view': ofTasksView,
  'the overview of an agent': ofOverview,
  'the context of an action': ofContext,
};

/** The query parameters with the cap of a list, whose default only that many rows can show. */
export const capsOfParameters: Readonly<Record<string, List | undefined>> = {
  'getCommandView?projects_limit': ofCommandView['projects'],
  'getCommandView?actions_per_project': ofCommandView['actions of a project'],
  'getTasksView?rows_per_domain': ofTasksView['actions of a domain'],
};
