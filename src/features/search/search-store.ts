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
import { cutWord, termsWithin } from '../../platform/search-within';
import {
  beginningLength,
  partLength,
  type SearchGroups,
  type SearchTerm,
} from '../../platform/search-words';
import type { EntryRow, HitType } from './hit-store';
import {
  type DocumentViewer,
  onVisibleDocuments,
  onVisibleProposals,
  visibleProposals,
  visibleTo,
} from '../../shared/document-visibility';
import { onHiddenActions, onShownActions, withinHistory } from '../../shared/plans';

/** The parameters of a search. */
export interface Search {
  readonly workspaceId: string;
  /** A matching record contains a word or phrase of each of these groups. */
  readonly groups: SearchGroups;
  /** The kinds of records; undefined means all kinds. */
  readonly types: readonly HitType[] | undefined;
  /** Whether to find each record whose words are not all indexed. */
  readonly includesCut?: boolean;
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

/** The sequences of a step. The index has the same number. */
const stepLength = 8192;

const stepOf = `(sequence / ${stepLength})::integer`;

/** The expression that is indexed on Postgres: the terms and the step of an entry. */
const indexedTerms = `(entry.terms || array_to_tsvector(
  array[right(entry.workspace_id, 16) || '#' || (entry.sequence / ${stepLength})::text]))`;

// Each indexed word has the workspace as a prefix, and each record's type is a word too. So a
// search on either database reads only index entries of this workspace.
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
      .whereRaw('search_terms match ?', [indexQueryOf(dialect, search)])
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
  const entries = db('search_entries as entry')
    // The step is a key of the same index scan, which so ends with the step.
    .whereRaw(`${indexedTerms} @@ (? || ' & ''' || ? || steps.step || '''')::tsquery`, [
      indexQueryOf(dialect, search),
      `${workspaceId.slice(-16)}#`,
    ]);
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

function indexQueryOf(
  dialect: Dialect,
  { workspaceId, groups, types, includesCut }: Search,
): string {
  const postgres = dialect === 'postgres';
  const [and, or] = postgres ? [' & ', ' | '] : [' AND ', ' OR '];
  const key = workspaceId.slice(-16);
  const write = postgres ? writeForPostgres : writeForSqlite;
  const parts = groups.map(
    (terms) => `(${terms.map((term) => writeTerm(term, { key, write, and })).join(or)})`,
  );
  if (includesCut === true) {
    parts.splice(
      0,
      parts.length,
      `((${parts.join(and)})${or}${write([`${key}_${cutWord}`], false)})`,
    );
  }
  if (types !== undefined) {
    parts.push(`(${types.map((type) => write([`${key}__${type}`], false)).join(or)})`);
  }
  return parts.join(and);
}

/** Writes a phrase of indexed words, the last of which may be a prefix. */
type WritePhrase = (words: readonly string[], isPrefix: boolean) => string;

const writeForPostgres: WritePhrase = (words, isPrefix) =>
  `(${words.map((word) => `'${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`;

const writeForSqlite: WritePhrase = (words, isPrefix) =>
  `("${words.join(' ')}"${isPrefix ? '*' : ''})`;

// The migration `search-steps` defines the indexed words. Parts have at most 6 characters, so a
// longer one is found by all its sections.
function writeTerm(
  { words, isPrefix, isPart }: SearchTerm,
  { key, write, and }: { readonly key: string; readonly write: WritePhrase; readonly and: string },
): string {
  const letters = Array.from(words[0]);
  const isBeginning = isPrefix && words.length === 1 && letters.length <= beginningLength;
  if (!isPart && !isBeginning) {
    return write(
      words.map((word) => `${key}_${word}`),
      isPrefix,
    );
  }
  const sections = Array.from({ length: Math.max(1, letters.length - partLength + 1) }, (_, at) =>
    letters.slice(at, at + partLength).join(''),
  );
  return `(${sections.map((section) => write([`${key}${section}`], false)).join(and)})`;
}

// The number of terms in the title, where a part of a word counts half, as SQL and its bindings.
function rankOf(dialect: Dialect, terms: readonly SearchTerm[]): [string, string[]] {
  const sought = terms.flatMap(({ words, isPrefix, isPart }) => {
    const text = words.join(' ');
    if (isPart) return [` ${text} `, text];
    const whole = ` ${text}${isPrefix ? '' : ' '}`;
    return [whole, whole];
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
    void query.where(
      otherTypeOr('note', 'notes', (note) => {
        void note
          .whereNull('notes.archived_at')
          .where(onVisibleDocuments(viewer, 'notes'))
          .where(onVisibleProposals(viewer, dialect))
          .where(onShownActions({ workspaceId, start: historyStart }, 'notes'));
      }),
    );
  };
}
