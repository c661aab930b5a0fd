import type { components } from '../../generated/types';
import { addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';

type Schemas = components['schemas'];
type ListQuery = NonNullable<CallInput<'listOrders'>['query']>;

describeOnEachDatabase('Orders', (database) => {
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

  const anAgent = async (
    wanted: Partial<Schemas['AgentCreate']> = {},
    { owner }: GivenWorkspace = given,
  ) => {
    const { agent, token } = await addAgent(app, owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  const order = (more: Partial<Schemas['OrderCreate']> = {}): Schemas['OrderCreate'] => ({
    agent_id: given.agent.id,
    name: 'Keep the notes in order',
    ...more,
  });

  const create = (more: Partial<Schemas['OrderCreate']> = {}, by: ApiClient = given.person) =>
    by.ok('createOrder', { body: order(more) });

  const read = (id: string, by: ApiClient = given.person) => by.ok('getOrder', { path: { id } });

  const checkIn = (
    id: string,
    more: Partial<Schemas['CheckinCreate']> = {},
    by: ApiClient = given.worker,
  ) => by.ok('createCheckin', { path: { id }, body: { summary: 'Three corrected.', ...more } });

  const change = async (id: string, columns: object): Promise<void> => {
    await database().knex('orders').where({ id }).update(columns);
  };

  const eventsOf = (subjectId: string): Promise<Record<string, unknown>[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy(['created_at', 'id'])
      .select('kind', 'actor_id', 'order_id', 'subject_type', 'subject_title');

  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  describe('createOrder', () => {
    test('needs only an agent and a name; the order is active', async () => {
      const { status, body, headers } = await given.person.call('createOrder', { body: order() });
      expect(status).toBe(201);
      const { id: owner, name } = given.owner.owner;
      const [newest] = (
        await given.person.ok('listOrders', { query: { sort: '-created_at', limit: 1 } })
      ).items;
      expect(body).toEqual({
        id: expect.stringMatching(/^ord_/),
        workspace_id: given.workspaceId,
        assigned_actor_id: given.agent.actor_id,
        created_by_actor_id: owner,
        created_by_actor_kind: 'user',
        created_by_actor_name: name,
        updated_by_actor_id: owner,
        agent_id: given.agent.id,
        document_id: null,
        domain_id: null,
        name: 'Keep the notes in order',
        summary: null,
        state: 'active',
        requires_proposals: false,
        position: null,
        checkin_every_seconds: null,
        next_checkin_due_at: null,
        checkin_overdue: false,
        created_at: expect.any(String),
        updated_at: newest?.created_at,
        latest_checkin: null,
        last_seen_at: null,
        open_action_count: 0,
        open_question_count: 0,
        version: 1,
      });
      expect(newest).toEqual(body);
      expect(headers['location']).toBe(`/v1/orders/${newest?.id}`);
      expect(headers['etag']).toEqual(tagOf(1));
      expect(await eventsOf(newest?.id ?? '')).toEqual([
        {
          kind: 'order.created',
          actor_id: owner,
          order_id: newest?.id,
          subject_type: 'order',
          subject_title: 'Keep the notes in order',
        },
      ]);
    });

    test('stores every field', async () => {
      const { person } = given;
      const document = await person.ok('createDocument', { body: { title: 'D', content: 'x' } });
      const domain = await person.ok('createDomain', { body: { name: 'House' } });
      const fields = {
        summary: 'Every note, every week',
        document_id: document.id,
        domain_id: domain.id,
        requires_proposals: true,
        position: -3,
        checkin_every_seconds: 604_800,
      };
      const created = await create(fields);
      expect(created).toMatchObject(fields);
      expect(created.next_checkin_due_at).toBe(addMilliseconds(created.created_at, 604_800_000));
    });

    test('sysadmin agents create orders, workers do not', async () => {
      const { agent, api } = await anAgent({ access_mode: 'sysadmin' });
      expect((await create({}, api)).created_by_actor_id).toBe(agent.actor_id);
      await given.worker.fails('createOrder', { body: order() }, 403, 'FORBIDDEN');
    });

    test('ids refer to records of this workspace; the agent is not revoked', async () => {
      const { agent: revoked } = await anAgent();
      await database().knex('agents').where({ id: revoked.id }).update({ state: 'revoked' });
      const document = await theirs.person.ok('createDocument', {
        body: { title: 'D', content: 'x' },
      });
      const domain = await theirs.person.ok('createDomain', { body: { name: 'House' } });
      for (const [name, ids] of [
        ['agent_id', ['agt_none', theirs.agent.id, revoked.id]],
        ['document_id', ['doc_none', document.id]],
        ['domain_id', ['dom_none', domain.id]],
      ] as const) {
        for (const id of ids) {
          const { issues } = await given.person.fails(
            'createOrder',
            { body: order({ [name]: id }) },
            422,
            'INVALID_REFERENCE',
          );
          expect(issues.map(({ path }) => path)).toEqual([`body/${name}`]);
        }
      }
    });

    test('twenty concurrent retries create one order', async () => {
      const input = { body: order({ name: 'Once', client_request_id: 'once' }) };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => given.person.call('createOrder', input)),
      );
      expect(tally(responses)).toEqual({ 201: 20 });
      expect(new Set(responses.map(({ headers }) => headers['location'])).size).toBe(1);
      expect(await database().knex('orders').where({ name: 'Once' })).toHaveLength(1);
    });

    test('the free plan allows two active orders, also when ten are created at once', async () => {
      const small = await aWorkspace(app, database());
      await database().knex('workspaces').where({ id: small.workspaceId }).update({ plan: 'free' });
      const body = order({ agent_id: small.agent.id });
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => small.person.call('createOrder', { body })),
      );
      expect(tally(responses)).toEqual({ 201: 2, 403: 8 });
      for (const { body: refused } of responses.filter(({ status }) => status === 403)) {
        expect(refused).toMatchObject({
          code: 'CAP_EXCEEDED',
          details: { cap: 'active_orders', plan: 'free', limit: 2, current: 2 },
        });
      }
      const { items } = await small.person.ok('listOrders');
      expect(items).toHaveLength(2);
      await change(items[0]?.id ?? '', { state: 'paused' });
      expect((await small.person.call('createOrder', { body })).status).toBe(201);
    });
  });

  describe('getOrder', () => {
    test('every caller of the workspace reads it, with its entity tag', async () => {
      const { id } = await create();
      const { agent, api } = await anAgent();
      expect(agent.id).not.toBe(given.agent.id);
      expect(await read(id, api)).toEqual(await read(id));
      const { headers } = await given.person.call('getOrder', { path: { id } });
      const known = { path: { id }, header: { 'If-None-Match': String(headers['etag']) } };
      expect((await given.person.call('getOrder', known)).status).toBe(304);
    });

    test('404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create();
      await theirs.person.fails('getOrder', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('getOrder', { path: { id: 'ord_none' } }, 404, 'NOT_FOUND');
    });

    test('counts open actions and questions as their lists do', async () => {
      const { person, worker } = given;
      const { id } = await create();
      const template = await person.ok('createProject', {
        body: { title: 'Template', is_template: true },
      });
      for (const more of [
        {},
        { status: 'ready' },
        { status: 'waiting' },
        { is_template: true },
        { project_id: template.id },
      ] as const) {
        await person.ok('createAction', { body: { title: 'A', order_id: id, ...more } });
      }
      const done = await person.ok('createAction', { body: { title: 'A', order_id: id } });
      await person.ok('completeAction', { path: { id: done.id }, body: { result_summary: 'Yes' } });
      const ask = () =>
        worker.ok('createQuestion', { body: { question: '?', on_answer: '!', order_id: id } });
      await ask();
      const { id: answered } = await ask();
      await person.ok('respondQuestion', { path: { id: answered }, body: { response: 'Yes' } });

      expect(await read(id)).toMatchObject({ open_action_count: 3, open_question_count: 1 });
      const actions = await person.ok('listActions', {
        query: { order_id: id, status: ['inbox', 'ready', 'waiting'] },
      });
      const questions = await person.ok('listQuestions', {
        query: { order_id: id, state: ['open'] },
      });
      expect([actions.total, questions.total]).toEqual([3, 1]);
    });

    test('shows when its agent was last seen', async () => {
      const { agent, api } = await anAgent();
      const { id } = await create({ agent_id: agent.id });
      expect((await read(id)).last_seen_at).toBeNull();
      await api.ok('getMe');
      const seen = await given.person.ok('getAgent', { path: { id: agent.id } });
      expect(seen.last_seen_at).not.toBeNull();
      expect((await read(id)).last_seen_at).toBe(seen.last_seen_at);
    });

    test('shows when the next check-in is due and whether it is overdue', async () => {
      const { id } = await create({ checkin_every_seconds: 60 });
      const { created_at: start } = await read(id);
      expect(await read(id)).toMatchObject({
        next_checkin_due_at: addMilliseconds(start, 60_000),
        checkin_overdue: false,
      });
      const longAgo = '2020-01-01T00:01:00.000Z';
      await change(id, { next_checkin_due_at: longAgo });
      expect(await read(id)).toMatchObject({
        next_checkin_due_at: longAgo,
        checkin_overdue: true,
      });
      const { created_at: at } = await checkIn(id);
      expect(await read(id)).toMatchObject({
        next_checkin_due_at: addMilliseconds(at, 60_000),
        checkin_overdue: false,
      });
      await change(id, { next_checkin_due_at: longAgo });
      for (const state of ['paused', 'dropped']) {
        await change(id, { state });
        expect(await read(id)).toMatchObject({ next_checkin_due_at: null, checkin_overdue: false });
      }
    });
  });

  describe('listOrders', () => {
    let fresh: GivenWorkspace;
    let other: Schemas['Agent'];

    beforeAll(async () => {
      fresh = await aWorkspace(app, database());
      other = (await anAgent({}, fresh)).agent;
      const make = async (name: string, position: number | null, agent = fresh.agent) => {
        const body = { agent_id: agent.id, name, position };
        return fresh.person.ok('createOrder', { body });
      };
      await make('third', null);
      await make('second', 2);
      await make('first', -1);
      const paused = await make('fourth', null, other);
      await change(paused.id, { state: 'paused', updated_at: '2020-01-01T00:00:00.000Z' });
    });

    const names = async (query: ListQuery = {}, by: ApiClient = fresh.person) => {
      const { items, total } = await by.ok('listOrders', { query });
      expect(total).toBe(items.length);
      return items.map(({ name }) => name);
    };

    test('sorted by position, orders without one last, for people and agents', async () => {
      const all = ['first', 'second', 'third', 'fourth'];
      expect(await names()).toEqual(all);
      expect(await names({}, fresh.worker)).toEqual(all);
      expect(await fresh.person.ok('listOrders')).toMatchObject({
        total: 4,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: 'position',
        filters: {},
        hidden_count: 0,
      });
    });

    test('by agent and state', async () => {
      expect(await names({ agent_id: other.id })).toEqual(['fourth']);
      expect(await names({ agent_id: 'agt_none' })).toEqual([]);
      expect(await names({ state: 'paused' })).toEqual(['fourth']);
      expect(await names({ state: 'active' })).toEqual(['first', 'second', 'third']);
      expect(await names({ state: 'dropped' })).toEqual([]);
      expect(await names({ state: 'active', agent_id: other.id })).toEqual([]);
      const query: ListQuery = { state: 'active', agent_id: other.id };
      expect((await fresh.person.ok('listOrders', { query })).filters).toEqual(query);
    });

    test('sorted as requested', async () => {
      expect(await names({ sort: '-position' })).toEqual(['second', 'first', 'fourth', 'third']);
      expect(await names({ sort: 'name' })).toEqual(['first', 'fourth', 'second', 'third']);
      expect(await names({ sort: '-name' })).toEqual(['third', 'second', 'fourth', 'first']);
      expect(await names({ sort: 'created_at' })).toEqual(['third', 'second', 'first', 'fourth']);
      expect(await names({ sort: '-created_at' })).toEqual(['fourth', 'first', 'second', 'third']);
      expect((await names({ sort: 'updated_at' }))[0]).toBe('fourth');
      expect((await names({ sort: '-updated_at' }))[3]).toBe('fourth');
    });

    test('page by page, by offset and by cursor', async () => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const query: ListQuery = { limit: 3, ...(after === null ? {} : { after }) };
        const { items, page } = await fresh.person.ok('listOrders', { query });
        seen.push(...items.map(({ name }) => name));
        after = page.next;
      } while (after !== null);
      expect(seen).toEqual(['first', 'second', 'third', 'fourth']);
      const rest = await fresh.person.ok('listOrders', { query: { offset: 3 } });
      expect(rest.items.map(({ name }) => name)).toEqual(['fourth']);
    });

    test('refuses an unknown state and an unknown sort', async () => {
      for (const query of [{ state: 'gone' }, { sort: 'state' }]) {
        await fresh.person.fails('listOrders', { query }, 400, 'VALIDATION_FAILED');
      }
    });

    test('shows nothing of another workspace', async () => {
      const query: ListQuery = { agent_id: fresh.agent.id };
      expect((await given.person.ok('listOrders', { query })).items).toEqual([]);
    });

    test('needs as many statements for one row as for all', async () => {
      const list = (limit: number) => () => fresh.person.ok('listOrders', { query: { limit } });
      expect(await countStatements(database(), list(1))).toBe(
        await countStatements(database(), list(50)),
      );
    });
  });

  describe('createCheckin', () => {
    test('the order shows its latest check-in; its version does not change', async () => {
      const { id } = await create();
      const { status, body, headers } = await given.worker.call('createCheckin', {
        path: { id },
        body: { summary: 'Three corrected.' },
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^chk_/),
        workspace_id: given.workspaceId,
        order_id: id,
        created_by_actor_id: given.agent.actor_id,
        created_by_actor_kind: 'agent',
        created_by_actor_name: given.agent.name,
        agent_id: given.agent.id,
        kind: 'report',
        summary: 'Three corrected.',
        created_at: expect.any(String),
      });
      const after = await read(id);
      expect(after.latest_checkin).toEqual(body);
      expect(after.version).toBe(1);
      const checkinId = after.latest_checkin?.id ?? '';
      expect(headers['location']).toBe(`/v1/checkins/${checkinId}`);
      expect(await eventsOf(checkinId)).toEqual([
        {
          kind: 'checkin.created',
          actor_id: given.agent.actor_id,
          order_id: id,
          subject_type: 'checkin',
          subject_title: 'Keep the notes in order',
        },
      ]);
      const second = await checkIn(id, { kind: 'heartbeat', summary: 'Still here.' });
      expect((await read(id)).latest_checkin).toEqual(second);
    });

    test('after twenty concurrent check-ins, the order has the newest one of the list', async () => {
      const { id } = await create();
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => checkIn(id, { summary: `Number ${index}` })),
      );
      const { items, total } = await given.person.ok('listCheckins', { path: { id } });
      expect(total).toBe(20);
      expect((await read(id)).latest_checkin).toEqual(items[0]);
    });

    test('a delayed check-in does not replace a newer one', async () => {
      const { id } = await create();
      const newer = await checkIn(id);
      const later = '2999-01-01T00:00:00.000Z';
      await database().knex('checkins').where({ id: newer.id }).update({ created_at: later });
      await checkIn(id);
      expect((await read(id)).latest_checkin?.id).toBe(newer.id);
    });

    test('twenty concurrent retries check in once', async () => {
      const { id } = await create();
      const input = { path: { id }, body: { summary: 'Once', client_request_id: `once ${id}` } };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => given.worker.call('createCheckin', input)),
      );
      expect(tally(responses)).toEqual({ 201: 20 });
      const { total } = await given.person.ok('listCheckins', { path: { id } });
      expect(total).toBe(1);
    });

    test('a sysadmin checks in under its own name; another worker and a person are refused', async () => {
      const { id } = await create();
      const sysadmin = await anAgent({ access_mode: 'sysadmin' });
      const checkin = await checkIn(id, {}, sysadmin.api);
      expect(checkin.agent_id).toBe(sysadmin.agent.id);
      expect((await read(id)).latest_checkin?.agent_id).toBe(sysadmin.agent.id);
      const input = { path: { id }, body: { summary: 'Mine?' } };
      const { api: worker } = await anAgent();
      await worker.fails('createCheckin', input, 403, 'FORBIDDEN');
      await given.person.fails('createCheckin', input, 403, 'WRONG_ACTOR');
    });

    test('only on active orders; a dropped order is reported before a missing permission', async () => {
      const { id } = await create();
      const input = { path: { id }, body: { summary: 'Late' } };
      const { api: another } = await anAgent();
      for (const state of ['paused', 'dropped']) {
        await change(id, { state });
        const { details } = await given.worker.fails(
          'createCheckin',
          input,
          409,
          'ORDER_NOT_ACTIVE',
        );
        expect(details).toEqual({ state });
        if (state === 'paused') await another.fails('createCheckin', input, 403, 'FORBIDDEN');
        else await another.fails('createCheckin', input, 409, 'ORDER_NOT_ACTIVE');
      }
      expect((await read(id)).latest_checkin).toBeNull();
    });

    test('404 for an order that is unknown or in another workspace', async () => {
      const { id } = await create();
      const body = { summary: 'Lost' };
      await theirs.worker.fails('createCheckin', { path: { id }, body }, 404, 'NOT_FOUND');
      const none = { path: { id: 'ord_none' }, body };
      await given.worker.fails('createCheckin', none, 404, 'NOT_FOUND');
    });
  });

  describe('listCheckins', () => {
    test('newest first, by kind, in pages, in either order', async () => {
      const { id } = await create();
      const made: string[] = [];
      for (const kind of ['report', 'heartbeat', 'report'] as const) {
        made.push((await checkIn(id, { kind })).id);
      }
      await checkIn((await create()).id);
      const list = (query: NonNullable<CallInput<'listCheckins'>['query']> = {}) =>
        given.person.ok('listCheckins', { path: { id }, query });
      const idsOf = async (query: Parameters<typeof list>[0]) =>
        (await list(query)).items.map((item) => item.id);

      expect(await list()).toMatchObject({
        total: 3,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: {},
        hidden_count: 0,
      });
      expect(await idsOf({})).toEqual(made.toReversed());
      expect(await idsOf({ sort: 'created_at' })).toEqual(made);
      expect(await idsOf({ kind: 'heartbeat' })).toEqual([made[1]]);
      expect((await list({ kind: 'heartbeat' })).filters).toEqual({ kind: 'heartbeat' });
      const first = await list({ limit: 2 });
      expect(first.page).toMatchObject({ has_more: true });
      const after = first.page.next ?? '';
      expect(await idsOf({ limit: 2, after })).toEqual([made[0]]);
    });

    test('404 for an order that is unknown or in another workspace', async () => {
      const { id } = await create();
      await theirs.person.fails('listCheckins', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('listCheckins', { path: { id: 'ord_none' } }, 404, 'NOT_FOUND');
    });
  });

  describe('getCheckin', () => {
    test('every caller of the workspace reads it', async () => {
      const { id } = await create();
      const checkin = await checkIn(id);
      const { api } = await anAgent();
      for (const by of [given.person, given.worker, api]) {
        expect(await by.ok('getCheckin', { path: { id: checkin.id } })).toEqual(checkin);
      }
    });

    test('404 for an id that is unknown or in another workspace', async () => {
      const { id } = await checkIn((await create()).id);
      await theirs.person.fails('getCheckin', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('getCheckin', { path: { id: 'chk_none' } }, 404, 'NOT_FOUND');
    });
  });
});
