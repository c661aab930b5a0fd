import type { components } from '../../generated/types';
import { describeAllCycles } from '../../src/cli/dependency-cycles';
import { connect } from '../../src/platform/db/connect';
import { addMilliseconds, DAY } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Action = components['schemas']['Action'];

describeOnEachDatabase('A cycle of blockers and sequences', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const project = (body: object = {}) =>
    given.person.ok('createProject', { body: { title: 'Get-in', ...body } });
  const create = (projectId?: string, body: object = {}) =>
    given.person.ok('createAction', {
      body: {
        title: 'Hang',
        status: 'ready',
        ...(projectId && { project_id: projectId }),
        ...body,
      },
    });
  const edge = (action: Action, blocker: Action) => ({
    path: { id: action.id, blocker_id: blocker.id },
  });
  const wait = (action: Action, blocker: Action) =>
    given.person.ok('addBlocker', edge(action, blocker));
  const complete = ({ id }: Action, by = given.person) =>
    by.ok('completeAction', { path: { id }, body: { result_summary: 'It hangs.' } });
  const refusedPath = async (
    id: Parameters<typeof given.person.fails>[0],
    input: object,
  ): Promise<unknown> => (await given.person.fails(id, input, 422, 'DEPENDENCY_CYCLE')).details;
  /** Two actions of a project with this mode, in its order. */
  const two = async (body: object = {}) => {
    const { id } = await project(body);
    return { id, first: await create(id), second: await create(id) };
  };

  test('is refused for a blocker that comes later in the sequence, also when it is deferred', async () => {
    const { id, first, second } = await two();
    const later = await create(id, {
      defer_until: addMilliseconds(new Date().toISOString(), DAY),
    });
    for (const blocker of [second, later]) {
      expect(await refusedPath('addBlocker', edge(first, blocker))).toEqual({
        path: [first.id, blocker.id, first.id],
      });
    }
    const outside = await create();
    await wait(outside, second);
    expect(await refusedPath('addBlocker', edge(first, outside))).toEqual({
      path: [first.id, outside.id, second.id, first.id],
    });
    await wait(second, first);
    await wait(second, await create());
    const read = await given.person.ok('getAction', { path: { id: first.id } });
    expect(read.blocked_by).toEqual([]);
  });

  test('crosses several sequences', async () => {
    const [one, other] = [await two(), await two()];
    await wait(one.first, other.second);
    expect(await refusedPath('addBlocker', edge(other.first, one.second))).toEqual({
      path: [other.first.id, one.second.id, one.first.id, other.second.id, other.first.id],
    });
  });

  test('is no cycle with an action that has ended, a template, or a parallel project', async () => {
    const { first, second } = await two();
    await complete(second);
    await wait(first, second);
    const template = await two();
    await given.person.ok('updateAction', {
      path: { id: template.second.id },
      body: { is_template: true },
    });
    await wait(template.first, template.second);
    expect(
      await refusedPath('updateAction', {
        path: { id: template.second.id },
        body: { is_template: false },
      }),
    ).toEqual({ path: [template.second.id, template.first.id, template.second.id] });
    const parallel = await two({ work_mode: 'parallel' });
    await wait(parallel.first, parallel.second);
    expect(
      await refusedPath('updateProject', {
        path: { id: parallel.id },
        body: { work_mode: 'sequential' },
      }),
    ).toEqual({ path: [parallel.first.id, parallel.second.id, parallel.first.id] });
  });

  test('is refused for a position and for a move, and allowed once the blocker is removed', async () => {
    const { id, first, second } = await two();
    await wait(second, first);
    const behind = { path: { id: second.id }, body: { position: -1 } };
    expect(await refusedPath('updateAction', behind)).toEqual({
      path: [second.id, first.id, second.id],
    });
    const outside = await create();
    await wait(first, outside);
    const move = { path: { id: outside.id }, body: { project_id: id } };
    expect(await refusedPath('updateAction', move)).toEqual({
      path: [outside.id, first.id, outside.id],
    });
    await given.person.ok('updateAction', { ...move, body: { project_id: id, position: -9 } });
    await given.person.ok('removeBlocker', edge(second, first));
    await given.person.ok('updateAction', behind);
  });

  test('is refused for an action that is reopened', async () => {
    const { first, second } = await two();
    await complete(first);
    await given.person.ok('updateAction', { path: { id: second.id }, body: { position: -1 } });
    await complete(second);
    await given.person.ok('reopenAction', { path: { id: first.id } });
    await wait(first, second);
    await given.person.ok('updateAction', { path: { id: first.id }, body: { position: -2 } });
    const { details } = await given.person.fails(
      'reopenAction',
      { path: { id: second.id } },
      422,
      'DEPENDENCY_CYCLE',
    );
    expect(details).toEqual({ path: [second.id, first.id, second.id] });
  });

  test('is refused for the copies of a template, by the ids of the originals', async () => {
    const { id, first, second } = await two({ is_template: true, work_mode: 'parallel' });
    await wait(first, second);
    await database().knex('projects').where({ id }).update({ work_mode: 'sequential' });
    expect(await refusedPath('duplicateProject', { path: { id }, body: {} })).toEqual({
      path: [first.id, second.id, first.id],
    });
  });

  test('that is stored already is shown by both of its actions and can be removed', async () => {
    const { id, first, second } = await two({ work_mode: 'parallel' });
    await wait(first, second);
    await database().knex('projects').where({ id }).update({ work_mode: 'sequential' });
    const held = async (action: Action) =>
      (await given.person.ok('getAction', { path: { id: action.id } })).held_by;
    expect(await held(first)).toEqual([{ reason: 'blocked', action_ids: [second.id] }]);
    expect(await held(second)).toEqual([{ reason: 'sequential', action_ids: [first.id] }]);
    const lines = async () => (await describeAllCycles(database())).join('\n');
    expect(await lines()).toMatch(`other: ${first.id} → ${second.id} → ${first.id}. `);
    await given.person.ok('removeBlocker', edge(first, second));
    expect(await held(first)).toBeUndefined();
    expect(await lines()).not.toMatch(first.id);
  });

  test('is refused when both halves come at once, by two processes', async () => {
    const other = connect(database().url, { durable: false });
    const second = await startApp({ ...database(), ...other });
    const there = client(second, { cookie: given.owner.cookie });
    const pairs = Array.from({ length: 10 }, async () => {
      const { id, first, second: last } = await two({ work_mode: 'parallel' });
      const halves = await Promise.all([
        given.person.send('addBlocker', edge(first, last)),
        there.send('updateProject', { path: { id }, body: { work_mode: 'sequential' } }),
      ]);
      return halves.map(({ status }) => status).toSorted((a, b) => a - b);
    });
    expect(await Promise.all(pairs)).toEqual(pairs.map(() => [200, 422]));
    await second.close();
    await other.close();
  });

  test('is not searched behind more than 10,000 dependencies', async () => {
    const { knex } = database();
    const { id } = await project({ work_mode: 'parallel' });
    const [open, done] = [await create(id), await create(id)];
    await complete(done);
    const row = await knex('actions').where({ id: open.id }).first();
    const ids = Array.from({ length: 143 }, (_, index) => `${open.id}-${1000 + index}`);
    const rows = ids.map((one) => ({ ...row, id: one }));
    await knex.batchInsert('actions', rows, 100);
    const edges = [...ids, open.id, done.id].flatMap((from, index) =>
      ids.slice(0, index).map((to) => ({
        workspace_id: given.workspaceId,
        action_id: from,
        blocker_id: to,
        created_by_actor_id: given.owner.owner.id,
        created_at: open.created_at,
      })),
    );
    await knex.batchInsert('action_blockers', edges, 400);
    const refused = async (operation: Parameters<typeof given.person.fails>[0], input: object) =>
      expect(await given.person.fails(operation, input, 422, 'TOO_MANY_IDS')).toMatchObject({
        details: { limit: 10_000 },
      });
    await refused('updateProject', { path: { id }, body: { work_mode: 'sequential' } });
    await refused('updateAction', { path: { id: open.id }, body: { position: 1 } });
    await refused('reopenAction', { path: { id: done.id } });
    const template = { is_template: true, work_mode: 'sequential' };
    await knex('projects').where({ id }).update(template);
    await refused('duplicateProject', { path: { id }, body: {} });
    await knex('action_blockers').whereIn('blocker_id', ids).delete();
  });

  test('names a pending review as such', async () => {
    const { first, second } = await two();
    const blocker = await create(undefined, { requires_review: true });
    await given.person.ok('updateAction', {
      path: { id: first.id },
      body: { requires_review: true },
    });
    await wait(second, blocker);
    for (const action of [first, blocker]) await complete(action, given.worker);
    const { held_by: held } = await given.person.ok('getAction', { path: { id: second.id } });
    expect(held).toEqual([
      { reason: 'blocked', action_ids: [blocker.id], in_review_ids: [blocker.id] },
      { reason: 'sequential', action_ids: [first.id], in_review_ids: [first.id] },
    ]);
  });
});
