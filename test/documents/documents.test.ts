import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { limits } from '../../generated/limits';
import { transact } from '../../src/platform/db/transaction';
import { filePurge } from '../../src/shared/file-store';
import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import {
  client,
  type ApiClient,
  type CallInput,
  credentialHeaders,
  type CredentialShown,
} from '../../scripts/requests/client';
import { exchange, problemOf } from '../../scripts/requests/exchange';
import { type FileToUpload, sendFile, uploadFile } from '../../scripts/requests/upload';
import { describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  type GivenWorkspace,
  createRecordOfEachKind,
} from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';
import { countStatements } from '../support/statements';

type Document = components['schemas']['Document'];

type ListQuery = NonNullable<CallInput<'listDocuments'>['query']>;

const mebibyte = 1024 * 1024;

describeOnEachDatabase('Documents', (database) => {
  let app: TestApp;
  let ours: GivenWorkspace;
  let theirs: GivenWorkspace;
  let sysadmin: ApiClient;
  let otherWorker: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
    ours = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
    const admin = await addAgent(app, ours.owner, { access_mode: 'sysadmin' });
    sysadmin = client(app, { bearer: admin.token });
    otherWorker = client(app, { bearer: (await addAgent(app, ours.owner)).token });
  });
  afterAll(() => app.close());

  const create = (body: object = {}, by: ApiClient = ours.person) =>
    by.ok('createDocument', { body: { title: 'House style', content: '# House style', ...body } });

  const read = (id: string, by: ApiClient = ours.person) => by.ok('getDocument', { path: { id } });

  describe('createDocument', () => {
    test('needs only title and content; other agents may read it', async () => {
      const { status, body, headers } = await ours.person.call('createDocument', {
        body: { title: 'House style', content: '# House style' },
      });
      expect(status).toBe(201);
      const { id: actorId, name } = ours.owner.owner;
      expect(body).toEqual({
        id: expect.stringMatching(/^doc_/),
        workspace_id: ours.workspaceId,
        title: 'House style',
        access_mode: 'shared_read',
        created_by_actor_id: actorId,
        created_by_actor_kind: 'user',
        created_by_actor_name: name,
        updated_by_actor_id: actorId,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        content: '# House style',
        revision_number: 1,
        review_state: 'none',
        version: 1,
      });
      expect(headers['etag']).toEqual(tagOf(1));
      const id = String(headers['location']).replace('/v1/documents/', '');
      expect(await read(id)).toEqual(body);
    });

    test.each([
      ['null', null],
      ['true', true],
      ['zero', 0],
      ['a fraction', -12.5e-3],
      ['the largest whole number', Number.MAX_SAFE_INTEGER],
      ['an empty text', ''],
      ['a text that looks like JSON', '{"a": 1}'],
      ['a text in many scripts', 'Bühne 舞台 🎭 \u2028 "quoted" \\ \n'],
      ['an empty list', []],
      ['an empty object', {}],
      ['nesting', { bars: [{ circuits: [1, [2, [3, null]]], '': { 'a/b~c': false } }] }],
    ])('%s is returned unchanged', async (_what, content) => {
      const document = await create({ content });
      expect(document.content).toEqual(content);
      expect((await read(document.id)).content).toEqual(content);
    });

    test('the order of the fields is preserved', async () => {
      const { id } = await create({ content: { z: 1, a: { y: 2, b: 3 } } });
      expect(JSON.stringify((await read(id)).content)).toBe('{"z":1,"a":{"y":2,"b":3}}');
    });

    test.each(['private', 'shared_read', 'shared_comment', 'shared_edit'] as const)(
      'stores access mode %s',
      async (access_mode) => {
        expect(await create({ access_mode })).toMatchObject({ access_mode });
      },
    );

    test('an agent creates documents, with an event', async () => {
      const { id, created_by_actor_id: creator } = await create({ title: 'Log' }, ours.worker);
      expect(creator).toBe(ours.agent.actor_id);
      expect(await database().knex('events').where({ subject_id: id })).toMatchObject([
        {
          workspace_id: ours.workspaceId,
          kind: 'document.created',
          actor_id: ours.agent.actor_id,
          subject_type: 'document',
          subject_title: 'Log',
          document_id: id,
        },
      ]);
    });

    test('a retry returns the same document', async () => {
      const body = { title: 'Once', content: { n: 1 }, client_request_id: 'once' };
      const first = await ours.person.call('createDocument', { body });
      const second = await ours.person.call('createDocument', { body });
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      const other = { body: { ...body, content: { n: 2 } } };
      await ours.person.fails('createDocument', other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });

    // The quotes of a JSON text are two bytes.
    test('a content of 1 MiB is accepted', async () => {
      const content = 'x'.repeat(mebibyte - 2);
      const { id } = await create({ content });
      expect((await read(id)).content).toBe(content);
    });

    test.each([
      ['one byte more', 'x'.repeat(mebibyte - 1)],
      ['as many characters of two bytes', 'ü'.repeat(mebibyte / 2)],
      ['a long list', Array.from({ length: mebibyte / 2 + 1 }, () => 1)],
    ])('1 MiB and %s is too large', async (_what, content) => {
      const { issues, details } = await ours.person.fails(
        'createDocument',
        { body: { title: 'Large', content } },
        413,
        'PAYLOAD_TOO_LARGE',
      );
      expect(issues).toMatchObject([{ path: 'body/content', code: 'PAYLOAD_TOO_LARGE' }]);
      expect(details).toMatchObject({ limit_bytes: mebibyte });
    });

    test.each([
      ['no title', { content: 'x' }, 'VALIDATION_FAILED'],
      ['no content', { title: 'x' }, 'VALIDATION_FAILED'],
      ['an empty title', { title: '', content: 'x' }, 'VALIDATION_FAILED'],
      ['a title of 501 characters', { title: 'x'.repeat(501), content: 'x' }, 'VALIDATION_FAILED'],
      ['an unknown mode', { title: 'x', content: 'x', access_mode: 'open' }, 'VALIDATION_FAILED'],
      ['an unknown field', { title: 'x', content: 'x', body: 'y' }, 'UNKNOWN_FIELD'],
    ] as const)('%s is refused', async (_what, body, code) => {
      await ours.person.fails('createDocument', { body }, 400, code);
    });

    test('a read-only token cannot create documents', async () => {
      const { token } = await addAgent(app, ours.owner, { scopes: ['read'] });
      const reader = client(app, { bearer: token });
      const body = { title: 'x', content: 'x' };
      await reader.fails('createDocument', { body }, 403, 'INSUFFICIENT_SCOPE');
    });
  });

  describe('getDocument', () => {
    test('304 for an unchanged document', async () => {
      const { id } = await create();
      const { headers } = await ours.worker.call('getDocument', { path: { id } });
      const again = await ours.worker.call('getDocument', {
        path: { id },
        header: { 'If-None-Match': String(headers['etag']) },
      });
      expect(again.status).toBe(304);
    });

    describe('a piece', () => {
      const text = 'Ein 𝄞 für é, 日本.';
      const pieceOf = (id: string, query: { offset?: number; length?: number }) =>
        ours.worker.ok('getDocument', { path: { id }, query });

      test('of a text counts code points, and all pieces make the text', async () => {
        const { id, ...document } = await create({ content: text });
        const total = Array.from(text).length;
        let whole = '';
        for (let offset = 0; offset < total; offset += 5) {
          const piece = await pieceOf(id, { offset, length: 5 });
          const length = Math.min(5, total - offset);
          expect(piece).toEqual({
            ...document,
            id,
            content: Array.from(text)
              .slice(offset, offset + 5)
              .join(''),
            content_range: { offset, length, total, is_json: false },
          });
          whole += String(piece.content);
        }
        expect(whole).toBe(text);
      });

      test('has defaults, and is empty beyond the end', async () => {
        const { id } = await create({ content: text });
        expect((await pieceOf(id, { offset: 4 })).content).toBe('𝄞 für é, 日本.');
        expect((await pieceOf(id, { length: 5 })).content).toBe('Ein 𝄞');
        const beyond = await pieceOf(id, { offset: 500 });
        expect(beyond).toMatchObject({ content: '', content_range: { offset: 500, length: 0 } });
        expect(await read(id)).not.toHaveProperty('content_range');
      });

      test('of other content is of its JSON', async () => {
        const { id } = await create({ content: { b: ['𝄞', null], a: 1 } });
        const json = '{"b":["𝄞",null],"a":1}';
        const { content, content_range: range } = await pieceOf(id, { offset: 0 });
        expect(content).toBe(json);
        const total = Array.from(json).length;
        expect(range).toEqual({ offset: 0, length: total, total, is_json: true });
      });

      test('412 when the document has changed between two pieces', async () => {
        const { id } = await create({ content: text });
        const path = { id };
        const first = await ours.worker.call('getDocument', { path, query: { length: 5 } });
        const header = { 'If-Match': String(first.headers['etag']) };
        const next = { path, query: { offset: 5, length: 5 }, header };
        await ours.worker.ok('getDocument', next);
        await ours.person.ok('updateDocument', { path, header, body: { content: 'New' } });
        const { details } = await ours.worker.fails('getDocument', next, 412, 'STALE_VERSION');
        expect(details).toEqual({ current_version: 2 });
      });
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create({}, theirs.person);
      await ours.person.fails('getDocument', { path: { id } }, 404, 'NOT_FOUND');
      await sysadmin.fails('getDocument', { path: { id } }, 404, 'NOT_FOUND');
      await ours.person.fails('getDocument', { path: { id: 'doc_none' } }, 404, 'NOT_FOUND');
    });

    test('a private document: its creator, people and sysadmins see it, another worker does not', async () => {
      const { id } = await create({ access_mode: 'private' }, ours.worker);
      for (const by of [ours.worker, ours.person, sysadmin]) {
        expect(await read(id, by)).toMatchObject({ id });
      }
      await otherWorker.fails('getDocument', { path: { id } }, 404, 'NOT_FOUND');
    });

    test('a private document of a person is hidden from workers', async () => {
      const { id } = await create({ access_mode: 'private' });
      expect(await read(id, sysadmin)).toMatchObject({ id });
      await ours.worker.fails('getDocument', { path: { id } }, 404, 'NOT_FOUND');
    });

    test.each(['shared_read', 'shared_comment', 'shared_edit'] as const)(
      'a document that is %s is read by every agent',
      async (access_mode) => {
        const { id } = await create({ access_mode });
        expect(await read(id, otherWorker)).toMatchObject({ id, access_mode });
      },
    );
  });

  describe('listDocuments', () => {
    let workspace: GivenWorkspace;
    let admin: ApiClient;
    let other: ApiClient;
    let documents: Document[];

    beforeAll(async () => {
      workspace = await aWorkspace(app, database());
      const agent = await addAgent(app, workspace.owner, { access_mode: 'sysadmin' });
      admin = client(app, { bearer: agent.token });
      other = client(app, { bearer: (await addAgent(app, workspace.owner)).token });
      const { person, worker } = workspace;
      documents = [];
      for (const [title, access_mode, by] of [
        ['Winter plan', 'shared_read', person],
        ['Budget of the winter', 'private', person],
        ['Notes on the grid', 'private', worker],
        ['Autumn plan', 'shared_edit', worker],
      ] as const) {
        documents.push(await create({ title, access_mode }, by));
        // Each is created in a different millisecond.
        await setTimeout(2);
      }
    });

    const list = (query: ListQuery = {}, by: ApiClient = workspace.person) =>
      by.ok('listDocuments', { query });

    const titlesOf = async (query: ListQuery, by?: ApiClient) =>
      (await list(query, by)).items.map(({ title }) => title);

    const newestFirst = ['Autumn plan', 'Notes on the grid', 'Budget of the winter', 'Winter plan'];

    test('people see all of them, newest first, with their content', async () => {
      const response = await list();
      expect(response).toEqual({
        items: documents.toReversed(),
        total: 4,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: {},
        hidden_count: 0,
      });
    });

    test('without their content where the query says so', async () => {
      expect(await list({ include_content: true })).toEqual(await list());
      const { items, ...envelope } = await list({ include_content: false, sort: 'title' });
      const { items: whole, ...same } = await list({ sort: 'title' });
      expect(items).toEqual(whole.map((document) => ({ ...document, content: null })));
      expect(envelope).toEqual(same);
    });

    test('a sysadmin sees all of them too', async () => {
      expect(await list({}, admin)).toMatchObject({ total: 4, hidden_count: 0 });
    });

    test('a worker sees shared documents and its own; private documents of others are not counted', async () => {
      const response = await list({}, workspace.worker);
      expect(response.items.map(({ title }) => title)).toEqual([
        'Autumn plan',
        'Notes on the grid',
        'Winter plan',
      ]);
      expect(response).toMatchObject({ total: 3, hidden_count: 0 });
      expect(await list({}, other)).toMatchObject({ total: 2, hidden_count: 0 });
    });

    test('no filter reveals private documents of others', async () => {
      expect(await list({ q: 'winter' }, other)).toMatchObject({ total: 1, hidden_count: 0 });
      expect(await list({ q: 'autumn' }, other)).toMatchObject({ total: 1, hidden_count: 0 });
      const creator = { created_by_actor_id: workspace.agent.actor_id };
      expect(await list(creator, other)).toMatchObject({ total: 1, hidden_count: 0 });
      expect(await list({ limit: 1, offset: 1 }, other)).toMatchObject({
        total: 2,
        hidden_count: 0,
      });
    });

    test.each([
      ['-created_at', newestFirst],
      ['created_at', newestFirst.toReversed()],
      ['-updated_at', newestFirst],
      ['updated_at', newestFirst.toReversed()],
      ['title', newestFirst.toSorted()],
      ['-title', newestFirst.toSorted().toReversed()],
    ] as const)('sorted by %s', async (sort, titles) => {
      expect(await titlesOf({ sort })).toEqual(titles);
    });

    test('by creator', async () => {
      const filters = { created_by_actor_id: workspace.agent.actor_id };
      const response = await list(filters);
      expect(response.items.map(({ title }) => title)).toEqual([
        'Autumn plan',
        'Notes on the grid',
      ]);
      expect(response.filters).toEqual(filters);
      expect(await titlesOf({ created_by_actor_id: 'atr_none' })).toEqual([]);
    });

    test.each([
      ['plan', ['Autumn plan', 'Winter plan']],
      ['WINTER', ['Budget of the winter', 'Winter plan']],
      ['plan winter', ['Winter plan']],
      ['%', []],
      ['House', []],
    ])('with the words %s in the title', async (q, titles) => {
      const response = await list({ q });
      expect(response.items.map(({ title }) => title)).toEqual(titles);
      expect(response.filters).toEqual({ q });
    });

    test('pages by offset and by cursor skip hidden documents', async () => {
      const first = await list({ limit: 1 }, workspace.worker);
      expect(first.page).toMatchObject({ has_more: true });
      const second = await list({ limit: 1, after: first.page.next ?? '' }, workspace.worker);
      const third = await list({ limit: 1, offset: 2 }, workspace.worker);
      expect(third.page).toMatchObject({ offset: 2, has_more: false, next: null });
      expect(
        [first, second, third].flatMap(({ items }) => items.map(({ title }) => title)),
      ).toEqual(['Autumn plan', 'Notes on the grid', 'Winter plan']);
    });

    test.each([
      ['an unknown sort', { sort: 'content' }, 'VALIDATION_FAILED'],
      ['an unknown parameter', { access_mode: 'private' }, 'UNKNOWN_PARAMETER'],
      ['an empty word', { q: '' }, 'VALIDATION_FAILED'],
    ] as const)('%s is refused', async (_what, query, code) => {
      await workspace.person.fails('listDocuments', { query }, 400, code);
    });
  });
});

type LinkCreate = components['schemas']['LinkCreate'];

const url = 'https://example.com/proofs.pdf';

describeOnEachDatabase('Links', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;
  let sysadmin: ApiClient;
  let otherWorker: ApiClient;
  let action: string;
  let project: string;
  let order: string;
  let document: string;

  const idOf = async (made: Promise<{ readonly id: string }>) => (await made).id;

  const anAction = (body: object = {}, by: ApiClient = given.person) =>
    idOf(by.ok('createAction', { body: { title: 'Print', ...body } }));
  const aProject = (body: object = {}, by: ApiClient = given.person) =>
    idOf(by.ok('createProject', { body: { title: 'Programme', ...body } }));
  const aDocument = (body: object = {}, by: ApiClient = given.person) =>
    idOf(by.ok('createDocument', { body: { title: 'Style', content: 'x', ...body } }));

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
    const admin = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
    sysadmin = client(app, { bearer: admin.token });
    otherWorker = client(app, { bearer: (await addAgent(app, given.owner)).token });
    action = await anAction();
    project = await aProject();
    const orderBody = { name: 'Keep', agent_id: given.agent.id };
    order = await idOf(given.person.ok('createOrder', { body: orderBody }));
    document = await aDocument();
  });
  afterAll(() => app.close());

  const create = (body: LinkCreate, by: ApiClient = given.person) => by.ok('createLink', { body });

  const eventsOf = (id: string): Promise<{ kind: string }[]> =>
    database().knex('events').where({ subject_id: id }).orderBy('id');

  const countLinks = async () =>
    (await given.person.ok('listLinks', { query: { limit: 1 } })).total;

  const urlsOf = async (query: object) =>
    (await given.worker.ok('listLinks', { query })).items.map((link) => link.url);

  describe('createLink', () => {
    test('attaches a URL to an action', async () => {
      const { status, body, headers } = await given.person.call('createLink', {
        body: { url, title: 'The proofs', action_id: action },
      });
      expect(status).toBe(201);
      const { id: actorId, name } = given.owner.owner;
      expect(body).toEqual({
        id: expect.stringMatching(/^lnk_/),
        workspace_id: given.workspaceId,
        url,
        document_id: null,
        title: 'The proofs',
        action_id: action,
        project_id: null,
        order_id: null,
        created_by_actor_id: actorId,
        created_by_actor_kind: 'user',
        created_by_actor_name: name,
        updated_by_actor_id: actorId,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        version: 1,
      });
      expect(headers['etag']).toEqual(tagOf(1));
      const id = String(headers['location']).replace('/v1/links/', '');
      expect(await given.worker.ok('getLink', { path: { id } })).toEqual(body);
      expect(await eventsOf(id)).toMatchObject([
        {
          kind: 'link.created',
          subject_type: 'link',
          subject_title: 'The proofs',
          action_id: action,
          actor_id: actorId,
        },
      ]);
    });

    test('attaches a document to a project, and to an order', async () => {
      const body = { document_id: document };
      expect(await create({ ...body, project_id: project })).toMatchObject({
        url: null,
        title: null,
        document_id: document,
        project_id: project,
        action_id: null,
      });
      expect(await create({ ...body, order_id: order, title: null })).toMatchObject({
        order_id: order,
        project_id: null,
      });
    });

    test('attaches links to ended records too', async () => {
      const id = await anAction();
      await given.person.ok('completeAction', { path: { id }, body: { result_summary: 'x' } });
      await create({ url, action_id: id });
    });

    test.each([
      'http://example.com',
      'https://example.com:8443/a/b?c=d#e',
      'https://bühne.example/Spielplan',
      'http://127.0.0.1/',
      `https://example.com/${'x'.repeat(1980)}`,
    ])('%s is a URL', async (given_url) => {
      expect(await create({ url: given_url, action_id: action })).toMatchObject({ url: given_url });
    });

    test.each([
      '',
      'example.com',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      ' https://example.com',
      'https://',
      'https:///path',
      'https://example.com/a b',
      'https://[::1',
      'https://example.com:99999/',
      'data:text/html,x',
      `https://example.com/${'x'.repeat(1981)}`,
    ])('%s is not a URL', async (wrong) => {
      const { issues } = await given.person.fails(
        'createLink',
        { body: { url: wrong, action_id: action } },
        400,
        'VALIDATION_FAILED',
      );
      expect(issues[0]?.path).toBe('body/url');
      const link = await given.person.ok('createLink', { body: { url, action_id: action } });
      const changed = { path: { id: link.id }, body: { url: wrong } };
      await given.person.fails('updateLink', changed, 400, 'VALIDATION_FAILED');
    });

    test('has one target and one subject', async () => {
      const before = await countLinks();
      const subjects = { action_id: action, project_id: project, order_id: order };
      for (const [body, paths] of [
        [{ action_id: action }, ['body/url', 'body/document_id']],
        [{ url, document_id: document, action_id: action }, ['body/document_id']],
        [{ url }, ['body/action_id', 'body/project_id', 'body/order_id']],
        [{ url, ...subjects }, ['body/project_id', 'body/order_id']],
      ] as const) {
        const { issues } = await given.person.fails(
          'createLink',
          { body },
          422,
          'INVALID_REFERENCE',
        );
        expect(issues.map(({ path }) => path)).toEqual(paths);
      }
      expect(await countLinks()).toBe(before);
    });

    test('refers only to records that the caller sees', async () => {
      const hidden = await aDocument({ access_mode: 'private' });
      const own = await anAction({ status: 'ready' }, given.worker);
      for (const [body, path] of [
        [{ document_id: 'doc_none', action_id: own }, 'body/document_id'],
        [{ document_id: hidden, action_id: own }, 'body/document_id'],
        [{ url, action_id: 'act_none' }, 'body/action_id'],
        [{ url, project_id: 'prj_none' }, 'body/project_id'],
        [{ url, order_id: 'ord_none' }, 'body/order_id'],
      ] as const) {
        const { issues } = await given.worker.fails(
          'createLink',
          { body },
          422,
          'INVALID_REFERENCE',
        );
        expect(issues.map((issue) => issue.path)).toEqual([path]);
      }
      await create({ document_id: hidden, action_id: own }, sysadmin);
    });

    test('a worker attaches links to its own records', async () => {
      const own = await anAction({ status: 'ready' }, given.worker);
      const ownProject = await aProject({}, given.worker);
      for (const body of [
        { url, action_id: own },
        { url, project_id: ownProject },
        { url, order_id: order },
      ]) {
        expect(await create(body, given.worker)).toMatchObject(body);
        await create(body, sysadmin);
        const before = await countLinks();
        await otherWorker.fails('createLink', { body }, 403, 'FORBIDDEN');
        expect(await countLinks()).toBe(before);
      }
    });

    test('the same URL or document is attached to a record once', async () => {
      const own = await anAction({ status: 'ready' }, given.worker);
      const subjects = [{ action_id: own }, { project_id: await aProject() }, { order_id: order }];
      for (const subject of subjects) {
        for (const target of [{ url: `${url}?once` }, { document_id: document }]) {
          const first = await create({ ...target, ...subject, title: 'First' });
          const { status, body, headers } = await given.person.call('createLink', {
            body: { ...target, ...subject, title: 'Second' },
          });
          expect([status, body, headers['etag']]).toEqual([200, first, tagOf(1)]);
          expect(headers['location']).toBe(`/v1/links/${first.id}`);
          expect(await eventsOf(first.id)).toHaveLength(1);
        }
      }
      const links = [{ url: `${url}?once` }, { url: `${url}?new` }, { url: `${url}?new` }];
      const body = { result_summary: 'x', links };
      await given.worker.ok('completeAction', { path: { id: own }, body });
      expect(await urlsOf({ action_id: own })).toEqual([`${url}?new`, null, `${url}?once`]);
    });

    test('concurrent requests attach the same URL once', async () => {
      const action_id = await anAction();
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          given.person.call('createLink', { body: { url, action_id } }),
        ),
      );
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
      expect(await urlsOf({ action_id })).toEqual([url]);
    });

    test('a retry with a client_request_id creates one link', async () => {
      const body = { url, action_id: await anAction(), client_request_id: 'link-once' };
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => given.person.call('createLink', { body })),
      );
      expect(new Set(responses.map((each) => JSON.stringify(each.body))).size).toBe(1);
      expect(await urlsOf({ action_id: body.action_id })).toEqual([url]);
      const other = { body: { ...body, title: 'x' } };
      await given.person.fails('createLink', other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });
  });

  describe('listLinks', () => {
    let own: GivenWorkspace;
    let ids: { action: string; project: string; order: string; document: string };

    beforeAll(async () => {
      own = await aWorkspace(app, database());
      const { person } = own;
      const orderBody = { name: 'Keep', agent_id: own.agent.id };
      ids = {
        action: await anAction({}, person),
        project: await aProject({}, person),
        order: await idOf(person.ok('createOrder', { body: orderBody })),
        document: await aDocument({}, person),
      };
      await create({ url: `${url}?1`, action_id: ids.action }, person);
      await create({ document_id: ids.document, action_id: ids.action }, person);
      await create({ url: `${url}?2`, project_id: ids.project }, person);
      await create({ document_id: ids.document, order_id: ids.order }, person);
    });

    const list = (query: object = {}) => own.worker.ok('listLinks', { query });

    test('lists all links, newest first', async () => {
      const { items, ...envelope } = await list();
      expect(items.map((link) => link.url)).toEqual([null, `${url}?2`, null, `${url}?1`]);
      expect(envelope).toEqual({
        total: 4,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: {},
        hidden_count: 0,
      });
    });

    test('filters by subject and by target', async () => {
      for (const [query, total] of [
        [{ action_id: ids.action }, 2],
        [{ project_id: ids.project }, 1],
        [{ order_id: ids.order }, 1],
        [{ document_id: ids.document }, 2],
        [{ document_id: ids.document, action_id: ids.action }, 1],
        [{ project_id: 'prj_none' }, 0],
      ] as const) {
        const { items, ...envelope } = await list(query);
        expect(envelope).toMatchObject({ total, filters: query });
        for (const item of items) expect(item).toMatchObject(query);
      }
    });

    test.each(['created_at', '-created_at'] as const)('page by page by %s', async (sort) => {
      const all = (await list({ sort })).items;
      const first = await list({ sort, limit: 3 });
      const last = await list({ sort, limit: 3, after: first.page.next ?? '' });
      expect([...first.items, ...last.items]).toEqual(all);
      expect(all.map(({ id }) => id)).toEqual(
        all.map(({ id }) => id).toSorted((a, b) => (a < b === (sort === 'created_at') ? -1 : 1)),
      );
    });

    test.each([
      [{ sort: 'title' }, 'VALIDATION_FAILED'],
      [{ action_id: '' }, 'VALIDATION_FAILED'],
      [{ url }, 'UNKNOWN_PARAMETER'],
    ] as const)('%j is refused', async (query, code) => {
      await own.person.fails('listLinks', { query }, 400, code);
    });
  });

  describe('getLink', () => {
    test('304 for an unchanged link', async () => {
      const { id } = await create({ url, action_id: await anAction() });
      const { headers } = await given.worker.call('getLink', { path: { id } });
      const header = { 'If-None-Match': String(headers['etag']) };
      expect((await given.worker.call('getLink', { path: { id }, header })).status).toBe(304);
    });

    test('404 for a link that is unknown, in another workspace, or on an action beyond the history window', async () => {
      const { id } = await create(
        { url, action_id: await anAction({}, theirs.person) },
        theirs.person,
      );
      await given.person.fails('getLink', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.fails('getLink', { path: { id: 'lnk_none' } }, 404, 'NOT_FOUND');
      await theirs.person.ok('getLink', { path: { id } });
      const workspace = { id: theirs.workspaceId };
      await database().knex('workspaces').where(workspace).update({ plan: 'free' });
      await database()
        .knex('actions')
        .where({ workspace_id: theirs.workspaceId })
        .update({ status: 'done', completed_at: '2020-01-01T00:00:00.000Z' });
      await theirs.person.fails('getLink', { path: { id } }, 404, 'NOT_FOUND');
      const body = { title: 'x' };
      await theirs.person.fails('updateLink', { path: { id }, body }, 404, 'NOT_FOUND');
      await theirs.person.fails('deleteLink', { path: { id } }, 404, 'NOT_FOUND');
      await database().knex('workspaces').where(workspace).update({ plan: 'unlimited' });
    });
  });

  describe('updateLink', () => {
    test('changes the title and the URL', async () => {
      const link = await create({ url, action_id: await anAction() });
      const { status, body, headers } = await given.person.call('updateLink', {
        path: { id: link.id },
        header: { 'If-Match': '"1"' },
        body: { title: 'The proofs', url: `${url}?2` },
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      expect(body).toEqual({
        ...link,
        title: 'The proofs',
        url: `${url}?2`,
        updated_at: expect.any(String),
        version: 2,
      });
      expect(await given.person.ok('getLink', { path: { id: link.id } })).toEqual(body);
      const path = { id: link.id };
      expect(await given.person.ok('updateLink', { path, body: { title: null } })).toMatchObject({
        title: null,
        url: `${url}?2`,
      });
      const kinds = (await eventsOf(link.id)).map(({ kind }) => kind);
      expect(kinds).toEqual(['link.created', 'link.updated', 'link.updated']);
    });

    test('equal values change nothing', async () => {
      const link = await create({ url, title: 'x', action_id: await anAction() });
      for (const body of [{}, { url }, { title: 'x' }]) {
        expect(await given.person.ok('updateLink', { path: { id: link.id }, body })).toEqual(link);
      }
      expect(await eventsOf(link.id)).toHaveLength(1);
    });

    test('only the title of a link to a document can change', async () => {
      const link = await create({ document_id: document, action_id: await anAction() });
      const path = { id: link.id };
      const { issues } = await given.person.fails(
        'updateLink',
        { path, body: { url } },
        422,
        'INVALID_REFERENCE',
      );
      expect(issues).toMatchObject([{ path: 'body/url' }]);
      expect(await given.person.ok('getLink', { path })).toEqual(link);
      await given.person.ok('updateLink', { path, body: { title: 'Style' } });
    });

    test('compares If-Match with the version', async () => {
      const { id } = await create({ url, action_id: await anAction() });
      const input = { path: { id }, header: { 'If-Match': '"2"' }, body: { title: 'x' } };
      await given.person.fails('updateLink', input, 412, 'STALE_VERSION');
      expect(await eventsOf(id)).toHaveLength(1);
    });

    test('update and delete: only people, sysadmins and the creator of the link', async () => {
      const { id } = await create({ url, order_id: order }, given.worker);
      const input = { path: { id }, body: { title: 'x' } };
      await otherWorker.fails('updateLink', input, 403, 'FORBIDDEN');
      await otherWorker.fails('deleteLink', { path: { id } }, 403, 'FORBIDDEN');
      for (const [index, by] of [given.worker, given.person, sysadmin].entries()) {
        const body = { title: `By ${index}` };
        expect(await by.ok('updateLink', { path: { id }, body })).toMatchObject(body);
      }
      await given.worker.ok('deleteLink', { path: { id } });
    });

    test.each([
      [{ url: 'javascript:alert(1)' }, 'VALIDATION_FAILED'],
      [{ url: null }, 'VALIDATION_FAILED'],
      [{ document_id: 'doc_x' }, 'UNKNOWN_FIELD'],
    ] as const)('%j is refused', async (body, code) => {
      const { id } = await create({ url, action_id: await anAction() });
      await given.person.fails('updateLink', { path: { id }, body }, 400, code);
    });
  });

  describe('deleteLink', () => {
    test('deletes the link; a second request is 404', async () => {
      const { id } = await create({ document_id: document, action_id: await anAction() });
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => given.person.call('deleteLink', { path: { id } })),
      );
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
      await given.person.fails('getLink', { path: { id } }, 404, 'NOT_FOUND');
      await given.person.ok('getDocument', { path: { id: document } });
      const kinds = (await eventsOf(id)).map(({ kind }) => kind);
      expect(kinds).toEqual(['link.created', 'link.deleted']);
    });
  });

  describe('completeAction', () => {
    const complete = (id: string, links: unknown) => ({
      path: { id },
      body: { result_summary: 'Done', links },
    });

    test('attaches links to the results', async () => {
      const id = await anAction({ status: 'ready' }, given.worker);
      const links = [
        { url, title: 'The proofs' },
        { document_id: document },
        ...Array.from({ length: 18 }, (_, index) => ({ url: `${url}?${index}` })),
      ];
      const { status } = await given.worker.send('completeAction', complete(id, links));
      expect(status).toBe(200);
      const { items } = await given.person.ok('listLinks', {
        query: { action_id: id, sort: 'created_at' },
      });
      expect(items).toHaveLength(20);
      expect(items).toMatchObject(links);
      expect(items[0]).toMatchObject({ created_by_actor_id: given.agent.actor_id });
      const emitted = await database()
        .knex('events')
        .where({ action_id: id, kind: 'link.created' });
      expect(emitted).toHaveLength(20);
    });

    test('needs as many statements for twenty links as for two', async () => {
      const cost = async (count: number) => {
        const id = await anAction();
        const links = Array.from({ length: count }, (_, index) => ({ url: `${url}?${index}` }));
        return countStatements(database(), () =>
          given.person.send('completeAction', complete(id, links)),
        );
      };
      expect(await cost(20)).toBe(await cost(2));
    });

    test('an invalid link refuses the whole request', async () => {
      const id = await anAction({ status: 'ready' }, given.worker);
      const hidden = await aDocument({ access_mode: 'private' });
      const before = await given.person.ok('getAction', { path: { id } });
      for (const [links, paths] of [
        [[{ url }, { document_id: hidden }], ['body/links/1/document_id']],
        [[{ title: 'x' }], ['body/links/0/url', 'body/links/0/document_id']],
        [[{ url, document_id: document }], ['body/links/0/document_id']],
      ] as const) {
        const { issues } = await given.worker.fails(
          'completeAction',
          complete(id, links),
          422,
          'INVALID_REFERENCE',
        );
        expect(issues.map(({ path }) => path)).toEqual(paths);
      }
      const many = Array.from({ length: 21 }, () => ({ url }));
      for (const links of [many, [{ url: 'ftp://example.com' }], null]) {
        await given.worker.fails('completeAction', complete(id, links), 400, 'VALIDATION_FAILED');
      }
      const unknown = complete(id, [{ url, action_id: id }]);
      await given.worker.fails('completeAction', unknown, 400, 'UNKNOWN_FIELD');
      expect(await given.person.ok('getAction', { path: { id } })).toEqual(before);
      expect(await urlsOf({ action_id: id })).toEqual([]);
      const emitted = await database().knex('events').where({ action_id: id });
      expect(emitted).toHaveLength(1);
    });
  });

  describe('duplicateProject', () => {
    const template = async (actions: number) => {
      const id = await aProject({ is_template: true });
      await create({ url, title: 'Plan', project_id: id });
      for (let index = 0; index < actions; index += 1) {
        const body = { title: `Action ${index}`, project_id: id };
        const made = await idOf(given.person.ok('createAction', { body }));
        await create({ url: `${url}?${index}`, action_id: made });
        await create({ document_id: document, title: 'Style', action_id: made });
      }
      return id;
    };

    test('copies the links of the project and of its actions', async () => {
      const copy = await given.person.ok('duplicateProject', { path: { id: await template(2) } });
      const links = await given.person.ok('listLinks', { query: { project_id: copy.id } });
      expect(links.items).toMatchObject([{ url, title: 'Plan', version: 1 }]);
      const actions = await given.person.ok('listProjectActions', { path: { id: copy.id } });
      expect(actions.total).toBe(2);
      for (const made of actions.items) {
        const { items } = await given.person.ok('listLinks', {
          query: { action_id: made.id, sort: 'created_at' },
        });
        const [, index] = made.title.split(' ');
        expect(items).toMatchObject([
          { url: `${url}?${index}`, document_id: null },
          { url: null, document_id: document, title: 'Style' },
        ]);
      }
    });

    test('needs as many statements for ten actions as for two', async () => {
      const cost = async (actions: number) => {
        const id = await template(actions);
        return countStatements(database(), () =>
          given.person.ok('duplicateProject', { path: { id } }),
        );
      };
      expect(await cost(10)).toBe(await cost(2));
    });
  });
});

describeOnEachDatabase('Files', (database) => {
  let app: TestApp;
  let ours: GivenWorkspace;
  let theirs: GivenWorkspace;
  let other: CredentialShown;
  let owner: CredentialShown;
  let worker: CredentialShown;

  beforeAll(async () => {
    app = await startApp(database());
    ours = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
    owner = { cookie: ours.owner.cookie };
    worker = { bearer: ours.token };
    other = { bearer: (await addAgent(app, ours.owner)).token };
  });
  afterAll(() => app.close());

  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const upload = (file: FileToUpload, by: CredentialShown = owner) => uploadFile(app, by, file);

  const download = async (id: string, headers: Record<string, string> = {}, by = owner) => {
    const response = await fetch(`${app.url}/v1/files/${id}`, {
      headers: { ...credentialHeaders(by), ...headers },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const read = (id: string, by: CredentialShown, headers: Record<string, string> = {}) =>
    exchange(app, 'GET', `/v1/files/${id}`, { headers: { ...credentialHeaders(by), ...headers } });

  const pending = () => database().knex('files').whereNull('completed_at').select('id');

  const form = (parts: string, end = '\r\n--b--\r\n', by: CredentialShown = owner) =>
    exchange(app, 'POST', '/v1/files', {
      headers: { 'Content-Type': 'multipart/form-data; boundary=b', ...credentialHeaders(by) },
      body: `--b\r\nContent-Disposition: form-data; ${parts}${end}`,
    });

  describe('uploadFile', () => {
    test('stores a file in chunks, and sends the same bytes back', async () => {
      const content = randomBytes(2 * limits.file_chunk_bytes + 7);
      const file = await upload({ name: 'proofs.bin', content });
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(file).toEqual({
        id: expect.stringMatching(/^fil_/),
        name: 'proofs.bin',
        media_type: 'application/octet-stream',
        bytes: content.length,
        sha256,
        created_by_actor_id: ours.owner.owner.id,
        created_at: expect.any(String),
      });
      const { response, bytes } = await download(file.id);
      expect(bytes.equals(content)).toBe(true);
      expect(response.headers.get('etag')).toBe(`"${sha256}"`);
      const chunks = await database().knex('file_chunks').where({ file_id: file.id });
      expect(chunks).toHaveLength(3);
    });

    test('takes 10 MiB, and refuses a byte more before and while it arrives', async () => {
      const content = Buffer.alloc(limits.file_bytes, 'a');
      expect((await upload({ content })).bytes).toBe(limits.file_bytes);
      const more = Buffer.alloc(limits.file_bytes + 1, 'a');
      const before = (await pending()).length;
      problemOf(await sendFile(app, owner, { content: more }), 'PAYLOAD_TOO_LARGE');
      expect(await pending()).toHaveLength(before);
      const chunked = await exchange(app, 'POST', '/v1/files', {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Transfer-Encoding': 'chunked',
          ...credentialHeaders(owner),
        },
        body: more,
      });
      expect(problemOf(chunked, 'PAYLOAD_TOO_LARGE').details).toEqual({
        limit_bytes: limits.file_bytes,
      });
    });

    test('takes a form, and drops its other parts', async () => {
      const { status, text } = await form(
        'name="file"; filename="notes.txt"\r\n\r\nHello\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny',
      );
      expect(status).toBe(201);
      expect(JSON.parse(text)).toMatchObject({
        name: 'notes.txt',
        bytes: 5,
        media_type: 'text/plain',
      });
    });

    test('says which form has too many fields before its file', async () => {
      const part = (index: number) =>
        `name="${index}"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; `;
      const formWith = (fields: number) =>
        form(
          `${Array.from({ length: fields }, (_, index) => part(index)).join('')}name="f"; filename="f"\r\n\r\nF`,
        );
      expect((await formWith(20)).status).toBe(201);
      expect(problemOf(await formWith(21), 'VALIDATION_FAILED').message).toBe(
        'The form has more than 20 fields before its file. Send the file first.',
      );
    });

    test.each([
      [
        'a form with two files',
        () => {
          const next = '\r\n--b\r\nContent-Disposition: form-data; name="b"; filename="b"\r\n\r\nB';
          return form(`name="a"; filename="a"\r\n\r\nA${next}`);
        },
      ],
      ['a form without a file', () => form('name="file"\r\n\r\nHello')],
      ['a form that ends early', () => form('name="file"; filename="a"\r\n\r\nHello', '')],
      ['an empty file of a form', () => form('name="file"; filename="a"\r\n\r\n')],
      ['an empty file', () => sendFile(app, owner, { content: Buffer.alloc(0) })],
      [
        'a form without a boundary',
        () =>
          sendFile(app, owner, {
            content: png,
            headers: { 'Content-Type': 'multipart/form-data' },
          }),
      ],
      [
        'a name that is not UTF-8',
        () =>
          exchange(app, 'POST', '/v1/files', {
            headers: {
              'Content-Type': 'application/octet-stream',
              'Content-Disposition': "attachment; filename*=UTF-8''%ff",
              ...credentialHeaders(owner),
            },
            body: png,
          }),
      ],
    ])('refuses %s, and stores no complete file', async (_, send) => {
      const count = () => database().knex('files').whereNotNull('completed_at').count();
      const before = await count();
      problemOf(await send(), 'VALIDATION_FAILED');
      expect(await count()).toEqual(before);
    });

    test('refuses another media type, and a compressed body', async () => {
      for (const headers of [{ 'Content-Type': 'image/png' }, { 'Content-Encoding': 'gzip' }]) {
        const response = await sendFile(app, owner, { content: png, headers });
        problemOf(response, 'UNSUPPORTED_MEDIA_TYPE');
      }
    });

    /** Begins an upload, and resolves when its first chunk is stored. */
    const begin = async (by: CredentialShown = owner, at = app.host) => {
      const [host, port] = at.split(':');
      const before = (await pending()).length;
      const socket = connect(Number(port), host);
      const head = Object.entries({
        Host: at,
        'Content-Type': 'application/octet-stream',
        'Content-Length': '1000000',
        ...credentialHeaders(by),
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /v1/files?filename=a HTTP/1.1\r\n${head.join('')}\r\n`);
      socket.write(Buffer.alloc(600_000));
      while ((await pending()).length === before) await setTimeout(10);
      return socket;
    };

    test('keeps nothing when the client goes', async () => {
      const socket = await begin();
      const [file] = await pending();
      problemOf(await read(String(file?.id), owner), 'NOT_FOUND');
      socket.destroy();
      while ((await pending()).length > 0) await setTimeout(10);
      expect(await database().knex('file_chunks').where({ file_id: file?.id })).toEqual([]);
    });

    test('ends with its connection when a client stops sending, and holds no transaction', async () => {
      const requestTimes = {
        headersTimeout: 500,
        requestTimeout: 500,
        connectionsCheckingInterval: 20,
      };
      const strict = await startApp(database(), {}, { requestTimes });
      try {
        const socket = await begin(owner, strict.host);
        const ended = text(socket).catch(() => 'reset');
        if (database().dialect === 'postgres') {
          const { rows } = await database().knex.raw(`select count(*)::int as held
            from pg_stat_activity where datname = current_database() and state like 'idle in %'`);
          expect(rows).toEqual([{ held: 0 }]);
        }
        await ours.person.ok('createAction', { body: { title: 'Sew meanwhile' } });
        expect(await ended).toBe('');
        while ((await pending()).length > 0) await setTimeout(10);
      } finally {
        await strict.close();
      }
    });

    test('takes as many unfinished uploads of one caller as are allowed', async () => {
      const sockets = [];
      while (sockets.length < limits.file_uploads) sockets.push(await begin());
      const content = Buffer.alloc(2 * limits.file_chunk_bytes);
      const refused = await sendFile(app, owner, { content });
      expect(refused.headers['retry-after']).toBe('5');
      problemOf(refused, 'TOO_MANY_UPLOADS');
      await upload({ content }, worker);
      await upload({ content: png });
      for (const socket of sockets) socket.destroy();
      while ((await pending()).length > 0) await setTimeout(10);
      await upload({ content });
    });

    test.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\temp\\a.txt', 'a.txt'],
      ['a\r\nX: y.txt', 'aX: y.txt'],
      ['\u202Etxt.exe', 'txt.exe'],
      ['..', 'file'],
      [`${'a'.repeat(300)}.txt`, `${'a'.repeat(251)}.txt`],
      ['Bühne “1”.txt', 'Bühne “1”.txt'],
    ])('cleans the name %j', async (name, cleaned) => {
      const file = await upload({ name, content: Buffer.from('Hello') });
      expect(file.name).toBe(cleaned);
      const disposition = (await read(file.id, owner)).headers['content-disposition'];
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''\S+$/);
    });

    test('takes the name of Content-Disposition', async () => {
      const send = (disposition: string) =>
        exchange(app, 'POST', '/v1/files', {
          headers: {
            'Content-Type': 'application/octet-stream',
            'Content-Disposition': disposition,
            ...credentialHeaders(owner),
          },
          body: png,
        });
      const names = [
        ['attachment; filename="a;b.png"', 'a;b.png'],
        ["attachment; filename=x; filename*=UTF-8''%C3%BC.png", 'ü.png'],
        ['attachment', 'file'],
      ] as const;
      for (const [disposition, name] of names) {
        expect(JSON.parse((await send(disposition)).text)).toMatchObject({ name });
      }
    });

    test('refuses viewers, cross-site requests, readers and a full workspace', async () => {
      const send = (by: CredentialShown, headers = {}) =>
        sendFile(app, by, { content: png, headers });
      problemOf(await send(owner, { 'Sec-Fetch-Site': 'cross-site' }), 'CSRF_FAILED');
      const reader = await addAgent(app, ours.owner, { scopes: ['read'] });
      problemOf(await send({ bearer: reader.token }), 'INSUFFICIENT_SCOPE');
      const paused = await addAgent(app, ours.owner);
      await ours.person.ok('pauseAgent', { path: { id: paused.agent.id } });
      problemOf(await send({ bearer: paused.token }), 'AGENT_NOT_ACTIVE');
      problemOf(await send(undefined), 'UNAUTHENTICATED');
      const users = () => database().knex('users').where({ id: ours.owner.owner.userId });
      await users().update({ role: 'viewer' });
      problemOf(await send(owner), 'FORBIDDEN');
      await users().update({ role: 'owner' });
      const storage = () =>
        database().knex('event_positions').where({ workspace_id: theirs.workspaceId });
      await storage().update({ stored_bytes: app.config.storedBytes });
      problemOf(await send({ cookie: theirs.owner.cookie }), 'CAP_EXCEEDED');
      // There is room for one of two, and for no byte more than the last one had.
      const content = Buffer.alloc(limits.file_chunk_bytes + 4096, 'a');
      const one = () => sendFile(app, { cookie: theirs.owner.cookie }, { content });
      await storage().update({ stored_bytes: app.config.storedBytes - 1.5 * content.length });
      const sent = await Promise.all([one(), one()]);
      const statuses = sent.map(({ status }) => status);
      expect(statuses).toContain(403);
      // Each of two that end at once may count what has arrived of the other.
      if (!statuses.includes(201)) expect((await one()).status).toBe(201);
      const [{ stored_bytes: stored }] = await storage();
      expect(Number(stored)).toBeLessThan(app.config.storedBytes);
      expect((await one()).status).toBe(403);
      expect(await pending()).toEqual([]);
      await storage().update({ stored_bytes: 0 });
    });
  });

  describe('uploadOnce', () => {
    const ask = async (body: CallInput<'createUpload'>['body'] = {}) => {
      const { url = '', expires_at } = await ours.worker.ok('createUpload', { body });
      return { url, expires_at };
    };
    const put = (url: string, body: Buffer = png, headers: Record<string, string> = {}) =>
      exchange(app, 'POST', new URL(url, app.url).pathname, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    const texts = new Set<string>();
    const refuse = async (url: string, body?: Buffer) => {
      const response = await put(url, body);
      problemOf(response, 'NOT_FOUND');
      texts.add(response.text);
    };

    test('stores one file for the agent, without other credentials', async () => {
      const { url, expires_at } = await ask({ name: 'a/proofs.png' });
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
      const secret = url.split('/').at(-1) ?? '';
      const stored = JSON.stringify(await database().knex('upload_urls'));
      expect(stored).not.toContain(secret.split('_').at(-1));
      problemOf(await put(url, Buffer.alloc(0)), 'VALIDATION_FAILED');
      const content = Buffer.concat([png, randomBytes(2 * limits.file_chunk_bytes)]);
      const form = 'multipart/form-data';
      problemOf(await put(url, png, { 'Content-Type': form }), 'VALIDATION_FAILED');
      const sent = await Promise.all([put(url, content), put(url, content)]);
      expect(sent.map(({ status }) => String(status)).toSorted()).toEqual(['201', '404']);
      const file = JSON.parse(sent.find(({ status }) => status === 201)?.text ?? '');
      expect(file).toMatchObject({ name: 'proofs.png', bytes: content.length });
      expect((await download(file.id, {}, worker)).bytes.equals(content)).toBe(true);
      problemOf(await read(file.id, owner), 'NOT_FOUND');
      while ((await pending()).length > 0) await setTimeout(10);
      await refuse(url);
      expect(app.logs.join('')).toContain('/v1/uploads/cbu_');
      expect(app.logs.join('')).not.toContain(secret.slice(-32));
    });

    test('is shown once, to agents', async () => {
      const body = { client_request_id: 'upload-once' };
      expect(await ours.worker.ok('createUpload', { body })).toHaveProperty('url');
      expect(await ours.worker.ok('createUpload', { body })).not.toHaveProperty('url');
      await ours.person.fails('createUpload', { body: {} }, 403, 'WRONG_ACTOR');
    });

    test('gives every URL that takes no upload the same response', async () => {
      await refuse('/v1/uploads/cbu_unknown');
      const wrong = await exchange(app, 'PUT', (await ask()).url);
      expect(problemOf(wrong, 'METHOD_NOT_ALLOWED').message).not.toContain('cbu_');
      await refuse(`/v1/uploads/cbu_${'0'.repeat(26)}_${'0'.repeat(64)}`);
      const { url } = await ask();
      const urls = () => database().knex('upload_urls').whereNull('used_at');
      const [row] = await urls().orderBy('expires_at', 'desc');
      await urls().update({ expires_at: new Date().toISOString() });
      await refuse(url);
      await urls().update({ expires_at: row?.expires_at });
      const agent = { path: { id: ours.agent.id } };
      await ours.person.ok('pauseAgent', agent);
      await refuse(url);
      await ours.person.ok('resumeAgent', agent);
      const storage = () =>
        database().knex('event_positions').where({ workspace_id: ours.workspaceId });
      const [{ stored_bytes: bytes }] = await storage();
      const { id } = await ours.person.ok('createAction', { body: { title: 'Hang the rope' } });
      await storage().update({ stored_bytes: app.config.storedBytes });
      problemOf(await put(url), 'CAP_EXCEEDED');
      const change = { path: { id }, body: { file_ids: [] } };
      await ours.person.ok('updateAction', change);
      const more = { ...change, body: { ...change.body, title: 'Hang the ropes' } };
      await ours.person.fails('updateAction', more, 403, 'CAP_EXCEEDED');
      await storage().update({ stored_bytes: bytes });
      problemOf(await put(url, Buffer.alloc(limits.file_bytes + 1)), 'PAYLOAD_TOO_LARGE');
      problemOf(await put(url, png, { 'Content-Encoding': 'gzip' }), 'UNSUPPORTED_MEDIA_TYPE');
      const { status, text } = await put(`${url}?filename=b.png`);
      expect([status, JSON.parse(text)]).toMatchObject([201, { media_type: 'image/png' }]);
      expect(new Set([...texts].map((each) => JSON.parse(each).message)).size).toBe(1);
    });
  });

  describe('downloadFile', () => {
    test.each([
      ['a PNG', png, 'image/png', 'inline'],
      ['a JPEG', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg', 'inline'],
      ['a GIF', Buffer.from('GIF89a'), 'image/gif', 'inline'],
      ['a WebP', Buffer.from('RIFF1234WEBPVP8 '), 'image/webp', 'inline'],
      ['HTML as PNG', Buffer.from('<html><script>'), 'application/octet-stream', 'attachment'],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined, 'attachment'],
      ['a PDF', Buffer.from('%PDF-1.7'), undefined, 'attachment'],
    ])('sends %s with safe headers', async (_, content, type, disposition) => {
      const { id } = await upload({ name: 'a.png', content });
      const { headers } = await read(id, owner);
      expect(headers).toMatchObject({
        'content-type': type ?? 'application/octet-stream',
        'content-disposition': expect.stringMatching(new RegExp(`^${disposition};`)),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'cross-origin-resource-policy': 'same-site',
        'accept-ranges': 'bytes',
      });
    });

    test('sends one range, which may begin in any chunk', async () => {
      const content = randomBytes(2 * limits.file_chunk_bytes);
      const { id, sha256 } = await upload({ content });
      const size = content.length;
      const edge = limits.file_chunk_bytes;
      const ranges = [
        ['bytes=0-0', 0, 0],
        [`bytes=${edge - 1}-${edge}`, edge - 1, edge],
        [`bytes=${edge}-`, edge, size - 1],
        ['bytes=-5', size - 5, size - 1],
        [`bytes=5-${size + 10}`, 5, size - 1],
      ] as const;
      for (const [range, first, last] of ranges) {
        const { response, bytes } = await download(id, { Range: range });
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
        expect(bytes.equals(content.subarray(first, last + 1))).toBe(true);
      }
      for (const Range of ['bytes=0-1,3-4', 'bytes=4-2', 'lines=1-2', 'bytes=-']) {
        expect((await download(id, { Range })).response.status).toBe(200);
      }
      for (const Range of [`bytes=${size}-`, 'bytes=-0']) {
        const refused = await read(id, owner, { Range });
        problemOf(refused, 'RANGE_NOT_SATISFIABLE');
        expect(refused.headers['content-range']).toBe(`bytes */${size}`);
      }
      const conditional = (tag: string) =>
        download(id, { Range: 'bytes=0-0', 'If-Range': tag }).then(
          ({ response }) => response.status,
        );
      expect(await conditional(`"${sha256}"`)).toBe(206);
      expect(await conditional('"other"')).toBe(200);
    });

    test('sends 304 for the same bytes, and no body to HEAD', async () => {
      const { id, sha256 } = await upload({ content: png });
      const same = await read(id, owner, { 'If-None-Match': `"${sha256}"` });
      expect(same.status).toBe(304);
      const head = await fetch(`${app.url}/v1/files/${id}`, {
        method: 'HEAD',
        headers: credentialHeaders(owner),
      });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-length')).toBe(String(png.length));
    });
  });

  describe('getFile', () => {
    const sees = async (id: string, by: CredentialShown) => {
      const { status } = await exchange(app, 'GET', `/v1/files/${id}/metadata`, {
        headers: credentialHeaders(by),
      });
      const bytes = await read(id, by);
      expect(bytes.status).toBe(status);
      return status === 200;
    };

    test('is for the uploader until a record refers to the file', async () => {
      const file = await upload({ content: png }, worker);
      expect(await sees(file.id, worker)).toBe(true);
      expect(await sees(file.id, other)).toBe(false);
      expect(await sees(file.id, owner)).toBe(false);
      await ours.worker.ok('createAction', { body: { title: 'Sew', file_ids: [file.id] } });
      expect(await sees(file.id, other)).toBe(true);
      expect(await sees(file.id, { cookie: theirs.owner.cookie })).toBe(false);
    });

    test.each(['action', 'document', 'note'] as const)(
      'is also for who removed it last, from a record of kind %s, and may attach it again',
      async (last) => {
        const { person, worker: agent } = ours;
        const { id: file } = await upload({ content: png }, worker);
        const files = { file_ids: [file] };
        const action = await agent.ok('createAction', { body: { title: 'Sew', ...files } });
        const document = await person.ok('createDocument', {
          body: { title: 'Hems', content: 'Sew.', ...files },
        });
        const note = await person.ok('createActionNote', {
          path: { id: action.id },
          body: { body: 'Sew.', ...files },
        });
        const change = {
          action: (file_ids: string[]) =>
            person.ok('updateAction', { path: { id: action.id }, body: { file_ids } }),
          document: (file_ids: string[]) =>
            person.ok('updateDocument', { path: { id: document.id }, body: { file_ids } }),
          note: (file_ids: string[]) =>
            person.ok('updateNote', { path: { id: note.id }, body: { file_ids } }),
        };
        for (const kind of ['action', 'document', 'note'] as const) {
          if (kind !== last) await change[kind]([]);
        }
        await database().knex('files').where({ id: file }).update({ removed_by_actor_id: null });
        await change[last]([]);
        const see = [await sees(file, worker), await sees(file, owner), await sees(file, other)];
        expect(see).toEqual([true, true, false]);
        expect((await change[last]([file])).files).toMatchObject([{ id: file }]);
        expect(await sees(file, other)).toBe(true);
      },
    );
  });

  describe('deleteFile', () => {
    const statusOf = async (id: string, by: ApiClient = ours.person) =>
      (await by.send('deleteFile', { path: { id } })).status;

    test('deletes the bytes of an unused file for its uploader, once', async () => {
      const content = Buffer.alloc(limits.file_chunk_bytes + 1, 'a');
      const { id } = await upload({ content });
      expect(await statusOf(id, ours.worker)).toBe(404);
      expect(await statusOf(id, theirs.person)).toBe(404);
      const sent = await Promise.all(Array.from({ length: 5 }, () => statusOf(id)));
      expect(sent.toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404]);
      problemOf(await read(id, owner), 'NOT_FOUND');
      const left = await database().knex('file_chunks').where({ file_id: id });
      expect(left).toEqual([]);
    });

    test('is refused while a record refers to the file, and to who only removed it', async () => {
      const { id: file } = await upload({ content: png }, worker);
      const body = { title: 'Sew', file_ids: [file] };
      const { id } = await ours.worker.ok('createAction', { body });
      const path = { id: file };
      for (const by of [ours.person, ours.worker]) {
        await by.fails('deleteFile', { path }, 409, 'FILE_IN_USE');
      }
      await ours.person.ok('updateAction', { path: { id }, body: { file_ids: [] } });
      await ours.person.fails('deleteFile', { path }, 403, 'FORBIDDEN');
      await ours.worker.ok('deleteFile', { path });
    });

    test('and a record that begins to refer to the file exclude each other', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await upload({ content: png });
        const [deleted, created] = await Promise.all([
          statusOf(id),
          ours.person.send('createAction', { body: { title: 'Sew', file_ids: [id] } }),
        ]);
        expect(['204 422', '409 201']).toContain(`${deleted} ${created.status}`);
      }
    });
  });

  describe('file_ids of an action', () => {
    const act = (body: object = {}, by: ApiClient = ours.person) =>
      by.ok('createAction', { body: { title: 'Sew the hem', ...body } });

    test('refer to files in their order, and show them', async () => {
      const one = await upload({ name: 'one.png', content: png });
      const two = await upload({ name: 'two.txt', content: Buffer.from('Two') });
      const summary = ({ id, name, media_type, bytes, sha256 }: typeof one) => ({
        id,
        name,
        media_type,
        bytes,
        sha256,
      });
      const action = await act({ file_ids: [two.id, one.id, two.id] });
      expect(action.files).toEqual([summary(two), summary(one)]);
      const list = await ours.person.ok('listActions', {
        query: { sort: '-created_at', limit: 1 },
      });
      expect(list.items[0]?.files).toEqual(action.files);
      const path = { id: action.id };
      const fewer = await ours.person.ok('updateAction', { path, body: { file_ids: [one.id] } });
      expect(fewer?.files).toEqual([summary(one)]);
      const none = await ours.person.ok('updateAction', { path, body: { file_ids: [] } });
      expect(none).not.toHaveProperty('files');
      const kept = await ours.person.ok('updateAction', { path, body: { title: 'Sew it' } });
      expect(kept).not.toHaveProperty('files');
    });

    test('are refused by every note if they are unknown', async () => {
      const records = await createRecordOfEachKind(ours, 'of notes');
      const targets = [
        ['createActionNote', records.action],
        ['createProjectNote', records.project],
        ['createOrderNote', records.order],
        ['createQuestionNote', records.question],
        ['createProposalNote', records.proposal],
        ['createDocumentNote', records.document],
      ] as const;
      const body = { body: 'See this.', file_ids: ['fil_unknown'] };
      for (const [operation, id] of targets) {
        await ours.person.fails(operation, { path: { id }, body }, 422, 'INVALID_REFERENCE');
      }
    });

    test('refuse a file that the caller does not see, with its place', async () => {
      const mine = await upload({ content: png });
      const hidden = await upload({ content: png }, worker);
      const foreign = await upload({ content: png }, { cookie: theirs.owner.cookie });
      for (const id of [hidden.id, foreign.id, 'fil_0']) {
        const body = { title: 'Sew', file_ids: [mine.id, id] };
        const error = await ours.person.fails('createAction', { body }, 422, 'INVALID_REFERENCE');
        expect(error.issues).toMatchObject([{ path: 'body/file_ids/1' }]);
      }
      const many = Array.from({ length: 21 }, (_, index) => `fil_${index}`);
      const body = { title: 'Sew', file_ids: many };
      await ours.person.fails('createAction', { body }, 400, 'VALIDATION_FAILED');
    });

    test('of a note show its files, and are visible as the note is', async () => {
      const one = await upload({ content: png }, worker);
      const document = await ours.worker.ok('createDocument', {
        body: { title: 'Mine', content: 'Draft', access_mode: 'private' },
      });
      const note = await ours.worker.ok('createDocumentNote', {
        path: { id: document.id },
        body: { body: 'See the picture.', file_ids: [one.id] },
      });
      expect(note.files).toMatchObject([{ id: one.id, media_type: 'image/png' }]);
      const path = { id: note.id };
      expect((await ours.worker.ok('getNote', { path })).files).toEqual(note.files);
      const list = await ours.worker.ok('listDocumentNotes', { path: { id: document.id } });
      expect(list.items[0]?.files).toEqual(note.files);
      problemOf(await read(one.id, other), 'NOT_FOUND');
      expect((await read(one.id, owner)).status).toBe(200);
      const body = { file_ids: [] };
      expect(await ours.worker.ok('updateNote', { path, body })).not.toHaveProperty('files');
      problemOf(await read(one.id, owner), 'NOT_FOUND');
    });

    test('of a document show its files, and are visible as the document is', async () => {
      const [one, two] = [
        await upload({ content: png }, worker),
        await upload({ content: png }, worker),
      ];
      const made = await ours.worker.ok('createDocument', {
        body: { title: 'Mine', content: 'Draft', access_mode: 'private', file_ids: [one.id] },
      });
      const path = { id: made.id };
      const change = (body: CallInput<'updateDocument'>['body']) =>
        ours.worker.ok('updateDocument', { path, body });
      expect(made.files).toMatchObject([{ id: one.id }]);
      expect((await ours.worker.ok('getDocument', { path })).files).toEqual(made.files);
      for (const include_content of [true, false]) {
        const query = { sort: '-created_at', limit: 1, include_content } as const;
        const { items } = await ours.worker.ok('listDocuments', { query });
        expect(items[0]?.files).toEqual(made.files);
      }
      problemOf(await read(one.id, other), 'NOT_FOUND');
      expect((await read(one.id, owner)).status).toBe(200);
      const changed = await change({ file_ids: [two.id, one.id] });
      expect(changed).toMatchObject({ version: 2, files: [{ id: two.id }, { id: one.id }] });
      expect((await change({ file_ids: [two.id, one.id] })).version).toBe(2);
      await change({ access_mode: 'shared_read', file_ids: [two.id] });
      expect((await read(two.id, other)).status).toBe(200);
      problemOf(await read(one.id, other), 'NOT_FOUND');
      const body = { file_ids: ['fil_0'] };
      await ours.worker.fails('updateDocument', { path, body }, 422, 'INVALID_REFERENCE');
      expect(await change({ file_ids: [] })).not.toHaveProperty('files');
    });

    test('of a question show its files until it has ended and after', async () => {
      const file = await upload({ content: png }, worker);
      const question = await ours.worker.ok('createQuestion', {
        body: { question: 'This blue?', on_answer: 'I sew.', file_ids: [file.id] },
      });
      const { files } = question;
      expect(files).toMatchObject([{ id: file.id, bytes: png.length }]);
      const path = { id: question.id };
      expect((await ours.person.ok('getQuestion', { path })).files).toEqual(files);
      const { items } = await ours.person.ok('listQuestions', { query: { limit: 1 } });
      expect(items[0]?.files).toEqual(files);
      expect((await ours.person.ok('takeQuestion', { path })).question.files).toEqual(files);
      const ended = await ours.person.ok('respondQuestion', { path, body: { response: 'Yes' } });
      expect(ended.question.files).toEqual(files);
      expect((await read(file.id, other)).status).toBe(200);
    });

    test('of a proposal include those of its request, and are as visible', async () => {
      const file = await upload({ content: png }, worker);
      const propose = (body: Omit<CallInput<'createProposal'>['body'], 'title'>) =>
        ours.worker.ok('createProposal', { body: { title: 'May I?', ...body } });
      const request = { operation: 'createAction', payload: { title: 'Sew', file_ids: [file.id] } };
      const proposal = await propose({ ...request, operation: 'createAction' });
      expect(proposal.files).toMatchObject([{ id: file.id }]);
      const path = { id: proposal.id };
      expect((await ours.person.ok('getProposal', { path })).files).toEqual(proposal.files);
      const { items } = await ours.person.ok('listProposals', { query: { limit: 1 } });
      expect(items[0]?.files).toEqual(proposal.files);
      expect((await read(file.id, other)).status).toBe(200);
      const none = await propose({ ...request, operation: 'createAction', file_ids: [] });
      expect(none.files).toEqual(proposal.files);
      const more = await Promise.all(
        Array.from({ length: 20 }, () => upload({ content: png }, worker)),
      );
      const ids = more.map(({ id }) => id);
      const many = {
        ...request,
        title: 'May I?',
        operation: 'createAction',
        file_ids: ids,
      } as const;
      const refused = await ours.worker.fails(
        'createProposal',
        { body: many },
        400,
        'VALIDATION_FAILED',
      );
      expect(refused.issues).toMatchObject([{ path: 'body/file_ids' }]);
      const unknown = { title: 'Sew', file_ids: ['fil_0'] };
      const body = { operation: 'createAction', title: 'May I?', payload: unknown } as const;
      const error = await ours.worker.fails('createProposal', { body }, 422, 'INVALID_REFERENCE');
      expect(error.issues).toMatchObject([{ path: 'body/payload/file_ids/0' }]);
      const mine = await ours.worker.ok('createDocument', {
        body: { title: 'Mine', content: 'Draft', access_mode: 'private' },
      });
      const hidden = await upload({ content: png }, worker);
      await propose({
        operation: 'updateDocument',
        payload: { id: mine.id, access_mode: 'shared_edit', file_ids: [hidden.id] },
      });
      problemOf(await read(hidden.id, other), 'NOT_FOUND');
      expect((await read(hidden.id, owner)).status).toBe(200);
    });

    test('of a payload that the decider changes are visible to the agent', async () => {
      const [asked, hidden] = [
        await upload({ content: png }, worker),
        await upload({ content: png }, worker),
      ];
      const added = await upload({ content: png });
      const payload = { title: 'Sew', file_ids: [asked.id] };
      for (const execute of ['on_permit', 'by_agent'] as const) {
        const body = { operation: 'createAction', title: 'May I?', payload, execute } as const;
        const { id } = await ours.worker.ok('createProposal', { body });
        const permit = (ids: string[]) => ({
          path: { id },
          body: { payload: { title: 'Sew', file_ids: ids } },
        });
        const refused = permit([added.id, hidden.id]);
        const error = await ours.person.fails('permitProposal', refused, 422, 'INVALID_REFERENCE');
        expect(error.issues).toMatchObject([{ path: 'body/payload/file_ids/1' }]);
        const permitted = await ours.person.ok('permitProposal', permit([added.id]));
        expect(permitted?.files?.map((file) => file.id)).toEqual([asked.id, added.id]);
        expect((await read(added.id, worker)).status).toBe(200);
        const { items } = await ours.worker.ok('listActions', {
          query: { limit: 1, sort: '-created_at' },
        });
        const made =
          execute === 'on_permit'
            ? items[0]
            : await ours.worker.ok('createAction', {
                body: { title: 'Sew', file_ids: [added.id], permitted_proposal_id: id },
              });
        expect(made?.files).toMatchObject([{ id: added.id }]);
      }
    });

    test('are shown by actions, contexts and views', async () => {
      const file = await upload({ name: 'hem.png', content: png }, worker);
      const file_ids = [file.id];
      const files = [expect.objectContaining({ id: file.id, name: 'hem.png' })];
      const { id } = await act({ status: 'ready', assigned_actor_id: ours.agent.actor_id });
      const path = { id };
      const { id: noteId } = await ours.worker.ok('createActionNote', {
        path,
        body: { body: 'See the hem.', file_ids },
      });
      const ask = { on_answer: 'I sew.', action_id: id, file_ids };
      const question = (text: string) =>
        ours.worker.ok('createQuestion', { body: { question: text, ...ask } });
      const ended = await question('Red?');
      await ours.person.ok('dismissQuestion', { path: { id: ended.id } });
      const open = await question('Blue?');
      const document = await ours.worker.ok('createDocument', {
        body: { title: 'Hems', content: 'Text', file_ids },
      });
      const link = { action_id: id, document_id: document.id };
      await ours.worker.ok('createLink', { body: link });
      const proposal = await ours.worker.ok('createProposal', {
        body: { operation: 'createAction', title: 'More?', payload: { title: 'Sew', file_ids } },
      });

      const notes = { latest_note: { id: noteId, files }, last_activity_note: { files } };
      expect(await ours.person.ok('getAction', { path })).toMatchObject(notes);
      // The second time, the rows are cached.
      for (const _ of [1, 2]) {
        const { items } = await ours.person.ok('listActions', {
          query: { limit: 1, sort: '-created_at' },
        });
        expect(items).toMatchObject([notes]);
      }
      expect(await ours.worker.ok('getActionContext', { path })).toMatchObject({
        action: notes,
        notes: [{ files }],
        open_questions: [{ id: open.id, files }],
        ended_questions: [{ id: ended.id, files }],
        linked_documents: [{ files }],
      });
      const mine = { path: { id: ours.agent.id } };
      const overview = await ours.worker.ok('getAgentOverview', mine);
      expect(overview.my_open_questions[0]).toMatchObject({ id: open.id, files });
      const query = { include: ['requests', 'proposals'] as const };
      const view = await ours.person.ok('getCommandView', {
        query: { include: [...query.include] },
      });
      const { question: entry } = view.requests.find(({ request }) => request.id === open.id) ?? {};
      expect(entry?.files).toEqual(files);
      expect(view.proposals?.find((each) => each.id === proposal.id)?.files).toEqual(files);
      const { asked_questions: asked } = await ours.worker.ok('getMineView');
      expect(asked[0]).toMatchObject({ id: open.id, files });
      await ours.worker.ok('updateNote', { path: { id: noteId }, body: { file_ids: [] } });
      const { items } = await ours.person.ok('listActions', {
        query: { limit: 1, sort: '-created_at' },
      });
      expect(items[0]?.latest_note).not.toHaveProperty('files');
    });

    test('are fewer in a short context, which says so', async () => {
      const many = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          upload({ name: `${index}${'x'.repeat(250)}`, content: png }, worker),
        ),
      );
      const file_ids = many.map((each) => each.id);
      const { id } = await act();
      const body = { body: 'See them.', file_ids };
      await ours.worker.ok('createActionNote', { path: { id }, body });
      const whole = await ours.worker.ok('getActionContext', { path: { id } });
      expect(whole.notes[0]?.files).toHaveLength(20);
      const query = { max_bytes: 6144 };
      const short = await ours.worker.ok('getActionContext', { path: { id }, query });
      expect(Buffer.byteLength(JSON.stringify(short))).toBeLessThanOrEqual(6144);
      const { files = [] } = short.notes[0] ?? {};
      expect(files.length).toBeGreaterThan(0);
      expect(files).toEqual(whole.notes[0]?.files?.slice(0, files.length));
      expect(short.truncated.texts).toContain('notes/0/files');
    });

    test('delete a file a week after the last reference to it', async () => {
      const file = await upload({ content: png });
      const purgeAt = async (): Promise<unknown> => {
        const row = await database().knex('files').where({ id: file.id }).first('purge_at');
        return row?.purge_at;
      };
      const purge = (cutoff: Date) =>
        transact(database(), (transaction) => filePurge.remove(transaction, cutoff.toISOString()));
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
      expect(new Date(String(await purgeAt())).getTime()).toBeGreaterThan(inDays(6.9).getTime());
      const [one, two] = [await act({ file_ids: [file.id] }), await act({ file_ids: [file.id] })];
      expect(await purgeAt()).toBeNull();
      await ours.person.ok('updateAction', { path: { id: one.id }, body: { file_ids: [] } });
      expect(await purgeAt()).toBeNull();
      while ((await purge(inDays(400))) > 0);
      expect(await purgeAt()).toBeNull();
      await ours.person.ok('updateAction', { path: { id: two.id }, body: { file_ids: [] } });
      const time = new Date(String(await purgeAt())).getTime();
      expect(time).toBeGreaterThan(inDays(6.9).getTime());
      expect(time).toBeLessThan(inDays(7.1).getTime());
      while ((await purge(inDays(6))) > 0);
      expect(await purgeAt()).toBeDefined();
      while ((await purge(inDays(8))) > 0);
      expect(await purgeAt()).toBeUndefined();
      expect(await database().knex('file_chunks').where({ file_id: file.id })).toEqual([]);
    });
  });
});
