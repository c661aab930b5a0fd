import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { nextNumber } from '../support/rows';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';
import { describeAllCycles } from '../../src/cli/dependency-cycles';
import { connect } from '../../src/platform/db/connect';
import { addMilliseconds, DAY } from '../../src/platform/time';

type Action = components['schemas']['Action'];

type ActionCreate = components['schemas']['ActionCreate'];

describeOnEachDatabase('Blockers', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const create = (body: Partial<ActionCreate> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', { body: { title: 'Hang the lights', status: 'ready', ...body } });
  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const edge = (action: { id: string }, blocker: { id: string }) => ({
    path: { id: action.id, blocker_id: blocker.id },
  });
  const add = (action: Action, blocker: Action, by: ApiClient = given.person) =>
    by.ok('addBlocker', edge(action, blocker));
  const complete = (id: string, by: ApiClient = given.person) =>
    by.ok('completeAction', { path: { id }, body: { result_summary: 'They hang.' } });
  const completion = ({ id }: Action) => ({ path: { id }, body: { result_summary: 'They hang.' } });
  const change = (id: string, columns: object) =>
    database().knex('actions').where({ id }).update(columns);
  const kindsOf = async (id: string): Promise<string[]> =>
    (await database().knex('events').where({ subject_id: id }).orderBy('id').select('kind')).map(
      ({ kind }) => String(kind),
    );
  const anAgent = async (wanted: Partial<components['schemas']['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  describe('addBlocker', () => {
    test('blocks the action, also in lists; a second request changes nothing', async () => {
      const [action, blocker] = [await create(), await create()];
      const { status, body, headers } = await given.person.call(
        'addBlocker',
        edge(action, blocker),
      );
      expect([status, headers['etag']]).toEqual([200, tagOf(2)]);
      expect(body).toMatchObject({ blocked_by: [blocker.id], is_blocked: true, version: 2 });
      expect(await add(action, blocker)).toEqual(body);
      expect(await kindsOf(action.id)).toEqual(['action.created', 'action.blocker_added']);
      const { items } = await given.person.ok('listActions', { query: { limit: 2 } });
      expect(items).toEqual([await read(blocker.id), await read(action.id)]);
      expect(items[0]).toMatchObject({ blocked_by: [], is_blocked: false });
    });

    test('blocks until the last blocker is dropped, or done and approved', async () => {
      const action = await create();
      const [first, second, third] = [await create(), await create(), await create()];
      for (const blocker of [first, second, third]) await add(action, blocker);
      await complete(first.id);
      await change(second.id, { status: 'dropped' });
      expect(await read(action.id)).toMatchObject({
        blocked_by: [first.id, second.id, third.id].toSorted(),
        is_blocked: true,
      });
      await change(third.id, { status: 'done', review_state: 'pending' });
      expect((await read(action.id)).is_blocked).toBe(true);
      await change(third.id, { review_state: 'approved' });
      expect((await read(action.id)).is_blocked).toBe(false);
      expect((await complete(action.id)).status).toBe('done');
    });

    test('refuses a cycle and reports its path', async () => {
      const [a, b, c] = [await create(), await create(), await create()];
      const self = await given.person.fails('addBlocker', edge(a, a), 422, 'DEPENDENCY_CYCLE');
      expect(self.details).toEqual({ path: [a.id, a.id] });
      await add(a, b);
      await add(b, c);
      const { details } = await given.person.fails(
        'addBlocker',
        edge(c, a),
        422,
        'DEPENDENCY_CYCLE',
      );
      expect(details).toEqual({ path: [c.id, a.id, b.id, c.id] });
      expect(await read(c.id)).toEqual(c);
      expect(await kindsOf(c.id)).toEqual(['action.created']);
    });

    test('refuses one of four concurrent requests that together make a cycle', async () => {
      for (let round = 0; round < 5; round += 1) {
        const actions = await Promise.all([create(), create(), create(), create()]);
        const responses = await Promise.all(
          actions.map((action, index) =>
            given.person.call('addBlocker', edge(action, actions[(index + 1) % 4] ?? action)),
          ),
        );
        const lost = responses.filter(({ status }) => status === 422);
        expect([responses.filter(({ status }) => status === 200).length, lost.length]).toEqual([
          3, 1,
        ]);
      }
    });

    test('adds a blocker once for twenty concurrent requests', async () => {
      const [action, blocker] = [await create(), await create()];
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => given.person.call('addBlocker', edge(action, blocker))),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await read(action.id)).version).toBe(2);
    });

    test('accepts at most 50 blockers of an action', async () => {
      const action = await create();
      const blockers = await Promise.all(Array.from({ length: 51 }, () => create()));
      const [last, ...others] = blockers;
      for (const blocker of others) await add(action, blocker);
      const { details } = await given.person.fails(
        'addBlocker',
        edge(action, last ?? action),
        422,
        'TOO_MANY_IDS',
      );
      expect(details).toEqual({ limit: 50 });
      expect((await read(action.id)).blocked_by).toEqual(others.map(({ id }) => id).toSorted());
      expect((await add(action, others[0] ?? action)).blocked_by).toHaveLength(50);
    });

    test('refuses a blocker that depends on more than 10,000 others', async () => {
      const { workspaceId, owner } = given;
      const [action, blocker, bare] = [await create(), await create(), await create()];
      const { knex } = database();
      const { blocked_by, is_blocked } = bare;
      expect([blocked_by, is_blocked]).toEqual([[], false]);
      const row = await knex('actions').where({ id: bare.id }).first();
      const copies = Array.from({ length: 142 }, (_, index) => ({
        ...row,
        number: nextNumber(),
        id: `${bare.id}-${String(index).padStart(3, '0')}`,
      }));
      await knex.batchInsert('actions', copies, 100);
      const ids = [blocker.id, ...copies.map(({ id }) => String(id))];
      const edges = ids.flatMap((from, index) =>
        ids.slice(index + 1).map((to) => ({
          workspace_id: workspaceId,
          action_id: from,
          blocker_id: to,
          created_by_actor_id: owner.owner.id,
          created_at: action.created_at,
        })),
      );
      expect(edges.length).toBeGreaterThan(10_000);
      await knex.batchInsert('action_blockers', edges, 400);
      const { details } = await given.person.fails(
        'addBlocker',
        edge(action, blocker),
        422,
        'TOO_MANY_IDS',
      );
      expect(details).toEqual({ limit: 10_000 });
      await knex('action_blockers').whereIn('action_id', ids).delete();
      await knex('actions').whereIn('id', ids.slice(1)).delete();
    });

    test('requires the permission to change the action', async () => {
      const { agent, api } = await anAgent();
      const [action, blocker] = [await create({ assigned_agent_id: agent.id }), await create()];
      await given.worker.fails('addBlocker', edge(action, blocker), 403, 'FORBIDDEN');
      expect((await add(action, blocker, api)).is_blocked).toBe(true);
      await given.worker.fails('removeBlocker', edge(action, blocker), 403, 'FORBIDDEN');
      expect((await read(action.id)).is_blocked).toBe(true);
    });

    test('is 404 for missing actions and other workspaces, 412 for another version, 409 for an ended one', async () => {
      const [action, blocker] = [await create(), await create()];
      const foreign = await create({}, theirs.person);
      await given.person.fails('addBlocker', edge(action, foreign), 404, 'NOT_FOUND');
      await given.person.fails('addBlocker', edge(action, { id: 'act_none' }), 404, 'NOT_FOUND');
      await given.person.fails('addBlocker', edge(foreign, blocker), 404, 'NOT_FOUND');
      const stale = { ...edge(action, blocker), header: { 'If-Match': '"9"' } };
      await given.person.fails('addBlocker', stale, 412, 'STALE_VERSION');
      await given.person.fails('removeBlocker', stale, 412, 'STALE_VERSION');
      expect(await read(action.id)).toEqual(action);
      await complete(action.id);
      const over = await given.person.fails(
        'addBlocker',
        edge(action, blocker),
        409,
        'ALREADY_TERMINAL',
      );
      expect(over.details).toEqual({ status: 'done' });
      expect(await kindsOf(action.id)).toEqual(['action.created', 'action.completed']);
    });
  });

  describe('removeBlocker', () => {
    test('unblocks the action; a second request is 404', async () => {
      const [action, blocker] = [await create(), await create()];
      await add(action, blocker);
      const { status, body } = await given.person.call('removeBlocker', edge(action, blocker));
      expect([status, body]).toEqual([204, {}]);
      expect(await read(action.id)).toMatchObject({
        blocked_by: [],
        is_blocked: false,
        version: 3,
      });
      expect(await kindsOf(action.id)).toContain('action.blocker_removed');
      await given.person.fails('removeBlocker', edge(action, blocker), 404, 'NOT_FOUND');
      await given.person.fails('removeBlocker', edge(blocker, action), 404, 'NOT_FOUND');
      expect((await read(action.id)).version).toBe(3);
    });

    test('is 409 for an ended action', async () => {
      const [action, blocker] = [await create(), await create()];
      await add(action, blocker);
      await complete(blocker.id);
      await complete(action.id);
      await given.person.fails('removeBlocker', edge(action, blocker), 409, 'ALREADY_TERMINAL');
    });
  });

  describe('a blocked action', () => {
    test('cannot be completed, not even by people; the error names its blockers', async () => {
      const [action, blocker, ended] = [await create(), await create(), await create()];
      await add(action, blocker);
      await add(action, ended);
      await complete(ended.id);
      const before = await read(action.id);
      for (const by of [given.person, given.worker]) {
        const { details } = await by.fails('completeAction', completion(action), 409, 'BLOCKED');
        expect(details).toEqual({ blocked_by: [blocker.id] });
      }
      expect(await read(action.id)).toEqual(before);
    });

    test('is in no queue', async () => {
      const { agent, api } = await anAgent();
      const [own, pool, blocker] = [
        await create({ assigned_agent_id: agent.id }),
        await create(),
        await create({ assigned_actor_id: given.owner.owner.id }),
      ];
      const overview = () =>
        api.ok('getAgentOverview', { path: { id: agent.id }, query: { full: true } });
      const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
      const before = await overview();
      expect(ids(before.my_work.ready)).toContain(own.id);
      expect(ids(before.claimable)).toContain(pool.id);
      await add(own, blocker);
      await add(pool, blocker);
      const after = await overview();
      expect(ids(after.my_work.ready)).not.toContain(own.id);
      expect(ids(after.claimable)).not.toContain(pool.id);
      await complete(blocker.id);
      const freed = await overview();
      expect(ids(freed.my_work.ready)).toContain(own.id);
      expect(ids(freed.claimable)).toContain(pool.id);
    });
  });

  test('a duplicate of a template has the blockers between its own actions', async () => {
    const { person } = given;
    const template = await person.ok('createProject', {
      body: { title: 'Get-in', is_template: true, work_mode: 'parallel' },
    });
    const [first, second, outside] = [
      await create({ title: 'First', project_id: template.id }),
      await create({ title: 'Second', project_id: template.id }),
      await create(),
    ];
    await add(second, first);
    await add(second, outside);
    const copy = await person.ok('duplicateProject', { path: { id: template.id }, body: {} });
    const { items } = await person.ok('listProjectActions', { path: { id: copy.id } });
    const [one, two] = ['First', 'Second'].map((title) =>
      items.find((item) => item.title === title),
    );
    expect(one).toMatchObject({ blocked_by: [], is_blocked: false });
    expect(two).toMatchObject({ blocked_by: [one?.id], is_blocked: true });
  });
});

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
    const rows = ids.map((one) => ({ ...row, id: one, number: nextNumber() }));
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
    const payload = { id: open.id, position: 1 };
    const ask = (fields: object) => ({
      operation: 'updateAction' as const,
      payload: { id: open.id, ...fields },
      title: 'May I?',
      execute: 'on_permit' as const,
    });
    const over = { body: ask(payload) };
    await given.worker.fails('createProposal', over, 422, 'TOO_MANY_IDS');
    const asked = await given.worker.ok('createProposal', { body: ask({ title: 'Knit' }) });
    await refused('permitProposal', { path: { id: asked.id }, body: { payload } });
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
