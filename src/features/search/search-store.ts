import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Reader } from '../../platform/db/reader';
import type { Condition, Dialect } from '../../platform/db/statements/columns';
import type { PageSource } from '../../platform/db/statements/page';
import { partLength, type SearchGroups, type SearchTerm } from '../../platform/search-words';
import type { EntryRow, HitType } from './hit-store';
import {
  type DocumentViewer,
  onVisibleDocuments,
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
}

/** Which records the caller may see. */
export interface Visibility {
  /** The start of the plan's history window; null if the plan has none. */
  readonly historyStart: string | null;
  /** Whose private documents are visible. */
  readonly viewer: DocumentViewer;
}

/** The maximum number of matches that are counted, ranked and paged. */
const maxMatches = limits.searched_matches;

/**
 * The sorts: by the number of terms in the title, or by age. Ties go to the newer record, then to
 * the id. Age is the time-sortable part of the id, because the index's sequence also counts hidden
 * records and a cursor would disclose it.
 */
export const hitSorts: PageSource['sorts'] = {
  rank: [
    { column: 'hits.rank', type: 'integer' },
    { column: 'hits.created', type: 'text' },
  ],
  created_at: { column: 'hits.created', type: 'text' },
};

/**
 * The newest visible records that contain all terms, as `hits`, to count and page. Includes one
 * record more than the maximum, so that the count shows whether there are more.
 */
export function matchingHits(
  reader: Reader,
  search: Search,
  visibility: Visibility,
): PageSource['matching'] {
  return (db) =>
    db.from(
      newest(db, reader, search)
        .where(isVisible(db, visibility, reader.dialect))
        .as('hits'),
    );
}

/**
 * Counts the actions that contain all words and ended before the plan's history window; the count
 * stops at 10,000.
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
          .limit(maxMatches)
          .as('hidden'),
      )
      .count({ hidden: '*' }),
  );
  return Number(row?.hidden ?? 0);
}

/** The texts of the newest records that the search finds, at most `limit`. */
export function findTexts(
  reader: Reader,
  search: Search,
  { visibility, limit }: { readonly visibility: Visibility; readonly limit: number },
): Promise<Pick<EntryRow, 'title' | 'body'>[]> {
  return reader.rows((db) =>
    entriesWith(db, reader.dialect, search)
      .where('entry.workspace_id', search.workspaceId)
      .where(isVisible(db, visibility, reader.dialect))
      .orderBy(orderOf(reader.dialect, search), 'desc')
      .limit(limit)
      .select('entry.title', 'entry.body'),
  );
}

function newest(db: Knex, { dialect }: Reader, search: Search): Knex.QueryBuilder {
  const [rank, titleWords] = rankOf(dialect, search.groups.flat());
  return entriesWith(db, dialect, search)
    .where('entry.workspace_id', search.workspaceId)
    .select(
      'entry.id',
      db.raw('substr(entry.id, 5) as created'),
      db.raw(`${rank} as rank`, titleWords),
    )
    .orderBy(orderOf(dialect, search), 'desc')
    .limit(maxMatches + 1);
}

// SQLite reads its index in this order and stops at the limit.
function orderOf(dialect: Dialect, { groups }: Search): string {
  return dialect === 'sqlite' && groups.length > 0 ? 'search_terms.rowid' : 'entry.sequence';
}

// Each indexed word has the workspace as a prefix, and each record's type is a word too. So a
// search on either database reads only index entries of this workspace.
function entriesWith(
  db: Knex,
  dialect: Dialect,
  { workspaceId, groups, types }: Search,
): Knex.QueryBuilder {
  const table = db.from('search_entries as entry');
  if (groups.length === 0) return table.whereRaw('1 = 0');
  const postgres = dialect === 'postgres';
  const [and, or] = postgres ? [' & ', ' | '] : [' AND ', ' OR '];
  const key = workspaceId.slice(-16);
  const write = postgres ? writeForPostgres : writeForSqlite;
  const parts = groups.map(
    (terms) => `(${terms.map((term) => writeTerm(term, { key, write, and })).join(or)})`,
  );
  if (types !== undefined) {
    parts.push(`(${types.map((type) => write([`${key}__${type}`], false)).join(or)})`);
  }
  const query = parts.join(and);
  if (postgres) return table.whereRaw('entry.terms @@ ?::tsquery', [query]);
  // The cross join makes SQLite read the index first instead of probing it for each record.
  return db
    .from(db.raw('search_terms cross join search_entries as entry'))
    .whereRaw('search_terms match ?', [query])
    .whereRaw('entry.sequence = search_terms.rowid');
}

/** Writes a phrase of indexed words, the last of which may be a prefix. */
type WritePhrase = (words: readonly string[], isPrefix: boolean) => string;

const writeForPostgres: WritePhrase = (words, isPrefix) =>
  `(${words.map((word) => `'${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`;

const writeForSqlite: WritePhrase = (words, isPrefix) =>
  `("${words.join(' ')}"${isPrefix ? '*' : ''})`;

// The migration `search-parts` defines the indexed words. Of an ending, 12 characters are indexed,
// so a longer part is found by all its sections.
function writeTerm(
  { words, isPrefix, isPart }: SearchTerm,
  { key, write, and }: { readonly key: string; readonly write: WritePhrase; readonly and: string },
): string {
  const whole = words.map((word) => `${key}_${word}`);
  if (!isPart) return write(whole, isPrefix);
  const letters = Array.from(words[0]);
  const sections = Array.from({ length: Math.max(1, letters.length - partLength + 1) }, (_, at) =>
    letters.slice(at, at + partLength).join(''),
  );
  return `(${sections.map((section) => write([`${key}${section}`], letters.length < partLength)).join(and)})`;
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

function isVisible(db: Knex, { historyStart, viewer }: Visibility, dialect: Dialect): Condition {
  const otherTypeOr = (type: HitType, table: string, condition: Condition): Condition => {
    return (query) =>
      void query
        .whereNot('entry.type', type)
        // A scalar subquery: with "exists", Postgres may read all rows of the table first.
        .orWhereRaw('? is not null', [
          db(table)
            .whereRaw(`${table}.workspace_id = entry.workspace_id`)
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
          .where(onShownActions(historyStart, 'notes'));
      }),
    );
  };
}
