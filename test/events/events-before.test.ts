import { pino } from 'pino';
import type { components, operations } from '../../generated/types';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Event = components['schemas']['Event'];
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
    await runHousekeeping({ database: database(), config: { eventDays: 30 }, log });
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
