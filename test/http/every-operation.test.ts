import type { components } from '../../generated/types';
import type { OperationId } from '../../src/platform/operation';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders, type CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase, testOnPostgres } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exchange, problemOf } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import {
  bodyOf,
  factsOf,
  forAgents,
  forPeople,
  operationIds,
  queryOf,
} from '../../scripts/requests/operations';

type ErrorCode = components['schemas']['ErrorCode'];

/** The operations that document the code. */
const documenting = (code: ErrorCode): OperationId[] =>
  operationIds.filter((id) => factsOf(id).errorCodes.includes(code));

const json = 'application/json';

const searchOf = (query: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(query).toString()}`;

/** The optional parts of a request. */
interface Fault {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly pathId?: string;
}

describeOnEachDatabase('Every operation', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let writer: CredentialShown;
  let paused: CredentialShown;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    writer = { bearer: await addToken(app, given.owner, given.agent.id, ['write']) };
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
    const { length } = await eventsOf(database(), given);
    await provoke('CSRF_FAILED', id, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(await eventsOf(database(), given)).toHaveLength(length);
  });

  test.each(documenting('INSUFFICIENT_SCOPE'))('%s requires its scope', async (id) => {
    const read = factsOf(id).method === 'get';
    const reader = { bearer: await addToken(app, given.owner, given.agent.id, ['read']) };
    const { details } = await provoke('INSUFFICIENT_SCOPE', id, {}, { by: read ? writer : reader });
    expect(details).toEqual({ required_scope: read ? 'read' : 'write' });
    expect(forAgents(id)).toBe(true);
  });

  test.each(documenting('AGENT_NOT_ACTIVE'))('%s refuses a paused agent', async (id) => {
    const { length } = await eventsOf(database(), given);
    const { details } = await provoke('AGENT_NOT_ACTIVE', id, {}, { by: paused });
    expect(details).toEqual({ state: 'paused' });
    expect(await eventsOf(database(), given)).toHaveLength(length);
  });

  test.each(operationIds.filter((id) => forAgents(id) && factsOf(id).method === 'get'))(
    '%s is for a paused agent too',
    async (id) => {
      const { method, path } = factsOf(id);
      const url = `${path.replace('{id}', 'x')}${searchOf(queryOf(id))}`;
      const headers = credentialHeaders(paused);
      const response = await exchange(app, method.toUpperCase(), url, { headers });
      expect([200, 404]).toContain(response.status);
    },
  );

  describe('for a token that has reached its rate limit', () => {
    let limited: TestApp;
    let by: CredentialShown;

    beforeAll(async () => {
      limited = await startApp(database(), { rateLimitPerMinute: 1 });
      by = { bearer: await addToken(limited, given.owner, given.agent.id, ['read']) };
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

  test.each(documenting('IDEMPOTENCY_KEY_REUSED'))('%s refuses a reused key', async (id) => {
    await storeKey(database(), given, id, { request_hash: 'of another request', status: 200 });
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
        for (const id of documenting(code).filter((id) => factsOf(id).tag !== 'service')) {
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
