import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import type { OperationId } from '../../src/platform/operation';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders, type CredentialShown } from '../../scripts/requests/client';
import { describeOnDatabase, describeOnEachDatabase, testOnPostgres } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import {
  bodyOf,
  factsOf,
  forAgents,
  forPeople,
  operationIds,
  queryOf,
  protocolOperationIds,
} from '../../scripts/requests/operations';
import { authorizationRequest, publicUrl, register } from '../support/oauth';
import { oidcOf } from '../support/oidc';
import { recordProtocolChange } from '../support/parameters';

type ErrorCode = components['schemas']['ErrorCode'];

/** The operations that document the code. */
const documenting = (code: ErrorCode): OperationId[] =>
  operationIds.filter((id) => factsOf(id).errorCodes.includes(code));

const json = 'application/json';

const searchOf = (query: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(query).toString()}`;

const newAddress = 'https://cell2.example';

/** A workspace that has moved to `newAddress`. */
async function aMovedWorkspace(app: TestApp, database: TestDatabase): Promise<GivenWorkspace> {
  const moved = await aWorkspace(app, database);
  await database.knex('closed_workspaces').insert({
    workspace_id: moved.workspaceId,
    state: 'moved',
    address: newAddress,
    closed_at: new Date().toISOString(),
  });
  return moved;
}

/** The optional parts of a request. */
interface Fault {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly pathId?: string;
}

/** The service on the database, and its callers. */
function serviceOn(database: () => TestDatabase) {
  let app: TestApp;
  let given: GivenWorkspace;
  let writer: CredentialShown;
  let reader: CredentialShown;
  let paused: CredentialShown;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    writer = { bearer: await addToken(app, given.owner, given.agent.id, ['write']) };
    reader = { bearer: await addToken(app, given.owner, given.agent.id, ['read']) };
    const idle = await addAgent(app, given.owner, {
      access_mode: 'sysadmin',
      can_review: true,
    });
    await given.person.ok('pauseAgent', { path: { id: idle.agent.id } });
    paused = { bearer: idle.token };
  });
  afterAll(async () => {
    await app.close();
  });

  /** A caller that may call the operation: a person if possible. */
  const callerOf = (id: OperationId): CredentialShown => {
    if (factsOf(id).security.length === 0) return undefined;
    return forPeople(id) ? { cookie: given.owner.cookie } : { bearer: given.token };
  };

  const provoke = (
    code: ErrorCode,
    id: OperationId,
    { query = searchOf(queryOf(id)), headers = {}, body, pathId = 'x' }: Fault,
    { by = callerOf(id), at = app }: { by?: CredentialShown; at?: TestApp } = {},
  ) => {
    const { method, path } = factsOf(id);
    const own = bodyOf(id);
    const sent = body ?? (own === undefined ? undefined : JSON.stringify(own));
    const bodyHeaders = sent !== undefined && {
      'Content-Type': json,
      'Content-Length': String(Buffer.byteLength(sent)),
    };
    return exchange(at, method.toUpperCase(), `${path.replaceAll(/\{\w+\}/g, pathId)}${query}`, {
      headers: { ...credentialHeaders(by), ...bodyHeaders, ...headers },
      ...(sent !== undefined && { body: sent }),
    }).then((response) => problemOf(response, code));
  };
  return {
    provoke,
    app: () => app,
    given: () => given,
    writer: () => writer,
    reader: () => reader,
    paused: () => paused,
  };
}

// These requests end before a handler.
describeOnDatabase('sqlite', 'Every operation', (database) => {
  const { provoke, given, writer, reader, paused } = serviceOn(database);

  test.each(documenting('UNKNOWN_PARAMETER'))(
    '%s refuses an unknown query parameter',
    async (id) => {
      const { issues } = await provoke('UNKNOWN_PARAMETER', id, {
        query: searchOf({ ...queryOf(id), nonsense: '1' }),
      });
      expect(issues).toEqual([
        expect.objectContaining({ path: 'query/nonsense', code: 'UNKNOWN_PARAMETER' }),
      ]);
    },
  );

  test.each(documenting('NOT_ACCEPTABLE'))('%s refuses other media types in Accept', async (id) => {
    await provoke('NOT_ACCEPTABLE', id, { headers: { Accept: 'image/png' } });
  });

  test.each(documenting('MALFORMED_JSON'))('%s refuses malformed JSON', async (id) => {
    await provoke('MALFORMED_JSON', id, { body: '{"a":' });
  });

  test.each(documenting('UNSUPPORTED_MEDIA_TYPE'))('%s accepts only JSON', async (id) => {
    await provoke('UNSUPPORTED_MEDIA_TYPE', id, {
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    });
  });

  test.each(documenting('PAYLOAD_TOO_LARGE'))('%s accepts at most 2 MiB', async (id) => {
    const body = JSON.stringify({ x: 'x'.repeat(2 * 1024 * 1024) });
    await provoke('PAYLOAD_TOO_LARGE', id, { body });
  });

  test.each(documenting('UNKNOWN_FIELD'))('%s refuses an unknown field', async (id) => {
    const body = JSON.stringify({ ...bodyOf(id), nonsense: 1 });
    const { issues } = await provoke('UNKNOWN_FIELD', id, { body });
    expect(issues).toEqual([
      expect.objectContaining({ path: 'body/nonsense', code: 'UNKNOWN_FIELD' }),
    ]);
  });

  test.each(documenting('VALIDATION_FAILED'))(
    '%s reports the path of an invalid value',
    async (id) => {
      const { path, hasBody, headerNames, method } = factsOf(id);
      const [where, fault] = ((): [string, Fault] => {
        if (hasBody) return ['body', { body: '[]' }];
        if (path.includes('{id}')) return ['path/id', { pathId: 'x'.repeat(201) }];
        if (method === 'delete') return ['body', { body: '{}' }];
        if (headerNames.includes('If-None-Match')) {
          return [
            'header/If-None-Match',
            { headers: { 'If-None-Match': `"${'x'.repeat(1000)}"` } },
          ];
        }
        return ['query', { query: '?limit=%00' }];
      })();
      const { issues } = await provoke('VALIDATION_FAILED', id, fault);
      expect(issues.map((issue) => issue.path.slice(0, where.length))).toContain(where);
    },
  );

  test.each(operationIds)('%s refuses a query that is not percent-encoded', async (id) => {
    const { issues } = await provoke('VALIDATION_FAILED', id, { query: '?x=%' });
    expect(issues).toMatchObject([{ path: 'query' }]);
  });

  test.each(documenting('CSRF_FAILED'))('%s refuses a cross-site request', async (id) => {
    const { length } = await eventsOf(database(), given());
    await provoke('CSRF_FAILED', id, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(await eventsOf(database(), given())).toHaveLength(length);
  });

  test.each(documenting('INSUFFICIENT_SCOPE'))('%s requires its scope', async (id) => {
    const read = factsOf(id).method === 'get';
    const { details } = await provoke(
      'INSUFFICIENT_SCOPE',
      id,
      {},
      { by: read ? writer() : reader() },
    );
    expect(details).toEqual({ required_scope: read ? 'read' : 'write' });
    expect(forAgents(id)).toBe(true);
  });

  test('every operation for agents requires a scope', () => {
    const scoped = documenting('INSUFFICIENT_SCOPE');
    const guarded = operationIds.filter((id) => factsOf(id).security.length > 0);
    expect(guarded.filter((id) => forAgents(id) && !scoped.includes(id))).toEqual([]);
  });

  test.each(documenting('AGENT_NOT_ACTIVE'))('%s refuses a paused agent', async (id) => {
    const { length } = await eventsOf(database(), given());
    const { details } = await provoke('AGENT_NOT_ACTIVE', id, {}, { by: paused() });
    expect(details).toEqual({ state: 'paused' });
    expect(await eventsOf(database(), given())).toHaveLength(length);
  });

  describe('for a token that has reached its rate limit', () => {
    let limited: TestApp;
    let by: CredentialShown;

    beforeAll(async () => {
      limited = await startApp(database(), { rateLimitPerMinute: 1 });
      by = { bearer: await addToken(limited, given().owner, given().agent.id, ['read']) };
      await client(limited, by).ok('getMe');
    });
    afterAll(async () => {
      await limited.close();
    });

    test.each(documenting('RATE_LIMITED').filter((id) => factsOf(id).security.length > 0))(
      '%s says when to come back',
      async (id) => {
        const { details } = await provoke('RATE_LIMITED', id, {}, { by, at: limited });
        expect(details).toEqual({ retry_after_seconds: expect.any(Number) });
      },
    );

    test('includes every operation with credentials', () => {
      const unlimited = operationIds.filter(
        (id) => !factsOf(id).errorCodes.includes('RATE_LIMITED'),
      );
      expect(unlimited.filter((id) => factsOf(id).security.length > 0)).toEqual([]);
    });
  });
});

describeOnEachDatabase('Every operation', (database) => {
  const { provoke, app, given, paused } = serviceOn(database);

  test.each(operationIds.filter((id) => forAgents(id) && factsOf(id).method === 'get'))(
    '%s is for a paused agent too',
    async (id) => {
      const { method, path } = factsOf(id);
      const url = `${path.replace('{id}', 'x')}${searchOf(queryOf(id))}`;
      const headers = credentialHeaders(paused());
      const response = await exchange(app(), method.toUpperCase(), url, { headers });
      expect([200, 404]).toContain(response.status);
    },
  );

  test('says where a workspace is that has moved', async () => {
    const moved = await aMovedWorkspace(app(), database());
    const guarded = documenting('MOVED').filter((id) => factsOf(id).security.length > 0);
    for (const id of guarded) {
      const by = forPeople(id) ? { cookie: moved.owner.cookie } : { bearer: moved.token };
      const { details } = await provoke('MOVED', id, {}, { by });
      expect(details).toEqual({ address: newAddress });
    }
  });

  test.each(documenting('IDEMPOTENCY_KEY_REUSED'))('%s refuses a reused key', async (id) => {
    await storeKey(database(), given(), id, { request_hash: 'of another request', status: 200 });
    const body = JSON.stringify({ ...bodyOf(id), client_request_id: id });
    await provoke('IDEMPOTENCY_KEY_REUSED', id, { body });
  });

  describe('on a failing database', () => {
    test.each([
      ['that is unreachable', 'UNAVAILABLE', (own: TestDatabase) => own.close()],
      [
        'without its tables',
        'INTERNAL',
        async (own: TestDatabase) => {
          for (const table of ['sessions', 'tokens', 'sign_in_attempts']) {
            await own.knex.schema.renameTable(table, `${table}_gone`);
          }
        },
      ],
    ] as const)('%s', async (_what, code, breakDatabase) => {
      const own = await openTestDatabase(database().dialect);
      const broken = await startApp(own);
      try {
        await breakDatabase(own);
        // Neither reads a table.
        const reading = documenting(code).filter(
          (id) => factsOf(id).tag !== 'service' && id !== 'getSignIn',
        );
        for (const id of reading) {
          const { details } = await provoke(code, id, {}, { at: broken });
          expect(Object.keys(details)).toEqual(code === 'INTERNAL' ? ['request_id'] : []);
        }
      } finally {
        await broken.close();
        await own.close();
      }
    });
  });
});

testOnPostgres(
  'on Postgres, every retry waits for the first request, but not forever',
  async () => {
    const database = await openTestDatabase('postgres', 'migrated', 500);
    const app = await startApp(database);
    try {
      const given = await aWorkspace(app, database);
      const ids = documenting('REQUEST_IN_PROGRESS');
      const first = await database.knex.transaction();
      for (const id of ids) await storeKey({ knex: first }, given, id, { request_hash: 'x' });
      const ask = (id: OperationId) => {
        const by = forPeople(id) ? given.person : client(app, { bearer: given.token });
        const body = { ...bodyOf(id), client_request_id: id };
        return by.fails(id, { path: { id: 'x' }, body }, 409, 'REQUEST_IN_PROGRESS');
      };
      try {
        // Few at once, because each uses a connection while it waits.
        for (let start = 0; start < ids.length; start += 5) {
          await Promise.all(ids.slice(start, start + 5).map(ask));
        }
      } finally {
        await first.rollback();
      }
    } finally {
      await app.close();
      await database.close();
    }
  },
  180_000,
);

function eventsOf({ knex }: TestDatabase, { workspaceId }: GivenWorkspace): Promise<unknown[]> {
  return knex('events').where({ workspace_id: workspaceId });
}

/** Stores a key as if a permitted caller had sent it before. */
async function storeKey(
  { knex }: Pick<TestDatabase, 'knex'>,
  { workspaceId, owner, agent }: GivenWorkspace,
  id: OperationId,
  record: { readonly request_hash: string; readonly status?: number },
): Promise<void> {
  const now = new Date().toISOString();
  await knex('idempotency_records').insert({
    workspace_id: workspaceId,
    actor_id: forPeople(id) ? owner.owner.id : agent.actor_id,
    operation_id: id,
    client_request_id: id,
    created_at: now,
    expires_at: addMilliseconds(now, DAY),
    ...record,
  });
}

/** The parts of a request that differ from a small valid one. */
interface Change {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly by?: CredentialShown;
  readonly at?: TestApp;
}

// Bodies that reach the database, so that its faults show.
const bodies: Readonly<Record<string, string>> = {
  callMcp: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  decideAuthorization: 'step=consent&ticket=cbt_0&decision=refuse',
  startOidc: 'return_to=/app',
  endMails: 'List-Unsubscribe=One-Click',
  createAccessToken: 'grant_type=refresh_token&client_id=ocl_0&refresh_token=cbf_0',
  revokeOauthToken: 'client_id=ocl_0&token=cbf_0',
  receiveOidcLogout: 'logout_token=a.b.c',
  registerOauthClient: JSON.stringify({ redirect_uris: ['http://localhost/callback'] }),
};

/** The operations of other protocols that document the code. */
const ofProtocols = (code: ErrorCode): OperationId[] =>
  protocolOperationIds.filter((id) => factsOf(id).errorCodes.includes(code));

/** The service on the database, with the operations of other protocols. */
function protocolsOn(database: () => TestDatabase) {
  let app: TestApp;
  let given: GivenWorkspace;
  // Refused requests leave the upload URL as it is.
  let upload: string;

  beforeAll(async () => {
    app = await startApp(database(), { publicUrl });
    given = await aWorkspace(app, database());
    const { url } = await given.worker.ok('createUpload', { body: { name: 'proofs.pdf' } });
    upload = (url ?? '').split('/').at(-1) ?? '';
  });
  afterAll(() => app.close());

  const callerOf = (id: OperationId): CredentialShown => {
    const { security } = factsOf(id);
    if (security.length === 0) return undefined;
    return security.includes('bearerToken')
      ? { bearer: given.token }
      : { cookie: given.owner.cookie };
  };

  const send = (
    id: OperationId,
    { query = '', headers = {}, body = bodies[id], by = callerOf(id), at = app }: Change,
  ): Promise<RawResponse> => {
    const { method, path, consumes } = factsOf(id);
    return exchange(at, method.toUpperCase(), `${path.replace('{token}', upload)}${query}`, {
      headers: {
        host: new URL(publicUrl).host,
        accept: 'application/json, text/event-stream',
        ...credentialHeaders(by),
        ...(method !== 'get' && { origin: publicUrl }),
        ...(body !== undefined && {
          'content-type': consumes[0] ?? '',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
      body,
    });
  };
  const provoke = async (code: ErrorCode, id: OperationId, change: Change) => {
    const response = await send(id, change);
    if (factsOf(id).protocol === 'page') {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const page = await send(id, { ...change, headers: { ...change.headers, accept } });
      expect([page.status, page.headers]).toMatchObject([
        response.status,
        { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
      ]);
      expect(page.text).toContain('<h1>');
    }
    return problemOf(response, code);
  };
  return { provoke, send, app: () => app, given: () => given };
}

// These requests end before a handler, or their handlers use no database.
describeOnDatabase('sqlite', 'Every operation of another protocol', (database) => {
  const { provoke, send, app, given } = protocolsOn(database);

  test.each(ofProtocols('VALIDATION_FAILED'))(
    '%s refuses a query that is not percent-encoded',
    async (id) => {
      const { issues } = await provoke('VALIDATION_FAILED', id, { query: '?x=%' });
      expect(issues).toMatchObject([{ path: 'query' }]);
    },
  );

  test.each(ofProtocols('UNSUPPORTED_MEDIA_TYPE'))('%s accepts its media type only', async (id) => {
    // A URL for one upload takes any type, as programs that send bytes name it.
    const headers =
      id === 'uploadOnce' ? { 'content-encoding': 'gzip' } : { 'content-type': 'text/plain' };
    await provoke('UNSUPPORTED_MEDIA_TYPE', id, { headers });
  });

  test.each(ofProtocols('PAYLOAD_TOO_LARGE'))('%s refuses a body that is too large', async (id) => {
    const isFile = id === 'uploadFile' || id === 'uploadOnce';
    const max = isFile ? limits.file_bytes : limits.body_bytes;
    await provoke('PAYLOAD_TOO_LARGE', id, { body: 'x'.repeat(max + 1) });
  });

  test.each(ofProtocols('WRONG_ACTOR'))('%s refuses the token of an agent', async (id) => {
    await provoke('WRONG_ACTOR', id, { by: { bearer: given().token } });
  });

  const ofOauth = ofProtocols('NOT_FOUND').filter((id) => id !== 'uploadOnce');

  test.each(ofOauth)('%s is 404 without an https PUBLIC_URL', async (id) => {
    const off = await startApp(database(), { publicUrl: 'http://calls.example.com' });
    try {
      await provoke('NOT_FOUND', id, { at: off });
    } finally {
      await off.close();
    }
  });

  describe('for a caller that has reached its rate limit', () => {
    let limited: TestApp;

    beforeAll(async () => {
      limited = await startApp(database(), { publicUrl, rateLimitPerMinute: 1 });
      await client(limited, { bearer: given().token }).ok('getMe');
      await client(limited, { cookie: given().owner.cookie }).ok('getMe');
    });
    afterAll(() => limited.close());

    test.each(ofProtocols('RATE_LIMITED').filter((id) => factsOf(id).security.length > 0))(
      '%s says when to come back',
      async (id) => {
        const { details } = await provoke('RATE_LIMITED', id, { at: limited });
        expect(details).toEqual({ retry_after_seconds: expect.any(Number) });
      },
    );
  });

  test.each<[OperationId, refused: number, body: string]>([
    ['registerOauthClient', 120, '{}'],
    ['createAccessToken', 100, 'client_id=ocl_0'],
    ['revokeOauthToken', 100, 'client_id=ocl_0'],
    ['receiveOidcLogout', 100, 'logout_token='],
  ])('%s refuses an address %i times before it says when to come back', async (id, most, body) => {
    const own = await startApp(database(), { publicUrl, oidc: oidcOf('https://id.example') });
    try {
      for (let count = 0; count < most; count += 1) {
        expect([400, 401]).toContain((await send(id, { at: own, body })).status);
      }
      const { details } = await provoke('RATE_LIMITED', id, { at: own, body });
      expect(details).toEqual({ retry_after_seconds: expect.any(Number) });
    } finally {
      await own.close();
    }
  });

  test.each(protocolOperationIds.filter(isMetadata))('%s is 500 after a fault', async (id) => {
    const URL = jest.spyOn(globalThis, 'URL').mockImplementation(() => {
      throw new Error('broken');
    });
    const headers = { host: 'calls.example.com' };
    const sent = exchange(app(), 'GET', factsOf(id).path, { headers });
    try {
      const { details } = problemOf(await sent, 'INTERNAL');
      expect(app().logs.join('')).toContain(String(details['request_id']));
    } finally {
      URL.mockRestore();
    }
  });

  test.each(protocolOperationIds.filter(isMetadata))('%s needs no credential', async (id) => {
    const { status, text } = await send(id, {});
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({})]);
  });
});

describeOnEachDatabase('Every operation of another protocol', (database) => {
  const { provoke, send, app, given } = protocolsOn(database);

  test.each([
    ['is unreachable', 'UNAVAILABLE', (own: TestDatabase) => own.close()],
    [
      'lacks its tables',
      'INTERNAL',
      async (own: TestDatabase) => {
        for (const table of ['sessions', 'tokens', 'oauth_clients', 'webhooks', 'upload_urls']) {
          await own.knex.schema.renameTable(table, `${table}_gone`);
        }
      },
    ],
  ] as const)('the database %s', async (_what, code, breakDatabase) => {
    const own = await openTestDatabase(database().dialect);
    const broken = await startApp(own, { publicUrl });
    try {
      await breakDatabase(own);
      // A logout needs a token of a provider: test/auth/sign-in.test.ts has one.
      const others = ofProtocols(code).filter((id) => id !== 'receiveOidcLogout');
      for (const id of others.filter((id) => !isMetadata(id))) {
        const { details } = await provoke(code, id, { at: broken });
        expect(Object.keys(details)).toEqual(code === 'INTERNAL' ? ['request_id'] : []);
      }
    } finally {
      await broken.close();
      await own.close();
    }
  });

  test('says where a workspace is that has moved', async () => {
    const moved = await aMovedWorkspace(app(), database());
    for (const id of ofProtocols('MOVED')) {
      const isForAgents = factsOf(id).security.includes('bearerToken');
      const by = isForAgents ? { bearer: moved.token } : { cookie: moved.owner.cookie };
      const { details } = await provoke('MOVED', id, { by });
      expect(details).toEqual({ address: newAddress });
    }
  });

  describe('a query parameter', () => {
    let clientId: string;

    beforeAll(async () => {
      clientId = (await register(app(), { client_name: 'Of the parameters' })).client_id;
    });

    test('selects the tools', async () => {
      const usual = await send('callMcp', {});
      const read = await send('callMcp', { query: '?tools=read' });
      const all = await send('callMcp', { query: '?tools=all' });
      expect([usual.status, read.status, all.status]).toEqual([200, 200, 200]);
      expect(read.text.length).toBeLessThan(usual.text.length);
      expect(all.text.length).toBeGreaterThan(usual.text.length);
      recordProtocolChange('callMcp', 'tools');
    });

    // What the page contains before and after the change of one parameter.
    test.each<[name: string, value: string | undefined, without: RegExp, given: RegExp]>([
      ['client_id', 'ocl_0', /Of the parameters/, /not registered here/],
      ['redirect_uri', 'https://other.example/', /Of the parameters/, /not registered/],
      ['response_type', 'token', /Of the parameters/, /error=unsupported_response_type/],
      ['code_challenge', undefined, /Of the parameters/, /error=invalid_request/],
      ['code_challenge_method', 'plain', /Of the parameters/, /error=invalid_request/],
      ['scope', 'read', /value="write"/, /^(?!.*value="write")/s],
      ['resource', 'https://other.example/mcp', /Of the parameters/, /error=invalid_target/],
    ])(
      '%s changes the response of the authorization endpoint',
      async (name, value, before, after) => {
        const ask = async (changes: Readonly<Record<string, string | undefined>>) => {
          const { search } = new URL(authorizationRequest(clientId, changes).url);
          const { text } = await send('showAuthorization', { query: search });
          return text;
        };
        expect(await ask({})).toMatch(before);
        expect(await ask({ [name]: value })).toMatch(after);
        recordProtocolChange('showAuthorization', name);
      },
    );

    test('state comes back', async () => {
      const { search } = new URL(
        authorizationRequest(clientId, { response_type: 'token', state: 'of the client' }).url,
      );
      const { status, text } = await send('showAuthorization', { query: search });
      expect([status, text.match(/state=[^&"]*/)?.[0]]).toEqual([400, 'state=of+the+client']);
      recordProtocolChange('showAuthorization', 'state');
    });

    test('agent_id selects no agent: the person chooses', async () => {
      const { search } = new URL(
        authorizationRequest(clientId, { agent_id: given().agent.id }).url,
      );
      const { text } = await send('showAuthorization', { query: search });
      expect(text).toContain(`value="${given().agent.id}"`);
      expect(text.match(/value="\w+"\s+required\s+checked/g)).toEqual([
        expect.stringContaining('value="new"'),
      ]);
      recordProtocolChange('showAuthorization', 'agent_id');
    });
  });
});

function isMetadata(id: OperationId): boolean {
  return factsOf(id).path.startsWith('/.well-known/');
}
