import { pino } from 'pino';
import { setTimeout as pause } from 'node:timers/promises';
import type { components, operations } from '../../generated/types';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { emit } from '../../src/shared/events';
import { openTransaction, transact } from '../../src/platform/db/transaction';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { type ApiClient, client, type CredentialShown } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  type GivenWorkspace,
  createRecordOfEachKind,
} from '../../scripts/requests/given';
import { streamTimes } from '../../src/features/feed';
import { openStream, type TestStream } from '../support/event-stream';
import { checkMessage } from '../support/message-check';
import { deliver, startReceiver } from '../../scripts/servers/receiver';
import { beginEpoch } from '../../src/platform/db/clock-and-epoch';
import {
  createClient,
  isCallboardError,
  readStream,
  type ReadStreamOptions,
} from '../../src/client';
import { startProxy } from '../support/proxy';

type Event = components['schemas']['Event'];

describeOnEachDatabase('Events', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    // Its first request emits an event.
    await given.worker.ok('getMe');
  });
  afterAll(async () => {
    await app.close();
  });

  const add = async (title: string, by: ApiClient = given.person): Promise<void> => {
    await by.ok('createAction', { body: { title } });
  };
  const endOfFeed = async (): Promise<string> =>
    (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
  const titles = (events: readonly Event[]): string[] => events.map(({ subject }) => subject.title);

  describe('readEvents', () => {
    test('returns actor, kind and subject of each event, oldest first', async () => {
      const after = await endOfFeed();
      const project = await given.person.ok('createProject', { body: { title: 'Show' } });
      const action = await given.worker.ok('createAction', {
        body: { title: 'Sew', project_id: project.id },
      });
      const { items, page, sort, filters } = await given.person.ok('readEvents', {
        query: { after },
      });
      expect(items).toMatchObject([
        {
          kind: 'project.created',
          actor: { id: given.owner.owner.id, kind: 'user' },
          subject: { type: 'project', id: project.id, title: 'Show' },
          project_id: project.id,
          action_id: null,
        },
        {
          kind: 'action.created',
          actor: { id: given.agent.actor_id, kind: 'agent', name: given.agent.name },
          subject: { type: 'action', id: action.id, title: 'Sew' },
          project_id: project.id,
          action_id: action.id,
          created_at: action.created_at,
        },
      ]);
      expect({ page: { ...page, next: '' }, sort, filters }).toEqual({
        page: { offset: 0, limit: 50, has_more: false, next: '' },
        sort: 'position',
        filters: {},
      });
    });

    test('has events for changed orders, consumed approvals and expired questions', async () => {
      const { person, worker, agent, owner } = given;
      const after = await endOfFeed();
      const other = await addAgent(app, owner);
      const order = await person.ok('createOrder', { body: { name: 'A', agent_id: agent.id } });
      const path = { id: order.id };
      await person.ok('updateOrder', { path, body: { name: 'B' } });
      await person.ok('updateOrder', { path, body: { agent_id: other.agent.id } });

      const payload = { title: 'Season' };
      const { id } = await worker.ok('createProposal', {
        body: { operation: 'createProject', payload, title: 'May I?' },
      });
      await person.ok('permitProposal', { path: { id } });
      await worker.ok('createProject', { body: { ...payload, permitted_proposal_id: id } });

      const question = await worker.ok('createQuestion', {
        body: {
          question: 'Which?',
          on_answer: 'x',
          expires_at: addMilliseconds(new Date().toISOString(), DAY),
          on_timeout: 'dismiss',
        },
      });
      const expires_at = addMilliseconds(new Date().toISOString(), -DAY);
      await database().knex('agent_requests').where({ id: question.id }).update({ expires_at });

      const { items } = await person.ok('readEvents', { query: { after } });
      const kindsAndActors = items.map(({ kind, actor }) => `${kind} by ${actor.kind}`);
      expect(kindsAndActors).toEqual(
        expect.arrayContaining([
          'order.updated by user',
          'order.assigned by user',
          'proposal.consumed by agent',
          'question.expired by system',
        ]),
      );
    });

    test('starts with the first event of the workspace and continues page by page', async () => {
      for (const title of ['A', 'B', 'C']) await add(title);
      const seen: Event[] = [];
      let after: string | undefined;
      for (let more = true; more;) {
        const { items, page } = await given.person.ok('readEvents', {
          query: { limit: 2, ...(after !== undefined && { after }) },
        });
        seen.push(...items);
        [after, more] = [page.next, page.has_more];
      }
      expect(seen[0]?.kind).toBe('workspace.created');
      expect(titles(seen.slice(-3))).toEqual(['A', 'B', 'C']);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      expect(
        await given.person.ok('readEvents', { query: { after: String(after) } }),
      ).toMatchObject({
        items: [],
        page: { next: after, has_more: false },
      });
    });

    test('filtered by kind, its cursor continues at the end of the feed', async () => {
      const after = await endOfFeed();
      await add('A');
      const kind: 'project.created'[] = ['project.created'];
      const none = await given.person.ok('readEvents', { query: { after, kind } });
      expect(none).toMatchObject({ items: [], filters: { kind } });
      expect(none.page.next).toBe(await endOfFeed());
      await given.person.ok('createProject', { body: { title: 'P' } });
      await add('B');
      const query = { after: none.page.next, kind };
      expect(titles((await given.person.ok('readEvents', { query })).items)).toEqual(['P']);
    });

    describe('filtered by the records of an event', () => {
      const allOf = async (query: object, by = given.person): Promise<Event[]> => {
        const seen: Event[] = [];
        let after: string | undefined;
        for (let more = true; more;) {
          const { items, page } = await by.ok('readEvents', {
            query: { ...query, limit: 2, ...(after !== undefined && { after }) },
          });
          seen.push(...items);
          [after, more] = [page.next, page.has_more];
        }
        return seen;
      };

      test('shows each matching event once, in the order of the feed', async () => {
        const { person, worker, agent, owner } = given;
        const order = await person.ok('createOrder', { body: { name: 'O', agent_id: agent.id } });
        const project = await person.ok('createProject', { body: { title: 'P' } });
        const action = await worker.ok('createAction', {
          body: { title: 'A', status: 'ready', project_id: project.id, order_id: order.id },
        });
        const path = { id: action.id };
        await person.ok('createActionNote', { path, body: { body: 'x' } });
        await worker.ok('completeAction', { path, body: { result_summary: 'x' } });
        await add('Other');
        const all = await allOf({});
        for (const [query, matches] of [
          [{ actor_id: agent.actor_id }, (one) => one.actor.id === agent.actor_id],
          [{ not_actor_id: agent.actor_id }, (one) => one.actor.id !== agent.actor_id],
          [{ subject_id: action.id }, (one) => one.subject.id === action.id],
          [{ action_id: action.id }, (one) => one.action_id === action.id],
          [{ project_id: project.id }, (one) => one.project_id === project.id],
          [{ order_id: order.id }, (one) => one.order_id === order.id],
          [
            { action_id: action.id, not_actor_id: owner.owner.id, kind: ['action.completed'] },
            (one) => one.kind === 'action.completed',
          ],
        ] satisfies [object, (event: Event) => boolean][]) {
          const expected = all.filter(matches);
          expect(expected.length).toBeGreaterThan(0);
          expect(expected.length).toBeLessThan(all.length);
          expect([query, await allOf(query)]).toEqual([query, expected]);
        }
        const page = await worker.ok('readEvents', { query: { not_actor_id: 'me' } });
        expect(page.filters).toEqual({ not_actor_id: agent.actor_id });
        const visible = await allOf({}, worker);
        expect(page.items).toEqual(visible.filter(({ actor }) => actor.id !== agent.actor_id));
      });

      test('its cursor continues after the events that it leaves out', async () => {
        await add('A');
        const query = { not_actor_id: given.owner.owner.id };
        const { page } = await given.person.ok('readEvents', { query });
        expect(page).toMatchObject({ has_more: false, next: await endOfFeed() });
        await add('B');
        await add('C', given.worker);
        const later = { ...query, after: page.next };
        expect(titles((await given.person.ok('readEvents', { query: later })).items)).toEqual([
          'C',
        ]);
        const hidden = { subject_id: 'act_none' };
        expect((await given.person.ok('readEvents', { query: hidden })).page).toMatchObject({
          has_more: false,
          next: await endOfFeed(),
        });
      });

      test('a page without one actor searches a part of the feed', async () => {
        const { workspaceId, owner, person } = given;
        await add('A', given.worker);
        // Room for more of the caller's own events than one page searches.
        const shift = { workspace_id: workspaceId };
        const knex = database().knex;
        const { last } = await knex('event_positions').where(shift).first('last');
        const moved = Number(last) + 25_000;
        await knex('events')
          .where({ ...shift, position: last })
          .update({ position: moved });
        await knex('event_positions').where(shift).update({ last: moved });
        const kind: 'action.created'[] = ['action.created'];
        const query = { not_actor_id: owner.owner.id, kind };
        const pages: [number, boolean][] = [];
        const seen: Event[] = [];
        let after: string | undefined;
        for (let more = true; more;) {
          const { items, page } = await person.ok('readEvents', {
            query: { ...query, ...(after !== undefined && { after }) },
          });
          pages.push([items.length, page.has_more]);
          seen.push(...items);
          [after, more] = [page.next, page.has_more];
        }
        expect(pages).toEqual([
          [0, true],
          [0, true],
          [1, false],
        ]);
        expect(titles(seen)).toEqual(['A']);
        expect(after).toBe(await endOfFeed());
      });
    });

    test.each([
      ['nonsense', 'nonsense'],
      ['a negative position', Buffer.from('-1').toString('base64url')],
      ['a position after the last event', Buffer.from('1000000').toString('base64url')],
    ])('%s is not a cursor', async (_what, after) => {
      const { issues } = await given.person.fails(
        'readEvents',
        { query: { after } },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues).toMatchObject([{ path: 'query/after' }]);
    });

    test('a failed request emits nothing', async () => {
      const after = await endOfFeed();
      const body = { title: 'X', project_id: 'prj_none' };
      await given.person.fails('createAction', { body }, 422, 'INVALID_REFERENCE');
      expect((await given.person.ok('readEvents', { query: { after } })).items).toEqual([]);
    });

    test('hides events about private documents of others', async () => {
      const after = await endOfFeed();
      const document = (access_mode: 'private' | 'shared_read') => ({
        body: { title: access_mode, content: '', access_mode },
      });
      await given.person.ok('createDocument', document('private'));
      await given.person.ok('createDocument', document('shared_read'));
      await given.worker.ok('createDocument', document('private'));
      const read = async (by: ApiClient) =>
        (await by.ok('readEvents', { query: { after } })).items.map((event) => [
          event.subject.title,
          event.actor.kind,
        ]);
      expect(await read(given.worker)).toEqual([
        ['shared_read', 'user'],
        ['private', 'agent'],
      ]);
      expect(await read(given.person)).toHaveLength(3);
    });

    test('410 for a cursor before the first stored event', async () => {
      await add('Old');
      const early = await endOfFeed();
      await add('Older than the cutoff');
      await database()
        .knex('events')
        .where({ workspace_id: given.workspaceId })
        .update({ created_at: addMilliseconds(new Date().toISOString(), -31 * DAY) });
      const late = await endOfFeed();
      await add('New');
      await cleanUntilDone();
      const first = Buffer.from('1').toString('base64url');
      for (const after of [first, early]) {
        await given.person.fails('readEvents', { query: { after } }, 410, 'CURSOR_EXPIRED');
      }
      const next = await given.person.ok('readEvents', { query: { after: late } });
      expect(titles(next.items)).toEqual(['New']);
      expect(titles((await given.person.ok('readEvents')).items)).toEqual(['New']);
    });

    test('events are in the order of their commits, not of their requests', async () => {
      const { workspaceId, owner } = given;
      const after = await endOfFeed();
      const openAndEmit = (title: string) => {
        const open = openTransaction(database());
        emit(
          {
            transaction: open.transaction,
            workspaceId,
            now: new Date().toISOString(),
            newId: (prefix) => `${prefix}_${title}`,
            actor: owner.owner,
          },
          {
            kind: 'project.updated',
            subject: { type: 'project', id: 'prj_x', title },
            summary: 'x',
          },
        );
        return open;
      };
      const first = openAndEmit('began first');
      const second = openAndEmit('began second');
      await second.commit();
      const seen = await given.person.ok('readEvents', { query: { after } });
      await first.commit();
      const rest = await given.person.ok('readEvents', { query: { after: seen.page.next } });
      expect(titles([...seen.items, ...rest.items])).toEqual(['began second', 'began first']);
    });

    test('under concurrent writes, a reader sees every event once and in order', async () => {
      const from = await endOfFeed();
      const writers = 8;
      const each = 12;
      let writing = true;
      const written = Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let turn = 0; turn < each; turn += 1) {
            await add(`${writer} ${turn}`, writer % 2 === 0 ? given.person : given.worker);
          }
        }),
      ).finally(() => {
        writing = false;
      });
      const seen: Event[] = [];
      let after = from;
      for (let last = false; !last;) {
        last = !writing;
        const { items, page } = await given.person.ok('readEvents', { query: { after, limit: 7 } });
        seen.push(...items);
        after = page.next;
        last &&= !page.has_more;
      }
      await written;
      expect(seen).toHaveLength(writers * each);
      for (let writer = 0; writer < writers; writer += 1) {
        const own = titles(seen).filter((title) => title.startsWith(`${writer} `));
        expect(own).toEqual(Array.from({ length: each }, (_, turn) => `${writer} ${turn}`));
      }
      const again = await given.person.ok('readEvents', { query: { after: from, limit: 200 } });
      expect(again.items).toEqual(seen);
    });
  });

  async function cleanUntilDone(): Promise<void> {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => lines.push(line) });
    await runHousekeeping({ database: database(), config: { eventDays: 30, auditDays: 365 }, log });
    expect(lines.join('')).toContain('Deleted expired rows');
  }
});

const publicUrl = 'https://calls.example.com';

const pages = `${publicUrl}/app`;

describeOnEachDatabase('The page of an event', (database) => {
  let app: TestApp;
  let published: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database(), { webhookAllow: ['127.0.0.1'] });
    published = await startApp(database(), { publicUrl });
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
    await published.close();
  });

  const eventsAt = async (place: TestApp): Promise<Event[]> => {
    const api = client(place, { cookie: given.owner.cookie });
    return (await api.ok('readEvents', { query: { limit: 200 } })).items;
  };
  const pageAt = (path: string) => `${pages}/${path}?workspace_id=${given.workspaceId}`;
  const add = async (title = 'Sew') =>
    (await given.person.ok('createAction', { body: { title } })).id;

  test('is that of its subject, or of the record that a note, a link or a check-in is on', async () => {
    const { person, worker, agent, owner } = given;
    const ids = await createRecordOfEachKind(given, 'shown');
    const { project, order, document } = ids;
    const note = { body: { body: 'Mind the gap.' } };
    const onProject = await person.ok('createProjectNote', { path: { id: project }, ...note });
    const onOrder = await person.ok('createOrderNote', { path: { id: order }, ...note });
    const onDocument = await person.ok('createDocumentNote', { path: { id: document }, ...note });
    const ofOrder = await person.ok('createLink', {
      body: { order_id: order, document_id: document, title: 'The document' },
    });
    const alone = await worker.ok('createQuestion', {
      body: { question: 'Which one?', on_answer: 'That one.' },
    });
    const onQuestion = await person.ok('createQuestionNote', { path: { id: alone.id }, ...note });
    await person.ok('updateUser', { path: { id: ids.user }, body: { name: 'Ada' } });
    await person.ok('updateWorkspace', { body: { name: 'Renamed' } });
    await person.ok('revokeOauthGrant', { path: { id: ids.oauth_grant } });

    const seen = (await eventsAt(published)).map(({ subject, url }) => [subject.id, url]);
    expect(Object.fromEntries(seen)).toEqual({
      [owner.owner.workspaceId]: pageAt('settings/workspace'),
      [agent.id]: pageAt(`agents/${agent.id}`),
      [ids.token]: pageAt('agents'),
      [ids.domain]: pageAt('settings/domains'),
      [project]: pageAt(`projects/${project}`),
      [document]: pageAt(`documents/${document}`),
      [order]: pageAt(`orders/${order}`),
      [ids.checkin]: pageAt(`orders/${order}`),
      [ids.action]: pageAt(`actions/${ids.action}`),
      [ids.note]: pageAt(`actions/${ids.action}`),
      [ids.question]: pageAt(`questions/${ids.question}`),
      [ids.proposal]: pageAt(`proposals/${ids.proposal}`),
      [ids.invitation]: pageAt('settings/people'),
      [ids.link]: pageAt(`actions/${ids.action}`),
      [ids.webhook]: pageAt(`settings/webhooks/${ids.webhook}`),
      [onProject.id]: pageAt(`projects/${project}`),
      [onOrder.id]: pageAt(`orders/${order}`),
      [onDocument.id]: pageAt(`documents/${document}`),
      [ofOrder.id]: pageAt(`orders/${order}`),
      [alone.id]: pageAt(`questions/${alone.id}`),
      [onQuestion.id]: pageAt('questions'),
      [ids.user]: pageAt('settings/people'),
      [ids.oauth_grant]: pageAt('agents'),
    });
  });

  test('is null without a public URL, and without the console', async () => {
    await add();
    const hidden = await startApp(database(), { publicUrl, console: false });
    try {
      for (const place of [app, hidden]) {
        const urls = (await eventsAt(place)).map(({ url }) => url);
        expect(urls.length).toBeGreaterThan(1);
        expect(new Set(urls)).toEqual(new Set([null]));
      }
    } finally {
      await hidden.close();
    }
  });

  test('is in the stream, for old and for new events', async () => {
    const of = await startApp(database(), { publicUrl }, { streamTimes });
    const first = await add();
    const query = { kind: ['action.created'], after: Buffer.from('1').toString('base64url') };
    const stream = await openStream(of, { cookie: given.owner.cookie }, query);
    try {
      await stream.received(1);
      const second = await add();
      const urls = (await stream.received(2)).map(({ url }) => url);
      expect(urls).toEqual([pageAt(`actions/${first}`), pageAt(`actions/${second}`)]);
    } finally {
      stream.close();
      await of.close();
    }
  });

  test('is in the news of an agent', async () => {
    const { worker, person, agent, token } = given;
    const { id } = await worker.ok('createQuestion', {
      body: { question: 'Which one?', on_answer: 'That one.' },
    });
    await person.ok('respondQuestion', { path: { id }, body: { response: 'This one.' } });
    const api = client(published, { bearer: token });
    const { items } = await api.ok('getAgentNews', { path: { id: agent.id } });
    expect(items.map(({ url }) => url)).toEqual([pageAt(`questions/${id}`)]);
  });

  test('is in the message of a webhook, and a replay sends the message as it was', async () => {
    const receiver = await startReceiver();
    const urlsOf = () => receiver.received.map(({ body }): unknown => JSON.parse(body).data.url);
    let stop = deliver(database(), { consoleUrl: pages });
    try {
      const webhook = await given.person.ok('createWebhook', {
        body: { url: receiver.url, kinds: ['action.created'] },
      });
      const id = await add();
      await receiver.until(() => receiver.received.length === 1);
      await stop();
      stop = deliver(database());
      await given.person.ok('replayWebhook', {
        path: { id: webhook.id },
        body: { after: webhook.position },
      });
      await receiver.until(() => receiver.received.length >= 2);
      await add();
      await receiver.until(() => urlsOf().includes(null));
      // A message may arrive twice, when its deliverer stops before it has noted the response.
      const urls = urlsOf().filter((url) => url !== null);
      expect(urls.length).toBeGreaterThanOrEqual(2);
      expect(new Set(urls)).toEqual(new Set([pageAt(`actions/${id}`)]));
      for (const message of receiver.received) checkMessage(message);
    } finally {
      await stop();
      await receiver.close();
    }
  });
});

type Query = NonNullable<operations['readEvents']['parameters']['query']>;

describeOnEachDatabase('The newest events first', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const add = (title: string, by = given.person) => by.ok('createAction', { body: { title } });
  const read = (query: Query) => given.person.ok('readEvents', { query });
  const titles = (events: readonly Event[]): string[] => events.map(({ subject }) => subject.title);

  /** All events that match, page by page from the newest one. */
  async function allBefore(query: Query, limit = 3): Promise<readonly Event[]> {
    const seen: Event[] = [];
    let before = 'now';
    for (let hasMore = true; hasMore;) {
      const { items, page, sort } = await read({ ...query, before, limit });
      expect(sort).toBe('-position');
      expect(items.length).toBeLessThanOrEqual(limit);
      seen.push(...items);
      [before, hasMore] = [page.next, page.has_more];
    }
    expect((await read({ ...query, before })).items).toEqual([]);
    return seen;
  }

  test('are the same events in reverse, page by page and with every filter', async () => {
    const { agent, worker, owner } = given;
    const { id } = await add('A');
    for (const title of ['B', 'C', 'D']) await add(title, worker);
    await given.person.ok('createActionNote', { path: { id }, body: { body: 'x' } });
    for (const query of [
      {},
      { actor_id: agent.actor_id },
      { not_actor_id: owner.owner.id },
      { kind: ['action.created'] },
      { subject_id: id },
    ] satisfies Query[]) {
      const { items } = await read({ ...query, limit: 200 });
      expect(items.length).toBeGreaterThan(0);
      expect([query, await allBefore(query)]).toEqual([query, items.toReversed()]);
      expect([query, await allBefore(query, 200)]).toEqual([query, items.toReversed()]);
    }
  });

  test('before a cursor are those that a reader of the cursor has seen', async () => {
    await add('A');
    const { items, page } = await read({ limit: 200 });
    await add('B');
    expect((await read({ before: page.next, limit: 200 })).items).toEqual(items.toReversed());
    const newest = await read({ before: 'now', limit: 1 });
    expect(titles(newest.items)).toEqual(['B']);
    expect(newest.page).toMatchObject({ has_more: true, next: page.next });
    expect(titles((await read({ after: newest.page.next })).items)).toEqual(['B']);
  });

  test('end at the oldest stored event', async () => {
    const { workspaceId } = given;
    await add('Old');
    const { page } = await read({ limit: 200 });
    const old = addMilliseconds(new Date().toISOString(), -31 * DAY);
    await database()
      .knex('events')
      .where({ workspace_id: workspaceId })
      .update({ created_at: old });
    await add('New');
    const log = pino({ level: 'silent' });
    await runHousekeeping({ database: database(), config: { eventDays: 30, auditDays: 365 }, log });
    expect(titles(await allBefore({}))).toEqual(['New']);
    expect(await read({ before: page.next })).toMatchObject({
      items: [],
      page: { has_more: false },
    });
  });

  test('without one actor, a page searches a part of the feed', async () => {
    const { workspaceId, owner, worker } = given;
    await add('A', worker);
    const shift = { workspace_id: workspaceId };
    const knex = database().knex;
    const { last } = await knex('event_positions').where(shift).first('last');
    await knex('event_positions')
      .where(shift)
      .update({ last: Number(last) + 25_000 });
    const query = { not_actor_id: owner.owner.id, kind: ['action.created'] } satisfies Query;
    const pages: [string[], boolean][] = [];
    let before = 'now';
    for (let hasMore = true; hasMore;) {
      const { items, page } = await read({ ...query, before });
      pages.push([titles(items), page.has_more]);
      [before, hasMore] = [page.next, page.has_more];
    }
    expect(pages).toEqual([
      [[], true],
      [[], true],
      [['A'], false],
    ]);
  });

  test.each([
    ['nonsense', { before: 'nonsense' }],
    ['a position after the last event', { before: Buffer.from('1000000').toString('base64url') }],
    ['a cursor in both directions', { before: 'now', after: 'now' }],
  ])('%s is 400', async (_what, query) => {
    const fails = given.person.fails('readEvents', { query }, 400, 'VALIDATION_FAILED');
    expect((await fails).issues).toMatchObject([{ path: 'query/before' }]);
  });
});

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
    await runHousekeeping({ database: database(), config: { eventDays: 30, auditDays: 365 }, log });
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
