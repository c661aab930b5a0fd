import document from '../../generated/openapi.json';
import { createSchema, seed, type Seeded } from '../../scripts/bench/seed/seed';
import { asList, asObject } from '../../scripts/generate/json';
import { operationsOf } from '../../scripts/generate/operations';
import { streamTimes } from '../../src/features/feed';
import type { OperationId } from '../../src/platform/operation';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDialect } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { credentials, exampleWorkspace } from '../../scripts/requests/example-records';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { type ExampleRequest, exampleRequests } from '../../scripts/requests/examples';
import { exchange } from '../../scripts/requests/exchange';
import { operationIds } from '../../scripts/requests/operations';
import { faultsOf, type Surroundings, surroundingsOf } from '../support/plans';
import { describeSchema } from '../support/schema-description';
import { type RanStatement, recordStatements, renewActions } from '../support/statements';

const actions = 25_000;

/** The sort orders of each list; none for other operations. */
const sorts = new Map(
  operationsOf(document).map(({ operation, parameters }) => {
    const sort = parameters.find(({ value }) => value['name'] === 'sort');
    return [operation['operationId'], asList(asObject(sort?.value['schema'])['enum']).map(String)];
  }),
);

/** All requests that the contract shows, and for each list one for each sort order. */
const requests: readonly ExampleRequest[] = exampleRequests.flatMap((request) => [
  request,
  ...(sorts.get(request.id) ?? []).map((sort) => ({
    ...request,
    path: sortedBy(request.path, sort),
  })),
]);

// No index matches the history window: a list of all actions, the oldest first, and the counts by
// status skip the rows that the window hides.
const isNarrowed = ({ method, id }: ExampleRequest): boolean =>
  method === 'get' && id !== 'listActions' && id !== 'getActionCounts';

const repeated = new Set<OperationId>(['getAgentOverview', 'getAgentAttention', 'getCommandView']);

describeOnEachDialect('statements on %s', (dialect) => {
  let small: TestDatabase;
  let large: TestDatabase;
  let app: TestApp;
  let seeded: Seeded;
  let surroundings: Surroundings;
  const ranBy = new Map<OperationId, RanStatement[][]>();
  // A worker sees less than a person, and a plan with a history window hides more: both add
  // conditions.
  const narrowedOf = new Map<OperationId, RanStatement[]>();
  // Most operations share some of their statements.
  const judged = new Map<string, readonly string[]>();

  beforeAll(async () => {
    large = await openTestDatabase(dialect, 'empty');
    await createSchema(large.url);
    seeded = await seed(large.url, actions);
    surroundings = await surroundingsOf(large);
    small = await openTestDatabase(dialect);
    // A stream ends after its first statements, and before it polls.
    app = await startApp(small, {}, { streamTimes: { ...streamTimes, life: 150 } });
    await resetExampleWorkspace(small);
    for (const request of requests.flatMap(asEachSender)) {
      // The body of a write may name the version of an action.
      if (request.method === 'get') await renewActions(small);
      else await resetExampleWorkspace(small);
      const { ran } = await recordStatements(small, () => sent(app, request));
      ranBy.set(request.id, [...(ranBy.get(request.id) ?? []), ran]);
    }
    await resetExampleWorkspace(small);
    // A view that is read again while nothing has changed runs other statements.
    for (const request of requests.filter(({ id }) => repeated.has(id))) {
      await sent(app, request);
      const { ran } = await recordStatements(small, () => sent(app, request));
      narrowedOf.set(request.id, ran);
    }
    await small.knex('workspaces').where({ id: exampleWorkspace }).update({ plan: 'free' });
    const { cookie, bearer } = credentials;
    for (const request of requests.filter(isNarrowed)) {
      for (const credential of [{ cookie }, { bearer }]) {
        const { ran } = await recordStatements(small, () => sent(app, { ...request, credential }));
        narrowedOf.set(request.id, [...(narrowedOf.get(request.id) ?? []), ...ran]);
      }
    }
  }, 300_000);
  afterAll(async () => {
    await app.close();
    await small.close();
    await large.close();
  });

  test('are as many per operation as in the committed snapshot', () => {
    const most = operationIds
      .map((id) => [id, Math.max(...(ranBy.get(id) ?? []).map((ran) => ran.length))] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    expect(Object.fromEntries(most)).toMatchSnapshot();
  });

  test('that read or sort a whole table are detected', async () => {
    const { knex } = large;
    const bad = [
      knex('actions').where('workspace_id', seeded.workspaceId).where('details', 'x').select('id'),
      knex('actions').where('workspace_id', seeded.workspaceId).orderBy('details').limit(50),
      knex('events').where('summary', 'x').select('id'),
    ];
    for (const statement of bad) {
      const { sql, bindings } = statement.toSQL().toNative();
      expect(await faultsOf(surroundings, { sql, bindings })).not.toEqual([]);
    }
  });

  test.each(operationIds)('%s reads no more rows than it returns', async (id) => {
    const known = new Map(
      [...(ranBy.get(id) ?? []).flat(), ...(narrowedOf.get(id) ?? [])].map((statement) => [
        statement.sql,
        statement,
      ]),
    );
    const found: { readonly sql: string; readonly faults: readonly string[] }[] = [];
    for (const statement of known.values()) {
      const faults =
        judged.get(statement.sql) ?? (await faultsOf(surroundings, among(seeded, statement)));
      judged.set(statement.sql, faults);
      if (faults.length > 0) found.push({ sql: statement.sql, faults });
    }
    expect(found).toEqual([]);
  });

  // The seed inserts rows without the service.
  test('are explained with the search entries that the triggers write', async () => {
    expect(await describeSchema(large)).toEqual(await describeSchema(small));
    const { knex } = large;
    const some = seeded.actionIds.filter((_, index) => index % 250 === 0);
    const entries = async () => {
      const rows: { body: string }[] = await knex('search_entries')
        .whereIn('id', some)
        .orderBy('id');
      return rows.map(({ body, ...row }) => {
        const texts: unknown = JSON.parse(body);
        return { ...row, texts };
      });
    };
    const before = await entries();
    expect(before).toHaveLength(some.length);
    for (const title of ["title || '!'", 'substr(title, 1, length(title) - 1)'])
      await knex('actions')
        .whereIn('id', some)
        .update({ title: knex.raw(title) });
    expect(await entries()).toEqual(before);
  });
});

// The example response shows who sends a request; without one, it may be any caller.
function asEachSender(request: ExampleRequest): ExampleRequest[] {
  const { otherCredential, shown } = request;
  const both = shown === undefined && otherCredential !== undefined;
  return both ? [request, { ...request, credential: otherCredential }] : [request];
}

// Without the filters, which may have an index of their own; a search needs its words.
function sortedBy(path: string, sort: string): string {
  const [at = '', query] = path.split('?');
  const words = new URLSearchParams(query).get('q');
  const parameters = new URLSearchParams(
    at.endsWith('/search') && words !== null ? { q: words } : {},
  );
  parameters.set('sort', sort);
  return `${at}?${parameters.toString()}`;
}

async function sent(app: TestApp, request: ExampleRequest): Promise<void> {
  const { method, path, credential, body, conditional } = request;
  const headers = {
    ...credentialHeaders(credential),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(conditional && { 'If-Match': '"1"' }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  await exchange(app, method.toUpperCase(), path, { headers, ...content });
}

/** The statement with the ids of the seeded workspace and of existing records. */
function among(seeded: Seeded, { sql, bindings }: RanStatement): RanStatement {
  const { workspaceId, callers, actionIds, projectIds } = seeded;
  const [reader] = callers.reader;
  const known: Readonly<Record<string, string | undefined>> = {
    wsp: workspaceId,
    act: actionIds[0],
    prj: projectIds[0],
    agt: reader?.agentId,
    atr: reader?.actorId,
  };
  const [key, own] = [exampleWorkspace, workspaceId].map((id) => `${id.slice(-16)}_`);
  return {
    sql,
    bindings: bindings.map((value) => {
      if (typeof value !== 'string') return value;
      const prefix = /^([a-z]{3})_[0-9A-Z]{26}$/.exec(value)?.[1] ?? '';
      return known[prefix] ?? value.replaceAll(key ?? '', own ?? '');
    }),
  };
}
