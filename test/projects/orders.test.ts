import type { components } from '../../generated/types';
import { addMilliseconds, DAY } from '../../src/platform/time';
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
          summary: expect.stringContaining('changed name, summary, document'),
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

    test('a reason belongs to a change of state', async () => {
      const { id } = await create();
      const body = { name: 'Other notes', reason: 'They differ.' };
      const { issues } = await given.person.fails(
        'updateOrder',
        { path: { id }, body },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toEqual(['body/reason']);
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
