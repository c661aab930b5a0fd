import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import { visibleTo, type DocumentViewer } from '../../shared/document-visibility';
import { onHiddenActions, withinHistory } from '../../shared/plans';
import type { Condition } from '../../platform/db/statements/columns';
import type { Dialect, Reader } from '../../platform/db/transaction';
import type { PageSource } from '../../platform/db/statements/page';
import type { SearchWord } from '../../platform/search-words';
import type { HitType } from './search-rules';

/** What is looked for. */
export interface Search {
  readonly workspaceId: string;
  /** Words that a record must all have. */
  readonly sought: readonly SearchWord[];
  /** Kinds of records; all of them where it says nothing. */
  readonly types: readonly HitType[] | undefined;
}

/** What the caller sees: finished work since the start of the history, if that has one, and whose private documents. */
export interface Seen {
  readonly historyStart: string | null;
  readonly privateOf: DocumentViewer;
}

/** A record as it is searched. */
export interface EntryRow {
  readonly type: HitType;
  readonly id: string;
  readonly title: string;
  /** A JSON array of the record's other texts, or null each, in the order of `search-rules`. */
  readonly body: string;
}

/** Above this nothing is counted, ranked or paged. */
const most = limits.searched_matches;

/**
 * By how many of the words are in the title, or by age; the later made one breaks ties, then its
 * id. The age is the time-sortable part of the id: the sequence of the index also counts records
 * that the caller may not see, and a cursor would tell it.
 */
export const hitSorts: PageSource['sorts'] = {
  rank: [
    { column: 'hits.rank', holds: 'integer' },
    { column: 'hits.made', holds: 'text' },
  ],
  created_at: { column: 'hits.made', holds: 'text' },
};

/** The records, seen by the caller, that have all the words, to page and count as `hits`: the newest, one more than are counted. */
export function hitsOf(reader: Reader, search: Search, seen: Seen): PageSource['matching'] {
  return (db) => db.from(newest(db, reader, search).where(isSeen(seen)).as('hits'));
}

/**
 * How many actions have all the words and ended before the plan's history window; beyond 10,000 the
 * count stops.
 */
export async function countHidden(
  reader: Reader,
  search: Search,
  start: string | null,
): Promise<number> {
  if (start === null || search.types?.includes('action') === false) return 0;
  const row = await reader.first<{ hidden: number }>((db) =>
    db
      .from(
        newest(db, reader, search)
          .where('entry.type', 'action')
          .where(onHiddenActions(start, 'entry.id'))
          .limit(most)
          .as('unseen'),
      )
      .count({ hidden: '*' }),
  );
  return Number(row?.hidden ?? 0);
}

/** The records of the ids, in no particular order. */
export function findEntries(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  return reader.rows<EntryRow>((db) =>
    db('search_entries')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .select('type', 'id', 'title', 'body'),
  );
}

function newest(db: Knex, { dialect }: Reader, search: Search): Knex.QueryBuilder {
  const { workspaceId, sought } = search;
  const [rank, titleWords] = rankOf(dialect, sought);
  // The order that the index of SQLite is in: it stops at the last that is asked for.
  const byIndex = dialect === 'sqlite' && sought.length > 0;
  return entriesWith(db, dialect, search)
    .where('entry.workspace_id', workspaceId)
    .select(
      'entry.id',
      db.raw('substr(entry.id, 5) as made'),
      db.raw(`${rank} as rank`, titleWords),
    )
    .orderBy(byIndex ? 'search_terms.rowid' : 'entry.sequence', 'desc')
    .limit(most + 1);
}

// Every word of the index begins with its workspace, and every record has its type for a word: whatever is looked
// for, on either database, the index is read where this workspace's words are, and nowhere else.
function entriesWith(
  db: Knex,
  dialect: Dialect,
  { workspaceId, sought, types }: Search,
): Knex.QueryBuilder {
  const table = db.from('search_entries as entry');
  if (sought.length === 0) return table.whereRaw('1 = 0');
  const postgres = dialect === 'postgres';
  const quote = postgres ? "'" : '"';
  const key = workspaceId.slice(-16);
  const term = (word: string): string => `${quote}${key}_${word}${quote}`;
  const parts = sought.map(
    ({ word, isPrefix }) => `${term(word)}${isPrefix ? (postgres ? ':*' : '*') : ''}`,
  );
  if (types !== undefined) {
    const either = types.map((type) => term(`_${type}`)).join(postgres ? ' | ' : ' OR ');
    parts.push(`(${either})`);
  }
  if (postgres) return table.whereRaw('entry.terms @@ ?::tsquery', [parts.join(' & ')]);
  // A cross join keeps SQLite from asking the index about one record after the other.
  return db
    .from(db.raw('search_terms cross join search_entries as entry'))
    .whereRaw('search_terms match ?', [parts.join(' AND ')])
    .whereRaw('entry.sequence = search_terms.rowid');
}

// How many of the words are in the title.
function rankOf(dialect: Dialect, sought: readonly SearchWord[]): [string, string[]] {
  if (sought.length === 0) return ['0', []];
  const one =
    dialect === 'postgres'
      ? '(strpos(entry.title_words, ?) > 0)::integer'
      : '(instr(entry.title_words, ?) > 0)';
  return [
    sought.map(() => one).join(' + '),
    sought.map(({ word, isPrefix }) => (isPrefix ? ` ${word}` : ` ${word} `)),
  ];
}

function isSeen({ historyStart, privateOf }: Seen): Condition {
  const unless = (type: HitType, table: string, condition: Condition): Condition => {
    return (query) =>
      void query
        .whereNot('entry.type', type)
        .orWhereExists((record) =>
          record
            .from(table)
            .whereRaw(`${table}.workspace_id = entry.workspace_id`)
            .whereRaw(`${table}.id = entry.id`)
            .where(condition)
            .select(`${table}.id`),
        );
  };
  return (query) => {
    if (historyStart !== null) {
      void query.where(unless('action', 'actions', withinHistory(historyStart)));
    }
    if (!privateOf.everyone) {
      void query.where(unless('document', 'documents', visibleTo(privateOf)));
    }
  };
}
