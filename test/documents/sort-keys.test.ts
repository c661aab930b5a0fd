import { startApp, type TestApp } from '../../scripts/servers/app';
import type { ApiClient } from '../../scripts/requests/client';
import { describeOnEachDatabase } from '../support/dialects';
import { aWorkspace, type GivenWorkspace } from '../../scripts/requests/given';

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
  ])('%j', async (q, wanted) => {
    const { person } = await aWorkspace(app, database());
    for (const title of [
      'ISTANBUL',
      'istanbul',
      'İstanbul',
      'Σίσυφος',
      'ΣΊΣΥΦΟΣ',
      'A big red bus',
    ]) {
      await person.ok('createAction', { body: { title } });
    }
    const { items } = await person.ok('listActions', { query: { q, sort: 'created_at' } });
    expect(items.map(({ title }) => title)).toEqual(wanted);
  });
});
