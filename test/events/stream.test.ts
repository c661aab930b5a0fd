import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { limits } from '../../generated/limits';
import type { components } from '../../generated/types';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { deleteWorkspace } from '../../src/cli/workspaces/deletion';
import { closeWorkspace } from '../../src/cli/workspaces/deletion-store';
import { streamTimes } from '../../src/features/feed';
import { createStreams } from '../../src/features/feed/stream/streams';
import { connect } from '../../src/platform/db/connect';
import { createReader } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { newId as createId } from '../../src/platform/ids';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { storeFrozen } from '../../src/shared/closed-workspaces-store';
import { emit, readTails } from '../../src/shared/events';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { openStream, type TestStream } from '../support/event-stream';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import { openSession } from '../../scripts/servers/session';
import { recordHeaderChange } from '../support/parameters';
import { serve } from '../support/program';
import { recordStatements } from '../support/statements';

type Event = components['schemas']['Event'];

describeOnEachDatabase('A stream of events', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  const open: TestStream[] = [];
  const apps: TestApp[] = [];

  beforeAll(async () => {
    app = await startApp(database(), {}, { streamTimes });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    // Its first request emits an event.
    await given.worker.ok('getMe');
  });
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.close();
    for (const other of apps.splice(0)) await other.close();
  });
  afterAll(() => app.close());

  const listen = async (
    by: CredentialShown,
    ...rest: [
      query?: Record<string, string | string[] | undefined>,
      headers?: Record<string, string>,
      of?: TestApp,
    ]
  ): Promise<TestStream> => {
    const [query, headers, of = app] = rest;
    const stream = await openStream(of, by, query, headers);
    open.push(stream);
    return stream;
  };
  const owner = (): CredentialShown => ({ cookie: given.owner.cookie });
  const worker = (): CredentialShown => ({ bearer: given.token });
  const add = async (title: string, by: ApiClient = given.person) =>
    (await by.ok('createAction', { body: { title } })).id;
  /** Commits this many events in one transaction of this process. */
  const emitMany = (count: number, of = given): Promise<void> =>
    transact(database(), async (transaction) => {
      const now = new Date().toISOString();
      const { workspaceId, owner: person } = of;
      const newId = (prefix: string): string => createId(prefix, now);
      const source = { transaction, workspaceId, now, newId, actor: person.owner };
      const events = Array.from({ length: count }, (_, index) => ({
        kind: 'project.updated' as const,
        subject: { type: 'project' as const, id: 'prj_x', title: `Event ${index}` },
        summary: 'x'.repeat(500),
      }));
      emit(source, ...events);
      // A transaction without a statement commits nothing.
      await transaction.first((db) => db('workspaces').where({ id: workspaceId }).select('id'));
    });
  const endOfFeed = async (): Promise<string> =>
    (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
  const feedAfter = async (by: ApiClient, after: string, query: object = {}): Promise<Event[]> => {
    const events: Event[] = [];
    for (let cursor = after, more = true; more;) {
      const { items, page } = await by.ok('readEvents', {
        query: { ...query, after: cursor, limit: 200 },
      });
      events.push(...items);
      cursor = page.next;
      more = page.has_more;
    }
    return events;
  };
  const titlesOf = (events: readonly Event[]): string[] =>
    events.map(({ subject }) => subject.title);

  test('sends the items of the feed as they are committed', async () => {
    const after = await endOfFeed();
    const stream = await listen(owner(), { after });
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await add('Sew');
    await add('Hem', given.worker);
    const events = await stream.received(2);
    const { items, page } = await given.person.ok('readEvents', { query: { after } });
    expect(events).toEqual(items);
    expect(stream.lastId()).toBe(page.next);
  });

  test('begins now without a cursor, and says where that is', async () => {
    await add('Before');
    const after = await endOfFeed();
    const stream = await listen(owner());
    const now = await listen(owner(), { after: 'now' });
    for (const { messages, received } of [stream, now]) {
      await add('After');
      await received(1);
      expect(messages[0]).toEqual({ event: 'cursor', id: after, data: `{"cursor":"${after}"}` });
    }
    expect(titlesOf(await stream.received(2))).toEqual(['After', 'After']);
  });

  test('resumes after Last-Event-ID, else after the cursor in the query', async () => {
    const first = await endOfFeed();
    await add('One');
    const second = await endOfFeed();
    await add('Two');
    const byQuery = await listen(owner(), { after: first });
    const byHeader = await listen(owner(), { after: first }, { 'Last-Event-ID': second });
    expect(titlesOf(await byQuery.received(2))).toEqual(['One', 'Two']);
    expect(titlesOf(await byHeader.received(1))).toEqual(['Two']);
    recordHeaderChange('streamEvents', 'Last-Event-ID');
  });

  test.each([
    ['query', { query: { after: 'nowhere' } }, 'query/after'],
    ['header', { header: { 'Last-Event-ID': 'nowhere' } }, 'header/Last-Event-ID'],
    ['query, in the future', { query: { after: 'OTk5OTk5OQ' } }, 'query/after'],
  ])('refuses an unknown cursor in the %s', async (_, input, path) => {
    const { issues } = await given.person.fails('streamEvents', input, 400, 'VALIDATION_FAILED');
    expect(issues).toMatchObject([{ path }]);
  });

  test('shows each caller exactly what readEvents shows, with the same filters', async () => {
    const { person, agent } = given;
    const sysadmin = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
    const other = await addAgent(app, given.owner);
    const callers: { readonly by: CredentialShown; readonly api: ApiClient }[] = [
      owner(),
      worker(),
      { bearer: sysadmin.token },
      { bearer: other.token },
    ].map((by) => ({ by, api: client(app, by) }));
    for (const { api } of callers) await api.ok('getMe');
    const after = await endOfFeed();
    const ids = await createRecordOfEachKind(given, 'seen');
    const filters: Record<string, string | string[]>[] = [
      {},
      { kind: ['action.created', 'document.created'] },
      { actor_id: agent.actor_id },
      { not_actor_id: 'me' },
      { subject_id: ids.document },
      { action_id: ids.action },
      { project_id: ids.project },
      { order_id: ids.order },
    ];
    const streams = [];
    for (const { by, api } of callers) {
      for (const filter of filters) {
        streams.push({ api, filter, stream: await listen(by, { ...filter, after }) });
      }
    }
    // The first records are read from the database, these as they are committed.
    await createRecordOfEachKind(given, 'seen again');
    for (const api of [given.worker, client(app, { bearer: other.token })]) {
      const { id } = await api.ok('createDocument', {
        body: { title: 'Diary', content: 'Mine.', access_mode: 'private' },
      });
      await api.ok('createDocumentNote', { path: { id }, body: { body: 'Mine too.' } });
    }
    await person.ok('updateAction', { path: { id: ids.action }, body: { title: 'Changed' } });
    await person.ok('createInvitation', { body: { email: 'new@example.com', role: 'member' } });
    for (const { api, filter, stream } of streams) {
      const wanted = await feedAfter(api, after, filter);
      await stream.received(wanted.length);
      expect({ filter, events: stream.events() }).toEqual({ filter, events: wanted });
    }
  });

  test('sends each event once, in order, from an old cursor while others are committed', async () => {
    const after = await endOfFeed();
    await emitMany(450);
    const [first, second] = [await listen(owner(), { after }), await listen(owner(), { after })];
    for (let count = 0; count < 20; count += 1) await emitMany(30);
    const wanted = await feedAfter(given.person, after);
    expect(wanted).toHaveLength(1050);
    for (const stream of [first, second]) {
      await stream.received(wanted.length);
      expect(stream.events().map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    }
  });

  test('sends reset with the oldest cursor, and ends, when retention has passed the cursor', async () => {
    const after = await endOfFeed();
    await add('Old');
    await database()
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .update({ created_at: addMilliseconds(new Date().toISOString(), -100 * DAY) });
    const log = pino({ enabled: false });
    await runHousekeeping({ database: database(), config: { eventDays: 30, auditDays: 365 }, log });
    await add('New');
    const stream = await listen(owner(), { after });
    await stream.ended;
    expect(stream.messages).toMatchObject([{ event: 'reset', id: stream.lastId() }]);
    const next = await listen(owner(), {}, { 'Last-Event-ID': stream.lastId() });
    expect(titlesOf(await next.received(1))).toEqual(['New']);
  });

  describe('ends at once', () => {
    const ends: readonly [what: string, by: () => CredentialShown, end: () => Promise<unknown>][] =
      [
        [
          'when its token is revoked',
          worker,
          async () => {
            const { items } = await given.person.ok('listTokens', { path: { id: given.agent.id } });
            for (const { id } of items) await given.person.ok('revokeToken', { path: { id } });
          },
        ],
        [
          'when its agent is revoked',
          worker,
          () => given.person.ok('revokeAgent', { path: { id: given.agent.id } }),
        ],
        [
          'when its agent gets another access mode',
          worker,
          () =>
            given.person.ok('updateAgent', {
              path: { id: given.agent.id },
              body: { access_mode: 'sysadmin' },
            }),
        ],
        ['when its session ends', owner, () => given.person.ok('deleteSession')],
      ];
    test.each(ends)('%s', async (_, by, end) => {
      const stream = await listen(by());
      const other = await listen(by() === owner() ? worker() : { bearer: await addSpare() });
      await end();
      await stream.ended;
      expect(stream.messages.at(-1)?.event).toBe('cursor');
      expect(other.response.closed).toBe(false);
    });
    const addSpare = async () => (await addAgent(app, given.owner)).token;

    test('when its person is deactivated or gets another role', async () => {
      const changes = [{ role: 'owner' as const }, undefined];
      for (const body of changes) {
        const { cookie, userId } = await invite();
        const stream = await listen({ cookie });
        const path = { id: userId };
        if (body === undefined) await given.person.ok('deactivateUser', { path });
        else await given.person.ok('updateUser', { path, body });
        await stream.ended;
      }
    });
    const invite = async () => {
      const email = `member-${randomBytes(6).toString('hex')}@example.com`;
      const invitation = await given.person.ok('createInvitation', {
        body: { email, role: 'member' },
      });
      const accepted = await client(app).call('acceptInvitation', {
        body: {
          token: invitation.token ?? '',
          name: 'Member',
          password: 'a long enough pass phrase',
        },
      });
      const [cookie = ''] = accepted.headers['set-cookie'] ?? [];
      const value = /=([^;]+)/.exec(cookie)?.[1] ?? '';
      const { items } = await given.person.ok('listUsers');
      const userId = items.find((user) => user.email === email)?.id ?? '';
      return { cookie: value, userId };
    };

    test('when the server begins to stop', async () => {
      const stopping = new AbortController();
      const other = await startApp(database(), {}, { streamTimes, stopping: stopping.signal });
      apps.push(other);
      const after = await endOfFeed();
      const stream = await listen(owner(), {}, {}, other);
      stopping.abort();
      await stream.ended;
      expect(stream.lastId()).toBe(after);
      const late = await listen(owner(), {}, {}, other);
      await late.ended;
      expect(late.lastId()).toBe(after);
    });
  });

  test('ends after its time, and tells the position before', async () => {
    const times = { ...streamTimes, life: 500, comment: 10 };
    const other = await startApp(database(), {}, { streamTimes: times });
    apps.push(other);
    const after = await endOfFeed();
    await add('Not a note');
    const stream = await listen(owner(), { kind: 'note.created', after }, {}, other);
    await stream.ended;
    expect(stream.comments.length).toBeGreaterThan(0);
    expect(stream.lastId()).toBe(await endOfFeed());
  });

  test('tells the position of a filter that does not match, and ends with the credential', async () => {
    const times = { ...streamTimes, cursor: 20 };
    const other = await startApp(database(), {}, { streamTimes: times });
    apps.push(other);
    const stream = await listen(worker(), { kind: 'note.created' }, {}, other);
    await add('Not a note');
    while (stream.lastId() !== (await endOfFeed())) await pause(5);
    expect(stream.messages.every(({ event }) => event === 'cursor')).toBe(true);
    // An expiry has no event.
    await database()
      .knex('tokens')
      .where({ workspace_id: given.workspaceId })
      .update({ expires_at: new Date().toISOString() });
    await stream.ended;
  });

  test('ends when its token or session expires, and delivers nothing after that', async () => {
    const path = { id: given.agent.id };
    const body = { expires_at: addMilliseconds(new Date().toISOString(), 2_000) };
    const cookie = await openSession(database(), given.owner.owner);
    const { id } = await database()
      .knex('sessions')
      .where({ workspace_id: given.workspaceId })
      .orderBy('id', 'desc')
      .first('id');
    await database().knex('sessions').where({ id }).update(body);
    const short = await given.person.ok('createToken', { path, body });
    const rotated = await given.person.ok('createToken', { path, body: {} });
    const lasting = await listen(owner());
    const streams = await Promise.all([
      listen({ bearer: short.token ?? '' }),
      listen({ bearer: rotated.token ?? '' }),
      listen({ cookie }),
    ]);
    await given.person.ok('rotateToken', {
      path: { id: rotated.id },
      body: { overlap_seconds: 1 },
    });
    await pause(3_000);
    await add('After the end');
    await Promise.all(streams.map(({ ended }) => ended));
    const titles = streams.flatMap((stream) => stream.events().map(({ subject }) => subject.title));
    expect(titles).not.toContain('After the end');
    while (!titlesOf(lasting.events()).includes('After the end')) await pause(5);
  });

  test('a workspace with many events does not delay those of another', async () => {
    const other = await aWorkspace(app, database());
    const many = await listen(owner());
    const few = await listen({ cookie: other.owner.cookie });
    const ids = [given.workspaceId, other.workspaceId];
    const positions = await Promise.all(
      ids.map(async (workspaceId) => {
        const row = await database()
          .knex('event_positions')
          .where({ workspace_id: workspaceId })
          .first('last');
        return { workspaceId, position: Number(row.last) };
      }),
    );
    await Promise.all([emitMany(3000), emitMany(1, other)]);
    const read = await readTails(createReader(database()), positions, 100);
    const counts = ids.map((id) => read.filter(({ workspace_id: of }) => of === id).length);
    expect(counts).toEqual([100, 1]);
    await few.received(1);
    await many.received(3000);
    expect(titlesOf(many.events())).toEqual(
      Array.from({ length: 3000 }, (_, index) => `Event ${index}`),
    );
  });

  test('a workspace leaves a tenth of the streams of a process to others', () => {
    const streams = createStreams({
      database: database(),
      log: pino({ enabled: false }),
      consoleUrl: null,
    });
    let made = 0;
    const openMany = (workspaceId: string): number => {
      for (let count = 0; ; count += 1) {
        const actor = { ...given.owner.owner, workspaceId, id: `atr_${(made += 1)}` };
        try {
          streams.open({
            actor,
            historyDays: null,
            filters: {},
            position: 0,
            resumes: false,
            epoch: '1.0123456789',
            isLost: false,
          });
        } catch (error) {
          expect(error).toMatchObject({ code: 'TOO_MANY_STREAMS' });
          return count;
        }
      }
    };
    expect(openMany('wsp_many')).toBe(limits.streams_per_workspace);
    expect(openMany('wsp_next')).toBe(90);
    expect(openMany('wsp_last')).toBeGreaterThan(0);
  });

  test('refuses more streams of one caller than its limit, until one ends', async () => {
    const streams = [];
    for (let count = 0; count < limits.streams_per_actor; count += 1) {
      streams.push(await listen(worker()));
    }
    await given.worker.fails('streamEvents', {}, 503, 'TOO_MANY_STREAMS');
    await listen(owner());
    streams[0]?.close();
    await expect(
      (async () => {
        for (;;) {
          try {
            return await listen(worker());
          } catch {
            await pause(5);
          }
        }
      })(),
    ).resolves.toBeDefined();
  });

  test('stores nothing for a client that does not read, and sends it everything later', async () => {
    const after = await endOfFeed();
    const slow = await listen(owner(), { after });
    const quick = await listen(worker(), { after });
    slow.response.pause();
    for (let count = 0; count < 40; count += 1) await emitMany(200);
    const wanted = await feedAfter(given.person, after);
    await quick.received(wanted.length);
    expect(slow.events().length).toBeLessThan(wanted.length);
    slow.response.resume();
    await slow.received(wanted.length);
    expect(slow.events().map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  });

  test('disconnects a client that does not read for too long', async () => {
    const times = { ...streamTimes, drain: 50 };
    const other = await startApp(database(), {}, { streamTimes: times });
    apps.push(other);
    const stream = await listen(owner(), {}, {}, other);
    stream.response.pause();
    for (let count = 0; count < 40; count += 1) await emitMany(200);
    const isCut = (line: string): boolean =>
      line.includes('"operation":"streamEvents"') && line.includes('"status":"aborted"');
    while (!other.logs.some(isCut)) await pause(10);
  });

  test('asks the database nothing while nobody listens, and holds no connection', async () => {
    const stream = await listen(owner());
    stream.close();
    await pause(50);
    const idle = await recordStatements(database(), () => pause(1_200));
    expect(idle.statements).toEqual([]);
  });

  test('receives the events of another process within its polling interval', async () => {
    const stream = await listen(owner());
    const own = await listen(worker());
    const process = await serve({ DATABASE_URL: database().url });
    try {
      const remote = client({ url: process.url, logs: [] }, owner());
      await add('From another process', remote);
      expect(titlesOf(await stream.received(1))).toEqual(['From another process']);
      await remote.ok('revokeAgent', { path: { id: given.agent.id } });
      await own.ended;
    } finally {
      await process.stop('SIGTERM');
    }
  });

  test('ends with its workspace, which another process deletes or replaces', async () => {
    const other = await aWorkspace(app, database());
    const third = await aWorkspace(app, database());
    const replaced = await aWorkspace(app, database());
    const ending = [await listen(owner()), await listen(worker())];
    const earlier = await listen({ cookie: replaced.owner.cookie });
    const deleted = await listen({ cookie: third.owner.cookie });
    const unaffected = await listen({ cookie: other.owner.cookie });
    const operator = connect(database().url);
    try {
      const now = new Date().toISOString();
      await transact(operator, (closing) => storeFrozen(closing, other.workspaceId, now));
      await transact(operator, (closing) => closeWorkspace(closing, given.workspaceId, now));
      for (const { ended } of ending) await ended;
      await expect(listen(owner())).rejects.toThrow('401');
      await deleteWorkspace(operator, third.workspaceId, { graceMs: 0 });
      await deleted.ended;
      // As after an import of the same ids from an older file.
      const key = { workspace_id: replaced.workspaceId };
      await operator.knex('event_positions').where(key).update({ last: 1 });
      await earlier.ended;
      expect(unaffected.response.closed).toBe(false);
    } finally {
      await operator.close();
    }
  });
});

const PAGES = 60;

const PAGE = 200;

describeOnEachDatabase('A stream that catches up slowly', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let slow: TestStream | undefined;

  beforeAll(async () => {
    app = await startApp(database(), {}, { streamTimes });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    // Its first request emits an event.
    await given.worker.ok('getMe');
  });
  afterEach(() => slow?.close());
  afterAll(() => app.close());

  /** Commits more events than the buffers of a connection have room for. */
  const emitMany = async (): Promise<void> => {
    for (let page = 0; page < PAGES; page += 1) {
      await transact(database(), async (transaction) => {
        const now = new Date().toISOString();
        const { workspaceId, owner: person } = given;
        const newId = (prefix: string): string => createId(prefix, now);
        const source = { transaction, workspaceId, now, newId, actor: person.owner };
        const events = Array.from({ length: PAGE }, (_, index) => ({
          kind: 'project.updated' as const,
          subject: { type: 'project' as const, id: 'prj_x', title: `Event ${index}` },
          summary: 'x'.repeat(500),
        }));
        emit(source, ...events);
        // A transaction without a statement commits nothing.
        await transaction.first((db) => db('workspaces').where({ id: workspaceId }).select('id'));
      });
    }
  };

  const member = async (): Promise<{ cookie: string; userId: string }> => {
    const email = `member-${randomBytes(6).toString('hex')}@example.com`;
    const invitation = await given.person.ok('createInvitation', {
      body: { email, role: 'member' },
    });
    const body = {
      token: invitation.token ?? '',
      name: 'Member',
      password: 'four unrelated words',
    };
    const accepted = await client(app).call('acceptInvitation', { body });
    const [cookie = ''] = accepted.headers['set-cookie'] ?? [];
    const { items } = await given.person.ok('listUsers');
    const userId = items.find((user) => user.email === email)?.id ?? '';
    return { cookie: /=([^;]+)/.exec(cookie)?.[1] ?? '', userId };
  };

  interface Lost {
    readonly by: CredentialShown;
    readonly end: () => Promise<unknown>;
  }
  const path = () => ({ id: given.agent.id });
  const worker = (end: () => Promise<unknown>) => (): Promise<Lost> =>
    Promise.resolve({ by: { bearer: given.token }, end });
  const person = (end: (id: string) => Promise<unknown>) => async (): Promise<Lost> => {
    const { cookie, userId } = await member();
    return { by: { cookie }, end: () => end(userId) };
  };
  const losses: readonly [what: string, lose: () => Promise<Lost>][] = [
    [
      'its token is revoked',
      worker(async () => {
        const { items } = await given.person.ok('listTokens', { path: path() });
        for (const { id } of items) await given.person.ok('revokeToken', { path: { id } });
      }),
    ],
    ['its agent is revoked', worker(() => given.person.ok('revokeAgent', { path: path() }))],
    [
      'its agent gets another access mode',
      worker(() =>
        given.person.ok('updateAgent', { path: path(), body: { access_mode: 'sysadmin' } }),
      ),
    ],
    [
      'its person is deactivated',
      person((id) => given.person.ok('deactivateUser', { path: { id } })),
    ],
    [
      'its person gets another role',
      person((id) => given.person.ok('updateUser', { path: { id }, body: { role: 'owner' } })),
    ],
    [
      'its token expires, which has no event',
      worker(() =>
        transact(database(), (transaction) =>
          transaction.write((db) =>
            db('tokens')
              .where({ workspace_id: given.workspaceId })
              .update({ expires_at: new Date(Date.now() - 1000).toISOString() }),
          ),
        ),
      ),
    ],
  ];

  test.each(losses)('ends at its next page when %s', async (_, lose) => {
    const { by, end } = await lose();
    const after = (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
    await emitMany();
    slow = await openStream(app, by, { after });
    slow.response.pause();
    await end();
    slow.response.resume();
    await slow.ended;
    // It had read a part of the events before, and goes on from where it ends.
    expect(slow.events().length).toBeLessThan(PAGES * PAGE);
    expect(slow.events().every(({ kind }) => kind === 'project.updated')).toBe(true);
  });
});
