import { isRecord, type JsonRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { bodyLimits, type BodyLimit } from '../support/body-limits';
import { credentialHeaders } from '../../scripts/requests/client';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { exampleRequests, type ExampleRequest } from '../../scripts/requests/examples';
import { exchange } from '../../scripts/requests/exchange';
import { shapeOf } from '../../scripts/fuzz/contract';

const requests = exampleRequests
  .filter(({ body }) => body !== undefined)
  // The fields belong to the schema, so any example will do.
  .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);

describe('The limits of bodies in the contract', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    // No request reaches a database.
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    await resetExampleWorkspace(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /**
   * Sends the value at the path, and returns the status with the issues for that path.
   */
  async function sent(request: ExampleRequest, limit: BodyLimit, value: unknown, more = {}) {
    const { path, siblings } = limit;
    const body = withValue(request.body, path, value, siblings);
    const response = await exchange(app, request.method.toUpperCase(), request.path, {
      headers: {
        ...credentialHeaders(request.credential),
        'Content-Type': 'application/json',
        'If-Match': '"1"',
      },
      body: JSON.stringify({ ...(isRecord(body) ? body : {}), ...more }),
    });
    const { issues }: { issues: { path: string; message: string }[] } = JSON.parse(response.text);
    const pointer = ['body', ...path].join('/');
    const faults = issues.filter((issue) => issue.path === pointer).map(({ message }) => message);
    return { status: response.status, faults };
  }

  test.each(requests.map((request) => ({ ...request, title: request.id })))(
    '$title: the limit is accepted, one more is refused',
    async (request) => {
      for (const limit of bodyLimits(shapeOf(request.id))) {
        const title = `${limit.path.join('/')} ${limit.keyword} ${limit.value}`;
        // Another fault in the body prevents storing it.
        const fault = { no_such_field: 1 };
        const within = await sent(request, limit, limit.within, fault);
        expect([title, within]).toEqual([title, { status: 400, faults: [] }]);
        const { status, faults } = await sent(request, limit, limit.beyond);
        expect([title, status, faults.length > 0]).toEqual([title, 400, true]);
      }
    },
  );

  test('there are many limits', () => {
    const found = requests.flatMap(({ id }) => bodyLimits(shapeOf(id)));
    expect(found.length).toBeGreaterThan(200);
    expect(new Set(found.map(({ keyword }) => keyword))).toEqual(
      new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'maximum', 'minimum']),
    );
  });
});

/** A copy of the value with another one at the path; missing parents are created. */
function withValue(
  base: unknown,
  [name, ...rest]: readonly string[],
  value: unknown,
  siblings: JsonRecord,
): unknown {
  if (name === undefined) return value;
  if (name === '0') {
    const first: unknown = Array.isArray(base) ? base[0] : undefined;
    return [withValue(first, rest, value, siblings)];
  }
  const fields: JsonRecord = isRecord(base) ? base : {};
  const beside = rest.length === 0 ? siblings : {};
  return { ...fields, ...beside, [name]: withValue(fields[name], rest, value, siblings) };
}
