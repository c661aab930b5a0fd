import type { components } from '../../generated/types';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';

type Schemas = components['schemas'];
type Update = Schemas['OrderUpdate'];

describeOnEachDatabase('Changing orders', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
  });

  const anAgent = async (wanted: Partial<Schemas['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { ...agent, api: client(app, { bearer: token }) };
  };
  const create = (more: Partial<Schemas['OrderCreate']> = {}) =>
    given.person.ok('createOrder', {
      body: { agent_id: given.agent.id, name: 'Keep the notes', ...more },
    });
  const read = (id: string) => given.person.ok('getOrder', { path: { id } });
  const update = (id: string, body: Update, by: ApiClient = given.person) =>
    by.ok('updateOrder', { path: { id }, body });
  const eventsOf = (subjectId: string): Promise<Record<string, unknown>[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy(['created_at', 'id'])
      .select('kind', 'actor_id', 'order_id', 'subject_title', 'summary');
  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
  const late = async (id: string): Promise<string> => {
    const due = addMilliseconds(new Date().toISOString(), -DAY);
    await database().knex('orders').where({ id }).update({ next_checkin_due_at: due });
    return due;
  };

  describe('updateOrder', () => {
    test('changes only the fields of the body', async () => {
      const { person } = given;
      const document = await person.ok('createDocument', { body: { title: 'D', content: 'x' } });
      const domain = await person.ok('createDomain', { body: { name: 'House' } });
      const before = await create({ position: 4 });
      const changes = {
        name: 'Keep all notes',
        summary: 'Every note, every week',
        document_id: document.id,
        domain_id: domain.id,
        requires_proposals: true,
        position: null,
        checkin_every_seconds: 3600,
      };
      const input = { path: { id: before.id }, body: changes };
      const { status, body, headers } = await person.call('updateOrder', input);
      expect(status).toBe(200);
      expect(body).toEqual({
        ...before,
        ...changes,
        next_checkin_due_at: expect.any(String),
        updated_at: expect.any(String),
        version: 2,
      });
      expect(headers['etag']).toEqual(tagOf(2));
      const after = await read(before.id);
      expect(after).toEqual(body);
      expect(after.next_checkin_due_at).toBe(addMilliseconds(after.updated_at, 3_600_000));
      expect((await eventsOf(before.id)).slice(1)).toEqual([
        {
          kind: 'order.updated',
          actor_id: given.owner.owner.id,
          order_id: before.id,
          subject_title: 'Keep all notes',
          summary: expect.stringContaining('changed name, summary, document_id'),
        },
      ]);
    });

    test('equal values change nothing', async () => {
      const before = await create({ checkin_every_seconds: 3600, position: 1 });
      await late(before.id);
      const seen = await read(before.id);
      const { name, summary, state, position, agent_id, requires_proposals } = seen;
      const cadence = { checkin_every_seconds: 3600 };
      const same = { name, summary, state, position, agent_id, requires_proposals, ...cadence };
      for (const body of [same, {}]) expect(await update(before.id, body)).toEqual(seen);
      expect(await eventsOf(before.id)).toHaveLength(1);
    });

    test('pauses and resumes: check-ins are due only while it is active, counted from the resumption', async () => {
      const { id } = await create({ checkin_every_seconds: 60 });
      await late(id);
      expect((await read(id)).checkin_overdue).toBe(true);
      const paused = await update(id, { state: 'paused', reason: 'The house is dark.' });
      expect(paused).toMatchObject({
        state: 'paused',
        next_checkin_due_at: null,
        checkin_overdue: false,
        version: 2,
      });
      const checkIn = { path: { id }, body: { summary: 'x' } };
      await given.worker.fails('createCheckin', checkIn, 409, 'ORDER_NOT_ACTIVE');
      const resumed = await update(id, { state: 'active' });
      expect(resumed).toMatchObject({
        state: 'active',
        next_checkin_due_at: addMilliseconds(resumed.updated_at, 60_000),
        checkin_overdue: false,
        version: 3,
      });
      const owner = given.owner.owner.name;
      expect((await eventsOf(id)).map(({ kind, summary }) => [kind, summary]).slice(1)).toEqual([
        ['order.state_changed', `${owner} paused the order: The house is dark.`],
        ['order.state_changed', `${owner} resumed the order.`],
      ]);
    });

    test('a cadence counts from its change, and can be removed', async () => {
      const { id } = await create();
      const set = await update(id, { checkin_every_seconds: 60 });
      expect(set.next_checkin_due_at).toBe(addMilliseconds(set.updated_at, 60_000));
      await late(id);
      await update(id, { name: 'Another' });
      expect((await read(id)).checkin_overdue).toBe(true);
      expect(await update(id, { checkin_every_seconds: null })).toMatchObject({
        checkin_every_seconds: null,
        next_checkin_due_at: null,
        checkin_overdue: false,
      });
      const tooShort = { path: { id }, body: { checkin_every_seconds: 59 } };
      await given.person.fails('updateOrder', tooShort, 400, 'VALIDATION_FAILED');
    });

    test('dropped is final and needs a reason; its open actions do not change', async () => {
      const { id } = await create();
      const { id: actionId } = await given.person.ok('createAction', {
        body: { title: 'Sew', order_id: id, status: 'ready' },
      });
      const silent = { path: { id }, body: { state: 'dropped' } };
      const { issues } = await given.person.fails('updateOrder', silent, 400, 'VALIDATION_FAILED');
      expect(issues.map(({ path }) => path)).toEqual(['body/reason']);
      expect((await read(id)).state).toBe('active');

      const dropped = await update(id, { state: 'dropped', reason: 'No more notes.' });
      expect(dropped).toMatchObject({ state: 'dropped', open_action_count: 1, version: 2 });
      expect((await eventsOf(id)).at(-1)).toMatchObject({
        kind: 'order.state_changed',
        summary: `${given.owner.owner.name} dropped the order: No more notes.`,
      });
      const action = await given.person.ok('getAction', { path: { id: actionId } });
      expect(action).toMatchObject({ status: 'ready', order_id: id });
      for (const body of [
        { state: 'active' },
        { state: 'dropped', reason: 'Again.' },
        { name: 'x' },
        {},
      ]) {
        const input = { path: { id }, body };
        await given.person.fails('updateOrder', input, 409, 'ORDER_DROPPED');
      }
      expect(await read(id)).toEqual(dropped);
      expect(await eventsOf(id)).toHaveLength(2);
    });

    test('one of twenty concurrent requests to drop it succeeds', async () => {
      const { id } = await create();
      const input = { path: { id }, body: { state: 'dropped', reason: 'Enough.' } as const };
      const responses = await twenty(() => given.person.call('updateOrder', input));
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      expect(await eventsOf(id)).toHaveLength(2);
    });

    test('assigns another agent, and restarts the cadence', async () => {
      const successor = await anAgent();
      const { id } = await create({ checkin_every_seconds: 60 });
      await late(id);
      const after = await update(id, { agent_id: successor.id });
      expect(after).toMatchObject({
        agent_id: successor.id,
        assigned_actor_id: successor.actor_id,
        next_checkin_due_at: addMilliseconds(after.updated_at, 60_000),
      });
      expect((await eventsOf(id)).at(-1)).toMatchObject({
        kind: 'order.assigned',
        summary: `${given.owner.owner.name} assigned the order to ${successor.name}.`,
      });
      const checkIn = { path: { id }, body: { summary: 'Well' } };
      await given.worker.fails('createCheckin', checkIn, 403, 'FORBIDDEN');
      expect((await successor.api.call('createCheckin', checkIn)).status).toBe(201);
    });

    test('ids refer to records of this workspace; the agent is not revoked', async () => {
      const revoked = await anAgent();
      await given.person.ok('revokeAgent', { path: { id: revoked.id } });
      const before = await create();
      for (const [field, value] of [
        ['agent_id', 'agt_none'],
        ['agent_id', theirs.agent.id],
        ['agent_id', revoked.id],
        ['document_id', 'doc_none'],
        ['domain_id', 'dom_none'],
      ] as const) {
        const input = { path: { id: before.id }, body: { name: 'x', [field]: value } };
        const { issues } = await given.person.fails('updateOrder', input, 422, 'INVALID_REFERENCE');
        expect(issues.map(({ path }) => path)).toEqual([`body/${field}`]);
      }
      expect(await read(before.id)).toEqual(before);
      expect(await eventsOf(before.id)).toHaveLength(1);
    });

    test('the order of a revoked agent can be activated only with another agent', async () => {
      const keeper = await anAgent();
      const { id } = await create({ agent_id: keeper.id });
      await given.person.ok('revokeAgent', { path: { id: keeper.id } });
      const again = { path: { id }, body: { state: 'active' } };
      await given.person.fails('updateOrder', again, 409, 'AGENT_REVOKED');
      expect((await read(id)).state).toBe('paused');
      const agent = { agent_id: given.agent.id };
      expect(await update(id, { state: 'active', ...agent })).toMatchObject({
        state: 'active',
        ...agent,
      });
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
        'order.created',
        'order.state_changed',
        'order.state_changed',
        'order.assigned',
      ]);
    });

    test('sysadmins change all but requires_proposals; a worker changes the description of its own', async () => {
      const sysadmin = await anAgent({ access_mode: 'sysadmin' });
      const { id } = await create();
      const { id: other } = await create({ agent_id: sysadmin.id });
      expect((await update(id, { state: 'paused' }, sysadmin.api)).state).toBe('paused');
      expect((await update(id, { state: 'active' }, sysadmin.api)).state).toBe('active');
      const mine = { name: 'Mine', summary: 'As I see it', position: 7 };
      expect(await update(id, mine, given.worker)).toMatchObject(mine);
      const refused: [ApiClient, string, Update][] = [
        [sysadmin.api, id, { requires_proposals: true }],
        [given.worker, id, { requires_proposals: true }],
        [given.worker, id, { state: 'paused' }],
        [given.worker, id, { state: 'dropped', reason: 'No.' }],
        [given.worker, id, { checkin_every_seconds: 86_400 }],
        [given.worker, id, { agent_id: sysadmin.id }],
        [given.worker, other, { name: 'x' }],
        [given.worker, other, {}],
      ];
      const before = [await read(id), await read(other)];
      for (const [api, path, body] of refused) {
        await api.fails('updateOrder', { path: { id: path }, body }, 403, 'FORBIDDEN');
      }
      expect([await read(id), await read(other)]).toEqual(before);
    });

    test('compares If-Match with the version', async () => {
      const { id } = await create();
      const responses = await twenty((index) =>
        given.person.call('updateOrder', {
          path: { id },
          header: { 'If-Match': '"1"' },
          body: { position: index },
        }),
      );
      expect(tally(responses)).toEqual({ 200: 1, 412: 19 });
      const stale = { path: { id }, header: { 'If-Match': '"1"' }, body: { name: 'x' } };
      const { details } = await given.person.fails('updateOrder', stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 2 });
    });

    test('the cap on active orders is exact, also when twenty resume at once', async () => {
      const free = await aWorkspace(app, database());
      const add = () =>
        free.person.ok('createOrder', { body: { agent_id: free.agent.id, name: 'Keep' } });
      const move = (id: string, state: 'active' | 'paused') =>
        free.person.call('updateOrder', { path: { id }, body: { state } });
      const ids: string[] = [];
      for (let index = 0; index < 20; index += 1) {
        ids.push((await add()).id);
        await move(ids[index] ?? '', 'paused');
      }
      await database().knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      const responses = await twenty((index) => move(ids[index] ?? '', 'active'));
      expect(tally(responses)).toEqual({ 200: 2, 403: 18 });
      const active = await free.person.ok('listOrders', { query: { state: 'active' } });
      expect(active.total).toBe(2);
      const paused = ids.find((id) => active.items.every((order) => order.id !== id)) ?? '';
      const input = { path: { id: paused }, body: { state: 'active' } };
      const { details } = await free.person.fails('updateOrder', input, 403, 'CAP_EXCEEDED');
      expect(details).toEqual({ cap: 'active_orders', plan: 'free', limit: 2, current: 2 });

      // Activating an active order does not raise the count.
      const again = await twenty(() => move(active.items[0]?.id ?? '', 'active'));
      expect(tally(again)).toEqual({ 200: 20 });
      await move(active.items[0]?.id ?? '', 'paused');
      const twice = await twenty(() => move(paused, 'active'));
      expect(tally(twice)).toEqual({ 200: 20 });
    });

    test('404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create();
      const body = { name: 'x', agent_id: 'agt_none' };
      await theirs.person.fails('updateOrder', { path: { id }, body }, 404, 'NOT_FOUND');
      const none = { path: { id: 'ord_none' }, body };
      await given.person.fails('updateOrder', none, 404, 'NOT_FOUND');
    });
  });

  describe('listOrders by checkin_overdue', () => {
    test('shows overdue orders, or the others', async () => {
      const fresh = await aWorkspace(app, database());
      const add = (name: string, every: number | null) =>
        fresh.person.ok('createOrder', {
          body: { agent_id: fresh.agent.id, name, checkin_every_seconds: every },
        });
      await add('never', null);
      await add('in time', 60);
      const [one, two] = [await add('late', 60), await add('paused', 60)];
      for (const { id } of [one, two]) await late(id);
      await fresh.person.ok('updateOrder', { path: { id: two.id }, body: { state: 'paused' } });
      const names = async (query: object) => {
        const list = await fresh.worker.ok('listOrders', { query });
        expect(list.total).toBe(list.items.length);
        expect(list.filters).toEqual(query);
        return list.items.map(({ name }) => name);
      };
      expect(await names({ checkin_overdue: true })).toEqual(['late']);
      expect(await names({ checkin_overdue: false })).toEqual(['never', 'in time', 'paused']);
      expect(await names({ checkin_overdue: true, state: 'paused' })).toEqual([]);
      const late1 = await fresh.person.ok('listOrders', { query: { checkin_overdue: true } });
      expect(late1.items.map(({ checkin_overdue: is }) => is)).toEqual([true]);
    });
  });
});
