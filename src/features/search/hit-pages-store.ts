import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Reader } from '../../platform/db/reader';
import {
  checkBeginning,
  defaultLimit,
  type Page,
  type PageFields,
  type PageRequest,
} from '../../platform/db/statements/page';
import {
  decodeCursor,
  encodeCursor,
  type SortColumn,
} from '../../platform/db/statements/page-order';
import { mayEndEarly } from '../../platform/early-end';
import { newestHits, type Search, type Visibility } from './search-store';

/** The number of matches that are ordered together. */
const blockLength = limits.searched_matches;

/**
 * A block of matches: the newest 10,000 ones, or those after the previous block. Its first and its
 * last entry do not change while its pages are read, so records that are added or removed meanwhile
 * move no other one into another block.
 */
interface Block {
  readonly number: number;
  /** The newest entry; undefined before the first page of the first block is read. */
  readonly from?: string | undefined;
  /** The first entry of the next block; null if there is none or it is not known. */
  readonly before: string | null;
}

/** A match with its order. */
interface Key {
  readonly id: string;
  readonly rank: number;
  readonly created: string;
}

/**
 * The values of a cursor: the block, then the order of hits. Age is the time-sortable part of the
 * id, because the index's sequence also counts hidden records and a cursor would disclose it.
 */
const columns: readonly SortColumn[] = [
  { column: 'block', type: 'integer' },
  { column: 'from', type: 'text' },
  { column: 'before', type: 'text', nullable: true },
  { column: 'rank', type: 'integer' },
  { column: 'created', type: 'text' },
];

/** A search of which a page is read. */
interface HitList {
  readonly search: Search;
  readonly visibility: Visibility;
  readonly sort: string;
}

interface Slice extends HitList {
  readonly block: Block;
  readonly after?: Key | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads a page of matches by the number of terms in the title, or by age; ties go to the newer
 * record, then to the id. Takes one statement, and a second one at the end of a block.
 */
export async function pageOfHits(
  reader: Reader,
  given: Omit<HitList, 'sort'>,
  request: PageRequest,
): Promise<Page<{ readonly id: string }>> {
  const { after, limit = defaultLimit, offset = 0, sort = '-rank' } = request;
  checkBeginning(request);
  const position = after === undefined ? undefined : positionOf(after, sort);
  const block = position?.block ?? { number: 0, before: null };
  const list = { ...given, sort };
  const first = await readSlice(reader, {
    ...list,
    block,
    after: position?.key,
    offset,
    limit: limit + 1,
  });
  const { before } = first.block;
  const missing = limit + 1 - first.keys.length;
  const second =
    before === null || missing === 0
      ? undefined
      : await readSlice(reader, {
          ...list,
          block: { number: block.number + 1, from: before, before: null },
          offset: Math.max(0, offset - blockLength),
          limit: missing,
        });
  const found = [first, second].flatMap((slice) =>
    (slice?.keys ?? []).map((key) => ({ key, block: slice?.block ?? block })),
  );
  const toPage = (items: number, ended: number): PageFields => {
    const last = found[items - 1];
    const more = found.length > items;
    return {
      offset,
      limit: ended,
      has_more: more,
      next: more && last !== undefined ? cursorOf(sort, last) : null,
    };
  };
  const shown = Math.min(limit, found.length);
  return {
    rows: found.slice(0, limit).map(({ key }) => key),
    ...(block.number === 0 && before === null && { total: first.total }),
    page: mayEndEarly(toPage(shown, limit), (items) => toPage(items, items)),
    sort,
  };
}

function positionOf(after: string, sort: string): { readonly block: Block; readonly key: Key } {
  const { values, id } = decodeCursor(after, sort, columns);
  const [number, from, before, rank, created] = values;
  return {
    block: {
      number: Number(number),
      from: String(from),
      before: typeof before === 'string' ? before : null,
    },
    key: { id, rank: Number(rank), created: String(created) },
  };
}

function cursorOf(
  sort: string,
  { key, block }: { readonly key: Key; readonly block: Block },
): string {
  const { number, from = '', before } = block;
  return encodeCursor(sort, { values: [number, from, before, key.rank, key.created], id: key.id });
}

interface SliceRow extends Partial<Key> {
  readonly total: number | string;
  readonly first_id: string | null;
  readonly next_id: string | null;
}

async function readSlice(
  reader: Reader,
  slice: Slice,
): Promise<{ readonly keys: readonly Key[]; readonly block: Block; readonly total: number }> {
  const { block } = slice;
  const rows = await reader.rows<SliceRow>((db) => sliceOf(db, reader, slice));
  const [bounds] = rows;
  return {
    keys: rows.flatMap(({ id, rank, created }) =>
      typeof id === 'string' ? { id, rank: Number(rank), created: String(created) } : [],
    ),
    block: {
      number: block.number,
      from: block.from ?? bounds?.first_id ?? undefined,
      before: bounds?.next_id ?? block.before,
    },
    total: Number(bounds?.total ?? 0),
  };
}

// Of a block whose end is not known, the statement reads one match more, which begins the next one.
// Texts of earlier records that are changed meanwhile may add matches to a block, up to its length.
function sliceOf(db: Knex, reader: Reader, slice: Slice): Knex.Raw {
  const { search, visibility, sort, block, after, offset, limit } = slice;
  const most = block.before === null ? blockLength : 2 * blockLength;
  const hits = newestHits(db, reader, search, {
    visibility,
    ranked: sort === '-rank',
    range: block,
    limit: most + 1,
  });
  const position = after === undefined ? [] : [after.rank, after.created, after.id];
  return db.raw(
    `with hits as materialized ?,
       ends as (
         select count(*) as total, min(sequence) as oldest, max(sequence) as newest from hits),
       bounds as materialized (
         select total, oldest, (select id from hits where sequence = newest) as first_id,
           (select id from hits where sequence = oldest) as oldest_id
           from ends),
       shown as (
         select hits.id, hits.rank, hits.created from hits cross join bounds
          where (bounds.total <= ${most} or hits.sequence > bounds.oldest)
            ${after === undefined ? '' : 'and (hits.rank, hits.created, hits.id) < (?, ?, ?)'}
          order by hits.rank desc, hits.created desc, hits.id desc limit ${limit} offset ${offset})
     select shown.id, shown.rank, shown.created, bounds.total, bounds.first_id,
       case when bounds.total > ${most} then bounds.oldest_id end as next_id
       from bounds left join shown on true
      order by shown.rank desc, shown.created desc, shown.id desc`,
    [hits, ...position],
  );
}
