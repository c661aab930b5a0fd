import type { OperationId } from '../../src/platform/operation';
import { addToken, makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type RawInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { insertMix, nth } from '../support/mixed-workspace';
import { factsOf, idPrefixes, operationIds } from '../../scripts/requests/operations';
import { countStatements } from '../support/statements';

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

// A batch takes 100 ids at most.
const someIds = (count: number): string[] =>
  Array.from({ length: Math.min(count, 100) }, (_, index) => nth('act', index));

/** The lists and views of the contract. */
const listed = operationIds.filter(
  (id) =>
    factsOf(id).method === 'get' &&
    /^list|^batch|^search|View$|Overview$|Attention$|Queue$|News$/.test(id),
);

// The queries of reads whose statements depend on them; others are sent without a query.
const queries: { readonly [Id in OperationId]?: readonly object[] } = {
  getCommandView: [
    {},
    { include: ['reviews', 'proposals', 'stalled', 'requests', 'agents', 'orders'] },
  ],
  listEarlierTexts: [{ subject_id: nth('act', 0) }],
  listLinks: [{}, { action_id: nth('act', 0) }],
  getTasksView: [{ slice: 'active' }, { slice: 'all' }],
  searchWorkspace: [{ q: 'ac', limit: 200 }],
  getAgentQueue: [{}, { include_claimable: true }],
  getAgentOverview: [{}, { full: true }],
};

const reads = listed.flatMap((id): [OperationId, RawInput][] => {
  const { path } = factsOf(id);
  const prefix = idPrefixes.get(path.split('/')[2] ?? '') ?? '';
  const inPath = path.includes('{id}') ? { path: { id: nth(prefix, 0) } } : {};
  return (queries[id] ?? [{}]).map((query) => [id, { ...inPath, query }]);
});

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
        await putInSequences(person.owner.workspaceId);
        for (let made = 0; made < count / 100; made += 1) {
          await addToken(app, person, nth('agt', 0), ['read']);
        }
        cookies.set(count, person.cookie);
      }
      // After a bulk insert, Postgres needs new statistics; otherwise it plans for ten rows.
      await database().knex.raw('analyze');
    }, 180_000);
    // Sequential projects need additional statements, so each action gets a sequential project.
    async function putInSequences(workspaceId: string): Promise<void> {
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

    test.each(reads)('%s %j', async (id, input) => {
      const counts: number[] = [];
      // The row cache belongs to the object of its database: with a new one, it is empty.
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
      // Includes the statements of authentication.
      expect(counts[1]).toBeLessThanOrEqual(15);
    });
  },
);
