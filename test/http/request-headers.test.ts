import { randomUUID } from 'node:crypto';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, makeWorkspace, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase, testOnPostgres } from '../support/dialects';
import { openTestDatabase } from '../../scripts/databases/test-database';
import {
  aWorkspace,
  type GivenWorkspace,
  createRecordOfEachKind,
} from '../../scripts/requests/given';
import { prefersMinimal } from '../../src/platform/http/responses/response';
import { isRecord } from '../../src/platform/json';
import { resetExampleWorkspace } from '../../scripts/requests/example-workspace';
import { exampleRequests } from '../../scripts/requests/examples';
import { factsOf, operationIds } from '../../scripts/requests/operations';
import { recordHeaderChange } from '../support/parameters';
import { sendExample } from '../../scripts/requests/send-example';

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
    expect(secret).toMatch(/^cb_[0-9A-Z]{26}_[0-9a-f]{24}_[0-9a-f]{64}$/);
    const again = await given.person.call('createToken', input);
    expect(replayed(again)).toBe(true);
    const { token: _secret, ...rest } = first ?? {};
    expect(again.body).toEqual(rest);
    const stored: unknown[] = await database().knex('idempotency_records').select('*');
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(secret.split('_').at(-1));
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

// The operations that read each kind of record with an entity tag.
const reads = {
  action: 'getAction',
  note: 'getNote',
  project: 'getProject',
  domain: 'getDomain',
  order: 'getOrder',
  question: 'getQuestion',
  proposal: 'getProposal',
  agent: 'getAgent',
  document: 'getDocument',
  revision: 'getRevision',
  link: 'getLink',
} as const;

type Kind = keyof typeof reads;

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(reads, kind);
}

describeOnEachDatabase('An entity tag', (database) => {
  const writes = {
    action: 'updateAction',
    project: 'updateProject',
    domain: 'updateDomain',
    order: 'updateOrder',
    agent: 'updateAgent',
    document: 'updateDocument',
  } as const;

  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const read = async (kind: Kind, id: string, tag?: string) => {
    const header = tag === undefined ? {} : { 'If-None-Match': tag };
    const { status, headers, body } = await given.person.call(reads[kind], {
      path: { id },
      header,
    });
    return { status, tag: String(headers['etag']), body: JSON.stringify(body) };
  };

  test('changes with a blocker, which changes no version of what it blocks', async () => {
    const create = async (title: string) =>
      (await given.person.ok('createAction', { body: { title } })).id;
    const [blocked, blocker] = [await create('Blocked'), await create('Blocker')];
    const path = { id: blocked, blocker_id: blocker };
    await given.person.ok('addBlocker', { path });
    const before = await read('action', blocked);
    expect(JSON.parse(before.body)).toMatchObject({ is_blocked: true, version: 2 });
    const body = { result_summary: 'Done.' };
    await given.person.ok('completeAction', { path: { id: blocker }, body });
    const after = await read('action', blocked, before.tag);
    expect(after.status).toBe(200);
    expect(JSON.parse(after.body)).toMatchObject({ is_blocked: false, version: 2 });
    expect(await read('action', blocked, after.tag)).toMatchObject({ status: 304, tag: after.tag });
  });

  test('matches exactly the responses that have not changed', async () => {
    const ids = Object.entries(await createRecordOfEachKind(given, 'first')).flatMap(
      ([kind, id]) => (isKind(kind) ? [{ kind, id }] : []),
    );
    expect(ids.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(reads).toSorted());
    const before = await Promise.all(ids.map(({ kind, id }) => read(kind, id)));
    // Each of these changes what other records show.
    const { items } = await given.person.ok('listActions');
    await given.person.ok('updateAgent', {
      path: { id: given.agent.id },
      body: { name: 'Renamed' },
    });
    for (const { id } of items) await given.person.call('dropAction', { path: { id } });
    await createRecordOfEachKind(given, 'second');
    let changed = 0;
    for (const [index, { kind, id }] of ids.entries()) {
      const known = before[index];
      if (known === undefined) continue;
      const now = await read(kind, id);
      const conditional = await read(kind, id, known.tag);
      const isSame = now.body === known.body;
      if (!isSame) changed += 1;
      expect({ kind, status: conditional.status, same: now.tag === known.tag }).toEqual({
        kind,
        status: isSame ? 304 : 200,
        same: isSame,
      });
      expect((await read(kind, id, `W/${now.tag}`)).status).toBe(304);
    }
    expect(changed).toBeGreaterThan(3);
  });

  test('that is a version alone matches no response', async () => {
    const ids = await createRecordOfEachKind(given, 'plain');
    for (const [kind, id] of Object.entries(ids)) {
      if (!isKind(kind)) continue;
      const { version }: { version: number } = JSON.parse((await read(kind, id)).body);
      for (const tag of [`"${version}"`, `W/"${version}"`]) {
        expect({ kind, status: (await read(kind, id, tag)).status }).toEqual({ kind, status: 200 });
      }
    }
  });

  test('lets a change through if it names the version, in each of its forms', async () => {
    const ids = await createRecordOfEachKind(given, 'changed');
    for (const kind of ['action', 'project', 'domain', 'order', 'agent', 'document'] as const) {
      const path = { id: ids[kind] };
      const { tag, body } = await read(kind, ids[kind]);
      const { version }: { version: number } = JSON.parse(body);
      const [, epoch = ''] = /^"\d+-([\w.]+)-[\w-]{16}"$/.exec(tag) ?? [];
      const other = tag.replace(`"${version}-`, `"${version + 1}-`);
      const accepted = [
        tag,
        `W/${tag}`,
        tag.replace(/-[\w-]{16}"$/, '-AAAAAAAAAAAAAAAA"'),
        `"${version}"`,
        `W/"${version}"`,
        `"x", W/${tag}`,
        '*',
      ];
      const refused = [
        other,
        `W/${other}`,
        tag.replace(epoch, '9.0123456789'),
        '"x"',
        `"0${version}x"`,
      ];
      const send = async (ifMatch: string) =>
        (await given.person.call(writes[kind], { path, header: { 'If-Match': ifMatch }, body: {} }))
          .status;
      for (const ifMatch of accepted) {
        expect({ kind, ifMatch, status: await send(ifMatch) }).toMatchObject({ status: 200 });
      }
      for (const ifMatch of refused) {
        expect({ kind, ifMatch, status: await send(ifMatch) }).toMatchObject({ status: 412 });
      }
    }
  });
});

const minimal = { Prefer: 'return=minimal' };

describe('prefersMinimal', () => {
  test.each([
    ['return=minimal', true],
    ['RETURN=minimal', true],
    ['return = "minimal"', true],
    ['return="min\\imal"', true],
    ['return=minimal; strict', true],
    ['respond-async, wait=10,return=minimal', true],
    [',, return=minimal', true],
    ['x="a, b", return=minimal', true],
    ['x="a\\", b", return=minimal', true],
    ['x="return=minimal"', false],
    ['x="a, return=minimal', false],
    ['x; return=minimal', false],
    ['return', false],
    ['return=', false],
    ['return="minimal', false],
    ['return=Minimal', false],
    ['return=minimal=x', false],
    ['return=representation', false],
    ['return=representation, return=minimal', false],
    ['return=minimal, return=representation', true],
    ['minimal', false],
    ['', false],
  ])('%s: %s', (header, expected) => {
    expect(prefersMinimal(header)).toBe(expected);
  });
});

describeOnEachDatabase('Prefer: return=minimal', (database) => {
  const writes = exampleRequests
    .filter(({ method }) => method !== 'get')
    .map((request) => ({ ...request, title: `${request.id}: ${request.name}` }));

  const taking = writes.filter(({ id }) => factsOf(id).minimal !== null);

  const ignoring = writes.filter(
    ({ id }) => factsOf(id).minimal === null && factsOf(id).produces.length > 0,
  );

  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  describe('with the examples', () => {
    beforeEach(async () => {
      await resetExampleWorkspace(database());
    });

    test.each(taking)('$title', async (request) => {
      const { id, body } = request;
      const facts = factsOf(id);
      if (facts.method !== 'post' || !isRecord(body)) {
        expect(await sendExample(app, request, minimal)).toMatchObject({ status: 204, text: '' });
        recordHeaderChange(id, 'Prefer');
        return;
      }
      const repeated = { ...request, body: { ...body, client_request_id: 'again' } };
      const first = await sendExample(app, repeated, minimal);
      expect(first).toMatchObject({ status: 204, text: '' });
      expect(first.headers).toHaveProperty('preference-applied', 'return=minimal');

      // No body is stored, so a retry that prefers the whole response gets the headers.
      const whole = await sendExample(app, repeated);
      expect(whole).toMatchObject({ status: 204, text: '' });
      expect(whole.headers).not.toHaveProperty('preference-applied');
      const names = ['location', 'etag', ...Object.keys(facts.minimal?.fromBody ?? {})];
      for (const name of names.map((each) => each.toLowerCase())) {
        expect([name, whole.headers[name]]).toEqual([name, first.headers[name]]);
      }
      const again = await sendExample(app, repeated, minimal);
      const { 'x-request-id': _id, date: _date, ratelimit: _left, ...same } = first.headers;
      expect(again).toMatchObject({
        status: 204,
        text: '',
        headers: { ...same, 'idempotent-replayed': 'true' },
      });
      recordHeaderChange(id, 'Prefer');
    });

    test.each(ignoring)('$title, which ignores it', async (request) => {
      const { status, text, headers } = await sendExample(app, request, minimal);
      expect([200, 201]).toContain(status);
      expect(text).not.toBe('');
      expect(headers).not.toHaveProperty('preference-applied');
    });
  });

  test('is taken by no read, and ignored by what returns a secret and by claim-next', () => {
    const all = operationIds.filter((id) => factsOf(id).minimal !== null);
    expect(all.filter((id) => factsOf(id).method === 'get')).toEqual([]);
    expect(new Set(taking.map(({ id }) => id))).toEqual(new Set(all));
    expect(ignoring.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['claimNextAction', 'createToken', 'createSession', 'changeEmail']),
    );
  });

  describe('on single operations', () => {
    let given: GivenWorkspace;
    beforeAll(async () => {
      given = await aWorkspace(app, database());
    });
    const header = minimal;

    test('a heartbeat without a claim has no claim headers', async () => {
      const body = { title: 'Sweep', status: 'ready' } as const;
      const { id } = await given.worker.ok('createAction', { body });
      const { status, headers } = await given.worker.call('heartbeatAction', {
        path: { id },
        header,
      });
      expect(status).toBe(204);
      expect(Object.keys(headers).filter((name) => name.startsWith('claim-'))).toEqual([]);
    });

    test('a source_key that is in use gives the Location of the action that has it', async () => {
      const body = { title: 'Sweep', source_key: 'broom' };
      const made = await given.worker.call('createAction', { body, header });
      const found = await given.worker.call('createAction', { body, header });
      expect(found).toMatchObject({
        status: 204,
        headers: { location: made.headers.location, etag: expect.stringMatching(/^"1\b/) },
      });
      const whole = await given.worker.call('createAction', { body });
      expect(whole).toMatchObject({ status: 200, headers: { location: made.headers.location } });
    });

    test('a stored response without a header of the 204 is sent whole', async () => {
      const body = { title: 'Wipe', client_request_id: 'wipe' };
      const first = await given.worker.call('createAction', { body, header });
      expect(first.status).toBe(204);
      const headers = JSON.stringify({ ETag: '"1"' });
      await database()
        .knex('idempotency_records')
        .where({ client_request_id: 'wipe' })
        .update({ headers, status: 200 });
      const again = await given.worker.send('createAction', { body, header }).catch(String);
      expect(again).toContain(
        'createAction returned 200 and broke the contract: the header Location',
      );
    });
  });
});
