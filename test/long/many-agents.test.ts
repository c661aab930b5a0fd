import type { components } from '../../generated/types';
import { connect } from '../../scripts/agent/connect';
import { workUntilIdle, type Work } from '../../scripts/agent/work';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

type Action = components['schemas']['Action'];

// The whole proof takes minutes: ACTIONS=2000 npx jest test/long/many-agents
const { ACTIONS: asked } = process.env;
const countsOn = (dialect: Dialect) => ({
  // SQLite has one writer, so fewer actions show the same.
  byRequests: Number(asked ?? (dialect === 'sqlite' ? 100 : 400)),
  byTools: Number(asked ?? (dialect === 'sqlite' ? 60 : 150)),
});

/** Fifty agents take work from one pool until it is empty. */
describeOnEachDatabase('claimNextAction', (database, dialect) => {
  const counts = countsOn(dialect);
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const anAgent = async () => {
    const { agent, token } = await addAgent(app, given.owner);
    return { agent, api: client(app, { bearer: token }) };
  };

  test(`fifty agents do ${counts.byRequests} actions, each of them once`, async () => {
    const all = await fillPool(given.person, counts.byRequests);
    const agents = await Promise.all(Array.from({ length: 50 }, () => anAgent()));
    const doneBy = new Map<string, string>();
    const work = async ({ agent, api }: (typeof agents)[number]): Promise<void> => {
      for (;;) {
        const { action, claim, reason } = await api.ok('claimNextAction', {
          path: { id: agent.id },
          body: {},
        });
        if (action === null) {
          expect(reason).toBe('none_ready');
          return;
        }
        expect(reason).toBe('claimed');
        expect(doneBy.has(action.id)).toBe(false);
        const path = { id: action.id };
        if (hasNote(action))
          await api.ok('createActionNote', { path, body: { body: 'It hangs.' } });
        const body = { result_summary: agent.name, claim_generation: claim?.generation ?? 0 };
        await api.ok('completeAction', { path, body });
        doneBy.set(action.id, agent.name);
      }
    };
    await Promise.all(agents.map(work));
    expect(doneBy.size).toBe(all.length);

    const done = await allDone();
    expect(done.map(({ title }) => title).toSorted()).toEqual(all.toSorted());
    for (const action of done) {
      const name = doneBy.get(action.id);
      expect(action).toMatchObject({
        result_summary: name,
        assigned_actor_name: name,
        completed_by_actor_id: action.assigned_actor_id,
        claimed_by_actor_id: null,
        // Each action was created, claimed, completed and noted once.
        version: hasNote(action) ? 4 : 3,
      });
      expect(action.latest_note?.created_by_actor_id).toBe(
        hasNote(action) ? action.assigned_actor_id : undefined,
      );
    }
    const events = await database()
      .knex('events')
      .where({ workspace_id: given.workspaceId })
      .whereIn('kind', ['action.created', 'action.claimed', 'action.completed', 'note.created'])
      .groupBy('kind')
      .orderBy('kind')
      .select('kind')
      .count({ events: '*' })
      .countDistinct({ actions: 'action_id' });
    const once = (kind: string, times: number) => ({ kind, events: times, actions: times });
    expect(events).toEqual([
      once('action.claimed', all.length),
      once('action.completed', all.length),
      once('action.created', all.length),
      once('note.created', done.filter(hasNote).length),
    ]);
  }, 1_800_000);

  const hasNote = ({ title }: { readonly title: string }): boolean => title.endsWith('7');
  const allDone = async (): Promise<Action[]> => {
    const found: Action[] = [];
    let after = '';
    do {
      const query = { status: ['done' as const], limit: 200, ...(after === '' ? {} : { after }) };
      const { items, page } = await given.person.ok('listActions', { query });
      found.push(...items);
      after = page.next ?? '';
    } while (after !== '');
    return found;
  };
});

describeOnEachDatabase('Agents that work by tools', (database, dialect) => {
  const counts = countsOn(dialect);
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });

  test('one asks when told to, waits for the answer, and completes', async () => {
    const { id } = await given.person.ok('createAction', {
      body: { title: 'Paint', status: 'ready', assigned_agent_id: given.agent.id },
    });
    const client = await connect(app.url, given.token);
    const work: Work = {
      questionAbout: (_, { ended_questions: ended }) =>
        ended === undefined ? 'Which colour?' : undefined,
    };
    await workUntilIdle(client, work);
    const { items } = await given.person.ok('listQuestions', { query: { action_id: id } });
    expect(items).toMatchObject([{ question: 'Which colour?', state: 'open' }]);
    const path = { id: items[0]?.id ?? '' };
    await given.person.ok('respondQuestion', { path, body: { response: 'Red' } });
    await workUntilIdle(client, work);
    await client.close();
    expect(await given.person.ok('getAction', { path: { id } })).toMatchObject({
      status: 'done',
      result_summary: 'Done: Paint',
    });
  });

  test(`fifty do ${counts.byTools} actions, each of them once`, async () => {
    const all = await fillPool(given.person, counts.byTools);
    const done: string[] = [];
    const onCompleted: Work['onCompleted'] = ({ title }) => void done.push(String(title));
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { token } = await addAgent(app, given.owner);
        const client = await connect(app.url, token);
        await workUntilIdle(client, { onCompleted });
        await client.close();
      }),
    );
    expect(done.toSorted()).toEqual(all.toSorted());
    const query = { status: ['done' as const], limit: 1 };
    expect((await given.person.ok('listActions', { query })).total).toBe(all.length);
  }, 300_000);
});

/** Creates ready actions without an assignee, some at the same time, and returns their titles. */
async function fillPool(person: ApiClient, count: number): Promise<string[]> {
  const all = Array.from({ length: count }, (_, index) => `Lamp ${index}`);
  const left = all.values();
  const adder = async (): Promise<void> => {
    for (const title of left) await person.ok('createAction', { body: { title, status: 'ready' } });
  };
  await Promise.all(Array.from({ length: 20 }, adder));
  return all;
}
