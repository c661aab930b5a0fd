import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { components } from '../../generated/types';
import { runTimers } from '../../src/cli/serve/timers';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { transact } from '../../src/platform/db/transaction';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { nextNumber } from '../support/rows';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { typescript } from '../support/program';

type EventKind = components['schemas']['EventKind'];
type ActionCreate = components['schemas']['ActionCreate'];

const MINUTE = 60 * SECOND;
const log = pino({ enabled: false });

describeOnEachDatabase('Timers', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const run = () => runTimers({ database: database(), config: app.config, log });
  const pass = (milliseconds: number) =>
    moveIntoPast(database(), given.workspaceId, milliseconds / SECOND);
  const later = (milliseconds: number) => addMilliseconds(new Date().toISOString(), milliseconds);
  const create = (body: Partial<ActionCreate> = {}) =>
    given.person.ok('createAction', { body: { title: 'Hang the moon', status: 'ready', ...body } });
  /** An action of the worker. */
  const assigned = (body: Partial<ActionCreate> = {}) =>
    create({ assigned_actor_id: given.agent.actor_id, ...body });
  const eventsOf = async (id: string, kind: EventKind) => {
    const { items } = await given.person.ok('readEvents', {
      query: { action_id: id, kind: [kind] },
    });
    return items;
  };
  const countOf = async (id: string, kind: EventKind) => (await eventsOf(id, kind)).length;
  const newsOf = async (id: string) => {
    const { items } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
    return items.filter(({ action_id: of }) => of === id).map(({ kind }) => kind);
  };

  test('a workspace with many due timers does not delay those of another', async () => {
    const other = await aWorkspace(app, database());
    const defer_until = later(HOUR);
    const { id } = await create();
    await transact(database(), async (transaction) => {
      const action = await transaction.first<Record<string, unknown>>((db) =>
        db('actions').where({ workspace_id: given.workspaceId, id }).select('*'),
      );
      const copies = Array.from({ length: 450 }, (_, index) => ({
        ...action,
        number: nextNumber(),
        id: `act_0000000000000000000000${index + 1000}`,
        defer_until,
      }));
      for (let at = 0; at < copies.length; at += 10) {
        await insertRows(transaction, 'actions', copies.slice(at, at + 10));
      }
    });
    await pass(2 * HOUR);
    await other.person.ok('createAction', {
      body: { title: 'Sew', status: 'ready', defer_until: later(HOUR) },
    });
    await moveIntoPast(database(), other.workspaceId, HOUR / SECOND + 60);
    await run();
    // The ids of events sort in the order of their creation.
    const told = async (workspace_id: string) => {
      const rows = await database()
        .knex('events')
        .where({ workspace_id, kind: 'action.undeferred' })
        .select('id')
        .orderBy('id');
      return rows.map((row): string => row.id);
    };
    const [many, few] = await Promise.all([told(given.workspaceId), told(other.workspaceId)]);
    expect([many.length, few.length]).toEqual([450, 1]);
    expect(many.filter((one) => one < (few[0] ?? '')).length).toBeLessThanOrEqual(200);
  });

  describe('action.undeferred', () => {
    test('is emitted once, by the system, when defer_until has passed', async () => {
      const { id } = await assigned({ defer_until: later(HOUR) });
      await pass(59 * MINUTE);
      await run();
      expect(await countOf(id, 'action.undeferred')).toBe(0);
      await pass(2 * MINUTE);
      await run();
      await run();
      const events = await eventsOf(id, 'action.undeferred');
      expect(events).toMatchObject([
        { actor: { kind: 'system' }, subject: { type: 'action', id }, action_id: id },
      ]);
      expect(await newsOf(id)).toEqual(['action.undeferred']);
      const { items } = await given.worker.ok('listActions', { query: { actionable: true } });
      expect(items.map((item) => item.id)).toContain(id);
    });

    test('follows a change of defer_until', async () => {
      const { id } = await assigned({ defer_until: later(HOUR) });
      const path = { id };
      await given.person.ok('updateAction', { path, body: { defer_until: later(3 * HOUR) } });
      await pass(2 * HOUR);
      await run();
      expect(await countOf(id, 'action.undeferred')).toBe(0);
      await pass(2 * HOUR);
      await run();
      expect(await countOf(id, 'action.undeferred')).toBe(1);
      await given.person.ok('updateAction', { path, body: { defer_until: later(HOUR) } });
      await pass(2 * HOUR);
      await run();
      expect(await countOf(id, 'action.undeferred')).toBe(2);
    });

    test('is not emitted for work that is not in play, or was never deferred', async () => {
      const defer_until = later(HOUR);
      const project = await given.person.ok('createProject', { body: { title: 'Spring gala' } });
      const dropped = await assigned({ defer_until });
      await given.person.ok('dropAction', { path: { id: dropped.id }, body: {} });
      const cleared = await assigned({ defer_until });
      await given.person.ok('updateAction', {
        path: { id: cleared.id },
        body: { defer_until: null },
      });
      const silent = [
        dropped,
        cleared,
        await create({ is_template: true, defer_until }),
        await create({ project_id: project.id, defer_until }),
        await create({ defer_until: later(-HOUR) }),
      ];
      await given.person.ok('updateProject', {
        path: { id: project.id },
        body: { state: 'paused' },
      });
      await pass(2 * HOUR);
      await run();
      for (const { id } of silent) expect(await countOf(id, 'action.undeferred')).toBe(0);
    });
  });

  describe('action.offered_again', () => {
    const kind = 'action.offered_again';
    /** The end of the backoff after a release by the worker. */
    const released = async (body: Partial<ActionCreate> = {}) => {
      const { id } = await create(body);
      const path = { id };
      await given.worker.ok('claimAction', { path });
      await given.worker.ok('releaseAction', { path, body: {} });
      return { id, path };
    };
    const setBackoff = (release_backoff: number) =>
      given.person.ok('updateWorkspace', { body: { release_backoff } });
    const lookAround = async () => {
      await run();
      await run();
    };

    test('is emitted once, for the releaser, when the queue has the action again', async () => {
      const pool = await released();
      const own = await released({ assigned_actor_id: given.agent.actor_id });
      // A change of the setting moves no backoff that has begun.
      await setBackoff(0);
      const other = client(app, { bearer: (await addAgent(app, given.owner)).token });
      await pass(59 * MINUTE);
      await lookAround();
      expect([await countOf(pool.id, kind), await countOf(own.id, kind)]).toEqual([0, 0]);
      await pass(2 * MINUTE);
      await lookAround();
      for (const { id } of [pool, own]) {
        const [event, ...others] = await eventsOf(id, kind);
        expect(event).toMatchObject({ actor: { kind: 'system' }, subject: { type: 'action', id } });
        expect(event?.summary).toContain(given.agent.name);
        expect(others).toEqual([]);
      }
      const { items } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
      const news = items.map(({ kind: of, action_id: id, role }) => [of, id, role]);
      expect(news).toEqual([
        [kind, pool.id, 'former_worker'],
        [kind, own.id, 'worker'],
      ]);
      const idle = await other.ok('getAgentNews', { path: { id: 'me' } });
      expect(idle.items).toEqual([]);
      const queue = { path: { id: 'me' }, query: { include_claimable: true } } as const;
      expect((await given.worker.ok('getAgentQueue', queue)).total).toBe(2);
    });

    test('is emitted at once, and once, when somebody else changes the action', async () => {
      const { person, agent } = given;
      const project = await person.ok('createProject', { body: { title: 'Spring gala' } });
      const domain = await person.ok('createDomain', { body: { name: 'Rigging' } });
      const other = await addAgent(app, given.owner);
      const changes: Record<string, (path: { id: string }) => Promise<unknown>> = {
        'an update': (path) => person.ok('updateAction', { path, body: { title: 'Lower it' } }),
        'a note': (path) => person.ok('createActionNote', { path, body: { body: 'A ladder.' } }),
        'a new domain of its project': () =>
          person.ok('updateProject', { path: { id: project.id }, body: { domain_id: domain.id } }),
        'an answer': async (path) => {
          const question = { question: 'Which?', on_answer: 'Hang it.', action_id: path.id };
          const { id } = await given.worker.ok('createQuestion', {
            body: { ...question, blocking: true },
          });
          await person.ok('respondQuestion', { path: { id }, body: { response: 'That one.' } });
        },
        'its return to the pool': async (path) => {
          const changed = { path: { id: agent.id }, body: { access_mode: 'sysadmin' as const } };
          await person.ok('updateAgent', changed);
          const body = { assigned_agent_id: other.agent.id };
          await given.worker.ok('updateAction', { path, body });
          await person.ok('revokeAgent', { path: { id: other.agent.id } });
        },
      };
      for (const [name, change] of Object.entries(changes)) {
        const { id, path } = await released({ project_id: project.id });
        await lookAround();
        expect([name, await countOf(id, kind)]).toEqual([name, 0]);
        await change(path);
        await lookAround();
        const [event, ...others] = await eventsOf(id, kind);
        expect([name, event?.summary]).toEqual([name, expect.stringContaining(agent.name)]);
        await pass(2 * HOUR);
        await lookAround();
        expect(others).toEqual([]);
        expect([name, await countOf(id, kind)]).toEqual([name, 1]);
        await person.ok('dropAction', { path, body: { reason: 'It hangs.' } });
      }
    });

    test('is not emitted where the end of the backoff offers nothing', async () => {
      const { person, worker, agent } = given;
      const changed = await released();
      await worker.ok('updateAction', { path: changed.path, body: { title: 'Lower it' } });
      await worker.ok('dropAction', { path: changed.path, body: { reason: 'It is low.' } });
      const linked = await released();
      const link = { action_id: linked.id, url: 'https://example.com/ladder' };
      await person.ok('createLink', { body: link });
      await lookAround();
      expect(await countOf(linked.id, kind)).toBe(0);
      await worker.ok('dropAction', { path: linked.path, body: { reason: 'It is low.' } });
      const ended = await released();
      await person.ok('dropAction', { path: ended.path, body: { reason: 'It is low.' } });
      const taken = await released();
      await person.ok('updateAction', { path: taken.path, body: { title: 'Lower it' } });
      const other = client(app, { bearer: (await addAgent(app, given.owner)).token });
      await other.ok('claimAction', { path: taken.path, body: { lease_seconds: 14_400 } });
      const reclaimed = await released();
      await worker.ok('claimAction', { path: reclaimed.path, body: { lease_seconds: 14_400 } });
      const dropped = await released({ assigned_actor_id: agent.actor_id });
      await worker.ok('dropAction', { path: dropped.path, body: { reason: 'Too high.' } });
      const deferred = await released({ assigned_actor_id: agent.actor_id });
      await worker.ok('updateAction', {
        path: deferred.path,
        body: { defer_until: later(3 * HOUR) },
      });
      const project = await person.ok('createProject', { body: { title: 'Spring gala' } });
      const idle = await released({ project_id: project.id });
      await person.ok('updateProject', { path: { id: project.id }, body: { state: 'paused' } });
      const setCapabilities = (capabilities: string[]) =>
        person.ok('updateAgent', { path: { id: agent.id }, body: { capabilities } });
      await setCapabilities(['sewing']);
      const beyond = await released({ requirements: ['sewing'] });
      await setCapabilities([]);
      await setBackoff(0);
      const atOnce = await released();
      await pass(2 * HOUR);
      await lookAround();
      const silent = {
        changed,
        linked,
        ended,
        taken,
        reclaimed,
        dropped,
        deferred,
        idle,
        beyond,
        atOnce,
      };
      for (const [name, { id }] of Object.entries(silent)) {
        expect([name, await countOf(id, kind)]).toEqual([name, 0]);
      }
      const left = { workspace_id: given.workspaceId, kind };
      expect(await database().knex('timers').where(left)).toEqual([]);
      await pass(2 * HOUR);
      await lookAround();
      expect(await countOf(deferred.id, 'action.undeferred')).toBe(1);
    });

    test('is not emitted for a paused agent, which reads its queue when it goes on', async () => {
      const { id } = await released();
      const path = { id: given.agent.id };
      await given.person.ok('pauseAgent', { path, body: {} });
      await pass(2 * HOUR);
      await lookAround();
      await given.person.ok('resumeAgent', { path });
      await lookAround();
      expect(await countOf(id, kind)).toBe(0);
      const { items } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
      expect(items.at(-1)?.kind).toBe('agent.resumed');
      const next = await given.worker.ok('claimNextAction', { path: { id: 'me' }, body: {} });
      expect(next.action?.id).toBe(id);
    });
  });

  describe('claim.expired', () => {
    /** Pool work that the worker has claimed for ten minutes. */
    const claimed = async (body: Partial<ActionCreate> = {}) => {
      const { id } = await create(body);
      await given.worker.ok('claimAction', { path: { id }, body: { lease_seconds: 600 } });
      return { id, path: { id } };
    };

    test('is emitted once when the lease ends, and a heartbeat postpones it', async () => {
      const { id, path } = await claimed();
      await pass(5 * MINUTE);
      await given.worker.ok('heartbeatAction', { path, body: {} });
      await pass(6 * MINUTE);
      await run();
      expect(await countOf(id, 'claim.expired')).toBe(0);
      await pass(5 * MINUTE);
      await run();
      await run();
      const [event, ...others] = await eventsOf(id, 'claim.expired');
      expect(event).toMatchObject({ actor: { kind: 'system' }, subject: { type: 'action', id } });
      expect(event?.summary).toContain(given.agent.name);
      expect(others).toEqual([]);
      expect(await newsOf(id)).toEqual(['claim.expired']);
      // The action of nobody is not stalled.
      expect(await countOf(id, 'action.stalled')).toBe(0);
    });

    test('comes with action.stalled for assigned work', async () => {
      const { id } = await assigned();
      await given.worker.ok('claimAction', { path: { id }, body: { lease_seconds: 600 } });
      await pass(11 * MINUTE);
      await run();
      expect(await countOf(id, 'claim.expired')).toBe(1);
      expect(await countOf(id, 'action.stalled')).toBe(1);
      expect(await newsOf(id)).toContain('claim.expired');
      const { items } = await given.person.ok('getStalledView');
      expect(items.map((item) => item.id)).toContain(id);
      await pass(2 * DAY);
      await run();
      expect(await countOf(id, 'action.stalled')).toBe(1);
    });

    test('is not emitted for a claim that was released, taken to the end, or rests', async () => {
      const released = await claimed();
      await given.worker.ok('releaseAction', { path: released.path, body: {} });
      const completed = await claimed();
      await given.worker.ok('completeAction', {
        path: completed.path,
        body: { result_summary: 'It hangs.' },
      });
      const atRest = await claimed();
      await given.worker.ok('createQuestion', {
        body: { question: 'How high?', on_answer: 'I hang it there.', action_id: atRest.id },
      });
      await pass(HOUR);
      await run();
      for (const { id } of [released, completed, atRest]) {
        expect(await countOf(id, 'claim.expired')).toBe(0);
      }
    });
  });

  describe('action.stalled', () => {
    test('is emitted each time that the activity of assigned work leaves the window', async () => {
      await run();
      const { id } = await assigned();
      const path = { id };
      const pool = await create();
      await pass(23 * HOUR);
      await run();
      expect(await countOf(id, 'action.stalled')).toBe(0);
      await pass(2 * HOUR);
      await run();
      await run();
      expect(await countOf(id, 'action.stalled')).toBe(1);
      expect(await countOf(pool.id, 'action.stalled')).toBe(0);
      expect(await newsOf(id)).toEqual(['action.stalled']);
      const { items } = await given.person.ok('getStalledView');
      expect(items.map((item) => item.id)).toContain(id);
      await given.worker.ok('createActionNote', { path, body: { body: 'The rope is here.' } });
      await pass(23 * HOUR);
      await run();
      expect(await countOf(id, 'action.stalled')).toBe(1);
      await pass(2 * HOUR);
      await run();
      expect(await countOf(id, 'action.stalled')).toBe(2);
    });

    test('uses the window of the workspace, and a new window tells nothing old', async () => {
      await run();
      const { id } = await assigned();
      await pass(2 * HOUR);
      await given.person.ok('updateWorkspace', { body: { stalled_seconds: 3600 } });
      await run();
      expect(await countOf(id, 'action.stalled')).toBe(0);
      const young = await assigned();
      await pass(2 * HOUR);
      await run();
      expect(await countOf(young.id, 'action.stalled')).toBe(1);
    });
  });

  test('order.checkin_overdue is emitted for each period, and once for missed ones', async () => {
    const order = await given.person.ok('createOrder', {
      body: { name: 'Watch the door', agent_id: given.agent.id, checkin_every_seconds: 3600 },
    });
    const path = { id: order.id };
    const events = async () => {
      const { items } = await given.person.ok('readEvents', {
        query: { order_id: order.id, kind: ['order.checkin_overdue'] },
      });
      return items;
    };
    await pass(50 * MINUTE);
    await given.worker.ok('createCheckin', { path, body: { kind: 'report', summary: 'Shut.' } });
    await pass(50 * MINUTE);
    await run();
    expect(await events()).toEqual([]);
    await pass(20 * MINUTE);
    await run();
    await run();
    expect(await events()).toMatchObject([{ period_count: 1 }]);
    expect((await given.person.ok('getOrder', { path })).checkin_overdue).toBe(true);
    await pass(3 * HOUR);
    await run();
    const [, second, ...others] = await events();
    expect(second).toMatchObject({ period_count: 3 });
    expect(second?.summary).toContain('3 periods have ended');
    expect(others).toEqual([]);
    const { items } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
    const overdue = items.filter(({ kind }) => kind === 'order.checkin_overdue');
    expect(overdue).toMatchObject([{ period_count: 1 }, { period_count: 3 }]);
    await given.person.ok('updateOrder', { path, body: { state: 'paused' } });
    await pass(3 * HOUR);
    await run();
    expect(await events()).toHaveLength(2);
  });

  describe('question.reminder_due', () => {
    const ask = (body: object) =>
      given.worker.ok('createQuestion', {
        body: { question: 'How high?', on_answer: 'I hang it there.', ...body },
      });
    const remindersOf = async (id: string) => {
      const query = { subject_id: id, kind: ['question.reminder_due' as const] };
      const { items } = await given.person.ok('readEvents', { query });
      return items;
    };

    test('is emitted at each reminder until the question ends', async () => {
      const asked = await ask({ remind_every_seconds: 3600 });
      expect(asked).toMatchObject({
        remind_at: addMilliseconds(asked.created_at, HOUR),
        remind_every_seconds: 3600,
      });
      await pass(50 * MINUTE);
      await run();
      expect(await remindersOf(asked.id)).toHaveLength(0);
      await pass(20 * MINUTE);
      await run();
      await run();
      expect(await remindersOf(asked.id)).toHaveLength(1);
      await pass(3 * HOUR);
      await run();
      const [first, second, ...others] = await remindersOf(asked.id);
      expect(first).toMatchObject({ period_count: 1 });
      expect(second).toMatchObject({ period_count: 3 });
      expect(second?.summary).toContain('3 reminders were due');
      expect(others).toEqual([]);
      const path = { id: asked.id };
      await given.person.ok('respondQuestion', { path, body: { response: 'Ten feet.' } });
      await pass(3 * HOUR);
      await run();
      expect(await remindersOf(asked.id)).toHaveLength(2);
    });

    test('is emitted once at remind_at', async () => {
      const once = await ask({ remind_at: later(HOUR) });
      const never = await ask({});
      expect(never).toMatchObject({ remind_at: null, remind_every_seconds: null });
      await pass(2 * HOUR);
      await run();
      await pass(DAY);
      await run();
      expect(await remindersOf(once.id)).toHaveLength(1);
      expect(await remindersOf(never.id)).toHaveLength(0);
    });

    test('is refused in the past', async () => {
      const body = { question: 'How high?', on_answer: 'I hang it.', remind_at: later(-HOUR) };
      const { issues } = await given.worker.fails(
        'createQuestion',
        { body },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues).toMatchObject([{ path: 'body/remind_at' }]);
    });
  });

  test('token.expiring is emitted once, a week before a token expires', async () => {
    const createToken = async (name: string, expires_at: string | null) => {
      const path = { id: given.agent.id };
      const { id } = await given.person.ok('createToken', { path, body: { name, expires_at } });
      return id;
    };
    const subjectsOf = async (by = given.person) => {
      const { items } = await by.ok('readEvents', { query: { kind: ['token.expiring'] } });
      return items.map(({ subject }) => subject.id);
    };
    const expiring = await createToken('Deployment', later(8 * DAY));
    const revoked = await createToken('Old laptop', later(8 * DAY));
    await createToken('Weekend', later(3 * DAY));
    await createToken('Forever', null);
    await given.person.ok('revokeToken', { path: { id: revoked } });
    await pass(23 * HOUR);
    await run();
    expect(await subjectsOf()).toEqual([]);
    await pass(2 * HOUR);
    await run();
    await run();
    expect(await subjectsOf()).toEqual([expiring]);
    // Agents may not list tokens.
    expect(await subjectsOf(given.worker)).toEqual([]);
  });

  test('each event is emitted once after a process was killed between its timer and it', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 8; made += 1) {
      const { id } = await assigned({ defer_until: later(HOUR) });
      ids.push(id);
    }
    await pass(2 * HOUR);
    // This transaction holds the row that gives events their position, so the process must wait.
    await transact(database(), async (transaction) => {
      await transaction.write((db) =>
        db('event_positions')
          .where({ workspace_id: given.workspaceId })
          .update({ last: db.ref('last') }),
      );
      const script = join(__dirname, '..', 'support', 'timers-process.ts');
      const args = [script, database().url, String(app.config.stalledSeconds)];
      const child = spawn(process.execPath, [...typescript, ...args]);
      const output = text(child.stdout);
      await once(child.stdout, 'readable');
      await pause(500);
      child.kill('SIGKILL');
      expect(await output).toBe('begins');
    });
    for (const id of ids) expect(await countOf(id, 'action.undeferred')).toBe(0);
    await Promise.all([run(), run(), run()]);
    for (const id of ids) expect(await countOf(id, 'action.undeferred')).toBe(1);
  });

  test('a workspace that fails does not prevent the events of others', async () => {
    const broken = given;
    await assigned({ defer_until: later(HOUR) });
    await pass(2 * HOUR);
    given = await aWorkspace(app, database());
    const { id } = await assigned({ defer_until: later(HOUR) });
    await pass(2 * HOUR);
    const actors = () => database().knex('actors').where('workspace_id', broken.workspaceId);
    const [system] = await actors().where('kind', 'system');
    await actors().where('id', system.id).update({ kind: 'user' });
    await run();
    await actors().where('id', system.id).update({ kind: 'system' });
    expect(await countOf(id, 'action.undeferred')).toBe(1);
  });
});
