import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../generated/types';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import {
  addAgent,
  startApp,
  type TestApp,
  makeWorkspace,
  type AgentWithToken,
} from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { actionRow, nextNumber } from '../support/rows';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';
import { DAY, SECOND, addMilliseconds, HOUR } from '../../src/platform/time';
import { runUntilIdle } from '../../examples/agent';
import { runCommands, type RunnerOptions } from '../../examples/runner/run-commands';
import { createClient, unwrap } from '../../src/client';
import { allExceptDate } from '../support/clock';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { startProxy, type Proxy } from '../support/proxy';
import { typescript } from '../support/program';
import { checkedFetch } from '../support/typed-client';

type Agent = components['schemas']['Agent'];

type Verb = 'pauseAgent' | 'resumeAgent' | 'revokeAgent';

describeOnEachDatabase('The states of an agent', (database) => {
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

  const anAgent = async (more: Partial<components['schemas']['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, given.owner, more);
    return { ...agent, api: client(app, { bearer: token }) };
  };
  const aSeenAgent = async () => {
    const agent = await anAgent();
    await agent.api.ok('getMe');
    return { ...agent, ...(await read(agent.id)) };
  };
  const read = (id: string): Promise<Agent> => given.person.ok('getAgent', { path: { id } });
  const call = (verb: Verb, id: string, body: object = {}): Promise<Called> =>
    given.person.call(verb, { path: { id }, body });
  const ok = async (verb: Verb, id: string, body: object = {}): Promise<Agent> =>
    given.person.ok(verb, { path: { id }, body });
  const take = (api: ApiClient, title = 'Sew') =>
    api.ok('createAction', { body: { title, status: 'ready' } });
  const action = (id: string) => given.person.ok('getAction', { path: { id } });

  const eventsOf = (subjectId: string): Promise<Record<string, unknown>[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy(['created_at', 'id'])
      .select('kind', 'actor_id', 'subject_title', 'summary');
  const kindsOf = async (subjectId: string): Promise<unknown[]> =>
    (await eventsOf(subjectId)).map(({ kind }) => kind);
  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

  /** Tests that all three operations share. */
  const describeVerb = (verb: Verb): void => {
    test('may be called by people only', async () => {
      const { id } = await anAgent();
      const sysadmin = await anAgent({ access_mode: 'sysadmin' });
      for (const api of [given.worker, sysadmin.api]) {
        await api.fails(verb, { path: { id } }, 403, 'WRONG_ACTOR');
      }
    });

    test('is 404 for missing agents and other workspaces', async () => {
      const { id } = await anAgent();
      await theirs.person.fails(verb, { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails(verb, { path: { id: 'agt_none' } }, 404, 'NOT_FOUND');
    });

    test('compares If-Match with the version', async () => {
      const before = await aSeenAgent();
      const stale = { path: { id: before.id }, header: { 'If-Match': '"1"' } };
      const { details } = await given.person.fails(verb, stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: before.version });
      expect((await read(before.id)).state).toBe('active');
      const fresh = { path: { id: before.id }, header: { 'If-Match': `"${before.version}"` } };
      expect((await given.person.call(verb, fresh)).status).toBe(200);
    });

    test('is 409 for a revoked agent and changes nothing', async () => {
      const { id } = await anAgent();
      const before = await ok('revokeAgent', id);
      const { length } = await eventsOf(id);
      await given.person.fails(verb, { path: { id } }, 409, 'AGENT_REVOKED');
      expect(await read(id)).toEqual(before);
      expect(await eventsOf(id)).toHaveLength(length);
    });
  };

  describe('pauseAgent', () => {
    describeVerb('pauseAgent');

    test('lets the agent read but not write until it is resumed', async () => {
      const agent = await aSeenAgent();
      const { id: actionId } = await take(agent.api);
      const { status, body, headers } = await call('pauseAgent', agent.id, {
        reason: 'Look first',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ state: 'paused', version: agent.version + 1 });
      expect(headers['etag']).toEqual(tagOf(agent.version + 1));
      expect(await read(agent.id)).toEqual(body);
      expect((await eventsOf(agent.id)).at(-1)).toEqual({
        kind: 'agent.paused',
        actor_id: given.owner.owner.id,
        subject_title: agent.name,
        summary: `${given.owner.owner.name} paused ${agent.name}: Look first`,
      });

      await agent.api.ok('getAction', { path: { id: actionId } });
      await agent.api.ok('getAgentOverview', { path: { id: agent.id } });
      const done = { path: { id: actionId }, body: { result_summary: 'Sewn.' } };
      const { details } = await agent.api.fails('completeAction', done, 403, 'AGENT_NOT_ACTIVE');
      expect(details).toEqual({ state: 'paused' });
      expect(await action(actionId)).toMatchObject({
        status: 'ready',
        assigned_agent_id: agent.id,
      });

      await ok('resumeAgent', agent.id);
      expect((await agent.api.call('completeAction', done)).status).toBe(200);
    });

    test('changes nothing the second time', async () => {
      const { id } = await anAgent();
      const paused = await ok('pauseAgent', id);
      expect(await ok('pauseAgent', id)).toEqual(paused);
      expect(await kindsOf(id)).toEqual(['agent.created', 'agent.paused']);
      const responses = await twenty(() => call('pauseAgent', id));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(await eventsOf(id)).toHaveLength(2);
    });

    test('commits concurrent writes before the pause or refuses them', async () => {
      const agent = await aSeenAgent();
      const [paused, ...writes] = await Promise.all([
        call('pauseAgent', agent.id),
        ...Array.from({ length: 15 }, () =>
          agent.api.call('createAction', { body: { title: 'Sew', status: 'ready' } }),
        ),
      ]);
      expect(paused.status).toBe(200);
      const made = tally(writes)[201] ?? 0;
      expect(tally(writes)[403] ?? 0).toBe(15 - made);
      const rows = await database().knex('actions').where({ assigned_actor_id: agent.actor_id });
      expect(rows).toHaveLength(made);
    });

    test('refuses retries of earlier requests', async () => {
      const agent = await aSeenAgent();
      const input = { body: { title: 'Sew', client_request_id: 'before' } };
      await agent.api.ok('createAction', input);
      await ok('pauseAgent', agent.id);
      await agent.api.fails('createAction', input, 403, 'AGENT_NOT_ACTIVE');
    });
  });

  describe('resumeAgent', () => {
    describeVerb('resumeAgent');

    test('makes the agent active', async () => {
      const agent = await aSeenAgent();
      await ok('pauseAgent', agent.id);
      const { status, body, headers } = await call('resumeAgent', agent.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({ state: 'active', version: agent.version + 2 });
      expect(headers['etag']).toEqual(tagOf(agent.version + 2));
      expect((await eventsOf(agent.id)).at(-1)).toMatchObject({
        kind: 'agent.resumed',
        summary: `${given.owner.owner.name} resumed ${agent.name}.`,
      });
    });

    test('makes an agent pending if it was never seen, and active if it has read meanwhile', async () => {
      const { id, api } = await anAgent();
      await ok('pauseAgent', id);
      expect((await ok('resumeAgent', id)).state).toBe('pending');
      await ok('pauseAgent', id);
      await api.ok('getMe');
      expect((await read(id)).state).toBe('paused');
      expect((await ok('resumeAgent', id)).state).toBe('active');
    });

    test('changes nothing for an agent that is not paused', async () => {
      const agent = await aSeenAgent();
      const before = await read(agent.id);
      expect(await ok('resumeAgent', agent.id)).toEqual(before);
      const { id, version } = await anAgent();
      expect(await ok('resumeAgent', id)).toMatchObject({ state: 'pending', version });
      expect(await kindsOf(id)).toEqual(['agent.created']);
    });
  });

  describe('revokeAgent', () => {
    describeVerb('revokeAgent');

    test('revokes its tokens, pauses its active orders and unassigns its open actions', async () => {
      const { person } = given;
      const agent = await aSeenAgent();
      const { id: helper } = await anAgent();
      const order = (agentId: string) =>
        person.ok('createOrder', { body: { name: 'Keep', agent_id: agentId } });
      const [active, dropped, other] = [
        await order(agent.id),
        await order(agent.id),
        await order(helper),
      ];
      await database().knex('orders').where({ id: dropped.id }).update({ state: 'dropped' });
      const ready = await take(agent.api, 'Ready');
      await agent.api.ok('heartbeatAction', { path: { id: ready.id } });
      const inbox = await person.ok('createAction', {
        body: { title: 'Inbox', assigned_agent_id: agent.id, order_id: active.id },
      });
      const template = await person.ok('createAction', {
        body: { title: 'Template', assigned_agent_id: agent.id, is_template: true },
      });
      const done = await take(agent.api, 'Done');
      await agent.api.ok('completeAction', {
        path: { id: done.id },
        body: { result_summary: 'Sewn.' },
      });
      const blocked = await take(agent.api, 'Blocked');
      const question = await agent.api.ok('createQuestion', {
        body: { question: 'Which?', on_answer: 'I sew it.', action_id: blocked.id },
      });
      const theirOwn = await person.ok('createAction', {
        body: { title: 'Not its', assigned_agent_id: helper, status: 'ready' },
      });

      const before = await read(agent.id);
      const reason = { reason: 'Its token leaked' };
      const { status, body, headers } = await call('revokeAgent', agent.id, reason);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        state: 'revoked',
        presence: 'offline',
        version: before.version + 1,
      });
      expect(headers['etag']).toEqual(tagOf(before.version + 1));
      expect(await read(agent.id)).toEqual(body);
      expect((await eventsOf(agent.id)).at(-1)).toEqual({
        kind: 'agent.revoked',
        actor_id: given.owner.owner.id,
        subject_title: agent.name,
        summary: `${given.owner.owner.name} revoked ${agent.name}: Its token leaked`,
      });

      await agent.api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      const { items: tokens } = await person.ok('listTokens', { path: { id: agent.id } });
      expect(tokens.map(({ revoked_at: at }) => at)).toEqual([expect.any(String)]);
      expect(await kindsOf(tokens[0]?.id ?? '')).toEqual(['token.created', 'token.revoked']);

      const stateOf = async (id: string) => (await person.ok('getOrder', { path: { id } })).state;
      expect([
        await stateOf(active.id),
        await stateOf(dropped.id),
        await stateOf(other.id),
      ]).toEqual(['paused', 'dropped', 'active']);
      expect(await kindsOf(active.id)).toEqual(['order.created', 'order.state_changed']);
      expect(await kindsOf(dropped.id)).toEqual(['order.created']);

      for (const [{ id }, statusNow] of [
        [ready, 'ready'],
        [inbox, 'inbox'],
        [template, 'inbox'],
        [blocked, 'waiting'],
      ] as const) {
        expect(await action(id)).toMatchObject({
          status: statusNow,
          assigned_actor_id: null,
          assigned_at: null,
          is_working: false,
          updated_by_actor_id: given.owner.owner.id,
        });
        expect((await eventsOf(id)).filter(({ kind }) => kind === 'action.assigned')).toEqual([
          {
            kind: 'action.assigned',
            actor_id: given.owner.owner.id,
            subject_title: expect.any(String),
            summary: `Back in the pool: ${agent.name} was revoked.`,
          },
        ]);
      }
      expect(await action(done.id)).toMatchObject({ status: 'done', assigned_agent_id: agent.id });
      expect(await action(theirOwn.id)).toMatchObject({ assigned_agent_id: helper });

      const open = await person.ok('listQuestions', { query: { agent_id: agent.id } });
      expect(open.items.map(({ id, state }) => [id, state])).toEqual([[question.id, 'open']]);
      await person.ok('respondQuestion', { path: { id: question.id }, body: { response: 'This' } });
      expect(await action(blocked.id)).toMatchObject({ status: 'ready', assigned_actor_id: null });
    });

    test.each([
      ['pauseAgent', 'paused'],
      ['revokeAgent', 'revoked'],
    ] as const)('%s releases pool work that the agent has claimed', async (verb, state) => {
      const agent = await aSeenAgent();
      const other = await aSeenAgent();
      const pool = () =>
        given.person.ok('createAction', { body: { title: 'Pool', status: 'ready' } });
      const [claimed, past, others] = [await pool(), await pool(), await pool()];
      const own = await take(agent.api);
      const claim = (id: string, api: ApiClient) =>
        api.call('claimAction', { path: { id }, body: { lease_seconds: 14_400 } });
      for (const { id } of [claimed, past, own]) await claim(id, agent.api);
      await claim(others.id, other.api);
      await database()
        .knex('actions')
        .where({ id: past.id })
        .update({ claim_expires_at: '2026-01-01T00:00:00.000Z' });
      expect((await claim(claimed.id, other.api)).status).toBe(409);
      await ok(verb, agent.id);
      expect(await action(claimed.id)).toMatchObject({
        status: 'ready',
        assigned_actor_id: null,
        claimed_by_actor_id: null,
        claim_expires_at: null,
        is_working: false,
        updated_by_actor_id: given.owner.owner.id,
      });
      expect((await eventsOf(claimed.id)).at(-1)).toEqual({
        kind: 'action.released',
        actor_id: given.owner.owner.id,
        subject_title: 'Pool',
        summary: `Open to all again: ${agent.name} was ${state}.`,
      });
      expect(await kindsOf(past.id)).toEqual(['action.created', 'action.claimed']);
      expect(await action(others.id)).toMatchObject({ claimed_by_actor_id: other.actor_id });
      const assignee = verb === 'pauseAgent' ? agent.actor_id : null;
      expect(await action(own.id)).toMatchObject({
        assigned_actor_id: assignee,
        claimed_by_actor_id: assignee,
      });
      const { status, body } = await claim(claimed.id, other.api);
      expect([status, body]).toMatchObject([200, { claim: { generation: 3 } }]);
      if (verb === 'revokeAgent') return;
      await ok('resumeAgent', agent.id);
      const late = { path: { id: claimed.id }, body: { claim_generation: 1 } };
      await agent.api.fails('heartbeatAction', late, 409, 'CLAIM_LOST');
    });

    test('releases pool work in the order of its creation', async () => {
      const agent = await aSeenAgent();
      const ids: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        const body = { title: 'Pool', status: 'ready' } as const;
        ids.push((await given.person.ok('createAction', { body })).id);
      }
      // The claims expire in the opposite order.
      for (const [index, id] of ids.entries()) {
        const body = { lease_seconds: 3600 - index * 60 };
        await agent.api.ok('claimAction', { path: { id }, body });
      }
      await ok('pauseAgent', agent.id);
      const released = await database()
        .knex('events')
        .where({ kind: 'action.released' })
        .whereIn('subject_id', ids)
        .orderBy('position')
        .pluck('subject_id');
      expect(released).toEqual(ids);
    });

    test('succeeds for one of twenty concurrent requests', async () => {
      const { id } = await anAgent();
      expect(tally(await twenty(() => call('revokeAgent', id)))).toEqual({ 200: 1, 409: 19 });
      expect(await kindsOf(id)).toEqual(['agent.created', 'agent.revoked']);
    });

    test('returns the same response to a retry', async () => {
      const { id } = await anAgent();
      const responses = await twenty(() =>
        call('revokeAgent', id, { client_request_id: `r ${id}` }),
      );
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await kindsOf(id)).toEqual(['agent.created', 'agent.revoked']);
    });

    test('a concurrently completed action ends up done, or open and unassigned', async () => {
      const agent = await aSeenAgent();
      const ids: string[] = [];
      for (let index = 0; index < 15; index += 1) ids.push((await take(agent.api)).id);
      const [revoked, ...responses] = await Promise.all([
        call('revokeAgent', agent.id),
        ...ids.map((id) =>
          agent.api.call('completeAction', { path: { id }, body: { result_summary: 'Sewn.' } }),
        ),
      ]);
      expect(revoked.status).toBe(200);
      for (const [index, { status }] of responses.entries()) {
        const { id, status: now, assigned_agent_id: assignee } = await action(ids[index] ?? '');
        expect([id, status, now, assignee]).toEqual(
          status === 200 ? [id, 200, 'done', agent.id] : [id, 401, 'ready', null],
        );
      }
    });

    test('refuses assignments to it during and after the revocation', async () => {
      const agent = await aSeenAgent();
      const { id: pooled } = await given.person.ok('createAction', {
        body: { title: 'Pool', status: 'ready' },
      });
      const assignee = { assigned_agent_id: agent.id };
      const [revoked, ...given_] = await Promise.all([
        call('revokeAgent', agent.id),
        ...Array.from({ length: 12 }, (_, index) =>
          index % 3 === 0
            ? given.person.call('updateAction', { path: { id: pooled }, body: assignee })
            : index % 3 === 1
              ? given.person.call('createAction', { body: { title: 'Its', ...assignee } })
              : given.person.call('createOrder', { body: { name: 'Keep', agent_id: agent.id } }),
        ),
      ]);
      expect(revoked.status).toBe(200);
      for (const { status } of given_) expect([200, 201, 422]).toContain(status);
      const left = { assigned_actor_id: agent.actor_id };
      expect(await database().knex('actions').where(left)).toEqual([]);
      expect(
        await database()
          .knex('orders')
          .where({ ...left, state: 'active' }),
      ).toEqual([]);

      for (const [verb, input] of [
        ['createAction', { body: { title: 'Its', ...assignee } }],
        ['createAction', { body: { title: 'Its', ...left } }],
        ['updateAction', { path: { id: pooled }, body: assignee }],
        ['createOrder', { body: { name: 'Keep', agent_id: agent.id } }],
      ] as const) {
        const { issues } = await given.person.fails(verb, input, 422, 'INVALID_REFERENCE');
        expect(issues).toHaveLength(1);
      }
      const more = { path: { id: agent.id }, body: {} };
      await given.person.fails('createToken', more, 409, 'AGENT_REVOKED');
    });

    test('unassigns ten thousand actions in few statements', async () => {
      const agent = await aSeenAgent();
      const owner = given.owner.owner.id;
      const rows = Array.from({ length: 10_000 }, (_, index) =>
        actionRow(given.workspaceId, `act_${agent.id}_${String(index).padStart(5, '0')}`, {
          assigned_actor_id: agent.actor_id,
          created_by_actor_id: owner,
          updated_by_actor_id: owner,
          status: 'ready',
        }),
      );
      await transact(database(), (transaction) => insertRows(transaction, 'actions', rows));
      const statements = await countStatements(database(), async () => {
        expect((await call('revokeAgent', agent.id)).status).toBe(200);
      });
      expect(statements).toBeLessThan(120);
      const mine = { assigned_actor_id: agent.actor_id };
      expect(await database().knex('actions').where(mine)).toEqual([]);
      const events = await database()
        .knex('events')
        .where('subject_id', 'like', `act_${agent.id}_%`)
        .countDistinct({ count: 'subject_id' });
      expect(Number(events[0]?.count)).toBe(10_000);
    });
  });
});

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

  test('caps counts at 100 in a small response with few statements', async () => {
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
    // The first statement finds the token and the next question timeout. Besides the view, a read
    // needs at most the state of the database, twice, and the next instant that changes the view.
    expect(Math.max(few, await count(), await count())).toBeLessThanOrEqual(6);
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
      ...(table === 'actions' && { number: nextNumber() }),
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

describeOnEachDatabase("An agent's day", (database) => {
  let app: TestApp;
  let limited: TestApp;
  let proxy: Proxy;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    limited = await startApp(database(), { rateLimitPerMinute: 12 });
    proxy = await startProxy(limited.url);
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    jest.spyOn(console, 'log').mockImplementation();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await proxy.close();
    await limited.close();
    await app.close();
  });

  /**
   * The agent's client. The connection is cut at the first response to each write, after the server
   * has executed it, and a wait for the rate limit takes no time.
   */
  function agentOnBadNetwork(beforeSending: (request: Request) => Promise<unknown>) {
    const waits: (number | undefined)[] = [];
    const sent = new Set<string>();
    const fetch = async (request: Request): Promise<Response> => {
      await beforeSending(request);
      const { method, url, headers } = request;
      const text = [method, url, headers.get('If-Match'), await request.clone().text()].join(' ');
      if (method !== 'GET' && !sent.has(text)) proxy.cutNext();
      sent.add(text);
      return checkedFetch(request);
    };
    const realTimeout = setTimeout;
    const client = createClient({
      baseUrl: proxy.url.replace(/\/$/, ''),
      token: given.token,
      fetch,
      retry: {
        attempts: 8,
        firstDelayMs: 1,
        onRetry({ status, waitMs }) {
          waits.push(status);
          if (status !== 429) return;
          jest.useFakeTimers({ now: Date.now() + waitMs, doNotFake: [...allExceptDate] });
          // The client's timer, which it sets next.
          const immediately = (callback: () => void) => realTimeout(callback, 0);
          jest
            .spyOn(globalThis, 'setTimeout')
            .mockImplementationOnce(Object.assign(immediately, realTimeout));
        },
      },
    });
    return { client, waits };
  }

  test('ends well, although responses are lost and others change what it reads', async () => {
    const { person, agent, workspaceId } = given;
    const read = (id: string) => person.ok('getAction', { path: { id } });
    const document = await person.ok('createDocument', {
      body: { title: 'Print list', content: '# Printed', access_mode: 'shared_edit' },
    });
    // A person edits the list whenever the agent is about to.
    let edits = 0;
    const editList = async ({ method, headers }: Request) => {
      if (method !== 'PATCH' || edits > 0) return;
      edits += 1;
      const header = { 'If-Match': headers.get('If-Match') ?? '' };
      const body = { content: '# Printed\n- Posters' };
      await person.ok('updateDocument', { path: { id: document.id }, header, body });
    };
    const { client, waits } = agentOnBadNetwork(editList);
    await runUntilIdle(client);

    const order = await person.ok('createOrder', {
      body: {
        agent_id: agent.id,
        name: 'Print',
        checkin_every_seconds: HOUR / SECOND,
        requires_proposals: true,
      },
    });
    const { id } = await person.ok('createAction', {
      body: { title: 'Gala', status: 'ready', order_id: order.id, assigned_actor_id: null },
    });
    await person.ok('createLink', {
      body: { title: 'Print list', action_id: id, document_id: document.id },
    });
    await runUntilIdle(client);
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      claimed_by_actor_id: agent.actor_id,
    });

    await moveIntoPast(database(), workspaceId, HOUR / SECOND + 1);
    const [question] = (await person.ok('listQuestions', { query: { state: ['open'] } })).items;
    await person.ok('respondQuestion', {
      path: { id: question?.id ?? '' },
      body: { response: 'Laid' },
    });
    await runUntilIdle(client);
    expect(await read(id)).toMatchObject({
      status: 'done',
      result_summary: 'Printed on Laid paper',
      review: { state: 'pending' },
    });

    await person.ok('rejectAction', { path: { id }, body: { reason: 'Page 7 is missing.' } });
    await runUntilIdle(client);
    expect(await read(id)).toMatchObject({
      status: 'done',
      result_summary: 'Printed on Laid paper, corrected: Page 7 is missing.',
      review: { state: 'pending' },
    });
    const { content } = await person.ok('getDocument', { path: { id: document.id } });
    expect(content).toBe(
      '# Printed\n- Posters\n- Gala on Laid paper\n- Gala on Laid paper, corrected: Page 7 is missing.',
    );

    await person.ok('approveAction', { path: { id } });
    await runUntilIdle(client);
    const [proposal, ...others] = (await person.ok('listProposals')).items;
    if (proposal === undefined) throw new Error('The agent has made no proposal.');
    expect(others).toEqual([]);
    await person.ok('permitProposal', {
      path: { id: proposal.id },
      body: { payload: { ...proposal.payload, title: 'Fold in half: Gala' } },
    });
    await runUntilIdle(client);
    const folding = await person.ok('listActions', { query: { q: 'fold' } });
    expect(folding.items).toMatchObject([
      { title: 'Fold in half: Gala', status: 'ready', assigned_actor_id: null },
    ]);

    const { items: checkins } = await person.ok('listCheckins', { path: { id: order.id } });
    expect(checkins).toMatchObject([{ summary: 'The press runs.' }]);
    const { items: news } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
    expect(news).toEqual([]);
    expect(new Set(waits)).toEqual(new Set([undefined, 429]));

    // Each effect happened once.
    const { items: events } = await person.ok('readEvents', {
      query: { actor_id: agent.actor_id, limit: 200 },
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      'agent.activated',
      'action.claimed',
      'action.updated',
      'question.asked',
      'checkin.created',
      'action.heartbeat',
      'document.updated',
      'action.completed',
      'action.claimed',
      'action.heartbeat',
      'document.updated',
      'action.completed',
      'proposal.created',
      'proposal.consumed',
      'action.created',
    ]);
  });

  test('has cycles of five calls, whose responses are at most 6 KB', async () => {
    await given.person.ok('createAction', {
      body: { title: 'Gala', status: 'ready', assigned_actor_id: null },
    });
    let [calls, bytes] = [0, 0];
    const client = createClient({
      baseUrl: app.url,
      token: given.token,
      async fetch(request) {
        const response = await checkedFetch(request);
        calls += 1;
        bytes += (await response.clone().arrayBuffer()).byteLength;
        return response;
      },
    });
    const me = { params: { path: { id: 'me' } } };
    const attention = await unwrap(client.GET('/v1/agents/{id}/attention', me));
    const news = await unwrap(client.GET('/v1/agents/{id}/news', me));
    expect([attention.counts.claimable, news.items]).toEqual([1, []]);
    const body = { include: ['context' as const] };
    const next = await unwrap(client.POST('/v1/agents/{id}/claim-next', { ...me, body }));
    if (next.reason !== 'claimed') throw new Error(`The agent got no work: ${next.reason}.`);
    const params = { path: { id: next.action.id } };
    await client.minimal.POST('/v1/actions/{id}/heartbeat', { params });
    await client.minimal.POST('/v1/actions/{id}/complete', {
      params,
      body: { result_summary: 'Printed' },
    });
    expect((await given.person.ok('getAction', params)).status).toBe('done');
    expect(calls).toBe(5);
    expect(bytes).toBeLessThanOrEqual(6_000);
  });
});

describeOnDatabase('sqlite', 'A runner of commands', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let folder: string;

  beforeAll(async () => {
    app = await startApp(database());
    folder = mkdtempSync(join(tmpdir(), 'callboard-runner-'));
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    // The runner tries work again that it has released.
    await given.person.ok('updateWorkspace', { body: { release_backoff: 0 } });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await app.close();
  });

  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const anAction = async (more: Partial<components['schemas']['ActionCreate']> = {}) => {
    const body = { title: 'Sew', status: 'ready' as const, assigned_actor_id: null, ...more };
    return (await given.person.ok('createAction', { body })).id;
  };
  const questions = async () => (await given.person.ok('listQuestions')).items;
  const notesOf = async (id: string) =>
    (await given.person.ok('listActionNotes', { path: { id } })).items.map(({ body }) => body);
  const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    for (let tries = 0; !(await isTrue()); tries += 1) {
      if (tries === 500) throw new Error('Nothing has happened.');
      await sleep(20);
    }
  };
  const isNow = (id: string, status: string) =>
    until(async () => (await read(id)).status === status);
  /** A name for a file in which a command leaves a trace. */
  let traces = 0;
  const aTrace = () => join(folder, `trace-${(traces += 1)}`);
  const readInput = "const input = require('node:fs').readFileSync(0, 'utf8');";

  /** Runs a script of Node.js for each action while `work` lasts. */
  async function whileRunning(
    script: string,
    work: (lines: readonly string[]) => Promise<void>,
    more: Partial<RunnerOptions> = {},
  ): Promise<string[]> {
    const lines: string[] = [];
    const stop = new AbortController();
    const running = runCommands(
      {
        client: createClient({ baseUrl: app.url, token: given.token, fetch: checkedFetch }),
        command: [process.execPath, '-e', script],
        env: { PATH: process.env['PATH'] },
        worker: 'runner',
        leaseSeconds: 60,
        attempts: 2,
        pollMs: 10,
        renewMs: 60_000,
        redact: (one) => one.replaceAll(given.token, '[token]'),
        log: (line) => lines.push(line),
        ...more,
      },
      stop.signal,
    );
    try {
      await Promise.race([work(lines), running]);
    } finally {
      stop.abort();
      await running;
    }
    return lines;
  }

  test('completes the action with the end of what a command prints', async () => {
    const id = await anAction({ details: 'A red cape', input_payload: { size: 4 } });
    await given.person.ok('createActionNote', { path: { id }, body: { body: 'Use silk.' } });
    await whileRunning(`${readInput} console.log(input)`, () => isNow(id, 'done'));
    const { result_summary: result } = await read(id);
    expect(result).toMatch(/^You work on one action of Callboard/);
    for (const part of [`Action: ${id}`, 'Title: Sew', 'Details: A red cape', '"size": 4']) {
      expect(result).toContain(part);
    }
    expect(result).toContain(`Note of ${given.owner.owner.name}`);
    expect(result).toContain('Use silk.');

    const long = await anAction();
    const megabyte = "process.stdout.write('é'.repeat(2 ** 19) + '\\x1b[31mSewn.\\0\\n')";
    await whileRunning(megabyte, () => isNow(long, 'done'));
    expect((await read(long)).result_summary).toMatch(/^…é{4000,4096}Sewn\.$/);
  });

  test('puts no text of an action into a command line or a shell, nor the token', async () => {
    const trace = aTrace();
    const hostile = `--version; $(touch ${trace}) \`touch ${trace}\` | touch ${trace}\n-----`;
    const id = await anAction({ title: `--help $(touch ${trace})`, details: hostile });
    const script = `${readInput} console.log(JSON.stringify([process.argv.length,
      Object.keys(process.env).filter((name) => name.startsWith('CALLBOARD')),
      input.includes(${JSON.stringify(hostile)}), input.split(/^-----.*-----$/m).length,
      ${JSON.stringify(given.token)}]))`;
    const lines = await whileRunning(script, () => isNow(id, 'done'));
    expect(JSON.parse((await read(id)).result_summary ?? '')).toEqual([
      1,
      ['CALLBOARD_ACTION_ID'],
      true,
      3,
      '[token]',
    ]);
    expect(existsSync(trace)).toBe(false);
    expect(lines).toEqual([`${id}: runs ${process.execPath}.`, `${id}: completed.`]);
  });

  test('asks the question of a command, works on, and starts it again with the answer', async () => {
    const id = await anAction({ position: 1 });
    const script = `${readInput}
      if (input.includes('Answer: Silk')) console.log('Sewn of silk.');
      else if (input.includes('Title: Iron')) console.log('Ironed.');
      else { console.log('I have measured.\\nQUESTION: Which cloth?'); process.exitCode = 75; }`;
    await whileRunning(script, async () => {
      await isNow(id, 'waiting');
      await isNow(await anAction({ title: 'Iron' }), 'done');
      const [question, ...others] = await questions();
      expect([question, others]).toMatchObject([{ action_id: id, question: 'Which cloth?' }, []]);
      expect(await read(id)).toMatchObject({ claimed_by_actor_id: given.agent.actor_id });
      expect(await notesOf(id)).toEqual(['I have measured.']);
      const answer = { path: { id: question?.id ?? '' }, body: { response: 'Silk' } };
      await given.person.ok('respondQuestion', answer);
      await isNow(id, 'done');
    });
    expect((await read(id)).result_summary).toBe('Sewn of silk.');
  });

  test('releases the action when a command fails, and then asks a person', async () => {
    const id = await anAction();
    const script = "console.error('No needle.'); process.exitCode = 3;";
    await whileRunning(script, async () => {
      await isNow(id, 'waiting');
      await sleep(100);
    });
    const failure = 'The command ended with exit code 3.\n\nNo needle.';
    expect(await notesOf(id)).toEqual([failure]);
    expect(await questions()).toMatchObject([
      { question: `I have failed 2 times. What shall I do?\n\n${failure}`, blocking: true },
    ]);
  });

  test('completes nothing that waits, because the command has asked by itself', async () => {
    const id = await anAction();
    const ask = `fetch('${app.url}/v1/questions', {
      method: 'POST',
      headers: { Authorization: 'Bearer ' + process.env.TOKEN, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action_id: '${id}', question: 'Red?', on_answer: 'I dye it.' }),
    })`;
    const env = { TOKEN: given.token };
    await whileRunning(ask, (lines) => until(() => lines.includes(`${id}: waits.`)), { env });
    expect(await read(id)).toMatchObject({ status: 'waiting', result_summary: null });
  });

  test('renews the claim, and ends the command and what it started when it is lost', async () => {
    const id = await anAction();
    const trace = aTrace();
    const child = `process.on('SIGTERM', () => {}); setInterval(() => {
      require('node:fs').writeFileSync('${trace}', String(Date.now()));
    }, 10)`;
    const script = `require('node:child_process').spawn(process.execPath, ['-e',
      ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
    const lines = await whileRunning(
      script,
      async (lines) => {
        await until(() => existsSync(trace));
        const { claim_expires_at: first } = await read(id);
        await until(async () => (await read(id)).claim_expires_at !== first);
        await given.person.ok('releaseAction', { path: { id } });
        await given.person.ok('updateAction', {
          path: { id },
          body: { assigned_actor_id: given.owner.owner.id },
        });
        await until(() => lines.some((line) => line.includes('stopped')));
      },
      { renewMs: 50 },
    );
    expect(lines.at(-1)).toMatch(/stopped .* CallboardError: /);
    const last = readFileSync(trace, 'utf8');
    await sleep(100);
    expect(readFileSync(trace, 'utf8')).toBe(last);
    expect(await read(id)).toMatchObject({ status: 'ready', claimed_by_actor_id: null });
  });

  test('ends without a program, and with a token that is not accepted', async () => {
    const id = await anAction();
    const work = () => new Promise<void>(() => {});
    const missing = whileRunning('', work, { command: ['no-such-program'] });
    await expect(missing).rejects.toThrow('ENOENT');
    expect(await notesOf(id)).toEqual(['The runner cannot start no-such-program.']);
    const token = given.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const client = createClient({ baseUrl: app.url, token, fetch: checkedFetch });
    await expect(whileRunning('', work, { client })).rejects.toMatchObject({ status: 401 });
  });

  test('as a process, releases its action on SIGTERM and passes the token only on request', async () => {
    const id = await anAction();
    const trace = aTrace();
    const script = `require('node:fs').writeFileSync('${trace}', process.env.CALLBOARD_TOKEN ?? process.env.TOKEN ?? '');
      setInterval(() => {}, 1000)`;
    for (const options of [[], ['--pass-token', '--worker', 'one']]) {
      rmSync(trace, { force: true });
      const args = ['examples/runner.ts', ...options, '--', process.execPath, '-e', script];
      const runner = spawn(process.execPath, [...typescript, ...args], {
        env: {
          ...process.env,
          CALLBOARD_URL: app.url,
          CALLBOARD_TOKEN: given.token,
          TOKEN: given.token,
        },
      });
      const printed = Promise.all([text(runner.stdout), text(runner.stderr)]);
      await until(() => existsSync(trace));
      runner.kill('SIGTERM');
      const [code] = await once(runner, 'exit');
      const [out, err] = await printed;
      expect([code, err]).toEqual([0, '']);
      expect(out).toBe(`${id}: runs ${process.execPath}.\n${id}: released.\n`);
      expect(readFileSync(trace, 'utf8')).toBe(options.length > 0 ? given.token : '');
      expect(await read(id)).toMatchObject({ status: 'ready', claimed_by_actor_id: null });
    }
    expect(await notesOf(id)).toEqual(Array(2).fill('The runner was stopped.'));
  });
});
