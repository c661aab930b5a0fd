import { isRecord } from '../src/platform/json';
import { startApp, type TestApp } from './support/app';
import { client, credentialHeaders } from './support/client';
import { describeOnEachDatabase } from './support/dialects';
import { disagreement } from './support/example-agreement';
import { credentials, ownerSignIn, resetExampleWorld } from './support/example-world';
import { exampleRequests, shownAnswerNames, type ExampleRequest } from './support/examples';
import { exchange, type Answered } from './support/exchange';
import { factsOf, operationIds } from './support/operations';

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
  test('contain a complete request of every operation', () => {
    const sendable = exampleRequests.filter(({ path }) => !/[{}]|%7B/.test(path));
    expect([...new Set(sendable.map(({ id }) => id))]).toEqual(operationIds);
    expect(sendable).toHaveLength(exampleRequests.length);
  });

  test('have a response for each request, and a request for each response', () => {
    const unanswered = exampleRequests.filter(({ documented }) => documented.length === 0);
    expect(unanswered.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
    for (const id of operationIds) {
      const shown = exampleRequests.filter((request) => request.id === id);
      const answers = shown.flatMap(({ documented }) => documented.map(({ name }) => name));
      expect([id, new Set(answers)]).toEqual([id, new Set(shownAnswerNames(id))]);
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
      moved = await resetExampleWorld(database());
    });
    test.each(reads)('$title', async (request) => {
      expect(faultOf(request, await sent(app, request), moved)).toBeUndefined();
    });
  });

  describe('for writing', () => {
    beforeEach(async () => {
      moved = await resetExampleWorld(database());
    });
    test.each(writes)('$title', async (request) => {
      expect(faultOf(request, await sent(app, request), moved)).toBeUndefined();
      // Checks the events of every operation against the contract.
      const cookie = endingSessions.has(request.id)
        ? await signIn(app, request)
        : credentials.cookie;
      await client(app, { cookie }).ok('readEvents', { query: { limit: 200 } });
    });

    test.each(repeatable)('$title, repeated', async (request) => {
      const body = { ...request.body, client_request_id: 'again' };
      const first = await sent(app, { ...request, body });
      const again = await sent(app, { ...request, body });
      expect(again).toMatchObject({
        status: first.status,
        headers: { 'idempotent-replayed': 'true' },
      });
    });
  });
});

/** Sends the request as the contract shows it, with If-Match where the contract requires it. */
async function sent(app: TestApp, request: ExampleRequest): Promise<Answered> {
  const { method, path, credential, accept, body, conditional } = request;
  const shown = credentialHeaders(credential);
  const asked = accept === undefined ? shown : { ...shown, Accept: accept };
  if (body === undefined) return exchange(app, method.toUpperCase(), path, { headers: asked });
  const typed = { ...asked, 'Content-Type': 'application/json' };
  const headers = conditional ? { ...typed, 'If-Match': await etagOf(app, path, shown) } : typed;
  return exchange(app, method.toUpperCase(), path, { headers, body: JSON.stringify(body) });
}

/** The cookie of a new session of the owner, whose password the request may have changed. */
async function signIn(app: TestApp, { body }: ExampleRequest): Promise<string> {
  const set = isRecord(body) && typeof body['password'] === 'string' ? body['password'] : undefined;
  const { headers } = await client(app).call('createSession', {
    body: { ...ownerSignIn, password: set ?? ownerSignIn.password },
  });
  return /__Host-callboard_session=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
}

async function etagOf(app: TestApp, path: string, headers: Record<string, string>) {
  const read = await exchange(app, 'GET', path, { headers });
  return String(read.headers.etag);
}

/** The differences from each response that the contract shows; undefined when one matches. */
function faultOf(request: ExampleRequest, { status, text }: Answered, moved: number) {
  const faults = request.documented.map((answer) =>
    answer.status === status
      ? bodyFault(request, answer.value, text, moved)
      : `the status is ${status}, not ${answer.status}: ${text}`,
  );
  return faults.includes(undefined) ? undefined : faults.join('\n');
}

function bodyFault({ accept, id }: ExampleRequest, example: unknown, text: string, moved: number) {
  if (accept === undefined) return text === '' ? undefined : 'it has a body';
  // The examples of the contract and its pages show only the beginning.
  if (typeof example === 'string')
    return text.startsWith(example) ? undefined : 'it begins differently';
  const answer: unknown = JSON.parse(text);
  return disagreement(example, id === 'getOpenApi' ? cutTo(example, answer) : answer, moved);
}

/** The response without the fields that the example lacks. */
function cutTo(example: unknown, answer: unknown): unknown {
  if (!isRecord(example) || !isRecord(answer)) return answer;
  const names = Object.keys(example).filter((name) => Object.hasOwn(answer, name));
  return Object.fromEntries(names.map((name) => [name, cutTo(example[name], answer[name])]));
}
