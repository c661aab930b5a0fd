import { randomBytes } from 'node:crypto';
import { request } from 'express';
import {
  createTokenCommand,
  findTokenCommand,
  revokeTokenCommand,
} from '../../src/cli/tokens/tokens';
import { loadConfig } from '../../src/platform/config';
import { isRecord, type JsonRecord } from '../../src/platform/json';
import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import {
  addAgent,
  addToken,
  makeWorkspace,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import { client, credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { exchange, problemOf } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { runHere } from '../support/program';

const password = 'correct horse battery staple';

/** The parts of a bearer token. */
const partsOf = (token: string): { readonly publicId: string; readonly secret: string } => {
  const [publicId = '', secret = ''] = token.split('_').slice(-2);
  return { publicId, secret };
};

const linesOf = ({ logs }: Pick<TestApp, 'logs'>, message: string): JsonRecord[] =>
  logs.flatMap((text) => {
    const line: unknown = JSON.parse(text);
    return isRecord(line) && line['msg'] === message ? [line] : [];
  });

/** The log line of the request, which is written after the client has its response. */
async function lineOf(
  app: TestApp,
  { headers }: { readonly headers: Readonly<Record<string, unknown>> },
): Promise<JsonRecord> {
  for (;;) {
    const found = linesOf(app, 'request').find(
      ({ request_id: id }) => id === headers['x-request-id'],
    );
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describeOnEachDatabase('The audit trail', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database(), { trustedProxies: 1 });
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: object,
  ) =>
    exchange(app, method, path, {
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const get = (path: string, token: string) =>
    send('GET', path, credentialHeaders({ bearer: token }));
  const signIn = (email: string, secret: string, from = '192.0.2.1') =>
    send('POST', '/v1/session', { 'X-Forwarded-For': from }, { email, password: secret });
  const eventsOf = async (kind: string, workspaceId = given.workspaceId): Promise<JsonRecord[]> =>
    database().knex('events').where({ workspace_id: workspaceId, kind }).orderBy('position');
  const config = () => loadConfig({ DATABASE_URL: database().url });

  describe('the log line of a request', () => {
    test('has the token and the actor of a bearer token, whatever the status', async () => {
      const { token, agent } = given;
      const { items } = await given.person.ok('listTokens', { path: { id: agent.id } });
      const { workspaceId: workspace } = given;
      const known = { workspace, token_id: items[0]?.id, actor: agent.actor_id };
      const paths: [string, number, string | undefined][] = [
        ['/v1/me', 200, undefined],
        ['/v1/actions/act_none', 404, 'NOT_FOUND'],
        ['/v1/invitations', 403, 'WRONG_ACTOR'],
        ['/v1/actions?limit=x', 400, 'VALIDATION_FAILED'],
      ];
      for (const [path, status, code] of paths) {
        const line = await lineOf(app, await get(path, token));
        expect(line).toMatchObject({ status, ...known });
        expect([path, line['code'], line['refused']]).toEqual([path, code, undefined]);
      }
    });

    test('has a refused token and the reason', async () => {
      const { owner, workspaceId: workspace } = given;
      const fresh = async () => {
        const { agent, token } = await addAgent(app, owner);
        const row: { id: string } = await database()
          .knex('tokens')
          .where({ public_id: partsOf(token).publicId })
          .first();
        const identity = { workspace, token_id: row.id, actor: agent.actor_id };
        return { agent, token, id: row.id, identity };
      };
      const [valid, revoked, expired, ended] = [
        await fresh(),
        await fresh(),
        await fresh(),
        await fresh(),
      ];
      await given.person.ok('revokeToken', { path: { id: revoked.id } });
      await given.person.ok('revokeAgent', { path: { id: ended.agent.id } });
      await database().knex('tokens').where({ id: ended.id }).update({ revoked_at: null });
      const past = addMilliseconds(new Date().toISOString(), -DAY);
      await database().knex('tokens').where({ id: expired.id }).update({ expires_at: past });
      const unknown = randomBytes(12).toString('hex');
      const wrong = (publicId: string) => `cb_${publicId}_${'0'.repeat(64)}`;
      const cases: [string, JsonRecord][] = [
        [revoked.token, { refused: 'revoked', ...revoked.identity }],
        [ended.token, { refused: 'agent_revoked', ...ended.identity }],
        [expired.token, { refused: 'expired', ...expired.identity }],
        [
          wrong(partsOf(valid.token).publicId),
          { refused: 'wrong_secret', workspace, token_id: valid.id, actor: undefined },
        ],
        [
          wrong(unknown),
          { refused: 'unknown', public_id: unknown, workspace: undefined, token_id: undefined },
        ],
        ['cb_of_nobody', { refused: 'malformed', token_id: undefined, public_id: undefined }],
      ];
      for (const [token, expected] of cases) {
        const line = await lineOf(app, await get('/v1/me', token));
        const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, line[name]]));
        expect([line['status'], line['code'], shown]).toEqual([401, 'UNAUTHENTICATED', expected]);
      }
    });

    test('has the code of every other error, and no unauthenticated sender', async () => {
      const cases: [string, string, number, string][] = [
        ['GET', '/nothing', 404, 'NOT_FOUND'],
        ['PUT', '/v1/me', 405, 'METHOD_NOT_ALLOWED'],
        ['GET', '/v1/me', 401, 'UNAUTHENTICATED'],
      ];
      for (const [method, path, status, code] of cases) {
        const line = await lineOf(app, await send(method, path));
        expect(line).toMatchObject({ status, code });
        expect(line).not.toHaveProperty('actor');
      }
      const broken = jest.spyOn(request, 'get').mockImplementation((name: string) => {
        if (name === 'prefer') throw new Error('broken');
        return undefined;
      });
      const line = await lineOf(app, await send('GET', '/healthz'));
      broken.mockRestore();
      expect(line).toMatchObject({ status: 500, code: 'INTERNAL' });
    });

    test('has the actor that exceeds the rate limit', async () => {
      const slow = await startApp(database(), { rateLimitPerMinute: 1 });
      try {
        const api = client(slow, { bearer: given.token });
        await api.ok('getMe');
        const refused = await api.call('getMe');
        expect(await lineOf(slow, refused)).toMatchObject({
          status: 429,
          code: 'RATE_LIMITED',
          actor: given.agent.actor_id,
        });
        const person = client(slow, { cookie: given.owner.cookie });
        await person.ok('getMe');
        const again = await lineOf(slow, await person.call('getMe'));
        expect(again).toMatchObject({ code: 'RATE_LIMITED', actor: given.owner.owner.id });
      } finally {
        await slow.close();
      }
    });

    test.each([
      ['192.0.2.7', '192.0.2.7'],
      ['192.0.2.7:4711', '192.0.2.7'],
      ['[2001:db8::7]:4711', '2001:db8::7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['198.51.100.1, 192.0.2.7', '192.0.2.7'],
      ['unknown', '127.0.0.1'],
      ['', '127.0.0.1'],
    ])('has the client address when the trusted proxy sends %j', async (forwardedFor, address) => {
      const headers: Record<string, string> =
        forwardedFor === '' ? {} : { 'X-Forwarded-For': forwardedFor };
      expect(await lineOf(app, await send('GET', '/v1/me', headers))).toMatchObject({ address });
    });

    test('has no address when LOG_ADDRESSES is false, and ignores proxies that are not trusted', async () => {
      const silent = await startApp(database(), { logAddresses: false });
      const direct = await startApp(database());
      try {
        const body = JSON.stringify({ email: given.owner.email, password: 'not this' });
        const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.9' };
        const lines = [];
        for (const one of [silent, direct]) {
          const response = await exchange(one, 'POST', '/v1/session', { headers, body });
          lines.push((await lineOf(one, response))['address']);
          lines.push(linesOf(one, 'A sign-in failed')[0]?.['address']);
        }
        expect(lines).toEqual([undefined, undefined, '127.0.0.1', '127.0.0.1']);
        expect(silent.logs.join('')).not.toMatch(/127\.0\.0\.1|192\.0\.2\.9/);
        const counted = await database().knex('sign_in_attempts').pluck('address');
        expect(counted.filter((source) => !/^[\w-]{40,}$/.test(source))).toEqual([]);
      } finally {
        await silent.close();
        await direct.close();
      }
    });
  });

  describe('a failed sign-in', () => {
    test('is an event of the account and a log line; the next success has the number of failures', async () => {
      const { owner, email } = await makeWorkspace(database(), 'Stage');
      const { workspaceId, userId } = owner;
      const wrong = await signIn(email.toUpperCase(), 'wrong', '192.0.2.11');
      problemOf(wrong, 'UNAUTHENTICATED');
      const [system] = await database()
        .knex('actors')
        .where({ workspace_id: workspaceId, kind: 'system' });
      expect(await eventsOf('user.sign_in_failed', workspaceId)).toMatchObject([
        {
          actor_id: system.id,
          subject_type: 'user',
          subject_id: userId,
          summary: 'An attempt to sign in as Owner of Stage failed.',
        },
      ]);
      expect(linesOf(app, 'A sign-in failed').at(-1)).toMatchObject({
        level: 40,
        request_id: wrong.headers['x-request-id'],
        reason: 'wrong_password',
        address: '192.0.2.11',
        users: [{ user_id: userId, workspace_id: workspaceId }],
      });
      expect(await lineOf(app, wrong)).toMatchObject({
        operation: 'createSession',
        code: 'UNAUTHENTICATED',
        address: '192.0.2.11',
      });

      await signIn(email, 'wrong');
      const right = await signIn(email, password);
      expect(right.status).toBe(201);
      expect(await lineOf(app, right)).toMatchObject({ actor: owner.id, status: 201 });
      const summaries = async () =>
        (await eventsOf('session.created', workspaceId)).map(({ summary }) => summary);
      const first = 'Owner of Stage signed in from a new device after 2 failed attempts.';
      expect(await summaries()).toEqual([first]);
      await signIn(email, password);
      expect(await summaries()).toEqual([first, 'Owner of Stage signed in from a new device.']);
    });

    test('is one event per account and hour, also for concurrent requests', async () => {
      const { owner, email } = await makeWorkspace(database(), 'Rush');
      const { workspaceId } = owner;
      const signInTwelveTimes = (network: string) =>
        Promise.all(
          Array.from({ length: 12 }, (_, index) => signIn(email, 'wrong', `${network}.${index}`)),
        );
      await signInTwelveTimes('198.51.100');
      expect(await eventsOf('user.sign_in_failed', workspaceId)).toHaveLength(1);
      const key = { workspace_id: workspaceId };
      const count = () => database().knex('failed_sign_ins').where(key).first();
      expect(await count()).toMatchObject({ in_window: 12, failures: 12 });

      await database()
        .knex('failed_sign_ins')
        .where(key)
        .update({ window_began_at: addMilliseconds(new Date().toISOString(), -HOUR) });
      await signInTwelveTimes('203.0.113');
      const events = await eventsOf('user.sign_in_failed', workspaceId);
      expect(events.map(({ summary }) => summary)).toEqual([
        'An attempt to sign in as Owner of Rush failed.',
        'An attempt to sign in as Owner of Rush failed; 13 have failed since the last success.',
      ]);
      expect(await count()).toMatchObject({ in_window: 12, failures: 24 });
    });

    test('is an event in each workspace with the account, or in the requested one', async () => {
      const [one, other] = [
        await makeWorkspace(database(), 'One'),
        await makeWorkspace(database(), 'Other'),
      ];
      const ids = [one.owner.workspaceId, other.owner.workspaceId];
      await database().knex('users').where({ email: other.email }).update({ email: one.email });
      const body = { email: one.email, password: 'wrong', workspace_id: ids[1] };
      problemOf(await send('POST', '/v1/session', {}, body), 'UNAUTHENTICATED');
      const counts = async () =>
        Promise.all(ids.map(async (id) => (await eventsOf('user.sign_in_failed', id)).length));
      expect(await counts()).toEqual([0, 1]);
      problemOf(await signIn(one.email, 'wrong'), 'UNAUTHENTICATED');
      expect(await counts()).toEqual([1, 1]);
    });

    test('counts although the rows of another workspace with the account are broken', async () => {
      const [one, other] = [
        await makeWorkspace(database(), 'Sound'),
        await makeWorkspace(database(), 'Broken'),
      ];
      await database().knex('users').where({ email: other.email }).update({ email: one.email });
      const key = { workspace_id: other.owner.workspaceId };
      await database().knex('event_positions').where(key).update({ last: '9223372036854775807' });
      const statuses = [];
      for (let guess = 1; guess <= 6; guess += 1) {
        statuses.push((await signIn(one.email, 'wrong', '192.0.2.14')).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      expect(await eventsOf('user.sign_in_failed', one.owner.workspaceId)).toHaveLength(1);
      expect(linesOf(app, 'A failed sign-in was not recorded').at(-1)).toMatchObject(key);
      await database().knex('users').where(key).update({ email: other.email });
    });

    test('of an unknown account is a log line without the typed address', async () => {
      const typed = 'my-secret-password@wrong-field';
      problemOf(await signIn(typed, 'x', '192.0.2.12'), 'UNAUTHENTICATED');
      expect(linesOf(app, 'A sign-in failed').at(-1)).toMatchObject({
        reason: 'unknown_account',
        address: '192.0.2.12',
        users: [],
      });
      expect(app.logs.join('')).not.toContain(typed);
    });

    test('after too many failures has its reason in the log', async () => {
      const { email, owner } = await makeWorkspace(database(), 'Guessed');
      const from = '192.0.2.13';
      for (let n = 0; n < 5; n += 1) await signIn(email, 'wrong', from);
      problemOf(await signIn(email, password, from), 'RATE_LIMITED');
      expect(linesOf(app, 'A sign-in failed').at(-1)).toMatchObject({
        reason: 'too_many_failures',
        address: from,
        users: [{ user_id: owner.userId }],
      });
    });

    test('is visible to people and not to agents', async () => {
      await signIn(given.owner.email, 'wrong', '192.0.2.14');
      const query = { kind: ['user.sign_in_failed' as const] };
      const seen = await given.person.ok('readEvents', { query });
      expect(seen.items).toMatchObject([
        { actor: { kind: 'system' }, subject: { type: 'user', id: given.owner.owner.userId } },
      ]);
      expect(JSON.stringify(seen)).not.toContain('192.0.2.14');
      const sysadmin = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      for (const api of [given.worker, client(app, { bearer: sysadmin.token })]) {
        expect((await api.ok('readEvents', { query })).items).toEqual([]);
      }
    });
  });

  describe('callboard token', () => {
    const env = () => ({ DATABASE_URL: database().url });
    const wanting = (body: unknown, agent = given.agent.name, workspace?: string) =>
      createTokenCommand(config(), { agent, workspace, body });

    test('create does the same as the API, and the event has the operator', async () => {
      const args = ['--name', 'deploy', '--scopes', 'read', '--expires-at', '2999-01-01T00:00:00Z'];
      const { out, err } = await runHere(
        ['token', 'create', '--agent', given.agent.name, ...args, '--json'],
        env(),
      );
      expect(err).toBe('');
      const { token, ...made } = JSON.parse(out);
      const { publicId } = partsOf(token);
      const query = { public_id: publicId };
      const { items } = await given.person.ok('listWorkspaceTokens', { query });
      expect(items).toMatchObject([made]);
      expect(made).toMatchObject({
        name: 'deploy',
        scopes: ['read'],
        expires_at: '2999-01-01T00:00:00.000Z',
      });
      expect((await eventsOf('token.created')).at(-1)).toMatchObject({
        actor_id: items[0]?.created_by_actor_id,
        subject_id: made.id,
        summary: `The operator created the token deploy for ${given.agent.name}.`,
      });
      const me = await client(app, { bearer: token }).ok('getMe');
      expect(me).toMatchObject({ kind: 'agent', name: given.agent.name });
    });

    test.each([
      [{ name: '' }, /^--name must have at least 1 character/],
      [{ name: 'x'.repeat(501) }, /^--name must have at most 500 characters/],
      [{ scopes: ['admin'] }, /^--scopes must be one of \["read","write"\]/],
      [{ scopes: ['read', 'read'] }, /^--scopes must not have an item twice/],
      [{ expires_at: 'tomorrow' }, /^--expires-at must /],
      [{ expires_at: '2026-01-01T00:00:00Z' }, /^--expires-at is in the past\.$/],
    ])('create refuses %j as the API does, and stores nothing', async (body, sentence) => {
      const before = await database().knex('tokens').count({ count: '*' });
      await expect(wanting(body)).rejects.toThrow(sentence);
      expect(await database().knex('tokens').count({ count: '*' })).toEqual(before);
      await given.person.fails(
        'createToken',
        { path: { id: given.agent.id }, body },
        400,
        'VALIDATION_FAILED',
      );
    });

    test('create requires the workspace when several have the agent', async () => {
      const { name } = given.agent;
      const theirs = await makeWorkspace(database(), 'Theirs');
      const { agent } = await addAgent(app, theirs, { name });
      const { workspaceId } = theirs.owner;
      await expect(wanting({})).rejects.toThrow(
        `Several workspaces have an agent called ${name}: choose one with --workspace ID: ${given.workspaceId}, ${workspaceId}.`,
      );
      const made = await wanting({}, name, workspaceId);
      expect(made).toMatchObject({ agent_id: agent.id, name: 'token', scopes: ['read', 'write'] });
      expect(await eventsOf('token.created', workspaceId)).toHaveLength(2);
      await expect(wanting({}, 'Nobody')).rejects.toThrow(
        'There is no agent called Nobody, or it is revoked.',
      );
      await client(app, { cookie: theirs.cookie }).ok('revokeAgent', { path: { id: agent.id } });
      await expect(wanting({}, name, workspaceId)).rejects.toThrow(
        `There is no agent called ${name} in the workspace ${workspaceId}, or it is revoked.`,
      );
    });

    test('create lists the workspaces of an agent by their ids', async () => {
      const [one, other] = [
        await makeWorkspace(database(), 'One'),
        await makeWorkspace(database(), 'Other'),
      ];
      for (const person of [other, one]) await addAgent(app, person, { name: 'Prompter' });
      const ids = [one, other].map(({ owner }) => owner.workspaceId);
      await expect(wanting({}, 'Prompter')).rejects.toThrow(`--workspace ID: ${ids.join(', ')}.`);
    });

    test('find and revoke accept the text of a token and do not print it', async () => {
      const { agent, owner } = given;
      const token = await addToken(app, owner, agent.id, ['read']);
      const { publicId, secret } = partsOf(token);
      await client(app, { bearer: token }).ok('getMe');
      const text = `2026-11-23 curl -H "Authorization: Bearer ${token}" https://example.com\n`;
      const found = await runHere(['token', 'find', '--json'], env(), text);
      expect([found.code, found.err]).toEqual([0, '']);
      expect(JSON.parse(found.out)).toMatchObject({
        public_id: publicId,
        agent_id: agent.id,
        agent: agent.name,
        workspace_id: given.workspaceId,
        state: 'active',
        last_used_at: expect.stringMatching(/^\d{4}-/),
        secret_matches: true,
      });

      const before = (await eventsOf('token.revoked')).length;
      const revoked = await runHere(['token', 'revoke'], env(), text);
      expect(revoked.out).toMatch(/^State +revoked$/m);
      const again = await revokeTokenCommand(config(), publicId);
      expect(again).toMatchObject({ state: 'revoked', secret_matches: null });
      const events = await eventsOf('token.revoked');
      expect(events).toHaveLength(before + 1);
      expect(events.at(-1)).toMatchObject({
        subject_id: again.id,
        summary: 'The operator revoked the token for tests.',
      });
      problemOf(await get('/v1/me', token), 'UNAUTHENTICATED');
      for (const { out, err } of [found, revoked]) expect(out + err).not.toContain(secret);
    });

    test('find reads a text of at most 65536 characters', async () => {
      const longest = 'x'.repeat(65_536);
      const read = await runHere(['token', 'find'], env(), longest);
      expect([read.code, read.err]).toEqual([2, expect.stringContaining('contains neither')]);
      const longer = await runHere(['token', 'find'], env(), `${longest}x`);
      expect([longer.code, longer.err]).toEqual([2, expect.stringContaining('at most 65536')]);
    });

    test('find accepts an id or public id, and refuses a complete token as an argument', async () => {
      const { items } = await given.person.ok('listTokens', { path: { id: given.agent.id } });
      const { id = '', public_id: publicId = '' } = items[0] ?? {};
      for (const key of [id, publicId, publicId.toUpperCase(), `cb_${publicId}`]) {
        expect(await findTokenCommand(config(), key)).toMatchObject({ id, secret_matches: null });
      }
      const unknownId = '0'.repeat(24);
      await expect(findTokenCommand(config(), unknownId)).rejects.toThrow(/^No token of this/);
      await expect(findTokenCommand(config(), 'tok_none')).rejects.toThrow(/no token tok_none/);
      await expect(findTokenCommand(config(), 'whatever')).rejects.toThrow(/^Give the id/);
      const { secret } = partsOf(given.token);
      for (const args of [['find', given.token], ['revoke', given.token], [given.token]]) {
        const { code, out, err } = await runHere(['token', ...args], env());
        expect([code, out]).toEqual([2, '']);
        expect(err).not.toContain(secret);
      }
    });
  });

  test('no secret is in the log, in an event, or in the output of commands', async () => {
    const secrets = new Set<string>();
    const printed: string[] = [];
    const { owner, agent, person } = given;
    const addSecret = (token: string | undefined): string => {
      secrets.add(partsOf(token ?? '').secret);
      return token ?? '';
    };
    const command = async (args: string[], input = ''): Promise<void> => {
      const { out, err } = await runHere(
        ['token', ...args],
        { DATABASE_URL: database().url },
        input,
      );
      printed.push(out, err);
    };
    const token = addSecret(await addToken(app, owner, agent.id, ['read', 'write']));
    const { items } = await person.ok('listWorkspaceTokens', {
      query: { public_id: partsOf(token).publicId },
    });
    const path = { id: items[0]?.id ?? '' };
    // Used, refused, and sent in place of an id.
    const { publicId, secret } = partsOf(token);
    const wrong = addSecret(`cb_${publicId}_${randomBytes(32).toString('hex')}`);
    const unknown = addSecret(`cb_${'1'.repeat(24)}_${randomBytes(32).toString('hex')}`);
    for (const each of [token, wrong, unknown, `${token}0`]) {
      await get('/v1/me', each);
      await get(`/v1/actions/${each}`, token);
      await get(`/v1/tokens?public_id=${each}`, token);
      await send('DELETE', `/v1/tokens/${each}`, {
        ...credentialHeaders({ cookie: owner.cookie }),
        'X-Request-Id': each,
      });
      await signIn(`${each}@example.com`, each);
      await signIn(owner.email, each);
      await command(['find'], each);
      await command(['find', each]);
      await command([each]);
    }
    addSecret((await person.ok('rotateToken', { path, body: { overlap_seconds: 60 } })).token);
    const { id } = await person.ok('revokeToken', { path }).then(() => path);
    await get('/v1/me', token);
    await command(['revoke', id]);
    const made = await createTokenCommand(config(), {
      agent: agent.name,
      workspace: given.workspaceId,
      body: {},
    });
    await get('/v1/me', addSecret(made.token));
    await command(['revoke'], made.token);
    const email = 'guest-of-the-trail@example.com';
    const invited = await person.ok('createInvitation', { body: { email, role: 'member' } });
    secrets.add(String(invited.token).replace('cbi_', ''));
    await send('GET', `/v1/users/${String(invited.token)}`);
    const accepted = await client(app).call('acceptInvitation', {
      body: { token: String(invited.token), name: 'Guest', password },
    });
    const signedIn = await signIn(owner.email, password, '192.0.2.40');
    const cookies = [accepted.headers['set-cookie'], signedIn.headers['set-cookie']].flat();
    for (const cookie of cookies) secrets.add(String(cookie).split(/[=;]/)[1] ?? '');
    secrets.add(password);
    secrets.add(owner.cookie);

    expect(secrets.has(secret)).toBe(true);
    expect([...secrets].filter((each) => each.length < 20)).toEqual([]);
    const texts = [app.logs.join(''), printed.join('')];
    for (const table of ['events', 'failed_sign_ins', 'tokens', 'idempotency_records']) {
      texts.push(JSON.stringify(await database().knex(table).select('*')));
    }
    expect(texts.map((text) => [...secrets].filter((each) => text.includes(each)))).toEqual(
      texts.map(() => []),
    );
  });
});
