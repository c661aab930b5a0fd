import * as fc from 'fast-check';
import { randomBytes, randomUUID } from 'node:crypto';
import { createReader, type Reader, type Statement } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { insertRows } from '../../src/platform/db/statements/compiled';
import {
  pageOf,
  type Page,
  type PageRequest,
  type PageSource,
} from '../../src/platform/db/statements/page';
import { cacheRows } from '../../src/platform/db/statements/cached-rows';
import { Problem } from '../../src/platform/problems';
import { describeOnEachDatabase } from '../support/dialects';
import { actionRow, insertWorkspace, nextNumber } from '../support/rows';
import { countStatements } from '../support/statements';
import { limits } from '../../generated/limits';
import { startApp, type TestApp } from '../../scripts/servers/app';
import {
  aWorkspace,
  createRecordOfEachKind,
  type GivenWorkspace,
  type RecordIds,
} from '../../scripts/requests/given';
import { nth } from '../support/mixed-workspace';
import { isPacked, pack, unpack } from '../../src/platform/db/packed-text';
import { createClient, unwrap } from '../../src/client';
import { openTestDatabase } from '../../scripts/databases/test-database';
import { officialClients } from '../support/mcp-clients';
import { exported, imported, sentence } from '../support/transfer';

interface Row {
  readonly id: string;
  readonly due_at: string | null;
  readonly position: number | null;
  readonly title: string;
}

const source = (workspace: string): PageSource<Row> => ({
  matching: (db) => db('actions').where({ 'actions.workspace_id': workspace }),
  select: (query) =>
    query
      .join('actors', (on) => {
        void on
          .on('actors.workspace_id', 'actions.workspace_id')
          .on('actors.id', 'actions.created_by_actor_id');
      })
      .select('actions.*', { author: 'actors.name' }),
  id: 'actions.id',
  sorts: {
    title: { column: 'actions.title', type: 'text' },
    created_at: { column: 'actions.created_at', type: 'instant' },
    due_at: { column: 'actions.due_at', type: 'instant', nullable: true },
    position: { column: 'actions.position', type: 'integer', nullable: true },
    queue: [
      { column: 'actions.due_at', type: 'instant', nullable: true },
      { column: 'actions.position', type: 'integer', nullable: true },
      { column: 'actions.title', type: 'text' },
    ],
  },
  defaultSort: '-created_at',
});

type Column = 'title' | 'due_at' | 'position';

const columnsOf: Readonly<Record<Column | 'queue', readonly Column[]>> = {
  title: ['title'],
  due_at: ['due_at'],
  position: ['position'],
  queue: ['due_at', 'position', 'title'],
};

/**
 * The expected order: nulls come last in both directions, and later columns and the id break ties
 * in the direction of the sort.
 */
function sorted(rows: readonly Row[], columns: readonly Column[], descending: boolean): string[] {
  const direction = descending ? -1 : 1;
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  const inColumn = (one: Row, two: Row, column: Column): number => {
    const [a, b] = [one[column], two[column]];
    if (a !== null && b !== null) return direction * compare(a, b);
    if (a === null && b === null) return 0;
    return a === null ? 1 : -1;
  };
  return rows
    .toSorted((one, two) => {
      const difference = columns.map((column) => inColumn(one, two, column)).find((by) => by !== 0);
      return difference ?? direction * compare(one.id, two.id);
    })
    .map(({ id }) => id);
}

describeOnEachDatabase('a page', (database) => {
  let made = 0;
  const fill = async (rows: readonly Partial<Row>[]): Promise<string> => {
    const workspace = `wsp_${(made += 1)}`;
    await transact(database(), async (transaction) => {
      await insertWorkspace(transaction, workspace);
      await insertRows(
        transaction,
        'actions',
        rows.map((row, n) => actionRow(workspace, `act_${n}`, row)),
      );
    });
    return workspace;
  };
  const take = (workspace: string, request: PageRequest): Promise<Page<Row>> =>
    pageOf<Row>(createReader(database()), source(workspace), request);
  const refusal = async (request: PageRequest): Promise<unknown> => {
    const error: unknown = await take('wsp_none', request).catch((thrown: unknown) => thrown);
    return error instanceof Problem ? [error.code, error.issues[0]?.path] : error;
  };

  it('read by cursor or by offset has every row once, in order', async () => {
    const instants = [
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.001Z',
      '2026-06-01T00:00:00.120Z',
    ];
    const rows = fc.array(
      fc.record({
        due_at: fc.constantFrom(null, ...instants),
        position: fc.constantFrom(null, -1, 0, 7, 3_000_000_000),
        title: fc.constantFrom('a', 'B', 'ä', 'it\'s "quoted"', '%'),
      }),
      { maxLength: 14 },
    );
    const sorts = fc.constantFrom<Column | 'queue'>(
      'title',
      'due_at',
      'position',
      'queue',
      'queue',
    );
    await fc.assert(
      fc.asyncProperty(
        rows,
        sorts,
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        async (given, field, descending, limit) => {
          const workspace = await fill(given);
          const sort = descending ? `-${field}` : field;
          const stored = given.map((row, n) => ({ ...row, id: `act_${n}` }));
          const expected = sorted(stored, columnsOf[field], descending);
          const byCursor: string[] = [];
          const byOffset: string[] = [];
          for (let after: string | undefined, more = true; more;) {
            const page = await take(workspace, {
              sort,
              limit,
              ...(after === undefined ? {} : { after }),
            });
            byCursor.push(...page.rows.map(({ id }) => id));
            expect(page).toMatchObject({ total: given.length, sort, page: { limit, offset: 0 } });
            expect(page.page.next === null).toBe(!page.page.has_more);
            after = page.page.next ?? undefined;
            more = page.page.has_more;
          }
          for (let offset = 0, more = true; more; offset += limit) {
            const page = await take(workspace, { sort, limit, offset });
            byOffset.push(...page.rows.map(({ id }) => id));
            expect(page.page.offset).toBe(offset);
            more = page.page.has_more;
          }
          expect(byCursor).toEqual(expected);
          expect(byOffset).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('needs two statements, whatever its size, and names its defaults', async () => {
    const small = await fill(Array.from({ length: 3 }, () => ({})));
    const large = await fill(Array.from({ length: 300 }, () => ({})));
    expect(await countStatements(database(), () => take(small, {}))).toBe(2);
    expect(await countStatements(database(), () => take(large, {}))).toBe(2);
    const page = await take(large, {});
    expect(page).toMatchObject({
      sort: '-created_at',
      total: 300,
      page: { offset: 0, limit: 50, has_more: true },
    });
    expect(page.rows).toHaveLength(50);
    expect(page.rows[0]).toMatchObject({ id: 'act_99', author: 'Ada' });
  });

  it('counts up to 10,000 rows and omits a larger total', async () => {
    const workspace = await fill(Array.from({ length: 10_000 }, () => ({})));
    expect((await take(workspace, { limit: 1 })).total).toBe(10_000);
    await transact(database(), (transaction) =>
      insertRows(transaction, 'actions', [actionRow(workspace, 'act_more')]),
    );
    const page = await take(workspace, { limit: 1, offset: 10_000 });
    expect(page.rows).toHaveLength(1);
    expect(page).not.toHaveProperty('total');
  });

  it('refuses cursors of other sort orders and forged ones', async () => {
    const workspace = await fill([{}, {}]);
    const { page } = await take(workspace, { sort: 'title', limit: 1 });
    const after = page.next ?? '';
    expect((await take(workspace, { sort: 'title', after })).rows).toHaveLength(1);
    const forged = (...parts: unknown[]): PageRequest => ({
      sort: String(parts[0]),
      after: Buffer.from(JSON.stringify(parts)).toString('base64url'),
    });
    for (const request of [
      { sort: '-title', after },
      { after },
      { after: 'x' },
      { after: '' },
      forged('title', 'a'),
      forged('title', 'a', 7),
      forged('title', null, 'act_1'),
      forged('title', 'a\u0000', 'act_1'),
      forged('position', '1', 'act_1'),
      forged('position', 1.5, 'act_1'),
      forged('due_at', 'tomorrow', 'act_1'),
      forged('due_at', '2026-01-01', 'act_1'),
      forged('due_at', '-000001-01-01T00:00:00.000Z', 'act_1'),
      forged('due_at', '0000-01-01T00:00:00.000Z', 'act_1'),
      forged('due_at', { a: 1 }, 'act_1'),
      forged('queue', null, 'act_1'),
      forged('queue', null, null, null, 'act_1'),
      forged('title', 'a', 'b', 'act_1'),
    ]) {
      expect(await refusal(request)).toEqual(['VALIDATION_FAILED', 'query/after']);
    }
    expect((await take(workspace, forged('due_at', null, 'act_0'))).rows).toHaveLength(1);
  });

  it('continues after a row that leaves the list during the read', async () => {
    const workspace = await fill(['a', 'b', 'c', 'd'].map((title) => ({ title })));
    const { matching, ...rest } = source(workspace);
    const list = {
      ...rest,
      matching: (db) => matching(db).whereNot('actions.title', 'gone'),
      cache: cacheRows<Row>(
        {
          id: 'versioned',
          due_at: 'versioned',
          position: 'versioned',
          title: 'actions.title',
        },
        10,
      ),
    } satisfies PageSource<Row>;
    const reader = createReader(database());
    let runs = 0;
    const slow: Reader = {
      ...reader,
      rows: async <Found>(statement: Statement) => {
        const rows = await reader.rows<Found>(statement);
        runs += 1;
        if (runs === 1) {
          const left = { workspace_id: workspace, title: 'b' };
          await database().knex('actions').where(left).update({ title: 'gone' });
        }
        return rows;
      },
    };
    const order = { sort: 'title', limit: 2 };
    const first = await pageOf(slow, list, order);
    expect(first.rows.map(({ title }) => title)).toEqual(['a']);
    const next = await pageOf(slow, list, { ...order, after: first.page.next ?? '' });
    expect(next.rows.map(({ title }) => title)).toEqual(['c', 'd']);
    expect([first.page.has_more, next.page.has_more]).toEqual([true, false]);
  });

  it('refuses a cursor with an offset, too large an offset and an unknown order', async () => {
    const { page } = await take(await fill([{}, {}]), { limit: 1 });
    expect(await refusal({ after: page.next ?? '', offset: 1 })).toEqual([
      'VALIDATION_FAILED',
      'query/after',
    ]);
    expect(await refusal({ offset: 10_001 })).toEqual(['VALIDATION_FAILED', 'query/offset']);
    expect(await refusal({ sort: 'secret' })).toEqual(['VALIDATION_FAILED', 'query/sort']);
    expect(await refusal({ sort: 'constructor' })).toEqual(['VALIDATION_FAILED', 'query/sort']);
  });
});

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
      ...(table === 'actions' && { number: nextNumber() }),
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

const long = 'é'.repeat(20_000);

describeOnEachDatabase('Long responses and texts', (database, dialect) => {
  let app: TestApp;
  let given: GivenWorkspace;

  beforeAll(async () => {
    app = await startApp(database());
    given = await aWorkspace(app, database());
  });
  afterAll(() => app.close());

  const key = (): string => randomUUID();

  /** What is stored for the retries of a request. */
  const storedFor = async (clientRequestId: string) => {
    const row = await database()
      .knex('idempotency_records')
      .where({ workspace_id: given.workspaceId, client_request_id: clientRequestId })
      .first('status', 'headers', 'body');
    return { ...row, bytes: JSON.stringify(row).length };
  };

  const claimed = async (): Promise<string> => {
    const { id } = await given.person.ok('createAction', {
      body: { title: 'Long', details: long, status: 'ready', assigned_agent_id: given.agent.id },
    });
    await given.worker.ok('claimAction', { path: { id } });
    return id;
  };

  test('a heartbeat on a long action stores little, and a retry has the claim in headers', async () => {
    const id = await claimed();
    const request = { path: { id }, body: { client_request_id: key() } };
    const first = await given.worker.call('heartbeatAction', request);
    expect((await storedFor(request.body.client_request_id)).bytes).toBeLessThan(1000);
    const again = await given.worker.call('heartbeatAction', request);
    expect(first.status).toBe(200);
    expect(again.status).toBe(204);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      etag: first.headers['etag'],
      'claim-generation': '1',
    });
    expect(again.headers['preference-applied']).toBeUndefined();
    await given.person.ok('releaseAction', { path: { id } });
  });

  test.each([
    ['8,192 bytes and less are stored', 0, 201],
    ['one byte more is not', 1, 204],
  ])('%s', async (_, more, status) => {
    const body = { title: 'Short', description: '', client_request_id: key() };
    const { body: empty } = await given.person.call('createProject', { body });
    const left = 8192 - Buffer.byteLength(JSON.stringify(empty));
    const request = {
      body: { title: 'Short', description: 'x'.repeat(left + more), client_request_id: key() },
    };
    const first = await given.person.call('createProject', request);
    const again = await given.person.call('createProject', request);
    expect(again.status).toBe(status);
    expect(again.headers['location']).toBe(first.headers['location']);
    if (status === 201) expect(again.body).toEqual(first.body);
  });

  test('a response without content is stored without content', async () => {
    const body = { title: 'Short', client_request_id: key() };
    const header = { Prefer: 'return=minimal' } as const;
    const first = await given.person.call('createAction', { body, header });
    expect(await storedFor(body.client_request_id)).toMatchObject({ status: 204, body: null });
    const again = await given.person.call('createAction', { body, header });
    expect([first.status, again.status]).toEqual([204, 204]);
    expect(again.headers['preference-applied']).toBe('return=minimal');
    const whole = await given.person.call('createAction', { body });
    expect([whole.status, whole.headers['location']]).toEqual([204, first.headers['location']]);
  });

  test('a long batch keeps its results without the records', async () => {
    const { id } = await given.person.ok('createAction', {
      body: {
        title: 'Long',
        details: long,
        status: 'ready',
        assigned_agent_id: given.agent.id,
        requires_review: true,
      },
    });
    const done = await given.worker.ok('completeAction', {
      path: { id },
      body: { result_summary: 'Done.' },
    });
    const items = [{ id, version: done.version, decision: 'approve' as const }];
    const body = { items, client_request_id: key() };
    await given.person.ok('batchReviewActions', { body });
    const again = await given.person.call('batchReviewActions', { body });
    expect(again).toMatchObject({ status: 200, body: { items: [{ id, status: 200 }] } });
    expect(JSON.stringify(again.body)).not.toContain('record');
  });

  test('the client reads the record again', async () => {
    const id = await claimed();
    const body = { client_request_id: key() };
    const api = createClient({ baseUrl: app.url, token: given.token });
    const params = { path: { id } };
    const beat = () => unwrap(api.POST('/v1/actions/{id}/heartbeat', { params, body }));
    expect(await beat()).toEqual(await beat());
    const created = { title: 'New', details: long, client_request_id: key() };
    const create = () => unwrap(api.POST('/v1/actions', { body: created }));
    expect(await create()).toEqual(await create());
    await given.person.ok('releaseAction', { path: { id } });
    const next = () =>
      unwrap(api.POST('/v1/agents/{id}/claim-next', { params: { path: { id: 'me' } }, body }));
    const first = await next();
    expect(first.reason).toBe('claimed');
    expect(await next()).toMatchObject({
      reason: 'continue_current',
      action: { id: first.action?.id },
    });
    await given.person.ok('releaseAction', { path: { id: first.action?.id ?? '' } });
  });

  test('a repeated tool call has a result', async () => {
    const mcp = await officialClients.new(app.url, given.token);
    try {
      const actions = [{ title: 'Tool', details: long }];
      const created = { actions, client_request_id: key() };
      const first = await mcp.call('create_actions', created);
      const again = await mcp.call('create_actions', created);
      expect(again.structured['records']).toMatchObject([{ id: expect.stringMatching(/^act_/) }]);
      expect(again.structured['records']).toEqual(first.structured['records']);
      const taken = { client_request_id: key() };
      const claim = await mcp.call('claim_next', taken);
      const continued = await mcp.call('claim_next', taken);
      expect(claim.structured['reason']).toBe('claimed');
      expect(continued.structured).toMatchObject({ reason: 'continue_current' });
    } finally {
      await mcp.close();
    }
  });

  test('revisions are packed, read, reverted, exported and imported', async () => {
    const { person } = given;
    const content = { text: 'A line of prose. '.repeat(1000) };
    const document = await person.ok('createDocument', { body: { title: 'Prose', content } });
    await person.ok('updateDocument', {
      path: { id: document.id },
      header: { 'If-Match': `"${document.version}"` },
      body: { content: 'short' },
    });
    const [newest, oldest] = (
      await person.ok('listDocumentRevisions', { path: { id: document.id } })
    ).items;
    const stored = await database()
      .knex('document_revisions')
      .where({ workspace_id: given.workspaceId, id: oldest?.id })
      .first('content');
    expect(isPacked(stored.content)).toBe(true);
    expect(stored.content.length).toBeLessThan(1000);
    const path = { id: oldest?.id ?? '' };
    expect((await person.ok('getRevision', { path })).content).toEqual(content);
    await person.ok('revertRevision', { path: { id: newest?.id ?? '' } });
    expect((await person.ok('getDocument', { path: { id: document.id } })).content).toEqual(
      content,
    );

    const text = await exported(database().url, given.workspaceId);
    const other = await openTestDatabase(dialect);
    try {
      const bomb = await pack(JSON.stringify('a'.repeat(9_000_000)));
      for (const bad of ['z1:AAAA', bomb]) {
        const broken = text.replace(stored.content, bad);
        expect(await sentence(imported(other, broken))).toMatch(
          /content is not a packed text of at most 8388608 bytes/,
        );
      }
      await imported(other, text);
      const row = await other.knex('document_revisions').where({ id: oldest?.id }).first('content');
      expect(row.content).toBe(stored.content);
    } finally {
      await other.close();
    }
  });
});

test('a text is packed only if that is shorter, and unpacked to the same', async () => {
  const random = JSON.stringify(randomBytes(6000).toString('base64'));
  expect(await pack(random)).toBe(random);
  for (const text of ['""', JSON.stringify('z1:'), JSON.stringify('é'.repeat(5000)), random]) {
    expect(await unpack(await pack(text))).toBe(text);
  }
});
