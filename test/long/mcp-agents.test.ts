import { connect } from '../../scripts/agent/connect';
import { workUntilIdle, type Work } from '../../scripts/agent/work';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { fillPool } from '../support/fifty-agents';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

// The whole proof has 2,000 actions and takes minutes: MCP_ACTIONS=2000 npx jest test/mcp-agents
const { MCP_ACTIONS: count = '200' } = process.env;

describeOnEachDatabase('Agents that work by tools', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });

  test('one asks when told to, waits for the answer, and completes', async () => {
    const { id } = await given.person.ok('createAction', {
      body: { title: 'Paint', status: 'ready', assigned_agent_id: given.agent.id },
    });
    const client = await connect(app.url, given.token);
    const work: Work = {
      questionAbout: (_, { ended_questions: ended }) =>
        ended === undefined ? 'Which colour?' : undefined,
    };
    await workUntilIdle(client, work);
    const { items } = await given.person.ok('listQuestions', { query: { action_id: id } });
    expect(items).toMatchObject([{ question: 'Which colour?', state: 'open' }]);
    const path = { id: items[0]?.id ?? '' };
    await given.person.ok('respondQuestion', { path, body: { response: 'Red' } });
    await workUntilIdle(client, work);
    await client.close();
    expect(await given.person.ok('getAction', { path: { id } })).toMatchObject({
      status: 'done',
      result_summary: 'Done: Paint',
    });
  });

  test(`fifty do ${count} actions, each of them once`, async () => {
    const all = await fillPool(given.person, Number(count));
    const done: string[] = [];
    const onCompleted: Work['onCompleted'] = ({ title }) => void done.push(String(title));
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { token } = await addAgent(app, given.owner);
        const client = await connect(app.url, token);
        await workUntilIdle(client, { onCompleted });
        await client.close();
      }),
    );
    expect(done.toSorted()).toEqual(all.toSorted());
    const query = { status: ['done' as const], limit: 1 };
    expect((await given.person.ok('listActions', { query })).total).toBe(all.length);
  }, 300_000);
});
