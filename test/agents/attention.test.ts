import type { components } from '../../generated/types';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { DAY, SECOND, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  makeWorkspace,
  startApp,
  type AgentWithToken,
  type TestApp,
} from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace } from '../../scripts/requests/given';
import { actionRow } from '../support/rows';
import { countStatements } from '../support/statements';

type Attention = components['schemas']['AgentAttention'];
type Counts = Attention['counts'];

const nothing: Counts = {
  ready: 0,
  claimable: 0,
  answered_questions: 0,
  open_questions: 0,
  waiting: 0,
  overdue_checkins: 0,
  unread_news: 0,
};

describeOnEachDatabase('getAgentAttention', (database) => {
  let app: TestApp;
  let person: ApiClient;
  let workspaceId: string;
  let ownerId: string;
  let cookie: string;
  let scribe: AgentWithToken;
  let agent: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const made = await makeWorkspace(database(), 'Attention');
    ({ cookie } = made);
    ({ workspaceId, id: ownerId } = made.owner);
    person = client(app, { cookie });
    scribe = await addAgent(app, made, { name: 'Scribe', capabilities: ['translation'] });
    agent = client(app, { bearer: scribe.token });
  });

  const path = () => ({ path: { id: scribe.agent.id } });
  const ask = (by: ApiClient = agent): Promise<Attention> => by.ok('getAgentAttention', path());
  const tag = async (): Promise<string> =>
    String((await agent.call('getAgentAttention', path())).headers['etag']);
  const add = (body: object = {}) =>
    person.ok('createAction', { body: { title: 'Sew', status: 'ready', ...body } });
  const mine = () => ({ assigned_agent_id: scribe.agent.id });
  const readNews = async () => {
    const { page } = await agent.ok('getAgentNews', path());
    await agent.ok('markAgentNewsRead', { ...path(), body: { through: page.next } });
  };

  test('counts nothing for an agent without work', async () => {
    expect(await ask()).toEqual({ has_work: false, counts: nothing });
    await add({ status: 'inbox', ...mine() });
    await add({ requirements: ['stitching'] });
    await add({ ...mine(), defer_until: addMilliseconds(new Date().toISOString(), DAY) });
    await add({ ...mine(), is_template: true });
    await add({ assigned_actor_id: ownerId });
    expect(await ask()).toEqual({ has_work: false, counts: nothing });
  });

  test('has work for assigned and claimable actions, but not for waiting ones', async () => {
    const own = await add(mine());
    expect(await ask()).toEqual({ has_work: true, counts: { ...nothing, ready: 1 } });
    await agent.ok('heartbeatAction', { path: { id: own.id } });
    expect((await ask()).counts.ready).toBe(1);
    await add({ requirements: ['translation'] });
    expect((await ask()).counts).toEqual({ ...nothing, ready: 1, claimable: 1 });
    await person.ok('updateAction', { path: { id: own.id }, body: { status: 'waiting' } });
    expect((await ask()).counts).toEqual({ ...nothing, waiting: 1, claimable: 1 });
    const { items } = await person.ok('listActions', { query: { status: ['ready'] } });
    for (const { id } of items) {
      await person.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    }
    expect(await ask()).toEqual({ has_work: false, counts: { ...nothing, waiting: 1 } });
  });

  test('has work for an answered question until the agent has read the answer', async () => {
    const put = () =>
      agent.ok('createQuestion', { body: { question: 'Which?', on_answer: 'I take it.' } });
    const [one, two, own] = [await put(), await put(), await put()];
    await agent.ok('respondQuestion', { path: { id: own.id }, body: { response: 'Mine' } });
    expect(await ask()).toEqual({ has_work: false, counts: { ...nothing, open_questions: 2 } });
    await person.ok('respondQuestion', { path: { id: one.id }, body: { response: 'This' } });
    expect(await ask()).toEqual({
      has_work: true,
      counts: { ...nothing, open_questions: 1, answered_questions: 1, unread_news: 1 },
    });
    await agent.ok('createDocument', { body: { title: 'What I made of it', content: 'x' } });
    await person.ok('dismissQuestion', { path: { id: two.id } });
    expect(await ask()).toEqual({
      has_work: true,
      counts: { ...nothing, answered_questions: 1, unread_news: 2 },
    });
    await readNews();
    expect(await ask()).toEqual({ has_work: false, counts: nothing });
  });

  test('has work for an overdue check-in', async () => {
    const { id } = await person.ok('createOrder', {
      body: { agent_id: scribe.agent.id, name: 'Keep', checkin_every_seconds: 60 },
    });
    await readNews();
    expect((await ask()).has_work).toBe(false);
    const late = addMilliseconds(new Date().toISOString(), -1000);
    await database().knex('orders').where({ id }).update({ next_checkin_due_at: late });
    expect(await ask()).toEqual({ has_work: true, counts: { ...nothing, overdue_checkins: 1 } });
    await agent.ok('createCheckin', { path: { id }, body: { summary: 'Well' } });
    expect(await ask()).toEqual({ has_work: false, counts: nothing });
  });

  test('shows counts but no work to a paused agent', async () => {
    await add(mine());
    await person.ok('pauseAgent', path());
    const news = (unread_news: number): Counts => ({ ...nothing, unread_news });
    expect(await ask()).toEqual({ has_work: false, counts: { ...news(1), ready: 1 } });
    await person.ok('resumeAgent', path());
    expect((await ask()).has_work).toBe(true);
    await person.ok('revokeAgent', path());
    await add();
    const seen = await ask(person);
    // Its revocation and the end of its assignment are news too.
    expect(seen).toEqual({ has_work: false, counts: { ...news(4), claimable: 2 } });
  });

  test('returns 304 until a counted record changes', async () => {
    const first = await add(mine());
    const before = await tag();
    const known = { ...path(), header: { 'If-None-Match': before } };
    const { status, headers } = await agent.call('getAgentAttention', known);
    expect([status, headers['etag']]).toEqual([304, before]);
    await add({ assigned_actor_id: ownerId });
    await agent.ok('heartbeatAction', { path: { id: first.id } });
    expect((await agent.call('getAgentAttention', known)).status).toBe(304);

    // One record replaces another, so the counts stay equal.
    await agent.ok('completeAction', {
      path: { id: first.id },
      body: { result_summary: 'Done.' },
    });
    const second = await add(mine());
    const { status: again, body } = await agent.call('getAgentAttention', known);
    expect([again, body]).toEqual([200, { has_work: true, counts: { ...nothing, ready: 1 } }]);
    const after = await tag();
    await person.ok('updateAction', { path: { id: second.id }, body: { title: 'Sew it now' } });
    expect(await tag()).not.toBe(after);
  });

  test('caps counts at 100 in a small response with two statements', async () => {
    const rows = Array.from({ length: 150 }, (_, index) =>
      actionRow(workspaceId, `act_${scribe.agent.id}_${index}`, {
        assigned_actor_id: index < 120 ? scribe.agent.actor_id : null,
        created_by_actor_id: ownerId,
        updated_by_actor_id: ownerId,
        status: 'ready',
      }),
    );
    await ask();
    const count = () => countStatements(database(), () => ask());
    const few = await count();
    await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
    const attention = await ask();
    expect(attention.counts).toEqual({ ...nothing, ready: 100, claimable: 30 });
    expect(JSON.stringify(attention).length).toBeLessThan(1024);
    // The first statement finds the token and the next question timeout.
    expect([few, await count()]).toEqual([3, 3]);
    expect(await tag()).toBe(await tag());
  });

  test.each([
    ['ready', 'actions'],
    ['claimable', 'actions'],
    ['waiting', 'actions'],
    ['open_questions', 'agent_requests'],
    ['overdue_checkins', 'orders'],
  ] as const)('counts the newest of more than 100 %s', async (kind, table) => {
    const { knex } = database();
    const question = { question: 'Which?', on_answer: 'I take it.' };
    const order = { agent_id: scribe.agent.id, name: 'Keep', checkin_every_seconds: 60 };
    const make = {
      ready: () => add(mine()),
      claimable: () => add(),
      waiting: () => add({ ...mine(), status: 'waiting' }),
      open_questions: () => agent.ok('createQuestion', { body: question }),
      overdue_checkins: () => person.ok('createOrder', { body: order }),
    };
    const { id } = await make[kind]();
    await readNews();
    const late = addMilliseconds(new Date().toISOString(), -DAY);
    if (kind === 'overdue_checkins') {
      await knex(table).where({ id }).update({ next_checkin_due_at: late });
    }
    const at = kind === 'overdue_checkins' ? 'next_checkin_due_at' : 'updated_at';
    const row = await knex(table).where({ id }).first();
    // Pairs have equal times, so that the id decides which record is the 100th.
    const copies = Array.from({ length: 102 }, (_, n) => ({
      ...row,
      id: `${id}_${String(999 - n)}`,
      created_at: addMilliseconds(late, -SECOND * Math.ceil(n / 2)),
    }));
    await knex(table)
      .where({ id })
      .update({ created_at: addMilliseconds(late, -DAY) });
    await knex.batchInsert(table, copies, 50);
    expect((await ask()).counts).toEqual({ ...nothing, [kind]: 100 });
    const before = await tag();
    const touch = (n: number) =>
      knex(table)
        .where({ id: copies[n]?.id })
        .update({ [at]: addMilliseconds(String(row[at] ?? late), SECOND) });
    await touch(101);
    await touch(100);
    expect(await tag()).toBe(before);
    await touch(99);
    const after = await tag();
    expect(after).not.toBe(before);
    await touch(0);
    expect(await tag()).not.toBe(after);
  });

  test('counts the newest of more than 100 unread news, and those that are answers', async () => {
    const { knex } = database();
    const question = { question: 'Which?', on_answer: 'I take it.' };
    const { id } = await agent.ok('createQuestion', { body: question });
    await person.ok('respondQuestion', { path: { id }, body: { response: 'This' } });
    const ofAgent = { workspace_id: workspaceId, agent_actor_id: scribe.agent.actor_id };
    const row = await knex('agent_news').where(ofAgent).first();
    const copies = Array.from({ length: 102 }, (_, n) => ({
      ...row,
      position: Number(row.position) + 1 + n,
    }));
    await knex.batchInsert('agent_news', copies, 50);
    expect((await ask()).counts).toEqual({
      ...nothing,
      answered_questions: 100,
      unread_news: 100,
    });
    const before = await tag();
    const touch = (n: number) =>
      knex('agent_news')
        .where({ ...ofAgent, position: Number(row.position) + n })
        .update({ event_id: `evt_${n}` });
    await touch(0);
    await touch(2);
    expect(await tag()).toBe(before);
    await touch(3);
    expect(await tag()).not.toBe(before);
  });

  test('may be read by the agent itself, sysadmin agents and people', async () => {
    const rigger = await addAgent(app, { cookie });
    const sysadmin = await addAgent(app, { cookie }, { access_mode: 'sysadmin' });
    await client(app, { bearer: rigger.token }).fails(
      'getAgentAttention',
      path(),
      403,
      'FORBIDDEN',
    );
    for (const api of [person, client(app, { bearer: sysadmin.token })]) {
      expect(await ask(api)).toEqual({ has_work: false, counts: nothing });
    }
    const theirs = await aWorkspace(app, database());
    await theirs.person.fails('getAgentAttention', path(), 404, 'NOT_FOUND');
    const none = { path: { id: 'agt_none' } };
    await agent.fails('getAgentAttention', none, 404, 'NOT_FOUND');
  });
});
