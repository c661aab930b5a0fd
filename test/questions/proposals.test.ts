import type { components } from '../../generated/types';
import type { OperationId } from '../../src/platform/operation';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';

type Schemas = components['schemas'];
type Create = Schemas['ProposalCreate'];
type ListQuery = NonNullable<CallInput<'listProposals'>['query']>;

describeOnEachDatabase('Proposals', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;
  /** An agent that needs approval. */
  let bound: Awaited<ReturnType<typeof anAgent>>;

  const anAgent = async (wanted: Partial<Schemas['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
    bound = await anAgent({ requires_proposals: true });
  });
  afterAll(async () => {
    await app.close();
  });

  const body = (more: Partial<Create> = {}): Create => ({
    operation: 'createProject',
    payload: { title: 'Summer season' },
    title: 'Begin the summer season',
    ...more,
  });
  const propose = (more: Partial<Create> = {}, by: ApiClient = bound.api) =>
    by.ok('createProposal', { body: body(more) });
  const read = (id: string, by: ApiClient = given.person) => by.ok('getProposal', { path: { id } });
  const permit = (id: string, more: Schemas['ProposalPermit'] = {}) =>
    given.person.ok('permitProposal', { path: { id }, body: more });
  const deny = (id: string, more: Schemas['ProposalDeny'] = {}) =>
    given.person.ok('denyProposal', { path: { id }, body: more });
  const withdraw = (id: string, by: ApiClient = bound.api) =>
    by.ok('withdrawProposal', { path: { id } });
  const permitted = async (more: Partial<Create> = {}, by: ApiClient = bound.api) =>
    permit((await propose(more, by)).id);

  /** A permission for what the agent may do only as long as it is a sysadmin. */
  const permittedAsSysadmin = async (ask: () => Promise<Schemas['Proposal']>) => {
    const become = (access_mode: 'sysadmin' | 'worker') =>
      given.person.ok('updateAgent', { path: { id: bound.agent.id }, body: { access_mode } });
    await become('sysadmin');
    const approval = await ask();
    await become('worker');
    return approval;
  };

  const eventsOf = (subjectId: string): Promise<Record<string, unknown>[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy('id')
      .select('kind', 'actor_id', 'action_id', 'project_id', 'order_id', 'subject_title');
  const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);
  const countOf = async (table: string): Promise<number> => {
    const where = { workspace_id: given.workspaceId };
    return (await database().knex(table).where(where).pluck('id')).length;
  };
  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  /** Checks that the request fails and changes nothing. Returns the paths of its issues. */
  const refused = async (
    by: ApiClient,
    id: OperationId,
    input: object,
    code: 'INVALID_REFERENCE' | 'PROPOSAL_MISMATCH',
  ): Promise<string[]> => {
    const tables = ['events', 'projects', 'actions', 'agent_requests'];
    const before = await Promise.all(tables.map(countOf));
    const { issues } = await by.fails(id, input, 422, code);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
    expect(new Set(issues.map((issue) => issue.code))).toEqual(new Set([code]));
    return issues.map(({ path }) => path);
  };

  describe('createProposal', () => {
    test('asks for approval of a request', async () => {
      const {
        status,
        body: made,
        headers,
      } = await bound.api.call('createProposal', {
        body: body({ description: 'The venues answer by May.' }),
      });
      expect(status).toBe(201);
      expect(made).toEqual({
        id: expect.stringMatching(/^ppl_/),
        workspace_id: given.workspaceId,
        agent_id: bound.agent.id,
        created_by_actor_id: bound.agent.actor_id,
        updated_by_actor_id: bound.agent.actor_id,
        kind: 'proposal',
        status: 'open',
        state: 'open',
        operation: 'createProject',
        payload: { title: 'Summer season' },
        permitted_payload: null,
        execute: 'by_agent',
        result: null,
        title: 'Begin the summer season',
        description: 'The venues answer by May.',
        action_id: null,
        project_id: null,
        order_id: null,
        decided_at: null,
        decided_by_actor_id: null,
        decision_comment: null,
        expires_at: null,
        consumed_at: null,
        stale_at: null,
        withdrawn_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        created_by_actor_name: bound.agent.name,
        created_by_actor_kind: 'agent',
        created_by_agent_id: bound.agent.id,
        created_by_user_id: null,
        decided_by_actor_kind: null,
        decided_by_actor_name: null,
        version: 1,
      });
      const [newest] = (await given.person.ok('listProposals')).items;
      expect(newest).toEqual(made);
      expect(headers).toMatchObject({ etag: tagOf(1), location: `/v1/proposals/${newest?.id}` });
    });

    test('emits an event with its subject', async () => {
      const order = await given.person.ok('createOrder', {
        body: { agent_id: bound.agent.id, name: 'Seasons' },
      });
      const { id, order_id } = await propose({ order_id: order.id });
      expect(order_id).toBe(order.id);
      expect(await eventsOf(id)).toEqual([
        {
          kind: 'proposal.created',
          actor_id: bound.agent.actor_id,
          action_id: null,
          project_id: null,
          order_id: order.id,
          subject_title: 'Begin the summer season',
        },
      ]);
    });

    test('any agent may create proposals, people may not', async () => {
      expect((await propose({}, given.worker)).agent_id).toBe(given.agent.id);
      await given.person.fails('createProposal', { body: body() }, 403, 'WRONG_ACTOR');
    });

    test('does not store the idempotency key in the payload', async () => {
      const { payload } = await propose({ payload: { title: 'x', client_request_id: 'y' } });
      expect(payload).toEqual({ title: 'x' });
    });

    test.each<[string, object, string, 'UNKNOWN_FIELD' | 'VALIDATION_FAILED']>([
      ['a field', { payload: { title: 'x', nonsense: 1 } }, 'nonsense', 'UNKNOWN_FIELD'],
      ['a value', { payload: { title: '' } }, 'title', 'VALIDATION_FAILED'],
      [
        'a permission',
        { payload: { title: 'x', permitted_proposal_id: 'ppl_1' } },
        'permitted_proposal_id',
        'VALIDATION_FAILED',
      ],
      [
        'a permission of an action that changes',
        {
          operation: 'updateAction',
          payload: { id: 'act_1', title: 'x', permitted_proposal_id: 'ppl_1' },
        },
        'permitted_proposal_id',
        'VALIDATION_FAILED',
      ],
      [
        'an invalid value of an action',
        { operation: 'createAction', payload: { title: 'x', status: 'done' } },
        'status',
        'VALIDATION_FAILED',
      ],
      [
        'a duplication without an id',
        { operation: 'duplicateProject', payload: { title: 'x' } },
        'id',
        'VALIDATION_FAILED',
      ],
    ])('refuses a payload that is invalid for its operation: %s', async (_what, more, at, code) => {
      const input = { body: { ...body(), ...more } };
      const { issues } = await bound.api.fails('createProposal', input, 400, code);
      expect(issues.map(({ path }) => path)).toEqual([`body/payload/${at}`]);
    });

    test('refuses an operation that needs no approval', async () => {
      for (const operation of ['completeAction', 'createQuestion', 'x']) {
        const input = { body: { ...body(), operation } };
        const { issues } = await bound.api.fails('createProposal', input, 400, 'VALIDATION_FAILED');
        expect(issues.map(({ path }) => path)).toEqual(['body/operation']);
      }
    });

    test('has one subject of this workspace, or none', async () => {
      const foreign = await theirs.person.ok('createProject', { body: { title: 'x' } });
      const ours = await given.person.ok('createProject', { body: { title: 'x' } });
      const paths = (more: Partial<Create>) =>
        refused(bound.api, 'createProposal', { body: body(more) }, 'INVALID_REFERENCE');
      expect(await paths({ project_id: foreign.id })).toEqual(['body/project_id']);
      expect(await paths({ action_id: 'act_none' })).toEqual(['body/action_id']);
      expect(await paths({ order_id: 'ord_none' })).toEqual(['body/order_id']);
      expect(await paths({ project_id: ours.id, order_id: 'ord_none' })).toEqual(['body/order_id']);
      expect((await propose({ project_id: ours.id })).project_id).toBe(ours.id);
    });

    test('a retry creates one proposal', async () => {
      const before = await countOf('agent_requests');
      const input = { body: body({ client_request_id: 'once' }) };
      const responses = await twenty(() => bound.api.call('createProposal', input));
      expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1);
      expect(await countOf('agent_requests')).toBe(before + 1);
    });
  });

  describe('permitProposal', () => {
    test('a person permits it unchanged', async () => {
      const { id } = await propose();
      const {
        status,
        body: result,
        headers,
      } = await given.person.call('permitProposal', {
        path: { id },
      });
      expect([status, headers['etag']]).toEqual([200, tagOf(2)]);
      const proposal = await read(id);
      expect(result).toEqual(proposal);
      expect(proposal).toMatchObject({
        state: 'permitted',
        payload: { title: 'Summer season' },
        permitted_payload: { title: 'Summer season' },
        decided_at: proposal.updated_at,
        decided_by_actor_id: given.owner.owner.id,
        updated_by_actor_id: given.owner.owner.id,
        decision_comment: null,
        consumed_at: null,
        version: 2,
      });
      expect(await kindsOf(id)).toEqual(['proposal.created', 'proposal.permitted']);
    });

    test('a person permits another payload; the requested one does not change', async () => {
      const { id } = await propose();
      const payload = { title: 'Summer', client_request_id: 'x' };
      expect(await permit(id, { payload, comment: 'Shorter.' })).toMatchObject({
        payload: { title: 'Summer season' },
        permitted_payload: { title: 'Summer' },
        decision_comment: 'Shorter.',
      });
    });

    test('agents cannot permit it, not even a sysadmin', async () => {
      const { id } = await propose();
      const chief = await anAgent({ access_mode: 'sysadmin' });
      for (const by of [bound.api, chief.api]) {
        await by.fails('permitProposal', { path: { id } }, 403, 'WRONG_ACTOR');
        await by.fails('denyProposal', { path: { id } }, 403, 'WRONG_ACTOR');
      }
      expect((await read(id)).state).toBe('open');
    });

    test.each(['permitProposal', 'denyProposal', 'withdrawProposal'] as const)(
      '%s: 404 and 412',
      async (operation) => {
        const { id } = await propose();
        const by = operation === 'withdrawProposal' ? bound.api : given.person;
        const other = operation === 'withdrawProposal' ? theirs.worker : theirs.person;
        await other.fails(operation, { path: { id } }, 404, 'NOT_FOUND');
        await by.fails(operation, { path: { id: 'ppl_none' } }, 404, 'NOT_FOUND');
        const stale = { path: { id }, header: { 'If-Match': '"7"' } };
        const { details } = await by.fails(operation, stale, 412, 'STALE_VERSION');
        expect(details).toEqual({ current_version: 1 });
        const fresh = { path: { id }, header: { 'If-Match': '"1"' } };
        expect((await by.call(operation, fresh)).headers['etag']).toEqual(tagOf(2));
      },
    );

    test.each(['permitted', 'denied', 'withdrawn', 'consumed'] as const)(
      'a proposal that is %s does not end again',
      async (state) => {
        const { id } = await propose();
        if (state === 'denied') await deny(id);
        else if (state === 'withdrawn') await withdraw(id);
        else await permit(id);
        if (state === 'consumed') {
          const sent = { title: 'Summer season', permitted_proposal_id: id };
          await bound.api.ok('createProject', { body: sent });
        }
        const before = await read(id);
        expect(before.state).toBe(state);
        for (const [operation, by] of [
          ['permitProposal', given.person],
          ['denyProposal', given.person],
          ['withdrawProposal', bound.api],
        ] as const) {
          const { details } = await by.fails(operation, { path: { id } }, 409, 'ALREADY_RESOLVED');
          expect(details).toEqual({ state });
        }
        expect(await read(id)).toEqual(before);
      },
    );

    test('one of twenty concurrent ends succeeds', async () => {
      const { id } = await propose();
      const responses = await twenty((index) => {
        if (index % 3 === 0) return given.person.call('permitProposal', { path: { id } });
        if (index % 3 === 1) return given.person.call('denyProposal', { path: { id } });
        return bound.api.call('withdrawProposal', { path: { id } });
      });
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      expect(responses.find(({ status }) => status === 200)?.body).toEqual(await read(id));
      expect(await eventsOf(id)).toHaveLength(2);
    });

    test('a retry returns the same response', async () => {
      const { id } = await propose();
      const input = { path: { id }, body: { client_request_id: `permit ${id}` } };
      const responses = await twenty(() => given.person.call('permitProposal', input));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect((await read(id)).version).toBe(2);
    });
  });

  describe('denyProposal', () => {
    test('a person denies it, with or without a comment', async () => {
      for (const [sent, comment] of [
        [{}, null],
        [{ comment: 'We wait.' }, 'We wait.'],
      ] as const) {
        const { id } = await propose();
        const denied = await deny(id, sent);
        expect(await read(id)).toEqual(denied);
        expect(denied).toMatchObject({
          state: 'denied',
          decided_by_actor_id: given.owner.owner.id,
          decided_at: denied.updated_at,
          decision_comment: comment,
          permitted_payload: null,
          version: 2,
        });
        expect(await kindsOf(id)).toEqual(['proposal.created', 'proposal.denied']);
      }
    });
  });

  describe('withdrawProposal', () => {
    test('its agent withdraws it', async () => {
      const { id } = await propose();
      const withdrawn = await withdraw(id);
      expect(withdrawn).toMatchObject({
        state: 'withdrawn',
        withdrawn_at: withdrawn.updated_at,
        decided_at: null,
        version: 2,
      });
      expect(await kindsOf(id)).toEqual(['proposal.created', 'proposal.withdrawn']);
    });

    test('nobody else can withdraw it', async () => {
      const { id } = await propose();
      const chief = await anAgent({ access_mode: 'sysadmin' });
      await chief.api.fails('withdrawProposal', { path: { id } }, 403, 'FORBIDDEN');
      await given.person.fails('withdrawProposal', { path: { id } }, 403, 'WRONG_ACTOR');
      expect((await read(id)).version).toBe(1);
    });
  });

  describe('getProposal', () => {
    test('every caller of the workspace reads it, with its entity tag', async () => {
      const proposal = await propose();
      expect(await read(proposal.id, given.worker)).toEqual(proposal);
      const path = { id: proposal.id };
      const { headers } = await given.person.call('getProposal', { path });
      const known = { path, header: { 'If-None-Match': String(headers['etag']) } };
      expect((await given.person.call('getProposal', known)).status).toBe(304);
    });

    test('404 for an id that is unknown or in another workspace, 400 for one of a question', async () => {
      const { id } = await propose();
      await theirs.person.fails('getProposal', { path: { id } }, 404, 'NOT_FOUND');
      const question = await given.worker.ok('createQuestion', {
        body: { question: 'x', on_answer: 'y' },
      });
      const code = 'VALIDATION_FAILED';
      await given.person.fails('getProposal', { path: { id: question.id } }, 400, code);
      for (const operation of ['getQuestion', 'dismissQuestion'] as const) {
        await given.person.fails(operation, { path: { id } }, 400, code);
      }
    });
  });

  describe('listProposals', () => {
    test('newest first, by state, agent and operation', async () => {
      const fresh = await aWorkspace(app, database());
      const by = fresh.worker;
      const other = await addAgent(app, fresh.owner);
      const make = async (more: Partial<Create> = {}, caller: ApiClient = by) =>
        (await propose(more, caller)).id;
      const action = { operation: 'createAction', payload: { title: 'x' } } as const;
      const ids = new Map<string, string>();
      for (const state of ['open', 'withdrawn', 'denied', 'permitted', 'consumed']) {
        ids.set(await make(), state);
      }
      ids.set(await make(action, client(app, { bearer: other.token })), 'other');
      const path = (name: string) => ({
        path: { id: [...ids].find(([, given_]) => given_ === name)?.[0] ?? '' },
      });
      await by.ok('withdrawProposal', path('withdrawn'));
      await fresh.person.ok('denyProposal', path('denied'));
      await fresh.person.ok('permitProposal', path('permitted'));
      await fresh.person.ok('permitProposal', path('consumed'));
      await by.ok('createProject', {
        body: { title: 'Summer season', permitted_proposal_id: path('consumed').path.id },
      });

      const names = async (query: ListQuery = {}, caller: ApiClient = fresh.person) => {
        const list = await caller.ok('listProposals', { query });
        expect(list.total).toBe(list.items.length);
        return list.items.map(({ id }) => ids.get(id));
      };
      const all = ['other', 'consumed', 'permitted', 'denied', 'withdrawn', 'open'];
      expect(await names()).toEqual(all);
      const denied = await fresh.person.ok('getProposal', path('denied'));
      const decided = { decided_by_actor_id: 'me' };
      expect(await names(decided)).toEqual(['consumed', 'permitted', 'denied']);
      expect(await names({ decided_by_actor_id: fresh.agent.actor_id })).toEqual([]);
      expect(await names({ ...decided, sort: 'decided_at' })).toEqual([
        'denied',
        'permitted',
        'consumed',
      ]);
      const at = denied.decided_at ?? '';
      expect(await names({ decided_before: at })).toEqual([]);
      expect((await names({ decided_since: at, sort: '-decided_at' })).at(-1)).toBe('denied');
      expect((await names({ sort: '-decided_at' })).slice(0, 3)).toEqual([
        'consumed',
        'permitted',
        'denied',
      ]);
      expect(await names({}, by)).toEqual(all);
      expect(await names({ sort: 'created_at' })).toEqual(all.toReversed());
      for (const state of ['consumed', 'permitted', 'denied', 'withdrawn'] as const) {
        expect(await names({ state: [state] })).toEqual([state]);
      }
      expect(await names({ state: ['open'] })).toEqual(['other', 'open']);
      expect(await names({ state: ['denied', 'open'] })).toEqual(['other', 'denied', 'open']);
      expect(await names({ agent_id: other.agent.id })).toEqual(['other']);
      expect(await names({ operation: 'createAction' })).toEqual(['other']);
      expect(await names({ operation: 'duplicateProject' })).toEqual([]);
      const query: ListQuery = { state: ['open'], agent_id: fresh.agent.id };
      expect(await names(query)).toEqual(['open']);
      expect((await fresh.person.ok('listProposals', { query })).filters).toEqual(query);
      const first = await fresh.person.ok('listProposals', { query: { limit: 4 } });
      const next = first.page.next ?? '';
      expect(await names({ after: next }).catch(() => [])).toEqual([]);
      const rest = await fresh.person.ok('listProposals', { query: { limit: 4, after: next } });
      expect(rest.items.map(({ id }) => ids.get(id))).toEqual(all.slice(4));
      expect((await theirs.person.ok('listProposals', { query })).items).toEqual([]);
    });

    test('needs as many statements for one row as for all', async () => {
      const list = (limit: number) => () => given.person.ok('listProposals', { query: { limit } });
      expect(await countStatements(database(), list(1))).toBe(
        await countStatements(database(), list(50)),
      );
    });
  });

  describe('separation from questions', () => {
    test('no list, count or view of questions includes proposals', async () => {
      const fresh = await aWorkspace(app, database());
      const order = await fresh.person.ok('createOrder', {
        body: { agent_id: fresh.agent.id, name: 'Seasons' },
      });
      await propose({ order_id: order.id }, fresh.worker);
      const { id } = await propose({ order_id: order.id }, fresh.worker);
      await fresh.person.ok('denyProposal', { path: { id } });
      const view = await fresh.person.ok('getCommandView');
      const overview = await fresh.worker.ok('getAgentOverview', { path: { id: fresh.agent.id } });
      const { open_question_count: open } = await fresh.person.ok('getOrder', {
        path: { id: order.id },
      });
      const { total } = await fresh.person.ok('listQuestions');
      const { metrics, requests } = view;
      expect([metrics.question_count, requests.length, open, total]).toEqual([0, 0, 0, 0]);
      expect(overview.metrics.question_count).toBe(0);
      expect(overview.my_open_questions).toEqual([]);
      expect(overview.recent_activity.my_questions).toEqual([]);
    });
  });

  test('a decision appears in the overview of its agent only', async () => {
    const fresh = await aWorkspace(app, database());
    const other = await addAgent(app, fresh.owner);
    const ids: string[] = [];
    for (const verb of ['permitProposal', 'denyProposal'] as const) {
      const { id } = await propose({}, fresh.worker);
      await fresh.person.ok(verb, { path: { id } });
      ids.push(id);
    }
    const { id: withdrawn } = await propose({}, fresh.worker);
    await fresh.worker.ok('withdrawProposal', { path: { id: withdrawn } });
    const of = async (id: string) =>
      (await fresh.person.ok('getAgentOverview', { path: { id } })).recent_activity;
    const { human_on_my_items: seen, my_questions: questions } = await of(fresh.agent.id);
    expect(seen.map(({ target_id: id }) => id)).toEqual(ids.toReversed());
    expect(seen[0]).toMatchObject({
      target_title: 'Begin the summer season',
      actor: { id: fresh.owner.owner.id },
      summary: `${fresh.owner.owner.name} denied it.`,
    });
    expect(questions).toEqual([]);
    expect((await of(other.agent.id)).human_on_my_items).toEqual([]);
  });

  describe('createProject', () => {
    const payload = { title: 'Summer season', work_mode: 'parallel', due_at: null } as const;

    test('succeeds with approval, once', async () => {
      const { id } = await permitted({ payload });
      const sent = { due_at: null, work_mode: 'parallel', title: 'Summer season' } as const;
      const input = { body: { ...sent, permitted_proposal_id: id } };
      const project = await bound.api.ok('createProject', input);
      expect(project).toMatchObject({ ...payload, created_by_actor_id: bound.agent.actor_id });
      const consumed = await read(id);
      expect(consumed).toMatchObject({
        state: 'consumed',
        consumed_at: project.created_at,
        decided_by_actor_id: given.owner.owner.id,
        updated_by_actor_id: bound.agent.actor_id,
        version: 3,
      });
      expect(await kindsOf(id)).toEqual([
        'proposal.created',
        'proposal.permitted',
        'proposal.consumed',
      ]);
      const paths = await refused(bound.api, 'createProject', input, 'INVALID_REFERENCE');
      expect(paths).toEqual(['body/permitted_proposal_id']);
      expect(await read(id)).toEqual(consumed);
    });

    test('is 403 without approval', async () => {
      const input = { body: { title: 'Summer season' } };
      const { details } = await bound.api.fails('createProject', input, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'createProject' });
    });

    test('a retry with its key returns the same response; the approval is consumed once', async () => {
      const { id } = await permitted({ payload });
      const before = await countOf('projects');
      const input = {
        body: { ...payload, permitted_proposal_id: id, client_request_id: `use ${id}` },
      };
      const responses = await twenty(() => bound.api.call('createProject', input));
      expect(tally(responses)).toEqual({ 201: 20 });
      expect(await countOf('projects')).toBe(before + 1);
    });

    test('one of twenty concurrent uses succeeds, and the others change nothing', async () => {
      const { id } = await permitted({ payload });
      const before = await countOf('projects');
      const input = { body: { ...payload, permitted_proposal_id: id } };
      const responses = await twenty(() => bound.api.call('createProject', input));
      expect(tally(responses)).toEqual({ 201: 1, 422: 19 });
      for (const { status, body: error } of responses) {
        if (status === 422) expect(error).toMatchObject({ code: 'INVALID_REFERENCE' });
      }
      expect(await countOf('projects')).toBe(before + 1);
      expect(await read(id)).toMatchObject({ state: 'consumed', version: 3 });
      expect(await kindsOf(id)).toHaveLength(3);
    });

    test.each<[string, object, string[]]>([
      ['another value', { title: 'Winter season' }, ['body/title']],
      ['an additional field', { description: 'x' }, ['body/description']],
      ['null where it was absent', { domain_id: null }, ['body/domain_id']],
      [
        'a missing field and another value',
        { due_at: undefined, title: 'x' },
        ['body/due_at', 'body/title'],
      ],
    ])('a request that differs from the approval is refused: %s', async (_what, more, expected) => {
      const { id } = await permitted({ payload });
      const input = { body: { ...payload, ...more, permitted_proposal_id: id } };
      const paths = await refused(bound.api, 'createProject', input, 'PROPOSAL_MISMATCH');
      expect(paths.toSorted()).toEqual(expected);
      expect((await read(id)).state).toBe('permitted');
    });

    test('only the payload that the person permitted may be sent', async () => {
      const { id } = await propose({ payload });
      await permit(id, { payload: { title: 'Summer' } });
      const requested = { body: { ...payload, permitted_proposal_id: id } };
      const paths = await refused(bound.api, 'createProject', requested, 'PROPOSAL_MISMATCH');
      expect(paths.toSorted()).toEqual(['body/due_at', 'body/title', 'body/work_mode']);
      const changed = { body: { title: 'Summer', permitted_proposal_id: id } };
      expect((await bound.api.ok('createProject', changed)).title).toBe('Summer');
    });

    test('says why a proposal does not permit the request', async () => {
      const used = await permitted({ payload });
      await bound.api.ok('createProject', {
        body: { ...payload, permitted_proposal_id: used.id },
      });
      const theirOpen = await theirs.worker.ok('createProposal', { body: body({ payload }) });
      const causes: [string | undefined, string, RegExp][] = [
        ['open', (await propose({ payload })).id, /still open/],
        ['denied', (await deny((await propose({ payload })).id)).id, /was denied/],
        ['withdrawn', (await withdraw((await propose({ payload })).id)).id, /was withdrawn/],
        ['consumed', used.id, /has been used/],
        ['foreign', (await permitted({ payload }, given.worker)).id, /is not yours/],
        [
          'other_operation',
          (await permitted({ operation: 'createAction', payload: { title: 'x' } })).id,
          /another operation/,
        ],
        [undefined, 'ppl_none', /does not name a proposal of this workspace/],
        [undefined, theirOpen.id, /does not name a proposal of this workspace/],
      ];
      for (const [cause, id, message] of causes) {
        const input = { body: { ...payload, permitted_proposal_id: id } };
        const error = await bound.api.fails('createProject', input, 422, 'INVALID_REFERENCE');
        expect(error.details).toEqual(cause === undefined ? {} : { cause });
        expect(error.issues).toMatchObject([
          { path: 'body/permitted_proposal_id', message: expect.stringMatching(message) },
        ]);
      }
      const question = await bound.api.ok('createQuestion', {
        body: { question: 'x', on_answer: 'y' },
      });
      const input = { body: { ...payload, permitted_proposal_id: question.id } };
      await bound.api.fails('createProject', input, 400, 'VALIDATION_FAILED');
      const foreign = await theirs.worker.ok('createProposal', { body: body({ payload }) });
      await theirs.person.ok('permitProposal', { path: { id: foreign.id } });
      const theirInput = { body: { ...payload, permitted_proposal_id: foreign.id } };
      await refused(bound.api, 'createProject', theirInput, 'INVALID_REFERENCE');
      await refused(given.person, 'createProject', theirInput, 'INVALID_REFERENCE');
    });

    test('a failed request does not consume the approval', async () => {
      const domain = await given.person.ok('createDomain', { body: { name: 'Stage' } });
      const wrong = { title: 'x', domain_id: domain.id };
      const { id } = await permitted({ payload: wrong });
      await given.person.ok('updateDomain', {
        path: { id: domain.id },
        body: { state: 'archived' },
      });
      const input = { body: { ...wrong, permitted_proposal_id: id } };
      const paths = await refused(bound.api, 'createProject', input, 'INVALID_REFERENCE');
      expect(paths).toEqual(['body/domain_id']);
      expect((await read(id)).state).toBe('permitted');
    });

    test('an agent that needs no approval may use one; a person has none', async () => {
      const { id } = await permitted({ payload }, given.worker);
      const input = { body: { ...payload, permitted_proposal_id: id } };
      await refused(given.person, 'createProject', input, 'INVALID_REFERENCE');
      await given.worker.ok('createProject', input);
      expect((await read(id)).state).toBe('consumed');
    });
  });

  describe('duplicateProject', () => {
    test('succeeds with approval to duplicate this template', async () => {
      const make = () =>
        given.person.ok('createProject', { body: { title: 'Season', is_template: true } });
      const [template, other] = [await make(), await make()];
      await given.person.ok('createAction', { body: { title: 'Book', project_id: template.id } });
      const plain = { path: { id: template.id } };
      await bound.api.fails('duplicateProject', plain, 403, 'PROPOSAL_REQUIRED');
      const { id } = await permitted({
        operation: 'duplicateProject',
        payload: { id: template.id, title: 'Summer' },
      });
      const sent = { title: 'Summer', permitted_proposal_id: id };
      const use = (projectId: string, more: object = sent) => ({
        path: { id: projectId },
        body: more,
      });
      const wrong = { ...sent, title: 'Winter' };
      const mismatch = (input: object) =>
        refused(bound.api, 'duplicateProject', input, 'PROPOSAL_MISMATCH');
      expect(await mismatch(use(other.id))).toEqual(['path/id']);
      expect(await mismatch(use(template.id, wrong))).toEqual(['body/title']);
      const responses = await twenty(() => bound.api.call('duplicateProject', use(template.id)));
      expect(tally(responses)).toEqual({ 201: 1, 422: 19 });
      expect((await read(id)).state).toBe('consumed');
      const query = { q: 'Book' };
      const { items } = await given.person.ok('listActions', { query });
      expect(items).toHaveLength(1);
    });
  });

  describe('updateAction', () => {
    test('assigns an action to another agent with approval, once', async () => {
      const make = () => bound.api.ok('createAction', { body: { title: 'x', status: 'ready' } });
      const [action, other] = [await make(), await make()];
      const assigned_actor_id = given.owner.owner.id;
      const payload = { id: action.id, assigned_actor_id };
      const approval = await permitted({ operation: 'updateAction', payload });
      const use = (id: string, more: object = {}) => ({
        path: { id },
        body: { assigned_actor_id, permitted_proposal_id: approval.id, ...more },
      });
      const plain = { path: { id: action.id }, body: { assigned_actor_id } };
      const { details } = await bound.api.fails('updateAction', plain, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'updateAction' });
      const mismatch = (input: object) =>
        refused(bound.api, 'updateAction', input, 'PROPOSAL_MISMATCH');
      expect(await mismatch(use(other.id))).toEqual(['path/id']);
      expect(await mismatch(use(action.id, { title: 'y' }))).toEqual(['body/title']);
      expect((await bound.api.ok('updateAction', use(action.id))).assigned_actor_id).toBe(
        assigned_actor_id,
      );
      expect((await read(approval.id)).state).toBe('consumed');
      await refused(given.person, 'updateAction', use(other.id), 'INVALID_REFERENCE');
    });

    test('unassigns its own action with approval', async () => {
      const { id } = await bound.api.ok('createAction', { body: { title: 'x', status: 'ready' } });
      const change = { assigned_actor_id: null };
      const plain = { path: { id }, body: change };
      await bound.api.fails('updateAction', plain, 403, 'PROPOSAL_REQUIRED');
      const approval = await permitted({ operation: 'updateAction', payload: { id, ...change } });
      const input = { path: { id }, body: { ...change, permitted_proposal_id: approval.id } };
      const responses = await twenty(() => bound.api.call('updateAction', input));
      expect(tally(responses)).toEqual({ 200: 1, 422: 19 });
      expect(await read(approval.id)).toMatchObject({ state: 'consumed', version: 3 });
      const query = { assigned_actor_id: 'none' };
      const { items } = await given.person.ok('listActions', { query });
      expect(items.map((action) => action.id)).toContain(id);
    });

    test('needs approval to move an action of others into an order that requires proposals', async () => {
      const order = (name: string, requires_proposals: boolean) =>
        given.person.ok('createOrder', {
          body: { agent_id: given.agent.id, name, requires_proposals },
        });
      const [restricted, free] = [await order('Careful', true), await order('Free', false)];
      const make = async (more: Partial<Schemas['ActionCreate']> = {}) =>
        (await given.worker.ok('createAction', { body: { title: 'x', status: 'ready', ...more } }))
          .id;
      const move = (id: string, more: object) => ({ path: { id }, body: more });
      const into = { order_id: restricted.id };
      const fails = async (id: string, more: object) => {
        const before = await given.person.ok('getAction', { path: { id } });
        const input = move(id, more);
        const { details } = await given.worker.fails(
          'updateAction',
          input,
          403,
          'PROPOSAL_REQUIRED',
        );
        expect(details).toEqual({ operation: 'updateAction' });
        expect(await given.person.ok('getAction', { path: { id } })).toEqual(before);
      };
      const pool = await make({ assigned_actor_id: null });
      await given.worker.ok('updateAction', move(pool, { order_id: free.id }));
      await fails(pool, into);
      await given.worker.ok('updateAction', move(await make(), into));
      const own = await make();
      await fails(own, { ...into, assigned_actor_id: null });
      await given.worker.ok('updateAction', move(own, into));
      await fails(own, { assigned_actor_id: given.owner.owner.id });
      await fails(own, { order_id: null, assigned_actor_id: null });
      await fails(own, { order_id: null });
      await fails(own, { order_id: free.id, assigned_actor_id: given.agent.actor_id });
      const taken = { ...into, assigned_actor_id: given.agent.actor_id };
      await given.worker.ok('updateAction', move(await make({ assigned_actor_id: null }), taken));
      await given.person.ok('updateAction', move(await make({ assigned_actor_id: null }), into));
      const approval = await permitted(
        { operation: 'updateAction', payload: { id: pool, ...into } },
        given.worker,
      );
      const used = move(pool, { ...into, permitted_proposal_id: approval.id });
      expect((await given.worker.ok('updateAction', used)).order_id).toBe(restricted.id);
      expect((await read(approval.id)).state).toBe('consumed');
      await given.worker.ok('updateAction', move(pool, { title: 'It stays there' }));
    });

    test('a proposal names the assignee or the order', async () => {
      const input = { body: { ...body(), operation: 'updateAction', payload: { id: 'act_1' } } };
      await bound.api.fails('createProposal', input, 400, 'VALIDATION_FAILED');
    });
  });

  describe('dropAction', () => {
    const reason = 'Nobody needs it.';
    const make = (more: Partial<Schemas['ActionCreate']> = {}) =>
      bound.api.ok('createAction', { body: { title: 'x', status: 'ready', ...more } });
    const approvalFor = (id: string, by: ApiClient = bound.api) =>
      permitted({ operation: 'dropAction', payload: { id, reason } }, by);
    const use = (id: string, approval: { readonly id: string }, more: object = {}) => ({
      path: { id },
      body: { reason, permitted_proposal_id: approval.id, ...more },
    });
    const statusOf = async (id: string) =>
      (await given.person.ok('getAction', { path: { id } })).status;

    test('succeeds with approval to drop this action for this reason, once', async () => {
      const [action, other] = [await make(), await make()];
      const approval = await approvalFor(action.id);
      const plain = { path: { id: action.id }, body: { reason } };
      const { details } = await bound.api.fails('dropAction', plain, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'dropAction' });
      const mismatch = (input: object) =>
        refused(bound.api, 'dropAction', input, 'PROPOSAL_MISMATCH');
      expect(await mismatch(use(other.id, approval))).toEqual(['path/id']);
      expect(await mismatch(use(action.id, approval, { reason: 'y' }))).toEqual(['body/reason']);
      expect((await read(approval.id)).state).toBe('permitted');
      const dropped = await bound.api.ok('dropAction', use(action.id, approval));
      expect(dropped).toMatchObject({ status: 'dropped', latest_note: { body: reason } });
      expect(await kindsOf(approval.id)).toContain('proposal.consumed');
      expect(await read(approval.id)).toMatchObject({ state: 'consumed', version: 3 });
    });

    test('one of twenty concurrent requests drops it and consumes the approval', async () => {
      const { id } = await make();
      const approval = await approvalFor(id);
      const responses = await twenty(() => bound.api.call('dropAction', use(id, approval)));
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      expect(await read(approval.id)).toMatchObject({ state: 'consumed', version: 3 });
      expect(await kindsOf(id)).toEqual(['action.created', 'action.dropped']);
    });

    test('a consumed approval is not valid after the action was reopened', async () => {
      const { id } = await make();
      const approval = await approvalFor(id);
      await bound.api.ok('dropAction', use(id, approval));
      await given.person.ok('reopenAction', { path: { id } });
      const paths = await refused(bound.api, 'dropAction', use(id, approval), 'INVALID_REFERENCE');
      expect(paths).toEqual(['body/permitted_proposal_id']);
      expect(await statusOf(id)).toBe('inbox');
    });

    test('accepts the reason that a person has changed', async () => {
      const { id } = await make();
      const approval = await propose({ operation: 'dropAction', payload: { id, reason } });
      await permit(approval.id, { payload: { id, reason: 'It is done elsewhere.' } });
      const before = use(id, approval);
      expect(await refused(bound.api, 'dropAction', before, 'PROPOSAL_MISMATCH')).toEqual([
        'body/reason',
      ]);
      await bound.api.ok('dropAction', use(id, approval, { reason: 'It is done elsewhere.' }));
      expect((await read(approval.id)).state).toBe('consumed');
    });

    test('a failed request, or another agent’s action, does not consume the approval', async () => {
      const { id } = await make();
      const approval = await approvalFor(id);
      const stale = { ...use(id, approval), header: { 'If-Match': '"7"' } };
      await bound.api.fails('dropAction', stale, 412, 'STALE_VERSION');
      const theirWork = await given.person.ok('createAction', { body: { title: 'x' } });
      const ofOthers = await permittedAsSysadmin(() => approvalFor(theirWork.id));
      await bound.api.fails('dropAction', use(theirWork.id, ofOthers), 403, 'FORBIDDEN');
      await refused(given.person, 'dropAction', use(id, approval), 'INVALID_REFERENCE');
      for (const { id: one } of [approval, ofOthers]) {
        expect((await read(one)).state).toBe('permitted');
      }
      await given.person.ok('completeAction', { path: { id }, body: { result_summary: 'x' } });
      const late = await bound.api.fails('dropAction', use(id, approval), 409, 'ALREADY_TERMINAL');
      expect(late.details).toEqual({ status: 'done' });
    });

    test('needs approval for an action of an order that requires proposals', async () => {
      const order = await given.person.ok('createOrder', {
        body: { agent_id: given.agent.id, name: 'Careful', requires_proposals: true },
      });
      const assigned = { title: 'x', assigned_agent_id: given.agent.id } as const;
      const { id } = await given.person.ok('createAction', {
        body: { ...assigned, order_id: order.id },
      });
      const plain = { path: { id }, body: { reason } };
      await given.worker.fails('dropAction', plain, 403, 'PROPOSAL_REQUIRED');
      const approval = await approvalFor(id, given.worker);
      await given.worker.ok('dropAction', use(id, approval));
      const { id: next } = await given.person.ok('createAction', { body: assigned });
      await given.worker.ok('dropAction', { path: { id: next }, body: { reason } });
      const { id: third } = await given.person.ok('createAction', {
        body: { ...assigned, order_id: order.id },
      });
      await given.person.ok('dropAction', { path: { id: third } });
    });

    test('a proposal names the action and the reason', async () => {
      for (const payload of [{ id: 'act_1' }, { reason }, { id: 'act_1', reason: '' }]) {
        const input = { body: { ...body(), operation: 'dropAction', payload } };
        await bound.api.fails('createProposal', input, 400, 'VALIDATION_FAILED');
      }
    });
  });

  describe('updateDocument', () => {
    const make = (more: Partial<Schemas['DocumentCreate']> = {}) =>
      given.person.ok('createDocument', {
        body: { title: 'House style', content: 'one', access_mode: 'shared_edit', ...more },
      });
    const change = { content: { say: ['two'] }, reason: 'It was old.' };
    const approvalFor = (id: string, more: object = change, by: ApiClient = bound.api) =>
      permitted({ operation: 'updateDocument', payload: { id, ...more } }, by);
    const use = (id: string, approval: { readonly id: string }, more: object = change) => ({
      path: { id },
      header: { 'If-Match': '"1"' },
      body: { ...more, permitted_proposal_id: approval.id },
    });
    const readDocument = (id: string) => given.person.ok('getDocument', { path: { id } });

    test('succeeds with approval for this document and this change, once', async () => {
      const [document, other] = [await make(), await make()];
      const approval = await approvalFor(document.id);
      const plain = { path: { id: document.id }, header: { 'If-Match': '"1"' }, body: change };
      const { details } = await bound.api.fails('updateDocument', plain, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'updateDocument' });
      const mismatch = (input: object) =>
        refused(bound.api, 'updateDocument', input, 'PROPOSAL_MISMATCH');
      expect(await mismatch(use(other.id, approval))).toEqual(['path/id']);
      const wrong = { ...change, content: { say: ['three'] } };
      expect(await mismatch(use(document.id, approval, wrong))).toEqual(['body/content/say/0']);
      expect(await readDocument(document.id)).toEqual(document);
      const changed = await bound.api.ok('updateDocument', use(document.id, approval));
      expect(changed).toMatchObject({ content: change.content, revision_number: 2 });
      expect(await read(approval.id)).toMatchObject({ state: 'consumed', version: 3 });
      const again = { ...use(document.id, approval), header: { 'If-Match': '"2"' } };
      await refused(bound.api, 'updateDocument', again, 'INVALID_REFERENCE');
    });

    test('requires the version too', async () => {
      const document = await make();
      const approval = await approvalFor(document.id);
      const { header: _header, ...blind } = use(document.id, approval);
      await bound.api.fails('updateDocument', blind, 428, 'VERSION_REQUIRED');
      const stale = { ...use(document.id, approval), header: { 'If-Match': '"7"' } };
      await bound.api.fails('updateDocument', stale, 412, 'STALE_VERSION');
      expect((await read(approval.id)).state).toBe('permitted');
      const title = { title: 'Style' };
      const other = await approvalFor(document.id, title);
      const { header: _none, ...named } = use(document.id, other, title);
      expect(await bound.api.ok('updateDocument', named)).toMatchObject(title);
    });

    test.each([
      ['with one version', '"1"', { 200: 1, 412: 19 }],
      ['with any version', '*', { 200: 1, 422: 19 }],
    ])(
      'one of twenty concurrent updates %s consumes the approval',
      async (_what, tag, expected) => {
        const { id } = await make();
        const approval = await approvalFor(id);
        const input = { ...use(id, approval), header: { 'If-Match': tag } };
        const responses = await twenty(() => bound.api.call('updateDocument', input));
        expect(tally(responses)).toEqual(expected);
        expect(await readDocument(id)).toMatchObject({ revision_number: 2, version: 2 });
        expect(await read(approval.id)).toMatchObject({ state: 'consumed', version: 3 });
      },
    );

    test('accepts the content that a person has changed', async () => {
      const { id } = await make();
      const approval = await propose({ operation: 'updateDocument', payload: { id, ...change } });
      const payload = { id, content: 'second' };
      await permit(approval.id, { payload });
      const paths = await refused(
        bound.api,
        'updateDocument',
        use(id, approval),
        'PROPOSAL_MISMATCH',
      );
      expect(paths.toSorted()).toEqual(['body/content', 'body/reason']);
      const sent = use(id, approval, { content: 'second' });
      expect(await bound.api.ok('updateDocument', sent)).toMatchObject({ content: 'second' });
    });

    test('an approval lifts no other rule, and an update without a change does not consume it', async () => {
      const { id } = await make({ access_mode: 'shared_read' });
      const approval = await permittedAsSysadmin(() => approvalFor(id));
      await bound.api.fails('updateDocument', use(id, approval), 403, 'FORBIDDEN');
      const document = await make({ content: change.content });
      const unused = await approvalFor(document.id);
      expect(await bound.api.ok('updateDocument', use(document.id, unused))).toEqual(document);
      for (const { id: one } of [approval, unused])
        expect((await read(one)).state).toBe('permitted');
    });

    test('needs approval for the document of an order that requires proposals', async () => {
      const order = (document_id: string, more: Partial<Schemas['OrderCreate']> = {}) =>
        given.person.ok('createOrder', {
          body: { agent_id: given.agent.id, name: 'Careful', document_id, ...more },
        });
      const [restricted, free] = [await make(), await make()];
      const { id: orderId } = await order(restricted.id, { requires_proposals: true });
      await order(restricted.id);
      await order(free.id);
      const plain = (id: string) => ({ ...use(id, { id: '' }), body: change });
      await given.worker.ok('updateDocument', plain(free.id));
      await given.worker.fails('updateDocument', plain(restricted.id), 403, 'PROPOSAL_REQUIRED');
      const approval = await approvalFor(restricted.id, change, given.worker);
      const changed = await given.worker.ok('updateDocument', use(restricted.id, approval));
      expect(changed.review_state).toBe('pending');
      await given.person.ok('updateOrder', {
        path: { id: orderId },
        body: { state: 'dropped', reason: 'Enough.' },
      });
      const next = { ...plain(restricted.id), header: { 'If-Match': '"2"' } };
      await given.worker.ok('updateDocument', { ...next, body: { content: 'three' } });
    });

    test('a proposal names the document and its change', async () => {
      const wrong = [{ id: 'doc_1' }, { title: 'x' }, { id: 'doc_1', title: 'x', reason: 'y' }];
      for (const payload of wrong) {
        const input = { body: { ...body(), operation: 'updateDocument', payload } };
        await bound.api.fails('createProposal', input, 400, 'VALIDATION_FAILED');
      }
    });
  });

  describe('createAction', () => {
    const payload = { title: 'Print', status: 'ready', assigned_actor_id: null } as const;

    test('needs approval for the pool and the inbox, but not for itself', async () => {
      expect(
        await bound.api.ok('createAction', { body: { title: 'Mine', status: 'ready' } }),
      ).toMatchObject({ assigned_agent_id: bound.agent.id });
      await bound.api.fails('createAction', { body: payload }, 403, 'PROPOSAL_REQUIRED');
      const { id } = await permitted({ operation: 'createAction', payload });
      const before = await countOf('actions');
      const input = { body: { ...payload, permitted_proposal_id: id } };
      const responses = await twenty(() => bound.api.call('createAction', input));
      expect(tally(responses)).toEqual({ 201: 1, 422: 19 });
      expect(await countOf('actions')).toBe(before + 1);
      expect((await read(id)).state).toBe('consumed');
    });

    test('differences are reported with their full path', async () => {
      const deep = { ...payload, input_payload: { a: [1, { 'b/c': 2 }], same: [] } };
      const { id } = await permitted({ operation: 'createAction', payload: deep });
      const input_payload = { a: [1, { 'b/c': 3 }, 4], same: {} };
      const input = { body: { ...payload, input_payload, permitted_proposal_id: id } };
      expect(await refused(bound.api, 'createAction', input, 'PROPOSAL_MISMATCH')).toEqual([
        'body/input_payload/a/1/b~1c',
        'body/input_payload/a/2',
        'body/input_payload/same',
      ]);
    });

    test('an action that exists already consumes no approval', async () => {
      const keyed = { ...payload, source_key: 'mail-1' };
      await given.person.ok('createAction', { body: keyed });
      const { id } = await permitted({ operation: 'createAction', payload: keyed });
      const input = { body: { ...keyed, permitted_proposal_id: id } };
      expect((await bound.api.call('createAction', input)).status).toBe(200);
      expect((await read(id)).state).toBe('permitted');
    });

    test('an approval lifts no other rule', async () => {
      const assigned = { title: 'x', assigned_agent_id: given.agent.id };
      const { id } = await permittedAsSysadmin(() =>
        permitted({ operation: 'createAction', payload: assigned }),
      );
      const input = { body: { ...assigned, permitted_proposal_id: id } };
      await bound.api.fails('createAction', input, 403, 'FORBIDDEN');
      expect((await read(id)).state).toBe('permitted');
    });

    test('needs approval for an order that requires proposals, unless the action is its own', async () => {
      const order = await given.person.ok('createOrder', {
        body: { agent_id: given.agent.id, name: 'Careful', requires_proposals: true },
      });
      const free = await given.person.ok('createOrder', {
        body: { agent_id: given.agent.id, name: 'Free' },
      });
      const ordered = { ...payload, order_id: order.id };
      const { details } = await given.worker.fails(
        'createAction',
        { body: ordered },
        403,
        'PROPOSAL_REQUIRED',
      );
      expect(details).toEqual({ operation: 'createAction' });
      const create = (by: ApiClient, more: Schemas['ActionCreate']) =>
        by.ok('createAction', { body: more });
      expect((await create(given.worker, { ...payload, order_id: free.id })).order_id).toBe(
        free.id,
      );
      const own = { title: 'x', status: 'ready', order_id: order.id } as const;
      expect((await create(given.worker, own)).assigned_agent_id).toBe(given.agent.id);
      expect((await create(given.person, ordered)).order_id).toBe(order.id);
      const approval = await permitted(
        { operation: 'createAction', payload: ordered },
        given.worker,
      );
      await create(given.worker, { ...ordered, permitted_proposal_id: approval.id });
      expect((await read(approval.id)).state).toBe('consumed');
    });
  });
});
