import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Reader } from '../../platform/db/reader';
import type { Condition, Dialect } from '../../platform/db/statements/columns';
import {
  type Candidates,
  containsWords,
  filterWords,
  type TextFilter,
} from '../../platform/db/statements/text-filter';
import { termsWithin } from '../../platform/search-within';
import type { SearchTerm } from '../../platform/search-words';
import type { EntryRow, HitType } from './hit-store';
import {
  indexedTerms,
  readByIndex,
  type IndexSearch,
  inStepOf,
  inTitleWords,
  phrasesOf,
  queriesOfPostgres,
  queryOfSqlite,
  stepLength,
  stepOf,
} from './index-query-rules';
import {
  type DocumentViewer,
  onVisibleDocuments,
  onVisibleProposals,
  visibleProposals,
  visibleTo,
} from '../../shared/document-visibility';
import { onHiddenActions, onShownActions, withinHistory } from '../../shared/plans';

/** The parameters of a search. */
export interface Search extends IndexSearch {
  readonly types: readonly HitType[] | undefined;
}

/** Which records the caller may see. */
export interface Visibility {
  /** The start of the plan's history window; null if the plan has none. */
  readonly historyStart: string | null;
  /** Whose private documents are visible. */
  readonly viewer: DocumentViewer;
}

/** The part of the index that a search reads, from newer to older entries, by their ids. */
interface IndexRange {
  /** The newest entry of the range; undefined for the newest of all. */
  readonly from?: string | undefined;
  /** The entry before which the range ends; null if it has no end. */
  readonly before?: string | null;
}

/** What a query of matches selects, and how many. */
interface Wanted {
  readonly range?: IndexRange;
  /** Whether to read the index from its oldest entry on, instead of the newest of the range. */
  readonly oldestFirst?: boolean;
  readonly limit: number;
  /** Narrows and selects the entries. */
  readonly narrow: (entries: Knex.QueryBuilder) => Knex.QueryBuilder;
}

/**
 * The visible records that contain all terms, from the newest one on: their ids, ranks, times and
 * sequences. The rank is the number of terms in the title, or 0 without `ranked`.
 */
export function newestHits(
  db: Knex,
  { dialect }: Reader,
  search: Search,
  wanted: {
    readonly visibility: Visibility;
    readonly ranked: boolean;
    readonly range: IndexRange;
    readonly limit: number;
  },
): Knex.QueryBuilder {
  const [rank, titleWords] = rankOf(dialect, wanted.ranked ? search.groups.flat() : []);
  return entriesOf(db, dialect, search, {
    ...wanted,
    narrow: (entries) =>
      entries
        .where(isVisible(db, search.workspaceId, wanted.visibility, dialect))
        .select(
          'entry.id',
          'entry.sequence',
          db.raw('substr(entry.id, 5) as created'),
          db.raw(`${rank} as rank`, titleWords),
        ),
  });
}

/**
 * Counts the actions that contain all words and ended before the plan's history window, up to
 * 10,000 of the oldest 20,000 matches: the time of a count must not grow with the matches, and the
 * window hides old actions. If nothing but hidden actions matches, the count is above 0.
 */
export async function countHidden(
  reader: Reader,
  search: Search,
  start: string | null,
): Promise<number> {
  if (start === null || search.types?.includes('action') === false) return 0;
  const oldest = (db: Knex): Knex.QueryBuilder =>
    entriesOf(
      db,
      reader.dialect,
      { ...search, types: ['action'] },
      {
        oldestFirst: true,
        limit: limits.scanned_items,
        narrow: (entries) => entries.select('entry.id'),
      },
    );
  const row = await reader.first<{ hidden: number }>((db) =>
    db
      .from(
        db
          .from(oldest(db).as('entry'))
          .where(onHiddenActions({ ...search, start }, 'entry.id'))
          .limit(limits.searched_matches)
          .select('entry.id')
          .as('hidden'),
      )
      .count({ hidden: '*' }),
  );
  return Number(row?.hidden ?? 0);
}

/** Those of the terms that a visible record contains. One statement for all of them. */
export async function findKnownTerms(
  reader: Reader,
  search: Search,
  visibility: Visibility,
): Promise<ReadonlySet<SearchTerm>> {
  const terms = search.groups.flat();
  if (terms.length === 0) return new Set();
  const first = (db: Knex, term: SearchTerm): Knex.QueryBuilder =>
    entriesOf(
      db,
      reader.dialect,
      { ...search, groups: [[term]] },
      {
        limit: 1,
        narrow: (entries) =>
          entries
            .where(isVisible(db, search.workspaceId, visibility, reader.dialect))
            .select({ known: 'entry.id' }),
      },
    );
  const row = await reader.first<Readonly<Record<string, string | null>>>((db) =>
    db.select(
      terms.map((term, index) =>
        db.from(first(db, term).as('found')).select('known').as(`term_${index}`),
      ),
    ),
  );
  return new Set(terms.filter((_, index) => typeof row?.[`term_${index}`] === 'string'));
}

/** The texts of the newest records that the search finds, at most `limit`. */
export function findTexts(
  reader: Reader,
  search: Search,
  { visibility, limit }: { readonly visibility: Visibility; readonly limit: number },
): Promise<Pick<EntryRow, 'title' | 'body'>[]> {
  return reader.rows((db) =>
    entriesOf(db, reader.dialect, search, {
      limit,
      narrow: (entries) =>
        entries
          .where(isVisible(db, search.workspaceId, visibility, reader.dialect))
          .select('entry.title', 'entry.body'),
    }),
  );
}

/**
 * The filter of a list of records of the type by words of their columns. The index finds all
 * records with the words, and some others, unless it has no parts of the words.
 */
export function textFilter(
  dialect: Dialect,
  {
    workspaceId,
    type,
    columns,
    text,
  }: {
    readonly workspaceId: string;
    readonly type: HitType;
    readonly columns: readonly string[];
    readonly text: string | undefined;
  },
): TextFilter | undefined {
  if (text === undefined) return undefined;
  const groups = filterWords(text)
    .flatMap(termsWithin)
    .map((term) => [term]);
  const search = { workspaceId, groups, types: [type], includesCut: true };
  const narrow = (entries: Knex.QueryBuilder): Knex.QueryBuilder =>
    entries.select({ found_id: 'entry.id' });
  const found: Candidates = (db, limit) => entriesOf(db, dialect, search, { limit, narrow });
  const candidates = groups.length === 0 ? undefined : found;
  return { workspaceId, columns, contains: containsWords(dialect, columns, text), candidates };
}

function entriesOf(db: Knex, dialect: Dialect, search: Search, wanted: Wanted): Knex.QueryBuilder {
  const { workspaceId, groups } = search;
  const { narrow, limit, range, oldestFirst = false } = wanted;
  const direction = oldestFirst ? 'asc' : 'desc';
  const within = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
    void query.where('entry.workspace_id', workspaceId);
    if (groups.length === 0) void query.whereRaw('1 = 0');
    return narrow(query).limit(limit);
  };
  const sequence = '(select sequence from search_entries where workspace_id = ? and id = ?)';
  const limitRange = (query: Knex.QueryBuilder, column: string): Knex.QueryBuilder => {
    const { from, before } = range ?? {};
    if (from !== undefined) void query.whereRaw(`${column} <= ${sequence}`, [workspaceId, from]);
    if (typeof before === 'string') {
      void query.whereRaw(`${column} > ${sequence}`, [workspaceId, before]);
    }
    return query;
  };
  if (dialect === 'sqlite') {
    // The cross join makes SQLite read the index first instead of probing it for each record. It
    // reads the index from one end and stops at the limit.
    const entries = db
      .from(db.raw('search_terms cross join search_entries as entry'))
      .whereRaw('search_terms match ?', [queryOfSqlite(search)])
      .whereRaw('entry.sequence = search_terms.rowid');
    return within(limitRange(entries, 'search_terms.rowid')).orderBy(
      'search_terms.rowid',
      direction,
    );
  }
  // Postgres reads all matches of an index scan before it sorts them. So each scan is of one step
  // of the index, and the limit ends the loop over the steps, whose order is that of the rows.
  const steps = limitRange(db('search_entries as entry'), 'entry.sequence')
    .where('entry.workspace_id', workspaceId)
    .orderBy('entry.sequence', direction)
    .limit(1)
    .select(db.raw(`${stepOf} as step`));
  const next = limitRange(db('search_entries as entry'), 'entry.sequence')
    .where('entry.workspace_id', workspaceId)
    .whereRaw(
      oldestFirst
        ? `entry.sequence >= (steps.step::bigint + 1) * ${stepLength}`
        : `entry.sequence < steps.step::bigint * ${stepLength}`,
    )
    .orderBy('entry.sequence', direction)
    .limit(1)
    .select(db.raw(stepOf));
  // Each condition is a stream of the same index scan. GIN skips from one stream to the next match
  // of the others, which it does not within a tsquery: there, each entry of the step is compared
  // with all words. The step comes first, because the first stream that ends also ends the scan.
  const entries = db('search_entries as entry')
    .whereRaw(...inStepOf('steps', workspaceId))
    .whereRaw(readByIndex);
  for (const query of queriesOfPostgres(search)) {
    void entries.whereRaw(`${indexedTerms} @@ ?::tsquery`, [query]);
  }
  // Most phrases are found in the title, so that the terms of the entry are not read.
  for (const { inTitle, query } of phrasesOf(search)) {
    const titles = inTitle.map(() => 'strpos(entry.title_words, ?) > 0');
    void entries.whereRaw(`(${titles.join(' or ')} or entry.terms @@ ?::tsquery)`, [
      ...inTitle,
      query,
    ]);
  }
  // An expression, because Postgres would otherwise read all entries of the range by their order.
  const inStep = within(limitRange(entries, '(entry.sequence + 0)')).orderByRaw(
    `(entry.sequence + 0) ${direction}`,
  );
  return db
    .withRecursive(
      'steps',
      db.raw('? union all select ? from steps where steps.step is not null', [steps, next]),
    )
    .from(db.raw('steps cross join lateral ? as found', [inStep]))
    .select('found.*')
    .limit(limit);
}

// The number of terms in the title, where a part of a word counts half, as SQL and its bindings.
function rankOf(dialect: Dialect, terms: readonly SearchTerm[]): [string, string[]] {
  const sought = terms.flatMap((term) => {
    const whole = inTitleWords(term);
    return [whole, term.isPart ? term.words.join(' ') : whole];
  });
  if (sought.length === 0) return ['0', []];
  const inTitle =
    dialect === 'postgres'
      ? '(strpos(entry.title_words, ?) > 0)::integer'
      : '(instr(entry.title_words, ?) > 0)';
  return [sought.map(() => inTitle).join(' + '), sought];
}

function isVisible(
  db: Knex,
  workspaceId: string,
  { historyStart, viewer }: Visibility,
  dialect: Dialect,
): Condition {
  const otherTypeOr = (type: HitType, table: string, condition: Condition): Condition => {
    return (query) =>
      void query
        .whereNot('entry.type', type)
        // A scalar subquery: with "exists", Postgres may read all rows of the table first.
        .orWhereRaw('? is not null', [
          db(table)
            .where(`${table}.workspace_id`, workspaceId)
            .whereRaw(`${table}.id = entry.id`)
            .where(condition)
            .select(`${table}.id`),
        ]);
  };
  return (query) => {
    if (historyStart !== null) {
      void query.where(otherTypeOr('action', 'actions', withinHistory(historyStart)));
    }
    if (!viewer.everyone) {
      void query.where(otherTypeOr('document', 'documents', visibleTo(viewer)));
      void query.where(
        otherTypeOr('proposal', 'agent_requests', visibleProposals(viewer, dialect)),
      );
    }
    const note = otherTypeOr('note', 'notes', (shown) => {
      void shown
        .whereNull('notes.archived_at')
        .where(onVisibleDocuments(viewer, 'notes'))
        .where(onVisibleProposals(viewer, dialect))
        .where(onShownActions({ workspaceId, start: historyStart }, 'notes'));
    });
    void query.where((visible) => {
      void visible.whereNot('entry.type', 'note');
      // A small index has the few notes that may be invisible, so the others are not read.
      if (historyStart === null)
        void visible.orWhereRaw('? is null', [restrictedNote(db, workspaceId)]);
      void visible.orWhere(note);
    });
  };
}

// The condition of an index.
const isRestricted =
  '(notes.archived_at is not null or notes.document_id is not null or notes.agent_request_id is not null)';

function restrictedNote(db: Knex, workspaceId: string): Knex.QueryBuilder {
  return db('notes')
    .where('notes.workspace_id', workspaceId)
    .whereRaw('notes.id = entry.id')
    .whereRaw(isRestricted)
    .select('notes.id');
}
