import { randomUUID } from 'node:crypto';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase, testOnPostgres } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const week = 7 * DAY;

describeOnEachDatabase('Idempotent requests', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
  });

  const replayed = ({ headers }: Called): boolean => headers['idempotent-replayed'] === 'true';
  const count = async (table: string, where: Record<string, string>): Promise<number> => {
    const rows: unknown[] = await database()
      .knex(table)
      .where({ workspace_id: given.workspaceId, ...where })
      .select('*');
    return rows.length;
  };

  test('twenty concurrent requests have one effect and twenty equal responses', async () => {
    const key = randomUUID();
    const body = { title: key, content: { stored: ['once'] }, client_request_id: key };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => given.person.call('createDocument', { body })),
    );
    expect(responses.filter(replayed)).toHaveLength(19);
    for (const response of responses) {
      expect(response.status).toBe(201);
      expect(response.body).toEqual(responses[0]?.body);
      expect(response.headers['location']).toBe(responses[0]?.headers['location']);
      expect(response.headers['etag']).toBe(responses[0]?.headers['etag']);
    }
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(20);
    expect(await count('documents', { title: key })).toBe(1);
    expect(await count('events', { subject_title: key })).toBe(1);
  });

  test('twenty concurrent requests with twenty keys have twenty effects', async () => {
    const title = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        given.person.call('createDocument', {
          body: { title, content: '', client_request_id: randomUUID() },
        }),
      ),
    );
    expect(responses.filter(replayed)).toEqual([]);
    expect(await count('documents', { title })).toBe(20);
  });

  test('without a key, or with another one, nothing is replayed', async () => {
    const title = randomUUID();
    await given.person.ok('createDocument', { body: { title, content: '' } });
    await given.person.ok('createDocument', { body: { title, content: '' } });
    expect(await count('documents', { title })).toBe(2);
  });

  test('the first response is replayed, even if the record has changed', async () => {
    const body = { title: 'First', client_request_id: randomUUID() };
    const first = await given.person.call('createAction', { body });
    const action = await given.person.ok('createAction', { body });
    const id = action?.id ?? '';
    await given.person.ok('updateAction', { path: { id }, body: { title: 'Second' } });
    const again = await given.person.call('createAction', { body });
    expect(again).toMatchObject({ status: first.status, body: first.body });
    expect(replayed(again)).toBe(true);
    const now = await given.person.ok('getAction', { path: { id } });
    expect(now?.title).toBe('Second');
  });

  test('the order of the fields does not matter', async () => {
    const key = randomUUID();
    const first = await given.person.call('createDocument', {
      body: { title: key, content: { a: 1, b: 2 }, client_request_id: key },
    });
    const again = await given.person.call('createDocument', {
      body: { client_request_id: key, content: { b: 2, a: 1 }, title: key },
    });
    expect(again.body).toEqual(first.body);
    expect(replayed(again)).toBe(true);
  });

  test('another body with the same key is refused and changes nothing', async () => {
    const key = randomUUID();
    await given.person.ok('createDocument', {
      body: { title: key, content: '', client_request_id: key },
    });
    const other = { title: `${key} other`, content: '', client_request_id: key };
    await given.person.fails('createDocument', { body: other }, 409, 'IDEMPOTENCY_KEY_REUSED');
    expect(await count('documents', { title: other.title })).toBe(0);
  });

  test('another path with the same key is refused', async () => {
    const [one, two] = await Promise.all([
      given.person.ok('createAction', { body: { title: 'one' } }),
      given.person.ok('createAction', { body: { title: 'two' } }),
    ]);
    const body = { body: 'A note', client_request_id: randomUUID() };
    await given.person.ok('createActionNote', { path: { id: one?.id ?? '' }, body });
    const path = { id: two?.id ?? '' };
    await given.person.fails('createActionNote', { path, body }, 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  test('other callers may use the same key, and the same caller for another operation', async () => {
    const key = randomUUID();
    const document = { title: key, content: '', client_request_id: key };
    const other = await addAgent(app, given.owner);
    const elsewhere = await aWorkspace(app, database());
    const responses = [
      await given.person.call('createDocument', { body: document }),
      await given.worker.call('createDocument', { body: document }),
      await client(app, { bearer: other.token }).call('createDocument', { body: document }),
      await elsewhere.person.call('createDocument', { body: document }),
      await given.person.call('createAction', { body: { title: key, client_request_id: key } }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(201);
      expect(replayed(response)).toBe(false);
    }
    expect(await count('documents', { title: key })).toBe(3);
  });

  test('another token of the same agent may retry', async () => {
    const body = { title: 'By the agent', content: '', client_request_id: randomUUID() };
    const first = await given.worker.call('createDocument', { body });
    const { token } = await given.person
      .ok('createToken', { path: { id: given.agent.id }, body: {} })
      .then((made) => ({ token: made?.token ?? '' }));
    const again = await client(app, { bearer: token }).call('createDocument', { body });
    expect(again.body).toEqual(first.body);
    expect(replayed(again)).toBe(true);
  });

  test('an error is not stored', async () => {
    const key = randomUUID();
    const body = { title: key, project_id: 'prj_absent', client_request_id: key };
    await given.person.fails('createAction', { body }, 422, 'INVALID_REFERENCE');
    await given.person.fails('createAction', { body }, 422, 'INVALID_REFERENCE');
    expect(await count('idempotency_records', { client_request_id: key })).toBe(0);
    await given.person.ok('createAction', { body: { title: key, client_request_id: key } });
    expect(await count('actions', { title: key })).toBe(1);
  });

  test('a request that fails authentication or validation claims no key', async () => {
    const key = randomUUID();
    await given.person.fails(
      'createDocument',
      { body: { title: '', content: '', client_request_id: key } },
      400,
      'VALIDATION_FAILED',
    );
    await given.person.ok('createDocument', {
      body: { title: key, content: '', client_request_id: key },
    });
  });

  test('a key is stored for seven days', async () => {
    const key = randomUUID();
    const body = { title: key, content: '', client_request_id: key };
    await given.person.ok('createDocument', { body });
    const record = { client_request_id: key };
    const { knex } = database();
    const row: { created_at: string; expires_at: string } | undefined = await knex(
      'idempotency_records',
    )
      .where(record)
      .first('created_at', 'expires_at');
    expect(row?.expires_at).toBe(addMilliseconds(row?.created_at ?? '', week));

    const now = new Date().toISOString();
    await knex('idempotency_records')
      .where(record)
      .update({ expires_at: addMilliseconds(now, DAY) });
    expect(replayed(await given.person.call('createDocument', { body }))).toBe(true);
    await knex('idempotency_records')
      .where(record)
      .update({ expires_at: addMilliseconds(now, -1) });
    expect(replayed(await given.person.call('createDocument', { body }))).toBe(false);
    expect(await count('documents', { title: key })).toBe(2);
  });

  test('a secret is not stored, so the replay omits it', async () => {
    const input = {
      path: { id: given.agent.id },
      body: { name: 'once', client_request_id: randomUUID() },
    };
    const first = await given.person.ok('createToken', input);
    const secret = first?.token ?? '';
    expect(secret).toMatch(/^cb_[0-9a-f]{24}_[0-9a-f]{64}$/);
    const again = await given.person.call('createToken', input);
    expect(replayed(again)).toBe(true);
    const { token: _secret, ...rest } = first ?? {};
    expect(again.body).toEqual(rest);
    const stored: unknown[] = await database().knex('idempotency_records').select('*');
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(secret.split('_')[2]);
    expect(app.logs.join('')).not.toContain(secret);
  });

  test('a field with the name of another operation’s secret is replayed', async () => {
    const body = {
      title: 'About tokens',
      content: { token: 'a ticket to ride' },
      client_request_id: randomUUID(),
    };
    const first = await given.person.call('createDocument', { body });
    const again = await given.person.call('createDocument', { body });
    expect(again.body).toEqual(first.body);
  });

  test('completing twice with one key completes once', async () => {
    const action = await given.person.ok('createAction', {
      body: { title: 'To do', status: 'ready' },
    });
    const input = {
      path: { id: action?.id ?? '' },
      body: { result_summary: 'Done.', client_request_id: randomUUID() },
    };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => given.person.call('completeAction', input)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(responses.filter(replayed)).toHaveLength(4);
    const again = { ...input, body: { result_summary: 'Done.' } };
    await given.person.fails('completeAction', again, 409, 'ALREADY_TERMINAL');
  });
});

testOnPostgres(
  'on Postgres, retries wait for the first request and get an error when it takes too long',
  async () => {
    const database = await openTestDatabase('postgres', 'migrated', null);
    const app = await startApp(database);
    try {
      const { owner, cookie, password } = await makeWorkspace(database, 'Stage');
      const api = client(app, { cookie });
      const key = randomUUID();
      const body = { title: key, content: '', client_request_id: key };
      const now = new Date().toISOString();
      const first = await database.knex.transaction();
      const running = ['createDocument', 'changePassword'].map((operation_id) => ({
        workspace_id: owner.workspaceId,
        actor_id: owner.id,
        operation_id,
        client_request_id: key,
        request_hash: 'x',
        created_at: now,
        expires_at: addMilliseconds(now, week),
      }));
      await first('idempotency_records').insert(running);
      const started = performance.now();
      const responses = await Promise.all([
        api.call('createDocument', { body }),
        api.call('changePassword', {
          body: { current_password: password, new_password: `new ${key}`, client_request_id: key },
        }),
      ]);
      await first.rollback();
      for (const response of responses) {
        expect(response).toMatchObject({ status: 409, body: { code: 'REQUEST_IN_PROGRESS' } });
        expect(response.headers['retry-after']).toBe('1');
      }
      expect(performance.now() - started).toBeGreaterThan(4000);
      // It is no guess at the password.
      expect(await database.knex('sign_in_attempts')).toEqual([]);
      await api.ok('createDocument', { body });
    } finally {
      await app.close();
      await database.close();
    }
  },
);
