import type { components } from '../../generated/types';
import { rankOverdue } from '../../src/features/actions';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { limits } from '../../generated/limits';

type Action = components['schemas']['Action'];

type ActionCreate = components['schemas']['ActionCreate'];

type Agent = components['schemas']['Agent'];

describeOnEachDatabase('Claims', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const anAgent = async (
    wanted: Partial<components['schemas']['AgentCreate']> = {},
  ): Promise<{ agent: Agent; api: ApiClient }> => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };
  const create = (body: Partial<ActionCreate> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', { body: { title: 'Rig the flies', status: 'ready', ...body } });
  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const claim = ({ id }: { id: string }, by: ApiClient, body: object = {}) =>
    by.ok('claimAction', { path: { id }, body });
  const at = <Body extends object>({ id }: { id: string }, body?: Body) => ({
    path: { id },
    ...(body === undefined ? {} : { body }),
  });
  const note = ({ id }: { id: string }, body: string) =>
    given.worker.ok('createActionNote', { path: { id }, body: { body } });
  const done = ({ id }: { id: string }, body: object = {}) => ({
    path: { id },
    body: { result_summary: 'They fly.', ...body },
  });
  const change = (id: string, columns: object) =>
    database().knex('actions').where({ id }).update(columns);
  const runOut = ({ id }: { id: string }) =>
    change(id, { claim_expires_at: addMilliseconds(new Date().toISOString(), -SECOND) });
  const kindsOf = async (id: string): Promise<string[]> =>
    (await database().knex('events').where({ subject_id: id }).orderBy('id').select('kind')).map(
      ({ kind }) => String(kind),
    );
  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  describe('reported usage', () => {
    const usageOf = async (id: string) => (await read(id)).usage;
    const model = 'claude-opus-4-5';

    test('is the latest total of each claim, and the sum of them', async () => {
      const action = await create();
      const { claim: first } = await claim(action, given.worker);
      const held = { claim_generation: first.generation };
      const renew = (usage: object, by = given.worker) =>
        by.ok('heartbeatAction', at(action, { ...held, usage }));
      await renew({ model, input_tokens: 500, seconds: 60 });
      await renew({ model, input_tokens: 500, seconds: 60 });
      expect(await usageOf(action.id)).toEqual({ model, input_tokens: 500, seconds: 60 });
      const lower = await renew({ model, input_tokens: 400, cost_usd_micros: 0 });
      expect(lower.action.usage).toEqual({ model, input_tokens: 400, cost_usd_micros: 0 });
      const released = { ...held, reason: 'Stuck.', usage: { input_tokens: 450 } };
      const { action: free } = await given.worker.ok('releaseAction', at(action, released));
      expect(free.usage).toEqual({ model, input_tokens: 450 });
      const { api: other } = await anAgent();
      const { claim: second } = await claim(action, other);
      const late = await given.worker.call('heartbeatAction', {
        ...at(action, { ...held, usage: { input_tokens: 9 } }),
      });
      expect([late.status, late.body]).toMatchObject([409, { code: 'CLAIM_LOST' }]);
      const usage = { model: 'gpt-5', input_tokens: 50, output_tokens: 7 };
      const completed = await other.ok(
        'completeAction',
        done(action, { claim_generation: second.generation, usage }),
      );
      expect(completed.usage).toEqual({ model: 'gpt-5', input_tokens: 500, output_tokens: 7 });
      const listed = await given.person.ok('listActions', { query: { q: 'Rig', limit: 200 } });
      expect(listed.items.find(({ id }) => id === action.id)?.usage).toEqual(completed.usage);
    });

    test('of work without a claim adds after a reopening and a rejection', async () => {
      const action = await create({ assigned_agent_id: given.agent.id });
      const complete = () =>
        given.worker.ok('completeAction', done(action, { usage: { seconds: 10 } }));
      await given.worker.ok('heartbeatAction', at(action, { usage: { seconds: 4 } }));
      expect((await complete()).usage).toEqual({ seconds: 10 });
      await given.person.ok('reopenAction', at(action));
      expect((await complete()).usage).toEqual({ seconds: 20 });
      await given.person.ok('rejectAction', {
        path: { id: action.id },
        body: { reason: 'Once more.' },
      });
      expect((await complete()).usage).toEqual({ seconds: 30 });
    });

    test('of work after a claim is the total since it ended, and adds', async () => {
      const action = await create({ assigned_agent_id: given.agent.id });
      const report = (seconds: number) =>
        given.worker.ok('heartbeatAction', at(action, { usage: { seconds } }));
      await report(4);
      expect((await report(5)).action.usage).toEqual({ seconds: 5 });
      await claim(action, given.worker);
      await report(90);
      expect((await report(100)).action.usage).toEqual({ seconds: 105 });
      const release = at(action, { usage: { seconds: 120 } });
      const { action: free } = await given.worker.ok('releaseAction', release);
      expect(free.usage).toEqual({ seconds: 125 });
      const { api: other, agent } = await anAgent();
      await given.person.ok('updateAction', {
        path: { id: action.id },
        body: { assigned_actor_id: agent.actor_id },
      });
      await other.ok('heartbeatAction', at(action, { usage: { seconds: 1 } }));
      const completed = await other.ok('completeAction', done(action, { usage: { seconds: 3 } }));
      expect(completed.usage).toEqual({ seconds: 128 });
    });

    test.each(['releaseAction', 'completeAction'] as const)(
      'after the lease is recorded by %s, and not by a heartbeat, which says so',
      async (operation) => {
        const action = await create();
        const { claim: first } = await claim(action, given.worker);
        const report = (seconds: number) => ({ usage: { seconds } });
        await given.worker.ok('heartbeatAction', at(action, report(5)));
        await runOut(action);
        for (const more of [{}, { claim_generation: first.generation }]) {
          const { message } = await given.worker.fails(
            'heartbeatAction',
            at(action, { ...more, ...report(7) }),
            409,
            'CLAIM_LOST',
          );
          expect(message).toContain('The usage was not recorded');
        }
        const plain = await given.worker.fails('heartbeatAction', at(action), 409, 'CLAIM_LOST');
        expect(plain.message).not.toContain('usage');
        expect(await usageOf(action.id)).toEqual({ seconds: 5 });
        const held = { claim_generation: first.generation, ...report(9) };
        const end = operation === 'completeAction' ? done(action, held) : at(action, held);
        await given.worker.ok(operation, end);
        expect(await usageOf(action.id)).toEqual({ seconds: 9 });
        if (operation === 'completeAction') return;
        for (const verb of ['releaseAction', 'heartbeatAction', 'completeAction'] as const) {
          const late = verb === 'completeAction' ? done(action, held) : at(action, held);
          const { message } = await given.worker.fails(verb, late, 409, 'CLAIM_LOST');
          expect([verb, message]).toEqual([verb, expect.stringContaining('not recorded')]);
        }
        expect(await usageOf(action.id)).toEqual({ seconds: 9 });
      },
    );

    test('is stored once for a retry, and not for a refused request', async () => {
      const action = await create();
      await claim(action, given.worker);
      const body = { usage: { seconds: 5 }, client_request_id: 'one-heartbeat' };
      await given.worker.ok('heartbeatAction', at(action, body));
      await given.worker.ok('heartbeatAction', at(action, { usage: { seconds: 8 } }));
      await given.worker.ok('heartbeatAction', at(action, body));
      expect(await usageOf(action.id)).toEqual({ seconds: 8 });
      const stale = await given.worker.call('completeAction', {
        ...done(action, { usage: { seconds: 99 } }),
        header: { 'If-Match': '"1"' },
      });
      expect(stale.status).toBe(412);
      expect(await usageOf(action.id)).toEqual({ seconds: 8 });
    });

    test('of two reports at once, the later one stays whole', async () => {
      const action = await create();
      await claim(action, given.worker);
      const totals = [1, 2, 3, 4, 5, 6];
      await Promise.all(
        totals.map((seconds) =>
          given.worker.ok(
            'heartbeatAction',
            at(action, { usage: { seconds, input_tokens: seconds } }),
          ),
        ),
      );
      const { seconds, input_tokens } = (await usageOf(action.id)) ?? {};
      expect(totals).toContain(seconds);
      expect(input_tokens).toBe(seconds);
      const rows = await database().knex('usage_reports').where({ action_id: action.id });
      expect(rows).toHaveLength(1);
    });

    test.each([
      ['nothing', {}],
      ['a negative number', { seconds: -1 }],
      ['a fraction', { seconds: 0.5 }],
      ['a number as text', { input_tokens: '12' }],
      ['null', { input_tokens: null }],
      ['2^53', { input_tokens: 2 ** 53 }],
      ['more than the maximum', { cost_usd_micros: 1_000_000_000_001 }],
      ['an empty model', { model: '' }],
      ['a model with an emoji', { model: 'gpt-\u{1F916}' }],
      ['a model with a mark for right to left', { model: 'gpt\u202E5' }],
      ['a model that begins with a space', { model: ' gpt-5' }],
      ['a long model', { model: 'm'.repeat(101) }],
      ['an unknown amount', { tokens: 5 }],
    ])('with %s is refused with its place', async (_, usage) => {
      const action = await create();
      await claim(action, given.worker);
      const { status, body } = await given.worker.call('completeAction', done(action, { usage }));
      expect([status, body]).toMatchObject([
        400,
        {
          issues: expect.arrayContaining([
            expect.objectContaining({ path: expect.stringMatching(/^body\/usage/) }),
          ]),
        },
      ]);
      expect((await read(action.id)).status).toBe('ready');
    });

    test('is for agents: people get 400 and do not end the work', async () => {
      const action = await create();
      const usage = { seconds: 1 };
      for (const call of [
        given.person.call('completeAction', done(action, { usage })),
        given.person.call('heartbeatAction', at(action, { usage })),
        given.person.call('releaseAction', at(action, { usage })),
      ]) {
        const { status, body } = await call;
        expect([status, body]).toMatchObject([
          400,
          { code: 'VALIDATION_FAILED', issues: [{ path: 'body/usage' }] },
        ]);
      }
      expect((await read(action.id)).status).toBe('ready');
    });

    test('is not copied to the next occurrence, and stays with a dropped action', async () => {
      const rule = { type: 'from_completion', unit: 'day', interval: 1 } as const;
      const action = await create({ repeat_rule: rule, assigned_agent_id: given.agent.id });
      const usage = { output_tokens: 3 };
      await given.worker.ok('completeAction', done(action, { usage }));
      const { items } = await given.person.ok('listActions', {
        query: { assigned_actor_id: given.agent.actor_id, status: ['ready'], limit: 200 },
      });
      const next = items.find(({ spawned_from_action_id: from }) => from === action.id);
      expect(next).toMatchObject({ status: 'ready' });
      expect(next).not.toHaveProperty('usage');
      const nextId = { id: String(next?.id) };
      await given.worker.ok('heartbeatAction', at(nextId, { usage }));
      const dropped = await given.person.ok('dropAction', at(nextId));
      expect(dropped).toMatchObject({ status: 'dropped', usage });
    });
  });

  describe('claimAction', () => {
    test('returns the claim of pool work, when it expires and when to renew it', async () => {
      const action = await create();
      const before = Date.now();
      const { status, body, headers } = await given.worker.call('claimAction', at(action));
      expect([status, headers['etag']]).toEqual([200, tagOf(2)]);
      const response: components['schemas']['ActionClaimResult'] = JSON.parse(JSON.stringify(body));
      expect(response.claim.generation).toBe(1);
      const lease = Date.parse(response.claim.expires_at) - before;
      expect(Math.abs(lease - 900 * SECOND)).toBeLessThan(30 * SECOND);
      expect(response.claim.renew_after).toBe(
        addMilliseconds(response.claim.expires_at, -450 * SECOND),
      );
      expect(response.action).toMatchObject({
        assigned_actor_id: null,
        claimed_by_actor_id: given.agent.actor_id,
        claim_expires_at: response.claim.expires_at,
        is_working: true,
        version: 2,
      });
      expect(await read(action.id)).toEqual(response.action);
      expect(await kindsOf(action.id)).toEqual(['action.created', 'action.claimed']);
    });

    test('succeeds for one of twenty agents; the others get 409 with Retry-After', async () => {
      const agents = await Promise.all(Array.from({ length: 20 }, () => anAgent()));
      const action = await create();
      const responses = await Promise.all(
        agents.map(({ api }) => api.call('claimAction', at(action))),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      const {
        claimed_by_actor_id: winner,
        claim_expires_at: expiry,
        version,
      } = await read(action.id);
      expect(version).toBe(2);
      const [loser] = agents.filter(({ agent }) => agent.actor_id !== winner);
      const { status, body, headers } = (await loser?.api.send('claimAction', at(action))) ?? {};
      const seconds = Number(headers?.['retry-after']);
      expect(seconds).toBeGreaterThan(800);
      expect([status, body]).toMatchObject([
        409,
        {
          code: 'ALREADY_CLAIMED',
          details: {
            claimed_by_actor_id: winner,
            expires_at: expiry,
            retry_after_seconds: seconds,
          },
        },
      ]);
    });

    test('prevents other agents from dropping the action and changing its blockers', async () => {
      const [{ api }, action, other] = [await anAgent(), await create(), await create()];
      await claim(action, given.worker);
      const before = [await read(action.id), await kindsOf(action.id)];
      const edge = { path: { id: action.id, blocker_id: other.id } };
      const drop = at(action, { reason: 'Too high.' });
      await api.fails('dropAction', drop, 409, 'ALREADY_CLAIMED');
      await api.fails('addBlocker', edge, 409, 'ALREADY_CLAIMED');
      await api.fails('removeBlocker', edge, 409, 'ALREADY_CLAIMED');
      expect([await read(action.id), await kindsOf(action.id)]).toEqual(before);
      // The claiming agent may, also while the action is waiting.
      await given.worker.ok('updateAction', {
        path: { id: action.id },
        body: { status: 'waiting' },
      });
      await given.worker.ok('addBlocker', edge);
      await given.worker.ok('removeBlocker', edge);
      const dropped = await given.worker.ok('dropAction', drop);
      expect(dropped).toMatchObject({ status: 'dropped', claimed_by_actor_id: null });
    });

    test('renews a claim of the caller with the same generation, also for concurrent requests', async () => {
      const action = await create();
      await claim(action, given.worker, { lease_seconds: 60 });
      const again = await claim(action, given.worker, { lease_seconds: 14_400 });
      expect(again.claim.generation).toBe(1);
      expect(Date.parse(again.claim.expires_at)).toBeGreaterThan(Date.now() + 3 * HOUR);
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => given.worker.call('claimAction', at(action))),
      );
      expect(tally(responses)).toEqual({ 200: 20 });
    });

    test('belongs to a worker of the agent; other workers and requests without one get 409', async () => {
      const action = await create({ assigned_agent_id: given.agent.id });
      const first = await claim(action, given.worker, { worker: 'left' });
      expect(first.claim).toMatchObject({ generation: 1, worker: 'left' });
      for (const body of [{ worker: 'right' }, {}]) {
        const { message, details } = await given.worker.fails(
          'claimAction',
          at(action, body),
          409,
          'ALREADY_CLAIMED',
        );
        expect(message).toBe('Another worker of this agent has claimed this action.');
        expect(details).toMatchObject({ claimed_by_actor_id: given.agent.actor_id });
      }
      expect((await claim(action, given.worker, { worker: 'left' })).claim.generation).toBe(1);
      const generation = { claim_generation: 1 };
      for (const body of [{ worker: 'left' }, generation, { ...generation, worker: 'right' }]) {
        const { claim: renewed } = await given.worker.ok('heartbeatAction', at(action, body));
        expect(renewed?.worker).toBe('left');
      }
      const before = await read(action.id);
      for (const body of [{}, { worker: 'right' }]) {
        const lost = at(action, body);
        await given.worker.fails('heartbeatAction', lost, 409, 'CLAIM_LOST');
        await given.worker.fails('releaseAction', lost, 409, 'CLAIM_LOST');
        const { details } = await given.worker.fails(
          'completeAction',
          done(action, body),
          409,
          'ALREADY_CLAIMED',
        );
        expect(details).toMatchObject({ claimed_by_actor_id: given.agent.actor_id });
      }
      expect(await read(action.id)).toEqual(before);
      await given.worker.ok('releaseAction', at(action, { worker: 'left' }));
      const taken = await claim(action, given.worker, { worker: 'right' });
      expect(taken.claim).toMatchObject({ generation: 3, worker: 'right' });
      // The first worker learns from the generation that its claim has ended.
      await given.worker.fails('heartbeatAction', at(action, generation), 409, 'CLAIM_LOST');
      await given.worker.fails('completeAction', done(action, generation), 409, 'CLAIM_LOST');
      // People need neither, and a claim without a worker demands that requests name none.
      await given.person.ok('releaseAction', at(action));
      expect((await claim(action, given.worker)).claim).not.toHaveProperty('worker');
      const named = done(action, { worker: 'left' });
      await given.worker.fails('completeAction', named, 409, 'ALREADY_CLAIMED');
      await given.worker.ok('completeAction', done(action));
    });

    test('succeeds for one of twenty workers of one agent', async () => {
      const action = await create();
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          given.worker.call('claimAction', at(action, { worker: `worker ${index}` })),
        ),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      expect((await read(action.id)).version).toBe(2);
    });

    test('replaces an expired claim, with the next generation', async () => {
      const [action, { agent, api }] = [await create(), await anAgent()];
      await claim(action, given.worker);
      await runOut(action);
      expect(await read(action.id)).toMatchObject({ is_working: false });
      const taken = await claim(action, api);
      expect(taken.claim.generation).toBe(2);
      expect(taken.action.claimed_by_actor_id).toBe(agent.actor_id);
    });

    test('returns the same response to a retry', async () => {
      const action = await create();
      const sent = at(action, { client_request_id: `claim ${action.id}` });
      const first = await given.worker.call('claimAction', sent);
      const second = await given.worker.call('claimAction', sent);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect((await read(action.id)).version).toBe(2);
    });

    test('is 403 for actions of others and those that its capabilities do not cover', async () => {
      const { agent, api } = await anAgent({ capabilities: ['light'] });
      const others = [
        await create({ assigned_agent_id: agent.id }),
        await create({ assigned_actor_id: given.owner.owner.id }),
        await create({ requirements: ['light'] }),
      ];
      const { api: sysadmin } = await anAgent({ access_mode: 'sysadmin' });
      for (const action of others) {
        for (const by of [given.worker, sysadmin]) {
          await by.fails('claimAction', at(action), 403, 'FORBIDDEN');
        }
        expect(await read(action.id)).toEqual(action);
      }
      expect((await claim(others[2] ?? { id: '' }, api)).claim.generation).toBe(1);
      expect((await claim(others[0] ?? { id: '' }, api)).action.assigned_agent_id).toBe(agent.id);
    });

    test('is 409 with the reason for an action that no queue contains', async () => {
      const { person, worker } = given;
      const project = (body: object) =>
        person.ok('createProject', { body: { title: 'Revival', ...body } });
      const [sequential, paused, template] = [
        await project({ work_mode: 'sequential' }),
        await project({ state: 'paused' }),
        await project({ is_template: true }),
      ];
      const [first, blocker] = [
        await create({ project_id: sequential.id, position: 1 }),
        await create(),
      ];
      const blocked = await create();
      await person.ok('addBlocker', { path: { id: blocked.id, blocker_id: blocker.id } });
      const reasons: [Action, object][] = [
        [await create({ status: 'inbox' }), { reason: 'not_ready', status: 'inbox' }],
        [await create({ status: 'waiting' }), { reason: 'not_ready', status: 'waiting' }],
        [await create({ is_template: true }), { reason: 'template', status: 'ready' }],
        [await create({ project_id: template.id }), { reason: 'template', status: 'ready' }],
        [await create({ project_id: paused.id }), { reason: 'paused_project', status: 'ready' }],
        [
          await create({ defer_until: addMilliseconds(new Date().toISOString(), DAY) }),
          { reason: 'deferred', status: 'ready' },
        ],
        [await read(blocked.id), { reason: 'blocked', status: 'ready', blocked_by: [blocker.id] }],
        [
          await create({ project_id: sequential.id, position: 2 }),
          { reason: 'sequential', status: 'ready' },
        ],
      ];
      for (const [action, expected] of reasons) {
        const { details } = await worker.fails('claimAction', at(action), 409, 'NOT_CLAIMABLE');
        expect(details).toEqual(expected);
        expect(await read(action.id)).toEqual(action);
      }
      await claim(first, worker);
      const stale = { ...at(first), header: { 'If-Match': '"1"' } };
      await worker.fails('claimAction', stale, 412, 'STALE_VERSION');
      await worker.ok('completeAction', done(first));
      await worker.fails('claimAction', at(first), 409, 'ALREADY_TERMINAL');
    });

    test.each([59, 14_401, 0.5])('refuses a lease of %d seconds', async (lease) => {
      const sent = at(await create(), { lease_seconds: lease });
      await given.worker.fails('claimAction', sent, 400, 'VALIDATION_FAILED');
    });
  });

  describe('heartbeatAction', () => {
    test('renews the live claim of the caller for its lease', async () => {
      const action = await create();
      const { claim: taken } = await claim(action, given.worker, { lease_seconds: 600 });
      const soon = addMilliseconds(new Date().toISOString(), 5 * SECOND);
      await change(action.id, { claim_expires_at: soon });
      const { claim: renewed, action: after } = await given.worker.ok(
        'heartbeatAction',
        at(action, { claim_generation: taken.generation }),
      );
      expect(renewed?.generation).toBe(1);
      expect(Date.parse(renewed?.expires_at ?? '')).toBeGreaterThan(
        Date.parse(soon) + 500 * SECOND,
      );
      expect(after).toMatchObject({ claim_expires_at: renewed?.expires_at, version: 3 });
      expect(await read(action.id)).toEqual(after);
    });

    test('says that an assignee has no claim; an expired claim of pool work is lost', async () => {
      const own = await create({ assigned_agent_id: given.agent.id });
      const unclaimed = await given.worker.ok('heartbeatAction', at(own));
      expect(unclaimed).not.toHaveProperty('claim');
      expect(unclaimed.hint).toContain('no claim');
      // Its own generation is of no claim either.
      const named = at(own, { claim_generation: 1 });
      await given.worker.fails('heartbeatAction', named, 409, 'CLAIM_LOST');
      const pool = await create();
      await given.worker.fails('heartbeatAction', at(pool), 403, 'FORBIDDEN');
      await claim(pool, given.worker);
      await runOut(pool);
      const before = await read(pool.id);
      await given.worker.fails('heartbeatAction', at(pool), 409, 'CLAIM_LOST');
      expect(await read(pool.id)).toEqual(before);
    });

    test('is lost after the lease of assigned work, also when the agent wrote a note since', async () => {
      const own = await create({ assigned_agent_id: given.agent.id });
      const { claim: taken } = await claim(own, given.worker);
      await runOut(own);
      expect((await read(own.id)).is_working).toBe(false);
      const lost = async (): Promise<void> => {
        const before = await read(own.id);
        for (const body of [{}, { claim_generation: taken.generation }]) {
          await given.worker.fails('heartbeatAction', at(own, body), 409, 'CLAIM_LOST');
        }
        expect(await read(own.id)).toEqual(before);
      };
      await lost();
      await note(own, 'Still at it.');
      expect(await read(own.id)).toMatchObject({ claimed_by_actor_id: null, is_working: true });
      await lost();
      const { claim: again } = await claim(own, given.worker);
      const { claim: renewed } = await given.worker.ok('heartbeatAction', at(own));
      expect(renewed?.generation).toBe(again.generation);
      await given.worker.ok('releaseAction', at(own));
      await lost();
    });

    test('changes the lease to lease_seconds, which later heartbeats keep', async () => {
      const action = await create();
      await claim(action, given.worker);
      for (const body of [{ lease_seconds: 7_200 }, {}]) {
        const { claim: renewed } = await given.worker.ok('heartbeatAction', at(action, body));
        const seconds = (Date.parse(renewed?.expires_at ?? '') - Date.now()) / SECOND;
        expect(Math.abs(seconds - 7_200)).toBeLessThan(60);
      }
      for (const lease_seconds of [59, 14_401]) {
        const sent = at(action, { lease_seconds });
        await given.worker.fails('heartbeatAction', sent, 400, 'VALIDATION_FAILED');
      }
    });
  });

  describe('releaseAction', () => {
    test('releases pool work immediately, with the reason as a note', async () => {
      const [action, { api }] = [await create(), await anAgent()];
      await claim(action, given.worker);
      const { action: free } = await given.worker.ok(
        'releaseAction',
        at(action, { reason: 'The hoist is stuck.', claim_generation: 1 }),
      );
      expect(free).toMatchObject({
        claimed_by_actor_id: null,
        claim_expires_at: null,
        is_working: false,
        version: 3,
        latest_note: { kind: 'note', body: 'The hoist is stuck.' },
      });
      expect(await kindsOf(action.id)).toContain('action.released');
      await given.worker.fails('releaseAction', at(action), 409, 'CLAIM_LOST');
      expect((await claim(action, api)).claim.generation).toBe(3);
      await given.worker.fails('releaseAction', at(action), 403, 'FORBIDDEN');
      const old = at(action, { claim_generation: 1 });
      await given.worker.fails('releaseAction', old, 409, 'CLAIM_LOST');
      expect((await given.person.ok('releaseAction', at(action))).action.is_working).toBe(false);
    });

    test('does not unassign assigned work', async () => {
      const own = await create({ assigned_agent_id: given.agent.id });
      await claim(own, given.worker);
      const { action, hint } = await given.worker.ok('releaseAction', at(own));
      expect(action).toMatchObject({ assigned_agent_id: given.agent.id, is_working: false });
      expect(hint).toBe(
        `The action is still assigned to ${given.agent.name}. To give it to the pool, update it with assigned_actor_id null.`,
      );
      const pool = await create();
      await claim(pool, given.worker);
      expect(await given.worker.ok('releaseAction', at(pool))).not.toHaveProperty('hint');
      await given.worker.ok('completeAction', done(own));
      await given.worker.fails('releaseAction', at(own), 409, 'ALREADY_TERMINAL');
    });
  });

  describe('a live claim', () => {
    test('prevents other agents from completing and changing the action, but not people', async () => {
      const { agent, api } = await anAgent();
      const [action, second] = [await create(), await create()];
      for (const one of [action, second]) await claim(one, api);
      const claimed = await read(action.id);
      const { details } = await given.worker.fails(
        'completeAction',
        done(action),
        409,
        'ALREADY_CLAIMED',
      );
      expect(details).toMatchObject({ claimed_by_actor_id: agent.actor_id });
      await given.worker.fails('updateAction', at(action, { title: 'x' }), 409, 'ALREADY_CLAIMED');
      expect(await read(action.id)).toEqual(claimed);
      await note(action, 'Mind the gap.');
      await given.worker.ok('createQuestion', {
        body: {
          question: 'Which rope?',
          on_answer: 'Tie it',
          action_id: action.id,
          blocking: false,
        },
      });
      const completed = await api.ok('completeAction', done(action, { claim_generation: 1 }));
      expect(completed).toMatchObject({
        status: 'done',
        assigned_actor_id: agent.actor_id,
        claimed_by_actor_id: null,
      });
      expect((await given.person.ok('completeAction', done(second))).status).toBe('done');
    });

    test('a superseded generation is lost', async () => {
      const [action, { api }] = [await create(), await anAgent()];
      const first = await claim(action, given.worker);
      await runOut(action);
      await claim(action, api);
      const lost = { claim_generation: first.claim.generation };
      const before = await read(action.id);
      await given.worker.fails('completeAction', done(action, lost), 409, 'CLAIM_LOST');
      await given.worker.fails('heartbeatAction', at(action, lost), 409, 'CLAIM_LOST');
      await given.worker.fails('releaseAction', at(action, lost), 409, 'CLAIM_LOST');
      expect(await read(action.id)).toEqual(before);
    });

    test('ends when a person reassigns the action', async () => {
      const [action, { agent, api }] = [await create(), await anAgent()];
      await claim(action, given.worker);
      const reassigned = await given.person.ok('updateAction', {
        path: { id: action.id },
        body: { assigned_agent_id: agent.id },
      });
      expect(reassigned).toMatchObject({ claimed_by_actor_id: null, is_working: false });
      const lost = at(action, { claim_generation: 1 });
      await given.worker.fails('heartbeatAction', lost, 409, 'CLAIM_LOST');
      expect((await claim(action, api)).claim.generation).toBe(3);
    });

    test('is lost if it has expired and its agent unassigns the action', async () => {
      const [action, { api }] = [await create({}, given.worker), await anAgent()];
      await claim(action, given.worker);
      await runOut(action);
      const unassigned = await given.worker.ok('updateAction', {
        path: { id: action.id },
        body: { assigned_actor_id: null },
      });
      expect(unassigned).toMatchObject({ assigned_actor_id: null, claimed_by_actor_id: null });
      const late = done(action, { claim_generation: 1 });
      await given.worker.fails('completeAction', late, 409, 'CLAIM_LOST');
      expect((await claim(action, api)).claim.generation).toBe(3);
    });

    test('makes its agent working, and its action is the working one in the overview', async () => {
      const [action, { agent, api }] = [await create(), await anAgent()];
      await claim(action, api);
      const view = await api.ok('getAgentOverview', { path: { id: agent.id } });
      expect(view.my_work.working).toMatchObject({ id: action.id, is_working: true });
      expect(view.claimable.map(({ id }) => id)).not.toContain(action.id);
      const presence = async () =>
        (await given.person.ok('getAgent', { path: { id: agent.id } })).presence;
      expect(await presence()).toBe('working');
      await runOut(action);
      expect(await presence()).toBe('idle');
      const later = await api.ok('getAgentOverview', {
        path: { id: agent.id },
        query: { full: true },
      });
      expect(later.my_work.working).toBeNull();
      expect(later.claimable.map(({ id }) => id)).toContain(action.id);
    });

    test('makes assigned work stalled, and pool work claimable, when it expires', async () => {
      const [own, pool] = [await create({ assigned_agent_id: given.agent.id }), await create()];
      const stalled = async () => {
        const { domains } = await given.person.ok('getTasksView', { query: { slice: 'stalled' } });
        return domains.flatMap(({ rows }) => rows.map((row) => row.action_id));
      };
      for (const action of [own, pool]) await claim(action, given.worker);
      expect(await stalled()).not.toContain(own.id);
      for (const action of [own, pool]) await runOut(action);
      expect(await stalled()).toContain(own.id);
      expect(await stalled()).not.toContain(pool.id);
      await note(own, 'Back on it.');
      expect(await stalled()).not.toContain(own.id);
    });
  });
});

type QuestionCreate = components['schemas']['QuestionCreate'];

const MINUTE = 60 * SECOND;

/** Seconds. */
const lease = 600;

describeOnEachDatabase('A claim at rest', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let other: { agent: Agent; api: ApiClient };

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    const { agent, token } = await addAgent(app, given.owner);
    other = { agent, api: client(app, { bearer: token }) };
  });
  afterAll(() => app.close());

  const create = (body: object = {}) =>
    given.person.ok('createAction', { body: { title: 'Hang the moon', status: 'ready', ...body } });
  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const ask = async (id: string, body: Partial<QuestionCreate> = {}, by = given.worker) => {
    const asked = { question: 'How high?', on_answer: 'I hang it there.', action_id: id, ...body };
    return { path: { id: (await by.ok('createQuestion', { body: asked })).id } };
  };
  /** Pool work that the worker has claimed. */
  const claimed = async (body: object = {}) => {
    const { id } = await create(body);
    const { claim } = await given.worker.ok('claimAction', {
      path: { id },
      body: { lease_seconds: lease },
    });
    return { id, path: { id }, generation: claim.generation };
  };
  const atRest = async (body: Partial<QuestionCreate> = {}) => {
    const action = await claimed();
    return { ...action, question: await ask(action.id, body) };
  };
  const pass = (milliseconds: number) =>
    moveIntoPast(database(), given.workspaceId, milliseconds / SECOND);
  const answer = (question: { path: { id: string } }) =>
    given.person.ok('respondQuestion', { ...question, body: { response: 'Ten feet.' } });
  const next = ({ agent, api } = other) =>
    api.ok('claimNextAction', { path: { id: agent.id }, body: {} });
  const expiresIn = async (id: string): Promise<number | null> => {
    const { claim_expires_at: expiry } = await read(id);
    return expiry === null ? null : Math.round((Date.parse(expiry) - Date.now()) / MINUTE);
  };

  test('does not expire, and refuses other agents until the answer begins a new lease', async () => {
    const { id, path, generation, question } = await atRest();
    await pass(24 * HOUR);
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      claimed_by_actor_id: given.agent.actor_id,
      claim_expires_at: null,
      is_working: false,
    });
    const { details } = await other.api.fails('claimAction', { path }, 409, 'ALREADY_CLAIMED');
    expect(details).toMatchObject({
      claimed_by_actor_id: given.agent.actor_id,
      retry_after_seconds: lease,
      at_rest: true,
    });
    const heartbeat = { path, body: { claim_generation: generation } };
    const { claim } = await given.worker.ok('heartbeatAction', heartbeat);
    expect(claim).toMatchObject({ generation, at_rest: true });
    const [expiry, renewal] = [claim?.expires_at ?? '', claim?.renew_after ?? ''];
    expect(renewal).toBe(addMilliseconds(expiry, (-lease / 2) * SECOND));
    expect(Math.round((Date.parse(expiry) - Date.now()) / MINUTE)).toBe(lease / 60);
    expect((await read(id)).claim_expires_at).toBeNull();

    await answer(question);
    expect(await read(id)).toMatchObject({ status: 'ready', is_working: true });
    expect(await expiresIn(id)).toBe(lease / 60);
    expect((await next()).reason).toBe('none_ready');
    const mine = await next({ agent: given.agent, api: given.worker });
    expect(mine).toMatchObject({
      reason: 'continue_current',
      action: { id },
      claim: { generation },
    });
    expect(mine.claim).not.toHaveProperty('at_rest');

    // Unused, the new lease returns the work to the pool, with the question and its answer.
    await pass((lease + 1) * SECOND);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
    const context = await other.api.ok('getActionContext', { path });
    expect(context.ended_questions).toMatchObject([
      { question: 'How high?', response: 'Ten feet.' },
    ]);
    await given.worker.fails('heartbeatAction', heartbeat, 409, 'CLAIM_LOST');
  });

  const ends: Record<string, (action: Awaited<ReturnType<typeof atRest>>) => Promise<unknown>> = {
    'a dismissal': ({ question }) => given.person.ok('dismissQuestion', question),
    'a withdrawal': ({ question }) => given.worker.ok('withdrawQuestion', question),
    'an answer of the agent itself': ({ question }) =>
      given.worker.ok('respondQuestion', { ...question, body: { response: 'Low.' } }),
    'a person who makes it ready': ({ path }) =>
      given.person.ok('updateAction', { path, body: { status: 'ready' } }),
    'the agent that moves it to the inbox': ({ path }) =>
      given.worker.ok('updateAction', { path, body: { status: 'inbox' } }),
  };
  test.each(Object.keys(ends))('ends with a new lease after %s', async (name) => {
    const action = await atRest();
    await pass(HOUR);
    await ends[name]?.(action);
    expect(await expiresIn(action.id)).toBe(lease / 60);
    expect((await read(action.id)).claimed_by_actor_id).toBe(given.agent.actor_id);
    const { claim } = await given.worker.ok('heartbeatAction', { path: action.path });
    expect(claim?.generation).toBe(action.generation);
    expect(claim).not.toHaveProperty('at_rest');
  });

  test.each(['use_default', 'dismiss'] as const)(
    'ends with a new lease when the question expires: %s',
    async (on_timeout) => {
      const expires_at = addMilliseconds(new Date().toISOString(), HOUR);
      const default_response = on_timeout === 'use_default' ? { default_response: 'Low.' } : {};
      const timeout = { expires_at, on_timeout, ...default_response };
      const [ready, held] = [await atRest(timeout), await atRest(timeout)];
      await ask(held.id, {}, other.api);
      await pass(HOUR + SECOND);
      expect(await read(ready.id)).toMatchObject({ status: 'ready', is_working: true });
      expect(await expiresIn(ready.id)).toBe(lease / 60);
      // Another agent still waits for an answer, but the claimant does not.
      expect(await read(held.id)).toMatchObject({ status: 'waiting' });
      expect(await expiresIn(held.id)).toBe(lease / 60);
      const { items } = await given.person.ok('readEvents', { query: { limit: 200 } });
      const summaries = items
        .filter(({ subject, kind }) => subject.id === held.id && kind === 'action.updated')
        .map(({ summary }) => summary);
      expect(summaries).toContain(
        'The claimant no longer waits for an answer and has a new lease.',
      );
    },
  );

  test('lasts until the last blocking question of the claimant ends', async () => {
    const { id, question } = await atRest();
    const second = await ask(id);
    await ask(id, { blocking: false });
    const others = await ask(id, {}, other.api);
    await answer(question);
    await pass(HOUR);
    expect(await expiresIn(id)).toBeNull();
    await answer(second);
    expect(await expiresIn(id)).toBe(lease / 60);
    expect(await read(id)).toMatchObject({ status: 'waiting' });
    await pass((lease + 1) * SECOND);
    await answer(others);
    expect(await read(id)).toMatchObject({ status: 'ready', is_working: false });
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
  });

  test('does not begin for the question of another agent, or one that does not block', async () => {
    const [one, two] = [await claimed(), await claimed()];
    await ask(one.id, {}, other.api);
    await ask(two.id, { blocking: false });
    for (const { id } of [one, two]) expect(await expiresIn(id)).toBe(lease / 60);
    await pass((lease + 1) * SECOND);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id: two.id } });
  });

  test('does not begin for an expired claim', async () => {
    const { id, path } = await claimed();
    await pass((lease + 1) * SECOND);
    const question = await ask(id);
    expect((await read(id)).claim_expires_at).not.toBeNull();
    await other.api.fails('claimAction', { path }, 409, 'NOT_CLAIMABLE');
    await answer(question);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
  });

  test('begins for an action that waits already, and the status stays after the answer', async () => {
    const { id, path } = await claimed();
    await given.worker.ok('updateAction', { path, body: { status: 'waiting' } });
    const question = await ask(id);
    await pass(HOUR);
    expect(await expiresIn(id)).toBeNull();
    await answer(question);
    expect(await read(id)).toMatchObject({ status: 'waiting' });
    expect(await expiresIn(id)).toBe(lease / 60);
  });

  test('is released, reassigned and dropped like any other', async () => {
    const [released, handed, kept, dropped] = [
      await atRest(),
      await atRest(),
      await atRest(),
      await atRest(),
    ];
    await other.api.fails('releaseAction', { path: released.path }, 403, 'FORBIDDEN');
    await given.person.ok('releaseAction', { path: released.path });
    const to = (agent: Agent) => ({ assigned_agent_id: agent.id });
    await given.person.ok('updateAction', { path: handed.path, body: to(other.agent) });
    await given.person.ok('updateAction', { path: kept.path, body: to(given.agent) });
    await given.person.ok('dropAction', { path: dropped.path, body: { reason: 'No.' } });
    for (const { id } of [released, handed, dropped]) {
      expect(await read(id)).toMatchObject({ claimed_by_actor_id: null, claim_expires_at: null });
    }
    await pass(HOUR);
    for (const { question } of [released, handed, kept]) await answer(question);
    expect((await next()).action?.id).toBe(released.id);
    await other.api.ok('claimAction', { path: handed.path });
    expect(await expiresIn(kept.id)).toBe(lease / 60);
    expect(await read(kept.id)).toMatchObject({ assigned_agent_id: given.agent.id });
  });

  test.each(['pauseAgent', 'revokeAgent'] as const)('ends with %s, for pool work', async (verb) => {
    const { id, question } = await atRest();
    await given.person.ok(verb, { path: { id: given.agent.id } });
    expect(await read(id)).toMatchObject({ status: 'waiting', claimed_by_actor_id: null });
    await answer(question);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
  });

  test('survives the pause of the agent on assigned work', async () => {
    const { id, question } = await (async () => {
      const action = await claimed({ assigned_agent_id: given.agent.id });
      return { ...action, question: await ask(action.id) };
    })();
    await given.person.ok('pauseAgent', { path: { id: given.agent.id } });
    expect(await expiresIn(id)).toBeNull();
    await answer(question);
    expect(await expiresIn(id)).toBe(lease / 60);
  });

  test('is among the waiting work of its agent, and the agent may claim more', async () => {
    const { id } = await atRest();
    const views = async (agent: Agent, api: ApiClient) => {
      const path = { id: agent.id };
      const { my_work: work, elsewhere } = await api.ok('getAgentOverview', { path });
      const { counts } = await api.ok('getAgentAttention', { path });
      return {
        waiting: work.waiting.map((item) => item.id),
        count: counts.waiting,
        others: elsewhere.other_waiting_actions,
      };
    };
    await pass(HOUR);
    expect(await views(given.agent, given.worker)).toEqual({ waiting: [id], count: 1, others: 0 });
    expect(await views(other.agent, other.api)).toEqual({ waiting: [], count: 0, others: 1 });
    const second = await create();
    expect(await next({ agent: given.agent, api: given.worker })).toMatchObject({
      reason: 'claimed',
      action: { id: second.id },
    });
  });

  test('ends once for twenty concurrent ends of its questions', async () => {
    const { id } = await claimed();
    const questions = await Promise.all(Array.from({ length: 20 }, () => ask(id)));
    await pass(HOUR);
    await Promise.all(questions.map(answer));
    expect(await read(id)).toMatchObject({ status: 'ready', is_working: true });
    expect(await expiresIn(id)).toBe(lease / 60);
    expect(await next({ agent: given.agent, api: given.worker })).toMatchObject({
      reason: 'continue_current',
    });
  });
});

const nothing = {
  blocked: 0,
  deferred: 0,
  sequential: 0,
  missing_capability: 0,
  claimed: 0,
  paused_project: 0,
  released: 0,
};

describeOnEachDatabase('Claim next', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const anAgent = async (
    wanted: Partial<components['schemas']['AgentCreate']> = {},
  ): Promise<{ agent: Agent; api: ApiClient }> => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };
  const create = (body: Partial<ActionCreate> = {}) =>
    given.person.ok('createAction', { body: { title: 'Focus', status: 'ready', ...body } });
  const next = (body: object = {}, api = given.worker, agent = given.agent) =>
    api.ok('claimNextAction', { path: { id: agent.id }, body });
  const complete = (id: string, api = given.worker) =>
    api.ok('completeAction', { path: { id }, body: { result_summary: 'It is in focus.' } });
  const inDays = (days: number) => addMilliseconds(new Date().toISOString(), days * DAY);
  const change = (id: string, columns: object) =>
    database().knex('actions').where({ id }).update(columns);

  describe('claimNextAction', () => {
    test('claims own and pool work, both in one order', async () => {
      const own = { assigned_agent_id: given.agent.id };
      const old = await create();
      const made = [
        await create({ due_at: inDays(-2) }),
        await create({ due_at: inDays(-1), ...own }),
        await create({ due_at: inDays(1) }),
        await create({ position: 1, ...own }),
        await create({ position: 2 }),
      ];
      const order: string[] = [];
      for (const _ of [...made, old]) {
        const { action, claim, reason, withheld } = await next();
        expect([reason, withheld]).toEqual(['claimed', nothing]);
        expect(claim?.generation).toBe(1);
        expect(action).toMatchObject({
          claimed_by_actor_id: given.agent.actor_id,
          claim_expires_at: claim?.expires_at,
        });
        order.push(action?.id ?? '');
        await complete(action?.id ?? '');
      }
      expect(order).toEqual([...made.map(({ id }) => id), old.id]);
      expect(await next()).toEqual({
        action: null,
        claim: null,
        reason: 'none_ready',
        withheld: nothing,
      });
    });

    test('returns the current claim of the agent, or at_capacity if a filter excludes it', async () => {
      const project = await given.person.ok('createProject', { body: { title: 'Tour' } });
      await create({ project_id: project.id });
      const other = await given.person.ok('createProject', { body: { title: 'Gala' } });
      await create({ project_id: other.id });
      const first = await next({ project_id: project.id, lease_seconds: 3600 });
      expect(first.action?.project_id).toBe(project.id);
      expect(Date.parse(first.claim?.expires_at ?? '')).toBeGreaterThan(Date.now() + HOUR / 2);
      expect(await next()).toEqual({ ...first, reason: 'continue_current' });
      expect(await next({ project_id: other.id })).toEqual({
        action: null,
        claim: null,
        reason: 'at_capacity',
        withheld: nothing,
      });
      const claims = await database().knex('events').where({
        workspace_id: given.workspaceId,
        kind: 'action.claimed',
      });
      expect(claims).toHaveLength(1);
    });

    test('includes the context of the action on request, and omits it in a repetition', async () => {
      const { worker, person, agent } = given;
      const body = { include: ['context' as const], client_request_id: 'next-1' };
      expect(await next({ include: ['context'] })).not.toHaveProperty('context');
      const { id } = await create({ input_payload: { context: 'of the show' } });
      await person.ok('createActionNote', { path: { id }, body: { body: 'Left is dark.' } });
      const first = await next(body);
      const { context, ...claimed } = first;
      expect(context).toEqual(await worker.ok('getActionContext', { path: { id } }));
      expect(context?.notes).toMatchObject([{ body: 'Left is dark.' }]);

      const again = await worker.call('claimNextAction', { path: { id: agent.id }, body });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(claimed);
      expect(claimed.action?.input_payload).toEqual({ context: 'of the show' });
      const current = await next({ include: ['context'] });
      expect(current).toEqual({ ...first, reason: 'continue_current' });
      expect(await next()).not.toHaveProperty('context');
    });

    test('stores no long response, so that a retry calls again with another id', async () => {
      const { id } = await create({ details: 'x'.repeat(limits.replay_body_bytes) });
      const input = { path: { id: given.agent.id }, body: { client_request_id: 'long-1' } };
      expect((await given.worker.ok('claimNextAction', input)).action?.id).toBe(id);
      const again = await given.worker.call('claimNextAction', input);
      expect(again.status).toBe(204);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(await next()).toMatchObject({ reason: 'continue_current', action: { id } });
    });

    test('bounds the context by context_max_bytes', async () => {
      await create({ details: 'x'.repeat(16_000) });
      const { context } = await next({ include: ['context'], context_max_bytes: 8192 });
      expect(Buffer.byteLength(JSON.stringify(context))).toBeLessThanOrEqual(8192);
      expect(context?.truncated.texts).toEqual(['action/details']);
    });

    test('tells the workers of an agent apart', async () => {
      const project = await given.person.ok('createProject', { body: { title: 'Tour' } });
      for (let made = 0; made < 3; made += 1) await create();
      const none = { ...nothing, claimed: 1 };
      const first = await next({ worker: 'left' });
      expect(first).toMatchObject({ reason: 'claimed', claim: { worker: 'left' } });
      const second = await next({ worker: 'right' });
      expect(second).toMatchObject({ reason: 'claimed', withheld: none });
      const third = await next();
      expect(third).toMatchObject({ reason: 'claimed', withheld: { ...nothing, claimed: 2 } });
      expect(third.claim).not.toHaveProperty('worker');
      const taken = [first, second, third].map(({ action }) => action?.id);
      expect(new Set(taken).size).toBe(3);
      for (const [worker, of] of [
        [{ worker: 'left' }, first],
        [{ worker: 'right' }, second],
        [{}, third],
      ] as const) {
        const again = await next(worker);
        expect([again.reason, again.action?.id]).toEqual(['continue_current', of.action?.id]);
        expect(again.claim).toEqual(of.claim);
        const elsewhere = await next({ ...worker, project_id: project.id });
        expect(elsewhere.reason).toBe('at_capacity');
      }
      const idle = { action: null, reason: 'none_ready', withheld: { ...nothing, claimed: 3 } };
      expect(await next({ worker: 'third' })).toMatchObject(idle);
      // A worker without an action may claim in any project.
      await create({ project_id: project.id });
      const elsewhere = { worker: 'third', project_id: project.id };
      expect((await next(elsewhere)).reason).toBe('claimed');
    });

    test('returns the action of a worker to all workers when its lease ends', async () => {
      await create();
      const { action } = await next({ worker: 'left' });
      await database()
        .knex('actions')
        .where({ id: action?.id })
        .update({ claim_expires_at: addMilliseconds(new Date().toISOString(), -HOUR) });
      const again = await next({ worker: 'right' });
      expect(again).toMatchObject({
        reason: 'claimed',
        action: { id: action?.id },
        claim: { generation: 2, worker: 'right' },
      });
    });

    test('claims one action for each of five workers in forty concurrent requests', async () => {
      for (let made = 0; made < 8; made += 1) await create();
      const workers = Array.from({ length: 40 }, (_, index) => `worker ${index % 5}`);
      const responses = await Promise.all(workers.map((worker) => next({ worker })));
      const pairs = responses.map(({ action, claim }) => `${claim?.worker} ${action?.id}`);
      expect(new Set(pairs).size).toBe(5);
      expect(new Set(responses.map(({ action }) => action?.id)).size).toBe(5);
      expect(responses.filter(({ reason }) => reason === 'claimed')).toHaveLength(5);
    });

    test.each(['', 'x'.repeat(201)])('refuses a worker name of a wrong length', async (worker) => {
      const sent = { path: { id: given.agent.id }, body: { worker } };
      await given.worker.fails('claimNextAction', sent, 400, 'VALIDATION_FAILED');
    });

    test('a claim on work that cannot be done any more prevents nothing', async () => {
      const { person } = given;
      const project = await person.ok('createProject', { body: { title: 'Tour' } });
      const held = await create({ project_id: project.id, position: 1 });
      expect((await next()).action?.id).toBe(held.id);
      const other = await create();
      await person.ok('updateProject', { path: { id: project.id }, body: { state: 'paused' } });
      const path = { id: given.agent.id };
      const { counts } = await given.worker.ok('getAgentAttention', { path });
      expect(counts).toMatchObject({ ready: 0, claimable: 1 });
      const overview = await given.worker.ok('getAgentOverview', { path });
      expect(overview.my_work).toMatchObject({ working: null, ready: [] });
      expect(await next()).toMatchObject({ reason: 'claimed', action: { id: other.id } });
      await person.ok('updateProject', { path: { id: project.id }, body: { state: 'active' } });
      expect((await next()).reason).toBe('continue_current');
    });

    test('claims one action for twenty concurrent requests of one agent', async () => {
      for (let made = 0; made < 5; made += 1) await create();
      const responses = await Promise.all(Array.from({ length: 20 }, () => next()));
      expect(new Set(responses.map(({ action }) => action?.id)).size).toBe(1);
      expect(responses.filter(({ reason }) => reason === 'claimed')).toHaveLength(1);
    });

    test('counts the withheld actions by reason', async () => {
      const { person } = given;
      const project = (body: object) =>
        person.ok('createProject', { body: { title: 'Season', ...body } });
      const [line, paused] = [await project({}), await project({ state: 'paused' })];
      const waiting = await create({ status: 'waiting' });
      const blocked = await create();
      await person.ok('addBlocker', { path: { id: blocked.id, blocker_id: waiting.id } });
      await create({ project_id: line.id, position: 1, status: 'inbox' });
      for (const position of [2, 3]) await create({ project_id: line.id, position });
      await create({ project_id: paused.id });
      await create({ defer_until: inDays(1) });
      await create({ requirements: ['pyro'] });
      await create({ is_template: true });
      const { agent, api } = await anAgent({ capabilities: ['pyro'] });
      await create({ assigned_agent_id: agent.id });
      const taken = await create();
      await api.ok('claimAction', { path: { id: taken.id }, body: {} });
      expect(await next()).toEqual({
        action: null,
        claim: null,
        reason: 'none_ready',
        withheld: {
          blocked: 1,
          deferred: 1,
          sequential: 2,
          missing_capability: 1,
          claimed: 1,
          paused_project: 1,
          released: 0,
        },
      });
    });

    test('takes overdue work first, then by priority, due date, position and age', async () => {
      const { person, worker } = given;
      const past = '2026-01-01T00:00:00.000Z';
      const soon = '2035-01-01T00:00:00.000Z';
      const wanted: Partial<ActionCreate>[] = [
        { due_at: past, priority: 4 },
        { due_at: '2026-01-02T00:00:00.000Z', priority: 4 },
        { due_at: past, priority: 1 },
        { due_at: past },
        { due_at: '2036-01-01T00:00:00.000Z', priority: 4 },
        { priority: 4, position: 1 },
        { priority: 4, position: 2 },
        { priority: 4 },
        { priority: 3, due_at: soon },
        { priority: 3 },
        { due_at: soon, priority: 1 },
        { due_at: soon },
        {},
      ];
      const ids: string[] = [];
      for (const body of wanted.toReversed()) ids.unshift((await create(body)).id);
      const path = { id: given.agent.id };
      const queue = await worker.ok('getAgentQueue', { path, query: { include_claimable: true } });
      expect(queue.items.map(({ id }) => id)).toEqual(ids);
      const ready = await person.ok('getReadyView', { query: { limit: 200 } });
      expect(ready.items.map(({ id }) => id)).toEqual(ids);
      const overview = await worker.ok('getAgentOverview', { path });
      expect(overview.claimable.map(({ id }) => id)).toEqual(
        ids.slice(0, overview.claimable.length),
      );
      const taken: (string | undefined)[] = [];
      for (let count = 0; count < 4; count += 1) {
        const { action } = await next();
        taken.push(action?.id);
        await complete(action?.id ?? '');
      }
      expect(taken).toEqual(ids.slice(0, 4));
      for (const id of ids.slice(4)) await person.ok('dropAction', { path: { id } });
    });

    test('takes work that becomes overdue, that gets another date or another priority', async () => {
      const { person, worker } = given;
      const [first, second, third] = [
        await create({ priority: 4 }),
        await create({ due_at: '2035-01-01T00:00:00.000Z' }),
        await create(),
      ];
      const path = { id: given.agent.id };
      const order = async () => {
        const query = { include_claimable: true };
        const { items } = await worker.ok('getAgentQueue', { path, query });
        return items.map(
          ({ id }) => [first, second, third].findIndex((each) => each.id === id) + 1,
        );
      };
      expect(await order()).toEqual([1, 2, 3]);
      const update = (id: string, body: object) =>
        person.ok('updateAction', { path: { id }, body });
      await update(third.id, { priority: 4 });
      expect(await order()).toEqual([1, 3, 2]);
      await update(second.id, { due_at: '2026-01-01T00:00:00.000Z' });
      expect(await order()).toEqual([2, 1, 3]);
      await update(second.id, { due_at: null });
      expect(await order()).toEqual([1, 3, 2]);
      // Time passes, which no request stores.
      const { knex } = database();
      const due = { due_at: '2026-01-01T00:00:00.000Z' };
      await knex('actions').where({ id: second.id }).update(due);
      await rankOverdue(database(), () => false);
      expect(await order()).toEqual([2, 1, 3]);
      const before = await knex('actions').where({ id: second.id }).first('version', 'queue_rank');
      await rankOverdue(database(), () => false);
      expect(await knex('actions').where({ id: second.id }).first('version', 'queue_rank')).toEqual(
        before,
      );
      expect(before).toMatchObject({ queue_rank: 4, version: 3 });
      for (const { id } of [first, second, third]) await person.ok('dropAction', { path: { id } });
    });

    test('counts the blocked actions in a workspace with more than 1,000 blockers', async () => {
      const { workspaceId, worker } = given;
      const made = await Promise.all(Array.from({ length: 46 }, () => create()));
      const [first] = made;
      await worker.ok('claimAction', { path: { id: first?.id ?? '' }, body: {} });
      const key = {
        workspace_id: workspaceId,
        created_by_actor_id: first?.created_by_actor_id,
        created_at: first?.created_at,
      };
      const { knex } = database();
      for (const [index, { id }] of made.entries()) {
        const earlier = made.slice(0, index);
        const rows = earlier.map((blocker) => ({ ...key, action_id: id, blocker_id: blocker.id }));
        if (rows.length > 0) await knex('action_blockers').insert(rows);
      }
      const { reason, withheld } = await next();
      expect(reason).toBe('continue_current');
      expect(withheld).toEqual({ ...nothing, blocked: made.length - 1 });
    });

    test('offers no later action of a sequential project until the first one is approved', async () => {
      const { person, worker } = given;
      const project = await person.ok('createProject', { body: { title: 'Season' } });
      const line = (position: number) =>
        create({ project_id: project.id, position, requires_review: true });
      const [first, second, third] = [await line(1), await line(2), await line(3)];
      const path = { id: given.agent.id };
      const seen = async () => {
        const view = await person.ok('getReadyView', { query: { limit: 200 } });
        const overview = await worker.ok('getAgentOverview', { path });
        const attention = await worker.ok('getAgentAttention', { path });
        const queue = await worker.ok('getAgentQueue', {
          path,
          query: { include_claimable: true },
        });
        const ready = view.items.map(({ id }) => id);
        expect(overview.claimable.map(({ id }) => id)).toEqual(ready);
        expect(queue.items.map(({ id }) => id)).toEqual(ready);
        expect(attention.counts.claimable).toBe(ready.length);
        expect([view.total, queue.total]).toEqual([ready.length, ready.length]);
        return ready;
      };
      const review = (verb: 'approveAction' | 'rejectAction') =>
        person.ok(verb, {
          path: { id: first.id },
          ...(verb === 'rejectAction' ? { body: { reason: 'Too short.' } } : {}),
        });
      expect(await seen()).toEqual([first.id]);
      await complete(first.id);
      expect(await seen()).toEqual([]);
      const { reason, withheld } = await next();
      expect([reason, withheld.sequential]).toEqual(['none_ready', 2]);
      const claim = { path: { id: second.id }, body: {} };
      const { details } = await worker.fails('claimAction', claim, 409, 'NOT_CLAIMABLE');
      expect(details).toEqual({ reason: 'sequential', status: 'ready' });
      await review('rejectAction');
      expect((await next()).action?.id).toBe(first.id);
      await complete(first.id);
      await review('approveAction');
      expect(await seen()).toEqual([second.id]);
      expect(await next()).toMatchObject({
        action: { id: second.id },
        withheld: { sequential: 1 },
      });
      await person.ok('completeAction', { path: { id: second.id }, body: { result_summary: 'x' } });
      expect((await next()).action?.id).toBe(third.id);
    });

    test('a pending review does not block earlier actions, or actions of a parallel project', async () => {
      const { person } = given;
      const project = (body: object) =>
        person.ok('createProject', { body: { title: 'Season', ...body } });
      const [sequential, parallel] = [await project({}), await project({ work_mode: 'parallel' })];
      for (const { id } of [sequential, parallel]) {
        const own = { project_id: id, assigned_agent_id: given.agent.id } as const;
        await complete((await create({ ...own, position: 5 })).id);
      }
      const before = await create({ project_id: sequential.id, position: 1 });
      expect((await next()).action?.id).toBe(before.id);
      await complete(before.id);
      const beside = await create({ project_id: parallel.id, position: 6 });
      expect((await next()).action?.id).toBe(beside.id);
    });

    describe('released work', () => {
      const take = async (body: Partial<ActionCreate> = {}) => {
        const { id } = await create(body);
        expect((await next()).action?.id).toBe(id);
        return { path: { id } };
      };
      const release = (action: { path: { id: string } }, by = given.worker) =>
        by.ok('releaseAction', { ...action, body: { reason: 'Too high.' } });
      const offers = async (api = given.worker, agent = given.agent) => {
        const path = { id: agent.id };
        const queue = { path, query: { include_claimable: true } };
        const { total } = await api.ok('getAgentQueue', queue);
        const { counts } = await api.ok('getAgentAttention', { path });
        const { my_work: work, claimable } = await api.ok('getAgentOverview', { path });
        const listed = await api.ok('listActions', { query: { actionable: true } });
        expect(counts.ready + counts.claimable).toBe(total);
        expect(work.ready.length + claimable.length).toBe(total);
        expect(listed.total).toBe(total);
        return total;
      };
      const idle = { action: null, reason: 'none_ready' };

      test('is withheld from its releaser for an hour, but not from others', async () => {
        const [pool, own] = [await take(), await create({ assigned_agent_id: given.agent.id })];
        await release(pool);
        expect((await next()).action?.id).toBe(own.id);
        await release({ path: { id: own.id } });
        expect(await next()).toMatchObject({ ...idle, withheld: { ...nothing, released: 2 } });
        expect(await offers()).toBe(0);
        const { api, agent } = await anAgent();
        expect(await offers(api, agent)).toBe(1);
        await moveIntoPast(database(), given.workspaceId, HOUR / SECOND + 1);
        expect(await offers()).toBe(2);
        expect(await next()).toMatchObject({ reason: 'claimed', withheld: nothing });
      });

      test('can be claimed by its id, which ends that', async () => {
        const action = await take();
        await release(action);
        await given.worker.ok('claimAction', action);
        await change(action.path.id, { claim_expires_at: inDays(-1) });
        expect(await next()).toMatchObject({ reason: 'claimed', action: action.path });
      });

      const changes: Record<string, (action: { path: { id: string } }) => Promise<unknown>> = {
        'an update': (action) =>
          given.person.ok('updateAction', { ...action, body: { title: 'Lower' } }),
        'a note': (action) =>
          given.person.ok('createActionNote', { ...action, body: { body: 'A ladder is here.' } }),
        'a claim that ended': async (action) => {
          const { api } = await anAgent();
          await api.ok('claimAction', action);
          await api.ok('releaseAction', action);
        },
        'a new domain of its project': async ({ path }) => {
          const { project_id: id } = await given.person.ok('getAction', { path });
          const domain = await given.person.ok('createDomain', { body: { name: 'Height' } });
          const body = { domain_id: domain.id };
          await given.person.ok('updateProject', { path: { id: id ?? '' }, body });
        },
      };
      test.each(Object.keys(changes))(
        'is offered again after %s of somebody else',
        async (name) => {
          const project = await given.person.ok('createProject', { body: { title: 'Tour' } });
          const action = await take({ project_id: project.id });
          await release(action);
          // Its own changes do not count.
          await given.worker.ok('createActionNote', {
            ...action,
            body: { body: 'I gave it back.' },
          });
          await given.worker.ok('updateAction', { ...action, body: { due_at: inDays(2) } });
          expect(await next()).toMatchObject({ ...idle, withheld: { released: 1 } });
          await changes[name]?.(action);
          expect(await next()).toMatchObject({ reason: 'claimed', action: action.path });
        },
      );

      test('is offered to the agent whose claim a person released', async () => {
        const action = await take();
        await release(action, given.person);
        expect(await next()).toMatchObject({ reason: 'claimed', action: action.path });
      });

      test('is withheld as long as the workspace says', async () => {
        const workspace = await given.person.ok('getWorkspace');
        expect(workspace.release_backoff).toBe(3600);
        for (const [release_backoff, after] of [
          [0, 'claimed'],
          [60, 'none_ready'],
        ] as const) {
          await given.person.ok('updateWorkspace', { body: { release_backoff } });
          const action = await take();
          await release(action);
          expect((await next()).reason).toBe(after);
          await complete(action.path.id);
        }
        await moveIntoPast(database(), given.workspaceId, 61);
        for (const release_backoff of [-1, 604_801]) {
          const input = { body: { release_backoff } };
          await given.person.fails('updateWorkspace', input, 400, 'VALIDATION_FAILED');
        }
      });
    });

    test('claims only in the requested project and domain', async () => {
      const { person } = given;
      const domain = await person.ok('createDomain', { body: { name: 'Light' } });
      const [anywhere, there] = [await create(), await create({ domain_id: domain.id })];
      expect((await next({ domain_id: domain.id })).action?.id).toBe(there.id);
      await complete(there.id);
      expect((await next({ domain_id: domain.id })).reason).toBe('none_ready');
      const { issues } = await given.worker.fails(
        'claimNextAction',
        { path: { id: given.agent.id }, body: { project_id: 'prj_none' } },
        422,
        'INVALID_REFERENCE',
      );
      expect(issues.map(({ path }) => path)).toEqual(['body/project_id']);
      expect((await next()).action?.id).toBe(anywhere.id);
    });

    test('may be called by the agent itself only', async () => {
      await create();
      const input = { path: { id: given.agent.id }, body: {} };
      const { api: sysadmin } = await anAgent({ access_mode: 'sysadmin' });
      await sysadmin.fails('claimNextAction', input, 403, 'FORBIDDEN');
      await given.person.fails('claimNextAction', input, 403, 'WRONG_ACTOR');
    });

    test('returns the same response to a retry and claims nothing more', async () => {
      await create();
      await create();
      const first = await next({ client_request_id: 'once' });
      await complete(first.action?.id ?? '');
      expect(await next({ client_request_id: 'once' })).toEqual(first);
      expect((await next()).reason).toBe('claimed');
    });

    test('offers an action whose claim has expired to another agent', async () => {
      const action = await create();
      await next();
      await database()
        .knex('actions')
        .where({ id: action.id })
        .update({ claim_expires_at: inDays(-1) });
      const { api, agent } = await anAgent();
      const again = await next({}, api, agent);
      expect([again.reason, again.action?.id, again.claim?.generation]).toEqual([
        'claimed',
        action.id,
        2,
      ]);
    });
  });

  describe('getAgentQueue', () => {
    const queue = (query: object = {}, api = given.worker, agent = given.agent) =>
      api.ok('getAgentQueue', { path: { id: agent.id }, query });

    test('contains the actions that claim-next offers, in its order, page by page', async () => {
      const own = { assigned_agent_id: given.agent.id };
      const made = [
        await create({ due_at: inDays(-2), ...own }),
        await create({ due_at: inDays(-1) }),
        await create({ position: 1 }),
        await create({ position: 2, ...own }),
        await create(own),
        await create(),
      ];
      await create({ status: 'inbox', ...own });
      await create({ defer_until: inDays(1), ...own });
      await create({ requirements: ['pyro'] });
      const mine = made.filter(({ assigned_agent_id: id }) => id === given.agent.id);
      const whole = await queue();
      expect(whole).toMatchObject({
        total: 3,
        sort: 'queue',
        filters: { include_claimable: false },
        hidden_count: 0,
        page: { offset: 0, limit: 50, has_more: false, next: null },
      });
      expect(whole.items).toEqual(mine);
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await queue({ include_claimable: true, limit: 2, ...(after && { after }) });
        expect(page.total).toBe(6);
        seen.push(...page.items.map(({ id }) => id));
        after = page.page.next ?? undefined;
      } while (after !== undefined);
      expect(seen).toEqual(made.map(({ id }) => id));
      const rest = await queue({ include_claimable: true, offset: 4 });
      expect(rest.items).toEqual(made.slice(4));
      for (const { id } of made) {
        expect((await next()).action?.id).toBe(id);
        await complete(id);
      }
      expect((await queue({ include_claimable: true })).total).toBe(0);
    });

    test('contains claimed pool work of the agent itself, but not of others', async () => {
      const action = await create();
      const { action: claimed } = await next();
      expect((await queue()).items).toEqual([claimed]);
      const { api, agent } = await anAgent();
      expect((await queue({ include_claimable: true }, api, agent)).items).toEqual([]);
      await given.worker.ok('releaseAction', { path: { id: action.id }, body: {} });
      expect((await queue()).items).toEqual([]);
      expect((await queue({ include_claimable: true }, api, agent)).total).toBe(1);
    });

    test('may be read by the agent itself, sysadmin agents and people', async () => {
      const [{ api }, { api: sysadmin }] = [
        await anAgent(),
        await anAgent({ access_mode: 'sysadmin' }),
      ];
      const input = { path: { id: given.agent.id } };
      await api.fails('getAgentQueue', input, 403, 'FORBIDDEN');
      for (const by of [sysadmin, given.person]) expect((await queue({}, by)).total).toBe(0);
      for (const query of [{ after: 'x' }, { after: 'x', offset: 1 }]) {
        const { issues } = await given.worker.fails(
          'getAgentQueue',
          { ...input, query },
          400,
          'VALIDATION_FAILED',
        );
        expect(issues.map(({ path }) => path)).toEqual(['query/after']);
      }
    });
  });
});
