import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { parse } from 'yaml';
import { createApp } from '../../src/app';
import { connect } from '../../src/platform/db/connect';
import { instanceOf, readEpoch } from '../../src/platform/db/clock-and-epoch';
import { createReader } from '../../src/platform/db/reader';
import { migrations } from '../../src/platform/db/migrations';
import { rollbackOne, schemaState } from '../../src/platform/db/schema/schema';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders } from '../../scripts/requests/client';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';
import { factsOf, operationIds } from '../../scripts/requests/operations';

const root = join(__dirname, '..', '..');
const json = 'application/json';
const routable = operationIds.map(factsOf);

function isTemplateOf(template: string, path: string): boolean {
  const segments = path.split('/');
  const wanted = template.split('/');
  return (
    template !== path &&
    wanted.length === segments.length &&
    wanted.every((one, index) => one === segments[index] || one.startsWith('{'))
  );
}

// These requests end before a handler, or their handlers use no database.
describeOnDatabase('sqlite', 'HTTP', (database) => {
  let app: TestApp;
  let person: Person;
  let signedIn: Record<string, string>;

  beforeAll(async () => {
    app = await startApp(database());
    person = await makeWorkspace(database(), 'Stage');
    signedIn = credentialHeaders({ cookie: person.cookie });
  });
  afterAll(async () => {
    await app.close();
  });

  const post = (
    body: string | Buffer,
    headers: Record<string, string> = {},
    path = '/v1/agents',
  ): Promise<RawResponse> =>
    exchange(app, 'POST', path, {
      headers: {
        ...signedIn,
        'Content-Type': json,
        'Content-Length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    });

  const get = async (path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
    ask(app)
      .get(path)
      .set({ ...signedIn, ...headers });

  test('Express has no route beside the router of the contract', async () => {
    const { config } = app;
    const express = await createApp({
      config,
      database: database(),
      log: pino({ level: 'silent' }),
    });
    const layers = express.router.stack.map(({ name, route }) => [name, route]);
    expect(layers).toEqual([['handleRequest', undefined]]);
  });

  describe('bodies', () => {
    test.each([
      ['cut off', '{"name":"x"'],
      ['no JSON at all', 'name=x'],
      ['a string', '"x"'],
      ['null', 'null'],
      ['a number', '1'],
      ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x7b])],
    ])('%s is malformed', async (_what, body) => {
      const { issues } = problemOf(await post(body), 'MALFORMED_JSON');
      expect(issues).toEqual([expect.objectContaining({ path: 'body', code: 'MALFORMED_JSON' })]);
    });

    test('an array violates the contract', async () => {
      const { issues } = problemOf(await post('[]'), 'VALIDATION_FAILED');
      expect(issues).toEqual([
        { path: 'body', code: 'VALIDATION_FAILED', message: 'body must be object.' },
      ]);
    });

    test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '', 'json'])(
      'media type "%s" is refused',
      async (type) => {
        problemOf(await post('{"name":"x"}', { 'Content-Type': type }), 'UNSUPPORTED_MEDIA_TYPE');
      },
    );

    test('a body without a media type is refused', async () => {
      const body = '{"name":"x"}';
      const headers = { ...signedIn, 'Content-Length': String(body.length) };
      const response = await exchange(app, 'POST', '/v1/agents', { headers, body });
      problemOf(response, 'UNSUPPORTED_MEDIA_TYPE');
    });

    test.each(['utf-16', 'latin1'])('the charset %s is refused', async (charset) => {
      const type = `${json}; charset=${charset}`;
      const response = await post('{"name":1}', { 'Content-Type': type });
      expect([400, 415]).toContain(response.status);
    });

    test('an unknown content coding is refused', async () => {
      const response = await post('{"name":"x"}', { 'Content-Encoding': 'zstd2' });
      problemOf(response, 'UNSUPPORTED_MEDIA_TYPE');
    });

    test('the issue of a missing body names it', async () => {
      const response = await exchange(app, 'POST', '/v1/agents', { headers: signedIn });
      const { issues } = problemOf(response, 'VALIDATION_FAILED');
      expect(issues).toEqual([
        { path: 'body', code: 'VALIDATION_FAILED', message: 'This operation needs a body.' },
      ]);
    });

    test('more than 2 MiB is too large, with a Content-Length or in chunks', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
      const announced = problemOf(await post(body), 'PAYLOAD_TOO_LARGE');
      expect(announced.details).toEqual({ limit_bytes: 2 * 1024 * 1024 });
      expect(announced.message).toContain(' 2 MiB');
      const headers = { ...signedIn, 'Content-Type': json, 'Transfer-Encoding': 'chunked' };
      const chunked = await exchange(app, 'POST', '/v1/agents', { headers, body });
      problemOf(chunked, 'PAYLOAD_TOO_LARGE');
    });

    test('a small body that decompresses to more than 2 MiB is too large', async () => {
      const body = gzipSync(JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }));
      problemOf(await post(body, { 'Content-Encoding': 'gzip' }), 'PAYLOAD_TOO_LARGE');
    });

    test('exactly 2 MiB is read', async () => {
      const empty = JSON.stringify({ name: '' }).length;
      const body = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024 - empty) });
      problemOf(await post(body), 'VALIDATION_FAILED');
    });

    test('a compressed body is read', async () => {
      const body = gzipSync(JSON.stringify({ name: 'Squeezed' }));
      const response = await post(body, { 'Content-Encoding': 'gzip' });
      expect(response).toMatchObject({ status: 201 });
      expect(JSON.parse(response.text)).toMatchObject({ name: 'Squeezed' });
    });

    test('an uncompressed body with a Content-Encoding is malformed', async () => {
      problemOf(await post('{"name":"x"}', { 'Content-Encoding': 'gzip' }), 'MALFORMED_JSON');
    });

    test.each([
      ['{"name":"x","name":"y"}', 'body/name'],
      ['{"name":"x","n\\u0061me":"y"}', 'body/name'],
      ['{"name" : {"a/b~":[1,{},{"c":1,"d":{},"c" :1}]}}', 'body/name/a~1b~0/2/c'],
      ['{"name":"\\"","a:":"\\\\","a:":1}', 'body/a:'],
      ['{"__proto__":1,"__proto__":2}', 'body/__proto__'],
      [`{${'"x":1,'.repeat(2)}"name":"x"}`, 'body/x'],
      [`{${Array.from({ length: 40 }, (_, index) => `"x${index % 39}":1`).join(',')}}`, 'body/x0'],
    ])('a duplicate name is refused: %s', async (body, path) => {
      const { issues } = problemOf(await post(body), 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path, message: expect.stringContaining('twice') }]);
    });

    test('the same name in several objects is no duplicate', async () => {
      const body = '{"name":"x","a":{"a":[{"a":1},{"a":"\\"a\\":"}],"name":"a"}}';
      const { issues } = problemOf(await post(body), 'UNKNOWN_FIELD');
      expect(issues).toMatchObject([{ path: 'body/a' }]);
    });

    test('an operation without a request body refuses one', async () => {
      const response = await exchange(app, 'DELETE', '/v1/session', {
        headers: { ...signedIn, 'Content-Type': json, 'Content-Length': '2' },
        body: '{}',
      });
      const { issues } = problemOf(response, 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path: 'body' }]);
    });

    test.each([
      ['a NUL character', '{"name":"a\\u0000b"}', 'body/name'],
      ['a lone surrogate', '{"name":"a\\ud800b"}', 'body/name'],
      ['a NUL character in a field name', '{"a\\u0000b":1}', 'body/a\uFFFDb'],
      ['a number that is too large', '{"name":"x","made_at":[1,1e400]}', 'body/made_at/1'],
      [
        'a NUL character in a long field name',
        `{"${'a'.repeat(600)}\\u0000":1}`,
        `body/${'a'.repeat(495)}…`,
      ],
    ])('%s is refused', async (_what, body, path) => {
      const { issues } = problemOf(await post(body), 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path }]);
    });

    test.each([101, 100_000])('nesting of %i levels is refused', async (depth) => {
      const body = `{"title":"x","content":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      problemOf(await post(body, {}, '/v1/documents'), 'VALIDATION_FAILED');
    });
  });

  describe('the contract', () => {
    test('every unknown body field is reported', async () => {
      const response = await post('{"name":"x","nmae":1,"a/b":2}');
      const { issues } = problemOf(response, 'UNKNOWN_FIELD');
      expect(issues.map(({ path, code }) => [path, code])).toEqual([
        ['body/nmae', 'UNKNOWN_FIELD'],
        ['body/a~1b', 'UNKNOWN_FIELD'],
      ]);
    });

    test('an unknown field does not hide another fault', async () => {
      const { issues } = problemOf(await post('{"nmae":1}'), 'VALIDATION_FAILED');
      expect(issues.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
        'body/name VALIDATION_FAILED',
        'body/nmae UNKNOWN_FIELD',
      ]);
    });

    test('only the first fault of a body of more than 64 KiB is reported', async () => {
      const postBytes = (bytes: number) => {
        const fields = '{"name":1,"icon":2,"nmae":"';
        return post(`${fields}${'x'.repeat(bytes - fields.length - 2)}"}`);
      };
      const several = problemOf(await postBytes(64 * 1024), 'VALIDATION_FAILED');
      expect(several.issues).toHaveLength(3);
      const first = problemOf(await postBytes(64 * 1024 + 1), 'UNKNOWN_FIELD');
      expect(first.issues).toHaveLength(1);
    });

    test('an unknown query parameter is reported, whatever its name', async () => {
      for (const name of ['colour', '__proto__', 'constructor']) {
        const { issues } = problemOf(await get(`/v1/agents?${name}=1`), 'UNKNOWN_PARAMETER');
        expect(issues).toMatchObject([{ path: `query/${name}`, code: 'UNKNOWN_PARAMETER' }]);
      }
    });

    test.each([
      ['post', '/v1/agents', { name: 'x', Capability: [] }, 'body/', 'capabilities'],
      ['post', '/v1/agents', { name: 'x', reviewer: true }, 'body/', 'can_review'],
      ['post', '/v1/actions', { title: 'x', asigned_to: 'me' }, 'body/', 'assigned_agent_id'],
      ['post', '/v1/actions', { title: 'x', assignedAgentId: 'me' }, 'body/', 'assigned_agent_id'],
      ['post', '/v1/actions', { title: 'x', project: 'x' }, 'body/', 'project_id'],
      ['post', '/v1/actions', { title: 'x', 'due-date': 'x' }, 'body/', 'due_at'],
      ['post', '/v1/actions', { title: 'x', ['y'.repeat(2000)]: 1 }, 'body/', undefined],
      ['post', '/v1/domains', { name: 'x', descripton: 'x' }, 'body/', 'description'],
      ['get', '/v1/actions', { assignee: 'me' }, 'query/', 'assigned_actor_id'],
      ['get', '/v1/actions', { query: 'x' }, 'query/', 'q'],
      ['get', '/v1/actions', { statuses: 'ready' }, 'query/', 'status'],
      ['get', '/v1/events', { kinds: 'action.created' }, 'query/', 'kind'],
      ['get', '/v1/agents', { colour: '1' }, 'query/', undefined],
    ] as const)(
      '%s %s %j: the known names, the nearest first',
      async (method, path, sent, place, near) => {
        const query = new URLSearchParams(
          Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const response =
          method === 'post'
            ? await post(JSON.stringify(sent), {}, path)
            : await get(`${path}?${query.toString()}`);
        const code = method === 'post' ? 'UNKNOWN_FIELD' : 'UNKNOWN_PARAMETER';
        const { message } = problemOf(response, code);
        const [, unknown, advice = ''] = /^(\S+) is unknown here\. (.*)$/.exec(message) ?? [];
        expect(unknown).toMatch(place);
        const [, suggested, listed = ''] =
          /^(?:Did you mean (.*?)\? )?Known: (.*)\.$/.exec(advice) ?? [];
        expect(suggested?.split(' or ') ?? [undefined]).toContain(near && `${place}${near}`);
        const known = listed.replace(/ and \d+ more$/, '').split(', ');
        expect(known.length).toBeGreaterThan(0);
        expect(known.length).toBeLessThanOrEqual(20);
        const first = suggested?.split(' or ').map((each) => each.slice(place.length)) ?? [];
        expect(known.slice(0, first.length)).toEqual(first);
      },
    );

    test('an operation without parameters refuses any', async () => {
      const { message } = problemOf(await get('/v1/me?x=1'), 'UNKNOWN_PARAMETER');
      expect(message).toBe('query/x is unknown here. No name is known here.');
      problemOf(await get('/healthz?x=1'), 'UNKNOWN_PARAMETER');
    });

    test('a single parameter must not be repeated', async () => {
      const { issues } = problemOf(await get('/v1/agents?limit=1&limit=2'), 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path: 'query/limit' }]);
    });

    const notIntegers = ['', 'x', '1.5', '1.0', '0x10', '1e2', '%201', '1%0a', '%2B1', '1_0', '١'];
    const notBooleans = ['', '0', '1', 'TRUE', '%20true', 'yes', 'null'];
    test.each([
      'limit=0',
      'limit=201',
      `limit=${'9'.repeat(400)}`,
      ...notIntegers.map((value) => `limit=${value}`),
      ...notBooleans.map((value) => `is_template=${value}`),
      'sort=colour',
    ])('%s is refused', async (query) => {
      const { issues } = problemOf(
        await get(`/v1/actions?${encodeURI(decodeURI(query))}`),
        'VALIDATION_FAILED',
      );
      const paths = new Set(issues.map(({ path }) => path));
      expect([...paths]).toEqual([`query/${query.replace(/=.*/, '')}`]);
    });

    test.each(['limit=1', 'limit=01', 'limit=%31', 'offset=-0', 'is_template=true'])(
      '%s is read',
      async (query) => {
        expect((await get(`/v1/actions?${query}`)).status).toBe(200);
      },
    );

    test('at most twenty issues are reported', async () => {
      const fields = Array.from({ length: 50 }, (_, index) => [`field_${index}`, 1]);
      const { issues } = problemOf(
        await post(JSON.stringify({ name: 'x', ...Object.fromEntries(fields) })),
        'UNKNOWN_FIELD',
      );
      expect(issues).toHaveLength(20);
    });
  });

  describe('paths and methods', () => {
    test.each([
      '/v1',
      '/v1/nothing',
      '/v1//agents',
      '/V1/agents',
      '/v1/agents/a/b/c',
      '/openapi.json/x',
    ])('%s does not exist', async (path) => {
      problemOf(await get(path), 'NOT_FOUND');
    });

    test('an unknown path is 404 also without a credential', async () => {
      problemOf(await ask(app).get('/v1/nothing'), 'NOT_FOUND');
    });

    test.each([
      ['PUT', '/v1/agents', 'GET, HEAD, POST'],
      ['DELETE', '/v1/agents', 'GET, HEAD, POST'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['PATCH', '/v1/session', 'DELETE, GET, HEAD, POST'],
      ['OPTIONS', '/v1/agents', 'GET, HEAD, POST'],
      ['TRACE', '/v1/agents', 'GET, HEAD, POST'],
      ['PUT', '/v1/actions/x', 'GET, HEAD, PATCH'],
    ])('%s %s lists the allowed methods', async (method, path, allow) => {
      const response = await exchange(app, method, path, { headers: signedIn });
      problemOf(response, 'METHOD_NOT_ALLOWED');
      expect(response.headers.allow).toBe(allow);
    });

    // OpenAPI 3.1, "Path Templating Matching": `batch-get` is never an id here, for any method.
    const literals = routable.flatMap(({ path }) => {
      const others = routable.filter((other) => isTemplateOf(other.path, path));
      return others.length === 0 || path.includes('{') ? [] : [path];
    });

    test('some fixed paths also match a path with an id', () => {
      expect([...new Set(literals)]).toEqual([
        '/v1/actions/batch-get',
        '/v1/actions/batch-review',
        '/v1/actions/update-batch',
        '/v1/actions/import-batch',
        '/v1/questions/batch-respond',
        '/v1/invitations/accept',
      ]);
    });

    test.each(
      [...new Set(literals)].flatMap((path) =>
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method, path })),
      ),
    )('$method $path belongs to that path only', async ({ method, path }) => {
      const allowed = routable
        .filter((one) => one.path === path)
        .flatMap((one) => (one.method === 'get' ? ['GET', 'HEAD'] : [one.method.toUpperCase()]));
      const response = await exchange(app, method, path, { headers: signedIn });
      if (allowed.includes(method)) expect([400, 422]).toContain(response.status);
      else {
        problemOf(response, 'METHOD_NOT_ALLOWED');
        expect(response.headers.allow).toBe(allowed.join(', '));
      }
    });

    test('HEAD is allowed where GET is', async () => {
      const response = await exchange(app, 'HEAD', '/v1/agents', { headers: signedIn });
      expect(response).toMatchObject({ status: 200, text: '' });
      const refused = await exchange(app, 'HEAD', '/v1/actions/act_1/claim', { headers: signedIn });
      expect(refused).toMatchObject({ status: 405, text: '' });
      expect(refused.headers.allow).toBe('POST');
    });

    test.each(['/v1/agents/%', '/v1/agents/%E0%A4%A', '/v1/agents/%ff', '/%c0%af'])(
      '%s is not percent-encoded text',
      async (path) => {
        problemOf(await get(path), 'VALIDATION_FAILED');
      },
    );

    test('a NUL character in the path or the query is refused', async () => {
      problemOf(await get('/v1/agents/a%00b'), 'VALIDATION_FAILED');
      problemOf(await get('/v1/actions?q=a%00b'), 'VALIDATION_FAILED');
    });

    test('an encoded slash stays inside an id', async () => {
      problemOf(await get('/v1/agents/a%2Fb'), 'NOT_FOUND');
    });
  });

  describe('headers', () => {
    test('a media type that is not acceptable is refused', async () => {
      const { details } = problemOf(await get('/v1/me', { Accept: 'text/html' }), 'NOT_ACCEPTABLE');
      expect(details).toEqual({ produces: [json] });
      problemOf(await get('/openapi.json', { Accept: 'text/html' }), 'NOT_ACCEPTABLE');
    });

    test.each(['*/*', 'application/*', 'text/html, application/json;q=0.1'])(
      'Accept: %s is served',
      async (accept) => {
        expect((await get('/v1/me', { Accept: accept })).status).toBe(200);
      },
    );

    test('a valid request id is returned, on success and failure, and logged', async () => {
      for (const path of ['/v1/me', '/v1/nothing']) {
        const id = `mine-${path.length}.x_Y`;
        expect((await get(path, { 'X-Request-Id': id })).headers['x-request-id']).toBe(id);
        await eventually(() => app.logs.some((line) => line.includes(`"request_id":"${id}"`)));
      }
    });

    test('a request is logged with its trace, its workspace and what it used', async () => {
      const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
      const lineOf = async (id: string, traceparent: string) => {
        const response = await get('/v1/me', { 'X-Request-Id': id, traceparent });
        const isLine = (line: string) => line.includes(`"request_id":"${id}"`);
        await eventually(() => app.logs.some(isLine));
        return { response, line: JSON.parse(app.logs.find(isLine) ?? '') };
      };
      const { response, line } = await lineOf('traced', `00-${traceId}-${parentId}-01`);
      expect(line).toMatchObject({
        trace_id: traceId,
        parent_id: parentId,
        workspace: expect.stringMatching(/^wsp_/),
        statements: expect.any(Number),
        database_ms: expect.any(Number),
      });
      expect(line.statements).toBeGreaterThan(0);
      expect(line.bytes).toBeGreaterThan(response.text.length);
      const invalid = await lineOf('untraced', `00-${'0'.repeat(32)}-${parentId}-01`);
      expect(invalid.line.trace_id).toBeUndefined();
    });

    test('health checks are logged at the level debug, unless they fail', async () => {
      const before = app.logs.length;
      await get('/healthz');
      await get('/readyz');
      await get('/v1/me');
      await eventually(() => app.logs.length > before);
      expect(app.logs.slice(before).join('')).not.toMatch(/getHealth|getReadiness/);
    });

    test.each(['', 'a b', 'ü', 'x'.repeat(129), 'a,b', '<x>'])(
      'the request id "%s" is replaced',
      async (id) => {
        const response = await get('/v1/me', { 'X-Request-Id': id });
        expect(response.headers['x-request-id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      },
    );

    test('responses forbid caching and sniffing and do not reveal the software', async () => {
      const { headers } = await get('/v1/me');
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('etag');
    });

    test('responses have HSTS only when the public URL is https', async () => {
      const name = 'strict-transport-security';
      expect((await get('/healthz')).headers).not.toHaveProperty(name);
      for (const publicUrl of ['https://calls.example.com', 'http://calls.example.com']) {
        const own = await startApp(database(), { publicUrl });
        try {
          const responses = await Promise.all(
            ['/healthz', '/v1/me', '/nowhere', '/docs', '/openapi.json'].map((path) =>
              ask(own).get(path),
            ),
          );
          const malformed = await ask(own)
            .get('/healthz')
            .set({ 'X-Long': 'x'.repeat(20_000) });
          const expected = publicUrl.startsWith('https') ? 'max-age=31536000' : undefined;
          for (const { headers } of [...responses, malformed]) expect(headers[name]).toBe(expected);
          expect(malformed.status).toBe(400);
        } finally {
          await own.close();
        }
      }
    });

    test('the log has one line for a request, without credentials', async () => {
      await get('/v1/me', { 'X-Request-Id': 'one-line' });
      const own = (): string[] => app.logs.filter((line) => line.includes('"one-line"'));
      await eventually(() => own().length > 0);
      expect(own()).toHaveLength(1);
      expect(JSON.parse(own()[0] ?? '')).toMatchObject({
        method: 'GET',
        path: '/v1/me',
        operation: 'getMe',
        actor: person.owner.id,
        status: 200,
      });
      expect(app.logs.join('')).not.toContain(person.cookie);
    });
  });

  describe('the published contract', () => {
    const yaml = readFileSync(join(root, 'contract', 'openapi.yaml'), 'utf8');
    const generated = readFileSync(join(root, 'generated', 'openapi.json'), 'utf8');

    test('/openapi.json serves the document without a credential', async () => {
      const response = await ask(app).get('/openapi.json');
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^application\/json(;|$)/);
      expect(response.text).toBe(generated);
      expect(JSON.parse(response.text)).toEqual(parse(yaml));
      expect(Object.keys(JSON.parse(response.text))).toEqual(Object.keys(parse(yaml)));
    });

    test('/openapi.yaml serves the file, and so does /openapi.json on request', async () => {
      const [file, negotiated] = await Promise.all([
        ask(app).get('/openapi.yaml'),
        ask(app).get('/openapi.json').set('Accept', 'application/yaml'),
      ]);
      for (const response of [file, negotiated]) {
        expect(response.status).toBe(200);
        expect(response.headers['content-type']).toMatch(/^application\/yaml(;|$)/);
        expect(response.text).toBe(yaml);
      }
      expect(negotiated.headers['vary']).toContain('Accept');
    });

    test.each(['/openapi.json', '/openapi.yaml'])(
      '%s responds with 304 to its entity tag',
      async (path) => {
        const { headers } = await ask(app).get(path);
        const tag = headers['etag'] ?? '';
        expect(tag).toMatch(/^".+"$/);
        for (const tags of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const again = await ask(app).get(path).set({ 'If-None-Match': tags });
          expect(again).toMatchObject({ status: 304, text: '' });
          expect(again.headers['etag']).toBe(tag);
        }
        const other = await ask(app).get(path).set({ 'If-None-Match': '"other"' });
        expect(other.status).toBe(200);
      },
    );

    test('the entity tags of the two formats differ', async () => {
      const asYaml = { Accept: 'application/yaml' };
      const [first, second] = await Promise.all([
        ask(app).get('/openapi.json'),
        ask(app).get('/openapi.json').set(asYaml),
      ]);
      expect(first.headers['etag']).not.toBe(second.headers['etag']);
    });
  });
});

describeOnEachDatabase('HTTP', (database) => {
  let app: TestApp;
  let person: Person;

  beforeAll(async () => {
    app = await startApp(database());
    person = await makeWorkspace(database(), 'Stage');
  });
  afterAll(() => app.close());

  test('the log counts the statements of a transaction', async () => {
    const before = app.logs.length;
    await client(app, { cookie: person.cookie }).ok('createProject', {
      body: { title: 'Counted' },
    });
    const isLine = (line: string) => line.includes('"operation":"createProject"');
    await eventually(() => app.logs.slice(before).some(isLine));
    const { statements } = JSON.parse(app.logs.slice(before).find(isLine) ?? '');
    // The caller, the project and the commit at least.
    expect(statements).toBeGreaterThanOrEqual(3);
  });

  describe('health', () => {
    test('both respond without a credential', async () => {
      const anyone = client(app);
      expect(await anyone.ok('getHealth')).toEqual({ status: 'ok' });
      expect(await anyone.ok('getReadiness')).toEqual({
        status: 'ready',
        database: database().dialect,
        schema: 'current',
        reasons: [],
        instance: instanceOf(await readEpoch(createReader(database()))),
      });
    });

    test('a degraded service reports the reason with 200', async () => {
      const reason = { code: 'schema_newer', message: 'A newer program is here.' } as const;
      const other = await startApp(
        database(),
        {},
        {
          degradations: [
            async () => undefined,
            async (db) => ((await schemaState(db)).state === 'current' ? reason : undefined),
            () => Promise.reject(new Error('This check cannot run.')),
          ],
        },
      );
      try {
        const { status, reasons } = await client(other).ok('getReadiness');
        expect({ status, reasons }).toEqual({ status: 'degraded', reasons: [reason] });
        expect(
          other.logs.filter((line) => line.includes('A check for degradation failed')),
        ).toHaveLength(1);
      } finally {
        await other.close();
      }
    });

    test('a newer schema is degraded if it is compatible, and otherwise not ready', async () => {
      await withOwn(database(), async (own, ownApp) => {
        const step = '29990101000000-later';
        await own.knex('knex_migrations').insert({ name: step, batch: 9 });
        const { details } = await client(ownApp).fails('getReadiness', {}, 503, 'UNAVAILABLE');
        expect(details).toEqual({ schema: 'newer' });
        const since = migrations.at(-1)?.name;
        await own.knex('schema_compatibility').insert({ step, serves_since: since });
        expect(await client(ownApp).ok('getReadiness')).toMatchObject({
          status: 'degraded',
          schema: 'newer',
          reasons: [{ code: 'schema_newer' }],
        });
      });
    });

    test('an outdated schema is healthy but not ready', async () => {
      await withOwn(database(), async (own, ownApp) => {
        await rollbackOne(own);
        const anyone = client(ownApp);
        const { details } = await anyone.fails('getReadiness', {}, 503, 'UNAVAILABLE');
        expect(['outdated', 'empty']).toContain(details['schema']);
        await anyone.ok('getHealth');
      });
    });

    test.each([
      [
        'newer',
        (own: TestDatabase) =>
          own.knex('knex_migrations').insert({ name: '29990101000000-later', batch: 9 }),
      ],
      ['empty', (own: TestDatabase) => own.knex('knex_migrations').delete()],
    ] as const)('the schema of a database that is %s is reported', async (schema, change) => {
      await withOwn(database(), async (own, ownApp) => {
        await change(own);
        const { details } = await client(ownApp).fails('getReadiness', {}, 503, 'UNAVAILABLE');
        expect(details).toEqual({ schema });
      });
    });

    test('an unreachable database is 503, and the process healthy', async () => {
      await withOwn(database(), async (own, ownApp) => {
        const { cookie } = await makeWorkspace(own, 'Gone');
        await own.close();
        const api = client(ownApp, { cookie });
        await api.fails('getReadiness', {}, 503, 'UNAVAILABLE');
        await api.fails('getMe', {}, 503, 'UNAVAILABLE');
        await api.fails('createAgent', { body: { name: 'x' } }, 503, 'UNAVAILABLE');
        await api.ok('getHealth');
      });
    });

    test('a database server that does not run is 503', async () => {
      const url = 'postgres://nobody:nothing@127.0.0.1:1/callboard';
      const nowhere = { ...connect(url), url };
      const other = await startApp(nowhere);
      try {
        const api = client(other, { cookie: person.cookie });
        await api.fails('getReadiness', {}, 503, 'UNAVAILABLE');
        await api.fails('createAgent', { body: { name: 'x' } }, 503, 'UNAVAILABLE');
        await api.ok('getHealth');
      } finally {
        await other.close();
        await nowhere.close();
      }
    });
  });

  test('an unexpected error is 500, and only the log has its details', async () => {
    await withOwn(database(), async (own, ownApp) => {
      const { cookie } = await makeWorkspace(own, 'Broken');
      await own.knex.raw('alter table agents rename to agents_gone');
      const headers = { ...credentialHeaders({ cookie }), 'X-Request-Id': 'broken' };
      const response = await ask(ownApp).get('/v1/agents').set(headers);
      const { details } = problemOf(response, 'INTERNAL');
      expect(details).toEqual({ request_id: 'broken' });
      expect(response.text).not.toMatch(/agents|select|sql|at .*\.[jt]s|node_modules|"stack"/i);
      const logged = ownApp.logs.filter((line) => line.includes('"broken"')).join('');
      expect(logged).toMatch(/agents/);
      expect(logged).toContain('"stack"');
      expect(logged).not.toContain(cookie);
    });
  });
});

async function withOwn(
  { dialect }: Pick<TestDatabase, 'dialect'>,
  work: (own: TestDatabase, app: TestApp) => Promise<void>,
): Promise<void> {
  const own = await openTestDatabase(dialect);
  const app = await startApp(own);
  try {
    await work(own, app);
  } finally {
    await app.close();
    await own.close();
  }
}

async function eventually(condition: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition was not met within 20 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
