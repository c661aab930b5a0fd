import type { components } from '../../generated/types';
import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import {
  client,
  type ApiClient,
  type CallInput,
  type Called,
  type Success,
} from '../../scripts/requests/client';
import { addPerson } from '../../scripts/model/participants';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { actionRow } from '../support/rows';
import { countStatements, recordStatements, renewActions } from '../support/statements';
import { tagOf } from '../support/entity-tag';

type Action = components['schemas']['Action'];
type ActionCreate = components['schemas']['ActionCreate'];
type ListQuery = NonNullable<CallInput<'listActions'>['query']>;

describeOnEachDatabase('Actions', (database) => {
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

  /** Another agent of the workspace, with its client. */
  const anAgent = async (
    wanted: Partial<components['schemas']['AgentCreate']> = {},
    { owner }: GivenWorkspace = given,
  ) => {
    const { agent, token } = await addAgent(app, owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  const create = (body: Partial<ActionCreate> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', { body: { title: 'Sew the hem', ...body } });

  const createOf = (body: Partial<ActionCreate>): { body: ActionCreate } => ({
    body: { title: 'Sew the hem', ...body },
  });

  const read = (id: string, by: ApiClient = given.person) => by.ok('getAction', { path: { id } });

  const complete = (id: string, by: ApiClient = given.person) =>
    by.ok('completeAction', { path: { id }, body: { result_summary: 'It is sewn.' } });

  const completion = (id: string, more: object = {}) => ({
    path: { id },
    body: { result_summary: 'It is sewn.', ...more },
  });

  const eventsOf = (subjectId: string): Promise<{ kind: string; actor_id: string }[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy(['created_at', 'id'])
      .select('kind', 'actor_id');

  const kindsOf = async (subjectId: string) => (await eventsOf(subjectId)).map(({ kind }) => kind);

  const change = async (id: string, columns: object): Promise<void> => {
    await database().knex('actions').where({ id }).update(columns);
  };

  const setPlan = async (workspaceId: string, plan: 'free' | 'unlimited'): Promise<void> => {
    await database().knex('workspaces').where({ id: workspaceId }).update({ plan });
  };

  const aProject = (body: object = {}): Promise<Success<'createProject'>> =>
    given.person.ok('createProject', { body: { title: 'Winter show', ...body } });

  /** Twenty concurrent requests. */
  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  describe('keys', () => {
    const numberOf = ({ key }: Pick<Action, 'key'>): number => Number(key.split('-')[1]);

    test('are given in order, and the response, the record and a replay have the same one', async () => {
      const body = { title: 'Sew the hem', client_request_id: 'the key of one' };
      const first = await given.person.call('createAction', { body });
      expect(first.status).toBe(201);
      const again = await given.person.call('createAction', { body });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(first.body);
      expect(again.headers['etag']).toBe(first.headers['etag']);
      const { id } = await given.person.ok('createAction', { body });
      const action = await read(id);
      expect(action).toEqual(first.body);
      const { etag } = (await given.person.call('getAction', { path: { id: action.id } })).headers;
      expect(etag).toBe(first.headers['etag']);
      expect(numberOf(await create())).toBe(numberOf(action) + 1);
    });

    test('are accepted in place of ids, in any case', async () => {
      const action = await create();
      const blocker = await create();
      expect((await read(action.key.toLowerCase())).id).toBe(action.id);
      const fullWidth = action.key.replaceAll(/[^ ]/g, (character) =>
        String.fromCodePoint(character.charCodeAt(0) + 0xfee0),
      );
      for (const typed of [action.key.replace('-', '\u2011'), fullWidth]) {
        expect((await read(typed)).id).toBe(action.id);
        const query = { q: `See ${typed}.` };
        const { items } = await given.person.ok('listActions', { query });
        expect(items.map(({ id }) => id)).toEqual([action.id]);
      }
      const path = { id: action.key, blocker_id: blocker.key };
      await given.person.ok('addBlocker', { path });
      const found = await given.person.ok('batchGetActions', {
        query: { ids: [blocker.key, action.id] },
      });
      expect(found.visible.map(({ id }) => id)).toEqual([blocker.id, action.id]);
      const question = await given.worker.ok('createQuestion', {
        body: { question: 'Which thread?', on_answer: 'Sew.', action_id: action.key },
      });
      expect(question.action_id).toBe(action.id);
      const listed = await given.person.ok('listQuestions', { query: { action_id: action.key } });
      expect(listed.items.map(({ id }) => id)).toEqual([question.id]);
    });

    test('are found as words of lists and of searches, also several', async () => {
      const [one, two] = [await create(), await create({ title: 'Iron the veil' })];
      const q = `${two.key}, ${one.key.toLowerCase()}`;
      const found = await given.person.ok('searchWorkspace', { query: { q } });
      expect(found.items.slice(0, 2).map(({ id }) => id)).toEqual([two.id, one.id]);
      const query = { q: q.replace(',', ''), sort: 'created_at' as const };
      const listed = await given.person.ok('listActions', { query });
      expect(listed.items.map(({ id }) => id)).toEqual([one.id, two.id]);
      expect(listed.total).toBe(2);
      const ready = { ...query, status: ['ready' as const] };
      expect((await given.person.ok('listActions', { query: ready })).items).toEqual([]);
      // A letter or digit of any alphabet continues a word, except where words have no spaces.
      const letters = { [`请看${one.key}吧`]: [one.id], [`é${one.key}`]: [], [`${one.key}２`]: [] };
      for (const [text, ids] of Object.entries(letters)) {
        const { items } = await given.person.ok('listActions', { query: { q: text } });
        expect([text, items.map(({ id }) => id)]).toEqual([text, ids]);
      }
      // A key that is also a word of the title is found once.
      const named = await create({ title: `Like ${one.key}` });
      const both = await given.person.ok('listActions', { query: { q: one.key } });
      expect(both.items.map(({ id }) => id)).toEqual([named.id, one.id]);
    });

    test('of nobody and of another workspace are unknown', async () => {
      await theirs.person.ok('updateWorkspace', { body: { key_prefix: 'ZZZ' } });
      const other = await create({}, theirs.person);
      const [prefix = ''] = (await create()).key.split('-');
      const large = [2 ** 31, 999_999, 0, '9'.repeat(20)].map((number) => `${prefix}-${number}`);
      for (const id of [other.key, ...large]) {
        await given.person.fails('getAction', { path: { id } }, 404, 'NOT_FOUND');
      }
      const body = { question: 'Any?', on_answer: 'Sew.', action_id: `${prefix}-999999` };
      await given.worker.fails('createQuestion', { body }, 422, 'INVALID_REFERENCE');
    });

    test('of 50 concurrent requests differ, and none is given twice', async () => {
      const before = numberOf(await create());
      const made = await Promise.all(Array.from({ length: 50 }, () => create()));
      const numbers = made.map(numberOf).toSorted((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, index) => before + 1 + index));
      for (const action of made) expect((await read(action.key)).id).toBe(action.id);
    });

    test('change with the prefix of the workspace, and the earlier ones stay valid', async () => {
      const other = await aWorkspace(app, database());
      const { id, key } = await create({}, other.person);
      const [, number = ''] = key.split('-');
      for (const key_prefix of ['X', 'SIXSIX', '1AB', 'ab']) {
        const { code } = await other.person.fails(
          'updateWorkspace',
          { body: { key_prefix } },
          400,
          'VALIDATION_FAILED',
        );
        expect(code).toBe('VALIDATION_FAILED');
      }
      const changed = await other.person.ok('updateWorkspace', { body: { key_prefix: 'SEW' } });
      expect(changed.key_prefix).toBe('SEW');
      for (const name of [id, key, `SEW-${number}`, `sew-${number}`]) {
        expect(await read(name, other.person)).toMatchObject({ id, key: `SEW-${number}` });
      }
      const [prefix = ''] = key.split('-');
      await other.person.ok('updateWorkspace', { body: { key_prefix: prefix } });
      expect((await read(`SEW-${number}`, other.person)).key).toBe(key);
      const entries = await other.person.ok('listAuditEntries', {
        query: { kind: ['workspace.updated'] },
      });
      expect(entries.items[0]).toMatchObject({
        old: { key_prefix: 'SEW' },
        new: { key_prefix: prefix },
      });
    });

    test('are found first by a search, and alone if nothing else has the words', async () => {
      const action = await create({ title: 'Sew the key' });
      const other = await create({ title: `Follow ${action.key}` });
      const found = await given.person.ok('searchWorkspace', {
        query: { q: action.key.toLowerCase() },
      });
      expect(found.items.map(({ id }) => id).slice(0, 2)).toEqual([action.id, other.id]);
      expect(found.items[0]).toMatchObject({ type: 'action', key: action.key });
      for (const q of [`"Sew" (${action.key}), please`, `${action.key}: done?`]) {
        const { items } = await given.person.ok('searchWorkspace', { query: { q } });
        expect(items[0]?.id).toBe(action.id);
      }
      const notes = await given.person.ok('searchWorkspace', {
        query: { q: action.key, type: ['note'] },
      });
      expect(notes.items).toEqual([]);
    });

    test('of the copies of a project follow its actions in order', async () => {
      const template = await aProject({ is_template: true });
      for (const title of ['One', 'Two', 'Three']) await create({ title, project_id: template.id });
      const before = numberOf(await create());
      const copy = await given.person.ok('duplicateProject', { path: { id: template.id } });
      const { items } = await given.person.ok('listProjectActions', {
        path: { id: copy.id },
        query: { sort: 'created_at' },
      });
      expect(items.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
      expect(items.map(numberOf)).toEqual([before + 1, before + 2, before + 3]);
    });
  });

  describe('createAction', () => {
    test('needs only a title: the action is unassigned and in the inbox', async () => {
      const { status, body, headers } = await given.person.call('createAction', createOf({}));
      expect(status).toBe(201);
      const actor = given.owner.owner;
      expect(body).toEqual({
        id: expect.stringMatching(/^act_/),
        key: expect.stringMatching(/^W\d+-\d+$/),
        workspace_id: given.workspaceId,
        title: 'Sew the hem',
        details: null,
        project_id: null,
        domain_id: null,
        order_id: null,
        assigned_actor_id: null,
        assigned_agent_id: null,
        created_by_actor_id: actor.id,
        updated_by_actor_id: actor.id,
        is_template: false,
        status: 'inbox',
        requires_review: false,
        delegate_label: null,
        requirements: [],
        repeat_rule: { type: 'none', unit: null, interval: 0, time_zone: null },
        defer_until: null,
        due_at: null,
        priority: 0,
        labels: [],
        position: null,
        result_summary: null,
        spawned_from_action_id: null,
        source_key: null,
        source_agent_request_id: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        completed_at: null,
        last_activity_at: expect.any(String),
        assigned_at: null,
        is_working: false,
        blocked_by: [],
        is_blocked: false,
        claimed_by_actor_id: null,
        claim_expires_at: null,
        completed_by_actor_id: null,
        review: { state: 'none', reviewer_actor_id: null, reviewed_at: null },
        reviewer_actor_id: given.owner.owner.id,
        reviewer_actor_name: given.owner.owner.name,
        version: 1,
        assigned_actor_kind: null,
        assigned_actor_name: null,
        assigned_agent_name: null,
        created_by_actor_kind: 'user',
        created_by_actor_name: actor.name,
        created_by_agent_id: null,
        created_by_user_id: actor.userId,
      });
      const { id }: Action = JSON.parse(JSON.stringify(body));
      expect(headers).toMatchObject({ location: `/v1/actions/${id}`, etag: tagOf(1) });
      expect(await read(id)).toEqual(body);
      expect(await kindsOf(id)).toEqual(['action.created']);
    });

    test('stores all fields', async () => {
      const project = await aProject();
      const domain = await given.person.ok('createDomain', {
        body: { name: `Costumes ${Math.random()}` },
      });
      const order = await given.person.ok('createOrder', {
        body: { name: 'Mend', agent_id: given.agent.id },
      });
      const action = await create({
        details: 'With the red thread.',
        project_id: project.id,
        domain_id: domain.id,
        order_id: order.id,
        assigned_agent_id: given.agent.id,
        status: 'waiting',
        is_template: true,
        requires_review: false,
        delegate_label: 'The dyer',
        requirements: ['sewing', 'dyeing'],
        repeat_rule: { type: 'from_due', unit: 'week', interval: 2 },
        defer_until: '2031-01-01T10:00:00+02:00',
        due_at: '2031-02-01T00:00:00.1234567Z',
        position: -7,
        source_key: 'everything',
        input_payload: { seams: [1, null, 'x'] },
      });
      expect(action).toMatchObject({
        details: 'With the red thread.',
        project_id: project.id,
        domain_id: domain.id,
        order_id: order.id,
        assigned_actor_id: given.agent.actor_id,
        assigned_agent_id: given.agent.id,
        assigned_actor_kind: 'agent',
        assigned_actor_name: given.agent.name,
        assigned_agent_name: given.agent.name,
        status: 'waiting',
        is_template: true,
        requires_review: false,
        delegate_label: 'The dyer',
        requirements: ['sewing', 'dyeing'],
        repeat_rule: { type: 'from_due', unit: 'week', interval: 2, time_zone: 'UTC' },
        defer_until: '2031-01-01T08:00:00.000Z',
        due_at: '2031-02-01T00:00:00.123Z',
        position: -7,
        source_key: 'everything',
        input_payload: { seams: [1, null, 'x'] },
      });
      expect(action.assigned_at).toBe(action.created_at);
      expect(await read(action.id)).toEqual(action);
    });

    test('accepts null as input_payload, and refuses more than 64 KiB', async () => {
      expect(await create({ input_payload: null })).toHaveProperty('input_payload', null);
      const sent = createOf({ input_payload: 'x'.repeat(65_536) });
      await given.person.fails('createAction', sent, 413, 'PAYLOAD_TOO_LARGE');
    });

    test('uses the domain of the project unless the body has a domain or null', async () => {
      const domain = await given.person.ok('createDomain', {
        body: { name: `Props ${Math.random()}` },
      });
      const project = await aProject({ domain_id: domain.id });
      expect(await create({ project_id: project.id })).toHaveProperty('domain_id', domain.id);
      const without = await create({ project_id: project.id, domain_id: null });
      expect(without.domain_id).toBeNull();
    });

    test('accepts a domain and an order without a project', async () => {
      const { person, agent } = given;
      const { id: domain_id } = await person.ok('createDomain', {
        body: { name: `Wigs ${Math.random()}` },
      });
      const { id: order_id } = await person.ok('createOrder', {
        body: { name: 'Comb', agent_id: agent.id, domain_id },
      });
      const action = await create({ domain_id, order_id });
      expect(action).toMatchObject({ domain_id, order_id, project_id: null });
    });

    test('creates a template if the project is one', async () => {
      const project = await aProject({ is_template: true });
      expect(await create({ project_id: project.id })).toHaveProperty('is_template', true);
    });

    describe('with a source_key', () => {
      test('returns the open action with that key, without an event', async () => {
        const first = await create({ source_key: 'mail-1' });
        const again = await given.person.call(
          'createAction',
          createOf({ source_key: 'mail-1', title: 'Another' }),
        );
        expect(again).toMatchObject({ status: 200, body: first, headers: { etag: tagOf(1) } });
        expect(again.headers['location']).toBe(`/v1/actions/${first.id}`);
        expect(await kindsOf(first.id)).toEqual(['action.created']);
      });

      test('creates another action after the first has ended', async () => {
        const first = await create({ source_key: 'mail-2' });
        await complete(first.id);
        const second = await create({ source_key: 'mail-2' });
        expect(second.id).not.toBe(first.id);
      });

      test('ignores equal keys of other workspaces', async () => {
        const ours = await create({ source_key: 'mail-3' });
        const other = await create({ source_key: 'mail-3' }, theirs.person);
        expect(other.id).not.toBe(ours.id);
      });

      test('creates one action for twenty concurrent requests', async () => {
        const responses = await twenty(() =>
          given.person.call('createAction', createOf({ source_key: 'mail-4' })),
        );
        expect(tally(responses)).toEqual({ 200: 19, 201: 1 });
        const found = await given.person.ok('listActions', { query: { source_key: 'mail-4' } });
        expect(found.total).toBe(1);
        expect(await kindsOf(found.items[0]?.id ?? '')).toEqual(['action.created']);
      });
    });

    describe('by a worker', () => {
      test('assigns ready work to the worker, with a review', async () => {
        const action = await create({ status: 'ready' }, given.worker);
        expect(action).toMatchObject({
          assigned_agent_id: given.agent.id,
          created_by_agent_id: given.agent.id,
          created_by_actor_kind: 'agent',
          created_by_user_id: null,
          requires_review: true,
        });
      });

      test('adds unassigned ready work to the pool, other work to the inbox', async () => {
        const pool = await create({ status: 'ready', assigned_actor_id: null }, given.worker);
        expect(pool).toMatchObject({ status: 'ready', assigned_actor_id: null });
        const inbox = await create({}, given.worker);
        expect(inbox).toMatchObject({ status: 'inbox', assigned_actor_id: null });
      });

      test('can assign it to a person, but not to another agent', async () => {
        const person = given.owner.owner.id;
        const reassigned = await create({ assigned_actor_id: person }, given.worker);
        expect(reassigned).toMatchObject({
          assigned_actor_id: person,
          assigned_actor_kind: 'user',
        });
        const { agent, api } = await anAgent();
        const sent = createOf({ assigned_agent_id: agent.id });
        await given.worker.fails('createAction', sent, 403, 'FORBIDDEN');
        await api.ok('createAction', sent);
      });

      test('cannot turn off the review', async () => {
        const sent = createOf({ requires_review: false });
        await given.worker.fails('createAction', sent, 403, 'FORBIDDEN');
      });

      test('can assign it to other agents if the caller is a sysadmin', async () => {
        const { api } = await anAgent({ access_mode: 'sysadmin' });
        const action = await create({ assigned_agent_id: given.agent.id }, api);
        expect(action.assigned_agent_id).toBe(given.agent.id);
      });

      test('can only assign it to itself if the worker requires proposals', async () => {
        const { agent, api } = await anAgent({ requires_proposals: true });
        expect(await create({ status: 'ready' }, api)).toMatchObject({
          assigned_agent_id: agent.id,
        });
        for (const body of [{}, { status: 'ready', assigned_actor_id: null } as const]) {
          await api.fails('createAction', createOf(body), 403, 'PROPOSAL_REQUIRED');
        }
      });
    });

    test('requires a review by default if an agent is assigned', async () => {
      expect(await create({ assigned_agent_id: given.agent.id })).toMatchObject({
        requires_review: true,
      });
    });

    describe('refuses', () => {
      test('two different assignees', async () => {
        const bodies: Partial<ActionCreate>[] = [
          { assigned_actor_id: given.owner.owner.id, assigned_agent_id: given.agent.id },
          { assigned_actor_id: null, assigned_agent_id: given.agent.id },
          { assigned_actor_id: given.agent.actor_id, assigned_agent_id: null },
        ];
        for (const body of bodies) {
          await given.person.fails('createAction', createOf(body), 422, 'CONFLICTING_ASSIGNEE');
        }
        const { actor_id: assigned_actor_id, id: assigned_agent_id } = given.agent;
        const both = await create({ assigned_actor_id, assigned_agent_id });
        expect(both.assigned_agent_id).toBe(assigned_agent_id);
      });

      test.each(['project_id', 'domain_id', 'order_id', 'source_agent_request_id'])(
        'an unknown %s',
        async (field) => {
          const sent = createOf({ [field]: 'nothing_1' });
          const problem = await given.person.fails('createAction', sent, 422, 'INVALID_REFERENCE');
          expect(problem.issues).toEqual([
            expect.objectContaining({ path: `body/${field}`, code: 'INVALID_REFERENCE' }),
          ]);
        },
      );

      test('all unknown ids at once, in actions and in other records', async () => {
        const [nobody, nothing] = ['atr_nobody', 'nothing_1'];
        const people = { assigned_actor_id: nobody, reviewer_actor_id: nobody };
        const references = { project_id: nothing, domain_id: nothing };
        const { id } = await given.person.ok('createAction', { body: { title: 'Known' } });
        const target = { document_id: nothing };
        const cases = [
          ['createAction', { title: 'New', ...people, ...references, file_ids: [nothing] }],
          ['createAction', { title: 'New', ...references, file_ids: [nothing] }],
          ['updateAction', { ...people, ...references, file_ids: [nothing] }],
          ['updateAction', { ...references, file_ids: [nothing] }],
          ['createOrder', { name: 'New', agent_id: nothing, domain_id: nothing, ...target }],
          ['createLink', { action_id: nothing, ...target }],
        ] as const;
        for (const [operation, body] of cases) {
          const path = operation === 'updateAction' ? { path: { id } } : {};
          const sent = { ...path, body };
          const { issues } = await given.person.fails(operation, sent, 422, 'INVALID_REFERENCE');
          const names = Object.keys(body).filter((name) => !['title', 'name'].includes(name));
          const paths = names.map((name) => `body/${name}${name === 'file_ids' ? '/0' : ''}`);
          expect([operation, issues.map((issue) => issue.path).toSorted()]).toEqual([
            operation,
            paths.toSorted(),
          ]);
        }
        const twice = { title: 'New', file_ids: [nothing, nothing, 'nothing_2'] };
        const named = await given.person.fails(
          'createAction',
          { body: twice },
          422,
          'INVALID_REFERENCE',
        );
        expect(named.issues.map((issue) => issue.path)).toEqual([
          'body/file_ids/0',
          'body/file_ids/2',
        ]);
        const proposed = await given.worker.fails(
          'createProposal',
          {
            body: {
              operation: 'createAction',
              payload: { title: 'New' },
              title: 'May I?',
              action_id: nothing,
              file_ids: [nothing],
            },
          },
          422,
          'INVALID_REFERENCE',
        );
        expect(proposed.issues.map((issue) => issue.path)).toEqual([
          'body/action_id',
          'body/file_ids/0',
        ]);
        const asked = { action_id: nothing, assigned_actor_id: nobody, file_ids: [nothing] };
        const question = { ...asked, question: 'Which?', on_answer: 'Go on.' };
        const sent = { body: question };
        const { issues } = await given.worker.fails(
          'createQuestion',
          sent,
          422,
          'INVALID_REFERENCE',
        );
        expect(issues.map((issue) => issue.path)).toEqual([
          'body/action_id',
          'body/assigned_actor_id',
          'body/file_ids/0',
        ]);
      });

      test('assignees that are no people or agents of the workspace', async () => {
        const system: { id: string } | undefined = await database()
          .knex('actors')
          .where({ workspace_id: given.workspaceId, kind: 'system' })
          .first('id');
        const bodies: Partial<ActionCreate>[] = [
          { assigned_actor_id: 'atr_nobody' },
          { assigned_actor_id: theirs.owner.owner.id },
          { assigned_actor_id: system?.id ?? null },
          { assigned_agent_id: theirs.agent.id },
        ];
        for (const body of bodies) {
          await given.person.fails('createAction', createOf(body), 422, 'INVALID_REFERENCE');
        }
      });

      test('a project of another workspace', async () => {
        const project = await theirs.person.ok('createProject', { body: { title: 'Theirs' } });
        const sent = createOf({ project_id: project.id });
        await given.person.fails('createAction', sent, 422, 'INVALID_REFERENCE');
      });

      test('an unknown proposal', async () => {
        const sent = createOf({ permitted_proposal_id: 'ppl_1' });
        const problem = await given.worker.fails('createAction', sent, 422, 'INVALID_REFERENCE');
        expect(problem.issues[0]?.path).toBe('body/permitted_proposal_id');
      });

      test.each([
        ['no title', { title: '' }],
        ['a rule without an interval', { repeat_rule: { type: 'from_due', unit: 'day' } }],
        ['a terminal status', { status: 'done' }],
        ['a date without a time', { due_at: '2031-01-01' }],
      ])('%s', async (_what, body) => {
        const sent = { body: { title: 'Sew the hem', ...body } };
        await given.person.fails('createAction', sent, 400, 'VALIDATION_FAILED');
      });
    });

    describe('on the free plan', () => {
      let free: GivenWorkspace;

      beforeAll(async () => {
        free = await aWorkspace(app, database());
        await setPlan(free.workspaceId, 'free');
        for (let made = 0; made < 24; made += 1) await create({ status: 'ready' }, free.worker);
      });

      test('agents can have 25 open actions, also under concurrent requests', async () => {
        const responses = await twenty(() =>
          free.worker.call('createAction', createOf({ status: 'ready' })),
        );
        expect(tally(responses)).toEqual({ 201: 1, 403: 19 });
        const sent = createOf({ assigned_agent_id: free.agent.id });
        const { details } = await free.person.fails('createAction', sent, 403, 'CAP_EXCEEDED');
        expect(details).toEqual({
          cap: 'open_agent_actions',
          plan: 'free',
          limit: 25,
          current: 25,
        });
      });

      test('one more cannot be assigned to an agent, but other changes succeed', async () => {
        const { id } = await create({}, free.person);
        const path = { id };
        const reassigned = { path, body: { assigned_agent_id: free.agent.id } };
        await free.person.fails('updateAction', reassigned, 403, 'CAP_EXCEEDED');
        await free.person.ok('updateAction', { path, body: { title: 'Sew both hems' } });
        const full = await free.person.ok('listActions', {
          query: { assigned_actor_id: free.agent.actor_id, limit: 1 },
        });
        const [assigned] = full.items;
        const { agent } = await anAgent({}, free);
        await free.person.ok('updateAction', {
          path: { id: assigned?.id ?? '' },
          body: { assigned_agent_id: agent.id },
        });
      });
    });

    describe('repeated with a client_request_id', () => {
      test('creates one action for twenty concurrent requests, with equal responses', async () => {
        const sent = createOf({ client_request_id: 'once', title: 'Once' });
        const responses = await twenty(() => given.person.call('createAction', sent));
        expect(tally(responses)).toEqual({ 201: 20 });
        expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
        const replayed = responses.filter(
          ({ headers }) => headers['idempotent-replayed'] === 'true',
        );
        expect(replayed).toHaveLength(19);
        const found = await given.person.ok('listActions', { query: { q: 'Once' } });
        expect(found.total).toBe(1);
      });

      test('is refused with another body', async () => {
        await create({ client_request_id: 'reused' });
        const sent = createOf({ client_request_id: 'reused', title: 'Another' });
        await given.person.fails('createAction', sent, 409, 'IDEMPOTENCY_KEY_REUSED');
      });
    });
  });

  describe('getAction', () => {
    test('is 304 for the current entity tag', async () => {
      const { id } = await create();
      const path = { id };
      const { headers } = await given.person.call('getAction', { path });
      const known = { path, header: { 'If-None-Match': String(headers['etag']) } };
      expect((await given.person.send('getAction', known)).status).toBe(304);
      await given.person.ok('createActionNote', { path, body: { body: 'News' } });
      expect((await given.person.send('getAction', known)).status).toBe(200);
    });

    test('is 404 for missing actions and other workspaces', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_unknown', other.id]) {
        await given.person.fails('getAction', { path: { id } }, 404, 'NOT_FOUND');
      }
    });

    test('shows is_working within the working window only', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      expect((await read(id)).is_working).toBe(false);
      await given.worker.ok('heartbeatAction', { path: { id } });
      expect((await read(id)).is_working).toBe(true);
      const now = new Date().toISOString();
      await change(id, { assignee_active_at: addMilliseconds(now, -900_000) });
      expect((await read(id)).is_working).toBe(false);
    });
  });

  describe('reviewer', () => {
    const aMember = async (role: 'member' | 'viewer' = 'member') =>
      addPerson(database(), given.workspaceId, role);
    const update = (id: string, body: CallInput<'updateAction'>['body'], by = given.person) =>
      by.call('updateAction', { path: { id }, body });
    const listed = async (id: string) => {
      const { items } = await given.person.ok('listActions', { query: { limit: 200 } });
      return items.find((item) => item.id === id);
    };

    test('is the person who created it, else its assignee, else nobody', async () => {
      const { owner } = given.owner;
      const member = await aMember();
      const byPerson = await create({ assigned_actor_id: given.agent.actor_id });
      const forPerson = await create({ assigned_actor_id: member.id }, given.worker);
      const byAgent = await create({}, given.worker);
      const named = ({ reviewer_actor_id: id, reviewer_actor_name: name }: Action) => [id, name];
      expect([byPerson, forPerson, byAgent].map(named)).toEqual([
        [owner.id, owner.name],
        [member.id, member.name],
        [null, null],
      ]);
      for (const action of [byPerson, forPerson, byAgent]) {
        expect(await listed(action.id)).toEqual(await read(action.id));
      }
    });

    test('people choose one, and null is the default', async () => {
      const member = await aMember();
      const chosen = await create({ reviewer_actor_id: member.id });
      const shown = { reviewer_actor_id: member.id, reviewer_actor_name: member.name };
      expect(chosen).toMatchObject(shown);
      expect(await listed(chosen.id)).toMatchObject(shown);
      const { body } = await update(chosen.id, { reviewer_actor_id: null });
      expect(body).toMatchObject({ reviewer_actor_id: given.owner.owner.id, version: 2 });
      const again = await update(chosen.id, { reviewer_actor_id: null });
      expect(again.body).toMatchObject({ version: 2 });
      const [event] = await database()
        .knex('events')
        .where({ subject_id: chosen.id, kind: 'action.reviewer_changed' })
        .select('summary');
      const { name } = given.owner.owner;
      expect(event.summary).toBe(`${name} removed the reviewer ${member.name}.`);
      await update(chosen.id, { reviewer_actor_id: member.id, due_at: '2027-01-01T00:00:00Z' });
      const { items } = await given.person.ok('readEvents', { query: { action_id: chosen.id } });
      expect(items.at(-1)?.summary).toBe(
        `${name} asked ${member.name} for the review and changed due date.`,
      );
      // Beside a handover or a new status, the reviewer has an event of its own.
      await update(chosen.id, {
        reviewer_actor_id: given.owner.owner.id,
        assigned_actor_id: member.id,
        status: 'waiting',
        due_at: null,
      });
      await update(chosen.id, { reviewer_actor_id: member.id, status: 'ready', title: 'Other' });
      await database()
        .knex('events')
        .where({ subject_id: chosen.id, kind: 'action.created' })
        .update({ summary: `${name} changed due_at, requested_reviewer_actor_id, title.` });
      const feed = await given.person.ok('readEvents', { query: { action_id: chosen.id } });
      const told = feed.items.map(({ kind, summary }) => `${kind} ${summary}`);
      const asked = (who: string, before: string) =>
        `action.reviewer_changed ${name} asked ${who} for the review instead of ${before}.`;
      expect(told.slice(-4)).toEqual([
        `action.assigned ${name} assigned the action to ${member.name}, moved it to waiting and changed due date.`,
        asked(name, member.name),
        `action.updated ${name} moved the action to ready and changed title.`,
        asked(member.name, name),
      ]);
      // An event from before fields had words.
      expect(told[0]).toBe(`action.created ${name} changed due date, reviewer, title.`);
    });

    test('the next occurrence and others who review keep it', async () => {
      const member = await aMember();
      const { id } = await create({
        status: 'ready',
        assigned_actor_id: given.agent.actor_id,
        reviewer_actor_id: member.id,
        due_at: '2026-12-01T12:00:00Z',
        repeat_rule: { type: 'from_due', unit: 'day', interval: 1 },
      });
      await complete(id, given.worker);
      const { items } = await given.person.ok('listActions', { query: { limit: 200 } });
      const next = items.find((item) => item.spawned_from_action_id === id);
      expect(next).toMatchObject({ reviewer_actor_id: member.id });
      const approved = await given.person.ok('approveAction', { path: { id } });
      expect(approved).toMatchObject({
        reviewer_actor_id: member.id,
        review: { state: 'approved', reviewer_actor_id: given.owner.owner.id },
      });
    });

    test('people change it while the review is pending, and nothing else', async () => {
      const member = await aMember();
      const { id } = await create({ status: 'ready', assigned_actor_id: given.agent.actor_id });
      await complete(id, given.worker);
      const reviewer = { reviewer_actor_id: member.id };
      for (const body of [{ ...reviewer, title: 'Other' }, { title: 'Other' }, {}] as const) {
        const { status, body: fault } = await update(id, body);
        expect([status, fault]).toMatchObject([409, { code: 'ALREADY_TERMINAL' }]);
      }
      expect((await update(id, reviewer, given.worker)).status).toBe(403);
      const { body: changed } = await update(id, reviewer);
      expect(changed).toMatchObject({ ...reviewer, status: 'done', review: { state: 'pending' } });
      await given.person.ok('approveAction', { path: { id } });
      const late = await update(id, { reviewer_actor_id: null });
      expect([late.status, late.body]).toMatchObject([409, { code: 'ALREADY_TERMINAL' }]);
    });

    test('is no agent, no viewer and nobody of another workspace', async () => {
      const viewer = await aMember('viewer');
      const { id } = await create();
      for (const reviewer of [given.agent.actor_id, viewer.id, theirs.owner.owner.id, 'atr_none']) {
        const body = { reviewer_actor_id: reviewer };
        for (const response of [
          await given.person.call('createAction', createOf(body)),
          await update(id, body),
        ]) {
          expect(response.status).toBe(422);
          expect(response.body).toMatchObject({
            code: 'INVALID_REFERENCE',
            issues: [{ path: 'body/reviewer_actor_id' }],
          });
        }
      }
    });

    test('agents cannot choose it, and may repeat it', async () => {
      const reviewer = { reviewer_actor_id: given.owner.owner.id };
      await given.worker.fails('createAction', createOf(reviewer), 403, 'FORBIDDEN');
      const { id } = await create({ ...reviewer, assigned_actor_id: given.agent.actor_id });
      for (const [body, status] of [
        [{ reviewer_actor_id: null }, 403],
        [reviewer, 200],
      ] as const) {
        expect((await update(id, body, given.worker)).status).toBe(status);
      }
    });
  });

  describe('labels', () => {
    let ours: GivenWorkspace;

    beforeAll(async () => {
      ours = await aWorkspace(app, database());
    });

    const label = (title: string, labels: string[], body: Partial<ActionCreate> = {}) =>
      ours.person.ok('createAction', { body: { title, labels, ...body } });
    const labelled = async (query: ListQuery) =>
      (await ours.person.ok('listActions', { query: { sort: 'title', ...query } })).items.map(
        ({ title }) => title,
      );
    const listed = async (by: ApiClient = ours.person) =>
      (await by.ok('listLabels')).items.map(({ name, open_action_count }) => [
        name,
        open_action_count,
      ]);
    const rename = (body: components['schemas']['LabelRename']) =>
      ours.person.ok('renameLabel', { body });

    test('are stored, found, counted, copied, renamed and merged', async () => {
      const { person, worker } = ours;
      const one = await label('One', [' Sound ', 'front']);
      expect(one.labels).toEqual(['Sound', 'front']);
      const two = await label('Two', ['SOUND'], { status: 'ready', priority: 3 });
      expect(two.labels).toEqual(['Sound']);
      const three = await label('Three', []);
      expect(three.labels).toEqual([]);
      const repeated = await label('Four', ['front', 'weekly'], {
        repeat_rule: { type: 'from_completion', unit: 'week', interval: 1 },
      });
      expect(await listed()).toEqual([
        ['front', 2],
        ['Sound', 2],
        ['weekly', 1],
      ]);
      expect(await listed(worker)).toEqual(await listed());
      const found = await worker.ok('listLabels', { query: { q: 'ON FR' } });
      expect(found).toMatchObject({
        items: [{ name: 'front' }],
        total: 1,
        filters: { q: 'ON FR' },
      });
      expect(await labelled({ label: ['sound'] })).toEqual(['One', 'Two']);
      expect(await labelled({ label: ['sound', 'Front'] })).toEqual(['One']);
      expect(await labelled({ label: ['sound'], priority: [3] })).toEqual(['Two']);
      expect(await labelled({ label: ['sound'], q: 'one' })).toEqual(['One']);
      expect(await labelled({ label: ['unknown'] })).toEqual([]);
      const path = { id: one.id };
      const changed = await person.ok('updateAction', { path, body: { labels: ['front', 'new'] } });
      expect([changed.labels, changed.version]).toEqual([['front', 'new'], 2]);
      const query = { subject_id: one.id };
      const { items } = await person.ok('readEvents', { query });
      expect(items.at(-1)?.summary).toMatch(/ changed labels\.$/);
      expect(await labelled({ label: ['Sound'] })).toEqual(['Two']);
      const again = { path: { id: repeated.id }, body: { result_summary: 'Done.' } };
      await person.ok('completeAction', again);
      expect(await labelled({ label: ['weekly'] })).toEqual(['Four', 'Four']);
      expect(await listed()).toEqual([
        ['front', 2],
        ['new', 1],
        ['Sound', 1],
        ['weekly', 1],
      ]);
      expect((await rename({ name: 'FRONT', new_name: 'Front of house' })).open_action_count).toBe(
        2,
      );
      expect((await read(one.id, person)).labels).toEqual(['Front of house', 'new']);
      expect(await labelled({ label: ['front'] })).toEqual([]);
      const taken = { name: 'new', new_name: 'front of HOUSE' };
      await person.fails('renameLabel', { body: taken }, 409, 'NAME_TAKEN');
      const merged = await rename({ ...taken, merge: true });
      expect([merged.name, merged.open_action_count]).toEqual(['Front of house', 2]);
      expect((await read(one.id, person)).labels).toEqual(['Front of house']);
      expect(await labelled({ label: ['front of house'] })).toEqual(['Four', 'Four', 'One']);
      // The merged name is free.
      expect((await label('Five', ['new'])).labels).toEqual(['new']);
      expect(await labelled({ label: ['new'] })).toEqual(['Five']);
      await rename({ name: 'Front of house', new_name: 'sound', merge: true });
      expect((await read(one.id, person)).labels).toEqual(['Sound']);
      expect(await labelled({ label: ['Sound'] })).toEqual(['Four', 'Four', 'One', 'Two']);
      const gone = { name: 'Front of house', new_name: 'x' };
      await person.fails('renameLabel', { body: gone }, 422, 'INVALID_REFERENCE');
      await worker.fails('renameLabel', { body: gone }, 403, 'WRONG_ACTOR');
      const none = await person.ok('updateAction', { path, body: { labels: [] } });
      expect(none.labels).toEqual([]);
      expect(await labelled({ label: ['Sound'] })).toEqual(['Four', 'Four', 'Two']);
      const other = await aWorkspace(app, database());
      expect((await other.person.ok('listLabels')).items).toEqual([]);
    });

    test.each([
      [Array.from({ length: 21 }, (_, index) => `label ${index}`), 'body/labels'],
      [['x'.repeat(51)], 'body/labels/0'],
      [['a', 'A '], 'body/labels/1'],
      [['a', '\u200b'], 'body/labels/1'],
      [['two\nlines'], 'body/labels/0'],
      [[''], 'body/labels/0'],
      [[3], 'body/labels/0'],
      ['front', 'body/labels'],
    ])('refuses %j', async (labels, path) => {
      const body: ActionCreate = JSON.parse(JSON.stringify({ title: 'Sew', labels }));
      const { id } = await create();
      for (const [operation, input] of [
        ['createAction', { body }],
        ['updateAction', { path: { id }, body }],
      ] as const) {
        expect(await given.person.send(operation, input)).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION_FAILED', issues: [{ path }] },
        });
      }
    });
  });

  describe('listActions', () => {
    let listed: GivenWorkspace;
    const ids = { domain: '', order: '', project: '' };

    const list = (query: ListQuery = {}, by: ApiClient = listed.person) =>
      by.ok('listActions', { query });
    const titles = async (query: ListQuery, by?: ApiClient): Promise<string[]> =>
      (await list({ sort: 'title', ...query }, by)).items.map(({ title }) => title);

    beforeAll(async () => {
      listed = await aWorkspace(app, database());
      const { person, worker, agent } = listed;
      const domain = await person.ok('createDomain', { body: { name: 'Sound' } });
      const order = await person.ok('createOrder', {
        body: { name: 'Listen', agent_id: agent.id },
      });
      const project = await person.ok('createProject', { body: { title: 'Spring show' } });
      const template = await person.ok('createProject', {
        body: { title: 'Any show', is_template: true },
      });
      Object.assign(ids, { domain: domain.id, order: order.id, project: project.id });
      const bodies: ActionCreate[] = [
        {
          title: 'A',
          priority: 4,
          details: 'Tune the GRÜNE piano',
          due_at: '2031-01-03T00:00:00Z',
        },
        { title: 'B', project_id: project.id, status: 'ready', position: 2 },
        {
          title: 'C',
          priority: 1,
          domain_id: domain.id,
          due_at: '2031-01-01T00:00:00Z',
          position: 3,
        },
        { title: 'D', priority: 4, order_id: order.id, status: 'waiting', source_key: 'key-d' },
        { title: 'E 100%', assigned_agent_id: agent.id, due_at: '2031-01-02T00:00:00Z' },
        { title: 'F', is_template: true },
        { title: 'G', project_id: template.id, position: 1 },
      ];
      for (const body of bodies) await create(body, person);
      await complete((await create({ title: 'H', status: 'ready' }, worker)).id, worker);
    });

    test('filters by ranges of times, whatever the sort', async () => {
      const [a, , h] = await Promise.all(
        ['A', 'B', 'H'].map(async (title) => (await list({ q: title })).items[0]),
      );
      const made = a?.created_at ?? '';
      const done = h?.completed_at ?? '';
      const next = addMilliseconds(done, 1);
      for (const sort of ['title', 'due_at', '-created_at', '-completed_at'] as const) {
        const sorted = async (query: ListQuery) => (await titles({ ...query, sort })).toSorted();
        const due = { due_since: '2031-01-02T00:00:00Z', due_before: '2031-01-03T00:00:00Z' };
        expect(await sorted(due)).toEqual(['E 100%']);
        expect(await sorted({ due_since: due.due_since })).toEqual(['A', 'E 100%']);
        expect(await sorted({ created_before: made })).toEqual([]);
        expect(await sorted({ created_since: made })).toContain('A');
        expect(await sorted({ completed_since: done, completed_before: next })).toEqual(['H']);
        expect(await sorted({ completed_before: done })).toEqual([]);
        expect(await sorted({ completed_since: next })).toEqual([]);
        expect(
          await sorted({ created_since: made, due_since: due.due_since, priority: [4] }),
        ).toEqual(['A']);
      }
      const since = { due_since: '2031-01-01T00:00:00Z', limit: 1 };
      for (const sort of ['due_at', '-due_at'] as const) {
        const found: string[] = [];
        let after: string | null = '';
        while (after !== null) {
          const page = await list({ ...since, sort, ...(after !== '' && { after }) });
          found.push(...page.items.map(({ title }) => title));
          after = page.page.next;
        }
        const ordered = ['C', 'E 100%', 'A'];
        expect(found).toEqual(sort === 'due_at' ? ordered : ordered.toReversed());
      }
      const latest = await list({ sort: '-completed_at', limit: 1 });
      expect(latest.items.map(({ title }) => title)).toEqual(['H']);
      const rest = await list({ sort: '-completed_at', after: latest.page.next ?? '' });
      expect(rest.items.map(({ title }) => title).toSorted()).toEqual([
        'A',
        'B',
        'C',
        'D',
        'E 100%',
      ]);
    });

    test('finds the beginning of a range in the index of its order', async () => {
      const { knex, dialect } = database();
      if (dialect !== 'sqlite') return;
      const time = '2031-01-02T00:00:00Z';
      const queries = [
        ['due_at', { due_since: time, sort: 'due_at' }],
        ['due_at', { due_before: time, sort: '-due_at' }],
        ['completed_at', { completed_before: time, sort: '-completed_at' }],
        ['', { has_due_date: true, sort: 'due_at' }],
        ['', { has_due_date: true, sort: '-due_at' }],
        ['', { has_due_date: false, sort: 'due_at' }],
        ['', { has_due_date: false, sort: '-due_at' }],
      ] as const;
      for (const [column, query] of queries) {
        const { ran } = await recordStatements(database(), () => list(query));
        const plans = await Promise.all(
          ran
            .filter(({ sql }) => sql.startsWith('select'))
            .map(({ sql, bindings }) =>
              knex.raw(`explain query plan ${sql}`, bindings.map(String)),
            ),
        );
        const begins = new RegExp(column === '' ? '<expr>[<>]' : `<expr>=\\? AND ${column}[<>]`);
        const found = plans.filter((plan) => begins.test(JSON.stringify(plan)));
        // That of the page and that of the total.
        expect([query, found.length]).toEqual([query, 2]);
        expect(JSON.stringify(found)).not.toContain('TEMP B-TREE');
      }
    });

    test('filters by whether there is a label or a due date, whatever the sort', async () => {
      const { items } = await list({ limit: 100 });
      const [b] = items.filter(({ title }) => title === 'B');
      const change = async (labels: string[]) =>
        listed.person.ok('updateAction', { path: { id: b?.id ?? '' }, body: { labels } });
      const row = () => database().knex('actions').where({ id: b?.id });
      const before = await row().first('updated_at', 'last_activity_at', 'version');
      await change(['front']);
      for (const sort of ['title', 'due_at', '-due_at', '-created_at', 'priority'] as const) {
        const all = async (query: ListQuery, after?: string): Promise<string[]> => {
          const page = await list({
            ...query,
            sort,
            limit: 2,
            ...(after !== undefined && { after }),
          });
          const found = page.items.map(({ title }) => title);
          const { next } = page.page;
          return next === null ? found : [...found, ...(await all(query, next))];
        };
        const sorted = (await list({ sort })).items;
        const those = (test: (action: (typeof sorted)[number]) => boolean) =>
          sorted.filter(test).map(({ title }) => title);
        expect(await all({ has_label: true })).toEqual(['B']);
        expect(await all({ has_label: false })).toEqual(those(({ title }) => title !== 'B'));
        expect(await all({ has_due_date: true })).toEqual(those(({ due_at: at }) => at !== null));
        const undated = those(({ due_at: at }) => at === null);
        expect(await all({ has_due_date: false })).toEqual(undated);
        const page = await list({ has_due_date: false, has_label: false, sort });
        expect(page.items.map(({ title }) => title)).toEqual(
          undated.filter((each) => each !== 'B'),
        );
        expect(page).toMatchObject({
          total: undated.length - 1,
          filters: { has_due_date: false, has_label: false },
        });
        for (const query of [
          { has_label: false, label: ['front'] },
          { has_due_date: false, due_since: '2031-01-01T00:00:00Z' },
          { has_due_date: false, due_before: '2032-01-01T00:00:00Z' },
        ]) {
          expect(await all(query)).toEqual([]);
        }
      }
      await change([]);
      expect(await titles({ has_label: true })).toEqual([]);
      // Other tests sort by these.
      await row().update(before);
    });

    test('filters and sorts by priority, in pages and with other filters', async () => {
      expect(await titles({ priority: [4] })).toEqual(['A', 'D']);
      expect(await titles({ priority: [1, 4] })).toEqual(['A', 'C', 'D']);
      expect(await titles({ priority: [4], status: ['waiting'] })).toEqual(['D']);
      expect(await titles({ priority: [3] })).toEqual([]);
      expect((await list({ priority: [1, 4] })).filters).toMatchObject({ priority: [1, 4] });
      for (const sort of ['-priority', 'priority'] as const) {
        const whole = (await list({ sort })).items.map(({ title }) => title);
        expect(whole.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E 100%', 'H']);
        const ranked = sort === 'priority' ? whole.toReversed() : whole;
        expect(ranked.slice(0, 3)).toEqual(['D', 'A', 'C']);
        let after: string | undefined;
        const paged: string[] = [];
        for (let more = true; more;) {
          const { items, page } = await list({ sort, limit: 2, ...(after && { after }) });
          paged.push(...items.map(({ title }) => title));
          after = page.next ?? undefined;
          more = page.has_more;
        }
        expect(paged).toEqual(whole);
      }
    });

    test.each(['5', '-1', '1.5', 'high', ''])('refuses priority=%s', async (priority) => {
      const query: ListQuery = JSON.parse(JSON.stringify({ priority: [2, priority] }));
      const { issues } = await listed.person.fails(
        'listActions',
        { query },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toContain('query/priority/1');
    });

    test('lists all but templates, newest first, with the applied sort and filters', async () => {
      const all = await list();
      expect(all.items.map(({ title }) => title)).toEqual(['H', 'E 100%', 'D', 'C', 'B', 'A']);
      const { items, ...envelope } = all;
      expect(items[0]).toEqual(await read(items[0]?.id ?? '', listed.person));
      expect(envelope).toEqual({
        total: 6,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: { is_template: false },
        hidden_count: 0,
      });
    });

    test('filters', async () => {
      expect(await titles({ status: ['ready', 'done'] })).toEqual(['B', 'H']);
      expect(await titles({ status: ['waiting'] })).toEqual(['D']);
      expect(await titles({ project_id: ids.project })).toEqual(['B']);
      expect(await titles({ domain_id: ids.domain })).toEqual(['C']);
      expect(await titles({ order_id: ids.order })).toEqual(['D']);
      expect(await titles({ source_key: 'key-d' })).toEqual(['D']);
      expect(await titles({ is_template: true })).toEqual(['F', 'G']);
      expect(await titles({ due_before: '2031-01-02T00:00:00Z' })).toEqual(['C']);
      expect(await titles({ due_before: '2031-01-02T01:00:00.001+01:00' })).toEqual([
        'C',
        'E 100%',
      ]);
      expect(await titles({ project_id: 'prj_nothing' })).toEqual([]);
      expect(await titles({ project_id: 'none' })).toEqual(['A', 'C', 'D', 'E 100%', 'H']);
      expect(await titles({ project_id: 'none', domain_id: 'none' })).toEqual([
        'A',
        'D',
        'E 100%',
        'H',
      ]);
    });

    test('filters by assignee: an id, me or none', async () => {
      const { actor_id: worker } = listed.agent;
      expect(await titles({ assigned_actor_id: worker })).toEqual(['E 100%', 'H']);
      expect(await titles({ assigned_actor_id: 'me' }, listed.worker)).toEqual(['E 100%', 'H']);
      expect(await titles({ assigned_actor_id: 'me' })).toEqual([]);
      expect(await titles({ assigned_actor_id: 'none' })).toEqual(['A', 'B', 'C', 'D']);
      const mine = await list({ assigned_actor_id: 'me' }, listed.worker);
      expect(mine.filters).toEqual({ is_template: false, assigned_actor_id: worker });
    });

    test('finds words in titles and details, regardless of case and without wildcards', async () => {
      expect(await titles({ q: 'piano tune' })).toEqual(['A']);
      expect(await titles({ q: 'grüne A' })).toEqual(['A']);
      expect(await titles({ q: 'piano violin' })).toEqual([]);
      expect(await titles({ q: '100%' })).toEqual(['E 100%']);
      expect(await titles({ q: '_' })).toEqual([]);
      expect(await titles({ q: '"piano tune"' })).toEqual([]);
    });

    test('filters by updated_since', async () => {
      const { items } = await list({ sort: '-updated_at', limit: 1 });
      const since = items[0]?.updated_at ?? '';
      expect(await titles({ updated_since: since })).toEqual(['H']);
      expect(await titles({ updated_since: addMilliseconds(since, 1) })).toEqual([]);
      expect(await titles({ updated_since: addMilliseconds(since, -HOUR) })).toHaveLength(6);
    });

    test.each([
      ['title', 'ABCDEH'],
      ['-title', 'HEDCBA'],
      ['created_at', 'ABCDEH'],
      ['due_at', 'CEABDH'],
      ['-due_at', 'AECHDB'],
      ['position', 'BCADEH'],
      ['-position', 'CBHEDA'],
      ['updated_at', 'ABCDEH'],
      ['last_activity_at', 'ABCDEH'],
    ] as const)('sorts by %s, nulls last', async (sort, wanted) => {
      const whole = await list({ sort });
      expect(whole.items.map(({ title }) => title[0]).join('')).toBe(wanted);
      expect(whole.sort).toBe(sort);

      let seen = '';
      let after: string | undefined;
      do {
        const page = await list({ sort, limit: 2, ...(after === undefined ? {} : { after }) });
        seen += page.items.map(({ title }) => title[0]).join('');
        after = page.page.next ?? undefined;
      } while (after !== undefined);
      expect(seen).toBe(wanted);
    });

    test('pages by offset', async () => {
      const page = await list({ sort: 'title', limit: 2, offset: 4 });
      expect(page.items.map(({ title }) => title)).toEqual(['E 100%', 'H']);
      expect(page).toMatchObject({ total: 6, page: { offset: 4, limit: 2, has_more: false } });
    });

    test('refuses invalid and unknown parameters', async () => {
      const faults = [
        { limit: 201 },
        { offset: 1, after: 'x' },
        { sort: 'details' },
        { after: 'x' },
      ];
      for (const query of faults) {
        await listed.person.fails('listActions', { query }, 400, 'VALIDATION_FAILED');
      }
      const unknown = { query: { state: 'ready' } };
      await listed.person.fails('listActions', unknown, 400, 'UNKNOWN_PARAMETER');
    });

    test('needs as many statements for 300 actions as for ten', async () => {
      const many = await aWorkspace(app, database());
      const { workspaceId, owner } = many;
      const rows = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) =>
          actionRow(workspaceId, `act_many_${from + index}`, {
            created_by_actor_id: owner.owner.id,
            updated_by_actor_id: owner.owner.id,
            assigned_actor_id: many.agent.actor_id,
          }),
        );
      const cost = async (): Promise<number> => {
        await renewActions(database());
        return countStatements(database(), () => list({ limit: 200 }, many.person));
      };
      const insert = (batch: object[]) => database().knex.batchInsert('actions', batch, 50);
      await insert(rows(0, 10));
      for (const { id } of (await list({}, many.person)).items) {
        const sent = { path: { id }, body: { body: 'A remark' } };
        await many.person.ok('createActionNote', sent);
      }
      const few = await cost();
      await insert(rows(10, 300));
      expect((await list({ limit: 200 }, many.person)).total).toBe(300);
      expect(await cost()).toBe(few);
    });

    describe('on the free plan', () => {
      let free: GivenWorkspace;
      let old: Action;

      beforeAll(async () => {
        free = await aWorkspace(app, database());
        old = await create({ title: 'Old' }, free.person);
        await complete(old.id, free.person);
        const dropped = await create({ title: 'Dropped' }, free.person);
        const recent = await create({ title: 'Recent' }, free.person);
        await complete(recent.id, free.person);
        const aged = await create({ title: 'Aged' }, free.person);
        const before = addMilliseconds(new Date().toISOString(), -31 * DAY);
        await change(old.id, { completed_at: before, updated_at: before });
        await change(dropped.id, { status: 'dropped', updated_at: before });
        await change(aged.id, { created_at: before, updated_at: before });
      });

      test('actions that ended before the history window are only counted', async () => {
        expect((await list({}, free.person)).total).toBe(4);
        await setPlan(free.workspaceId, 'free');
        const page = await list({ sort: 'title' }, free.person);
        expect(page.items.map(({ title }) => title)).toEqual(['Aged', 'Recent']);
        expect(page).toMatchObject({ total: 2, hidden_count: 2 });
        const done = await list({ status: ['done'] }, free.person);
        expect(done).toMatchObject({ total: 1, hidden_count: 1 });
      });

      test('they cannot be read or changed either', async () => {
        const path = { id: old.id };
        await free.person.fails('getAction', { path }, 404, 'NOT_FOUND');
        await free.person.fails('updateAction', { path, body: {} }, 404, 'NOT_FOUND');
        await free.person.fails('completeAction', completion(old.id), 404, 'NOT_FOUND');
        await free.person.fails('listActionNotes', { path }, 404, 'NOT_FOUND');
        const note = { path, body: { body: 'Too late' } };
        await free.person.fails('createActionNote', note, 404, 'NOT_FOUND');
      });
    });
  });

  describe('updateAction', () => {
    const update = (
      id: string,
      body: components['schemas']['ActionUpdate'],
      by: ApiClient = given.person,
    ) => by.ok('updateAction', { path: { id }, body });

    test('merges: absent fields do not change, null clears', async () => {
      const action = await create({
        details: 'Red',
        due_at: '2031-01-01T00:00:00Z',
        repeat_rule: { type: 'from_completion', unit: 'day', interval: 1 },
        delegate_label: 'The dyer',
        status: 'waiting',
      });
      const renamed = await update(action.id, { title: 'Sew both hems', position: 4 });
      expect(renamed).toEqual({
        ...action,
        title: 'Sew both hems',
        position: 4,
        version: 2,
        updated_at: renamed.updated_at,
        last_activity_at: renamed.updated_at,
      });
      const cleared = await update(action.id, {
        details: null,
        due_at: null,
        repeat_rule: null,
        status: 'ready',
      });
      expect(cleared).toMatchObject({
        details: null,
        due_at: null,
        repeat_rule: { type: 'none', unit: null, interval: 0, time_zone: null },
        status: 'ready',
        delegate_label: 'The dyer',
        version: 3,
      });
      expect(await read(action.id)).toEqual(cleared);
      expect(await kindsOf(action.id)).toEqual([
        'action.created',
        'action.updated',
        'action.updated',
      ]);
    });

    test('changes the priority, with its event', async () => {
      const action = await create({ priority: 2 });
      const urgent = await update(action.id, { priority: 4 });
      expect([action.priority, urgent.priority, urgent.version]).toEqual([2, 4, 2]);
      expect(await update(action.id, { priority: 4 })).toEqual(urgent);
      expect(await kindsOf(action.id)).toEqual(['action.created', 'action.updated']);
      const query = { subject_id: action.id };
      const { items } = await given.person.ok('readEvents', { query });
      expect(items.at(-1)?.summary).toMatch(/ changed priority\.$/);
    });

    test.each([5, -1, 1.5, '3', null, true, [3]])('refuses the priority %j', async (priority) => {
      const { id } = await create();
      const body: ActionCreate = JSON.parse(JSON.stringify({ title: 'Sew', priority }));
      for (const [operation, input] of [
        ['createAction', { body }],
        ['updateAction', { path: { id }, body }],
      ] as const) {
        const refused = await given.person.send(operation, input);
        expect(refused).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION_FAILED', issues: [{ path: 'body/priority' }] },
        });
      }
    });

    test('changes nothing if the values are equal', async () => {
      const action = await create({ requirements: ['sewing'], due_at: '2031-01-01T00:00:00Z' });
      const same = {
        title: action.title,
        is_template: false,
        requirements: ['sewing'],
        due_at: '2031-01-01T01:00:00+01:00',
        status: 'inbox' as const,
        assigned_actor_id: null,
      };
      expect(await update(action.id, same)).toEqual(action);
      expect(await update(action.id, {})).toEqual(action);
      expect(await kindsOf(action.id)).toEqual(['action.created']);
    });

    test('uses the domain of the new project', async () => {
      const domain = await given.person.ok('createDomain', {
        body: { name: `Stage ${Math.random()}` },
      });
      const [withDomain, withoutDomain] = [
        await aProject({ domain_id: domain.id }),
        await aProject(),
      ];
      const { id } = await create();
      expect(await update(id, { project_id: withDomain.id })).toHaveProperty(
        'domain_id',
        domain.id,
      );
      expect(await update(id, { project_id: null })).toHaveProperty('domain_id', domain.id);
      expect(await update(id, { project_id: withoutDomain.id })).toHaveProperty('domain_id', null);
      const both = await update(id, { project_id: withDomain.id, domain_id: null });
      expect(both).toMatchObject({ project_id: withDomain.id, domain_id: null });
    });

    test('reassigns: the new assignee has not been active yet', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      await given.worker.ok('heartbeatAction', { path: { id } });
      const { agent } = await anAgent();
      const reassigned = await update(id, { assigned_agent_id: agent.id });
      expect(reassigned).toMatchObject({ assigned_agent_id: agent.id, is_working: false });
      expect(reassigned.assigned_at).toBe(reassigned.updated_at);
      const freed = await update(id, { assigned_actor_id: null });
      expect(freed).toMatchObject({ assigned_actor_id: null, assigned_at: null });
      expect((await kindsOf(id)).slice(-2)).toEqual(['action.assigned', 'action.assigned']);
    });

    test('does not count as activity of a new assignee', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const body = { assigned_actor_id: given.owner.owner.id };
      expect(await update(id, body, given.worker)).toMatchObject({ ...body, is_working: false });
    });

    test('counts as activity if the assignee makes the change', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      expect(await update(id, { position: 1 }, given.person)).toHaveProperty('is_working', false);
      expect(await update(id, { position: 2 }, given.worker)).toHaveProperty('is_working', true);
    });

    test('compares If-Match with the version', async () => {
      const { id } = await create();
      const sent = (tag: string, title: string) => ({
        path: { id },
        header: { 'If-Match': tag },
        body: { title },
      });
      const { headers } = await given.person.call('updateAction', sent('"1"', 'Two'));
      expect(headers['etag']).toEqual(tagOf(2));
      const late = sent('"1"', 'Three');
      const { details } = await given.person.fails('updateAction', late, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 2 });
      await given.person.ok('updateAction', sent('"1", "2"', 'Three'));
      await given.person.ok('updateAction', sent('*', 'Four'));
    });

    test('applies one of twenty concurrent changes of the same version', async () => {
      const { id } = await create();
      const responses = await twenty((index) =>
        given.person.call('updateAction', {
          path: { id },
          header: { 'If-Match': '"1"' },
          body: { title: `Number ${index}` },
        }),
      );
      expect(tally(responses)).toEqual({ 200: 1, 412: 19 });
      expect(await read(id)).toHaveProperty('version', 2);
    });

    test('is 409 for an ended action', async () => {
      const { id } = await create();
      await complete(id);
      const sent = { path: { id }, body: { title: 'Too late' } };
      const { details } = await given.person.fails('updateAction', sent, 409, 'ALREADY_TERMINAL');
      expect(details).toEqual({ status: 'done' });
    });

    test('is 404 for missing actions and other workspaces, whatever the body', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_unknown', other.id]) {
        const sent = { path: { id }, body: { assigned_actor_id: 'atr_nobody' } };
        await given.person.fails('updateAction', sent, 404, 'NOT_FOUND');
      }
    });

    test('refuses invalid references and assignees like createAction', async () => {
      const { id } = await create();
      const fails = (body: object, code: 'INVALID_REFERENCE' | 'CONFLICTING_ASSIGNEE') =>
        given.person.fails('updateAction', { path: { id }, body }, 422, code);
      await fails({ project_id: 'prj_nothing' }, 'INVALID_REFERENCE');
      await fails({ domain_id: 'dom_nothing' }, 'INVALID_REFERENCE');
      await fails({ order_id: 'ord_nothing' }, 'INVALID_REFERENCE');
      await fails({ assigned_agent_id: 'agt_nothing' }, 'INVALID_REFERENCE');
      const { id: agentId } = given.agent;
      await fails({ assigned_actor_id: null, assigned_agent_id: agentId }, 'CONFLICTING_ASSIGNEE');
      expect(await read(id)).toHaveProperty('version', 1);
    });

    describe('by a worker', () => {
      const forbidden = (id: string, body: object, by: ApiClient = given.worker) =>
        by.fails('updateAction', { path: { id }, body }, 403, 'FORBIDDEN');

      test('changes its own actions, those that it created, and pool work that it matches', async () => {
        const { agent, api } = await anAgent({ capabilities: ['sewing', 'dyeing'] });
        const has = await create({ assigned_agent_id: agent.id });
        const made = await create({}, api);
        const pool = await create({ status: 'ready', requirements: ['sewing'] });
        for (const { id } of [has, made, pool]) await update(id, { position: 1 }, api);
        const taken = await update(pool.id, { assigned_agent_id: agent.id }, api);
        expect(taken.assigned_agent_id).toBe(agent.id);
      });

      test('changes no other actions, unless it is a sysadmin', async () => {
        const { agent } = await anAgent();
        const others = await create({ assigned_agent_id: agent.id });
        const inbox = await create();
        const person = await create({ assigned_actor_id: given.owner.owner.id, status: 'ready' });
        const beyond = await create({ status: 'ready', requirements: ['flying'] });
        for (const { id } of [others, inbox, person, beyond]) await forbidden(id, { position: 1 });
        const { api } = await anAgent({ access_mode: 'sysadmin' });
        for (const { id } of [others, inbox, person, beyond])
          await update(id, { position: 1 }, api);
      });

      test('cannot change an action that it created once another agent is assigned', async () => {
        const { agent } = await anAgent();
        const { id } = await create({}, given.worker);
        await update(id, { assigned_agent_id: agent.id });
        await forbidden(id, { position: 1 });
      });

      test('assigns to itself, to the pool or to a person, but not to another agent', async () => {
        const { id } = await create({ status: 'ready' }, given.worker);
        const { agent } = await anAgent();
        await forbidden(id, { assigned_agent_id: agent.id });
        await update(id, { assigned_actor_id: null }, given.worker);
        await update(id, { assigned_actor_id: given.agent.actor_id }, given.worker);
        await update(id, { assigned_actor_id: given.owner.owner.id }, given.worker);
      });

      test('needs an approval to reassign, but not to take work, if it requires proposals', async () => {
        const { agent, api } = await anAgent({ requires_proposals: true });
        const { id } = await create({ status: 'ready' }, api);
        for (const assigned_actor_id of [given.owner.owner.id, null]) {
          const sent = { path: { id }, body: { assigned_actor_id } };
          await api.fails('updateAction', sent, 403, 'PROPOSAL_REQUIRED');
        }
        const pool = await create({ status: 'ready' });
        await update(pool.id, { assigned_actor_id: agent.actor_id }, api);
      });

      test('work that is assigned to it requires a review, unless a person chose otherwise', async () => {
        const toAgent = { assigned_actor_id: given.agent.actor_id };
        const { id } = await create();
        expect(await read(id)).toHaveProperty('requires_review', false);
        expect(await update(id, toAgent)).toHaveProperty('requires_review', true);
        const back = { assigned_actor_id: given.owner.owner.id };
        expect(await update(id, back)).toHaveProperty('requires_review', false);
        await update(id, { ...toAgent, status: 'ready' });
        expect((await complete(id, given.worker)).review.state).toBe('pending');

        const trusted = await create({ requires_review: false });
        expect(await update(trusted.id, toAgent)).toHaveProperty('requires_review', false);
        const chosenLater = await create();
        const both = await update(chosenLater.id, { ...toAgent, requires_review: false });
        expect(both).toHaveProperty('requires_review', false);
      });

      test('does not turn off the review by repeating the current requires_review', async () => {
        const { id } = await create({ status: 'ready' });
        await update(id, { requires_review: false }, given.worker);
        expect((await complete(id, given.worker)).review.state).toBe('pending');
      });

      test('cannot change requires_review', async () => {
        const { id } = await create({ status: 'ready' }, given.worker);
        await forbidden(id, { requires_review: false });
        expect(await update(id, { requires_review: false })).toHaveProperty(
          'requires_review',
          false,
        );
      });
    });
  });

  describe('completeAction', () => {
    test.each(['inbox', 'ready', 'waiting'] as const)(
      'completes an action that is %s',
      async (status) => {
        const { id } = await create({ status });
        const { body, headers } = await given.person.call('completeAction', completion(id));
        const { owner } = given.owner;
        expect(body).toMatchObject({
          status: 'done',
          result_summary: 'It is sewn.',
          completed_by_actor_id: owner.id,
          updated_by_actor_id: owner.id,
          review: { state: 'none', reviewer_actor_id: null, reviewed_at: null },
          version: 2,
        });
        expect(headers['etag']).toEqual(tagOf(2));
        const done = await read(id);
        expect(body).toEqual(done);
        expect(done.completed_at).toBe(done.last_activity_at);
        expect(await eventsOf(id)).toEqual([
          { kind: 'action.created', actor_id: owner.id },
          { kind: 'action.completed', actor_id: owner.id },
        ]);
      },
    );

    test('makes work of an agent wait for a review if it requires one', async () => {
      const reviewed = await create({ status: 'ready' }, given.worker);
      expect((await complete(reviewed.id, given.worker)).review.state).toBe('pending');
      const trusted = await create({ assigned_agent_id: given.agent.id, requires_review: false });
      expect((await complete(trusted.id, given.worker)).review.state).toBe('none');
      const byPerson = await create({ assigned_agent_id: given.agent.id });
      const done = await complete(byPerson.id);
      expect(done).toMatchObject({
        review: { state: 'none' },
        assigned_agent_id: given.agent.id,
        completed_by_actor_id: given.owner.owner.id,
      });
    });

    test('assigns pool work to the agent that completes it', async () => {
      const { agent, api } = await anAgent({ capabilities: ['sewing'] });
      const pool = await create({ status: 'ready', requirements: ['sewing'] });
      const done = await complete(pool.id, api);
      expect(done).toMatchObject({
        review: { state: 'pending' },
        requires_review: true,
        assigned_agent_id: agent.id,
        completed_by_actor_id: agent.actor_id,
      });
      expect(done.assigned_at).toBe(done.completed_at);
    });

    test('is 403 for an agent unless it is assigned, matches pool work, or created the unassigned action', async () => {
      const { agent } = await anAgent();
      const forbidden = [
        await create({ assigned_agent_id: agent.id, status: 'ready' }),
        await create({ assigned_actor_id: given.owner.owner.id, status: 'ready' }),
        await create({ status: 'ready', requirements: ['flying'] }),
        await create(),
        await create({ status: 'waiting' }),
      ];
      for (const { id } of forbidden) {
        await given.worker.fails('completeAction', completion(id), 403, 'FORBIDDEN');
      }
      await complete((await create({}, given.worker)).id, given.worker);
      const { api } = await anAgent({ access_mode: 'sysadmin' });
      for (const { id } of forbidden) await complete(id, api);
    });

    test('refuses templates and actions of template projects', async () => {
      const project = await aProject({ is_template: true });
      const templates = [
        await create({ is_template: true }),
        await create({ project_id: project.id }),
      ];
      for (const { id } of templates) {
        await given.person.fails('completeAction', completion(id), 409, 'TEMPLATE_NOT_COMPLETABLE');
      }
    });

    test('is 409 for an ended action', async () => {
      const done = await create();
      await complete(done.id);
      const dropped = await create();
      await change(dropped.id, { status: 'dropped' });
      for (const [{ id }, status] of [
        [done, 'done'],
        [dropped, 'dropped'],
      ] as const) {
        const late = completion(id);
        const { details } = await given.person.fails(
          'completeAction',
          late,
          409,
          'ALREADY_TERMINAL',
        );
        expect(details).toEqual({ status });
      }
    });

    test('compares If-Match with the version', async () => {
      const { id } = await create();
      const stale = { ...completion(id), header: { 'If-Match': '"2"' } };
      const { details } = await given.person.fails('completeAction', stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 1 });
      await given.person.ok('completeAction', { ...completion(id), header: { 'If-Match': '"1"' } });
      const after = { ...completion(id), header: { 'If-Match': '"2"' } };
      await given.person.fails('completeAction', after, 409, 'ALREADY_TERMINAL');
    });

    test('is 404 for missing actions and other workspaces', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_unknown', other.id]) {
        await given.person.fails('completeAction', completion(id), 404, 'NOT_FOUND');
      }
    });

    test('requires a result_summary', async () => {
      const { id } = await create();
      for (const body of [{}, { result_summary: '' }]) {
        await given.person.fails(
          'completeAction',
          { path: { id }, body },
          400,
          'VALIDATION_FAILED',
        );
      }
    });

    test('succeeds for one of twenty concurrent requests; the others get 409', async () => {
      const { id } = await create();
      const responses = await twenty((index) =>
        given.person.call('completeAction', completion(id, { result_summary: `By ${index}` })),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      for (const { status, body } of responses) {
        if (status === 200) expect(await read(id)).toEqual(body);
        else expect(body).toMatchObject({ code: 'ALREADY_TERMINAL', details: { status: 'done' } });
      }
      expect(await kindsOf(id)).toEqual(['action.created', 'action.completed']);
    });

    test('succeeds for one of five agents that complete the same pool action', async () => {
      const agents = await Promise.all(Array.from({ length: 5 }, () => anAgent()));
      const { id } = await create({ status: 'ready' });
      const responses = await Promise.all(
        agents.map(({ api }) => api.call('completeAction', completion(id))),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 4 });
      const done = await read(id);
      expect(done.assigned_actor_id).toBe(done.completed_by_actor_id);
    });

    test('executes twenty concurrent retries once', async () => {
      const { id } = await create();
      const sent = completion(id, { client_request_id: 'sewn' });
      const responses = await twenty(() => given.person.call('completeAction', sent));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const tags = new Set(responses.map(({ headers }) => headers['etag']));
      expect([...tags]).toEqual([tagOf(2)]);
      expect(await kindsOf(id)).toEqual(['action.created', 'action.completed']);
      const other = completion(id, { client_request_id: 'sewn', result_summary: 'Otherwise' });
      await given.person.fails('completeAction', other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });
  });

  describe('heartbeatAction', () => {
    test('sets is_working, and stores the progress note if there is one', async () => {
      const action = await create({ status: 'ready' }, given.worker);
      const path = { id: action.id };
      const silent = await given.worker.call('heartbeatAction', { path });
      expect(silent).toMatchObject({ status: 200, headers: { etag: tagOf(2) } });
      const { action: first } = await given.worker.ok('heartbeatAction', { path, body: {} });
      expect(first).toMatchObject({ is_working: true, updated_at: action.updated_at });
      expect(first.last_activity_at >= action.last_activity_at).toBe(true);
      expect(first).not.toHaveProperty('last_activity_note');
      const { action: second } = await given.worker.ok('heartbeatAction', {
        path,
        body: { progress_note: 'Half of it' },
      });
      expect(second.last_activity_note).toMatchObject({
        kind: 'heartbeat',
        body: 'Half of it',
        action_id: action.id,
        created_by_agent_id: given.agent.id,
      });
      expect(second).not.toHaveProperty('latest_note');
      expect(await read(action.id)).toEqual(second);
      expect((await kindsOf(action.id)).slice(1)).toEqual(Array(3).fill('action.heartbeat'));
    });

    test('may be called by the assignee only', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const { api } = await anAgent({ access_mode: 'sysadmin' });
      for (const by of [given.person, api]) {
        await by.fails('heartbeatAction', { path: { id } }, 403, 'FORBIDDEN');
      }
      const mine = await create({ assigned_actor_id: given.owner.owner.id, status: 'ready' });
      const { action } = await given.person.ok('heartbeatAction', { path: { id: mine.id } });
      expect(action.is_working).toBe(true);
    });

    test('compares If-Match with the version, and is 409 for an ended action', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const stale = { path: { id }, header: { 'If-Match': '"7"' } };
      await given.worker.fails('heartbeatAction', stale, 412, 'STALE_VERSION');
      await complete(id, given.worker);
      const late = await given.worker.fails(
        'heartbeatAction',
        { path: { id } },
        409,
        'ALREADY_TERMINAL',
      );
      expect(late.details).toEqual({ status: 'done' });
      const nothing = { path: { id: 'act_unknown' } };
      await given.worker.fails('heartbeatAction', nothing, 404, 'NOT_FOUND');
    });

    test('executes twenty concurrent retries once', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const sent = {
        path: { id },
        body: { progress_note: 'Half of it', client_request_id: 'half' },
      };
      const responses = await twenty(() => given.worker.call('heartbeatAction', sent));
      expect(tally(responses)).toEqual({ 200: 20 });
      const notes = await given.person.ok('listActionNotes', { path: { id } });
      expect(notes.total).toBe(1);
    });
  });

  describe('actions of a project', () => {
    const row = (project: { id: string }, index: number, columns: object = {}) =>
      actionRow(given.workspaceId, `act_${project.id}_${index}`, {
        project_id: project.id,
        created_by_actor_id: given.owner.owner.id,
        updated_by_actor_id: given.owner.owner.id,
        ...columns,
      });
    const fill = async (project: { id: string }, count: number): Promise<void> => {
      const rows = Array.from({ length: count }, (_, index) => row(project, index));
      await database().knex.batchInsert('actions', rows, 50);
    };
    const actionsOf = async (projectId: string): Promise<Action[]> => {
      const path = { id: projectId };
      return (await given.person.ok('listProjectActions', { path, query: { limit: 200 } })).items;
    };

    test('a duplicate of a template has copies of its open actions', async () => {
      const domain = await given.person.ok('createDomain', {
        body: { name: `Light ${Math.random()}` },
      });
      const template = await aProject({ is_template: true, domain_id: domain.id });
      const project_id = template.id;
      const ready = await create({
        project_id,
        status: 'ready',
        position: 1,
        details: 'With care',
        assigned_agent_id: given.agent.id,
        requirements: ['sewing'],
        requires_review: false,
        repeat_rule: { type: 'from_due', unit: 'day', interval: 3 },
        due_at: '2031-01-01T00:00:00.000Z',
        defer_until: '2030-01-01T00:00:00.000Z',
        input_payload: { seams: 2 },
        source_key: 'template-1',
      });
      const waiting = await create({
        project_id,
        status: 'waiting',
        position: 2,
        delegate_label: 'The dyer',
      });
      const over = await create({ project_id });
      await change(over.id, { status: 'dropped' });

      const copy = await given.worker.ok('duplicateProject', { path: { id: template.id } });
      const [first, second, ...others] = await actionsOf(copy.id);
      expect(others).toEqual([]);
      const { id: actor_id, name } = given.owner.owner;
      const author = { actor_id, kind: 'user', name };
      const made = {
        id: expect.not.stringMatching(ready.id),
        key: expect.any(String),
        project_id: copy.id,
        domain_id: domain.id,
        is_template: false,
        source_key: null,
        version: 1,
        created_by_actor_id: given.agent.actor_id,
        created_by_actor_name: given.agent.name,
        created_by_actor_kind: 'agent',
        created_by_agent_id: given.agent.id,
        created_by_user_id: null,
        reviewer_actor_id: null,
        reviewer_actor_name: null,
        updated_by_actor_id: given.agent.actor_id,
        created_at: copy.created_at,
        updated_at: copy.created_at,
        last_activity_at: copy.created_at,
        title_author: author,
        details_author: author,
      };
      expect(first).toEqual({
        ...ready,
        ...made,
        assigned_at: copy.created_at,
        held_by: [{ reason: 'deferred' }],
      });
      expect(second).toEqual({ ...waiting, ...made, status: 'inbox', requires_review: true });
      expect(await kindsOf(first?.id ?? '')).toEqual(['action.created']);
    });

    test('a duplicate beyond the cap of the plan is refused as a whole', async () => {
      const free = await aWorkspace(app, database());
      const template = await free.person.ok('createProject', {
        body: { title: 'Any show', is_template: true },
      });
      for (let made = 0; made < 12; made += 1) {
        const body = { project_id: template.id, assigned_agent_id: free.agent.id };
        await create(body, free.person);
      }
      await setPlan(free.workspaceId, 'free');
      const sent = { path: { id: template.id } };
      await free.person.ok('duplicateProject', sent);
      const { details } = await free.person.fails('duplicateProject', sent, 403, 'CAP_EXCEEDED');
      expect(details).toMatchObject({ limit: 25, current: 24 });
      const projects = await free.person.ok('listProjects', { query: { is_template: false } });
      expect(projects.total).toBe(1);
    });

    test('closing a project drops its open actions as the system, with a note', async () => {
      const project = await aProject();
      const open = await create({ project_id: project.id, status: 'ready' });
      const done = await create({ project_id: project.id });
      const untouched = await complete(done.id);
      await given.person.ok('updateProject', {
        path: { id: project.id },
        body: { state: 'completed', close_actions: true },
      });
      expect(await read(done.id)).toEqual(untouched);
      const dropped = await read(open.id);
      expect(dropped).toMatchObject({
        status: 'dropped',
        result_summary: null,
        completed_at: null,
        version: 2,
        last_activity_note: { kind: 'system', action_id: open.id },
      });
      const [, event] = await eventsOf(open.id);
      expect(event).toEqual({ kind: 'action.dropped', actor_id: dropped.updated_by_actor_id });
      const system = dropped.last_activity_note?.created_by_actor_id;
      expect(system).toBe(dropped.updated_by_actor_id);
      expect(system).not.toBe(given.owner.owner.id);
    });

    test('moving a project to another domain moves its actions in the old domain', async () => {
      const [from, to] = await Promise.all(
        ['Here', 'There'].map((name) =>
          given.person.ok('createDomain', { body: { name: `${name} ${Math.random()}` } }),
        ),
      );
      const project = await aProject({ domain_id: from?.id ?? null });
      const inDomain = await create({ project_id: project.id });
      const withoutDomain = await create({ project_id: project.id, domain_id: null });
      await given.person.ok('updateProject', {
        path: { id: project.id },
        body: { domain_id: to?.id ?? null },
      });
      expect(await read(inDomain.id)).toMatchObject({ domain_id: to?.id, version: 2 });
      expect(await read(withoutDomain.id)).toMatchObject({ domain_id: null, version: 1 });
    });

    test('copying and dropping 300 actions needs as many statements as ten', async () => {
      const costs: number[][] = [];
      for (const count of [10, 300]) {
        const template = await aProject({ is_template: true });
        await fill(template, count);
        let copyId = '';
        const copying = await countStatements(database(), async () => {
          const sent = { path: { id: template.id } };
          copyId = (await given.person.ok('duplicateProject', sent)).id;
        });
        const closing = await countStatements(database(), () =>
          given.person.ok('updateProject', {
            path: { id: copyId },
            body: { state: 'dropped', close_actions: true },
          }),
        );
        costs.push([copying, closing]);
        const { total } = await given.person.ok('listActions', {
          query: { project_id: copyId, status: ['dropped'] },
        });
        expect(total).toBe(count);
      }
      expect(costs[1]).toEqual(costs[0]);
    });
  });

  describe('closing a project during concurrent completions', () => {
    test('drops only actions that were not completed', async () => {
      const project = await aProject();
      const actions = await Promise.all(
        Array.from({ length: 8 }, () => create({ project_id: project.id })),
      );
      const [closed, ...completions] = await Promise.all([
        given.person.call('updateProject', {
          path: { id: project.id },
          body: { state: 'dropped', close_actions: true },
        }),
        ...actions.map(({ id }) => given.person.call('completeAction', completion(id))),
      ]);
      expect(closed?.status).toBe(200);
      for (const [index, { id }] of actions.entries()) {
        const { status } = await read(id);
        expect(status).toBe(completions[index]?.status === 200 ? 'done' : 'dropped');
        expect(await kindsOf(id)).toEqual([
          'action.created',
          status === 'done' ? 'action.completed' : 'action.dropped',
        ]);
      }
    });
  });
});
