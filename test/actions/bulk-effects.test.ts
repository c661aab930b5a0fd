import document from '../../generated/openapi.json';
import { operationsById } from '../../scripts/conformance/lookup';
import { asList, asObject } from '../../scripts/generate/json';
import type { OperationId } from '../../src/platform/operation';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { bulkEffects, timedEffects } from '../support/bulk-effects';
import { describeOnEachDatabase } from '../support/dialects';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { exampleRequests } from '../../scripts/requests/examples';
import { allOperationIds, factsOf, forAgents } from '../../scripts/requests/operations';
import { sendExample } from '../../scripts/requests/send-example';
import { readRecords, touchedTables } from '../support/touched-records';

const writes = allOperationIds.filter((id) => factsOf(id).method !== 'get');
const operations = operationsById(document);
const emittedBy = (id: OperationId) => asList(operations.get(id)?.operation['x-emits']).map(String);
const effectsOf = (id: OperationId) => Object.entries(bulkEffects[id] ?? {});

describe('The table of what operations change besides their own record', () => {
  test('has a line for every operation that writes, and for no other', () => {
    expect(Object.keys(bulkEffects).toSorted()).toEqual([...writes].toSorted());
  });

  test.each(writes.filter((id) => effectsOf(id).length > 0))(
    '%s says which guard each effect takes, or what a consequence leaves out',
    (id) => {
      for (const [effect, { takes, leavesOut = '' }] of effectsOf(id)) {
        expect(effect).toMatch(/^[a-z_]+: ./);
        if (takes === 'system') expect(leavesOut).toMatch(/\.$/);
        else if (takes === 'people') expect([id, forAgents(id)]).toEqual([id, false]);
        else expect(writes).toContain(takes);
      }
    },
  );

  test.each(Object.entries(timedEffects))('%s says what it leaves out', (_, leavesOut) => {
    expect(leavesOut).toMatch(/^(Changes no record|Leaves out .+)\.$/);
  });
});

describeOnEachDatabase('What the examples of the contract change', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  const requests = exampleRequests
    .filter(({ method }) => method !== 'get')
    .map((request) => ({ ...request, title: `${request.id}: ${request.name}` }));

  test.each(requests)('$title changes no other records than its line says', async (request) => {
    await resetExampleWorkspace(app.database);
    const before = await readRecords(app.database);
    const { status, text } = await sendExample(app, request);
    expect(status).toBeLessThan(300);
    const after = await readRecords(app.database);
    const made = text === '' ? {} : asObject(JSON.parse(text));
    const own = new Set([...request.path.split('/'), String(made['id'])]);
    const said = effectsOf(request.id).map(([effect]) => effect.split(':')[0]);
    expect(said).toEqual(expect.arrayContaining(touchedTables(before, after, own)));
  });

  const emitting = requests.filter(({ id }) => emittedBy(id).length > 0);

  test.each(emitting)('$title emits the events of x-emits', async (request) => {
    await resetExampleWorkspace(app.database);
    const stored = async (): Promise<string[]> =>
      app.database.knex('events').orderBy('position').pluck('kind');
    const before = await stored();
    expect((await sendExample(app, request)).status).toBeLessThan(300);
    const emitted = (await stored()).slice(before.length);
    expect(emitted).toEqual(expect.arrayContaining(emittedBy(request.id)));
  });
});
