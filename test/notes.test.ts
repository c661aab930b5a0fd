import type { components } from '../generated/types';
import { startApp, type TestApp } from './support/app';
import type { ApiClient } from './support/client';
import { describeOnEachDatabase } from './support/dialects';
import { aWorkspace, type GivenWorkspace } from './support/given';
import { countStatements } from './support/statements';

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
    test('keeps the note and shows it with the action', async () => {
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
        order_id: null,
        project_id: null,
        source_proposal_id: null,
        created_by_actor_id: owner.id,
        body: 'The thread is red.',
        created_at: expect.any(String),
        created_by_actor_name: owner.name,
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

    test('shows that the assignee works, but nobody else', async () => {
      const { id } = await anAction({ status: 'ready' }, given.worker);
      await write(id, 'How far are you?', given.person);
      expect((await read(id)).is_working).toBe(false);
      const note = await write(id, 'Half of it', given.worker);
      expect(note).toMatchObject({
        created_by_agent_id: given.agent.id,
        created_by_user_id: null,
        created_by_actor_name: given.agent.name,
      });
      expect((await read(id)).is_working).toBe(true);
    });

    test('is open to everyone who sees the action, also once it is over', async () => {
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

    test('does not know actions that are absent or in another workspace', async () => {
      const other = await anAction({}, theirs.person);
      for (const id of ['act_nothing', other.id]) {
        const sent = { path: { id }, body: { body: 'A remark' } };
        await given.person.fails('createActionNote', sent, 404, 'NOT_FOUND');
      }
    });

    test('wants a text, of at most 64 KiB', async () => {
      const { id } = await anAction();
      for (const body of [{}, { body: '' }, { body: 'x'.repeat(65_537) }]) {
        const sent = { path: { id }, body };
        await given.person.fails('createActionNote', sent, 400, 'VALIDATION_FAILED');
      }
      await write(id, 'x'.repeat(65_536));
    });

    test('repeated with a client_request_id is one, and answered alike', async () => {
      const { id } = await anAction();
      const sent = { path: { id }, body: { body: 'Once', client_request_id: 'note-once' } };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => given.person.call('createActionNote', sent)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await eventsAbout(id)).toHaveLength(1);
      const other = { path: { id }, body: { body: 'Twice', client_request_id: 'note-once' } };
      await given.person.fails('createActionNote', other, 409, 'IDEMPOTENCY_KEY_REUSED');
    });

    test('none of twenty at once is lost', async () => {
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

    test('newest first, heartbeats among them', async () => {
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
        filters: {},
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

    test('does not know actions that are absent or in another workspace', async () => {
      for (const api of [given.person, given.worker]) {
        const nothing = { path: { id: 'act_nothing' } };
        await api.fails('listActionNotes', nothing, 404, 'NOT_FOUND');
      }
      await theirs.person.fails('listActionNotes', { path: { id } }, 404, 'NOT_FOUND');
    });

    test('refuses what it does not understand', async () => {
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

    test('does not know what is absent or in another workspace', async () => {
      const note = await write((await anAction()).id, 'A remark');
      await given.person.fails('getNote', { path: { id: 'not_nothing' } }, 404, 'NOT_FOUND');
      await theirs.person.fails('getNote', { path: { id: note.id } }, 404, 'NOT_FOUND');
    });

    test('goes with its action when the history of the plan ends', async () => {
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
});
