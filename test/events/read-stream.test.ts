import { setTimeout as pause } from 'node:timers/promises';
import {
  createClient,
  isCallboardError,
  readStream,
  type ReadStreamOptions,
} from '../../src/client';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { streamTimes } from '../../src/features/feed';
import { beginEpoch } from '../../src/platform/db/clock-and-epoch';
import { transact } from '../../src/platform/db/transaction';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { pino } from 'pino';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { startProxy } from '../support/proxy';

describeOnEachDatabase('readStream', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    // Every stream ends soon, so the client has to connect again often.
    app = await startApp(database(), {}, { streamTimes: { ...streamTimes, life: 40 } });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    await given.worker.ok('getMe');
  });
  afterAll(() => app.close());

  const connectTo = (url: string, token = given.token) =>
    createClient({ baseUrl: url, token, retry: { firstDelayMs: 5 } });
  const add = (title: string) => given.person.ok('createAction', { body: { title } });
  const endOfFeed = async (): Promise<string> =>
    (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;

  /** Reads titles until `count` of them have come. */
  const read = async (
    url: string,
    count: number,
    options: ReadStreamOptions,
  ): Promise<{ readonly titles: string[]; readonly cursor: string | undefined }> => {
    const titles: string[] = [];
    let last: string | undefined;
    const stream = readStream(connectTo(url), { maxDelayMs: 10, ...options });
    for await (const { event, cursor } of stream) {
      titles.push(event.subject.title);
      last = cursor;
      if (titles.length === count) break;
    }
    return { titles, cursor: last };
  };

  test('misses and repeats nothing while streams end and connections are cut', async () => {
    const proxy = await startProxy(app.url);
    try {
      const reading = read(proxy.url, 60, { after: await endOfFeed(), kind: ['action.created'] });
      const titles = Array.from({ length: 60 }, (_, index) => `Action ${index}`);
      for (const [index, title] of titles.entries()) {
        await add(title);
        if (index % 7 === 0) proxy.cutNext();
        await pause(5);
      }
      const { titles: received, cursor } = await reading;
      expect(received).toEqual(titles);
      expect(cursor).toBe(await endOfFeed());
    } finally {
      await proxy.close();
    }
  });

  test('begins with new events, also if the first connection ends before one comes', async () => {
    await add('Before');
    const reading = read(app.url, 1, {});
    await pause(150);
    await add('After');
    expect((await reading).titles).toEqual(['After']);
  });

  test('reports deleted events: it throws, or continues with the oldest event', async () => {
    const after = await endOfFeed();
    await add('Old');
    await database()
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .update({ created_at: addMilliseconds(new Date().toISOString(), -100 * DAY) });
    const log = pino({ enabled: false });
    await runHousekeeping({ database: database(), config: { eventDays: 30 }, log });
    await add('New');
    const failure: unknown = await read(app.url, 1, { after }).catch((error: unknown) => error);
    expect(isCallboardError(failure, 'CURSOR_EXPIRED')).toBe(true);
    const resets: string[] = [];
    const onReset = (cursor: string): void => void resets.push(cursor);
    expect((await read(app.url, 1, { after, onReset })).titles).toEqual(['New']);
    expect(resets).toHaveLength(1);
  });

  test('reports a restore of the database: it throws, or continues with the oldest event', async () => {
    const after = await endOfFeed();
    await transact(database(), beginEpoch);
    await add('New');
    const failure: unknown = await read(app.url, 1, { after }).catch((error: unknown) => error);
    expect(isCallboardError(failure, 'CURSOR_EXPIRED')).toBe(true);
    const resets: string[] = [];
    const onReset = (cursor: string): void => void resets.push(cursor);
    const kind = ['action.created' as const];
    const { titles } = await read(app.url, 1, { after, kind, onReset });
    expect(titles).toEqual(['New']);
    expect(resets).toHaveLength(1);
  });

  test('keeps a cursor of before a restore when the stream ends before its first event', async () => {
    const after = await endOfFeed();
    await transact(database(), beginEpoch);
    const brief = await startApp(database(), {}, { streamTimes: { ...streamTimes, life: 0 } });
    try {
      const response = await fetch(`${brief.url}/v1/events/stream?after=${after}`, {
        headers: { Authorization: `Bearer ${given.token}` },
      });
      expect(await response.text()).not.toContain('event: cursor');
    } finally {
      await brief.close();
    }
  });

  test('ends with an abort', async () => {
    const controller = new AbortController();
    const reading = read(app.url, 1, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('Enough.')), 60);
    await expect(reading).rejects.toThrow('Enough.');
  });

  test('throws an error that another attempt would not change', async () => {
    const stream = readStream(connectTo(app.url, 'cb_none_none'), {});
    const failure: unknown = await stream.next().catch((error: unknown) => error);
    expect(isCallboardError(failure, 'UNAUTHENTICATED')).toBe(true);
  });
});
