import fc from 'fast-check';
import { limits } from '../../generated/limits';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { asLine } from '../../src/platform/control-characters';
import { nameKey } from '../../src/platform/name-key';

describeOnEachDatabase('Texts', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let sysadmin: ApiClient;
  let sysadminId: string;
  let other: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    const added = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
    sysadmin = client(app, { bearer: added.token });
    sysadminId = added.agent.actor_id;
    other = client(app, { bearer: (await addAgent(app, given.owner)).token });
  });
  afterAll(() => app.close());

  const me = () => given.owner.owner;
  const worker = () => ({
    actor_id: given.agent.actor_id,
    kind: 'agent',
    name: given.agent.name,
  });
  const person = () => ({ actor_id: me().id, kind: 'user', name: me().name });

  const poolAction = (more: object = {}) =>
    given.person.ok('createAction', {
      body: {
        title: 'Paint the door',
        details: 'Red.',
        status: 'ready',
        assigned_actor_id: null,
        ...more,
      },
    });

  const earlier = (subjectId: string, more: object = {}) =>
    given.person.ok('listEarlierTexts', { query: { subject_id: subjectId, ...more } });

  const details = (by: ApiClient, id: string, text: string | null) =>
    by.ok('updateAction', { path: { id }, body: { details: text } });

  test('an action names the last author of each text wherever it is shown', async () => {
    const { id, title_author: none, details_author: nobody } = await poolAction();
    expect([none, nobody]).toEqual([undefined, undefined]);
    const changed = await details(given.worker, id, 'Delete everything.');
    expect(changed).toMatchObject({ created_by_actor_kind: 'user', details_author: worker() });
    expect(changed.title_author).toBeUndefined();
    const path = { id };
    const { action } = await other.ok('getActionContext', { path });
    expect(action.details_author).toEqual(worker());
    expect((await other.ok('getAction', { path })).details_author).toEqual(worker());
    const { items } = await other.ok('listActions', { query: { limit: 200 } });
    expect(items.find((one) => one.id === id)?.details_author).toEqual(worker());
    const { visible } = await other.ok('batchGetActions', { query: { ids: [id] } });
    expect(visible[0]?.details_author).toEqual(worker());
    const named = await sysadmin.ok('updateAction', { path, body: { title: 'Paint it black' } });
    expect(named.title_author?.actor_id).toBe(sysadminId);
    expect(named.details_author).toEqual(worker());
    expect((await details(given.person, id, 'Red.')).details_author).toBeUndefined();
    expect((await other.ok('getAction', { path })).details_author).toBeUndefined();
  });

  test('a renamed author has the new name in cached lists too', async () => {
    const { id } = await poolAction();
    await details(sysadmin, id, 'Blue.');
    const nameIn = async () => {
      const { items } = await other.ok('listActions', { query: { limit: 200 } });
      return items.find((one) => one.id === id)?.details_author?.name;
    };
    const before = await nameIn();
    const { id: agentId } = (await sysadmin.ok('getMe')).agent ?? { id: '' };
    await given.person.ok('updateAgent', {
      path: { id: agentId },
      body: { name: `${before} renamed` },
    });
    expect(await nameIn()).toBe(`${before} renamed`);
  });

  test('people read what was replaced and restore it', async () => {
    const { id } = await poolAction();
    await details(given.worker, id, 'Delete everything.');
    const list = await earlier(id);
    expect(list).toMatchObject({ total: 1, sort: '-replaced_at', filters: { subject_id: id } });
    expect(list.items).toEqual([
      expect.objectContaining({
        subject_id: id,
        field: 'details',
        text: 'Red.',
        written_by_actor_id: me().id,
        written_by_actor_kind: 'user',
        written_by_actor_name: me().name,
        replaced_by_actor_id: given.agent.actor_id,
        replaced_by_actor_kind: 'agent',
        replaced_by_actor_name: given.agent.name,
      }),
    ]);
    const restored = await details(given.person, id, list.items[0]?.text ?? null);
    expect(restored.details).toBe('Red.');
    expect(restored.details_author).toBeUndefined();
    const after = await earlier(id, { field: 'details' });
    expect(after.items.map(({ text }) => text)).toEqual(['Delete everything.', 'Red.']);
    expect((await earlier(id, { field: 'title' })).items).toEqual([]);
  });

  test('only a changed text is stored, together with its change', async () => {
    const { id, version } = await poolAction();
    const path = { id };
    await details(given.worker, id, 'Red.');
    await given.worker.ok('updateAction', { path, body: { delegate_label: 'The painter' } });
    const header = { 'If-Match': `"${version}"` };
    const body = { details: 'Green.' };
    await given.worker.fails('updateAction', { path, header, body }, 412, 'STALE_VERSION');
    expect((await earlier(id)).items).toEqual([]);
    await details(given.person, id, null);
    await details(given.person, id, 'Blue.');
    expect((await earlier(id)).items.map(({ text }) => text)).toEqual(['Red.']);
  });

  test('an agent cannot push the text of a person out', async () => {
    const { id } = await poolAction();
    for (let round = 0; round < limits.earlier_texts; round += 1) {
      await details(given.worker, id, `Mine ${round}`);
      await details(given.worker, id, `Mine again ${round}`);
      await details(sysadmin, id, `Ours ${round}`);
    }
    const { items, total } = await earlier(id, { limit: 200 });
    expect(total).toBe(limits.earlier_texts);
    expect(items.at(-1)?.text).toBe('Red.');
    expect(items.map(({ text }) => text)).not.toContain('Mine 19');
    expect(items[0]?.text).toBe('Mine again 19');
  });

  test('the history says that a text has changed, whatever else changed with it', async () => {
    const { id } = await poolAction();
    const path = { id };
    const body = { status: 'waiting', details: 'Wet.', delegate_label: 'Sun' } as const;
    await given.worker.ok('updateAction', { path, body });
    const assigned = { assigned_actor_id: me().id, title: 'Dry the door' };
    await given.person.ok('updateAction', { path, body: assigned });
    const { items } = await given.person.ok('readEvents', {
      query: { subject_id: id, before: 'now' },
    });
    expect(items[1]?.summary).toMatch(
      / moved the action to waiting and changed details, delegate label\.$/,
    );
    expect(items[0]?.summary).toMatch(/ assigned the action to .* and changed title\.$/);
  });

  test('only people read earlier texts, and only of records that they can see', async () => {
    const { id } = await poolAction();
    const query = { subject_id: id };
    await given.worker.fails('listEarlierTexts', { query }, 403, 'WRONG_ACTOR');
    await sysadmin.fails('listEarlierTexts', { query }, 403, 'WRONG_ACTOR');
    const theirs = await aWorkspace(app, database());
    await theirs.person.fails('listEarlierTexts', { query }, 404, 'NOT_FOUND');
    for (const unknown of [me().id, 'prj_01JZ0000000000000000000099', 'x']) {
      const input = { query: { subject_id: unknown } };
      await given.person.fails('listEarlierTexts', input, 404, 'NOT_FOUND');
    }
  });

  test('every kind of record names its authors and stores what is replaced', async () => {
    const by = { created_by_actor_kind: 'user', created_by_actor_name: me().name };
    const author = expect.objectContaining({ actor_id: sysadminId, kind: 'agent' });
    const project = await given.person.ok('createProject', {
      body: { title: 'Door', description: 'All of it.' },
    });
    const domain = await given.person.ok('createDomain', {
      body: { name: `Doors ${project.id}`, description: 'Wood.' },
    });
    const order = await given.person.ok('createOrder', {
      body: { name: 'Watch', summary: 'Nights.', agent_id: given.agent.id },
    });
    const document = await given.person.ok('createDocument', {
      body: { title: 'Manual', content: 'Open.' },
    });
    for (const one of [project, domain, order, document]) expect(one).toMatchObject(by);
    const path = ({ id }: { readonly id: string }) => ({ id });
    const changes = [
      {
        record: project,
        after: await sysadmin.ok('updateProject', {
          path: path(project),
          body: { description: 'None.' },
        }),
        read: await other.ok('getProject', { path: path(project) }),
        authors: { description_author: author },
        text: 'All of it.',
      },
      {
        record: domain,
        after: await sysadmin.ok('updateDomain', {
          path: path(domain),
          body: { description: 'Steel.' },
        }),
        read: await other.ok('getDomain', { path: path(domain) }),
        authors: { description_author: author },
        text: 'Wood.',
      },
      {
        record: order,
        after: await sysadmin.ok('updateOrder', { path: path(order), body: { summary: 'Days.' } }),
        read: await other.ok('getOrder', { path: path(order) }),
        authors: { summary_author: author },
        text: 'Nights.',
      },
      {
        record: document,
        after: await sysadmin.ok('updateDocument', {
          path: path(document),
          header: { 'If-Match': '"1"' },
          body: { title: 'The manual', content: 'Shut.' },
        }),
        read: await other.ok('getDocument', { path: path(document) }),
        authors: { title_author: author, content_author: author },
        text: 'Manual',
      },
    ];
    for (const { record, after, read, authors, text } of changes) {
      expect(after).toMatchObject({ ...by, ...authors });
      expect(read).toEqual(after);
      expect((await earlier(record.id)).items.map((each) => each.text)).toEqual([text]);
    }
    const lists = await Promise.all([
      other.ok('listProjects', {}),
      other.ok('listDomains', {}),
      other.ok('listOrders', {}),
      other.ok('listDocuments', {}),
      other.ok('listDocuments', { query: { include_content: false } }),
    ]);
    for (const { items } of lists) expect(items[0]).toMatchObject(by);
    expect(lists[4].items[0]).toMatchObject({ content_author: author });
    const revision = (await given.person.ok('listDocumentRevisions', { path: path(document) }))
      .items[0];
    expect(revision?.created_by_actor_kind).toBe('agent');
    await given.person.ok('revertRevision', { path: { id: revision?.id ?? '' } });
    const reverted = await other.ok('getDocument', { path: path(document) });
    expect(reverted.content_author).toBeUndefined();
    expect(reverted.title_author).toEqual(author);
  });

  test('what is renamed has its earlier name', async () => {
    const name = `Gates ${Date.now()}`;
    const { id } = await given.person.ok('createDomain', { body: { name } });
    await sysadmin.ok('updateDomain', { path: { id }, body: { name: `${name} renamed` } });
    const { items } = await earlier(id, { field: 'name' });
    expect(items).toMatchObject([{ field: 'name', text: name, replaced_by_actor_id: sysadminId }]);
  });

  test('links, notes, check-ins, answers and decisions name their authors', async () => {
    const { id } = await poolAction();
    const agent = { created_by_actor_kind: 'agent', created_by_actor_name: given.agent.name };
    const link = await given.worker.ok('createLink', {
      body: { url: 'https://example.com/door', title: 'Door', action_id: id },
    });
    expect(link).toMatchObject(agent);
    const again = await given.person.ok('createLink', {
      body: { url: 'https://example.com/door', action_id: id },
    });
    expect(again).toEqual(link);
    const renamed = await given.person.ok('updateLink', {
      path: { id: link.id },
      body: { title: 'The door' },
    });
    expect(renamed).toMatchObject({ ...agent, title_author: person() });
    const note = await given.worker.ok('createActionNote', { path: { id }, body: { body: 'Hm.' } });
    expect(note).toMatchObject(agent);
    const context = await other.ok('getActionContext', { path: { id } });
    expect(context.links).toEqual([renamed]);
    expect(context.notes).toEqual([note]);
    expect(context.action.latest_note).toEqual(note);
    const order = await given.person.ok('createOrder', {
      body: { name: 'Watch the door', agent_id: given.agent.id },
    });
    const checkin = await given.worker.ok('createCheckin', {
      path: { id: order.id },
      body: { summary: 'Shut.' },
    });
    expect(checkin).toMatchObject(agent);
    expect(await other.ok('getCheckin', { path: { id: checkin.id } })).toEqual(checkin);
    expect((await other.ok('getOrder', { path: { id: order.id } })).latest_checkin).toEqual(
      checkin,
    );
    const question = await given.worker.ok('createQuestion', {
      body: { question: 'Why?', on_answer: 'I know.' },
    });
    expect(question).toMatchObject({ ...agent, responded_by_actor_kind: null });
    const { question: answered } = await given.person.ok('respondQuestion', {
      path: { id: question.id },
      body: { response: 'So.' },
    });
    const answerer = { responded_by_actor_kind: 'user', responded_by_actor_name: me().name };
    expect(answered).toMatchObject(answerer);
    expect(await other.ok('getQuestion', { path: { id: question.id } })).toMatchObject(answerer);
    const proposal = await given.worker.ok('createProposal', {
      body: { operation: 'createProject', payload: { title: 'New' }, title: 'Begin' },
    });
    expect(proposal).toMatchObject({ ...agent, decided_by_actor_kind: null });
    const denied = await given.person.ok('denyProposal', {
      path: { id: proposal.id },
      body: { comment: 'No.' },
    });
    expect(denied).toMatchObject({
      decided_by_actor_kind: 'user',
      decided_by_actor_name: me().name,
    });
  });

  test('copies keep the authors of their texts', async () => {
    const template = await given.person.ok('createProject', {
      body: { title: 'Template', description: 'Steps.', is_template: true },
    });
    const step = await given.person.ok('createAction', {
      body: { title: 'Step', details: 'One.', project_id: template.id },
    });
    await details(sysadmin, step.id, 'Two.');
    const copy = await sysadmin.ok('duplicateProject', {
      path: { id: template.id },
      body: { title: 'Copy' },
    });
    expect(copy.description_author).toEqual(person());
    expect(copy.title_author).toBeUndefined();
    const { items } = await given.person.ok('listProjectActions', { path: { id: copy.id } });
    expect(items[0]).toMatchObject({ created_by_actor_id: sysadminId, title_author: person() });
    expect(items[0]?.details_author).toBeUndefined();
    const repeating = await poolAction({
      repeat_rule: { type: 'from_completion', unit: 'day', interval: 1 },
    });
    await details(given.worker, repeating.id, 'Every day.');
    await given.person.ok('completeAction', {
      path: { id: repeating.id },
      body: { result_summary: 'Done.' },
    });
    const open = await given.person.ok('listActions', { query: { status: ['ready'], limit: 200 } });
    const next = open.items.find((one) => one.spawned_from_action_id === repeating.id);
    expect(next?.details_author).toEqual(worker());
  });
});

const password = 'correct horse battery staple';

/** Ways to write a name so that it looks like `Ada Stage`. */
const alike = [
  'Ada Stage',
  'ADA STAGE',
  '  ada \u00a0 stage ',
  'Ａｄａ Ｓｔａｇｅ',
  'A\u200bda\u00ad Stage\ufe0f',
  '\u202eAda\u202c Stage',
  'Ada\tSta\u2060ge',
  'Ada\u3164 Stage',
  'AdaStage',
  'Ada\ufffc St\u{16fe4}age\u{1d159}',
];

describe('nameKey', () => {
  test.each(alike)('is one for %j', (name) => {
    expect(nameKey(name)).toBe(nameKey('Ada Stage'));
  });

  test('folds what has no lower case of its own', () => {
    expect(nameKey('Straße')).toBe(nameKey('STRASSE'));
    expect(nameKey('STRAẞE')).toBe(nameKey('STRASSE'));
    expect(nameKey('Σίσυφος')).toBe(nameKey('ΣΊΣΥΦΟΣ'));
    expect(nameKey('ﬁne')).toBe(nameKey('FINE'));
  });

  test('differs for other names', () => {
    const names = ['Ada Stage', 'Ada Stagé', 'Ada Stage 2', 'Bo'];
    expect(new Set(names.map(nameKey)).size).toBe(names.length);
  });

  test('ignores case and normalisation of any name, and has a fixed size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (name) => {
        const key = nameKey(name);
        expect(key).toHaveLength(43);
        expect(nameKey(name.toUpperCase())).toBe(key);
        expect(nameKey(` ${name}\u200b`)).toBe(key);
        expect(nameKey(name.normalize('NFD'))).toBe(key);
      }),
    );
  });
});

describeOnEachDatabase('Names of actors', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    given = await aWorkspace(app, database());
    await database().knex('sign_in_attempts').delete();
  });

  const named = (name: string) => given.person.call('createAgent', { body: { name } });

  async function tokenFor(name?: string): Promise<string> {
    const email = `guest-${Math.random().toString(36).slice(2)}@example.com`;
    const body = { email, role: 'member', ...(name !== undefined && { name }) } as const;
    const { token } = await given.person.ok('createInvitation', { body });
    if (token === undefined) throw new Error('createInvitation returned no token.');
    return token;
  }

  const join = (token: string, name: string) =>
    client(app).call('acceptInvitation', { body: { token, password, name } });

  const rename = (name: string) =>
    given.person.call('updateUser', { path: { id: given.owner.owner.userId }, body: { name } });

  test('an agent takes no name of a person or of another agent, however it is written', async () => {
    expect((await rename('Ada Stage')).status).toBe(200);
    const { id } = await given.person.ok('createAgent', { body: { name: 'Bo Stage' } });
    for (const name of alike) {
      if (asLine(name) !== name) {
        await given.person.fails('createAgent', { body: { name } }, 400, 'VALIDATION_FAILED');
        continue;
      }
      const problem = await given.person.fails(
        'createAgent',
        { body: { name } },
        409,
        'NAME_TAKEN',
      );
      expect(problem).toMatchObject({
        details: { name },
        issues: [{ path: 'body/name', code: 'NAME_TAKEN' }],
      });
      const input = { path: { id }, body: { name } };
      await given.person.fails('updateAgent', input, 409, 'NAME_TAKEN');
    }
    expect((await named('BO STAGE')).status).toBe(409);
    expect((await named('Callboard')).status).toBe(409);
    expect((await named('\u200b\u200b')).status).toBe(400);
    expect((await named('\u{e0041}')).status).toBe(400);
    const input = { path: { id }, body: { name: 'BO STAGE' } };
    expect((await given.person.ok('updateAgent', input)).name).toBe('BO STAGE');
  });

  test('people share names among themselves, but take none of an agent', async () => {
    await given.person.ok('createAgent', { body: { name: 'Scribe' } });
    const token = await tokenFor();
    const refused = await join(token, 'scribe\u200b');
    expect(refused).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect((await join(token, given.owner.owner.name)).status).toBe(201);
    expect(await rename('SCRIBE')).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect((await rename('Bo')).status).toBe(200);
    expect((await join(await tokenFor('Bo'), 'Bo')).status).toBe(201);
  });

  test('revoked agents and deactivated people keep their names', async () => {
    const { id } = await given.person.ok('createAgent', { body: { name: 'Gone' } });
    await given.person.ok('revokeAgent', { path: { id } });
    expect((await named('gone')).status).toBe(409);
    const { user } = await client(app).ok('acceptInvitation', {
      body: { token: await tokenFor(), password, name: 'Departed' },
    });
    await given.person.ok('deactivateUser', { path: { id: user.id } });
    expect((await named('departed')).status).toBe(409);
  });

  test('existing doubles stay until they are renamed', async () => {
    const { id, actor_id: actorId } = await given.person.ok('createAgent', {
      body: { name: 'Double' },
    });
    const name = given.owner.owner.name;
    await database()
      .knex('actors')
      .where({ id: actorId })
      .update({ name, name_key: nameKey(name) });
    const path = { id };
    expect((await given.person.ok('updateAgent', { path, body: { name, icon: '🖋' } })).icon).toBe(
      '🖋',
    );
    const body = { name: name.toUpperCase() };
    await given.person.fails('updateAgent', { path, body }, 409, 'NAME_TAKEN');
    await given.person.ok('updateAgent', { path, body: { name: 'Single' } });
    await given.person.fails('updateAgent', { path, body: { name } }, 409, 'NAME_TAKEN');
  });

  test('of an agent and people who want a name at the same time, only one kind gets it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const name = `Wanted ${round}`;
      const token = await tokenFor();
      const { id } = await given.person.ok('createAgent', { body: { name: `Other ${round}` } });
      const path = { id };
      const agents = [
        named(name),
        named(name.toUpperCase()),
        given.person.call('updateAgent', { path, body: { name: `${name}\u200b` } }),
      ];
      const people = [join(token, name.toLowerCase()), rename(name)];
      const succeeded = async (calls: readonly Promise<{ readonly status: number }>[]) =>
        (await Promise.all(calls)).filter(({ status }) => status < 300).length;
      const [ofAgents, ofPeople] = await Promise.all([succeeded(agents), succeeded(people)]);
      expect([ofAgents, ofPeople]).toEqual(ofAgents === 0 ? [0, expect.any(Number)] : [1, 0]);
      expect(ofAgents + ofPeople).toBeGreaterThan(0);
    }
  });
});

const shuffled = ['zebra', 'Öl', 'Ørsted', 'apfel', 'Äpfelbaum', 'oslo', 'Straße', 'STRASSEN'];

const sorted = ['apfel', 'Äpfelbaum', 'Öl', 'Ørsted', 'oslo', 'Straße', 'STRASSEN', 'zebra'];

/** How a record is created, listed by its title, and given another one. */
interface Kind {
  readonly create: (api: ApiClient, title: string) => Promise<unknown>;
  readonly page: (
    api: ApiClient,
    after?: string,
  ) => Promise<{
    items: { id: string; title?: string; name?: string }[];
    page: { next: string | null };
  }>;
  readonly rename: (api: ApiClient, id: string, title: string) => Promise<unknown>;
}

const paging = (after?: string) => ({ limit: 3, ...(after !== undefined && { after }) });

const kinds: Readonly<Record<string, Kind>> = {
  actions: {
    create: (api, title) => api.ok('createAction', { body: { title } }),
    page: (api, after) => api.ok('listActions', { query: { sort: 'title', ...paging(after) } }),
    rename: (api, id, title) => api.ok('updateAction', { path: { id }, body: { title } }),
  },
  projects: {
    create: (api, title) => api.ok('createProject', { body: { title } }),
    page: (api, after) => api.ok('listProjects', { query: { sort: 'title', ...paging(after) } }),
    rename: (api, id, title) => api.ok('updateProject', { path: { id }, body: { title } }),
  },
  documents: {
    create: (api, title) => api.ok('createDocument', { body: { title, content: 'x' } }),
    page: (api, after) => api.ok('listDocuments', { query: { sort: 'title', ...paging(after) } }),
    rename: async (api, id, title) => {
      const { headers } = await api.call('getDocument', { path: { id } });
      const header = { 'If-Match': headers['etag'] ?? '' };
      return api.ok('updateDocument', { path: { id }, header, body: { title } });
    },
  },
  domains: {
    create: (api, name) => api.ok('createDomain', { body: { name } }),
    page: (api, after) => api.ok('listDomains', { query: { sort: 'name', ...paging(after) } }),
    rename: (api, id, name) => api.ok('updateDomain', { path: { id }, body: { name } }),
  },
  agents: {
    create: (api, name) => api.ok('createAgent', { body: { name } }),
    page: (api, after) => api.ok('listAgents', { query: { sort: 'name', ...paging(after) } }),
    rename: (api, id, name) => api.ok('updateAgent', { path: { id }, body: { name } }),
  },
};

describeOnEachDatabase('Titles are sorted without regard to case and accents', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  test('titles that unfold to long texts have cursors too', async () => {
    const { person } = await aWorkspace(app, database());
    for (let n = 0; n < 4; n += 1) {
      await person.ok('createAction', { body: { title: '\ufdfa'.repeat(500) } });
    }
    const query = { sort: 'title', limit: 3 } as const;
    const { page } = await person.ok('listActions', { query });
    const { items } = await person.ok('listActions', {
      query: { ...query, after: page.next ?? '' },
    });
    expect(items).toHaveLength(1);
  });

  test.each(Object.entries(kinds))('%s', async (_kind, { create, page, rename }) => {
    const { person } = given;
    for (const title of shuffled) await create(person, title);
    const all = async () => {
      const found: { id: string; title: string }[] = [];
      let after: string | undefined;
      do {
        const { items, page: end } = await page(person, after);
        found.push(...items.map(({ id, title, name = '' }) => ({ id, title: title ?? name })));
        after = end.next ?? undefined;
      } while (after !== undefined);
      return found.filter(({ title }) => [...shuffled, 'ärmel'].includes(title));
    };
    const first = await all();
    expect(first.map(({ title }) => title)).toEqual(sorted);
    await rename(person, first.at(-1)?.id ?? '', 'ärmel');
    const renamed = (await all()).map(({ title }) => title);
    expect(renamed).toEqual(['apfel', 'Äpfelbaum', 'ärmel', ...sorted.slice(2, -1)]);
  });
});

describeOnEachDatabase('Words in lists', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  test.each([
    ['istanbul', ['ISTANBUL', 'istanbul', 'İstanbul']],
    ['İSTANBUL', ['ISTANBUL', 'istanbul', 'İstanbul']],
    ['σίσυφος', ['Σίσυφος', 'ΣΊΣΥΦΟΣ']],
    ['ΣΊΣΥΦΟΣ', ['Σίσυφος', 'ΣΊΣΥΦΟΣ']],
    ['"big  red" bus', ['A big red bus']],
    ['“red big”', []],
    ['red big', ['A big red bus']],
    // Composed and not.
    ['caf\u00E9', ['Caf\u00E9 One', 'Cafe\u0301 Two']],
    ['CAFE\u0301', ['Caf\u00E9 One', 'Cafe\u0301 Two']],
  ])('%j', async (q, wanted) => {
    const { person } = await aWorkspace(app, database());
    for (const title of [
      'ISTANBUL',
      'istanbul',
      'İstanbul',
      'Σίσυφος',
      'ΣΊΣΥΦΟΣ',
      'A big red bus',
      'Caf\u00E9 One',
      'Cafe\u0301 Two',
      'Cafe Three',
    ]) {
      await person.ok('createAction', { body: { title } });
    }
    const { items } = await person.ok('listActions', { query: { q, sort: 'created_at' } });
    expect(items.map(({ title }) => title)).toEqual(wanted);
  });
});
