import { TextTruncator } from '../../src/features/views/context/context-fitting';
import { addAgent, startApp, type TestApp } from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';
import { countStatements } from '../support/statements';

describe('TextTruncator', () => {
  test('truncates a text after 16 KiB of UTF-8, never within a character', () => {
    const truncator = new TextTruncator();
    expect(truncator.text(null, 'a')).toBeNull();
    expect(truncator.text('é'.repeat(8192), 'b')).toHaveLength(8192);
    expect(truncator.truncated).toEqual([]);
    expect(truncator.text('é'.repeat(8193), 'c')).toBe('é'.repeat(8192));
    expect(truncator.text(`x${'é'.repeat(8192)}`, 'd')).toBe(`x${'é'.repeat(8191)}`);
    expect(truncator.truncated).toEqual(['c', 'd']);
  });

  test('replaces longer JSON with null', () => {
    const truncator = new TextTruncator();
    const [small, large] = [['x'], Array.from({ length: 9000 }, () => 1)];
    expect([truncator.json(small, 'a'), truncator.json(large, 'b')]).toEqual([small, null]);
    expect(truncator.json('x'.repeat(20_000), 'c')).toHaveLength(16_384);
    expect(truncator.truncated).toEqual(['b', 'c']);
  });
});

describeOnEachDatabase('The context of an action', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;
  let theirs: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
    theirs = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  describe('getActionContext', () => {
    const contextOf = (id: string, by = given.person) =>
      by.ok('getActionContext', { path: { id } });

    /** The statements of a context, without those of the session. */
    const costOf = async (id: string): Promise<number> => {
      const path = { id };
      const context = await countStatements(database(), () => contextOf(id));
      const reading = () => given.person.send('getAction', { path });
      // Reading an open action that has notes needs two statements itself.
      return context - (await countStatements(database(), reading)) + 2;
    };

    test('contains only the action if it has no related records', async () => {
      const action = await given.person.ok('createAction', { body: { title: 'Sew' } });
      expect(await contextOf(action.id)).toEqual({
        action,
        project: null,
        order: null,
        document: null,
        links: [],
        linked_documents: [],
        parent: null,
        notes: [],
        open_questions: [],
        ended_questions: [],
        truncated: {
          links: 0,
          linked_documents: 0,
          notes: 0,
          open_questions: 0,
          ended_questions: 0,
          texts: [],
        },
      });
    });

    test('cuts texts and lists to max_bytes, and tells it', async () => {
      const { person } = given;
      const body = { title: 'Paint', details: 'é'.repeat(4096) };
      const { id } = await person.ok('createAction', { body });
      for (const note of ['older', 'newer']) {
        const text = note.padEnd(3000, '.');
        await person.ok('createActionNote', { path: { id }, body: { body: text } });
      }
      const whole = await contextOf(id);
      const read = (bytes: number) =>
        person.ok('getActionContext', { path: { id }, query: { max_bytes: bytes } });
      expect(await read(65_536)).toEqual(whole);
      const cut = await read(8192);
      expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(8192);
      expect(cut.truncated.texts).toContain('action/details');
      expect(body.details.startsWith(cut.action.details ?? '-')).toBe(true);
      expect(cut.action).toMatchObject({ id, title: 'Paint' });
      expect(cut.notes.length + cut.truncated.notes).toBe(2);
      expect(Buffer.byteLength(JSON.stringify(await read(4096)))).toBeLessThanOrEqual(4096);
    });

    test('contains all related records as single reads show them', async () => {
      const { person, worker, agent } = given;
      const project = await person.ok('createProject', { body: { title: 'The hall' } });
      const document = await person.ok('createDocument', {
        body: { title: 'Plants', content: { palms: 12 }, access_mode: 'private' },
      });
      const order = await person.ok('createOrder', {
        body: { name: 'Water', agent_id: agent.id, document_id: document.id },
      });
      const first = await person.ok('createAction', {
        body: {
          title: 'Water the palms',
          project_id: project.id,
          order_id: order.id,
          assigned_agent_id: agent.id,
          repeat_rule: { type: 'from_completion', unit: 'day', interval: 1 },
        },
      });
      const parent = await worker.ok('completeAction', {
        path: { id: first.id },
        body: { result_summary: 'Wet' },
      });
      const { items } = await person.ok('listProjectActions', {
        path: { id: project.id },
        query: { status: ['ready'] },
      });
      const id = items[0]?.id ?? '';
      const style = await person.ok('createDocument', {
        body: { title: 'How to pour', content: 'Slowly' },
      });
      const attach = (target: object) =>
        person.ok('createLink', { body: { ...target, action_id: id } });
      const links = [
        await attach({ document_id: style.id }),
        await attach({ url: 'https://example.com/palms' }),
        await attach({ document_id: document.id }),
      ].toReversed();
      const note = await worker.ok('createActionNote', { path: { id }, body: { body: 'Dry' } });
      const ask = (question: string) =>
        worker.ok('createQuestion', {
          body: { question, on_answer: 'I pour it.', action_id: id, blocking: false },
        });
      const [answered, open] = [await ask('How?'), await ask('How much?')];
      const { question: ended } = await person.ok('respondQuestion', {
        path: { id: answered.id },
        body: { response: 'So', response_comment: 'As the old gardener did.' },
      });
      const context = {
        action: await person.ok('getAction', { path: { id } }),
        project,
        order: await person.ok('getOrder', { path: { id: order.id } }),
        document,
        links,
        linked_documents: [document, style],
        parent,
        notes: [note],
        open_questions: [open],
        ended_questions: [ended],
        truncated: {
          links: 0,
          linked_documents: 0,
          notes: 0,
          open_questions: 0,
          ended_questions: 0,
          texts: [],
        },
      };
      expect(await contextOf(id)).toEqual(context);
      expect(await costOf(id)).toBe(11);
      // A worker sees neither the private document nor the link to it.
      expect(await contextOf(id, worker)).toMatchObject({
        document: null,
        links: links.filter((link) => link.document_id !== document.id),
        linked_documents: [style],
        order: { document_id: document.id },
      });
    });

    test('limits lists and texts, and reports what it left out', async () => {
      const long = 'x'.repeat(20_000);
      const { id } = await given.person.ok('createAction', {
        body: {
          title: 'Sew',
          details: long,
          status: 'ready',
          assigned_agent_id: given.agent.id,
          input_payload: [long],
        },
      });
      for (let written = 0; written < 22; written += 1) {
        const body = { body: written === 20 ? long : `Note ${written}` };
        await given.worker.ok('createActionNote', { path: { id }, body });
        await given.worker.ok('createQuestion', {
          body: {
            question: written === 21 ? long : `Question ${written}`,
            on_answer: 'I go on.',
            action_id: id,
          },
        });
      }
      for (let attached = 0; attached < 21; attached += 1) {
        const document = await given.person.ok('createDocument', {
          body: { title: 'Cloth', content: attached === 20 ? long : attached },
        });
        await given.person.ok('createLink', { body: { document_id: document.id, action_id: id } });
      }
      // The action has no project and no order.
      expect(await costOf(id)).toBe(8);
      const context = await contextOf(id);
      expect(context.notes.map(({ body }) => body.slice(0, 7))).toEqual([
        'Note 21',
        'xxxxxxx',
        ...Array.from({ length: 18 }, (_, index) => `Note ${19 - index}`.slice(0, 7)),
      ]);
      expect(context.open_questions).toHaveLength(20);
      expect(context.links).toHaveLength(20);
      expect(context.linked_documents.map(({ content }) => content).slice(1)).toEqual(
        Array.from({ length: 19 }, (_, index) => 19 - index),
      );
      expect(context.action).toMatchObject({ input_payload: null });
      expect(context.action.details).toHaveLength(16_384);
      expect(context.truncated).toEqual({
        links: 1,
        linked_documents: 0,
        notes: 2,
        open_questions: 2,
        ended_questions: 0,
        texts: [
          'action/details',
          'action/input_payload',
          'linked_documents/0/content',
          'notes/1/body',
          'open_questions/0/question',
        ],
      });
    });

    test('shows the questions that ended last, with their answers cut', async () => {
      const { person, worker } = given;
      const long = 'x'.repeat(20_000);
      const { id } = await person.ok('createAction', { body: { title: 'Sew', status: 'ready' } });
      const asked: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        const body = { question: `${index}?`, on_answer: 'I sew it.', action_id: id };
        asked.push((await worker.ok('createQuestion', { body })).id);
      }
      const [first = '', second = '', ...others] = asked;
      await worker.ok('withdrawQuestion', { path: { id: second }, body: { reason: 'Found it.' } });
      for (const other of others) await person.ok('dismissQuestion', { path: { id: other } });
      // The first question that was asked is the last one that ended.
      const answer = { response: long, response_comment: long };
      await person.ok('respondQuestion', { path: { id: first }, body: answer });
      const { ended_questions: ended, truncated } = await contextOf(id);
      expect(ended).toHaveLength(5);
      expect(ended.map(({ state }) => state)).toEqual([
        'answered',
        ...others.map(() => 'dismissed'),
      ]);
      expect(ended[0]?.response).toHaveLength(16_384);
      expect(truncated).toMatchObject({
        ended_questions: 1,
        texts: ['ended_questions/0/response', 'ended_questions/0/response_comment'],
      });
    });

    test('may be read by every caller who sees the action', async () => {
      const { id } = await given.person.ok('createAction', { body: { title: 'Sew' } });
      const { token } = await addAgent(app, given.owner);
      expect((await contextOf(id, client(app, { bearer: token }))).action.id).toBe(id);
      const other = await theirs.person.ok('createAction', { body: { title: 'Sew' } });
      for (const unknown of ['act_unknown', other.id]) {
        const sent = { path: { id: unknown } };
        await given.person.fails('getActionContext', sent, 404, 'NOT_FOUND');
      }
    });
  });
});
