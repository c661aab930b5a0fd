import { setTimeout } from 'node:timers/promises';
import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type CallInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';

type Domain = components['schemas']['Domain'];
type ListQuery = NonNullable<CallInput<'listDomains'>['query']>;

describeOnEachDatabase('Domains', (database) => {
  let app: TestApp;
  let ours: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    ours = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const create = (name: string, { person }: GivenWorkspace = ours) =>
    person.ok('createDomain', { body: { name } });

  const read = (id: string) => ours.person.ok('getDomain', { path: { id } });

  const onPlan = async (plan: 'free' | 'unlimited'): Promise<GivenWorkspace> => {
    const workspace = await aWorkspace(app, database());
    await database().knex('workspaces').where({ id: workspace.workspaceId }).update({ plan });
    return workspace;
  };

  describe('createDomain', () => {
    test('needs only a name', async () => {
      const { status, body, headers } = await ours.person.call('createDomain', {
        body: { name: 'Front of house' },
      });
      expect(status).toBe(201);
      const { id: actorId, name } = ours.owner.owner;
      expect(body).toEqual({
        id: expect.stringMatching(/^dom_/),
        workspace_id: ours.workspaceId,
        name: 'Front of house',
        description: null,
        state: 'active',
        project_count: 0,
        action_count: 0,
        created_by_actor_id: actorId,
        created_by_actor_kind: 'user',
        created_by_actor_name: name,
        updated_by_actor_id: actorId,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        version: 1,
      });
      expect(headers['etag']).toEqual(tagOf(1));
      const id = String(headers['location']).replace('/v1/domains/', '');
      expect(await read(id)).toEqual(body);
    });

    test('stores the description, with an event', async () => {
      const domain = await ours.person.ok('createDomain', {
        body: { name: 'Bühne', description: 'Everything\nbehind the curtain.' },
      });
      expect(domain).toMatchObject({
        name: 'Bühne',
        description: 'Everything\nbehind the curtain.',
      });
      const events = await database().knex('events').where({ subject_id: domain.id });
      expect(events).toMatchObject([
        {
          workspace_id: ours.workspaceId,
          kind: 'domain.created',
          actor_id: ours.owner.owner.id,
          subject_type: 'domain',
          subject_title: 'Bühne',
        },
      ]);
    });

    test('a retry returns the same domain', async () => {
      const body = { name: 'Workshop', client_request_id: 'workshop' };
      const first = await ours.person.call('createDomain', { body });
      const second = await ours.person.call('createDomain', { body });
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      await ours.person.fails(
        'createDomain',
        { body: { ...body, name: 'Other' } },
        409,
        'IDEMPOTENCY_KEY_REUSED',
      );
    });

    test('a sysadmin agent creates domains, a worker does not', async () => {
      const { token } = await addAgent(app, ours.owner, { access_mode: 'sysadmin' });
      const sysadmin = client(app, { bearer: token });
      await sysadmin.ok('createDomain', { body: { name: 'Office' } });
      await ours.worker.fails('createDomain', { body: { name: 'Mine' } }, 403, 'FORBIDDEN');
    });

    test.each([
      ['no name', {}, 'VALIDATION_FAILED'],
      ['an empty name', { name: '' }, 'VALIDATION_FAILED'],
      ['a name of 501 characters', { name: 'x'.repeat(501) }, 'VALIDATION_FAILED'],
      ['a name that is null', { name: null }, 'VALIDATION_FAILED'],
      ['an unknown field', { name: 'x', colour: 'red' }, 'UNKNOWN_FIELD'],
    ] as const)('%s is refused', async (_what, body, code) => {
      await ours.person.fails('createDomain', { body }, 400, code);
    });

    test('the free plan allows two', async () => {
      const free = await onPlan('free');
      await create('One', free);
      await create('Two', free);
      const { details } = await free.person.fails(
        'createDomain',
        { body: { name: 'Three' } },
        403,
        'CAP_EXCEEDED',
      );
      expect(details).toEqual({ cap: 'active_domains', plan: 'free', limit: 2, current: 2 });
      expect(await free.person.ok('listDomains')).toMatchObject({ total: 2 });
    });

    test('the free plan allows exactly two of ten concurrent requests', async () => {
      const free = await onPlan('free');
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          free.person.call('createDomain', { body: { name: `Domain ${index}` } }),
        ),
      );
      const withStatus = (wanted: number) => responses.filter(({ status }) => status === wanted);
      expect(withStatus(201)).toHaveLength(2);
      expect(withStatus(403)).toHaveLength(8);
      expect(await free.person.ok('listDomains')).toMatchObject({ total: 2 });
    });
  });

  describe('getDomain', () => {
    test('workers read it too; 304 for an unchanged domain', async () => {
      const { id } = await create('Lighting');
      const { headers, body } = await ours.worker.call('getDomain', { path: { id } });
      expect(body).toMatchObject({ id, name: 'Lighting' });
      const again = await ours.worker.call('getDomain', {
        path: { id },
        header: { 'If-None-Match': String(headers['etag']) },
      });
      expect(again.status).toBe(304);
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create('Theirs', theirs);
      await ours.person.fails('getDomain', { path: { id } }, 404, 'NOT_FOUND');
      await ours.person.fails('getDomain', { path: { id: 'dom_none' } }, 404, 'NOT_FOUND');
    });

    test('counts active projects, except templates', async () => {
      const { id } = await create('Counted projects');
      const elsewhere = await create('Other projects');
      const project = (body: object) =>
        ours.person.ok('createProject', { body: { title: 'Show', domain_id: id, ...body } });
      await project({});
      await project({ is_template: true });
      await project({ state: 'paused' });
      await project({ domain_id: elsewhere.id });
      const closed = await project({});
      expect(await read(id)).toMatchObject({ project_count: 2 });
      await ours.person.ok('updateProject', {
        path: { id: closed.id },
        body: { state: 'completed' },
      });
      expect(await read(id)).toMatchObject({ project_count: 1 });
      expect(await read(elsewhere.id)).toMatchObject({ project_count: 1 });
    });

    test('counts open actions, unless they or their projects are templates', async () => {
      const { id } = await create('Counted actions');
      const action = (body: object) =>
        ours.person.ok('createAction', { body: { title: 'Sew', domain_id: id, ...body } });
      const project = (body: object) =>
        ours.person.ok('createProject', { body: { title: 'Show', ...body } });
      await action({});
      await action({ status: 'ready' });
      await action({ status: 'waiting' });
      await action({ is_template: true });
      await action({ project_id: (await project({ is_template: true })).id });
      await action({ project_id: (await project({ state: 'paused' })).id });
      const done = await action({});
      expect(await read(id)).toMatchObject({ action_count: 5 });
      await ours.person.ok('completeAction', {
        path: { id: done.id },
        body: { result_summary: 'Sewn.' },
      });
      expect(await read(id)).toMatchObject({ action_count: 4 });
      const listed = await ours.person.ok('listActions', {
        query: { domain_id: id, status: ['inbox', 'ready', 'waiting'] },
      });
      expect(listed.total).toBe(4);
    });
  });

  describe('updateDomain', () => {
    const update = (id: string, body: object, { person }: GivenWorkspace = ours) =>
      person.ok('updateDomain', { path: { id }, body });

    const eventsOf = (id: string): Promise<{ kind: string; summary: string }[]> =>
      database().knex('events').where({ subject_id: id }).orderBy('id').select('kind', 'summary');

    test('changes only the fields of the body', async () => {
      const domain = await create('Props');
      const { status, body, headers } = await ours.person.call('updateDomain', {
        path: { id: domain.id },
        header: { 'If-Match': '"1"' },
        body: { name: 'Properties' },
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      expect(body).toEqual({
        ...domain,
        name: 'Properties',
        updated_at: expect.any(String),
        version: 2,
      });
      expect(await read(domain.id)).toEqual(body);
      expect(await update(domain.id, { description: 'All of them' })).toMatchObject({
        name: 'Properties',
        description: 'All of them',
      });
      expect(await update(domain.id, { description: null })).toMatchObject({ description: null });
      expect((await eventsOf(domain.id)).slice(1)).toEqual([
        { kind: 'domain.updated', summary: `${ours.owner.owner.name} changed name.` },
        { kind: 'domain.updated', summary: `${ours.owner.owner.name} changed description.` },
        { kind: 'domain.updated', summary: `${ours.owner.owner.name} changed description.` },
      ]);
    });

    test('equal values change nothing', async () => {
      const domain = await create('Props');
      for (const body of [{}, { name: 'Props' }, { description: null }, { state: 'active' }]) {
        expect(await update(domain.id, body)).toEqual(domain);
      }
      expect(await eventsOf(domain.id)).toHaveLength(1);
    });

    test('archives an unused domain, which lists, the tasks view and references then exclude', async () => {
      const workspace = await aWorkspace(app, database());
      const { person, agent } = workspace;
      const domain = await create('Props', workspace);
      expect(await update(domain.id, { state: 'archived' }, workspace)).toMatchObject({
        state: 'archived',
        version: 2,
      });
      expect(await eventsOf(domain.id)).toMatchObject([
        { kind: 'domain.created' },
        { kind: 'domain.state_changed' },
      ]);
      expect((await person.ok('listDomains')).items).toEqual([]);
      const archived = await person.ok('listDomains', { query: { state: ['archived'] } });
      expect(archived).toMatchObject({
        items: [{ id: domain.id, state: 'archived' }],
        filters: { state: ['archived'] },
      });
      const both = await person.ok('listDomains', { query: { state: ['archived', 'active'] } });
      expect(both.total).toBe(1);
      expect((await person.ok('getTasksView')).domains).toEqual([]);
      const domain_id = domain.id;
      const title = 'x';
      const action = await person.ok('createAction', { body: { title } });
      const project = await person.ok('createProject', { body: { title } });
      for (const [id, input] of [
        ['createAction', { body: { title, domain_id } }],
        ['updateAction', { path: { id: action.id }, body: { domain_id } }],
        ['createProject', { body: { title, domain_id } }],
        ['updateProject', { path: { id: project.id }, body: { domain_id } }],
        ['createOrder', { body: { name: 'x', agent_id: agent.id, domain_id } }],
      ] as const) {
        const { issues } = await person.fails(id, input, 422, 'INVALID_REFERENCE');
        expect(issues).toMatchObject([{ path: 'body/domain_id' }]);
      }
    });

    test('a domain in use cannot be archived; the counts are reported', async () => {
      const { id } = await create('Busy');
      const paused = await ours.person.ok('createProject', {
        body: { title: 'x', domain_id: id, state: 'paused' },
      });
      await ours.person.ok('createProject', {
        body: { title: 'x', domain_id: id, is_template: true },
      });
      const action = await ours.person.ok('createAction', { body: { title: 'x', domain_id: id } });
      await ours.person.ok('createOrder', {
        body: { name: 'x', agent_id: ours.agent.id, domain_id: id },
      });
      const refused = () =>
        ours.person.fails(
          'updateDomain',
          { path: { id }, body: { state: 'archived', name: 'Idle' } },
          409,
          'DOMAIN_IN_USE',
        );
      expect((await refused()).details).toEqual({
        project_count: 2,
        action_count: 1,
        order_count: 1,
      });
      expect(await read(id)).toMatchObject({ name: 'Busy', state: 'active', version: 1 });
      expect(await eventsOf(id)).toHaveLength(1);

      await ours.person.ok('completeAction', {
        path: { id: action.id },
        body: { result_summary: 'x' },
      });
      const closed = { state: 'dropped' } as const;
      await ours.person.ok('updateProject', { path: { id: paused.id }, body: closed });
      expect((await refused()).details).toMatchObject({ project_count: 1, action_count: 0 });
      await database().knex('orders').where({ domain_id: id }).update(closed);
      await database().knex('projects').where({ domain_id: id }).update(closed);
      expect(await update(id, { state: 'archived' })).toMatchObject({ state: 'archived' });
    });

    test('an action that is reopened in an archived domain is still shown', async () => {
      const { id } = await create('Reopened');
      const action = await ours.person.ok('createAction', { body: { title: 'x', domain_id: id } });
      const path = { id: action.id };
      await ours.person.ok('completeAction', { path, body: { result_summary: 'x' } });
      await update(id, { state: 'archived' });
      await database().knex('actions').where(path).update({ status: 'ready', completed_at: null });
      const { domains } = await ours.person.ok('getTasksView', { query: { slice: 'all' } });
      expect(domains.find((domain) => domain.id === id)?.rows).toMatchObject([
        { action_id: action.id },
      ]);
    });

    test('an archiving and ten concurrent creations never miss each other', async () => {
      for (const round of [1, 2, 3]) {
        const { id } = await create(`Contested ${round}`);
        const [archived, ...created] = await Promise.all([
          ours.person.call('updateDomain', { path: { id }, body: { state: 'archived' } }),
          ...Array.from({ length: 10 }, () =>
            ours.person.call('createProject', { body: { title: 'x', domain_id: id } }),
          ),
        ]);
        const made = created.filter(({ status }) => status === 201).length;
        expect(created.every(({ status }) => status === 201 || status === 422)).toBe(true);
        expect([archived.status, made > 0]).toEqual(made > 0 ? [409, true] : [200, false]);
        expect(await read(id)).toMatchObject({ project_count: made });
      }
    });

    test('the cap of the plan is exact for activations too', async () => {
      const workspace = await onPlan('free');
      const ids = [];
      for (const name of ['a', 'b']) ids.push((await create(name, workspace)).id);
      for (const id of ids) await update(id, { state: 'archived' }, workspace);
      for (const name of ['c', 'd']) ids.push((await create(name, workspace)).id);
      const [a = '', b = '', c = ''] = ids;
      const activate = (id: string) => ({ path: { id }, body: { state: 'active' } }) as const;
      const { details } = await workspace.person.fails(
        'updateDomain',
        activate(a),
        403,
        'CAP_EXCEEDED',
      );
      expect(details).toEqual({ cap: 'active_domains', plan: 'free', limit: 2, current: 2 });
      await workspace.person.ok('updateDomain', { path: { id: c }, body: { name: 'C' } });
      await workspace.person.ok('updateDomain', activate(c));
      await update(c, { state: 'archived' }, workspace);
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          workspace.person.call('updateDomain', activate(index % 2 === 0 ? a : b)),
        ),
      );
      const { items } = await workspace.person.ok('listDomains');
      expect(items).toHaveLength(2);
      // Five requests for the same domain: one activates it, for the others it is active already.
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(responses.filter(({ status }) => status === 403)).toHaveLength(5);
      const { headroom } = await workspace.person.ok('getMe');
      expect(headroom.active_domains).toBe(0);
    });

    test('compares If-Match with the version', async () => {
      const { id } = await create('Props');
      const input = { path: { id }, header: { 'If-Match': '"2"' }, body: { name: 'Other' } };
      await ours.person.fails('updateDomain', input, 412, 'STALE_VERSION');
      expect(await read(id)).toMatchObject({ name: 'Props', version: 1 });
    });

    test('sysadmin agents change domains, workers do not', async () => {
      const { id } = await create('Props');
      const { token } = await addAgent(app, ours.owner, { access_mode: 'sysadmin' });
      const input = { path: { id }, body: { name: 'Ours' } };
      await client(app, { bearer: token }).ok('updateDomain', input);
      await ours.worker.fails('updateDomain', input, 403, 'FORBIDDEN');
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create('Props', theirs);
      for (const missing of [id, 'dom_none']) {
        for (const body of [{ name: 'x' }, { state: 'archived' }, { state: 'active' }]) {
          await ours.person.fails(
            'updateDomain',
            { path: { id: missing }, body },
            404,
            'NOT_FOUND',
          );
        }
      }
    });

    test.each([
      ['an empty name', { name: '' }, 'VALIDATION_FAILED'],
      ['an unknown state', { state: 'closed' }, 'VALIDATION_FAILED'],
      ['an unknown field', { title: 'x' }, 'UNKNOWN_FIELD'],
    ] as const)('%s is refused', async (_what, body, code) => {
      const { id } = await create('Props');
      await ours.person.fails('updateDomain', { path: { id }, body }, 400, code);
    });
  });

  describe('listDomains', () => {
    let workspace: GivenWorkspace;
    let domains: Domain[];

    beforeAll(async () => {
      workspace = await aWorkspace(app, database());
      domains = [];
      for (const name of ['Props', 'Bar', 'Stage', 'Bar', 'Ärger']) {
        domains.push(await create(name, workspace));
        // Each is created in a different millisecond.
        await setTimeout(2);
      }
    });

    const list = (query: ListQuery = {}) => workspace.worker.ok('listDomains', { query });

    const namesOf = async (query: ListQuery) => (await list(query)).items.map(({ name }) => name);

    test('finds words of the name in any case', async () => {
      expect(await namesOf({ q: 'a', sort: 'name' })).toEqual(['Bar', 'Bar', 'Stage']);
      expect((await list({ q: 'ärger' })).filters).toEqual({ state: ['active'], q: 'ärger' });
      expect(await namesOf({ q: 'ärger' })).toEqual(['Ärger']);
    });

    test('an empty workspace has an empty list', async () => {
      const { person } = await aWorkspace(app, database());
      expect(await person.ok('listDomains')).toEqual({
        items: [],
        total: 0,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: 'name',
        filters: { state: ['active'] },
        hidden_count: 0,
      });
    });

    test('by name; the id breaks ties', async () => {
      const { items, sort } = await list();
      expect(sort).toBe('name');
      expect(items.map(({ name }) => name)).toEqual(['Ärger', 'Bar', 'Bar', 'Props', 'Stage']);
      const [, first, second] = items.map(({ id }) => id);
      expect(String(first) < String(second)).toBe(true);
    });

    test.each([
      ['-name', ['Stage', 'Props', 'Bar', 'Bar', 'Ärger']],
      ['created_at', ['Props', 'Bar', 'Stage', 'Bar', 'Ärger']],
      ['-created_at', ['Ärger', 'Bar', 'Stage', 'Bar', 'Props']],
      ['updated_at', ['Props', 'Bar', 'Stage', 'Bar', 'Ärger']],
      ['-updated_at', ['Ärger', 'Bar', 'Stage', 'Bar', 'Props']],
    ] as const)('sorted by %s', async (sort, names) => {
      expect(await namesOf({ sort })).toEqual(names);
    });

    test('pages by offset and by cursor return every domain once', async () => {
      const first = await list({ limit: 2 });
      expect(first.page).toMatchObject({ offset: 0, limit: 2, has_more: true });
      // Clients that send defaults send an offset of 0.
      const second = await list({ limit: 2, after: first.page.next ?? '', offset: 0 });
      const third = await list({ limit: 2, offset: 4 });
      expect(third.page).toMatchObject({ offset: 4, has_more: false, next: null });
      const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(ids)).toEqual(new Set(domains.map(({ id }) => id)));
      expect(ids).toHaveLength(5);
    });

    test('each item equals the record read by id', async () => {
      const { items } = await list();
      const [first] = items;
      const alone = await workspace.person.ok('getDomain', { path: { id: String(first?.id) } });
      expect(first).toEqual(alone);
    });

    test.each([
      ['an unknown sort', { sort: 'description' }, 'VALIDATION_FAILED'],
      ['an unknown parameter', { name: 'Bar' }, 'UNKNOWN_PARAMETER'],
      ['201 a page', { limit: 201 }, 'VALIDATION_FAILED'],
      ['a cursor of another order', { sort: 'name', after: 'xyz' }, 'VALIDATION_FAILED'],
    ] as const)('%s is refused', async (_what, query, code) => {
      await workspace.person.fails('listDomains', { query }, 400, code);
    });
  });
});
