import { streamTimes } from '../../src/features/feed';
import { beginEpoch } from '../../src/platform/db/clock-and-epoch';
import { transact } from '../../src/platform/db/transaction';
import { startApp, type TestApp } from '../../scripts/servers/app';
import type { CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openStream, type TestStream } from '../support/event-stream';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

describeOnEachDatabase('A restore of the database', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;
  const open: TestStream[] = [];

  beforeAll(async () => {
    app = await startApp(database(), {}, { streamTimes });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    await given.worker.ok('getMe');
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  afterAll(() => app.close());

  const restored = () => transact(database(), beginEpoch);
  const add = async (title: string) =>
    (await given.person.ok('createAction', { body: { title } })).id;
  const endOfFeed = async (): Promise<string> =>
    (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
  const listen = async (
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<TestStream> => {
    const owner: CredentialShown = { cookie: given.owner.cookie };
    const stream = await openStream(app, owner, query, headers);
    open.push(stream);
    return stream;
  };

  test('ends the cursors of events: 410, also for positions that exist again', async () => {
    await add('Before');
    const cursor = await endOfFeed();
    await restored();
    await add('After');
    for (const query of [{ after: cursor }, { before: cursor }]) {
      const { message } = await given.person.fails('readEvents', { query }, 410, 'CURSOR_EXPIRED');
      expect(message).toMatch(/^(after|before) is a cursor of before the database was restored/);
    }
    const again = await given.person.ok('readEvents', { query: { after: await endOfFeed() } });
    expect(again.items).toEqual([]);
  });

  test('resets streams: the next one continues with the oldest event', async () => {
    const id = await add('Kept');
    const cursor = await endOfFeed();
    await restored();
    for (const [query, headers] of [
      [{ after: cursor }, {}],
      [{}, { 'Last-Event-ID': cursor }],
    ] as const) {
      const stream = await listen(query, headers);
      await stream.ended;
      expect(stream.messages).toMatchObject([{ event: 'reset', id: stream.lastId() }]);
      const next = await listen({}, { 'Last-Event-ID': stream.lastId() });
      const count = (await given.person.ok('readEvents')).items.length;
      expect((await next.received(count)).map(({ subject }) => subject.id)).toContain(id);
    }
  });

  test('ends open streams, which send no event with a cursor of before', async () => {
    const stream = await listen();
    await restored();
    await add('After');
    await stream.ended;
    expect(stream.events()).toEqual([]);
    const next = await listen({}, { 'Last-Event-ID': stream.lastId() });
    await next.ended;
    expect(next.messages).toMatchObject([{ event: 'reset' }]);
  });

  test('ends open streams also if nothing else happens', async () => {
    const stream = await listen();
    const other = await startApp(database());
    try {
      await restored();
      // SQLite tells of commits by other connections only, so a stream of this process joins.
      if (dialect === 'sqlite') await listen();
      await stream.ended;
    } finally {
      await other.close();
    }
  });

  test('ends the cursors of news', async () => {
    const path = { id: given.agent.id };
    const { next } = (await given.worker.ok('getAgentNews', { path })).page;
    expect(await given.worker.call('getAgentNews', { path, query: { after: next } })).toMatchObject(
      { status: 200 },
    );
    await restored();
    const reads = { path, query: { after: next } };
    await given.worker.fails('getAgentNews', reads, 410, 'CURSOR_EXPIRED');
    const marks = { path, body: { through: next } };
    await given.worker.fails('markAgentNewsRead', marks, 410, 'CURSOR_EXPIRED');
    const fresh = (await given.worker.ok('getAgentNews', { path })).page.next;
    await given.worker.ok('markAgentNewsRead', { path, body: { through: fresh } });
  });

  test('ends the cursors of webhooks, and shows their positions anew', async () => {
    const { id, position } = await given.person.ok('createWebhook', {
      body: { url: 'https://hooks.example.com/' },
    });
    await restored();
    const path = { id };
    const replay = { path, body: { after: position } };
    await given.person.fails('replayWebhook', replay, 410, 'CURSOR_EXPIRED');
    const shown = await given.person.ok('getWebhook', { path });
    expect(shown.position).not.toBe(position);
    await given.person.ok('replayWebhook', { path, body: { after: shown.position } });
  });

  test('ends entity tags: no 304, and no change of another version of the same number', async () => {
    const path = { id: await add('Same version') };
    const tag = String((await given.person.call('getAction', { path })).headers['etag']);
    const known = { path, header: { 'If-None-Match': tag } };
    expect(await given.person.call('getAction', known)).toMatchObject({ status: 304 });
    await restored();
    expect(await given.person.call('getAction', known)).toMatchObject({ status: 200 });
    const body = { title: 'Changed' };
    const stale = { path, header: { 'If-Match': tag }, body };
    await given.person.fails('updateAction', stale, 412, 'STALE_VERSION');
    await given.person.ok('updateAction', { path, header: { 'If-Match': '"1"' }, body });
  });

  test('ends the entity tag of the attention', async () => {
    const path = { id: given.agent.id };
    const tag = String((await given.worker.call('getAgentAttention', { path })).headers['etag']);
    await restored();
    const known = { path, header: { 'If-None-Match': tag } };
    expect(await given.worker.call('getAgentAttention', known)).toMatchObject({ status: 200 });
  });

  test('ends cached rows, whose versions count other changes now', async () => {
    const id = await add('Lost');
    const titles = async () =>
      (await given.person.ok('listActions')).items.map(({ title }) => title);
    expect(await titles()).toEqual(['Lost']);
    // As another program would do it, or a standby that lacks the last commits.
    await database().knex('actions').where({ id }).update({ title: 'Other' });
    expect(await titles()).toEqual(['Lost']);
    await restored();
    expect(await titles()).toEqual(['Other']);
  });

  if (dialect !== 'postgres') return;

  test('is told from the timeline that Postgres reports', async () => {
    const { rows } = await database().knex.raw('select callboard_timeline() as timeline');
    expect(rows).toEqual([{ timeline: '1' }]);
  });

  test('has the same effect as a failover of Postgres to another timeline', async () => {
    const cursor = await endOfFeed();
    const timeline = (value: string) =>
      database().knex.raw(
        `create or replace function callboard_timeline() returns text language sql stable as $$ select ${value} $$`,
      );
    await timeline(`'a2'`);
    try {
      const query = { after: cursor };
      await given.person.fails('readEvents', { query }, 410, 'CURSOR_EXPIRED');
      const failedOver = await endOfFeed();
      await given.person.ok('readEvents', { query: { after: failedOver } });
      await timeline('null::text');
      await given.person.ok('readEvents', { query });
    } finally {
      await restored();
    }
  });
});

describeOnEachDatabase('A cursor of before there were epochs', (database) => {
  test('is valid until the first restore', async () => {
    const app = await startApp(database());
    try {
      const given = await aWorkspace(app, database());
      const path = { id: given.agent.id };
      const after = Buffer.from('1').toString('base64url');
      const news = Buffer.from(JSON.stringify(['news', 0, given.agent.id])).toString('base64url');
      await given.person.ok('readEvents', { query: { after } });
      await given.worker.ok('getAgentNews', { path, query: { after: news } });
      await transact(database(), beginEpoch);
      await given.person.fails('readEvents', { query: { after } }, 410, 'CURSOR_EXPIRED');
      const query = { after: news };
      await given.worker.fails('getAgentNews', { path, query }, 410, 'CURSOR_EXPIRED');
    } finally {
      await app.close();
    }
  });
});
