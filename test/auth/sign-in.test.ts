import { randomBytes } from 'node:crypto';
import { HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { hashSecret } from '../../src/shared/tokens';
import { makeWorkspace, startApp, type Person, type TestApp } from '../../scripts/servers/app';
import { client, credentialHeaders } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import type { TestDatabase } from '../../scripts/databases/test-database';
import { exchange, problemOf, type RawResponse } from '../../scripts/requests/exchange';
import { ask } from '../support/ask';

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
      const session = /__Host-callboard_session=([^;]+)|callboard_session=([^;]+)/.exec(
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
      const cookie = /callboard_session=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1];
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
      address,
      attempted_at: attemptedAt,
    })),
  );
}
