import type { components } from '../../generated/types';
import { HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { moveIntoPast } from '../../scripts/model/pass-time';

type Agent = components['schemas']['Agent'];
type QuestionCreate = components['schemas']['QuestionCreate'];

const MINUTE = 60 * SECOND;
/** Seconds. */
const lease = 600;

describeOnEachDatabase('A claim at rest', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let other: { agent: Agent; api: ApiClient };

  beforeAll(async () => {
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    const { agent, token } = await addAgent(app, given.owner);
    other = { agent, api: client(app, { bearer: token }) };
  });
  afterAll(() => app.close());

  const create = (body: object = {}) =>
    given.person.ok('createAction', { body: { title: 'Hang the moon', status: 'ready', ...body } });
  const read = (id: string) => given.person.ok('getAction', { path: { id } });
  const ask = async (id: string, body: Partial<QuestionCreate> = {}, by = given.worker) => {
    const asked = { question: 'How high?', on_answer: 'I hang it there.', action_id: id, ...body };
    return { path: { id: (await by.ok('createQuestion', { body: asked })).id } };
  };
  /** Pool work that the worker has claimed. */
  const claimed = async (body: object = {}) => {
    const { id } = await create(body);
    const { claim } = await given.worker.ok('claimAction', {
      path: { id },
      body: { lease_seconds: lease },
    });
    return { id, path: { id }, generation: claim.generation };
  };
  const atRest = async (body: Partial<QuestionCreate> = {}) => {
    const action = await claimed();
    return { ...action, question: await ask(action.id, body) };
  };
  const pass = (milliseconds: number) =>
    moveIntoPast(database(), given.workspaceId, milliseconds / SECOND);
  const answer = (question: { path: { id: string } }) =>
    given.person.ok('respondQuestion', { ...question, body: { response: 'Ten feet.' } });
  const next = ({ agent, api } = other) =>
    api.ok('claimNextAction', { path: { id: agent.id }, body: {} });
  const expiresIn = async (id: string): Promise<number | null> => {
    const { claim_expires_at: expiry } = await read(id);
    return expiry === null ? null : Math.round((Date.parse(expiry) - Date.now()) / MINUTE);
  };

  test('does not expire, and refuses other agents until the answer begins a new lease', async () => {
    const { id, path, generation, question } = await atRest();
    await pass(24 * HOUR);
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      claimed_by_actor_id: given.agent.actor_id,
      claim_expires_at: null,
      is_working: false,
    });
    const { details } = await other.api.fails('claimAction', { path }, 409, 'ALREADY_CLAIMED');
    expect(details).toMatchObject({
      claimed_by_actor_id: given.agent.actor_id,
      retry_after_seconds: lease,
      at_rest: true,
    });
    const heartbeat = { path, body: { claim_generation: generation } };
    const { claim } = await given.worker.ok('heartbeatAction', heartbeat);
    expect(claim).toMatchObject({ generation, at_rest: true });
    const [expiry, renewal] = [claim?.expires_at ?? '', claim?.renew_after ?? ''];
    expect(renewal).toBe(addMilliseconds(expiry, (-lease / 2) * SECOND));
    expect(Math.round((Date.parse(expiry) - Date.now()) / MINUTE)).toBe(lease / 60);
    expect((await read(id)).claim_expires_at).toBeNull();

    await answer(question);
    expect(await read(id)).toMatchObject({ status: 'ready', is_working: true });
    expect(await expiresIn(id)).toBe(lease / 60);
    expect((await next()).reason).toBe('none_ready');
    const mine = await next({ agent: given.agent, api: given.worker });
    expect(mine).toMatchObject({
      reason: 'continue_current',
      action: { id },
      claim: { generation },
    });
    expect(mine.claim).not.toHaveProperty('at_rest');

    // Unused, the new lease returns the work to the pool, with the question and its answer.
    await pass((lease + 1) * SECOND);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
    const context = await other.api.ok('getActionContext', { path });
    expect(context.ended_questions).toMatchObject([
      { question: 'How high?', response: 'Ten feet.' },
    ]);
    await given.worker.fails('heartbeatAction', heartbeat, 409, 'CLAIM_LOST');
  });

  const ends: Record<string, (action: Awaited<ReturnType<typeof atRest>>) => Promise<unknown>> = {
    'a dismissal': ({ question }) => given.person.ok('dismissQuestion', question),
    'a withdrawal': ({ question }) => given.worker.ok('withdrawQuestion', question),
    'an answer of the agent itself': ({ question }) =>
      given.worker.ok('respondQuestion', { ...question, body: { response: 'Low.' } }),
    'a person who makes it ready': ({ path }) =>
      given.person.ok('updateAction', { path, body: { status: 'ready' } }),
    'the agent that moves it to the inbox': ({ path }) =>
      given.worker.ok('updateAction', { path, body: { status: 'inbox' } }),
  };
  test.each(Object.keys(ends))('ends with a new lease after %s', async (name) => {
    const action = await atRest();
    await pass(HOUR);
    await ends[name]?.(action);
    expect(await expiresIn(action.id)).toBe(lease / 60);
    expect((await read(action.id)).claimed_by_actor_id).toBe(given.agent.actor_id);
    const { claim } = await given.worker.ok('heartbeatAction', { path: action.path });
    expect(claim?.generation).toBe(action.generation);
    expect(claim).not.toHaveProperty('at_rest');
  });

  test.each(['use_default', 'dismiss'] as const)(
    'ends with a new lease when the question expires: %s',
    async (on_timeout) => {
      const expires_at = addMilliseconds(new Date().toISOString(), HOUR);
      const default_response = on_timeout === 'use_default' ? { default_response: 'Low.' } : {};
      const timeout = { expires_at, on_timeout, ...default_response };
      const [ready, held] = [await atRest(timeout), await atRest(timeout)];
      await ask(held.id, {}, other.api);
      await pass(HOUR + SECOND);
      expect(await read(ready.id)).toMatchObject({ status: 'ready', is_working: true });
      expect(await expiresIn(ready.id)).toBe(lease / 60);
      // Another agent still waits for an answer, but the claimant does not.
      expect(await read(held.id)).toMatchObject({ status: 'waiting' });
      expect(await expiresIn(held.id)).toBe(lease / 60);
      const { items } = await given.person.ok('readEvents', { query: { limit: 200 } });
      const summaries = items
        .filter(({ subject, kind }) => subject.id === held.id && kind === 'action.updated')
        .map(({ summary }) => summary);
      expect(summaries).toContain(
        'The claimant no longer waits for an answer and has a new lease.',
      );
    },
  );

  test('lasts until the last blocking question of the claimant ends', async () => {
    const { id, question } = await atRest();
    const second = await ask(id);
    await ask(id, { blocking: false });
    const others = await ask(id, {}, other.api);
    await answer(question);
    await pass(HOUR);
    expect(await expiresIn(id)).toBeNull();
    await answer(second);
    expect(await expiresIn(id)).toBe(lease / 60);
    expect(await read(id)).toMatchObject({ status: 'waiting' });
    await pass((lease + 1) * SECOND);
    await answer(others);
    expect(await read(id)).toMatchObject({ status: 'ready', is_working: false });
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
  });

  test('does not begin for the question of another agent, or one that does not block', async () => {
    const [one, two] = [await claimed(), await claimed()];
    await ask(one.id, {}, other.api);
    await ask(two.id, { blocking: false });
    for (const { id } of [one, two]) expect(await expiresIn(id)).toBe(lease / 60);
    await pass((lease + 1) * SECOND);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id: two.id } });
  });

  test('does not begin for an expired claim', async () => {
    const { id, path } = await claimed();
    await pass((lease + 1) * SECOND);
    const question = await ask(id);
    expect((await read(id)).claim_expires_at).not.toBeNull();
    await other.api.fails('claimAction', { path }, 409, 'NOT_CLAIMABLE');
    await answer(question);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
  });

  test('begins for an action that waits already, and the status stays after the answer', async () => {
    const { id, path } = await claimed();
    await given.worker.ok('updateAction', { path, body: { status: 'waiting' } });
    const question = await ask(id);
    await pass(HOUR);
    expect(await expiresIn(id)).toBeNull();
    await answer(question);
    expect(await read(id)).toMatchObject({ status: 'waiting' });
    expect(await expiresIn(id)).toBe(lease / 60);
  });

  test('is released, reassigned and dropped like any other', async () => {
    const [released, handed, kept, dropped] = [
      await atRest(),
      await atRest(),
      await atRest(),
      await atRest(),
    ];
    await other.api.fails('releaseAction', { path: released.path }, 403, 'FORBIDDEN');
    await given.person.ok('releaseAction', { path: released.path });
    const to = (agent: Agent) => ({ assigned_agent_id: agent.id });
    await given.person.ok('updateAction', { path: handed.path, body: to(other.agent) });
    await given.person.ok('updateAction', { path: kept.path, body: to(given.agent) });
    await given.person.ok('dropAction', { path: dropped.path, body: { reason: 'No.' } });
    for (const { id } of [released, handed, dropped]) {
      expect(await read(id)).toMatchObject({ claimed_by_actor_id: null, claim_expires_at: null });
    }
    await pass(HOUR);
    for (const { question } of [released, handed, kept]) await answer(question);
    expect((await next()).action?.id).toBe(released.id);
    await other.api.ok('claimAction', { path: handed.path });
    expect(await expiresIn(kept.id)).toBe(lease / 60);
    expect(await read(kept.id)).toMatchObject({ assigned_agent_id: given.agent.id });
  });

  test.each(['pauseAgent', 'revokeAgent'] as const)('ends with %s, for pool work', async (verb) => {
    const { id, question } = await atRest();
    await given.person.ok(verb, { path: { id: given.agent.id } });
    expect(await read(id)).toMatchObject({ status: 'waiting', claimed_by_actor_id: null });
    await answer(question);
    expect(await next()).toMatchObject({ reason: 'claimed', action: { id } });
  });

  test('survives the pause of the agent on assigned work', async () => {
    const { id, question } = await (async () => {
      const action = await claimed({ assigned_agent_id: given.agent.id });
      return { ...action, question: await ask(action.id) };
    })();
    await given.person.ok('pauseAgent', { path: { id: given.agent.id } });
    expect(await expiresIn(id)).toBeNull();
    await answer(question);
    expect(await expiresIn(id)).toBe(lease / 60);
  });

  test('is among the waiting work of its agent, and the agent may claim more', async () => {
    const { id } = await atRest();
    const views = async (agent: Agent, api: ApiClient) => {
      const path = { id: agent.id };
      const { my_work: work, elsewhere } = await api.ok('getAgentOverview', { path });
      const { counts } = await api.ok('getAgentAttention', { path });
      return {
        waiting: work.waiting.map((item) => item.id),
        count: counts.waiting,
        others: elsewhere.other_waiting_actions,
      };
    };
    await pass(HOUR);
    expect(await views(given.agent, given.worker)).toEqual({ waiting: [id], count: 1, others: 0 });
    expect(await views(other.agent, other.api)).toEqual({ waiting: [], count: 0, others: 1 });
    const second = await create();
    expect(await next({ agent: given.agent, api: given.worker })).toMatchObject({
      reason: 'claimed',
      action: { id: second.id },
    });
  });

  test('ends once for twenty concurrent ends of its questions', async () => {
    const { id } = await claimed();
    const questions = await Promise.all(Array.from({ length: 20 }, () => ask(id)));
    await pass(HOUR);
    await Promise.all(questions.map(answer));
    expect(await read(id)).toMatchObject({ status: 'ready', is_working: true });
    expect(await expiresIn(id)).toBe(lease / 60);
    expect(await next({ agent: given.agent, api: given.worker })).toMatchObject({
      reason: 'continue_current',
    });
  });
});
