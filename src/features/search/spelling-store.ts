import type { Reader } from '../../platform/db/reader';
import { indexedTerms, inStepOf, queryOfWord, readByIndex, stepOf } from './index-query-rules';

/**
 * Returns the words without those that the index of Postgres does not have. Postgres would look up
 * each of them once in each step. SQLite looks up all words at once, so none is left out. Records
 * that the caller does not see may have the returned words.
 */
export async function omitUnindexedWords(
  reader: Reader,
  workspaceId: string,
  words: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (words.size === 0 || reader.dialect === 'sqlite') return words;
  const given = JSON.stringify(
    Array.from(words, (word) => ({ word, query: queryOfWord('postgres', workspaceId, word) })),
  );
  const rows = await reader.rows<{ word: string }>((db) => {
    const newest = db('search_entries as entry')
      .where('entry.workspace_id', workspaceId)
      .orderBy('entry.sequence', 'desc')
      .limit(1)
      .select(db.raw(`${stepOf} as step`));
    // The order by an expression makes Postgres use the index instead of reading entries until one
    // matches. The index reads all entries of a word, so the newest step, which has the common
    // words, comes first.
    const withWord = () =>
      db('search_entries as entry')
        .where('entry.workspace_id', workspaceId)
        .whereRaw(`${indexedTerms} @@ (given.value ->> 'query')::tsquery`)
        .whereRaw(readByIndex)
        .orderByRaw('(entry.sequence + 0)')
        .limit(1)
        .select('entry.id');
    const inNewest = withWord().whereRaw(...inStepOf('newest', workspaceId));
    return db
      .from(
        db.raw('jsonb_array_elements(?::jsonb) as given (value) cross join ? as newest', [
          given,
          newest,
        ]),
      )
      .whereRaw('coalesce(?, ?) is not null', [inNewest, withWord()])
      .select(db.raw(`given.value ->> 'word' as word`));
  });
  return new Set(rows.map(({ word }) => word));
}
