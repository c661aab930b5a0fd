import type { components } from '../../generated/types';
import { startApp, type TestApp } from '../../scripts/servers/app';
import type { ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { lastPositionOf } from '../support/positions';

type Schemas = components['schemas'];
type Question = Schemas['Question'];
type Item = Schemas['QuestionBatchRespondItem'];

describeOnEachDatabase('Batches of answers', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const ask = (more: Partial<Schemas['QuestionCreate']> = {}): Promise<Question> =>
    given.worker.ok('createQuestion', {
      body: { question: 'Which logo?', on_answer: 'I print it.', ...more },
    });
  const anAction = () =>
    given.person.ok('createAction', {
      body: { title: 'Print the poster', status: 'ready', assigned_agent_id: given.agent.id },
    });
  const readAction = (id: string) => given.person.ok('getAction', { path: { id } });
  const read = (id: string) => given.person.ok('getQuestion', { path: { id } });

  const answer = ({ id, version }: Question, more: Partial<Item> = {}): Item => ({
    id,
    version,
    response: 'The new one',
    ...more,
  });
  const respond = async (items: readonly Item[], by: ApiClient = given.person) =>
    (await by.ok('batchRespondQuestions', { body: { items: [...items] } })).items;

  const eventsAfter = async (position: number): Promise<string[]> => {
    const rows: { kind: string }[] = await database()
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .where('position', '>', position)
      .orderBy('position')
      .select('kind');
    return rows.map(({ kind }) => kind);
  };
  const lastPosition = () => lastPositionOf(given);

  describe('batchRespondQuestions', () => {
    test('answers in the order of the request, and ends the wait of the action', async () => {
      const action = await anAction();
      const [one, two] = [
        await ask({ action_id: action.id, blocking: true }),
        await ask({ action_id: action.id, blocking: true }),
      ];
      const free = await ask();
      const before = await lastPosition();
      const entries = await respond([
        answer(free, { response_comment: 'As agreed.' }),
        answer(two),
        answer(one),
      ]);
      expect(entries).toEqual([
        { id: free.id, status: 200, record: await read(free.id) },
        { id: two.id, status: 200, record: await read(two.id) },
        { id: one.id, status: 200, record: await read(one.id) },
      ]);
      expect(entries[0]?.record).toMatchObject({
        state: 'answered',
        response: 'The new one',
        response_comment: 'As agreed.',
        responded_by_actor_id: given.owner.owner.id,
      });
      expect((await readAction(action.id)).status).toBe('ready');
      expect(await eventsAfter(before)).toEqual([
        'question.answered',
        'question.answered',
        'action.updated',
        'question.answered',
      ]);
    });

    test('refuses single items, which change nothing, while the others succeed', async () => {
      const action = await anAction();
      const [ended, choice, stale, good] = [
        await ask(),
        await ask({
          action_id: action.id,
          blocking: true,
          choices: ['The old one'],
          allow_free_text: false,
        }),
        await ask(),
        await ask(),
      ];
      await given.person.ok('dismissQuestion', { path: { id: ended.id } });
      const before = await lastPosition();
      const entries = await respond([
        { ...answer(good), id: 'qst_unknown' },
        answer(choice),
        answer(ended),
        answer(good),
        answer(stale, { version: 7 }),
      ]);
      expect(entries.map(({ status, error }) => [status, error?.code])).toEqual([
        [404, 'NOT_FOUND'],
        [422, 'INVALID_CHOICE'],
        [409, 'ALREADY_RESOLVED'],
        [200, undefined],
        [412, 'STALE_VERSION'],
      ]);
      expect(entries[2]?.error?.details).toEqual({ state: 'dismissed' });
      expect(await eventsAfter(before)).toEqual(['question.answered']);
      expect(await read(choice.id)).toEqual(choice);
      expect(await read(stale.id)).toEqual(stale);
      expect((await readAction(action.id)).status).toBe('waiting');
    });

    test('lets an agent answer only its own questions, which close', async () => {
      const own = await ask();
      const other = await aWorkspace(app, database());
      expect(await respond([answer(own)], other.person)).toMatchObject([{ status: 404 }]);
      expect(await respond([answer(own)], given.worker)).toMatchObject([
        { status: 200, record: { state: 'closed' } },
      ]);
    });

    test('refuses a repeated id', async () => {
      const question = await ask();
      const items = [answer(question), answer(question, { response: 'The old one' })];
      const sent = { body: { items } };
      const { issues } = await given.person.fails(
        'batchRespondQuestions',
        sent,
        400,
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toEqual(['body/items/1/id']);
      expect(await read(question.id)).toEqual(question);
    });

    test('returns the same response to a repetition', async () => {
      const question = await ask();
      const items = [answer(question), { ...answer(question), id: 'qst_unknown' }];
      const body = { items, client_request_id: `answers ${question.id}` };
      const first = await given.person.call('batchRespondQuestions', { body });
      const before = await lastPosition();
      const second = await given.person.call('batchRespondQuestions', { body });
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(await eventsAfter(before)).toEqual([]);
    });

    test('concurrent batches in opposite order end each question once', async () => {
      const questions: Question[] = [];
      const actions = [await anAction(), await anAction()];
      for (let asked = 0; asked < 20; asked += 1) {
        const about = actions[asked % 2]?.id ?? null;
        questions.push(await ask({ action_id: about, blocking: true }));
      }
      const before = await lastPosition();
      const batches = await Promise.all([
        respond(questions.map((question) => answer(question))),
        respond(questions.toReversed().map((question) => answer(question, { response: 'None' }))),
      ]);
      for (const { id } of questions) {
        const statuses = batches.flatMap((entries) =>
          entries.filter((entry) => entry.id === id).map(({ status }) => status),
        );
        expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
      }
      const kinds = await eventsAfter(before);
      expect(kinds.filter((kind) => kind === 'question.answered')).toHaveLength(20);
      expect(kinds.filter((kind) => kind === 'action.updated')).toHaveLength(2);
      for (const { id } of actions) expect((await readAction(id)).status).toBe('ready');
      expect(app.logs.filter((line) => line.includes('retrying it'))).toEqual([]);
    });
  });
});
