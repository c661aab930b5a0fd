import { HOUR, DAY, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Reason = {
  readonly reason: string;
  readonly action_ids?: string[];
  readonly in_review_ids?: string[];
};

describeOnEachDatabase('held_by of an action', (database) => {
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

  /** The `held_by` of a single read, after a check that every list and view shows the same. */
  async function heldBy(id: string): Promise<Reason[] | undefined> {
    const { person } = given;
    const { held_by: reasons, project_id: projectId } = await person.ok('getAction', {
      path: { id },
    });
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
    for (const one of [...seen, ...visible, action]) expect(one.held_by).toEqual(reasons);
    return reasons;
  }

  test('is absent for an action without obstacles', async () => {
    const inParallel = await project({ work_mode: 'parallel' });
    await create({ project_id: inParallel });
    const ids = [await create(), await create({ project_id: inParallel })];
    for (const id of ids) {
      expect(await given.person.ok('getAction', { path: { id } })).not.toHaveProperty('held_by');
      expect(await heldBy(id)).toBeUndefined();
    }
  });

  test('names the first action of a sequential project until that one is approved', async () => {
    const { person, worker, agent } = given;
    const at = await project();
    const last = await create({ project_id: at });
    const first = await create({ project_id: at, position: 2, assigned_agent_id: agent.id });
    const second = await create({ project_id: at, position: 3, status: 'waiting' });
    const behindFirst = [{ reason: 'sequential', action_ids: [first] }];
    expect([await heldBy(first), await heldBy(second), await heldBy(last)]).toEqual([
      undefined,
      behindFirst,
      behindFirst,
    ]);
    const zero = await create({ project_id: at, position: 1 });
    expect(await heldBy(first)).toEqual([{ reason: 'sequential', action_ids: [zero] }]);
    expect((await change(zero, { position: 9 })).held_by).toEqual(behindFirst);
    await change(zero, { project_id: null });

    await worker.ok('completeAction', { path: { id: first }, body: { result_summary: 'Sewn' } });
    expect([await heldBy(first), await heldBy(second)]).toEqual([
      undefined,
      [{ reason: 'sequential', action_ids: [first], in_review_ids: [first] }],
    ]);
    await person.ok('approveAction', { path: { id: first } });
    expect([await heldBy(second), await heldBy(last)]).toEqual([
      undefined,
      [{ reason: 'sequential', action_ids: [second] }],
    ]);

    const { held_by: reasons } = await change(second, { defer_until: later() });
    expect(reasons).toEqual([{ reason: 'deferred' }]);
    expect(await heldBy(last)).toBeUndefined();
  });

  test('lists all reasons in the order of the enum, and is absent once the action has ended', async () => {
    const { person } = given;
    const at = await project();
    const first = await create({ project_id: at });
    const id = await create({ project_id: at, defer_until: later() });
    const [one, other] = [await create(), await create()];
    for (const blocker of [other, one]) await block(id, blocker);
    await person.ok('updateProject', { path: { id: at }, body: { state: 'paused' } });
    const all = [
      { reason: 'blocked', action_ids: [one, other] },
      { reason: 'deferred' },
      { reason: 'sequential', action_ids: [first] },
      { reason: 'paused_project' },
    ];
    expect(await heldBy(id)).toEqual(all);
    await person.ok('dropAction', { path: { id: one } });
    const [, ...rest] = all;
    expect(await heldBy(id)).toEqual([{ reason: 'blocked', action_ids: [other] }, ...rest]);
    const dropped = await person.ok('dropAction', { path: { id } });
    expect(dropped).not.toHaveProperty('held_by');
    expect(await heldBy(id)).toBeUndefined();
    const reopened = await person.ok('reopenAction', { path: { id } });
    expect(reopened.held_by).toHaveLength(4);
  });

  test('lists a closed project, and is absent for templates', async () => {
    const { person } = given;
    const closed = await project({ work_mode: 'parallel' });
    await person.ok('updateProject', { path: { id: closed }, body: { state: 'completed' } });
    const late = await create({ project_id: closed });
    expect(await heldBy(late)).toEqual([{ reason: 'paused_project' }]);
    const at = await project();
    await create({ project_id: at });
    const second = await create({ project_id: at, defer_until: later() });
    await person.ok('updateProject', { path: { id: at }, body: { is_template: true } });
    expect(await heldBy(second)).toBeUndefined();
    const template = await create({ is_template: true, defer_until: later() });
    expect(await heldBy(template)).toBeUndefined();
  });

  test('omits the id of an action before the history window of the plan', async () => {
    const { worker, workspaceId, agent } = given;
    const { knex } = database();
    const at = await project();
    const first = await create({ project_id: at, assigned_agent_id: agent.id });
    const second = await create({ project_id: at });
    await worker.ok('completeAction', { path: { id: first }, body: { result_summary: 'Sewn' } });
    expect(await heldBy(second)).toEqual([
      { reason: 'sequential', action_ids: [first], in_review_ids: [first] },
    ]);
    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' });
    const ended = addMilliseconds(new Date().toISOString(), -31 * DAY);
    await knex('actions').where({ id: first }).update({ completed_at: ended, updated_at: ended });
    expect(await heldBy(second)).toEqual([{ reason: 'sequential' }]);
  });

  test('is absent for exactly the actions that claim-next offers', async () => {
    const { person, worker, agent } = given;
    const [sequential, paused] = [await project(), await project({ work_mode: 'parallel' })];
    const projects = [{}, { project_id: sequential }, { project_id: paused }];
    const ids: string[] = [];
    for (const fields of projects) {
      for (const more of [{}, { assigned_agent_id: agent.id }, { defer_until: later() }]) {
        ids.push(await create({ ...fields, ...more }));
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
      await change(action.id, { requirements: ['no agent has it'], assigned_agent_id: null });
    }
    expect(offered.toSorted()).toEqual(free.toSorted());
    for (const { id, held_by: reasons } of items.filter((item) => item.held_by !== undefined)) {
      await change(id, { assigned_agent_id: agent.id });
      const refused = await worker.fails('claimAction', { path: { id } }, 409, 'NOT_CLAIMABLE');
      expect(reasons?.map(({ reason }) => reason)).toContain(refused.details['reason']);
    }
  });
});
