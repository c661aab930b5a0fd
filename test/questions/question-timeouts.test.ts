import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import type { components } from '../../generated/types';
import { startHousekeeping } from '../../src/cli/serve/housekeeping';
import { HOUR, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';

type Schemas = components['schemas'];

const past = '2026-01-02T03:04:05.678Z';
const later = (): string => addMilliseconds(new Date().toISOString(), HOUR);

describeOnEachDatabase('Questions that expire or that their agent ends', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let systemId: string;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const actors = database().knex('actors');
    const where = { workspace_id: given.workspaceId, kind: 'system' };
    systemId = (await actors.where(where).pluck('id'))[0];
  });
  afterAll(async () => {
    await app.close();
  });

  const body = (more: Partial<Schemas['QuestionCreate']> = {}): Schemas['QuestionCreate'] => ({
    question: 'Which logo goes on the poster?',
    on_answer: 'I send it to the printer.',
    ...more,
  });
  const ask = (more: Partial<Schemas['QuestionCreate']> = {}, by: ApiClient = given.worker) =>
    by.ok('createQuestion', { body: body(more) });
  const byDefault = (more: Partial<Schemas['QuestionCreate']> = {}) =>
    ask({
      expires_at: later(),
      on_timeout: 'use_default',
      default_response: 'The old one',
      ...more,
    });
  const byDismissal = (more: Partial<Schemas['QuestionCreate']> = {}) =>
    ask({ expires_at: later(), on_timeout: 'dismiss', ...more });
  const anAction = (by: GivenWorkspace = given) =>
    by.person.ok('createAction', {
      body: { title: 'Print', status: 'ready', assigned_actor_id: by.agent.actor_id },
    });
  const read = (id: string) => given.person.ok('getQuestion', { path: { id } });
  const readAction = (id: string) => given.person.ok('getAction', { path: { id } });
  const runOut = async (...ids: string[]): Promise<void> => {
    await database().knex('agent_requests').whereIn('id', ids).update({ expires_at: past });
  };
  const stored = (id: string) => database().knex('agent_requests').where({ id }).first();
  const kindsOf = (subjectId: string): Promise<string[]> =>
    database().knex('events').where({ subject_id: subjectId }).orderBy('id').pluck('kind');

  describe('createQuestion', () => {
    test('stores its expiry, on_timeout and default answer', async () => {
      const expiresAt = later();
      const created = await byDefault({ expires_at: expiresAt });
      const end = { on_timeout: 'use_default', default_response: 'The old one', timed_out: false };
      expect(created).toMatchObject({ state: 'open', expires_at: expiresAt, ...end });
      expect(await read(created.id)).toEqual(created);
    });

    test('does not expire by default', async () => {
      expect(await ask()).toMatchObject({
        expires_at: null,
        on_timeout: 'keep_open',
        default_response: null,
        timed_out: false,
      });
    });

    test.each<[string, Partial<Schemas['QuestionCreate']>, string]>([
      ['an expiry in the past', { expires_at: past }, 'expires_at'],
      ['on_timeout without an expiry', { on_timeout: 'dismiss' }, 'expires_at'],
      [
        'use_default without a default',
        { expires_at: later(), on_timeout: 'use_default' },
        'default_response',
      ],
      [
        'a default that is not used',
        { expires_at: later(), default_response: 'x' },
        'default_response',
      ],
    ])('refuses %s', async (_what, more, field) => {
      const action = await anAction();
      const input = { body: body({ ...more, action_id: action.id }) };
      const { issues } = await given.worker.fails(
        'createQuestion',
        input,
        400,
        'VALIDATION_FAILED',
      );
      expect(issues.map(({ path }) => path)).toEqual([`body/${field}`]);
      expect((await readAction(action.id)).version).toBe(action.version);
    });

    test('refuses a default that is not a choice', async () => {
      const choices = { choices: ['A', 'B'], allow_free_text: false };
      const wrong = { expires_at: later(), on_timeout: 'use_default', default_response: 'C' };
      const input = { body: { ...body(choices), ...wrong } };
      const { issues } = await given.worker.fails('createQuestion', input, 422, 'INVALID_CHOICE');
      expect(issues.map(({ path }) => path)).toEqual(['body/default_response']);
      const created = await byDefault({ ...choices, default_response: 'B' });
      expect(created.default_response).toBe('B');
    });
  });

  describe('an expired question', () => {
    test('is answered with its default by the system actor', async () => {
      const created = await byDefault();
      await runOut(created.id);
      const settled = await read(created.id);
      expect(settled).toEqual({
        ...created,
        status: 'resolved',
        state: 'answered',
        response: 'The old one',
        responded_at: past,
        responded_by_actor_id: systemId,
        responded_by_actor_kind: 'system',
        responded_by_actor_name: 'Callboard',
        updated_by_actor_id: systemId,
        updated_at: expect.any(String),
        expires_at: past,
        timed_out: true,
        version: 2,
      });
      expect(await read(created.id)).toEqual(settled);
      expect(await kindsOf(created.id)).toEqual(['question.asked', 'question.expired']);
      const [event] = await database().knex('events').where({ kind: 'question.expired' });
      expect(event.actor_id).toBe(systemId);
    });

    test('is dismissed', async () => {
      const created = await byDismissal();
      await runOut(created.id);
      expect(await read(created.id)).toMatchObject({
        state: 'dismissed',
        dismissed_at: past,
        response: null,
        responded_at: null,
        responded_by_actor_id: null,
        updated_by_actor_id: systemId,
        timed_out: true,
      });
    });

    test('stays open with keep_open, and can be answered', async () => {
      const action = await anAction();
      const created = await ask({ expires_at: later(), action_id: action.id });
      await runOut(created.id);
      expect(await read(created.id)).toMatchObject({ state: 'open', timed_out: false, version: 1 });
      expect((await readAction(action.id)).status).toBe('waiting');
      const input = { path: { id: created.id }, body: { response: 'x' } };
      const { question } = await given.person.ok('respondQuestion', input);
      expect(question).toMatchObject({ state: 'answered', timed_out: false });
    });

    test('has a new entity tag', async () => {
      const { id } = await byDismissal();
      const before = await given.person.call('getQuestion', { path: { id } });
      expect(before.headers['etag']).toEqual(tagOf(1));
      await runOut(id);
      const header = { 'If-None-Match': String(before.headers['etag']) };
      const known = { path: { id }, header };
      const { status, headers } = await given.person.call('getQuestion', known);
      expect([status, headers['etag']]).toEqual([200, tagOf(2)]);
    });

    test.each(['respondQuestion', 'dismissQuestion', 'withdrawQuestion'] as const)(
      'has ended for %s, without a request in between',
      async (operation) => {
        const created = await byDismissal();
        await runOut(created.id);
        const by = operation === 'withdrawQuestion' ? given.worker : given.person;
        const sent = operation === 'respondQuestion' ? { body: { response: 'x' } } : {};
        const input = { path: { id: created.id }, ...sent };
        const { details } = await by.fails(operation, input, 409, 'ALREADY_RESOLVED');
        expect(details).toEqual({ state: 'dismissed' });
        expect(await read(created.id)).toMatchObject({ state: 'dismissed', timed_out: true });
      },
    );

    test('unblocks its action, whichever record is read first', async () => {
      const action = await anAction();
      const created = await byDefault({ action_id: action.id });
      expect((await readAction(action.id)).status).toBe('waiting');
      await runOut(created.id);
      const resumed = await readAction(action.id);
      expect(resumed).toMatchObject({
        status: 'ready',
        version: action.version + 2,
        updated_by_actor_id: systemId,
      });
      const query = { status: ['waiting' as const] };
      const waiting = await given.person.ok('listActions', { query });
      expect(waiting.items.map(({ id }) => id)).not.toContain(action.id);
      expect(await kindsOf(action.id)).toEqual([
        'action.created',
        'action.updated',
        'action.updated',
      ]);
    });

    test('does not unblock an action that another question blocks', async () => {
      const action = await anAction();
      const first = await byDefault({ action_id: action.id });
      const second = await byDismissal({ action_id: action.id });
      const last = await ask({ action_id: action.id });
      await runOut(first.id, second.id);
      expect((await readAction(action.id)).status).toBe('waiting');
      await given.worker.ok('withdrawQuestion', { path: { id: last.id } });
      expect((await readAction(action.id)).status).toBe('ready');
    });

    test('does not change an action that was moved to waiting meanwhile', async () => {
      const action = await anAction();
      const created = await byDismissal({ action_id: action.id });
      await given.person.ok('updateAction', {
        path: { id: action.id },
        body: { delegate_label: 'The printer' },
      });
      await runOut(created.id);
      expect((await read(created.id)).state).toBe('dismissed');
      expect((await readAction(action.id)).status).toBe('waiting');
    });

    test('is resolved in every list and every count', async () => {
      const fresh = await aWorkspace(app, database());
      const action = await anAction(fresh);
      const order = await fresh.person.ok('createOrder', {
        body: { agent_id: fresh.agent.id, name: 'Notes' },
      });
      const at = { expires_at: later() };
      const used = { ...at, on_timeout: 'use_default', default_response: 'x' } as const;
      const blocking = await ask({ ...used, action_id: action.id }, fresh.worker);
      const ordered = await ask({ ...at, on_timeout: 'dismiss', order_id: order.id }, fresh.worker);
      const reads = {
        open: () => fresh.person.ok('listQuestions', { query: { state: ['open'] } }),
        view: () => fresh.person.ok('getCommandView'),
        waiting: () => fresh.person.ok('getWaitingView'),
        overview: () => fresh.worker.ok('getAgentOverview', { path: { id: fresh.agent.id } }),
        order: () => fresh.person.ok('getOrder', { path: { id: order.id } }),
      };
      const counts = async () => {
        const view = await reads.view();
        const overview = await reads.overview();
        return [
          (await reads.order()).open_question_count,
          (await reads.open()).total,
          view.requests.length,
          view.metrics.question_count,
          overview.my_open_questions.length,
          (await reads.waiting()).total,
          overview.my_work.waiting.length,
        ];
      };
      expect(await counts()).toEqual([1, 2, 2, 2, 2, 1, 1]);
      await runOut(blocking.id, ordered.id);
      expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
      for (const [state, id] of [
        ['answered', blocking.id],
        ['dismissed', ordered.id],
      ] as const) {
        const { items } = await fresh.person.ok('listQuestions', { query: { state: [state] } });
        expect(items.map((item) => item.id)).toEqual([id]);
      }
      const { my_work: work } = await reads.overview();
      expect([work.working, ...work.ready].map((item) => item?.id)).toContain(action.id);
    });

    test('does not affect another workspace', async () => {
      const other = await aWorkspace(app, database());
      const created = await byDismissal();
      await runOut(created.id);
      await other.person.ok('getCommandView');
      expect(await stored(created.id)).toMatchObject({ status: 'open', version: 1 });
    });

    test('costs one statement while no question has expired', async () => {
      const action = await anAction();
      const before = await countStatements(database(), () => readAction(action.id));
      const created = await byDismissal({ action_id: action.id });
      const meanwhile = await countStatements(database(), () => readAction(action.id));
      await runOut(created.id);
      await readAction(action.id);
      const after = await countStatements(database(), () => readAction(action.id));
      expect([meanwhile, after]).toEqual([before, before]);
    });

    test('ends once under concurrent reads and answers', async () => {
      const action = await anAction();
      const created = await Promise.all(
        Array.from({ length: 6 }, () => byDefault({ action_id: action.id })),
      );
      const ids = created.map(({ id }) => id);
      await runOut(...ids);
      const shown = await Promise.all([
        ...Array.from({ length: 14 }, () => readAction(action.id)),
        ...ids.map((id) =>
          given.person.fails(
            'respondQuestion',
            { path: { id }, body: { response: 'x' } },
            409,
            'ALREADY_RESOLVED',
          ),
        ),
      ]);
      for (const one of shown.slice(0, 14)) expect(one).toMatchObject({ status: 'ready' });
      for (const id of ids) {
        expect(await kindsOf(id)).toEqual(['question.asked', 'question.expired']);
        expect((await read(id)).version).toBe(2);
      }
      // Blocked once, recorded six questions, unblocked once.
      expect((await readAction(action.id)).version).toBe(action.version + 7);
    });

    test('many questions expire at once', async () => {
      const fresh = await aWorkspace(app, database());
      const action = await anAction(fresh);
      const { id } = await ask({ action_id: action.id }, fresh.worker);
      const row = await stored(id);
      const rows = Array.from({ length: 450 }, (_, index) => ({
        ...row,
        id: `qst_many_${index}`,
        on_timeout: 'dismiss',
        expires_at: past,
      }));
      await database().knex.batchInsert('agent_requests', rows, 50);
      const { total } = await fresh.person.ok('listQuestions', { query: { state: ['open'] } });
      expect(total).toBe(1);
      const gone = await fresh.person.ok('listQuestions', { query: { state: ['dismissed'] } });
      expect(gone.total).toBe(450);
      await fresh.worker.ok('withdrawQuestion', { path: { id } });
      const path = { id: action.id };
      expect((await fresh.person.ok('getAction', { path })).status).toBe('ready');
    });

    test('is resolved by housekeeping in a workspace without requests', async () => {
      const action = await anAction();
      const created = await byDefault({ action_id: action.id });
      await runOut(created.id);
      const log = pino({ level: 'silent' });
      const stop = startHousekeeping({
        database: database(),
        config: { eventDays: 90, auditDays: 365 },
        log,
      });
      while ((await stored(created.id)).status === 'open') await setTimeout(10);
      await stop();
      expect(await stored(created.id)).toMatchObject({
        status: 'resolved',
        response: 'The old one',
      });
      const row = await database().knex('actions').where({ id: action.id }).first();
      expect(row.status).toBe('ready');
    });

    test('appears in the overview of its agent, but not as an activity of a person', async () => {
      const fresh = await aWorkspace(app, database());
      const created = await ask({ expires_at: later(), on_timeout: 'dismiss' }, fresh.worker);
      await runOut(created.id);
      const { recent_activity: activity } = await fresh.worker.ok('getAgentOverview', {
        path: { id: fresh.agent.id },
      });
      expect(activity.my_questions.map(({ target_id }) => target_id)).toEqual([
        created.id,
        created.id,
      ]);
      expect(activity.human_on_my_items).toEqual([]);
    });
  });

  describe('respondQuestion', () => {
    test('the agent closes several questions that block one action, in sequence or concurrently', async () => {
      const action = await anAction();
      const created = await Promise.all(
        Array.from({ length: 8 }, () => ask({ action_id: action.id })),
      );
      const [first, ...others] = created.map(({ id }) => ({
        path: { id },
        body: { response: 'x' },
      }));
      if (first === undefined) throw new Error('There is no question.');
      const { question } = await given.worker.ok('respondQuestion', first);
      expect(question.state).toBe('closed');
      expect((await readAction(action.id)).status).toBe('waiting');
      await Promise.all(others.map((input) => given.worker.ok('respondQuestion', input)));
      expect((await readAction(action.id)).status).toBe('ready');
    });
  });

  describe('withdrawQuestion', () => {
    const withdraw = (id: string, more: object = {}, by: ApiClient = given.worker) =>
      by.ok('withdrawQuestion', { path: { id }, ...more });

    test('closes the question without an answer, and unblocks its action', async () => {
      const action = await anAction();
      const created = await ask({ action_id: action.id });
      const { question } = await withdraw(created.id, { body: { reason: 'The printer chose.' } });
      expect(question).toEqual({
        ...created,
        status: 'resolved',
        state: 'closed',
        closed_at: question.updated_at,
        updated_at: expect.any(String),
        response_comment: 'The printer chose.',
        version: 2,
      });
      expect(await read(created.id)).toEqual(question);
      expect((await readAction(action.id)).status).toBe('ready');
      expect(await kindsOf(created.id)).toEqual(['question.asked', 'question.closed']);
    });

    test('needs no reason and no body', async () => {
      for (const sent of [{}, { body: {} }]) {
        const { question } = await withdraw((await ask()).id, sent);
        expect(question).toMatchObject({ state: 'closed', response_comment: null, response: null });
      }
    });

    test('is allowed only for the agent that asked', async () => {
      const { id } = await ask();
      const sysadminAgent = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const sysadmin = client(app, { bearer: sysadminAgent.token });
      await sysadmin.fails('withdrawQuestion', { path: { id } }, 403, 'FORBIDDEN');
      await given.person.fails('withdrawQuestion', { path: { id } }, 403, 'WRONG_ACTOR');
      expect((await read(id)).state).toBe('open');
      expect(await kindsOf(id)).toEqual(['question.asked']);
    });

    test('404, 412 and 409 as for an answer', async () => {
      const { id } = await ask();
      const by = given.worker;
      await by.fails('withdrawQuestion', { path: { id: 'qst_none' } }, 404, 'NOT_FOUND');
      const stale = { path: { id }, header: { 'If-Match': '"7"' } };
      await by.fails('withdrawQuestion', stale, 412, 'STALE_VERSION');
      const { headers } = await by.call('withdrawQuestion', {
        path: { id },
        header: { 'If-Match': '"1"' },
      });
      expect(headers['etag']).toEqual(tagOf(2));
      const { details } = await by.fails(
        'withdrawQuestion',
        { path: { id } },
        409,
        'ALREADY_RESOLVED',
      );
      expect(details).toEqual({ state: 'closed' });
    });

    test('a retry returns the same response; of twenty concurrent ends one wins', async () => {
      const { id } = await ask();
      const again = { path: { id }, body: { client_request_id: `withdraw ${id}` } };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => given.worker.call('withdrawQuestion', again)),
      );
      expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1);
      const other = await ask();
      const ends = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0
            ? given.worker.call('withdrawQuestion', { path: { id: other.id } })
            : given.person.call('dismissQuestion', { path: { id: other.id } }),
        ),
      );
      expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(ends.filter(({ status }) => status === 409)).toHaveLength(19);
      expect(await kindsOf(other.id)).toHaveLength(2);
    });
  });
});
