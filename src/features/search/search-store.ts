import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import type { Condition, Dialect } from '../../platform/db/statements/columns';
import type { PageSource } from '../../platform/db/statements/page';
import { findTermPosition, type SearchTerm } from '../../platform/search-words';
import { countCharacters } from '../../platform/text-length';
import { type DocumentViewer, visibleTo } from '../../shared/document-visibility';
import { onHiddenActions, withinHistory } from '../../shared/plans';

/** The parameters of a search. */
export interface Search {
  readonly workspaceId: string;
  /** A matching record contains all of these words and phrases. */
  readonly terms: readonly SearchTerm[];
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

/** A record of the search index. */
export interface EntryRow {
  readonly type: HitType;
  readonly id: string;
  readonly title: string;
  /**
   * A JSON array of the record's other texts, each a string or null, ordered as in `search-rules`.
   */
  readonly body: string;
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
  return (db) => db.from(newest(db, reader, search).where(isVisible(visibility)).as('hits'));
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

/** The records with these ids, in no particular order. */
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
  const { workspaceId, terms } = search;
  const [rank, titleWords] = rankOf(dialect, terms);
  // SQLite reads its index in this order and stops at the limit.
  const byIndex = dialect === 'sqlite' && terms.length > 0;
  return entriesWith(db, dialect, search)
    .where('entry.workspace_id', workspaceId)
    .select(
      'entry.id',
      db.raw('substr(entry.id, 5) as created'),
      db.raw(`${rank} as rank`, titleWords),
    )
    .orderBy(byIndex ? 'search_terms.rowid' : 'entry.sequence', 'desc')
    .limit(maxMatches + 1);
}

// Each indexed word has the workspace as a prefix, and each record's type is a word too. So a
// search on either database reads only index entries of this workspace.
function entriesWith(
  db: Knex,
  dialect: Dialect,
  { workspaceId, terms, types }: Search,
): Knex.QueryBuilder {
  const table = db.from('search_entries as entry');
  if (terms.length === 0) return table.whereRaw('1 = 0');
  const postgres = dialect === 'postgres';
  const key = workspaceId.slice(-16);
  const phrase = (words: readonly string[]): string => {
    const keyed = words.map((word) => `${key}_${word}`);
    return postgres ? keyed.map((word) => `'${word}'`).join(' <-> ') : `"${keyed.join(' ')}"`;
  };
  const parts = terms.map(({ words, isPrefix }) => {
    const prefix = postgres ? ':*' : '*';
    return `(${phrase(words)}${isPrefix ? prefix : ''})`;
  });
  if (types !== undefined) {
    const anyType = types.map((type) => phrase([`_${type}`])).join(postgres ? ' | ' : ' OR ');
    parts.push(`(${anyType})`);
  }
  if (postgres) return table.whereRaw('entry.terms @@ ?::tsquery', [parts.join(' & ')]);
  // The cross join makes SQLite read the index first instead of probing it for each record.
  return db
    .from(db.raw('search_terms cross join search_entries as entry'))
    .whereRaw('search_terms match ?', [parts.join(' AND ')])
    .whereRaw('entry.sequence = search_terms.rowid');
}

// The number of terms in the title, as SQL and its bindings.
function rankOf(dialect: Dialect, terms: readonly SearchTerm[]): [string, string[]] {
  if (terms.length === 0) return ['0', []];
  const inTitle =
    dialect === 'postgres'
      ? '(strpos(entry.title_words, ?) > 0)::integer'
      : '(instr(entry.title_words, ?) > 0)';
  return [
    terms.map(() => inTitle).join(' + '),
    terms.map(({ words, isPrefix }) => ` ${words.join(' ')}${isPrefix ? '' : ' '}`),
  ];
}

function isVisible({ historyStart, viewer }: Visibility): Condition {
  const otherTypeOr = (type: HitType, table: string, condition: Condition): Condition => {
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
      void query.where(otherTypeOr('action', 'actions', withinHistory(historyStart)));
    }
    if (!viewer.everyone) {
      void query.where(otherTypeOr('document', 'documents', visibleTo(viewer)));
    }
  };
}

/** A found record as the contract defines it. */
export type Hit = components['schemas']['SearchHit'];

/** The kinds of records that are searched. */
type HitType = Hit['type'];

type Field = Hit['matched_fields'][number];

/** The searched fields: the title, then the texts of `search_entries.body` in the same order. */
const fields: Readonly<Record<HitType, readonly [Field, ...Field[]]>> = {
  action: ['title', 'details', 'result_summary', 'delegate_label'],
  project: ['title', 'description'],
  document: ['title', 'content'],
  order: ['name', 'summary'],
  question: ['question', 'on_answer', 'choices', 'response', 'response_comment'],
  agent: ['name', 'capabilities'],
};

const maxTitleLength = limits.hit_question_characters;
const maxSnippetLength = limits.hit_snippet_characters;
const contextBefore = 60;

/**
 * A matching record as the contract defines it: the fields with at least one of the terms, and the
 * text around the first match.
 */
export function toHit(
  {
    type,
    id,
    title,
    body,
  }: {
    readonly type: HitType;
    readonly id: string;
    readonly title: string;
    readonly body: string;
  },
  terms: readonly SearchTerm[],
): Hit {
  const otherTexts: unknown = JSON.parse(body);
  const texts: unknown[] = [title, ...(Array.isArray(otherTexts) ? otherTexts : [])];
  const matches = fields[type].flatMap((field, index) => {
    const text = texts[index];
    const position = typeof text === 'string' ? findTermPosition(terms, text) : undefined;
    return typeof text === 'string' && position !== undefined ? [{ field, text, position }] : [];
  });
  // Prefer a field other than the title, because the response contains the title anyway.
  const shown = matches.find(({ field }) => field !== fields[type][0]) ?? matches[0];
  return {
    type,
    id,
    title: countCharacters(title) > maxTitleLength ? excerpt(title, 0, maxTitleLength) : title,
    snippet: shown === undefined ? '' : excerpt(shown.text, shown.position, maxSnippetLength),
    matched_fields: matches.map(({ field }) => field),
  };
}

// Cuts on code points: a slice of twice as many UTF-16 units contains all wanted characters, and a
// surrogate pair that the slice splits lies outside of them. Whitespace becomes single spaces.
function excerpt(text: string, position: number, length: number): string {
  const head = Array.from(text.slice(Math.max(0, position - 2 * contextBefore), position)).slice(
    -contextBefore,
  );
  const maxTail = length - head.length;
  const tail = Array.from(text.slice(position, position + 2 * maxTail)).slice(0, maxTail);
  const [leading, part] = [head.join(''), tail.join('')];
  const prefix = position <= leading.length ? '' : '…';
  const suffix = position + part.length < text.length ? '…' : '';
  return `${prefix}${`${leading}${part}`.replace(/\s+/g, ' ').trim()}${suffix}`;
}
