import { DAY, HOUR, addMilliseconds } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

const lists = ['reviews', 'proposals', 'stalled'] as const;
const names = ['requests', 'projects', 'standalone_actions', 'agents', 'orders'];

describeOnEachDatabase('What people decide, in the command view', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const agoIn = (milliseconds: number) => addMilliseconds(new Date().toISOString(), -milliseconds);
  const set = (table: string, id: string, values: object) =>
    database().knex(table).where({ workspace_id: given.workspaceId, id }).update(values);
  const assigned = async (title: string, more: object = {}): Promise<string> => {
    const { id } = await given.person.ok('createAction', {
      body: { title, status: 'ready', assigned_agent_id: given.agent.id, ...more },
    });
    return id;
  };
  const finished = async (title: string, milliseconds: number, more: object = {}) => {
    const id = await assigned(title, more);
    await given.worker.ok('completeAction', { path: { id }, body: { result_summary: 'Done.' } });
    await set('actions', id, { completed_at: agoIn(milliseconds) });
    return id;
  };
  const stalled = async (title: string, milliseconds: number, more: object = {}) => {
    const id = await assigned(title, more);
    await set('actions', id, { last_activity_at: agoIn(milliseconds) });
    return id;
  };
  const proposed = async (title: string, milliseconds: number): Promise<string> => {
    const body = { operation: 'createProject', payload: { title }, title } as const;
    const { id } = await given.worker.ok('createProposal', { body });
    await set('agent_requests', id, { created_at: agoIn(milliseconds) });
    return id;
  };
  const idsOf = (items: readonly { readonly id: string }[] | undefined) =>
    items?.map(({ id }) => id);

  test('is absent unless it is named, and alone if nothing else is named', async () => {
    const review = await finished('Finished', HOUR);
    const proposal = await proposed('May I?', HOUR);
    const still = await stalled('Still', 2 * DAY);
    const { person } = given;
    const whole = await person.ok('getCommandView');
    for (const list of lists) {
      expect(whole).not.toHaveProperty(list);
      expect(whole.truncated).not.toHaveProperty(list);
    }
    const ids = { reviews: [review], proposals: [proposal], stalled: [still] };
    for (const list of lists) {
      const { metrics, truncated, ...view } = await person.ok('getCommandView', {
        query: { include: [list] },
      });
      expect(metrics).toEqual(whole.metrics);
      expect(idsOf(view[list])).toEqual(ids[list]);
      const empty = Object.fromEntries(names.map((name) => [name, []]));
      expect({ ...view, [list]: [] }).toEqual({ ...empty, [list]: [] });
      expect(truncated).toEqual(
        Object.fromEntries([...names, 'project_actions', list].map((name) => [name, 0])),
      );
    }
    const query = { include: [...lists, 'agents' as const] };
    const view = await given.worker.ok('getCommandView', { query });
    expect(Object.fromEntries(lists.map((list) => [list, idsOf(view[list])]))).toEqual(ids);
    expect(view.agents).toHaveLength(1);
  });

  test('is what the views and the list of proposals have, with all its fields', async () => {
    const { person, worker } = given;
    const { id: paused } = await person.ok('createProject', {
      body: { title: 'Paused', state: 'paused' },
    });
    const { id: line } = await person.ok('createProject', {
      body: { title: 'In line', work_mode: 'sequential' },
    });
    const newer = await finished('Newer', HOUR);
    const older = await finished('Older', 2 * HOUR, { project_id: line });
    const note = { body: { body: 'Mind the gap.' } };
    await person.ok('createActionNote', { path: { id: older }, ...note });
    await person.ok('approveAction', { path: { id: await finished('Approved', HOUR) } });
    const quiet = await stalled('Quiet', 2 * DAY, { project_id: line });
    const quieter = await stalled('Quieter', 3 * DAY, { defer_until: agoIn(-DAY) });
    await person.ok('addBlocker', { path: { id: quiet, blocker_id: older } });
    await set('actions', quiet, { last_activity_at: agoIn(2 * DAY) });
    await stalled('In a paused project', 2 * DAY, { project_id: paused });
    await assigned('Lively');
    const second = await proposed('Second', HOUR);
    const first = await proposed('First', 2 * HOUR);
    await person.ok('denyProposal', { path: { id: await proposed('Denied', HOUR) } });
    await worker.ok('createQuestion', { body: { question: 'Why?', on_answer: 'So.' } });

    const open = { state: ['open' as const], sort: 'created_at' as const };
    const expected = {
      reviews: (await person.ok('getReviewView')).items,
      proposals: (await person.ok('listProposals', { query: open })).items,
      stalled: (await person.ok('getStalledView')).items,
    };
    expect(idsOf(expected.reviews)).toEqual([older, newer]);
    expect(idsOf(expected.proposals)).toEqual([first, second]);
    expect(idsOf(expected.stalled)).toEqual([quieter, quiet]);
    const view = await person.ok('getCommandView', { query: { include: [...lists] } });
    expect(view).toMatchObject(expected);
  });

  test('has no actions beyond the history of the plan', async () => {
    const recent = await finished('Recent', HOUR);
    await finished('Long ago', 400 * DAY);
    await database().knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
    const query = { include: ['reviews' as const] };
    const view = await given.person.ok('getCommandView', { query });
    expect(idsOf(view.reviews)).toEqual([recent]);
    expect(view.truncated.reviews).toBe(0);
  });

  test('shares the 256 KiB of the view with its other lists', async () => {
    const details = 'x'.repeat(60_000);
    for (let count = 0; count < 3; count += 1) {
      await finished('Long', count * HOUR, { details });
      await stalled('Long', (2 + count) * DAY, { details });
    }
    const query = { include: [...lists, 'requests' as const] };
    const view = await given.person.ok('getCommandView', { query });
    expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(256 * 1024);
    expect(view).toMatchObject({
      reviews: [{}, {}],
      stalled: [{}, {}],
      truncated: { reviews: 1, stalled: 1, proposals: 0 },
    });
  });
});
