import {
  addAgent,
  addToken,
  makeWorkspace,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import type { AgentWithToken, Person } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { allExceptDate } from '../support/clock';
import { describeOnEachDatabase } from '../support/dialects';
import { openSession } from '../../scripts/servers/session';

const PER_MINUTE = 6;

describeOnEachDatabase('The rate limit', (database) => {
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
      await asScribe().call('listUsers'),
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

  test('0 disables the limit and its headers', async () => {
    for (let n = 0; n < 2 * PER_MINUTE; n += 1) {
      const { status, headers } = await client(unlimited, { bearer: scribe.token }).call('getMe');
      expect(status).toBe(200);
      expect(headers['ratelimit-policy']).toBeUndefined();
    }
  });
});
