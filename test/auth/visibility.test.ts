import { DAY, addMilliseconds } from '../../src/platform/time';
import { addAgent, addToken, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type RawInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import {
  responsesTo,
  differences,
  readsBy,
  readsOf,
  type Caller,
  type Read,
} from '../support/every-read';
import {
  aWorkspace,
  createRecordOfEachKind,
  type RecordIds,
  type GivenWorkspace,
} from '../../scripts/requests/given';
import type { RecordKind } from '../../scripts/requests/record-kinds';
import {
  bodyOf,
  factsOf,
  operationIds,
  queryOf,
  recordKindOf,
} from '../../scripts/requests/operations';
import { openSession } from '../../scripts/servers/session';

/** A text that occurs, whole or in part, only in hidden records. */
const secret = 'zephyrquartz';
const words = [secret, 'ze', 'of ours'];

/** Reads whose responses to an owner change with the records that the test adds. */
const shows = [
  'listDocuments',
  'listLinks',
  'getActionContext',
  'searchWorkspace',
  'readEvents',
  'getAgentOverview',
  'listTokens',
  'listInvitations',
  'listUsers',
];

describeOnEachDatabase('Visibility', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let other: Caller;
  let all: { owner: Caller; member: Caller; worker: Caller; reader: Caller; sysadmin: Caller };
  let shared: RecordIds;
  let ofOther: { readonly action: string; readonly document: string };
  let reads: readonly Read[];

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const { person, worker, owner, agent } = given;
    shared = await createRecordOfEachKind(given, 'of ours');
    const [second, sysadmin] = [
      await addAgent(app, owner),
      await addAgent(app, owner, { access_mode: 'sysadmin' }),
    ];
    const asAgent = (name: string, bearer: string): Caller => ({
      name,
      kind: 'agent',
      api: client(app, { bearer }),
    });
    const asPerson = (name: string, cookie: string): Caller => ({
      name,
      kind: 'person',
      api: client(app, { cookie }),
    });
    const guest = await invite('member@of.ours');
    other = asAgent('another worker', second.token);
    all = {
      owner: asPerson('an owner', owner.cookie),
      member: asPerson('a member', guest.cookie),
      worker: { name: 'a worker', kind: 'agent', api: worker },
      reader: asAgent('a token that reads', await addToken(app, owner, agent.id, ['read'])),
      sysadmin: asAgent('a sysadmin', sysadmin.token),
    };
    const theirs = { assigned_agent_id: second.agent.id, status: 'ready' } as const;
    const action = await person.ok('createAction', { body: { title: 'Theirs', ...theirs } });
    const document = await other.api.ok('createDocument', {
      body: { title: 'Shared of theirs', content: 'of ours', access_mode: 'shared_edit' },
    });
    ofOther = { action: action.id, document: document.id };
    const own = await worker.ok('createDocument', {
      body: { title: 'Own of ours', content: 'of ours', access_mode: 'private' },
    });
    await worker.ok('createDocumentNote', { path: { id: own.id }, body: { body: 'of ours' } });
    await other.api.ok('createLink', {
      body: { url: 'https://example.com', action_id: action.id },
    });
    const several: { readonly [Kind in RecordKind]?: readonly string[] } = {
      agent: [agent.id, second.agent.id],
      action: [shared.action, ofOther.action],
      document: [shared.document, ofOther.document, own.id],
    };
    const actors = [owner.owner.id, second.agent.actor_id];
    const ids = (kind: RecordKind) => several[kind] ?? [shared[kind]];
    reads = readsOf({ ids, actors, words });
    for (const caller of [...Object.values(all), other]) await caller.api.ok('getMe');
    await freezePresence();
  });
  afterAll(async () => {
    await app.close();
  });

  /**
   * Prevents requests from changing when agents were last seen, because agents are sorted by it. It
   * is stored at most once a minute.
   */
  async function freezePresence(): Promise<void> {
    const { knex } = database();
    await knex('tokens').update({ last_used_at: addMilliseconds(new Date().toISOString(), DAY) });
    const agents: { id: string }[] = await knex('agents').orderBy('id').select('id');
    for (const [index, { id }] of agents.entries()) {
      const later = addMilliseconds(new Date().toISOString(), DAY + index);
      await knex('agents').where({ id }).update({ last_seen_at: later });
    }
  }

  /** Invites a member, who accepts. */
  async function invite(email: string) {
    const { token } = await given.person.ok('createInvitation', {
      body: { email: `${given.workspaceId}.${email}`, role: 'member' },
    });
    const { user } = await client(app).ok('acceptInvitation', {
      body: { token: String(token), name: email, password: 'correct horse battery' },
    });
    const cookie = await openSession(database(), {
      workspaceId: given.workspaceId,
      userId: user.id,
    });
    return { user, cookie };
  }

  /** Creates a private document with revisions, a note, and links from records that others see. */
  async function privateDocument(by: Caller, targets: readonly object[]) {
    const { id } = await by.api.ok('createDocument', {
      body: { title: `The ${secret} ledger`, content: { text: secret }, access_mode: 'private' },
    });
    await by.api.ok('updateDocument', {
      path: { id },
      header: { 'If-Match': '"1"' },
      body: { content: `More of ours ${secret}`, reason: secret },
    });
    const { id: note } = await by.api.ok('createDocumentNote', {
      path: { id },
      body: { body: `A ${secret} note` },
    });
    await by.api.ok('updateNote', { path: { id: note }, body: { body: `Another ${secret}` } });
    const links: string[] = [];
    for (const target of targets) {
      const body = { document_id: id, title: `To the ${secret}`, ...target };
      const link = await by.api.ok('createLink', {
        body: Object.assign({ document_id: id }, body),
      });
      await by.api.ok('updateLink', { path: { id: link.id }, body: { title: `The ${secret}` } });
      links.push(link.id);
    }
    const { items } = await by.api.ok('listDocumentRevisions', { path: { id } });
    return { document: id, note, link: String(links[0]), revision: String(items[0]?.id) };
  }

  // Each caller reads once before and once after the hidden records are added.
  test('hidden records change no byte of any response', async () => {
    const { owner, member, worker, reader, sysadmin } = all;
    // A token that reads sees what its agent sees, and a sysadmin what a person sees: their
    // statements have no conditions of their own, so SQLite shows the same as Postgres.
    const others = dialect === 'sqlite' ? [reader, sysadmin] : [];
    const callers = [owner, member, worker, ...others];
    const before = new Map<Caller, ReadonlyMap<string, string>>();
    for (const caller of callers) {
      before.set(caller, await responsesTo(caller, readsBy(caller, reads)));
    }
    const changesTo = async (caller: Caller) =>
      differences(
        before.get(caller) ?? new Map(),
        await responsesTo(caller, readsBy(caller, reads)),
      );
    // Agents may read people, but neither their addresses nor what happens to their accounts.
    const changesToAgent = async (caller: Caller) =>
      (await changesTo(caller)).filter(({ request }) => !request.startsWith('listUsers '));

    await addInvitation();
    expect(await changesTo(member)).toEqual([]);
    await addTokens();
    await addPerson();
    if (others.includes(sysadmin)) expect(await changesToAgent(sysadmin)).toEqual([]);
    await privateDocument(owner, [
      { action_id: shared.action },
      { project_id: shared.project },
      { order_id: shared.order },
      { action_id: ofOther.action },
    ]);
    const { document } = await privateDocument(other, [{ action_id: ofOther.action }]);
    for (const access_mode of ['shared_edit', 'private'] as const) {
      await other.api.ok('updateDocument', { path: { id: document }, body: { access_mode } });
    }
    expect(await changesToAgent(worker)).toEqual([]);
    if (others.includes(reader)) expect(await changesToAgent(reader)).toEqual([]);

    // The owner's responses do change.
    const seen = new Set((await changesTo(owner)).map(({ request }) => request.split(' ')[0]));
    expect([...seen]).toEqual(expect.arrayContaining(shows));
  }, 300_000);

  async function addTokens(): Promise<void> {
    const path = { id: shared.agent };
    const { id } = await given.person.ok('createToken', { path, body: { name: secret } });
    const { id: next } = await given.person.ok('rotateToken', { path: { id } });
    await given.person.ok('revokeToken', { path: { id: next } });
  }

  async function addInvitation(): Promise<void> {
    for (const revoked of [true, false]) {
      const { invitation } = await given.person.ok('createInvitation', {
        body: { email: `${secret}-${revoked}@example.com`, name: secret, role: 'member' },
      });
      const path = { id: invitation.id };
      if (revoked) await given.person.ok('revokeInvitation', { path });
    }
  }

  async function addPerson(): Promise<void> {
    const { user, cookie } = await invite(`${secret}@of.ours`);
    const own = client(app, { cookie });
    await own.ok('updateUser', { path: { id: user.id }, body: { name: secret } });
    const wrong = { email: user.email, password: 'not the password' };
    await client(app).fails('createSession', { body: wrong }, 401, 'UNAUTHENTICATED');
    await given.person.ok('createPasswordReset', { path: { id: user.id } });
    const email = `${secret}@moved.example`;
    await own.ok('changeEmail', {
      body: { current_password: 'correct horse battery', email },
    });
    await given.person.ok('deactivateUser', { path: { id: user.id } });
  }

  test('a proposal that changes a private document is hidden with it', async () => {
    const { id: document } = await other.api.ok('createDocument', {
      body: { title: 'Own', content: `My ${secret} plan`, access_mode: 'private' },
    });
    const edit = { find: secret, replace: 'usual' };
    const { id } = await other.api.ok('createProposal', {
      body: {
        operation: 'updateDocument',
        payload: { id: document, edit },
        title: 'May I write so?',
      },
    });
    for (const { api } of [all.worker, all.reader]) {
      await api.fails('getProposal', { path: { id } }, 404, 'NOT_FOUND');
      await api.fails('listProposalNotes', { path: { id } }, 404, 'NOT_FOUND');
    }
    const sees = async ({ api }: Caller) => {
      const { items } = await api.ok('listProposals', { query: {} });
      const found = await api.ok('searchWorkspace', { query: { q: secret, type: ['proposal'] } });
      const near = await api.ok('searchWorkspace', {
        query: { q: `${secret.slice(0, -1)}x`, type: ['proposal'] },
      });
      const { proposals = [] } = await api.ok('getCommandView', {
        query: { include: ['proposals'] },
      });
      return [items, found.items, near.items, proposals].map((list) =>
        list.some((one) => one.id === id),
      );
    };
    for (const caller of [all.worker, all.reader]) expect(await sees(caller)).not.toContain(true);
    for (const caller of [all.owner, all.sysadmin, other]) {
      expect(await sees(caller)).not.toContain(false);
    }
  });

  test('notes and events of a proposal are hidden with it, but not from who asked', async () => {
    const asker = await addAgent(app, given.owner);
    const asking = client(app, { bearer: asker.token });
    const { id: document } = await other.api.ok('createDocument', {
      body: { title: 'Plan', content: 'My plan', access_mode: 'shared_edit' },
    });
    const word = 'whiskered';
    const { id } = await asking.ok('createProposal', {
      body: {
        operation: 'updateDocument',
        payload: { id: document, edit: { find: 'My', replace: 'Our' } },
        title: `May I write the ${word} plan?`,
      },
    });
    await other.api.ok('updateDocument', {
      path: { id: document },
      body: { access_mode: 'private' },
    });
    const note = await given.person.ok('createProposalNote', {
      path: { id },
      body: { body: `A ${word} note.` },
    });
    await given.person.ok('updateNote', {
      path: { id: note.id },
      body: { body: `A more ${word} note.` },
    });
    const question = await asking.ok('createQuestion', {
      body: { question: 'Which?', on_answer: 'I write.' },
    });
    const open = await given.person.ok('createQuestionNote', {
      path: { id: question.id },
      body: { body: 'Any.' },
    });
    await given.person.ok('denyProposal', { path: { id } });
    const sees = async (api: Caller['api']) => {
      const { items: events } = await api.ok('readEvents', { query: { limit: 200 } });
      const { items: hits } = await api.ok('searchWorkspace', { query: { q: word } });
      const { status } = await api.call('getNote', { path: { id: note.id } });
      await api.ok('getNote', { path: { id: open.id } });
      return [
        events.filter(({ subject }) => JSON.stringify(subject).includes(word)).length,
        hits.map(({ type }) => type).toSorted(),
        status,
      ];
    };
    for (const { api } of [all.worker, all.reader]) expect(await sees(api)).toEqual([0, [], 404]);
    for (const api of [given.person, all.sysadmin.api, other.api, asking]) {
      expect(await sees(api)).toEqual([4, ['note', 'proposal'], 200]);
    }
    const { items } = await asking.ok('getAgentNews', { path: { id: 'me' } });
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['note.created', 'proposal.denied']),
    );
  });

  test('a hidden record gets the same response as a missing one', async () => {
    const ids = await privateDocument(all.owner, [{ action_id: shared.action }]);
    const callers = [all.worker, all.reader, other];
    const absent = (id: string): string => `${id.slice(0, -6)}ABSENT`;
    const requests = requestsAbout(ids);
    expect(requests.length).toBeGreaterThan(10);
    for (const { id, inputOf, hidden: hiddenId } of requests) {
      for (const { api, name } of callers) {
        const responses = [];
        for (const one of [hiddenId, absent(hiddenId)]) {
          const { status, body } = await api.send(id, inputOf(one));
          responses.push([id, name, status, JSON.stringify(body).replaceAll(one, 'ID')]);
        }
        expect(responses[0]).toEqual(responses[1]);
      }
    }
  });

  describe('the history window of a plan', () => {
    let free: GivenWorkspace;
    let recordIds: RecordIds;
    let callers: readonly Caller[];
    let known: readonly Read[];
    let old: { action: string; note: string; link: string };

    beforeAll(async () => {
      free = await aWorkspace(app, database());
      recordIds = await createRecordOfEachKind(free, 'of ours');
      await database().knex('workspaces').where({ id: free.workspaceId }).update({ plan: 'free' });
      callers = [
        { name: 'an owner', kind: 'person', api: free.person },
        { name: 'a worker', kind: 'agent', api: free.worker },
      ];
      for (const { api } of callers) await api.ok('getMe');
      await freezePresence();
      await readNews();
      // Insights count the events of days, also those of work that the window hides.
      known = readsOf({
        ids: (kind) => [recordIds[kind]],
        actors: [free.owner.owner.id],
        words,
      }).filter(({ id }) => id !== 'getInsights');
    });

    /**
     * Creates an action of the agent that ended 31 days ago, with a pending review, a note and a
     * link. Its newest note is from today.
     */
    async function anOldAction() {
      const { person, agent } = free;
      const { id } = await person.ok('createAction', {
        body: {
          title: `Old ${secret}`,
          status: 'ready',
          assigned_agent_id: agent.id,
          project_id: recordIds.project,
          order_id: recordIds.order,
        },
      });
      const path = { id };
      const note = await free.person.ok('createActionNote', { path, body: { body: secret } });
      const link = await person.ok('createLink', {
        body: { url: `https://example.com/${secret}`, title: secret, action_id: id },
      });
      await person.ok('completeAction', { path, body: { result_summary: secret } });
      const ended = addMilliseconds(new Date().toISOString(), -31 * DAY);
      await database()
        .knex('actions')
        .where({ workspace_id: free.workspaceId, id })
        .update({ completed_at: ended, updated_at: ended, review_state: 'pending' });
      return { action: id, note: note.id, link: link.id };
    }

    // The window does not hide unread news.
    async function readNews(): Promise<void> {
      const path = { id: free.agent.id };
      const { page } = await free.worker.ok('getAgentNews', { path });
      await free.worker.ok('markAgentNewsRead', { path, body: { through: page.next } });
    }

    const uncounted = (responses: ReadonlyMap<string, string>) =>
      new Map(
        [...responses].map(([request, response]) => [
          request,
          response.replace(/"hidden_count":\d+/, '"hidden_count":N'),
        ]),
      );

    test('an action before the window changes only hidden_count', async () => {
      const before = await Promise.all(
        callers.map((caller) => responsesTo(caller, readsBy(caller, known))),
      );
      old = await anOldAction();
      await readNews();
      for (const [index, caller] of callers.entries()) {
        const after = await responsesTo(caller, readsBy(caller, known));
        const changed = differences(uncounted(before[index] ?? new Map()), uncounted(after));
        expect([caller.name, changed]).toEqual([caller.name, []]);
      }
      const { person } = free;
      expect(await person.ok('listActions')).toHaveProperty('hidden_count', 1);
      expect(await person.ok('listLinks')).toHaveProperty('hidden_count', 1);
      const found = await person.ok('searchWorkspace', { query: { q: secret } });
      expect(found).toMatchObject({ items: [], total: 0, hidden_count: 1 });
    }, 300_000);

    test('the action and its notes and links get the same response as missing ones', async () => {
      for (const { id, inputOf, hidden: hiddenId } of requestsAbout(old)) {
        for (const { api, name } of callers) {
          const responses = [];
          for (const one of [hiddenId, `${hiddenId.slice(0, -6)}ABSENT`]) {
            const { status, body } = await api.send(id, inputOf(one));
            const text = JSON.stringify(body, (key, value: unknown) =>
              key === 'hidden_count' ? 'N' : value,
            );
            responses.push([id, name, status, text.replaceAll(one, 'ID')]);
          }
          expect(responses[0]).toEqual(responses[1]);
        }
      }
    });

    test('the feed omits its events without expiring cursors, skipping or repeating others', async () => {
      const { person } = free;
      const ids = async (after?: string, limit = 200) => {
        const found = await person.ok('readEvents', {
          query: { limit, ...(after !== undefined && { after }) },
        });
        return { ids: found.items.map(({ id }) => id), page: found.page };
      };
      const stored: { id: string; position: number }[] = await database()
        .knex('events')
        .where({ workspace_id: free.workspaceId })
        .whereNot((about) => about.whereNotNull('action_id').where('action_id', old.action))
        .orderBy('position')
        .select('id', 'position');
      const wanted = stored.map(({ id }) => id);
      expect((await ids()).ids).toEqual(wanted);
      const seen: string[] = [];
      for (let after: string | undefined, more = true; more;) {
        const { ids: found, page } = await ids(after, 2);
        seen.push(...found);
        [after, more] = [page.next, page.has_more];
      }
      expect(seen).toEqual(wanted);
      const hiddenEvents: { position: number }[] = await database()
        .knex('events')
        .where({ workspace_id: free.workspaceId, action_id: old.action });
      expect(hiddenEvents.length).toBeGreaterThan(2);
      for (const { position } of hiddenEvents) {
        const after = Buffer.from(String(position)).toString('base64url');
        expect((await ids(after)).ids).toEqual(
          stored.filter((event) => event.position > Number(position)).map(({ id }) => id),
        );
      }
    });

    test('visible records that refer to it show its id but not its title', async () => {
      const { person, worker, agent } = free;
      const { id } = await person.ok('createAction', {
        body: { title: `Asked ${secret}`, status: 'ready', assigned_agent_id: agent.id },
      });
      const question = await worker.ok('createQuestion', {
        body: { question: 'Which?', on_answer: 'I do.', action_id: id, blocking: false },
      });
      const path = { id: recordIds.action, blocker_id: id };
      await person.ok('addBlocker', { path });
      await person.ok('completeAction', { path: { id }, body: { result_summary: 'Done' } });
      const ended = addMilliseconds(new Date().toISOString(), -31 * DAY);
      await database()
        .knex('actions')
        .where({ workspace_id: free.workspaceId, id })
        .update({ completed_at: ended, updated_at: ended });
      const { requests } = await person.ok('getCommandView');
      expect(requests.find(({ question: entry }) => entry.id === question.id)).toMatchObject({
        question: { action_id: id, action_title: null, project_title: null },
      });
      const { items } = await person.ok('readEvents', { query: { limit: 200 } });
      expect(items.map(({ kind }) => kind)).toContain('action.blocker_added');
      expect(JSON.stringify(items)).not.toContain(secret);
    });

    test('a plan without a window shows it again, with its events', async () => {
      const setPlan = (plan: 'free' | 'unlimited') =>
        database().knex('workspaces').where({ id: free.workspaceId }).update({ plan });
      await setPlan('unlimited');
      const { items } = await free.person.ok('readEvents', { query: { limit: 200 } });
      expect(JSON.stringify(items)).toContain(secret);
      await free.person.ok('getAction', { path: { id: old.action } });
      await setPlan('free');
    });
  });
});

interface About {
  readonly id: (typeof operationIds)[number];
  readonly hidden: string;
  readonly inputOf: (id: string) => RawInput;
}

/** Every request that can contain one of the ids in its path, query or body. */
function requestsAbout(things: Readonly<Partial<Record<keyof RecordIds, string>>>): About[] {
  const inPath = operationIds
    .filter((id) => factsOf(id).path.includes('{id}'))
    .flatMap((id): About[] => {
      const hidden = things[recordKindOf(id)];
      if (hidden === undefined) return [];
      const inputOf = (one: string): RawInput => ({
        path: { id: one, blocker_id: 'act_none' },
        query: queryOf(id),
        body: bodyOf(id),
      });
      const guarded = (one: string): RawInput => ({
        ...inputOf(one),
        header: { 'If-Match': '"1"' },
      });
      return [
        { id, hidden, inputOf },
        { id, hidden, inputOf: guarded },
      ];
    });
  const { document, action } = things;
  const link = { url: 'https://example.com' };
  const elsewhere: About[] = [
    ...(document === undefined
      ? []
      : ([
          { id: 'listLinks', inputOf: (one: string) => ({ query: { document_id: one } }) },
          {
            id: 'createLink',
            inputOf: (one: string) => ({ body: { document_id: one, project_id: 'prj_none' } }),
          },
        ] as const)
    ).map((about) => ({ ...about, hidden: document ?? '' })),
    ...(action === undefined
      ? []
      : ([
          { id: 'listLinks', inputOf: (one: string) => ({ query: { action_id: one } }) },
          { id: 'batchGetActions', inputOf: (one: string) => ({ query: { ids: [one] } }) },
          { id: 'createLink', inputOf: (one: string) => ({ body: { ...link, action_id: one } }) },
          {
            id: 'createQuestion',
            inputOf: (one: string) => ({ body: { question: 'x', on_answer: 'y', action_id: one } }),
          },
          {
            id: 'createProposal',
            inputOf: (one: string) => ({
              body: { operation: 'dropAction', payload: {}, title: 'x', action_id: one },
            }),
          },
        ] as const)
    ).map((about) => ({ ...about, hidden: action ?? '' })),
  ];
  return [...inPath, ...elsewhere];
}
