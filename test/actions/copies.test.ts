import type { components } from '../../generated/types';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type ActionCreate = components['schemas']['ActionCreate'];

/** What a copy or a reopened action refers to, which a create refuses later. */
type Loss = 'person' | 'agent' | 'domain';

const places: Readonly<Record<Loss, object>> = {
  person: { status: 'inbox', assigned_actor_id: null },
  agent: { status: 'ready', assigned_actor_id: null },
  domain: { status: 'ready', domain_id: null },
};
const reasons: Readonly<Record<Loss, RegExp>> = {
  person: /in the inbox, because its assignee is deactivated\.$/,
  agent: /in the pool, because its agent is revoked\.$/,
  domain: /no domain, because that is archived\.$/,
};

describeOnEachDatabase('What opens an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const create = (body: Partial<ActionCreate> = {}) =>
    given.person.ok('createAction', { body: { title: 'Sweep', status: 'ready', ...body } });
  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const complete = (id: string) =>
    given.person.ok('completeAction', { path: { id }, body: { result_summary: 'It is clean.' } });
  const summaryOf = async (id: string): Promise<string> => {
    const row = await database()
      .knex('events')
      .where({ subject_id: id })
      .orderBy('position')
      .first();
    return String(row?.summary);
  };
  const lastSummaryOf = async (id: string): Promise<string> => {
    const rows = await database().knex('events').where({ subject_id: id }).orderBy('position');
    return String(rows.at(-1)?.summary);
  };

  /** A reference of an action, and what makes a create refuse it. */
  const reference = async (loss: Loss) => {
    const now = new Date().toISOString();
    if (loss === 'domain') {
      const { id } = await given.person.ok('createDomain', { body: { name: 'Stage' } });
      const archive = () => database().knex('domains').where({ id }).update({ state: 'archived' });
      return { body: { domain_id: id }, lose: archive };
    }
    const { agent } = await addAgent(app, given.owner);
    if (loss === 'agent') {
      const revoke = () =>
        database().knex('agents').where({ id: agent.id }).update({ state: 'revoked' });
      return { body: { assigned_agent_id: agent.id }, lose: revoke };
    }
    const { knex } = database();
    const owner = await knex('users').where({ id: given.owner.owner.userId }).first();
    const actor = await knex('actors').where({ id: given.owner.owner.id }).first();
    const id = `${given.owner.owner.id}2`;
    await knex('actors').insert({ ...actor, id, name: 'Guest', name_key: 'guest' });
    await knex('users').insert({
      ...owner,
      id: `${owner.id}2`,
      actor_id: id,
      role: 'member',
      email: `member-${given.workspaceId.toLowerCase()}@example.com`,
    });
    const deactivate = () => knex('users').where({ actor_id: id }).update({ deactivated_at: now });
    return { body: { assigned_actor_id: id }, lose: deactivate };
  };

  const inOneDay = () => addMilliseconds(new Date().toISOString(), DAY);
  const losses: Loss[] = ['person', 'agent', 'domain'];

  test.each(losses)('repeats without a %s that may not be used', async (loss) => {
    const { body, lose } = await reference(loss);
    const repeat_rule = { type: 'from_completion', unit: 'day', interval: 1 } as const;
    const done = await create({ ...body, repeat_rule });
    await lose();
    await complete(done.id);
    const next = await database()
      .knex('actions')
      .where({ spawned_from_action_id: done.id })
      .first();
    expect(await read(next.id)).toMatchObject(places[loss]);
    expect(await summaryOf(next.id)).toMatch(reasons[loss]);
  });

  test.each(losses)('reopens and rejects without a %s that may not be used', async (loss) => {
    const { body, lose } = await reference(loss);
    const [done, reviewed] = [await create(body), await create(body)];
    for (const { id } of [done, reviewed]) await complete(id);
    await database()
      .knex('actions')
      .where({ id: reviewed.id })
      .update({ review_state: 'pending', completed_by_actor_id: given.agent.actor_id });
    await lose();
    await given.person.ok('reopenAction', { path: { id: done.id }, body: { reason: 'Dust.' } });
    await given.person.ok('rejectAction', { path: { id: reviewed.id }, body: { reason: 'Dust.' } });
    for (const { id } of [done, reviewed]) {
      expect(await read(id)).toMatchObject(places[loss]);
      expect(await lastSummaryOf(id)).toMatch(reasons[loss]);
    }
  });

  test.each(losses)('duplicates without a %s that may not be used', async (loss) => {
    const { body, lose } = await reference(loss);
    const template = await given.person.ok('createProject', {
      body: { title: 'Season', is_template: true, ...(loss === 'domain' ? body : {}) },
    });
    await create({ ...body, project_id: template.id });
    await lose();
    const copy = await given.person.ok('duplicateProject', { path: { id: template.id } });
    const { items } = await given.person.ok('listProjectActions', { path: { id: copy.id } });
    expect(items).toMatchObject([places[loss]]);
    expect(await summaryOf(items[0]?.id ?? '')).toMatch(reasons[loss]);
    if (loss === 'domain') expect(copy.domain_id).toBeNull();
  });

  test.each(['use_default', 'respond'])(
    'returns the work of a deactivated person to the inbox when a question ends: %s',
    async (end) => {
      const { body, lose } = await reference('person');
      const action = await create(body);
      const { knex } = database();
      const { id } = await given.worker.ok('createQuestion', {
        body: {
          question: 'Which broom?',
          on_answer: 'I sweep.',
          ...(end === 'respond' ? {} : { on_timeout: 'dismiss', expires_at: inOneDay() }),
        },
      });
      const about = { action_id: action.id, blocking: true };
      const past = end === 'respond' ? {} : { expires_at: '2026-01-01T00:00:00.000Z' };
      await knex('agent_requests')
        .where({ id })
        .update({ ...about, ...past });
      await knex('actions')
        .where({ id: action.id })
        .update({ status: 'waiting', waits_for_answer: true });
      await lose();
      if (end === 'respond') {
        await given.person.ok('respondQuestion', { path: { id }, body: { response: 'The old.' } });
      }
      expect(await read(action.id)).toMatchObject(places.person);
      expect(await lastSummaryOf(action.id)).toMatch(reasons.person);
    },
  );

  test('keeps a new assignee that the request names', async () => {
    const { body, lose } = await reference('person');
    const done = await create(body);
    await complete(done.id);
    await lose();
    const sent = { path: { id: done.id }, body: { assigned_actor_id: given.owner.owner.id } };
    expect(await given.person.ok('reopenAction', sent)).toMatchObject({
      status: 'ready',
      assigned_actor_id: given.owner.owner.id,
    });
  });

  describe('duplicateProject moves the dates', () => {
    const inDays = (days: number) => addMilliseconds(new Date().toISOString(), days * DAY);
    const dayOf = (at: string | null | undefined) => at?.slice(0, 10);
    const copyOf = async (start_on: string | undefined, ...due: readonly number[]) => {
      const template = await given.person.ok('createProject', {
        body: { title: 'Season', is_template: true, due_at: inDays((due.at(-1) ?? 0) + 1) },
      });
      for (const days of due) {
        await create({
          project_id: template.id,
          due_at: inDays(days),
          defer_until: inDays(days - 1),
        });
      }
      const path = { id: template.id };
      const copy = await given.person.ok('duplicateProject', {
        path,
        body: start_on === undefined ? {} : { start_on },
      });
      const { items } = await given.person.ok('listProjectActions', { path: { id: copy.id } });
      return [
        ...items.flatMap(({ due_at, defer_until }) => [dayOf(due_at), dayOf(defer_until)]),
        dayOf(copy.due_at),
      ];
    };

    test('to today when the first is past, and leaves later ones', async () => {
      const days = (...of: readonly number[]) => of.map((day) => dayOf(inDays(day)));
      expect(await copyOf(undefined, -30, -20)).toEqual(days(0, -1, 10, 9, 11));
      expect(await copyOf(undefined, 5, 6)).toEqual(days(5, 4, 6, 5, 7));
      expect(await copyOf(undefined)).toEqual(days(1));
    });

    test('to the day of the request, in both directions', async () => {
      const expected = ['2030-03-01', '2030-02-28', '2030-03-11', '2030-03-10', '2030-03-12'];
      expect(await copyOf('2030-03-01', -30, -20)).toEqual(expected);
      expect(await copyOf('2030-03-01', 9000, 9010)).toEqual(expected);
      await given.person.fails(
        'duplicateProject',
        { path: { id: 'prj_none' }, body: { start_on: '2030-02-30' } },
        400,
        'VALIDATION_FAILED',
      );
    });
  });
});
