import { openTransaction } from '../../src/platform/db/transaction';
import { startApp, type TestApp } from '../../scripts/servers/app';
import type { Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

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
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
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
