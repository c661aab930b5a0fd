import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { TextTruncator } from '../../src/features/views/context/context-operations';
import { addAgent, startApp, type TestApp, type AgentWithToken } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { HOUR, DAY, addMilliseconds } from '../../src/platform/time';
import { connect } from '../../src/platform/db/connect';
import { maxWaiting } from '../../src/platform/http/connections/open-connections';

describe('TextTruncator', () => {
  test('truncates a text after 16 KiB of UTF-8, never within a character', () => {
    const truncator = new TextTruncator();
    expect(truncator.text(null, 'a')).toBeNull();
    expect(truncator.text('é'.repeat(8192), 'b')).toHaveLength(8192);
    expect(truncator.truncated).toEqual([]);
    expect(truncator.text('é'.repeat(8193), 'c')).toBe('é'.repeat(8192));
    expect(truncator.text(`x${'é'.repeat(8192)}`, 'd')).toBe(`x${'é'.repeat(8191)}`);
    expect(truncator.truncated).toEqual(['c', 'd']);
  });

  test('replaces longer JSON with null', () => {
    const truncator = new TextTruncator();
    const [small, large] = [['x'], Array.from({ length: 9000 }, () => 1)];
    expect([truncator.json(small, 'a'), truncator.json(large, 'b')]).toEqual([small, null]);
    expect(truncator.json('x'.repeat(20_000), 'c')).toHaveLength(16_384);
    expect(truncator.truncated).toEqual(['b', 'c']);
  });
});

describeOnEachDatabase('The context of an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  describe('getActionContext', () => {
    const contextOf = (id: string, by = given.person) =>
      by.ok('getActionContext', { path: { id } });

    /** The statements of a context, without those of the session. */
    const costOf = async (id: string): Promise<number> => {
      const path = { id };
      const context = await countStatements(database(), () => contextOf(id));
      const reading = () => given.person.send('getAction', { path });
      // Reading an open action that has notes needs two statements itself.
      return context - (await countStatements(database(), reading)) + 2;
    };

    test('contains only the action if it has no related records', async () => {
      const action = await given.person.ok('createAction', { body: { title: 'Sew' } });
      expect(await contextOf(action.id)).toEqual({
        action,
        project: null,
        order: null,
        document: null,
        links: [],
        linked_documents: [],
        parent: null,
        notes: [],
        open_questions: [],
        ended_questions: [],
        truncated: {
          links: 0,
          linked_documents: 0,
          notes: 0,
          open_questions: 0,
          ended_questions: 0,
          texts: [],
        },
      });
    });

    test('cuts texts and lists to max_bytes, and tells it', async () => {
      const { person } = given;
      const body = { title: 'Paint', details: 'é'.repeat(4096) };
      const { id } = await person.ok('createAction', { body });
      for (const note of ['older', 'newer']) {
        const text = note.padEnd(3000, '.');
        await person.ok('createActionNote', { path: { id }, body: { body: text } });
      }
      const whole = await contextOf(id);
      const read = (bytes: number) =>
        person.ok('getActionContext', { path: { id }, query: { max_bytes: bytes } });
      expect(await read(65_536)).toEqual(whole);
      const cut = await read(8192);
      expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(8192);
      expect(cut.truncated.texts).toContain('action/details');
      expect(body.details.startsWith(cut.action.details ?? '-')).toBe(true);
      expect(cut.action).toMatchObject({ id, title: 'Paint' });
      expect(cut.notes.length + cut.truncated.notes).toBe(2);
      expect(Buffer.byteLength(JSON.stringify(await read(4096)))).toBeLessThanOrEqual(4096);
    });

    test('contains all related records as single reads show them', async () => {
      const { person, worker, agent } = given;
      const project = await person.ok('createProject', { body: { title: 'The hall' } });
      const document = await person.ok('createDocument', {
        body: { title: 'Plants', content: { palms: 12 }, access_mode: 'private' },
      });
      const order = await person.ok('createOrder', {
        body: { name: 'Water', agent_id: agent.id, document_id: document.id },
      });
      const first = await person.ok('createAction', {
        body: {
          title: 'Water the palms',
          project_id: project.id,
          order_id: order.id,
          assigned_agent_id: agent.id,
          repeat_rule: { type: 'from_completion', unit: 'day', interval: 1 },
        },
      });
      const parent = await worker.ok('completeAction', {
        path: { id: first.id },
        body: { result_summary: 'Wet' },
      });
      const { items } = await person.ok('listProjectActions', {
        path: { id: project.id },
        query: { status: ['ready'] },
      });
      const id = items[0]?.id ?? '';
      const style = await person.ok('createDocument', {
        body: { title: 'How to pour', content: 'Slowly' },
      });
      const attach = (target: object) =>
        person.ok('createLink', { body: { ...target, action_id: id } });
      const links = [
        await attach({ document_id: style.id }),
        await attach({ url: 'https://example.com/palms' }),
        await attach({ document_id: document.id }),
      ].toReversed();
      const note = await worker.ok('createActionNote', { path: { id }, body: { body: 'Dry' } });
      const ask = (question: string) =>
        worker.ok('createQuestion', {
          body: { question, on_answer: 'I pour it.', action_id: id, blocking: false },
        });
      const [answered, open] = [await ask('How?'), await ask('How much?')];
      const { question: ended } = await person.ok('respondQuestion', {
        path: { id: answered.id },
        body: { response: 'So', response_comment: 'As the old gardener did.' },
      });
      const context = {
        action: await person.ok('getAction', { path: { id } }),
        project,
        order: await person.ok('getOrder', { path: { id: order.id } }),
        document,
        links,
        linked_documents: [document, style],
        parent,
        notes: [note],
        open_questions: [open],
        ended_questions: [ended],
        truncated: {
          links: 0,
          linked_documents: 0,
          notes: 0,
          open_questions: 0,
          ended_questions: 0,
          texts: [],
        },
      };
      expect(await contextOf(id)).toEqual(context);
      expect(await costOf(id)).toBe(11);
      // A worker sees neither the private document nor the link to it.
      expect(await contextOf(id, worker)).toMatchObject({
        document: null,
        links: links.filter((link) => link.document_id !== document.id),
        linked_documents: [style],
        order: { document_id: document.id },
      });
    });

    test('limits lists and texts, and reports what it left out', async () => {
      const long = 'x'.repeat(20_000);
      const { id } = await given.person.ok('createAction', {
        body: {
          title: 'Sew',
          details: long,
          status: 'ready',
          assigned_agent_id: given.agent.id,
          input_payload: [long],
        },
      });
      for (let written = 0; written < 22; written += 1) {
        const body = { body: written === 20 ? long : `Note ${written}` };
        await given.worker.ok('createActionNote', { path: { id }, body });
        await given.worker.ok('createQuestion', {
          body: {
            question: written === 21 ? long : `Question ${written}`,
            on_answer: 'I go on.',
            action_id: id,
          },
        });
      }
      for (let attached = 0; attached < 21; attached += 1) {
        const document = await given.person.ok('createDocument', {
          body: { title: 'Cloth', content: attached === 20 ? long : attached },
        });
        await given.person.ok('createLink', { body: { document_id: document.id, action_id: id } });
      }
      // The action has no project and no order.
      expect(await costOf(id)).toBe(8);
      const context = await contextOf(id);
      expect(context.notes.map(({ body }) => body.slice(0, 7))).toEqual([
        'Note 21',
        'xxxxxxx',
        ...Array.from({ length: 18 }, (_, index) => `Note ${19 - index}`.slice(0, 7)),
      ]);
      expect(context.open_questions).toHaveLength(20);
      expect(context.links).toHaveLength(20);
      expect(context.linked_documents.map(({ content }) => content).slice(1)).toEqual(
        Array.from({ length: 19 }, (_, index) => 19 - index),
      );
      expect(context.action).toMatchObject({ input_payload: null });
      expect(context.action.details).toHaveLength(16_384);
      expect(context.truncated).toEqual({
        links: 1,
        linked_documents: 0,
        notes: 2,
        open_questions: 2,
        ended_questions: 0,
        texts: [
          'action/details',
          'action/input_payload',
          'linked_documents/0/content',
          'notes/1/body',
          'open_questions/0/question',
        ],
      });
    });

    test('shows the questions that ended last, with their answers cut', async () => {
      const { person, worker } = given;
      const long = 'x'.repeat(20_000);
      const { id } = await person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });
      const asked: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const body = { question: `${index}?`, on_answer: 'I sew it.', action_id: id };
        asked.push((await worker.ok('createQuestion', { body })).id);
      }
      const [first = '', second = '', ...others] = asked;
      await worker.ok('withdrawQuestion', { path: { id: second }, body: { reason: 'Found it.' } });
      for (const other of others) await person.ok('dismissQuestion', { path: { id: other } });
      // The first question that was asked is the last one that ended.
      const answer = { response: long, response_comment: long };
      await person.ok('respondQuestion', { path: { id: first }, body: answer });
      const { ended_questions: ended, truncated } = await contextOf(id);
      expect(ended).toHaveLength(5);
      expect(ended.map(({ state }) => state)).toEqual([
        'answered',
        ...others.map(() => 'dismissed'),
      ]);
      expect(ended[0]?.response).toHaveLength(16_384);
      expect(truncated).toMatchObject({
        ended_questions: 1,
        texts: ['ended_questions/0/response', 'ended_questions/0/response_comment'],
      });
    });

    test('may be read by every caller who sees the action', async () => {
      const { id } = await given.person.ok('createAction', { body: { title: 'Sew' } });
      const { token } = await addAgent(app, given.owner);
      expect((await contextOf(id, client(app, { bearer: token }))).action.id).toBe(id);
      const other = await theirs.person.ok('createAction', { body: { title: 'Sew' } });
      for (const unknown of ['act_unknown', other.id]) {
        const sent = { path: { id: unknown } };
        await given.person.fails('getActionContext', sent, 404, 'NOT_FOUND');
      }
    });
  });
});

type Reason = {
  readonly reason: string;
  readonly action_ids?: string[];
  readonly in_review_ids?: string[];
};

describeOnEachDatabase('held_by of an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });

  const project = async (body: { work_mode?: 'sequential' | 'parallel' } = {}) =>
    (await given.person.ok('createProject', { body: { title: 'Gala', ...body } })).id;
  const create = async (body: object = {}) =>
    (await given.person.ok('createAction', { body: { title: 'Sew', status: 'ready', ...body } }))
      .id;
  const change = (id: string, body: object) =>
    given.person.ok('updateAction', { path: { id }, body });
  const block = (id: string, blocker: string) =>
    given.person.ok('addBlocker', { path: { id, blocker_id: blocker } });
  const later = () => addMilliseconds(new Date().toISOString(), HOUR);

  /** The `held_by` of a single read, after a check that every list and view shows the same. */
  async function heldBy(id: string): Promise<Reason[] | undefined> {
    const { person } = given;
    const { held_by: reasons, project_id: projectId } = await person.ok('getAction', {
      path: { id },
    });
    const query = { limit: 200 };
    const pages = await Promise.all([
      person.ok('listActions', { query }),
      person.ok('listActions', { query: { ...query, is_template: true } }),
      ...(projectId === null
        ? []
        : [person.ok('listProjectActions', { path: { id: projectId }, query })]),
      person.ok('getInboxView', { query }),
      person.ok('getReadyView', { query }),
      person.ok('getWorkingView', { query }),
      person.ok('getWaitingView', { query }),
      person.ok('getStalledView', { query }),
      person.ok('getDeferredView', { query }),
    ]);
    const seen = pages.flatMap(({ items }) => items.filter((item) => item.id === id));
    const { visible } = await person.ok('batchGetActions', { query: { ids: [id] } });
    const { action } = await person.ok('getActionContext', { path: { id } });
    expect(seen.length).toBeGreaterThan(0);
    for (const one of [...seen, ...visible, action]) expect(one.held_by).toEqual(reasons);
    return reasons;
  }

  test('is absent for an action without obstacles', async () => {
    const inParallel = await project({ work_mode: 'parallel' });
    await create({ project_id: inParallel });
    const ids = [await create(), await create({ project_id: inParallel })];
    for (const id of ids) {
      expect(await given.person.ok('getAction', { path: { id } })).not.toHaveProperty('held_by');
      expect(await heldBy(id)).toBeUndefined();
    }
  });

  test('names the first action of a sequential project until that one is approved', async () => {
    const { person, worker, agent } = given;
    const at = await project();
    const last = await create({ project_id: at });
    const first = await create({ project_id: at, position: 2, assigned_agent_id: agent.id });
    const second = await create({ project_id: at, position: 3, status: 'waiting' });
    const behindFirst = [{ reason: 'sequential', action_ids: [first] }];
    expect([await heldBy(first), await heldBy(second), await heldBy(last)]).toEqual([
      undefined,
      behindFirst,
      behindFirst,
    ]);
    const zero = await create({ project_id: at, position: 1 });
    expect(await heldBy(first)).toEqual([{ reason: 'sequential', action_ids: [zero] }]);
    expect((await change(zero, { position: 9 })).held_by).toEqual(behindFirst);
    await change(zero, { project_id: null });

    await worker.ok('completeAction', { path: { id: first }, body: { result_summary: 'Sewn' } });
    expect([await heldBy(first), await heldBy(second)]).toEqual([
      undefined,
      [{ reason: 'sequential', action_ids: [first], in_review_ids: [first] }],
    ]);
    await person.ok('approveAction', { path: { id: first } });
    expect([await heldBy(second), await heldBy(last)]).toEqual([
      undefined,
      [{ reason: 'sequential', action_ids: [second] }],
    ]);

    const { held_by: reasons } = await change(second, { defer_until: later() });
    expect(reasons).toEqual([{ reason: 'deferred' }]);
    expect(await heldBy(last)).toBeUndefined();
  });

  test('lists all reasons in the order of the enum, and is absent once the action has ended', async () => {
    const { person } = given;
    const at = await project();
    const first = await create({ project_id: at });
    const id = await create({ project_id: at, defer_until: later() });
    const [one, other] = [await create(), await create()];
    for (const blocker of [other, one]) await block(id, blocker);
    await person.ok('updateProject', { path: { id: at }, body: { state: 'paused' } });
    const all = [
      { reason: 'blocked', action_ids: [one, other] },
      { reason: 'deferred' },
      { reason: 'sequential', action_ids: [first] },
      { reason: 'paused_project' },
    ];
    expect(await heldBy(id)).toEqual(all);
    await person.ok('dropAction', { path: { id: one } });
    const [, ...rest] = all;
    expect(await heldBy(id)).toEqual([{ reason: 'blocked', action_ids: [other] }, ...rest]);
    const dropped = await person.ok('dropAction', { path: { id } });
    expect(dropped).not.toHaveProperty('held_by');
    expect(await heldBy(id)).toBeUndefined();
    const reopened = await person.ok('reopenAction', { path: { id } });
    expect(reopened.held_by).toHaveLength(4);
  });

  test('lists a closed project, and is absent for templates', async () => {
    const { person } = given;
    const closed = await project({ work_mode: 'parallel' });
    await person.ok('updateProject', { path: { id: closed }, body: { state: 'completed' } });
    const late = await create({ project_id: closed });
    expect(await heldBy(late)).toEqual([{ reason: 'paused_project' }]);
    const at = await project();
    await create({ project_id: at });
    const second = await create({ project_id: at, defer_until: later() });
    await person.ok('updateProject', { path: { id: at }, body: { is_template: true } });
    expect(await heldBy(second)).toBeUndefined();
    const template = await create({ is_template: true, defer_until: later() });
    expect(await heldBy(template)).toBeUndefined();
  });

  test('omits the id of an action before the history window of the plan', async () => {
    const { worker, workspaceId, agent } = given;
    const { knex } = database();
    const at = await project();
    const first = await create({ project_id: at, assigned_agent_id: agent.id });
    const second = await create({ project_id: at });
    await worker.ok('completeAction', { path: { id: first }, body: { result_summary: 'Sewn' } });
    expect(await heldBy(second)).toEqual([
      { reason: 'sequential', action_ids: [first], in_review_ids: [first] },
    ]);
    await knex('workspaces').where({ id: workspaceId }).update({ plan: 'free' });
    const ended = addMilliseconds(new Date().toISOString(), -31 * DAY);
    await knex('actions').where({ id: first }).update({ completed_at: ended, updated_at: ended });
    expect(await heldBy(second)).toEqual([{ reason: 'sequential' }]);
  });

  test('is absent for exactly the actions that claim-next offers', async () => {
    const { person, worker, agent } = given;
    const [sequential, paused] = [await project(), await project({ work_mode: 'parallel' })];
    const projects = [{}, { project_id: sequential }, { project_id: paused }];
    const ids: string[] = [];
    for (const fields of projects) {
      for (const more of [{}, { assigned_agent_id: agent.id }, { defer_until: later() }]) {
        ids.push(await create({ ...fields, ...more }));
      }
    }
    await block(ids[1] ?? '', ids[0] ?? '');
    await person.ok('updateProject', { path: { id: paused }, body: { state: 'paused' } });
    const items = (await person.ok('listActions', { query: { limit: 200 } })).items;
    const free = items.filter((item) => item.held_by === undefined).map((item) => item.id);
    const offered: string[] = [];
    for (;;) {
      const { action, withheld } = await worker.ok('claimNextAction', { path: { id: agent.id } });
      if (action === null) {
        expect(withheld).toMatchObject({ blocked: 1, deferred: 3, sequential: 2 });
        expect(withheld.paused_project).toBe(3);
        break;
      }
      expect(action).not.toHaveProperty('held_by');
      offered.push(action.id);
      await worker.ok('releaseAction', { path: { id: action.id } });
      await change(action.id, { requirements: ['no agent has it'], assigned_agent_id: null });
    }
    expect(offered.toSorted()).toEqual(free.toSorted());
    for (const { id, held_by: reasons } of items.filter((item) => item.held_by !== undefined)) {
      await change(id, { assigned_agent_id: agent.id });
      const refused = await worker.fails('claimAction', { path: { id } }, 409, 'NOT_CLAIMABLE');
      expect(reasons?.map(({ reason }) => reason)).toContain(refused.details['reason']);
    }
  });
});

// Lists cache rows and their JSON. After any change of an action, the next list must show it.
describeOnEachDatabase('A list that was requested before', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });

  const listed = async (id: string, query: { is_template?: boolean } = {}) => {
    const { items } = await given.person.ok('listActions', { query });
    return items.find((item) => item.id === id);
  };
  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const onMyOwn = { title: 'Sew the hem – blue 🧵', status: 'ready' } as const;
  const make = async (body = {}) => {
    const { id } = await given.worker.ok('createAction', { body: { ...onMyOwn, ...body } });
    expect(await listed(id)).toEqual(await read(id));
    return id;
  };
  // A list of this size is sent from a buffer that the next list uses again.
  const many = 80;
  const manyOf = ({ worker }: GivenWorkspace) =>
    Promise.all(Array.from({ length: many }, () => worker.ok('createAction', { body: onMyOwn })));
  const path = (id: string) => ({ path: { id } });

  type Change = (id: string) => Promise<unknown>;
  const changes: readonly (readonly [string, Change])[] = [
    ['its title', (id) => given.person.ok('updateAction', { ...path(id), body: { title: 'New' } })],
    ['a claim', (id) => given.worker.ok('claimAction', path(id))],
    ['a heartbeat', (id) => given.worker.ok('heartbeatAction', path(id))],
    [
      'a heartbeat with a note',
      (id) =>
        given.worker.ok('heartbeatAction', { ...path(id), body: { progress_note: 'Half done' } }),
    ],
    [
      'its completion',
      (id) => given.worker.ok('completeAction', { ...path(id), body: { result_summary: 'Sewn' } }),
    ],
    ['that it was dropped', (id) => given.person.ok('dropAction', path(id))],
    [
      'a note',
      (id) => given.person.ok('createActionNote', { ...path(id), body: { body: 'Blue' } }),
    ],
    [
      'a blocker',
      async (id) => {
        const blocker = await given.person.ok('createAction', { body: { title: 'Buy thread' } });
        await given.person.ok('addBlocker', { path: { id, blocker_id: blocker.id } });
      },
    ],
    [
      'a question',
      (id) =>
        given.worker.ok('createQuestion', {
          body: { question: 'Which?', on_answer: 'Go on', action_id: id, blocking: true },
        }),
    ],
  ];
  test.each(changes)('shows %s', async (_what, change) => {
    const id = await make();
    const before = await listed(id);
    await change(id);
    const after = await listed(id);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await read(id));
  });

  test('shows the new names of all actors in it', async () => {
    const [assignee, author, former] = [
      await addAgent(app, given.owner),
      await addAgent(app, given.owner),
      await addAgent(app, given.owner),
    ];
    const id = await make();
    const assign = (to: AgentWithToken) =>
      given.person.ok('updateAction', { ...path(id), body: { assigned_agent_id: to.agent.id } });
    const note = (by: AgentWithToken, body: string) =>
      client(app, { bearer: by.token }).ok('createActionNote', { ...path(id), body: { body } });
    await note(author, 'Blue thread');
    await assign(former);
    const sign = { ...path(id), body: { progress_note: 'Half done' } };
    await client(app, { bearer: former.token }).ok('heartbeatAction', sign);
    await assign(assignee);
    for (const { agent } of [given, assignee, author, former]) {
      const before = await listed(id);
      const name = `${agent.name} II`;
      await given.person.ok('updateAgent', { ...path(agent.id), body: { name } });
      const after = await listed(id);
      expect(after).not.toEqual(before);
      expect(after).toEqual(await read(id));
    }
    expect(await listed(id)).toMatchObject({
      latest_note: { body: 'Blue thread' },
      last_activity_note: { body: 'Half done' },
    });
  });

  test('shows that a project has become a template', async () => {
    const project = await given.person.ok('createProject', { body: { title: 'Costumes' } });
    const id = await make({ project_id: project.id });
    await given.person.ok('updateProject', { ...path(project.id), body: { is_template: true } });
    expect(await listed(id, { is_template: true })).toMatchObject({ id, is_template: true });
    expect(await listed(id)).toBeUndefined();
  });

  test('shows changed and archived notes', async () => {
    const id = await make();
    const note = (body: string) =>
      given.worker.ok('createActionNote', { ...path(id), body: { body } });
    await note('Blue thread');
    const last = await note('Red thread');
    expect((await listed(id))?.latest_note?.body).toBe('Red thread');
    const change = (body: { body?: string; archived?: boolean }) =>
      given.worker.ok('updateNote', { ...path(last.id), body });
    await change({ body: 'Green thread' });
    expect((await listed(id))?.latest_note?.body).toBe('Green thread');
    await change({ archived: true });
    expect((await listed(id))?.latest_note?.body).toBe('Blue thread');
    expect(await listed(id)).toEqual(await read(id));
  });

  test('shows long texts as well', async () => {
    const id = await make({ details: 'Stitch by stitch. '.repeat(500) });
    expect(await listed(id)).toEqual(await read(id));
    const short = await make();
    const body = 'Stitch by stitch. '.repeat(500);
    await given.worker.ok('createActionNote', { ...path(short), body: { body } });
    for (const _time of [1, 2]) expect(await listed(short)).toEqual(await read(short));
  });

  test('shows that a blocker was dropped', async () => {
    const [id, blocker] = [await make(), await make()];
    await given.person.ok('addBlocker', { path: { id, blocker_id: blocker } });
    expect(await listed(id)).toMatchObject({ blocked_by: [blocker], is_blocked: true });
    await given.person.ok('dropAction', path(blocker));
    expect(await listed(id)).toMatchObject({ blocked_by: [blocker], is_blocked: false });
  });

  test('shows that the working window has passed', async () => {
    const windows = { working_seconds: 1 };
    await given.person.ok('updateWorkspace', { body: windows });
    const id = await make({ assigned_agent_id: given.agent.id });
    await given.worker.ok('heartbeatAction', path(id));
    const isWorking = async () => (await listed(id))?.is_working;
    const wasWorking = await isWorking();
    while (await isWorking()) await pause(50);
    expect([wasWorking, (await read(id)).is_working]).toEqual([true, false]);
  });

  test('shows changes by another process', async () => {
    const id = await make();
    const other = { ...database(), ...connect(database().url), url: database().url };
    const elsewhere = await startApp(other);
    try {
      const person = client(elsewhere, { cookie: given.owner.cookie });
      await person.ok('updateAction', { ...path(id), body: { title: 'New' } });
    } finally {
      await elsewhere.close();
      await other.close();
    }
    expect(await listed(id)).toEqual({ ...(await read(id)), title: 'New' });
  });

  test('omits actions that no longer match its filter', async () => {
    const id = await make();
    const ids = async () => {
      const { items } = await given.person.ok('listActions', { query: { status: ['ready'] } });
      return items.map((item) => item.id);
    };
    expect(await ids()).toContain(id);
    await given.person.ok('dropAction', path(id));
    expect(await ids()).not.toContain(id);
  });

  test('contains only actions of the workspace of the caller', async () => {
    const other = await aWorkspace(app, database());
    const id = await make();
    const { items } = await other.person.ok('listActions');
    expect(items).toEqual([]);
    expect(await listed(id)).toEqual(await read(id));
  });

  // Responses of one connection are sent in the order of its requests. These wait in the server
  // while it builds other lists.
  test('does not change while it waits for a slow client', async () => {
    const other = await aWorkspace(app, database());
    await Promise.all([manyOf(given), manyOf(other)]);
    const page = { query: { limit: many } };
    const { items } = await given.worker.ok('listActions', page);
    const socket = connectTo({ host: '127.0.0.1', port: Number(app.host.split(':')[1]) });
    const head = `Host: ${app.host}\r\nAuthorization: Bearer ${given.token}\r\n`;
    const list = `GET /v1/actions?limit=${many} HTTP/1.1\r\n${head}`;
    // More than the operating system buffers for a client that reads nothing.
    socket.write(`${list}\r\n`.repeat(maxWaiting));
    socket.write(`${list}Connection: close\r\n\r\n`);
    await pause(1000);
    for (let time = 0; time < 3; time += 1) await other.worker.ok('listActions', page);
    const responses = (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/);
    expect(responses).toHaveLength(maxWaiting + 1);
    for (const response of responses) {
      expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ items });
    }
  });
});
