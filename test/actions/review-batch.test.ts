import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { lastPositionOf } from '../support/positions';
import { countStatements } from '../support/statements';

type Action = components['schemas']['Action'];
type ActionCreate = components['schemas']['ActionCreate'];
type Item = components['schemas']['ActionBatchReviewItem'];

describeOnEachDatabase('Batches of reviews', (database) => {
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
    }, 60_000);

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
