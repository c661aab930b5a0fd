import type { components } from '../generated/types';
import { addAgent, startApp, type TestApp } from './support/app';
import { client, type ApiClient, type Called } from './support/client';
import { describeOnEachDatabase } from './support/dialects';
import { aWorkspace, type GivenWorkspace } from './support/given';

type ActionCreate = components['schemas']['ActionCreate'];

describeOnEachDatabase('The ends of actions and back', (database) => {
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

  const tally = (answers: readonly Called[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  describe('dropAction', () => {
    test.each(['inbox', 'ready', 'waiting'] as const)('ends one that is %s', async (status) => {
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
      expect(headers['etag']).toBe('"2"');
      expect(await read(id)).toEqual(body);
      expect(await kindsOf(id)).toEqual(['action.created', 'action.dropped']);
    });

    test('a person need not say why', async () => {
      const { id } = await create();
      const dropped = await given.person.ok('dropAction', { path: { id } });
      expect(dropped).toMatchObject({ status: 'dropped', version: 2 });
      expect(await notesOf(id)).toEqual([]);
    });

    test('an agent says why', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      for (const body of [undefined, {}]) {
        const sent = { path: { id }, ...(body === undefined ? {} : { body }) };
        const { issues } = await given.worker.fails('dropAction', sent, 400, 'VALIDATION_FAILED');
        expect(issues).toEqual([expect.objectContaining({ path: 'body/reason' })]);
      }
      expect(await read(id)).toHaveProperty('version', 1);
      expect(await drop(id, given.worker)).toHaveProperty('status', 'dropped');
    });

    test('a worker drops what it may change, a sysadmin anything', async () => {
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

    test('an agent that requires proposals asks first', async () => {
      const { api } = await anAgent({ requires_proposals: true });
      const { id } = await create({ status: 'ready' }, api);
      const sent = { path: { id }, body: { reason: 'Cut.' } };
      const { details } = await api.fails('dropAction', sent, 403, 'PROPOSAL_REQUIRED');
      expect(details).toEqual({ operation: 'dropAction' });
      const body = { reason: 'Cut.', permitted_proposal_id: 'ppl_nothing' };
      await api.fails('dropAction', { path: { id }, body }, 422, 'INVALID_REFERENCE');
      expect(await kindsOf(id)).toEqual(['action.created']);
    });

    test('dismisses the open questions about it, by the system', async () => {
      const { id } = await create({ status: 'ready' }, given.worker);
      const ask = (question: string, blocking: boolean) =>
        given.worker.ok('createQuestion', {
          body: { question, on_answer: 'I go on.', action_id: id, blocking },
        });
      const [open, aside, answered] = [
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
      for (const { id: questionId } of [open, aside]) {
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
      const [held] = await database().knex('actions').where({ id }).select('waits_for_answer');
      expect([false, 0]).toContain(held.waits_for_answer);
    });

    test('so does the end of a project', async () => {
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

    test('is guarded by If-Match', async () => {
      const { id } = await create();
      const stale = { path: { id }, header: { 'If-Match': '"2"' } };
      const { details } = await given.person.fails('dropAction', stale, 412, 'STALE_VERSION');
      expect(details).toEqual({ current_version: 1 });
      await given.person.ok('dropAction', { path: { id }, header: { 'If-Match': '"1"' } });
    });

    test('does not know what is absent or in another workspace', async () => {
      const other = await create({}, theirs.person);
      for (const id of ['act_nothing', other.id]) {
        await given.person.fails('dropAction', { path: { id } }, 404, 'NOT_FOUND');
      }
    });

    test('of twenty who drop or complete it the first wins', async () => {
      const { id } = await create({ status: 'ready' });
      const answers = await twenty((index) =>
        index % 2 === 0
          ? given.worker.call('dropAction', { path: { id }, body: { reason: `By ${index}` } })
          : given.person.call('completeAction', {
              path: { id },
              body: { result_summary: `By ${index}` },
            }),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
      const { status } = await read(id);
      for (const { body } of answers.filter((answer) => answer.status === 409)) {
        expect(body).toMatchObject({ code: 'ALREADY_TERMINAL', details: { status } });
      }
      expect(await kindsOf(id)).toHaveLength(2);
    });

    test('takes twenty repetitions with one client_request_id for one', async () => {
      const { id } = await create();
      const sent = { path: { id }, body: { reason: 'Cut.', client_request_id: 'cut' } };
      const answers = await twenty(() => given.person.call('dropAction', sent));
      expect(tally(answers)).toEqual({ 200: 20 });
      expect(await notesOf(id)).toHaveLength(1);
    });
  });
});
