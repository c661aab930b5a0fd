import { setTimeout } from 'node:timers/promises';
import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';
import { openTransaction } from '../../src/platform/db/transaction';
import { nextNumber } from '../support/rows';

type Project = components['schemas']['Project'];

type ProjectUpdate = components['schemas']['ProjectUpdate'];

type ActionCreate = components['schemas']['ActionCreate'];

type Agent = components['schemas']['Agent'];

type State = Project['state'];

type ListQuery = NonNullable<CallInput<'listProjects'>['query']>;

type ActionsQuery = NonNullable<CallInput<'listProjectActions'>['query']>;

const states: readonly State[] = ['active', 'paused', 'completed', 'dropped'];

const closed = ['completed', 'dropped'] as const;

describeOnEachDatabase('Projects', (database) => {
  let app: TestApp;
  let ours: GivenWorkspace;
  let theirs: GivenWorkspace;
  let sysadmin: ApiClient;
  let sysadminAgent: Agent;
  let domainId: string;
  let otherDomainId: string;
  let theirDomainId: string;

  // The last author of a text, as a record of another creator names it.
  const authorOf = ({ actor_id, name }: Agent) => ({ actor_id, kind: 'agent', name });

  const anAgent = async (wanted: Partial<components['schemas']['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, ours.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  beforeAll(async () => {
    app = await startApp(database());
    ours = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
    ({ api: sysadmin, agent: sysadminAgent } = await anAgent({ access_mode: 'sysadmin' }));
    domainId = (await ours.person.ok('createDomain', { body: { name: 'Stage' } })).id;
    otherDomainId = (await ours.person.ok('createDomain', { body: { name: 'House' } })).id;
    theirDomainId = (await theirs.person.ok('createDomain', { body: { name: 'Theirs' } })).id;
  });
  afterAll(() => app.close());

  const create = (body: object = {}, by: ApiClient = ours.person): Promise<Project> =>
    by.ok('createProject', { body: { title: 'Winter show', ...body } });

  const read = (id: string, by: ApiClient = ours.person) => by.ok('getProject', { path: { id } });

  const update = (id: string, body: ProjectUpdate, by: ApiClient = ours.person) =>
    by.ok('updateProject', { path: { id }, body });

  const addAction = (
    projectId: string,
    body: Partial<ActionCreate> = {},
    by: ApiClient = ours.person,
  ) => by.ok('createAction', { body: { title: 'Sew the hem', project_id: projectId, ...body } });

  const readAction = (id: string) => ours.person.ok('getAction', { path: { id } });

  const complete = (id: string) => ({ path: { id }, body: { result_summary: 'It is sewn.' } });

  const actionsOf = async (projectId: string, query: ActionsQuery = {}) =>
    (await ours.person.ok('listProjectActions', { path: { id: projectId }, query })).items;

  const eventsOf = (
    id: string,
  ): Promise<{ kind: string; actor_id: string; summary: string; project_id: string }[]> =>
    database().knex('events').where({ subject_id: id }).orderBy(['created_at', 'id']);

  const statusesOf = (responses: readonly Called[]) =>
    new Set(responses.map(({ status }) => status));

  describe('createProject', () => {
    test('needs only a title: it is active, sequential and not a template', async () => {
      const { status, body, headers } = await ours.person.call('createProject', {
        body: { title: 'Winter show' },
      });
      expect(status).toBe(201);
      const { id: actorId, name } = ours.owner.owner;
      expect(body).toEqual({
        id: expect.stringMatching(/^prj_/),
        workspace_id: ours.workspaceId,
        title: 'Winter show',
        description: null,
        domain_id: null,
        is_template: false,
        state: 'active',
        work_mode: 'sequential',
        due_at: null,
        created_by_actor_id: actorId,
        created_by_actor_kind: 'user',
        created_by_actor_name: name,
        updated_by_actor_id: actorId,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updated_at: expect.any(String),
        version: 1,
      });
      expect(headers['etag']).toEqual(tagOf(1));
      const id = String(headers['location']).replace('/v1/projects/', '');
      const stored = await read(id);
      expect(stored).toEqual(body);
      expect(stored.updated_at).toBe(stored.created_at);
      expect(await eventsOf(id)).toMatchObject([
        {
          kind: 'project.created',
          actor_id: actorId,
          summary: `${name} added the project.`,
          project_id: id,
        },
      ]);
    });

    test('stores all fields', async () => {
      const given = {
        title: 'Frühlingsrevue',
        description: '# Plan\n\nFive acts.',
        domain_id: domainId,
        is_template: true,
        state: 'paused',
        work_mode: 'parallel',
      };
      const project = await create({ ...given, due_at: '2027-03-01T19:30:00+01:00' });
      expect(project).toMatchObject({ ...given, due_at: '2027-03-01T18:30:00.000Z' });
      expect(await read(project.id)).toEqual(project);
    });

    test('a worker creates projects', async () => {
      const project = await create({}, ours.worker);
      expect(project).toMatchObject({
        created_by_actor_id: ours.agent.actor_id,
        updated_by_actor_id: ours.agent.actor_id,
      });
    });

    test('a retry returns the same project', async () => {
      const body = { title: 'Once', client_request_id: 'once' };
      const first = await ours.person.call('createProject', { body });
      const second = await ours.person.call('createProject', { body });
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      const other = { body: { ...body, title: 'Twice' } };
      await ours.person.fails('createProject', other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });

    test('an agent that needs approval is refused, and so is an unknown proposal', async () => {
      const { api } = await anAgent({ requires_proposals: true });
      const body = { title: 'Unasked' };
      const { details } = await api.fails('createProject', { body }, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'createProject' });
      for (const by of [api, ours.person]) {
        const { issues } = await by.fails(
          'createProject',
          { body: { ...body, permitted_proposal_id: 'ppl_1' } },
          422,
          'INVALID_REFERENCE',
        );
        expect(issues).toMatchObject([{ path: 'body/permitted_proposal_id' }]);
      }
    });

    test('the domain must belong to the workspace', async () => {
      for (const domain_id of ['dom_none', theirDomainId]) {
        const body = { title: 'Lost', domain_id };
        const { issues } = await ours.person.fails(
          'createProject',
          { body },
          422,
          'INVALID_REFERENCE',
        );
        expect(issues).toMatchObject([{ path: 'body/domain_id', code: 'INVALID_REFERENCE' }]);
      }
    });

    test.each([
      ['no title', {}, 'VALIDATION_FAILED'],
      ['an empty title', { title: '' }, 'VALIDATION_FAILED'],
      ['a title of 501 characters', { title: 'x'.repeat(501) }, 'VALIDATION_FAILED'],
      ['a closed state', { title: 'x', state: 'completed' }, 'VALIDATION_FAILED'],
      ['an unknown mode', { title: 'x', work_mode: 'random' }, 'VALIDATION_FAILED'],
      ['a day without a time', { title: 'x', due_at: '2027-03-01' }, 'VALIDATION_FAILED'],
      ['is_template that is null', { title: 'x', is_template: null }, 'VALIDATION_FAILED'],
      ['an unknown field', { title: 'x', owner: 'me' }, 'UNKNOWN_FIELD'],
    ] as const)('%s is refused', async (_what, body, code) => {
      await ours.person.fails('createProject', { body }, 400, code);
    });
  });

  describe('getProjectUsage', () => {
    const total = async (id: string) =>
      (await ours.person.ok('getProjectUsage', { path: { id }, query: { days: 7 } })).total;

    test('sums the reports of all agents about its actions, and follows them', async () => {
      const [project, other] = [await create(), await create()];
      const { agent, api } = await anAgent();
      const ready = (agentId: string) =>
        addAction(project.id, { status: 'ready', assigned_agent_id: agentId });
      const [first, second] = [await ready(ours.agent.id), await ready(agent.id)];
      const report = (id: string, by: ApiClient, seconds: number) =>
        by.ok('heartbeatAction', { path: { id }, body: { usage: { seconds } } });
      expect(await total(project.id)).toEqual({});
      await report(first.id, ours.worker, 40);
      await report(second.id, api, 2);
      await ours.person.ok('dropAction', { path: { id: second.id } });
      expect(await total(project.id)).toEqual({ seconds: 42 });
      const body = { project_id: other.id };
      await ours.person.ok('updateAction', { path: { id: first.id }, body });
      expect([await total(project.id), await total(other.id)]).toEqual([
        { seconds: 2 },
        { seconds: 40 },
      ]);
      const usage = await api.ok('getProjectUsage', { path: { id: other.id } });
      expect(usage.days).toEqual([{ day: usage.to, usage: { seconds: 40 } }]);
    });

    test('404 for a project of another workspace', async () => {
      const { id } = await create({}, theirs.person);
      expect((await ours.person.call('getProjectUsage', { path: { id } })).status).toBe(404);
    });
  });

  describe('getProject', () => {
    test('304 for an unchanged project', async () => {
      const { id } = await create();
      const { headers } = await ours.worker.call('getProject', { path: { id } });
      const header = { 'If-None-Match': String(headers['etag']) };
      const reread = () => ours.worker.call('getProject', { path: { id }, header });
      expect((await reread()).status).toBe(304);
      await update(id, { title: 'Summer show' });
      expect(await reread()).toMatchObject({ status: 200, headers: { etag: tagOf(2) } });
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create({}, theirs.person);
      await ours.person.fails('getProject', { path: { id } }, 404, 'NOT_FOUND');
      await ours.person.fails('getProject', { path: { id: 'prj_none' } }, 404, 'NOT_FOUND');
    });
  });

  describe('listProjects', () => {
    let workspace: GivenWorkspace;
    let shows: string;

    beforeAll(async () => {
      workspace = await aWorkspace(app, database());
      const { person } = workspace;
      shows = (await person.ok('createDomain', { body: { name: 'Shows' } })).id;
      for (const project of [
        { title: 'Carmen', domain_id: shows, due_at: '2027-05-01T00:00:00Z' },
        { title: 'Aida', description: 'With elephants.', state: 'paused' },
        { title: 'Tosca', domain_id: shows, due_at: '2027-04-01T00:00:00Z' },
        { title: 'Any opera', is_template: true, work_mode: 'parallel' },
        { title: 'Norma', due_at: '2027-06-01T00:00:00Z' },
      ]) {
        await create(project, person);
        // Each is created in a different millisecond.
        await setTimeout(2);
      }
      const norma = (await person.ok('listProjects', { query: { q: 'Norma' } })).items[0];
      await update(String(norma?.id), { state: 'completed' }, person);
      await setTimeout(2);
      const carmen = (await person.ok('listProjects', { query: { q: 'Carmen' } })).items[0];
      await update(String(carmen?.id), { description: 'With children.' }, person);
    });

    const list = (query: ListQuery = {}) => workspace.worker.ok('listProjects', { query });

    const titlesOf = async (query: ListQuery) =>
      (await list(query)).items.map(({ title }) => title);

    test('all of them, newest first', async () => {
      const response = await list();
      expect(response.items.map(({ title }) => title)).toEqual([
        'Norma',
        'Any opera',
        'Tosca',
        'Aida',
        'Carmen',
      ]);
      expect(response).toMatchObject({
        total: 5,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: {},
        hidden_count: 0,
      });
    });

    test.each([
      ['created_at', ['Carmen', 'Aida', 'Tosca', 'Any opera', 'Norma']],
      ['-updated_at', ['Carmen', 'Norma', 'Any opera', 'Tosca', 'Aida']],
      ['updated_at', ['Aida', 'Tosca', 'Any opera', 'Norma', 'Carmen']],
      ['title', ['Aida', 'Any opera', 'Carmen', 'Norma', 'Tosca']],
      ['-title', ['Tosca', 'Norma', 'Carmen', 'Any opera', 'Aida']],
      ['due_at', ['Tosca', 'Carmen', 'Norma', 'Aida', 'Any opera']],
      ['-due_at', ['Norma', 'Carmen', 'Tosca', 'Any opera', 'Aida']],
    ] as const)('sorted by %s, those without a value last', async (sort, titles) => {
      expect(await titlesOf({ sort })).toEqual(titles);
    });

    test.each<[ListQuery, string[]]>([
      [{ state: ['active'] }, ['Tosca', 'Any opera', 'Carmen']],
      [{ state: ['paused', 'completed'] }, ['Norma', 'Aida']],
      [{ state: ['dropped'] }, []],
      [{ is_template: true }, ['Any opera']],
      [{ is_template: false }, ['Norma', 'Tosca', 'Aida', 'Carmen']],
      [{ q: 'opera' }, ['Any opera']],
      [{ q: 'WITH child' }, ['Carmen']],
      [{ q: 'a_da' }, []],
      [{ domain_id: 'dom_none' }, []],
      [{ is_template: false, state: ['active'], q: 'c' }, ['Tosca', 'Carmen']],
    ])('filtered by %j', async (query, titles) => {
      const response = await list(query);
      expect(response.items.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
      expect(response.total).toBe(titles.length);
      expect(response.filters).toEqual(query);
    });

    test('filtered by domain', async () => {
      const response = await list({ domain_id: shows });
      expect(response.items.map(({ title }) => title)).toEqual(['Tosca', 'Carmen']);
      expect(response.filters).toEqual({ domain_id: shows });
    });

    test.each(['-created_at', 'due_at', '-due_at', 'title'] as const)(
      'cursors return every project once, in the order of %s',
      async (sort) => {
        const expected = await titlesOf({ sort });
        const met: string[] = [];
        let after: string | null | undefined;
        do {
          const response = await list({ sort, limit: 2, ...(after ? { after } : {}) });
          met.push(...response.items.map(({ title }) => title));
          after = response.page.next;
        } while (after);
        expect(met).toEqual(expected);
      },
    );

    test('an offset skips', async () => {
      const response = await list({ limit: 2, offset: 3 });
      expect(response.items.map(({ title }) => title)).toEqual(['Aida', 'Carmen']);
      expect(response).toMatchObject({ total: 5, page: { offset: 3, limit: 2, has_more: false } });
    });

    test('each item equals the record read by id', async () => {
      const [first] = (await list()).items;
      const alone = { path: { id: String(first?.id) } };
      expect(await workspace.person.ok('getProject', alone)).toEqual(first);
    });

    test.each([
      ['an unknown state', { state: 'open' }, 'VALIDATION_FAILED'],
      ['an unknown sort', { sort: 'state' }, 'VALIDATION_FAILED'],
      ['is_template that is not a boolean', { is_template: 'maybe' }, 'VALIDATION_FAILED'],
      ['an unknown parameter', { title: 'Aida' }, 'UNKNOWN_PARAMETER'],
      ['a limit of 0', { limit: 0 }, 'VALIDATION_FAILED'],
    ] as const)('%s is refused', async (_what, query, code) => {
      await workspace.person.fails('listProjects', { query }, 400, code);
    });
  });

  describe('updateProject', () => {
    const full = {
      title: 'Template of a show',
      description: 'Five acts.',
      is_template: true,
      state: 'paused',
      work_mode: 'parallel',
      due_at: '2027-03-01T18:30:00.000Z',
    } as const;

    // The defaults of the specification apply to a new project. A merge applies no defaults.
    test.each<[ProjectUpdate]>([
      [{ title: 'Another title' }],
      [{ description: 'Six acts.' }],
      [{ description: null }],
      [{ domain_id: null }],
      [{ is_template: false }],
      [{ state: 'active' }],
      [{ work_mode: 'sequential' }],
      [{ due_at: '2028-01-01T00:00:00.000Z' }],
      [{ due_at: null }],
    ])('%j changes only these fields', async (body) => {
      const before = await create({ ...full, domain_id: domainId });
      const {
        status,
        body: after,
        headers,
      } = await sysadmin.call('updateProject', {
        path: { id: before.id },
        body,
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      const { updated_at, updated_by_actor_id, version, ...rest } = await read(before.id);
      expect(after).toEqual({ ...rest, updated_at, updated_by_actor_id, version });
      expect({ ...rest, version }).toEqual({
        ...without(before, 'updated_at', 'updated_by_actor_id'),
        ...body,
        ...(body.title === undefined ? {} : { title_author: authorOf(sysadminAgent) }),
        ...(body.description === undefined ? {} : { description_author: authorOf(sysadminAgent) }),
        version: 2,
      });
      expect(updated_by_actor_id).not.toBe(before.updated_by_actor_id);
      expect(updated_at >= before.updated_at).toBe(true);
    });

    test('several fields at once', async () => {
      const { id } = await create();
      const body = { ...full, domain_id: domainId };
      expect(await update(id, body)).toMatchObject({ ...body, version: 2 });
    });

    test.each<[string, ProjectUpdate]>([
      ['nothing', {}],
      ['equal values', { ...full, due_at: '2027-03-01T19:30:00+01:00' }],
      ['close_actions alone', { close_actions: true }],
      ['close_actions without a closing state', { state: 'paused', close_actions: true }],
    ])('%s changes nothing', async (_what, body) => {
      const before = await create(full);
      const action = await addAction(before.id);
      expect(await update(before.id, body, sysadmin)).toEqual(before);
      expect(await read(before.id)).toEqual(before);
      expect(await readAction(action.id)).toMatchObject({ status: 'inbox' });
      expect((await eventsOf(before.id)).map(({ kind }) => kind)).toEqual(['project.created']);
    });

    test('the event names the changed fields', async () => {
      const { id } = await create();
      const { name } = ours.owner.owner;
      await update(id, { title: 'Summer show', due_at: '2028-01-01T00:00:00.000Z' });
      await update(id, { state: 'paused' });
      await update(id, { state: 'active', due_at: null });
      await update(id, { state: 'completed', description: 'It was seen by all.' });
      await update(id, { state: 'dropped', title: 'Show', description: null });
      const events = await eventsOf(id);
      expect(events.slice(1)).toMatchObject([
        { kind: 'project.updated', summary: `${name} changed title, due date.`, project_id: id },
        { kind: 'project.state_changed', summary: `${name} paused the project.`, project_id: id },
        { kind: 'project.state_changed', summary: `${name} resumed the project.` },
        {
          kind: 'project.state_changed',
          summary: `${name} completed the project and changed description.`,
        },
        {
          kind: 'project.state_changed',
          summary: `${name} dropped the project and changed title, description.`,
        },
      ]);
    });

    test('If-Match prevents a lost update', async () => {
      const { id } = await create();
      const patch = (ifMatch: string, title: string) => ({
        path: { id },
        header: { 'If-Match': ifMatch },
        body: { title },
      });
      await ours.person.ok('updateProject', patch('"1"', 'First'));
      const { details } = await ours.person.fails(
        'updateProject',
        patch('"1"', 'Second'),
        412,
        'STALE_VERSION',
      );
      expect(details).toEqual({ current_version: 2 });
      await ours.person.fails('updateProject', patch('W/"1"', 'Weak'), 412, 'STALE_VERSION');
      await ours.person.ok('updateProject', patch('"7", W/"2"', 'Third'));
      await ours.person.ok('updateProject', patch('*', 'Fourth'));
      expect(await read(id)).toMatchObject({ title: 'Fourth', version: 4 });
    });

    test('one of ten concurrent changes of the same version succeeds', async () => {
      const { id } = await create();
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          ours.person.call('updateProject', {
            path: { id },
            header: { 'If-Match': '"1"' },
            body: { title: `Title ${index}` },
          }),
        ),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 412)).toHaveLength(9);
      expect(await read(id)).toMatchObject({ version: 2 });
    });

    test('the domain must belong to the workspace', async () => {
      const { id } = await create();
      for (const domain_id of ['dom_none', theirDomainId]) {
        const { issues } = await ours.person.fails(
          'updateProject',
          { path: { id }, body: { domain_id } },
          422,
          'INVALID_REFERENCE',
        );
        expect(issues).toMatchObject([{ path: 'body/domain_id' }]);
      }
      expect(await read(id)).toMatchObject({ domain_id: null, version: 1 });
    });

    test('a project that opens again loses a domain that has been archived', async () => {
      const { id: domain } = await ours.person.ok('createDomain', { body: { name: 'Old' } });
      for (const state of ['completed', 'dropped'] as const) {
        for (const is_template of [false, true]) {
          const { id } = await create({ domain_id: domain, is_template });
          const action = await addAction(id);
          await update(id, { state, close_actions: true });
          await ours.person.ok('updateDomain', {
            path: { id: domain },
            body: { state: 'archived' },
          });
          expect(await update(id, { state: 'dropped' })).toMatchObject({ domain_id: domain });
          const wanted = { state: 'paused' as const, domain_id: domainId };
          expect(await update(id, wanted)).toMatchObject(wanted);
          await update(id, { state: 'completed' });
          await ours.person.ok('updateDomain', { path: { id: domain }, body: { state: 'active' } });
          await update(id, { domain_id: domain });
          await ours.person.ok('updateDomain', {
            path: { id: domain },
            body: { state: 'archived' },
          });
          expect(await update(id, { state: 'active' })).toMatchObject({ domain_id: null });
          expect((await eventsOf(id)).at(-1)?.summary).toMatch(
            /has no domain, because .* archived/,
          );
          expect(await readAction(action.id)).toMatchObject({ domain_id: domain });
          await ours.person.ok('updateDomain', { path: { id: domain }, body: { state: 'active' } });
        }
      }
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create({}, theirs.person);
      for (const missing of [id, 'prj_none']) {
        const input = { path: { id: missing }, body: { title: 'Ours' } };
        await ours.person.fails('updateProject', input, 404, 'NOT_FOUND');
      }
    });

    test.each([
      ['an empty title', { title: '' }, 'VALIDATION_FAILED'],
      ['a title that is null', { title: null }, 'VALIDATION_FAILED'],
      ['a state that is null', { state: null }, 'VALIDATION_FAILED'],
      ['an unknown state', { state: 'closed' }, 'VALIDATION_FAILED'],
      ['an unknown field', { version: 2 }, 'UNKNOWN_FIELD'],
      ['a client_request_id', { client_request_id: 'again' }, 'UNKNOWN_FIELD'],
    ] as const)('%s is refused', async (_what, body, code) => {
      const { id } = await create();
      await ours.person.fails('updateProject', { path: { id }, body }, 400, code);
    });

    describe('of another domain', () => {
      test('moves the actions that were in the old one', async () => {
        const { id } = await create({ domain_id: domainId });
        const inDomain = await addAction(id);
        const done = await addAction(id);
        const withoutDomain = await addAction(id, { domain_id: otherDomainId });
        const nowhere = await addAction(id, { domain_id: null });
        const outside = await ours.person.ok('createAction', {
          body: { title: 'Outside', domain_id: domainId },
        });
        await ours.person.ok('completeAction', complete(done.id));
        expect(inDomain.domain_id).toBe(domainId);
        await update(id, { domain_id: otherDomainId });
        expect(await readAction(inDomain.id)).toMatchObject({
          domain_id: otherDomainId,
          version: 2,
        });
        expect(await readAction(done.id)).toMatchObject({ domain_id: otherDomainId });
        expect(await readAction(withoutDomain.id)).toMatchObject({
          domain_id: otherDomainId,
          version: 1,
        });
        expect(await readAction(nowhere.id)).toMatchObject({ domain_id: null, version: 1 });
        expect(await readAction(outside.id)).toMatchObject({ domain_id: domainId });
        await update(id, { domain_id: null });
        expect(await readAction(inDomain.id)).toMatchObject({ domain_id: null });
      });

      test('a first domain applies to the actions without a domain', async () => {
        const { id } = await create();
        const action = await addAction(id);
        await update(id, { domain_id: domainId });
        expect(await readAction(action.id)).toMatchObject({ domain_id: domainId });
      });
    });

    describe('by agents', () => {
      test('a worker changes only projects that it created', async () => {
        const own = await create({}, ours.worker);
        expect(await update(own.id, { state: 'paused' }, ours.worker)).toMatchObject({
          state: 'paused',
          updated_by_actor_id: ours.agent.actor_id,
        });
        const other = await anAgent();
        const foreign = await create({}, other.api);
        for (const { id } of [await create(), foreign]) {
          const input = { path: { id }, body: { title: 'Mine now' } };
          await ours.worker.fails('updateProject', input, 403, 'FORBIDDEN');
          await ours.worker.fails('updateProject', { ...input, body: {} }, 403, 'FORBIDDEN');
        }
      });

      test('a sysadmin changes any project', async () => {
        const { id } = await create();
        expect(await update(id, { title: 'Tidied' }, sysadmin)).toMatchObject({ title: 'Tidied' });
      });

      test('a read-only token cannot change projects', async () => {
        const { api } = await anAgent();
        const { id } = await create({}, api);
        const { token } = await addAgent(app, ours.owner, { scopes: ['read'] });
        const reader = client(app, { bearer: token });
        const input = { path: { id }, body: { title: 'No' } };
        await reader.fails('updateProject', input, 403, 'INSUFFICIENT_SCOPE');
      });

      test.each(closed)(
        "a worker cannot close a project with another agent's open work: %s",
        async (state) => {
          const other = await anAgent();
          const { id } = await create({}, ours.worker);
          await addAction(id, { assigned_agent_id: ours.agent.id });
          const assigned = await addAction(id, { assigned_agent_id: other.agent.id });
          for (const close_actions of [false, true]) {
            const input = { path: { id }, body: { state, close_actions } };
            await ours.worker.fails('updateProject', input, 403, 'FORBIDDEN');
          }
          await ours.person.ok('completeAction', complete(assigned.id));
          const input = { path: { id }, body: { state, close_actions: true } };
          expect(await ours.worker.ok('updateProject', input)).toMatchObject({ state });
        },
      );

      test('a worker closes its project with its own actions and those of the pool', async () => {
        const { id } = await create({}, ours.worker);
        await addAction(id, { assigned_agent_id: ours.agent.id });
        await addAction(id, { status: 'ready' });
        const body = { state: 'completed', close_actions: true } as const;
        expect(await update(id, body, ours.worker)).toMatchObject({ state: 'completed' });
        const found = await actionsOf(id);
        expect(found.map(({ status }) => status)).toEqual(['dropped', 'dropped']);
      });

      test('a worker cannot close its project with an action that it could not drop', async () => {
        const { id } = await create({}, ours.worker);
        await addAction(id, { assigned_agent_id: ours.agent.id });
        const persons = await addAction(id, { assigned_actor_id: ours.owner.owner.id });
        const inbox = await addAction(id);
        const input = { path: { id }, body: { state: 'dropped', close_actions: true } } as const;
        const { details } = await ours.worker.fails('updateProject', input, 403, 'FORBIDDEN');
        expect(details).toEqual({ action_ids: [persons.id, inbox.id].toSorted() });
        const found = await actionsOf(id);
        expect(found.map(({ status }) => status)).not.toContain('dropped');
      });

      test('a sysadmin closes it with actions of other agents', async () => {
        const { id } = await create();
        await addAction(id, { assigned_agent_id: ours.agent.id });
        const body = { state: 'dropped', close_actions: true } as const;
        expect(await update(id, body, sysadmin)).toMatchObject({ state: 'dropped' });
      });
    });

    describe('of the state', () => {
      const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

      test.each(moves)('people move it from %s to %s', async (from, to) => {
        const { id } = await create();
        await update(id, { state: from });
        expect(await update(id, { state: to })).toMatchObject({ state: to });
        expect(await read(id)).toMatchObject({ state: to });
      });

      test.each(closed)('%s is refused while actions are open', async (state) => {
        const { id, version } = await create();
        for (const status of ['inbox', 'ready', 'waiting'] as const)
          await addAction(id, { status });
        const done = await addAction(id);
        await ours.person.ok('completeAction', complete(done.id));
        const { details } = await ours.person.fails(
          'updateProject',
          { path: { id }, body: { state, title: 'Not stored' } },
          409,
          'PROJECT_HAS_OPEN_ACTIONS',
        );
        expect(details).toEqual({ open_action_count: 3 });
        expect(await read(id)).toMatchObject({ state: 'active', title: 'Winter show', version });
      });

      test.each(closed)('%s with close_actions drops the open actions', async (state) => {
        const { id } = await create();
        const open = [];
        for (const status of ['inbox', 'ready', 'waiting'] as const) {
          open.push(await addAction(id, { status, assigned_agent_id: ours.agent.id }));
        }
        const done = await addAction(id);
        await ours.person.ok('completeAction', complete(done.id));
        expect(await update(id, { state, close_actions: true })).toMatchObject({
          state,
          version: 2,
        });
        for (const action of open) {
          const dropped = await readAction(action.id);
          expect(dropped).toMatchObject({
            status: 'dropped',
            version: 2,
            completed_at: null,
            result_summary: null,
            latest_note: {
              kind: 'system',
              body: `Dropped because the project was ${state}.`,
              created_by_actor_id: dropped.updated_by_actor_id,
            },
          });
          expect(await eventsOf(action.id)).toMatchObject([
            { kind: 'action.created' },
            { kind: 'action.dropped', actor_id: dropped.updated_by_actor_id, project_id: id },
          ]);
        }
        expect(await readAction(done.id)).toMatchObject({ status: 'done' });
        const [system] = await database()
          .knex('actors')
          .where({ workspace_id: ours.workspaceId, kind: 'system' });
        expect(await readAction(String(open[0]?.id))).toMatchObject({
          updated_by_actor_id: system.id,
        });
        const next = closed.find((other) => other !== state) ?? state;
        expect(await update(id, { state: next })).toMatchObject({ state: next });
      });

      test('close_actions also drops open actions of a project that is closed already', async () => {
        const { id } = await create();
        await update(id, { state: 'completed' });
        const late = await addAction(id);
        expect(await update(id, { state: 'completed' })).toMatchObject({ version: 2 });
        expect(await readAction(late.id)).toMatchObject({ status: 'inbox' });
        const body = { state: 'completed', close_actions: true } as const;
        expect(await update(id, body)).toMatchObject({ state: 'completed', version: 2 });
        expect(await readAction(late.id)).toMatchObject({ status: 'dropped' });
      });

      test('more open actions than fit into one statement', async () => {
        const { id } = await create({ is_template: true });
        const first = await addAction(id);
        const [row] = await database().knex('actions').where({ id: first.id });
        const copies = Array.from({ length: 520 }, (_, index) => ({
          ...row,
          id: `act_copy_${id}_${String(index).padStart(3, '0')}`,
          number: nextNumber(),
        }));
        for (let start = 0; start < copies.length; start += 50) {
          await database()
            .knex('actions')
            .insert(copies.slice(start, start + 50));
        }
        const copy = await ours.person.ok('duplicateProject', { path: { id } });
        const path = { id: copy.id };
        expect(await ours.person.ok('listProjectActions', { path })).toMatchObject({ total: 521 });
        const positions = await database()
          .knex('events')
          .where({ project_id: copy.id, kind: 'action.created' })
          .orderBy('position')
          .pluck('position');
        expect(positions.map((position) => Number(position) - Number(positions[0]))).toEqual([
          ...Array.from({ length: 521 }).keys(),
        ]);
        await update(copy.id, { state: 'dropped', close_actions: true });
        const left = await database()
          .knex('actions')
          .where({ project_id: copy.id })
          .whereNot({ status: 'dropped' });
        expect(left).toEqual([]);
      });

      test('with concurrent completions: each action ends once, and no request fails', async () => {
        const { id } = await create();
        const actions = [];
        for (let index = 0; index < 12; index += 1) actions.push(await addAction(id));
        const [close, ...completed] = await Promise.all([
          ours.person.call('updateProject', {
            path: { id },
            body: { state: 'completed', close_actions: true },
          }),
          ...actions.map((action) => ours.person.call('completeAction', complete(action.id))),
        ]);
        expect(close.status).toBe(200);
        for (const [index, action] of actions.entries()) {
          const { status } = await readAction(action.id);
          const responseStatus = completed[index]?.status;
          expect([status, responseStatus]).toEqual(
            responseStatus === 200 ? ['done', 200] : ['dropped', 409],
          );
        }
      });

      test('with concurrent creations: it closes with all of them or stays open', async () => {
        for (let round = 0; round < 3; round += 1) {
          const { id } = await create();
          const [close, ...added] = await Promise.all([
            ours.person.call('updateProject', { path: { id }, body: { state: 'completed' } }),
            ...Array.from({ length: 8 }, () =>
              ours.person.call('createAction', { body: { title: 'Late', project_id: id } }),
            ),
          ]);
          expect(statusesOf(added)).toEqual(new Set([201]));
          const { state } = await read(id);
          expect([close.status, state]).toEqual(
            close.status === 200 ? [200, 'completed'] : [409, 'active'],
          );
        }
      });
    });
  });

  describe('duplicateProject', () => {
    const duplicate = (id: string, body?: object, by: ApiClient = ours.person) =>
      by.ok('duplicateProject', { path: { id }, ...(body === undefined ? {} : { body }) });

    test('makes an active project like the template', async () => {
      const template = await create({
        title: 'Any show',
        description: 'Five acts.',
        domain_id: domainId,
        is_template: true,
        state: 'paused',
        work_mode: 'parallel',
        due_at: '2027-03-01T18:30:00.000Z',
      });
      const { status, body, headers } = await sysadmin.call('duplicateProject', {
        path: { id: template.id },
      });
      expect(status).toBe(201);
      expect(headers['etag']).toEqual(tagOf(1));
      const id = String(headers['location']).replace('/v1/projects/', '');
      const copy = await read(id);
      expect(body).toEqual(copy);
      const { id: actor_id, name } = ours.owner.owner;
      const author = { actor_id, kind: 'user', name };
      expect(copy).toEqual({
        ...template,
        id: expect.stringMatching(/^prj_/),
        is_template: false,
        state: 'active',
        title_author: author,
        description_author: author,
        created_by_actor_id: sysadminAgent.actor_id,
        created_by_actor_kind: 'agent',
        created_by_actor_name: sysadminAgent.name,
        updated_by_actor_id: sysadminAgent.actor_id,
        created_at: copy.updated_at,
        updated_at: expect.any(String),
      });
      expect(copy.id).not.toBe(template.id);
      expect(await read(template.id)).toEqual(template);
      expect(await eventsOf(id)).toMatchObject([{ kind: 'project.duplicated', project_id: id }]);
    });

    test('accepts another title', async () => {
      const { id } = await create({ is_template: true });
      expect(await duplicate(id, { title: 'Spring show' })).toMatchObject({ title: 'Spring show' });
      expect(await duplicate(id, {})).toMatchObject({ title: 'Winter show' });
    });

    test('copies open actions with their fields, without their history', async () => {
      const { id } = await create({ is_template: true, domain_id: domainId });
      const ready = await addAction(id, {
        title: 'Paint',
        details: 'In blue.',
        status: 'ready',
        assigned_agent_id: ours.agent.id,
        requirements: ['paint'],
        repeat_rule: { type: 'from_due', unit: 'week', interval: 2 },
        defer_until: '2027-01-01T00:00:00.000Z',
        due_at: '2027-02-01T00:00:00.000Z',
        position: 2,
        priority: 4,
        source_key: `paint ${id}`,
        input_payload: { colour: ['blue'] },
      });
      await addAction(id, { title: 'Sort', status: 'inbox', position: 1, is_template: true });
      await addAction(id, { title: 'Wait', status: 'waiting', delegate_label: 'Printer' });
      const done = await addAction(id, { title: 'Done', is_template: false });
      await database().knex('actions').where({ id: done.id }).update({ status: 'dropped' });
      await ours.person.ok('createActionNote', {
        path: { id: ready.id },
        body: { body: 'Of the template.' },
      });

      const copy = await duplicate(id);
      const copies = await actionsOf(copy.id);
      expect(copies.map(({ title, status }) => [title, status])).toEqual([
        ['Sort', 'inbox'],
        ['Paint', 'ready'],
        ['Wait', 'inbox'],
      ]);
      const [first, second] = copies;
      expect(first).toMatchObject({ is_template: false });
      expect(second).toEqual({
        ...without(await readAction(ready.id), 'latest_note', 'last_activity_note'),
        id: expect.stringMatching(/^act_/),
        key: expect.stringMatching(/^[A-Z][A-Z0-9]+-\d+$/),
        project_id: copy.id,
        is_template: false,
        source_key: null,
        created_at: copy.created_at,
        updated_at: copy.created_at,
        last_activity_at: copy.created_at,
        assigned_at: copy.created_at,
        held_by: [{ reason: 'deferred' }, { reason: 'sequential', action_ids: [first?.id] }],
        version: 1,
      });
      expect(second?.id).not.toBe(ready.id);
      expect((await actionsOf(id)).map(({ title }) => title)).toHaveLength(4);
    });

    test('preserves the order of actions without positions', async () => {
      const { id } = await create({ is_template: true });
      const titles = ['Cut', 'Sew', 'Iron', 'Hang', 'Show'];
      for (const title of titles) await addAction(id, { title });
      const copy = await duplicate(id);
      expect((await actionsOf(copy.id)).map(({ title }) => title)).toEqual(titles);
    });

    test('the copies are counted, and a worker can complete them', async () => {
      const { id } = await create({ is_template: true });
      await addAction(id, { status: 'ready', assigned_agent_id: ours.agent.id });
      const copy = await duplicate(id, undefined, ours.worker);
      expect(copy.created_by_actor_id).toBe(ours.agent.actor_id);
      const [action] = await actionsOf(copy.id);
      const response = await ours.worker.call('completeAction', complete(String(action?.id)));
      expect(response).toMatchObject({ status: 200, body: { status: 'done' } });
    });

    test('a project that is not a template cannot be duplicated', async () => {
      const { id } = await create();
      await ours.person.fails('duplicateProject', { path: { id } }, 409, 'NOT_A_TEMPLATE');
      await update(id, { is_template: true });
      const copy = await duplicate(id);
      const again = { path: { id: copy.id } };
      await ours.person.fails('duplicateProject', again, 409, 'NOT_A_TEMPLATE');
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create({ is_template: true }, theirs.person);
      for (const missing of [id, 'prj_none']) {
        await ours.person.fails('duplicateProject', { path: { id: missing } }, 404, 'NOT_FOUND');
      }
    });

    test('a retry creates no second copy', async () => {
      const { id } = await create({ is_template: true });
      await addAction(id);
      const input = { path: { id }, body: { title: 'Copied once', client_request_id: id } };
      const first = await ours.person.call('duplicateProject', input);
      const second = await ours.person.call('duplicateProject', input);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      const found = await ours.person.ok('listProjects', { query: { q: 'Copied once' } });
      expect(found.total).toBe(1);
    });

    test('an agent that needs approval is refused, and so is an unknown proposal', async () => {
      const { id } = await create({ is_template: true });
      const { api } = await anAgent({ requires_proposals: true });
      const refused = await api.fails(
        'duplicateProject',
        { path: { id } },
        403,
        'PROPOSAL_REQUIRED',
      );
      expect(refused.details).toEqual({ operation: 'duplicateProject' });
      const input = { path: { id }, body: { permitted_proposal_id: 'ppl_1' } };
      await api.fails('duplicateProject', input, 422, 'INVALID_REFERENCE');
    });

    test("a worker cannot duplicate a template with another agent's actions; a sysadmin can", async () => {
      const { id } = await create({ is_template: true });
      const other = await anAgent();
      await addAction(id, { assigned_agent_id: other.agent.id });
      await ours.worker.fails('duplicateProject', { path: { id } }, 403, 'FORBIDDEN');
      expect(await duplicate(id, undefined, sysadmin)).toMatchObject({ state: 'active' });
      expect(await duplicate(id, undefined, other.api)).toMatchObject({ state: 'active' });
    });

    test('a copy beyond the cap of the plan changes nothing', async () => {
      const free = await aWorkspace(app, database());
      await database().knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      const { id } = await create({ is_template: true }, free.person);
      for (let index = 0; index < 9; index += 1) {
        await addAction(id, { assigned_agent_id: free.agent.id }, free.person);
      }
      await duplicate(id, undefined, free.person);
      const { details } = await free.person.fails(
        'duplicateProject',
        { path: { id } },
        403,
        'CAP_EXCEEDED',
      );
      expect(details).toMatchObject({ cap: 'open_agent_actions', plan: 'free', limit: 25 });
      expect(await free.person.ok('listProjects')).toMatchObject({ total: 2 });
    });

    test.each([
      ['an empty title', { title: '' }, 'VALIDATION_FAILED'],
      ['an unknown field', { state: 'active' }, 'UNKNOWN_FIELD'],
    ] as const)('%s is refused', async (_what, body, code) => {
      const { id } = await create({ is_template: true });
      await ours.person.fails('duplicateProject', { path: { id }, body }, 400, code);
    });
  });

  describe('listProjectActions', () => {
    let projectId: string;

    beforeAll(async () => {
      projectId = (await create()).id;
      const add = (body: Partial<ActionCreate>) => addAction(projectId, body);
      await add({ title: 'Nowhere', due_at: '2027-01-03T00:00:00Z' });
      await setTimeout(2);
      await add({ title: 'Third', position: 3, status: 'ready', assigned_agent_id: ours.agent.id });
      await add({ title: 'First', position: 1, is_template: true, due_at: '2027-01-01T00:00:00Z' });
      await add({ title: 'Second', position: 2, details: 'With a needle.' });
      const last = await add({ title: 'Last' });
      await ours.person.ok('completeAction', complete(last.id));
      await addAction((await create()).id, { title: 'Elsewhere' });
    });

    const list = (query: ActionsQuery = {}, by: ApiClient = ours.worker) =>
      by.ok('listProjectActions', { path: { id: projectId }, query });

    test('in the order of the project, templates included', async () => {
      const response = await list();
      expect(response.items.map(({ title }) => title)).toEqual([
        'First',
        'Second',
        'Third',
        'Nowhere',
        'Last',
      ]);
      expect(response).toMatchObject({
        total: 5,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: 'position',
        filters: {},
        hidden_count: 0,
      });
    });

    test('each item equals the record read by id', async () => {
      const [first] = (await list()).items;
      expect(await readAction(String(first?.id))).toEqual(first);
    });

    test.each<[ActionsQuery, string[]]>([
      [{ status: ['done'] }, ['Last']],
      [{ status: ['inbox', 'ready'] }, ['First', 'Second', 'Third', 'Nowhere']],
      [{ assigned_actor_id: 'none', status: ['inbox'] }, ['First', 'Second', 'Nowhere']],
      [{ due_before: '2027-01-02T00:00:00.000Z' }, ['First']],
      [{ updated_since: '2999-01-01T00:00:00.000Z' }, []],
      [{ q: 'needle' }, ['Second']],
    ])('filtered by %j', async (query, titles) => {
      const response = await list(query);
      expect(response.items.map(({ title }) => title)).toEqual(titles);
      expect(response.filters).toEqual(query);
    });

    test('the actionable ones of a sequential project are the first', async () => {
      const { person, worker } = ours;
      const project = await create({ work_mode: 'sequential' });
      const titles = ['Cut', 'Sew', 'Press'];
      for (const [position, title] of titles.entries()) {
        const body = { title, position, project_id: project.id, status: 'ready' } as const;
        await person.ok('createAction', { body });
      }
      const input = { path: { id: project.id }, query: { actionable: true } };
      for (const api of [person, worker]) {
        const { items, total, filters } = await api.ok('listProjectActions', input);
        expect([items.map(({ title }) => title), total]).toEqual([['Cut'], 1]);
        expect(filters).toEqual({ actionable: true });
      }
      const all = await worker.ok('listProjectActions', {
        path: { id: project.id },
        query: { actionable: false },
      });
      expect(all.items.map(({ title, held_by: held }) => [title, held?.[0]?.reason])).toEqual([
        ['Cut', undefined],
        ['Sew', 'sequential'],
        ['Press', 'sequential'],
      ]);
    });

    test('filtered by the assignee me', async () => {
      const response = await list({ assigned_actor_id: 'me' });
      expect(response.items.map(({ title }) => title)).toEqual(['Third']);
      expect(response.filters).toEqual({ assigned_actor_id: ours.agent.actor_id });
    });

    test.each([
      ['-position', ['Third', 'Second', 'First', 'Last', 'Nowhere']],
      ['title', ['First', 'Last', 'Nowhere', 'Second', 'Third']],
      ['due_at', ['First', 'Nowhere']],
    ] as const)('sorted by %s', async (sort, titles) => {
      const sorted = (await list({ sort })).items.map(({ title }) => title);
      expect(sorted.slice(0, titles.length)).toEqual(titles);
    });

    test('cursors return every action once', async () => {
      const met: string[] = [];
      let after: string | null | undefined;
      do {
        const response = await list({ limit: 2, ...(after ? { after } : {}) });
        met.push(...response.items.map(({ title }) => title));
        after = response.page.next;
      } while (after);
      expect(met).toEqual(['First', 'Second', 'Third', 'Nowhere', 'Last']);
    });

    test('the same 404 for a project that is unknown or in another workspace', async () => {
      const { id } = await create({}, theirs.person);
      for (const missing of [id, 'prj_none']) {
        await ours.person.fails('listProjectActions', { path: { id: missing } }, 404, 'NOT_FOUND');
      }
    });

    test.each([
      ['an unknown status', { status: 'open' }, 'VALIDATION_FAILED'],
      ['an unknown parameter', { project_id: 'prj_1' }, 'UNKNOWN_PARAMETER'],
    ] as const)('%s is refused', async (_what, query, code) => {
      const input = { path: { id: projectId }, query };
      await ours.person.fails('listProjectActions', input, 400, code);
    });
  });
});

function without<T extends object, K extends keyof T>(of: T, ...keys: K[]): Omit<T, K> {
  const copy = { ...of };
  for (const key of keys) delete copy[key];
  return copy;
}

describeOnEachDatabase('Closing a project while actions are added to it', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const project = () => given.person.ok('createProject', { body: { title: 'Season' } });
  const create = (body: object = {}) =>
    given.person.ok('createAction', { body: { title: 'Sew', ...body } });
  const adding = {
    createAction: (projectId: string) =>
      given.person.call('createAction', { body: { title: 'Sew', project_id: projectId } }),
    updateAction: async (projectId: string) => {
      const { id } = await create();
      return given.person.call('updateAction', {
        path: { id },
        body: { project_id: projectId },
      });
    },
  };
  const close = (id: string, close_actions: boolean) =>
    given.person.call('updateProject', {
      path: { id },
      body: { state: 'completed', close_actions },
    });

  /** The events of the workspace in the order of the feed. */
  const history = async (): Promise<{ kind: string; subject_id: string }[]> =>
    database()
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .orderBy('position')
      .select('kind', 'subject_id');

  // Runs the work while an open transaction closes the project.
  const whileClosing = async (projectId: string, work: () => Promise<Called>) => {
    const { transaction, commit } = openTransaction(database());
    const key = { workspace_id: given.workspaceId, id: projectId };
    await transaction.rows((db) => db('projects').where(key).select('id').forNoKeyUpdate());
    const order: string[] = [];
    const added = work().then((response) => {
      order.push('added');
      return response;
    });
    await setTimeout(300);
    order.push('closed');
    await transaction.write((db) => db('projects').where(key).update({ state: 'completed' }));
    await commit();
    return { response: await added, order };
  };

  describe.each(['createAction', 'updateAction'] as const)('%s', (operation) => {
    test('waits for the transaction, and then adds to the closed project', async () => {
      const { id } = await project();
      const { response, order } = await whileClosing(id, () => adding[operation](id));
      expect(order).toEqual(['closed', 'added']);
      expect(response.body).toMatchObject({ project_id: id, status: 'inbox' });
    });

    test.each([true, false])('runs concurrently with close_actions %s', async (dropping) => {
      for (let round = 0; round < 3; round += 1) {
        const { id } = await project();
        const [closed, ...added] = await Promise.all([
          close(id, dropping),
          ...Array.from({ length: 10 }, () => adding[operation](id)),
        ]);
        for (const { status } of added) expect([200, 201]).toContain(status);
        const query = { project_id: id, limit: 50 };
        const { items } = await given.person.ok('listActions', { query });
        expect(items).toHaveLength(10);
        if (closed.status === 409) {
          expect(closed.body).toMatchObject({ code: 'PROJECT_HAS_OPEN_ACTIONS' });
          expect(items.every(({ status }) => status === 'inbox')).toBe(true);
          continue;
        }
        expect(closed.status).toBe(200);
        const events = await history();
        const end = events.findIndex(
          ({ kind, subject_id }) => kind === 'project.state_changed' && subject_id === id,
        );
        const into = operation === 'createAction' ? 'action.created' : 'action.updated';
        for (const action of items) {
          const start = events.findIndex(
            ({ kind, subject_id }) => kind === into && subject_id === action.id,
          );
          expect([action.status, start < end]).toEqual(
            action.status === 'dropped' ? ['dropped', true] : ['inbox', false],
          );
        }
      }
    });
  });

  test('the questions about its actions are dismissed in the order in which they were asked', async () => {
    const { id } = await project();
    const actions = [await create({ project_id: id }), await create({ project_id: id })];
    const asked: string[] = [];
    for (const action of actions.toReversed()) {
      const question = await given.worker.ok('createQuestion', {
        body: { action_id: action.id, question: 'Which thread?', on_answer: 'I sew with it.' },
      });
      asked.push(question.id);
    }
    await close(id, true);
    const dismissed = (await history()).filter(({ kind }) => kind === 'question.dismissed');
    expect(dismissed.map(({ subject_id: question }) => question)).toEqual(asked);
  });
});
