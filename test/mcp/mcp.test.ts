import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { officialClients, type McpClient } from '../support/mcp-clients';

describeOnEachDatabase('callMcp', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });

  describe.each([
    ['2026-07-28', officialClients.new],
    ['2025-11-25', officialClients.old],
  ] as const)('the official client of %s', (revision, connect) => {
    let client: McpClient;

    beforeEach(async () => {
      client = await connect(app.url, given.token);
    });
    afterEach(() => client.close());

    test('runs the whole loop in five calls and 16 KiB', async () => {
      expect(client.revision).toBe(revision);
      const project = await given.person.ok('createProject', {
        body: { title: 'Gala', description: 'The evening of the year. '.repeat(40) },
      });
      const details = 'Print and fold forty programmes. '.repeat(60);
      const { id } = await given.person.ok('createAction', {
        body: {
          title: 'Print',
          details,
          status: 'ready',
          project_id: project.id,
          assigned_agent_id: given.agent.id,
        },
      });
      await given.person.ok('createActionNote', {
        path: { id },
        body: { body: 'On thick paper.' },
      });
      let bytes = 0;
      const call = async (name: string, args: Record<string, unknown>) => {
        const { structured, text, isError } = await client.call(name, args);
        expect({ isError, text }).toMatchObject({ isError: false });
        expect(JSON.parse(text)).toEqual(structured);
        bytes += Buffer.byteLength(text);
        return structured;
      };
      const overview = await call('get_overview', { brief: true });
      expect(overview).toMatchObject({ attention: { has_work: true } });
      const through = Object(overview['news']).page.next;
      const claimed = await call('claim_next', { news_read_through: through });
      expect(claimed).toMatchObject({
        action: { id },
        reason: 'claimed',
        context: { notes: [{}] },
      });
      await call('ask_question', { question: 'Fold?', on_answer: 'I fold.', action_id: id });
      await call('complete_action', { id, result_summary: 'Printed.' });
      const next = await call('claim_next', {});
      expect(next).toMatchObject({ reason: 'none_ready' });
      expect(bytes).toBeLessThanOrEqual(16 * 1024);
      expect(await given.person.ok('getAction', { path: { id } })).toMatchObject({
        status: 'done',
      });
    });
  });
});
