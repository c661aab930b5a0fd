import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';
import type { OperationId } from '../../src/platform/operation';
import { statusOf, type ErrorCode } from '../../src/platform/problems';
import { DAY, SECOND, addMilliseconds } from '../../src/platform/time';

type Action = components['schemas']['Action'];

type ActionCreate = components['schemas']['ActionCreate'];

describeOnEachDatabase('Dropping, reopening and reviewing actions', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const anAgent = async (
    wanted: Partial<components['schemas']['AgentCreate']> = {},
    { owner }: GivenWorkspace = given,
  ) => {
    const { agent, token } = await addAgent(app, owner, wanted);
    return { agent, api: client(app, { bearer: token }) };
  };

  const create = (body: Partial<ActionCreate> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', { body: { title: 'Sew the hem', ...body } });

  const read = (id: string, by: ApiClient = given.person) => by.ok('getAction', { path: { id } });

  const complete = (id: string, by: ApiClient = given.person) =>
    by.ok('completeAction', { path: { id }, body: { result_summary: 'It is sewn.' } });

  const drop = (id: string, by: ApiClient = given.person) =>
    by.ok('dropAction', { path: { id }, body: { reason: 'Cut.' } });

  const notesOf = async (id: string) =>
    (await given.person.ok('listActionNotes', { path: { id } })).items;

  const kindsOf = async (id: string): Promise<string[]> => {
    const rows: { kind: string }[] = await database()
      .knex('events')
      .where({ subject_id: id })
      .orderBy(['created_at', 'id'])
      .select('kind');
    return rows.map(({ kind }) => kind);
  };

  const twenty = (work: (index: number) => Promise<Called>): Promise<Called[]> =>
    Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));

  const tally = (responses: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  describe('dropAction', () => {
    test.each(['inbox', 'ready', 'waiting'] as const)(
      'drops an action that is %s',
      async (status) => {
        const { id } = await create({ status });
        const { body, headers } = await given.person.call('dropAction', {
          path: { id },
          body: { reason: 'Nobody needs it.' },
        });
        expect(body).toMatchObject({
          status: 'dropped',
          result_summary: null,
          completed_at: null,
          completed_by_actor_id: null,
          updated_by_actor_id: given.owner.owner.id,
          latest_note: {
            kind: 'note',
            body: 'Nobody needs it.',
            created_by_actor_id: given.owner.owner.id,
          },
          version: 2,
        });
        expect(headers['etag']).toEqual(tagOf(2));
        expect(await read(id)).toEqual(body);
        expect(await kindsOf(id)).toEqual(['action.created', 'action.dropped']);
      },
    );

    test('a person needs no reason', async () => {
      const { id } = await create();
      const dropped = await given.person.ok('dropAction', { path: { id } });
      expect(dropped).toMatchObject({ status: 'dropped', version: 2 });
      expect(await notesOf(id)).toEqual([]);
    });

    test('an agent must send a reason', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      for (const body of [undefined, {}]) {
        const sent = { path: { id }, ...(body === undefined ? {} : { body }) };
        const { issues } = await given.worker.fails('dropAction', sent, 400, 'VALIDATION_FAILED');
        expect(issues).toEqual([expect.objectContaining({ path: 'body/reason' })]);
      }
      expect(await read(id)).toHaveProperty('version', 1);
      expect(await drop(id, given.worker)).toHaveProperty('status', 'dropped');
    });

    test('a worker drops only actions that it may change, a sysadmin any action', async () => {
      const { agent } = await anAgent();
      const others = await create({ assigned_agent_id: agent.id });
      const persons = await create({ assigned_actor_id: given.owner.owner.id, status: 'ready' });
      const beyond = await create({ status: 'ready', requirements: ['flying'] });
      const forbidden = [others, persons, beyond, await create()];
      const body = { reason: 'Cut.' };
      for (const { id } of forbidden) {
        await given.worker.fails('dropAction', { path: { id }, body }, 403, 'FORBIDDEN');
        expect(await kindsOf(id)).toEqual(['action.created']);
      }
      const own = await create({ assigned_agent_id: given.agent.id });
      const pool = await create({ status: 'ready' });
      const captured = await create({}, given.worker);
      for (const { id } of [own, pool, captured]) await drop(id, given.worker);
      const { api } = await anAgent({ access_mode: 'sysadmin' });
      for (const { id } of forbidden) await drop(id, api);
    });

    test('an agent that requires proposals needs an approval', async () => {
      const { api } = await anAgent({ requires_proposals: true });
      const { id } = await create({ status: 'ready' }, api);
      const sent = { path: { id }, body: { reason: 'Cut.' } };
      const { details } = await api.fails('dropAction', sent, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'dropAction' });
      const body = { reason: 'Cut.', permitted_proposal_id: 'ppl_nothing' };
      await api.fails('dropAction', { path: { id }, body }, 422, 'INVALID_REFERENCE');
      expect(await kindsOf(id)).toEqual(['action.created']);
    });

    test('dismisses the open questions about the action as the system', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const ask = (question: string, blocking: boolean) =>
        given.worker.ok('createQuestion', {
          body: { question, on_answer: 'I go on.', action_id: id, blocking },
        });
      const [open, nonBlocking, answered] = [
        await ask('Which thread?', true),
        await ask('Which needle?', false),
        await ask('Which hem?', false),
      ];
      await given.person.ok('respondQuestion', {
        path: { id: answered.id },
        body: { response: 'The left one' },
      });
      expect(await read(id)).toHaveProperty('status', 'waiting');
      const dropped = await drop(id, given.worker);
      const question = (questionId: string) =>
        given.person.ok('getQuestion', { path: { id: questionId } });
      for (const { id: questionId } of [open, nonBlocking]) {
        const after = await question(questionId);
        expect(after).toMatchObject({
          state: 'dismissed',
          dismissed_at: dropped.updated_at,
          version: 2,
        });
        expect([given.owner.owner.id, given.agent.actor_id]).not.toContain(
          after.updated_by_actor_id,
        );
        expect(await kindsOf(questionId)).toEqual(['question.asked', 'question.dismissed']);
      }
      expect(await question(answered.id)).toHaveProperty('state', 'answered');
      expect(await read(id)).toEqual(dropped);
      const [row] = await database().knex('actions').where({ id }).select('waits_for_answer');
      expect([false, 0]).toContain(row.waits_for_answer);
    });

    test('closing a project dismisses the questions about its actions too', async () => {
      const project = await given.person.ok('createProject', { body: { title: 'Winter show' } });
      const { id } = await create({
        project_id: project.id,
        assigned_agent_id: given.agent.id,
        status: 'ready',
      });
      const question = await given.worker.ok('createQuestion', {
        body: { question: 'Which thread?', on_answer: 'I go on.', action_id: id },
      });
      await given.person.ok('updateProject', {
        path: { id: project.id },
        body: { state: 'dropped', close_actions: true },
      });
      expect(await read(id)).toHaveProperty('status', 'dropped');
      const after = await given.person.ok('getQuestion', { path: { id: question.id } });
      expect(after).toHaveProperty('state', 'dismissed');
    });

    test('compares If-Match with the version', async () => {
      const { id } = await create();
      const stale = { path: { id }, header: { 'If-Match': '"2"' } };
      const { details } = await given.person.fails('dropAction', stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 1 });
      await given.person.ok('dropAction', { path: { id }, header: { 'If-Match': '"1"' } });
    });

    test('is 404 for missing actions and other workspaces', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_unknown', other.id]) {
        await given.person.fails('dropAction', { path: { id } }, 404, 'NOT_FOUND');
      }
    });

    test('one of twenty concurrent requests to drop or complete it succeeds', async () => {
      const { id } = await create({ status: 'ready' });
      const responses = await twenty((index) =>
        index % 2 === 0
          ? given.worker.call('dropAction', { path: { id }, body: { reason: `By ${index}` } })
          : given.person.call('completeAction', {
              path: { id },
              body: { result_summary: `By ${index}` },
            }),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      const { status } = await read(id);
      for (const { body } of responses.filter((response) => response.status === 409)) {
        expect(body).toMatchObject({ code: 'ALREADY_TERMINAL', details: { status } });
      }
      expect(await kindsOf(id)).toHaveLength(2);
    });

    test('executes twenty concurrent retries once', async () => {
      const { id } = await create();
      const sent = { path: { id }, body: { reason: 'Cut.', client_request_id: 'cut' } };
      const responses = await twenty(() => given.person.call('dropAction', sent));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(await notesOf(id)).toHaveLength(1);
    });
  });

  const setPlan = async (workspaceId: string, plan: 'free' | 'unlimited'): Promise<void> => {
    await database().knex('workspaces').where({ id: workspaceId }).update({ plan });
  };

  /**
   * A workspace on the free plan whose agent has the maximum number of open actions, and one more
   * action that has ended.
   */
  const atTheCap = async (over: (id: string, at: GivenWorkspace) => Promise<unknown>) => {
    const free = await aWorkspace(app, database());
    const body = { assigned_agent_id: free.agent.id, status: 'ready' } as const;
    const { id } = await create(body, free.person);
    await over(id, free);
    for (let made = 0; made < 25; made += 1) await create(body, free.person);
    await setPlan(free.workspaceId, 'free');
    return { free, id };
  };

  describe('reopenAction', () => {
    test('returns work of a revoked agent to the pool, unless the request assigns it', async () => {
      const { agent } = await addAgent(app, given.owner);
      const ended = async () => {
        const { id } = await create({ status: 'ready', assigned_agent_id: agent.id });
        await complete(id);
        return { id };
      };
      const [first, second] = [await ended(), await ended()];
      await given.person.ok('revokeAgent', { path: { id: agent.id } });
      expect(await given.person.ok('reopenAction', { path: first })).toMatchObject({
        status: 'ready',
        assigned_actor_id: null,
        assigned_at: null,
      });
      const body = { assigned_actor_id: given.agent.actor_id };
      const again = await given.person.ok('reopenAction', { path: second, body });
      expect(again.assigned_agent_id).toBe(given.agent.id);
    });

    test('makes a done action ready again, with the same assignee', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const done = await complete(id, given.worker);
      const { body, headers } = await given.person.call('reopenAction', {
        path: { id },
        body: { reason: 'A thread is loose.' },
      });
      expect(body).toMatchObject({
        status: 'ready',
        completed_at: null,
        completed_by_actor_id: null,
        result_summary: 'It is sewn.',
        assigned_actor_id: given.agent.actor_id,
        assigned_at: done.assigned_at,
        is_working: false,
        review: { state: 'none', reviewer_actor_id: null, reviewed_at: null },
        updated_by_actor_id: given.owner.owner.id,
        latest_note: { kind: 'note', body: 'A thread is loose.' },
        version: done.version + 1,
      });
      expect(headers['etag']).toEqual(tagOf(done.version + 1));
      expect(await read(id)).toEqual(body);
      expect(await kindsOf(id)).toEqual(['action.created', 'action.completed', 'action.reopened']);
      const again = await complete(id, given.worker);
      expect(again).toMatchObject({ status: 'done', review: { state: 'pending' } });
    });

    test('moves a dropped action to the inbox', async () => {
      const { id } = await create({ status: 'ready', assigned_agent_id: given.agent.id });
      await drop(id);
      const open = await given.person.ok('reopenAction', { path: { id } });
      expect(open).toMatchObject({
        status: 'inbox',
        completed_at: null,
        assigned_agent_id: given.agent.id,
        version: 3,
      });
      expect(await notesOf(id)).toHaveLength(1);
    });

    test('assigns the action to another actor or to the pool on request', async () => {
      const { id } = await create({ assigned_agent_id: given.agent.id, status: 'ready' });
      await complete(id);
      const reopen = (assigned: string | null) =>
        given.person.ok('reopenAction', { path: { id }, body: { assigned_actor_id: assigned } });
      const mine = await reopen(given.owner.owner.id);
      expect(mine).toMatchObject({ assigned_actor_id: given.owner.owner.id, is_working: true });
      expect(mine.assigned_at).toBe(mine.updated_at);
      await complete(id);
      expect(await reopen(null)).toMatchObject({ assigned_actor_id: null, assigned_at: null });
      await complete(id);
      const body = { assigned_actor_id: 'atr_nobody' };
      await given.person.fails('reopenAction', { path: { id }, body }, 422, 'INVALID_REFERENCE');
      expect(await read(id)).toHaveProperty('status', 'done');
    });

    test('is 403 beyond the cap of the plan on open actions of agents', async () => {
      const { free, id } = await atTheCap((over, { person }) => complete(over, person));
      const sent = { path: { id } };
      const { details } = await free.person.fails('reopenAction', sent, 403, 'CAP_EXCEEDED');
      expect(details).toMatchObject({ cap: 'open_agent_actions', limit: 25, current: 25 });
      expect(await kindsOf(id)).toEqual(['action.created', 'action.completed']);
      await free.person.ok('reopenAction', { ...sent, body: { assigned_actor_id: null } });
    });

    test('ten concurrent requests do not exceed the cap either', async () => {
      const free = await aWorkspace(app, database());
      const body = { assigned_agent_id: free.agent.id, status: 'ready' } as const;
      const ids: string[] = [];
      for (let made = 0; made < 10; made += 1) {
        const { id } = await create(body, free.person);
        await complete(id, free.person);
        ids.push(id);
      }
      for (let made = 0; made < 22; made += 1) await create(body, free.person);
      await setPlan(free.workspaceId, 'free');
      const responses = await Promise.all(
        ids.map((id) => free.person.call('reopenAction', { path: { id } })),
      );
      expect(tally(responses)).toEqual({ 200: 3, 403: 7 });
    });

    test('is 409 while another open action has its source key', async () => {
      const { id } = await create({ source_key: `mail-${Math.random()}` });
      const done = await complete(id);
      const other = await create({ source_key: done.source_key });
      expect(other.id).not.toBe(id);
      const sent = { path: { id } };
      const { details } = await given.person.fails('reopenAction', sent, 409, 'SOURCE_KEY_TAKEN');
      expect(details).toEqual({ source_key: done.source_key });
      expect(await read(id)).toEqual(done);
      await complete(other.id);
      await given.person.ok('reopenAction', sent);
    });

    test('compares If-Match with the version; one of twenty concurrent requests succeeds', async () => {
      const { id } = await create();
      await complete(id);
      const stale = { path: { id }, header: { 'If-Match': '"1"' } };
      await given.person.fails('reopenAction', stale, 412, 'STALE_VERSION');
      const responses = await twenty((index) =>
        given.person.call('reopenAction', { path: { id }, body: { reason: `By ${index}` } }),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      for (const { body } of responses.filter(({ status }) => status === 409)) {
        expect(body).toMatchObject({ code: 'NOT_TERMINAL', details: { status: 'ready' } });
      }
      expect(await notesOf(id)).toHaveLength(1);
    });

    test('executes twenty concurrent retries once', async () => {
      const { id } = await create();
      await complete(id);
      const sent = { path: { id }, body: { client_request_id: 'again' } };
      const responses = await twenty(() => given.person.call('reopenAction', sent));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(await read(id)).toHaveProperty('version', 3);
    });

    test('is 404 for actions that are missing, in another workspace or before the history window', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_unknown', other.id]) {
        await given.person.fails('reopenAction', { path: { id } }, 404, 'NOT_FOUND');
      }
      const free = await aWorkspace(app, database());
      const { id } = await create({}, free.person);
      await complete(id, free.person);
      await database()
        .knex('actions')
        .where({ id })
        .update({ completed_at: '2020-01-01T00:00:00.000Z' });
      await setPlan(free.workspaceId, 'free');
      await free.person.fails('reopenAction', { path: { id } }, 404, 'NOT_FOUND');
    });
  });

  /** An action that the worker has completed, with a pending review. */
  const inReview = async (body: Partial<ActionCreate> = {}): Promise<Action> => {
    const { id } = await create({ assigned_agent_id: given.agent.id, status: 'ready', ...body });
    return complete(id, given.worker);
  };

  describe.each([
    ['approveAction', {}],
    ['rejectAction', { reason: 'No.' }],
  ] as const)('%s', (verb, body) => {
    test('is 403 for the actor who completed the action', async () => {
      const { id } = await inReview();
      await database()
        .knex('actions')
        .where({ id })
        .update({ completed_by_actor_id: given.owner.owner.id });
      await given.person.fails(verb, { path: { id }, body }, 403, 'SELF_REVIEW_FORBIDDEN');
      expect(await kindsOf(id)).toEqual(['action.created', 'action.completed']);
    });

    describe('by an agent', () => {
      const addReviewer = async (options: object = { can_review: true }) => {
        const added = await addAgent(app, given.owner, options);
        return { ...added, api: client(app, { bearer: added.token }) };
      };

      test('with can_review reviews what others finished', async () => {
        const { id } = await inReview();
        const { agent, api } = await addReviewer();
        const { review } = await api.ok(verb, { path: { id }, body });
        const state = verb === 'approveAction' ? 'approved' : 'rejected';
        expect(review).toMatchObject({ state, reviewer_actor_id: agent.actor_id });
        const { items } = await given.person.ok('readEvents', { query: { subject_id: id } });
        expect(items.at(-1)?.actor).toMatchObject({ id: agent.actor_id, kind: 'agent' });
        await given.person.fails(verb, { path: { id }, body }, 409, 'NOT_IN_REVIEW');
      });

      test('is 403 without can_review, also for a sysadmin', async () => {
        const { id } = await inReview();
        for (const options of [{}, { access_mode: 'sysadmin' }]) {
          const { api } = await addReviewer(options);
          await api.fails(verb, { path: { id }, body }, 403, 'FORBIDDEN');
        }
        expect(await kindsOf(id)).toEqual(['action.created', 'action.completed']);
      });

      test('is 403 for what it finished or created itself', async () => {
        const { agent, api } = await addReviewer();
        const own = await inReview({ assigned_agent_id: null, assigned_actor_id: null });
        const finished = await create({ assigned_agent_id: agent.id, status: 'ready' });
        await complete(finished.id, api);
        const made = await api.ok('createAction', {
          body: { title: 'Pool', status: 'ready', assigned_actor_id: null },
        });
        await complete(made.id, given.worker);
        for (const { id } of [finished, made]) {
          await api.fails(verb, { path: { id }, body }, 403, 'SELF_REVIEW_FORBIDDEN');
        }
        await api.ok(verb, { path: { id: own.id }, body });
      });
    });

    test('compares If-Match with the version', async () => {
      const { id, version } = await inReview();
      const sent = { path: { id }, body, header: { 'If-Match': `"${version + 1}"` } };
      const { details } = await given.person.fails(verb, sent, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: version });
    });

    test('is 404 for missing actions and other workspaces', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_unknown', other.id]) {
        await given.person.fails(verb, { path: { id }, body }, 404, 'NOT_FOUND');
      }
    });
  });

  describe('approveAction', () => {
    test('approves the work and ends its review', async () => {
      const done = await inReview();
      const { body, headers } = await given.person.call('approveAction', {
        path: { id: done.id },
        body: { comment: 'Well done.' },
      });
      expect(body).toMatchObject({
        status: 'done',
        completed_at: done.completed_at,
        completed_by_actor_id: given.agent.actor_id,
        review: { state: 'approved', reviewer_actor_id: given.owner.owner.id },
        latest_note: { kind: 'note', body: 'Well done.' },
        version: done.version + 1,
      });
      expect(headers['etag']).toEqual(tagOf(done.version + 1));
      const after = await read(done.id);
      expect(after).toEqual(body);
      expect(after.review.reviewed_at).toBe(after.updated_at);
      expect((await kindsOf(done.id)).at(-1)).toBe('action.approved');
    });

    test('needs no comment, and executes twenty concurrent retries once', async () => {
      const { id } = await inReview();
      const sent = { path: { id }, body: { client_request_id: `fine ${id}` } };
      const responses = await twenty(() => given.person.call('approveAction', sent));
      expect(tally(responses)).toEqual({ 200: 20 });
      expect(await notesOf(id)).toEqual([]);
    });

    test('removes the action from review_count', async () => {
      const count = async () => (await given.person.ok('getCommandView')).metrics.review_count;
      const before = await count();
      const { id } = await inReview();
      expect(await count()).toBe(before + 1);
      await given.person.ok('approveAction', { path: { id } });
      expect(await count()).toBe(before);
    });
  });

  describe('rejectAction', () => {
    test('a worker that reviews may not assign the action to another agent', async () => {
      const reviewer = await addAgent(app, given.owner, { can_review: true });
      const other = await addAgent(app, given.owner);
      const api = client(app, { bearer: reviewer.token });
      const { id } = await inReview();
      const reject = (assigned_actor_id: string) => ({
        path: { id },
        body: { reason: 'No.', assigned_actor_id },
      });
      await api.fails('rejectAction', reject(other.agent.actor_id), 403, 'FORBIDDEN');
      await api.ok('rejectAction', reject(given.agent.actor_id));
    });

    const reject = (id: string, body: object = {}) =>
      given.person.ok('rejectAction', { path: { id }, body: { reason: 'Too short.', ...body } });

    test('makes the action ready again, with the same assignee', async () => {
      const done = await inReview();
      const open = await reject(done.id);
      expect(open).toMatchObject({
        status: 'ready',
        completed_at: null,
        completed_by_actor_id: null,
        result_summary: 'It is sewn.',
        assigned_agent_id: given.agent.id,
        is_working: false,
        review: {
          state: 'rejected',
          reviewer_actor_id: given.owner.owner.id,
          reviewed_at: open.updated_at,
        },
        latest_note: { kind: 'note', body: 'Too short.' },
      });
      expect((await kindsOf(done.id)).at(-1)).toBe('action.rejected');
      const again = await complete(done.id, given.worker);
      const pending = { state: 'pending', reviewer_actor_id: null, reviewed_at: null };
      expect(again.review).toEqual(pending);
    });

    test('requires a reason', async () => {
      const { id } = await inReview();
      const sent = { path: { id }, body: {} };
      const { issues } = await given.person.fails('rejectAction', sent, 400, 'VALIDATION_FAILED');
      expect(issues).toEqual([expect.objectContaining({ path: 'body/reason' })]);
    });

    test('assigns the action to another actor or to the pool on request', async () => {
      const toMe = await reject((await inReview()).id, {
        assigned_actor_id: given.owner.owner.id,
      });
      expect(toMe.assigned_actor_id).toBe(given.owner.owner.id);
      const toPool = await reject((await inReview()).id, { assigned_actor_id: null });
      expect(toPool).toMatchObject({ assigned_actor_id: null, assigned_at: null });
      const { id } = await inReview();
      const body = { reason: 'No.', assigned_actor_id: 'atr_nobody' };
      await given.person.fails('rejectAction', { path: { id }, body }, 422, 'INVALID_REFERENCE');
    });

    test('is 403 beyond the cap of the plan on open actions of agents', async () => {
      const { free, id } = await atTheCap((over, { worker }) => complete(over, worker));
      const sent = { path: { id }, body: { reason: 'No.' } };
      await free.person.fails('rejectAction', sent, 403, 'CAP_EXCEEDED');
      expect(await read(id, free.person)).toHaveProperty('review.state', 'pending');
    });

    test('is 409 while another open action has its source key', async () => {
      const done = await inReview({ source_key: `mail-${Math.random()}` });
      await create({ source_key: done.source_key });
      const sent = { path: { id: done.id }, body: { reason: 'No.' } };
      await given.person.fails('rejectAction', sent, 409, 'SOURCE_KEY_TAKEN');
      expect(await read(done.id)).toEqual(done);
    });

    test('one of twenty concurrent reviews succeeds', async () => {
      const { id } = await inReview();
      const responses = await twenty((index) =>
        index % 2 === 0
          ? given.person.call('approveAction', { path: { id } })
          : given.person.call('rejectAction', { path: { id }, body: { reason: `No ${index}` } }),
      );
      expect(tally(responses)).toEqual({ 200: 1, 409: 19 });
      const { status, review } = await read(id);
      for (const { body } of responses.filter((response) => response.status === 409)) {
        const details = { status, review_state: review.state };
        expect(body).toMatchObject({ code: 'NOT_IN_REVIEW', details });
      }
      expect(await kindsOf(id)).toHaveLength(3);
    });
  });

  describe('every verb in every state that does not allow it', () => {
    const states = {
      inbox: () => create(),
      ready: () => create({ status: 'ready' }),
      waiting: () => create({ status: 'waiting' }),
      done: async () => {
        const { id } = await create({ assigned_agent_id: given.agent.id, requires_review: false });
        return complete(id, given.worker);
      },
      dropped: async () => drop((await create()).id),
      'in review': () => inReview(),
      approved: async () => {
        const { id } = await inReview();
        return given.person.ok('approveAction', { path: { id } });
      },
      rejected: async () => {
        const { id } = await inReview();
        return given.person.ok('rejectAction', { path: { id }, body: { reason: 'No.' } });
      },
    } as const;
    type State = keyof typeof states;

    const over: readonly State[] = ['done', 'dropped', 'in review', 'approved'];
    const open: readonly State[] = ['inbox', 'ready', 'waiting', 'rejected'];
    const unreviewed = [...open, 'done', 'dropped', 'approved'] as const;
    const verbs = [
      ['updateAction', over, 'ALREADY_TERMINAL', { title: 'Too late' }],
      ['completeAction', over, 'ALREADY_TERMINAL', { result_summary: 'Too late' }],
      ['dropAction', over, 'ALREADY_TERMINAL', { reason: 'Too late' }],
      ['reopenAction', open, 'NOT_TERMINAL', {}],
      ['approveAction', unreviewed, 'NOT_IN_REVIEW', {}],
      ['rejectAction', unreviewed, 'NOT_IN_REVIEW', { reason: 'No.' }],
    ] as const;
    const cases = verbs.flatMap(([verb, states, code, body]) =>
      states.map((state) => [verb, state, code, body] as const),
    );

    test.each(cases)('%s of an action that is %s: %s', async (verb, state, code, body) => {
      const action: Action = await states[state]();
      const { length } = await kindsOf(action.id);
      const sent = { path: { id: action.id }, body };
      const { details } = await given.person.fails(verb, sent, 409, code);
      expect(details).toMatchObject({ status: action.status });
      expect(await read(action.id)).toEqual(action);
      expect(await kindsOf(action.id)).toHaveLength(length);
    });
  });
});

/** One fault of a request, or of the action that it names. */
interface Fault {
  readonly code: ErrorCode;
  /** Columns of the stored action. */
  readonly columns?: (fixture: Fixture) => object;
  readonly body?: (fixture: Fixture) => object;
  readonly blockerId?: (action: Action) => string;
  readonly caller?: 'boundAgent';
}

/** A verb on an action, with its faults in the order in which they must be reported. */
interface Verb {
  readonly caller: 'person' | 'worker';
  /** What a request without a fault needs. */
  readonly base?: Omit<Fault, 'code'>;
  readonly faults: Readonly<Record<string, Fault>>;
  /** Pairs of faults that exclude each other. */
  readonly exclusive?: readonly (readonly [string, string])[];
}

interface Fixture {
  readonly person: ApiClient;
  readonly worker: ApiClient;
  readonly boundAgent: ApiClient;
  readonly personId: string;
  readonly workerId: string;
  readonly otherAgentId: string;
  readonly foreignActionId: string;
}

const soon = (): string => addMilliseconds(new Date().toISOString(), DAY);

const past = (): string => addMilliseconds(new Date().toISOString(), -60 * SECOND);

const claimBy = (actorId: string, expires = soon()) => ({
  claimed_by_actor_id: actorId,
  claim_generation: 1,
  claim_lease_seconds: 900,
  claim_expires_at: expires,
});

const ended = { status: 'done', completed_at: '2026-01-02T03:04:05.000Z', result_summary: 'x' };

const invisible: Fault = { code: 'NOT_FOUND' };

const alreadyEnded: Fault = { code: 'ALREADY_TERMINAL', columns: () => ended };

const beyondCapabilities: Fault = {
  code: 'FORBIDDEN',
  columns: () => ({ requirements: '["flying"]' }),
};

const withoutApproval: Fault = { code: 'PROPOSAL_REQUIRED', caller: 'boundAgent' };

const stale: Fault = { code: 'STALE_VERSION' };

const claimedByAnother: Fault = {
  code: 'ALREADY_CLAIMED',
  columns: ({ otherAgentId }) => claimBy(otherAgentId),
};

const unknownAssignee: Fault = {
  code: 'INVALID_REFERENCE',
  body: () => ({ assigned_actor_id: 'atr_nobody' }),
};

const notInReview: Fault = { code: 'NOT_IN_REVIEW', columns: () => ({ review_state: 'approved' }) };

const ownWork: Fault = {
  code: 'SELF_REVIEW_FORBIDDEN',
  columns: ({ personId }) => ({ completed_by_actor_id: personId }),
};

const inReview = { columns: () => ({ ...ended, review_state: 'pending' }) };

const ownClaim = { columns: ({ workerId }: Fixture) => claimBy(workerId) };

const verbs: Partial<Record<OperationId, Verb>> = {
  updateAction: {
    caller: 'worker',
    base: { body: () => ({ title: 'Other lights' }) },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      reviewChosenByAgent: { code: 'FORBIDDEN', body: () => ({ requires_review: true }) },
      withoutApproval: {
        ...withoutApproval,
        body: ({ personId }) => ({ assigned_actor_id: personId }),
      },
      stale,
      claimedByAnother,
      unknownProject: { code: 'INVALID_REFERENCE', body: () => ({ project_id: 'prj_none' }) },
    },
  },
  completeAction: {
    caller: 'worker',
    base: { body: () => ({ result_summary: 'They hang.' }) },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      supersededClaim: { code: 'CLAIM_LOST', body: () => ({ claim_generation: 7 }) },
      claimedByAnother,
      template: { code: 'TEMPLATE_NOT_COMPLETABLE', columns: () => ({ is_template: true }) },
      unknownDocument: {
        code: 'INVALID_REFERENCE',
        body: () => ({ links: [{ document_id: 'doc_none' }] }),
      },
    },
  },
  dropAction: {
    caller: 'worker',
    base: { body: () => ({ reason: 'No need.' }) },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      withoutApproval,
      stale,
      claimedByAnother,
      unknownProposal: {
        code: 'INVALID_REFERENCE',
        body: () => ({ permitted_proposal_id: 'req_none' }),
      },
    },
    exclusive: [['withoutApproval', 'unknownProposal']],
  },
  claimAction: {
    caller: 'worker',
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      claimedByAnother,
      deferred: { code: 'NOT_CLAIMABLE', columns: () => ({ defer_until: soon() }) },
    },
  },
  releaseAction: {
    caller: 'worker',
    base: ownClaim,
    faults: {
      invisible,
      alreadyEnded,
      claimOfAnother: { ...claimedByAnother, code: 'FORBIDDEN' },
      stale,
      supersededClaim: { code: 'CLAIM_LOST', body: () => ({ claim_generation: 7 }) },
    },
    // A caller that names a superseded generation had a claim: see the test below.
    exclusive: [['claimOfAnother', 'supersededClaim']],
  },
  heartbeatAction: {
    caller: 'worker',
    base: ownClaim,
    faults: {
      invisible,
      alreadyEnded,
      claimOfAnother: { ...claimedByAnother, code: 'FORBIDDEN' },
      stale,
      expiredClaim: { code: 'CLAIM_LOST', columns: () => ({ claim_expires_at: past() }) },
    },
  },
  addBlocker: {
    caller: 'worker',
    base: { blockerId: () => '' },
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      claimedByAnother,
      cycle: { code: 'DEPENDENCY_CYCLE', blockerId: ({ id }) => id },
    },
    exclusive: [['invisible', 'cycle']],
  },
  removeBlocker: {
    caller: 'worker',
    faults: {
      invisible,
      alreadyEnded,
      beyondCapabilities,
      stale,
      claimedByAnother,
      unknownBlocker: { code: 'NOT_FOUND', blockerId: () => 'act_none' },
    },
  },
  reopenAction: {
    caller: 'person',
    base: { columns: () => ended },
    faults: {
      invisible,
      open: { code: 'NOT_TERMINAL', columns: () => ({ status: 'waiting' }) },
      stale,
      unknownAssignee,
    },
  },
  approveAction: {
    caller: 'person',
    base: inReview,
    faults: { invisible, notInReview, ownWork, stale },
  },
  rejectAction: {
    caller: 'person',
    base: { ...inReview, body: () => ({ reason: 'Page seven is missing.' }) },
    faults: { invisible, notInReview, ownWork, stale, unknownAssignee },
  },
};

const entries = Object.entries(verbs).flatMap(([id, verb]) => (verb ? [[id, verb] as const] : []));

const operations = Object.keys(verbs).filter((id): id is OperationId => id in verbs);

describeOnEachDatabase('The guard of the verbs on an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let fixture: Fixture;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const theirs = await aWorkspace(app, database());
    const other = await addAgent(app, given.owner);
    const bound = await addAgent(app, given.owner, { requires_proposals: true });
    fixture = {
      person: given.person,
      worker: given.worker,
      boundAgent: client(app, { bearer: bound.token }),
      personId: given.owner.owner.id,
      workerId: given.agent.actor_id,
      otherAgentId: other.agent.actor_id,
      foreignActionId: (await create(theirs.person)).id,
    };
  });
  afterAll(() => app.close());

  const create = (by: ApiClient) =>
    by.ok('createAction', { body: { title: 'Hang the lights', status: 'ready' } });
  const columnsOf = (id: string) => database().knex('actions').where({ id }).first();

  /** An action for the verb, and another one that can block it or already does. */
  const prepare = async (operation: OperationId) => {
    const [action, blocker] = [await create(given.person), await create(given.person)];
    const edge = { path: { id: action.id, blocker_id: blocker.id } };
    if (operation === 'removeBlocker') await given.person.ok('addBlocker', edge);
    return { action, blocker };
  };

  /** Sends the verb with these faults of the request and of the action. */
  const attempt = async (
    operation: OperationId,
    { action, blocker }: { readonly action: Action; readonly blocker: Action },
    names: readonly string[],
  ) => {
    const verb = verbs[operation];
    if (verb === undefined) throw new Error(`${operation} is in no table.`);
    const chosen = names.flatMap((name) => verb.faults[name] ?? []);
    const parts = [verb.base ?? {}, ...chosen.toReversed()];
    const columns: object = Object.assign({}, ...parts.map((part) => part.columns?.(fixture)));
    if (Object.keys(columns).length > 0) {
      await database().knex('actions').where({ id: action.id }).update(columns);
    }
    const before: unknown = await columnsOf(action.id);
    const bodies = parts.flatMap((part) => part.body?.(fixture) ?? []);
    const blockerId = chosen.find((fault) => fault.blockerId)?.blockerId?.(action) ?? blocker.id;
    const caller = chosen.find((fault) => fault.caller)?.caller ?? verb.caller;
    const response = await fixture[caller].send(operation, {
      path: {
        id: names.includes('invisible') ? fixture.foreignActionId : action.id,
        ...(operation.endsWith('Blocker') ? { blocker_id: blockerId } : {}),
      },
      ...(names.includes('stale') ? { header: { 'If-Match': '"99"' } } : {}),
      ...(bodies.length > 0 ? { body: Object.assign({}, ...bodies) } : {}),
    });
    return { response, before, after: await columnsOf(action.id) };
  };

  test.each(operations)('%s succeeds without a fault', async (operation) => {
    const { response } = await attempt(operation, await prepare(operation), []);
    expect([200, 204]).toContain(response.status);
  });

  const pairs = entries.flatMap(([operation, { faults, exclusive = [] }]) => {
    const names = Object.keys(faults);
    const excluded = new Set(exclusive.map((pair) => pair.join()));
    return names.flatMap((first, index) =>
      names
        .slice(index)
        .filter((second) => !excluded.has([first, second].join()))
        .flatMap((second) => {
          const code = faults[first]?.code;
          return code === undefined ? [] : [[operation, first, second, code] as const];
        }),
    );
  });

  test.each(operations)('%s reports the first of two faults and changes nothing', async (id) => {
    const actions = await prepare(id);
    const unchanged: object = await columnsOf(actions.action.id);
    for (const [operation, first, second, code] of pairs.filter(([of]) => of === id)) {
      const { response, before, after } = await attempt(id, actions, [...new Set([first, second])]);
      const name = `${operation}, ${first} and ${second}`;
      const error = code === 'ALREADY_TERMINAL' ? { code, details: { status: 'done' } } : { code };
      expect({ name, status: response.status, body: response.body }).toMatchObject({
        name,
        status: statusOf(code),
        body: error,
      });
      expect(after).toEqual(before);
      await database().knex('actions').where({ id: actions.action.id }).update(unchanged);
    }
  });

  test.each(['heartbeatAction', 'releaseAction'] as const)(
    '%s is CLAIM_LOST for an agent whose claim another agent took over',
    async (operation) => {
      const { id } = await create(given.person);
      await database().knex('actions').where({ id }).update(claimBy(fixture.otherAgentId));
      const input = { path: { id }, body: { claim_generation: 7 } };
      await given.worker.fails(operation, input, 409, 'CLAIM_LOST');
    },
  );

  test('a forbidden reassignment is reported before a stale version', async () => {
    const { id } = await create(given.person);
    const input = {
      path: { id },
      header: { 'If-Match': '"99"' },
      body: { assigned_actor_id: fixture.otherAgentId },
    };
    await given.worker.fails('updateAction', input, 403, 'FORBIDDEN');
  });
});
