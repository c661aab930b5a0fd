import * as fc from 'fast-check';
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
import { actionRow, insertWorkspace } from '../support/rows';
import { countStatements } from '../support/statements';

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
  }, 30_000);

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
  }, 30_000);

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
