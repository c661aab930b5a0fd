import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type ActionCreate = components['schemas']['ActionCreate'];
type Agent = components['schemas']['Agent'];

const nothing = {
  blocked: 0,
  deferred: 0,
  sequential: 0,
  missing_capability: 0,
  claimed: 0,
  paused_project: 0,
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

  describe('claimNextAction', () => {
    test('claims own and pool work, overdue first, then by due date, position and age', async () => {
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
        },
      });
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
