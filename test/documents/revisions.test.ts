import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { tagOf } from '../support/entity-tag';

type Document = components['schemas']['Document'];

describeOnEachDatabase('Revisions', (database) => {
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
    by.ok('createDocument', { body: { title: 'House style', content: 'one', ...body } });

  const read = (id: string) => ours.person.ok('getDocument', { path: { id } });

  /** Changes the content of the current version. */
  const write = async (
    id: string,
    content: unknown,
    by: ApiClient = ours.person,
    reason?: string,
  ) =>
    by.ok('updateDocument', {
      path: { id },
      header: { 'If-Match': `"${(await read(id)).version}"` },
      body: { content, ...(reason === undefined ? {} : { reason }) },
    });

  const revisionsOf = async (id: string) =>
    (await ours.person.ok('listDocumentRevisions', { path: { id } })).items;

  const newestOf = async (id: string) => {
    const [newest] = await revisionsOf(id);
    if (newest === undefined) throw new Error('There is no revision.');
    return newest;
  };

  const forged = (number: number): string =>
    Buffer.from(JSON.stringify(['-number', number, 'rev_1'])).toString('base64url');

  const eventsOf = (id: string): Promise<{ kind: string; summary: string }[]> =>
    database().knex('events').where({ subject_id: id }).orderBy('id').select('kind', 'summary');

  /** The document of an order of the worker. */
  const orderDocument = async (body: object = {}) => {
    const document = await create({ access_mode: 'shared_edit', ...body });
    const order = await ours.person.ok('createOrder', {
      body: { name: 'Keep it', agent_id: ours.agent.id, document_id: document.id },
    });
    return { document, order };
  };

  /** The records that a refused request must not change. */
  const stateOf = async (id: string) => [await read(id), await revisionsOf(id), await eventsOf(id)];

  describe('updateDocument', () => {
    test('new content is a revision with its reason', async () => {
      const document = await create({ content: { say: 'one' } });
      const { status, body, headers } = await ours.person.call('updateDocument', {
        path: { id: document.id },
        header: { 'If-Match': '"1"' },
        body: { content: { say: 'two' }, reason: 'It was wrong.' },
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      expect(body).toEqual({
        ...document,
        content: { say: 'two' },
        revision_number: 2,
        review_state: 'none',
        updated_at: expect.any(String),
        version: 2,
      });
      expect(await read(document.id)).toEqual(body);
      const { owner } = ours.owner;
      expect(await revisionsOf(document.id)).toEqual([
        {
          id: expect.stringMatching(/^rev_/),
          workspace_id: ours.workspaceId,
          document_id: document.id,
          number: 2,
          reason: 'It was wrong.',
          review_state: 'none',
          reviewed_by_actor_id: null,
          reviewed_at: null,
          reverts_revision_id: null,
          created_by_actor_id: owner.id,
          created_at: (await read(document.id)).updated_at,
          created_by_actor_name: owner.name,
          created_by_actor_kind: 'user',
          created_by_agent_id: null,
          created_by_user_id: owner.userId,
          version: 1,
        },
        expect.objectContaining({ number: 1, reason: null, created_at: document.created_at }),
      ]);
      expect(await eventsOf(document.id)).toMatchObject([
        { kind: 'document.created' },
        { kind: 'document.updated', summary: `${owner.name} changed content.` },
      ]);
    });

    test('title and access mode need no version and make no revision', async () => {
      const { id } = await create();
      const body = { title: 'Style', access_mode: 'shared_edit' } as const;
      expect(await ours.person.ok('updateDocument', { path: { id }, body })).toMatchObject({
        ...body,
        content: 'one',
        revision_number: 1,
        version: 2,
      });
      expect(await revisionsOf(id)).toHaveLength(1);
      expect((await eventsOf(id)).at(-1)).toMatchObject({
        kind: 'document.updated',
        summary: `${ours.owner.owner.name} changed title, access.`,
      });
    });

    test('equal values change nothing', async () => {
      const { id, ...document } = await create({ content: { a: [1, null] } });
      const before = await stateOf(id);
      for (const body of [{}, { title: document.title }, { content: document.content }]) {
        const header = { 'If-Match': '"1"' };
        expect(await ours.person.ok('updateDocument', { path: { id }, header, body })).toEqual({
          id,
          ...document,
        });
      }
      expect(await stateOf(id)).toEqual(before);
    });

    test('content without a version is refused for every caller', async () => {
      const { id } = await create({}, ours.worker);
      const before = await stateOf(id);
      for (const by of [ours.person, ours.worker]) {
        const { details } = await by.fails(
          'updateDocument',
          { path: { id }, body: { content: null } },
          428,
          'VERSION_REQUIRED',
        );
        expect(details).toEqual({ current_version: 1 });
      }
      expect(await stateOf(id)).toEqual(before);
    });

    describe('an edit', () => {
      const header = { 'If-Match': '"1"' };
      const edit = (id: string, find: string, replace: string) => ({
        path: { id },
        header,
        body: { edit: { find, replace } },
      });

      test('replaces the only occurrence, literally, and makes a revision', async () => {
        const { id } = await create({ content: 'The $1 logo. The old name (.*).' });
        const reason = 'It was wrong.';
        const input = edit(id, 'name (.*)', '$& $1 𝄞');
        const body = { ...input.body, reason };
        const after = await ours.person.ok('updateDocument', { ...input, body });
        expect(after).toMatchObject({
          content: 'The $1 logo. The old $& $1 𝄞.',
          revision_number: 2,
          version: 2,
        });
        expect((await revisionsOf(id))[0]).toMatchObject({ reason, number: 2 });
      });

      test.each([
        ['no occurrence', 'The', 0],
        ['several occurrences', 'the the', 2],
        ['overlapping occurrences', 'thethethe', 2, 'thethe'],
        ['content that is no text', { the: 'the' }, null],
      ])('422 for %s', async (_, content, occurrences, find = 'the') => {
        const { id } = await create({ content });
        const before = await stateOf(id);
        const input = edit(id, find, 'a');
        const { details, issues } = await ours.person.fails(
          'updateDocument',
          input,
          422,
          'INVALID_EDIT',
        );
        expect(details).toEqual({ occurrences });
        expect(issues).toMatchObject([{ path: 'body/edit/find' }]);
        expect(await stateOf(id)).toEqual(before);
      });

      test('needs If-Match, and is neither with content nor larger than 1 MiB', async () => {
        const { id } = await create({ content: 'one' });
        const { path, body } = edit(id, 'one', 'two');
        const input = { path, body };
        await ours.person.fails('updateDocument', input, 428, 'VERSION_REQUIRED');
        const stale = { ...input, header: { 'If-Match': '"7"' } };
        await ours.person.fails('updateDocument', stale, 412, 'STALE_VERSION');
        for (const [wrong, at] of [
          [{ ...body, content: 'three' }, 'body/edit'],
          [{ title: 'Two', reason: 'why' }, 'body/reason'],
        ] as const) {
          const refused = { path, header, body: wrong };
          const { issues } = await ours.person.fails(
            'updateDocument',
            refused,
            400,
            'VALIDATION_FAILED',
          );
          expect(issues.map((issue) => issue.path)).toEqual([at]);
        }
        const large = edit(id, 'one', 'x'.repeat(1024 * 1024));
        await ours.person.fails('updateDocument', large, 413, 'PAYLOAD_TOO_LARGE');
      });
    });

    test('an old version is refused with the current one; * matches any', async () => {
      const { id } = await create();
      await write(id, 'two');
      const before = await stateOf(id);
      for (const body of [{ content: 'three' }, { title: 'Three' }] as const) {
        const input = { path: { id }, header: { 'If-Match': '"1"' }, body };
        const { details } = await ours.person.fails('updateDocument', input, 412, 'STALE_VERSION');
        expect(details).toEqual({ current_version: 2 });
      }
      expect(await stateOf(id)).toEqual(before);
      const header = { 'If-Match': '*' };
      const body = { content: 'three' };
      expect(await ours.person.ok('updateDocument', { path: { id }, header, body })).toMatchObject({
        content: 'three',
        revision_number: 3,
      });
    });

    test('one of twenty concurrent writers with the same version succeeds, repeatedly', async () => {
      const { id } = await create();
      for (const version of [1, 2, 3]) {
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            ours.person.call('updateDocument', {
              path: { id },
              header: { 'If-Match': `"${version}"` },
              body: { content: `${version} by ${index}` },
            }),
          ),
        );
        const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
        expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
      }
      const { items, total } = await ours.person.ok('listDocumentRevisions', { path: { id } });
      expect(items.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
      expect(total).toBe(4);
      expect(await read(id)).toMatchObject({ revision_number: 4, version: 4 });
    });

    describe('permissions', () => {
      const content = (id: string): { path: { id: string }; header: object; body: object } => ({
        path: { id },
        header: { 'If-Match': '"1"' },
        body: { content: 'two' },
      });

      test.each(['private', 'shared_read', 'shared_comment', 'shared_edit'] as const)(
        '%s: its creator, people and sysadmins',
        async (access_mode) => {
          for (const by of ['worker', 'person', 'sysadmin'] as const) {
            const { id } = await create({ access_mode }, ours.worker);
            const caller = by === 'sysadmin' ? sysadmin : ours[by];
            expect((await caller.send('updateDocument', content(id))).status).toBe(200);
          }
        },
      );

      test.each(['shared_read', 'shared_comment'] as const)(
        '%s: no other worker',
        async (access_mode) => {
          const { id } = await create({ access_mode });
          const before = await stateOf(id);
          await otherWorker.fails('updateDocument', content(id), 403, 'FORBIDDEN');
          const title = { path: { id }, body: { title: 'Mine' } };
          await otherWorker.fails('updateDocument', title, 403, 'FORBIDDEN');
          expect(await stateOf(id)).toEqual(before);
        },
      );

      test('shared_edit: other workers change the content, not the access mode', async () => {
        const { id } = await create({ access_mode: 'shared_edit' });
        await write(id, 'two', otherWorker);
        const title = await otherWorker.ok('updateDocument', {
          path: { id },
          body: { title: 'Ours', access_mode: 'shared_edit' },
        });
        expect(title).toMatchObject({ title: 'Ours', content: 'two' });
        const before = await stateOf(id);
        for (const access_mode of ['private', 'shared_read']) {
          const input = { path: { id }, body: { access_mode } };
          await otherWorker.fails('updateDocument', input, 403, 'FORBIDDEN');
        }
        expect(await stateOf(id)).toEqual(before);
      });

      test('private: 404 for other workers', async () => {
        const { id } = await create({ access_mode: 'private' });
        await otherWorker.fails('updateDocument', content(id), 404, 'NOT_FOUND');
        expect(await read(id)).toMatchObject({ content: 'one' });
      });

      test('an agent that needs approval edits only its private documents without one', async () => {
        const { token } = await addAgent(app, ours.owner, { requires_proposals: true });
        const asking = client(app, { bearer: token });
        const shared = await create({ access_mode: 'shared_edit' });
        const before = await stateOf(shared.id);
        const { details } = await asking.fails(
          'updateDocument',
          content(shared.id),
          403,
          'PROPOSAL_REQUIRED',
        );
        expect(details).toMatchObject({ operation: 'updateDocument' });
        expect(await stateOf(shared.id)).toEqual(before);
        const own = await create({ access_mode: 'private' }, asking);
        await write(own.id, 'two', asking);
      });

      test('an unknown proposal is refused', async () => {
        const { id } = await create();
        const body = { title: 'x', permitted_proposal_id: 'ppl_none' };
        const { issues } = await ours.person.fails(
          'updateDocument',
          { path: { id }, body },
          422,
          'INVALID_REFERENCE',
        );
        expect(issues).toMatchObject([{ path: 'body/permitted_proposal_id' }]);
      });
    });

    describe("an order's document", () => {
      test('a change by an agent is in review', async () => {
        const { document } = await orderDocument();
        for (const [by, content] of [
          [ours.worker, 'two'],
          [sysadmin, 'three'],
        ] as const) {
          expect(await write(document.id, content, by)).toMatchObject({
            content,
            review_state: 'pending',
          });
        }
        const states = (await revisionsOf(document.id)).map((revision) => revision.review_state);
        expect(states).toEqual(['pending', 'pending', 'none']);
        const pending = await ours.person.ok('listDocuments', {
          query: { review_state: 'pending' },
        });
        expect(pending.items.map(({ id }) => id)).toContain(document.id);
        expect(pending.filters).toEqual({ review_state: 'pending' });
      });

      test('a change by a person is not in review, and neither is a new title', async () => {
        const { document } = await orderDocument();
        expect(await write(document.id, 'two')).toMatchObject({ review_state: 'none' });
        const body = { title: 'Renamed' };
        const path = { id: document.id };
        expect(await ours.worker.ok('updateDocument', { path, body })).toMatchObject({
          review_state: 'none',
        });
      });

      test('not in review after the order was dropped', async () => {
        const { document, order } = await orderDocument();
        await database().knex('orders').where({ id: order.id }).update({ state: 'paused' });
        expect(await write(document.id, 'two', ours.worker)).toMatchObject({
          review_state: 'pending',
        });
        await database().knex('orders').where({ id: order.id }).update({ state: 'dropped' });
        expect(await write(document.id, 'three', ours.worker)).toMatchObject({
          review_state: 'none',
        });
      });

      test('the agent of the order sees every change in its overview', async () => {
        const { document } = await orderDocument();
        await write(document.id, 'two', ours.worker);
        const { id } = await newestOf(document.id);
        await ours.person.ok('approveRevision', { path: { id } });
        await ours.person.ok('revertRevision', { path: { id } });
        const overview = await ours.person.ok('getAgentOverview', {
          path: { id: ours.agent.id },
          query: { full: true },
        });
        const changes = overview.recent_activity.order_doc_changes.filter(
          (entry) => entry.target_id === document.id,
        );
        const { name } = ours.owner.owner;
        expect(changes.map(({ summary }) => summary)).toEqual([
          `${name} took back revision 2.`,
          `${name} approved revision 2.`,
          `${ours.agent.name} changed content.`,
          `${name} added the document.`,
        ]);
      });
    });

    test('content of more than 1 MiB is refused', async () => {
      const { id } = await create();
      const body = { content: 'x'.repeat(1024 * 1024) };
      const input = { path: { id }, header: { 'If-Match': '"1"' }, body };
      const { issues } = await ours.person.fails('updateDocument', input, 413, 'PAYLOAD_TOO_LARGE');
      expect(issues).toMatchObject([{ path: 'body/content' }]);
    });

    test('a reason needs new content', async () => {
      const { id } = await create();
      const body = { title: 'x', reason: 'Because' };
      await ours.person.fails('updateDocument', { path: { id }, body }, 400, 'VALIDATION_FAILED');
      expect(await read(id)).toMatchObject({ version: 1 });
    });

    test('the same 404 for an id that is unknown or in another workspace', async () => {
      const { id } = await create({}, theirs.person);
      for (const missing of [id, 'doc_none']) {
        const input = { path: { id: missing }, body: { title: 'x' } };
        await ours.person.fails('updateDocument', input, 404, 'NOT_FOUND');
      }
    });
  });

  describe('listDocumentRevisions', () => {
    let document: Document;

    beforeAll(async () => {
      ({ document } = await orderDocument());
      await write(document.id, 'two', ours.worker);
      await write(document.id, 'three');
      await write(document.id, 'four', ours.worker);
    });

    const list = (query: object = {}, by: ApiClient = ours.person) =>
      by.ok('listDocumentRevisions', { path: { id: document.id }, query });

    test('newest first, without content', async () => {
      const { items, ...envelope } = await list({}, otherWorker);
      expect(items.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
      expect(items.some((item) => 'content' in item)).toBe(false);
      expect(envelope).toEqual({
        total: 4,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-number',
        filters: {},
        hidden_count: 0,
      });
    });

    test.each(['number', '-number'] as const)('page by page by %s', async (sort) => {
      const first = await list({ sort, limit: 3 });
      const last = await list({ sort, limit: 3, after: first.page.next ?? '' });
      const numbers = [...first.items, ...last.items].map(({ number }) => number);
      expect(numbers).toEqual(sort === 'number' ? [1, 2, 3, 4] : [4, 3, 2, 1]);
    });

    test('filtered by review state', async () => {
      const { items, total, filters } = await list({ review_state: 'pending' });
      expect(items.map(({ number }) => number)).toEqual([4, 2]);
      expect(total).toBe(2);
      expect(filters).toEqual({ review_state: 'pending' });
    });

    test('404 for a document that the caller cannot see', async () => {
      const hidden = await create({ access_mode: 'private' });
      const path = { id: hidden.id };
      await ours.worker.fails('listDocumentRevisions', { path }, 404, 'NOT_FOUND');
      await theirs.person.fails('listDocumentRevisions', { path }, 404, 'NOT_FOUND');
      await sysadmin.ok('listDocumentRevisions', { path });
    });

    test.each([
      [{ sort: 'created_at' }, 'VALIDATION_FAILED'],
      [{ review_state: 'open' }, 'VALIDATION_FAILED'],
      [{ number: 1 }, 'UNKNOWN_PARAMETER'],
      [{ after: forged(2 ** 31) }, 'VALIDATION_FAILED'],
    ] as const)('%j is refused', async (query, code) => {
      const input = { path: { id: document.id }, query };
      await ours.person.fails('listDocumentRevisions', input, 400, code);
    });
  });

  describe('getRevision', () => {
    test('returns the content of that revision', async () => {
      const document = await create({ content: { n: [1] } });
      await write(document.id, 'two', ours.person, 'Simpler');
      const [second, first] = await revisionsOf(document.id);
      const contents = [];
      for (const revision of [first, second]) {
        const { body, headers } = await ours.worker.call('getRevision', {
          path: { id: String(revision?.id) },
        });
        expect(body).toMatchObject({ ...revision });
        expect(headers['etag']).toEqual(tagOf(1));
        contents.push(body);
      }
      expect(contents).toMatchObject([{ content: { n: [1] } }, { content: 'two' }]);
    });

    test('304 for an unchanged revision', async () => {
      const { id } = await newestOf((await create()).id);
      const { headers } = await ours.worker.call('getRevision', { path: { id } });
      const header = { 'If-None-Match': String(headers['etag']) };
      expect((await ours.worker.call('getRevision', { path: { id }, header })).status).toBe(304);
    });

    test('visible to every viewer of the document', async () => {
      const { id: documentId } = await create({ access_mode: 'private' }, ours.worker);
      const { id } = await newestOf(documentId);
      for (const by of [ours.worker, ours.person, sysadmin]) {
        await by.ok('getRevision', { path: { id } });
      }
      for (const by of [otherWorker, theirs.person]) {
        await by.fails('getRevision', { path: { id } }, 404, 'NOT_FOUND');
      }
    });
  });

  describe('approveRevision', () => {
    const pending = async () => {
      const { document } = await orderDocument();
      await write(document.id, 'two', ours.worker);
      return { document, revision: await newestOf(document.id) };
    };

    test('ends the review of the revision and of the document', async () => {
      const { document, revision } = await pending();
      const { status, body, headers } = await ours.person.call('approveRevision', {
        path: { id: revision.id },
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      expect(body).toEqual({
        ...revision,
        review_state: 'approved',
        reviewed_by_actor_id: ours.owner.owner.id,
        reviewed_at: expect.any(String),
        version: 2,
        content: 'two',
      });
      expect(await ours.person.ok('getRevision', { path: { id: revision.id } })).toEqual(body);
      expect(await read(document.id)).toMatchObject({ review_state: 'approved', version: 3 });
      expect((await eventsOf(document.id)).at(-1)).toMatchObject({ kind: 'document.approved' });
    });

    test('approving an earlier revision does not change the state of the newest', async () => {
      const { document, revision } = await pending();
      await write(document.id, 'three', ours.worker);
      await ours.person.ok('approveRevision', { path: { id: revision.id } });
      expect(await read(document.id)).toMatchObject({ review_state: 'pending', version: 3 });
      const states = (await revisionsOf(document.id)).map((each) => each.review_state);
      expect(states).toEqual(['pending', 'approved', 'none']);
    });

    test('a revision that is not in review is refused', async () => {
      const { document, revision } = await pending();
      await ours.person.ok('approveRevision', { path: { id: revision.id } });
      const first = (await revisionsOf(document.id)).at(-1);
      const other = await pending();
      await ours.person.ok('revertRevision', { path: { id: other.revision.id } });
      const before = await stateOf(document.id);
      for (const [id, review_state] of [
        [revision.id, 'approved'],
        [other.revision.id, 'reverted'],
        [String(first?.id), 'none'],
      ] as const) {
        const input = { path: { id } };
        const { details } = await ours.person.fails('approveRevision', input, 409, 'NOT_IN_REVIEW');
        expect(details).toEqual({ review_state });
      }
      expect(await stateOf(document.id)).toEqual(before);
    });

    test('one of ten concurrent requests approves', async () => {
      const { document, revision } = await pending();
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          ours.person.call('approveRevision', { path: { id: revision.id } }),
        ),
      );
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
      const emitted = (await eventsOf(document.id)).filter(
        ({ kind }) => kind === 'document.approved',
      );
      expect(emitted).toHaveLength(1);
    });

    test('compares If-Match with the version', async () => {
      const { document, revision } = await pending();
      const before = await stateOf(document.id);
      const input = { path: { id: revision.id }, header: { 'If-Match': '"7"' } };
      await ours.person.fails('approveRevision', input, 412, 'STALE_VERSION');
      expect(await stateOf(document.id)).toEqual(before);
    });

    test('a retry returns the same response', async () => {
      const { revision } = await pending();
      const input = { path: { id: revision.id }, body: { client_request_id: revision.id } };
      const first = await ours.person.call('approveRevision', input);
      const second = await ours.person.call('approveRevision', input);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
    });

    test('only for people of the same workspace', async () => {
      const { revision } = await pending();
      const input = { path: { id: revision.id } };
      for (const by of [ours.worker, sysadmin]) {
        await by.fails('approveRevision', input, 403, 'WRONG_ACTOR');
      }
      await theirs.person.fails('approveRevision', input, 404, 'NOT_FOUND');
    });
  });

  describe('revertRevision', () => {
    test('the previous content becomes a new revision', async () => {
      const { document } = await orderDocument({ content: { n: 1 } });
      await write(document.id, 'two', ours.worker);
      const taken = await newestOf(document.id);
      const { status, body, headers } = await ours.person.call('revertRevision', {
        path: { id: taken.id },
        body: { reason: 'Not yet.' },
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(1));
      const { owner } = ours.owner;
      expect(body).toMatchObject({
        document_id: document.id,
        number: 3,
        content: { n: 1 },
        reason: 'Not yet.',
        review_state: 'none',
        reverts_revision_id: taken.id,
        created_by_actor_id: owner.id,
      });
      expect(await read(document.id)).toMatchObject({
        content: { n: 1 },
        revision_number: 3,
        review_state: 'none',
        updated_by_actor_id: owner.id,
        version: 3,
      });
      expect(await revisionsOf(document.id)).toMatchObject([
        { number: 3 },
        {
          number: 2,
          review_state: 'reverted',
          reviewed_by_actor_id: owner.id,
          reviewed_at: expect.any(String),
          version: 2,
        },
        { number: 1, review_state: 'none' },
      ]);
      expect((await eventsOf(document.id)).at(-1)).toMatchObject({ kind: 'document.reverted' });
    });

    test('reverting the revert restores the content', async () => {
      const { id: documentId } = await create();
      await write(documentId, 'two');
      for (const content of ['one', 'two', 'one']) {
        const { id } = await newestOf(documentId);
        const reverted = await ours.person.ok('revertRevision', { path: { id } });
        expect(reverted).toMatchObject({ content, reason: null, reverts_revision_id: id });
        expect(await read(documentId)).toMatchObject({ content });
      }
    });

    test('the first revision, and one that is not the newest, cannot be reverted', async () => {
      const { id: documentId } = await create();
      const first = await newestOf(documentId);
      const refused = async (id: string, cause: string) => {
        const before = await stateOf(documentId);
        const newest = await newestOf(documentId);
        const input = { path: { id } };
        const { details } = await ours.person.fails('revertRevision', input, 409, 'NOT_REVERTIBLE');
        expect(details).toEqual({ cause, newest_revision_id: newest.id });
        expect(await stateOf(documentId)).toEqual(before);
      };
      await refused(first.id, 'first');
      await write(documentId, 'two');
      const second = await newestOf(documentId);
      await refused(first.id, 'superseded');
      await ours.person.ok('revertRevision', { path: { id: second.id } });
      await refused(second.id, 'superseded');
    });

    test('one of ten concurrent requests reverts', async () => {
      const { id: documentId } = await create();
      await write(documentId, 'two');
      const { id } = await newestOf(documentId);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => ours.person.call('revertRevision', { path: { id } })),
      );
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
      expect(await read(documentId)).toMatchObject({ content: 'one', revision_number: 3 });
    });

    test('with a concurrent writer: either the change or the revert is refused', async () => {
      const { id: documentId } = await create();
      await write(documentId, 'two');
      const { id } = await newestOf(documentId);
      const [written, reverted] = await Promise.all([
        ours.person.call('updateDocument', {
          path: { id: documentId },
          header: { 'If-Match': '"2"' },
          body: { content: 'three' },
        }),
        ours.person.call('revertRevision', { path: { id } }),
      ]);
      expect([
        [200, 409],
        [412, 200],
      ]).toContainEqual([written.status, reverted.status]);
      expect(await read(documentId)).toMatchObject({
        content: written.status === 200 ? 'three' : 'one',
        revision_number: 3,
      });
    });

    test('compares If-Match with the version', async () => {
      const { id: documentId } = await create();
      await write(documentId, 'two');
      const before = await stateOf(documentId);
      const { id } = await newestOf(documentId);
      const input = { path: { id }, header: { 'If-Match': '"2"' } };
      await ours.person.fails('revertRevision', input, 412, 'STALE_VERSION');
      expect(await stateOf(documentId)).toEqual(before);
      await ours.person.ok('revertRevision', { path: { id }, header: { 'If-Match': '"1"' } });
    });

    test('a retry returns the same response, and reverts once', async () => {
      const { id: documentId } = await create();
      await write(documentId, 'two');
      const { id } = await newestOf(documentId);
      const input = { path: { id }, body: { client_request_id: id } };
      const first = await ours.person.call('revertRevision', input);
      const second = await ours.person.call('revertRevision', input);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      expect(await revisionsOf(documentId)).toHaveLength(3);
    });

    test('only for people of the same workspace', async () => {
      const { id: documentId } = await create({ access_mode: 'shared_edit' }, ours.worker);
      await write(documentId, 'two', ours.worker);
      const input = { path: { id: (await newestOf(documentId)).id } };
      for (const by of [ours.worker, sysadmin]) {
        await by.fails('revertRevision', input, 403, 'WRONG_ACTOR');
      }
      await theirs.person.fails('revertRevision', input, 404, 'NOT_FOUND');
    });
  });
});
