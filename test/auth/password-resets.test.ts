import { randomBytes } from 'node:crypto';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { hashSecret } from '../../src/shared/tokens';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type Called } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { exchange, problemOf } from '../../scripts/requests/exchange';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';
import { setClock } from '../support/clock';
import { tagOf } from '../support/entity-tag';

const password = 'correct horse battery staple';
const next = 'wrong donkey engine clip';

describeOnEachDatabase('Password resets', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  afterEach(() => {
    jest.useRealTimers();
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    owner = given.person;
    await database().knex('sign_in_attempts').delete();
  });

  const key = () => ({ workspace_id: given.workspaceId });
  const events = async (): Promise<{ kind: string; summary: string; subject_id: string }[]> =>
    database().knex('events').where(key()).orderBy('position');
  const eventKinds = async () => (await events()).map(({ kind }) => kind);

  /** A person of the workspace with a known password and a session. */
  async function aPerson(role: 'owner' | 'member' = 'member') {
    const { password_hash: hash } = await database().knex('users').where(key()).first();
    const { userId } = await addPerson(database(), given.workspaceId, role, hash);
    const cookie = await openSession(database(), { workspaceId: given.workspaceId, userId });
    const email = `guest-${randomBytes(6).toString('hex')}@example.com`;
    await database().knex('users').where({ id: userId }).update({ email });
    return { userId, email, api: client(app, { cookie }) };
  }
  const resetFor = async (userId: string, by = owner): Promise<string> => {
    const { token } = await by.ok('createPasswordReset', { path: { id: userId } });
    if (token === undefined) throw new Error('createPasswordReset returned no token.');
    return token;
  };
  const redeem = (token: string, secret = next): Promise<Called> =>
    client(app).call('resetPassword', { body: { token, password: secret } });
  const signIn = async (email: string, secret: string): Promise<number> =>
    (await client(app).call('createSession', { body: { email, password: secret } })).status;
  const expectInvalid = async (token: string): Promise<void> => {
    const body = { token, password: next };
    await client(app).fails('resetPassword', { body }, 422, 'PASSWORD_RESET_NOT_VALID');
  };

  describe('createPasswordReset', () => {
    test('returns the token once; neither the database, the log nor an event contains it', async () => {
      const { userId } = await aPerson();
      const input = { path: { id: userId }, body: { client_request_id: 'forgot' } };
      const first = await owner.call('createPasswordReset', input);
      expect(first).toMatchObject({
        status: 201,
        body: {
          password_reset: { user_id: userId, workspace_id: given.workspaceId },
          token: expect.stringMatching(/^cbr_[0-9a-f]{64}$/),
        },
      });
      const { token, password_reset: made } = JSON.parse(JSON.stringify(first.body));
      expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(DAY);
      const again = await owner.call('createPasswordReset', input);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
      expect(again.body).toEqual({ password_reset: made });

      await redeem(token);
      for (const table of ['password_resets', 'idempotency_records', 'events', 'users']) {
        expect(JSON.stringify(await database().knex(table).where(key()))).not.toContain(token);
      }
      expect(app.logs.join('')).not.toContain(token);
      const [emitted] = (await events()).filter(
        ({ kind }) => kind === 'user.password_reset_created',
      );
      expect(emitted).toMatchObject({ subject_id: userId });
    });

    test('replaces the previous reset of that person only, also concurrently', async () => {
      const [bo, cy] = [await aPerson(), await aPerson()];
      const [before, ofCy] = [await resetFor(bo.userId), await resetFor(cy.userId)];
      const tokens = await Promise.all(Array.from({ length: 8 }, () => resetFor(bo.userId)));
      await expectInvalid(before);
      const open = await database()
        .knex('password_resets')
        .where({ ...key(), user_id: bo.userId, revoked_at: null });
      expect(open).toHaveLength(1);
      const good = tokens.filter((token) => hashSecret(token) === open[0].secret_hash);
      expect((await redeem(good[0] ?? '')).status).toBe(204);
      expect((await redeem(ofCy)).status).toBe(204);
    });

    test('is for any active person, but not for a deactivated one', async () => {
      const [second, gone] = [await aPerson('owner'), await aPerson()];
      await resetFor(second.userId);
      await owner.ok('deactivateUser', { path: { id: gone.userId } });
      const input = { path: { id: gone.userId } };
      await owner.fails('createPasswordReset', input, 409, 'USER_NOT_ACTIVE');
    });
  });

  describe('createPasswordReset for oneself', () => {
    test('requires the current password, and counts guesses at it', async () => {
      const { userId, api } = await aPerson('owner');
      const reset = (body: object) => ({ path: { id: userId }, body });
      await api.fails('createPasswordReset', reset({}), 403, 'WRONG_PASSWORD');
      const right = reset({ current_password: password, client_request_id: 'mine' });
      const { token = '' } = await api.ok('createPasswordReset', right);
      const wrong = reset({ current_password: 'not the password' });
      for (let n = 0; n < 5; n += 1) {
        await api.fails('createPasswordReset', wrong, 403, 'WRONG_PASSWORD');
      }
      await api.fails('createPasswordReset', wrong, 429, 'RATE_LIMITED');
      const kind = 'user.password_reset_created';
      expect((await eventKinds()).filter((emitted) => emitted === kind)).toHaveLength(1);
      expect((await redeem(token)).status).toBe(204);
    });

    test('does not read a password for another person', async () => {
      const { userId } = await aPerson();
      const body = { current_password: 'not the password' };
      await owner.ok('createPasswordReset', { path: { id: userId }, body });
    });
  });

  describe('resetPassword', () => {
    test('sets the password, revokes all sessions, starts none and emits an event', async () => {
      const [bo, cy] = [await aPerson(), await aPerson()];
      const token = await resetFor(bo.userId);
      await bo.api.ok('getMe');
      const response = await redeem(token);
      expect(response.status).toBe(204);
      expect(String(response.headers['set-cookie'])).not.toContain('callboard_session');
      await bo.api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      await cy.api.ok('getMe');
      expect([await signIn(bo.email, password), await signIn(bo.email, next)]).toEqual([401, 201]);
      expect(await signIn(cy.email, password)).toBe(201);
      const emitted = await events();
      expect(emitted.filter(({ kind }) => kind === 'user.password_reset')).toMatchObject([
        {
          subject_id: bo.userId,
          actor_id: (await owner.ok('getUser', { path: { id: bo.userId } })).actor_id,
        },
      ]);
      const read = await cy.api.ok('readEvents', { query: { kind: ['user.password_reset'] } });
      expect(read.items).toHaveLength(1);
      const agents = await given.worker.ok('readEvents', { query: { limit: 200 } });
      expect(agents.items.filter(({ subject }) => subject.type === 'user')).toEqual([]);
    });

    test('responds alike to every invalid token, and changes nothing', async () => {
      // One after the other, because their direct writes would wait for each other's transactions.
      const people = [];
      for (let made = 0; made < 6; made += 1) people.push(await aPerson());
      const tokens = await Promise.all(people.map(({ userId }) => resetFor(userId)));
      const [used, replaced, deactivated, reactivated, changed, moved] = people;
      await redeem(tokens[0] ?? '');
      await resetFor(replaced?.userId ?? '');
      for (const person of [deactivated, reactivated]) {
        await owner.ok('deactivateUser', { path: { id: person?.userId ?? '' } });
      }
      await owner.ok('reactivateUser', { path: { id: reactivated?.userId ?? '' } });
      await changed?.api.ok('changePassword', {
        body: { current_password: password, new_password: 'other donkey engine clip' },
      });
      await moved?.api.ok('changeEmail', {
        body: { current_password: password, email: `${moved.userId}@moved.example` },
      });
      const before = await database().knex('users').where(key()).orderBy('id');
      const kinds = await eventKinds();
      const responses = new Set<string>();
      for (const token of ['cbr_wrong', ...tokens]) {
        await database().knex('sign_in_attempts').delete();
        const body = { token, password: 'third donkey engine clip' };
        const error = await client(app).fails(
          'resetPassword',
          { body },
          422,
          'PASSWORD_RESET_NOT_VALID',
        );
        responses.add(JSON.stringify(error));
      }
      expect(responses.size).toBe(1);
      expect(await database().knex('users').where(key()).orderBy('id')).toEqual(before);
      expect(await eventKinds()).toEqual(kinds);
      expect(await signIn(used?.email ?? '', next)).toBe(201);
    });

    test('works while its creator is an active owner', async () => {
      const [bo, maker] = [await aPerson(), await aPerson('owner')];
      const token = await resetFor(bo.userId, maker.api);
      const path = { id: maker.userId };
      await owner.ok('updateUser', { path, body: { role: 'member' } });
      await expectInvalid(token);
      await owner.ok('updateUser', { path, body: { role: 'owner' } });
      await owner.ok('deactivateUser', { path });
      await expectInvalid(token);
      await owner.ok('reactivateUser', { path });
      expect((await redeem(token)).status).toBe(204);
    });

    test('works before the instant at which it expires, and not from then on', async () => {
      for (const early of [1, 0]) {
        const { userId } = await aPerson();
        const { password_reset: made, token = '' } = await owner.ok('createPasswordReset', {
          path: { id: userId },
        });
        setClock(addMilliseconds(made.expires_at, -early));
        if (early > 0) expect((await redeem(token)).status).toBe(204);
        else await expectInvalid(token);
        jest.useRealTimers();
      }
    });

    test('works once, also for concurrent requests', async () => {
      const { email, userId } = await aPerson();
      const token = await resetFor(userId);
      const secrets = Array.from({ length: 8 }, (_, n) => `${next} ${n}`);
      const statuses = await Promise.all(
        secrets.map(async (secret) => (await redeem(token, secret)).status),
      );
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(statuses.every((status) => [204, 422, 429].includes(status))).toBe(true);
      await database().knex('sign_in_attempts').delete();
      expect(await signIn(email, secrets[statuses.indexOf(204)] ?? '')).toBe(201);
      expect((await eventKinds()).filter((kind) => kind === 'user.password_reset')).toHaveLength(1);
    });

    test('revokes every session that was started with the old password', async () => {
      const { email, userId } = await aPerson();
      const token = await resetFor(userId);
      const signedIn = Array.from({ length: 8 }, () =>
        client(app).call('createSession', { body: { email, password } }),
      );
      const [reset, ...sessions] = await Promise.all([redeem(token), ...signedIn]);
      expect(reset.status).toBe(204);
      for (const { status, headers } of sessions) {
        if (status !== 201) continue;
        const cookie = /__Host-callboard_session=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
        const api = client(app, { cookie: cookie ?? '' });
        await api.fails('getMe', {}, 401, 'UNAUTHENTICATED');
      }
    });

    test('only one of a concurrent reset and password change succeeds', async () => {
      const other = 'other donkey engine clip';
      const { email, userId, api } = await aPerson();
      const token = await resetFor(userId);
      const [reset, change] = await Promise.all([
        redeem(token),
        api.call('changePassword', { body: { current_password: password, new_password: other } }),
      ]);
      const won = reset.status === 204;
      expect(won ? [401, 403] : [204]).toContain(change.status);
      expect(reset.status).toBe(won ? 204 : 422);
      expect(await signIn(email, won ? next : other)).toBe(201);
    });

    test('makes its browser known and others unknown, regardless of failures', async () => {
      const { email, userId } = await aPerson();
      const known = await client(app).call('createSession', { body: { email, password } });
      const response = await redeem(await resetFor(userId));
      const now = new Date().toISOString();
      const failures = Array.from({ length: 50 }, (_, n) => ({
        id: `att_${userId}_${n}`,
        account_hash: hashSecret(email),
        address: 'elsewhere',
        attempted_at: now,
      }));
      await database().knex('sign_in_attempts').insert(failures);
      const from = (device: Called) => {
        const value = /callboard_device=([^;]+)/.exec(String(device.headers['set-cookie']))?.[1];
        return exchange(app, 'POST', '/v1/session', {
          headers: {
            'Content-Type': 'application/json',
            Cookie: `callboard_device=${value ?? ''}`,
          },
          body: JSON.stringify({ email, password: next }),
        });
      };
      problemOf(await from(known), 'RATE_LIMITED');
      expect((await from(response)).status).toBe(201);
    });

    test('refuses common passwords, and the token stays valid', async () => {
      const { email, userId } = await aPerson();
      const token = await resetFor(userId);
      for (const common of ['qwertyuiop', email]) {
        const body = { token, password: common };
        const { issues } = await client(app).fails(
          'resetPassword',
          { body },
          422,
          'PASSWORD_TOO_COMMON',
        );
        expect(issues).toMatchObject([{ path: 'body/password', code: 'PASSWORD_TOO_COMMON' }]);
      }
      const short = { token, password: 'short' };
      await client(app).fails('resetPassword', { body: short }, 400, 'VALIDATION_FAILED');
      expect((await redeem(token)).status).toBe(204);
    });

    test('limits guesses', async () => {
      for (let n = 0; n < 20; n += 1) await expectInvalid(`cbr_guess_${n}`);
      const { userId } = await aPerson();
      const body = { token: await resetFor(userId), password: next };
      await client(app).fails('resetPassword', { body }, 429, 'RATE_LIMITED');
    });

    test('counts with other changes of the account: ten in an hour', async () => {
      const { userId } = await aPerson();
      for (let n = 0; n < 10; n += 1) {
        expect((await redeem(await resetFor(userId), `${next} ${n}`)).status).toBe(204);
      }
      const token = await resetFor(userId);
      const body = { token, password: next };
      await client(app).fails('resetPassword', { body }, 429, 'RATE_LIMITED');
      const past = addMilliseconds(new Date().toISOString(), -HOUR - SECOND);
      await database().knex('sign_in_attempts').update({ attempted_at: past });
      expect((await redeem(token)).status).toBe(204);
    });
  });

  describe('changeEmail', () => {
    const authenticated = { current_password: password };
    let made = 0;
    const anAddress = (): string =>
      `new-${given.workspaceId.toLowerCase()}-${(made += 1)}@example.com`;

    test('changes the address, keeps the sessions, and emits an event without the address', async () => {
      const { email, userId, api } = await aPerson();
      const before = await api.ok('getUser', { path: { id: userId } });
      const elsewhere = client(app, {
        cookie: await openSession(database(), { workspaceId: given.workspaceId, userId }),
      });
      const token = await resetFor(userId);
      const address = anAddress();
      const body = { ...authenticated, email: address.toUpperCase(), client_request_id: 'move' };
      const first = await api.call('changeEmail', { body });
      const after = { ...before, email: address, version: 2, updated_at: expect.any(String) };
      expect(first).toMatchObject({ status: 200, body: after, headers: { etag: tagOf(2) } });
      const again = await api.call('changeEmail', { body });
      expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
      await elsewhere.ok('getMe');
      expect([await signIn(email, password), await signIn(address, password)]).toEqual([401, 201]);
      await expectInvalid(token);
      const emitted = (await events()).filter(({ kind }) => kind === 'user.email_changed');
      expect(emitted).toMatchObject([{ subject_id: userId }]);
      expect(JSON.stringify(emitted)).not.toMatch(/@example/);
    });

    test('to the current address changes nothing', async () => {
      const { email, userId, api } = await aPerson();
      const before = await api.ok('getUser', { path: { id: userId } });
      const kinds = await eventKinds();
      const body = { ...authenticated, email: email.toUpperCase() };
      expect(await api.ok('changeEmail', { body })).toEqual(before);
      expect(await eventKinds()).toEqual(kinds);
    });

    test('is 409 only for an address of this workspace, active or not', async () => {
      const [bo, cy, gone] = [await aPerson(), await aPerson(), await aPerson()];
      await owner.ok('deactivateUser', { path: { id: gone.userId } });
      const before = await bo.api.ok('getUser', { path: { id: bo.userId } });
      for (const { email } of [cy, gone]) {
        const taken = { body: { ...authenticated, email: email.toUpperCase() } };
        const { details } = await bo.api.fails('changeEmail', taken, 409, 'EMAIL_TAKEN');
        expect(details).toEqual({ email });
      }
      expect(await bo.api.ok('getUser', { path: { id: bo.userId } })).toEqual(before);
      const other = await aWorkspace(app, database());
      await bo.api.ok('changeEmail', { body: { ...authenticated, email: other.owner.email } });
      const hashes: string[] = await database()
        .knex('users')
        .where({ email: other.owner.email })
        .pluck('password_hash');
      expect(new Set(hashes.map((hash) => hash.split('$')[4])).size).toBe(1);
      expect(hashes).toHaveLength(2);
    });

    test('only one of two concurrent changes to one address succeeds', async () => {
      const people = [await aPerson(), await aPerson()];
      const email = anAddress();
      const statuses = await Promise.all(
        people.map(async ({ api }) => {
          const { status } = await api.call('changeEmail', { body: { ...authenticated, email } });
          return status;
        }),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await database().knex('users').where({ email })).toHaveLength(1);
    });

    test('a wrong password counts with those of changing the password', async () => {
      const { api, email } = await aPerson();
      const body = { current_password: 'not the password', email: anAddress() };
      for (let n = 0; n < 4; n += 1) {
        await api.fails('changeEmail', { body }, 403, 'WRONG_PASSWORD');
      }
      const change = { current_password: 'not the password', new_password: next };
      await api.fails('changePassword', { body: change }, 403, 'WRONG_PASSWORD');
      const right = { ...authenticated, email: anAddress() };
      await api.fails('changeEmail', { body: right }, 429, 'RATE_LIMITED');
      expect(await signIn(email, password)).toBe(201);
    });

    test('an address can be set and removed ten times in an hour, by any account', async () => {
      const [bo, cy] = [await aPerson(), await aPerson()];
      const [target, home] = [anAddress(), anAddress()];
      await database().knex('users').where({ id: bo.userId }).update({ email: target });
      for (let n = 0; n < 10; n += 1) {
        const email = n % 2 === 0 ? home : target;
        await bo.api.ok('changeEmail', { body: { ...authenticated, email } });
      }
      const taken = { body: { ...authenticated, email: anAddress() } };
      await bo.api.fails('changeEmail', taken, 429, 'RATE_LIMITED');
      const free = { body: { ...authenticated, email: home } };
      await cy.api.fails('changeEmail', free, 429, 'RATE_LIMITED');
      const change = { current_password: password, new_password: next };
      await bo.api.fails('changePassword', { body: change }, 429, 'RATE_LIMITED');
      await cy.api.ok('changePassword', { body: change });
    });
  });
});
