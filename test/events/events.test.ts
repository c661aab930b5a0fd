import { pino } from 'pino';
import type { components } from '../../generated/types';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';
import { emit } from '../../src/shared/events';
import { openTransaction } from '../../src/platform/db/transaction';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import type { ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

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
    await runHousekeeping({ database: database(), config: { eventDays: 30 }, log });
    expect(lines.join('')).toContain('Deleted expired rows');
  }
});
