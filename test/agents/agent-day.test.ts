import { runUntilIdle } from '../../examples/agent';
import { createClient, unwrap } from '../../src/client';
import { HOUR, SECOND } from '../../src/platform/time';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { allExceptDate } from '../support/clock';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { moveIntoPast } from '../../scripts/model/pass-time';
import { startProxy, type Proxy } from '../support/proxy';
import { checkedFetch } from '../support/typed-client';

describeOnEachDatabase("An agent's day", (database) => {
  let app: TestApp;
  let limited: TestApp;
  let proxy: Proxy;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    limited = await startApp(database(), { rateLimitPerMinute: 12 });
    proxy = await startProxy(limited.url);
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    jest.spyOn(console, 'log').mockImplementation();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await proxy.close();
    await limited.close();
    await app.close();
  });

  /**
   * The agent's client. The connection is cut at the first response to each write, after the server
   * has executed it, and a wait for the rate limit takes no time.
   */
  function agentOnBadNetwork(beforeSending: (request: Request) => Promise<unknown>) {
    const waits: (number | undefined)[] = [];
    const sent = new Set<string>();
    const fetch = async (request: Request): Promise<Response> => {
      await beforeSending(request);
      const { method, url, headers } = request;
      const text = [method, url, headers.get('If-Match'), await request.clone().text()].join(' ');
      if (method !== 'GET' && !sent.has(text)) proxy.cutNext();
      sent.add(text);
      return checkedFetch(request);
    };
    const realTimeout = setTimeout;
    const client = createClient({
      baseUrl: proxy.url.replace(/\/$/, ''),
      token: given.token,
      fetch,
      retry: {
        attempts: 8,
        firstDelayMs: 1,
        onRetry({ status, waitMs }) {
          waits.push(status);
          if (status !== 429) return;
          jest.useFakeTimers({ now: Date.now() + waitMs, doNotFake: [...allExceptDate] });
          // The client's timer, which it sets next.
          const immediately = (callback: () => void) => realTimeout(callback, 0);
          jest
            .spyOn(globalThis, 'setTimeout')
            .mockImplementationOnce(Object.assign(immediately, realTimeout));
        },
      },
    });
    return { client, waits };
  }

  test('ends well, although responses are lost and others change what it reads', async () => {
    const { person, agent, workspaceId } = given;
    const read = (id: string) => person.ok('getAction', { path: { id } });
    const document = await person.ok('createDocument', {
      body: { title: 'Print list', content: '# Printed', access_mode: 'shared_edit' },
    });
    // A person edits the list whenever the agent is about to.
    let edits = 0;
    const editList = async ({ method, headers }: Request) => {
      if (method !== 'PATCH' || edits > 0) return;
      edits += 1;
      const header = { 'If-Match': headers.get('If-Match') ?? '' };
      const body = { content: '# Printed\n- Posters' };
      await person.ok('updateDocument', { path: { id: document.id }, header, body });
    };
    const { client, waits } = agentOnBadNetwork(editList);
    await runUntilIdle(client);

    const order = await person.ok('createOrder', {
      body: {
        agent_id: agent.id,
        name: 'Print',
        checkin_every_seconds: HOUR / SECOND,
        requires_proposals: true,
      },
    });
    const { id } = await person.ok('createAction', {
      body: { title: 'Gala', status: 'ready', order_id: order.id, assigned_actor_id: null },
    });
    await person.ok('createLink', {
      body: { title: 'Print list', action_id: id, document_id: document.id },
    });
    await runUntilIdle(client);
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      claimed_by_actor_id: agent.actor_id,
    });

    await moveIntoPast(database(), workspaceId, HOUR / SECOND + 1);
    const [question] = (await person.ok('listQuestions', { query: { state: ['open'] } })).items;
    await person.ok('respondQuestion', {
      path: { id: question?.id ?? '' },
      body: { response: 'Laid' },
    });
    await runUntilIdle(client);
    expect(await read(id)).toMatchObject({
      status: 'done',
      result_summary: 'Printed on Laid paper',
      review: { state: 'pending' },
    });

    await person.ok('rejectAction', { path: { id }, body: { reason: 'Page 7 is missing.' } });
    await runUntilIdle(client);
    expect(await read(id)).toMatchObject({
      status: 'done',
      result_summary: 'Printed on Laid paper, corrected: Page 7 is missing.',
      review: { state: 'pending' },
    });
    const { content } = await person.ok('getDocument', { path: { id: document.id } });
    expect(content).toBe(
      '# Printed\n- Posters\n- Gala on Laid paper\n- Gala on Laid paper, corrected: Page 7 is missing.',
    );

    await person.ok('approveAction', { path: { id } });
    await runUntilIdle(client);
    const [proposal, ...others] = (await person.ok('listProposals')).items;
    if (proposal === undefined) throw new Error('The agent has made no proposal.');
    expect(others).toEqual([]);
    await person.ok('permitProposal', {
      path: { id: proposal.id },
      body: { payload: { ...proposal.payload, title: 'Fold in half: Gala' } },
    });
    await runUntilIdle(client);
    const folding = await person.ok('listActions', { query: { q: 'fold' } });
    expect(folding.items).toMatchObject([
      { title: 'Fold in half: Gala', status: 'ready', assigned_actor_id: null },
    ]);

    const { items: checkins } = await person.ok('listCheckins', { path: { id: order.id } });
    expect(checkins).toMatchObject([{ summary: 'The press runs.' }]);
    const { items: news } = await given.worker.ok('getAgentNews', { path: { id: 'me' } });
    expect(news).toEqual([]);
    expect(new Set(waits)).toEqual(new Set([undefined, 429]));

    // Each effect happened once.
    const { items: events } = await person.ok('readEvents', {
      query: { actor_id: agent.actor_id, limit: 200 },
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      'agent.activated',
      'action.claimed',
      'action.updated',
      'question.asked',
      'checkin.created',
      'action.heartbeat',
      'document.updated',
      'action.completed',
      'action.claimed',
      'action.heartbeat',
      'document.updated',
      'action.completed',
      'proposal.created',
      'proposal.consumed',
      'action.created',
    ]);
  });

  test('has cycles of five calls, whose responses are at most 6 KB', async () => {
    await given.person.ok('createAction', {
      body: { title: 'Gala', status: 'ready', assigned_actor_id: null },
    });
    let [calls, bytes] = [0, 0];
    const client = createClient({
      baseUrl: app.url,
      token: given.token,
      async fetch(request) {
        const response = await checkedFetch(request);
        calls += 1;
        bytes += (await response.clone().arrayBuffer()).byteLength;
        return response;
      },
    });
    const me = { params: { path: { id: 'me' } } };
    const attention = await unwrap(client.GET('/v1/agents/{id}/attention', me));
    const news = await unwrap(client.GET('/v1/agents/{id}/news', me));
    expect([attention.counts.claimable, news.items]).toEqual([1, []]);
    const body = { include: ['context' as const] };
    const next = await unwrap(client.POST('/v1/agents/{id}/claim-next', { ...me, body }));
    if (next.reason !== 'claimed') throw new Error(`The agent got no work: ${next.reason}.`);
    const params = { path: { id: next.action.id } };
    await client.minimal.POST('/v1/actions/{id}/heartbeat', { params });
    await client.minimal.POST('/v1/actions/{id}/complete', {
      params,
      body: { result_summary: 'Printed' },
    });
    expect((await given.person.ok('getAction', params)).status).toBe('done');
    expect(calls).toBe(5);
    expect(bytes).toBeLessThanOrEqual(6_000);
  });
});
