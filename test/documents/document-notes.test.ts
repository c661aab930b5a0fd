import type { components } from '../../generated/types';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client, type ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

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
