import { randomBytes } from 'node:crypto';
import type { components } from '../../generated/types';
import { type Config, ConfigError, loadConfig } from '../../src/platform/config';
import { freePort } from '../../scripts/servers/free-port';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR, SECOND, addMilliseconds, DAY } from '../../src/platform/time';
import { hashSecret } from '../../src/shared/tokens';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import {
  client,
  credentialHeaders,
  type ApiClient,
  type Called,
} from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { addPerson } from '../../scripts/model/participants';
import { openSession } from '../../scripts/servers/session';
import { setClock } from '../support/clock';
import { tagOf } from '../support/entity-tag';
import { isCommonPassword } from '../../src/features/auth';
import {
  findMatching,
  hashPassword,
  isPasswordOf,
  passwordCost,
} from '../../src/features/auth/passwords/passwords';
import { testCost } from '../../scripts/servers/password-cost';
import { recordProtocolChange } from '../support/parameters';
import { Browser, oidcOf, startAppAt, startProvider, type TestProvider } from '../support/oidc';
import { createSharedGate } from '../../src/platform/turns';

const password = 'correct horse battery staple';

const MINUTE = 60 * SECOND;

interface From {
  readonly address?: string;
  /** The value of the device cookie. */
  readonly device?: string;
}

describeOnEachDatabase('Attempts to sign in', (database) => {
  let app: TestApp;
  let person: Person;

  beforeAll(async () => {
    app = await startApp(database(), { trustedProxies: 1 });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    person = await makeWorkspace(database(), 'Stage');
    await database().knex('sign_in_attempts').delete();
  });

  const signIn = (email: string, secret: string, from: From = {}): Promise<RawResponse> => {
    const { address = '192.0.2.1', device } = from;
    return exchange(app, 'POST', '/v1/session', {
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        ...(device === undefined ? {} : { Cookie: `callboard_device=${device}` }),
      },
      body: JSON.stringify({ email, password: secret }),
    });
  };
  const statusesOf = async (responses: Promise<RawResponse>[]): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(responses))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const repeat = <T>(times: number, work: (index: number) => T): T[] =>
    Array.from({ length: times }, (_, index) => work(index));
  const everyFailureAges = async (milliseconds: number): Promise<void> => {
    await database()
      .knex('sign_in_attempts')
      .update({ attempted_at: addMilliseconds(new Date().toISOString(), -milliseconds) });
  };
  const exhaustAccount = (): Promise<void> =>
    insertFailures(database(), 50, { email: person.email, address: 'elsewhere' });

  test('twenty concurrent correct ones succeed, and no failure is stored', async () => {
    const responses = repeat(20, () => signIn(person.email, password));
    expect(await statusesOf(responses)).toEqual({ 201: 20 });
    expect(await database().knex('sign_in_attempts').select('id')).toEqual([]);
  });

  test('five of twenty concurrent wrong ones are checked', async () => {
    const responses = repeat(20, () => signIn(person.email, 'wrong'));
    expect(await statusesOf(responses)).toEqual({ 401: 5, 429: 15 });
    expect(await database().knex('sign_in_attempts').select('id')).toHaveLength(5);
  });

  test('a correct one among concurrent wrong ones is refused after five failures', async () => {
    const wrong = repeat(30, () => signIn(person.email, 'wrong'));
    const right = signIn(person.email, password);
    problemOf(await right, 'RATE_LIMITED');
    expect(await statusesOf(wrong)).toEqual({ 401: 5, 429: 25 });
  });

  test('a sixth for an account from an address must wait for Retry-After; others need not', async () => {
    const { email } = person;
    for (const one of repeat(5, () => 'wrong')) {
      problemOf(await signIn(email.toUpperCase(), one), 'UNAUTHENTICATED');
    }
    const sixth = await signIn(email, password);
    const { details } = problemOf(sixth, 'RATE_LIMITED');
    const wait = Number(sixth.headers['retry-after']);
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect(details).toEqual({ retry_after_seconds: wait });

    expect((await signIn(email, password, { address: '192.0.2.2' })).status).toBe(201);
    const other = await makeWorkspace(database(), 'Other');
    expect((await signIn(other.email, password)).status).toBe(201);
    await everyFailureAges(15 * MINUTE + 1);
    expect((await signIn(email, password)).status).toBe(201);
  });

  test('Retry-After counts from the oldest of the last five failures', async () => {
    const { email } = person;
    for (const minutes of [8, 2, 10, 4, 6]) {
      await insertFailures(database(), 1, { email, address: '192.0.2.1' }, minutes * MINUTE);
    }
    const refused = await signIn(email, password);
    problemOf(refused, 'RATE_LIMITED');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(4 * 60);
    expect(wait).toBeLessThanOrEqual(5 * 60 + 1);
  });

  test('a success does not reset failures, because they may be guesses at another account', async () => {
    await insertFailures(database(), 4, { email: person.email, address: '192.0.2.1' });
    expect((await signIn(person.email, password)).status).toBe(201);
    problemOf(await signIn(person.email, 'wrong'), 'UNAUTHENTICATED');
    problemOf(await signIn(person.email, password), 'RATE_LIMITED');
  });

  test('an address may fail twenty times and then must wait, for any account', async () => {
    const others = repeat(19, (index) => signIn(`guest-${index}@example.com`, 'wrong'));
    expect(await statusesOf(others)).toEqual({ 401: 19 });
    expect((await signIn(person.email, password)).status).toBe(201);
    problemOf(await signIn('last@example.com', 'wrong'), 'UNAUTHENTICATED');
    problemOf(await signIn(person.email, password), 'RATE_LIMITED');
  });

  test('fifty of sixty concurrent wrong ones from sixty addresses are checked', async () => {
    const responses = repeat(60, (index) =>
      signIn(person.email, 'wrong', { address: `198.51.100.${index}` }),
    );
    expect(await statusesOf(responses)).toEqual({ 401: 50, 429: 10 });
    const right = await signIn(person.email, password, { address: '198.51.100.99' });
    problemOf(right, 'RATE_LIMITED');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(3500);
    await everyFailureAges(HOUR + 1);
    expect((await signIn(person.email, password)).status).toBe(201);
  });

  describe('from a known device', () => {
    const deviceOf = async (): Promise<string> =>
      deviceCookieOf(await signIn(person.email, password));

    test('still succeed when others have reached the limits, but only from that device', async () => {
      const device = await deviceOf();
      await exhaustAccount();
      await insertFailures(database(), 20, { email: 'x@example.com', address: '192.0.2.1' });
      problemOf(await signIn(person.email, password), 'RATE_LIMITED');
      problemOf(await signIn(person.email, password, { device: 'x'.repeat(65) }), 'RATE_LIMITED');
      const statuses = await statusesOf(
        repeat(20, () => signIn(person.email, password, { device })),
      );
      expect(statuses).toEqual({ 201: 20 });
    });

    test('are counted separately: after five, a correct one must wait too', async () => {
      const device = await deviceOf();
      await exhaustAccount();
      const responses = repeat(20, () => signIn(person.email, 'wrong', { device }));
      expect(await statusesOf(responses)).toEqual({ 401: 5, 429: 15 });
      problemOf(await signIn(person.email, password, { device }), 'RATE_LIMITED');
    });

    test('are from an unknown device for other accounts', async () => {
      const device = await deviceOf();
      const other = await makeWorkspace(database(), 'Other');
      await insertFailures(database(), 50, { email: other.email, address: 'elsewhere' });
      problemOf(await signIn(other.email, password, { device }), 'RATE_LIMITED');
    });

    test('a browser is known to five accounts', async () => {
      const people = [person];
      for (const name of ['B', 'C', 'D', 'E', 'F'])
        people.push(await makeWorkspace(database(), name));
      let device = '';
      for (const { email } of people) {
        device = deviceCookieOf(await signIn(email, password, { device }));
      }
      expect(device.split('.')).toHaveLength(5);
      const isKnown = async ({ email }: Person): Promise<boolean> => {
        await insertFailures(database(), 50, { email, address: 'elsewhere' });
        return (await signIn(email, password, { device })).status === 201;
      };
      const known: boolean[] = [];
      for (const one of people) known.push(await isKnown(one));
      expect(known).toEqual([false, true, true, true, true, true]);
    });

    test('a device stays known after signing out; a new password makes other devices unknown', async () => {
      const [here, elsewhere] = [await signIn(person.email, password), await deviceOf()];
      const session = /__Host-callboard_session\w*=([^;]+)|callboard_session\w*=([^;]+)/.exec(
        String(here.headers['set-cookie']),
      );
      const cookie = session?.[1] ?? session?.[2] ?? '';
      const next = 'wrong donkey engine clip';
      const changed = await client(app, { cookie }).call('changePassword', {
        body: { current_password: password, new_password: next },
      });
      const device = deviceCookieOf({ status: 204, text: '', headers: changed.headers });
      await ask(app).delete('/v1/session').set(credentialHeaders({ cookie }));
      await exhaustAccount();
      expect((await signIn(person.email, next, { device })).status).toBe(201);
      problemOf(await signIn(person.email, next, { device: elsewhere }), 'RATE_LIMITED');
    });

    test('the cookie is sent for sign-in only, and the database does not contain it', async () => {
      const response = await signIn(person.email, password);
      const cookie = (response.headers['set-cookie'] ?? []).find((each) => /_device=/.test(each));
      const attributes = cookie
        ?.split('; ')
        .slice(1)
        .filter((each) => !each.startsWith('Expires'));
      expect(attributes?.toSorted()).toEqual([
        'HttpOnly',
        'Max-Age=31536000',
        'Path=/v1/session',
        'SameSite=Strict',
        'Secure',
      ]);
      const device = deviceCookieOf(response);
      await exhaustAccount();
      await signIn(person.email, 'wrong', { device });
      const stored = JSON.stringify(await database().knex('sign_in_attempts').select('*'));
      expect(stored).not.toContain(device);
    });
  });

  describe('at an address with accounts in two workspaces', () => {
    const next = 'wrong donkey engine clip';
    let elsewhere: Person;

    /** An account with the same address in another workspace, created with its invitation. */
    const addAccount = async (secret: string): Promise<string> => {
      elsewhere = await makeWorkspace(database(), 'Elsewhere');
      const api = client(app, { cookie: elsewhere.cookie });
      const invitation = { email: person.email, role: 'member' } as const;
      const { token = '' } = await api.ok('createInvitation', { body: invitation });
      const accepted = await client(app).call('acceptInvitation', {
        body: { token, password: secret },
      });
      expect(accepted.status).toBe(201);
      return deviceCookieOf({ status: 201, text: '', headers: accepted.headers });
    };
    const workspaceOf = ({ text }: RawResponse): string => JSON.parse(text).workspace.id;
    const hashes = async (): Promise<string[]> =>
      database().knex('users').where({ email: person.email }).pluck('password_hash');

    test('the password chooses the account', async () => {
      await addAccount(next);
      expect(workspaceOf(await signIn(person.email, password))).toBe(person.owner.workspaceId);
      expect(workspaceOf(await signIn(person.email, next))).toBe(elsewhere.owner.workspaceId);
      problemOf(await signIn(person.email, 'wrong'), 'UNAUTHENTICATED');
    });

    test('the workspace is required only if the password matches several accounts', async () => {
      await addAccount(password);
      const { details } = problemOf(await signIn(person.email, password), 'WORKSPACE_REQUIRED');
      expect(details).toEqual({
        workspaces: [
          { id: person.owner.workspaceId, name: 'Stage' },
          { id: elsewhere.owner.workspaceId, name: 'Elsewhere' },
        ],
      });
      const choose = (id: string, secret: string) =>
        client(app).call('createSession', {
          body: { email: person.email, password: secret, workspace_id: id },
        });
      for (const { owner } of [person, elsewhere]) {
        const chosen = await choose(owner.workspaceId, password);
        expect(chosen).toMatchObject({
          status: 201,
          body: { workspace: { id: owner.workspaceId } },
        });
      }
      expect((await choose('wsp_none', password)).status).toBe(401);
      expect((await choose(elsewhere.owner.workspaceId, 'wrong')).status).toBe(401);
    });

    test('the workspace chooses an account beyond the hundred oldest', async () => {
      await Promise.all(repeat(100, () => makeWorkspace(database(), 'Older')));
      const older = database().knex('workspaces').where({ name: 'Older' }).select('id');
      const { email } = person;
      await database().knex('users').whereIn('workspace_id', older).update({ email });
      await addAccount(next);
      const chosen = await client(app).call('createSession', {
        body: { email, password: next, workspace_id: elsewhere.owner.workspaceId },
      });
      expect(chosen.status).toBe(201);
    });

    test('the accounts share a salt permanently, so one key is derived', async () => {
      await addAccount(next);
      const salts = async () => new Set((await hashes()).map((hash) => hash.split('$')[4]));
      expect((await salts()).size).toBe(1);
      const signedIn = await signIn(person.email, next);
      const cookie = /callboard_session\w*=([^;]+)/.exec(
        String(signedIn.headers['set-cookie']),
      )?.[1];
      const api = client(app, { cookie: cookie ?? '' });
      const body = { current_password: next, new_password: `${next} again` };
      await api.ok('changePassword', { body });
      expect((await salts()).size).toBe(1);
      expect(new Set(await hashes()).size).toBe(2);
    });

    test('a device known to one account gains no guesses at the other', async () => {
      const device = await addAccount(next);
      await exhaustAccount();
      const from = { device };
      expect(workspaceOf(await signIn(person.email, next, from))).toBe(elsewhere.owner.workspaceId);
      problemOf(await signIn(person.email, password, from), 'UNAUTHENTICATED');
    });

    test('a deactivated account is ignored', async () => {
      await addAccount(password);
      const key = { workspace_id: elsewhere.owner.workspaceId, email: person.email };
      const deactivated = { deactivated_at: new Date().toISOString() };
      await database().knex('users').where(key).update(deactivated);
      expect(workspaceOf(await signIn(person.email, password))).toBe(person.owner.workspaceId);
    });
  });
});

function deviceCookieOf({ headers, text }: RawResponse): string {
  const value = /callboard_device=([^;]+)/.exec(String(headers['set-cookie']))?.[1];
  if (value === undefined) throw new Error(`This response sets no device cookie: ${text}`);
  return value;
}

async function insertFailures(
  { knex }: TestDatabase,
  times: number,
  { email, address }: { readonly email: string; readonly address: string },
  age = 0,
): Promise<void> {
  const attemptedAt = addMilliseconds(new Date().toISOString(), -age);
  await knex('sign_in_attempts').insert(
    Array.from({ length: times }, () => ({
      id: `att_${randomBytes(8).toString('hex')}`,
      account_hash: hashSecret(email),
      address: hashSecret(address),
      attempted_at: attemptedAt,
    })),
  );
}

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
          token: expect.stringMatching(/^cbr_[0-9A-Z]{26}_[0-9a-f]{64}$/),
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
        const cookie = /__Host-callboard_session\w*=([^;]+)/.exec(
          String(headers['set-cookie']),
        )?.[1];
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

describe('A password in production', () => {
  test('is hashed with the cost that OWASP recommends, and matches', async () => {
    const stored = await hashPassword(password, passwordCost);
    expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(await isPasswordOf(stored, password, passwordCost)).toBe(true);
    expect(await isPasswordOf(stored, `${password}.`, passwordCost)).toBe(false);
  });
});

test('a password is checked with the cost of its hash', async () => {
  const stored = await hashPassword(password, passwordCost);
  expect(await isPasswordOf(stored, password, testCost)).toBe(true);
});

test('a hash of another cost than the known ones, or of another shape, matches nothing', async () => {
  const stored = await hashPassword(password, testCost);
  const strange = [
    stored.replace('$1024$', '$512$'),
    stored.replace('$1024$', '$3$'),
    stored.replace('$1024$', '$1e3$'),
    stored.replace('$1024$8$', '$1024$1000000000$'),
    stored.replace('$8$1$', '$8$0$'),
    stored.replace('scrypt', 'argon2'),
    stored.slice(0, stored.lastIndexOf('$')),
    `${stored}$`,
    `${stored}AAAA`,
    'scrypt$1024$8$1$$',
    '',
  ];
  expect(await isPasswordOf(stored, password, testCost)).toBe(true);
  expect(await isPasswordOf(stored, password, passwordCost)).toBe(false);
  for (const each of strange) {
    expect([each, await isPasswordOf(each, password, testCost)]).toEqual([each, false]);
    // The salt of such a hash is not used again.
    expect(await hashPassword(password, testCost, each)).toMatch(/^scrypt\$1024\$8\$1\$/);
  }
});

test('a password matches accounts with a shared salt and with different ones', async () => {
  const [one, other] = [await hashPassword(password, testCost), await hashPassword('x', testCost)];
  const accounts = [one, other, 'none', one.replace(/[^$]+$/, 'AAAA')].map((stored) => ({
    password_hash: stored,
  }));
  expect(await findMatching(accounts, password, testCost)).toEqual([{ password_hash: one }]);
  expect(await findMatching(accounts, 'x', testCost)).toEqual([{ password_hash: other }]);
  expect(await findMatching([], password, testCost)).toEqual([]);
});

describe('A new password', () => {
  const known = ['ada.lovelace@example.com', 'Ada Lovelace', 'City Theatre'];

  test.each([
    '          ',
    ' \t \t \t \t \t',
    'aaaaaaaaaaaa',
    'ab'.repeat(100),
    'abcabcabcabc',
    'abcdefghijkl',
    '1234567890',
    'qwertyuiop',
    'password123',
    'Password1!!',
    'P@ssw0rd123',
    'ADA.LOVELACE@example.com',
    'ada.lovelace',
    'Ada Lovelace',
    'lovelace12',
    'city theatre',
    'callboard1',
    'ｐａｓｓｗｏｒｄ１２３',
  ])('%j is common', async (password) => {
    expect(await isCommonPassword(password, known)).toBe(true);
  });

  test.each([
    'correct horse battery staple',
    'wrong donkey engine clip',
    'Kz8!vQ2m#x',
    'ünïcödé schlüssel',
    'дуб липа клён ива',
    'b3Rl0mT-wQxe',
    'a passphrase may be long'.repeat(40),
  ])('%j is not common', async (password) => {
    expect(await isCommonPassword(password, known)).toBe(false);
  });
});

describe('The gate for work that occupies the database', () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const gate = createSharedGate(4);
  const run = (owner: string) =>
    gate(owner, () => {
      started.push(owner);
      return new Promise<void>((end) => ends.push(end));
    });

  test('starts the work of another owner, however much one has', async () => {
    const all = Array.from({ length: 6 }, () => run('many'));
    await pause(20);
    expect(started).toEqual(['many', 'many']);
    all.push(run('few'), run('few'));
    await pause(20);
    expect(started).toEqual(['many', 'many', 'few']);
    ends.shift()?.();
    await pause(20);
    expect(started.slice(3)).toEqual(['many']);
    ends.shift()?.();
    await pause(20);
    expect(started.slice(4)).toEqual(['few']);
    while (started.length < 8) {
      for (const end of ends.splice(0)) end();
      await pause(5);
    }
    for (const end of ends.splice(0)) end();
    await Promise.all(all);
  });

  test('goes on after work that fails', async () => {
    for (let index = 0; index < 5; index += 1) {
      const failed = gate('any', () => Promise.reject(new Error('No.')));
      await expect(failed).rejects.toThrow('No.');
    }
    await expect(gate('any', () => Promise.resolve(1))).resolves.toBe(1);
  });
});

describeOnEachDatabase('Sign-in by OpenID Connect', (database) => {
  const ada = { name: 'Ada', email: 'Ada@Example.com', email_verified: true };
  let provider: TestProvider;
  let port: number;
  let app: TestApp;
  let other: TestApp;
  let person: Person;

  const settings = (more: Partial<NonNullable<Config['oidc']>> = {}) => ({
    oidc: oidcOf(provider.issuer, {
      workspaceId: person.owner.workspaceId,
      allowedDomains: ['example.com'],
      ...more,
    }),
  });
  /** Runs a server with other settings at the address that the provider returns to. */
  const withSettings = async <T>(
    more: Partial<NonNullable<Config['oidc']>>,
    work: () => Promise<T>,
    config: Partial<Config> = {},
  ): Promise<T> => {
    await app.close();
    app = await startAppAt(database(), port, { ...settings(more), ...config });
    try {
      return await work();
    } finally {
      await app.close();
      app = await startAppAt(database(), port, settings());
    }
  };
  const ownerBrowser = (owner = person): Browser => {
    const browser = new Browser(app);
    browser.setCookie('callboard_session', owner.cookie);
    return browser;
  };
  const sessionOf = async (browser: Browser): Promise<components['schemas']['Session']> => {
    const response = await browser.send('GET', '/v1/session');
    expect(response).toMatchObject({ status: 200 });
    return JSON.parse(response.text);
  };
  const refusalOf = ({ status, text }: RawResponse): string => {
    expect(status).toBe(400);
    return /<p class="error"[^>]*>([^<]*)</.exec(text)?.[1] ?? text;
  };
  const people = (more: object = {}): Promise<void> =>
    provider.tell({ people: { ada, ...more }, login: 'ada', idToken: null });
  const kindsOf = async (): Promise<string[]> => {
    const query = { limit: 200, sort: 'created_at' } as const;
    // A server with TLS, whose cookies the client sends.
    const reading = await startApp(database());
    try {
      const api = client(reading, { cookie: person.cookie });
      return (await api.ok('listAuditEntries', { query })).items.map(({ kind }) => kind);
    } finally {
      await reading.close();
    }
  };
  const invite = async (email: string): Promise<string> => {
    const body = JSON.stringify({ email, role: 'member' });
    const { text } = await ownerBrowser().send('POST', '/v1/invitations', body);
    return JSON.parse(text).token;
  };

  beforeAll(async () => {
    port = await freePort();
    const otherPort = await freePort();
    provider = await startProvider(`http://127.0.0.1:${port}`, `http://127.0.0.1:${otherPort}`);
    person = await makeWorkspace(database(), 'Stage');
    app = await startAppAt(database(), port, settings());
    other = await startAppAt(database(), otherPort, {});
  });
  afterAll(async () => {
    await app.close();
    await other.close();
    await provider.close();
  });
  beforeEach(async () => {
    await database().knex('sign_in_attempts').delete();
    await database().knex('sessions').whereNotNull('oidc_sid').delete();
    await database().knex('oidc_identities').delete();
    person = await makeWorkspace(database(), 'Stage');
    await app.close();
    app = await startAppAt(database(), port, settings());
    await people();
  });

  test('creates a member with a verified address of an allowed domain, once', async () => {
    await people({ ada: { ...ada, name: '\u202eA\ndmi\u001bn', preferred_username: 'x' } });
    const browser = new Browser(app);
    const response = await browser.signIn({ return_to: '/app/inbox?x=1' });
    expect(response).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/app\/inbox\?x=1&workspace_id=wsp_\w+$/) },
    });
    expect(browser.cookie('callboard_oidc')).toBeUndefined();
    const { user, workspace } = await sessionOf(browser);
    expect(user).toMatchObject({ name: 'A dmi n', email: 'ada@example.com', role: 'member' });
    expect(workspace.id).toBe(person.owner.workspaceId);
    const again = new Browser(app);
    await again.signIn();
    expect((await sessionOf(again)).user.id).toBe(user.id);
    expect(await kindsOf()).toEqual([
      'workspace.created',
      'user.joined',
      'session.created',
      'session.created',
    ]);
    expect((await sessionOf(again)).expires_at).not.toBeNull();
    expect(app.logs.join('')).not.toContain('code=');
  });

  test('getSignIn says that it is on', async () => {
    const { text } = await new Browser(app).send('GET', '/v1/sign-in');
    expect(JSON.parse(text)).toEqual({ password: true, oidc: { name: 'Test provider' } });
    const off = await new Browser(other).send('GET', '/v1/sign-in');
    expect(JSON.parse(off.text)).toEqual({ password: true, oidc: null });
    problemOf(await new Browser(other).start(), 'NOT_FOUND');
    problemOf(await new Browser(other).send('GET', '/v1/oidc/callback?code=1'), 'NOT_FOUND');
  });

  test('two first sign-ins at once create one account', async () => {
    const browsers = [new Browser(app), new Browser(app)];
    const paths = await Promise.all(browsers.map(async (each) => each.visit(await each.begin())));
    const responses = await Promise.all(
      browsers.map((each, index) => each.send('GET', paths[index] ?? '')),
    );
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    const [one, two] = await Promise.all(browsers.map(sessionOf));
    expect(one?.user.id).toBe(two?.user.id);
  });

  test.each([
    ['an unverified address', { ...ada, email_verified: false }, 'has not verified'],
    ['an address of another domain', { ...ada, email: 'ada@evil.example' }, 'may join'],
    ['a subdomain', { ...ada, email: 'ada@sub.example.com' }, 'may join'],
    ['no address', { name: 'Ada' }, 'has not verified'],
    ['hidden characters', { ...ada, email: 'a\u202eda@example.com' }, 'has not verified'],
  ])('refuses a first sign-in with %s', async (_, claims, reason) => {
    await people({ ada: claims });
    const browser = new Browser(app);
    expect(refusalOf(await browser.signIn())).toContain(reason);
    expect(browser.cookie('callboard_session')).toBeUndefined();
  });

  test('never links an account by its address, and counts the attempts by hour', async () => {
    await people({ ada: { ...ada, email: person.email } });
    for (let count = 0; count < 2; count += 1) {
      expect(refusalOf(await new Browser(app).signIn())).toContain('link it in Settings, Account');
    }
    expect(await database().knex('oidc_identities').select('id')).toEqual([]);
    const { userId, workspaceId } = person.owner;
    const failed = { workspace_id: workspaceId, kind: 'user.sign_in_failed' };
    const counted = () => database().knex('audit_entries').where(failed);
    expect(await counted()).toEqual([expect.objectContaining({ subject_id: userId, count: 2 })]);
    // Nobody here has this account, so only the log has the failure.
    await people({ ada: { ...ada, email: 'ada@evil.example' } });
    expect(refusalOf(await new Browser(app).signIn())).toContain('may join');
    await people();
    await new Browser(app).signIn();
    const ofAda = { workspace_id: workspaceId, email: 'ada@example.com' };
    await database()
      .knex('users')
      .where(ofAda)
      .update({ deactivated_at: new Date().toISOString() });
    expect(refusalOf(await new Browser(app).signIn())).toContain('deactivated');
    const counts = (await counted()).map(({ count }) => Number(count));
    expect(new Set(counts)).toEqual(new Set([1, 2]));
  });

  test('links the account of the person who is signed in, and removes the link', async () => {
    const browser = ownerBrowser();
    expect(
      await browser.signIn({ link: 'true', return_to: '/app/settings/account' }),
    ).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/app\/settings\/account\?workspace_id=wsp_/) },
    });
    const link = JSON.parse((await browser.send('GET', '/v1/oidc/link')).text);
    expect(link).toEqual({ linked_at: expect.any(String), removable: true });
    const elsewhere = new Browser(app);
    await elsewhere.signIn();
    expect((await sessionOf(elsewhere)).user.id).toBe(person.owner.userId);
    // Again, which changes nothing.
    expect((await browser.signIn({ link: 'true' })).status).toBe(303);
    await people({ eve: { ...ada, email: 'eve@example.com' } });
    await provider.tell({ login: 'eve' });
    const evil = ownerBrowser();
    expect(refusalOf(await evil.signIn({ link: 'true' }))).toContain('Another account');
    expect((await browser.send('DELETE', '/v1/oidc/link')).status).toBe(204);
    expect((await elsewhere.send('GET', '/v1/session')).status).toBe(401);
    expect((await browser.send('GET', '/v1/session')).status).toBe(200);
    expect((await browser.send('DELETE', '/v1/oidc/link')).status).toBe(204);
    expect(await kindsOf()).toEqual([
      'workspace.created',
      'user.linked',
      'session.created',
      'user.unlinked',
    ]);
  });

  test('refuses to link an identity that another account of the workspace has', async () => {
    await new Browser(app).signIn();
    const refused = await ownerBrowser().signIn({ link: 'true' });
    expect(refusalOf(refused)).toContain('Another account');
    // The person is signed in.
    expect(refused.text).toContain('<h1>Your account is not linked</h1>');
  });

  test('keeps the link of an account without a password', async () => {
    const browser = new Browser(app);
    await browser.signIn();
    const link = JSON.parse((await browser.send('GET', '/v1/oidc/link')).text);
    expect(link).toEqual({ linked_at: expect.any(String), removable: false });
    problemOf(await browser.send('DELETE', '/v1/oidc/link'), 'PASSWORD_REQUIRED');
    expect((await ownerBrowser().send('GET', '/v1/oidc/link')).text).toBe(
      '{"linked_at":null,"removable":false}',
    );
  });

  test('links nothing for a browser that has signed out, or to another person', async () => {
    const browser = ownerBrowser();
    const path = await browser.visit(await browser.begin({ link: 'true' }));
    await browser.send('DELETE', '/v1/session');
    expect(refusalOf(await browser.send('GET', path))).toContain('signed out meanwhile');
    problemOf(await new Browser(app).start({ link: 'true' }), 'CSRF_FAILED');
  });

  test('accepts an invitation once, also of another domain and with another address', async () => {
    const token = await invite('ada@elsewhere.example');
    await people({ ada: { name: 'Ada', email: 'x@y.example', email_verified: false } });
    const browser = new Browser(app);
    expect((await browser.signIn({ invitation: token })).status).toBe(303);
    expect((await sessionOf(browser)).user).toMatchObject({
      name: 'Ada',
      email: 'ada@elsewhere.example',
    });
    await people({ eve: { name: 'Eve' } });
    await provider.tell({ login: 'eve' });
    expect(refusalOf(await new Browser(app).signIn({ invitation: token }))).toContain('not valid');
    const second = await invite('third@elsewhere.example');
    await provider.tell({ login: 'ada' });
    expect(refusalOf(await new Browser(app).signIn({ invitation: second }))).toContain(
      'Another account',
    );
    await provider.tell({ login: 'eve' });
    expect((await new Browser(app).signIn({ invitation: second })).status).toBe(303);
  });

  test('asks for the workspace if several have an account of the identity', async () => {
    const elsewhere = await makeWorkspace(database(), 'Elsewhere');
    for (const each of [person, elsewhere]) await ownerBrowser(each).signIn({ link: 'true' });
    const browser = new Browser(app);
    const page = await browser.signIn({ return_to: '/app/now' });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Elsewhere') });
    expect(page.text).toContain('value="/app/now"');
    await browser.signIn({ workspace_id: elsewhere.owner.workspaceId });
    expect((await sessionOf(browser)).user.id).toBe(elsewhere.owner.userId);
    // Also a person who is signed in.
    expect(await ownerBrowser().signIn()).toMatchObject({ status: 200 });
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another client' }],
    ['another nonce', { nonce: 'another nonce' }],
    ['an end two minutes ago', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['no subject', { sub: '' }],
  ])('refuses an id token with %s', async (_, idToken) => {
    await provider.tell({ idToken });
    const browser = new Browser(app);
    expect(refusalOf(await browser.signIn())).toContain('cannot be trusted');
    expect(browser.cookie('callboard_session')).toBeUndefined();
  });

  test('accepts a clock that is 30 seconds late', async () => {
    await provider.tell({ idToken: { exp: Math.floor(Date.now() / 1000) - 30 } });
    expect((await new Browser(app).signIn()).status).toBe(303);
  });

  test('refuses another state, another browser, a replayed code and another issuer', async () => {
    const browser = new Browser(app);
    const path = await browser.visit(await browser.begin());
    expect(refusalOf(await new Browser(app).send('GET', path))).toContain('not begun');
    const changed = path.replace(/state=[^&]*/, 'state=another');
    expect(refusalOf(await browser.send('GET', changed))).toContain('not begun');
    const flow = browser.cookie('callboard_oidc') ?? '';
    expect((await browser.send('GET', path)).status).toBe(303);
    expect(refusalOf(await browser.send('GET', path))).toContain('not begun');
    const replaying = new Browser(app);
    replaying.setCookie('callboard_oidc', flow);
    expect(refusalOf(await replaying.send('GET', path))).toContain('cannot be trusted');
    const mixed = new Browser(app);
    const mixedPath = await mixed.visit(await mixed.begin());
    const wrong = mixedPath.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example');
    expect(refusalOf(await mixed.send('GET', wrong))).toContain('cannot be trusted');
    const guessing = new Browser(app);
    const given = await guessing.visit(await guessing.begin());
    const guessed = given.replace(/code=[^&]*/, 'code=guessed');
    expect(refusalOf(await guessing.send('GET', guessed))).toContain('cannot be trusted');
    expect(app.logs.join('')).toContain('invalid_grant');
    for (const name of ['state', 'code', 'iss']) recordProtocolChange('finishOidc', name);
  });

  test('keeps the flows of two tabs, and shows what the provider refuses', async () => {
    const browser = new Browser(app);
    const first = await browser.begin();
    const second = await browser.begin();
    expect((await browser.send('GET', await browser.visit(first))).status).toBe(303);
    const state = new URL(second).searchParams.get('state') ?? '';
    const denied = `/v1/oidc/callback?error=access_denied&state=${state}&iss=${provider.issuer}`;
    expect(refusalOf(await browser.send('GET', denied))).toContain('you cancelled');
    recordProtocolChange('finishOidc', 'error');
  });

  test('a browser that begins from another site is refused', async () => {
    const response = await exchange(app, 'POST', '/v1/oidc/start', {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'cross-site',
        Origin: 'https://evil.example',
      },
      body: '',
    });
    problemOf(response, 'CSRF_FAILED');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/app/../evil',
    '/apple',
  ])('ends at the console instead of %s', async (returnTo) => {
    const { headers } = await new Browser(app).signIn({ return_to: returnTo });
    expect(headers.location).toMatch(/^\/app\?workspace_id=wsp_\w+$/);
  });

  test('says that the provider is down, and works when it is back', async () => {
    await app.close();
    const silent = await freePort();
    const issuer = `http://127.0.0.1:${silent}`;
    app = await startAppAt(database(), port, { oidc: oidcOf(issuer) });
    const response = await new Browser(app).start();
    expect(response).toMatchObject({
      status: 503,
      text: expect.stringContaining('does not respond'),
    });
    expect(app.logs.join('')).toContain('The OpenID Connect provider does not respond');
    expect(await ownerBrowser().start({ link: 'true' })).toMatchObject({ status: 503 });
    await app.close();
    app = await startAppAt(database(), port, settings());
    const begun = ownerBrowser();
    const path = await begun.visit(await begun.begin({ link: 'true' }));
    await provider.tell({ isSilent: true });
    expect(await begun.send('GET', path)).toMatchObject({ status: 503 });
    await provider.tell({ isSilent: false });
  });

  test('says that the provider has another name than the configuration', async () => {
    await app.close();
    app = await startAppAt(database(), port, { oidc: oidcOf(`${provider.issuer}/elsewhere`) });
    expect(refusalOf(await ownerBrowser().start())).toContain('cannot be trusted');
  });

  test('accepts new keys at once', async () => {
    await new Browser(app).signIn();
    await provider.tell({ rotate: true });
    expect((await new Browser(app).signIn()).status).toBe(303);
  });

  test('a deactivated person stays out, and the audit counts it', async () => {
    const browser = new Browser(app);
    await browser.signIn();
    const { user } = await sessionOf(browser);
    await ownerBrowser().send('POST', `/v1/users/${user.id}/deactivate`);
    expect((await browser.send('GET', '/v1/session')).status).toBe(401);
    expect(refusalOf(await new Browser(app).signIn())).toContain('deactivated');
    expect(await kindsOf()).toContain('user.sign_in_failed');
  });

  test('a closed workspace lets nobody in', async () => {
    await new Browser(app).signIn();
    const { workspaceId: workspace_id } = person.owner;
    const closed = { workspace_id, closed_at: new Date().toISOString(), state: 'frozen' };
    await database().knex('closed_workspaces').insert(closed);
    const response = await new Browser(app).signIn();
    expect(response).toMatchObject({ status: 503, text: expect.stringContaining('about to move') });
    await people({ eve: { ...ada, email: 'eve@example.com' } });
    await provider.tell({ login: 'eve' });
    expect((await new Browser(app).signIn()).status).toBe(503);
    await database().knex('closed_workspaces').where({ workspace_id }).delete();
  });

  describe('receiveOidcLogout', () => {
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    const seconds = (): number => Math.floor(Date.now() / 1000);
    const post = (body: string, at = app): Promise<RawResponse> =>
      exchange(at, 'POST', '/v1/oidc/backchannel-logout', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      });
    const claimsOf = (more: object = {}) => ({
      iss: provider.issuer,
      aud: 'callboard',
      iat: seconds(),
      exp: seconds() + 120,
      jti: randomBytes(16).toString('hex'),
      events: { [event]: {} },
      sub: 'ada',
      ...more,
    });
    const tokenOf = async (more: object, options: object = {}): Promise<string> => {
      const token = await provider.sign({ claims: claimsOf(more), ...options });
      return `logout_token=${token}`;
    };
    const isSignedIn = async (browser: Browser): Promise<boolean> =>
      (await browser.send('GET', '/v1/session')).status === 200;
    const signedIn = async (): Promise<Browser> => {
      const browser = new Browser(app);
      expect((await browser.signIn()).status).toBe(303);
      return browser;
    };
    const refused = async (body: string): Promise<string> => {
      const { status, text, headers } = await post(body);
      expect([status, headers['cache-control']]).toEqual([400, 'no-store']);
      expect(JSON.parse(text)).toEqual({
        error: 'invalid_request',
        error_description: expect.any(String),
      });
      return app.logs.join('');
    };

    test('ends the sessions of one sign-in when its person signs out at the provider', async () => {
      const [browser, other] = [await signedIn(), await signedIn()];
      await ownerBrowser().send('GET', '/v1/session');
      await browser.signOutAt(provider.issuer);
      expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, true]);
      expect(await isSignedIn(ownerBrowser())).toBe(true);
      expect((await kindsOf()).at(-1)).toBe('session.deleted');
    });

    test('without a sid, ends all that the identity began, in every workspace', async () => {
      const elsewhere = await makeWorkspace(database(), 'Elsewhere');
      const browser = await signedIn();
      const owner = ownerBrowser(elsewhere);
      await people({ eve: { ...ada, email: 'eve@example.com' } });
      await owner.signIn({ link: 'true' });
      const linked = new Browser(app);
      await linked.signIn({ workspace_id: elsewhere.owner.workspaceId });
      await provider.tell({ login: 'eve' });
      const eve = await signedIn();
      const { status, headers, text } = await post(await tokenOf({}));
      expect([status, headers['cache-control'], text]).toEqual([200, 'no-store', '']);
      expect(await Promise.all([browser, linked, owner, eve].map(isSignedIn))).toEqual([
        false,
        false,
        true,
        true,
      ]);
      // Nobody is left.
      expect((await post(await tokenOf({}))).status).toBe(200);
      expect((await post(await tokenOf({ sub: 'nobody' }))).status).toBe(200);
    });

    test('takes a token that names only a session, and keys that are new', async () => {
      const browser = await signedIn();
      const sid = await database().knex('sessions').whereNotNull('oidc_sid').pluck('oidc_sid');
      expect((await post(await tokenOf({ sub: undefined, sid: 'another' }))).status).toBe(200);
      expect(await isSignedIn(browser)).toBe(true);
      await provider.tell({ rotate: true });
      await pause(SECOND + 100);
      expect((await post(await tokenOf({ sub: 'eve', sid: sid[0] }))).status).toBe(200);
      expect(await isSignedIn(browser)).toBe(true);
      expect((await post(await tokenOf({ sub: undefined, sid: sid[0] }))).status).toBe(200);
      expect(await isSignedIn(browser)).toBe(false);
    });

    test.each<[string, object, object, RegExp]>([
      ['a nonce', { nonce: 'n' }, {}, /has no nonce/],
      ['another audience', { aud: 'another' }, {}, /unexpected .{0,3}aud/],
      ['another issuer', { iss: 'https://evil.example' }, {}, /unexpected .{0,3}iss/],
      ['an end two minutes ago', { exp: seconds() - 120 }, {}, /exp/],
      ['no end', { exp: undefined }, {}, /exp/],
      ['no time', { iat: undefined }, {}, /iat/],
      ['a time two days ago', { iat: seconds() - 172_800 }, {}, /iat/],
      ['no events', { events: undefined }, {}, /events/],
      ['other events', { events: { [event]: 'yes' } }, {}, /events/],
      ['no jti', { jti: undefined }, {}, /jti/],
      ['neither sub nor sid', { sub: undefined }, {}, /neither sub nor sid/],
      ['a sub that is no text', { sub: 5 }, {}, /sub/],
      ['a foreign signature', {}, { isForeign: true }, /signature/],
      ['the type of an access token', {}, { header: { typ: 'at+jwt' } }, /type of the token/],
      ['an end beyond all time', { exp: 1e300, nonce: 'n' }, {}, /has no nonce/],
    ])('refuses a token with %s', async (_, claims, options, reason) => {
      const browser = await signedIn();
      expect(await refused(await tokenOf(claims, options))).toMatch(reason);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test('refuses a replay, and what is no token', async () => {
      const body = await tokenOf({ exp: 1e300 });
      expect((await post(body)).status).toBe(200);
      const browser = await signedIn();
      expect(await refused(body)).toContain('used before');
      const [, , signature = ''] = body.split('.');
      const unsigned = [{ alg: 'none' }, claimsOf()]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      for (const each of ['', 'logout_token=', 'logout_token=a', `${body}&${body}`]) {
        await refused(each);
      }
      await refused(`logout_token=${unsigned}.`);
      expect(await refused(`logout_token=${unsigned}.${signature}`)).not.toContain(signature);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test('is 400 without a provider that answers, and 404 without one', async () => {
      const body = await tokenOf({});
      problemOf(await post(body, other), 'NOT_FOUND');
      await app.close();
      const silent = `http://127.0.0.1:${await freePort()}`;
      app = await startAppAt(database(), port, { oidc: oidcOf(silent) });
      expect(await refused(body)).toContain('does not respond');
    });

    test('says that the database fails', async () => {
      expect((await post(await tokenOf({}))).status).toBe(200);
      const { knex } = database();
      await knex.schema.renameTable('used_logout_tokens', 'gone');
      problemOf(await post(await tokenOf({})), 'INTERNAL');
      await knex.schema.renameTable('gone', 'used_logout_tokens');
      const own = await openTestDatabase(database().dialect);
      const broken = await startApp(own, { ...settings(), environment: 'development' });
      try {
        expect((await post(await tokenOf({}), broken)).status).toBe(200);
        await own.close();
        problemOf(await post(await tokenOf({}), broken), 'UNAVAILABLE');
      } finally {
        await broken.close();
        await own.close();
      }
    });
  });

  test('without passwords, only OpenID Connect signs in', async () => {
    const token = await invite('new@example.com');
    await ownerBrowser().signIn({ link: 'true' });
    const post = (path: string, body: object) =>
      ownerBrowser().send('POST', path, JSON.stringify(body));
    const { email, password: secret } = person;
    await withSettings(
      {},
      async () => {
        const refused = [
          post('/v1/session', { email, password: secret }),
          post('/v1/session/password', { current_password: secret, new_password: 'wrong donkey' }),
          post('/v1/session/password/reset', { token: 'cbr_0', password: 'wrong donkey engine' }),
          post('/v1/session/email', { current_password: secret, email: 'a@b.example' }),
          post(`/v1/users/${person.owner.userId}/password-resets`, {}),
          post('/v1/invitations/accept', { token, password: 'wrong donkey engine' }),
        ];
        for (const response of await Promise.all(refused)) {
          problemOf(response, 'PASSWORD_SIGN_IN_OFF');
        }
        const ways = await new Browser(app).send('GET', '/v1/sign-in');
        expect(JSON.parse(ways.text)).toMatchObject({ password: false });
        const browser = new Browser(app);
        expect((await browser.signIn()).status).toBe(303);
        problemOf(await browser.send('DELETE', '/v1/oidc/link'), 'PASSWORD_REQUIRED');
      },
      { passwordSignIn: false },
    );
  });

  test('groups make viewers and end their work, if the map of groups names viewers', async () => {
    const groups = new Map([
      ['admins', 'owner'],
      ['staff', 'member'],
      ['guests', 'viewer'],
    ] as const);
    const { workspaceId } = person.owner;
    await withSettings({ groups, allowedDomains: [] }, async () => {
      const browserIn = async (...names: string[]): Promise<Browser> => {
        await people({ ada: { ...ada, groups: names } });
        const browser = new Browser(app);
        expect((await browser.signIn()).status).toBe(303);
        return browser;
      };
      const roleIn = async (...names: string[]): Promise<string> =>
        (await sessionOf(await browserIn(...names))).user.role;
      expect(await roleIn('guests')).toBe('viewer');
      expect(await roleIn('nobody')).toBe('viewer');
      const member = await browserIn('staff', 'guests');
      const { user } = await sessionOf(member);
      expect(user.role).toBe('member');
      const work = { title: 'Sweep the stage', assigned_actor_id: user.actor_id };
      const { text } = await member.send('POST', '/v1/actions', JSON.stringify(work));
      const { id } = JSON.parse(text);
      expect(await roleIn('nobody')).toBe('member');
      expect(await roleIn('guests')).toBe('viewer');
      expect(
        await database().knex('actions').where({ workspace_id: workspaceId, id }).first(),
      ).toMatchObject({ assigned_actor_id: null, status: 'inbox' });
      expect(await roleIn('admins')).toBe('owner');
      await database().knex('users').where({ id: person.owner.userId }).update({ role: 'member' });
      expect(await roleIn('guests')).toBe('owner');
    });
  });

  test('groups let people in, raise and lower roles, and keep the last owner', async () => {
    const groups = new Map([
      ['admins', 'owner'],
      ['staff', 'member'],
    ] as const);
    const inGroups = (...names: string[]) =>
      people({ ada: { ...ada, email: 'ada@other.example', groups: names } });
    await withSettings({ groups, allowedDomains: [] }, async () => {
      const roleNow = async (): Promise<string> => {
        const browser = new Browser(app);
        expect((await browser.signIn()).status).toBe(303);
        return (await sessionOf(browser)).user.role;
      };
      await inGroups('nobody');
      expect(refusalOf(await new Browser(app).signIn())).toContain('may join');
      await inGroups('staff');
      expect(await roleNow()).toBe('member');
      await inGroups('staff', 'admins');
      expect(await roleNow()).toBe('owner');
      await people({ ada: { ...ada, email: 'ada@other.example' } });
      expect(await roleNow()).toBe('owner');
      await inGroups();
      expect(await roleNow()).toBe('member');
      await inGroups('admins');
      const ofAda = { workspace_id: person.owner.workspaceId, email: 'ada@other.example' };
      await database().knex('users').where(ofAda).update({ role: 'viewer' });
      expect(await roleNow()).toBe('viewer');
      await database().knex('users').where(ofAda).update({ role: 'member' });
      expect(await roleNow()).toBe('owner');
      await database().knex('users').where({ id: person.owner.userId }).update({ role: 'member' });
      await inGroups('staff');
      expect(await roleNow()).toBe('owner');
      expect(app.logs.join('')).toContain('Groups do not demote the last owner');
      await database().knex('users').where({ id: person.owner.userId }).update({ role: 'owner' });
    });
    expect((await kindsOf()).filter((kind) => kind === 'user.updated')).toHaveLength(3);
  });
});

test('OIDC_ settings that cannot work are refused at the start', () => {
  const faultsOf = (env: Record<string, string>): string => {
    try {
      loadConfig({ CALLBOARD_ENV: 'development', ...env });
      return '';
    } catch (error) {
      return error instanceof ConfigError ? error.message : 'another error';
    }
  };
  const client = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
  const issuer = { OIDC_ISSUER: 'https://id.example.com', ...client };
  const workspace = { ...issuer, OIDC_WORKSPACE: 'wsp_01JZ0000000000000000000000' };
  expect(faultsOf(issuer)).toBe('');
  expect(faultsOf({ ...issuer, OIDC_ISSUER: 'http://127.0.0.1:9' })).toBe('');
  expect(faultsOf({ ...workspace, OIDC_GROUPS: 'a=b=owner, c = member, d=viewer' })).toBe('');
  const cases: [Record<string, string>, RegExp][] = [
    [{ OIDC_ISSUER: 'https://id.example.com' }, /^OIDC_ISSUER needs OIDC_CLIENT_ID\..*SECRET/s],
    [client, /^OIDC_CLIENT_ID has no effect/],
    [{ PASSWORD_SIGN_IN: 'off' }, /^PASSWORD_SIGN_IN=off needs OIDC_ISSUER/],
    [{ ...issuer, PASSWORD_SIGN_IN: 'no' }, /^PASSWORD_SIGN_IN must be one of/],
    [{ ...issuer, OIDC_ISSUER: 'http://id.example.com' }, /^OIDC_ISSUER must/],
    [{ ...issuer, OIDC_ISSUER: 'id.example.com' }, /^OIDC_ISSUER must/],
    [{ ...issuer, CALLBOARD_ENV: 'production' }, /^OIDC_ISSUER needs an https PUBLIC_URL/],
    [{ ...issuer, OIDC_ALLOWED_DOMAINS: 'example.com' }, /needs OIDC_WORKSPACE/],
    [workspace, /^OIDC_WORKSPACE needs/],
    [{ ...workspace, OIDC_ALLOWED_DOMAINS: '@example.com' }, /^OIDC_ALLOWED_DOMAINS: @example/],
    [{ ...workspace, OIDC_GROUPS: 'admins=boss' }, /^OIDC_GROUPS: admins=boss/],
    [{ ...workspace, OIDC_WORKSPACE: 'x', OIDC_GROUPS: 'a=owner' }, /^OIDC_WORKSPACE must/],
  ];
  for (const [env, fault] of cases) expect(faultsOf(env)).toMatch(fault);
});
