import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { asList, asObject } from '../../scripts/generate/json';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import type { JsonRecord } from '../../src/platform/json';
import { addMilliseconds, HOUR } from '../../src/platform/time';
import { describeOnEachDatabase } from '../support/dialects';
import { officialClients, type McpClient } from '../support/mcp-clients';

const { PRINT_TASKS: isPrinting } = process.env;

/** What an agent does with the tools of the default list, each task in at most so many calls. */
describeOnEachDatabase('the tasks of an agent, by the default tools alone,', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let client: McpClient;
  let spent: { calls: number; bytes: number };

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    client = await officialClients.new(app.url, given.token);
    spent = { calls: 0, bytes: 0 };
  });
  afterEach(() => client.close());

  const send = async (name: string, args: JsonRecord) => {
    const answer = await client.call(name, args);
    spent = { calls: spent.calls + 1, bytes: spent.bytes + Buffer.byteLength(answer.text) };
    return answer;
  };
  const call = async (name: string, args: JsonRecord = {}): Promise<JsonRecord> => {
    const { isError, text, structured } = await send(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    return structured;
  };
  const record = async (name: string, args: JsonRecord = {}) =>
    asObject((await call(name, args))['record']);
  const records = async (args: JsonRecord) =>
    asList((await call('create_actions', args))['records']).map(asObject);
  const spend = (calls: number, bytes = 8 * 1024) => {
    const { currentTestName: name = '' } = expect.getState();
    if (isPrinting !== undefined) console.log(`${name}: ${JSON.stringify(spent)}`);
    expect(spent.calls).toBeLessThanOrEqual(calls);
    expect(spent.bytes).toBeLessThanOrEqual(bytes);
  };
  const ready = async (title: string, more: JsonRecord = {}) => {
    const body = { title, status: 'ready' as const, assigned_agent_id: given.agent.id, ...more };
    return (await given.person.ok('createAction', { body })).id;
  };
  const titles = (rows: unknown) => asList(rows).map((row) => String(asObject(row)['title']));

  test('who am I, what waits, what is new', async () => {
    await given.person.ok('updateWorkspace', { body: { time_zone: 'Asia/Tokyo' } });
    const id = await ready('Print', { details: 'On thick paper.' });
    await given.person.ok('createActionNote', { path: { id }, body: { body: 'Mind the cat.' } });
    const brief = await call('get_overview', { brief: true });
    expect(brief).toMatchObject({
      now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+09:00$/),
      time_zone: 'Asia/Tokyo',
      me: { actor_id: given.agent.actor_id, name: given.agent.name },
      attention: { has_work: true, counts: { ready: 1 } },
      news: { items: [{ action_id: id, note: { body: { text: 'Mind the cat.' } } }] },
    });
    const { overview } = await call('get_overview');
    expect(asObject(overview)['my_work']).toMatchObject({
      ready: [{ id, title: 'Print', details_preview: { text: 'On thick paper.' } }],
    });
    spend(2);
  });

  test('take, report and finish with a link', async () => {
    const id = await ready('Print', { details: 'On thick paper.' });
    const claimed = await call('claim_next');
    expect(claimed).toMatchObject({ record: { id, details: { text: 'On thick paper.' } } });
    const held = { id, claim_generation: asObject(claimed['claim'])['generation'] };
    await call('claim_action', { do: 'renew', ...held, note: 'Half of it.' });
    const links = [{ url: 'https://example.com/print', title: 'The print' }];
    const done = await record('complete_action', { ...held, note: 'Printed.', links });
    expect(done).toMatchObject({ type: 'action', id, status: 'done' });
    spend(3);
  });

  test('a lean loop with its overview and a long report, in at most 6 KiB', async () => {
    const id = await ready('Print', { details: 'On thick paper. '.repeat(40) });
    await given.person.ok('createActionNote', { path: { id }, body: { body: 'Mind the cat.' } });
    const brief = await call('get_overview', { brief: true });
    const news_read_through = asObject(asObject(brief['news'])['page'])['next'];
    const claimed = await call('claim_next', { news_read_through });
    const { generation } = asObject(claimed['claim']);
    const note = 'Half of it. '.repeat(1_700);
    const held = { id, claim_generation: generation };
    const renewed = await call('claim_action', { do: 'renew', ...held, note });
    expect(JSON.stringify(renewed).length).toBeLessThan(400);
    await call('complete_action', { ...held, note: 'Printed.' });
    spend(4, 6 * 1024);
  });

  test('a blocking question, answered, gone on', async () => {
    const id = await ready('Print');
    await call('claim_next');
    const asked = await record('ask_question', {
      question: 'Which paper?',
      on_answer: 'I print on it.',
      choices: ['Thick', 'Thin'],
      action_id: id,
      blocking: true,
    });
    const path = { id: String(asked['id']) };
    await given.person.ok('respondQuestion', { path, body: { response: 'Thick' } });
    const { news } = await call('get_overview', { brief: true });
    const items = asList(asObject(news)['items']).map(asObject);
    expect(items.find(({ kind }) => kind === 'question.answered')).toMatchObject({
      question: { response: { from: expect.stringMatching(/^person /), text: 'Thick' } },
    });
    expect(await call('claim_next')).toMatchObject({
      record: { id },
      context: { ended_questions: [{ response: { text: 'Thick' } }] },
    });
    spend(4);
  });

  test('three follow-ups with a blocker, another agent, Friday 17:00 in Berlin monthly', async () => {
    await given.person.ok('updateAgent', {
      path: { id: given.agent.id },
      body: { access_mode: 'sysadmin' },
    });
    const other = await addAgent(app, given.owner, { name: 'Folding Machine' });
    const { items } = await call('search', { q: 'folding', type: ['agent'] });
    const [found] = asList(items).map(asObject);
    expect(found).toMatchObject({ type: 'agent', actor_id: other.agent.actor_id });
    const made = await records({
      time_zone: 'Europe/Berlin',
      actions: [
        { ref: 'print', title: 'Print', status: 'ready' },
        {
          ref: 'fold',
          title: 'Fold',
          status: 'ready',
          assigned_actor_id: found?.['actor_id'],
          blocked_by: ['print'],
        },
        {
          title: 'Report',
          status: 'ready',
          due_at: '2027-12-03T17:00',
          repeat_rule: { type: 'from_due', unit: 'month', interval: 1 },
        },
      ],
    });
    expect(made).toMatchObject([
      { ref: 'print', assigned_actor_id: given.agent.actor_id },
      { ref: 'fold', held_by: [{ reason: 'blocked' }] },
      { due_at: '2027-12-03T16:00:00.000Z' },
    ]);
    const path = { id: String(made[2]?.['id']) };
    expect((await given.person.ok('getAction', { path })).repeat_rule).toMatchObject({
      unit: 'month',
      time_zone: 'Europe/Berlin',
    });
    spend(3);
  });

  test('an approval with changes, used', async () => {
    await given.person.ok('updateAgent', {
      path: { id: given.agent.id },
      body: { requires_proposals: true },
    });
    const asked = await record('ask_approval', {
      operation: 'createAction',
      title: 'More work for the pool',
      payload: { title: 'Fold', status: 'ready', assigned_actor_id: null },
    });
    await given.person.ok('permitProposal', {
      path: { id: String(asked['id']) },
      body: { payload: { title: 'Fold twice', status: 'ready', assigned_actor_id: null } },
    });
    const { news } = await call('get_overview', { brief: true });
    const items = asList(asObject(news)['items']).map(asObject);
    const item = items.find(({ proposal }) => proposal !== undefined);
    const permitted = asObject(asObject(item?.['proposal'])['permitted_payload']);
    expect(permitted).toMatchObject({ from: expect.stringMatching(/^person /) });
    const [made] = await records({
      actions: [permitted['text']],
      permitted_proposal_id: asked['id'],
    });
    const path = { id: String(made?.['id']) };
    expect((await given.person.ok('getAction', { path })).title).toBe('Fold twice');
    spend(3);
  });

  test("a document's conflict", async () => {
    const { id } = await given.worker.ok('createDocument', {
      body: { title: 'Plan', content: 'Print.\nFold.', access_mode: 'shared_edit' },
    });
    const { version } = await record('get_record', { id });
    await given.person.ok('updateDocument', {
      path: { id },
      header: { 'If-Match': `"${String(version)}"` },
      body: { content: 'Print.\nFold.\nCut.' },
    });
    const edit = { id, find: 'Fold.', replace: 'Fold twice.' };
    expect(await send('write_document', { ...edit, version })).toMatchObject({ isError: true });
    const read = await record('get_record', { id });
    expect(read['content']).toMatchObject({ from: expect.stringMatching(/^person /) });
    await call('write_document', { ...edit, version: read['version'] });
    const { content } = await given.person.ok('getDocument', { path: { id } });
    expect(content).toBe('Print.\nFold twice.\nCut.');
    spend(5);
  });

  test('rejected, reworked', async () => {
    const id = await ready('Print', { requires_review: true });
    await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Printed.' } });
    await given.person.ok('rejectAction', { path: { id }, body: { reason: 'Page 7 is missing.' } });
    const brief = await call('get_overview', { brief: true });
    expect(JSON.stringify(brief)).toContain('Page 7 is missing.');
    const claimed = await call('claim_next');
    expect(claimed).toMatchObject({ record: { id, review: { state: 'rejected' } } });
    expect(JSON.stringify(claimed).split('Page 7 is missing.')).toHaveLength(2);
    expect(JSON.stringify(claimed).split('Printed.')).toHaveLength(2);
    expect(await record('complete_action', { id, note: 'With page 7.' })).toMatchObject({
      review: { state: 'pending' },
    });
    spend(3);
  });

  test("find by words, overdue, another's work", async () => {
    const other = await addAgent(app, given.owner);
    const assigned_agent_id = other.agent.id;
    const due_at = addMilliseconds(new Date().toISOString(), -HOUR);
    const id = await ready('Sweep', { details: 'The big hall.', assigned_agent_id, due_at });
    await ready('Later', { due_at: addMilliseconds(due_at, 2 * HOUR) });
    const found = await call('search', { q: 'big hall' });
    expect(found).toMatchObject({ items: [{ type: 'action', id }] });
    const overdue = asList((await call('list_actions', { show: 'overdue' }))['items']);
    expect(titles(overdue)).toEqual(['Sweep']);
    const { assigned_actor_id } = asObject(overdue[0]);
    const theirs = await call('list_actions', { assigned_actor_id });
    expect(titles(theirs['items'])).toEqual(['Sweep']);
    spend(3);
  });

  test('two copies, one crashes', async () => {
    const pool = { assigned_agent_id: undefined, assigned_actor_id: null };
    const first = await ready('First', { ...pool, due_at: '2027-01-01T00:00:00Z' });
    await ready('Second', { ...pool, due_at: '2027-01-02T00:00:00Z' });
    expect(await call('claim_next', { worker: 'one' })).toMatchObject({ record: { id: first } });
    const { record: second } = await call('claim_next', { worker: 'two' });
    await call('complete_action', { id: asObject(second)['id'], note: 'Done.', worker: 'two' });
    const past = { claim_expires_at: addMilliseconds(new Date().toISOString(), -1000) };
    await database().knex('actions').where({ id: first }).update(past);
    expect(await call('claim_next', { worker: 'two' })).toMatchObject({ record: { id: first } });
    spend(4);
  });

  test('a standing order with check-in', async () => {
    const order = await given.person.ok('createOrder', {
      body: { name: 'Watch', agent_id: given.agent.id, checkin_every_seconds: 3600 },
    });
    const { overview } = await call('get_overview');
    expect(asObject(overview)['orders']).toMatchObject([{ id: order.id, name: 'Watch' }]);
    await call('get_record', { id: order.id, with: ['checkins', 'actions'] });
    const made = await records({
      order_id: order.id,
      actions: [{ title: 'Mend the fence', status: 'ready' }],
    });
    expect(made).toMatchObject([{ assigned_actor_id: given.agent.actor_id }]);
    expect(await record('log_checkin', { order_id: order.id, note: 'A hole.' })).toMatchObject({
      type: 'checkin',
    });
    spend(4);
  });

  test('a log of 200 KB attached as a document', async () => {
    const id = await ready('Print');
    await call('claim_next');
    const content = 'All is well with the press.\n'.repeat(7_300);
    const { id: documentId } = await record('write_document', {
      title: 'Log',
      content,
      attach_to: id,
    });
    const { items } = await given.person.ok('listLinks', { query: { action_id: id } });
    expect(items).toMatchObject([{ document_id: documentId }]);
    spend(2);
  });

  test('a project of 20 with dependencies', async () => {
    const { id } = await record('save_project', { title: 'Gala', work_mode: 'parallel' });
    const steps = Array.from({ length: 20 }, (_, index) => ({
      ref: `s${index}`,
      title: `Step ${index}`,
      status: 'ready',
      position: index,
      ...(index > 0 && { blocked_by: [`s${index - 1}`] }),
    }));
    const made = await records({ project_id: id, actions: steps });
    expect(made).toHaveLength(20);
    const listed = await given.person.ok('listProjectActions', { path: { id: String(id) } });
    const byTitle = new Map(listed.items.map((action) => [action.title, action]));
    expect(byTitle.get('Step 19')?.blocked_by).toEqual([byTitle.get('Step 18')?.id]);
    spend(3);
  });

  test('a handover keeps the claims of other workers, unless their actions go too', async () => {
    const [one, two, pool] = [
      await ready('One'),
      await ready('Two'),
      await ready('Pool', { assigned_agent_id: undefined, assigned_actor_id: null }),
    ];
    for (const [id, worker] of [
      [one, 'w1'],
      [two, 'w2'],
      [pool, 'w2'],
    ] as const) {
      await given.worker.ok('claimAction', { path: { id }, body: { worker } });
    }
    const first = await call('claim_action', { do: 'release_all', worker: 'w1', note: 'I stop.' });
    expect(titles(first['released'])).toEqual(['One']);
    expect(new Set(titles(first['claimed_by_other_workers']))).toEqual(new Set(['Two', 'Pool']));
    const second = await call('claim_action', { do: 'release_all', to: 'pool', note: 'I stop.' });
    expect(titles(second['claimed_by_other_workers'])).toEqual(['Pool']);
    expect(new Set(titles(second['handed_over']))).toEqual(new Set(['One', 'Two']));
  });

  test('a handover asks for the actions that need approval, each of which people permit', async () => {
    const path = { id: given.agent.id };
    await given.person.ok('updateAgent', { path, body: { requires_proposals: true } });
    const other = await addAgent(app, given.owner, { name: 'Press' });
    const mine = [await ready('One'), await ready('Two')];
    await given.worker.ok('claimAction', { path: { id: String(mine[0]) } });
    const note = 'I stop.';
    const handed = await call('claim_action', { do: 'release_all', to: 'Press', note });
    expect(titles(handed['released'])).toEqual(['One']);
    expect(handed).not.toHaveProperty('handed_over');
    const asked = asList(handed['asked']).map(asObject);
    expect(new Set(asked.map(({ id }) => id))).toEqual(new Set(mine));
    for (const { proposal_id: id } of asked) {
      const permitted = await given.person.ok('permitProposal', { path: { id: String(id) } });
      expect(permitted).toMatchObject({ state: 'consumed', result: { error: null } });
    }
    for (const id of mine) {
      const { assigned_actor_id: assignee } = await given.person.ok('getAction', { path: { id } });
      expect(assignee).toBe(other.agent.actor_id);
    }
    spend(1);
  });

  test('times have an offset or are local, with seconds or without', async () => {
    const due = ['2026-12-04T17:00', '2026-12-04T17:00:00Z', '2026-12-04T18:00+01:00'];
    await records({ actions: due.map((due_at, index) => ({ title: `At ${index}`, due_at })) });
    const { items } = await given.person.ok('listActions', { query: {} });
    expect(items.map(({ due_at: at }) => at)).toEqual(due.map(() => '2026-12-04T17:00:00.000Z'));
  });

  test('the pool has no assignee, and a project may be called me', async () => {
    const project = await given.person.ok('createProject', { body: { title: 'me' } });
    await records({
      actions: [{ title: 'Sweep', status: 'ready', assigned_actor_id: 'pool' }],
      project_id: 'me',
    });
    const listed = await call('list_actions', { assigned_actor_id: 'pool' });
    expect(titles(listed['items'])).toEqual(['Sweep']);
    const { items } = await given.person.ok('listActions', { query: {} });
    expect(items).toMatchObject([{ project_id: project.id, assigned_actor_id: null }]);
  });

  test('an empty list is no filter', async () => {
    await ready('Wax the floor');
    for (const [name, args] of [
      ['list_actions', { status: [] }],
      ['search', { q: 'wax', type: [] }],
    ] as const) {
      expect(titles((await call(name, args))['items'])).toEqual(['Wax the floor']);
    }
  });

  test('usage', async () => {
    const id = await ready('Print');
    await given.worker.ok('claimAction', { path: { id } });
    const usage = { model: 'claude-opus-4-5', input_tokens: 81_200, cost_usd_micros: 410_000 };
    await call('complete_action', { id, note: 'Printed.', usage });
    spend(1);
    const { total } = await given.person.ok('getAgentUsage', { path: { id: given.agent.id } });
    expect(total).toEqual({ input_tokens: 81_200, cost_usd_micros: 410_000 });
  });

  test('usage of renewals, releases and check-ins, read with the agent or a project', async () => {
    const { id: project_id } = await given.person.ok('createProject', { body: { title: 'Gala' } });
    const id = await ready('Print', { project_id });
    await call('claim_action', { do: 'claim', id });
    await call('claim_action', { do: 'renew', id, usage: { seconds: 30 } });
    await call('claim_action', { do: 'release', id, usage: '{"seconds":40,"model":"gpt-5"}' });
    const { id: order_id } = await given.person.ok('createOrder', {
      body: { agent_id: given.agent.id, name: 'Watch the stage' },
    });
    const watching = { seconds: 2, model: 'gpt-5' };
    await call('log_checkin', { order_id, note: 'Quiet.', usage: watching });
    expect(await record('get_record', { id })).toMatchObject({
      usage: { seconds: 40, model: { from: 'an agent', text: 'gpt-5' } },
    });
    const { latest_checkin: latest } = await record('get_record', { id: order_id });
    expect(latest).toMatchObject({ usage: watching });
    const mine = await call('get_record', { id: given.agent.name, with: ['usage'] });
    expect(mine['usage']).toMatchObject({ total: { seconds: 42 } });
    const gala = await call('get_record', { id: 'Gala', with: ['usage'] });
    expect(gala['usage']).toMatchObject({ total: { seconds: 40 }, days: [{}] });
  });

  test('everything handed over', async () => {
    const mine = await ready('Mine');
    const pool = await ready('Pool', { assigned_agent_id: undefined, assigned_actor_id: null });
    await given.worker.ok('claimAction', { path: { id: pool } });
    await ready('Mine too');
    await given.worker.ok('claimAction', { path: { id: mine } });
    const handed = await call('claim_action', {
      do: 'release_all',
      note: 'I stop: the press is broken.',
      to: 'pool',
    });
    expect(new Set(titles(handed['released']))).toEqual(new Set(['Mine', 'Pool']));
    expect(new Set(titles(handed['handed_over']))).toEqual(new Set(['Mine', 'Mine too']));
    // Its own releases are not offered to it again for a while.
    expect(await call('get_overview', { brief: true })).toMatchObject({
      attention: { counts: { claimable: 1 } },
    });
    for (const action of await given.person.ok('listActions', { query: {} }).then((l) => l.items)) {
      expect(action).toMatchObject({ assigned_actor_id: null, claimed_by_actor_id: null });
      const notes = await given.person.ok('listActionNotes', { path: { id: action.id } });
      expect(notes.items).toMatchObject([{ body: 'I stop: the press is broken.' }]);
    }
    spend(2);
  });
});
