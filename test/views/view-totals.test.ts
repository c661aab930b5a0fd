import type { components } from '../../generated/types';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  addToken,
  makeWorkspace,
  type Person,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import { client, credentialHeaders, type ApiClient } from '../../scripts/requests/client';
import { setClock } from '../support/clock';
import { describeOnEachDatabase } from '../support/dialects';
import { insertMix, nth } from '../support/mixed-workspace';
import { cappedLists, type List } from '../support/capped-lists';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { rowsInOrder, type OrderedRow } from '../support/ordered-rows';
import { nextNumber } from '../support/rows';
import { generator } from '../../scripts/trials/random';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exported, imported } from '../support/transfer';
import { runFills } from '../../src/shared/insights';
import { deleteWorkspace } from '../../src/cli/workspaces/deletion';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { pino } from 'pino';

type Action = components['schemas']['Action'];

type Project = components['schemas']['Project'];

const sizes = {
  agents: 6,
  domains: 4,
  projects: 14,
  orders: 8,
  documents: 4,
  actions: 180,
  questions: 40,
  events: 60,
};

const open = ['inbox', 'ready', 'waiting'];

const noClaim = { claimed_by_actor_id: null, claim_expires_at: null, claim_lease_seconds: null };

/** All records that the lists show. */
interface Lists {
  readonly actions: Action[];
  readonly projects: Map<string, Project>;
  readonly now: string;
}

// The conditions of the views again in JavaScript, applied to the listed records.
const isOpen = (action: Action): boolean => open.includes(action.status);

const isInReview = ({ status, review }: Action): boolean =>
  status === 'done' && review.state === 'pending';

const isUndeferred = ({ now }: Lists, { defer_until: until }: Action): boolean =>
  until === null || until <= now;

const isInActiveProject = ({ projects }: Lists, { project_id: id }: Action): boolean =>
  id === null || projects.get(id)?.state === 'active';

const isClaimed = ({ now }: Lists, action: Action): boolean => {
  const { claim_expires_at: expiry, claimed_by_actor_id: claimant, status } = action;
  return expiry === null ? claimant !== null && status === 'waiting' : expiry > now;
};

const hasRunOut = ({ now }: Lists, { claim_expires_at: expiry }: Action): boolean =>
  expiry !== null && expiry <= now;

const isStalled = (lists: Lists, action: Action): boolean =>
  ['ready', 'waiting'].includes(action.status) &&
  action.assigned_actor_id !== null &&
  (action.last_activity_at <= addMilliseconds(lists.now, -DAY) || hasRunOut(lists, action)) &&
  isInActiveProject(lists, action);

function isActionable(lists: Lists, action: Action): boolean {
  if (action.status !== 'ready' || action.is_blocked) return false;
  if (!isUndeferred(lists, action) || !isInActiveProject(lists, action)) return false;
  const project = lists.projects.get(action.project_id ?? '');
  if (project?.work_mode !== 'sequential') return true;
  const line = lists.actions
    .filter(
      (other) =>
        other.project_id === project.id &&
        ((isOpen(other) && isUndeferred(lists, other)) || isInReview(other)),
    )
    .toSorted(inProjectOrder);
  return line[0]?.id === action.id;
}

function inProjectOrder(one: Action, other: Action): number {
  const [a, b] = [one.position ?? Infinity, other.position ?? Infinity];
  if (a !== b) return a - b;
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function byUrgency(one: Action, other: Action): number {
  const [a, b] = [one.due_at ?? '9', other.due_at ?? '9'];
  if (a !== b) return a < b ? -1 : 1;
  if (one.last_activity_at !== other.last_activity_at) {
    return one.last_activity_at < other.last_activity_at ? -1 : 1;
  }
  return one.id < other.id ? -1 : 1;
}

/** Sorts by a time, then by id; -1 reverses the order. */
function byTime(
  field: 'created_at' | 'completed_at' | 'last_activity_at' | 'defer_until',
  direction: 1 | -1 = 1,
) {
  const keyOf = (action: Action): string => `${action[field]} ${action.id}`;
  return (one: Action, other: Action): number =>
    keyOf(one) < keyOf(other) ? -direction : direction;
}

// Queue order: overdue first, then by due date, position and age.
function inQueueOrder(one: Action, other: Action): number {
  const [a, b] = [one.due_at ?? '9', other.due_at ?? '9'];
  if (a !== b) return a < b ? -1 : 1;
  return inProjectOrder(one, other);
}

const listViews = [
  'getInboxView',
  'getReviewView',
  'getReadyView',
  'getWorkingView',
  'getStalledView',
  'getDeferredView',
] as const;

/** Reads all pages of a list. */
async function every<Item>(
  read: (page: { limit: number; after?: string }) => Promise<{
    readonly items: Item[];
    readonly page: { readonly next: string | null };
  }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | null = null;
  do {
    const page = await read(next === null ? { limit: 50 } : { limit: 50, after: next });
    items.push(...page.items);
    next = page.page.next;
  } while (next !== null);
  return items;
}

const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

describeOnEachDatabase('Every count of a view equals the total of its list', (database) => {
  let app: TestApp;
  let api: ApiClient;
  let agent: ApiClient;
  let lists: Lists;
  const me = nth('atr', 0);

  beforeAll(async () => {
    app = await startApp(database());
    const person = await makeWorkspace(database(), 'Mixed');
    // Another workspace with the same ids, whose records must not be counted.
    const neighbour = await makeWorkspace(database(), 'Next door');
    await insertMix(database(), neighbour.owner, sizes, 2);
    await insertMix(database(), person.owner, sizes);
    // Actions that only a pending review blocks.
    const now = new Date().toISOString();
    const line = { project_id: nth('prj', 0), is_template: false, defer_until: null };
    for (const [index, changes] of [
      { ...line, position: -2, status: 'done', review_state: 'pending', completed_at: now },
      { ...line, position: -1, status: 'ready', review_state: 'none', completed_at: null },
    ].entries()) {
      const key = { workspace_id: person.owner.workspaceId, id: nth('act', 30 + index) };
      const { workspace_id } = key;
      await database().knex('action_blockers').where({ workspace_id, action_id: key.id }).del();
      await database()
        .knex('actions')
        .where(key)
        .update({ ...changes, ...noClaim });
    }
    api = client(app, { cookie: person.cookie });
    agent = client(app, { bearer: await addToken(app, person, nth('agt', 0), ['read']) });
    const projects = await every((page) => api.ok('listProjects', { query: { ...page } }));
    lists = {
      actions: await every((page) => api.ok('listActions', { query: { ...page } })),
      projects: new Map(projects.map((project) => [project.id, project])),
      now: new Date().toISOString(),
    };
  });
  afterAll(() => app.close());

  test('the mixed workspace has records of every kind', () => {
    expect(lists.actions.length).toBeGreaterThan(100);
    expect(lists.actions.filter((action) => action.is_working).length).toBeGreaterThan(2);
    expect(lists.actions.filter((action) => isStalled(lists, action)).length).toBeGreaterThan(2);
    expect(lists.actions.filter((action) => isActionable(lists, action)).length).toBeGreaterThan(5);
    for (const claims of [isClaimed, hasRunOut]) {
      const found = lists.actions.filter((action) => claims(lists, action));
      expect(found.filter((action) => action.assigned_actor_id === null).length).toBeGreaterThan(2);
      expect(found.filter((action) => action.assigned_actor_id !== null).length).toBeGreaterThan(2);
    }
    expect(
      lists.actions.filter((action) => !isInActiveProject(lists, action)).length,
    ).toBeGreaterThan(5);
    const reviewed: Action[] = lists.actions.map((action) =>
      isInReview(action)
        ? { ...action, review: { ...action.review, state: 'approved' as const } }
        : action,
    );
    const without = { ...lists, actions: reviewed };
    const withheld = lists.actions.filter(
      (action) => isActionable(without, action) && !isActionable(lists, action),
    );
    expect(withheld.length).toBeGreaterThan(0);
  });

  test('the metrics, in both views', async () => {
    const expected = {
      inbox_count: lists.actions.filter(
        (action) => action.status === 'inbox' && isUndeferred(lists, action),
      ).length,
      review_count: lists.actions.filter(isInReview).length,
      active_count: lists.actions.filter((action) => action.is_working).length,
      stalled_count: lists.actions.filter((action) => isStalled(lists, action)).length,
      agent_count: (
        await every((page) => api.ok('listAgents', { query: { state: ['active'], ...page } }))
      ).length,
      question_count: (
        await every((page) => api.ok('listQuestions', { query: { state: ['open'], ...page } }))
      ).length,
    };
    expect((await api.ok('getCommandView')).metrics).toEqual(expected);
    const overview = await agent.ok('getAgentOverview', { path: { id: nth('agt', 0) } });
    expect(overview.metrics).toEqual(expected);
  });

  test('the command view', async () => {
    const view = await api.ok('getCommandView');
    const shown = lists.actions.filter((action) => isOpen(action) && isUndeferred(lists, action));
    const active = await every((page) =>
      api.ok('listProjects', { query: { state: ['active'], is_template: false, ...page } }),
    );
    expect(ids(view.projects).toSorted()).toEqual(ids(active).toSorted());
    for (const project of view.projects) {
      const own = shown.filter((action) => action.project_id === project.id);
      expect(ids(project.actions)).toEqual(ids(own.toSorted(inProjectOrder)));
    }
    const standalone = shown.filter((action) => action.project_id === null);
    expect(ids(view.standalone_actions)).toEqual(ids(standalone.toSorted(byUrgency)));
    const questions = await every((page) =>
      api.ok('listQuestions', { query: { state: ['open'], ...page } }),
    );
    expect(ids(view.requests.map(({ question }) => question))).toEqual(ids(questions));
    const agents = await every((page) =>
      api.ok('listAgents', { query: { state: ['pending', 'active', 'paused'], ...page } }),
    );
    expect(ids(view.agents).toSorted()).toEqual(ids(agents).toSorted());
    const orders = await every((page) =>
      api.ok('listOrders', { query: { state: 'active', ...page } }),
    );
    expect(ids(view.orders).toSorted()).toEqual(ids(orders).toSorted());
    const { reviews, proposals, stalled, truncated } = await api.ok('getCommandView', {
      query: { include: ['reviews', 'proposals', 'stalled'] },
    });
    const open = { state: ['open' as const], sort: 'created_at' as const };
    const lists50 = [
      [reviews, truncated.reviews, await api.ok('getReviewView')],
      [stalled, truncated.stalled, await api.ok('getStalledView')],
      [proposals, truncated.proposals, await api.ok('listProposals', { query: open })],
    ] as const;
    for (const [shown = [], omitted = 0, list] of lists50) {
      expect(shown).toEqual(list.items);
      expect(shown.length + omitted).toBe(list.total);
    }
  });

  test('the list views, each in its own order, and the metrics of the same names', async () => {
    const isInbox = (action: Action): boolean =>
      action.status === 'inbox' && isUndeferred(lists, action);
    const shown = {
      getInboxView: [isInbox, byTime('created_at', -1)],
      getReviewView: [isInReview, byTime('completed_at')],
      getReadyView: [(action: Action) => isActionable(lists, action), inQueueOrder],
      getWorkingView: [(action: Action) => action.is_working, byTime('last_activity_at', -1)],
      getStalledView: [(action: Action) => isStalled(lists, action), byTime('last_activity_at')],
      getDeferredView: [
        (action: Action) => isOpen(action) && !isUndeferred(lists, action),
        byTime('defer_until'),
      ],
    } as const;
    const totals: Record<string, number | undefined> = {};
    for (const id of listViews) {
      const [isShown, order] = shown[id];
      const expected = lists.actions.filter((action) => isShown(action)).toSorted(order);
      expect([id, expected.length > 2]).toEqual([id, true]);
      expect(ids(await every((page) => api.ok(id, { query: { ...page } })))).toEqual(ids(expected));
      const mine = await agent.ok(id, { query: { assigned_actor_id: 'me', limit: 200 } });
      expect(ids(mine.items)).toEqual(
        ids(expected.filter((action) => action.assigned_actor_id === me)),
      );
      totals[id] = (await api.ok(id, { query: { limit: 1 } })).total;
      expect(totals[id]).toBe(expected.length);
    }
    expect((await api.ok('getCommandView')).metrics).toMatchObject({
      inbox_count: totals['getInboxView'],
      review_count: totals['getReviewView'],
      active_count: totals['getWorkingView'],
      stalled_count: totals['getStalledView'],
    });
  });

  test('the waiting view', async () => {
    const waiting = lists.actions.filter(
      (action) => action.status === 'waiting' && isUndeferred(lists, action),
    );
    const view = await api.ok('getWaitingView', { query: { limit: 200 } });
    expect(view.total).toBe(waiting.length);
    expect(ids(view.items).toSorted()).toEqual(ids(waiting).toSorted());
    const mine = await agent.ok('getWaitingView', {
      query: { assigned_actor_id: 'me', limit: 200 },
    });
    expect(mine.total).toBe(waiting.filter((action) => action.assigned_actor_id === me).length);
    const unassigned = await api.ok('getWaitingView', {
      query: { assigned_actor_id: 'none', limit: 200 },
    });
    expect(unassigned.total).toBe(
      waiting.filter((action) => action.assigned_actor_id === null).length,
    );
  });

  test('the tasks view, for each slice', async () => {
    const templates = (
      await every((page) => api.ok('listActions', { query: { is_template: true, ...page } }))
    ).filter(isOpen);
    const slices = {
      active: lists.actions.filter(
        (action) =>
          isOpen(action) && isInActiveProject(lists, action) && isUndeferred(lists, action),
      ),
      stalled: lists.actions.filter((action) => isStalled(lists, action)),
      templates,
      all: lists.actions.filter(isOpen),
    };
    for (const slice of ['active', 'stalled', 'templates', 'all'] as const) {
      const { domains } = await api.ok('getTasksView', { query: { slice } });
      expect(domains).toHaveLength(sizes.domains + 1);
      for (const domain of domains) {
        const id = domain.id === 'none' ? null : domain.id;
        const own = slices[slice].filter((action) => action.domain_id === id);
        expect(domain.action_count).toBe(own.length);
        expect(domain.rows.map((row) => row.action_id)).toEqual(ids(own.toSorted(byUrgency)));
        const placed = [...lists.projects.values()].filter((project) => project.domain_id === id);
        expect(domain.project_count).toBe(
          placed.filter((project) =>
            slice === 'templates'
              ? project.is_template
              : !project.is_template && project.state === 'active',
          ).length,
        );
      }
    }
  });

  test('the counts of domains, like the slice `all`', async () => {
    const { domains } = await api.ok('getTasksView', { query: { slice: 'all' } });
    const listed = await every((page) => api.ok('listDomains', { query: { ...page } }));
    const counts = (of: readonly { id: string; project_count: number; action_count: number }[]) =>
      new Map(of.map((one) => [one.id, [one.project_count, one.action_count]]));
    expect(counts(domains.filter(({ id }) => id !== 'none'))).toEqual(counts(listed));
  });

  const isWithheld = (action: Action): boolean =>
    action.assigned_actor_id === me ||
    (action.assigned_actor_id === null &&
      action.claimed_by_actor_id === me &&
      isClaimed(lists, action));

  test('the attention, which counts the lists of the overview', async () => {
    const path = { id: nth('agt', 0) };
    const { has_work: hasWork, counts } = await agent.ok('getAgentAttention', { path });
    const view = await agent.ok('getAgentOverview', { path, query: { full: true } });
    const ready = lists.actions.filter(
      (action) => isWithheld(action) && isActionable(lists, action),
    );
    expect(hasWork).toBe(true);
    expect(counts).toEqual({
      ready: ready.length,
      claimable: view.claimable.length,
      // The rows of the questions were inserted without events.
      answered_questions: 0,
      open_questions: view.my_open_questions.length,
      waiting: view.my_work.waiting.length,
      overdue_checkins: 0,
      unread_news: 0,
    });
    expect(counts.claimable).toBeGreaterThan(2);
    const { working } = view.my_work;
    const shown = [...view.my_work.ready, ...(working === null ? [] : [working])];
    const listed = new Set(shown.map(({ id }) => id));
    for (const { id } of ready) expect(listed).toContain(id);
    expect(shown.length - ready.length).toBeLessThanOrEqual(1);
  });

  test('the overview', async () => {
    const view = await agent.ok('getAgentOverview', {
      path: { id: nth('agt', 0) },
      query: { full: true },
    });
    const actionable = lists.actions.filter((action) => isActionable(lists, action));
    const isMine = (action: Action): boolean => action.assigned_actor_id === me;
    const workerOf = (action: Action) => action.assigned_actor_id ?? action.claimed_by_actor_id;
    const belongsToAnother = (action: Action): boolean =>
      !isMine(action) && action.assigned_actor_id !== null;
    const waiting = lists.actions.filter(
      (action) => action.status === 'waiting' && isUndeferred(lists, action),
    );

    const working = view.my_work.working?.id;
    expect(working).toBeDefined();
    expect(ids(view.my_work.ready).toSorted()).toEqual(
      ids(actionable.filter((action) => isWithheld(action) && action.id !== working)).toSorted(),
    );
    const mine = waiting.filter(isWithheld);
    expect(mine.length).toBeGreaterThan(waiting.filter(isMine).length);
    expect(ids(view.my_work.waiting).toSorted()).toEqual(ids(mine).toSorted());
    expect(ids(view.claimable).toSorted()).toEqual(
      ids(
        actionable.filter(
          (action) =>
            action.assigned_actor_id === null &&
            !isClaimed(lists, action) &&
            action.requirements.every((wanted) => ['light', 'sound'].includes(wanted)),
        ),
      ).toSorted(),
    );
    const queue = await every((page) =>
      agent.ok('getAgentQueue', {
        path: { id: nth('agt', 0) },
        query: { include_claimable: true, ...page, limit: 7 },
      }),
    );
    const inQueue = [...view.my_work.ready, ...view.claimable];
    const current = actionable.filter(({ id }) => id === working);
    expect(ids(queue).toSorted()).toEqual([...ids(inQueue), ...ids(current)].toSorted());
    const listed = (items: readonly { id: string }[]) =>
      ids(queue).filter((id) => items.some((item) => item.id === id));
    expect(listed(view.my_work.ready)).toEqual(ids(view.my_work.ready));
    expect(listed(view.claimable)).toEqual(ids(view.claimable));
    expect(view.elsewhere).toEqual({
      other_ready_actions: actionable.filter(belongsToAnother).length,
      other_active_actions: lists.actions.filter(
        (action) => workerOf(action) !== me && action.is_working,
      ).length,
      other_waiting_actions: waiting.length - mine.length,
      other_inbox_items: lists.actions.filter(
        (action) => action.status === 'inbox' && isUndeferred(lists, action) && !isMine(action),
      ).length,
    });

    const active = await every((page) =>
      api.ok('listProjects', { query: { state: ['active'], is_template: false, ...page } }),
    );
    const openIn = (id: string): Action[] =>
      lists.actions.filter((action) => isOpen(action) && action.project_id === id);
    const [own, others] = [
      active.filter(({ id }) => openIn(id).some(isMine)),
      active.filter(({ id }) => !openIn(id).some(isMine)),
    ];
    expect(view.my_projects.length).toBe(own.length);
    for (const project of view.my_projects) {
      expect(project.open_action_count).toBe(openIn(project.id).length);
      expect(project.my_action_count).toBe(openIn(project.id).filter(isMine).length);
    }
    expect(view.other_active_projects.count).toBe(others.length);
    expect(view.other_active_projects.titles).toEqual(others.map(({ title }) => title));

    const agents = await every((page) => api.ok('listAgents', { query: { ...page } }));
    const rest = agents.filter(({ state, actor_id: actor }) => state !== 'revoked' && actor !== me);
    expect(view.other_agents).toEqual({
      count: rest.length,
      working_count: rest.filter((one) =>
        lists.actions.some((action) => action.is_working && workerOf(action) === one.actor_id),
      ).length,
    });
    const questions = await every((page) =>
      api.ok('listQuestions', { query: { state: ['open'], agent_id: nth('agt', 0), ...page } }),
    );
    expect(ids(view.my_open_questions)).toEqual(ids(questions));
    const orders = await every((page) =>
      api.ok('listOrders', { query: { state: 'active', agent_id: nth('agt', 0), ...page } }),
    );
    expect(ids(view.orders).toSorted()).toEqual(ids(orders).toSorted());
  });
});

describeOnEachDatabase('A capped list', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  /** The rows of a list, one more than its cap, of which the first is in the database. */
  async function begin(given: GivenWorkspace, list: List, made: string): Promise<OrderedRow[]> {
    const { knex } = database();
    const { workspaceId: workspace_id } = given;
    const named = list.table === 'events' ? { subject_id: made } : { id: made };
    const row = await knex(list.table)
      .where({ workspace_id, ...named })
      .orderBy('id')
      .first();
    const [first, ...rest] = rowsInOrder(list.prefix, list.cap + 1, list.order);
    const terms = Object.fromEntries(
      list.order.terms.map(({ column }) => [column, first?.[column]]),
    );
    await knex(list.table).where({ workspace_id, id: row.id }).update(terms);
    const numbered = () => (list.table === 'actions' ? { number: nextNumber() } : {});
    return [row, ...rest.map((one) => ({ ...row, ...one, ...numbered(), ...list.own?.(one) }))];
  }

  async function insert(given: GivenWorkspace, list: List, rows: readonly OrderedRow[]) {
    const { knex, dialect } = database();
    if (list.insert === undefined) await knex.batchInsert(list.table, [...rows], 50);
    else await list.insert(knex, given, rows);
    // Postgres reads a table that it knows to be small without an index, so in no order.
    if (dialect === 'postgres') await knex.raw('analyze ??', [list.table]);
  }

  describe.each(Object.entries(cappedLists))('in %s', (_view, lists) => {
    test.each(Object.entries(lists))(
      '%s: complete at the cap, without its last row beyond it',
      async (_, list) => {
        const given = await aWorkspace(app, database());
        const made = await list.make(given);
        const rows = await begin(given, list, made);
        const { cap, see, seeFull, isCounted = true, shown = ({ id }) => id } = list;
        const seen = (some: readonly OrderedRow[], beyond: number) => ({
          ids: some.map(shown),
          beyond: isCounted ? beyond : undefined,
        });
        const middle = Math.floor(cap / 2);
        const [first, ...others] = rows.filter((_row, index) => index !== middle);
        if (first === undefined) throw new Error('The list has no rows.');

        // Inserted last row first, so that they are not in order by chance.
        await insert(given, list, others.toReversed());
        expect(await see(given, made)).toEqual(seen([first, ...others], 0));

        await insert(given, list, rows.slice(middle, middle + 1));
        expect(await see(given, made)).toEqual(seen(rows.slice(0, cap), 1));
        if (seeFull === undefined) return;
        expect(await seeFull(given)).toEqual(seen(rows, 0));
      },
    );
  });

  test('counts up to 10,000 rows', async () => {
    const given = await aWorkspace(app, database());
    const list = cappedLists['the overview of an agent']?.['its notes'];
    if (list === undefined) throw new Error('The overview has lost its notes.');
    const { knex } = database();
    const id = await list.make(given);
    const note = await knex('notes').where({ workspace_id: given.workspaceId, id }).first();
    const copies = Array.from({ length: 10_000 }, (_, n) => ({ ...note, id: nth('not', n) }));
    await knex.batchInsert('notes', copies.slice(1), 400);
    const beyond = async () => (await list.see(given, id)).beyond;
    expect(await beyond()).toBe(10_000 - list.cap);
    await knex('notes').insert(copies[0]);
    expect(await beyond()).toBe(10_000 - list.cap);
  });
});

// A reply is kept while nothing has changed, so each view is read again and again while only the
// clock moves, over every instant that a view compares with it, and after writes of any connection.
describeOnEachDatabase('repeated views', (database) => {
  const hour = 3_600_000;
  let app: TestApp;
  let person: Person;
  let token: string;
  beforeAll(async () => {
    app = await startApp(database());
    person = await makeWorkspace(database(), 'Repeated');
    await insertMix(database(), person.owner, { ...sizes, actions: 60, events: 30 });
    await spreadInstants();
    token = await addToken(app, person, nth('agt', 0), ['read', 'write']);
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => app.close());

  const began = new Date().toISOString();

  // Each of them passes, or leaves its window, within the next hour.
  async function spreadInstants(): Promise<void> {
    const { knex } = database();
    const windows: [table: string, column: string, before: number][] = [
      ['actions', 'defer_until', 0],
      ['actions', 'claim_expires_at', 0],
      ['actions', 'released_until', 0],
      ['actions', 'assignee_active_at', hour / 4],
      ['actions', 'last_activity_at', DAY],
      ['orders', 'next_checkin_due_at', 0],
      ['agents', 'last_seen_at', hour / 4],
      ['events', 'created_at', 7 * DAY],
      ['notes', 'created_at', 7 * DAY],
      ['agent_requests', 'updated_at', 7 * DAY],
    ];
    const key = { workspace_id: person.owner.workspaceId };
    await knex('orders').where(key).update({ state: 'active', next_checkin_due_at: began });
    // Pool work that only the backoff of its release withholds from the agent.
    const [released] = await knex('actions')
      .where({ ...key, status: 'inbox' })
      .limit(1);
    await knex('actions')
      .where({ ...key, id: released.id })
      .update({
        status: 'ready',
        requirements: '[]',
        is_template: false,
        project_id: null,
        defer_until: null,
        assigned_actor_id: null,
        claim_expires_at: null,
        released_until: began,
        last_claimed_by_actor_id: nth('atr', 0),
        updated_by_actor_id: nth('atr', 0),
      });
    await knex('action_blockers').where(key).delete();
    await knex('events')
      .where(key)
      .update({ actor_id: nth('atr', 0), subject_type: 'action', kind: 'action.updated' });
    let count = 0;
    for (const [table, column, before] of windows) {
      const rows: { id: string }[] = await knex(table)
        .where(key)
        .whereNotNull(column)
        .orderBy('id')
        .select('id')
        .limit(2);
      for (const { id } of rows) {
        const at = addMilliseconds(began, -before + 60_000 + (count += 1) * 30_000);
        await knex(table)
          .where({ ...key, id })
          .update({ [column]: at });
      }
    }
    moments = Array.from({ length: count }, (_, index) => 60_000 + (index + 1) * 30_000);
  }
  let moments: number[] = [];

  const paths = [
    `/v1/agents/${nth('agt', 0)}/overview`,
    `/v1/agents/${nth('agt', 0)}/overview?full=true`,
    `/v1/agents/${nth('agt', 0)}/attention`,
    '/v1/views/command',
  ];

  async function read(from: TestApp, path: string) {
    const headers = credentialHeaders({ cookie: person.cookie });
    const response = await fetch(`${from.url}${path}`, { headers });
    expect(response.status).toBe(200);
    return { tag: response.headers.get('etag'), text: await response.text() };
  }

  /** Compares repeated reads with those of a server that has kept nothing. */
  async function compare(times: number): Promise<void> {
    const fresh = await startApp({ ...database() });
    try {
      for (const path of paths) {
        const wanted = await read(fresh, path);
        for (let again = 0; again < times; again += 1)
          expect(await read(app, path)).toEqual(wanted);
      }
    } finally {
      await fresh.close();
    }
  }

  test('equal new ones at and after each instant', async () => {
    await compare(3);
    for (const at of moments.flatMap((moment) => [moment, moment + 1])) {
      setClock(addMilliseconds(began, at));
      await compare(1);
    }
    // The transactions of other tests change the state of the whole server of Postgres.
    if (database().dialect === 'postgres') return;
    // Without a write and without such an instant, the caller and the state are all that is read.
    for (const path of paths) {
      expect(await countStatements(database(), () => read(app, path))).toBe(2);
    }
  });

  test('equal new ones after writes of any connection', async () => {
    const { knex } = database();
    const { workspaceId } = person.owner;
    const agent = client(app, { bearer: token });
    const key = { workspace_id: workspaceId };
    const writes: (() => Promise<unknown>)[] = [
      () => agent.ok('createAction', { body: { title: 'Hang the lanterns' } }),
      () => knex('actions').where(key).limit(1).update({ title: 'Renamed elsewhere' }),
      () => knex('agents').where(key).update({ last_seen_at: new Date().toISOString() }),
      () => agent.ok('claimNextAction', { path: { id: nth('agt', 0) }, body: {} }),
      () => knex('events').where(key).where('position', '<', 10).delete(),
      () =>
        agent.ok('createQuestion', {
          body: { question: 'Which lanterns?', on_answer: 'Hang them.' },
        }),
      () => knex('projects').where(key).update({ state: 'paused' }),
      () => knex('workspaces').where({ id: workspaceId }).update({ stalled_seconds: 60 }),
      () => knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' }),
    ];
    for (const write of writes) {
      await write();
      await compare(3);
    }
  });
});

type Insights = components['schemas']['Insights'];
type Event = components['schemas']['Event'];

describeOnEachDatabase('Insights', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let other: ApiClient;
  let otherId: string;

  const zone = 'Pacific/Chatham';
  const dayOf = (instant: string): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(instant));

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const added = await addAgent(app, given.owner, { name: 'Other' });
    [other, otherId] = [client(app, { bearer: added.token }), added.agent.id];
    await given.person.ok('updateWorkspace', { body: { time_zone: zone } });
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => app.close());

  /** Several people and agents do what they may, or are refused, at times over days. */
  async function work(steps: number): Promise<void> {
    const random = generator(11);
    const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
    const { person, worker } = given;
    const agents = [worker, other];
    const actions: string[] = [];
    const questions: string[] = [];
    let at = Date.now();
    setClock(new Date(at).toISOString());
    const result = { result_summary: 'Done' };
    const moves: ((by: ApiClient, id: string) => Promise<unknown>)[] = [
      (by, id) => by.call('claimAction', { path: { id }, body: {} }),
      (by, id) => by.call('completeAction', { path: { id }, body: result }),
      (_, id) => person.call('completeAction', { path: { id }, body: result }),
      (_, id) => person.call('approveAction', { path: { id } }),
      (_, id) => person.call('rejectAction', { path: { id }, body: { reason: 'Again' } }),
      (_, id) => person.call('reopenAction', { path: { id } }),
      (by, id) => by.call('releaseAction', { path: { id }, body: {} }),
      (_, id) => person.call('dropAction', { path: { id } }),
      async (by) => {
        const body = { question: 'Which?', on_answer: 'I go on.' };
        questions.push((await by.ok('createQuestion', { body })).id);
      },
      () => {
        const id = pick(questions) ?? '';
        return person.call('respondQuestion', { path: { id }, body: { response: 'This.' } });
      },
      () => person.call('dismissQuestion', { path: { id: pick(questions) ?? '' } }),
    ];
    for (let step = 0; step < steps; step += 1) {
      at += Math.floor(2 ** (random() * 24));
      jest.setSystemTime(at);
      if (random() < 0.3 || actions.length === 0) {
        const body = { title: `Step ${step}`, status: 'ready' } as const;
        actions.push((await person.ok('createAction', { body })).id);
      }
      // Two at once, of which one may come too late.
      const id = pick(actions.slice(-6)) ?? '';
      const [first, second] = [pick(moves), pick(moves)];
      await Promise.all([
        first?.(pick(agents) ?? worker, id),
        second?.(pick(agents) ?? worker, id),
      ]);
    }
  }

  async function feed(): Promise<Event[]> {
    const events: Event[] = [];
    for (let after: { after?: string } = {}; ;) {
      const { items, page } = await given.person.ok('readEvents', {
        query: { limit: 200, ...after },
      });
      events.push(...items);
      if (items.length === 0) return events;
      after = { after: page.next };
    }
  }

  const claimable =
    /^(action\.(created|offered_again|rejected|released|reopened|unblocked|undeferred)|claim\.expired)$/;

  /** The insights again, from the events, of one agent or of everybody. */
  function expected(events: readonly Event[], agentActor?: string) {
    const days = new Map<string, Record<string, number>>();
    const times: Record<'questions' | 'reviews' | 'claims', number[]> = {
      questions: [],
      reviews: [],
      claims: [],
    };
    events.forEach((event, index) => {
      const earlier = events.slice(0, index).toReversed();
      const of = (test: (kind: string) => boolean): Event | undefined =>
        earlier.find(
          ({ kind, action_id: action, subject }) =>
            test(kind) &&
            (event.action_id === null
              ? subject.id === event.subject.id
              : action === event.action_id),
        );
      const count = (name: string, by: Event['actor'] | undefined): void => {
        if (agentActor !== undefined && by?.id !== agentActor) return;
        const none = {
          done_by_people: 0,
          done_by_agents: 0,
          reopened: 0,
          approved: 0,
          rejected: 0,
        };
        const day: Record<string, number> = days.get(dayOf(event.created_at)) ?? none;
        days.set(dayOf(event.created_at), { ...day, [name]: (day[name] ?? 0) + 1 });
      };
      const time = (
        name: keyof typeof times,
        since: Event | undefined,
        by?: Event['actor'],
      ): void => {
        if (since === undefined) throw new Error(`${event.kind} has no beginning.`);
        if (agentActor !== undefined && by?.id !== agentActor) return;
        times[name].push(Date.parse(event.created_at) - Date.parse(since.created_at));
      };
      const completed = (): Event | undefined => of((kind) => kind === 'action.completed');
      const kind: string = event.kind;
      switch (kind) {
        case 'action.completed':
          return count(`done_by_${event.actor.kind === 'user' ? 'people' : 'agents'}`, event.actor);
        case 'action.approved':
        case 'action.rejected':
          count(kind.slice('action.'.length), completed()?.actor);
          return time('reviews', completed(), completed()?.actor);
        case 'action.reopened': {
          const ended = of((kind) => /completed|dropped|rejected|reopened/.test(kind));
          return ended?.kind === 'action.completed' ? count('reopened', ended.actor) : undefined;
        }
        case 'action.claimed':
          return time(
            'claims',
            of((kind) => claimable.test(kind)),
            event.actor,
          );
        case 'question.answered':
        case 'question.dismissed': {
          const asked = of((kind) => kind === 'question.asked');
          return time('questions', asked, asked?.actor);
        }
        default:
          return undefined;
      }
    });
    const sorted = [...days].toSorted(([one], [two]) => (one < two ? 1 : -1));
    return { days: sorted.map(([day, counts]) => ({ day, ...counts })), times };
  }

  function compare(found: Insights, wanted: ReturnType<typeof expected>): void {
    expect(found.days).toEqual(wanted.days);
    for (const name of ['questions', 'reviews', 'claims'] as const) {
      const times = wanted.times[name].toSorted((one, two) => one - two);
      const wait = found.waits[name];
      expect([name, wait.count]).toEqual([name, times.length]);
      for (const [rank, seconds] of [
        [0.5, wait.median_seconds],
        [0.9, wait.p90_seconds],
      ] as const) {
        // In the range of the exact one, which is at most twice as long as its start.
        const exact = (times[Math.ceil(rank * times.length) - 1] ?? 0) / 1000;
        if (times.length === 0) expect(seconds).toBeNull();
        else
          expect(Math.abs(Math.log2(Math.max(1, seconds ?? 0) / Math.max(1, exact)))).toBeLessThan(
            1.01,
          );
      }
    }
    const { total } = found;
    const sum = (name: keyof typeof total): number =>
      wanted.days.reduce(
        (all, day) => all + Number(Object.entries(day).find(([key]) => key === name)?.[1]),
        0,
      );
    expect(total.done_by_agents).toBe(sum('done_by_agents'));
    const reviews = sum('approved') + sum('rejected');
    expect(total.rejected_share).toBe(reviews === 0 ? null : sum('rejected') / reviews);
  }

  const countsIn = async ({ knex }: Pick<TestDatabase, 'knex'>): Promise<unknown[]> => {
    const rows: Record<string, unknown>[] = await knex('insight_counts')
      .where({ workspace_id: given.workspaceId })
      .select('scope', 'day', 'measure', 'bucket', 'amount');
    return rows.map((row) => JSON.stringify({ ...row, amount: Number(row['amount']) })).toSorted();
  };

  test('equal those of the events, also when the background counts them again', async () => {
    const empty = await given.person.ok('getInsights');
    expect(empty).toMatchObject({ days: [], is_counting: false, time_zone: zone });
    expect(empty.waiting.reviews).toEqual({ count: 0, oldest_at: null });
    await work(100);
    const events = await feed();
    compare(await given.person.ok('getInsights', { query: { days: 366 } }), expected(events));
    for (const [id, reader] of [
      [given.agent.id, given.worker],
      [otherId, given.person],
    ] as const) {
      const agent = await given.person.ok('getAgent', { path: { id } });
      const query = { days: 366, agent_id: id };
      compare(await reader.ok('getInsights', { query }), expected(events, agent.actor_id));
    }
    const live = await countsIn(database());
    expect(live.length).toBeGreaterThan(20);

    // As the migration leaves a workspace.
    const { knex } = database();
    const key = { workspace_id: given.workspaceId };
    const { last } = await knex('event_positions').where(key).first('last');
    await knex('insight_counts').where(key).delete();
    const since_at = '2000-01-01T00:00:00.000Z';
    await knex('insight_fills').insert({ ...key, through: last, since_at });
    expect((await given.person.ok('getInsights')).is_counting).toBe(true);
    // Some of it, then work goes on, and the rest.
    let steps = 0;
    await runFills(database(), () => (steps += 1) > 1);
    await work(3);
    await runFills(database(), () => false);
    const all = await countsIn(database());
    await knex('insight_counts').where(key).delete();
    const after = await knex('event_positions').where(key).first('last');
    await knex('insight_fills').insert({ ...key, through: after.last, since_at });
    await Promise.all([runFills(database(), () => false), runFills(database(), () => false)]);
    expect(await countsIn(database())).toEqual(all);
    expect(await knex('insight_fills').where(key)).toEqual([]);

    const copy = await openTestDatabase(dialect);
    try {
      await imported(copy, await exported(database().url, given.workspaceId));
      await copy.knex('insight_fills').update({ since_at });
      await runFills(copy, () => false);
      expect(await countsIn(copy)).toEqual(all);
      await deleteWorkspace(copy, given.workspaceId, { graceMs: 0 });
      expect(await countsIn(copy)).toEqual([]);
    } finally {
      await copy.close();
    }
  });

  test('are for people, the agent itself and sysadmins, if they are those of one agent', async () => {
    const query = { agent_id: otherId };
    expect((await given.worker.call('getInsights', { query })).status).toBe(403);
    const unknown = { agent_id: 'agt_01JZ0000000000000000000000' };
    expect((await given.person.call('getInsights', { query: unknown })).status).toBe(404);
    await given.worker.ok('getInsights');
  });

  test('show what waits, without what the plan hides, and forget old days', async () => {
    const { person, worker, agent, workspaceId } = given;
    const { knex } = database();
    const add = async (assigned?: string): Promise<string> => {
      const body = { title: 'Wait', status: 'ready', assigned_agent_id: assigned ?? null } as const;
      return (await person.ok('createAction', { body })).id;
    };
    await knex('actions')
      .where({ workspace_id: workspaceId })
      .update({ status: 'dropped', review_state: 'none' });
    const [first, second] = [await add(), await add(agent.id)];
    const [third, oldest] = [await add(agent.id), '2026-11-01T00:00:00.000Z'];
    await worker.ok('completeAction', { path: { id: third }, body: { result_summary: 'Done' } });
    await knex('actions').where({ id: third }).update({ completed_at: oldest });
    const created = async (id: string): Promise<string> =>
      (await person.ok('getAction', { path: { id } })).created_at;
    const { waiting } = await person.ok('getInsights');
    expect(waiting.claims).toEqual({ count: 1, oldest_at: await created(first) });
    expect(waiting.reviews).toEqual({ count: 1, oldest_at: oldest });
    const own = (await worker.ok('getInsights', { query: { agent_id: agent.id } })).waiting;
    expect(own.claims).toEqual({ count: 1, oldest_at: await created(second) });
    expect(own.reviews.count).toBe(1);

    const key = { workspace_id: workspaceId, scope: 'people', measure: 'done', bucket: -1 };
    await knex('insight_counts').insert({ ...key, day: '2020-01-01', amount: 1 });
    const before = await knex('purge_cutoffs').where({ name: 'insight_counts' });
    expect(before).toEqual([]);
    const log = pino({ enabled: false });
    await runHousekeeping({ database: database(), config: { eventDays: 90, auditDays: 365 }, log });
    await knex('purge_cutoffs')
      .where({ name: 'insight_counts' })
      .update({ cutoff: '2021-01-01T00:00:00.000Z' });
    await runHousekeeping({ database: database(), config: { eventDays: 90, auditDays: 365 }, log });
    expect(await knex('insight_counts').where({ day: '2020-01-01' })).toEqual([]);

    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' });
    const window = await person.ok('getInsights', { query: { days: 366 } });
    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'unlimited' });
    const start = dayOf(addMilliseconds(new Date().toISOString(), -31 * DAY));
    expect(window.days.every(({ day }) => day > start)).toBe(true);
  });

  test('of actions by a column equal the totals of lists', async () => {
    const { person, agent } = given;
    const labels = Array.from({ length: 101 }, (_, at) => `label ${String(at).padStart(3, '0')}`);
    for (let at = 0; at < 6; at += 1) {
      const body = {
        title: 'Labelled',
        priority: at % 5,
        labels: labels.slice(at * 20, at * 20 + 20),
        ...(at % 2 === 0 ? { assigned_agent_id: agent.id } : {}),
      };
      await person.ok('createAction', { body });
    }
    // Lists show templates apart, and so do the counts.
    await person.ok('createAction', { body: { title: 'A template', is_template: true } });
    const states = ['inbox', 'ready', 'waiting'] as const;
    const by = async (column: 'status' | 'label' | 'priority' | 'assignee', name: string) => {
      const found = await person.ok('getActionCounts', { query: { by: column } });
      expect(found.by).toBe(column);
      for (const { value, count } of found.groups.slice(0, 8)) {
        const query = new URLSearchParams([
          ['limit', '1'],
          [name, value],
        ]);
        if (column !== 'status') for (const each of states) query.append('status', each);
        const headers = credentialHeaders({ cookie: given.owner.cookie });
        const response = await fetch(`${app.url}/v1/actions?${query.toString()}`, { headers });
        const { total }: { total?: number } = JSON.parse(await response.text());
        expect([value, count]).toEqual([value, total]);
      }
      return found;
    };
    expect((await by('status', 'status')).groups).toHaveLength(5);
    expect(await person.ok('getActionCounts')).toMatchObject({ by: 'status', has_more: false });
    expect((await by('priority', 'priority')).groups).toHaveLength(5);
    const assignees = await by('assignee', 'assigned_actor_id');
    expect(assignees.groups[0]).toMatchObject({ value: 'none', name: null });
    const labelled = await by('label', 'label');
    expect(labelled).toMatchObject({ has_more: true });
    expect(labelled.groups).toHaveLength(100);
  });

  test('of projects: their done and open actions, with the next due date and the assignees', async () => {
    const { person, agent } = given;
    const make = async (title: string) =>
      (await person.ok('createProject', { body: { title } })).id;
    const [busy, empty] = [await make('Busy'), await make('Empty')];
    const add = (body: object) =>
      person.ok('createAction', { body: { title: 'Step', project_id: busy, ...body } });
    const mine = { assigned_agent_id: agent.id, status: 'ready' };
    const steps = [await add(mine), await add({ ...mine, due_at: '2031-01-02T00:00:00.000Z' })];
    await add({ assigned_actor_id: given.owner.owner.id, due_at: '2031-01-01T00:00:00.000Z' });
    const [done, dropped] = [await add({ due_at: '2030-01-01T00:00:00.000Z' }), await add({})];
    await person.ok('completeAction', {
      path: { id: done.id },
      body: { result_summary: 'It is.' },
    });
    await person.ok('dropAction', { path: { id: dropped.id }, body: { reason: 'Not needed.' } });
    const query = { project_id: [busy, empty, 'prj_of_nobody', busy] };
    const { items } = await person.ok('getProjectProgress', { query });
    const none = { done_action_count: 0, open_action_count: 0, next_due_at: null, assignees: [] };
    expect(items).toEqual([
      {
        project_id: busy,
        done_action_count: 1,
        open_action_count: steps.length + 1,
        next_due_at: '2031-01-01T00:00:00.000Z',
        assignees: [
          { id: agent.actor_id, name: expect.any(String) },
          { id: given.owner.owner.id, name: expect.any(String) },
        ],
      },
      { project_id: empty, ...none },
    ]);
  });
});
