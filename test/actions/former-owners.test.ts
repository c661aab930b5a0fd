import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { components } from '../../generated/types';
import { startApp, type TestApp } from '../../scripts/servers/app';
import {
  client,
  credentialHeaders,
  type ApiClient,
  type CredentialShown,
} from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';

const longAgo = '2026-01-01T00:00:00.000Z';
const password = 'correct horse battery staple';

type Schemas = components['schemas'];
type Rights = Pick<Schemas['AgentCreate'], 'access_mode' | 'can_review' | 'requires_proposals'>;

// How an owner loses the role or the account, and gets it back.
const endings = [
  {
    name: 'demoted',
    end: (by: ApiClient, id: string, body: object = {}) =>
      by.ok('updateUser', { path: { id }, body: { role: 'member', ...body } }),
    restore: (by: ApiClient, id: string) =>
      by.ok('updateUser', { path: { id }, body: { role: 'owner' } }),
  },
  {
    name: 'deactivated',
    end: (by: ApiClient, id: string, body: object = {}) =>
      by.ok('deactivateUser', { path: { id }, body }),
    restore: (by: ApiClient, id: string) => by.ok('reactivateUser', { path: { id } }),
  },
] as const;

describeOnEachDatabase('Former owners', (database) => {
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
    await database().knex('sign_in_attempts').delete();
  });

  const key = () => ({ workspace_id: given.workspaceId });

  /** Another person of the workspace with a session. */
  async function aPerson(role: 'owner' | 'member' = 'owner') {
    const { password_hash: hash } = await database().knex('users').where(key()).first();
    const { userId, id } = await addPerson(database(), given.workspaceId, role, hash);
    const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
    return { userId, actorId: id, cookie, api: client(app, { cookie }) };
  }
  const anInvitation = async (by: ApiClient): Promise<string> => {
    const email = `guest-${randomBytes(6).toString('hex')}@example.com`;
    const { token } = await by.ok('createInvitation', { body: { email, role: 'owner' } });
    if (token === undefined) throw new Error('createInvitation returned no token.');
    return token;
  };
  const anAgent = async () => (await owner.ok('createAgent', { body: { name: 'Bot' } })).id;
  const accept = async (token: string): Promise<number> =>
    (await client(app).call('acceptInvitation', { body: { token, password } })).status;

  describe.each(endings)('$name', ({ end, restore }) => {
    test('cannot let in another owner by an earlier invitation', async () => {
      const second = await aPerson();
      const [early, late] = [await anInvitation(second.api), await anInvitation(second.api)];
      await end(owner, second.userId);
      expect(await accept(early)).toBe(422);
      expect((await owner.ok('listInvitations')).total).toBe(0);
      await restore(owner, second.userId);
      expect((await owner.ok('listInvitations')).total).toBe(2);
      expect(await accept(late)).toBe(201);
    });

    test('cannot race the end: an invitation accepted afterwards never makes an owner', async () => {
      const seconds = await Promise.all(Array.from({ length: 4 }, () => aPerson()));
      const tokens = await Promise.all(seconds.map(({ api }) => anInvitation(api)));
      const before = await database().knex('users').where(key());
      const statuses = await Promise.all([
        ...seconds.map(async ({ userId }) => end(owner, userId).then(() => 0)),
        ...tokens.map(accept),
      ]);
      const accepted = statuses.filter((status) => status === 201).length;
      const after = await database().knex('users').where(key());
      expect(after).toHaveLength(before.length + accepted);
      for (const token of tokens) expect([422, 429]).toContain(await accept(token));
    });

    test('has the tokens that still work in the response, and revokes them on request', async () => {
      const second = await aPerson();
      const id = await anAgent();
      const mine = await owner.ok('createToken', { path: { id }, body: {} });
      const make = (name: string) => second.api.ok('createToken', { path: { id }, body: { name } });
      const [first, middle] = [await make('first'), await make('second')];
      const third = await make('third');
      await second.api.ok('revokeToken', { path: { id: middle.id } });
      const ended = await end(owner, second.userId);
      expect(ended.tokens_created_count).toBe(2);
      expect(ended.tokens_created).toMatchObject([
        { id: third.id, name: 'third', agent_id: id, agent_name: 'Bot', last_used_at: null },
        { id: first.id, name: 'first', agent_id: id },
      ]);
      const api = ({ token }: { readonly token?: string }) => client(app, { bearer: token ?? '' });
      await api(first).ok('getMe');
      const again = await end(owner, second.userId, { revoke_created_tokens: true });
      expect([again.tokens_created, again.tokens_created_count]).toEqual([[], 0]);
      for (const token of [first, third])
        await api(token).fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await api(mine).ok('getMe');
      const events = await database()
        .knex('events')
        .where({ ...key(), kind: 'token.revoked' });
      expect(events).toHaveLength(3);
    });

    test('revokes them at once', async () => {
      const second = await aPerson();
      const { token = '' } = await second.api.ok('createToken', {
        path: { id: await anAgent() },
        body: {},
      });
      const ended = await end(owner, second.userId, { revoke_created_tokens: true });
      expect(ended).toMatchObject({ tokens_created: [], tokens_created_count: 0 });
      await client(app, { bearer: token }).fails('getMe', {}, 401, 'UNAUTHENTICATED');
    });
  });

  /** Sends a request while another transaction changes a row, which commits after it began. */
  async function during<T>(
    table: string,
    id: string,
    change: object,
    send: () => Promise<T>,
  ): Promise<T> {
    const changing = await database().knex.transaction();
    await changing(table)
      .where({ ...key(), id })
      .forUpdate()
      .select('id');
    await changing(table)
      .where({ ...key(), id })
      .update(change);
    const sent = send();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await changing.commit();
    return sent;
  }

  test.each<{ was: Rights; is: Rights; code: string }>([
    { was: { access_mode: 'sysadmin' }, is: { access_mode: 'worker' }, code: 'FORBIDDEN' },
    { was: {}, is: { requires_proposals: true }, code: 'PROPOSAL_REQUIRED' },
    { was: { can_review: true }, is: { can_review: false }, code: 'FORBIDDEN' },
  ])('an agent that waited has the rights of after $is', async ({ was, is, code }) => {
    const { id } = await owner.ok('createAgent', { body: { name: 'Bo', ...was } });
    const { token = '' } = await owner.ok('createToken', { path: { id }, body: {} });
    const agent = client(app, { bearer: token });
    await agent.ok('getMe');
    const { id: mine } = await agent.ok('createAction', { body: { title: 'Hang a lamp' } });
    const { id: reviewed } = await owner.ok('createAction', {
      body: { title: 'Hang two', requires_review: true, status: 'ready' },
    });
    await owner.call('completeAction', {
      path: { id: reviewed },
      body: { result_summary: 'Hung.' },
    });
    const send = () => {
      if ('access_mode' in is) return agent.call('createDomain', { body: { name: 'Lamps' } });
      if ('can_review' in is) return agent.call('approveAction', { path: { id: reviewed } });
      return agent.call('dropAction', { path: { id: mine }, body: { reason: 'No lamp.' } });
    };
    const refused = await during('agents', id, is, send);
    expect(refused).toMatchObject({ status: 403, body: { code } });
  });

  test.each<{ was: 'owner' | 'member'; is: object; status: number; code?: string }>([
    { was: 'owner', is: { role: 'member' }, status: 403, code: 'FORBIDDEN' },
    { was: 'owner', is: { deactivated_at: longAgo }, status: 401, code: 'UNAUTHENTICATED' },
    { was: 'member', is: { role: 'owner' }, status: 200 },
    { was: 'owner', is: { role: 'owner' }, status: 200 },
  ])('a $was that waited has the rights of after $is', async ({ was, is, status, code }) => {
    const [{ api, userId }, other] = [await aPerson(was), await aPerson('member')];
    const send = () =>
      api.call('updateUser', { path: { id: other.userId }, body: { role: 'owner' } });
    const answered = await during('users', userId, is, send);
    expect(answered).toMatchObject({ status, body: code ? { code } : { role: 'owner' } });
  });

  /** Sends the head of a request, and its body after `meanwhile`. */
  async function around(credential: CredentialShown, meanwhile: () => Promise<unknown>) {
    const body = JSON.stringify({ title: 'Hang a lamp' });
    const sending = request(`${app.url}/v1/actions`, {
      method: 'POST',
      headers: {
        ...credentialHeaders(credential),
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      },
    });
    sending.flushHeaders();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await meanwhile();
    return new Promise<number | undefined>((resolve, reject) => {
      sending.on('error', reject);
      sending.on('response', (response) => resolve(response.resume().statusCode));
      sending.end(body);
    });
  }

  test('a request whose body comes after the end of its session or token is refused', async () => {
    const { id } = await owner.ok('createAgent', { body: { name: 'Bo' } });
    const aToken = () => owner.ok('createToken', { path: { id }, body: {} });
    const byToken = async (end: (tokenId: string) => Promise<unknown>) => {
      const { id: tokenId, token = '' } = await aToken();
      return around({ bearer: token }, () => end(tokenId));
    };
    const bySession = async (end: (person: Awaited<ReturnType<typeof aPerson>>) => unknown) => {
      const person = await aPerson();
      return around({ cookie: person.cookie }, async () => end(person));
    };
    expect(await byToken(async () => undefined)).toBe(201);
    expect(await bySession(async () => undefined)).toBe(201);
    const answered = await Promise.all([
      byToken((tokenId) => owner.ok('revokeToken', { path: { id: tokenId } })),
      bySession(({ api }) => api.ok('deleteSession')),
      bySession(({ userId }) => owner.ok('deleteUserSessions', { path: { id: userId } })),
      bySession(({ userId }) => owner.ok('deactivateUser', { path: { id: userId }, body: {} })),
      bySession(async ({ userId }) => {
        const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
        const body = { current_password: password, new_password: `${password} again` };
        return client(app, { cookie }).ok('changePassword', { body });
      }),
    ]);
    expect(answered).toEqual([401, 401, 401, 401, 401]);
    expect(await byToken(() => owner.ok('revokeAgent', { path: { id } }))).toBe(401);
  });

  // SQLite has one writer at a time.
  test.each(endings)('who is $name waits for their writes', async ({ end }) => {
    if (database().dialect === 'sqlite') return;
    const { userId } = await aPerson();
    const writing = await database().knex.transaction();
    await writing('users')
      .where({ ...key(), id: userId })
      .forKeyShare()
      .select('id');
    let hasEnded = false;
    const ending = end(owner, userId).then(() => (hasEnded = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(hasEnded).toBe(false);
    await writing.commit();
    expect(await ending).toBe(true);
  });

  test.each(endings)('people can be $name by themselves', async ({ end }) => {
    const { api, userId } = await aPerson();
    expect(await end(api, userId)).toMatchObject({ id: userId });
  });

  test('an invitation of the system actor stays valid', async () => {
    const token = await anInvitation(owner);
    const { id } = await database()
      .knex('actors')
      .where({ ...key(), kind: 'system' })
      .first();
    await database().knex('invitations').where(key()).update({ created_by_actor_id: id });
    expect(await accept(token)).toBe(201);
  });

  test('members cannot revoke the tokens of others by a change of their own name', async () => {
    const member = await aPerson('member');
    const body = { name: 'Bo', revoke_created_tokens: true };
    await member.api.fails('updateUser', { path: { id: member.userId }, body }, 403, 'FORBIDDEN');
  });

  describe('deleteUserSessions', () => {
    test('ends all sessions of a person, who stays active', async () => {
      const [bo, cy] = [await aPerson('member'), await aPerson('member')];
      const workspaceId = given.workspaceId;
      const other = await openSession(database(), { workspaceId, userId: bo.userId });
      const path = { id: bo.userId };
      expect((await owner.call('deleteUserSessions', { path })).status).toBe(204);
      for (const api of [bo.api, client(app, { cookie: other })]) {
        await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      }
      await cy.api.ok('getMe');
      expect(await owner.ok('getUser', { path })).toMatchObject({ state: 'active' });
      const event = await database()
        .knex('events')
        .where(key())
        .orderBy('position', 'desc')
        .first();
      expect(event).toMatchObject({ kind: 'session.deleted', subject_id: bo.userId });
    });

    test("clears the cookie with one's own sessions, and is for owners", async () => {
      const second = await aPerson();
      const path = { id: second.userId };
      const { status, headers } = await second.api.call('deleteUserSessions', { path });
      expect([status, String(headers['set-cookie'])]).toEqual([
        204,
        expect.stringContaining('callboard_session=;'),
      ]);
      await second.api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      const member = await aPerson('member');
      await member.api.fails('deleteUserSessions', { path }, 403, 'FORBIDDEN');
      await owner.fails('deleteUserSessions', { path: { id: 'usr_none' } }, 404, 'NOT_FOUND');
    });
  });
});
