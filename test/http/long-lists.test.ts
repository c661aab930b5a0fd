import { limits } from '../../generated/limits';
import { startApp, type TestApp } from '../../scripts/servers/app';
import { describeOnEachDatabase } from '../support/dialects';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
  type RecordIds,
} from '../../scripts/requests/given';
import { nth } from '../support/mixed-workspace';

/** The longest text that most fields take: 65,536 characters of four bytes. */
const longest = '𝄞'.repeat(65_536);
/** A text that is twice as long in JSON. */
const quoted = '"'.repeat(65_536);
const document = JSON.stringify('x'.repeat(limits.document_content_bytes - 2));

interface Listed {
  readonly items: readonly { readonly id: string }[];
  readonly page: {
    readonly limit: number;
    readonly has_more: boolean;
    readonly next: string | null;
  };
}

interface PageOfList {
  readonly limit: number;
  readonly offset?: number;
  readonly after?: string;
}

/** A list of records with long texts. */
interface LongList {
  readonly table: string;
  readonly id: (ids: RecordIds) => string;
  /** The long texts of each record. */
  readonly texts: object;
  readonly copies: number;
  /** Further columns that differ from row to row. */
  readonly own?: (n: number) => object;
  readonly list: (given: GivenWorkspace, ids: RecordIds, query: PageOfList) => Promise<Listed>;
}

const lists: Readonly<Record<string, LongList>> = {
  listDocuments: {
    table: 'documents',
    id: ({ document: id }) => id,
    texts: { content: document },
    copies: 5,
    list: ({ person }, _ids, query) => person.ok('listDocuments', { query }),
  },
  listDocumentRevisions: {
    table: 'document_revisions',
    id: ({ revision }) => revision,
    texts: { reason: longest },
    copies: 17,
    own: (n) => ({ number: n + 2 }),
    list: ({ person }, { document: id }, query) =>
      person.ok('listDocumentRevisions', { path: { id }, query }),
  },
  listQuestions: {
    table: 'agent_requests',
    id: ({ question }) => question,
    texts: { question: longest, on_answer: longest },
    copies: 9,
    list: ({ person }, _ids, query) => person.ok('listQuestions', { query }),
  },
  listProposals: {
    table: 'agent_requests',
    id: ({ proposal }) => proposal,
    texts: { description: quoted },
    copies: 35,
    list: ({ person }, _ids, query) => person.ok('listProposals', { query }),
  },
  listOrders: {
    table: 'orders',
    id: ({ order }) => order,
    texts: { summary: longest },
    copies: 17,
    list: ({ person }, _ids, query) => person.ok('listOrders', { query }),
  },
  listCheckins: {
    table: 'checkins',
    id: ({ checkin }) => checkin,
    texts: { summary: longest },
    copies: 17,
    list: ({ person }, { order: id }, query) => person.ok('listCheckins', { path: { id }, query }),
  },
  listProjects: {
    table: 'projects',
    id: ({ project }) => project,
    texts: { description: longest },
    copies: 17,
    list: ({ person }, _ids, query) => person.ok('listProjects', { query }),
  },
  listDomains: {
    table: 'domains',
    id: ({ domain }) => domain,
    texts: { description: longest },
    copies: 17,
    own: (n) => ({ name: `Copy ${n}` }),
    list: ({ person }, _ids, query) => person.ok('listDomains', { query }),
  },
  listActionNotes: {
    table: 'notes',
    id: ({ note }) => note,
    texts: { body: longest },
    copies: 17,
    list: ({ person }, { action: id }, query) =>
      person.ok('listActionNotes', { path: { id }, query }),
  },
  // Each action shows two notes.
  listActions: {
    table: 'actions',
    id: ({ action }) => action,
    texts: { details: longest },
    copies: 5,
    list: ({ person }, _ids, query) => person.ok('listActions', { query }),
  },
  'listActions with quotation marks': {
    table: 'actions',
    id: ({ action }) => action,
    texts: { details: quoted },
    copies: 7,
    list: ({ person }, _ids, query) => person.ok('listActions', { query }),
  },
  getAgentQueue: {
    table: 'actions',
    id: ({ action }) => action,
    texts: { details: longest, project_id: null },
    copies: 5,
    list: ({ person, agent: { id } }, _ids, query) =>
      person.ok('getAgentQueue', { path: { id }, query }),
  },
};

describeOnEachDatabase('A page of long records', (database) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp(database());
  });
  afterAll(() => app.close());

  /** Gives a record its longest texts and copies it. Returns the ids of the list. */
  async function fill(
    { workspaceId: workspace_id }: GivenWorkspace,
    ids: RecordIds,
    { table, id, texts, copies, own }: LongList,
  ): Promise<string[]> {
    const { knex } = database();
    const key = { workspace_id, id: id(ids) };
    await knex(table).where(key).update(texts);
    if (table === 'actions') await knex('notes').where({ workspace_id }).update({ body: longest });
    const row = await knex(table).where(key).first();
    const rows = Array.from({ length: copies }, (_, n) => ({
      ...row,
      id: nth(key.id.slice(0, 3), n),
      ...own?.(n),
    }));
    await knex.batchInsert(table, rows, 4);
    const all: string[] = [key.id, ...rows.map((copy) => copy.id)];
    return all.toSorted();
  }

  async function pagesOf(read: (query: PageOfList) => Promise<Listed>, by: 'after' | 'offset') {
    const pages: Listed[] = [];
    let query: PageOfList = { limit: 200 };
    for (;;) {
      const current = await read(query);
      pages.push(current);
      const { has_more: hasMore, limit, next } = current.page;
      if (!hasMore || next === null) return pages;
      const offset = (query.offset ?? 0) + limit;
      query = { limit: 200, ...(by === 'after' ? { after: next } : { offset }) };
    }
  }

  test.each(Object.entries(lists))('ends early, and the next one goes on: %s', async (_, list) => {
    const given = await aWorkspace(app, database());
    const ids = await createRecordOfEachKind(given, 'long');
    const all = await fill(given, ids, list);
    const ways = list.table === 'documents' ? (['after', 'offset'] as const) : (['after'] as const);
    for (const by of ways) {
      const pages = await pagesOf((query) => list.list(given, ids, query), by);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap(({ items }) => items.map((item) => item.id)).toSorted()).toEqual(all);
      pages.forEach(({ items, page }, index) => {
        const next = pages[index + 1]?.items[0];
        expect(bytesOf(items)).toBeLessThanOrEqual(limits.page_bytes);
        expect(page.limit).toBe(next === undefined ? 200 : items.length);
        expect(page.has_more).toBe(next !== undefined);
        if (next === undefined) return;
        expect(bytesOf([...items, next])).toBeGreaterThan(limits.page_bytes);
      });
    }
  });
});

function bytesOf(items: readonly object[]): number {
  return items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);
}
