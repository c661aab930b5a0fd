import { setImmediate } from 'node:timers/promises';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import type { KeyPrefixes } from '../../platform/action-keys';
import type { Reader } from '../../platform/db/reader';
import type { PageRequest } from '../../platform/db/statements/page';
import type { Input, ReadContext, ReadHandler } from '../../platform/operation';
import {
  queryOf,
  type SearchGroups,
  searchTermsIn,
  type SearchTerm,
  fold,
  wordsOf,
} from '../../platform/search-words';
import { createSharedGate } from '../../platform/turns';
import { documentViewer } from '../../shared/document-visibility';
import { historyStart } from '../../shared/plans';
import { pageOfHits } from './hit-pages-store';
import {
  type EntryRow,
  findEntries,
  type Hit,
  textsOf,
  toHit,
  findActionsByKeys,
} from './hit-store';
import {
  countHidden,
  findKnownTerms,
  findTexts,
  type Search,
  type Visibility,
} from './search-store';
import { omitUnindexedWords } from './spelling-store';

/** The newest records whose spellings of the words are counted. */
const maxTexts = 20;

/** The number of characters to scan before other requests get a turn. */
const maxAtOnce = 100_000;

/** The number of searches that run at the same time in a process at most. */
const SEARCHES = 4;

// A search ranks up to 10,000 matches, so many of one workspace would delay the requests of others.
const gate = createSharedGate(SEARCHES);

/** Finds labels whose names have a word or phrase of each group. */
export type SearchLabels = (
  ctx: Pick<ReadContext, 'reader' | 'workspaceId'>,
  groups: SearchGroups,
) => Promise<components['schemas']['Label'][]>;

/** Finds the records that contain all words and phrases and that the caller may see. */
export const searchWorkspaceWith =
  (searchLabels: SearchLabels): ReadHandler<'searchWorkspace'> =>
  (input, ctx) =>
    gate(ctx.workspaceId, () => search(searchLabels, input, ctx));

async function search(
  searchLabels: SearchLabels,
  { query }: Input<'searchWorkspace'>,
  ctx: ReadContext,
) {
  const { reader, workspaceId, actor } = ctx;
  const { q, type: types, ...paging } = query;
  const visibility = {
    historyStart: historyStart(ctx),
    viewer: documentViewer(actor),
  };
  const wanted = { workspaceId, groups: searchTermsIn(q), types };
  const isFirst = paging.after === undefined && !paging.offset;
  const showsActions = isFirst && (types?.includes('action') ?? true);
  const named = showsActions ? await findActionsByKeys(q, ctx, visibility.historyStart) : [];
  const labels =
    showsActions && wanted.groups.length > 0 ? await searchLabels(ctx, wanted.groups) : [];
  const find = (given: Search) => findPage(reader, { search: given, visibility, paging });
  const found = withFirst(await find(wanted), named);
  const corrected =
    found.total === 0 && found.hidden_count === 0 && labels.length === 0
      ? await correct(reader, wanted, visibility)
      : undefined;
  const { rows, ...envelope } =
    corrected === undefined ? found : await find({ ...wanted, groups: corrected });
  const ids = rows.map(({ id }) => id);
  const entries = await findEntries(reader, workspaceId, ids);
  const hits = await toHits(entries, (corrected ?? wanted.groups).flat(), ctx);
  return {
    status: 200 as const,
    body: {
      items: ids.flatMap((id) => hits.get(id) ?? []),
      labels,
      ...envelope,
      filters: { q, ...(types !== undefined && { type: types }) },
      ...(corrected !== undefined && { corrected_to: queryOf(corrected) }),
    },
  };
}

// The actions that the query names come first, in place of the last hits of a full page: a query of
// keys has few other hits.
function withFirst<
  Found extends {
    readonly rows: readonly { readonly id: string }[];
    readonly total?: number;
    readonly page: { readonly limit: number };
  },
>(found: Found, named: readonly string[]): Found {
  if (named.length === 0) return found;
  const others = found.rows.filter(({ id }) => !named.includes(id));
  const known = found.rows.length - others.length;
  return {
    ...found,
    rows: [...named.map((id) => ({ id })), ...others].slice(0, found.page.limit),
    ...(found.total !== undefined && { total: found.total + named.length - known }),
  };
}

async function findPage(
  reader: Reader,
  {
    search: wanted,
    visibility,
    paging,
  }: { readonly search: Search; readonly visibility: Visibility; readonly paging: PageRequest },
) {
  const page = await pageOfHits(reader, { search: wanted, visibility }, paging);
  return { ...page, hidden_count: await countHidden(reader, wanted, visibility.historyStart) };
}

// The spelling is that of a record which the caller may see, so it discloses nothing.
async function correct(
  reader: Reader,
  wanted: Search,
  visibility: Visibility,
): Promise<SearchGroups | undefined> {
  const known = await findKnownTerms(reader, wanted, visibility);
  const possible = spellingsOf(wanted.groups, known);
  const words = new Set([...possible.values()].flatMap((each) => [...each]));
  const indexed = await omitUnindexedWords(reader, wanted.workspaceId, words);
  if (indexed.size === 0) return undefined;
  const spellings = new Map(
    [...possible].map(([term, each]) => [term, [...each].filter((word) => indexed.has(word))]),
  );
  const search = { ...wanted, groups: withSpellings(wanted.groups, spellings) };
  const texts = await findTexts(reader, search, { visibility, limit: maxTexts });
  return correctedTo(
    wanted.groups,
    spellings,
    texts.map((entry) => textsOf(entry).join(' ')),
  );
}

// Scanning 200 long texts takes a second, so yield to other requests in between.
async function toHits(
  entries: readonly EntryRow[],
  terms: readonly SearchTerm[],
  prefixes: KeyPrefixes,
): Promise<ReadonlyMap<string, Hit>> {
  const hits = new Map<string, Hit>();
  let characters = 0;
  for (const entry of entries) {
    characters += entry.body.length;
    if (characters > maxAtOnce) {
      await setImmediate();
      characters = 0;
    }
    hits.set(entry.id, toHit(entry, terms, prefixes));
  }
  return hits;
}

/** The spellings that one search looks for at most. A query in the Latin script has fewer. */
const maxSpellings = 12_000;

/**
 * The words from which the terms may differ by one typing error, without the `known` terms, which
 * records contain: common words that no record has together would be looked up in hundreds of
 * spellings. Shorter terms have none. The spellings are looked up in the index like other words, so
 * no list of words is needed.
 */
function spellingsOf(
  groups: SearchGroups,
  known: ReadonlySet<SearchTerm>,
): ReadonlyMap<SearchTerm, ReadonlySet<string>> {
  const of = new Map<SearchTerm, ReadonlySet<string>>();
  let count = 0;
  for (const term of groups.flat()) {
    const isWrong = isCorrectable(term) && !known.has(term);
    const spellings = isWrong ? oneErrorFrom(term.words[0]) : new Set<string>();
    count += spellings.size;
    if (count > maxSpellings) break;
    if (spellings.size > 0) of.set(term, spellings);
  }
  return of;
}

/** The spellings of terms. */
type Spellings = ReadonlyMap<SearchTerm, readonly string[]>;

/** The groups with the spellings of each term as alternatives. */
function withSpellings(groups: SearchGroups, spellings: Spellings): SearchGroups {
  const whole = (word: string): SearchTerm => ({ words: [word], isPrefix: false, isPart: false });
  return groups.map((terms) =>
    terms.flatMap((term) => [term, ...(spellings.get(term) ?? []).map(whole)]),
  );
}

/**
 * The terms as they are most often spelled in the texts of records, the newest first, that contain
 * a spelling of each; undefined if there is no such text.
 */
function correctedTo(
  groups: SearchGroups,
  spellings: Spellings,
  texts: readonly string[],
): SearchGroups | undefined {
  const found = new Map<string, { readonly groups: SearchGroups; count: number }>();
  for (const text of texts) {
    const words = new Set(wordsOf(text));
    const corrected = groups.map((terms) =>
      terms.map((term) => {
        const [word] = term.words;
        if ([...words].some((each) => each.includes(word))) return term;
        const spelling = spellings.get(term)?.find((each) => words.has(each));
        return spelling === undefined ? term : { ...term, words: [spelling] as const };
      }),
    );
    const key = JSON.stringify(corrected);
    const known = found.get(key) ?? { groups: corrected, count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  }
  const [best] = [...found.values()].toSorted((one, other) => other.count - one.count);
  return best?.groups;
}

function isCorrectable({ words, isPart }: SearchTerm): boolean {
  const [word] = words;
  return (
    isPart && /^\p{L}+$/u.test(word) && Array.from(word).length >= limits.corrected_word_characters
  );
}

function oneErrorFrom(word: string): ReadonlySet<string> {
  const letters = Array.from(word);
  const alphabet = alphabetOf(letters);
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at)];
    const [here = '', next = '', ...rest] = after;
    const later = after.slice(1).join('');
    if (here !== '') found.add(`${before}${later}`);
    if (next !== '') found.add(`${before}${next}${here}${rest.join('')}`);
    for (const letter of alphabet) {
      found.add(`${before}${letter}${here}${later}`);
      if (here !== '') found.add(`${before}${letter}${later}`);
    }
  }
  found.delete(word);
  return found;
}

/** The folded letters of the blocks of 128 characters that have letters of the word. */
function alphabetOf(letters: readonly string[]): string[] {
  const blocks = new Set(letters.map((letter) => (letter.codePointAt(0) ?? 0) >> 7));
  return [...blocks].flatMap((block) =>
    Array.from({ length: 128 }, (_, at) => String.fromCodePoint(block * 128 + at)).filter(
      (letter) => /^\p{L}$/u.test(letter) && fold(letter) === letter,
    ),
  );
}
