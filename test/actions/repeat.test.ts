import * as fc from 'fast-check';
import type { components } from '../../generated/types';
import {
  nextOccurrence,
  type Occurrence,
  type Repetition,
} from '../../src/features/actions/lifecycle/repetition';
import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp, addAgent } from '../../scripts/servers/app';
import type { ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Action = components['schemas']['Action'];

type ActionCreate = components['schemas']['ActionCreate'];

const repetition = (given: Partial<Repetition>): Repetition => ({
  repeat_type: 'from_due',
  repeat_unit: 'month',
  repeat_interval: 1,
  repeat_time_zone: null,
  repeat_day: null,
  repeat_due_local: null,
  repeat_defer_local: null,
  due_at: null,
  defer_until: null,
  ...given,
});

const at = (day: string, time = '09:30:00.125'): string => `${day}T${time}Z`;

const occurrence = (given: Partial<Occurrence>): Occurrence => ({
  due_at: null,
  defer_until: null,
  repeat_day: null,
  repeat_due_local: null,
  repeat_defer_local: null,
  ...given,
});

describe('nextOccurrence', () => {
  test.each<[string, Partial<Repetition>, string, Partial<Occurrence> | undefined]>([
    ['nothing without a rule', { repeat_type: 'none' }, '2026-03-01', undefined],
    ['nothing without an interval', { repeat_interval: 0 }, '2026-03-01', undefined],
    ['nothing without a unit', { repeat_unit: null }, '2026-03-01', undefined],
    [
      'the completion and three days',
      {
        repeat_type: 'from_completion',
        repeat_unit: 'day',
        repeat_interval: 3,
        due_at: at('2020-01-01'),
      },
      '2026-03-30',
      { due_at: at('2026-04-02') },
    ],
    [
      'the completion and a month that is too short',
      { repeat_type: 'from_completion' },
      '2027-01-31',
      { due_at: at('2027-02-28') },
    ],
    [
      'the completion and a leap year',
      { repeat_type: 'from_completion', repeat_unit: 'year' },
      '2028-02-29',
      { due_at: at('2029-02-28') },
    ],
    [
      'the due date and a week, even after an early completion',
      { repeat_unit: 'week', due_at: at('2026-06-05') },
      '2026-03-01',
      { due_at: at('2026-06-12') },
    ],
    [
      'the first due date after a late completion',
      { repeat_unit: 'week', repeat_interval: 2, due_at: at('2026-01-01') },
      '2026-03-01',
      { due_at: at('2026-03-12') },
    ],
    [
      'a due date after the time of the completion, not at it',
      { repeat_unit: 'day', due_at: at('2026-01-01') },
      '2026-01-05',
      { due_at: at('2026-01-06') },
    ],
    [
      'the last day of February',
      { due_at: at('2027-01-31') },
      '2027-01-30',
      { due_at: at('2027-02-28'), repeat_day: 31 },
    ],
    [
      'the last day of February in a leap year',
      { due_at: at('2028-01-30') },
      '2028-01-30',
      { due_at: at('2028-02-29'), repeat_day: 30 },
    ],
    [
      'the original day after February',
      { due_at: at('2027-02-28'), repeat_day: 31 },
      '2027-02-28',
      { due_at: at('2027-03-31') },
    ],
    [
      'the original day after a skipped month',
      { due_at: at('2026-10-31') },
      '2027-02-28',
      { due_at: at('2027-03-31') },
    ],
    [
      '29 February four years later',
      { repeat_unit: 'year', due_at: at('2027-02-28'), repeat_day: 29 },
      '2027-12-01',
      { due_at: at('2028-02-29') },
    ],
    [
      'the completion and a month without a due date',
      {},
      '2026-05-31',
      { due_at: at('2026-06-30'), repeat_day: 31 },
    ],
    [
      'a deferral with the same distance to the due date',
      { due_at: at('2026-05-31'), defer_until: at('2026-05-28') },
      '2026-05-30',
      { due_at: at('2026-06-30'), defer_until: at('2026-06-27'), repeat_day: 31 },
    ],
    [
      'only a deferral if there was no due date',
      { repeat_type: 'from_completion', repeat_unit: 'week', defer_until: at('2026-05-01') },
      '2026-05-02',
      { defer_until: at('2026-05-09') },
    ],
    [
      'nothing after the year 2999',
      { repeat_unit: 'year', repeat_interval: 1000, due_at: at('2026-01-01') },
      '2026-01-01',
      undefined,
    ],
  ])('%s', async (_what, of, completed, expected) => {
    expect(await nextOccurrence(repetition(of), at(completed))).toEqual(
      expected === undefined ? undefined : occurrence(expected),
    );
  });

  const instant = fc
    .integer({ min: Date.UTC(1000, 0), max: Date.UTC(2200, 0) })
    .map((milliseconds) => new Date(milliseconds).toISOString());
  const rules = fc.record({
    repeat_type: fc.constantFrom('from_due' as const),
    repeat_unit: fc.constantFrom(
      'day' as const,
      'week' as const,
      'month' as const,
      'year' as const,
    ),
    repeat_interval: fc.integer({ min: 1, max: 400 }),
    repeat_time_zone: fc.constant(null),
    repeat_day: fc.constant(null),
    repeat_due_local: fc.constant(null),
    repeat_defer_local: fc.constant(null),
    due_at: instant,
    defer_until: fc.option(instant),
  });

  test('is the first occurrence of the rule after the due date and the completion', async () => {
    await fc.assert(
      fc.asyncProperty(rules, instant, async (rule, completed) => {
        const next = await nextOccurrence(rule, completed);
        const due = next?.due_at ?? '';
        expect(due > rule.due_at && due > completed).toBe(true);
        expect(due.slice(10)).toBe(rule.due_at.slice(10));
        const lengths = { day: 1, week: 7, month: 31, year: 366 };
        const most = rule.repeat_interval * lengths[rule.repeat_unit] * DAY;
        const later = rule.due_at > completed ? rule.due_at : completed;
        expect(due <= addMilliseconds(later, most)).toBe(true);
        if (rule.repeat_unit === 'day' || rule.repeat_unit === 'week') {
          expect((Date.parse(due) - Date.parse(rule.due_at)) % most).toBe(0);
        } else {
          const day = next?.repeat_day ?? new Date(due).getUTCDate();
          expect(day).toBe(new Date(rule.due_at).getUTCDate());
        }
        const lead = (of: Pick<Repetition, 'due_at' | 'defer_until'> | undefined) =>
          Date.parse(of?.due_at ?? '') - Date.parse(of?.defer_until ?? of?.due_at ?? '');
        expect(lead(next)).toBe(lead(rule));
      }),
      { numRuns: 2000 },
    );
  });

  describe('in a time zone', () => {
    const madrid = 'Europe/Madrid';
    const daily = { repeat_unit: 'day' } as const;

    /** The occurrences that follow each other when each is completed an hour before it is due. */
    const seriesOf = async (first: Partial<Repetition>, length: number): Promise<Repetition[]> => {
      let of = repetition(first);
      const series: Repetition[] = [];
      while (series.length < length) {
        const next = await nextOccurrence(of, addMilliseconds(of.due_at ?? '', -HOUR));
        if (next === undefined) throw new Error('There is no next occurrence.');
        of = { ...of, ...next };
        series.push(of);
      }
      return series;
    };

    const inZone = (zone: string, iso: string | null): string =>
      new Date(iso ?? '').toLocaleString('sv-SE', { timeZone: zone });

    test.each<[string, string, Partial<Repetition>, string[]]>([
      [
        'the first of each month at midnight',
        madrid,
        { due_at: '2026-04-30T22:00:00.000Z' },
        ['2026-06-01 00:00:00', '2026-07-01 00:00:00', '2026-08-01 00:00:00'],
      ],
      [
        'nine in the morning of each week',
        madrid,
        { repeat_unit: 'week', due_at: '2026-10-14T07:00:00.000Z' },
        ['2026-10-21 09:00:00', '2026-10-28 09:00:00', '2026-11-04 09:00:00'],
      ],
      [
        'the last day of each month',
        madrid,
        { due_at: '2027-01-30T23:30:00.000Z' },
        ['2027-02-28 00:30:00', '2027-03-31 00:30:00', '2027-04-30 00:30:00'],
      ],
      [
        '29 February of each year',
        'Asia/Tokyo',
        { repeat_unit: 'year', due_at: '2028-02-28T16:00:00.000Z' },
        [
          '2029-02-28 01:00:00',
          '2030-02-28 01:00:00',
          '2031-02-28 01:00:00',
          '2032-02-29 01:00:00',
        ],
      ],
      [
        'a time that the clock skips, and then the original one',
        madrid,
        { ...daily, due_at: '2027-03-27T01:30:00.000Z' },
        ['2027-03-28 03:30:00', '2027-03-29 02:30:00', '2027-03-30 02:30:00'],
      ],
      [
        'a gap of half an hour',
        'Australia/Lord_Howe',
        { ...daily, due_at: '2026-10-02T15:45:00.000Z' },
        ['2026-10-04 02:45:00', '2026-10-05 02:15:00'],
      ],
      [
        'a midnight that the clock skips',
        'Asia/Beirut',
        { ...daily, due_at: '2027-03-26T22:00:00.000Z' },
        ['2027-03-28 01:00:00', '2027-03-29 00:00:00'],
      ],
      [
        'a day that the calendar skips',
        'Pacific/Apia',
        { repeat_unit: 'week', due_at: '2011-12-23T20:00:00.000Z' },
        ['2011-12-31 10:00:00', '2012-01-06 10:00:00'],
      ],
      [
        'the first of two equal times',
        madrid,
        { ...daily, due_at: '2026-10-24T00:30:00.000Z' },
        ['2026-10-25 02:30:00', '2026-10-26 02:30:00'],
      ],
    ])('%s', async (_what, zone, first, expected) => {
      const series = await seriesOf({ ...first, repeat_time_zone: zone }, expected.length);
      expect(series.map(({ due_at: due }) => inZone(zone, due))).toEqual(expected);
    });

    test('the first of two equal times is the earlier point in time', async () => {
      const [next] = await seriesOf(
        { ...daily, repeat_time_zone: madrid, due_at: '2026-10-24T00:30:00.000Z' },
        1,
      );
      expect(next?.due_at).toBe('2026-10-25T00:30:00.000Z');
    });

    test('a deferral keeps its local time, also after a time that the clock skips', async () => {
      const first = {
        ...daily,
        repeat_time_zone: madrid,
        due_at: '2027-03-27T16:00:00.000Z',
        defer_until: '2027-03-27T01:30:00.000Z',
      };
      const series = await seriesOf(first, 2);
      expect(series.map(({ due_at: due }) => inZone(madrid, due))).toEqual([
        '2027-03-28 17:00:00',
        '2027-03-29 17:00:00',
      ]);
      expect(series.map(({ defer_until: defer }) => inZone(madrid, defer))).toEqual([
        '2027-03-28 03:30:00',
        '2027-03-29 02:30:00',
      ]);
    });

    test('a gap that moves only the deferral does not move it past the due time', async () => {
      const first = {
        ...daily,
        repeat_time_zone: madrid,
        due_at: '2027-03-27T02:10:00.000Z',
        defer_until: '2027-03-27T01:30:00.000Z',
      };
      const [moved, next] = await seriesOf(first, 2);
      expect(moved?.defer_until).toBe(moved?.due_at);
      expect(inZone(madrid, next?.due_at ?? null)).toBe('2027-03-29 03:10:00');
      expect(inZone(madrid, next?.defer_until ?? null)).toBe('2027-03-29 02:30:00');
    });

    test('the completion counts by its local day', async () => {
      const of = repetition({
        repeat_type: 'from_completion',
        repeat_unit: 'week',
        repeat_time_zone: madrid,
      });
      const next = await nextOccurrence(of, '2026-10-20T22:30:00.000Z');
      expect(inZone(madrid, next?.due_at ?? null)).toBe('2026-10-28 00:30:00');
    });

    test('a time zone that this version of Node.js does not know counts as UTC', async () => {
      const of = repetition({ repeat_time_zone: 'Moon/Base', due_at: at('2026-03-01') });
      expect(await nextOccurrence(of, at('2026-03-01'))).toEqual(
        occurrence({ due_at: at('2026-04-01') }),
      );
    });

    test('keeps the local time in every zone, except where the clock skips it', async () => {
      const zones = ['Europe/Madrid', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
      const recent = fc
        .integer({ min: Date.UTC(2010, 0), max: Date.UTC(2036, 0) })
        .map((milliseconds) => new Date(milliseconds).toISOString());
      await fc.assert(
        fc.asyncProperty(
          rules,
          fc.constantFrom(...zones),
          recent,
          recent,
          async (rule, zone, due, completed) => {
            const of = { ...rule, due_at: due, defer_until: null, repeat_time_zone: zone };
            const next = await nextOccurrence(of, completed);
            const found = next?.due_at ?? '';
            expect(found > due && found > completed).toBe(true);
            const intended = next?.repeat_due_local?.slice(11, 19);
            const time = inZone(zone, found).slice(11);
            expect(intended ?? time).toBe(inZone(zone, due).slice(11));
            expect(intended === time).toBe(false);
          },
        ),
        { numRuns: 1000 },
      );
    });
  });
});

describeOnEachDatabase('Repeating actions', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const daily = { type: 'from_completion', unit: 'day', interval: 1 } as const;

  const create = (body: Partial<ActionCreate> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', { body: { title: 'Water the palms', repeat_rule: daily, ...body } });

  const read = (id: string) => given.person.ok('getAction', { path: { id } });

  const completion = (id: string) => ({ path: { id }, body: { result_summary: 'Done.' } });

  const complete = (id: string, by: ApiClient = given.person) =>
    by.ok('completeAction', completion(id));

  /** The next occurrences that completions of an action have created. */
  const occurrencesOf = async (id: string): Promise<Action[]> => {
    const rows: { id: string }[] = await database()
      .knex('actions')
      .where({ spawned_from_action_id: id })
      .select('id');
    return Promise.all(rows.map((row) => read(row.id)));
  };

  const occurrenceOf = async (id: string): Promise<Action> => {
    const [next, ...others] = await occurrencesOf(id);
    if (next === undefined || others.length > 0)
      throw new Error('The action has no next occurrence, or several.');
    return next;
  };

  const kindsOf = async (id: string): Promise<string[]> => {
    const rows: { kind: string }[] = await database()
      .knex('events')
      .where({ subject_id: id })
      .select('kind');
    return rows.map(({ kind }) => kind);
  };

  describe('the time zone of a rule', () => {
    const weekly = { type: 'from_due', unit: 'week', interval: 1 } as const;
    const due_at = '2031-10-22T07:00:00.000Z';
    const setZone = (time_zone: string) =>
      given.person.ok('updateWorkspace', { body: { time_zone } });

    const zoneAfter = async (id: string, body: object) =>
      (await given.person.ok('updateAction', { path: { id }, body })).repeat_rule.time_zone;

    beforeEach(() => setZone('Europe/Madrid'));
    afterAll(() => setZone('UTC'));

    test('is that of the workspace at the time of writing, and stays', async () => {
      const { id, repeat_rule } = await create({ repeat_rule: weekly, due_at });
      expect(repeat_rule).toEqual({ ...weekly, time_zone: 'Europe/Madrid' });
      await setZone('Asia/Tokyo');
      expect(await zoneAfter(id, { title: 'Water them' })).toBe('Europe/Madrid');
      expect(await zoneAfter(id, { repeat_rule: { ...weekly, interval: 2 } })).toBe(
        'Europe/Madrid',
      );
      expect(await zoneAfter(id, { repeat_rule: { ...weekly, time_zone: null } })).toBe(
        'Europe/Madrid',
      );
      await complete(id);
      const next = await occurrenceOf(id);
      expect(next).toMatchObject({
        due_at: '2031-10-29T08:00:00.000Z',
        repeat_rule: { time_zone: 'Europe/Madrid' },
      });
      expect(await zoneAfter(next.id, { repeat_rule: null })).toBeNull();
      expect(await zoneAfter(next.id, { repeat_rule: weekly })).toBe('Asia/Tokyo');
    });

    test('may be chosen, and a response of the rule is accepted as a request', async () => {
      const chosen = { ...weekly, time_zone: 'America/New_York' };
      const { id, repeat_rule } = await create({ repeat_rule: chosen, due_at });
      expect(repeat_rule).toEqual(chosen);
      const { version } = await read(id);
      const repeated = { path: { id }, body: { repeat_rule } };
      expect(await given.person.ok('updateAction', repeated)).toHaveProperty('version', version);
      const once = await create({ repeat_rule: null });
      expect(once.repeat_rule).toEqual({ type: 'none', unit: null, interval: 0, time_zone: null });
      const ignored = { ...once.repeat_rule, time_zone: 'Asia/Tokyo' };
      const same = { path: { id: once.id }, body: { repeat_rule: ignored } };
      expect(await given.person.ok('updateAction', same)).toHaveProperty('version', once.version);
    });

    test.each(['Moon/Base', '+01:00', 'CEST', 'europe madrid'])(
      '%s is refused, with its path',
      async (time_zone) => {
        const { id } = await create({ repeat_rule: weekly });
        const body = { title: 'x', repeat_rule: { ...weekly, time_zone } };
        for (const called of [
          await given.person.call('createAction', { body }),
          await given.person.call('updateAction', { path: { id }, body }),
        ]) {
          expect(called).toMatchObject({
            status: 400,
            body: {
              code: 'VALIDATION_FAILED',
              issues: [{ path: 'body/repeat_rule/time_zone', code: 'VALIDATION_FAILED' }],
            },
          });
        }
      },
    );

    test('a rule without a column stays in UTC', async () => {
      const { id } = await create({ repeat_rule: weekly, due_at });
      await database().knex('actions').where({ id }).update({ repeat_time_zone: null });
      expect((await read(id)).repeat_rule.time_zone).toBe('UTC');
      await complete(id);
      expect(await occurrenceOf(id)).toMatchObject({
        due_at: '2031-10-29T07:00:00.000Z',
        repeat_rule: { time_zone: 'UTC' },
      });
    });

    test('a new due time or zone replaces the time that the clock skipped', async () => {
      const rule = { type: 'from_due', unit: 'day', interval: 1 } as const;
      const { id } = await create({ repeat_rule: rule, due_at: '2031-03-29T01:30:00.000Z' });
      await complete(id);
      const skipped = await occurrenceOf(id);
      expect(skipped.due_at).toBe('2031-03-30T01:30:00.000Z');
      const path = { id: skipped.id };
      const moved = { due_at: '2031-03-30T02:00:00.000Z' };
      await given.person.ok('updateAction', { path, body: moved });
      await given.person.ok('updateAction', { path, body: { due_at: skipped.due_at } });
      await complete(skipped.id);
      expect((await occurrenceOf(skipped.id)).due_at).toBe('2031-03-31T01:30:00.000Z');
    });

    test('is copied with a template', async () => {
      const project = await given.person.ok('createProject', {
        body: { title: 'The season', is_template: true },
      });
      await create({ project_id: project.id, repeat_rule: weekly, due_at });
      await setZone('Asia/Tokyo');
      const copy = await given.person.ok('duplicateProject', {
        path: { id: project.id },
        body: { title: 'This season' },
      });
      const { items } = await given.person.ok('listProjectActions', { path: { id: copy.id } });
      expect(items).toMatchObject([{ repeat_rule: { time_zone: 'Europe/Madrid' } }]);
    });
  });

  test.each(['day', 'week', 'month', 'year'] as const)(
    'a rule by the %s also applies to the next occurrence',
    async (unit) => {
      const repeat_rule = { type: 'from_completion', unit, interval: 1 } as const;
      const { id } = await create({ repeat_rule });
      await complete(id);
      expect((await occurrenceOf(id)).repeat_rule).toEqual({ ...repeat_rule, time_zone: 'UTC' });
    },
  );

  test('a completion creates the next occurrence with the same fields', async () => {
    const domain = await given.person.ok('createDomain', {
      body: { name: `Hall ${Math.random()}` },
    });
    const project = await given.person.ok('createProject', {
      body: { title: 'The hall', domain_id: domain.id },
    });
    const order = await given.person.ok('createOrder', {
      body: { name: 'Plants', agent_id: given.agent.id },
    });
    const first = await create({
      details: 'All twelve',
      project_id: project.id,
      order_id: order.id,
      assigned_agent_id: given.agent.id,
      status: 'waiting',
      delegate_label: 'The rain',
      requirements: ['water'],
      requires_review: true,
      position: 4,
      priority: 3,
      source_key: `palms-${Math.random()}`,
      input_payload: { palms: 12 },
      repeat_rule: { type: 'from_due', unit: 'week', interval: 1 },
      due_at: '2031-01-06T09:00:00.000Z',
      defer_until: '2031-01-05T09:00:00.000Z',
    });
    const done = await complete(first.id, given.worker);
    expect(done).toMatchObject({ status: 'done', review: { state: 'pending' } });
    const next = await occurrenceOf(first.id);
    expect(next).toEqual({
      ...first,
      id: next.id,
      key: expect.not.stringMatching(`${first.key}$`),
      status: 'ready',
      delegate_label: null,
      source_key: null,
      spawned_from_action_id: first.id,
      due_at: '2031-01-13T09:00:00.000Z',
      defer_until: '2031-01-12T09:00:00.000Z',
      updated_by_actor_id: given.agent.actor_id,
      created_at: done.completed_at,
      updated_at: done.completed_at,
      last_activity_at: done.completed_at,
      assigned_at: done.completed_at,
      held_by: [
        { reason: 'deferred' },
        { reason: 'sequential', action_ids: [first.id], in_review_ids: [first.id] },
      ],
      version: 1,
    });
    expect(await kindsOf(next.id)).toEqual(['action.created']);
    expect(await kindsOf(first.id)).toHaveLength(2);
  });

  test('the next occurrence has the links of the first, but not those of its result', async () => {
    const first = await create();
    const handbook = await given.person.ok('createDocument', {
      body: { title: 'Handbook', content: '# Palms' },
    });
    const attach = (body: object) =>
      given.person.ok('createLink', {
        body: { ...body, action_id: first.id },
      });
    await attach({ document_id: handbook.id, title: 'How' });
    await attach({ url: 'https://example.com/palms' });
    await given.person.ok('completeAction', {
      path: { id: first.id },
      body: { result_summary: 'Done.', links: [{ url: 'https://example.com/photo' }] },
    });
    const next = await occurrenceOf(first.id);
    const { items } = await given.person.ok('listLinks', {
      query: { action_id: next.id, sort: 'created_at' },
    });
    expect(items).toMatchObject([
      { document_id: handbook.id, url: null, title: 'How', action_id: next.id },
      { document_id: null, url: 'https://example.com/palms', title: null },
    ]);
    expect(items).toHaveLength(2);
    const kinds = items.map(({ id }) => kindsOf(id));
    expect(await Promise.all(kinds)).toEqual([['link.created'], ['link.created']]);
    expect(next).toHaveProperty('version', 1);
    const unchanged = await given.person.ok('listLinks', { query: { action_id: first.id } });
    expect(unchanged.items).toHaveLength(3);
  });

  test('the next occurrence is ready if it has an assignee or the first was ready', async () => {
    const statusOf = async (body: Partial<ActionCreate>): Promise<Action> => {
      const { id } = await create(body);
      await complete(id);
      return occurrenceOf(id);
    };
    expect(await statusOf({})).toHaveProperty('status', 'inbox');
    expect(await statusOf({ status: 'waiting' })).toHaveProperty('status', 'inbox');
    expect(await statusOf({ status: 'ready' })).toHaveProperty('status', 'ready');
    const { id } = given.agent;
    expect(await statusOf({ assigned_agent_id: id })).toHaveProperty('status', 'ready');
  });

  test('the next occurrence of pool work is in the pool, even if the first waited for an answer', async () => {
    const pool = await create({ status: 'ready' });
    expect(await complete(pool.id, given.worker)).toHaveProperty(
      'assigned_agent_id',
      given.agent.id,
    );
    const next = await occurrenceOf(pool.id);
    expect(next).toMatchObject({ assigned_actor_id: null, assigned_at: null, status: 'ready' });
    await given.worker.ok('createQuestion', {
      body: { question: 'How much?', on_answer: 'So much.', action_id: next.id },
    });
    expect(await read(next.id)).toHaveProperty('status', 'waiting');
    await complete(next.id);
    expect(await occurrenceOf(next.id)).toHaveProperty('status', 'ready');
  });

  test('neither an action without a rule nor a dropped one has a next occurrence', async () => {
    const once = await create({ repeat_rule: null });
    await complete(once.id);
    const dropped = await create();
    await given.person.ok('dropAction', { path: { id: dropped.id } });
    expect([...(await occurrencesOf(once.id)), ...(await occurrencesOf(dropped.id))]).toEqual([]);
  });

  test('twenty concurrent completions create one next occurrence', async () => {
    const { id } = await create();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => given.person.call('completeAction', completion(id))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await occurrencesOf(id)).toHaveLength(1);
  });

  test('a second completion after a rejection creates no second occurrence', async () => {
    const { id } = await create({ assigned_agent_id: given.agent.id, requires_review: true });
    await complete(id, given.worker);
    const next = await occurrenceOf(id);
    await given.person.ok('rejectAction', { path: { id }, body: { reason: 'Still dry.' } });
    expect(await read(next.id)).toEqual(next);
    await complete(id, given.worker);
    expect(await occurrencesOf(id)).toEqual([next]);
    await complete(next.id);
    expect(await occurrencesOf(next.id)).toHaveLength(1);
  });

  test('a day that a short month lacks returns in a longer one, unless the due date was changed', async () => {
    const monthly = { type: 'from_due', unit: 'month', interval: 1 } as const;
    const { id } = await create({ repeat_rule: monthly, due_at: '2031-01-31T09:00:00.000Z' });
    await complete(id);
    const february = await occurrenceOf(id);
    expect(february.due_at).toBe('2031-02-28T09:00:00.000Z');
    await complete(february.id);
    const march = await occurrenceOf(february.id);
    expect(march.due_at).toBe('2031-03-31T09:00:00.000Z');
    await complete(march.id);
    const april = await occurrenceOf(march.id);
    expect(april.due_at).toBe('2031-04-30T09:00:00.000Z');
    const path = { id: april.id };
    await given.person.ok('updateAction', { path, body: { due_at: '2031-04-28T09:00:00.000Z' } });
    await given.person.ok('updateAction', { path, body: { due_at: april.due_at } });
    await complete(april.id);
    expect((await occurrenceOf(april.id)).due_at).toBe('2031-05-30T09:00:00.000Z');
  });

  test('the cap of the plan does not prevent the next occurrence', async () => {
    const free = await aWorkspace(app, database());
    const body = { assigned_agent_id: free.agent.id, status: 'ready' } as const;
    const { id } = await create(body, free.person);
    for (let made = 1; made < 25; made += 1) await create(body, free.person);
    await database().knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
    await complete(id, free.worker);
    const open = await free.person.ok('listActions', { query: { status: ['ready'] } });
    expect(open.total).toBe(25);
  });

  test('closing a project also drops occurrences that concurrent completions create', async () => {
    const { id } = await given.person.ok('createProject', { body: { title: 'The hall' } });
    const actions = await Promise.all(Array.from({ length: 8 }, () => create({ project_id: id })));
    const [closed] = await Promise.all([
      given.person.call('updateProject', {
        path: { id },
        body: { state: 'dropped', close_actions: true },
      }),
      ...actions.map((action) => given.person.call('completeAction', completion(action.id))),
    ]);
    expect(closed?.status).toBe(200);
    const { items } = await given.person.ok('listProjectActions', { path: { id } });
    expect(items.filter(({ status }) => !['done', 'dropped'].includes(status))).toEqual([]);
  });
});

/** What a copy or a reopened action refers to, which a create refuses later. */
type Loss = 'person' | 'agent' | 'domain';

const places: Readonly<Record<Loss, object>> = {
  person: { status: 'inbox', assigned_actor_id: null },
  agent: { status: 'ready', assigned_actor_id: null },
  domain: { status: 'ready', domain_id: null },
};

const reasons: Readonly<Record<Loss, RegExp>> = {
  person: /in the inbox, because its assignee is deactivated or a viewer\.$/,
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
