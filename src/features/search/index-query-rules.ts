import type { Dialect } from '../../platform/db/statements/columns';
import { cutWord } from '../../platform/search-within';
import {
  beginningLength,
  partLength,
  type SearchGroups,
  type SearchTerm,
} from '../../platform/search-words';

/** What a search looks up in the index. */
export interface IndexSearch {
  readonly workspaceId: string;
  /** A matching record contains a word or phrase of each of these groups. */
  readonly groups: SearchGroups;
  /** The kinds of records; undefined means all kinds. */
  readonly types: readonly string[] | undefined;
  /** Whether to find each record whose words are not all indexed. */
  readonly includesCut?: boolean;
}

/** The query of SQLite's index. */
export function queryOfSqlite({ groups, ...search }: IndexSearch): string {
  const write = writerOf('sqlite', search.workspaceId);
  const words = groups.map((terms) => write.either(terms.map((term) => write.term(term))));
  const found =
    search.includesCut === true ? [write.either([write.all(words), write.mark(cutWord)])] : words;
  return [...found, ...typesOf(search, write)].join(' AND ');
}

/**
 * The queries of the index of Postgres, all of which an entry must match. They find the words of a
 * phrase at any place, because a query for a phrase would read the terms of each entry.
 */
export function queriesOfPostgres({ groups, ...search }: IndexSearch): string[] {
  const write = writerOf('postgres', search.workspaceId);
  const cut = search.includesCut === true ? [write.mark(cutWord)] : [];
  const words = groups.flatMap((terms) => {
    const [first = [], ...others] = terms.map((term) => write.words(term));
    const conditions =
      others.length === 0 ? first : [write.either([first, ...others].map(write.all))];
    return conditions.map((condition) => write.either([condition, ...cut]));
  });
  return [...words, ...typesOf(search, write)];
}

/** The query of the index for one whole word. */
export function queryOfWord(dialect: Dialect, workspaceId: string, word: string): string {
  return writerOf(dialect, workspaceId).mark(word);
}

/** A group with a phrase. */
interface PhraseGroup {
  /** A title with one of these phrases matches, as `search_entries.title_words` contains them. */
  readonly inTitle: readonly string[];
  /** The query of all terms of the group. */
  readonly query: string;
}

/** The groups with a phrase, whose words `queriesOfPostgres` finds at any place. */
export function phrasesOf({ workspaceId, groups }: IndexSearch): PhraseGroup[] {
  const write = writerOf('postgres', workspaceId);
  return groups.flatMap((terms) => {
    const phrases = terms.filter(({ words }) => words.length > 1);
    if (phrases.length === 0) return [];
    return { inTitle: phrases.map(inTitleWords), query: write.either(terms.map(write.term)) };
  });
}

/** The text that the title words of a record contain if the title has the whole term. */
export function inTitleWords({ words, isPrefix, isPart }: SearchTerm): string {
  return ` ${words.join(' ')}${isPrefix && !isPart ? '' : ' '}`;
}

type Writer = ReturnType<typeof writerOf>;

function typesOf({ types }: Pick<IndexSearch, 'types'>, write: Writer): string[] {
  return types === undefined ? [] : [write.either(types.map((type) => write.mark(`_${type}`)))];
}

// Each indexed word has the workspace as a prefix, and each record's type is a word too. So a
// search on either database reads only index entries of this workspace.
function writerOf(dialect: Dialect, workspaceId: string) {
  const key = workspaceId.slice(-16);
  const [and, or] = dialect === 'postgres' ? [' & ', ' | '] : [' AND ', ' OR '];
  const phrase = dialect === 'postgres' ? phraseOfPostgres : phraseOfSqlite;
  const all = (queries: readonly string[]): string => `(${queries.join(and)})`;
  const whole = (words: readonly string[], isPrefix: boolean): string =>
    phrase(
      words.map((word) => `${key}_${word}`),
      isPrefix,
    );
  // The migration `search-steps` defines the indexed words. Parts have at most 6 characters, so a
  // longer one is found by all its sections.
  const term = ({ words, isPrefix, isPart }: SearchTerm): string => {
    const letters = Array.from(words[0]);
    const isBeginning = isPrefix && words.length === 1 && letters.length <= beginningLength;
    if (!isPart && !isBeginning) return whole(words, isPrefix);
    const count = Math.max(1, letters.length - partLength + 1);
    const sections = Array.from({ length: count }, (_, at) =>
      letters.slice(at, at + partLength).join(''),
    );
    return all(sections.map((section) => phrase([`${key}${section}`], false)));
  };
  return {
    all,
    either: (queries: readonly string[]): string => `(${queries.join(or)})`,
    mark: (word: string): string => whole([word], false),
    term,
    // The words of a phrase at any place, or the term.
    words: (given: SearchTerm): string[] =>
      given.words.length === 1
        ? [term(given)]
        : given.words.map((word, at) =>
            whole([word], given.isPrefix && at === given.words.length - 1),
          ),
  };
}

/** Writes a phrase of indexed words, the last of which may be a prefix. */
type WritePhrase = (words: readonly string[], isPrefix: boolean) => string;

const phraseOfPostgres: WritePhrase = (words, isPrefix) =>
  `(${words.map((word) => `'${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`;

const phraseOfSqlite: WritePhrase = (words, isPrefix) =>
  `("${words.join(' ')}"${isPrefix ? '*' : ''})`;

/** The sequences of a step. The index of Postgres has the same number. */
export const stepLength = 8192;

/** The step of an entry, as SQL of Postgres. */
export const stepOf = `(sequence / ${stepLength})::integer`;

/** The expression that is indexed on Postgres: the terms and the step of an entry. */
export const indexedTerms = `(entry.terms || array_to_tsvector(
  array[right(entry.workspace_id, 16) || '#' || (entry.sequence / ${stepLength})::text]))`;

/** The condition that an entry is in the `step` of a row, as SQL of Postgres and its bindings. */
export function inStepOf(row: string, workspaceId: string): [string, string[]] {
  const step = `('''' || ? || ${row}.step || '''')::tsquery`;
  return [`${indexedTerms} @@ ${step}`, [`${workspaceId.slice(-16)}#`]];
}

/**
 * A condition that every entry meets, as SQL of Postgres. Its subquery never runs, but Postgres
 * expects it to be expensive for each entry that it reads, so it reads only those that the index of
 * words finds. Without the condition, it compares the words with the terms of every entry of a small
 * workspace, and does not know what that costs: the terms of a long document take milliseconds.
 */
export const readByIndex = `(entry.sequence > -1 or (select count(*)
  from generate_series(0, entry.sequence) as a, generate_series(0, entry.sequence) as b) > 0)`;
