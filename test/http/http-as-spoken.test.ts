import { operationFacts } from '../../generated/handlers';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const reads = Object.values(operationFacts).filter(({ method }) => method === 'get');
const isStream = ({ produces }: { readonly produces: readonly string[] }): boolean =>
  produces.includes('text/event-stream');

describeOnEachDatabase('HTTP as others speak it', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const bearer = () => ({ authorization: `Bearer ${given.token}` });
  const send = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<RawResponse> =>
    exchange(app, method, path, { headers: { ...bearer(), ...headers }, body });

  describe('media types', () => {
    test.each([
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json;profile="a,b;q=0"',
      'text/html;level=1, application/json;v=2;q=0.5',
      'application/*;v=1',
      '*/*;v=1',
    ])('Accept: %s is JSON', async (accept) => {
      expect((await send('GET', '/v1/me', { accept })).status).toBe(200);
      const created = await send(
        'POST',
        '/v1/actions',
        { accept, 'content-type': 'application/json' },
        '{"title":"Fold the programmes"}',
      );
      expect(created.status).toBe(201);
    });

    test.each(['text/html', 'application/json;v=1;q=0', 'application/json;q=0;v=1'])(
      'Accept: %s is not',
      async (accept) => {
        problemOf(await send('GET', '/v1/me', { accept }), 'NOT_ACCEPTABLE');
      },
    );

    test('the weight of a type with parameters counts', async () => {
      const accept = 'application/json;v=1;q=0.5, application/yaml;v="1,2";q=0.9';
      const { headers } = await send('GET', '/openapi.json', { accept });
      expect(headers['content-type']).toBe('application/yaml');
    });

    test.each(['application/json; profile="x; charset=latin1"', 'APPLICATION/JSON ; x=y'])(
      'Content-Type: %s is JSON',
      async (type) => {
        const headers = { 'content-type': type };
        const { status } = await send('POST', '/v1/actions', headers, '{"title":"Fold"}');
        expect(status).toBe(201);
      },
    );
  });

  describe('HEAD', () => {
    const varying = ['x-request-id', 'date', 'ratelimit', 'ratelimit-policy'];
    const steady = ({ headers }: RawResponse) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name)));

    test.each(reads.filter((facts) => !isStream(facts)).map(({ path }) => path))(
      'of %s has the headers of its GET, and no body',
      async (path) => {
        const at = path.replaceAll(/\{\w+\}/g, 'act_01JZ0000000000000000000099');
        const got = await send('GET', at);
        const head = await send('HEAD', at);
        expect(head.text).toBe('');
        expect({ status: head.status, headers: steady(head) }).toEqual({
          status: got.status,
          headers: steady(got),
        });
      },
    );

    test('of a stream is 405', async () => {
      const head = await send('HEAD', '/v1/events/stream');
      expect({ status: head.status, allow: head.headers['allow'] }).toEqual({
        status: 405,
        allow: 'GET',
      });
    });

    test('with the tag of the record is 304', async () => {
      const action = await given.worker.ok('createAction', {
        body: { title: 'Fold the programmes' },
      });
      const { headers } = await send('HEAD', `/v1/actions/${action.id}`);
      const tag = headers['etag'] ?? '';
      const again = await send('HEAD', `/v1/actions/${action.id}`, { 'if-none-match': tag });
      expect({ status: again.status, etag: again.headers['etag'] }).toEqual({
        status: 304,
        etag: tag,
      });
    });

    test('is among the methods of Allow where GET is', async () => {
      expect((await send('PUT', '/v1/actions')).headers['allow']).toBe('GET, HEAD, POST');
      expect((await send('PUT', '/mcp')).headers['allow']).toBe('POST');
    });
  });

  describe('a slash at the end of the path', () => {
    test.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])(
      '%s is redirected to the path without it, with its query',
      async (method) => {
        const path = '/v1/actions/act_1/?a=%2F&b=//x';
        const { status, headers, text } = await send(method, path);
        expect({ status, location: headers['location'], text }).toEqual({
          status: 308,
          location: '/v1/actions/act_1?a=%2F&b=//x',
          text: '',
        });
      },
    );

    test.each([...new Set(Object.values(operationFacts).map(({ path }) => path))])(
      '%s/ is redirected',
      async (template) => {
        if (template === '/') return;
        const path = template.replaceAll(/\{\w+\}/g, 'x');
        const { status, headers } = await send('GET', `${path}/`);
        expect({ status, location: headers['location'] }).toEqual({ status: 308, location: path });
      },
    );

    test.each([
      '//evil.example/',
      '//evil.example/v1/actions/',
      '//evil.example//',
      '///evil.example/',
      '/%2Fevil.example/',
      '/%2fevil.example/v1/me/',
      '/%5Cevil.example/',
      '/\\evil.example/',
      '/\\/evil.example/',
      '/.//evil.example/',
      '/v1/actions//',
      '/v1//evil.example/',
      '/nowhere/',
      'http://evil.example//evil.example/',
    ])('%s leads nowhere', async (path) => {
      const { status, headers } = await exchange(app, 'GET', path);
      expect({ status, location: headers['location'] }).toEqual({
        status: 404,
        location: undefined,
      });
    });

    test('a body is sent to the path without it', async () => {
      const response = await fetch(`${app.url}/v1/actions/`, {
        method: 'POST',
        headers: { ...bearer(), 'content-type': 'application/json' },
        body: '{"title":"Sweep the stage"}',
      });
      expect(response.status).toBe(201);
    });
  });

  describe('Idempotency-Key', () => {
    const json = { 'content-type': 'application/json' };
    const body = (more: object = {}) => JSON.stringify({ title: 'Hang the lights', ...more });
    const idOf = ({ text }: RawResponse): unknown => JSON.parse(text).id;

    test('stands for client_request_id, also when a retry sends that', async () => {
      const key = { ...json, 'idempotency-key': 'lights-1' };
      const first = await send('POST', '/v1/actions', key, body());
      expect(first.status).toBe(201);
      for (const again of [
        await send('POST', '/v1/actions', key, body()),
        await send('POST', '/v1/actions', { ...json, 'idempotency-key': '"lights-1"' }, body()),
        await send('POST', '/v1/actions', json, body({ client_request_id: 'lights-1' })),
        await send('POST', '/v1/actions', key, body({ client_request_id: 'lights-1' })),
      ]) {
        expect([again.status, again.headers['idempotent-replayed'], idOf(again)]).toEqual([
          201,
          'true',
          idOf(first),
        ]);
      }
      problemOf(
        await send('POST', '/v1/actions', key, body({ details: 'x' })),
        'IDEMPOTENCY_KEY_REUSED',
      );
    });

    test('that differs from client_request_id is 400', async () => {
      const key = { ...json, 'idempotency-key': 'lights-2' };
      const sent = body({ client_request_id: 'lights-3' });
      const { issues } = problemOf(
        await send('POST', '/v1/actions', key, sent),
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toEqual(['header/Idempotency-Key']);
    });

    test.each([
      ['too long', 'x'.repeat(201)],
      ['empty', ''],
    ])('that is %s is 400', async (_what, value) => {
      const key = { ...json, 'idempotency-key': value };
      const response = await send('POST', '/v1/actions', key, body());
      const { issues } = problemOf(response, 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path: 'header/Idempotency-Key' }]);
    });

    test('of 200 characters, and in UTF-8, is taken', async () => {
      const value = Buffer.from('é'.repeat(200)).toString('latin1');
      // As a string, Node would encode the headers together with the body.
      const bytes = Buffer.from(body());
      const sent = await send('POST', '/v1/actions', { ...json, 'idempotency-key': value }, bytes);
      expect(sent.status).toBe(201);
      const same = body({ client_request_id: 'é'.repeat(200) });
      expect(idOf(await send('POST', '/v1/actions', json, same))).toBe(idOf(sent));
    });

    test('makes a request without a body safe to repeat', async () => {
      const action = await given.person.ok('createAction', {
        body: { title: 'Sweep', status: 'ready', assigned_actor_id: null },
      });
      const path = `/v1/actions/${action.id}/claim`;
      const key = { 'idempotency-key': 'sweep-1' };
      const first = await send('POST', path, key);
      expect(first.status).toBe(200);
      const again = await send('POST', path, key);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    });

    test('is ignored where there is no client_request_id', async () => {
      const key = { 'idempotency-key': 'x'.repeat(300) };
      expect((await send('GET', '/v1/me', key)).status).toBe(200);
    });
  });

  test('a PATCH may be application/merge-patch+json', async () => {
    const action = await given.worker.ok('createAction', { body: { title: 'Sweep' } });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const path = `/v1/actions/${action.id}`;
    const { status, text } = await send('PATCH', path, headers, '{"title":"Sweep the stage"}');
    expect([status, JSON.parse(text).title]).toEqual([200, 'Sweep the stage']);
    problemOf(
      await send('POST', '/v1/actions', headers, '{"title":"Sweep"}'),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  test('every PATCH of the contract takes it', () => {
    const patches = Object.values(operationFacts).filter(({ method }) => method === 'patch');
    for (const { consumes } of patches) {
      expect(consumes).toEqual(['application/json', 'application/merge-patch+json']);
    }
  });

  test('a person reads by HEAD with a cookie', async () => {
    const headers = credentialHeaders({ cookie: given.owner.cookie });
    expect((await exchange(app, 'HEAD', '/v1/session', { headers })).status).toBe(200);
  });
});
