import { createReader } from '../../src/platform/db/reader';
import { transact } from '../../src/platform/db/transaction';
import { cacheRows, isCachedRow } from '../../src/platform/db/statements/cached-rows';
import { describeOnEachDatabase } from '../support/dialects';

interface Row {
  readonly version: number;
  readonly name: string;
}

describeOnEachDatabase('a cache of rows', (database) => {
  const row = (version: number): Row => ({ version, name: `Version ${version}` });
  const open = (most = 2) => {
    const cache = cacheRows<Row>({ version: 'things.version', name: 'versioned' }, most);
    const reader = createReader(database());
    return {
      cache,
      add: (id: string, version: number) => cache.add(reader, id, row(version)),
      find: (id: string, version: number) => cache.find(reader, id, { version }),
    };
  };

  it('returns a row, frozen and marked, while its compared columns are unchanged', () => {
    const { add, find } = open();
    add('a', 1);
    expect(find('a', 1)).toEqual(row(1));
    expect(Object.isFrozen(find('a', 1))).toBe(true);
    expect(isCachedRow(find('a', 1) ?? {})).toBe(true);
    expect(isCachedRow(row(1))).toBe(false);
    expect([find('a', 2), find('b', 1)]).toEqual([undefined, undefined]);
    add('a', 2);
    expect([find('a', 1), find('a', 2)]).toEqual([undefined, row(2)]);
  });

  it('removes the least recently used row when it is full', () => {
    const { add, find } = open(2);
    add('a', 1);
    add('b', 1);
    find('a', 1);
    add('c', 1);
    expect([find('a', 1), find('b', 1), find('c', 1)]).toEqual([row(1), undefined, row(1)]);
  });

  it('does not cache long rows', () => {
    const { cache, find } = open();
    const reader = createReader(database());
    cache.add(reader, 'a', { version: 1, name: 'a'.repeat(4_000) });
    cache.add(reader, 'b', { version: 1, name: 'b'.repeat(4_001) });
    expect([find('a', 1)?.name.length, find('b', 1)]).toEqual([4_000, undefined]);
  });

  it('is not used within a transaction', async () => {
    const { cache, add, find } = open();
    add('a', 1);
    await transact(database(), async (transaction) => {
      expect(cache.find(transaction, 'a', { version: 1 })).toBeUndefined();
      cache.add(transaction, 'b', row(1));
    });
    expect([find('a', 1), find('b', 1)]).toEqual([row(1), undefined]);
  });
});
