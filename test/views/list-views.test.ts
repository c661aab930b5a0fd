import type { components } from '../../generated/types';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type ActionCreate = components['schemas']['ActionCreate'];
type ListView =
  | 'getInboxView'
  | 'getReviewView'
  | 'getReadyView'
  | 'getWorkingView'
  | 'getStalledView'
  | 'getDeferredView';

describeOnEachDatabase('List views', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let person: ApiClient;
  const now = (): string => new Date().toISOString();

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    person = given.person;
  });

  const add = async (title: string, body: Partial<ActionCreate> = {}): Promise<string> =>
    (await person.ok('createAction', { body: { title, ...body } })).id;
  const set = (id: string, columns: object): Promise<unknown> =>
    database().knex('actions').where({ id }).update(columns);
  const titles = async (id: ListView, query: object = {}): Promise<string[]> => {
    const { items } = await person.ok(id, { query });
    return items.map(({ title }) => title);
  };

  /** Creates a template and an action of a template project, which no view shows. */
  async function addTemplates(status: 'inbox' | 'ready', columns: object = {}): Promise<void> {
    const project = await person.ok('createProject', {
      body: { title: 'Sample', is_template: true },
    });
    const inside = await add('In a template', { project_id: project.id, status });
    await set(inside, { is_template: false, ...columns });
    await set(await add('Template', { status }), { ...columns, is_template: true });
  }

  describe('getInboxView', () => {
    test('shows inbox actions, newest first, unless they are deferred', async () => {
      await addTemplates('inbox');
      const first = await add('First');
      const second = await add('Second');
      await add('Ready', { status: 'ready' });
      await add('Later', { defer_until: addMilliseconds(now(), DAY) });
      expect(await titles('getInboxView')).toEqual(['Second', 'First']);
      expect(await titles('getInboxView', { sort: 'created_at' })).toEqual(['First', 'Second']);
      expect((await person.ok('getCommandView')).metrics.inbox_count).toBe(2);
      await person.ok('updateAction', { path: { id: second }, body: { status: 'waiting' } });
      const view = await person.ok('getInboxView');
      expect(view).toMatchObject({ total: 1, sort: '-created_at', filters: {}, hidden_count: 0 });
      expect(view.items[0]).toEqual(await person.ok('getAction', { path: { id: first } }));
    });
  });

  describe('getReviewView', () => {
    const complete = async (title: string, completedAt: string): Promise<string> => {
      const id = await add(title, { status: 'ready', assigned_agent_id: given.agent.id });
      await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done' } });
      await set(id, { completed_at: completedAt });
      return id;
    };

    test('shows actions that agents completed, oldest first, and counts those that the plan hides', async () => {
      await complete('New', addMilliseconds(now(), -DAY));
      await complete('Old', addMilliseconds(now(), -40 * DAY));
      await person.ok('completeAction', {
        path: { id: await add('By a person') },
        body: { result_summary: 'Done' },
      });
      expect(await titles('getReviewView')).toEqual(['Old', 'New']);
      expect((await person.ok('getCommandView')).metrics.review_count).toBe(2);

      await database().knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
      const view = await person.ok('getReviewView');
      expect(view).toMatchObject({ total: 1, hidden_count: 1, sort: 'completed_at' });
      expect((await person.ok('getCommandView')).metrics.review_count).toBe(1);
    });
  });

  describe('getReadyView', () => {
    test('shows actionable actions in queue order', async () => {
      await addTemplates('ready');
      const ready = (title: string, body: Partial<ActionCreate> = {}) =>
        add(title, { status: 'ready', ...body });
      await ready('Any time');
      await ready('Tomorrow', { due_at: addMilliseconds(now(), DAY), position: 9 });
      await ready('Placed', { position: 1 });
      await ready('Overdue', { due_at: addMilliseconds(now(), -DAY) });
      await ready('Later', { defer_until: addMilliseconds(now(), DAY) });
      await add('Captured');
      const project = async (title: string, body: object) =>
        (await person.ok('createProject', { body: { title, ...body } })).id;
      const line = await project('In line', { work_mode: 'sequential' });
      await ready('Second in line', { project_id: line, position: 3 });
      await ready('First in line', { project_id: line, position: 2 });
      const paused = await project('Paused', { state: 'paused' });
      await ready('Of a paused project', { project_id: paused });

      const inOrder = ['Overdue', 'Tomorrow', 'Placed', 'First in line', 'Any time'];
      expect(await titles('getReadyView')).toEqual(inOrder);
      const seen: string[] = [];
      for (let after: string | undefined; seen.length < inOrder.length;) {
        const page = await person.ok('getReadyView', {
          query: { limit: 1, ...(after === undefined ? {} : { after }) },
        });
        expect(page.total).toBe(5);
        seen.push(...page.items.map(({ title }) => title));
        after = page.page.next ?? undefined;
        expect(after === undefined).toBe(seen.length === inOrder.length);
      }
      expect(seen).toEqual(inOrder);
    });
  });

  describe('getWorkingView', () => {
    test('shows actions with recent activity of their assignee, latest first', async () => {
      const work = async (title: string): Promise<string> => {
        const id = await add(title, { status: 'ready', assigned_agent_id: given.agent.id });
        await given.worker.ok('heartbeatAction', { path: { id } });
        return id;
      };
      await work('First');
      await work('Second');
      await set(await work('Long ago'), { assignee_active_at: addMilliseconds(now(), -DAY) });
      await add('Untouched', { status: 'ready', assigned_agent_id: given.agent.id });
      await addTemplates('ready', {
        assigned_actor_id: given.agent.actor_id,
        assignee_active_at: now(),
      });
      expect(await titles('getWorkingView')).toEqual(['Second', 'First']);
      expect(await titles('getWorkingView', { assigned_actor_id: 'me' })).toEqual([]);
      expect((await person.ok('getCommandView')).metrics.active_count).toBe(2);
    });
  });

  describe('getStalledView', () => {
    test('shows assigned actions without recent activity, oldest first', async () => {
      const left = async (title: string, days: number, body: Partial<ActionCreate> = {}) => {
        const assigned = { status: 'ready', assigned_actor_id: given.owner.owner.id } as const;
        const id = await add(title, { ...assigned, ...body });
        await set(id, { last_activity_at: addMilliseconds(now(), -days * DAY) });
      };
      await left('Two days', 2);
      await left('Three days', 3, { status: 'waiting' });
      await left('Fresh', 0.5);
      await left('Nobody’s', 2, { assigned_actor_id: null });
      await left('Captured', 2, { status: 'inbox' });
      await addTemplates('ready', {
        assigned_actor_id: given.owner.owner.id,
        last_activity_at: addMilliseconds(now(), -9 * DAY),
      });
      expect(await titles('getStalledView')).toEqual(['Three days', 'Two days']);
      expect((await person.ok('getCommandView')).metrics.stalled_count).toBe(2);
    });
  });

  describe('getDeferredView', () => {
    test('shows deferred open actions, the soonest first', async () => {
      await add('Next week', { defer_until: addMilliseconds(now(), 7 * DAY) });
      await add('Tomorrow', { defer_until: addMilliseconds(now(), DAY), status: 'waiting' });
      await add('Yesterday', { defer_until: addMilliseconds(now(), -DAY) });
      const done = await add('Done', { defer_until: addMilliseconds(now(), DAY) });
      await person.ok('completeAction', { path: { id: done }, body: { result_summary: 'x' } });
      await addTemplates('ready', { defer_until: addMilliseconds(now(), DAY) });
      expect(await titles('getDeferredView')).toEqual(['Tomorrow', 'Next week']);
      expect(await titles('getDeferredView', { sort: '-defer_until', limit: 1 })).toEqual([
        'Next week',
      ]);
    });
  });

  test.each([
    ['getInboxView', 'queue'],
    ['getReviewView', 'title'],
    ['getReadyView', '-queue'],
    ['getWorkingView', 'position'],
    ['getStalledView', 'defer_until'],
    ['getDeferredView', 'completed_at'],
  ] as const)('%s cannot be sorted by %s', async (id, sort) => {
    await person.fails(id, { query: { sort } }, 400, 'VALIDATION_FAILED');
  });
});
