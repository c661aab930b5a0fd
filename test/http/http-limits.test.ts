import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { indexRoutes } from '../../src/platform/http/routing/indexed-router';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import { credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';

describeOnEachDatabase('The limits of a request', (database) => {
  let app: TestApp;
  let person: Person;

  beforeAll(async () => {
    app = await startApp(database());
    person = await makeWorkspace(database(), 'Stage');
  });
  afterAll(() => app.close());

  const post = (
    path: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<RawResponse> =>
    exchange(app, 'POST', path, {
      headers: {
        ...credentialHeaders({ cookie: person.cookie }),
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    });

  test('only the first of a million faults is reported', async () => {
    const capabilities = Array.from({ length: 900_000 }, () => 1);
    const response = await post('/v1/agents', JSON.stringify({ name: 'x', capabilities }));
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path).toMatch(/^body\/capabilities/);
  });

  test('all faults of a small body are reported', async () => {
    const response = await post('/v1/agents', '{"name":1,"capabilities":1,"webhook_url":1}');
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      'body/capabilities',
      'body/name',
      'body/webhook_url',
    ]);
  });

  test('a fault deep in a large body is reported with its path', async () => {
    const content = [...Array.from({ length: 100_000 }, () => 'x'), { 'a/b': ['\ud800'] }];
    const response = await post('/v1/documents', JSON.stringify({ title: 'x', content }));
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect(issues).toMatchObject([{ path: 'body/content/100000/a~1b/0' }]);
  });

  test('a query has at most 500 parameters, repetitions included', async () => {
    const headers = credentialHeaders({ cookie: person.cookie });
    const ask = (query: string) =>
      exchange(app, 'GET', `/v1/actions/batch-get?${query}`, { headers });
    problemOf(await ask(`ids=x${'&a=1'.repeat(499)}`), 'UNKNOWN_PARAMETER');
    for (const query of ['ids=act_x&'.repeat(500), '&'.repeat(500), 'a&'.repeat(7900)]) {
      const { message, issues } = problemOf(await ask(query), 'VALIDATION_FAILED');
      expect(message).toBe('The query has more than 500 parameters.');
      expect(issues).toMatchObject([{ path: 'query' }]);
    }
  });

  test('a value beyond its limit is not validated further', async () => {
    const response = await post(
      '/v1/agents',
      JSON.stringify({
        name: 'x',
        webhook_url: `http://${'1.'.repeat(1000)} `,
        capabilities: Array.from({ length: 51 }, () => 1),
      }),
    );
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect(issues.map(({ message }) => message).toSorted()).toEqual([
      'body/capabilities must NOT have more than 50 items.',
      'body/webhook_url must have at most 2000 characters.',
    ]);
  });

  test('a value within its limit in code points is validated further', async () => {
    const name = `x ${randomBytes(6).toString('hex')}`;
    const webhook_url = `http://x/${'𝄞'.repeat(1991)}`;
    const response = await post('/v1/agents', JSON.stringify({ name, webhook_url }));
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect(issues.map(({ message }) => message)).toEqual([
      'body/webhook_url must be an absolute http or https URL, such as https://example.com/path.',
    ]);
  });

  test.each(['/v1/session', '/v1/session/password/reset', '/v1/invitations/accept'])(
    'without a credential, %s reads 16 KiB',
    async (path) => {
      const sent = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8)}"}`;
      problemOf(await post(path, sent(16 * 1024)), 'VALIDATION_FAILED');
      for (const [body, headers] of [
        [sent(16 * 1024 + 1), {}],
        [gzipSync(sent(16 * 1024 + 1)), { 'Content-Encoding': 'gzip' }],
      ] as const) {
        const { details } = problemOf(await post(path, body, headers), 'PAYLOAD_TOO_LARGE');
        expect(details).toEqual({ limit_bytes: 16 * 1024 });
      }
    },
  );

  test.each([
    '['.repeat(2 * 1024 * 1024),
    '{"a":'.repeat(101),
    `{"a":"\\"","b":${'['.repeat(101)}`,
  ])('nesting is checked before a body is parsed', async (body) => {
    const { issues } = problemOf(await post('/v1/agents', body), 'VALIDATION_FAILED');
    expect(issues).toMatchObject([
      { path: 'body', message: 'body is nested more than 100 levels deep.' },
    ]);
  });

  test('brackets in a string are not nesting', async () => {
    const content = ['['.repeat(1000), `"\\${'{'.repeat(1000)}`];
    const response = await post('/v1/documents', JSON.stringify({ title: 'x', content }));
    expect(response.status).toBe(201);
  });

  test.each(['gzip', 'deflate', 'br'])('bytes that are not %s are malformed', async (coding) => {
    const response = await post('/v1/agents', '{"name":"x"}', { 'Content-Encoding': coding });
    problemOf(response, 'MALFORMED_JSON');
  });

  test.each(['utf-16', 'utf-16le', 'utf-32', 'utf-7', 'iso-8859-1'])(
    'the charset %s is not read',
    async (charset) => {
      const response = await post('/v1/agents', '{"name":"x"}', {
        'Content-Type': `application/json; charset=${charset}`,
      });
      problemOf(response, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  test.each(['utf-8', 'UTF-8', '"utf-8"'])('the charset %s is read', async (charset) => {
    const name = `x ${randomBytes(6).toString('hex')}`;
    const response = await post('/v1/agents', JSON.stringify({ name }), {
      'Content-Type': `application/json; charset=${charset}`,
    });
    expect(response.status).toBe(201);
  });

  test('text that is not UTF-8 is malformed', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3]), Buffer.from('"}')]);
    problemOf(await post('/v1/agents', body), 'MALFORMED_JSON');
  });

  test('a query that is not percent-encoded UTF-8 is refused', async () => {
    const headers = credentialHeaders({ cookie: person.cookie });
    for (const query of ['q=%', 'q=%ff', '%E0%A4=1']) {
      const response = await ask(app).get(`/v1/actions?${query}`).set(headers);
      const { issues } = problemOf(response, 'VALIDATION_FAILED');
      expect(issues).toMatchObject([{ path: 'query' }]);
    }
  });

  test('an issue spells a header as the contract does', async () => {
    const response = await exchange(app, 'PATCH', '/v1/actions/x', {
      headers: {
        ...credentialHeaders({ cookie: person.cookie }),
        'Content-Type': 'application/json',
        'If-Match': 'x'.repeat(1001),
      },
      body: '{}',
    });
    const { issues } = problemOf(response, 'VALIDATION_FAILED');
    expect(issues.map(({ path }) => path)).toContain('header/If-Match');
  });

  test('a huge body on an unknown path is 404', async () => {
    problemOf(await post('/v1/nothing', Buffer.alloc(3 * 1024 * 1024)), 'NOT_FOUND');
  });

  describe('sign-ins behind a proxy', () => {
    const signIn = (at: TestApp, from: string): Promise<RawResponse> =>
      exchange(at, 'POST', '/v1/session', {
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        body: JSON.stringify({
          email: `${randomBytes(6).toString('hex')}@example.com`,
          password: 'x',
        }),
      });
    const addresses = async (): Promise<string[]> =>
      database().knex('sign_in_attempts').distinct().orderBy('address').pluck('address');

    beforeEach(() => database().knex('sign_in_attempts').delete());

    test('are counted for the address from a trusted proxy', async () => {
      const proxied = await startApp(database(), { trustedProxies: 1 });
      try {
        await signIn(proxied, '192.0.2.1, 198.51.100.7');
        await signIn(proxied, '192.0.2.1, 198.51.100.8');
        expect(await addresses()).toEqual(['198.51.100.7', '198.51.100.8']);
      } finally {
        await proxied.close();
      }
    });

    test.each([
      ['192.0.2.1:4711', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['[::ffff:192.0.2.1]:4711', '192.0.2.1'],
      ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
      ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
      ['[2001:DB8:1:2::7]', '2001:db8:1:2::/64'],
      ['[2001:db8:1:2::7]:4711', '2001:db8:1:2::/64'],
      ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
      ['fe80::1%eth0', 'fe80::/64'],
      ['unknown', '127.0.0.1'],
      ['_hidden:80', '127.0.0.1'],
      ['[192.0.2.1', '127.0.0.1'],
      ['192.0.2.1:port', '127.0.0.1'],
      ['1', '127.0.0.1'],
      ['192.0.2.01', '127.0.0.1'],
      ['', '127.0.0.1'],
    ])('from %j are counted for %s', async (from, network) => {
      const proxied = await startApp(database(), { trustedProxies: 1 });
      try {
        await signIn(proxied, from);
        expect(await addresses()).toEqual([network]);
      } finally {
        await proxied.close();
      }
    });

    test('are counted for the peer when no proxy is trusted', async () => {
      await signIn(app, '198.51.100.7');
      expect(await addresses()).toEqual(['127.0.0.1']);
    });

    test('do not extend the wait when refused', async () => {
      const now = new Date().toISOString();
      const rows = Array.from({ length: 20 }, (_, index) => ({
        id: `att_${index}`,
        account_hash: `account ${index}`,
        address: '127.0.0.1',
        attempted_at: now,
      }));
      await database().knex('sign_in_attempts').insert(rows);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        problemOf(await signIn(app, ''), 'RATE_LIMITED');
      }
      expect(await database().knex('sign_in_attempts').select('id')).toHaveLength(20);
    });
  });
});

describe('the route index', () => {
  const operations = [
    { method: 'get', path: '/things' },
    { method: 'post', path: '/things' },
    { method: 'get', path: '/things/{id}' },
    { method: 'patch', path: '/things/{id}' },
    { method: 'get', path: '/things/new' },
    { method: 'get', path: '/{kind}/{id}' },
    { method: 'delete', path: '/{kind}/{id}' },
    { method: 'get', path: '/file.json' },
  ];
  const routes = indexRoutes(operations);

  test.each([
    ['get', '/things', '/things'],
    ['get', '/things/1', '/things/{id}'],
    ['get', '/things/new', '/things/new'],
    ['patch', '/things/new', undefined],
    ['delete', '/things/1', undefined],
    ['delete', '/others/1', '/{kind}/{id}'],
    ['get', '/others/1', '/{kind}/{id}'],
    ['get', '/file.json', '/file.json'],
    ['get', '/fileXjson', undefined],
    ['put', '/things', undefined],
    ['get', '/things/', undefined],
    ['get', '/things/1/2', undefined],
  ])('%s %s is %s', (method, path, found) => {
    expect(routes.find(method, path)?.path).toBe(found);
  });

  test('the methods of a path are those of the most specific template', () => {
    expect(routes.methodsOf('/things')).toEqual(['GET', 'HEAD', 'POST']);
    expect(routes.methodsOf('/things/new')).toEqual(['GET', 'HEAD']);
    expect(routes.methodsOf('/nothing')).toEqual([]);
  });
});
