import type BetterSqlite3 from 'better-sqlite3';
import { fold, wordsOf } from '../../search-words';

/** The maximum number of characters that `search_texts` collects, and one text more. */
const maxCharacters = 200_000;

/**
 * Adds the functions that the triggers of the migration `search` call; Postgres has them in SQL.
 */
export function addSearchFunctions(connection: BetterSqlite3.Database): void {
  connection.function('search_words', { deterministic: true }, (text) =>
    typeof text === 'string' ? searchWords(text) : '',
  );
  connection.function('search_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : '',
  );
  // All strings within a JSON value, joined by spaces, or null.
  connection.function('search_texts', { deterministic: true }, (json) =>
    typeof json === 'string' ? textsIn(JSON.parse(json)) : null,
  );
}

/**
 * The words of a text with a space around each, like `search_words` on both databases.
 */
export function searchWords(text: string): string {
  const words = wordsOf(text);
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

function textsIn(value: unknown): string | null {
  const found: string[] = [];
  let length = 0;
  for (const text of everyText(value)) {
    found.push(text);
    length += text.length + 1;
    if (length > maxCharacters) break;
  }
  return found.length === 0 ? null : found.join(' ');
}

function* everyText(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) yield* everyText(child);
}
