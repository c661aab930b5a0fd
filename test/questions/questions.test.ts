import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';
import { countStatements, recordStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';

type Schemas = components['schemas'];
type ActionStatus = Schemas['ActionStatus'];
type ListQuery = NonNullable<CallInput<'listQuestions'>['query']>;

describeOnEachDatabase('Questions', (database) => {
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

  const anAgent = async (wanted: Partial<Schemas['AgentCreate']> = {}) => {
    const { agent, token } = await addAgent(app, given.owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  const body = (more: Partial<Schemas['QuestionCreate']> = {}): Schemas['QuestionCreate'] => ({
    question: 'Which logo goes on the poster?',
    on_answer: 'I send it to the printer.',
    ...more,
  });

  const ask = (more: Partial<Schemas['QuestionCreate']> = {}, by: ApiClient = given.worker) =>
    by.ok('createQuestion', { body: body(more) });

  const anAction = (more: Partial<Schemas['ActionCreate']> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', {
      body: {
        title: 'Print the poster',
        status: 'ready',
        assigned_actor_id: given.agent.actor_id,
        ...more,
      },
    });

  const readAction = (id: string) => given.person.ok('getAction', { path: { id } });
  const statusOf = async (id: string): Promise<ActionStatus> => (await readAction(id)).status;
  const read = (id: string, by: ApiClient = given.person) => by.ok('getQuestion', { path: { id } });
  const responseTo = (id: string, by: ApiClient = given.person, more: object = {}) => ({
    by,
    input: { path: { id }, body: { response: 'The new one', ...more } },
  });
  const respond = (id: string, by: ApiClient = given.person, more: object = {}) => {
    const { input } = responseTo(id, by, more);
    return by.ok('respondQuestion', input);
  };
  const dismiss = (id: string) => given.person.ok('dismissQuestion', { path: { id } });

  const eventsOf = (subjectId: string): Promise<Record<string, unknown>[]> =>
    database()
      .knex('events')
      .where({ subject_id: subjectId })
      .orderBy(['created_at', 'id'])
      .select('kind', 'actor_id', 'action_id', 'project_id', 'order_id', 'subject_title');

  const anOrder = (agentId = given.agent.id) =>
    given.person.ok('createOrder', { body: { agent_id: agentId, name: 'Keep the notes' } });

  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

  describe('createQuestion', () => {
    test('needs only question and on_answer: it is assigned to the owner and blocks nothing', async () => {
      const {
        status,
        body: created,
        headers,
      } = await given.worker.call('createQuestion', {
        body: body(),
      });
      expect(status).toBe(201);
      expect(created).toEqual({
        id: expect.stringMatching(/^qst_/),
        workspace_id: given.workspaceId,
        agent_id: given.agent.id,
        created_by_actor_id: given.agent.actor_id,
        assigned_actor_id: given.owner.owner.id,
        updated_by_actor_id: given.agent.actor_id,
        kind: 'question',
        status: 'open',
        state: 'open',
        response_comment: null,
        responded_at: null,
        responded_by_actor_id: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        action_id: null,
        project_id: null,
        order_id: null,
        question: 'Which logo goes on the poster?',
        choices: [],
        recommended_choice: null,
        allow_free_text: true,
        blocking: false,
        on_answer: 'I send it to the printer.',
        response: null,
        dismissed_at: null,
        closed_at: null,
        expires_at: null,
        on_timeout: 'keep_open',
        default_response: null,
        remind_at: null,
        remind_every_seconds: null,
        assigned_actor_name: given.owner.owner.name,
        taken_by_actor_id: null,
        taken_by_actor_name: null,
        timed_out: false,
        created_by_actor_name: given.agent.name,
        created_by_actor_kind: 'agent',
        created_by_agent_id: given.agent.id,
        created_by_user_id: null,
        responded_by_actor_kind: null,
        responded_by_actor_name: null,
        version: 1,
      });
      expect(headers['etag']).toEqual(tagOf(1));
      const { items } = await given.person.ok('listQuestions');
      const [newest] = items;
      expect(headers['location']).toBe(`/v1/questions/${newest?.id}`);
      expect(newest).toEqual(created);
    });

    test('stores its choices and the recommended one', async () => {
      const question = await ask({
        choices: ['The old one', 'The new one'],
        recommended_choice: 'The new one',
        allow_free_text: false,
      });
      expect(question).toMatchObject({
        choices: ['The old one', 'The new one'],
        recommended_choice: 'The new one',
        allow_free_text: false,
      });
    });

    test('emits an event with its subject, in at most 200 characters', async () => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id, question: 'é'.repeat(300) });
      expect(await eventsOf(id)).toEqual([
        {
          kind: 'question.asked',
          actor_id: given.agent.actor_id,
          action_id: action.id,
          project_id: null,
          order_id: null,
          subject_title: `${'é'.repeat(200)}…`,
        },
      ]);
    });

    test('a retry creates one question', async () => {
      const input = { body: body({ question: 'Once?', client_request_id: 'once' }) };
      const responses = await twenty(() => given.worker.call('createQuestion', input));
      expect(tally(responses)).toEqual({ 201: 20 });
      expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1);
      const rows = await database().knex('agent_requests').where({
        workspace_id: given.workspaceId,
        question: 'Once?',
      });
      expect(rows).toHaveLength(1);
    });

    test('people cannot create questions', async () => {
      await given.person.fails('createQuestion', { body: body() }, 403, 'WRONG_ACTOR');
    });

    test('a read-only token cannot create questions', async () => {
      const { token } = await addAgent(app, given.owner, { scopes: ['read'] });
      const reader = client(app, { bearer: token });
      const { details } = await reader.fails(
        'createQuestion',
        { body: body() },
        403,
        'INSUFFICIENT_SCOPE',
      );
      expect(details).toEqual({ required_scope: 'write' });
    });

    describe('assignee', () => {
      test('is the person who created the subject', async () => {
        const { owner } = given;
        const action = await anAction();
        const project = await given.person.ok('createProject', { body: { title: 'Show' } });
        const order = await anOrder();
        for (const scope of [
          { action_id: action.id },
          { project_id: project.id },
          { order_id: order.id },
        ]) {
          const question = await ask(scope);
          expect(question.assigned_actor_id).toBe(owner.owner.id);
          expect(question).toMatchObject(scope);
        }
      });

      test('is the owner if an agent created the subject', async () => {
        const action = await anAction({}, given.worker);
        expect((await ask({ action_id: action.id })).assigned_actor_id).toBe(given.owner.owner.id);
      });

      test('can be set to a person or to null', async () => {
        const named = await ask({ assigned_actor_id: given.owner.owner.id });
        expect(named.assigned_actor_id).toBe(given.owner.owner.id);
        expect((await ask({ assigned_actor_id: null })).assigned_actor_id).toBeNull();
      });

      test('cannot be an agent or a person of another workspace', async () => {
        for (const id of [given.agent.actor_id, theirs.owner.owner.id, 'atr_none']) {
          const { issues } = await given.worker.fails(
            'createQuestion',
            { body: body({ assigned_actor_id: id }) },
            422,
            'INVALID_REFERENCE',
          );
          expect(issues.map(({ path }) => path)).toEqual(['body/assigned_actor_id']);
        }
      });
    });

    describe('subject', () => {
      const refused = async (more: Partial<Schemas['QuestionCreate']>, code: 422 | 409 | 403) => {
        const codes = {
          422: 'INVALID_REFERENCE',
          409: 'ALREADY_TERMINAL',
          403: 'FORBIDDEN',
        } as const;
        return given.worker.fails('createQuestion', { body: body(more) }, code, codes[code]);
      };

      test('at most one subject: every extra one is reported', async () => {
        const action = await anAction();
        const order = await anOrder();
        const { issues } = await refused(
          { action_id: action.id, project_id: 'prj_none', order_id: order.id },
          422,
        );
        expect(issues.map(({ path }) => path)).toEqual(['body/project_id', 'body/order_id']);
        expect(await statusOf(action.id)).toBe('ready');
      });

      test('null means no subject', async () => {
        const order = await anOrder();
        const question = await ask({ action_id: null, project_id: null, order_id: order.id });
        expect(question).toMatchObject({ order_id: order.id, blocking: false });
      });

      test('must be a record of this workspace', async () => {
        const project = await theirs.person.ok('createProject', { body: { title: 'Show' } });
        const order = await theirs.person.ok('createOrder', {
          body: { agent_id: theirs.agent.id, name: 'Theirs' },
        });
        const action = await theirs.person.ok('createAction', { body: { title: 'Theirs' } });
        for (const [name, ids] of [
          ['action_id', ['act_none', action.id]],
          ['project_id', ['prj_none', project.id]],
          ['order_id', ['ord_none', order.id]],
        ] as const) {
          for (const id of ids) {
            const { issues } = await refused({ [name]: id }, 422);
            expect(issues.map(({ path }) => path)).toEqual([`body/${name}`]);
          }
        }
      });

      test('cannot be an action that has ended', async () => {
        const action = await anAction();
        await given.person.ok('completeAction', {
          path: { id: action.id },
          body: { result_summary: 'Printed.' },
        });
        const { details } = await refused({ action_id: action.id }, 409);
        expect(details).toEqual({ status: 'done' });
      });

      test('cannot be an action before the history window of the plan', async () => {
        const small = await aWorkspace(app, database());
        const action = await small.person.ok('createAction', { body: { title: 'Old' } });
        await database()
          .knex('actions')
          .where({ id: action.id })
          .update({ status: 'done', completed_at: '2020-01-01T00:00:00.000Z' });
        await database()
          .knex('workspaces')
          .where({ id: small.workspaceId })
          .update({ plan: 'free' });
        const input = { body: body({ action_id: action.id }) };
        await small.worker.fails('createQuestion', input, 422, 'INVALID_REFERENCE');
      });

      test('a worker may ask about its own actions, pool work that it matches, and actions that it created for people', async () => {
        const { owner } = given.owner;
        const { agent, api } = await anAgent({ capabilities: ['print'] });
        for (const action of [
          await anAction({ assigned_actor_id: agent.actor_id }),
          await anAction({ assigned_actor_id: null, requirements: ['print'] }),
          await anAction({ assigned_actor_id: owner.id }, api),
        ]) {
          const question = await ask({ action_id: action.id }, api);
          expect(question.action_id).toBe(action.id);
        }
      });

      test('a worker may not ask about actions of others and actions that its capabilities do not cover', async () => {
        const { agent } = await anAgent();
        const another = await anAction({ assigned_actor_id: agent.actor_id });
        expect((await refused({ action_id: another.id }, 403)).message).toContain(agent.name);
        const persons = await anAction({ assigned_actor_id: given.owner.owner.id });
        await refused({ action_id: persons.id }, 403);
        const beyond = await anAction({ assigned_actor_id: null, requirements: ['fly'] });
        await refused({ action_id: beyond.id }, 403);
        expect(await statusOf(another.id)).toBe('ready');
      });

      test("a worker may not ask about another agent's order; a sysadmin may ask about everything", async () => {
        const { agent } = await anAgent();
        const order = await anOrder(agent.id);
        await refused({ order_id: order.id }, 403);
        const { api } = await anAgent({ access_mode: 'sysadmin' });
        const action = await anAction({ assigned_actor_id: agent.actor_id });
        expect((await ask({ order_id: order.id }, api)).order_id).toBe(order.id);
        expect((await ask({ action_id: action.id }, api)).action_id).toBe(action.id);
      });
    });

    describe('INVALID_CHOICE', () => {
      const pathsOf = async (more: Partial<Schemas['QuestionCreate']>): Promise<string[]> => {
        const input = { body: body(more) };
        const { issues } = await given.worker.fails('createQuestion', input, 422, 'INVALID_CHOICE');
        return issues.map(({ path }) => path);
      };

      test('a recommendation that is not a choice', async () => {
        const choices = ['A', 'B'];
        expect(await pathsOf({ choices, recommended_choice: 'C' })).toEqual([
          'body/recommended_choice',
        ]);
      });

      test('no free text and no choices', async () => {
        expect(await pathsOf({ allow_free_text: false })).toEqual(['body/allow_free_text']);
        expect(
          await pathsOf({ allow_free_text: false, choices: [], recommended_choice: 'A' }),
        ).toEqual(['body/recommended_choice', 'body/allow_free_text']);
      });
    });
  });

  describe('blocking', () => {
    test('a question moves a ready action to waiting, the answer moves it back to ready', async () => {
      const action = await anAction();
      const question = await ask({ action_id: action.id });
      expect(question.blocking).toBe(true);
      const blocked = await readAction(action.id);
      expect(blocked).toMatchObject({ status: 'waiting', version: action.version + 1 });
      expect(blocked.last_activity_at > action.last_activity_at).toBe(true);
      await respond(question.id);
      const resumed = await readAction(action.id);
      expect(resumed).toMatchObject({ status: 'ready', version: action.version + 2 });
    });

    test('a question is activity on its action, also when it does not block', async () => {
      const action = await anAction();
      const question = await ask({ action_id: action.id, blocking: false });
      expect(question.blocking).toBe(false);
      const after = await readAction(action.id);
      expect(after).toMatchObject({ status: 'ready', is_working: true });
      expect(after.last_activity_at > action.last_activity_at).toBe(true);
      await respond(question.id);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test.each(['respond', 'dismiss', 'close'] as const)('ends by %s', async (way) => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id });
      if (way === 'dismiss') await dismiss(id);
      else await respond(id, way === 'respond' ? given.person : given.worker);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test('requires an action', async () => {
      const { issues } = await given.worker.fails(
        'createQuestion',
        { body: body({ blocking: true }) },
        422,
        'INVALID_REFERENCE',
      );
      expect(issues.map(({ path }) => path)).toEqual(['body/blocking']);
    });

    test('the action is ready after its last blocking question ends, in any order', async () => {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 0, 2],
      ]) {
        const action = await anAction();
        const ids: string[] = [];
        for (let n = 0; n < 3; n += 1) ids.push((await ask({ action_id: action.id })).id);
        for (const [done, index] of order.entries()) {
          expect(await statusOf(action.id)).toBe('waiting');
          await respond(ids[index] ?? '');
          expect(await statusOf(action.id)).toBe(done === 2 ? 'ready' : 'waiting');
        }
      }
    });

    test('a question that does not block changes no status', async () => {
      const action = await anAction();
      const blocking = await ask({ action_id: action.id });
      const nonBlocking = await ask({ action_id: action.id, blocking: false });
      await respond(nonBlocking.id);
      expect(await statusOf(action.id)).toBe('waiting');
      await ask({ action_id: action.id, blocking: false });
      await respond(blocking.id);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test.each(['waiting', 'inbox'] as const)(
      'does not change the status of an action that was %s before',
      async (status) => {
        const action = await anAction({ status });
        const { id } = await ask({ action_id: action.id });
        expect(await statusOf(action.id)).toBe(status);
        await respond(id);
        expect(await statusOf(action.id)).toBe(status);
      },
    );

    const patch = (id: string, more: Schemas['ActionUpdate']) =>
      given.person.ok('updateAction', { path: { id }, body: more });

    test('a concurrent move to waiting survives the end of the question', async () => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id });
      await patch(action.id, { status: 'ready' });
      await patch(action.id, { status: 'waiting', delegate_label: 'The printer' });
      await respond(id);
      expect(await statusOf(action.id)).toBe('waiting');
      const labelled = await anAction();
      const other = await ask({ action_id: labelled.id });
      await patch(labelled.id, { delegate_label: 'The printer' });
      await respond(other.id);
      expect(await statusOf(labelled.id)).toBe('waiting');
    });

    test('a change of another field does not unblock the action', async () => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id });
      await patch(action.id, { title: 'Print all posters', status: 'waiting' });
      await respond(id);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test('an action made ready meanwhile is blocked again by the next question', async () => {
      const action = await anAction();
      const first = await ask({ action_id: action.id });
      await patch(action.id, { status: 'ready' });
      const second = await ask({ action_id: action.id });
      expect(await statusOf(action.id)).toBe('waiting');
      await respond(first.id);
      expect(await statusOf(action.id)).toBe('waiting');
      await respond(second.id);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test('an ended action does not change', async () => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id });
      await given.person.ok('completeAction', {
        path: { id: action.id },
        body: { result_summary: 'Printed.' },
      });
      await respond(id);
      expect(await statusOf(action.id)).toBe('done');
    });

    test("a question about work beyond the plan's history can still be answered", async () => {
      const small = await aWorkspace(app, database());
      const action = await small.worker.ok('createAction', { body: { title: 'Old' } });
      const { id } = await ask({ action_id: action.id }, small.worker);
      await database()
        .knex('actions')
        .where({ id: action.id })
        .update({ status: 'done', completed_at: '2020-01-01T00:00:00.000Z' });
      await database().knex('workspaces').where({ id: small.workspaceId }).update({ plan: 'free' });
      expect((await respond(id, small.person)).question.state).toBe('answered');
    });

    test('a template is not blocked', async () => {
      const action = await anAction({ is_template: true });
      const { id } = await ask({ action_id: action.id });
      expect(await statusOf(action.id)).toBe('ready');
      await respond(id);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test('a blocked pool action accepts further questions', async () => {
      const action = await anAction({ assigned_actor_id: null });
      const first = await ask({ action_id: action.id });
      const second = await ask({ action_id: action.id });
      await respond(first.id);
      await respond(second.id);
      expect(await statusOf(action.id)).toBe('ready');
    });

    test('ten concurrent questions, ended concurrently: the action waits, and is ready at the end', async () => {
      const action = await anAction();
      const created = await Promise.all(
        Array.from({ length: 10 }, () => ask({ action_id: action.id })),
      );
      expect(await statusOf(action.id)).toBe('waiting');
      await Promise.all(created.map(({ id }) => respond(id)));
      const after = await readAction(action.id);
      expect(after).toMatchObject({ status: 'ready', version: action.version + 11 });
    });

    test('an end and a concurrent new question never leave a ready action with an open question', async () => {
      for (let round = 0; round < 5; round += 1) {
        const action = await anAction();
        const { id } = await ask({ action_id: action.id });
        const [, next] = await Promise.all([respond(id), ask({ action_id: action.id })]);
        expect(await statusOf(action.id)).toBe('waiting');
        await respond(next.id);
        expect(await statusOf(action.id)).toBe('ready');
      }
    });
  });

  describe('respondQuestion', () => {
    test('a person answers', async () => {
      const { id } = await ask();
      const { input } = responseTo(id, given.person, { response_comment: 'Mind the margin.' });
      const { status, body: result, headers } = await given.person.call('respondQuestion', input);
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      const question = await read(id);
      expect(result).toEqual({ question });
      expect(question).toMatchObject({
        state: 'answered',
        response: 'The new one',
        response_comment: 'Mind the margin.',
        responded_at: question.updated_at,
        responded_by_actor_id: given.owner.owner.id,
        updated_by_actor_id: given.owner.owner.id,
        dismissed_at: null,
        closed_at: null,
        version: 2,
      });
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
        'question.asked',
        'question.answered',
      ]);
    });

    test('the agent that asked closes it', async () => {
      const order = await anOrder();
      const { id } = await ask({ order_id: order.id });
      const { question } = await respond(id, given.worker);
      expect(question).toMatchObject({
        state: 'closed',
        response: 'The new one',
        responded_by_actor_id: given.agent.actor_id,
        closed_at: question.responded_at,
        dismissed_at: null,
      });
      expect(question.closed_at).not.toBeNull();
      const [, closed] = await eventsOf(id);
      expect(closed).toMatchObject({ kind: 'question.closed', order_id: order.id });
    });

    test('another agent cannot answer it, not even a sysadmin', async () => {
      const { id } = await ask();
      const { api: worker } = await anAgent();
      const { api: sysadmin } = await anAgent({ access_mode: 'sysadmin' });
      for (const by of [worker, sysadmin]) {
        await by.fails('respondQuestion', responseTo(id).input, 403, 'FORBIDDEN');
      }
      expect((await read(id)).state).toBe('open');
    });

    test('the answer must be a choice unless free text is allowed', async () => {
      const { id } = await ask({ choices: ['A', 'B'], allow_free_text: false });
      const { issues } = await given.person.fails(
        'respondQuestion',
        responseTo(id).input,
        422,
        'INVALID_CHOICE',
      );
      expect(issues.map(({ path }) => path)).toEqual(['body/response']);
      const { question } = await respond(id, given.person, { response: 'B' });
      expect(question).toMatchObject({ state: 'answered', response: 'B' });
    });

    test('the answer may be free text where it is allowed', async () => {
      const { id } = await ask({ choices: ['A', 'B'] });
      expect((await respond(id)).question.response).toBe('The new one');
    });

    test('404 for an id that is unknown or in another workspace', async () => {
      const { id } = await ask();
      for (const by of [theirs.person, theirs.worker]) {
        await by.fails('respondQuestion', responseTo(id).input, 404, 'NOT_FOUND');
      }
      await given.person.fails('respondQuestion', responseTo('qst_none').input, 404, 'NOT_FOUND');
      expect((await read(id)).state).toBe('open');
    });

    test('compares If-Match with the version', async () => {
      const { id } = await ask();
      const { input } = responseTo(id);
      const stale = { ...input, header: { 'If-Match': '"7"' } };
      const { details } = await given.person.fails('respondQuestion', stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 1 });
      const fresh = { ...input, header: { 'If-Match': '"1"' } };
      expect((await given.person.call('respondQuestion', fresh)).status).toBe(200);
    });

    test('refuses in order: 409 ended already, 403, 412, 422', async () => {
      const { id } = await ask({ choices: ['A'], allow_free_text: false });
      const noChoice = responseTo(id).input;
      const stale = { ...noChoice, header: { 'If-Match': '"7"' } };
      const { api: otherAgent } = await anAgent();
      await otherAgent.fails('respondQuestion', stale, 403, 'FORBIDDEN');
      await given.person.fails('respondQuestion', stale, 412, 'STALE_VERSION');
      await given.person.fails('respondQuestion', noChoice, 422, 'INVALID_CHOICE');
      await respond(id, given.person, { response: 'A' });
      for (const by of [otherAgent, given.person]) {
        await by.fails('respondQuestion', stale, 409, 'ALREADY_RESOLVED');
      }
    });

    test.each(['answered', 'closed', 'dismissed'] as const)(
      'a question that is %s does not end again',
      async (state) => {
        const { id } = await ask();
        if (state === 'dismissed') await dismiss(id);
        else await respond(id, state === 'answered' ? given.person : given.worker);
        const before = await read(id);
        expect(before.state).toBe(state);
        for (const [operation, by] of [
          ['respondQuestion', given.person],
          ['respondQuestion', given.worker],
          ['dismissQuestion', given.person],
        ] as const) {
          const input = operation === 'respondQuestion' ? responseTo(id).input : { path: { id } };
          const { details } = await by.fails(operation, input, 409, 'ALREADY_RESOLVED');
          expect(details).toEqual({ state });
        }
        expect(await read(id)).toEqual(before);
      },
    );

    test('one of twenty concurrent answers succeeds', async () => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id });
      const responses = await twenty((index) => {
        const input = responseTo(id, given.person, { response: `Answer ${index}` }).input;
        if (index % 3 === 0) return given.worker.call('respondQuestion', input);
        if (index % 3 === 1) return given.person.call('respondQuestion', input);
        return given.person.call('dismissQuestion', { path: { id } });
      });
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      const winner = responses.find(({ status }) => status === 200);
      const question = await read(id);
      expect(winner?.body).toEqual({ question });
      expect(question.version).toBe(2);
      for (const lost of responses.filter(({ status }) => status === 409)) {
        expect(lost.body).toMatchObject({
          code: 'ALREADY_RESOLVED',
          details: { state: question.state },
        });
      }
      expect(await eventsOf(id)).toHaveLength(2);
      expect(await readAction(action.id)).toMatchObject({
        status: 'ready',
        version: action.version + 2,
      });
    });

    test('twenty concurrent retries have one effect', async () => {
      const action = await anAction();
      const { id } = await ask({ action_id: action.id });
      const { input } = responseTo(id, given.person, { client_request_id: `answer ${id}` });
      const responses = await twenty(() => given.person.call('respondQuestion', input));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1);
      const replayed = responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
      expect(replayed).toHaveLength(19);
      expect(await eventsOf(id)).toHaveLength(2);
      expect((await readAction(action.id)).version).toBe(action.version + 2);
      await given.person.fails(
        'respondQuestion',
        { ...input, body: { ...input.body, response: 'Another' } },
        409,
        'IDEMPOTENCY_KEY_REUSED',
      );
    });
  });

  describe('dismissQuestion', () => {
    test('a person dismisses, with or without a body', async () => {
      for (const sent of [{}, { body: {} }]) {
        const { id } = await ask();
        const {
          status,
          body: result,
          headers,
        } = await given.person.call('dismissQuestion', {
          path: { id },
          ...sent,
        });
        expect([status, headers['etag']]).toEqual([200, tagOf(2)]);
        const question = await read(id);
        expect(result).toEqual({ question });
        expect(question).toMatchObject({
          state: 'dismissed',
          dismissed_at: question.updated_at,
          updated_by_actor_id: given.owner.owner.id,
          response: null,
          responded_at: null,
          closed_at: null,
        });
        expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
          'question.asked',
          'question.dismissed',
        ]);
      }
    });

    test('a retry returns the same response', async () => {
      const { id } = await ask();
      const input = { path: { id }, body: { client_request_id: `dismiss ${id}` } };
      const responses = await twenty(() => given.person.call('dismissQuestion', input));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect((await read(id)).version).toBe(2);
    });

    test('agents cannot dismiss it', async () => {
      const { id } = await ask();
      await given.worker.fails('dismissQuestion', { path: { id } }, 403, 'WRONG_ACTOR');
    });

    test('404 and 412 as for an answer', async () => {
      const { id } = await ask();
      await theirs.person.fails('dismissQuestion', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('dismissQuestion', { path: { id: 'qst_none' } }, 404, 'NOT_FOUND');
      const stale = { path: { id }, header: { 'If-Match': '"2"' } };
      await given.person.fails('dismissQuestion', stale, 412, 'STALE_VERSION');
    });
  });

  describe('takeQuestion', () => {
    const aMember = async (role: 'member' | 'viewer' = 'member') => {
      const { workspaceId } = given;
      const { userId, id } = await addPerson(database(), workspaceId, role);
      const cookie = await openSession(database(), { workspaceId, userId });
      return { id, userId, api: client(app, { cookie }) };
    };
    const take = (by: ApiClient, id: string) => by.ok('takeQuestion', { path: { id } });

    test('names the person who answers, and the event says so', async () => {
      const { id, assigned_actor_id: assignee } = await ask();
      const member = await aMember();
      const { question } = await take(member.api, id);
      expect(question).toEqual(await read(id));
      expect(question).toMatchObject({
        state: 'open',
        version: 2,
        assigned_actor_id: assignee,
        taken_by_actor_id: member.id,
        updated_by_actor_id: member.id,
      });
      expect(typeof question.assigned_actor_name).toBe('string');
      expect(typeof question.taken_by_actor_name).toBe('string');
      expect((await take(member.api, id)).question).toEqual(question);
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
        'question.asked',
        'question.taken',
      ]);
    });

    test('one of several people takes it, and the others may answer it', async () => {
      const { id } = await ask();
      const people = await Promise.all([aMember(), aMember(), aMember(), aMember()]);
      const responses = await Promise.all(
        people.map(({ api }) => api.call('takeQuestion', { path: { id } })),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 3 });
      const lost = responses.find(({ status }) => status === 409);
      expect(lost?.body).toMatchObject({ code: 'ALREADY_TAKEN' });
      expect((await read(id)).version).toBe(2);
      expect((await respond(id)).question).toMatchObject({ state: 'answered', version: 3 });
      await given.person.fails('takeQuestion', { path: { id } }, 409, 'ALREADY_RESOLVED');
      await given.person.fails('releaseQuestion', { path: { id } }, 409, 'ALREADY_RESOLVED');
    });

    test('an answer meanwhile changes the version that was taken', async () => {
      for (const header of [{}, { 'If-Match': '"1"' }]) {
        const { id } = await ask();
        const [answer, taken] = await Promise.all([
          given.person.call('respondQuestion', { ...responseTo(id).input, header }),
          given.person.call('takeQuestion', { path: { id } }),
        ]);
        const late = header['If-Match'] === undefined ? [200] : [200, 412];
        expect(late).toContain(answer.status);
        expect([200, 409]).toContain(taken.status);
        const changes = [answer, taken].filter(({ status }) => status === 200);
        expect((await read(id)).version).toBe(1 + changes.length);
      }
    });

    test('anybody who may take it releases it', async () => {
      const { id } = await ask();
      const member = await aMember();
      await take(member.api, id);
      const path = { path: { id } };
      const { question } = await given.person.ok('releaseQuestion', path);
      expect(question).toMatchObject({ taken_by_actor_id: null, taken_by_actor_name: null });
      expect(question).toEqual(await read(id));
      expect((await given.person.ok('releaseQuestion', path)).question).toEqual(question);
      await take(given.person, id);
      await given.person.ok('releaseQuestion', path);
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
        'question.asked',
        'question.taken',
        'question.released',
        'question.taken',
        'question.released',
      ]);
    });

    test('a person who becomes a viewer has taken nothing', async () => {
      const member = await aMember();
      const { id } = await ask({ assigned_actor_id: member.id });
      const other = await ask();
      await take(member.api, other.id);
      const path = { id: member.userId };
      await given.person.ok('updateUser', { path, body: { role: 'viewer' } });
      expect(await read(id)).toMatchObject({ assigned_actor_id: null, assigned_actor_name: null });
      expect(await read(other.id)).toMatchObject({
        assigned_actor_id: given.owner.owner.id,
        taken_by_actor_id: null,
      });
    });

    test('agents and viewers cannot, and 404 and 412 as for an answer', async () => {
      const { id } = await ask();
      const viewer = await aMember('viewer');
      for (const operation of ['takeQuestion', 'releaseQuestion'] as const) {
        const input = { path: { id } };
        await given.worker.fails(operation, input, 403, 'WRONG_ACTOR');
        await viewer.api.fails(operation, input, 403, 'FORBIDDEN');
        await theirs.person.fails(operation, input, 404, 'NOT_FOUND');
        const stale = { ...input, header: { 'If-Match': '"2"' } };
        await given.person.fails(operation, stale, 412, 'STALE_VERSION');
      }
    });
  });

  describe('getQuestion', () => {
    test('every caller of the workspace reads it, with its entity tag', async () => {
      const { id } = await ask();
      const { api } = await anAgent();
      expect(await read(id, api)).toEqual(await read(id));
      const { status, headers } = await given.person.call('getQuestion', { path: { id } });
      expect([status, headers['etag']]).toEqual([200, tagOf(1)]);
      const known = { path: { id }, header: { 'If-None-Match': String(headers['etag']) } };
      expect((await given.person.call('getQuestion', known)).status).toBe(304);
    });

    test('404 for an id that is unknown, in another workspace, or of a proposal', async () => {
      const { id } = await ask();
      await theirs.person.fails('getQuestion', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('getQuestion', { path: { id: 'qst_none' } }, 404, 'NOT_FOUND');
      await database().knex('agent_requests').where({ id }).update({ kind: 'proposal' });
      await given.person.fails('getQuestion', { path: { id } }, 404, 'NOT_FOUND');
    });
  });

  describe('listQuestions', () => {
    let fresh: GivenWorkspace;
    let ids: Record<'open' | 'answered' | 'dismissed' | 'closed' | 'order' | 'project', string>;
    let actionId: string;
    let other: Awaited<ReturnType<typeof addAgent>>;

    beforeAll(async () => {
      fresh = await aWorkspace(app, database());
      const by = fresh.worker;
      actionId = (await by.ok('createAction', { body: { title: 'Print' } })).id;
      const project = await fresh.person.ok('createProject', { body: { title: 'Show' } });
      const order = await fresh.person.ok('createOrder', {
        body: { agent_id: fresh.agent.id, name: 'Notes' },
      });
      other = await addAgent(app, fresh.owner);
      const otherApi = client(app, { bearer: other.token });
      ids = {
        open: (await ask({ action_id: actionId, blocking: false }, by)).id,
        answered: (await ask({}, by)).id,
        dismissed: (await ask({}, by)).id,
        closed: (await ask({ assigned_actor_id: null }, by)).id,
        order: (await ask({ order_id: order.id }, by)).id,
        project: (await ask({ project_id: project.id }, otherApi)).id,
      };
      await respond(ids.answered, fresh.person);
      await fresh.person.ok('dismissQuestion', { path: { id: ids.dismissed } });
      await respond(ids.closed, by);
    });

    const names = async (query: ListQuery = {}, by: ApiClient = fresh.person) => {
      const list = await by.ok('listQuestions', { query });
      expect(list.total).toBe(list.items.length);
      const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
      return list.items.map(({ id }) => nameOf.get(id));
    };

    test('a range of answers and decisions begins in the index of its order', async () => {
      const { knex, dialect } = database();
      if (dialect !== 'sqlite') return;
      const time = '2026-01-02T00:00:00Z';
      const { person } = fresh;
      const lists = {
        'questions, up': () =>
          person.ok('listQuestions', { query: { responded_since: time, sort: 'responded_at' } }),
        'questions, down': () =>
          person.ok('listQuestions', { query: { responded_before: time, sort: '-responded_at' } }),
        'proposals, up': () =>
          person.ok('listProposals', { query: { decided_since: time, sort: 'decided_at' } }),
        'proposals, down': () =>
          person.ok('listProposals', { query: { decided_before: time, sort: '-decided_at' } }),
      };
      for (const [name, list] of Object.entries(lists)) {
        const { ran } = await recordStatements<unknown>(database(), list);
        const plans = await Promise.all(
          ran
            .filter(({ sql }) => sql.startsWith('select'))
            .map(({ sql, bindings }) =>
              knex.raw(`explain query plan ${sql}`, bindings.map(String)),
            ),
        );
        const found = plans.filter((plan) =>
          JSON.stringify(plan).includes('agent_requests_decided'),
        );
        const begins = /<expr>=\? AND responded_at[<>]/;
        expect(found.filter((plan) => !begins.test(JSON.stringify(plan)))).toEqual([]);
        // That of the page and that of the total at least.
        expect([name, found.length > 1]).toEqual([name, true]);
        expect(JSON.stringify(found)).not.toContain('TEMP B-TREE');
      }
    });

    test('by who answered, and when', async () => {
      const person = fresh.owner.owner.id;
      expect(await names({ responded_by_actor_id: person })).toEqual(['answered']);
      expect(await names({ responded_by_actor_id: 'me' })).toEqual(['answered']);
      expect(await names({ responded_by_actor_id: fresh.agent.actor_id })).toEqual(['closed']);
      const { responded_at: at } = await read(ids.closed, fresh.person);
      const last = at ?? '';
      expect(await names({ responded_since: last })).toEqual(['closed']);
      expect(await names({ responded_before: last })).toEqual(['answered']);
      const both = { responded_by_actor_id: person, responded_since: last };
      expect(await names(both)).toEqual([]);
      for (const [sort, begin] of [
        ['responded_at', ['answered', 'closed']],
        ['-responded_at', ['closed', 'answered']],
      ] as const) {
        const listed = await names({ sort });
        expect(listed.slice(0, 2)).toEqual(begin);
        expect(listed).toHaveLength(6);
        const paged = [];
        for (let after: string | undefined, more = true; more;) {
          const list = await fresh.person.ok('listQuestions', {
            query: { sort, limit: 1, ...(after === undefined ? {} : { after }) },
          });
          paged.push(...list.items.map(({ id }) => id));
          more = list.page.has_more;
          after = list.page.next ?? undefined;
        }
        expect(paged.map((id) => Object.entries(ids).find(([, one]) => one === id)?.[0])).toEqual(
          listed,
        );
      }
    });

    test('newest first, all states, for people and agents', async () => {
      const list = await fresh.person.ok('listQuestions');
      expect(list).toMatchObject({
        total: 6,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: {},
        hidden_count: 0,
      });
      const all = ['project', 'order', 'closed', 'dismissed', 'answered', 'open'];
      expect(await names()).toEqual(all);
      expect(await names({}, fresh.worker)).toEqual(all);
    });

    test('by state, also by several', async () => {
      for (const state of ['answered', 'dismissed', 'closed'] as const) {
        expect(await names({ state: [state] })).toEqual([state]);
      }
      expect(await names({ state: ['open'] })).toEqual(['project', 'order', 'open']);
      expect(await names({ state: ['closed', 'answered'] })).toEqual(['closed', 'answered']);
      const { filters } = await fresh.person.ok('listQuestions', {
        query: { state: ['closed', 'answered'] },
      });
      expect(filters).toEqual({ state: ['closed', 'answered'] });
    });

    test('by agent and by subject', async () => {
      const order = await read(ids.order, fresh.person);
      const project = await read(ids.project, fresh.person);
      expect(await names({ agent_id: other.agent.id })).toEqual(['project']);
      expect(await names({ action_id: actionId })).toEqual(['open']);
      expect(await names({ project_id: project.project_id ?? '' })).toEqual(['project']);
      expect(await names({ order_id: order.order_id ?? '' })).toEqual(['order']);
      expect(await names({ action_id: 'act_none' })).toEqual([]);
      expect(await names({ state: ['answered'], agent_id: other.agent.id })).toEqual([]);
    });

    test('by assignee: an id, me or none', async () => {
      const mine = ['project', 'order', 'dismissed', 'answered', 'open'];
      expect(await names({ assigned_actor_id: 'me' })).toEqual(mine);
      expect(await names({ assigned_actor_id: fresh.owner.owner.id })).toEqual(mine);
      expect(await names({ assigned_actor_id: 'none' })).toEqual(['closed']);
      expect(await names({ assigned_actor_id: 'me' }, fresh.worker)).toEqual([]);
      const { filters } = await fresh.person.ok('listQuestions', {
        query: { assigned_actor_id: 'me' },
      });
      expect(filters).toEqual({ assigned_actor_id: fresh.owner.owner.id });
    });

    test('sorted as requested', async () => {
      expect(await names({ sort: 'created_at' })).toEqual([
        'open',
        'answered',
        'dismissed',
        'closed',
        'order',
        'project',
      ]);
      const touched = ['closed', 'dismissed', 'answered', 'project', 'order', 'open'];
      expect(await names({ sort: '-updated_at' })).toEqual(touched);
      expect(await names({ sort: 'updated_at' })).toEqual(touched.toReversed());
    });

    test('page by page, by offset and by cursor', async () => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const query: ListQuery = { limit: 4, ...(after === null ? {} : { after }) };
        const { items, page, total } = await fresh.person.ok('listQuestions', { query });
        expect(total).toBe(6);
        seen.push(...items.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      const { items } = await fresh.person.ok('listQuestions');
      expect(seen).toEqual(items.map(({ id }) => id));
      const rest = await fresh.person.ok('listQuestions', { query: { offset: 4 } });
      expect(rest.items).toEqual(items.slice(4));
    });

    test('refuses an unknown state and an unknown sort', async () => {
      for (const query of [{ state: 'gone' }, { sort: 'question' }]) {
        await fresh.person.fails('listQuestions', { query }, 400, 'VALIDATION_FAILED');
      }
    });

    test('shows nothing of another workspace', async () => {
      const query: ListQuery = { agent_id: fresh.agent.id };
      expect((await given.person.ok('listQuestions', { query })).items).toEqual([]);
    });

    test('needs as many statements for one row as for all', async () => {
      const list = (limit: number) => () => fresh.person.ok('listQuestions', { query: { limit } });
      expect(await countStatements(database(), list(1))).toBe(
        await countStatements(database(), list(50)),
      );
    });
  });
});
