import type { components } from '../../generated/types';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { actionRow } from '../support/rows';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';

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
    }, 60_000);
  });
});
