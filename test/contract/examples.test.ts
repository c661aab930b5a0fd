import { isRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { normalForm } from '../../scripts/requests/example-normal-form';
import { credentials } from '../../scripts/requests/example-records';
import { ownerSignIn, resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import {
  exampleRequests,
  responseExampleNames,
  type ExampleRequest,
} from '../../scripts/requests/examples';
import type { RawResponse } from '../../scripts/requests/exchange';
import { factsOf, operationIds } from '../../scripts/requests/operations';
import { resetForReading, sendExample } from '../../scripts/requests/send-example';

const titled = exampleRequests.map((request) => ({
  ...request,
  title: `${request.id}: ${request.name}${request.id === 'getOpenApi' ? ` as ${request.accept}` : ''}`,
}));
const reads = titled.filter(({ method }) => method === 'get');
const writes = titled.filter(({ method }) => method !== 'get');
const repeatable = writes.flatMap((request) =>
  request.method === 'post' && isRecord(request.body) && factsOf(request.id).acceptsClientRequestId
    ? [{ ...request, body: request.body }]
    : [],
);

const endingSessions: ReadonlySet<string> = new Set([
  'deleteSession',
  'deleteSessions',
  'resetPassword',
]);

describe('the examples of the contract', () => {
  test('contain a request of every operation that can be sent unchanged', () => {
    const sendable = exampleRequests.filter(({ path }) => !/[{}]|%7B/.test(path));
    expect([...new Set(sendable.map(({ id }) => id))]).toEqual(operationIds);
    expect(sendable).toHaveLength(exampleRequests.length);
  });

  test('show the response to the first request of every operation, and each response once', () => {
    for (const id of operationIds) {
      const requests = exampleRequests.filter((request) => request.id === id);
      const { hasBody, produces } = factsOf(id);
      if (produces.length === 0) continue;
      expect([id, requests[0]?.shown === undefined]).toEqual([id, false]);
      if (!hasBody) continue;
      const names = responseExampleNames(id);
      expect(requests.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
      expect([id, new Set(names).size]).toEqual([id, names.length]);
    }
  });
});

describeOnEachDatabase('the examples of the contract', (database) => {
  let app: TestApp;
  let moved: number;
  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  describe('for reading', () => {
    beforeAll(async () => {
      moved = await resetForReading(app);
    });
    test.each(reads)('$title', async (request) => {
      check(request, await sendExample(app, request), moved);
    });
  });

  describe('for writing', () => {
    beforeEach(async () => {
      moved = await resetExampleWorkspace(database());
    });
    test.each(writes)('$title', async (request) => {
      check(request, await sendExample(app, request), moved);
      // Checks the events of every operation, because they are responses too.
      const cookie = endingSessions.has(request.id)
        ? await signIn(app, request)
        : credentials.cookie;
      await client(app, { cookie }).ok('readEvents', { query: { limit: 200 } });
    });

    test.each(repeatable)('$title, repeated', async (request) => {
      const body = { ...request.body, client_request_id: 'again' };
      const first = await sendExample(app, { ...request, body });
      const again = await sendExample(app, { ...request, body });
      expect(again).toMatchObject({
        status: first.status,
        headers: { 'idempotent-replayed': 'true' },
      });
    });
  });
});

/** The cookie of a new session of the owner, with the password that the request may have set. */
async function signIn(app: TestApp, { body }: ExampleRequest): Promise<string> {
  const set = isRecord(body) && typeof body['password'] === 'string' ? body['password'] : undefined;
  const { headers } = await client(app).call('createSession', {
    body: { ...ownerSignIn, password: set ?? ownerSignIn.password },
  });
  return /__Host-callboard_session\w*=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
}

/**
 * Compares a response with the one that the contract shows; without one, checks the status only.
 */
function check(request: ExampleRequest, { status, text }: RawResponse, moved: number): void {
  const { id, accept, shown } = request;
  const { successStatuses } = factsOf(id);
  const statuses = shown === undefined ? successStatuses : [shown.status];
  expect({ statuses, text: statuses.includes(status) ? '' : text }).toEqual({ statuses, text: '' });
  if (accept === undefined) expect(text).toBe('');
  if (shown === undefined || accept === undefined) return;
  // The examples show only the beginning of the contract and its pages.
  if (typeof shown.value === 'string') {
    const beginning = withoutCursors(shown.value);
    expect(withoutCursors(text).slice(0, beginning.length)).toBe(beginning);
    return;
  }
  const response: unknown = JSON.parse(text);
  const given =
    id === 'getOpenApi'
      ? withFieldsOf(shown.value, response)
      : normalForm(response, request.body, moved);
  expect({ 'npm run contract:complete writes': given }).toEqual({
    'npm run contract:complete writes': shown.value,
  });
}

/** The response without the fields that the example does not have. */
function withFieldsOf(example: unknown, response: unknown): unknown {
  if (!isRecord(example) || !isRecord(response)) return response;
  const names = Object.keys(example).filter((name) => Object.hasOwn(response, name));
  return Object.fromEntries(
    names.map((name) => [name, withFieldsOf(example[name], response[name])]),
  );
}

/** The text of a stream with the same cursor in each place. */
function withoutCursors(text: string): string {
  return text.replaceAll(/(?<=^id: |"cursor":")[\w-]+/gm, 'a cursor');
}
