import { pino } from 'pino';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const result = { result_summary: 'Done.' };

describeOnEachDatabase('The list of an agent’s news', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let action: { readonly path: { readonly id: string } };

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    const body = { title: 'Sew', status: 'ready', assigned_agent_id: given.agent.id } as const;
    action = { path: { id: (await given.person.ok('createAction', { body })).id } };
  });

  const path = () => ({ path: { id: given.agent.id } });
  const write = (body: string) =>
    given.person.ok('createActionNote', { ...action, body: { body } });
  const read = (query: object = {}, by: ApiClient = given.worker) =>
    by.ok('getAgentNews', { ...path(), query });
  const textsOf = async (query: object = {}): Promise<(string | undefined)[]> =>
    (await read(query)).items.map((item) => item.note?.body);
  const mark = (through: string, by: ApiClient = given.worker) =>
    by.ok('markAgentNewsRead', { ...path(), body: { through } });
  const counts = async (by: ApiClient = given.worker) =>
    (await by.ok('getAgentAttention', path())).counts;

  describe('getAgentNews', () => {
    test('is read page by page, and continues where it ended', async () => {
      expect(await read()).toMatchObject({
        items: [],
        page: { offset: 0, limit: 50, has_more: false },
        sort: 'position',
        filters: {},
      });
      for (const text of ['A', 'B', 'C']) await write(text);
      const first = await read({ limit: 2 });
      expect(first.page).toMatchObject({ limit: 2, has_more: true, next: first.items[1]?.cursor });
      const { next: after } = first.page;
      const second = await read({ limit: 2, after });
      expect(second.items.map(({ note }) => note?.body)).toEqual(['C']);
      expect(second.page).toMatchObject({ has_more: false, next: second.items[0]?.cursor });
      const empty = await read({ after: second.page.next });
      expect(empty).toMatchObject({ items: [], page: { next: second.page.next } });
      await write('D');
      expect(await textsOf({ after: second.page.next })).toEqual(['D']);
    });

    test('may be read by the agent itself, sysadmin agents and people', async () => {
      await write('A');
      const { owner, person } = given;
      const rigger = await addAgent(app, owner);
      const sysadmin = await addAgent(app, owner, { access_mode: 'sysadmin' });
      const other = client(app, { bearer: rigger.token });
      await other.fails('getAgentNews', path(), 403, 'FORBIDDEN');
      for (const by of [person, client(app, { bearer: sysadmin.token })]) {
        expect((await read({}, by)).items).toHaveLength(1);
      }
      await other.fails('getAgentNews', { path: { id: 'agt_none' } }, 404, 'NOT_FOUND');
    });

    test('refuses cursors of other lists and agents, and those that it cannot have returned', async () => {
      const other = await addAgent(app, given.owner);
      const theirs = await client(app, { bearer: other.token }).ok('getAgentNews', {
        path: { id: other.agent.id },
      });
      const { page } = await given.worker.ok('readEvents');
      const { page: listed } = await given.person.ok('listAgents', { query: { limit: 1 } });
      const text = (...parts: unknown[]) =>
        Buffer.from(JSON.stringify(parts)).toString('base64url');
      const cursors = [
        'nonsense',
        theirs.page.next,
        page.next,
        String(listed.next),
        text('news', -1, given.agent.id),
        text('news', 1_000_000, given.agent.id),
        text('news', '1', given.agent.id),
      ];
      for (const cursor of cursors) {
        const list = { ...path(), query: { after: cursor } };
        const one = await given.worker.fails('getAgentNews', list, 400, 'VALIDATION_FAILED');
        expect(one.issues).toMatchObject([{ path: 'query/after' }]);
        const body = { ...path(), body: { through: cursor } };
        const two = await given.worker.fails('markAgentNewsRead', body, 400, 'VALIDATION_FAILED');
        expect(two.issues).toMatchObject([{ path: 'body/through' }]);
      }
    });

    test('ends a page early for long texts, after at least one item', async () => {
      const texts = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(65_536));
      for (const text of texts) await write(text);
      const seen: (string | undefined)[] = [];
      let query: object = {};
      for (let more = true; more;) {
        const { items, page } = await read(query);
        expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThanOrEqual(
          262_144 + items.length,
        );
        if (page.has_more) expect([page.limit, items.length]).toEqual([3, 3]);
        seen.push(...items.map(({ note }) => note?.body));
        [query, more] = [{ after: page.next }, page.has_more];
      }
      expect(seen).toEqual(texts);
      // Control characters take six bytes each in JSON.
      await mark((await read(query)).page.next);
      for (const text of ['\u0001', '\u0002']) await write(text.repeat(65_536));
      expect(await read()).toMatchObject({ items: [{}], page: { limit: 1, has_more: true } });
    });

    test('shows and counts news only while the agent may see their subject', async () => {
      const { person, agent } = given;
      const body = { title: 'Style', content: 'Old', access_mode: 'shared_read' } as const;
      const { id } = await person.ok('createDocument', { body });
      await person.ok('createOrder', {
        body: { name: 'Keep', agent_id: agent.id, document_id: id },
      });
      const document = { path: { id } };
      await person.ok('updateDocument', { ...document, body: { title: 'House style' } });
      const kinds = async (by?: ApiClient) => (await read({}, by)).items.map(({ kind }) => kind);
      const both = ['order.created', 'document.updated'];
      expect([await kinds(), (await counts()).unread_news]).toEqual([both, 2]);
      await person.ok('updateDocument', { ...document, body: { access_mode: 'private' } });
      expect([await kinds(), (await counts()).unread_news]).toEqual([['order.created'], 1]);
      // Whoever asks, the list is the agent's.
      expect([await kinds(person), (await counts(person)).unread_news]).toEqual([
        ['order.created'],
        1,
      ]);
      await person.ok('updateAgent', { ...path(), body: { access_mode: 'sysadmin' } });
      expect(await kinds()).toEqual([...both, 'document.updated', 'agent.updated']);
      expect((await counts()).unread_news).toBe(4);
    });
  });

  describe('markAgentNewsRead', () => {
    test('moves the position of the server forward, never back', async () => {
      for (const text of ['A', 'B', 'C']) await write(text);
      const { items, page } = await read();
      const [one = '', two = ''] = items.map(({ cursor }) => cursor);
      expect(await mark(one)).toEqual({ through: one });
      expect([await textsOf(), (await counts()).unread_news]).toEqual([['B', 'C'], 2]);
      expect(await mark(page.next)).toEqual({ through: page.next });
      expect(await mark(two)).toEqual({ through: page.next });
      expect([await textsOf(), (await counts()).unread_news]).toEqual([[], 0]);
      await write('D');
      await Promise.all([one, two, page.next, one, two].map((cursor) => mark(cursor)));
      expect([await textsOf(), (await counts()).unread_news]).toEqual([['D'], 1]);
    });

    test('leaves the cursors of processes that share the token alone', async () => {
      for (const text of ['A', 'B', 'C']) await write(text);
      const slow = (await read({ limit: 1 })).page.next;
      const fast = (await read({ limit: 2 })).page.next;
      await mark((await read()).page.next);
      expect(await textsOf({ after: slow })).toEqual(['B', 'C']);
      expect(await textsOf({ after: fast })).toEqual(['C']);
    });

    test('is for the agent itself, and no event', async () => {
      await write('A');
      const { page } = await read();
      const input = { ...path(), body: { through: page.next } };
      const sysadmin = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const other = client(app, { bearer: sysadmin.token });
      await other.fails('markAgentNewsRead', input, 403, 'FORBIDDEN');
      await given.person.fails('markAgentNewsRead', input, 403, 'WRONG_ACTOR');
      const none = { path: { id: 'agt_none' }, body: input.body };
      await given.worker.fails('markAgentNewsRead', none, 404, 'NOT_FOUND');
      const after = (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
      await mark(page.next);
      expect((await given.person.ok('readEvents', { query: { after } })).items).toEqual([]);
    });
  });

  test('an answer stays in attention until it is read, whatever the agent writes', async () => {
    const { worker, person } = given;
    const body = { question: 'Which?', on_answer: 'I take it.' };
    const { id } = await worker.ok('createQuestion', { body });
    await person.ok('respondQuestion', { path: { id }, body: { response: 'This' } });
    await worker.ok('claimAction', action);
    await worker.ok('heartbeatAction', action);
    await worker.ok('completeAction', { ...action, body: result });
    const before = await worker.ok('getAgentAttention', path());
    expect(before).toMatchObject({
      has_work: true,
      counts: { answered_questions: 1, unread_news: 1 },
    });
    const { headers } = await worker.call('getAgentAttention', path());
    const known = { ...path(), header: { 'If-None-Match': headers['etag'] } };
    expect((await worker.send('getAgentAttention', known)).status).toBe(304);
    await mark((await read()).page.next);
    expect(await worker.send('getAgentAttention', known)).toMatchObject({
      status: 200,
      body: { has_work: false, counts: { answered_questions: 0, unread_news: 0 } },
    });
  });

  describe('outlives', () => {
    const clean = () =>
      runHousekeeping({
        database: database(),
        config: { eventDays: 30 },
        log: pino({ level: 'silent' }),
      });
    const cleanUntilDone = async (): Promise<void> => {
      const { knex } = database();
      await clean();
      const cutoff = addMilliseconds(new Date().toISOString(), -30 * DAY);
      await knex('purge_cutoffs').whereIn('name', ['events', 'agent_news']).update({ cutoff });
      await clean();
    };
    const age = async (table: string, days: number): Promise<void> => {
      const created_at = addMilliseconds(new Date().toISOString(), -days * DAY);
      await database()
        .knex(table)
        .where({ workspace_id: given.workspaceId })
        .update({ created_at });
    };
    const stored = async (): Promise<number> => {
      const rows = await database().knex('agent_news').where({ workspace_id: given.workspaceId });
      return rows.length;
    };

    test('the events while it is unread; then it goes like them', async () => {
      for (const text of ['A', 'B']) await write(text);
      await age('agent_news', 31);
      await age('events', 31);
      await write('C');
      await cleanUntilDone();
      const events = await given.person.ok('readEvents');
      expect(events.items).toHaveLength(1);
      const { items, page } = await read();
      expect(items.map(({ note }) => note?.body)).toEqual(['A', 'B', 'C']);
      await mark(items[0]?.cursor ?? '');
      await cleanUntilDone();
      expect([await stored(), await textsOf()]).toEqual([2, ['B', 'C']]);
      await mark(page.next);
      await cleanUntilDone();
      expect(await stored()).toBe(1);
    });

    test('the history window of the plan', async () => {
      const { person, worker } = given;
      await worker.ok('completeAction', { ...action, body: result });
      await person.ok('approveAction', { ...action, body: { comment: 'Good.' } });
      const { knex } = database();
      await knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
      const completed_at = addMilliseconds(new Date().toISOString(), -40 * DAY);
      await knex('actions').where(action.path).update({ completed_at });
      await worker.fails('getAction', action, 404, 'NOT_FOUND');
      expect(await textsOf()).toEqual(['Good.']);
      expect((await counts()).unread_news).toBe(1);
      const start = Buffer.from(JSON.stringify(['news', 0, given.agent.id])).toString('base64url');
      expect(await textsOf({ after: start })).toEqual(['Good.']);
      // Once it has been read, the window hides it like every other event.
      await mark((await read()).page.next);
      expect(await textsOf({ after: start })).toEqual([]);
      await knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'unlimited' });
      expect(await textsOf({ after: start })).toEqual(['Good.']);
    });

    test('housekeeping in its newest 1,000 unread items, and no others', async () => {
      const { knex } = database();
      for (const text of ['read', 'first', 'second']) await write(text);
      await mark((await read({ limit: 1 })).page.next);
      const row = await knex('agent_news')
        .where({ workspace_id: given.workspaceId })
        .orderBy('position', 'desc')
        .first();
      const { last } = await knex('event_positions')
        .where({ workspace_id: given.workspaceId })
        .first();
      const copies = Array.from({ length: 999 }, (_, index) => ({
        ...row,
        position: Number(last) + 1 + index,
        event_id: `evt_${index}`,
      }));
      await knex.batchInsert('agent_news', copies, 100);
      await clean();
      expect(await stored()).toBe(1001);
      expect(await textsOf({ limit: 1 })).toEqual(['second']);
      expect((await counts()).unread_news).toBe(100);
      await clean();
      expect(await stored()).toBe(1001);
    });
  });
});
