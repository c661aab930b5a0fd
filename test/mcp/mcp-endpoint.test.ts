import { request as httpRequest } from 'node:http';
import document from '../../generated/openapi.json';
import { asObject, valueAt } from '../../scripts/generate/json';
import type { JsonRecord } from '../../src/platform/json';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { checkRawResponse, lowerCased } from '../../scripts/requests/response-check';

interface Answer {
  readonly status: number;
  readonly headers: JsonRecord;
  readonly body: JsonRecord;
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const callTool = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: args },
});

describeOnEachDatabase('POST /mcp', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  async function send(
    message: unknown,
    headers: Record<string, string | undefined> = {},
    {
      method = 'POST',
      path = '/mcp',
      to = app,
    }: { method?: string; path?: string; to?: TestApp } = {},
  ): Promise<Answer> {
    const all = {
      authorization: `Bearer ${given.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return new Promise((resolve, reject) => {
      const url = new URL(path, to.url);
      const request = httpRequest(url, { method, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString('utf8');
          const status = response.statusCode ?? 0;
          try {
            const shown = { status, headers: response.headers, text: received };
            checkRawResponse(method, path, shown, lowerCased(sent));
            const data = /^data: (.*)$/m.exec(received)?.[1] ?? received;
            const body = asObject(data === '' ? {} : JSON.parse(data));
            resolve({ status, headers: { ...response.headers }, body });
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        });
      });
      request.on('error', reject);
      request.end(method === 'POST' ? text : undefined);
    });
  }

  test.each(['GET', 'DELETE'])(
    '%s is 405 with Allow: POST, behind the same 401',
    async (method) => {
      const { status, headers, body } = await send('', {}, { method });
      expect({ status, allow: headers['allow'], code: body['code'] }).toEqual({
        status: 405,
        allow: 'POST',
        code: 'METHOD_NOT_ALLOWED',
      });
      expect(await send('', { authorization: undefined }, { method })).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="callboard"' },
      });
    },
  );

  test('needs a bearer token, and ignores the cookie', async () => {
    const cookie = `__Host-callboard_session=${given.owner.cookie}`;
    expect(await send(listTools, { authorization: undefined, cookie })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="callboard"' },
      body: { code: 'UNAUTHENTICATED' },
    });
    expect(await send(listTools, { authorization: 'Bearer cb_wrong' })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="callboard", error="invalid_token"' },
    });
  });

  test('needs a bearer token of the local owner in development too', async () => {
    const local = await startApp(database(), { environment: 'development' });
    try {
      const answer = await send(listTools, { authorization: undefined }, { to: local });
      expect(answer.status).toBe(401);
    } finally {
      await local.close();
    }
  });

  test('lets a token that may only read call the tools that read', async () => {
    const { token } = await given.person.ok('createToken', {
      path: { id: given.agent.id },
      body: { name: 'Reader', scopes: ['read'] },
    });
    const authorization = `Bearer ${token ?? ''}`;
    expect(await send(callTool('get_overview'), { authorization })).toMatchObject({
      status: 200,
      body: { result: { structuredContent: { overview: {} } } },
    });
    expect(await send(callTool('claim_next'), { authorization })).toMatchObject({
      status: 403,
      headers: {
        'www-authenticate': 'Bearer realm="callboard", error="insufficient_scope", scope="write"',
      },
      body: { code: 'INSUFFICIENT_SCOPE', details: { required_scope: 'write' } },
    });
  });

  test('is reached by its own names only, and by pages of its own host', async () => {
    const { port } = new URL(app.url);
    const statusOf = async (headers: Record<string, string>, to = app) =>
      (await send(listTools, headers, { to })).status;
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect([host, await statusOf({ host })]).toEqual([host, 200]);
      expect([host, await statusOf({ host, origin: `http://${host}` })]).toEqual([host, 200]);
    }
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost:1', 'localhost']) {
      expect([host, await statusOf({ host })]).toEqual([host, 403]);
    }
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      expect([origin, await statusOf({ origin })]).toEqual([origin, 403]);
    }
    const known = await startApp(database(), { publicUrl: 'https://calls.example.com' });
    const open = await startApp(database(), { host: '0.0.0.0' });
    const named = await startApp(database(), {
      host: '0.0.0.0',
      publicUrl: 'https://calls.example.com',
    });
    try {
      const origin = 'https://calls.example.com';
      const host = 'calls.example.com';
      expect(await statusOf({ host, origin }, known)).toBe(200);
      // Behind a proxy that sends the name of the listener.
      expect(await statusOf({ origin }, known)).toBe(200);
      expect(await statusOf({ host: 'evil.example' }, known)).toBe(403);
      expect(await statusOf({ host: 'any.example' }, open)).toBe(200);
      expect(await statusOf({ host: 'any.example', origin: 'http://other.example' }, open)).toBe(
        403,
      );
      expect(await statusOf({ host }, named)).toBe(200);
      expect(await statusOf({ host: new URL(named.url).host }, named)).toBe(403);
    } finally {
      await Promise.all([known.close(), open.close(), named.close()]);
    }
  });

  test('answers malformed messages as JSON-RPC, and counts on no session', async () => {
    const cases: readonly [unknown, number, number][] = [
      ['{"jsonrpc":', 400, -32_700],
      [`${'['.repeat(200)}${']'.repeat(200)}`, 400, -32_700],
      [[listTools], 400, -32_600],
      [{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' }, 404, -32_601],
      [callTool('no_such_tool'), 200, -32_602],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, 200, -32_602],
    ];
    for (const [message, status, code] of cases) {
      expect(await send(message)).toMatchObject({ status, body: { error: { code } } });
    }
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    };
    const { headers, body } = await send(initialize);
    expect(Object.keys(headers)).not.toContain('mcp-session-id');
    expect(body['result']).toMatchObject({ capabilities: { tools: {} } });
    expect(JSON.stringify(body)).not.toContain('listChanged');
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
    });
    expect((await send(listTools, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(' '.repeat(2 ** 21 + 1))).status).toBe(413);
  });

  test.each([
    [undefined, 200],
    ['*/*', 200],
    ['application/*, text/*', 200],
    ['application/json;q=0.5, text/event-stream; charset=utf-8', 200],
    ['Application/JSON, Text/Event-Stream', 200],
    ['text/html, */*;q=0.1', 200],
    ['application/json', 406],
    ['text/event-stream', 406],
    ['*/*, text/event-stream;q=0', 406],
    ['text/html', 406],
  ])('with Accept: %s is %i', async (accept, status) => {
    expect((await send(listTools, { accept })).status).toBe(status);
    const types = valueAt(document, '#/paths/~1mcp/post/responses/200/content');
    expect(Object.keys(asObject(types))).toEqual(['application/json', 'text/event-stream']);
  });

  test('answers the newer revision in JSON, and an unknown one with those that it speaks', async () => {
    const inRevision = async (version: string) =>
      send(
        {
          ...listTools,
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': version,
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' },
      );
    const { status, headers, body } = await inRevision('2026-07-28');
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    expect(Object(body['result']).tools).toHaveLength(16);
    const unknown = await inRevision('2999-01-01');
    expect(unknown.status).toBe(400);
    expect(JSON.stringify(Object(unknown.body['error']).data)).toContain('2026-07-28');
  });

  test('passes parameters and members that it does not know', async () => {
    const message = { ...listTools, more: true, params: { _meta: { 'x.example/y': 1 } } };
    expect((await send(message, { 'x-other': '1' }, { path: '/mcp?x=1' })).status).toBe(200);
  });

  test('offers the tools that ?tools= names', async () => {
    const count = async (path: string) => {
      const { body } = await send(listTools, {}, { path });
      return Object(body['result']).tools.length;
    };
    expect(await count('/mcp')).toBe(16);
    expect(await count('/mcp?tools=read')).toBe(4);
    expect(await count('/mcp?tools=all')).toBe(22);
    expect(await count('/mcp?tools=other')).toBe(16);
    const refused = await send(callTool('claim_next'), {}, { path: '/mcp?tools=read' });
    expect(refused.body).toMatchObject({ error: { code: -32_602 } });
  });
});
