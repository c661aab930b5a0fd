import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

// One character of two UTF-16 units and four bytes; and a character with a combining mark, which
// counts too.
const characters = ['🎭', 'e\u0301'];
const ofLength = (count: number): string[] =>
  characters.map((character) => Array.from(character.repeat(count)).slice(0, count).join(''));

describeOnEachDatabase('The length limits of texts', (database) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const bodies = [
    ['createAction', 'title', 500, {}],
    ['createAction', 'details', 65_536, { title: 'x' }],
    ['createAction', 'source_key', 200, { title: 'x' }],
    ['createAction', 'delegate_label', 500, { title: 'x' }],
    ['createDomain', 'name', 500, {}],
    ['createDomain', 'description', 65_536, { name: 'x' }],
    ['createProject', 'title', 500, {}],
    ['createDocument', 'title', 500, { content: '' }],
  ] as const;
  test.each(bodies)('%s counts characters of %s: %i', async (operation, field, limit, others) => {
    for (const text of ofLength(limit)) {
      const { status, body } = await given.person.send(operation, {
        body: { ...others, [field]: text },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ [field]: text });
    }
    for (const text of ofLength(limit + 1)) {
      const body = { ...others, [field]: text };
      await given.person.fails(operation, { body }, 400, 'VALIDATION_FAILED');
    }
  });

  test('the idempotency key is limited and compared in characters', async () => {
    for (const [index, key] of ofLength(200).entries()) {
      const body = { title: `Sewn ${index}`, client_request_id: key };
      const first = await given.person.call('createAction', { body });
      const again = await given.person.call('createAction', { body });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(first.body);
      const longer = { body: { ...body, client_request_id: `${key}x` } };
      await given.person.fails('createAction', longer, 400, 'VALIDATION_FAILED');
    }
  });

  test('a search snippet is limited in characters', async () => {
    const [title = ''] = ofLength(490);
    const details = `${'🎭'.repeat(300)}proscenium${'🎭'.repeat(300)}`;
    await given.person.ok('createAction', {
      body: { title: `${title} proscenium`.slice(0, 990), details },
    });
    const { items } = await given.person.ok('searchWorkspace', { query: { q: 'proscenium' } });
    const [hit] = items;
    expect(hit?.title).toContain(title);
    expect(Array.from(hit?.snippet ?? '')).toHaveLength(202);
  });
});
