import { SECOND, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';

describeOnEachDatabase('The workspace', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    owner = given.person;
  });

  const events = (): Promise<unknown[]> =>
    database().knex('events').where({ workspace_id: given.workspaceId, kind: 'workspace.updated' });

  describe('getWorkspace', () => {
    test('shows the settings, with an entity tag', async () => {
      const { body, headers } = await owner.call('getWorkspace');
      expect(body).toMatchObject({
        id: given.workspaceId,
        plan: 'unlimited',
        time_zone: 'UTC',
        working_seconds: null,
        stalled_seconds: null,
        version: 1,
      });
      const header = { 'If-None-Match': headers['etag'] ?? '' };
      expect((await owner.call('getWorkspace', { header })).status).toBe(304);
      expect((await owner.ok('getMe')).workspace).toEqual(body);
      expect((await given.worker.ok('getMe')).workspace).toEqual(body);
      expect((await owner.ok('getSession')).workspace).toEqual(body);
    });
  });

  describe('updateWorkspace', () => {
    test('merges: absent fields do not change', async () => {
      const change = { name: 'City Theatre', time_zone: 'Europe/Lisbon' };
      const after = await owner.ok('updateWorkspace', { body: change });
      expect(after).toMatchObject({ ...change, plan: 'unlimited', version: 2 });
      expect(await owner.ok('updateWorkspace', { body: change })).toEqual(after);
      expect(await owner.ok('updateWorkspace', { body: {} })).toEqual(after);
      expect(await events()).toHaveLength(1);
      const header = { 'If-Match': '"1"' };
      await owner.fails('updateWorkspace', { header, body: { name: 'x' } }, 412, 'STALE_VERSION');
      expect(await owner.ok('getWorkspace')).toEqual(after);
    });

    test.each(['Mars/Olympus', '+01:00', 'Europe', 'UTC '])(
      'refuses %s as a time zone',
      async (zone) => {
        const wrong = { body: { time_zone: zone } };
        const { issues } = await owner.fails('updateWorkspace', wrong, 400, 'VALIDATION_FAILED');
        expect(issues[0]?.path).toBe('body/time_zone');
        expect(await events()).toHaveLength(0);
      },
    );

    test('may be called by owners only', async () => {
      const key = { workspace_id: given.workspaceId };
      await database().knex('users').where(key).update({ role: 'member' });
      await owner.fails('updateWorkspace', { body: { plan: 'free' } }, 403, 'FORBIDDEN');
      expect(await owner.ok('getWorkspace')).toMatchObject({ plan: 'unlimited', version: 1 });
    });

    test('changes the plan, whose caps apply from then on', async () => {
      for (const name of ['One', 'Two']) await owner.ok('createDomain', { body: { name } });
      await owner.ok('updateWorkspace', { body: { plan: 'free' } });
      expect(await owner.ok('getMe')).toMatchObject({
        plan: 'free',
        headroom: { active_domains: 0 },
      });
      await owner.fails('createDomain', { body: { name: 'Three' } }, 403, 'CAP_EXCEEDED');
      await owner.ok('updateWorkspace', { body: { plan: 'unlimited' } });
      await owner.ok('createDomain', { body: { name: 'Three' } });
    });

    const caps = [
      ['active_orders', 'orders', 'createOrder', 2, 5],
      ['active_domains', 'domains', 'createDomain', 2, 10_001],
      ['open_agent_actions', 'actions', 'createAction', 25, 44],
    ] as const;
    test.each(caps)(
      'a smaller plan reports the current number of %s in CAP_EXCEEDED',
      async (...row) => {
        const [cap, table, operation, limit, count] = row;
        const { agent } = given;
        const bodies = {
          createOrder: { name: 'Keep the door', agent_id: agent.id },
          createDomain: { name: 'Front of house' },
          createAction: { title: 'Sew the hem', assigned_agent_id: agent.id },
        };
        const send = () => owner.send(operation, { body: bodies[operation] });
        expect((await send()).status).toBe(201);
        await copyRows(table, count - 1);
        await owner.ok('updateWorkspace', { body: { plan: 'free' } });
        const { status, body } = await send();
        expect(status).toBe(403);
        const current = Math.min(count, 10_000);
        expect(body).toMatchObject({
          code: 'CAP_EXCEEDED',
          details: { cap, plan: 'free', limit, current },
        });
      },
    );

    /** Adds copies of the workspace's only row of a table. */
    async function copyRows(table: string, count: number): Promise<void> {
      const { knex } = database();
      const [first]: Record<string, unknown>[] = await knex(table).where({
        workspace_id: given.workspaceId,
      });
      const columns = Object.keys(first ?? {});
      const copied = columns.map((name) =>
        ['id', 'name'].includes(name) ? `${name} || '.' || n.i` : name,
      );
      await knex.raw(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
         insert into ${table} (${columns.join(', ')})
         select ${copied.join(', ')} from ${table}, n where workspace_id = ?`,
        [count, given.workspaceId],
      );
    }

    test('sets the windows of working and stalled actions without further statements', async () => {
      const action = await owner.ok('createAction', {
        body: { title: 'x', status: 'ready', assigned_agent_id: given.agent.id },
      });
      await given.worker.ok('heartbeatAction', { path: { id: action.id } });
      const minuteAgo = addMilliseconds(new Date().toISOString(), -60 * SECOND);
      await database()
        .knex('actions')
        .where({ id: action.id })
        .update({ assignee_active_at: minuteAgo, last_activity_at: minuteAgo });
      const states = async (api: ApiClient) => {
        const { is_working: isWorking } = await api.ok('getAction', { path: { id: action.id } });
        const [working, stalled] = [await api.ok('getWorkingView'), await api.ok('getStalledView')];
        return [isWorking, working.total, stalled.total, (await api.ok('getMe')).windows];
      };
      const read = () =>
        countStatements(database(), async () => {
          await owner.ok('getAction', { path: { id: action.id } });
        });
      const server = { working_seconds: 900, stalled_seconds: 86_400 };
      const before = await read();
      for (const api of [owner, given.worker])
        expect(await states(api)).toEqual([true, 1, 0, server]);
      const own = { working_seconds: 30, stalled_seconds: 30 };
      await owner.ok('updateWorkspace', { body: own });
      for (const api of [owner, given.worker])
        expect(await states(api)).toEqual([false, 0, 1, own]);
      expect(await read()).toBe(before);
      const metrics = { active_count: 0, stalled_count: 1 };
      expect((await owner.ok('getCommandView')).metrics).toMatchObject(metrics);
      await owner.ok('updateWorkspace', { body: { working_seconds: null } });
      expect(await states(owner)).toEqual([true, 1, 1, { ...server, stalled_seconds: 30 }]);
      await owner.fails(
        'updateWorkspace',
        { body: { stalled_seconds: 0 } },
        400,
        'VALIDATION_FAILED',
      );

      const neighbour = await aWorkspace(app, database());
      const { windows } = await client(app, { cookie: neighbour.owner.cookie }).ok('getMe');
      expect(windows).toEqual(server);
    });
  });
});
