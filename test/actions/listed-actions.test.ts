import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../src/platform/db/connect';
import { maxWaiting } from '../../src/platform/http/connections/open-connections';
import { addAgent, startApp, type AgentWithToken, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

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
