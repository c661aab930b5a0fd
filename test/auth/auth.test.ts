import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { hashSecret } from '../../src/shared/tokens';
import {
  addAgent,
  addToken,
  makeWorkspace,
  startApp,
  type AgentWithToken,
  type Person,
  type TestApp,
} from '../../scripts/servers/app';
import { openSession } from '../../scripts/servers/session';
import { client, credentialHeaders, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import {
  exchange,
  overTheWire,
  problemOf,
  type RawResponse,
  type Sent,
} from '../../scripts/requests/exchange';
import { ask } from '../support/ask';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';

const password = 'correct horse battery staple';

describeOnEachDatabase('Auth', (database) => {
  let app: TestApp;
  let person: Person;

  beforeAll(async () => {
    app = await startApp(database());
    person = await makeWorkspace(database(), 'Stage');
  });
  afterAll(async () => {
    await app.close();
  });

  const getMe = (headers: Record<string, string> = {}): Promise<RawResponse> =>
    exchange(app, 'GET', '/v1/me', { headers });

  const signIn = (
    email: string,
    secret: string,
    headers: Record<string, string> = {},
  ): Promise<RawResponse> => signInAt(app, email, secret, headers);

  describe('without a credential', () => {
    test('401 says how to authenticate', async () => {
      const response = await getMe();
      problemOf(response, 'UNAUTHENTICATED');
      expect(response.headers['www-authenticate']).toBe('Bearer realm="callboard"');
    });

    test('an invalid query is 401 first', async () => {
      problemOf(await ask(app).get('/v1/agents?limit=x'), 'UNAUTHENTICATED');
    });

    test('a body is not read before authentication', async () => {
      const response = await exchange(app, 'POST', '/v1/agents', {
        headers: { 'Content-Type': 'text/plain' },
        body: 'no JSON',
      });
      problemOf(response, 'UNAUTHENTICATED');
    });
  });

  describe('bearer tokens', () => {
    let worker: AgentWithToken;

    beforeAll(async () => {
      worker = await addAgent(app, person);
    });

    const bearer = (token: string): Promise<RawResponse> =>
      getMe({ Authorization: `Bearer ${token}` });

    test('a token authenticates its agent', async () => {
      const me = await client(app, { bearer: worker.token }).ok('getMe');
      expect(me).toMatchObject({
        kind: 'agent',
        agent: { id: worker.agent.id },
        user: null,
        scopes: ['read', 'write'],
      });
    });

    test('the scheme is case-insensitive', async () => {
      expect((await getMe({ Authorization: `bearer ${worker.token}` })).status).toBe(200);
    });

    test.each([
      ['an empty header', ''],
      ['the scheme alone', 'Bearer'],
      ['a foreign token', 'Bearer abc'],
      ['another scheme', 'Basic b3duZXI6c2VjcmV0'],
      ['no scheme', 'cb_0123456789abcdef01234567'],
      ['an unknown token', `Bearer cb_${'0'.repeat(24)}_${'0'.repeat(64)}`],
    ])('%s is 401', async (_what, authorization) => {
      const response = await getMe({ Authorization: authorization });
      problemOf(response, 'UNAUTHENTICATED');
      expect(response.headers['www-authenticate']).toBe(
        'Bearer realm="callboard", error="invalid_token"',
      );
    });

    test('a wrong secret of any length is 401 like an unknown token', async () => {
      const unknown = await bearer(`cb_${'0'.repeat(24)}_${'0'.repeat(64)}`);
      const right = worker.token;
      const last = right.endsWith('0') ? '1' : '0';
      for (const wrong of [`${right.slice(0, -1)}${last}`, `${right}0`, right.slice(0, -1)]) {
        const response = await bearer(wrong);
        expect(response).toMatchObject({ status: 401, text: unknown.text });
      }
    });

    test('the secret of one token does not authenticate another', async () => {
      const publicId = publicIdOf(worker.token);
      const other = await addToken(app, person, worker.agent.id, ['read']);
      const secret = other.split('_').at(-1);
      problemOf(await bearer(`cb_${publicId}_${secret}`), 'UNAUTHENTICATED');
    });

    test('with another workspace, or without it, a token is 401', async () => {
      const { token } = worker;
      const [, part = ''] = token.split('_');
      expect(`wsp_${part}`).toBe((await client(app, person).ok('getWorkspace')).id);
      for (const other of [part.replace(/.$/, (last) => (last === '0' ? '1' : '0')), '']) {
        const altered = token.replace(`_${part}`, other && `_${other}`);
        problemOf(await bearer(altered), 'UNAUTHENTICATED');
      }
      problemOf(await bearer(token.replace('cb_', 'CB_')), 'UNAUTHENTICATED');
      expect((await bearer(token)).status).toBe(200);
    });

    test('an expired token is 401', async () => {
      const { token } = await addAgent(app, person);
      expect((await bearer(token)).status).toBe(200);
      await database()
        .knex('tokens')
        .where({ public_id: publicIdOf(token) })
        .update({ expires_at: addMilliseconds(new Date().toISOString(), -1) });
      problemOf(await bearer(token), 'UNAUTHENTICATED');
    });

    test('a revoked token is refused from the next request on', async () => {
      const { token, agent } = await addAgent(app, person);
      expect((await bearer(token)).status).toBe(200);
      const api = client(app, { cookie: person.cookie });
      const list = await api.ok('listTokens', { path: { id: agent.id } });
      const id = list?.items[0]?.id ?? '';
      await api.ok('revokeToken', { path: { id } });
      const { message } = problemOf(await bearer(token), 'UNAUTHENTICATED');
      expect(message).toContain('revoked');
      await api.ok('revokeToken', { path: { id } });
    });

    test('a revoked agent is refused', async () => {
      const { token, agent } = await addAgent(app, person);
      await database().knex('agents').where({ id: agent.id }).update({ state: 'revoked' });
      problemOf(await bearer(token), 'UNAUTHENTICATED');
    });

    test('the Authorization header takes precedence over the cookie, valid or not', async () => {
      const cookie = credentialHeaders({ cookie: person.cookie });
      const both = await getMe({ ...cookie, Authorization: `Bearer ${worker.token}` });
      expect(JSON.parse(both.text)).toMatchObject({ kind: 'agent' });
      problemOf(await getMe({ ...cookie, Authorization: 'Bearer wrong' }), 'UNAUTHENTICATED');
    });

    test('scopes are enforced', async () => {
      const [read, write] = await Promise.all([
        addToken(app, person, worker.agent.id, ['read']),
        addToken(app, person, worker.agent.id, ['write']),
      ]);
      const reader = client(app, { bearer: read });
      await reader.ok('listAgents');
      const body = { title: 'x' };
      const refused = await reader.fails('createAction', { body }, 403, 'INSUFFICIENT_SCOPE');
      expect(refused.details).toEqual({ required_scope: 'write' });
      const writer = client(app, { bearer: write });
      const unread = await writer.fails('listAgents', {}, 403, 'INSUFFICIENT_SCOPE');
      expect(unread.details).toEqual({ required_scope: 'read' });
    });

    test('use is recorded once a minute', async () => {
      const { token } = await addAgent(app, person);
      const used = async (): Promise<string | null> => {
        const row: { last_used_at: string | null } | undefined = await database()
          .knex('tokens')
          .where({ public_id: publicIdOf(token) })
          .first('last_used_at');
        return row?.last_used_at ?? null;
      };
      expect(await used()).toBeNull();
      await bearer(token);
      const first = await used();
      expect(first).not.toBeNull();
      await bearer(token);
      expect(await used()).toBe(first);
      const earlier = addMilliseconds(first ?? '', -61 * SECOND);
      await database()
        .knex('tokens')
        .where({ public_id: publicIdOf(token) })
        .update({ last_used_at: earlier });
      await Promise.all([bearer(token), bearer(token), bearer(token)]);
      const second = (await used()) ?? '';
      expect(second > (first ?? '')).toBe(true);
    });

    test('the first request activates a pending agent once', async () => {
      const { token, agent } = await addAgent(app, person);
      expect(agent.state).toBe('pending');
      const responses = await Promise.all(Array.from({ length: 5 }, () => bearer(token)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const now = await client(app, { cookie: person.cookie }).ok('getAgent', {
        path: { id: agent.id },
      });
      expect(now).toMatchObject({ state: 'active', version: agent.version + 1 });
      expect(now?.last_seen_at).not.toBeNull();
      const events = await database()
        .knex('events')
        .where({ kind: 'agent.activated', subject_id: agent.id });
      expect(events).toHaveLength(1);
    });

    test('a wrong secret does not activate an agent', async () => {
      const { token, agent } = await addAgent(app, person);
      await bearer(`cb_${publicIdOf(token)}_${'0'.repeat(64)}`);
      const row = await database().knex('agents').where({ id: agent.id }).first('state');
      expect(row).toEqual({ state: 'pending' });
    });
  });

  describe('sessions', () => {
    test('signing in sets a cookie that works', async () => {
      await forgetAttempts(database());
      const response = await signIn(person.email, password);
      expect(response.status).toBe(201);
      expect(response.headers.location).toBe('/v1/session');
      expect(JSON.parse(response.text)).toMatchObject({
        user: { email: person.email, role: 'owner' },
        workspace: { name: 'Stage' },
      });
      const api = client(app, { cookie: cookieOf(response) });
      expect(await api.ok('getSession')).toEqual(JSON.parse(response.text));
      expect(await api.ok('getMe')).toMatchObject({ kind: 'user', role: 'owner', agent: null });
    });

    test('the address is case-insensitive', async () => {
      await forgetAttempts(database());
      expect((await signIn(person.email.toUpperCase(), password)).status).toBe(201);
    });

    test('the cookie is HttpOnly, SameSite and Secure', async () => {
      await forgetAttempts(database());
      const [cookie = ''] = (await signIn(person.email, password)).headers['set-cookie'] ?? [];
      const attributes = cookie.split('; ').slice(1);
      expect(attributes).toEqual(
        expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/', 'Max-Age=2592000']),
      );
      expect(cookie).not.toMatch(/domain/i);
    });

    test('a wrong password and an unknown address get the same response', async () => {
      await forgetAttempts(database());
      const wrong = await signIn(person.email, 'wrong');
      const unknown = await signIn('nobody@example.com', 'wrong');
      problemOf(wrong, 'UNAUTHENTICATED');
      expect(unknown).toMatchObject({ status: 401, text: wrong.text });
      for (const { headers } of [wrong, unknown]) {
        expect(headers).not.toHaveProperty('set-cookie');
        expect(headers['www-authenticate']).toBe('Bearer realm="callboard"');
      }
    });

    test('signing out revokes only this session', async () => {
      const [mine, other] = await Promise.all([
        openSession(database(), person.owner),
        openSession(database(), person.owner),
      ]);
      const response = await ask(app)
        .delete('/v1/session')
        .set(credentialHeaders({ cookie: mine }));
      expect(response).toMatchObject({ status: 204, text: '' });
      expect(response.headers['set-cookie']?.[0]).toMatch(/^__Host-callboard_session=; Max-Age=0/);
      await client(app, { cookie: mine }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await client(app, { cookie: other }).ok('getMe');
    });

    test('a revoked session and an unknown one are 401', async () => {
      const cookie = await openSession(database(), person.owner);
      await client(app, { cookie }).ok('getMe');
      await updateSession(database(), cookie, {
        expires_at: addMilliseconds(new Date().toISOString(), -1),
      });
      await client(app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await client(app, { cookie: 'unknown' }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await client(app, { cookie: '' }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });

    test('use extends a session at most once an hour', async () => {
      const cookie = await openSession(database(), person.owner);
      const fresh = await getMe(credentialHeaders({ cookie }));
      expect(fresh.headers).not.toHaveProperty('set-cookie');

      const now = new Date().toISOString();
      await updateSession(database(), cookie, {
        last_seen_at: addMilliseconds(now, -2 * HOUR),
        expires_at: addMilliseconds(now, HOUR),
      });
      const response = await getMe(credentialHeaders({ cookie }));
      expect(response.status).toBe(200);
      expect(cookieOf(response)).toBe(cookie);
      expect(response.headers['set-cookie']?.[0]).toContain('Max-Age=2592000');
      const session = await client(app, { cookie }).ok('getSession');
      expect(Date.parse(session?.expires_at ?? '')).toBeGreaterThan(Date.now() + 29 * DAY);
      const again = await getMe(credentialHeaders({ cookie }));
      expect(again.headers).not.toHaveProperty('set-cookie');
    });

    test('no use extends a session beyond 90 days after the sign-in', async () => {
      const cookie = await openSession(database(), person.owner);
      const now = new Date().toISOString();
      const signedInAt = addMilliseconds(now, -89 * DAY);
      const used = { last_seen_at: addMilliseconds(now, -2 * HOUR) };
      await updateSession(database(), cookie, {
        ...used,
        created_at: signedInAt,
        expires_at: addMilliseconds(now, HOUR),
      });
      const response = await getMe(credentialHeaders({ cookie }));
      const [, age] = /Max-Age=(\d+)/.exec(response.headers['set-cookie']?.[0] ?? '') ?? [];
      expect(Number(age)).toBeGreaterThan(DAY / SECOND - 60);
      expect(Number(age)).toBeLessThanOrEqual(DAY / SECOND);
      const end = addMilliseconds(signedInAt, 90 * DAY);
      expect((await client(app, { cookie }).ok('getSession')).expires_at).toBe(end);
      const { items } = await client(app, { cookie }).ok('listSessions', { query: { limit: 200 } });
      expect(items.find(({ current }) => current)?.expires_at).toBe(end);
      await updateSession(database(), cookie, {
        ...used,
        created_at: addMilliseconds(now, -91 * DAY),
      });
      await client(app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await updateSession(database(), cookie, {
        expires_at: '9999-01-01T00:00:00.000Z',
        last_seen_at: '9998-01-01T00:00:00.000Z',
      });
      await client(app, { cookie }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });

    test('SESSION_DAYS cannot make a session longer than 90 days', async () => {
      const patient = await startApp(database(), { sessionDays: 3650 });
      try {
        await forgetAttempts(database());
        const body = { email: person.email, password };
        const { expires_at: end } = await client(patient).ok('createSession', { body });
        expect(Math.round((Date.parse(end ?? '') - Date.now()) / DAY)).toBe(90);
      } finally {
        await patient.close();
      }
    });

    describe('several cookies with the session name', () => {
      const name = '__Host-callboard_session';
      const live = `${name}=LIVE`;
      const wrong = `${name}=wrong`;
      const header = (shown: string): Record<string, string> => ({
        Cookie: shown.replaceAll('LIVE', person.cookie),
      });

      test.each([
        ['after a wrong one', `${wrong}; ${live}`],
        ['before a wrong one', `${live}; ${wrong}`],
        ['between others', `a=b; ${wrong} ;${name}=j:{"a":1};\t${live} ; ${wrong}; c=d`],
        ['in quotes', `${wrong}; ${name}="LIVE"`],
        ['after an empty one', `${name}=; ${live}`],
        ['as the fifth', `${[1, 2, 3, 4].map((each) => `${name}=wrong${each}`).join(';')};${live}`],
      ])('the valid one authenticates: %s', async (_what, shown) => {
        expect((await getMe(header(shown))).status).toBe(200);
      });

      test.each([
        [
          'the sixth cookie',
          `${[1, 2, 3, 4, 5].map((each) => `${name}=w${each}`).join('; ')}; ${live}`,
        ],
        ['a cookie whose name has a prefix', `${wrong}; x${live}`],
        ['a cookie whose name has a suffix', `${wrong}; ${name}x=LIVE`],
        ['a cookie after a no-break space', `${wrong}; \u00a0${live}`],
        ['a cookie whose name has another case', `${wrong}; __host-callboard_session=LIVE`],
        ['a cookie within the value of another', `${wrong}; a=${live}`],
        ['a development cookie', `${wrong}; callboard_session=LIVE`],
      ])('%s does not authenticate', async (_what, shown) => {
        problemOf(await getMe(header(shown)), 'UNAUTHENTICATED');
      });

      test('a development cookie does not authenticate in production', async () => {
        const { message } = problemOf(
          await getMe(header('callboard_session=LIVE')),
          'UNAUTHENTICATED',
        );
        expect(message).toContain('Send a bearer token');
      });

      test('the first of two valid ones authenticates, is renewed and is revoked', async () => {
        const [first, second] = await Promise.all([
          openSession(database(), person.owner),
          openSession(database(), person.owner),
        ]);
        const both = { Cookie: `${wrong}; ${name}=${second}; ${name}=${first}` };
        const longAgo = { last_seen_at: addMilliseconds(new Date().toISOString(), -2 * HOUR) };
        await updateSession(database(), first, longAgo);
        await updateSession(database(), second, longAgo);
        expect(cookieOf(await getMe(both))).toBe(second);
        const headers = { ...both, 'Sec-Fetch-Site': 'same-origin' };
        expect((await ask(app).delete('/v1/session').set(headers)).status).toBe(204);
        await client(app, { cookie: second }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
        await client(app, { cookie: first }).ok('getMe');
      });
    });
  });

  describe('sessions of several workspaces in one browser', () => {
    const name = (cookie: string): string =>
      `__Host-callboard_session_${cookie.slice(0, cookie.indexOf('_'))}`;
    const jar = (...cookies: readonly string[]): string =>
      cookies.map((cookie) => `${name(cookie)}=${cookie}`).join('; ');
    const cleared = ({ headers }: RawResponse): string[] =>
      (headers['set-cookie'] ?? []).flatMap((set) => /^([^=]+)=;/.exec(set)?.[1] ?? []);
    const named = (workspaceId: string) => ({ 'Callboard-Workspace': workspaceId });
    let other: Person;
    let both: string;

    beforeAll(async () => {
      other = await makeWorkspace(database(), 'Tour');
      both = jar(person.cookie, other.cookie);
    });

    test('a request is for the workspace that it names, and for no other', async () => {
      const [one, two] = [person.owner.workspaceId, other.owner.workspaceId];
      const workspaceIn = async (headers: Record<string, string>, query = '') => {
        const response = await exchange(app, 'GET', `/v1/workspace${query}`, { headers });
        return response.status === 200 ? JSON.parse(response.text).id : response.status;
      };
      expect(await workspaceIn({ Cookie: both, ...named(one) })).toBe(one);
      expect(await workspaceIn({ Cookie: both, ...named(two) })).toBe(two);
      expect(await workspaceIn({ Cookie: both }, `?workspace_id=${two}`)).toBe(two);
      expect(await workspaceIn({ Cookie: jar(other.cookie) })).toBe(two);
      const nameOnly = `__Host-callboard_session=${other.cookie}`;
      expect(await workspaceIn({ Cookie: `${nameOnly}; ${both}`, ...named(one) })).toBe(one);
      const refused: readonly (readonly [Record<string, string>, string?])[] = [
        [{ Cookie: both }],
        [{ Cookie: jar(other.cookie), ...named(one) }],
        [{ Cookie: jar(other.cookie) }, `?workspace_id=${one}`],
        [{ Cookie: jar(other.cookie), ...named('wsp_01JZ0000000000000000000000') }],
        [{ Cookie: both, ...named('') }],
        [{ Cookie: both, ...named(`${one}, ${two}`) }],
        [{ Cookie: `${name(person.cookie)}=${other.cookie}` }],
        [{ Cookie: `${name(person.cookie)}=${other.cookie}`, ...named(one) }],
        [{ Cookie: `${name(person.cookie)}=${other.cookie}`, ...named(two) }],
      ];
      for (const [headers, query = ''] of refused) {
        const response = await exchange(app, 'GET', `/v1/workspace${query}`, { headers });
        problemOf(response, 'UNAUTHENTICATED');
        expect(response.headers['set-cookie']).toBeUndefined();
        for (const secret of ['Stage', 'Tour']) expect(response.text).not.toContain(secret);
      }
      const { token } = await addAgent(app, person);
      const byToken = { Authorization: `Bearer ${token}` };
      const mine = await getMe({ ...byToken, Cookie: both, ...named(two) });
      expect(JSON.parse(mine.text).workspace.id).toBe(one);
      const asked = await exchange(app, 'GET', `/v1/me?workspace_id=${one}`, { headers: byToken });
      problemOf(asked, 'UNKNOWN_PARAMETER');
    });

    test('a change needs the origin, and changes the named workspace only', async () => {
      const rename = (headers: Record<string, string>) =>
        exchange(app, 'PATCH', '/v1/workspace', {
          headers: { 'Content-Type': 'application/json', Cookie: both, ...headers },
          body: JSON.stringify({ name: 'Tour 2' }),
        });
      const inOther = named(other.owner.workspaceId);
      problemOf(await rename(inOther), 'CSRF_FAILED');
      problemOf(await rename({ ...inOther, 'Sec-Fetch-Site': 'cross-site' }), 'CSRF_FAILED');
      problemOf(await rename({ 'Sec-Fetch-Site': 'same-origin' }), 'UNAUTHENTICATED');
      expect((await rename({ ...inOther, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
      expect((await client(app, person).ok('getWorkspace')).name).toBe('Stage');
      expect((await client(app, other).ok('getWorkspace')).name).toBe('Tour 2');
    });

    test('the list shows each by its own session, and no owner learns of it', async () => {
      const agent = await addAgent(app, other);
      await client(app, { bearer: agent.token }).ok('createQuestion', {
        body: { question: 'Which?', on_answer: 'I go on.' },
      });
      const { knex } = database();
      const kept = async () => [await knex('events').count(), await knex('audit_entries').count()];
      const before = await kept();
      const dead = `${other.cookie.slice(0, -1)}${other.cookie.endsWith('A') ? 'B' : 'A'}`;
      const Cookie = `__Host-callboard_session=${dead}; ${both}`;
      const list = () =>
        exchange(app, 'GET', '/v1/session/workspaces', { headers: { Cookie, ...named('wsp_0') } });
      const response = await list();
      expect(JSON.parse(response.text)).toEqual({
        workspaces: [
          expect.objectContaining({ id: person.owner.workspaceId, name: 'Stage', waiting: 0 }),
          expect.objectContaining({ id: other.owner.workspaceId, name: 'Tour 2', waiting: 1 }),
        ],
      });
      expect(cleared(response)).toEqual(['__Host-callboard_session']);
      expect(await countStatements(database(), list)).toBeLessThanOrEqual(6);
      expect(await kept()).toEqual(before);
      problemOf(await ask(app).get('/v1/session/workspaces'), 'UNAUTHENTICATED');
    });

    test('a sign-in keeps the sessions of others, at most seven, and signing out too', async () => {
      await forgetAttempts(database());
      const cookies: string[] = [];
      for (let index = 0; index < 8; index += 1) {
        const { cookie } = await makeWorkspace(database(), `Many ${index}`);
        cookies.push(cookie);
        const at = new Date(Date.now() - (20 - index) * 1000).toISOString();
        await updateSession(database(), cookie, { created_at: at });
      }
      const [oldest = '', ...kept] = cookies;
      const Cookie = `__Host-callboard_session=${person.cookie}; ${jar(...cookies)}`;
      const signedIn = await signIn(person.email, password, { Cookie });
      const fresh = cookieOf(signedIn);
      expect(signedIn.headers['set-cookie']?.[0]).toContain(`${name(person.cookie)}=${fresh};`);
      expect(cleared(signedIn).toSorted()).toEqual(
        ['__Host-callboard_session', name(oldest)].toSorted(),
      );
      const headers = {
        Cookie: jar(fresh, ...kept),
        'Sec-Fetch-Site': 'same-origin',
        ...named(person.owner.workspaceId),
      };
      const out = await exchange(app, 'DELETE', '/v1/session', { headers });
      expect([out.status, cleared(out)]).toEqual([204, [name(fresh)]]);
      const rest = await exchange(app, 'GET', '/v1/session/workspaces', { headers });
      expect(JSON.parse(rest.text).workspaces).toHaveLength(7);
    });
  });

  describe('requests from other sites', () => {
    const write = (headers: Record<string, string>): Promise<RawResponse> =>
      exchange(app, 'POST', '/v1/agents', {
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });
    const cookie = (): Record<string, string> => ({
      Cookie: `__Host-callboard_session=${person.cookie}`,
    });
    const own = (): string => `http://${app.host}`;

    // A request that passes the check gets 400 for its empty body.
    const passes = async (headers: Record<string, string>): Promise<void> => {
      problemOf(await write({ ...cookie(), ...headers }), 'VALIDATION_FAILED');
    };
    const isRefused = async (headers: Record<string, string>): Promise<void> => {
      problemOf(await write({ ...cookie(), ...headers }), 'CSRF_FAILED');
    };

    test('a cookie without an origin may not write', () => isRefused({}));
    test('our own page may write', () => passes({ 'Sec-Fetch-Site': 'same-origin' }));
    test('the address bar may write', () => passes({ 'Sec-Fetch-Site': 'none' }));
    test('our own Origin may write', () => passes({ Origin: own() }));
    test('both together may write', () =>
      passes({ Origin: own(), 'Sec-Fetch-Site': 'same-origin' }));
    test.each(['cross-site', 'same-site', 'nonsense'])('a %s request may not write', (site) =>
      isRefused({ 'Sec-Fetch-Site': site }),
    );
    test.each([
      'https://evil.example',
      'null',
      '',
      'http://127.0.0.1:1',
      'http://127.0.0.1.evil.example',
    ])('the Origin "%s" may not write', (origin) => isRefused({ Origin: origin }));
    test('a foreign Origin overrides Sec-Fetch-Site', () =>
      isRefused({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }));
    test('our own Origin does not override a foreign Sec-Fetch-Site', () =>
      isRefused({ Origin: own(), 'Sec-Fetch-Site': 'cross-site' }));

    test('reading needs no origin', async () => {
      expect((await getMe(cookie())).status).toBe(200);
      const foreign = { ...cookie(), 'Sec-Fetch-Site': 'cross-site' };
      expect((await getMe(foreign)).status).toBe(200);
    });

    test('signing out needs an origin', async () => {
      problemOf(await ask(app).delete('/v1/session').set(cookie()), 'CSRF_FAILED');
    });

    test('a token needs no origin', async () => {
      const { token } = await addAgent(app, person, { access_mode: 'sysadmin' });
      const response = await write({
        Authorization: `Bearer ${token}`,
        Origin: 'https://evil.example',
      });
      problemOf(response, 'VALIDATION_FAILED');
    });

    test('a foreign page cannot sign in', async () => {
      await forgetAttempts(database());
      const foreign = { Origin: 'https://evil.example' };
      problemOf(await signIn(person.email, password, foreign), 'CSRF_FAILED');
      expect((await signIn(person.email, password, { Origin: own() })).status).toBe(201);
    });

    test('behind a proxy the public URL is our origin', async () => {
      const proxied = await startApp(database(), { publicUrl: 'https://calls.example.com/board' });
      try {
        const send = (origin: string): Promise<RawResponse> =>
          exchange(proxied, 'POST', '/v1/agents', {
            headers: {
              Cookie: `__Secure-callboard_session=${person.cookie}`,
              Origin: origin,
              'Content-Type': 'application/json',
            },
            body: '{}',
          });
        problemOf(await send('https://calls.example.com'), 'VALIDATION_FAILED');
        const { message } = problemOf(await send('http://calls.example.com'), 'CSRF_FAILED');
        expect(message).toContain('expected Origin is https://calls.example.com, according to');
        expect(message).toContain('the request has http://calls.example.com.');
        problemOf(await send(proxied.url), 'CSRF_FAILED');
      } finally {
        await proxied.close();
      }
    });
  });

  describe('local development', () => {
    let local: TestApp;
    let own: TestDatabase;
    let first: Person;

    beforeAll(async () => {
      own = await openTestDatabase(database().dialect);
      first = await makeWorkspace(own, 'First');
      await makeWorkspace(own, 'Second');
      local = await startApp(own, { environment: 'development' });
    });
    afterAll(async () => {
      await local.close();
      await own.close();
    });

    const me = (headers: Sent['headers'] = {}): Promise<RawResponse> =>
      exchange(local, 'GET', '/v1/me', { headers });
    const write = (headers: Sent['headers'] = {}): Promise<RawResponse> =>
      exchange(local, 'POST', '/v1/agents', {
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });

    test('a request without a credential acts as the owner of the oldest workspace', async () => {
      const response = await me();
      expect(JSON.parse(response.text)).toMatchObject({ kind: 'user', actor_id: first.owner.id });
      problemOf(await write(), 'VALIDATION_FAILED');
    });

    test('the session has no expiry, and signing out does nothing', async () => {
      const api = client(local);
      expect(await api.ok('getSession')).toMatchObject({ expires_at: null });
      await api.ok('deleteSession');
      await api.ok('getMe');
    });

    test.each([
      'Forwarded',
      'Via',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Real-IP',
      'X-Client-IP',
      'X-Cluster-Client-IP',
      'X-Original-Host',
      'X-Original-URL',
      'X-Request-Start',
      'CDN-Loop',
      'CF-Connecting-IP',
      'CF-Ray',
      'True-Client-IP',
      'Fastly-Client-IP',
      'X-Envoy-External-Address',
      'X-Amzn-Trace-Id',
      'X-Amz-Cf-Id',
      'Fly-Client-IP',
      'X-AppEngine-User-IP',
      'X-Cloud-Trace-Context',
      'X-Azure-ClientIP',
      'X-ARR-LOG-ID',
      'Tailscale-User-Login',
      'Ngrok-Agent-Ips',
      'X-Proxyuser-Ip',
      'Proxy-Connection',
      'X-Vercel-Id',
      'X-Goog-Authenticated-User-Email',
    ])('a request with %s is not local', async (name) => {
      problemOf(await me({ [name]: '127.0.0.1' }), 'UNAUTHENTICATED');
    });

    test('a Host that is not this machine is refused, because of DNS rebinding', async () => {
      const port = local.host.replace(/.*:/, '');
      for (const host of [
        `evil.example:${port}`,
        'localhost',
        'localhost:1',
        `127.0.0.1.evil.example:${port}`,
        `localhost.evil.example:${port}`,
      ]) {
        problemOf(await me({ Host: host }), 'UNAUTHENTICATED');
      }
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
        expect((await me({ Host: host })).status).toBe(200);
      }
    });

    test.each(['http', 'https'])('the host of an absolute %s target is checked', async (scheme) => {
      const port = local.host.replace(/.*:/, '');
      const at = (host: string, headers: Sent['headers'] = {}) =>
        overTheWire(local, 'GET', `${scheme}://${host}/v1/me`, { headers, agent: false });
      const evil = `evil.example:${port}`;
      problemOf(await at(evil, { Host: local.host }), 'UNAUTHENTICATED');
      problemOf(await at(local.host, { Origin: `${scheme}://${evil}` }), 'UNAUTHENTICATED');
      expect((await at(local.host, { Host: evil })).status).toBe(200);
    });

    test.each([
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': ['none', 'cross-site'] },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-origin' },
      { Referer: 'https://evil.example/page' },
      { Referer: 'http://127.0.0.1:1/' },
      { Referer: 'nonsense' },
    ])('another site may neither read nor write: %j', async (headers) => {
      problemOf(await me(headers), 'UNAUTHENTICATED');
      problemOf(await write(headers), 'UNAUTHENTICATED');
    });

    test('our own page and the address bar may', async () => {
      const headers = { Origin: local.url, Referer: `${local.url}/docs` };
      for (const site of ['same-origin', 'none']) {
        expect((await me({ ...headers, 'Sec-Fetch-Site': site })).status).toBe(200);
      }
      problemOf(await write(headers), 'VALIDATION_FAILED');
    });

    test('a proxy is recognized by HTTP/1.0 alone', async () => {
      const [hostname, port] = local.host.split(':');
      const socket = connect({ host: hostname ?? '', port: Number(port) });
      socket.write(`GET /v1/me HTTP/1.0\r\nHost: ${local.host}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
    });

    test.each([{ publicUrl: 'http://127.0.0.1:3000' }, { trustedProxies: 1 }])(
      'a proxy setting disables it: %j',
      async (settings) => {
        const behind = await startApp(own, { environment: 'development', ...settings });
        try {
          problemOf(await ask(behind).get('/v1/me'), 'UNAUTHENTICATED');
          const signedIn = await signInAt(behind, first.email, password);
          const headers = { Cookie: `callboard_session=${cookieOf(signedIn)}` };
          expect((await ask(behind).get('/v1/me').set(headers)).status).toBe(200);
        } finally {
          await behind.close();
        }
      },
    );

    test('an invalid credential does not fall back to the owner', async () => {
      problemOf(await me({ Authorization: 'Bearer wrong' }), 'UNAUTHENTICATED');
      problemOf(await me({ Authorization: '' }), 'UNAUTHENTICATED');
      problemOf(await me({ Cookie: 'callboard_session=wrong' }), 'UNAUTHENTICATED');
    });

    test('a service on a public address has no local owner', async () => {
      const wide = await startApp(own, { environment: 'development', host: '0.0.0.0' });
      try {
        problemOf(await ask(wide).get('/v1/me'), 'UNAUTHENTICATED');
      } finally {
        await wide.close();
      }
    });

    test('a server without a workspace has no local owner', async () => {
      const empty = await openTestDatabase(database().dialect);
      const emptyApp = await startApp(empty, { environment: 'development' });
      try {
        problemOf(await ask(emptyApp).get('/v1/me'), 'UNAUTHENTICATED');
      } finally {
        await emptyApp.close();
        await empty.close();
      }
    });

    test('the cookie works without TLS', async () => {
      const response = await signInAt(local, first.email, password);
      const [set = ''] = response.headers['set-cookie'] ?? [];
      expect(set).toMatch(/^callboard_session_\w{26}=/);
      expect(set).not.toContain('Secure');
      const headers = { Cookie: set.replace(/;.*/, ''), Host: 'calls.example.com' };
      expect((await ask(local).get('/v1/me').set(headers)).status).toBe(200);
    });

    test('the owner may not call agents’ operations', async () => {
      await client(local).fails(
        'createQuestion',
        { body: { question: 'Which?' } },
        403,
        'WRONG_ACTOR',
      );
    });
  });

  test('credentials name their workspace, and those from before are accepted', async () => {
    await forgetAttempts(database());
    const { knex } = database();
    const owner = client(app, person);
    const part = (await owner.ok('getWorkspace')).id.slice('wsp_'.length);
    const other = part.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    // Changes what is stored into the hash of the same credential without its workspace.
    const madeOld = async (table: string, column: string, credential: string): Promise<string> => {
      const old = credential.replace(`${part}_`, '');
      expect(old).toHaveLength(credential.length - part.length - 1);
      const changed = await knex(table)
        .where({ [column]: hashSecret(credential) })
        .update({ [column]: hashSecret(old) });
      expect(changed).toBe(1);
      return old;
    };
    const { token } = await addAgent(app, person);
    const oldToken = token.replace(`${part}_`, '');
    await knex('tokens')
      .where({ public_id: publicIdOf(token) })
      .update({ secret_hash: hashSecret(token.split('_').at(-1) ?? '') });
    expect((await getMe({ Authorization: `Bearer ${oldToken}` })).status).toBe(200);
    problemOf(await getMe({ Authorization: `Bearer ${token}` }), 'UNAUTHENTICATED');

    const cookie = cookieOf(await signIn(person.email, password));
    const sent = (value: string): Promise<RawResponse> =>
      getMe({ Cookie: `__Host-callboard_session=${value}` });
    problemOf(await sent(cookie.replace(part, other)), 'UNAUTHENTICATED');
    expect((await sent(cookie)).status).toBe(200);
    const oldCookie = await madeOld('sessions', 'id_hash', cookie);
    problemOf(await sent(cookie), 'UNAUTHENTICATED');
    expect((await sent(oldCookie)).status).toBe(200);

    const invite = { email: 'before@example.com', role: 'member' } as const;
    const { token: invitation = '' } = await owner.ok('createInvitation', { body: invite });
    const accept = (text: string) => ({ body: { token: text, password: 'correct horse battery' } });
    const wrong = accept(invitation.replace(part, other));
    await client(app).fails('acceptInvitation', wrong, 422, 'INVITATION_NOT_VALID');
    const oldInvitation = await madeOld('invitations', 'secret_hash', invitation);
    await client(app).fails('acceptInvitation', accept(invitation), 422, 'INVITATION_NOT_VALID');
    const { user } = await client(app).ok('acceptInvitation', accept(oldInvitation));

    const path = { id: user.id };
    const { token: reset = '' } = await owner.ok('createPasswordReset', { path, body: {} });
    const set = (text: string) => ({ body: { token: text, password: 'staple battery horse' } });
    const altered = set(reset.replace(part, other));
    await client(app).fails('resetPassword', altered, 422, 'PASSWORD_RESET_NOT_VALID');
    const oldReset = await madeOld('password_resets', 'secret_hash', reset);
    await client(app).ok('resetPassword', set(oldReset));
  });

  test('only hashes are stored', async () => {
    await forgetAttempts(database());
    const { token } = await addAgent(app, person);
    const cookie = cookieOf(await signIn(person.email, password));
    await client(app, { bearer: token }).ok('getMe');
    const [secret = ''] = token.split('_').slice(-1);
    expect(secret).toHaveLength(64);
    const stored = await everything(database());
    expect(stored).toContain(publicIdOf(token));
    expect(stored).toContain(hashSecret(cookie));
    for (const text of [secret, token, cookie, password]) expect(stored).not.toContain(text);
    for (const text of [secret, cookie, password]) expect(app.logs.join('')).not.toContain(text);
  });

  test('no credential is logged with its secret, in whole or damaged, and ids are', async () => {
    await forgetAttempts(database());
    const { agent, token } = await addAgent(app, person);
    const [, workspace = '', publicId = '', secret = ''] = token.split('_');
    const cookie = cookieOf(await signIn(person.email, password));
    const values = Array.from({ length: 50 }, (_, index) =>
      createHash('sha256').update(String(index)).digest('base64url'),
    );
    const secrets = [
      token,
      token.slice(0, -1),
      token.toUpperCase(),
      `cb_wsp_${workspace}_${publicId}_${secret}`,
      `cb__${publicId}_${secret}`,
      `cbi_${secret}`,
      ...['cbi', 'cbr', 'cbc', 'cbf'].map((kind) => `${kind}_${workspace}_${secret}`),
      cookie,
      cookie.slice(0, -1),
      cookie.slice(cookie.indexOf('_') + 1),
      `wsp_${cookie}`,
      `callboard_session=${cookie}`,
      ...values,
    ];
    const ids = [
      agent.id,
      `${agent.id}_${agent.id}`,
      `${agent.id}.${agent.id}-${agent.id}_retry`,
      'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6-2',
      'a-branch-of-many-words-that-somebody-has-named-at-length',
      'chatcmpl-9xKq2fZbT7nLmVwPz4RsYuHg1aCdE',
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ];
    const before = app.logs.length;
    const send = (text: string) =>
      fetch(`${app.url}/v1/actions/${text}?cursor=${text}`, { headers: { 'x-request-id': text } });
    for (const text of secrets) await send(text);
    const logged = app.logs.slice(before).join('');
    expect(logged).toContain('[secret]');
    for (const text of secrets) expect(logged).not.toContain(text.slice(-40));
    for (const id of ids) {
      expect((await send(id)).headers.get('x-request-id')).toBe(id);
      expect(app.logs.at(-1)).toContain(`/v1/actions/${id}"`);
    }
  });
});

function signInAt(
  at: TestApp,
  email: string,
  secret: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return exchange(at, 'POST', '/v1/session', {
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: secret }),
  });
}

function cookieOf({ headers, text }: RawResponse): string {
  const value = /^(?:__Host-)?callboard_session\w*=([^;]+)/.exec(
    headers['set-cookie']?.[0] ?? '',
  )?.[1];
  if (value === undefined) throw new Error(`This response sets no session cookie: ${text}`);
  return value;
}

function publicIdOf(token: string): string {
  return token.split('_').at(-2) ?? '';
}

async function forgetAttempts({ knex }: TestDatabase): Promise<void> {
  await knex('sign_in_attempts').delete();
}

async function updateSession(
  { knex }: TestDatabase,
  cookie: string,
  change: Record<string, string>,
): Promise<void> {
  const changed = await knex('sessions')
    .where({ id_hash: hashSecret(cookie) })
    .update(change);
  if (changed !== 1) throw new Error('There is no such session.');
}

async function everything({ knex, dialect }: TestDatabase): Promise<string> {
  const tables: { name: string }[] =
    dialect === 'sqlite'
      ? await knex('sqlite_master').where({ type: 'table' }).select('name')
      : await knex('pg_tables').where({ schemaname: 'public' }).select('tablename as name');
  const contents = await Promise.all(tables.map(({ name }) => knex(name).select('*')));
  return JSON.stringify(contents);
}

describeOnEachDatabase('The workspace', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    owner = given.person;
  });

  const events = (): Promise<unknown[]> =>
    database().knex('events').where({ workspace_id: given.workspaceId, kind: 'workspace.updated' });

  describe('getWorkspace', () => {
    test('shows the settings, with an entity tag', async () => {
      const { body, headers } = await owner.call('getWorkspace');
      expect(body).toMatchObject({
        id: given.workspaceId,
        plan: 'unlimited',
        time_zone: 'UTC',
        working_seconds: null,
        stalled_seconds: null,
        version: 1,
      });
      const header = { 'If-None-Match': headers['etag'] ?? '' };
      expect((await owner.call('getWorkspace', { header })).status).toBe(304);
      expect((await owner.ok('getMe')).workspace).toEqual(body);
      expect((await given.worker.ok('getMe')).workspace).toEqual(body);
      expect((await owner.ok('getSession')).workspace).toEqual(body);
    });
  });

  describe('updateWorkspace', () => {
    test('merges: absent fields do not change', async () => {
      const change = { name: 'City Theatre', time_zone: 'Europe/Lisbon' };
      // A time zone is stored as the database of time zones spells it.
      const body = { ...change, time_zone: 'europe/lisbon' };
      const after = await owner.ok('updateWorkspace', { body });
      expect(after).toMatchObject({ ...change, plan: 'unlimited', version: 2 });
      expect(await owner.ok('updateWorkspace', { body: change })).toEqual(after);
      expect(await owner.ok('updateWorkspace', { body: {} })).toEqual(after);
      expect(await events()).toHaveLength(1);
      const header = { 'If-Match': '"1"' };
      await owner.fails('updateWorkspace', { header, body: { name: 'x' } }, 412, 'STALE_VERSION');
      expect(await owner.ok('getWorkspace')).toEqual(after);
    });

    test.each(['Mars/Olympus', '+01:00', 'Europe', 'UTC '])(
      'refuses %s as a time zone',
      async (zone) => {
        const wrong = { body: { time_zone: zone } };
        const { issues } = await owner.fails('updateWorkspace', wrong, 400, 'VALIDATION_FAILED');
        expect(issues[0]?.path).toBe('body/time_zone');
        expect(await events()).toHaveLength(0);
      },
    );

    test('may be called by owners only', async () => {
      const key = { workspace_id: given.workspaceId };
      await database().knex('users').where(key).update({ role: 'member' });
      await owner.fails('updateWorkspace', { body: { plan: 'free' } }, 403, 'FORBIDDEN');
      expect(await owner.ok('getWorkspace')).toMatchObject({ plan: 'unlimited', version: 1 });
    });

    test('changes the plan, whose caps apply from then on', async () => {
      for (const name of ['One', 'Two']) await owner.ok('createDomain', { body: { name } });
      await owner.ok('updateWorkspace', { body: { plan: 'free' } });
      expect(await owner.ok('getMe')).toMatchObject({
        plan: 'free',
        headroom: { active_domains: 0 },
      });
      await owner.fails('createDomain', { body: { name: 'Three' } }, 403, 'CAP_EXCEEDED');
      await owner.ok('updateWorkspace', { body: { plan: 'unlimited' } });
      await owner.ok('createDomain', { body: { name: 'Three' } });
    });

    const caps = [
      ['active_orders', 'orders', 'createOrder', 2, 5],
      ['active_domains', 'domains', 'createDomain', 2, 10_001],
      ['open_agent_actions', 'actions', 'createAction', 25, 44],
    ] as const;
    test.each(caps)(
      'a smaller plan reports the current number of %s in CAP_EXCEEDED',
      async (...row) => {
        const [cap, table, operation, limit, count] = row;
        const { agent } = given;
        const bodies = {
          createOrder: { name: 'Keep the door', agent_id: agent.id },
          createDomain: { name: 'Front of house' },
          createAction: { title: 'Sew the hem', assigned_agent_id: agent.id },
        };
        const send = () => owner.send(operation, { body: bodies[operation] });
        expect((await send()).status).toBe(201);
        await copyRows(table, count - 1);
        await owner.ok('updateWorkspace', { body: { plan: 'free' } });
        const { status, body } = await send();
        expect(status).toBe(403);
        const current = Math.min(count, 10_000);
        expect(body).toMatchObject({
          code: 'CAP_EXCEEDED',
          details: { cap, plan: 'free', limit, current },
        });
      },
    );

    /** Adds copies of the workspace's only row of a table. */
    async function copyRows(table: string, count: number): Promise<void> {
      const { knex } = database();
      const [first]: Record<string, unknown>[] = await knex(table).where({
        workspace_id: given.workspaceId,
      });
      const columns = Object.keys(first ?? {});
      const copied = columns.map((name) => {
        if (name === 'number') return `${name} + n.i`;
        return ['id', 'name'].includes(name) ? `${name} || '.' || n.i` : name;
      });
      await knex.raw(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
         insert into ${table} (${columns.join(', ')})
         select ${copied.join(', ')} from ${table}, n where workspace_id = ?`,
        [count, given.workspaceId],
      );
    }

    test('sets the windows of working and stalled actions without further statements', async () => {
      const action = await owner.ok('createAction', {
        body: { title: 'x', status: 'ready', assigned_agent_id: given.agent.id },
      });
      await given.worker.ok('heartbeatAction', { path: { id: action.id } });
      const minuteAgo = addMilliseconds(new Date().toISOString(), -60 * SECOND);
      await database()
        .knex('actions')
        .where({ id: action.id })
        .update({ assignee_active_at: minuteAgo, last_activity_at: minuteAgo });
      const states = async (api: ApiClient) => {
        const { is_working: isWorking } = await api.ok('getAction', { path: { id: action.id } });
        const [working, stalled] = [await api.ok('getWorkingView'), await api.ok('getStalledView')];
        return [isWorking, working.total, stalled.total, (await api.ok('getMe')).windows];
      };
      const read = () =>
        countStatements(database(), async () => {
          await owner.ok('getAction', { path: { id: action.id } });
        });
      const server = { working_seconds: 900, stalled_seconds: 86_400 };
      const before = await read();
      for (const api of [owner, given.worker])
        expect(await states(api)).toEqual([true, 1, 0, server]);
      const own = { working_seconds: 30, stalled_seconds: 30 };
      await owner.ok('updateWorkspace', { body: own });
      for (const api of [owner, given.worker])
        expect(await states(api)).toEqual([false, 0, 1, own]);
      expect(await read()).toBe(before);
      const metrics = { active_count: 0, stalled_count: 1 };
      expect((await owner.ok('getCommandView')).metrics).toMatchObject(metrics);
      await owner.ok('updateWorkspace', { body: { working_seconds: null } });
      expect(await states(owner)).toEqual([true, 1, 1, { ...server, stalled_seconds: 30 }]);
      await owner.fails(
        'updateWorkspace',
        { body: { stalled_seconds: 0 } },
        400,
        'VALIDATION_FAILED',
      );

      const neighbour = await aWorkspace(app, database());
      const { windows } = await client(app, { cookie: neighbour.owner.cookie }).ok('getMe');
      expect(windows).toEqual(server);
    });
  });
});
