import { spawn } from 'node:child_process';
import { freePort } from '../../scripts/servers/free-port';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { components } from '../../generated/types';
import { HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp, makeWorkspace } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';
import contract from '../../generated/openapi.json';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { ask } from '../support/ask';

type Schemas = components['schemas'];

type ListQuery = NonNullable<CallInput<'listAgents'>['query']>;

/** URLs that the contract accepts and the server refuses, each with the reason. */
const forbiddenUrls = [
  ['https://256.256.256.256', 'invalid'],
  ['http://example.com', 'scheme'],
  ['https://someone:secret@example.com', 'user_info'],
  ['https://example.com:6379', 'port'],
  ['https://169.254.169.254/latest/meta-data', 'address'],
  ['https://0x7f.1', 'address'],
  ['http://localhost:3000', 'address'],
] as const;

describeOnEachDatabase('Agents', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;
  let made = 0;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
  });

  const newName = (): string => `Scribe ${(made += 1)}`;

  const create = (more: Partial<Schemas['AgentCreate']> = {}, by: ApiClient = given.person) =>
    by.ok('createAgent', { body: { name: newName(), ...more } });

  const read = (id: string, by: ApiClient = given.person) => by.ok('getAgent', { path: { id } });

  const makeToken = async (agentId: string, body: Schemas['TokenCreate'] = {}) => {
    const created = await given.person.ok('createToken', { path: { id: agentId }, body });
    return { created, api: client(app, { bearer: created.token ?? '' }) };
  };

  const change = async (id: string, columns: object): Promise<void> => {
    await database().knex('agents').where({ id }).update(columns);
  };

  const eventsOf = (subjectId: string): Promise<Record<string, unknown>[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy(['created_at', 'id'])
      .select('kind', 'actor_id', 'subject_type', 'subject_title');

  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

  describe('createAgent', () => {
    test('creates a pending worker from a name alone', async () => {
      const name = newName();
      const { status, body, headers } = await given.person.call('createAgent', { body: { name } });
      expect(status).toBe(201);
      const { items } = await given.person.ok('listAgents', {
        query: { sort: '-created_at', limit: 1 },
      });
      const [newest] = items;
      expect(body).toEqual({
        id: expect.stringMatching(/^agt_/),
        workspace_id: given.workspaceId,
        actor_id: expect.stringMatching(/^atr_/),
        name,
        icon: null,
        capabilities: [],
        webhook_url: null,
        requires_proposals: false,
        can_review: false,
        access_mode: 'worker',
        state: 'pending',
        presence: 'offline',
        last_seen_at: null,
        mcp_url: null,
        created_at: expect.any(String),
        updated_at: newest?.created_at,
        version: 1,
      });
      expect(newest).toEqual(body);
      expect(headers['location']).toBe(`/v1/agents/${newest?.id}`);
      expect(headers['etag']).toEqual(tagOf(1));
      expect(await eventsOf(newest?.id ?? '')).toEqual([
        {
          kind: 'agent.created',
          actor_id: given.owner.owner.id,
          subject_type: 'agent',
          subject_title: name,
        },
      ]);
    });

    test('stores all fields', async () => {
      const fields = {
        icon: '🖋',
        capabilities: ['translation', 'proofreading'],
        webhook_url: 'https://example.com/hook',
        requires_proposals: true,
        access_mode: 'sysadmin',
      } as const;
      const created = await create({ ...fields, capabilities: [...fields.capabilities] });
      expect(created).toMatchObject(fields);
      expect(await read(created.id)).toEqual(created);
    });

    test('refuses a name that is taken in the workspace, but not in another', async () => {
      const name = newName();
      await create({ name });
      const { details } = await given.person.fails(
        'createAgent',
        { body: { name } },
        409,
        'NAME_TAKEN',
      );
      expect(details).toEqual({ name });
      expect((await create({ name }, theirs.person)).name).toBe(name);
    });

    test('creates one of twenty concurrent agents with the same name', async () => {
      const name = newName();
      const responses = await twenty(() => given.person.call('createAgent', { body: { name } }));
      expect(tally(responses)).toEqual({ 201: 1, 409: 19 });
      expect(await database().knex('actors').where({ name, kind: 'agent' })).toHaveLength(1);
    });

    test('executes twenty concurrent retries once', async () => {
      const input = { body: { name: newName(), client_request_id: 'once' } };
      const responses = await twenty(() => given.person.call('createAgent', input));
      expect(tally(responses)).toEqual({ 201: 20 });
      expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1);
    });

    test('lets sysadmin agents create workers, but only people create sysadmins', async () => {
      const { token } = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const sysadmin = client(app, { bearer: token });
      expect((await create({}, sysadmin)).access_mode).toBe('worker');
      const body = { name: newName(), access_mode: 'sysadmin' };
      await sysadmin.fails('createAgent', { body }, 403, 'FORBIDDEN');
      await given.worker.fails('createAgent', { body: { name: newName() } }, 403, 'FORBIDDEN');
    });

    test('refuses as webhook what the server sends no requests to', async () => {
      for (const [url, reason] of forbiddenUrls) {
        const body = { name: newName(), webhook_url: url };
        const problem = await given.person.fails('createAgent', { body }, 422, 'URL_NOT_ALLOWED');
        expect(problem).toMatchObject({
          details: { reason },
          issues: [{ path: 'body/webhook_url', code: 'URL_NOT_ALLOWED' }],
        });
        expect(problem.message).not.toContain(url);
      }
    });

    test('tells where the agent-tool endpoint is, and how clients connect', async () => {
      const { id } = await create();
      expect(await given.worker.ok('getAgentConnection', { path: { id } })).toEqual({
        agent_id: id,
        mcp_url: null,
        clients: [],
      });
      const [port, publicPort] = [await freePort(), await freePort()];
      for (const [config, url] of [
        [{ publicUrl: 'https://calls.example.com' }, 'https://calls.example.com/mcp'],
        [{ port, host: '127.0.0.1' }, `http://127.0.0.1:${port}/mcp`],
        [{ port: publicPort, host: '0.0.0.0' }, null],
      ] as const) {
        const other = await startApp(database(), config);
        try {
          const person = client(other, { cookie: given.owner.cookie });
          expect((await person.ok('getAgent', { path: { id } })).mcp_url).toBe(url);
          const connection = await person.ok('getAgentConnection', { path: { id } });
          expect(connection.mcp_url).toBe(url);
          const { clients } = connection;
          expect(clients).toHaveLength(url === null ? 0 : 7);
          for (const { text, kind, title } of clients) {
            expect([title, text.includes(url ?? '-')]).toEqual([title, true]);
            if (kind === 'file' && text.startsWith('{')) JSON.parse(text);
          }
        } finally {
          await other.close();
        }
      }
    });

    test('only people let an agent review', async () => {
      const { token } = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const sysadmin = client(app, { bearer: token });
      const body = { name: newName(), can_review: true };
      await sysadmin.fails('createAgent', { body }, 403, 'FORBIDDEN');
      const { id } = await create({ can_review: false }, sysadmin);
      const change = { path: { id }, body: { can_review: true } };
      await sysadmin.fails('updateAgent', change, 403, 'FORBIDDEN');
      expect((await given.person.ok('updateAgent', change)).can_review).toBe(true);
      await sysadmin.ok('updateAgent', change);
      expect((await create({ can_review: true })).can_review).toBe(true);
    });

    test('lets only people set a webhook', async () => {
      const { token } = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const body = { name: newName(), webhook_url: 'https://example.com' };
      const sysadmin = client(app, { bearer: token });
      await sysadmin.fails('createAgent', { body }, 403, 'FORBIDDEN');
      const forbidden = { ...body, webhook_url: 'https://169.254.169.254' };
      await sysadmin.fails('createAgent', { body: forbidden }, 403, 'FORBIDDEN');
      expect((await create({ webhook_url: null }, sysadmin)).webhook_url).toBeNull();
    });

    test('requires an HTTP address as webhook', async () => {
      for (const url of ['ftp://example.com', 'javascript:alert(1)', 'nowhere', 'https://']) {
        const body = { name: newName(), webhook_url: url };
        await given.person.fails('createAgent', { body }, 400, 'VALIDATION_FAILED');
      }
    });
  });

  describe('getAgent', () => {
    test('returns the agent with its ETag to every caller of the workspace', async () => {
      const { id } = await create();
      expect(await read(id, given.worker)).toEqual(await read(id));
      const { headers } = await given.person.call('getAgent', { path: { id } });
      const known = { path: { id }, header: { 'If-None-Match': String(headers['etag']) } };
      expect((await given.person.call('getAgent', known)).status).toBe(304);
    });

    test('is 404 for missing records and other workspaces', async () => {
      const { id } = await create();
      await theirs.person.fails('getAgent', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('getAgent', { path: { id: 'agt_none' } }, 404, 'NOT_FOUND');
    });

    test('shows it active and seen after its first request', async () => {
      const { id } = await create();
      const { api } = await makeToken(id);
      await api.ok('getMe');
      const active = await read(id);
      expect(active).toMatchObject({ state: 'active', presence: 'idle', version: 2 });
      expect(active.last_seen_at).not.toBeNull();
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
        'agent.created',
        'agent.activated',
      ]);
    });

    test('shows it offline after fifteen minutes without requests', async () => {
      const { id } = await create();
      const now = new Date().toISOString();
      await change(id, { last_seen_at: addMilliseconds(now, -890 * SECOND) });
      expect((await read(id)).presence).toBe('idle');
      await change(id, { last_seen_at: addMilliseconds(now, -901 * SECOND) });
      expect((await read(id)).presence).toBe('offline');
    });

    test('shows it working while one of its actions is working', async () => {
      const { id, actor_id: actorId } = await create();
      const { api } = await makeToken(id);
      const action = await api.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_actor_id: actorId },
      });
      const heartbeat = () => api.ok('heartbeatAction', { path: { id: action.id } });
      const both = async () => {
        const shown = await given.person.ok('getAction', { path: { id: action.id } });
        const { presence } = await read(id);
        return [shown.is_working, presence];
      };
      await heartbeat();
      expect(await both()).toEqual([true, 'working']);
      const { items } = await given.person.ok('listAgents', { query: { limit: 200 } });
      expect(items.find((item) => item.id === id)?.presence).toBe('working');

      await database()
        .knex('actions')
        .where({ id: action.id })
        .update({ assignee_active_at: addMilliseconds(new Date().toISOString(), -901 * SECOND) });
      expect(await both()).toEqual([false, 'idle']);
      await heartbeat();
      await given.person.ok('completeAction', {
        path: { id: action.id },
        body: { result_summary: 'Sewn.' },
      });
      expect(await both()).toEqual([false, 'idle']);
    });
  });

  describe('updateAgent', () => {
    const update = (id: string, body: Schemas['AgentUpdate'], by: ApiClient = given.person) =>
      by.call('updateAgent', { path: { id }, body });

    test('changes the given fields only', async () => {
      const before = await create({ capabilities: ['sound'], webhook_url: 'https://example.com' });
      const fields = {
        name: newName(),
        icon: '🖋',
        capabilities: ['light', 'sound'],
        webhook_url: null,
        requires_proposals: true,
        access_mode: 'sysadmin',
      } as const;
      const body = { ...fields, capabilities: [...fields.capabilities] };
      const { status, body: after, headers } = await update(before.id, body);
      expect(status).toBe(200);
      expect(after).toEqual({ ...before, ...fields, updated_at: expect.any(String), version: 2 });
      expect(headers['etag']).toEqual(tagOf(2));
      expect(await read(before.id)).toEqual(after);
      expect((await eventsOf(before.id)).at(-1)).toEqual({
        kind: 'agent.updated',
        actor_id: given.owner.owner.id,
        subject_type: 'agent',
        subject_title: fields.name,
      });
      const { items } = await given.person.ok('listAgents', { query: { limit: 200 } });
      expect(items.find(({ id }) => id === before.id)).toEqual(after);
    });

    test('changes nothing if the values are equal', async () => {
      const before = await create({ capabilities: ['sound'], icon: '🖋' });
      const { name, icon, capabilities, requires_proposals, access_mode } = before;
      const same = { name, icon, capabilities, requires_proposals, access_mode };
      for (const body of [same, {}]) {
        expect((await update(before.id, body)).body).toEqual(before);
      }
      expect(await eventsOf(before.id)).toHaveLength(1);
    });

    test('shows a new name everywhere and frees the old one', async () => {
      const { agent, token } = await addAgent(app, given.owner);
      const api = client(app, { bearer: token });
      const action = await api.ok('createAction', { body: { title: 'Sew', status: 'ready' } });
      const name = newName();
      await update(agent.id, { name });
      const { assigned_agent_name } = await api.ok('getAction', { path: { id: action.id } });
      expect(assigned_agent_name).toBe(name);
      expect((await api.ok('getMe')).name).toBe(name);
      expect((await create({ name: agent.name })).name).toBe(agent.name);
    });

    test('refuses a taken name with 409 and changes nothing', async () => {
      const [one, other] = [await create(), await create()];
      const input = { path: { id: one.id }, body: { name: other.name, icon: '🖋' } };
      const { details } = await given.person.fails('updateAgent', input, 409, 'NAME_TAKEN');
      expect(details).toEqual({ name: other.name });
      expect(await read(one.id)).toEqual(one);
      expect(await eventsOf(one.id)).toHaveLength(1);
    });

    test('gives a name to one of twenty agents that request it at the same time', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 20; index += 1) ids.push((await create()).id);
      const name = newName();
      const responses = await twenty((index) => update(ids[index] ?? '', { name }));
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      expect(await database().knex('actors').where({ name, kind: 'agent' })).toHaveLength(1);
    });

    test('applies one of twenty concurrent changes of the same version', async () => {
      const { id } = await create();
      const responses = await twenty((index) =>
        given.person.call('updateAgent', {
          path: { id },
          header: { 'If-Match': '"1"' },
          body: { icon: `${index}` },
        }),
      );
      expect(tally(responses)).toEqual({ 200: 1, 412: 19 });
      expect((await read(id)).version).toBe(2);
      const input = { path: { id }, header: { 'If-Match': '"1"' }, body: { icon: 'x' } };
      const { details } = await given.person.fails('updateAgent', input, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 2 });
    });

    test('judges a changed webhook only', async () => {
      const { id } = await create({ webhook_url: 'https://example.com' });
      for (const [url, reason] of forbiddenUrls) {
        const input = { path: { id }, body: { webhook_url: url } };
        const { details } = await given.person.fails('updateAgent', input, 422, 'URL_NOT_ALLOWED');
        expect(details).toEqual({ reason });
      }
      await change(id, { webhook_url: 'http://10.0.0.1' });
      const unchanged = { icon: '🖋', webhook_url: 'http://10.0.0.1' };
      expect(await update(id, unchanged)).toMatchObject({ status: 200, body: unchanged });
    });

    test('lets only people set or remove a webhook', async () => {
      const sysadminAgent = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const sysadmin = client(app, { bearer: sysadminAgent.token });
      const { id } = await create({ webhook_url: 'https://example.com' });
      for (const url of ['https://example.org', 'https://169.254.169.254', null]) {
        const input = { path: { id }, body: { webhook_url: url } };
        await sysadmin.fails('updateAgent', input, 403, 'FORBIDDEN');
      }
      const same = { icon: '🖋', webhook_url: 'https://example.com' };
      expect((await update(id, same, sysadmin)).status).toBe(200);
    });

    test('forbids sysadmin agents to change access modes and their own requires_proposals', async () => {
      const sysadminAgent = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const sysadmin = client(app, { bearer: sysadminAgent.token });
      const { id } = await create();
      expect((await update(id, { requires_proposals: true }, sysadmin)).status).toBe(200);
      expect((await update(id, { access_mode: 'worker' }, sysadmin)).status).toBe(200);
      expect((await update(sysadminAgent.agent.id, { icon: '🖋' }, sysadmin)).status).toBe(200);
      for (const input of [
        { path: { id }, body: { access_mode: 'sysadmin' } },
        { path: { id: sysadminAgent.agent.id }, body: { access_mode: 'worker' } },
        { path: { id: sysadminAgent.agent.id }, body: { requires_proposals: true } },
      ]) {
        await sysadmin.fails('updateAgent', input, 403, 'FORBIDDEN');
      }
      const own = { path: { id: given.agent.id }, body: { icon: 'x' } };
      await given.worker.fails('updateAgent', own, 403, 'FORBIDDEN');
      expect((await read(sysadminAgent.agent.id)).requires_proposals).toBe(false);
    });

    test('is 404 for missing records and other workspaces', async () => {
      const { id } = await create();
      const body = { icon: 'x' };
      await theirs.person.fails('updateAgent', { path: { id }, body }, 404, 'NOT_FOUND');
      const none = { path: { id: 'agt_none' }, body };
      await given.person.fails('updateAgent', none, 404, 'NOT_FOUND');
    });
  });

  describe('presence', () => {
    test.each([
      ['never seen', null, {}, 'offline'],
      ['seen just now', 0, {}, 'idle'],
      ['seen within the window', 840, {}, 'idle'],
      ['seen before the window', 901, {}, 'offline'],
      ['paused and seen', 0, { state: 'paused' }, 'idle'],
      ['revoked and seen', 0, { state: 'revoked' }, 'offline'],
    ] as const)('of one %s', async (_what, secondsAgo, columns, presence) => {
      const { id } = await create();
      const now = new Date().toISOString();
      const seen = secondsAgo === null ? null : addMilliseconds(now, -secondsAgo * SECOND);
      await change(id, { ...columns, last_seen_at: seen });
      expect((await read(id)).presence).toBe(presence);
      const { items } = await given.person.ok('listAgents', { query: { limit: 200 } });
      expect(items.find((item) => item.id === id)?.presence).toBe(presence);
    });

    test('ignores templates, but not actions of paused agents', async () => {
      const { id, actor_id: actorId } = await create();
      const { id: actionId } = await given.person.ok('createAction', {
        body: { title: 'Sew', status: 'ready', assigned_actor_id: actorId, is_template: true },
      });
      const actions = database().knex('actions').where({ id: actionId });
      await actions.clone().update({ assignee_active_at: new Date().toISOString() });
      expect((await read(id)).presence).toBe('offline');
      await actions.clone().update({ is_template: false });
      expect((await read(id)).presence).toBe('working');
      await given.person.ok('pauseAgent', { path: { id } });
      expect((await read(id)).presence).toBe('working');
      await given.person.ok('revokeAgent', { path: { id } });
      expect((await read(id)).presence).toBe('offline');
    });
  });

  describe('listAgents', () => {
    let fresh: GivenWorkspace;

    beforeAll(async () => {
      fresh = await aWorkspace(app, database());
      const now = new Date().toISOString();
      await change(fresh.agent.id, { state: 'revoked' });
      for (const [name, state, seen] of [
        ['Usher', 'active', addMilliseconds(now, -HOUR)],
        ['Ännchen', 'pending', null],
        ['Rigger', 'paused', addMilliseconds(now, -2 * HOUR)],
      ] as const) {
        const { id } = await create({ name }, fresh.person);
        await change(id, { state, last_seen_at: seen });
      }
    });

    const names = async (query: ListQuery = {}) => {
      const { items, total } = await fresh.person.ok('listAgents', { query });
      expect(total).toBe(items.length);
      return items.map(({ name }) => (name === fresh.agent.name ? 'Agent' : name));
    };

    test('finds words of the name in any case', async () => {
      expect(await names({ q: 'ÄNN chen' })).toEqual(['Ännchen']);
      expect(await names({ q: 'r', state: ['active'] })).toEqual(['Usher']);
    });

    test('sorts by name', async () => {
      expect(await names()).toEqual(['Agent', 'Ännchen', 'Rigger', 'Usher']);
      expect(await fresh.person.ok('listAgents')).toMatchObject({
        total: 4,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: 'name',
        filters: {},
        hidden_count: 0,
      });
    });

    test('filters by one or several states', async () => {
      expect(await names({ state: ['revoked'] })).toEqual(['Agent']);
      expect(await names({ state: ['pending', 'active'] })).toEqual(['Ännchen', 'Usher']);
      const query: ListQuery = { state: ['pending', 'active'] };
      expect((await fresh.person.ok('listAgents', { query })).filters).toEqual(query);
    });

    test('sorts by the requested column, with agents never seen last', async () => {
      expect(await names({ sort: '-name' })).toEqual(['Usher', 'Rigger', 'Ännchen', 'Agent']);
      expect(await names({ sort: 'created_at' })).toEqual(['Agent', 'Usher', 'Ännchen', 'Rigger']);
      expect(await names({ sort: '-created_at' })).toEqual(['Rigger', 'Ännchen', 'Usher', 'Agent']);
      expect((await names({ sort: 'last_seen_at' })).slice(0, 2)).toEqual(['Rigger', 'Usher']);
      expect((await names({ sort: '-last_seen_at' })).slice(0, 2)).toEqual(['Usher', 'Rigger']);
    });

    test('pages by offset and by cursor', async () => {
      for (const sort of ['name', '-last_seen_at'] as const) {
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const query: ListQuery = { sort, limit: 1, ...(after === null ? {} : { after }) };
          const { items, page } = await fresh.person.ok('listAgents', { query });
          seen.push(...items.map(({ id }) => id));
          after = page.next;
        } while (after !== null);
        const all = await fresh.person.ok('listAgents', { query: { sort } });
        expect(seen).toEqual(all.items.map(({ id }) => id));
        const rest = await fresh.person.ok('listAgents', { query: { sort, offset: 3 } });
        expect(rest.items).toEqual(all.items.slice(3));
      }
    });

    test('rejects unknown states and sorts', async () => {
      for (const query of [{ state: 'gone' }, { sort: 'state' }]) {
        await fresh.person.fails('listAgents', { query }, 400, 'VALIDATION_FAILED');
      }
    });

    test('lets workers read the agents of their own workspace', async () => {
      const { items } = await theirs.worker.ok('listAgents', { query: { limit: 200 } });
      expect(new Set(items.map(({ workspace_id: id }) => id))).toEqual(
        new Set([theirs.workspaceId]),
      );
    });

    test('needs the same number of statements for one agent and for many', async () => {
      const list = (limit: number) => () => fresh.person.ok('listAgents', { query: { limit } });
      expect(await countStatements(database(), list(1))).toBe(
        await countStatements(database(), list(50)),
      );
    });
  });

  describe('getAgentUsage', () => {
    const at = (id: string, query: { days?: number } = {}) => ({ path: { id }, query });
    const dayIn = (timeZone: string): string =>
      new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    const anAgent = async () => {
      const { agent, token } = await addAgent(app, given.owner);
      return { agent, api: client(app, { bearer: token }) };
    };
    const anAction = async (agent: Schemas['Agent']): Promise<string> => {
      const body = { title: 'Oil it', status: 'ready', assigned_agent_id: agent.id } as const;
      return (await given.person.ok('createAction', { body })).id;
    };
    // Reports that no request can make: of other days, or many.
    const insert = async (agent: Schemas['Agent'], rows: readonly object[]) => {
      const action_id = await anAction(agent);
      const reports = rows.map((row, index) => ({
        workspace_id: given.workspaceId,
        id: `usg_${action_id}_${index}`,
        agent_id: agent.id,
        action_id,
        claim_generation: index,
        day: dayIn('UTC'),
        reported_at: new Date().toISOString(),
        ...row,
      }));
      for (let start = 0; start < reports.length; start += 500) {
        await database()
          .knex('usage_reports')
          .insert(reports.slice(start, start + 500));
      }
    };

    test('sums claims and check-ins on the day of the workspace', async () => {
      const { agent, api } = await anAgent();
      const body = { agent_id: agent.id, name: 'Watch the stage' };
      const order = await given.person.ok('createOrder', { body });
      const path = { id: await anAction(agent) };
      for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await given.person.ok('updateWorkspace', { body: { time_zone } });
        const day = dayIn(time_zone);
        await api.ok('heartbeatAction', { path, body: { usage: { seconds: 60, model: 'a' } } });
        const checkin = { summary: 'All quiet.', usage: { seconds: 5 }, client_request_id: day };
        const stored = await api.ok('createCheckin', { path: { id: order.id }, body: checkin });
        // The order below has it as its latest check-in.
        expect(stored.usage).toEqual({ seconds: 5 });
        await api.call('createCheckin', { path: { id: order.id }, body: checkin });
        const usage = await api.ok('getAgentUsage', at('me', { days: 1 }));
        // The first check-in is on tomorrow's day of the second zone.
        const sum = { seconds: time_zone === 'Pacific/Kiritimati' ? 65 : 70 };
        expect(usage).toEqual({
          time_zone,
          from: day,
          to: day,
          total: sum,
          days: [{ day, usage: sum }],
        });
      }
      const { latest_checkin: latest } = await api.ok('getOrder', { path: { id: order.id } });
      expect(latest?.usage).toEqual({ seconds: 5 });
      await given.person.ok('updateWorkspace', { body: { time_zone: 'UTC' } });
      expect((await api.ok('getAgentUsage', at('me'))).total).toEqual({ seconds: 70 });
    });

    test('has the days asked for, in reverse order, and clamps their sums', async () => {
      const { agent } = await anAgent();
      const most = 1_000_000_000_000;
      const before = (days: number) =>
        addMilliseconds(new Date().toISOString(), -days * 24 * HOUR).slice(0, 10);
      await insert(agent, [
        { day: before(1), input_tokens: most },
        { day: before(2), model: 'claude-opus-4-5' },
        { day: before(29), output_tokens: 1 },
        { day: before(30), output_tokens: 7 },
        ...Array.from({ length: 9_100 }, () => ({ input_tokens: most })),
      ]);
      const usage = await given.person.ok('getAgentUsage', at(agent.id));
      const all = { input_tokens: Number.MAX_SAFE_INTEGER };
      expect(usage.days).toHaveLength(3);
      expect(usage).toMatchObject({
        from: before(29),
        to: before(0),
        total: { ...all, output_tokens: 1 },
        days: [
          { day: before(0), usage: all },
          { day: before(1), usage: { input_tokens: most } },
          { day: before(29), usage: { output_tokens: 1 } },
        ],
      });
      const longer = await given.person.ok('getAgentUsage', at(agent.id, { days: 366 }));
      expect(longer.total.output_tokens).toBe(8);
    });

    test('runs the same number of statements for many reports', async () => {
      const [{ agent: one }, { agent: many }] = [await anAgent(), await anAgent()];
      await insert(one, [{ seconds: 1 }]);
      await insert(
        many,
        Array.from({ length: 3_000 }, () => ({ seconds: 1 })),
      );
      const read = (id: string) => () => given.person.ok('getAgentUsage', at(id));
      expect((await read(many.id)()).total).toEqual({ seconds: 3_000 });
      expect(await countStatements(database(), read(many.id))).toBe(
        await countStatements(database(), read(one.id)),
      );
    });

    test('leaves out reports from before the history window of the plan', async () => {
      const free = await aWorkspace(app, database());
      const body = { title: 'Oil it', status: 'ready', assigned_agent_id: free.agent.id } as const;
      const { id } = await free.person.ok('createAction', { body });
      await free.worker.ok('heartbeatAction', { path: { id }, body: { usage: { seconds: 9 } } });
      const reported_at = addMilliseconds(new Date().toISOString(), -31 * 24 * HOUR);
      await database().knex('usage_reports').where({ action_id: id }).update({ reported_at });
      const seconds = async () =>
        (await free.person.ok('getAgentUsage', at(free.agent.id, { days: 366 }))).total.seconds;
      expect(await seconds()).toBe(9);
      await database().knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      expect(await seconds()).toBeUndefined();
    });

    test('is for people, sysadmin agents and the agent itself', async () => {
      const { agent, api } = await anAgent();
      const { token } = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      for (const caller of [given.person, api, client(app, { bearer: token })]) {
        expect((await caller.call('getAgentUsage', at(agent.id))).status).toBe(200);
      }
      expect(await given.worker.call('getAgentUsage', at(agent.id))).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect((await theirs.person.call('getAgentUsage', at(agent.id))).status).toBe(404);
      for (const days of [0, 367]) {
        expect((await given.person.call('getAgentUsage', at(agent.id, { days }))).status).toBe(400);
      }
    });
  });

  describe('createToken', () => {
    test('creates a token with all scopes that never expires by default', async () => {
      const { id } = await create();
      const { status, body, headers } = await given.person.call('createToken', {
        path: { id },
        body: {},
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^tok_/),
        workspace_id: given.workspaceId,
        agent_id: id,
        public_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'token',
        scopes: ['read', 'write'],
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
        rotated_at: null,
        created_by_actor_id: given.owner.owner.id,
        created_at: expect.any(String),
        token: expect.stringMatching(/^cb_[0-9A-Z]{26}_[0-9a-f]{24}_[0-9a-f]{64}$/),
      });
      expect(headers['location']).toBe(`/v1/agents/${id}/tokens`);
      const { created, api } = await makeToken(id);
      expect(await api.ok('getMe')).toMatchObject({ scopes: ['read', 'write'] });
      expect(await eventsOf(created.id)).toEqual([
        {
          kind: 'token.created',
          actor_id: given.owner.owner.id,
          subject_type: 'token',
          subject_title: 'token',
        },
      ]);
    });

    test('stores the secret nowhere in the database', async () => {
      const { id } = await create();
      const { created } = await makeToken(id, { client_request_id: `secret ${id}` });
      const [secret = ''] = (created.token ?? '').split('_').slice(-1);
      expect(secret).toHaveLength(64);
      for (const table of ['tokens', 'idempotency_records', 'events']) {
        const rows = await database().knex(table).select('*');
        expect(rows.length).toBeGreaterThan(0);
        expect(JSON.stringify(rows)).not.toContain(secret);
      }
    });

    test('returns the same response to a retry, without the secret', async () => {
      const { id } = await create();
      const input = { path: { id }, body: { client_request_id: `again ${id}` } };
      const responses = await twenty(() => given.person.call('createToken', input));
      expect(tally(responses)).toEqual({ 201: 20 });
      const { items, total } = await given.person.ok('listTokens', { path: { id } });
      expect(total).toBe(1);
      const isReplay = ({ headers }: Called): boolean => headers['idempotent-replayed'] === 'true';
      const replays = responses.filter(isReplay);
      expect(replays).toHaveLength(19);
      for (const { body } of replays) expect(body).toEqual(items[0]);
      const [first] = responses.filter((one) => !isReplay(one));
      expect(first?.body).toEqual({ ...items[0], token: expect.stringMatching(/^cb_/) });
    });

    test('enforces a single scope', async () => {
      const { id } = await create();
      const reader = await makeToken(id, { scopes: ['read'] });
      const writer = await makeToken(id, { scopes: ['write'] });
      const action = { body: { title: 'Sew' } };
      expect((await reader.api.call('listActions')).status).toBe(200);
      expect((await writer.api.call('createAction', action)).status).toBe(201);
      const noWrite = await reader.api.fails('createAction', action, 403, 'INSUFFICIENT_SCOPE');
      const noRead = await writer.api.fails('listActions', {}, 403, 'INSUFFICIENT_SCOPE');
      expect([noWrite.details, noRead.details]).toEqual([
        { required_scope: 'write' },
        { required_scope: 'read' },
      ]);
    });

    test('expires at expires_at', async () => {
      const { id } = await create();
      const { created, api } = await makeToken(id, {
        name: 'dashboard',
        expires_at: '2999-01-01T01:00:00+01:00',
      });
      expect(created).toMatchObject({
        name: 'dashboard',
        expires_at: '2999-01-01T00:00:00.000Z',
      });
      await api.ok('getMe');
      await database()
        .knex('tokens')
        .where({ id: created.id })
        .update({ expires_at: new Date().toISOString() });
      await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });

    test('refuses an expiry in the past', async () => {
      const { id } = await create();
      for (const expires of ['2020-01-01T00:00:00Z', new Date().toISOString()]) {
        const { issues } = await given.person.fails(
          'createToken',
          { path: { id }, body: { expires_at: expires } },
          400,
          'VALIDATION_FAILED',
        );
        expect(issues.map(({ path }) => path)).toEqual(['body/expires_at']);
      }
      expect((await given.person.ok('listTokens', { path: { id } })).total).toBe(0);
    });

    test('may be called by people, not by sysadmin agents', async () => {
      const { agent, token } = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const input = { path: { id: agent.id }, body: {} };
      const sysadmin = client(app, { bearer: token });
      await sysadmin.fails('createToken', input, 403, 'WRONG_ACTOR');
      await given.worker.fails('createToken', input, 403, 'WRONG_ACTOR');
    });

    test('is 404 for missing agents and other workspaces', async () => {
      const { id } = await create();
      await theirs.person.fails('createToken', { path: { id }, body: {} }, 404, 'NOT_FOUND');
      const none = { path: { id: 'agt_none' }, body: {} };
      await given.person.fails('createToken', none, 404, 'NOT_FOUND');
    });
  });

  describe('listTokens', () => {
    test('lists tokens of this agent, newest first, also revoked ones, without secrets', async () => {
      const { id } = await create();
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) ids.push((await makeToken(id, { name })).created.id);
      await makeToken((await create()).id);
      await given.person.ok('revokeToken', { path: { id: ids[1] ?? '' } });
      const list = (query: NonNullable<CallInput<'listTokens'>['query']> = {}) =>
        given.person.ok('listTokens', { path: { id }, query });
      const names = async (query: Parameters<typeof list>[0]) =>
        (await list(query)).items.map(({ name }) => name);

      const all = await list();
      expect(all).toMatchObject({
        total: 3,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: {},
        hidden_count: 0,
      });
      expect(all.items.map(({ revoked_at: at }) => at !== null)).toEqual([false, true, false]);
      expect(JSON.stringify(all)).not.toContain('cb_');
      expect(await names({})).toEqual(['c', 'b', 'a']);
      expect(await names({ sort: 'created_at' })).toEqual(['a', 'b', 'c']);
      const after = (await list({ limit: 2 })).page.next ?? '';
      expect(await names({ after })).toEqual(['a']);
    });

    test('shows the last use to the minute', async () => {
      const { id } = await create();
      const { api } = await makeToken(id);
      const usedAt = async () =>
        (await given.person.ok('listTokens', { path: { id } })).items[0]?.last_used_at;
      expect(await usedAt()).toBeNull();
      await api.ok('getMe');
      const first = await usedAt();
      expect(first).not.toBeNull();
      await api.ok('getMe');
      expect(await usedAt()).toBe(first);
    });

    test('may be called by people; is 404 like its agent', async () => {
      const { id } = await create();
      await given.worker.fails('listTokens', { path: { id } }, 403, 'WRONG_ACTOR');
      await theirs.person.fails('listTokens', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('listTokens', { path: { id: 'agt_none' } }, 404, 'NOT_FOUND');
    });
  });

  describe('listWorkspaceTokens', () => {
    test('lists the tokens of all agents and filters by public id', async () => {
      const [one, other] = [await create(), await create()];
      const { created } = await makeToken(one.id, { name: 'first' });
      await makeToken(other.id, { name: 'second' });
      const [publicId = '', secret] = (created.token ?? '').split('_').slice(-2);
      expect(created.public_id).toBe(publicId);

      const list = (query: NonNullable<CallInput<'listWorkspaceTokens'>['query']> = {}) =>
        given.person.ok('listWorkspaceTokens', { query });
      const newest = await list({ limit: 2 });
      expect(newest).toMatchObject({ sort: '-created_at', filters: {}, page: { has_more: true } });
      expect(newest.items.map(({ name, agent_id: id }) => [name, id])).toEqual([
        ['second', other.id],
        ['first', one.id],
      ]);
      const oldest = await list({ sort: 'created_at' });
      expect(oldest.items.slice(-2).map(({ name }) => name)).toEqual(['first', 'second']);
      expect(JSON.stringify([newest, oldest])).not.toContain(secret);

      const found = await list({ public_id: publicId });
      expect(found).toMatchObject({ total: 1, filters: { public_id: publicId } });
      const { token: _secret, ...shown } = created;
      expect(found.items).toEqual([shown]);
      expect(await list({ public_id: '0'.repeat(24) })).toMatchObject({ items: [], total: 0 });
    });

    test('may be called by people of the workspace and rejects a whole token', async () => {
      const { created } = await makeToken((await create()).id);
      const query = { public_id: created.public_id };
      await given.worker.fails('listWorkspaceTokens', { query }, 403, 'WRONG_ACTOR');
      const elsewhere = await theirs.person.ok('listWorkspaceTokens', { query });
      expect(elsewhere).toMatchObject({ items: [], total: 0 });
      const whole = { query: { public_id: created.token } };
      await given.person.fails('listWorkspaceTokens', whole, 400, 'VALIDATION_FAILED');
    });
  });

  describe('rotateToken', () => {
    const rotate = (id: string, body: Schemas['TokenRotate'] = {}) =>
      given.person.call('rotateToken', { path: { id }, body });
    const tokensOf = async (id: string) =>
      (await given.person.ok('listTokens', { path: { id }, query: { sort: 'created_at' } })).items;

    test('ends the old token at once by default', async () => {
      const { id } = await create();
      const fields = { name: 'dashboard', scopes: ['read' as const] };
      const { created, api } = await makeToken(id, fields);
      await api.ok('getMe');
      const { status, body, headers } = await given.person.call('rotateToken', {
        path: { id: created.id },
      });
      expect(status).toBe(201);
      expect(headers['location']).toBe(`/v1/agents/${id}/tokens`);
      expect(body).toEqual({
        ...created,
        id: expect.stringMatching(/^tok_/),
        public_id: expect.stringMatching(/^[0-9a-f]{24}$/),
        created_at: expect.any(String),
        token: expect.stringMatching(/^cb_[0-9A-Z]{26}_[0-9a-f]{24}_[0-9a-f]{64}$/),
      });
      const [old, fresh] = await tokensOf(id);
      expect(body).toMatchObject({ ...fresh });
      expect(body).not.toMatchObject({ token: created.token });
      expect(old).toMatchObject({ rotated_at: fresh?.created_at, expires_at: fresh?.created_at });
      await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      expect((await eventsOf(created.id)).map(({ kind }) => kind)).toEqual([
        'token.created',
        'token.rotated',
      ]);
      expect((await eventsOf(fresh?.id ?? '')).map(({ kind }) => kind)).toEqual(['token.created']);
    });

    test('accepts both tokens during the overlap, which never extends the old one', async () => {
      const { id } = await create();
      const { created, api } = await makeToken(id);
      const { token } = await given.person.ok('rotateToken', {
        path: { id: created.id },
        body: { overlap_seconds: 3600 },
      });
      await api.ok('getMe');
      await client(app, { bearer: token ?? '' }).ok('getMe');
      const [old, fresh] = await tokensOf(id);
      expect(old?.expires_at).toBe(addMilliseconds(fresh?.created_at ?? '', HOUR));
      expect(fresh?.expires_at).toBeNull();

      const soon = addMilliseconds(new Date().toISOString(), 600 * SECOND);
      const short = (await makeToken((await create()).id, { expires_at: soon })).created;
      await rotate(short.id, { overlap_seconds: 604_800 });
      const [ending, next] = await tokensOf(short.agent_id);
      expect(ending?.expires_at).toBe(soon);
      const lifetime = Date.parse(soon) - Date.parse(short.created_at);
      expect(next?.expires_at).toBe(addMilliseconds(next?.created_at ?? '', lifetime));
      for (const overlap of [-1, 604_801, 1.5]) {
        const input = { path: { id: short.id }, body: { overlap_seconds: overlap } };
        await given.person.fails('rotateToken', input, 400, 'VALIDATION_FAILED');
      }
    });

    test('succeeds for one of twenty concurrent requests, also during the overlap', async () => {
      const { id } = await create();
      const { created } = await makeToken(id);
      const responses = await twenty(() => rotate(created.id, { overlap_seconds: 60 }));
      expect(tally(responses)).toEqual({ 201: 1, 409: 19 });
      expect(await tokensOf(id)).toHaveLength(2);
      expect(await eventsOf(created.id)).toHaveLength(2);
    });

    test('is 409 for an inactive token and creates nothing', async () => {
      const { id } = await create();
      const [revoked, expired] = [await makeToken(id), await makeToken(id)];
      await given.person.ok('revokeToken', { path: { id: revoked.created.id } });
      await database()
        .knex('tokens')
        .where({ id: expired.created.id })
        .update({ expires_at: new Date().toISOString() });
      for (const { created } of [revoked, expired]) {
        const input = { path: { id: created.id } };
        await given.person.fails('rotateToken', input, 409, 'TOKEN_NOT_ACTIVE');
      }
      expect(await tokensOf(id)).toHaveLength(2);
    });

    test('returns the same response to a retry, without the secret', async () => {
      const { id } = await create();
      const { created } = await makeToken(id);
      const body = { client_request_id: `rotate ${id}` };
      const responses = await twenty(() => rotate(created.id, body));
      expect(tally(responses)).toEqual({ 201: 20 });
      const [, fresh] = await tokensOf(id);
      for (const { headers, body: shown } of responses) {
        const isFirst = headers['idempotent-replayed'] === undefined;
        const secret = isFirst ? { token: expect.stringMatching(/^cb_/) } : {};
        expect(shown).toEqual({ ...fresh, ...secret });
      }
    });

    test('may be called by people; is 404 for missing tokens and other workspaces', async () => {
      const { id } = await create();
      const { created, api } = await makeToken(id);
      const input = { path: { id: created.id } };
      await given.worker.fails('rotateToken', input, 403, 'WRONG_ACTOR');
      await theirs.person.fails('rotateToken', input, 404, 'NOT_FOUND');
      await given.person.fails('rotateToken', { path: { id: 'tok_none' } }, 404, 'NOT_FOUND');
      await api.ok('getMe');
    });
  });

  describe('revokeToken', () => {
    test('ends only this token, at once', async () => {
      const { id } = await create();
      const one = await makeToken(id, { name: 'one' });
      const two = await makeToken(id, { name: 'two' });
      await one.api.ok('getMe');
      const { status, body } = await given.person.call('revokeToken', {
        path: { id: one.created.id },
      });
      expect([status, body]).toEqual([204, {}]);
      await one.api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await two.api.ok('getMe');
      expect((await eventsOf(one.created.id)).map(({ kind }) => kind)).toEqual([
        'token.created',
        'token.revoked',
      ]);
    });

    test('changes nothing the second time', async () => {
      const { id } = await create();
      const { created } = await makeToken(id);
      const revoke = () => given.person.call('revokeToken', { path: { id: created.id } });
      expect(tally(await twenty(revoke))).toEqual({ 204: 20 });
      const revokedAt = async () =>
        (await given.person.ok('listTokens', { path: { id } })).items[0]?.revoked_at;
      const at = await revokedAt();
      expect(at).not.toBeNull();
      expect((await revoke()).status).toBe(204);
      expect(await revokedAt()).toBe(at);
      expect(await eventsOf(created.id)).toHaveLength(2);
    });

    test('may be called by people; is 404 for missing tokens and other workspaces', async () => {
      const { id } = await create();
      const { created, api } = await makeToken(id);
      const input = { path: { id: created.id } };
      await given.worker.fails('revokeToken', input, 403, 'WRONG_ACTOR');
      await theirs.person.fails('revokeToken', input, 404, 'NOT_FOUND');
      await given.person.fails('revokeToken', { path: { id: 'tok_none' } }, 404, 'NOT_FOUND');
      await api.ok('getMe');
    });
  });
});

test('the guide for agents names what the contract has, and its requests run as they are pasted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-guide-'));
  const database = await openTestDatabase('sqlite');
  const app = await startApp(database);
  try {
    const person = await makeWorkspace(database, 'Stage');
    const { token } = await addAgent(app, person, { name: 'Scribe' });
    const owner = client(app, { cookie: person.cookie });
    const action = await owner.ok('createAction', {
      body: { title: 'Translate the programme', status: 'ready', assigned_actor_id: null },
    });
    const { text: page } = await ask(app).get('/docs/agents');
    const [exports = '', ...requests] = [
      ...page.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g),
    ].map(([, code = '']) => code.replace(/<[^>]*>/g, ''));
    expect(requests).toHaveLength(6);
    const names = [...page.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, name]) => `"${name}"`);
    expect(names).toEqual(expect.arrayContaining(['"has_work"', '"usage"']));
    const known = JSON.stringify(contract);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    // The question comes last on the page, and an action that is complete takes none.
    const complete = requests.splice(4, 1);
    const script = [exports, ...requests, ...complete]
      .join('\n')
      .replace('http://localhost:3000', app.url)
      .replace('cb_...', token)
      .replace('act_...', action.id);
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail\n');
    const { PATH = '' } = process.env;
    const shell = spawn('sh', ['-e', '-c', script], { env: { PATH, CURL_HOME: folder } });
    const [out, err, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close'),
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(action.id);
    const questions = await owner.ok('listQuestions');
    expect(questions.items).toEqual([expect.objectContaining({ question: 'Which logo?' })]);
    const { status } = await owner.ok('getAction', { path: { id: action.id } });
    expect(status).toBe('done');
  } finally {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
