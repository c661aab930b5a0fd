import { HOUR, DAY, addMilliseconds } from '../src/platform/time';
import { startApp, type TestApp } from './support/app';
import { describeOnEachDatabase } from './support/dialects';
import { aWorkspace, type GivenWorkspace } from './support/given';

type Hold = { readonly reason: string; readonly action_ids?: string[] };

describeOnEachDatabase('What holds an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });

  const project = async (body: { work_mode?: 'sequential' | 'parallel' } = {}) =>
    (await given.person.ok('createProject', { body: { title: 'Gala', ...body } })).id;
  const create = async (body: object = {}) =>
    (await given.person.ok('createAction', { body: { title: 'Sew', status: 'ready', ...body } }))
      .id;
  const change = (id: string, body: object) =>
    given.person.ok('updateAction', { path: { id }, body });
  const block = (id: string, blocker: string) =>
    given.person.ok('addBlocker', { path: { id, blocker_id: blocker } });
  const later = () => addMilliseconds(new Date().toISOString(), HOUR);

  /** What holds the action, by a single read; every list and view that has it must say the same. */
  async function holds(id: string): Promise<Hold[] | undefined> {
    const { person } = given;
    const { held_by: held, project_id: projectId } = await person.ok('getAction', { path: { id } });
    const query = { limit: 200 };
    const pages = await Promise.all([
      person.ok('listActions', { query }),
      person.ok('listActions', { query: { ...query, is_template: true } }),
      ...(projectId === null
        ? []
        : [person.ok('listProjectActions', { path: { id: projectId }, query })]),
      person.ok('getInboxView', { query }),
      person.ok('getReadyView', { query }),
      person.ok('getWorkingView', { query }),
      person.ok('getWaitingView', { query }),
      person.ok('getStalledView', { query }),
      person.ok('getDeferredView', { query }),
    ]);
    const seen = pages.flatMap(({ items }) => items.filter((item) => item.id === id));
    const { visible } = await person.ok('batchGetActions', { query: { ids: [id] } });
    const { action } = await person.ok('getActionContext', { path: { id } });
    expect(seen.length).toBeGreaterThan(0);
    for (const one of [...seen, ...visible, action]) expect(one.held_by).toEqual(held);
    return held;
  }

  test('nothing, where nothing does', async () => {
    const inParallel = await project({ work_mode: 'parallel' });
    await create({ project_id: inParallel });
    const ids = [await create(), await create({ project_id: inParallel })];
    for (const id of ids) {
      expect(await given.person.ok('getAction', { path: { id } })).not.toHaveProperty('held_by');
      expect(await holds(id)).toBeUndefined();
    }
  });

  test('the first action of a sequential project, until it ends and its review is over', async () => {
    const { person, worker, agent } = given;
    const at = await project();
    const last = await create({ project_id: at });
    const first = await create({ project_id: at, position: 2, assigned_agent_id: agent.id });
    const second = await create({ project_id: at, position: 3, status: 'waiting' });
    const behindFirst = [{ reason: 'sequential', action_ids: [first] }];
    expect([await holds(first), await holds(second), await holds(last)]).toEqual([
      undefined,
      behindFirst,
      behindFirst,
    ]);
    const zero = await create({ project_id: at, position: 1 });
    expect(await holds(first)).toEqual([{ reason: 'sequential', action_ids: [zero] }]);
    expect((await change(zero, { position: 9 })).held_by).toEqual(behindFirst);
    await change(zero, { project_id: null });

    await worker.ok('completeAction', { path: { id: first }, body: { result_summary: 'Sewn' } });
    expect([await holds(first), await holds(second)]).toEqual([undefined, behindFirst]);
    await person.ok('approveAction', { path: { id: first } });
    expect([await holds(second), await holds(last)]).toEqual([
      undefined,
      [{ reason: 'sequential', action_ids: [second] }],
    ]);

    const { held_by: held } = await change(second, { defer_until: later() });
    expect(held).toEqual([{ reason: 'deferred' }]);
    expect(await holds(last)).toBeUndefined();
  });

  test('every reason at once, in the order of the enum, and none once it is over', async () => {
    const { person } = given;
    const at = await project();
    const first = await create({ project_id: at });
    const held = await create({ project_id: at, defer_until: later() });
    const [one, other] = [await create(), await create()];
    for (const blocker of [other, one]) await block(held, blocker);
    await person.ok('updateProject', { path: { id: at }, body: { state: 'paused' } });
    const all = [
      { reason: 'blocked', action_ids: [one, other] },
      { reason: 'deferred' },
      { reason: 'sequential', action_ids: [first] },
      { reason: 'paused_project' },
    ];
    expect(await holds(held)).toEqual(all);
    await person.ok('dropAction', { path: { id: one } });
    const [, ...rest] = all;
    expect(await holds(held)).toEqual([{ reason: 'blocked', action_ids: [other] }, ...rest]);
    const dropped = await person.ok('dropAction', { path: { id: held } });
    expect(dropped).not.toHaveProperty('held_by');
    expect(await holds(held)).toBeUndefined();
    const reopened = await person.ok('reopenAction', { path: { id: held } });
    expect(reopened.held_by).toHaveLength(4);
  });

  test('a closed project, and nothing of a template', async () => {
    const { person } = given;
    const closed = await project({ work_mode: 'parallel' });
    await person.ok('updateProject', { path: { id: closed }, body: { state: 'completed' } });
    const late = await create({ project_id: closed });
    expect(await holds(late)).toEqual([{ reason: 'paused_project' }]);
    const at = await project();
    await create({ project_id: at });
    const second = await create({ project_id: at, defer_until: later() });
    await person.ok('updateProject', { path: { id: at }, body: { is_template: true } });
    expect(await holds(second)).toBeUndefined();
    const template = await create({ is_template: true, defer_until: later() });
    expect(await holds(template)).toBeUndefined();
  });

  test('an action that the plan’s history hides, whose id is left out', async () => {
    const { worker, workspaceId, agent } = given;
    const { knex } = database();
    const at = await project();
    const first = await create({ project_id: at, assigned_agent_id: agent.id });
    const second = await create({ project_id: at });
    await worker.ok('completeAction', { path: { id: first }, body: { result_summary: 'Sewn' } });
    expect(await holds(second)).toEqual([{ reason: 'sequential', action_ids: [first] }]);
    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' });
    const ended = addMilliseconds(new Date().toISOString(), -31 * DAY);
    await knex('actions').where({ id: first }).update({ completed_at: ended, updated_at: ended });
    expect(await holds(second)).toEqual([{ reason: 'sequential' }]);
  });

  test('what claim-next offers, and nothing that it does not', async () => {
    const { person, worker, agent } = given;
    const [sequential, paused] = [await project(), await project({ work_mode: 'parallel' })];
    const places = [{}, { project_id: sequential }, { project_id: paused }];
    const ids: string[] = [];
    for (const place of places) {
      for (const more of [{}, { assigned_agent_id: agent.id }, { defer_until: later() }]) {
        ids.push(await create({ ...place, ...more }));
      }
    }
    await block(ids[1] ?? '', ids[0] ?? '');
    await person.ok('updateProject', { path: { id: paused }, body: { state: 'paused' } });
    const items = (await person.ok('listActions', { query: { limit: 200 } })).items;
    const free = items.filter((item) => item.held_by === undefined).map((item) => item.id);
    const offered: string[] = [];
    for (;;) {
      const { action, withheld } = await worker.ok('claimNextAction', { path: { id: agent.id } });
      if (action === null) {
        expect(withheld).toMatchObject({ blocked: 1, deferred: 3, sequential: 2 });
        expect(withheld.paused_project).toBe(3);
        break;
      }
      expect(action).not.toHaveProperty('held_by');
      offered.push(action.id);
      await worker.ok('releaseAction', { path: { id: action.id } });
      await change(action.id, { requirements: ['none has it'], assigned_agent_id: null });
    }
    expect(offered.toSorted()).toEqual(free.toSorted());
    for (const { id, held_by: held } of items.filter((item) => item.held_by !== undefined)) {
      await change(id, { assigned_agent_id: agent.id });
      const refused = await worker.fails('claimAction', { path: { id } }, 409, 'NOT_CLAIMABLE');
      expect(held?.map(({ reason }) => reason)).toContain(refused.details['reason']);
    }
  });
});
