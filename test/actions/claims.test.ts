import type { components } from '../../generated/types';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';

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
      const { claim: renewed } = await given.worker.ok('heartbeatAction', at(action, generation));
      expect(renewed?.worker).toBe('left');
      await given.worker.ok('releaseAction', at(action));
      const taken = await claim(action, given.worker, { worker: 'right' });
      expect(taken.claim).toMatchObject({ generation: 3, worker: 'right' });
      // The first worker learns from the generation that its claim has ended.
      await given.worker.fails('heartbeatAction', at(action, generation), 409, 'CLAIM_LOST');
      await given.worker.fails('completeAction', done(action, generation), 409, 'CLAIM_LOST');
      await given.worker.ok('releaseAction', at(action));
      expect((await claim(action, given.worker)).claim).not.toHaveProperty('worker');
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

    test('returns no claim if there is none; an expired claim of pool work is lost', async () => {
      const own = await create({ assigned_agent_id: given.agent.id });
      expect(await given.worker.ok('heartbeatAction', at(own))).not.toHaveProperty('claim');
      const pool = await create();
      await given.worker.fails('heartbeatAction', at(pool), 403, 'FORBIDDEN');
      await claim(pool, given.worker);
      await runOut(pool);
      const before = await read(pool.id);
      await given.worker.fails('heartbeatAction', at(pool), 409, 'CLAIM_LOST');
      expect(await read(pool.id)).toEqual(before);
    });

    test('sets is_working if the caller is assigned, even after its claim has expired', async () => {
      const own = await create({ assigned_agent_id: given.agent.id });
      await claim(own, given.worker);
      await runOut(own);
      expect((await read(own.id)).is_working).toBe(false);
      const { action, claim: none } = await given.worker.ok('heartbeatAction', at(own));
      expect(none).toBeUndefined();
      expect(action).toMatchObject({ claimed_by_actor_id: null, is_working: true });
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
      const { action } = await given.worker.ok('releaseAction', at(own));
      expect(action).toMatchObject({ assigned_agent_id: given.agent.id, is_working: false });
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
