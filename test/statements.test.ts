import { operationFacts } from '../generated/handlers';
import type { OperationId } from '../src/platform/operation';
import { addToken, makeWorkspace, startApp, type TestApp } from './support/app';
import { client, type RawInput } from './support/client';
import { describeOnEachDatabase } from './support/dialects';
import { insertMix, nth } from './support/mixed-workspace';
import { countStatements } from './support/statements';

const sizesOf = (count: number) => ({
  agents: count,
  domains: count,
  projects: count,
  orders: count,
  documents: count,
  actions: count,
  questions: count,
  events: count,
});

// As many actions as a batch takes.
const someIds = (count: number): string[] =>
  Array.from({ length: Math.min(count, 100) }, (_, index) => nth('act', index));

// Every list and view of the contract; a new one belongs here.
const reads: [OperationId, RawInput][] = [
  ['listActions', {}],
  ['batchGetActions', {}],
  ['listActionNotes', { path: { id: nth('act', 0) } }],
  ['listProjectNotes', { path: { id: nth('prj', 0) } }],
  ['listOrderNotes', { path: { id: nth('ord', 0) } }],
  ['listDocumentNotes', { path: { id: nth('doc', 0) } }],
  ['listQuestionNotes', { path: { id: nth('qst', 0) } }],
  ['listProposalNotes', { path: { id: nth('ppl', 0) } }],
  ['listProjects', {}],
  ['listProjectActions', { path: { id: nth('prj', 0) } }],
  ['listDomains', {}],
  ['listOrders', {}],
  ['listCheckins', { path: { id: nth('ord', 0) } }],
  ['listQuestions', {}],
  ['listProposals', {}],
  ['listAgents', {}],
  ['listTokens', { path: { id: nth('agt', 0) } }],
  ['listWorkspaceTokens', {}],
  ['listDocuments', {}],
  ['listUsers', {}],
  ['listInvitations', {}],
  ['listDocumentRevisions', { path: { id: nth('doc', 0) } }],
  ['listLinks', {}],
  ['listLinks', { query: { action_id: nth('act', 0) } }],
  ['getCommandView', {}],
  ['getInboxView', {}],
  ['getReviewView', {}],
  ['getReadyView', {}],
  ['getWorkingView', {}],
  ['getWaitingView', {}],
  ['getStalledView', {}],
  ['getDeferredView', {}],
  ['getTasksView', { query: { slice: 'active' } }],
  ['getTasksView', { query: { slice: 'all' } }],
  ['searchWorkspace', { query: { q: 'ac', limit: 200 } }],
  ['getAgentQueue', { path: { id: nth('agt', 0) } }],
  ['getAgentQueue', { path: { id: nth('agt', 0) }, query: { include_claimable: true } }],
  ['getAgentOverview', { path: { id: nth('agt', 0) } }],
  ['getAgentAttention', { path: { id: nth('agt', 0) } }],
  ['getAgentOverview', { path: { id: nth('agt', 0) }, query: { full: true } }],
];

describeOnEachDatabase(
  'the number of statements does not depend on the number of rows',
  (database) => {
    let app: TestApp;
    let apart: TestApp | undefined;
    const cookies = new Map<number, string>();

    beforeAll(async () => {
      app = await startApp(database());
      for (const count of [10, 1000]) {
        const person = await makeWorkspace(database(), `With ${count}`);
        await insertMix(database(), person.owner, sizesOf(count));
        await putInLines(person.owner.workspaceId);
        for (let made = 0; made < count / 100; made += 1) {
          await addToken(app, person, nth('agt', 0), ['read']);
        }
        cookies.set(count, person.cookie);
      }
      // Whoever fills tables in one go tells Postgres; otherwise it plans for ten rows.
      await database().knex.raw('analyze');
    }, 180_000);
    // What comes first in a line is asked only where there is one: each action is alone in its own.
    async function putInLines(workspaceId: string): Promise<void> {
      const { knex } = database();
      const key = { workspace_id: workspaceId };
      const line = { state: 'active', work_mode: 'sequential', is_template: false };
      await knex('projects').where(key).update(line);
      await knex('actions')
        .where(key)
        .update({ project_id: knex.raw("replace(id, 'act_', 'prj_')") });
    }

    afterEach(async () => {
      await apart?.close();
      apart = undefined;
    });
    afterAll(() => app.close());

    test('every list and every view is among them', async () => {
      const listed = Object.entries(operationFacts).flatMap(([id, facts]) =>
        /^list|^batch|^search|View$|Overview$|Attention$|Queue$/.test(id) && facts.method === 'get'
          ? [id]
          : [],
      );
      expect(new Set<string>(reads.map(([id]) => id))).toEqual(new Set(listed));
    });

    test.each(reads)('%s %j', async (id, input) => {
      const counts: number[] = [];
      // Rows are kept by the object of their database: with another one, a list runs what it runs when nobody has asked for it before.
      apart = await startApp({ ...database() });
      for (const count of [10, 1000]) {
        const cookie = cookies.get(count) ?? '';
        const read = {
          ...input,
          query: {
            ...input.query,
            ...(id.startsWith('list') ? { limit: 200 } : {}),
            ...(id === 'batchGetActions' ? { ids: someIds(count) } : {}),
          },
        };
        const api = client(apart, { cookie });
        counts.push(
          await countStatements(database(), async () => {
            expect((await api.send(id, read)).status).toBe(200);
          }),
        );
      }
      expect(counts[1]).toBe(counts[0]);
      // Those of the session included.
      expect(counts[1]).toBeLessThanOrEqual(15);
    });
  },
);
