import { pino } from 'pino';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, startApp, type AgentWithToken, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { runHousekeeping } from '../../src/cli/serve/housekeeping';

/** A workspace with two agents, each of which has orders, work and requests of its own. */
interface Scene extends GivenWorkspace {
  readonly other: AgentWithToken & { readonly api: ApiClient };
  /** A ready action that is assigned to the worker. */
  readonly mine: () => Promise<{ readonly path: { readonly id: string } }>;
  /** A ready action of the pool that the worker has claimed. */
  readonly claimed: () => Promise<{ readonly path: { readonly id: string } }>;
  /** A finished action of the worker that waits for its review. */
  readonly inReview: () => Promise<{ readonly path: { readonly id: string } }>;
  readonly ask: (about?: object) => Promise<{ readonly path: { readonly id: string } }>;
  readonly propose: () => Promise<{ readonly path: { readonly id: string } }>;
  readonly order: (wanted?: object) => Promise<{ readonly path: { readonly id: string } }>;
  /** A document of the access mode that an order of the worker has. */
  readonly orderDocument: (mode: 'private' | 'shared_edit') => Promise<string>;
}

interface Case {
  readonly title: string;
  readonly when: (scene: Scene) => Promise<unknown>;
  /** The kinds and roles of the worker's new news, and of the other agent's. */
  readonly worker?: readonly string[];
  readonly other?: readonly string[];
}

const result = { result_summary: 'Done.' };

const reason = { reason: 'Because.' };

const note = { body: { body: 'Mind the gap.' } };

const cases: readonly Case[] = [
  {
    title: 'an answer',
    when: async ({ ask, person }) =>
      person.ok('respondQuestion', { ...(await ask()), body: { response: 'Blue' } }),
    worker: ['question.answered author'],
  },
  {
    title: 'a dismissal',
    when: async ({ ask, person }) => person.ok('dismissQuestion', await ask()),
    worker: ['question.dismissed author'],
  },
  {
    title: 'a dropped action with a question',
    when: async ({ ask, mine, person }) => {
      const action = await mine();
      await ask({ action_id: action.path.id });
      await person.ok('dropAction', { ...action, body: reason });
    },
    worker: ['action.dropped worker', 'question.dismissed author'],
  },
  {
    title: 'a permission and a denial',
    when: async ({ propose, person }) => {
      await person.ok('permitProposal', await propose());
      await person.ok('denyProposal', await propose());
    },
    worker: ['proposal.permitted author', 'proposal.denied author'],
  },
  {
    title: 'an approval',
    when: async ({ inReview, person }) => person.ok('approveAction', await inReview()),
    worker: ['action.approved worker'],
  },
  {
    title: 'a rejection',
    when: async ({ inReview, person }) =>
      person.ok('rejectAction', { ...(await inReview()), body: reason }),
    worker: ['action.rejected worker'],
  },
  {
    title: 'a rejection that assigns the work to another agent',
    when: async ({ inReview, person, other }) =>
      person.ok('rejectAction', {
        ...(await inReview()),
        body: { ...reason, assigned_actor_id: other.agent.actor_id },
      }),
    worker: ['action.rejected former_worker'],
    other: ['action.rejected worker'],
  },
  {
    title: 'an assignment to another agent',
    when: async ({ mine, person, other }) =>
      person.ok('updateAction', {
        ...(await mine()),
        body: { assigned_agent_id: other.agent.id },
      }),
    worker: ['action.assigned former_worker'],
    other: ['action.assigned worker'],
  },
  {
    title: 'an assignment of claimed pool work to a person',
    when: async ({ claimed, person, owner }) =>
      person.ok('updateAction', {
        ...(await claimed()),
        body: { assigned_actor_id: owner.owner.id },
      }),
    worker: ['action.assigned former_worker'],
  },
  {
    title: 'an assignment from the pool',
    when: async ({ person, agent }) => {
      const { id } = await person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });
      await person.ok('updateAction', { path: { id }, body: { assigned_agent_id: agent.id } });
    },
    worker: ['action.assigned worker'],
  },
  {
    title: 'a drop and a reopening',
    when: async ({ claimed, mine, person }) => {
      await person.ok('dropAction', { ...(await claimed()), body: {} });
      const action = await mine();
      await person.ok('dropAction', { ...action, body: {} });
      await person.ok('reopenAction', { ...action, body: reason });
    },
    worker: ['action.dropped worker', 'action.dropped worker', 'action.reopened worker'],
  },
  {
    title: 'a reopening that assigns the work to another agent',
    when: async ({ mine, other, person }) => {
      const action = await mine();
      await person.ok('dropAction', { ...action, body: {} });
      const body = { ...reason, assigned_actor_id: other.agent.actor_id };
      await person.ok('reopenAction', { ...action, body });
    },
    worker: ['action.dropped worker', 'action.reopened former_worker'],
    other: ['action.reopened worker'],
  },
  {
    title: 'a completion by a person',
    when: async ({ mine, person }) =>
      person.ok('completeAction', { ...(await mine()), body: result }),
    worker: ['action.completed worker'],
  },
  {
    title: 'a closed project',
    when: async ({ person, agent }) => {
      const { id } = await person.ok('createProject', { body: { title: 'Show' } });
      const work = { title: 'Sew', project_id: id, assigned_agent_id: agent.id };
      await person.ok('createAction', { body: work });
      const body = { state: 'dropped', close_actions: true } as const;
      await person.ok('updateProject', { path: { id }, body });
    },
    worker: ['action.dropped worker'],
  },
  {
    title: 'releases by a person',
    when: async ({ claimed, mine, person, worker }) => {
      await person.ok('releaseAction', { ...(await claimed()), body: reason });
      const action = await mine();
      await worker.ok('claimAction', action);
      await person.ok('releaseAction', action);
    },
    worker: ['action.released former_worker', 'action.released worker'],
  },
  {
    title: 'notes on its work, requests and orders',
    when: async ({ mine, claimed, inReview, ask, propose, order, person }) => {
      for (const action of [await mine(), await claimed(), await inReview()]) {
        await person.ok('createActionNote', { ...action, ...note });
      }
      await person.ok('createQuestionNote', { ...(await ask()), ...note });
      await person.ok('createProposalNote', { ...(await propose()), ...note });
      await person.ok('createOrderNote', { ...(await order()), ...note });
    },
    worker: [
      'note.created worker',
      'note.created worker',
      'note.created worker',
      'note.created author',
      'note.created author',
      'order.created order_agent',
      'note.created order_agent',
    ],
  },
  {
    title: 'a note of another agent',
    when: async ({ mine, other }) =>
      other.api.ok('createActionNote', { ...(await mine()), ...note }),
    worker: ['note.created worker'],
  },
  {
    title: 'changes of an order',
    when: async ({ order, person, other }) => {
      const path = await order();
      const change = (body: object) => person.ok('updateOrder', { ...path, body });
      await change({ summary: 'Weekly' });
      await change({ state: 'paused' });
      await change({ agent_id: other.agent.id, name: 'Sweep' });
      await change({ state: 'dropped', ...reason });
    },
    worker: [
      'order.created order_agent',
      'order.updated order_agent',
      'order.state_changed order_agent',
      'order.assigned former_order_agent',
    ],
    other: [
      'order.assigned order_agent',
      'order.updated order_agent',
      'order.state_changed order_agent',
    ],
  },
  {
    title: 'changes of the document of an order, if the agent may see it',
    when: async ({ orderDocument, person }) => {
      for (const mode of ['shared_edit', 'private'] as const) {
        const path = { id: await orderDocument(mode) };
        const { version } = await person.ok('getDocument', { path });
        const header = { 'If-Match': `"${version}"` };
        await person.ok('updateDocument', { path, header, body: { content: 'New' } });
      }
    },
    worker: [
      'order.created order_agent',
      'document.updated order_agent',
      'order.created order_agent',
    ],
  },
  {
    title: 'reviews of its own revisions',
    when: async ({ orderDocument, person, other }) => {
      const path = { id: await orderDocument('shared_edit') };
      const edit = async (content: string) => {
        const { version } = await person.ok('getDocument', { path });
        const header = { 'If-Match': `"${version}"` };
        await other.api.ok('updateDocument', { path, header, body: { content } });
        const { items } = await person.ok('listDocumentRevisions', { path });
        return { path: { id: String(items[0]?.id) } };
      };
      await person.ok('approveRevision', await edit('One'));
      await person.ok('revertRevision', await edit('Two'));
    },
    worker: [
      'order.created order_agent',
      'document.updated order_agent',
      'document.approved order_agent',
      'document.updated order_agent',
      'document.reverted order_agent',
    ],
    other: ['document.approved author', 'document.reverted author'],
  },
  {
    title: 'changes of the agent',
    when: async ({ agent, claimed, person }) => {
      const path = { path: { id: agent.id } };
      await person.ok('updateAgent', { ...path, body: { capabilities: ['sewing'] } });
      await claimed();
      await person.ok('pauseAgent', path);
      await person.ok('resumeAgent', path);
    },
    worker: [
      'agent.updated self',
      'agent.paused self',
      'action.released former_worker',
      'agent.resumed self',
    ],
  },
  {
    title: 'only what others do: nothing that the agent does itself',
    when: async ({ mine, claimed, ask, propose, worker }) => {
      const action = await mine();
      await worker.ok('claimAction', action);
      await worker.ok('heartbeatAction', { ...action, body: { progress_note: 'Half' } });
      await worker.ok('createActionNote', { ...action, ...note });
      await worker.ok('releaseAction', action);
      await worker.ok('completeAction', { ...action, body: result });
      await worker.ok('dropAction', { ...(await claimed()), body: reason });
      await worker.ok('respondQuestion', { ...(await ask()), body: { response: 'Mine' } });
      await worker.ok('withdrawQuestion', await ask());
      await worker.ok('withdrawProposal', await propose());
    },
  },
  {
    title: 'changes of claimed work, for its claimant alone',
    when: async ({ claimed, worker, other, person, owner }) => {
      const action = await claimed();
      await person.ok('updateAction', { ...action, body: { details: 'In red.', priority: 4 } });
      await worker.ok('updateAction', { ...action, body: { title: 'Hem' } });
      const reviewer = { reviewer_actor_id: owner.owner.id, due_at: '2031-01-01T00:00:00Z' };
      await person.ok('updateAction', { ...action, body: reviewer });
      const { version } = await person.ok('getAction', action);
      const items = [{ ...action.path, version, changes: { priority: 2 } }];
      await person.ok('batchUpdateActions', { body: { items } });
      await person.ok('updateAction', { ...action, body: { title: 'Hem' } });
      const { id: blocker_id } = await person.ok('createAction', { body: { title: 'Cut' } });
      const { id: other_id } = await person.ok('createAction', { body: { title: 'Press' } });
      await person.ok('addBlocker', { path: { ...action.path, blocker_id } });
      await worker.ok('addBlocker', { path: { ...action.path, blocker_id: other_id } });
      for (const id of [blocker_id, other_id]) {
        await worker.ok('removeBlocker', { path: { ...action.path, blocker_id: id } });
      }
      await worker.ok('releaseAction', action);
      await person.ok('updateAction', { ...action, body: { details: 'In blue.' } });
      await other.api.ok('claimAction', action);
      await person.ok('updateAction', { ...action, body: { status: 'inbox' } });
    },
    worker: [
      'action.updated worker',
      'action.reviewer_changed worker',
      'action.updated worker',
      'action.blocker_added worker',
    ],
    other: ['action.updated worker'],
  },
  {
    title: 'not plain changes of its work, nor the work of others',
    when: async ({ mine, agent, other, person, owner }) => {
      const action = await mine();
      await person.ok('updateAction', { ...action, body: { title: 'Hem', position: 3 } });
      const blocker = await person.ok('createAction', { body: { title: 'Cut', status: 'ready' } });
      const edge = { path: { ...action.path, blocker_id: blocker.id } };
      await person.ok('addBlocker', edge);
      await other.api.ok('claimAction', { path: { id: blocker.id } });
      await person.ok('createActionNote', { path: { id: blocker.id }, ...note });
      const body = { title: 'Plan', assigned_actor_id: owner.owner.id };
      await person.ok('createAction', { body });
      await person.ok('createToken', { path: { id: agent.id }, body: { name: 'second' } });
    },
    other: ['note.created worker'],
  },
];

describeOnEachDatabase('The news of an agent', (database) => {
  let app: TestApp;
  let scene: Scene;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const given = await aWorkspace(app, database());
    const { person, worker, agent, owner } = given;
    const other = await addAgent(app, owner);
    const api = client(app, { bearer: other.token });
    const pathOf = async (made: Promise<{ readonly id: string }>) => ({
      path: { id: (await made).id },
    });
    const create = (body: object) =>
      pathOf(person.ok('createAction', { body: { title: 'Sew', status: 'ready', ...body } }));
    const mine = () => create({ assigned_agent_id: agent.id });
    const order = (wanted = {}) =>
      pathOf(person.ok('createOrder', { body: { name: 'Mend', agent_id: agent.id, ...wanted } }));
    scene = {
      ...given,
      other: { ...other, api },
      mine,
      order,
      claimed: async () => {
        const action = await create({});
        await worker.ok('claimAction', action);
        return action;
      },
      inReview: async () => {
        const action = await mine();
        await worker.ok('completeAction', { ...action, body: result });
        return action;
      },
      ask: (about = {}) =>
        pathOf(
          worker.ok('createQuestion', {
            body: { question: 'Which?', on_answer: 'I paint it.', ...about },
          }),
        ),
      propose: () =>
        pathOf(
          worker.ok('createProposal', {
            body: { operation: 'createProject', payload: { title: 'Gala' }, title: 'May I?' },
          }),
        ),
      orderDocument: async (mode) => {
        const body = { title: mode, content: 'Old', access_mode: mode };
        const { id } = await person.ok('createDocument', { body });
        await order({ document_id: id });
        return id;
      },
    };
  });

  const listOf = (id: string, by: ApiClient) => by.ok('getAgentNews', { path: { id } });
  const seenBy = async (id: string, by: ApiClient): Promise<string[]> =>
    (await listOf(id, by)).items.map(({ kind, role }) => `${kind} ${role}`);

  test.each(cases)('has $title', async ({ when, worker = [], other = [] }) => {
    await when(scene);
    expect(await seenBy(scene.agent.id, scene.worker)).toEqual(worker);
    expect(await seenBy(scene.other.agent.id, scene.other.api)).toEqual(other);
  });

  test('is what the feed has, in its order, with the actors of others', async () => {
    for (const { when, title } of cases) if (!/agent|revisions/.test(title)) await when(scene);
    const { items } = await scene.person.ok('readEvents', { query: { limit: 200 } });
    const news = await scene.worker.ok('getAgentNews', {
      path: { id: scene.agent.id },
      query: { limit: 200 },
    });
    expect(news.items.length).toBeGreaterThan(25);
    const ids = new Set(news.items.map(({ id }) => id));
    const events = items.filter(({ id }) => ids.has(id));
    expect(
      news.items.map(({ role: _role, cursor: _cursor, note: _note, ...rest }) => {
        const { question: _question, proposal: _proposal, ...event } = rest;
        return event;
      }),
    ).toEqual(events);
    expect(events.filter(({ actor }) => actor.id === scene.agent.actor_id)).toEqual([]);
  });

  test('has the end of an expired question, of a question of a revoked agent too', async () => {
    const { ask, agent, person, worker } = scene;
    const later = addMilliseconds(new Date().toISOString(), DAY);
    const dismissed = await ask({ expires_at: later, on_timeout: 'dismiss' });
    const use = { on_timeout: 'use_default', default_response: 'Red' };
    const answered = await ask({ expires_at: later, ...use });
    const { knex } = database();
    for (const [days, { path }] of [
      [2, dismissed],
      [1, answered],
    ] as const) {
      const expires_at = addMilliseconds(later, -(1 + days) * DAY);
      await knex('agent_requests').where(path).update({ expires_at });
    }
    const { items } = await listOf(agent.id, worker);
    expect(items.map(({ kind, actor, question }) => [kind, actor.kind, question])).toEqual([
      [
        'question.expired',
        'system',
        expect.objectContaining({ state: 'dismissed', response: null }),
      ],
      [
        'question.expired',
        'system',
        expect.objectContaining({ state: 'answered', response: 'Red', timed_out: true }),
      ],
    ]);
    const { counts } = await worker.ok('getAgentAttention', { path: { id: agent.id } });
    expect(counts).toMatchObject({ answered_questions: 1, unread_news: 2 });
    await person.ok('revokeAgent', { path: { id: agent.id } });
    expect((await seenBy(agent.id, person)).at(-1)).toBe('agent.revoked self');
  });

  describe('has what the agent needs to continue:', () => {
    const last = async () => (await listOf(scene.agent.id, scene.worker)).items.at(-1);

    test('the answer with its comment, and what the agent wanted to do with it', async () => {
      const body = { response: 'Blue', response_comment: 'Dark blue' };
      await scene.person.ok('respondQuestion', { ...(await scene.ask()), body });
      expect((await last())?.question).toEqual({
        ...body,
        state: 'answered',
        on_answer: 'I paint it.',
        timed_out: false,
      });
    });

    test('the permitted payload and what was changed in it', async () => {
      const { person, worker } = scene;
      const payload = { title: 'Gala', description: 'Big', work_mode: 'parallel' } as const;
      const propose = async () => {
        const body = { operation: 'createProject', payload, title: 'May I?' } as const;
        return { path: { id: (await worker.ok('createProposal', { body })).id } };
      };
      const permitted = { title: 'Ball', description: 'Big', due_at: '2027-01-01T00:00:00Z' };
      const body = { payload: permitted, comment: 'Smaller' };
      await person.ok('permitProposal', { ...(await propose()), body });
      expect((await last())?.proposal).toEqual({
        state: 'permitted',
        result: null,
        operation: 'createProject',
        decision_comment: 'Smaller',
        permitted_payload: permitted,
        changes: [
          { path: '/title', proposed: 'Gala', permitted: 'Ball' },
          { path: '/work_mode', proposed: 'parallel' },
          { path: '/due_at', permitted: permitted.due_at },
        ],
      });
      await person.ok('permitProposal', await propose());
      expect((await last())?.proposal).toMatchObject({ permitted_payload: payload, changes: [] });
      await person.ok('denyProposal', { ...(await propose()), body: { comment: 'No' } });
      expect((await last())?.proposal).toMatchObject({
        state: 'denied',
        decision_comment: 'No',
        permitted_payload: null,
        changes: [],
      });
    });

    test('proposals of every operation, in the overview while open and in the news once decided', async () => {
      const { person, worker, agent, mine, orderDocument } = scene;
      const action = (await mine()).path.id;
      const template = await person.ok('createProject', {
        body: { title: 'Template', is_template: true },
      });
      const proposed = [
        { operation: 'createAction', payload: { title: 'Sew' } },
        { operation: 'updateAction', payload: { id: action, assigned_actor_id: null } },
        { operation: 'dropAction', payload: { id: action, reason: 'Done elsewhere.' } },
        { operation: 'duplicateProject', payload: { id: template.id } },
        {
          operation: 'updateDocument',
          payload: { id: await orderDocument('shared_edit'), content: 'Plan' },
        },
      ] as const;
      const path = { id: agent.id };
      for (const { operation, payload } of proposed) {
        const body = { operation, payload, title: 'May I?' };
        const { id } = await worker.ok('createProposal', { body });
        const { my_open_proposals: open } = await worker.ok('getAgentOverview', { path });
        expect(open).toContainEqual(expect.objectContaining({ id, operation }));
        await person.ok('denyProposal', { path: { id } });
        expect((await last())?.proposal).toMatchObject({ operation, state: 'denied' });
      }
      const body = { operation: 'createProject', payload: { title: 'Gala' }, title: 'x' } as const;
      const { id } = await worker.ok('createProposal', { body });
      await person.ok('permitProposal', { path: { id } });
      await worker.ok('createProject', { body: { title: 'Gala', permitted_proposal_id: id } });
      expect((await last())?.proposal).toMatchObject({ state: 'consumed' });
    });

    test('the reason of each rejection, reopening, release and drop, and the comments', async () => {
      const { inReview, claimed, mine, person, worker, agent } = scene;
      const action = await inReview();
      const texts = ['Too short.', 'Too long.', 'Still too long.'];
      for (const text of texts) {
        await person.ok('rejectAction', { ...action, body: { reason: text } });
        await worker.ok('completeAction', { ...action, body: result });
      }
      await person.ok('approveAction', { ...action, body: { comment: 'Well done.' } });
      await person.ok('reopenAction', { ...action, body: { reason: 'Again.' } });
      await person.ok('releaseAction', { ...(await claimed()), body: { reason: 'Mine.' } });
      await person.ok('dropAction', { ...(await mine()), body: { reason: 'Over.' } });
      await person.ok('createActionNote', { ...action, body: { body: 'Hurry.' } });
      const { items } = await listOf(agent.id, worker);
      expect(items.map((item) => item.note?.body)).toEqual([
        ...texts,
        'Well done.',
        'Again.',
        'Mine.',
        'Over.',
        'Hurry.',
      ]);
    });
  });

  describe('has action.unblocked', () => {
    const create = async (more: object = {}): Promise<string> =>
      (await scene.person.ok('createAction', { body: { title: 'A', status: 'ready', ...more } }))
        .id;
    const blockedBy = async (blockers: readonly string[], more: object = {}): Promise<string> => {
      const id = await create({ assigned_agent_id: scene.agent.id, ...more });
      for (const blocker_id of blockers) {
        await scene.person.ok('addBlocker', { path: { id, blocker_id } });
      }
      return id;
    };
    const unblocked = async (): Promise<string[]> => {
      const { items } = await scene.person.ok('readEvents', {
        query: { kind: ['action.unblocked'], limit: 200 },
      });
      return items.map(({ subject }) => subject.id);
    };
    const complete = (id: string, by: ApiClient = scene.person) =>
      by.ok('completeAction', { path: { id }, body: result });

    test('once, when the last of its blockers ends', async () => {
      const { person, worker, agent, other } = scene;
      const [done, dropped, removed] = [await create(), await create(), await create()];
      const reviewed = await create({ assigned_agent_id: other.agent.id });
      const id = await blockedBy([done, dropped, removed, reviewed]);
      await complete(done);
      await person.ok('dropAction', { path: { id: dropped }, body: {} });
      await complete(reviewed, other.api);
      await person.ok('removeBlocker', { path: { id, blocker_id: removed } });
      expect(await unblocked()).toEqual([]);
      await person.ok('approveAction', { path: { id: reviewed } });
      expect(await unblocked()).toEqual([id]);
      expect(await seenBy(agent.id, worker)).toEqual(['action.unblocked worker']);
      // Neither a blocker that has ended nor one that never blocked unblocks it again.
      for (const blocker_id of [done, dropped]) {
        await person.ok('removeBlocker', { path: { id, blocker_id } });
      }
      expect(await unblocked()).toEqual([id]);
      await person.ok('reopenAction', { path: { id: reviewed } });
      await complete(reviewed);
      expect(await unblocked()).toEqual([id, id]);
    });

    test.each([
      ['completion', (id: string) => complete(id)],
      ['drop', (id: string) => scene.person.ok('dropAction', { path: { id }, body: {} })],
    ])('of every action that waits, by a %s', async (_what, end) => {
      const blocker = await create();
      const ids = [await blockedBy([blocker]), await blockedBy([blocker])];
      // The row that changed last is the last one of its table on Postgres, but not of the events.
      const path = { id: ids[0] ?? '' };
      await scene.person.ok('updateAction', { path, body: { title: 'B' } });
      const ended = await blockedBy([blocker]);
      await scene.person.ok('dropAction', { path: { id: ended }, body: {} });
      await blockedBy([blocker], { is_template: true });
      await end(blocker);
      expect(await unblocked()).toEqual(ids);
    });

    test('by the removal of the last blocker, but not of a template', async () => {
      const { person, worker, agent } = scene;
      const blocker_id = await create();
      const ids = [
        await blockedBy([blocker_id]),
        await blockedBy([blocker_id], { is_template: true }),
      ];
      for (const id of ids) await person.ok('removeBlocker', { path: { id, blocker_id } });
      expect(await unblocked()).toEqual(ids.slice(0, 1));
      const [item] = (await listOf(agent.id, worker)).items;
      expect(item?.actor.kind).toBe('user');
    });

    test('by a closed project, outside of it', async () => {
      const { person } = scene;
      const { id: project_id } = await person.ok('createProject', { body: { title: 'Show' } });
      const one = await create({ project_id });
      const two = await blockedBy([one], { project_id });
      const outside = await blockedBy([one, two]);
      const body = { state: 'completed', close_actions: true } as const;
      await person.ok('updateProject', { path: { id: project_id }, body });
      expect(await unblocked()).toEqual([outside]);
    });

    test('not for the agent that ended the blocker itself', async () => {
      const { person, worker, agent } = scene;
      const blocker = await create({ requires_review: false, assigned_agent_id: agent.id });
      const id = await blockedBy([blocker]);
      await complete(blocker, worker);
      expect(await unblocked()).toEqual([id]);
      expect(await seenBy(agent.id, worker)).toEqual([]);
      expect(await seenBy(agent.id, person)).toEqual([]);
    });

    test('exactly once when its blockers end concurrently', async () => {
      for (let round = 0; round < 5; round += 1) {
        const blockers = [await create(), await create(), await create(), await create()];
        const id = await blockedBy(blockers);
        const [removed = '', dropped = '', ...done] = blockers;
        await Promise.all([
          scene.person.ok('removeBlocker', { path: { id, blocker_id: removed } }),
          scene.person.ok('dropAction', { path: { id: dropped }, body: {} }),
          ...done.map((blocker) => complete(blocker)),
        ]);
        expect((await unblocked()).filter((each) => each === id)).toEqual([id]);
      }
    });
  });
});

describeOnEachDatabase('The list of an agent’s news', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let action: { readonly path: { readonly id: string } };

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    const body = { title: 'Sew', status: 'ready', assigned_agent_id: given.agent.id } as const;
    action = { path: { id: (await given.person.ok('createAction', { body })).id } };
  });

  const path = () => ({ path: { id: given.agent.id } });
  const write = (body: string) =>
    given.person.ok('createActionNote', { ...action, body: { body } });
  const read = (query: object = {}, by: ApiClient = given.worker) =>
    by.ok('getAgentNews', { ...path(), query });
  const textsOf = async (query: object = {}): Promise<(string | undefined)[]> =>
    (await read(query)).items.map((item) => item.note?.body);
  const mark = (through: string, by: ApiClient = given.worker) =>
    by.ok('markAgentNewsRead', { ...path(), body: { through } });
  const counts = async (by: ApiClient = given.worker) =>
    (await by.ok('getAgentAttention', path())).counts;

  describe('getAgentNews', () => {
    test('is read page by page, and continues where it ended', async () => {
      expect(await read()).toMatchObject({
        items: [],
        page: { offset: 0, limit: 50, has_more: false },
        sort: 'position',
        filters: {},
      });
      for (const text of ['A', 'B', 'C']) await write(text);
      const first = await read({ limit: 2 });
      expect(first.page).toMatchObject({ limit: 2, has_more: true, next: first.items[1]?.cursor });
      const { next: after } = first.page;
      const second = await read({ limit: 2, after });
      expect(second.items.map(({ note }) => note?.body)).toEqual(['C']);
      expect(second.page).toMatchObject({ has_more: false, next: second.items[0]?.cursor });
      const empty = await read({ after: second.page.next });
      expect(empty).toMatchObject({ items: [], page: { next: second.page.next } });
      await write('D');
      expect(await textsOf({ after: second.page.next })).toEqual(['D']);
    });

    test('may be read by the agent itself, sysadmin agents and people', async () => {
      await write('A');
      const { owner, person } = given;
      const rigger = await addAgent(app, owner);
      const sysadmin = await addAgent(app, owner, { access_mode: 'sysadmin' });
      const other = client(app, { bearer: rigger.token });
      await other.fails('getAgentNews', path(), 403, 'FORBIDDEN');
      for (const by of [person, client(app, { bearer: sysadmin.token })]) {
        expect((await read({}, by)).items).toHaveLength(1);
      }
      await other.fails('getAgentNews', { path: { id: 'agt_none' } }, 404, 'NOT_FOUND');
    });

    test('refuses cursors of other lists and agents, and those that it cannot have returned', async () => {
      const other = await addAgent(app, given.owner);
      const theirs = await client(app, { bearer: other.token }).ok('getAgentNews', {
        path: { id: other.agent.id },
      });
      const { page } = await given.worker.ok('readEvents');
      const { page: listed } = await given.person.ok('listAgents', { query: { limit: 1 } });
      const text = (...parts: unknown[]) =>
        Buffer.from(JSON.stringify(parts)).toString('base64url');
      const cursors = [
        'nonsense',
        theirs.page.next,
        page.next,
        String(listed.next),
        text('news', -1, given.agent.id),
        text('news', 1_000_000, given.agent.id),
        text('news', '1', given.agent.id),
      ];
      for (const cursor of cursors) {
        const list = { ...path(), query: { after: cursor } };
        const one = await given.worker.fails('getAgentNews', list, 400, 'VALIDATION_FAILED');
        expect(one.issues).toMatchObject([{ path: 'query/after' }]);
        const body = { ...path(), body: { through: cursor } };
        const two = await given.worker.fails('markAgentNewsRead', body, 400, 'VALIDATION_FAILED');
        expect(two.issues).toMatchObject([{ path: 'body/through' }]);
      }
    });

    test('ends a page early for long texts, after at least one item', async () => {
      const texts = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(65_536));
      for (const text of texts) await write(text);
      const seen: (string | undefined)[] = [];
      let query: object = {};
      for (let more = true; more;) {
        const { items, page } = await read(query);
        expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThanOrEqual(
          262_144 + items.length,
        );
        if (page.has_more) expect([page.limit, items.length]).toEqual([3, 3]);
        seen.push(...items.map(({ note }) => note?.body));
        [query, more] = [{ after: page.next }, page.has_more];
      }
      expect(seen).toEqual(texts);
      // Control characters take six bytes each in JSON.
      await mark((await read(query)).page.next);
      for (const text of ['\u0001', '\u0002']) await write(`a${text.repeat(65_535)}`);
      expect(await read()).toMatchObject({ items: [{}], page: { limit: 1, has_more: true } });
    });

    test('shows and counts news only while the agent may see their subject', async () => {
      const { person, agent } = given;
      const body = { title: 'Style', content: 'Old', access_mode: 'shared_read' } as const;
      const { id } = await person.ok('createDocument', { body });
      await person.ok('createOrder', {
        body: { name: 'Keep', agent_id: agent.id, document_id: id },
      });
      const document = { path: { id } };
      await person.ok('updateDocument', { ...document, body: { title: 'House style' } });
      const kinds = async (by?: ApiClient) => (await read({}, by)).items.map(({ kind }) => kind);
      const both = ['order.created', 'document.updated'];
      expect([await kinds(), (await counts()).unread_news]).toEqual([both, 2]);
      await person.ok('updateDocument', { ...document, body: { access_mode: 'private' } });
      expect([await kinds(), (await counts()).unread_news]).toEqual([['order.created'], 1]);
      // Whoever asks, the list is the agent's.
      expect([await kinds(person), (await counts(person)).unread_news]).toEqual([
        ['order.created'],
        1,
      ]);
      await person.ok('updateAgent', { ...path(), body: { access_mode: 'sysadmin' } });
      expect(await kinds()).toEqual([...both, 'document.updated', 'agent.updated']);
      expect((await counts()).unread_news).toBe(4);
    });
  });

  describe('markAgentNewsRead', () => {
    test('moves the position of the server forward, never back', async () => {
      for (const text of ['A', 'B', 'C']) await write(text);
      const { items, page } = await read();
      const [one = '', two = ''] = items.map(({ cursor }) => cursor);
      expect(await mark(one)).toEqual({ through: one });
      expect([await textsOf(), (await counts()).unread_news]).toEqual([['B', 'C'], 2]);
      expect(await mark(page.next)).toEqual({ through: page.next });
      expect(await mark(two)).toEqual({ through: page.next });
      expect([await textsOf(), (await counts()).unread_news]).toEqual([[], 0]);
      await write('D');
      await Promise.all([one, two, page.next, one, two].map((cursor) => mark(cursor)));
      expect([await textsOf(), (await counts()).unread_news]).toEqual([['D'], 1]);
    });

    test('leaves the cursors of processes that share the token alone', async () => {
      for (const text of ['A', 'B', 'C']) await write(text);
      const slow = (await read({ limit: 1 })).page.next;
      const fast = (await read({ limit: 2 })).page.next;
      await mark((await read()).page.next);
      expect(await textsOf({ after: slow })).toEqual(['B', 'C']);
      expect(await textsOf({ after: fast })).toEqual(['C']);
    });

    test('is for the agent itself, and no event', async () => {
      await write('A');
      const { page } = await read();
      const input = { ...path(), body: { through: page.next } };
      const sysadmin = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
      const other = client(app, { bearer: sysadmin.token });
      await other.fails('markAgentNewsRead', input, 403, 'FORBIDDEN');
      await given.person.fails('markAgentNewsRead', input, 403, 'WRONG_ACTOR');
      const none = { path: { id: 'agt_none' }, body: input.body };
      await given.worker.fails('markAgentNewsRead', none, 404, 'NOT_FOUND');
      const after = (await given.person.ok('readEvents', { query: { after: 'now' } })).page.next;
      await mark(page.next);
      expect((await given.person.ok('readEvents', { query: { after } })).items).toEqual([]);
    });
  });

  test('an answer stays in attention until it is read, whatever the agent writes', async () => {
    const { worker, person } = given;
    const body = { question: 'Which?', on_answer: 'I take it.' };
    const { id } = await worker.ok('createQuestion', { body });
    await person.ok('respondQuestion', { path: { id }, body: { response: 'This' } });
    await worker.ok('claimAction', action);
    await worker.ok('heartbeatAction', action);
    await worker.ok('completeAction', { ...action, body: result });
    const before = await worker.ok('getAgentAttention', path());
    expect(before).toMatchObject({
      has_work: true,
      counts: { answered_questions: 1, unread_news: 1 },
    });
    const { headers } = await worker.call('getAgentAttention', path());
    const known = { ...path(), header: { 'If-None-Match': headers['etag'] } };
    expect((await worker.send('getAgentAttention', known)).status).toBe(304);
    await mark((await read()).page.next);
    expect(await worker.send('getAgentAttention', known)).toMatchObject({
      status: 200,
      body: { has_work: false, counts: { answered_questions: 0, unread_news: 0 } },
    });
  });

  describe('outlives', () => {
    const clean = () =>
      runHousekeeping({
        database: database(),
        config: { eventDays: 30, auditDays: 365 },
        log: pino({ level: 'silent' }),
      });
    const cleanUntilDone = async (): Promise<void> => {
      const { knex } = database();
      await clean();
      const cutoff = addMilliseconds(new Date().toISOString(), -30 * DAY);
      await knex('purge_cutoffs').whereIn('name', ['events', 'agent_news']).update({ cutoff });
      await clean();
    };
    const age = async (table: string, days: number): Promise<void> => {
      const created_at = addMilliseconds(new Date().toISOString(), -days * DAY);
      await database()
        .knex(table)
        .where({ workspace_id: given.workspaceId })
        .update({ created_at });
    };
    const stored = async (): Promise<number> => {
      const rows = await database().knex('agent_news').where({ workspace_id: given.workspaceId });
      return rows.length;
    };

    test('the events while it is unread; then it goes like them', async () => {
      for (const text of ['A', 'B']) await write(text);
      await age('agent_news', 31);
      await age('events', 31);
      await write('C');
      await cleanUntilDone();
      const events = await given.person.ok('readEvents');
      expect(events.items).toHaveLength(1);
      const { items, page } = await read();
      expect(items.map(({ note }) => note?.body)).toEqual(['A', 'B', 'C']);
      await mark(items[0]?.cursor ?? '');
      await cleanUntilDone();
      expect([await stored(), await textsOf()]).toEqual([2, ['B', 'C']]);
      await mark(page.next);
      await cleanUntilDone();
      expect(await stored()).toBe(1);
    });

    test('the history window of the plan', async () => {
      const { person, worker } = given;
      await worker.ok('completeAction', { ...action, body: result });
      await person.ok('approveAction', { ...action, body: { comment: 'Good.' } });
      const { knex } = database();
      await knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'free' });
      const completed_at = addMilliseconds(new Date().toISOString(), -40 * DAY);
      await knex('actions').where(action.path).update({ completed_at });
      await worker.fails('getAction', action, 404, 'NOT_FOUND');
      expect(await textsOf()).toEqual(['Good.']);
      expect((await counts()).unread_news).toBe(1);
      const start = Buffer.from(JSON.stringify(['news', 0, given.agent.id])).toString('base64url');
      expect(await textsOf({ after: start })).toEqual(['Good.']);
      // Once it has been read, the window hides it like every other event.
      await mark((await read()).page.next);
      expect(await textsOf({ after: start })).toEqual([]);
      await knex('workspaces').where({ id: given.workspaceId }).update({ plan: 'unlimited' });
      expect(await textsOf({ after: start })).toEqual(['Good.']);
    });

    test('housekeeping in its newest 1,000 unread items, and no others', async () => {
      const { knex } = database();
      for (const text of ['read', 'first', 'second']) await write(text);
      await mark((await read({ limit: 1 })).page.next);
      const row = await knex('agent_news')
        .where({ workspace_id: given.workspaceId })
        .orderBy('position', 'desc')
        .first();
      const { last } = await knex('event_positions')
        .where({ workspace_id: given.workspaceId })
        .first();
      const copies = Array.from({ length: 999 }, (_, index) => ({
        ...row,
        position: Number(last) + 1 + index,
        event_id: `evt_${index}`,
      }));
      await knex.batchInsert('agent_news', copies, 100);
      await clean();
      expect(await stored()).toBe(1001);
      expect(await textsOf({ limit: 1 })).toEqual(['second']);
      expect((await counts()).unread_news).toBe(100);
      await clean();
      expect(await stored()).toBe(1001);
    });
  });
});
