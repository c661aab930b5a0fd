import { setTimeout } from 'node:timers/promises';
import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient, type CallInput } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';

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
