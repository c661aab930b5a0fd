import { tokenState } from '../../src/features/agents';
import { hashSecret } from '../../src/shared/tokens';
import { eventPurge } from '../../src/shared/events';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import { purgeByAge, advanceCutoff, lags } from '../../src/platform/db/purge';
import { DAY, HOUR, SECOND, addMilliseconds } from '../../src/platform/time';
import { addAgent, addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { frozen, setClock } from '../support/clock';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { openSession } from '../../scripts/servers/session';

// The database's clock is stopped at the same instant as the process's.
jest.mock('../../src/platform/db/clock-and-epoch', () => ({
  ...jest.requireActual<object>('../../src/platform/db/clock-and-epoch'),
  ...jest.requireActual<object>('../support/clock'),
}));

/** The results for an instant 1 ms before the clock, equal to it, and 1 ms after it. */
type Results = readonly [before: unknown, same: unknown, after: unknown];

describeOnEachDatabase('An instant equal to the current time', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    setClock(frozen);
    app = await startApp(database());
  });
  beforeEach(async () => {
    given = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
    jest.useRealTimers();
  });

  const atEachInstant = async (
    see: (instant: string) => Promise<unknown>,
    from: string = frozen,
  ): Promise<Results> => [
    await see(addMilliseconds(from, -1)),
    await see(from),
    await see(addMilliseconds(from, 1)),
  ];
  const change = (table: string, id: string, columns: object) =>
    database().knex(table).where({ workspace_id: given.workspaceId, id }).update(columns);
  const anAction = async (columns: object = {}, body: object = {}) => {
    const action = await given.person.ok('createAction', {
      body: { title: 'Sew', status: 'ready', ...body },
    });
    if (Object.keys(columns).length > 0) await change('actions', action.id, columns);
    return { id: action.id, path: { id: action.id } };
  };
  const isIn = async (list: Promise<{ items: readonly { id: string }[] }>, id: string) =>
    (await list).items.some((item) => item.id === id);
  const otherClaim = async (expires: string) => ({
    claimed_by_actor_id: (await addAgent(app, given.owner)).agent.actor_id,
    claim_generation: 1,
    claim_expires_at: expires,
    claim_lease_seconds: 900,
  });

  test('ends a session, a token and an invitation', async () => {
    const session = await atEachInstant(async (expires_at) => {
      const cookie = await openSession(database(), given.owner.owner);
      const id_hash = hashSecret(cookie);
      await database().knex('sessions').where({ id_hash }).update({ expires_at });
      return (await client(app, { cookie }).send('getMe')).status;
    });
    expect(session).toEqual([401, 401, 200]);

    const token = await atEachInstant(async (expires_at) => {
      const bearer = await addToken(app, given.owner, given.agent.id, ['read']);
      const [newest] = await database().knex('tokens').orderBy('id', 'desc').limit(1);
      await change('tokens', newest.id, { expires_at });
      return (await client(app, { bearer }).send('getMe')).status;
    });
    expect(token).toEqual([401, 401, 200]);

    const invitation = await atEachInstant(async (expires_at) => {
      const email = `guest-${expires_at.replaceAll(/\D/g, '')}@example.com`;
      const made = await given.person.ok('createInvitation', { body: { email, role: 'member' } });
      await change('invitations', made.invitation.id, { expires_at });
      const isListed = await isIn(given.person.ok('listInvitations'), made.invitation.id);
      const { status } = await client(app).send('acceptInvitation', {
        body: { token: made.token, password: 'a long enough passphrase', name: 'Guest' },
      });
      return [isListed, status];
    });
    expect(invitation).toEqual([
      [false, 422],
      [false, 422],
      [true, 201],
    ]);
  });

  test('ends a rotated token; an expired one is neither rotated nor revoked', async () => {
    const anEnding = async (expires_at: string | null) => {
      const bearer = await addToken(app, given.owner, given.agent.id, ['read']);
      const [{ id }] = await database().knex('tokens').orderBy('id', 'desc').limit(1);
      if (expires_at !== null) await change('tokens', id, { expires_at });
      return { bearer, path: { id: String(id) } };
    };
    const replaced = await atEachInstant(
      async (instant) => {
        const { bearer, path } = await anEnding(null);
        const body = { overlap_seconds: 60 };
        await given.person.ok('rotateToken', { path, body });
        setClock(instant);
        const { status } = await client(app, { bearer }).send('getMe');
        setClock(frozen);
        return status;
      },
      addMilliseconds(frozen, 60 * SECOND),
    );
    expect(replaced).toEqual([200, 401, 401]);

    const rotated = await atEachInstant(async (expires_at) => {
      const { path } = await anEnding(expires_at);
      return (await given.person.send('rotateToken', { path })).status;
    });
    expect(rotated).toEqual([409, 409, 201]);

    const ended = await atEachInstant(async (expires_at) => {
      const { path } = await anEnding(expires_at);
      return path.id;
    });
    await given.person.ok('revokeAgent', { path: { id: given.agent.id } });
    const { items } = await given.person.ok('listTokens', { path: { id: given.agent.id } });
    const revokedAt = new Map(items.map(({ id, revoked_at: at }) => [id, at]));
    expect(ended.map((id) => revokedAt.get(String(id)))).toEqual([null, null, frozen]);

    const state = await atEachInstant(async (expires_at) =>
      tokenState({ expires_at, revoked_at: null, agent_state: 'active' }, frozen),
    );
    expect(state).toEqual(['expired', 'expired', 'active']);
  });

  test('is refused as the expiry of a new token or question', async () => {
    const token = await atEachInstant(async (expires_at) => {
      const input = { path: { id: given.agent.id }, body: { name: 'x', expires_at } };
      return (await given.person.send('createToken', input)).status;
    });
    expect(token).toEqual([400, 400, 201]);
    const question = await atEachInstant(async (expires_at) => {
      const body = { question: 'Which?', on_answer: 'Do it', expires_at, on_timeout: 'dismiss' };
      return (await given.worker.send('createQuestion', { body })).status;
    });
    expect(question).toEqual([400, 400, 201]);
  });

  test('ends a question and unblocks its action', async () => {
    const seen = await atEachInstant(async (expires_at) => {
      const action = await anAction({}, { assigned_agent_id: given.agent.id });
      const question = await given.worker.ok('createQuestion', {
        body: {
          question: 'Which?',
          on_answer: 'Do it',
          action_id: action.id,
          expires_at: addMilliseconds(frozen, DAY),
          on_timeout: 'dismiss',
        },
      });
      await change('agent_requests', question.id, { expires_at });
      const { state } = await given.person.ok('getQuestion', { path: { id: question.id } });
      const { status } = await given.person.ok('getAction', action);
      return [state, status];
    });
    expect(seen).toEqual([
      ['dismissed', 'ready'],
      ['dismissed', 'ready'],
      ['open', 'waiting'],
    ]);
  });

  test('is the first at which a deferred action can be claimed', async () => {
    const seen = await atEachInstant(async (defer_until) => {
      const action = await anAction({ defer_until });
      return [
        await isIn(given.person.ok('getReadyView'), action.id),
        await isIn(given.person.ok('getDeferredView'), action.id),
        (await given.worker.send('claimAction', action)).status,
      ];
    });
    expect(seen).toEqual([
      [true, false, 200],
      [true, false, 200],
      [false, true, 409],
    ]);
    const inLine = await atEachInstant(async (defer_until) => {
      const { id } = await given.person.ok('createProject', {
        body: { title: 'In turn', work_mode: 'sequential' },
      });
      await anAction({ defer_until }, { project_id: id });
      const second = await anAction({}, { project_id: id });
      return isIn(given.person.ok('getReadyView'), second.id);
    });
    expect(inLine).toEqual([false, false, true]);
  });

  test('is the first at which other agents may ignore a claim', async () => {
    const seen = await atEachInstant(async (expires) => {
      const claim = await otherClaim(expires);
      const [open, taken, done] = [
        await anAction(claim),
        await anAction(claim),
        await anAction(claim),
      ];
      const overdue = await anAction(claim, { assigned_agent_id: given.agent.id });
      const { is_working } = await given.person.ok('getAction', open);
      const body = { result_summary: 'Done' };
      const isQueued = await isIn(
        given.worker.ok('getAgentQueue', {
          path: { id: given.agent.id },
          query: { include_claimable: true },
        }),
        open.id,
      );
      return {
        is_working,
        isQueued,
        isWorking: await isIn(given.person.ok('getWorkingView'), open.id),
        isStalled: await isIn(given.person.ok('getStalledView'), overdue.id),
        claimed: (await given.worker.send('claimAction', taken)).status,
        completed: (await given.worker.send('completeAction', { ...done, body })).status,
      };
    });
    const over = {
      is_working: false,
      isQueued: true,
      isWorking: false,
      isStalled: true,
      claimed: 200,
      completed: 200,
    };
    const live = {
      is_working: true,
      isQueued: false,
      isWorking: true,
      isStalled: false,
      claimed: 409,
      completed: 409,
    };
    expect(seen).toEqual([over, over, live]);
  });

  test('is the first at which an agent has lost its claim', async () => {
    const seen = await atEachInstant(async (claim_expires_at) => {
      const action = await anAction();
      const { claim } = await given.worker.ok('claimAction', action);
      await change('actions', action.id, { claim_expires_at });
      const queue = given.worker.ok('getAgentQueue', { path: { id: given.agent.id } });
      const isQueued = await isIn(queue, action.id);
      const body = { claim_generation: claim.generation };
      return [isQueued, (await given.worker.send('heartbeatAction', { ...action, body })).status];
    });
    expect(seen).toEqual([
      [false, 409],
      [false, 409],
      [true, 200],
    ]);
  });

  test.each(['claimAction', 'claimNextAction'] as const)(
    'ends a claim: its agent gets a new one by %s',
    async (verb) => {
      const agent = { path: { id: given.agent.id } };
      const seen = await atEachInstant(async (claim_expires_at) => {
        const action = await anAction();
        await given.worker.ok('claimAction', action);
        await change('actions', action.id, { claim_expires_at });
        const { my_work: work, claimable } = await given.worker.ok('getAgentOverview', agent);
        const { counts } = await given.worker.ok('getAgentAttention', agent);
        const again =
          verb === 'claimAction'
            ? await given.worker.ok(verb, action)
            : await given.worker.ok(verb, { ...agent, body: {} });
        const body = { result_summary: 'Done' };
        await given.worker.ok('completeAction', { ...action, body });
        return {
          isWorking: work.working?.id === action.id,
          isClaimable: claimable.some(({ id }) => id === action.id),
          counts: [counts.ready, counts.claimable],
          generation: again.claim?.generation,
          reason: 'reason' in again ? again.reason : 'claimed',
        };
      });
      const over = {
        isWorking: false,
        isClaimable: true,
        counts: [0, 1],
        generation: 2,
        reason: 'claimed',
      };
      const live = {
        isWorking: true,
        isClaimable: false,
        counts: [1, 0],
        generation: 1,
        reason: verb === 'claimAction' ? 'claimed' : 'continue_current',
      };
      expect(seen).toEqual([over, over, live]);
    },
  );

  test('ends a claim: pausing the agent does not release it, activity of the assignee clears it', async () => {
    const released = await atEachInstant(async (claim_expires_at) => {
      const { agent, token } = await addAgent(app, given.owner);
      const action = await anAction();
      await client(app, { bearer: token }).ok('claimAction', action);
      await change('actions', action.id, { claim_expires_at });
      await given.person.ok('pauseAgent', { path: { id: agent.id } });
      const events = () => database().knex('events').where({ subject_id: action.id });
      return (await events()).some(({ kind }) => kind === 'action.released');
    });
    expect(released).toEqual([false, false, true]);
    const working = await atEachInstant(async (claim_expires_at) => {
      const action = await anAction({}, { assigned_agent_id: given.agent.id });
      await given.worker.ok('claimAction', action);
      await change('actions', action.id, { claim_expires_at });
      await given.worker.ok('createActionNote', { ...action, body: { body: 'Begun' } });
      const { claim_expires_at: stored } = await database()
        .knex('actions')
        .where({ workspace_id: given.workspaceId, id: action.id })
        .first();
      const { is_working } = await given.person.ok('getAction', action);
      return [is_working, stored !== null];
    });
    expect(working).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  test('ends the withholding by a deferral or a claim', async () => {
    const agent = { path: { id: given.agent.id }, body: {} };
    const requirements = JSON.stringify(['wings']);
    const seen = await atEachInstant(async (instant) => {
      const deferred = await anAction({ requirements, defer_until: instant });
      const claimed = await anAction({ requirements, ...(await otherClaim(instant)) });
      const { withheld } = await given.worker.ok('claimNextAction', agent);
      const { held_by } = await given.person.ok('getAction', deferred);
      for (const action of [deferred, claimed]) {
        await given.person.ok('dropAction', { ...action, body: { reason: 'No wings.' } });
      }
      return [withheld.deferred, withheld.claimed, held_by];
    });
    expect(seen).toEqual([
      [0, 0, undefined],
      [0, 0, undefined],
      [1, 1, [{ reason: 'deferred' }]],
    ]);
  });

  test('minus a week is within the recent activity', async () => {
    const week = addMilliseconds(frozen, -7 * DAY);
    const path = { id: given.agent.id };
    const recent = async () =>
      (await given.worker.ok('getAgentOverview', { path })).recent_activity;
    const { id } = await given.worker.ok('createAction', { body: { title: 'Sew' } });
    const note = { path: { id }, body: { body: 'Begun' } };
    const { id: noteId } = await given.worker.ok('createActionNote', note);
    const body = { question: 'Which?', on_answer: 'Do it' };
    const { id: questionId } = await given.worker.ok('createQuestion', { body });
    // Open questions are in a list of their own.
    const answer = { path: { id: questionId }, body: { response: 'So' } };
    await given.person.ok('respondQuestion', answer);
    const events = () => database().knex('events').where({ workspace_id: given.workspaceId });
    const seen = await atEachInstant(async (instant) => {
      await events().update({ created_at: instant });
      await change('notes', noteId, { created_at: instant });
      await change('agent_requests', questionId, { updated_at: instant });
      const lists = await recent();
      return [lists.my_actions, lists.my_notes, lists.my_questions].map(({ length }) => length);
    }, week);
    expect(seen).toEqual([
      [0, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });

  test('minus a window is outside of that window', async () => {
    const working = await atEachInstant(
      async (assignee_active_at) => {
        const action = await anAction(
          { assignee_active_at },
          { assigned_agent_id: given.agent.id },
        );
        const { is_working } = await given.person.ok('getAction', action);
        return [is_working, await isIn(given.person.ok('getWorkingView'), action.id)];
      },
      addMilliseconds(frozen, -900 * SECOND),
    );
    expect(working).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    const stalled = await atEachInstant(
      async (last_activity_at) => {
        const action = await anAction({ last_activity_at }, { assigned_agent_id: given.agent.id });
        return isIn(given.person.ok('getStalledView'), action.id);
      },
      addMilliseconds(frozen, -DAY),
    );
    expect(stalled).toEqual([true, true, false]);
    const presence = await atEachInstant(
      async (last_seen_at) => {
        const { agent } = await addAgent(app, given.owner);
        await change('agents', agent.id, { last_seen_at });
        return (await given.person.ok('getAgent', { path: { id: agent.id } })).presence;
      },
      addMilliseconds(frozen, -900 * SECOND),
    );
    expect(presence).toEqual(['offline', 'offline', 'idle']);
  });

  test('does not make a check-in overdue', async () => {
    const { id } = await given.person.ok('createOrder', {
      body: { agent_id: given.agent.id, name: 'Keep', checkin_every_seconds: 60 },
    });
    const seen = await atEachInstant(async (next_checkin_due_at) => {
      await change('orders', id, { next_checkin_due_at });
      const list = (checkin_overdue: boolean) =>
        isIn(given.person.ok('listOrders', { query: { checkin_overdue } }), id);
      const { counts } = await given.worker.ok('getAgentAttention', {
        path: { id: given.agent.id },
      });
      const { checkin_overdue } = await given.person.ok('getOrder', { path: { id } });
      return [checkin_overdue, await list(true), await list(false), counts.overdue_checkins];
    });
    expect(seen).toEqual([
      [true, true, false, 1],
      [false, false, true, 0],
      [false, false, true, 0],
    ]);
  });

  test('ends the replay of a stored response', async () => {
    const seen = await atEachInstant(async (expires_at) => {
      const body = { title: 'Once', client_request_id: `once ${expires_at}` };
      const first = await given.person.ok('createAction', { body });
      await database()
        .knex('idempotency_records')
        .where({ client_request_id: body.client_request_id })
        .update({ expires_at });
      return (await given.person.ok('createAction', { body })).id === first.id;
    });
    expect(seen).toEqual([false, false, true]);
  });

  test('minus the history window of the plan is within that window', async () => {
    await database().knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
    const seen = await atEachInstant(
      async (completed_at) => {
        const action = await anAction({ status: 'done', completed_at });
        const { status } = await given.person.send('getAction', action);
        return [status, await isIn(given.person.ok('listActions'), action.id)];
      },
      addMilliseconds(frozen, -30 * DAY),
    );
    expect(seen).toEqual([
      [404, false],
      [200, true],
      [200, true],
    ]);
    const dropped = await atEachInstant(
      async (updated_at) => {
        const action = await anAction({ status: 'dropped', completed_at: null, updated_at });
        const { hidden_count, items } = await given.person.ok('listActions', {
          query: { status: ['dropped'] },
        });
        await change('actions', action.id, { status: 'inbox' });
        return [hidden_count, items.length];
      },
      addMilliseconds(frozen, -30 * DAY),
    );
    expect(dropped).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
  });

  test('minus an hour extends a session, minus a minute records the use of a token', async () => {
    const extended = await atEachInstant(
      async (last_seen_at) => {
        const cookie = await openSession(database(), given.owner.owner);
        const session = () =>
          database()
            .knex('sessions')
            .where({ id_hash: hashSecret(cookie) });
        await session().update({ last_seen_at });
        await client(app, { cookie }).ok('getMe');
        return (await session().first()).last_seen_at === frozen;
      },
      addMilliseconds(frozen, -HOUR),
    );
    expect(extended).toEqual([true, true, false]);
    await given.worker.ok('getMe');
    const noted = await atEachInstant(
      async (last_used_at) => {
        const { agent } = given;
        const token = () => database().knex('tokens').where({ agent_id: agent.id });
        await token().update({ last_used_at });
        await given.worker.ok('getMe');
        return (await token().first()).last_used_at === frozen;
      },
      addMilliseconds(frozen, -60 * SECOND),
    );
    expect(noted).toEqual([true, true, false]);
  });

  test('minus the window of failed sign-ins still counts', async () => {
    const seen = await atEachInstant(
      async (attempted_at) => {
        const attempts = () => database().knex('sign_in_attempts');
        await attempts().delete();
        const row = { address: hashSecret('127.0.0.1'), attempted_at };
        await attempts().insert(
          Array.from({ length: 20 }, (_, n) => ({ ...row, id: `att_${n}`, account_hash: `${n}` })),
        );
        const body = { email: 'nobody@example.com', password: 'wrong' };
        return (await client(app).send('createSession', { body })).status;
      },
      addMilliseconds(frozen, -900 * SECOND),
    );
    expect(seen).toEqual([401, 429, 429]);
    // The first instant at which the oldest of them no longer counts.
    await database().knex('sign_in_attempts').update({ attempted_at: frozen });
    const body = { email: 'nobody@example.com', password: 'wrong' };
    const { headers } = await client(app).send('createSession', { body });
    expect(headers['retry-after']).toBe('901');
  });

  test('minus an hour is the beginning of a window of failures that has ended', async () => {
    const { email, owner } = given.owner;
    const body = { email, password: 'wrong' };
    const seen = await atEachInstant(
      async (window_began_at) => {
        await database().knex('sign_in_attempts').delete();
        const count = () => database().knex('failed_sign_ins').where({ user_id: owner.userId });
        await count().delete();
        await client(app).send('createSession', { body });
        await count().update({ window_began_at });
        await client(app).send('createSession', { body });
        return (await count().first()).in_window;
      },
      addMilliseconds(frozen, -HOUR),
    );
    expect(seen).toEqual([1, 1, 2]);
  });

  test('is not older than a cutoff, so the purge does not delete it', async () => {
    const { knex } = database();
    const events = await atEachInstant(async (created_at) => {
      await knex('events').update({ created_at });
      return (
        (await transact(database(), (transaction) => eventPurge(1).remove(transaction, frozen))) > 0
      );
    });
    expect(events).toEqual([true, false, false]);

    const failures = await atEachInstant(async (attempted_at) => {
      await knex('sign_in_attempts').delete();
      await transact(database(), (transaction) =>
        insertRows(transaction, 'sign_in_attempts', [
          { id: 'att_1', account_hash: 'x', address: '127.0.0.1', attempted_at },
        ]),
      );
      return transact(database(), (transaction) =>
        purgeByAge('sign_in_attempts', 'attempted_at', 0).remove(transaction, frozen),
      );
    });
    expect(failures).toEqual([1, 0, 0]);
  });

  test('minus an hour allows a cutoff to move; a lag of exactly two days is not reported', async () => {
    const purge = purgeByAge('sign_in_attempts', 'attempted_at', 0);
    const cutoff = addMilliseconds(frozen, -9 * DAY);
    const cutoffs = () => database().knex('purge_cutoffs').where({ name: purge.name });
    const moved = await atEachInstant(
      async (moved_at) => {
        await cutoffs().delete();
        const row = { name: purge.name, cutoff, wanted_cutoff: frozen, moved_at };
        await database().knex('purge_cutoffs').insert(row);
        const at = { now: frozen, wantedCutoff: frozen };
        return (await transact(database(), (transaction) => advanceCutoff(transaction, purge, at)))
          .cutoff;
      },
      addMilliseconds(frozen, -HOUR),
    );
    expect(moved).toEqual([addMilliseconds(cutoff, DAY), addMilliseconds(cutoff, DAY), cutoff]);
    const late = await atEachInstant(
      async (behind) => lags({ cutoff: behind, wantedCutoff: frozen, excusedSeconds: 0 }),
      addMilliseconds(frozen, -2 * DAY),
    );
    expect(late).toEqual([true, false, false]);
  });
});
