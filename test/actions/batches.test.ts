import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../support/program';
import { startApp, type TestApp, addAgent, type AgentWithToken } from '../../scripts/servers/app';
import { nextNumber } from '../support/rows';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import type { components } from '../../generated/types';
import { client, type ApiClient } from '../../scripts/requests/client';
import { lastPositionOf } from '../support/positions';
import { countStatements } from '../support/statements';
import { enqueueDeliveries } from '../../src/features/webhooks/delivering/enqueue';
import type { OwnedKey } from '../../src/platform/turns';
import { serverSettings } from '../../src/shared/server-settings';

describeOnEachDatabase('Batches of actions', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const create = (by = given.person) => by.ok('createAction', { body: { title: 'Sew the hem' } });

  const batch = (ids: string[], by = given.person) => by.ok('batchGetActions', { query: { ids } });

  describe('batchGetActions', () => {
    test('returns each action once, in the order of the ids, as a single read does', async () => {
      const [first, second, third] = [await create(), await create(), await create()];
      await given.worker.ok('createActionNote', {
        path: { id: second.id },
        body: { body: 'Blue thread' },
      });
      const ids = [third.id, first.id, third.id, second.id];
      const expected = await Promise.all(
        [third, first, second].map(({ id }) => given.person.ok('getAction', { path: { id } })),
      );
      for (const by of [given.person, given.worker]) {
        expect(await batch(ids, by)).toEqual({ visible: expected, hidden_ids: [] });
      }
    });

    test('lists ids that are unknown or in another workspace as hidden', async () => {
      const [own, foreign] = [await create(), await create(theirs.person)];
      const response = await batch(['act_unknown', foreign.id, own.id, 'act_unknown']);
      expect(response.visible).toEqual([own]);
      expect(response.hidden_ids).toEqual(['act_unknown', foreign.id]);
    });

    test('hides actions before the history window of the plan', async () => {
      const free = await aWorkspace(app, database());
      const [old, recent] = [await create(free.person), await create(free.person)];
      for (const { id } of [old, recent]) {
        await free.person.ok('completeAction', { path: { id }, body: { result_summary: 'Sewn' } });
      }
      const { knex } = database();
      await knex('actions')
        .where({ id: old.id })
        .update({ completed_at: '2020-01-01T00:00:00.000Z' });
      await knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      const response = await batch([old.id, recent.id], free.person);
      expect(response).toMatchObject({ visible: [{ id: recent.id }], hidden_ids: [old.id] });
    });

    test.each([
      // In the database 1 MiB of text for four actions; in JSON twice as long as in the database.
      ['before their texts are read', '𝄞'.repeat(65_536), 16],
      ['when their JSON is longer', '"'.repeat(65_536), 32],
    ])('ends once the actions exceed 4 MiB, %s', async (_when, details, count) => {
      const ids: string[] = [];
      while (ids.length < count + 1) {
        const body = { title: 'Sew the hem', details };
        ids.push((await given.person.ok('createAction', { body })).id);
      }
      const { visible, hidden_ids: hidden, omitted_ids: omitted } = await batch([...ids, 'act_x']);
      expect(Buffer.byteLength(JSON.stringify(visible))).toBeLessThanOrEqual(4 * 1024 * 1024);
      expect(visible.map(({ id }) => id)).toEqual(ids.slice(0, count - 1));
      expect([hidden, omitted]).toEqual([['act_x'], ids.slice(count - 1)]);
      const [last] = ids.slice(-1);
      expect(await batch(omitted ?? [])).toMatchObject({
        visible: [{}, { id: last }],
        hidden_ids: [],
      });
    });

    test('accepts a hundred different ids, but not one more', async () => {
      const ids = Array.from({ length: 101 }, (_, index) => `act_${index}`);
      expect((await batch(ids.slice(1))).hidden_ids).toEqual(ids.slice(1));
      expect((await batch([...ids.slice(1), ...ids.slice(1)])).hidden_ids).toHaveLength(100);
      const sent = { query: { ids } };
      const { details } = await given.person.fails('batchGetActions', sent, 422, 'TOO_MANY_IDS');
      expect(details).toEqual({ limit: 100, given: 101 });
    });

    test('accepts 200 ids with repetitions, but not one more', async () => {
      const { id } = await create();
      const maxItems = 200;
      const ids = Array.from(
        { length: maxItems },
        (_, index) => [id, `${id.slice(0, -1)}~`][index % 2] ?? '',
      );
      for (const by of [given.person, given.worker]) {
        expect(await batch(ids, by)).toMatchObject({ visible: [{ id }], hidden_ids: [ids[1]] });
      }
      const sent = { query: { ids: [...ids, id] } };
      await given.person.fails('batchGetActions', sent, 400, 'VALIDATION_FAILED');
    });

    test('requires ids that are not empty', async () => {
      for (const query of [{}, { ids: '' }, { ids: ['act_1', ''] }]) {
        await given.person.fails('batchGetActions', { query }, 400, 'VALIDATION_FAILED');
      }
    });
  });
});

type Action = components['schemas']['Action'];

type ActionCreate = components['schemas']['ActionCreate'];

describeOnEachDatabase('Batches of reviews', (database) => {
  type Item = components['schemas']['ActionBatchReviewItem'];

  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const inReview = async (body: Partial<ActionCreate> = {}): Promise<Action> => {
    const assigned_actor_id = given.agent.actor_id;
    const { id } = await given.person.ok('createAction', {
      body: { title: 'Sew the hem', assigned_actor_id, status: 'ready', ...body },
    });
    return given.worker.ok('completeAction', {
      path: { id },
      body: { result_summary: 'It is sewn.' },
    });
  };

  const read = (id: string) => given.person.ok('getAction', { path: { id } });

  const approval = ({ id, version }: Action, more: Partial<Item> = {}): Item => ({
    id,
    version,
    decision: 'approve',
    ...more,
  });
  const rejection = ({ id, version }: Action): Item => ({
    id,
    version,
    decision: 'reject',
    reason: 'The thread is loose.',
  });

  const review = async (items: readonly Item[], by: ApiClient = given.person) =>
    (await by.ok('batchReviewActions', { body: { items: [...items] } })).items;

  const kindsOf = async (ids: readonly string[]): Promise<string[]> => {
    const rows: { kind: string }[] = await database()
      .knex('events')
      .whereIn('subject_id', [...ids])
      .orderBy('position')
      .select('kind');
    return rows.map(({ kind }) => kind);
  };
  const retries = () => app.logs.filter((line) => line.includes('retrying it'));
  const lastPosition = () => lastPositionOf(given);

  describe('batchReviewActions', () => {
    test('approves and rejects, in the order of the request, as the single verbs do', async () => {
      const actions = [await inReview(), await inReview(), await inReview()].toReversed();
      const [first, second, third] = actions;
      if (first === undefined || second === undefined || third === undefined) throw new Error();
      const before = await lastPosition();
      const entries = await review([
        approval(first, { comment: 'Well done.' }),
        rejection(second),
        approval(third),
      ]);
      expect(entries).toEqual([
        { id: first.id, status: 200, record: await read(first.id) },
        { id: second.id, status: 200, record: await read(second.id) },
        { id: third.id, status: 200, record: await read(third.id) },
      ]);
      expect(entries).toMatchObject([
        { record: { review: { state: 'approved' }, latest_note: { body: 'Well done.' } } },
        {
          record: {
            status: 'ready',
            review: { state: 'rejected' },
            latest_note: { body: 'The thread is loose.' },
            assigned_agent_id: given.agent.id,
          },
        },
        { record: { review: { state: 'approved' } } },
      ]);
      expect((await kindsOf(actions.map(({ id }) => id))).slice(-3)).toEqual([
        'action.approved',
        'action.rejected',
        'action.approved',
      ]);
      expect(await lastPosition()).toBe(before + 3);
      const news = await given.worker.ok('getAgentNews', { path: { id: given.agent.id } });
      expect(news.items.slice(-3).map(({ subject }) => subject.id)).toEqual(
        actions.map(({ id }) => id),
      );
    });

    test('refuses single items, which change nothing, while the others succeed', async () => {
      const [stale, reviewed, own, last] = [
        await inReview(),
        await inReview(),
        await inReview(),
        await inReview(),
      ];
      await given.person.ok('approveAction', { path: { id: reviewed.id } });
      await database()
        .knex('actions')
        .where({ id: own.id })
        .update({ completed_by_actor_id: given.owner.owner.id });
      const taken = await inReview({ source_key: `key ${stale.id}` });
      await given.person.ok('createAction', {
        body: { title: 'Again', source_key: `key ${stale.id}` },
      });
      const good = await inReview();
      const before = await lastPosition();
      const notes = await database().knex('notes').count({ all: '*' }).first();
      const entries = await review([
        { ...approval(stale), id: 'act_unknown' },
        { ...approval(stale, { comment: 'Late' }), version: stale.version - 1 },
        approval(reviewed),
        approval(good),
        approval(own),
        rejection(taken),
        rejection(last),
      ]);
      expect(entries.map(({ status, error }) => [status, error?.code])).toEqual([
        [404, 'NOT_FOUND'],
        [412, 'STALE_VERSION'],
        [409, 'NOT_IN_REVIEW'],
        [200, undefined],
        [403, 'SELF_REVIEW_FORBIDDEN'],
        [409, 'SOURCE_KEY_TAKEN'],
        [200, undefined],
      ]);
      expect(entries[1]).toEqual({
        id: stale.id,
        status: 412,
        error: {
          code: 'STALE_VERSION',
          message: expect.any(String),
          issues: [],
          details: { current_version: stale.version },
        },
      });
      for (const action of [stale, taken]) expect(await read(action.id)).toEqual(action);
      expect(await read(own.id)).toMatchObject({ version: own.version, review: own.review });
      expect((await kindsOf([good.id])).at(-1)).toBe('action.approved');
      expect((await kindsOf([last.id])).at(-1)).toBe('action.rejected');
      expect(await lastPosition()).toBe(before + 2);
      // Only the rejection that succeeded stores a note.
      const after = await database().knex('notes').count({ all: '*' }).first();
      expect(Number(after?.all)).toBe(Number(notes?.all) + 1);
    });

    test('may refuse all items; no event is then emitted', async () => {
      const action = await inReview();
      const before = await lastPosition();
      const items = [
        { ...approval(action), version: 99 },
        { ...approval(action), id: 'act_x' },
      ];
      expect((await review(items)).map(({ status }) => status)).toEqual([412, 404]);
      expect(await lastPosition()).toBe(before);
    });

    test('unblocks an action whose last two blockers it approves, once', async () => {
      const blocked = await given.person.ok('createAction', {
        body: { title: 'Iron the hem', status: 'ready', assigned_agent_id: given.agent.id },
      });
      const blockers: Action[] = [];
      for (const title of ['Pin', 'Sew']) {
        const { id } = await given.person.ok('createAction', {
          body: { title, status: 'ready', assigned_agent_id: given.agent.id },
        });
        await given.person.ok('addBlocker', { path: { id: blocked.id, blocker_id: id } });
        blockers.push(
          await given.worker.ok('completeAction', {
            path: { id },
            body: { result_summary: 'Done.' },
          }),
        );
      }
      await review(blockers.map((action) => approval(action)));
      const kinds = await kindsOf([blocked.id]);
      expect(kinds.filter((kind) => kind === 'action.unblocked')).toHaveLength(1);
    });

    test('refuses a repeated id, and texts of the other decision', async () => {
      const action = await inReview();
      const other = await inReview();
      const refusal = async (items: object[]) => {
        const { issues } = await given.person.fails(
          'batchReviewActions',
          { body: { items } },
          400,
          'VALIDATION_FAILED',
        );
        return issues.map(({ path }) => path);
      };
      const items = [approval(action), approval(other), rejection(action)];
      expect(await refusal(items)).toEqual(['body/items/2/id']);
      const decided = (more: object) =>
        refusal([approval(other), { ...approval(action), ...more }]);
      expect(await decided({ reason: 'No.' })).toEqual(['body/items/1/reason']);
      expect(await decided({ decision: 'reject' })).toEqual(['body/items/1/reason']);
      expect(await decided({ decision: 'reject', reason: 'No.', comment: 'No.' })).toEqual([
        'body/items/1/comment',
      ]);
      for (const { id } of [action, other]) {
        expect(await read(id)).toMatchObject({ review: { state: 'pending' } });
      }
    });

    test('returns the same response to a repetition', async () => {
      const [good, stale] = [await inReview(), await inReview()];
      const items = [approval(good), { ...approval(stale), version: 77 }];
      const body = { items, client_request_id: `batch ${good.id}` };
      const first = await given.person.call('batchReviewActions', { body });
      const position = await lastPosition();
      const second = await given.person.call('batchReviewActions', { body });
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(await lastPosition()).toBe(position);
    });

    test('takes agents that may review, and no others', async () => {
      const { token } = await addAgent(app, given.owner, { can_review: true });
      const reviewer = client(app, { bearer: token });
      const action = await inReview();
      const body = { items: [approval(action)] };
      await given.worker.fails('batchReviewActions', { body }, 403, 'FORBIDDEN');
      expect(await review(body.items, reviewer)).toMatchObject([
        { status: 200, record: { id: action.id, review: { state: 'approved' } } },
      ]);
    });

    test('sees no actions of other workspaces', async () => {
      const theirs = await aWorkspace(app, database());
      const action = await inReview();
      expect(await review([approval(action)], theirs.person)).toMatchObject([
        { id: action.id, status: 404, error: { code: 'NOT_FOUND' } },
      ]);
      expect(await read(action.id)).toEqual(action);
    });

    test('runs a bounded number of statements an item', async () => {
      const counts: number[] = [];
      for (const size of [1, 5, 9]) {
        const items: Item[] = [];
        for (let index = 0; index < size * 2; index += 1) {
          items.push((index % 2 === 0 ? approval : rejection)(await inReview()));
        }
        const body = { items };
        counts.push(
          await countStatements(database(), async () => {
            await given.person.ok('batchReviewActions', { body });
          }),
        );
      }
      const [one = 0, five = 0, nine = 0] = counts;
      expect(nine - five).toBe(five - one);
      // Those of an approval, of a rejection, and two for the savepoint of each.
      expect((nine - five) / 4).toBeLessThanOrEqual(30);
    });

    test('counts each rejection against the plan', async () => {
      const free = await aWorkspace(app, database());
      const finished: Action[] = [];
      for (const title of ['One', 'Two', 'Three']) {
        const { id } = await free.person.ok('createAction', {
          body: { title, status: 'ready', assigned_agent_id: free.agent.id },
        });
        const body = { result_summary: 'Done.' };
        finished.push(await free.worker.ok('completeAction', { path: { id }, body }));
      }
      await database().knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      // The plan allows 25, so that two of three are left.
      for (let open = 0; open < 23; open += 1) {
        await free.person.ok('createAction', {
          body: { title: 'Open', status: 'ready', assigned_agent_id: free.agent.id },
        });
      }
      const entries = await review(finished.map(rejection), free.person);
      expect(entries.map(({ status, error }) => [status, error?.code])).toEqual([
        [200, undefined],
        [200, undefined],
        [403, 'CAP_EXCEEDED'],
      ]);
    });

    test('ends its records once they exceed 4 MiB, and reviews the others too', async () => {
      const actions: Action[] = [];
      while (actions.length < 12) {
        // In JSON twice as long as in the database.
        actions.push(await inReview({ details: '"'.repeat(65_536) }));
      }
      const comment = '"'.repeat(65_536);
      const entries = await review(actions.map((action) => approval(action, { comment })));
      const records = entries.flatMap(({ record }) => record ?? []);
      expect(entries.map(({ status }) => status)).toEqual(actions.map(() => 200));
      expect(records.length).toBeGreaterThan(1);
      expect(records.length).toBeLessThan(12);
      expect(Buffer.byteLength(JSON.stringify(records))).toBeLessThanOrEqual(4 * 1024 * 1024);
      expect(entries.at(-1)).toEqual({ id: actions.at(-1)?.id, status: 200 });
      const lastId = actions.at(-1)?.id ?? '';
      expect(await read(lastId)).toMatchObject({ review: { state: 'approved' } });
    });

    test('concurrent batches in opposite order decide each action once', async () => {
      const actions: Action[] = [];
      while (actions.length < 20) actions.push(await inReview());
      const batches = await Promise.all([
        review(actions.map((action) => approval(action))),
        review(actions.toReversed().map(rejection)),
      ]);
      for (const { id } of actions) {
        const statuses = batches.flatMap((entries) =>
          entries.filter((entry) => entry.id === id).map(({ status }) => status),
        );
        expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
        const kinds = (await kindsOf([id])).filter((kind) => /approved|rejected/.test(kind));
        expect(kinds).toHaveLength(1);
      }
      expect(retries()).toEqual([]);
    });

    test('concurrent batches that unblock the same actions do not deadlock', async () => {
      const sides: Action[][] = [[], []];
      for (const side of sides) while (side.length < 10) side.push(await inReview());
      const [some = [], others = []] = sides;
      const dependents: string[] = [];
      for (const [index, one] of some.entries()) {
        const { id } = await given.person.ok('createAction', {
          body: { title: 'Iron', status: 'ready', assigned_agent_id: given.agent.id },
        });
        dependents.push(id);
        for (const blocker of [one, others.at(-1 - index)]) {
          await given.person.ok('addBlocker', { path: { id, blocker_id: blocker?.id ?? '' } });
        }
      }
      await Promise.all(sides.map((side) => review(side.map((action) => approval(action)))));
      const kinds = await kindsOf(dependents);
      expect(kinds.filter((kind) => kind === 'action.unblocked')).toHaveLength(10);
      expect(retries()).toEqual([]);
    });

    test('concurrent single reviews and batches decide each action once', async () => {
      const actions: Action[] = [];
      while (actions.length < 10) actions.push(await inReview());
      const singles = actions
        .toReversed()
        .map(({ id }) =>
          given.person.call('rejectAction', { path: { id }, body: { reason: 'No.' } }),
        );
      const [entries, ...responses] = await Promise.all([
        review(actions.map((action) => approval(action))),
        ...singles,
      ]);
      const statuses = responses.map(({ status }) => status).toReversed();
      expect(entries.map(({ status }) => (status === 200 ? 409 : 200))).toEqual(statuses);
    });
  });
});

type Schemas = components['schemas'];

describeOnEachDatabase('Imports of actions', (database) => {
  type Item = Schemas['ActionImportItem'];

  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const load = async (items: Item[], more: Partial<Schemas['ActionImport']> = {}) =>
    (await given.person.ok('importActions', { body: { items, ...more } })).items;
  const titlesOf = async (text: string) => {
    const { items } = await given.person.ok('listActions', { query: { q: text } });
    return items.map(({ title }) => title).toSorted();
  };
  const hem = (key: string, more: Partial<Item> = {}): Item => ({
    import_key: key,
    title: `Hem ${key.replaceAll(':', ' ')}`,
    ...more,
  });

  describe('importActions', () => {
    test('creates work with its labels, times, notes and links, as it stood', async () => {
      const domain = await given.person.ok('createDomain', { body: { name: 'Costumes' } });
      const project = await given.person.ok('createProject', {
        body: { title: 'Winter show', domain_id: domain.id },
      });
      await given.person.ok('createAction', { body: { title: 'Cut', labels: ['Front'] } });
      const url = 'https://jira.example.com/browse/SHOW-1';
      const before = await lastPositionOf(given);
      const entries = await load(
        [
          hem('old:SHOW-1', {
            details: 'In *blue*',
            labels: [' FRONT ', 'Sound'],
            priority: 3,
            status: 'ready',
            due_at: '2026-01-05T12:00:00+02:00',
            created_at: '2026-01-02T10:00:00Z',
            notes: [
              { body: '**Mo** wrote: Second', created_at: '2026-01-04T10:00:00Z' },
              { body: '**Mo** wrote: First', created_at: '2026-01-03T10:00:00Z' },
            ],
            links: [{ url, title: 'Jira SHOW-1' }, { url }],
          }),
          hem('old:SHOW-2', {
            status: 'done',
            created_at: '2026-01-02T10:00:00Z',
            completed_at: '2026-01-03T10:00:00Z',
          }),
          hem('old:SHOW-3', { status: 'dropped' }),
          hem('old:SHOW-4', { status: 'waiting' }),
          hem('old:SHOW-5', { status: 'done', due_at: null, created_at: null, notes: [] }),
          hem('old:SHOW-6', { status: 'inbox', details: null }),
        ],
        { project_id: project.id },
      );
      expect(entries.map(({ is_new: isNew }) => isNew)).toEqual(entries.map(() => true));
      const ids = entries.map(({ action_id: id }) => id ?? '');
      const { visible } = await given.person.ok('batchGetActions', { query: { ids } });
      expect(visible.map(({ status }) => status)).toEqual([
        'ready',
        'done',
        'dropped',
        'waiting',
        'done',
        'inbox',
      ]);
      const [open, done] = visible;
      expect(open).toMatchObject({
        details: 'In *blue*',
        labels: ['Front', 'Sound'],
        priority: 3,
        project_id: project.id,
        domain_id: domain.id,
        due_at: '2026-01-05T10:00:00.000Z',
        created_at: '2026-01-02T10:00:00.000Z',
        created_by_actor_id: given.owner.owner.id,
        assigned_actor_id: null,
      });
      const numbers = visible.map(({ key }) => Number(key.split('-')[1]));
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
      expect(done).toMatchObject({
        completed_at: '2026-01-03T10:00:00.000Z',
        completed_by_actor_id: null,
        requires_review: false,
        review: { state: 'none' },
      });
      const path = { id: ids[0] ?? '' };
      const notes = await given.person.ok('listActionNotes', { path });
      expect(notes.items.map(({ body, created_at: at }) => [body, at])).toEqual([
        ['**Mo** wrote: Second', '2026-01-04T10:00:00.000Z'],
        ['**Mo** wrote: First', '2026-01-03T10:00:00.000Z'],
      ]);
      const listed = await given.person.ok('listActions', { query: { label: ['sound'] } });
      expect(listed.items.map(({ id, latest_note: note }) => [id, note?.body])).toEqual([
        [path.id, '**Mo** wrote: Second'],
      ]);
      const links = await given.person.ok('listLinks', { query: { action_id: path.id } });
      expect(links.items.map((link) => [link.url, link.title])).toEqual([[url, 'Jira SHOW-1']]);
      const { items: events } = await given.person.ok('readEvents', {
        query: { limit: 200, subject_id: path.id },
      });
      expect(events).toMatchObject([{ kind: 'action.created', imported: true }]);
      expect(await lastPositionOf(given)).toBe(before + 6 + 2 + 1);
      // Done and dropped work can be opened again.
      await given.person.ok('reopenAction', { path: { id: ids[1] ?? '' }, body: {} });
    });

    test('knows a key for ever, in the same request order or another, in turns or at once', async () => {
      const items = Array.from({ length: 30 }, (_, index) =>
        hem(`old:ENG-${index}`, { status: 'done', labels: [`l${index}`, 'same'] }),
      );
      const trial = await load(items.slice(0, 2), { dry_run: true });
      expect(trial).toEqual(
        items.slice(0, 2).map((item) => ({
          import_key: item.import_key,
          action_id: null,
          is_new: true,
        })),
      );
      expect(await titlesOf('ENG')).toEqual([]);
      const sent = [items, items.toReversed(), items.slice(10), items.slice(0, 20).toReversed()];
      const results = await Promise.all(sent.map((each) => load(each)));
      const made = results.flat().filter(({ is_new: isNew }) => isNew);
      expect(made).toHaveLength(30);
      const idOf = new Map(made.map(({ import_key: key, action_id: id }) => [key, id]));
      for (const entry of results.flat()) expect(entry.action_id).toBe(idOf.get(entry.import_key));
      const again = await load([...items.slice(0, 1), hem('old:ENG-new')], { dry_run: true });
      expect(again).toEqual([
        { import_key: 'old:ENG-0', action_id: idOf.get('old:ENG-0'), is_new: false },
        { import_key: 'old:ENG-new', action_id: null, is_new: true },
      ]);
      // Keys of other workspaces do not count.
      const theirs = await aWorkspace(app, database());
      const body = { items: items.slice(0, 1) };
      const other = await theirs.person.ok('importActions', { body });
      expect(other.items[0]?.is_new).toBe(true);
    });

    test('refuses the whole request with the path of its fault, and for everybody else', async () => {
      const future = new Date(Date.now() + 60_000).toISOString();
      const good = hem('csv:good');
      const faults: readonly (readonly [Item, string])[] = [
        [good, 'body/items/1/import_key'],
        [hem('csv:1', { created_at: future }), 'body/items/1/created_at'],
        [hem('csv:1', { completed_at: '2026-01-01T00:00:00Z' }), 'body/items/1/completed_at'],
        [hem('csv:1', { status: 'done', completed_at: future }), 'body/items/1/completed_at'],
        [hem('csv:1', { labels: ['x'.repeat(51)] }), 'body/items/1/labels/0'],
        [hem('csv:1', { labels: ['One', 'one'] }), 'body/items/1/labels/1'],
        [
          hem('csv:1', { notes: [{ body: 'Late', created_at: future }] }),
          'body/items/1/notes/0/created_at',
        ],
      ];
      for (const [item, path] of faults) {
        const body = { items: [good, item] };
        const fault = await given.person.fails('importActions', { body }, 400, 'VALIDATION_FAILED');
        expect(fault.issues[0]?.path).toBe(path);
      }
      for (const dryRun of [true, false]) {
        const body = { items: [good], project_id: 'prj_unknown', dry_run: dryRun };
        await given.person.fails('importActions', { body }, 422, 'INVALID_REFERENCE');
      }
      await given.worker.fails('importActions', { body: { items: [good] } }, 403, 'WRONG_ACTOR');
      expect(await titlesOf('good')).toEqual([]);
    });

    test('tells no agent, webhook or mail, and runs as many statements for all sizes', async () => {
      const { id } = await given.person.ok('createWebhook', {
        body: { url: 'https://receiver.example.com/imports' },
      });
      const counts: number[] = [];
      for (const size of [2, 50]) {
        const items = Array.from({ length: size }, (_, index) =>
          hem(`github:${size}/${index}`, {
            labels: [`of ${size}`],
            notes: [{ body: 'One' }, { body: 'Two' }],
            links: [{ url: 'https://example.com/1', title: null }],
          }),
        );
        counts.push(await countStatements(database(), () => load(items)));
      }
      expect(counts[1]).toBe(counts[0]);
      const webhook: OwnedKey = [given.workspaceId, id];
      const now = new Date().toISOString();
      const read = { now, settings: serverSettings(app.config), gatherMs: 0 };
      let enqueued = await enqueueDeliveries(database(), webhook, read);
      while (enqueued?.hasMore === true) {
        enqueued = await enqueueDeliveries(database(), webhook, read);
      }
      await given.person.ok('createAction', { body: { title: 'By hand' } });
      await enqueueDeliveries(database(), webhook, read);
      const sent: { kind: string }[] = await database()
        .knex('webhook_deliveries')
        .where({ workspace_id: given.workspaceId })
        .select('kind');
      expect(sent.map(({ kind }) => kind)).toEqual(['webhook.created', 'action.created']);
      const news = await given.worker.ok('getAgentNews', { path: { id: given.agent.id } });
      expect(news.items).toEqual([]);
    });
  });

  describe('callboard load', () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'callboard-load-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    const command = async (args: readonly string[]) => {
      const { email, password } = given.owner;
      return runHere([...args, '--url', app.url, '--email', email], {}, `${password}\n`);
    };
    const loadFile = (file: string, from: string, ...more: readonly string[]) =>
      command(['load', join(__dirname, '..', 'support', 'imports', file), '--from', from, ...more]);
    const titled = async (q: string) => {
      const { items } = await given.person.ok('listActions', { query: { q } });
      return items[0];
    };

    test.each([
      ['jira.csv', 'jira', 3, 3],
      ['linear.csv', 'linear', 3, 3],
      ['github-cli.json', 'github', 2, 2],
      ['github-rest.json', 'github', 2, 1],
      ['other.csv', 'csv', 3, 3],
    ])('%s creates each action once', async (file, from, all, fresh) => {
      const trial = await loadFile(file, from, '--dry-run');
      expect(trial).toMatchObject({ code: 0, out: expect.stringMatching(/^Would create \d act/) });
      const { out } = await loadFile(file, from, '--site', 'https://show.example.com/');
      expect(out).toMatch(new RegExp(`^Created ${fresh} actions?\\.`));
      expect(out).toContain('Not mapped:');
      const again = await loadFile(file, from);
      expect(again.out).toMatch(
        new RegExp(`^Created 0 actions. Imported before, not updated: ${all}\\.`),
      );
    });

    test('maps labels, priorities, dates, states, comments and links', async () => {
      const cloak = await titled('winter cloak');
      expect(cloak).toMatchObject({
        status: 'inbox',
        priority: 4,
        labels: ['costumes', 'winter'],
        due_at: '2026-12-04T17:00:00.000Z',
        created_at: '2026-11-02T09:15:00.000Z',
        details: 'h2. Cloak\n\nBlue velvet, lined.',
        latest_note: { body: '**ada** wrote:\n\nNavy.', created_at: '2026-11-03T13:00:00.000Z' },
      });
      const query = { action_id: cloak?.id ?? '', sort: 'created_at' as const };
      const { items: links } = await given.person.ok('listLinks', { query });
      expect(new Set(links.map(({ url }) => url))).toEqual(
        new Set([
          'https://show.example.com/attachment/1/cloak.png',
          'https://show.example.com/browse/SHOW-1',
        ]),
      );
      expect(await titled('fog machine')).toMatchObject({ status: 'dropped', priority: 1 });
      expect(await titled('posters')).toMatchObject({
        status: 'done',
        completed_at: '2026-10-05T16:00:00.000Z',
        due_at: '2026-10-06T23:59:59.000Z',
      });
      expect(await titled('prices with')).toMatchObject({ status: 'done' });
      expect(await titled('cheques')).toMatchObject({ status: 'dropped' });
      expect(await titled('chairs')).toMatchObject({ labels: expect.any(Array) });
    });

    const report = async (content: string, from: string) => {
      const file = join(folder, 'odd.csv');
      await writeFile(file, content);
      return command(['load', file, '--from', from, '--dry-run']);
    };
    const mapless = (out: string) =>
      out
        .split('\n')
        .slice(5)
        .map((line) => line.trim().replaceAll(/ {2,}/g, '|'))
        .filter((line) => line !== '')
        .toSorted();

    test.each([
      [
        'days that no month has',
        'csv',
        `title,due,created
One,2026-02-30,2026-02-30T10:00:00Z
Two,2026-12-32,Mon Feb 30 2026 10:00:00 GMT+0000
Three,31/Apr/26 3:04 PM,29/Feb/24
`,
        [
          'created|2026-02-30T10:00:00Z|1',
          'created|Mon Feb 30 2026 10:00:00 GMT+0000|1',
          'due|2026-02-30|1',
          'due|2026-12-32|1',
          'due|31/Apr/26 3:04 PM|1',
        ],
      ],
      [
        'second columns, times to come, times of open work and long comments',
        'csv',
        `title,Title,summary,status,created,completed,comments
One,Two,One,open,2026-01-01,2026-01-02,${'x'.repeat(65_537)}
,Only,,done,2999-01-01,2999-01-02,
Dropped,,,dropped,,2026-01-02,Short
`,
        [
          'Title|of a second column|1',
          'comments|the end of a long comment|1',
          'completed|2999-01-02|1',
          'completed|a time on dropped work|1',
          'completed|a time on open work|1',
          'completed|no valid time: the import time is used|1',
          'created|2999-01-01|1',
        ],
      ],
      [
        'done work without a time of completion',
        'csv',
        `title,status,completed
One,done,
Two,Resolved,
Three,closed,2026-01-02
Four,canceled,
`,
        ['completed|no valid time: the import time is used|2'],
      ],
      [
        'closed issues without closedAt',
        'github',
        JSON.stringify(
          [
            { title: 'One', state: 'CLOSED' },
            { title: 'Two', state: 'CLOSED', closedAt: null },
            { title: 'Three', state: 'OPEN' },
            { title: 'Four', state: 'CLOSED', stateReason: 'NOT_PLANNED' },
          ].map((issue, at) => ({ ...issue, url: `https://github.com/acme/shop/issues/${at}` })),
        ),
        [
          'closedAt|absent: add closedAt to --json|1',
          'closedAt|no valid time: the import time is used|2',
        ],
      ],
      [
        'pull requests of gh pr list',
        'github',
        JSON.stringify([
          { title: 'One', state: 'MERGED', url: 'https://github.com/acme/shop/issues/1' },
          { title: 'Two', state: 'MERGED' },
          { title: 'Three', state: 'OPEN', url: 'https://github.com/acme/shop/pull/3' },
          { title: 'Four', state: 'CLOSED', url: 'https://git.example.com/acme/shop/pull/4' },
          { title: 'Five', state: 'OPEN', url: 'https://github.com/acme/pull/issues/5' },
        ]),
        ['pull_request|a pull request, which is no issue|4'],
      ],
      [
        'times of creation after the completion',
        'csv',
        `title,status,created,completed
One,done,2026-01-03,2026-01-02
Two,done,2026-01-02T10:00:00Z,2026-01-02T09:00:00Z
Three,done,2026-01-02T10:00:00Z,2026-01-02
`,
        ['created|later than the completion|2'],
      ],
    ])('lists %s as not mapped', async (_what, from, content, lost) => {
      const { code, out, err } = await report(content, from);
      expect([code, err]).toEqual([0, '']);
      expect(mapless(out)).toEqual(lost);
    });

    test('ends no work before its creation', async () => {
      const file = join(folder, 'order.csv');
      const rows = [
        'Gel one,done,2026-01-03,2026-01-02',
        'Gel two,done,,2026-01-02T09:00:00Z',
        'Gel three,done,2026-01-02T10:00:00Z,2026-01-02',
        'Gel four,done,2026-01-02,2026-01-03',
      ];
      await writeFile(file, `title,status,created,completed\n${rows.join('\n')}\n`);
      expect(await command(['load', file, '--from', 'csv'])).toMatchObject({ code: 0 });
      const times = rows.map(async (row) => {
        const action = await titled(row.split(',').slice(0, 1).join());
        return [action?.created_at, action?.completed_at];
      });
      expect(await Promise.all(times)).toEqual([
        ['2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
        ['2026-01-02T09:00:00.000Z', '2026-01-02T09:00:00.000Z'],
        ['2026-01-02T10:00:00.000Z', '2026-01-02T10:00:00.000Z'],
        ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'],
      ]);
    });

    test.each([
      ['2026-03-31', '2026-03-31T23:59:59.000Z'],
      ['2026-03-31 00:00', '2026-03-31T23:59:59.000Z'],
      ['2026-03-31 00:00:00', '2026-03-31T23:59:59.000Z'],
      ['2026-03-31T00:00:00.000', '2026-03-31T23:59:59.000Z'],
      ['31/Mar/26 12:00 AM', '2026-03-31T23:59:59.000Z'],
      ['31/Mar/26 00:00', '2026-03-31T23:59:59.000Z'],
      ['2026-03-31T00:00:00Z', '2026-03-31T00:00:00.000Z'],
      ['2026-03-31T00:00:00+02:00', '2026-03-30T22:00:00.000Z'],
      ['2026-03-31 00:00:01', '2026-03-31T00:00:01.000Z'],
    ])('reads the due date %s', async (due, at) => {
      const file = join(folder, 'due.csv');
      const title = `Flat due ${due.replaceAll(/\W/g, '')}`;
      await writeFile(file, `Issue key,Summary,Due date\n${due},${title},${due}\n`);
      const { out } = await command(['load', file, '--from', 'jira', '--source', 'due']);
      expect(out).toBe('Created 1 action.\n');
      const { items } = await given.person.ok('listActions', { query: { q: 'Flat due' } });
      expect(items.find((item) => item.title === title)?.due_at).toBe(at);
    });

    test('names the row of a fault, and then creates nothing', async () => {
      const rows = 'x\n'.repeat(50_001);
      const files: readonly (readonly [string | Buffer, RegExp])[] = [
        [Buffer.from('title\nGood\nCaf\xe9\n', 'latin1'), /^Line 3 of the file is not UTF-8/],
        [Buffer.from('\ufefftitle\n', 'utf16le'), /^Line 1 of the file is UTF-16/],
        ['title,labels\nGood,x\n"Open,y\nmore\n', /^Row 3 of the file has a quote that is not/],
        ['title\nGood\nOne,two\n', /^Row 3 of the file has more cells/],
        ['title,labels\nGood,x\n,y\n', /^Row 3 of the file has no title/],
        ['title\nGood\n\u200b\u2800\n', /^Row 3 of the file has a title without a visible char/],
        ['id;title\n1;Good\n1;Again\n', /^Row 3 of the file has the same id as row 2/],
        ['name of it\nGood\n', /^Row 1 of the file has no column title/],
        [`title\n${rows}`, /^The file has more than 50,000 rows/],
        ['', /^The file has no issues/],
      ];
      const before = await lastPositionOf(given);
      for (const [content, fault] of files) {
        const file = join(folder, 'bad.csv');
        await writeFile(file, content);
        const { code, err } = await command(['load', file, '--from', 'csv']);
        expect([code, err]).toEqual([1, expect.stringMatching(fault)]);
      }
      for (const [content, fault] of [
        ['[{"title":', /^The file is no JSON/],
        ['{}', /^The file must be a JSON array/],
        ['[{"title":"One"}]', /^Issue 1 of the file has no url/],
      ] as const) {
        const file = join(folder, 'bad.json');
        await writeFile(file, content);
        const { code, err } = await command(['load', file, '--from', 'github']);
        expect([code, err]).toEqual([1, expect.stringMatching(fault)]);
      }
      const wrongMap = await loadFile('other.csv', 'csv', '--map', 'owner=Owner');
      expect(wrongMap).toMatchObject({ code: 2, err: expect.stringMatching(/^--map must be/) });
      const lost = await loadFile('other.csv', 'csv', '--source', 'b', '--project', 'prj_x');
      expect(lost).toMatchObject({ code: 1, err: expect.stringContaining('INVALID_REFERENCE') });
      expect(await lastPositionOf(given)).toBeGreaterThanOrEqual(before);
      expect(await titlesOf('Good')).toEqual([]);
    });

    test('names the row that the service refuses', async () => {
      const file = join(folder, 'refused.csv');
      const rows = Array.from({ length: 100 }, (_, index) => `early ${index},Early\n`).join('');
      await writeFile(file, `id,title\n${rows}late,Late\nno\0key,Late\n`);
      const { code, err } = await command(['load', file, '--from', 'csv']);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^Row 103: VALIDATION_FAILED: .* Created 100 actions before\.\n$/),
      ]);
    });

    test('says what is wrong with the sign-in, the server and the person, without a row', async () => {
      const file = join(folder, 'good.csv');
      await writeFile(file, '\ufeffsep=;\r\nid;title\r\nsep-1;Separated, by Excel\r\n');
      const args = ['load', file, '--from', 'csv'];
      expect(await command([...args, '--dry-run'])).toMatchObject({
        out: 'Would create 1 action.\n',
      });
      const from = (url: string, email: string, input: string) =>
        runHere([...args, '--url', url, '--email', email], {}, input);
      const { email } = given.owner;
      expect(await from(app.url, email, 'not the password\n')).toMatchObject({
        code: 1,
        err: 'The address or the password is wrong.\n',
      });
      const unreachable = 'http://127.0.0.1:1';
      const noAnswer = `No answer from ${unreachable}: is the server running?`;
      expect(await from(unreachable, email, 'any password\n')).toMatchObject({
        code: 1,
        err: `${noAnswer}\n`,
      });
      const alone = await runHere([...args, '--url', unreachable]);
      expect(alone.err).toBe(`${noAnswer}\n`);
      const asAgent = await runHere(['list', '--url', app.url, '--token', 'no token']);
      expect(asAgent.err).toMatch(/^The service refused the credential/);
      const invited = { email: `member-${given.workspaceId}@example.com`, role: 'member' } as const;
      const { token = '' } = await given.person.ok('createInvitation', { body: invited });
      const { password } = given.owner;
      await client(app).ok('acceptInvitation', { body: { token, password } });
      const refused = await from(app.url, invited.email, `${password}\n`);
      expect(refused.err).toMatch(/^[A-Z_]+: .* Nothing was created\.\n$/);
    });

    test('callboard list prints CSV in which no cell is a formula', async () => {
      for (const title of ['=1+1', '＋2', '-3', '@4', '"quoted", with a comma']) {
        await given.person.ok('createAction', { body: { title, details: '\t=5', priority: 4 } });
      }
      const filters = ['--filter', 'priority=4', '--filter', 'sort=created_at'];
      const { code, out } = await runHere(['list', '--csv', '--url', app.url, ...filters], {
        TOKEN: given.token,
      });
      expect(code).toBe(0);
      const cells = out.split('\r\n').map((line) => line.split('","'));
      expect(cells[0]?.slice(0, 3)).toEqual(['"key', 'id', 'title']);
      const found = cells.filter(([, id = '']) => id.startsWith('act_')).slice(-5);
      expect(found.map((row) => row[2])).toEqual([
        "'=1+1",
        "'＋2",
        "'-3",
        "'@4",
        '""quoted"", with a comma',
      ]);
      expect(found[0]?.at(-1)).toBe(`'\t=5"`);
      const lines = await runHere(['list', '--url', app.url, ...filters], { TOKEN: given.token });
      expect(lines.out).toMatch(/^[A-Z0-9]+-\d+ +inbox +=1\+1$/m);
    });
  });
});

type Question = Schemas['Question'];

describeOnEachDatabase('Batches of answers', (database) => {
  type Item = Schemas['QuestionBatchRespondItem'];

  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const ask = (more: Partial<Schemas['QuestionCreate']> = {}): Promise<Question> =>
    given.worker.ok('createQuestion', {
      body: { question: 'Which logo?', on_answer: 'I print it.', ...more },
    });
  const anAction = () =>
    given.person.ok('createAction', {
      body: { title: 'Print the poster', status: 'ready', assigned_agent_id: given.agent.id },
    });
  const readAction = (id: string) => given.person.ok('getAction', { path: { id } });
  const read = (id: string) => given.person.ok('getQuestion', { path: { id } });

  const answer = ({ id, version }: Question, more: Partial<Item> = {}): Item => ({
    id,
    version,
    response: 'The new one',
    ...more,
  });
  const respond = async (items: readonly Item[], by: ApiClient = given.person) =>
    (await by.ok('batchRespondQuestions', { body: { items: [...items] } })).items;

  const eventsAfter = async (position: number): Promise<string[]> => {
    const rows: { kind: string }[] = await database()
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .where('position', '>', position)
      .orderBy('position')
      .select('kind');
    return rows.map(({ kind }) => kind);
  };
  const lastPosition = () => lastPositionOf(given);

  describe('batchRespondQuestions', () => {
    test('answers in the order of the request, and ends the wait of the action', async () => {
      const action = await anAction();
      const [one, two] = [
        await ask({ action_id: action.id, blocking: true }),
        await ask({ action_id: action.id, blocking: true }),
      ];
      const free = await ask();
      const before = await lastPosition();
      const entries = await respond([
        answer(free, { response_comment: 'As agreed.' }),
        answer(two),
        answer(one),
      ]);
      expect(entries).toEqual([
        { id: free.id, status: 200, record: await read(free.id) },
        { id: two.id, status: 200, record: await read(two.id) },
        { id: one.id, status: 200, record: await read(one.id) },
      ]);
      expect(entries[0]?.record).toMatchObject({
        state: 'answered',
        response: 'The new one',
        response_comment: 'As agreed.',
        responded_by_actor_id: given.owner.owner.id,
      });
      expect((await readAction(action.id)).status).toBe('ready');
      expect(await eventsAfter(before)).toEqual([
        'question.answered',
        'question.answered',
        'action.updated',
        'question.answered',
      ]);
    });

    test('refuses single items, which change nothing, while the others succeed', async () => {
      const action = await anAction();
      const [ended, choice, stale, good] = [
        await ask(),
        await ask({
          action_id: action.id,
          blocking: true,
          choices: ['The old one'],
          allow_free_text: false,
        }),
        await ask(),
        await ask(),
      ];
      await given.person.ok('dismissQuestion', { path: { id: ended.id } });
      const before = await lastPosition();
      const entries = await respond([
        { ...answer(good), id: 'qst_unknown' },
        answer(choice),
        answer(ended),
        answer(good),
        answer(stale, { version: 7 }),
      ]);
      expect(entries.map(({ status, error }) => [status, error?.code])).toEqual([
        [404, 'NOT_FOUND'],
        [422, 'INVALID_CHOICE'],
        [409, 'ALREADY_RESOLVED'],
        [200, undefined],
        [412, 'STALE_VERSION'],
      ]);
      expect(entries[2]?.error?.details).toEqual({ state: 'dismissed' });
      expect(await eventsAfter(before)).toEqual(['question.answered']);
      expect(await read(choice.id)).toEqual(choice);
      expect(await read(stale.id)).toEqual(stale);
      expect((await readAction(action.id)).status).toBe('waiting');
    });

    test('lets an agent answer only its own questions, which close', async () => {
      const own = await ask();
      const other = await aWorkspace(app, database());
      expect(await respond([answer(own)], other.person)).toMatchObject([{ status: 404 }]);
      expect(await respond([answer(own)], given.worker)).toMatchObject([
        { status: 200, record: { state: 'closed' } },
      ]);
    });

    test('refuses a repeated id', async () => {
      const question = await ask();
      const items = [answer(question), answer(question, { response: 'The old one' })];
      const sent = { body: { items } };
      const { issues } = await given.person.fails(
        'batchRespondQuestions',
        sent,
        400,
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toEqual(['body/items/1/id']);
      expect(await read(question.id)).toEqual(question);
    });

    test('returns the same response to a repetition', async () => {
      const question = await ask();
      const items = [answer(question), { ...answer(question), id: 'qst_unknown' }];
      const body = { items, client_request_id: `answers ${question.id}` };
      const first = await given.person.call('batchRespondQuestions', { body });
      const before = await lastPosition();
      const second = await given.person.call('batchRespondQuestions', { body });
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(await eventsAfter(before)).toEqual([]);
    });

    test('concurrent batches in opposite order end each question once', async () => {
      const questions: Question[] = [];
      const actions = [await anAction(), await anAction()];
      for (let asked = 0; asked < 20; asked += 1) {
        const about = actions[asked % 2]?.id ?? null;
        questions.push(await ask({ action_id: about, blocking: true }));
      }
      const before = await lastPosition();
      const batches = await Promise.all([
        respond(questions.map((question) => answer(question))),
        respond(questions.toReversed().map((question) => answer(question, { response: 'None' }))),
      ]);
      for (const { id } of questions) {
        const statuses = batches.flatMap((entries) =>
          entries.filter((entry) => entry.id === id).map(({ status }) => status),
        );
        expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
      }
      const kinds = await eventsAfter(before);
      expect(kinds.filter((kind) => kind === 'question.answered')).toHaveLength(20);
      expect(kinds.filter((kind) => kind === 'action.updated')).toHaveLength(2);
      for (const { id } of actions) expect((await readAction(id)).status).toBe('ready');
      expect(app.logs.filter((line) => line.includes('retrying it'))).toEqual([]);
    });
  });
});

// One row more than a statement takes.
const many = 501;

describeOnEachDatabase('More rows than one statement takes', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let other: AgentWithToken;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    other = await addAgent(app, given.owner);
  });
  afterAll(() => app.close());

  /** Copies the row with that id until there are `many` rows. */
  const multiply = async (table: string, id: string) => {
    const { knex } = database();
    const row = await knex(table).where({ id }).first();
    const copies = Array.from({ length: many - 1 }, (_, n) => ({
      ...row,
      id: `${id}_${n}`,
      ...(table === 'actions' && { number: nextNumber() }),
    }));
    await knex.batchInsert(table, copies, 50);
  };
  const count = async (table: string, columns: object): Promise<number> => {
    const [row] = await database().knex(table).where(columns).count({ n: '*' });
    return Number(row?.n);
  };
  const anAction = (body: object = {}) =>
    given.person.ok('createAction', { body: { title: 'Sew', status: 'ready', ...body } });

  test('revoking an agent unassigns all its actions, ends its claims and pauses its orders', async () => {
    const { agent, token } = other;
    const assigned = await anAction({ assigned_agent_id: agent.id });
    await multiply('actions', assigned.id);
    const claimed = await anAction();
    await client(app, { bearer: token }).ok('claimAction', { path: { id: claimed.id } });
    await multiply('actions', claimed.id);
    const order = await given.person.ok('createOrder', {
      body: { agent_id: agent.id, name: 'Keep' },
    });
    await multiply('orders', order.id);
    await given.person.ok('revokeAgent', { path: { id: agent.id } });
    expect([
      await count('actions', { assigned_actor_id: agent.actor_id }),
      await count('actions', { claimed_by_actor_id: agent.actor_id }),
      await count('orders', { agent_id: agent.id, state: 'active' }),
      await count('orders', { agent_id: agent.id, state: 'paused' }),
    ]).toEqual([0, 0, 0, many]);
  });

  test('dropping an action dismisses all questions about it', async () => {
    const { id } = await anAction();
    const question = await given.worker.ok('createQuestion', {
      body: { question: 'Which?', on_answer: 'Do it', action_id: id, blocking: false },
    });
    await multiply('agent_requests', question.id);
    await given.person.ok('dropAction', { path: { id }, body: { reason: 'No longer' } });
    expect(await count('agent_requests', { action_id: id, status: 'open' })).toBe(0);
    expect(await count('events', { action_id: id, kind: 'question.dismissed' })).toBe(many);
  });

  test('duplicating a template copies all its actions', async () => {
    const { id } = await given.person.ok('createProject', {
      body: { title: 'Template', is_template: true },
    });
    const action = await anAction({ project_id: id });
    await multiply('actions', action.id);
    const copy = await given.person.ok('duplicateProject', {
      path: { id },
      body: { title: 'Copy' },
    });
    expect(await count('actions', { project_id: copy.id })).toBe(many);
  });

  test('closing a project drops all its actions', async () => {
    const { id } = await given.person.ok('createProject', { body: { title: 'Over' } });
    const action = await anAction({ project_id: id });
    await multiply('actions', action.id);
    await given.person.ok('updateProject', {
      path: { id },
      body: { state: 'dropped', close_actions: true },
    });
    expect(await count('actions', { project_id: id, status: 'dropped' })).toBe(many);
  });
});

describeOnEachDatabase('Batches of changes', (database) => {
  type Item = components['schemas']['ActionBatchUpdateItem'];

  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const create = (body: Partial<ActionCreate> = {}): Promise<Action> =>
    given.person.ok('createAction', { body: { title: 'Sew the hem', ...body } });
  const send = (items: Item[]) => given.person.ok('batchUpdateActions', { body: { items } });

  test('changes and drops each item as the single verbs do, and says what was refused', async () => {
    const [changed, labelled, dropped, stale, done] = await Promise.all([
      create(),
      create({ labels: ['Costume', 'blue'] }),
      create({ status: 'ready' }),
      create(),
      create(),
    ]);
    await given.person.ok('completeAction', {
      path: { id: done.id },
      body: { result_summary: 'Sewn' },
    });
    const agent = given.agent.actor_id;
    const before = await lastPositionOf(given);
    const { items } = await send([
      { ...of(changed), changes: { priority: 3, assigned_actor_id: agent, status: 'ready' } },
      { ...of(labelled), add_labels: ['urgent', 'COSTUME'], remove_labels: ['blue', 'absent'] },
      { ...of(dropped), drop: { reason: 'Too late' } },
      { ...of(stale), version: 7, changes: { priority: 1 } },
      { ...of(done), version: 2, drop: {} },
      { id: 'act_unknown', version: 1, changes: { priority: 1 } },
    ]);
    expect(items.map(({ status }) => status)).toEqual([200, 200, 200, 412, 409, 404]);
    expect(items[0]?.record).toMatchObject({ priority: 3, assigned_actor_id: agent, version: 2 });
    expect(items[1]?.record).toMatchObject({ labels: ['Costume', 'urgent'] });
    expect(items[2]?.record).toMatchObject({ status: 'dropped' });
    expect(items.slice(3).map(({ error }) => error?.code)).toEqual([
      'STALE_VERSION',
      'ALREADY_TERMINAL',
      'NOT_FOUND',
    ]);
    const after = await lastPositionOf(given);
    expect(after - before).toBe(3);
  });

  test('is undone by the earlier values with the new versions', async () => {
    const actions = [await create({ priority: 2 }), await create({ priority: 2 })];
    const { items } = await send(
      actions.map((each) => ({ ...of(each), changes: { priority: 4 } })),
    );
    const [first, second] = items.flatMap(({ record }) => record ?? []);
    if (first === undefined || second === undefined) throw new Error('Nothing was changed.');
    await given.person.ok('updateAction', { path: { id: first.id }, body: { title: 'Hem' } });
    const undone = await send(
      [first, second].map((each) => ({ ...of(each), changes: { priority: 2 } })),
    );
    expect(undone.items.map(({ status }) => status)).toEqual([412, 200]);
    expect(undone.items[1]?.record).toMatchObject({ priority: 2 });
  });

  test('adds labels only up to 20', async () => {
    const labels = Array.from({ length: 19 }, (_, index) => `label ${index}`);
    const action = await create({ labels });
    const full = await send([{ ...of(action), add_labels: ['a', 'b'] }]);
    expect(full.items[0]).toMatchObject({ status: 400, error: { code: 'VALIDATION_FAILED' } });
    const { items } = await send([{ ...of(action), add_labels: ['a', 'label 3'] }]);
    expect(items[0]?.record?.labels).toHaveLength(20);
  });

  test.each<[string, Partial<Item>, string]>([
    ['an item without a change', {}, 'body/items/0'],
    ['a drop with a change', { drop: {}, changes: { priority: 1 } }, 'body/items/0/drop'],
    ['a drop with a label', { drop: {}, add_labels: ['x'] }, 'body/items/0/drop'],
    [
      'labels in two ways',
      { changes: { labels: [] }, add_labels: ['x'] },
      'body/items/0/changes/labels',
    ],
    ['a label twice', { add_labels: ['x', 'X '] }, 'body/items/0/add_labels/1'],
    [
      'a label to add and to remove',
      { add_labels: ['y', 'x'], remove_labels: ['z', 'X'] },
      'body/items/0/remove_labels/1',
    ],
    ['a label of 51 characters', { add_labels: ['x'.repeat(51)] }, 'body/items/0/add_labels/0'],
  ])('refuses %s', async (_what, item, path) => {
    const { id, version } = await create();
    const body = { items: [{ id, version, ...item }] };
    const { issues } = await given.person.fails(
      'batchUpdateActions',
      { body },
      400,
      'VALIDATION_FAILED',
    );
    expect(issues.map((issue) => issue.path)).toEqual([path]);
  });

  test('refuses an id twice, and agents', async () => {
    const action = await create();
    const item = { ...of(action), changes: { priority: 1 as const } };
    const twice = { body: { items: [item, item] } };
    await given.person.fails('batchUpdateActions', twice, 400, 'VALIDATION_FAILED');
    await given.worker.fails('batchUpdateActions', { body: { items: [item] } }, 403, 'WRONG_ACTOR');
  });

  test('returns what undoes each item, also a drop, unless somebody changed the action since', async () => {
    const project = await given.person.ok('createProject', { body: { title: 'Costumes' } });
    const [changed, dropped, other] = await Promise.all([
      create({ labels: ['blue'], due_at: '2026-12-01T10:00:00.000Z', priority: 2 }),
      create({ status: 'ready', assigned_actor_id: given.agent.actor_id }),
      create(),
    ]);
    const done = await create();
    await given.person.ok('completeAction', {
      path: { id: done.id },
      body: { result_summary: 'Sewn' },
    });
    const { items } = await send([
      {
        ...of(changed),
        changes: {
          title: 'Iron',
          details: 'Hot',
          project_id: project.id,
          assigned_agent_id: given.agent.id,
          status: 'ready',
          is_template: true,
          requires_review: false,
          reviewer_actor_id: given.owner.owner.id,
          delegate_label: 'Tailor',
          requirements: ['iron'],
          repeat_rule: { type: 'from_due', unit: 'day', interval: 1 },
          defer_until: '2026-11-30T10:00:00.000Z',
          due_at: null,
          priority: 4,
          position: 3,
        },
        add_labels: ['hot'],
      },
      { ...of(dropped), drop: {} },
      { ...of(other), changes: { priority: 0 } },
      { id: done.id, version: 2, reopen: { reason: 'Too short' }, changes: { priority: 1 } },
    ]);
    expect(items.map(({ status, undo }) => [status, undo !== undefined])).toEqual([
      [200, true],
      [200, true],
      [200, false],
      [200, false],
    ]);
    expect(items[3]?.record).toMatchObject({ status: 'ready', priority: 1 });
    expect(items[1]?.undo).toMatchObject({ reopen: {}, changes: { status: 'ready' } });
    const undone = await send(items.flatMap(({ undo }) => undo ?? []));
    const same = (action: Action | undefined): object => ({
      ...action,
      version: 0,
      updated_at: '',
      last_activity_at: '',
      assigned_at: null,
      claim_expires_at: null,
      title_author: undefined,
      details_author: undefined,
    });
    expect(same(undone.items[0]?.record)).toEqual(same(changed));
    expect(same(undone.items[1]?.record)).toEqual(same(dropped));
    expect(undone.items[1]?.undo).toEqual({ id: dropped.id, version: 4, drop: {} });
    const again = await send(items.flatMap(({ undo }) => undo ?? []));
    expect(again.items.map(({ status }) => status)).toEqual([412, 409]);
  });

  test('changes what a query or a saved view matches, if its number is the confirmed one', async () => {
    const own = await aWorkspace(app, database());
    const matched: Action[] = [];
    for (let index = 0; index < 3; index += 1) {
      const body = { title: 'Hem', priority: 3, assigned_actor_id: own.owner.owner.id } as const;
      matched.push(await own.person.ok('createAction', { body }));
    }
    await own.person.ok('createAction', { body: { title: 'Hem', priority: 1 } });
    const query = { assigned_actor_id: 'me', priority: [3 as const], sort: 'created_at' as const };
    const view = await own.person.ok('createSavedView', { body: { name: 'Mine', query } });
    const bare = { ...query, has_label: false, has_due_date: false };
    const change = { add_labels: ['press'] };
    type Matching = components['schemas']['ActionBatchMatching'];
    const batchOf = (matching: Matching, more = change) => ({
      body: { matching, change: more, client_request_id: `${Math.random()}` },
    });
    for (const count of [2, 4]) {
      const sent = batchOf({ query: bare, count });
      const { details } = await own.person.fails('batchUpdateActions', sent, 409, 'COUNT_CHANGED');
      expect(details).toEqual({ count: 3 });
    }
    const sent = batchOf({ query: bare, count: 3 });
    const { items, remaining } = await own.person.ok('batchUpdateActions', sent);
    expect(items.map(({ id, status }) => [id, status])).toEqual(matched.map(({ id }) => [id, 200]));
    expect(remaining).toEqual([]);
    expect(items[0]?.record?.labels).toEqual(['press']);
    expect(await own.person.ok('batchUpdateActions', sent)).toEqual({ items, remaining });
    const byView = batchOf({ saved_view_id: view.id, count: 3 }, { add_labels: ['iron'] });
    const { items: again } = await own.person.ok('batchUpdateActions', byView);
    expect(again.map(({ record }) => record?.labels)).toEqual(
      Array.from({ length: 3 }, () => ['press', 'iron']),
    );
    await given.person.fails('batchUpdateActions', byView, 422, 'INVALID_REFERENCE');
    await database().knex('saved_views').where({ id: view.id }).update({ query: '{"gone":1}' });
    const { issues } = await own.person.fails(
      'batchUpdateActions',
      batchOf({ saved_view_id: view.id, count: 3 }),
      400,
      'VALIDATION_FAILED',
    );
    expect(issues).toMatchObject([{ path: 'body/matching/saved_view_id' }]);
  });

  test('returns the matching actions beyond the first 100, up to 1,000', async () => {
    const own = await aWorkspace(app, database());
    const { id } = await own.person.ok('createAction', { body: { title: 'Hem', priority: 3 } });
    const { knex } = database();
    const row = await knex('actions').where({ id }).first();
    const copies = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({
        ...row,
        id: `${id}_${String(from + at).padStart(4, '0')}`,
        number: nextNumber(),
      }));
    await knex.batchInsert('actions', copies(1, 1_000), 50);
    const change = { changes: { priority: 4 as const } };
    const query = { priority: [3 as const], sort: 'created_at' as const, q: 'hem' };
    const body = { matching: { query, count: 1_000 }, change };
    const { items, remaining = [] } = await own.person.ok('batchUpdateActions', { body });
    expect([items.length, remaining.length, items[0]?.id]).toEqual([100, 900, id]);
    const rest = remaining.slice(0, 100).map((each) => ({ ...each, ...change }));
    const next = await own.person.ok('batchUpdateActions', { body: { items: rest } });
    expect(next.items.every(({ status }) => status === 200)).toBe(true);
    await knex.batchInsert('actions', copies(1_000, 1_300), 50);
    const more = await own.person.fails('batchUpdateActions', { body }, 409, 'COUNT_CHANGED');
    expect(more.details).toEqual({ count: null });
  });

  test.each<[string, object, string]>([
    ['neither items nor a query', {}, 'body/matching'],
    ['items and a query', { items: [], matching: {}, change: {} }, 'body/matching'],
    ['a query without a change', { matching: { query: {}, count: 1 } }, 'body/change'],
    ['a change without a field', { matching: { query: {}, count: 1 }, change: {} }, 'body/change'],
    ['a count without a query', { matching: { count: 1 }, change: { drop: {} } }, 'body/matching'],
    [
      'two queries',
      { matching: { query: {}, saved_view_id: 'svw_1', count: 1 }, change: { drop: {} } },
      'body/matching',
    ],
    [
      'a drop with a reopening',
      { matching: { query: {}, count: 1 }, change: { drop: {}, reopen: {} } },
      'body/change/drop',
    ],
    [
      'a label twice in the query',
      { matching: { query: { label: ['x', 'X'] }, count: 1 }, change: { drop: {} } },
      'body/matching/query/label/1',
    ],
  ])('refuses %s', async (_what, body, path) => {
    const { issues } = await given.person.fails(
      'batchUpdateActions',
      { body: { ...body } },
      400,
      'VALIDATION_FAILED',
    );
    expect(issues.map((issue) => issue.path)).toContain(path);
    for (const { message } of issues) expect(message).not.toMatch(/the contract describes/);
  });

  test('two batches over the same actions in opposite orders both end', async () => {
    const project = await given.person.ok('createProject', { body: { title: 'Costumes' } });
    const actions = await Promise.all(Array.from({ length: 20 }, () => create()));
    const items = (changes: Item['changes']) =>
      actions.map((each) => ({ ...of(each), ...(changes && { changes }) }));
    const agent = given.agent.actor_id;
    const replies = await Promise.all([
      send(items({ priority: 1, assigned_actor_id: agent })),
      send(items({ project_id: project.id, position: 1 }).toReversed()),
      send(actions.map((each) => ({ ...of(each), drop: {} }))),
    ]);
    const won = replies.flatMap((reply) => reply.items.filter(({ status }) => status === 200));
    expect(won).toHaveLength(actions.length);
    expect(new Set(won.map(({ id }) => id)).size).toBe(actions.length);
  });

  function of({ id, version }: Action): Pick<Item, 'id' | 'version'> {
    return { id, version };
  }
});
