import type { components } from '../../generated/types';
import { startApp, type TestApp, addAgent } from '../../scripts/servers/app';
import { type ApiClient, client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';
import { tagOf } from '../support/entity-tag';

type ActionCreate = components['schemas']['ActionCreate'];

describeOnEachDatabase('Notes', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(async () => {
    await app.close();
  });

  const anAction = (body: Partial<ActionCreate> = {}, by: ApiClient = given.person) =>
    by.ok('createAction', { body: { title: 'Sew the hem', ...body } });

  const write = (id: string, body: string, by: ApiClient = given.person) =>
    by.ok('createActionNote', { path: { id }, body: { body } });

  const read = (id: string) => given.person.ok('getAction', { path: { id } });

  const eventsAbout = (actionId: string): Promise<{ kind: string; subject_id: string }[]> =>
    database()
      .knex('events')
      .where({ action_id: actionId, kind: 'note.created' })
      .select('kind', 'subject_id');

  describe('createActionNote', () => {
    test('stores the note and shows it with the action', async () => {
      const action = await anAction();
      const { status, body, headers } = await given.person.call('createActionNote', {
        path: { id: action.id },
        body: { body: 'The thread is red.' },
      });
      const { owner } = given.owner;
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^not_/),
        workspace_id: given.workspaceId,
        kind: 'note',
        action_id: action.id,
        agent_request_id: null,
        document_id: null,
        order_id: null,
        project_id: null,
        source_proposal_id: null,
        created_by_actor_id: owner.id,
        body: 'The thread is red.',
        created_at: expect.any(String),
        edited_at: null,
        archived: false,
        version: 1,
        created_by_actor_name: owner.name,
        created_by_actor_kind: 'user',
        created_by_agent_id: null,
        created_by_user_id: owner.userId,
      });
      const after = await read(action.id);
      expect(headers['location']).toBe(`/v1/notes/${after.latest_note?.id}`);
      expect(after.latest_note).toEqual(body);
      expect(after.last_activity_note).toEqual(body);
      expect(after).toMatchObject({
        version: 2,
        updated_at: action.updated_at,
        last_activity_at: after.latest_note?.created_at,
        is_working: false,
      });
      expect(await eventsAbout(action.id)).toEqual([
        { kind: 'note.created', subject_id: after.latest_note?.id },
      ]);
    });

    test('a note of the assignee sets is_working, a note of another caller does not', async () => {
      const { id } = await anAction({ status: 'ready' }, given.worker);
      await write(id, 'How far are you?', given.person);
      expect((await read(id)).is_working).toBe(false);
      const note = await write(id, 'Half of it', given.worker);
      expect(note).toMatchObject({
        created_by_agent_id: given.agent.id,
        created_by_user_id: null,
        created_by_actor_name: given.agent.name,
        created_by_actor_kind: 'agent',
      });
      expect((await read(id)).is_working).toBe(true);
    });

    test('allowed for everyone who sees the action, also after it has ended', async () => {
      const { id } = await anAction({ assigned_actor_id: given.owner.owner.id });
      await given.person.ok('completeAction', { path: { id }, body: { result_summary: 'Done' } });
      const note = await write(id, 'It came undone.', given.worker);
      expect(await read(id)).toMatchObject({ status: 'done', latest_note: { id: note.id } });
    });

    test('a later heartbeat is the last activity, not the latest note', async () => {
      const { id } = await anAction({ status: 'ready' }, given.worker);
      const note = await write(id, 'A remark');
      await given.worker.ok('heartbeatAction', { path: { id }, body: { progress_note: 'Sewing' } });
      expect(await read(id)).toMatchObject({
        latest_note: { id: note.id, kind: 'note' },
        last_activity_note: { kind: 'heartbeat', body: 'Sewing' },
      });
    });

    test('404 for an action that is unknown or in another workspace', async () => {
      const other = await anAction({}, theirs.person);
      for (const id of ['act_nothing', other.id]) {
        const sent = { path: { id }, body: { body: 'A remark' } };
        await given.person.fails('createActionNote', sent, 404, 'NOT_FOUND');
      }
    });

    test('needs a text of at most 64 KiB', async () => {
      const { id } = await anAction();
      for (const body of [{}, { body: '' }, { body: 'x'.repeat(65_537) }]) {
        const sent = { path: { id }, body };
        await given.person.fails('createActionNote', sent, 400, 'VALIDATION_FAILED');
      }
      await write(id, 'x'.repeat(65_536));
    });

    test('a retry with a client_request_id creates one note and returns the same response', async () => {
      const { id } = await anAction();
      const sent = { path: { id }, body: { body: 'Once', client_request_id: 'note-once' } };
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => given.person.call('createActionNote', sent)),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await eventsAbout(id)).toHaveLength(1);
      const other = { path: { id }, body: { body: 'Twice', client_request_id: 'note-once' } };
      await given.person.fails('createActionNote', other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });

    test('twenty concurrent notes are all stored', async () => {
      const { id } = await anAction();
      await Promise.all(Array.from({ length: 20 }, (_, index) => write(id, `Note ${index}`)));
      const { total, items } = await given.person.ok('listActionNotes', { path: { id } });
      expect(total).toBe(20);
      const { version, latest_note: latest } = await read(id);
      expect(version).toBe(21);
      expect(items.map((note) => note.id)).toContain(latest?.id);
    });
  });

  describe('listActionNotes', () => {
    let id: string;

    beforeAll(async () => {
      ({ id } = await anAction({ status: 'ready' }, given.worker));
      for (const text of ['one', 'two']) await write(id, text);
      await given.worker.ok('heartbeatAction', { path: { id }, body: { progress_note: 'three' } });
    });

    test('newest first, with heartbeats', async () => {
      const { items, ...envelope } = await given.worker.ok('listActionNotes', { path: { id } });
      expect(items.map(({ body, kind }) => [body, kind])).toEqual([
        ['three', 'heartbeat'],
        ['two', 'note'],
        ['one', 'note'],
      ]);
      expect(envelope).toEqual({
        total: 3,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: { include_archived: false },
        hidden_count: 0,
      });
    });

    test.each(['created_at', '-created_at'] as const)('page by page by %s', async (sort) => {
      const path = { id };
      const first = await given.person.ok('listActionNotes', { path, query: { sort, limit: 2 } });
      const after = first.page.next ?? '';
      const last = await given.person.ok('listActionNotes', {
        path,
        query: { sort, limit: 2, after },
      });
      const texts = [...first.items, ...last.items].map(({ body }) => body);
      const wanted = ['one', 'two', 'three'];
      expect(texts).toEqual(sort === 'created_at' ? wanted : wanted.toReversed());
      expect(last.page).toMatchObject({ has_more: false, next: null });
    });

    test('needs as many statements for 200 notes as for three', async () => {
      const many = await anAction();
      const cost = () =>
        countStatements(database(), () =>
          given.person.ok('listActionNotes', { path: { id: many.id }, query: { limit: 200 } }),
        );
      const insert = (from: number, to: number) =>
        database()
          .knex('notes')
          .insert(
            Array.from({ length: to - from }, (_, index) => ({
              workspace_id: given.workspaceId,
              id: `not_many_${from + index}`,
              kind: 'note',
              action_id: many.id,
              body: 'A remark',
              created_by_actor_id: given.owner.owner.id,
              created_at: many.created_at,
            })),
          );
      await insert(0, 3);
      const few = await cost();
      await insert(3, 200);
      expect(await cost()).toBe(few);
    });

    test('404 for an action that is unknown or in another workspace', async () => {
      for (const api of [given.person, given.worker]) {
        const nothing = { path: { id: 'act_nothing' } };
        await api.fails('listActionNotes', nothing, 404, 'NOT_FOUND');
      }
      await theirs.person.fails('listActionNotes', { path: { id } }, 404, 'NOT_FOUND');
    });

    test('refuses unknown parameters', async () => {
      const path = { id };
      const fails = (query: object, code: 'VALIDATION_FAILED' | 'UNKNOWN_PARAMETER') =>
        given.person.fails('listActionNotes', { path, query }, 400, code);
      await fails({ sort: 'body' }, 'VALIDATION_FAILED');
      await fails({ after: 'x' }, 'VALIDATION_FAILED');
      await fails({ kind: 'note' }, 'UNKNOWN_PARAMETER');
    });
  });

  describe('getNote', () => {
    test('reads a note', async () => {
      const note = await write((await anAction()).id, 'A remark');
      expect(await given.worker.ok('getNote', { path: { id: note.id } })).toEqual(note);
    });

    test('304 for an unchanged note', async () => {
      const { id } = await write((await anAction()).id, 'A remark');
      const { headers } = await given.worker.call('getNote', { path: { id } });
      expect(headers['etag']).toEqual(tagOf(1));
      const header = { 'If-None-Match': String(headers['etag']) };
      expect((await given.worker.call('getNote', { path: { id }, header })).status).toBe(304);
    });

    test('404 for a note that is unknown or in another workspace', async () => {
      const note = await write((await anAction()).id, 'A remark');
      await given.person.fails('getNote', { path: { id: 'not_nothing' } }, 404, 'NOT_FOUND');
      await theirs.person.fails('getNote', { path: { id: note.id } }, 404, 'NOT_FOUND');
    });

    test('404 when its action is beyond the history window of the plan', async () => {
      const small = await aWorkspace(app, database());
      const { id } = await anAction({}, small.person);
      const note = await write(id, 'A remark', small.person);
      await small.person.ok('completeAction', { path: { id }, body: { result_summary: 'Done' } });
      await database()
        .knex('actions')
        .where({ id })
        .update({ completed_at: '2020-01-01T00:00:00.000Z' });
      await small.person.ok('getNote', { path: { id: note.id } });
      await database().knex('workspaces').where({ id: small.workspaceId }).update({ plan: 'free' });
      await small.person.fails('getNote', { path: { id: note.id } }, 404, 'NOT_FOUND');
    });
  });

  describe('updateNote', () => {
    const update = (id: string, body: object, by: ApiClient = given.person) =>
      by.ok('updateNote', { path: { id }, body });

    const eventsOn = (id: string): Promise<{ kind: string; subject_title: string }[]> =>
      database().knex('events').where({ subject_id: id }).orderBy('id');

    test('edits the text, and the action shows it', async () => {
      const action = await anAction();
      const note = await write(action.id, 'The thread is red.');
      const { status, body, headers } = await given.person.call('updateNote', {
        path: { id: note.id },
        header: { 'If-Match': '"1"' },
        body: { body: 'The thread is blue.' },
      });
      expect(status).toBe(200);
      expect(headers['etag']).toEqual(tagOf(2));
      expect(body).toEqual({
        ...note,
        body: 'The thread is blue.',
        edited_at: expect.any(String),
        version: 2,
      });
      expect(await given.worker.ok('getNote', { path: { id: note.id } })).toEqual(body);
      expect(await read(action.id)).toMatchObject({ latest_note: body, version: 3 });
      expect(await eventsOn(note.id)).toMatchObject([
        { kind: 'note.created', subject_title: action.title, action_id: action.id },
        { kind: 'note.updated', subject_title: action.title, action_id: action.id },
      ]);
    });

    test('an archived note is not the latest note of its action, until it is restored', async () => {
      const { id } = await anAction({ status: 'ready' }, given.worker);
      const first = await write(id, 'one');
      await given.worker.ok('heartbeatAction', { path: { id }, body: { progress_note: 'Sewing' } });
      const last = await write(id, 'two');
      const archived = await update(last.id, { archived: true });
      expect(archived).toMatchObject({ archived: true, edited_at: null, version: 2 });
      expect(await read(id)).toMatchObject({
        latest_note: { id: first.id },
        last_activity_note: { kind: 'heartbeat', body: 'Sewing' },
      });
      await update(first.id, { archived: true });
      expect(await read(id)).not.toHaveProperty('latest_note');
      expect(await read(id)).toMatchObject({ last_activity_note: { kind: 'heartbeat' } });
      expect(await update(last.id, { archived: false })).toMatchObject({ archived: false });
      expect(await read(id)).toMatchObject({
        latest_note: { id: last.id },
        last_activity_note: { id: last.id },
      });
      const kinds = (await eventsOn(last.id)).map(({ kind }) => kind);
      expect(kinds).toEqual(['note.created', 'note.archived', 'note.updated']);
    });

    test('an archived note is listed only on request, and can be read by id', async () => {
      const { id } = await anAction();
      const current = await write(id, 'current');
      const gone = await write(id, 'gone');
      await update(gone.id, { archived: true });
      const list = async (query: object) => {
        const { items, total, filters } = await given.worker.ok('listActionNotes', {
          path: { id },
          query,
        });
        return { ids: items.map((note) => note.id).toSorted(), total, filters };
      };
      expect(await list({})).toEqual({
        ids: [current.id],
        total: 1,
        filters: { include_archived: false },
      });
      expect(await list({ include_archived: true })).toEqual({
        ids: [current.id, gone.id].toSorted(),
        total: 2,
        filters: { include_archived: true },
      });
      expect(await given.worker.ok('getNote', { path: { id: gone.id } })).toMatchObject({
        archived: true,
      });
      const { recent_activity: recent } = await given.person.ok('getAgentOverview', {
        path: { id: given.agent.id },
        query: { full: true },
      });
      expect(recent.my_notes.map((entry) => entry.id)).not.toContain(gone.id);
    });

    test('equal values change nothing', async () => {
      const action = await anAction();
      const note = await write(action.id, 'The same');
      for (const body of [{}, { body: 'The same' }, { archived: false }]) {
        expect(await update(note.id, body)).toEqual(note);
      }
      expect(await read(action.id)).toMatchObject({ version: 2 });
      expect(await eventsOn(note.id)).toHaveLength(1);
    });

    test('only for its author, and only for notes of kind note', async () => {
      const { id } = await anAction({ status: 'ready' }, given.worker);
      const note = await write(id, 'Mine');
      await given.worker.ok('heartbeatAction', { path: { id }, body: { progress_note: 'Sewing' } });
      const { last_activity_note: heartbeat } = await read(id);
      const before = await read(id);
      for (const [by, noteId] of [
        [given.worker, note.id],
        [given.person, heartbeat?.id],
        [given.worker, heartbeat?.id],
      ] as const) {
        const input = { path: { id: noteId }, body: { archived: true } };
        await by.fails('updateNote', input, 403, 'FORBIDDEN');
      }
      expect(await read(id)).toEqual(before);
      const own = await write(id, 'Its own', given.worker);
      await update(own.id, { body: 'Better' }, given.worker);
    });

    test('compares If-Match with the version; one of ten concurrent editors succeeds', async () => {
      const note = await write((await anAction()).id, 'zero');
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          given.person.call('updateNote', {
            path: { id: note.id },
            header: { 'If-Match': '"1"' },
            body: { body: `By ${index}` },
          }),
        ),
      );
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
      expect(await eventsOn(note.id)).toHaveLength(2);
    });

    test('404 for a note that is unknown, in another workspace, or beyond the history window of the plan', async () => {
      const note = await write((await anAction()).id, 'A remark');
      const sent = (id: string) => ({ path: { id }, body: { body: 'x' } });
      await given.person.fails('updateNote', sent('not_nothing'), 404, 'NOT_FOUND');
      await theirs.person.fails('updateNote', sent(note.id), 404, 'NOT_FOUND');
      const old = { status: 'done', completed_at: '2020-01-01T00:00:00.000Z' };
      await database().knex('actions').where({ id: note.action_id }).update(old);
      const workspace = { id: given.workspaceId };
      await database().knex('workspaces').where(workspace).update({ plan: 'free' });
      await given.person.fails('updateNote', sent(note.id), 404, 'NOT_FOUND');
      await database().knex('workspaces').where(workspace).update({ plan: 'unlimited' });
    });

    test.each([
      [{ body: '' }, 'VALIDATION_FAILED'],
      [{ archived: null }, 'VALIDATION_FAILED'],
      [{ kind: 'system' }, 'UNKNOWN_FIELD'],
    ] as const)('%j is refused', async (body, code) => {
      const { id } = await write((await anAction()).id, 'A remark');
      await given.person.fails('updateNote', { path: { id }, body }, 400, code);
    });
  });

  const dropping = (id: string) =>
    ({ operation: 'dropAction', payload: { id, reason: 'Torn' } }) as const;

  describe.each([
    ['project', 'listProjectNotes', 'createProjectNote', 'project_id'],
    ['order', 'listOrderNotes', 'createOrderNote', 'order_id'],
    ['question', 'listQuestionNotes', 'createQuestionNote', 'agent_request_id'],
    ['proposal', 'listProposalNotes', 'createProposalNote', 'agent_request_id'],
  ] as const)('notes on a %s', (thing, list, create, column) => {
    let ids: { id: string; action: string | null; title: string };

    const make = async (by: GivenWorkspace) => {
      const title = `The ${thing}`;
      if (thing === 'project') {
        const { id } = await by.person.ok('createProject', { body: { title } });
        return { id, action: null, title };
      }
      if (thing === 'order') {
        const body = { name: title, agent_id: by.agent.id };
        const { id } = await by.person.ok('createOrder', { body });
        return { id, action: null, title };
      }
      const action = await anAction({ status: 'ready' }, by.worker);
      const { id } =
        thing === 'question'
          ? await by.worker.ok('createQuestion', {
              body: { question: title, on_answer: 'Sew', action_id: action.id },
            })
          : await by.worker.ok('createProposal', {
              body: { ...dropping(action.id), title, action_id: action.id },
            });
      return { id, action: action.id, title };
    };

    beforeAll(async () => {
      ids = await make(given);
    });

    test(`${create} stores a note on it, and on no other record`, async () => {
      const { status, body, headers } = await given.worker.call(create, {
        path: { id: ids.id },
        body: { body: 'Mind the hem.' },
      });
      expect(status).toBe(201);
      expect(headers['etag']).toEqual(tagOf(1));
      const id = String(headers['location']).replace('/v1/notes/', '');
      expect(body).toMatchObject({
        id,
        kind: 'note',
        action_id: null,
        agent_request_id: null,
        order_id: null,
        project_id: null,
        [column]: ids.id,
        body: 'Mind the hem.',
        created_by_agent_id: given.agent.id,
      });
      expect(await given.person.ok('getNote', { path: { id } })).toEqual(body);
      if (ids.action !== null) {
        const notes = await given.person.ok('listActionNotes', { path: { id: ids.action } });
        expect(notes.items).toEqual([]);
      }
      expect(await database().knex('events').where({ subject_id: id })).toMatchObject([
        {
          kind: 'note.created',
          subject_title: ids.title,
          action_id: ids.action,
          project_id: thing === 'project' ? ids.id : null,
          order_id: thing === 'order' ? ids.id : null,
        },
      ]);
      const { recent_activity: recent } = await given.person.ok('getAgentOverview', {
        path: { id: given.agent.id },
        query: { full: true },
      });
      expect(recent.my_notes.find((entry) => entry.id === id)).toMatchObject({
        target_id: ids.id,
        target_title: ids.title,
      });
      const edited = await given.worker.ok('updateNote', {
        path: { id },
        body: { body: 'Mind the seam.' },
      });
      expect(edited).toMatchObject({ body: 'Mind the seam.', [column]: ids.id, version: 2 });
    });

    test(`${create} with a repeated client_request_id creates one note`, async () => {
      const { id } = await make(given);
      const sent = { path: { id }, body: { body: 'Once', client_request_id: `${thing}-once` } };
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => given.person.call(create, sent)),
      );
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await given.person.ok(list, { path: { id } })).toMatchObject({ total: 1 });
      const other = { path: { id }, body: { ...sent.body, body: 'Twice' } };
      await given.person.fails(create, other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });

    test(`${list} lists them newest first, archived ones on request`, async () => {
      const { id } = await make(given);
      const made = [];
      for (const body of ['one', 'two', 'three']) {
        made.push(await given.person.ok(create, { path: { id }, body: { body } }));
      }
      const path = { id: String(made[1]?.id) };
      await given.person.ok('updateNote', { path, body: { archived: true } });
      const { items, ...envelope } = await given.worker.ok(list, { path: { id } });
      expect(items.map(({ body }) => body)).toEqual(['three', 'one']);
      expect(envelope).toEqual({
        total: 2,
        page: { offset: 0, limit: 50, has_more: false, next: null },
        sort: '-created_at',
        filters: { include_archived: false },
        hidden_count: 0,
      });
      const query = { include_archived: true, sort: 'created_at', limit: 2 } as const;
      const first = await given.worker.ok(list, { path: { id }, query });
      const after = first.page.next ?? '';
      const last = await given.worker.ok(list, { path: { id }, query: { ...query, after } });
      const texts = [...first.items, ...last.items].map(({ body }) => body);
      expect(texts).toEqual(['one', 'two', 'three']);
    });

    test('404 for an id that is unknown or in another workspace', async () => {
      const other = await make(theirs);
      for (const id of [`${other.id.slice(0, 4)}nothing`, other.id]) {
        await given.person.fails(list, { path: { id } }, 404, 'NOT_FOUND');
        const sent = { path: { id }, body: { body: 'x' } };
        await given.person.fails(create, sent, 404, 'NOT_FOUND');
      }
    });

    test('an empty text is refused', async () => {
      const sent = { path: { id: ids.id }, body: { body: '' } };
      await given.person.fails(create, sent, 400, 'VALIDATION_FAILED');
    });
  });

  describe('notes on requests', () => {
    const ask = async () => {
      const { id } = await anAction({ status: 'ready' }, given.worker);
      const question = await given.worker.ok('createQuestion', {
        body: { question: 'Which thread?', on_answer: 'Sew' },
      });
      const proposal = await given.worker.ok('createProposal', {
        body: { ...dropping(id), title: 'May I?' },
      });
      return { question: { id: question.id }, proposal: { id: proposal.id } };
    };

    test('everyone writes them, also after the request has ended, and the request does not change', async () => {
      const { question, proposal } = await ask();
      await given.worker.ok('withdrawQuestion', { path: question });
      await given.person.ok('denyProposal', { path: proposal });
      const before = [
        await given.person.ok('getQuestion', { path: question }),
        await given.person.ok('getProposal', { path: proposal }),
      ];
      for (const by of [given.person, given.worker]) {
        await by.ok('createQuestionNote', { path: question, body: { body: 'Too late' } });
        await by.ok('createProposalNote', { path: proposal, body: { body: 'Too late' } });
      }
      expect(await given.worker.ok('listQuestionNotes', { path: question })).toMatchObject({
        total: 2,
      });
      expect(await given.worker.ok('listProposalNotes', { path: proposal })).toMatchObject({
        total: 2,
      });
      expect([
        await given.person.ok('getQuestion', { path: question }),
        await given.person.ok('getProposal', { path: proposal }),
      ]).toEqual(before);
    });

    test('the id of one kind is refused in the path of the other', async () => {
      const { question, proposal } = await ask();
      const body = { body: 'x' };
      const { person } = given;
      const code = 'VALIDATION_FAILED';
      await person.fails('listQuestionNotes', { path: proposal }, 400, code);
      await person.fails('createQuestionNote', { path: proposal, body }, 400, code);
      await person.fails('listProposalNotes', { path: question }, 400, code);
      await person.fails('createProposalNote', { path: question, body }, 400, code);
      expect(await person.ok('listProposalNotes', { path: proposal })).toMatchObject({ total: 0 });
    });
  });
});

type AccessMode = components['schemas']['DocumentAccessMode'];

const modes = ['private', 'shared_read', 'shared_comment', 'shared_edit'] as const;

describeOnEachDatabase('Notes on documents', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;
  let sysadmin: ApiClient;
  let other: ApiClient;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
    const sysadminAgent = await addAgent(app, given.owner, { access_mode: 'sysadmin' });
    sysadmin = client(app, { bearer: sysadminAgent.token });
    other = client(app, { bearer: (await addAgent(app, given.owner, {})).token });
  });
  afterAll(async () => {
    await app.close();
  });

  const aDocument = async (mode: AccessMode, by: ApiClient = given.person): Promise<string> => {
    const body = { title: 'House style', content: 'Short.', access_mode: mode };
    return (await by.ok('createDocument', { body })).id;
  };

  const share = (id: string, mode: AccessMode) =>
    given.person.ok('updateDocument', { path: { id }, body: { access_mode: mode } });

  const write = (id: string, by: ApiClient = given.person, body = 'Too long') =>
    by.ok('createDocumentNote', { path: { id }, body: { body } });

  const notesOn = (id: string) => database().knex('notes').where({ document_id: id });

  const eventsOf = async (id: string, by: ApiClient) => {
    const { items } = await by.ok('readEvents', { query: { limit: 200 } });
    return items.filter((event) => event.document_id === id).map(({ kind }) => kind);
  };

  describe('createDocumentNote', () => {
    test('stores the note, emits an event, and does not change the document', async () => {
      const id = await aDocument('shared_comment');
      const before = await given.person.ok('getDocument', { path: { id } });
      const { status, body, headers } = await given.worker.call('createDocumentNote', {
        path: { id },
        body: { body: 'Say it in one line.' },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        id: expect.stringMatching(/^not_/),
        kind: 'note',
        action_id: null,
        agent_request_id: null,
        document_id: id,
        order_id: null,
        project_id: null,
        body: 'Say it in one line.',
        version: 1,
        created_by_agent_id: given.agent.id,
      });
      const { items } = await given.person.ok('listDocumentNotes', { path: { id } });
      expect(items).toEqual([body]);
      expect(headers['location']).toBe(`/v1/notes/${items[0]?.id}`);
      expect(await given.person.ok('getDocument', { path: { id } })).toEqual(before);
      const emitted = await database()
        .knex('events')
        .where({ kind: 'note.created', document_id: id });
      expect(emitted).toMatchObject([
        { subject_type: 'note', subject_id: items[0]?.id, subject_title: 'House style' },
      ]);
    });

    test.each(modes)(
      '%s: people, sysadmin agents and its creator may write notes',
      async (mode) => {
        const id = await aDocument(mode, given.worker);
        for (const by of [given.person, sysadmin, given.worker]) await write(id, by);
        expect(await notesOn(id)).toHaveLength(3);
      },
    );

    test.each(['shared_comment', 'shared_edit'] as const)(
      '%s: other agents may write notes too',
      async (mode) => {
        const id = await aDocument(mode, given.worker);
        const note = await write(id, other);
        expect(await other.ok('getNote', { path: { id: note.id } })).toEqual(note);
      },
    );

    test('shared_read: other agents may only read notes', async () => {
      const id = await aDocument('shared_read', given.worker);
      const note = await write(id);
      const sent = { path: { id }, body: { body: 'A remark' } };
      const { message } = await other.fails('createDocumentNote', sent, 403, 'FORBIDDEN');
      expect(message).toBe('This document is shared_read: you cannot write notes on it.');
      const { items } = await other.ok('listDocumentNotes', { path: { id } });
      expect(items).toEqual([note]);
      expect(await other.ok('getNote', { path: { id: note.id } })).toEqual(note);
      expect(await eventsOf(id, other)).toEqual(['document.created', 'note.created']);
    });

    test('private: 404 for other agents', async () => {
      const id = await aDocument('private', given.worker);
      const note = await write(id, given.worker);
      const sent = { path: { id }, body: { body: 'A remark' } };
      await other.fails('createDocumentNote', sent, 404, 'NOT_FOUND');
      await other.fails('listDocumentNotes', { path: { id } }, 404, 'NOT_FOUND');
      await other.fails('getNote', { path: { id: note.id } }, 404, 'NOT_FOUND');
      const change = { path: { id: note.id }, body: { body: 'Mine' } };
      await other.fails('updateNote', change, 404, 'NOT_FOUND');
      expect(await notesOn(id)).toMatchObject([{ body: 'Too long', version: 1 }]);
    });

    test('404 for a document that is unknown or in another workspace', async () => {
      const foreign = await aDocument('shared_edit', theirs.person);
      for (const id of ['doc_nothing', foreign]) {
        const sent = { path: { id }, body: { body: 'A remark' } };
        await given.person.fails('createDocumentNote', sent, 404, 'NOT_FOUND');
      }
      expect(await notesOn(foreign)).toEqual([]);
    });

    test('a retry with a client_request_id creates one note and returns the same response', async () => {
      const id = await aDocument('shared_comment');
      const sent = { path: { id }, body: { body: 'Once', client_request_id: 'document-note' } };
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => other.call('createDocumentNote', sent)),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await notesOn(id)).toHaveLength(1);
    });
  });

  describe('listDocumentNotes', () => {
    test('newest first, archived ones on request', async () => {
      const id = await aDocument('shared_comment');
      for (const body of ['one', 'two']) await write(id, given.worker, body);
      const { items } = await other.ok('listDocumentNotes', { path: { id } });
      expect(items.map(({ body }) => body)).toEqual(['two', 'one']);
      const gone = { path: { id: items[0]?.id ?? '' }, body: { archived: true } };
      await given.worker.ok('updateNote', gone);
      const left = await other.ok('listDocumentNotes', { path: { id } });
      expect(left).toMatchObject({ total: 1, items: [{ body: 'one' }] });
      const query = { include_archived: true };
      expect((await other.ok('listDocumentNotes', { path: { id }, query })).total).toBe(2);
      expect(await eventsOf(id, other)).toContain('note.archived');
    });
  });

  describe('updateNote', () => {
    test('follows the access mode of the document at the time of the update', async () => {
      const id = await aDocument('shared_comment');
      const note = await write(id, other);
      const change = (body: string) => ({ path: { id: note.id }, body: { body } });
      await other.ok('updateNote', change('Shorter'));
      await share(id, 'shared_read');
      await other.fails('updateNote', change('Shortest'), 403, 'FORBIDDEN');
      await share(id, 'private');
      await other.fails('updateNote', change('Shortest'), 404, 'NOT_FOUND');
      expect(await notesOn(id)).toMatchObject([{ body: 'Shorter', version: 2 }]);
      await share(id, 'shared_edit');
      expect(await other.ok('updateNote', change('Shortest'))).toMatchObject({ document_id: id });
    });
  });

  describe('readEvents', () => {
    test('shows notes on private documents only to viewers of the document', async () => {
      const id = await aDocument('private', given.worker);
      const note = await write(id, given.worker);
      await given.worker.ok('updateNote', { path: { id: note.id }, body: { body: 'Shorter' } });
      const all = ['document.created', 'note.created', 'note.updated'];
      for (const by of [given.person, sysadmin, given.worker]) {
        expect(await eventsOf(id, by)).toEqual(all);
      }
      expect(await eventsOf(id, other)).toEqual([]);
      await share(id, 'shared_read');
      expect(await eventsOf(id, other)).toEqual([...all, 'document.updated']);
    });

    test('shows notes on other records', async () => {
      const { id } = await given.person.ok('createAction', { body: { title: 'Sew' } });
      await given.person.ok('createActionNote', { path: { id }, body: { body: 'Red' } });
      const { items } = await other.ok('readEvents', { query: { limit: 200 } });
      const about = items.filter((event) => event.action_id === id);
      expect(about.map(({ kind }) => kind)).toEqual(['action.created', 'note.created']);
    });
  });

  describe('getAgentOverview', () => {
    test('shows the notes of the agent on documents that the caller sees', async () => {
      const id = await aDocument('shared_comment');
      const writer = await addAgent(app, given.owner, {});
      const by = client(app, { bearer: writer.token });
      await write(id, by);
      const notesOf = async (reader: ApiClient) => {
        const path = { id: writer.agent.id };
        const { recent_activity: recent } = await reader.ok('getAgentOverview', { path });
        return recent.my_notes.map((entry) => [entry.target_id, entry.target_title]);
      };
      expect(await notesOf(by)).toEqual([[id, 'House style']]);
      await share(id, 'private');
      expect(await notesOf(by)).toEqual([]);
      expect(await notesOf(given.person)).toEqual([[id, 'House style']]);
    });
  });
});
