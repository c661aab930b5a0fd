import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { checkPayload } from '../../src/features/actions/action-rules';
import { checkBlockerCount, Dependencies } from '../../src/features/actions/blockers/blocker-rules';
import { findAccounts, findEveryAccount } from '../../src/features/auth/accounts/user-store';
import { createHashQueue } from '../../src/features/auth/passwords/passwords';
import { rememberDevice } from '../../src/features/auth/sign-in/session-start';
import { contentText } from '../../src/features/documents/document-rules';
import { titleOfHit } from '../../src/features/search/hit-store';
import { TextTruncator } from '../../src/features/views/context/context-operations';
import { previewOf } from '../../src/features/views/capped-store';
import { loadConfig } from '../../src/platform/config';
import { createReader } from '../../src/platform/db/reader';
import { readDeviceTokens } from '../../src/platform/http/cookies';
import { checkStorableValues, isDeeperThan } from '../../src/platform/http/requests/json-body';
import { Problem } from '../../src/platform/problems';
import { truncate } from '../../src/platform/text-length';
import { DAY, addMilliseconds } from '../../src/platform/time';
import {
  startApp,
  type TestApp,
  makeWorkspace,
  type Person,
  addAgent,
  addToken,
  type AgentWithToken,
} from '../../scripts/servers/app';
import { nextNumber } from '../support/rows';
import { describeOnDatabase, describeOnEachDatabase } from '../support/dialects';
import { nested } from '../../scripts/fuzz/json-values';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { nth } from '../support/mixed-workspace';
import { oldestFirst, type Order, rowsInOrder } from '../support/ordered-rows';
import { indexRoutes } from '../../src/platform/http/routing/indexed-router';
import { hashSecret } from '../../src/shared/tokens';
import { credentialHeaders, client } from '../../scripts/requests/client';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';
import { allExceptDate } from '../support/clock';
import { openSession } from '../../scripts/servers/session';

const kibibyte = 1024;

/** A JSON text of exactly that many bytes, with characters of two bytes. */
const jsonOf = (bytes: number): string => `é${'x'.repeat(bytes - 4)}`;

const waitedFor = (pairs: number) =>
  Array.from({ length: pairs }, (_, n) => ({
    id: `act_${n}`,
    position: null,
    created_at: '',
    sequence_id: null,
    blocker_id: `act_${n + 1}`,
  }));

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

/** Checks that refuse values beyond a limit: the check, its limit and the error code. */
const refusals: readonly (readonly [string, (size: number) => unknown, number, string])[] = [
  ['blockers of an action', (size) => checkBlockerCount(size - 1), 50, 'TOO_MANY_IDS'],
  [
    'dependencies of a blocker',
    (size) => new Dependencies(waitedFor(size)).cycleWith('act_x', 'act_0'),
    10_000,
    'TOO_MANY_IDS',
  ],
  ['input_payload', (size) => checkPayload(jsonOf(size)), 64 * kibibyte, 'PAYLOAD_TOO_LARGE'],
  ['content', (size) => contentText(jsonOf(size)), kibibyte ** 2, 'PAYLOAD_TOO_LARGE'],
  [
    'levels of stored JSON',
    (size) => checkStorableValues('body', nested(size)),
    100,
    'VALIDATION_FAILED',
  ],
];

/** Functions that shorten texts, with the longest text that they do not change. */
const cuts: readonly (readonly [string, (text: string) => unknown, number])[] = [
  ['a text of a context', (text) => new TextTruncator().text(text, ''), 16 * kibibyte],
  ['a preview', (text) => previewOf(text, 280).text, 280],
  ['a title in a summary', truncate, 200],
  ['the title of a hit', titleOfHit, 500],
];

/** Settings that are whole numbers: the least and the most. */
const settings: readonly (readonly [string, number, number])[] = [
  ['PORT', 0, 65_535],
  ['DATABASE_POOL_SIZE', 1, 500],
  ['TRUST_PROXY', 0, 10],
  ['WORKING_WINDOW_SECONDS', 1, 31_536_000],
  ['STALLED_WINDOW_SECONDS', 1, 31_536_000],
  ['SESSION_DAYS', 1, 3650],
  ['EVENT_DAYS', 7, 36_500],
  ['AUDIT_DAYS', 7, 36_500],
  ['STORED_BYTES', 0, Number.MAX_SAFE_INTEGER],
  ['RATE_LIMIT_PER_MINUTE', 0, 1_000_000],
  ['SHUTDOWN_DELAY_SECONDS', 0, 3600],
  ['SHUTDOWN_SECONDS', 0, 3600],
];

describe('A limit of the code', () => {
  test.each(settings)('%s is a whole number from %d to %d', (name, least, most) => {
    const problemOf = (value: number): string => {
      try {
        loadConfig({ [name]: String(value) });
        return 'none';
      } catch (error) {
        return String(error);
      }
    };
    const refused = `Error: ${name} must be a whole number from ${least} to ${most}.`;
    expect([least - 1, least, most, most + 1].map(problemOf)).toEqual([
      refused,
      'none',
      'none',
      refused,
    ]);
  });

  test.each(refusals)('%s: the limit is accepted, one more is refused', (_, check, limit, code) => {
    const codes = [limit - 1, limit, limit + 1].map((size) => codeOf(() => check(size)));
    expect(codes).toEqual(['none', 'none', code]);
  });

  test.each(cuts)('%s: unchanged at the limit, shortened beyond it', (_, cut, limit) => {
    const whole = 'x'.repeat(limit);
    expect(cut(whole)).toBe(whole);
    const beyond = String(cut(`${whole}y`));
    expect(beyond.startsWith(whole)).toBe(true);
    expect(beyond).not.toBe(`${whole}y`);
  });

  test('a value of a context is left out beyond 16 KiB of JSON', () => {
    const values = [0, 1].map((more) => [`${'x'.repeat(16 * kibibyte - 4)}${'y'.repeat(more)}`]);
    expect(values.map((value) => new TextTruncator().json(value, ''))).toEqual([values[0], null]);
  });

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('the levels of %s in bytes', (begin, end) => {
    const isDeep = (depth: number): boolean =>
      isDeeperThan(100, Buffer.from(`${begin.repeat(depth)}1${end.repeat(depth)}`));
    expect([99, 100, 101].map(isDeep)).toEqual([false, false, true]);
    // Each closed level allows another.
    const beside = `[${`${begin.repeat(99)}1${end.repeat(99)},`.repeat(3)}1]`;
    expect(isDeeperThan(100, Buffer.from(beside))).toBe(false);
  });

  test('at most four requests of one source hash at once, and 200 wait', async () => {
    const queue = createHashQueue();
    const ends: (() => void)[] = [];
    const hash = () => queue('x', () => new Promise<void>((resolve) => ends.push(resolve)));
    const taken = Array.from({ length: 204 }, hash);
    expect(ends).toHaveLength(4);
    await expect(hash()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    // Another source has its own queue.
    let other = false;
    await queue('y', async () => {
      other = true;
    });
    expect(other).toBe(true);
    for (let done = 0; done < 204; done += 1) {
      ends.shift()?.();
      await taken[done];
      // The next one starts in the following microtasks.
      await Promise.resolve();
    }
    await queue('x', async () => undefined);
  });

  test('five accounts remember a browser, which sends at most ten tokens', () => {
    const account = { id: 'usr_1', workspace_id: 'wsp_1', password_hash: 'x' };
    const tokens = Array.from({ length: 11 }, (_, n) => String(n).padStart(65, 'x'));
    expect(rememberDevice(tokens, account).slice(1)).toEqual(tokens.slice(0, 4));
    const cookie = `callboard_device=${tokens.join('.')}`;
    const request: Parameters<typeof readDeviceTokens>[0] = Object.create(null, {
      headers: { value: { cookie } },
    });
    expect(readDeviceTokens(request)).toEqual(tokens.slice(0, 10));
  });
});

describeOnEachDatabase('A limit of the service', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  test('an action has fifty blockers and no more', async () => {
    const add = async (): Promise<string> =>
      (await given.person.ok('createAction', { body: { title: 'Sew' } })).id;
    const waiting = await add();
    const blockers = await Promise.all(Array.from({ length: 51 }, add));
    const block = (blocker_id: string) =>
      given.person.send('addBlocker', { path: { id: waiting, blocker_id } });
    for (const id of blockers.slice(0, 50)) expect((await block(id)).status).toBe(200);
    const { status, body } = await block(blockers[50] ?? '');
    expect([status, body]).toMatchObject([422, { code: 'TOO_MANY_IDS', details: { limit: 50 } }]);
    // An existing blocker does not count again.
    expect((await block(blockers[0] ?? '')).status).toBe(200);
  });

  test.each([
    ['createAction', 'input_payload', 64],
    ['createDocument', 'content', 1024],
  ] as const)('%s takes %s of %d KiB, and not a byte more', async (operation, field, limit) => {
    const statuses = [];
    for (const bytes of [limit * kibibyte, limit * kibibyte + 1]) {
      const value = field === 'content' ? jsonOf(bytes) : { x: jsonOf(bytes - 6) };
      const body = { title: 'x', [field]: value };
      statuses.push((await given.person.send(operation, { body })).status);
    }
    expect(statuses).toEqual([201, 413]);
  });

  test('a body has at most a hundred levels, and is stored unchanged', async () => {
    const store = (levels: number) =>
      given.person.send('createDocument', { body: { title: 'x', content: nested(levels) } });
    // The body is the first level.
    expect([(await store(99)).status, (await store(100)).status]).toEqual([201, 400]);
  });

  test('twenty validation errors are reported', async () => {
    const body = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`field_${n}`, n]));
    const { issues } = await given.person.fails('createAgent', { body }, 400, 'VALIDATION_FAILED');
    expect(issues).toHaveLength(20);
  });

  test('at most a thousand actions are checked for the withheld counts of an agent', async () => {
    const { person, worker, agent, workspaceId } = await aWorkspace(app, database());
    const { knex } = database();
    const body = { title: 'Sew', status: 'ready' as const, assigned_agent_id: agent.id };
    const { id } = await person.ok('createAction', { body });
    const defer_until = addMilliseconds(new Date().toISOString(), DAY);
    await knex('actions').where({ workspace_id: workspaceId }).update({ defer_until });
    const action = await knex('actions').where({ workspace_id: workspaceId, id }).first();
    const copies = Array.from({ length: 1000 }, (_, n) => ({
      ...action,
      id: nth('act', n),
      number: nextNumber(),
    }));
    const withheld = async () =>
      (await worker.ok('claimNextAction', { path: { id: agent.id }, body: {} })).withheld.deferred;
    await knex.batchInsert('actions', copies.slice(1), 100);
    expect(await withheld()).toBe(1000);
    await knex('actions').insert(copies[0]);
    expect(await withheld()).toBe(1000);
  });

  test('links that the plan hides are counted up to 10,000', async () => {
    const { person, workspaceId } = await aWorkspace(app, database());
    const { knex } = database();
    const ofWorkspace = { workspace_id: workspaceId };
    const { id: action_id } = await person.ok('createAction', { body: { title: 'Sewn' } });
    const body = { url: 'https://example.com/', action_id };
    const { id } = await person.ok('createLink', { body });
    const ended = {
      status: 'done',
      completed_at: addMilliseconds(new Date().toISOString(), -31 * DAY),
    };
    await knex('actions').where(ofWorkspace).update(ended);
    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' });
    const link = await knex('links')
      .where({ ...ofWorkspace, id })
      .first();
    const copies = Array.from({ length: 10_000 }, (_, n) => ({ ...link, id: nth('lnk', n) }));
    const hidden = async () => (await person.ok('listLinks')).hidden_count;
    await knex.batchInsert('links', copies.slice(1), 400);
    expect(await hidden()).toBe(10_000);
    await knex('links').insert(copies[0]);
    expect(await hidden()).toBe(10_000);
  });

  test('only the hundred oldest accounts of an address are checked at sign-in', async () => {
    const { owner, workspaceId } = await aWorkspace(app, database());
    const { knex } = database();
    const key = { workspace_id: workspaceId };
    const [workspace, actor, user] = await Promise.all([
      knex('workspaces').where({ id: workspaceId }).first(),
      knex('actors')
        .where({ ...key, id: owner.owner.id })
        .first(),
      knex('users').where(key).first(),
    ]);
    const email = 'everywhere@example.com';
    const order: Order = { terms: [oldestFirst('created_at')], tie: 'id' };
    const users = rowsInOrder('usr', 101, order).map((row) => {
      const workspace_id = row.id.replace('usr', 'wsp');
      return { ...user, ...row, email, workspace_id };
    });
    const ids = users.map(({ workspace_id: id }) => id);
    const add = (table: string, rows: readonly object[]) =>
      knex.batchInsert(table, [...rows].toReversed(), 50);
    await add(
      'workspaces',
      ids.map((id) => ({ ...workspace, id })),
    );
    await add(
      'actors',
      ids.map((workspace_id) => ({ ...actor, workspace_id })),
    );
    await add('users', users);
    for (const find of [findAccounts, findEveryAccount]) {
      const found = await find(createReader(database()), email);
      expect(found.map(({ id }) => id)).toEqual(users.slice(0, 100).map(({ id }) => id));
    }
  });
});

// These requests end before a handler.
describeOnDatabase('sqlite', 'The limits of a request', (database) => {
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
      'body/capabilities must have at most 50 items.',
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
});

describeOnEachDatabase('The limits of a request', (database) => {
  let app: TestApp;
  let proxied: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
    proxied = await startApp(database(), { trustedProxies: 1 });
  });
  afterAll(async () => {
    await proxied.close();
    await app.close();
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
      database().knex('sign_in_attempts').distinct().pluck('address');

    beforeEach(() => database().knex('sign_in_attempts').delete());

    test('are counted for the address from a trusted proxy', async () => {
      await signIn(proxied, '192.0.2.1, 198.51.100.7');
      await signIn(proxied, '192.0.2.1, 198.51.100.8');
      const both = ['198.51.100.7', '198.51.100.8'].map(hashSecret);
      expect(new Set(await addresses())).toEqual(new Set(both));
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
      await signIn(proxied, from);
      expect(await addresses()).toEqual([hashSecret(network)]);
    });

    test('are counted for the peer when no proxy is trusted', async () => {
      await signIn(app, '198.51.100.7');
      expect(await addresses()).toEqual([hashSecret('127.0.0.1')]);
    });

    test('do not extend the wait when refused', async () => {
      const now = new Date().toISOString();
      const rows = Array.from({ length: 20 }, (_, index) => ({
        id: `att_${index}`,
        account_hash: `account ${index}`,
        address: hashSecret('127.0.0.1'),
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

const PER_MINUTE = 6;

// The limit is counted in memory, before a handler.
describeOnDatabase('sqlite', 'The rate limit', (database) => {
  let app: TestApp;
  let unlimited: TestApp;
  let person: Person;
  let scribe: AgentWithToken;

  beforeAll(async () => {
    app = await startApp(database(), { rateLimitPerMinute: PER_MINUTE });
    unlimited = await startApp(database(), { rateLimitPerMinute: 0 });
    person = await makeWorkspace(database(), 'Stage');
  });
  beforeEach(async () => {
    scribe = await addAgent(unlimited, person);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  afterAll(async () => {
    await app.close();
    await unlimited.close();
  });

  const asScribe = () => client(app, { bearer: scribe.token });

  /** Advances the clock by some seconds; timers and sockets are not affected. */
  const advance = (seconds: number) => {
    const now = Date.now() + seconds * 1000;
    jest.useFakeTimers({ now, doNotFake: [...allExceptDate] });
  };

  const useUp = async () => {
    for (let n = 0; n < PER_MINUTE; n += 1) await asScribe().ok('getMe');
  };

  test('each response has the number of remaining requests, also errors and 304', async () => {
    // The first request changes the agent.
    await asScribe().ok('getMe');
    const first = await asScribe().call('getAgent', { path: { id: scribe.agent.id } });
    const responses = [
      first,
      await asScribe().send('getAction', { path: { id: 'act_none' } }),
      await asScribe().send('createAction', { body: {} }),
      await asScribe().call('listInvitations'),
      await asScribe().call('getAgent', {
        path: { id: scribe.agent.id },
        header: { 'If-None-Match': first.headers['etag'] ?? '' },
      }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 400, 403, 304]);
    for (const [n, { headers }] of responses.entries()) {
      expect(headers['ratelimit-policy']).toBe(`"token";q=${PER_MINUTE};w=60`);
      expect(headers['ratelimit']).toMatch(
        new RegExp(`^"token";r=${PER_MINUTE - 2 - n};t=(60|[1-5]?\\d)$`),
      );
    }
  });

  test('requests beyond the limit have no effect and get Retry-After', async () => {
    await useUp();
    const refused = await asScribe().send('createAction', { body: { title: 'Too soon' } });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers['ratelimit']).toBe(`"token";r=0;t=${seconds}`);
    expect(refused.body).toMatchObject({
      code: 'RATE_LIMITED',
      message: `This token has used its ${PER_MINUTE} requests a minute. Try again in ${seconds} seconds.`,
      details: { retry_after_seconds: seconds },
    });
    const { items } = await client(unlimited, person).ok('listActions');
    expect(items.filter(({ title }) => title === 'Too soon')).toEqual([]);

    advance(seconds);
    const later = await asScribe().call('getMe');
    expect(later.status).toBe(200);
    expect(later.headers['ratelimit']).toMatch(`"token";r=${PER_MINUTE - 1};`);
  });

  test('refused requests do not extend the wait', async () => {
    await useUp();
    for (let n = 0; n < 3; n += 1) {
      await asScribe().fails('getMe', {}, 429, 'RATE_LIMITED');
    }
    advance(60);
    await asScribe().ok('getMe');
  });

  test('the limit is exact for concurrent requests', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 * PER_MINUTE }, () => asScribe().call('getMe')),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(PER_MINUTE);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(3 * PER_MINUTE);
  });

  test('each token has its own limit, and a wrong secret does not use it', async () => {
    const wrong = scribe.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (let n = 0; n < 2 * PER_MINUTE; n += 1) {
      await client(app, { bearer: wrong }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    }
    await useUp();
    const second = await addToken(unlimited, person, scribe.agent.id, ['read']);
    await client(app, { bearer: second }).ok('getMe');
  });

  describe('of a person', () => {
    let other: Person;
    const as = (cookie: string) => client(app, { cookie });

    beforeEach(async () => {
      other = await makeWorkspace(database(), 'House');
    });

    test('counts all their sessions together', async () => {
      const cookies = [other.cookie, await openSession(database(), other.owner)];
      for (let n = 0; n < PER_MINUTE; n += 1) {
        const { status, headers } = await as(cookies[n % 2] ?? '').call('getMe');
        expect(status).toBe(200);
        expect(headers['ratelimit-policy']).toBe(`"person";q=${PER_MINUTE};w=60`);
        expect(headers['ratelimit']).toMatch(`"person";r=${PER_MINUTE - 1 - n};`);
      }
      for (const cookie of cookies) {
        const refused = await as(cookie).send('createAction', { body: { title: 'Too soon' } });
        expect(refused.status).toBe(429);
        const seconds = Number(refused.headers['retry-after']);
        expect(refused.headers['ratelimit']).toBe(`"person";r=0;t=${seconds}`);
        expect(refused.body).toMatchObject({
          message: `You have used your ${PER_MINUTE} requests a minute. Try again in ${seconds} seconds.`,
        });
      }
      advance(60);
      await as(other.cookie).ok('getMe');
    });

    test('is not affected by other people, tokens or invalid cookies', async () => {
      await useUp();
      for (let n = 0; n < 2 * PER_MINUTE; n += 1) {
        await as('nonsense').fails('getMe', {}, 401, 'UNAUTHENTICATED');
      }
      const second = await makeWorkspace(database(), 'Bar');
      for (let n = 0; n < PER_MINUTE; n += 1) await as(other.cookie).ok('getMe');
      await as(second.cookie).ok('getMe');
    });

    test('also applies in local development', async () => {
      const local = await startApp(database(), {
        environment: 'development',
        rateLimitPerMinute: PER_MINUTE,
      });
      try {
        const responses = [];
        for (let n = 0; n <= PER_MINUTE; n += 1) responses.push(await client(local).call('getMe'));
        expect(responses.map(({ status }) => status)).toEqual([
          ...Array.from({ length: PER_MINUTE }, () => 200),
          429,
        ]);
      } finally {
        await local.close();
      }
    });
  });

  test('requests beyond the limit share one line of the log', async () => {
    jest.useFakeTimers({ doNotFake: allExceptDate.filter((name) => name !== 'setTimeout') });
    const before = app.logs.length;
    await useUp();
    for (let n = 0; n < 10; n += 1) await asScribe().fails('getMe', {}, 429, 'RATE_LIMITED');
    jest.advanceTimersByTime(60_000);
    const lines = app.logs.slice(before).map((line) => JSON.parse(line));
    const { items } = await client(unlimited, person).ok('listTokens', {
      path: { id: scribe.agent.id },
    });
    const sender = {
      workspace: person.owner.workspaceId,
      actor: scribe.agent.actor_id,
      token_id: items[0]?.id,
    };
    const refused = lines.filter(({ status }) => status === 429);
    expect(refused).toEqual([expect.objectContaining({ ...sender, code: 'RATE_LIMITED' })]);
    expect(lines.at(-1)).toMatchObject({
      ...sender,
      msg: 'A caller sent requests beyond a limit',
      policy: 'token',
      requests: 9,
    });
    expect(lines.at(-1)).not.toHaveProperty('token');
    expect(app.logs.join('')).not.toContain(scribe.token);
  });

  test('that line names a person by the actor, also beyond the limit of the workspace', async () => {
    jest.useFakeTimers({ doNotFake: allExceptDate.filter((name) => name !== 'setTimeout') });
    for (const policy of ['person', 'workspace']) {
      const limited = await startApp(database(), {
        rateLimitPerMinute: policy === 'person' ? 1 : 9,
        rateLimitWorkspacePerMinute: 1,
      });
      try {
        const other = await makeWorkspace(database(), 'House');
        await client(limited, other).ok('getMe');
        for (let n = 0; n < 3; n += 1) {
          await client(limited, other).fails('getMe', {}, 429, 'RATE_LIMITED');
        }
        jest.advanceTimersByTime(60_000);
        expect(JSON.parse(limited.logs.at(-1) ?? '')).toMatchObject({
          msg: 'A caller sent requests beyond a limit',
          workspace: other.owner.workspaceId,
          actor: other.owner.id,
          policy,
          requests: 2,
        });
      } finally {
        await limited.close();
      }
    }
  });

  test('requests of pages, and with many cookies, share that line too', async () => {
    jest.useFakeTimers({ doNotFake: allExceptDate.filter((name) => name !== 'setTimeout') });
    const other = 'https://pages.example';
    const house = await makeWorkspace(database(), 'House');
    const agent = await addAgent(unlimited, house);
    const { Cookie } = credentialHeaders({ cookie: house.cookie });
    const cookie = `${Cookie}; theme=${'x'.repeat(2_000)}`;
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { authorization: `Bearer ${agent.token}`, origin: other },
    ]) {
      const limited = await startApp(database(), { rateLimitPerMinute: 1, corsOrigins: [other] });
      try {
        const responses: Response[] = [];
        for (let n = 0; n < 4; n += 1) {
          responses.push(await fetch(`${limited.url}/v1/actions`, { method: 'POST', headers }));
        }
        expect(responses.slice(1).map(({ status }) => status)).toEqual([429, 429, 429]);
        expect(responses[3]?.headers.get('access-control-allow-origin')).toBe(
          headers.origin === other ? other : null,
        );
        jest.advanceTimersByTime(60_000);
        const lines = limited.logs.map((line) => JSON.parse(line));
        expect(lines.filter(({ status }) => status === 429)).toHaveLength(1);
        expect(lines.at(-1)).toMatchObject({ requests: 2 });
      } finally {
        await limited.close();
      }
    }
  });

  test('a workspace may have a limit for all its callers', async () => {
    const shared = await startApp(database(), {
      rateLimitPerMinute: 5,
      rateLimitWorkspacePerMinute: 8,
    });
    try {
      const other = await makeWorkspace(database(), 'House');
      const [one, two] = [await addAgent(unlimited, other), await addAgent(unlimited, other)];
      const as = ({ token }: AgentWithToken) => client(shared, { bearer: token });
      const policies = [];
      for (const agent of [one, one, one, one, two, two, two]) {
        const { headers } = await as(agent).call('getMe');
        policies.push(String(headers['ratelimit']).replace(/;t=.*/, ''));
      }
      expect(policies).toEqual([
        '"token";r=4',
        '"token";r=3',
        '"token";r=2',
        '"token";r=1',
        '"workspace";r=3',
        '"workspace";r=2',
        '"workspace";r=1',
      ]);
      await client(shared, other).ok('getMe');
      const refused = await client(shared, other).send('createAction', { body: { title: 'Late' } });
      expect(refused.status).toBe(429);
      expect(refused.headers['ratelimit']).toMatch(/^"workspace";r=0;t=\d+$/);
      expect(refused.headers['ratelimit-policy']).toBe('"workspace";q=8;w=60');
      expect(refused.body).toMatchObject({
        message: expect.stringContaining('The workspace has used its 8 requests a minute.'),
      });
      // Another workspace is not affected.
      await client(shared, person).ok('getMe');
    } finally {
      await shared.close();
    }
  });

  test('0 disables the limit and its headers', async () => {
    for (let n = 0; n < 2 * PER_MINUTE; n += 1) {
      const { status, headers } = await client(unlimited, { bearer: scribe.token }).call('getMe');
      expect(status).toBe(200);
      expect(headers['ratelimit-policy']).toBeUndefined();
    }
  });
});
